//===- PartEffect.h - What a part of a stream does to any stack -----------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Several threads read the parts of a long stream. The meaning of a part
// depends on the stack at its beginning, which is not known until all parts
// before it are read. So each part is first scanned as if the stack were empty
// (PartScan), which yields its effect on the activations that were open before
// it (PartEffect). Applying the effects one after the other gives the state at
// each border in little time; then all parts can be counted at once.
//
// Example: before a part, main has called f, and both are open. The part holds
// the records g entry, g exit, f body, f exit, main body. The scan attributes g
// to frame 0, as the caller is not known. `f body` shows that the caller was f.
// After `f exit` the activation below f is on top; `main body` shows that it is
// main. So the effect is a list of steps for two frames: for f, a callee's time
// (g), the record `f body`, the exit; for main, the record `main body`. apply()
// gives these records to a Rebuilder with the true stack, so that the meaning
// of records is defined in one place alone.
//
// A time off CPU belongs to the frame on top, as a pause does. If it begins
// before the first record of a part, it belongs to the frame that was on top
// before the part: apply() adds it, and the scan reads switches from that
// record on.
//
// If a part has unusual records that concern activations from before it, or the
// state before it is unusual, there is no effect. Such a part is walked through
// as soon as the state before it is known.
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
