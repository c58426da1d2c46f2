//===- SecondPass.cpp - Visits that are excluded --------------------------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SecondPass.h"
#include "FilterSink.h"
#include "count/TimesInPlace.h"
#include "support/Errors.h"
#include <algorithm>
#include <cmath>
#include <tuple>

using namespace llvm;

namespace ipoint::analysis {

namespace {

/// What one thread does of the second pass.
struct FilterShare {
  struct PartSize {
    uint64_t Packets = 0, Records = 0;
  };

  std::vector<StreamPart> Parts;
  // What it fills; null: the other one.
  std::unique_ptr<FilterCollector> Out;
  std::unique_ptr<VisitLog> Log;
  std::optional<QuietCalls> Quiet;
  std::vector<PartSize> Sizes; ///< by part
  std::optional<std::string> Failure;
};

/// Excludes visits, in one round after the other. What rounds need of the
/// records is logged once, where it is little.
class FilterPass {
public:
  /// \p RecordsDecide as in FilterCollector.
  FilterPass(const PassInput &In, ArrayRef<StreamPart> Parts,
             const Collector &All, MutableArrayRef<Accounts> StreamAccounts,
             bool RecordsDecide)
      : In(In), Parts(Parts), All(All), StreamAccounts(StreamAccounts),
        RecordsDecide(RecordsDecide) {}

  /// What is left of all times without the visits that \p Decisions excluded,
  /// and in the books, by stream, how much that is. Null where none are, and
  /// none are watched.
  Expected<std::unique_ptr<FilterCollector>> run(ArrayRef<Decision> Decisions);

private:
  using Filtered = std::unique_ptr<FilterCollector>;

  bool isLogged(ArrayRef<LoggedTimes> Times) const;
  bool isLittle(ArrayRef<LoggedTimes> Times) const;
  Error log(ArrayRef<LoggedTimes> Times);
  Expected<Filtered> readAgain(ArrayRef<Decision> Decisions,
                               ArrayRef<LoggedTimes> Times);
  Filtered makeCollector(ArrayRef<Decision> Decisions) const;
  Error read(MutableArrayRef<FilterShare> Shares, ArrayRef<LoggedTimes> Times);
  bool areAsBefore(ArrayRef<FilterShare> Shares);

  const PassInput &In;
  ArrayRef<StreamPart> Parts;
  const Collector &All;
  MutableArrayRef<Accounts> StreamAccounts;
  const bool RecordsDecide;
  std::vector<bool> HasBook;                   ///< by stream: it has packets
  std::vector<std::unique_ptr<VisitLog>> Logs; ///< in the order of the streams
  std::vector<LoggedTimes> Logged;             ///< by block: what they have
  std::shared_ptr<const QuietCalls> Quiet;     ///< of what was read last
  bool IsTooMuch = false;                      ///< to be logged
};

} // namespace

/// \p Parts, where those that can't begin by themselves, or all if not \p
/// Split, are one with what comes before them.
static std::vector<StreamPart> joined(ArrayRef<StreamPart> Parts, bool Split) {
  std::vector<StreamPart> Result;
  for (const StreamPart &P : Parts)
    if (P.isFirst() || (Split && P.Begin && P.Begin->State.HandlerDepth == 0)) {
      Result.push_back(P);
      Result.back().IsWalked = false;
    } else {
      Result.back().To = P.To;
    }
  return Result;
}

/// \p Parts in shares; streams stay whole if not \p Split.
static std::vector<FilterShare> share(ArrayRef<StreamPart> Parts,
                                      const PassInput &In, bool Split) {
  std::vector<FilterShare> Result;
  for (const std::vector<StreamPart> &Some :
       divide(joined(Parts, Split), {In.Jobs, 1, StreamPart::ToItsEnd})) {
    std::vector<StreamPart> &Mine = Result.emplace_back().Parts;
    // What one thread reads without a break is one part.
    for (const StreamPart &P : Some)
      if (Mine.empty() || P.isFirst())
        Mine.push_back(P);
      else
        Mine.back().To = P.To;
  }
  return Result;
}

static Error read(const StreamPart &Part, const PassInput &In, FilterSink &Out,
                  FilterShare &S) {
  trace::DamageList Known; // reported by the first pass
  Out.startPart(Part.isFirst());
  return readInto(
      Part, In, Out, Known,
      [&](const trace::StreamSummary &Sum, const Rebuilder<FilterSink> &) {
        S.Sizes.push_back({Sum.Packets, Sum.read()});
        Out.endPart();
      });
}

/// Fills the logs or collectors of \p Shares with visits that take \p Times.
Error FilterPass::read(MutableArrayRef<FilterShare> Shares,
                       ArrayRef<LoggedTimes> Times) {
  startPass(Parts, In);
  atTheSameTime(Shares.size(), [&](size_t Number) {
    FilterShare &S = Shares[Number];
    VisitLogReader *To = S.Log.get();
    FilterSink Out(In.Symbols, Times, All.Paths.get(), To ? *To : *S.Out);
    for (const StreamPart &Part : S.Parts)
      if (Error E = analysis::read(Part, In, Out, S)) {
        S.Failure = toString(std::move(E));
        return;
      }
    S.Quiet = std::move(Out.Quiet);
  });
  for (const FilterShare &S : Shares)
    if (S.Failure)
      return plainError(*S.Failure);
  if (!areAsBefore(Shares))
    return plainError(
        "a trace changed while it was read; try again once its program ended");
  auto Sum = std::make_shared<QuietCalls>(In.Symbols.functions().size());
  for (const FilterShare &S : Shares)
    Sum->add(*S.Quiet, !S.Parts.empty() && !S.Parts.front().isFirst());
  Quiet = std::move(Sum);
  return Error::success();
}

/// Whether \p Shares have read what the first pass has.
bool FilterPass::areAsBefore(ArrayRef<FilterShare> Shares) {
  HasBook.clear();
  const auto *Account = StreamAccounts.begin();
  FilterShare::PartSize Stream;
  for (const FilterShare &S : Shares)
    for (auto [Part, Size] : zip_equal(S.Parts, S.Sizes)) {
      Stream.Packets += Size.Packets;
      Stream.Records += Size.Records;
      if (!Part.isLast())
        continue;
      FilterShare::PartSize Whole = std::exchange(Stream, {});
      HasBook.push_back(Whole.Packets != 0);
      if (Whole.Packets == 0)
        continue;
      if (Account == StreamAccounts.end() || Whole.Records != Account->Records)
        return false;
      ++Account;
    }
  return Account == StreamAccounts.end();
}

bool FilterPass::isLogged(ArrayRef<LoggedTimes> Times) const {
  return !Logs.empty() &&
         all_of(zip_equal(Logged, Times), [](const auto &Block) {
           auto &[Has, Asked] = Block;
           return Has.covers(Asked);
         });
}

/// Whether a log of \p Times may be kept, by what the first pass has counted.
bool FilterPass::isLittle(ArrayRef<LoggedTimes> Times) const {
  double Bytes = 0;
  for (auto [Stats, T] : zip_equal(All.Blocks, Times)) {
    if (T.isEmpty())
      continue;
    Stats.Time.raw().histogram().forEach([&, &T = T](const auto &B) {
      if (T.has(B.Low) || T.has(B.High))
        Bytes += double(B.Count) * VisitLog::OfVisit;
    });
  }
  return Bytes <= double(In.LogLimit);
}

FilterPass::Filtered
FilterPass::makeCollector(ArrayRef<Decision> Decisions) const {
  auto Result = std::make_unique<FilterCollector>(
      In.Symbols, Decisions, All.MinOverhead, RecordsDecide);
  if (All.Paths)
    Result->openPaths(*All.Paths);
  if (All.OverTime)
    Result->openSeries(All.OverTime->grid());
  return Result;
}

/// Logs visits that take \p Times, unless that is too much.
Error FilterPass::log(ArrayRef<LoggedTimes> Times) {
  for (auto [Has, Asked] : zip(Logged, Times))
    Has.add(Asked);
  if (Logged.empty())
    Logged = Times;
  Logs.clear();
  std::vector<FilterShare> Shares = share(Parts, In, /*Split=*/true);
  for (FilterShare &S : Shares)
    S.Log = std::make_unique<VisitLog>(In.LogLimit / Shares.size());
  if (Error E = read(Shares, Logged))
    return E;
  IsTooMuch =
      any_of(Shares, [](const FilterShare &S) { return !S.Log->isWhole(); });
  if (!IsTooMuch)
    for (FilterShare &S : Shares)
      Logs.push_back(std::move(S.Log));
  return Error::success();
}

/// What a round finds without a log that is kept. A block that has several
/// modes depends on what came before, so streams stay whole.
Expected<FilterPass::Filtered>
FilterPass::readAgain(ArrayRef<Decision> Decisions,
                      ArrayRef<LoggedTimes> Times) {
  std::vector<FilterShare> Shares = share(Parts, In, /*Split=*/false);
  for (FilterShare &S : Shares)
    S.Out = makeCollector(Decisions);
  if (Error E = read(Shares, Times))
    return E;
  mergeNeighbours(Shares, [](FilterShare &To, FilterShare &From) {
    To.Out->add(*From.Out);
    From.Out.reset();
  });
  return std::move(Shares.front().Out);
}

/// Excludes what \p Times, which a target has added up, have in the bands of \p
/// B. In which calls they were is not known.
static void excludeInPlace(BlockCut &B, const Distribution &Times) {
  if (!B.Applied)
    return;
  Wide Sum = 0;
  uint64_t Count = 0;
  Times.raw().histogram().forEach([&](const Histogram::Bucket &Of) {
    if (!B.isInterrupted(Of.Low))
      return;
    const auto Ticks = static_cast<uint64_t>(Of.middle());
    B.Interrupted.add(Ticks, {0, 0}, 0, Of.Count);
    B.Values.add(Ticks, Of.Count);
    Sum += Wide(Ticks) * Of.Count;
    Count += Of.Count;
  });
  if (Count == 0)
    return;
  // How long the interrupted ones were is known to the bin only; what all took
  // together, and what interrupts add, is known better.
  Wide Rest = Wide(B.Instead.Ticks) * Count;
  if (B.Added)
    Rest = Wide(std::clamp(double(Sum) - *B.Added, 0.0, double(Sum)));
  const auto Each = static_cast<uint64_t>(Rest / Count),
             More = static_cast<uint64_t>(Rest % Count);
  B.Replaced.add(Each, {0, 0}, 0, Count - More);
  if (More != 0)
    B.Replaced.add(Each + 1, {0, 0}, 0, More);
}

/// Logs the visits that targets have kept, in the order of their ends, and
/// notes those that are watched, by path.
static void logKept(FilterCollector &To, const Collector &All) {
  struct KeptVisit {
    TimeBins::Visit Of;
    uint32_t Block = 0;
  };
  std::vector<KeptVisit> Visits;
  for (auto [Block, Stats] : enumerate(All.Blocks))
    for (const TimeBins::Visit &V : Stats.Bins.Visits)
      Visits.push_back({V, uint32_t(Block)});
  std::ranges::sort(Visits, {}, [](const KeptVisit &V) {
    return std::tie(V.Of.Run, V.Of.At);
  });
  for (const KeptVisit &V : Visits) {
    if (To.Kept.empty())
      To.Kept.resize(All.Longest.origins().size() + 1);
    if (&V == &Visits.front() || V.Of.Run != (&V)[-1].Of.Run) {
      To.Kept.emplace_back();
      To.Kept.back().First = V.Of.At;
    }
    To.Kept.back().Last = V.Of.At;
    const BlockCut &B = To.Blocks[V.Block];
    if (B.Applied && B.isInterrupted(V.Of.Ticks))
      To.Log.add({V.Of.At, V.Of.Ticks, B.Instead.Ticks, V.Block,
                  uint32_t(To.Kept.size() - 1)});
  }
  // Numbers are those of a path: each is as a stream.
  std::ranges::sort(Visits, {}, [](const KeptVisit &V) {
    return std::tie(V.Of.Run, V.Of.Path, V.Of.At);
  });
  auto Stream = uint32_t(To.Kept.size());
  for (const KeptVisit &V : Visits) {
    Stream += &V != &Visits.front() &&
              (V.Of.Run != (&V)[-1].Of.Run || V.Of.Path != (&V)[-1].Of.Path);
    BlockCut &B = To.Blocks[V.Block];
    if (V.Of.Number != 0 && B.isWatched(V.Of.Ticks)) {
      ++B.NotedVisits;
      To.Watched.push_back({V.Of.At - std::min(V.Of.At, V.Of.Ticks), V.Of.Ticks,
                            V.Block, Stream, V.Of.Number});
    }
  }
}

Expected<FilterPass::Filtered> FilterPass::run(ArrayRef<Decision> Decisions) {
  for (Accounts &A : StreamAccounts)
    A.Interrupted = A.InterruptedCalling = 0;
  if (!RecordsDecide && none_of(Decisions, [](const Decision &V) {
        return V.State == FilterState::Applied || !V.Watched.empty();
      }))
    return nullptr;
  std::vector<LoggedTimes> Times;
  for (const Decision &V : Decisions)
    Times.push_back(LoggedTimes::of(V));
  if (!isLogged(Times) && !IsTooMuch && isLittle(Times))
    if (Error E = log(Times))
      return E;
  Filtered Result;
  if (isLogged(Times)) {
    Result = makeCollector(Decisions);
    for (const std::unique_ptr<VisitLog> &L : Logs)
      L->read(*Result);
  } else {
    Expected<Filtered> Read = readAgain(Decisions, Times);
    if (!Read)
      return Read.takeError();
    Result = std::move(*Read);
  }
  for (auto [Block, Stats] : enumerate(All.Blocks))
    if (isInPlace(Stats.Time))
      excludeInPlace(Result->Blocks[Block], Stats.Time);
  logKept(*Result, All);
  Result->settle();
  Result->Quiet = Quiet;
  auto *Account = StreamAccounts.begin();
  for (auto [Has, Loss] : zip_equal(HasBook, Result->Streams))
    if (Has) {
      Account->Interrupted = Loss.Interrupted;
      Account->InterruptedCalling = Loss.Calling;
      ++Account;
    }
  return Result;
}

Expected<ExcludedVisits>
secondPass(const PassInput &In, ArrayRef<StreamPart> Parts,
           const Collector &All, const std::optional<FilterModel> &Filter,
           ArrayRef<const ThresholdRule *> Rules, ArrayRef<BlockShape> Shapes,
           const GapRule &Gaps, MutableArrayRef<Accounts> StreamAccounts) {
  ExcludedVisits Result;
  Result.Decisions.resize(All.Blocks.size());
  if (!Filter)
    return Result;
  Findings Known;
  bool RecordsDecide =
      factsOf(Filter->Mode).RecordsDecide && All.Account.KernelInterrupts != 0;
  FilterPass Pass(In, Parts, All, StreamAccounts, RecordsDecide);
  for (unsigned Review = 0;; ++Review) {
    DetectionResult Found =
        decide(*Filter, Rules, All, In.Symbols, Shapes, Gaps, Known);
    Result.Filtered.reset(); // before there is another one
    Expected<std::unique_ptr<FilterCollector>> Filtered =
        Pass.run(Found.Decisions);
    if (!Filtered)
      return Filtered.takeError();
    Result.Decisions = Found.Decisions;
    Result.Classes = Found.Classes;
    Result.Filtered = std::move(*Filtered);
    if (!Result.Filtered || !review(Found, *Result.Filtered, Gaps, Known))
      break;
    if (Review == unsigned(Filter->Detector.MostRounds))
      Known = {{{0, INFINITY}}, {}, {}};
  }
  // Something may have been watched only.
  if (!RecordsDecide && none_of(Result.Decisions, [](const Decision &V) {
        return V.State == FilterState::Applied;
      }))
    Result.Filtered.reset();
  return Result;
}

void joinRecords(ExcludedVisits &V) {
  for (auto [D, B] : zip_equal(V.Decisions, V.Filtered->Blocks)) {
    if (!B.Recorded)
      continue;
    bool ByRecordsAlone = B.Interrupted.raw().moments().Count +
                              B.KnownInterrupted.raw().moments().Count ==
                          B.Recorded;
    D.By = ByRecordsAlone ? "records of interrupts"
                          : D.By + " and records of interrupts";
    D.State = FilterState::Applied;
  }
  V.Filtered->joinRecords();
}

} // namespace ipoint::analysis
