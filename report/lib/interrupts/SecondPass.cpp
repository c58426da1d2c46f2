//===- SecondPass.cpp - Visits that are excluded --------------------------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SecondPass.h"
#include "Decide.h"
#include <cmath>

using namespace llvm;

namespace ipoint::analysis {

namespace {

struct PartBook {
  uint64_t Packets = 0;
  Accounts Book;
};

/// What one thread does of the second pass.
struct FilterShare {
  std::vector<StreamPart> Parts;
  std::unique_ptr<FilterCollector> Out;
  std::vector<PartBook> Books; ///< by part
  std::optional<std::string> Failure;
};

} // namespace

static Error filter(const StreamPart &Part, const PassInput &In,
                    FilterShare &S) {
  trace::DamageList Known; // told by the first pass
  FilterCollector &Out = *S.Out;
  Out.setVisited(Part.Visited.get());
  return readInto(
      Part, In, Out, Known,
      [&](const trace::StreamSummary &Sum, Rebuilder<FilterCollector> &Events) {
        S.Books.push_back({Sum.Packets, Events.accounts()});
        S.Books.back().Book.Records = Sum.read();
        if (!Part.isLast())
          Out.suspend(Events.state().Stack);
      });
}

static void filter(FilterShare &S, const PassInput &In) {
  for (const StreamPart &Part : S.Parts)
    if (Error E = filter(Part, In, S)) {
      S.Failure = toString(std::move(E));
      return;
    }
}

/// \p Parts, where those that can't begin by themselves, or all if not \p
/// Apart, are one with what comes before them.
static std::vector<StreamPart> joined(ArrayRef<StreamPart> Parts, bool Apart) {
  std::vector<StreamPart> Result;
  for (const StreamPart &P : Parts)
    if (P.isFirst() || (Apart && P.Begin && P.Begin->State.HandlerDepth == 0))
      Result.push_back(P);
    else
      Result.back().To = P.To;
  return Result;
}

/// \p Parts in shares. What a block with several times of its own takes depends
/// on what it took before, and other blocks: then streams stay whole.
static std::vector<FilterShare> share(ArrayRef<StreamPart> Parts,
                                      const PassInput &In,
                                      ArrayRef<Decision> Decisions) {
  bool Apart =
      all_of(Decisions, [](const Decision &V) { return V.Own.empty(); });
  std::vector<FilterShare> Result;
  for (const std::vector<StreamPart> &Some :
       divide(joined(Parts, Apart), {In.Jobs, 1, StreamPart::ToItsEnd})) {
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

static Error changedMeanwhile() {
  return createStringError(
      inconvertibleErrorCode(),
      "a trace changed while it was read; try again once its program ended");
}

/// Puts into \p Books what \p Shares have excluded; false if these have not
/// read what the first pass has.
static bool note(ArrayRef<FilterShare> Shares,
                 MutableArrayRef<Accounts> Books) {
  auto *Book = Books.begin();
  PartBook Stream;
  for (const FilterShare &S : Shares)
    for (auto [Part, P] : zip_equal(S.Parts, S.Books)) {
      Stream.Packets += P.Packets;
      Stream.Book.add(P.Book);
      if (!Part.isLast())
        continue;
      PartBook Whole = std::exchange(Stream, {});
      if (Whole.Packets == 0)
        continue;
      if (Book == Books.end() || Whole.Book.Records != Book->Records)
        return false;
      Book->Interrupted = Whole.Book.Interrupted;
      Book->InterruptedCalling = Whole.Book.InterruptedCalling;
      ++Book;
    }
  return Book == Books.end();
}

/// The second pass: what is left of all times without the visits that
/// \p Decisions excluded, and in \p Books, by stream, how much that is. Null
/// where none are, and none are watched.
static Expected<std::unique_ptr<FilterCollector>>
filter(const PassInput &In, ArrayRef<StreamPart> Parts, const Collector &All,
       ArrayRef<Decision> Decisions, MutableArrayRef<Accounts> Books) {
  for (Accounts &A : Books)
    A.Interrupted = A.InterruptedCalling = 0;
  if (none_of(Decisions, [](const Decision &V) {
        return V.State == FilterState::Applied || !V.Watched.empty();
      }))
    return nullptr;
  startPass(Parts, In);
  std::vector<FilterShare> Shares = share(Parts, In, Decisions);
  for (FilterShare &S : Shares) {
    S.Out = std::make_unique<FilterCollector>(In.Symbols, Decisions,
                                              All.MinOverhead);
    if (All.Paths)
      S.Out->openPaths(*All.Paths);
  }
  atTheSameTime(Shares.size(),
                [&](size_t Number) { filter(Shares[Number], In); });
  for (const FilterShare &S : Shares)
    if (S.Failure)
      return createStringError(inconvertibleErrorCode(), *S.Failure);
  if (!note(Shares, Books))
    return changedMeanwhile();
  for (FilterShare &S : drop_begin(Shares)) {
    Shares.front().Out->add(*S.Out, !S.Parts.front().isFirst());
    S.Out.reset();
  }
  Shares.front().Out->settle();
  return std::move(Shares.front().Out);
}

/// How often the second pass may tell more. With more than these nothing is set
/// aside.
static constexpr unsigned MostReviews = 9;

Expected<ExcludedVisits>
secondPass(const PassInput &In, ArrayRef<StreamPart> Parts,
           const Collector &All, const std::optional<FilterModel> &Filter,
           ArrayRef<const ThresholdRule *> Rules, const ClockModel &Clock,
           MutableArrayRef<Accounts> Books) {
  ExcludedVisits Result;
  Result.Decisions.resize(All.Blocks.size());
  if (!Filter)
    return Result;
  Findings Known;
  for (unsigned Review = 0;; ++Review) {
    DetectionResult Found =
        decide(*Filter, Rules, All, In.Symbols, Clock, Known);
    Result.Filtered.reset(); // before there is another one
    Expected<std::unique_ptr<FilterCollector>> Filtered =
        filter(In, Parts, All, Found.Decisions, Books);
    if (!Filtered)
      return Filtered.takeError();
    Result.Decisions = Found.Decisions;
    Result.Classes = Found.Classes;
    Result.Filtered = std::move(*Filtered);
    if (!Result.Filtered ||
        !review(Found, *Result.Filtered, GapRule::of(Clock, Filter->Detector),
                Known))
      break;
    if (Review == MostReviews)
      Known = {{{0, INFINITY}}, {}, {}, {}};
  }
  // Something may have been watched only.
  if (none_of(Result.Decisions, [](const Decision &V) {
        return V.State == FilterState::Applied;
      }))
    Result.Filtered.reset();
  return Result;
}

} // namespace ipoint::analysis
