//===- StreamPass.cpp - Streams through a Rebuilder, several at once ------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "StreamPass.h"
#include "support/Ranges.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include <numeric>

using namespace llvm;

namespace ipoint::analysis {

Expected<std::unique_ptr<trace::SwitchReader>>
openSwitches(const StreamPart &Part, const PassInput &In,
             trace::DamageList &Damages) {
  if (!In.Execution)
    return nullptr;
  const trace::Trace &T = *Part.Of;
  for (const std::string &Path : T.Switches) {
    StringRef Thread = sys::path::filename(Path);
    StringRef Name = sys::path::filename(Part.Path);
    Thread.consume_back("-switches");
    if (!Name.consume_front(Thread) || !(Name.empty() || Name.starts_with("-")))
      continue;
    return trace::StreamFile::open<trace::SwitchReader>(T, Path, Damages);
  }
  return nullptr;
}

Error addAllOffCpu(StreamState &First, const StreamPart &Part,
                   const PassInput &In) {
  const bool TimesCalls =
      any_of(Part.Of->Meta.Units, [](const trace::UnitRecord &U) {
        return U.form() == trace::ProbeForm::Window;
      });
  if (!TimesCalls || Part.Begin)
    return Error::success();
  trace::DamageList Damages; // listed when the pass reads them
  auto Switches = openSwitches(Part, In, Damages);
  if (!Switches)
    return Switches.takeError();
  if (!*Switches)
    return Error::success();
  auto Result = std::make_shared<trace::OffCpuTimes>();
  for (trace::OffCpuSpan A; (*Switches)->next(A);)
    Result->add(A);
  First.AllOffCpu = std::move(Result);
  return Error::success();
}

std::vector<StreamPart> streamsOf(ArrayRef<trace::Trace> Traces) {
  std::vector<uint64_t> Sizes;
  for (const trace::Trace &T : Traces)
    for (const std::string &File : T.Streams) {
      Sizes.push_back(0);
      (void)sys::fs::file_size(File, Sizes.back()); // reported when it is read
    }
  // By the bytes of the files, so that it does not depend on the shares.
  uint64_t All = std::accumulate(Sizes.begin(), Sizes.end(), uint64_t(0));
  uint64_t Before = 0;
  std::vector<StreamPart> Result;
  for (const trace::Trace &T : Traces)
    for (const std::string &File : T.Streams) {
      uint64_t Size = Sizes[Result.size()];
      Result.push_back(
          {&T, File, Size,
           SliceClock(All / sizeof(uint64_t), Before / sizeof(uint64_t))});
      Before += Size;
    }
  return Result;
}

std::vector<StreamPart> startPass(const PassInput &In) {
  std::vector<StreamPart> Result = streamsOf(In.Traces);
  startPass(Result, In);
  return Result;
}

void startPass(ArrayRef<StreamPart> Parts, const PassInput &In) {
  const uint64_t Bytes = sumOf(Parts, &StreamPart::length);
  if (In.Watch)
    In.Watch->startPass(Bytes);
}

namespace {

/// Fills shares, none of which is to cost more than a limit, in bytes that are
/// counted.
class Divider {
public:
  Divider(ArrayRef<StreamPart> Streams, const Division &How, double Limit)
      : How(How), Limit(Limit), Shares(1) {
    for (const StreamPart &S : Streams)
      add(S);
  }

  std::vector<std::vector<StreamPart>> takeShares() {
    return std::move(Shares);
  }
  /// What all costs if there are as many threads.
  double cost() const { return Worst; }
  /// Whether they are no more than \p Threads, each within the limit.
  bool fits(size_t Threads) const {
    return Shares.size() <= Threads && Worst <= Limit;
  }

private:
  void add(StreamPart Rest) {
    double Least = std::max(1.0, double(How.LeastPart));
    for (;;) {
      double Left = double(Rest.length());
      double Length = std::min(Limit - Cost, Left - Least);
      if (Cost + Left <= Limit || (Length < Least && Shares.back().empty()))
        return take(Rest, Left);
      if (Length >= Least) {
        StreamPart First = Rest;
        Rest.From += uint64_t(Length);
        First.To = Rest.From;
        take(First, Length);
      }
      Shares.emplace_back();
      Cost = Rest.Begin ? 0 : How.WalkCost * double(Rest.From);
    }
  }
  void take(const StreamPart &Part, double Bytes) {
    Shares.back().push_back(Part);
    Cost += Bytes;
    Worst = std::max(Worst, Cost);
  }

  Division How;
  double Limit;
  std::vector<std::vector<StreamPart>> Shares;
  double Cost = 0;  ///< of the last share
  double Worst = 0; ///< of the costliest one
};

} // namespace

/// The best division by \p How.
static Divider best(ArrayRef<StreamPart> Streams, const Division &How) {
  size_t Threads = threadsOf(How.Jobs);
  double High = 1;
  for (const StreamPart &S : Streams)
    High += double(S.length());
  Divider Best(Streams, How, High);
  for (double Low = High / double(Threads); High > 1.001 * Low;) {
    double Limit = (Low + High) / 2;
    Divider D(Streams, How, Limit);
    if (!D.fits(Threads)) {
      Low = Limit;
      continue;
    }
    High = Limit;
    Best = std::move(D);
  }
  return Best;
}

std::vector<std::vector<StreamPart>> divide(ArrayRef<StreamPart> Streams,
                                            const Division &How) {
  Division ByWhole = How;
  ByWhole.LeastPart = StreamPart::ToItsEnd;
  Divider Whole = best(Streams, ByWhole), Cut = best(Streams, How);
  return (Whole.cost() <= Cut.cost() ? Whole : Cut).takeShares();
}

} // namespace ipoint::analysis
