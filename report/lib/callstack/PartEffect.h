//===- PartEffect.h - What a part of a stream does to any stack -----------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A long stream is read in parts, by several threads. A part's meaning depends
// on the stack before it, which no thread knows until all before it is read. So
// the part is first scanned as if the stack were empty (PartScan): what it
// does to the activations that are open before it is little, and is written
// down (PartEffect). Then the states at all borders follow one from the other
// in no time, and the parts can be counted, all at once.
//
// To a Rebuilder whose stack is empty the first record of an activation from
// before is of a call that it has not seen. Until then, frame 0 has had done to
// it what belongs to that activation: callees that came and went, pauses. From
// that record on, it is known which visit is open, so all but what lies before
// is seen. If the activation ends, the one below it is next. An effect is
// therefore a list of steps: what happens to the frame on top, the record,
// which is then given to a Rebuilder that knows the stack, what happens from
// there on, the end. No meaning of any record is written here a second time.
//
// Times off CPU are of the frame on top, as pauses are. One that lies before
// the first record of a part, if only with its beginning, concerns who was on
// top before the part: it is left to apply(), and the
// scan sees switches from that record on.
//
// What is unusual in a part, as far as it concerns activations from before, is
// not described; nor is it tried where the state before is unusual. Then the
// part has to be walked through, once the state before it is known.
//
//===----------------------------------------------------------------------===//

#ifndef IPOINT_CALLSTACK_PARTEFFECT_H
#define IPOINT_CALLSTACK_PARTEFFECT_H

#include "StreamState.h"
#include <memory>
#include <optional>

namespace ipoint::analysis {

class PartEffect {
public:
  /// The state behind the part, if it is \p Before in front of it; none if the
  /// effect does not determine it.
  std::optional<StreamState> apply(StreamState Before,
                                   const SymbolTable &Symbols) const;

private:
  friend class PartScan;

  /// A record, with its time if it is timed.
  struct Record {
    uint32_t Id = 0;
    bool IsTimed = false;
    uint64_t Value = 0;
  };

  /// What happens while a frame from before is on top, or callees of it are.
  /// What Frame and FrameExtras have of moments and numbers is by how much they
  /// grow, their flags are those that are left or come in.
  struct Change {
    Frame Top;
    FrameExtras Extras;
    StreamSums Sums;      ///< grow by
    bool AreSums = false; ///< they change, if only by nothing
    uint64_t Timed = 0;   ///< timed records of the part so far
    uint64_t LastTime = 0;
    uint32_t LastMark = None; ///< unless there is none
  };

  enum class End { None, ByFirst, Timed, Untimed };

  /// One activation from before the part.
  struct Step {
    Change Before; ///< its first record here
    Record First;
    uint32_t Function = None;
    End Ends = End::None;
    Change Behind; ///< up to its end, if that is not by First
  };

  class Replay;

  bool IsKnown = true;      ///< the rest describes all of it
  std::vector<Record> Head; ///< what comes before Steps
  uint64_t FirstTime = 0;   ///< of the first record behind Head, a timed one
  std::vector<Step> Steps;  ///< from the activation on top downwards
  /// The state behind the part of one that knew nothing before it, none if it
  /// is Head only; its lowest frame is that of the last step, or frame 0.
  std::optional<StreamState> Behind;
  Change Last;         ///< of the lowest frame, behind the last step
  bool IsOpen = false; ///< the last step has no end
  // Whether the first untimed visits of that step follow a call of code without
  // probes depends on what precedes the part: those visits, and whether it
  // does.
  Spent FirstWithoutTime;
  bool IsCallingKnown = true;
};

/// Finds out what the records that it is given do to a stack that is not known.
class PartScan {
public:
  /// \p Symbols must outlive it, and \p Switches, which may be null. These are
  /// of the whole stream, on a clock that is right to \p Slack ticks.
  explicit PartScan(const SymbolTable &Symbols,
                    trace::SwitchReader *Switches = nullptr,
                    uint64_t Slack = 0);
  ~PartScan();

  // Events of the part, as of a trace::StreamReader.
  size_t run(llvm::ArrayRef<uint64_t> Words, uint64_t End, uint64_t &Time);
  void timed(uint32_t Id, uint64_t Time);
  void untimed(uint32_t Id, uint64_t Payload);
  void gap();

  /// Once the part has ended.
  PartEffect takeEffect();

private:
  class Sink;
  struct Scanner;

  /// Whether the record is of what comes before the first timed record of the
  /// program; then it is kept.
  bool isHead(uint32_t Id, bool IsTimed, uint64_t Value);

  const SymbolTable &Symbols;
  trace::SwitchReader *Switches;
  uint64_t Slack;
  PartEffect Effect;
  std::unique_ptr<Scanner> Scan;
};

} // namespace ipoint::analysis

#endif // IPOINT_CALLSTACK_PARTEFFECT_H
