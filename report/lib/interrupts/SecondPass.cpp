//===- SecondPass.cpp - Visits that are excluded -------------------------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SecondPass.h"
#include "Judge.h"
#include <cmath>

using namespace llvm;

namespace ipoint::analysis {

namespace {

/// What one thread does of the second pass.
struct FilterShare {
  std::vector<StreamPart> Parts;
  std::unique_ptr<FilterCollector> Out;
  std::vector<Accounts> Books; ///< of its streams that have packets
  std::optional<std::string> Failure;
};

} // namespace

static void filter(FilterShare &S, const PassInput &In) {
  trace::DamageList Known; // told by the first pass
  auto Note = [&](const trace::StreamSummary &Sum,
                  Rebuilder<FilterCollector> &Events) {
    if (Sum.Packets) {
      S.Books.push_back(Events.accounts());
      S.Books.back().Records = Sum.read();
    }
  };
  for (const StreamPart &Part : S.Parts)
    if (Error E = readInto(Part, In, *S.Out, Known, Note)) {
      S.Failure = toString(std::move(E));
      return;
    }
}

static Error changedMeanwhile() {
  return createStringError(
      inconvertibleErrorCode(),
      "a trace changed while it was read; try again once its program ended");
}

/// The second pass: what is left of all times without the visits that
/// \p Decisions excluded, and in \p Books, by stream, how much that is. Null
/// where none are, and none are watched.
static Expected<std::unique_ptr<FilterCollector>>
filter(const PassInput &In, const Collector &All, ArrayRef<Decision> Decisions,
       MutableArrayRef<Accounts> Books) {
  for (Accounts &A : Books)
    A.Interrupted = A.InterruptedCalling = 0;
  if (none_of(Decisions, [](const Decision &V) {
        return V.State == FilterState::Applied || !V.Watched.empty();
      }))
    return nullptr;
  std::vector<StreamPart> Streams = startPass(In);
  std::vector<FilterShare> Shares;
  for (std::vector<StreamPart> &Parts :
       divide(Streams, {In.Jobs, 1, StreamPart::ToItsEnd})) {
    Shares.emplace_back().Parts = std::move(Parts);
    Shares.back().Out = std::make_unique<FilterCollector>(In.Symbols, Decisions,
                                                          All.MinOverhead);
    if (All.Paths)
      Shares.back().Out->openPaths(*All.Paths);
  }
  atTheSameTime(Shares.size(),
                [&](size_t Number) { filter(Shares[Number], In); });
  auto Book = Books.begin();
  for (FilterShare &S : Shares) {
    if (S.Failure)
      return createStringError(inconvertibleErrorCode(), *S.Failure);
    for (const Accounts &A : S.Books) {
      if (Book == Books.end() || A.Records != Book->Records)
        return changedMeanwhile();
      Book->Interrupted = A.Interrupted;
      Book->InterruptedCalling = A.InterruptedCalling;
      ++Book;
    }
    if (&S == &Shares.front())
      continue;
    Shares.front().Out->add(*S.Out);
    S.Out.reset();
  }
  if (Book != Books.end())
    return changedMeanwhile();
  Shares.front().Out->settle();
  return std::move(Shares.front().Out);
}

/// How often the second pass may tell more. With more than these nothing is set
/// aside.
static constexpr unsigned MostReviews = 9;

Expected<ExcludedVisits> secondPass(const PassInput &In, const Collector &All,
                                    const std::optional<FilterModel> &Filter,
                                    ArrayRef<const ThresholdRule *> Rules,
                                    const ClockModel &Clock,
                                    MutableArrayRef<Accounts> Books) {
  ExcludedVisits Result;
  Result.Decisions.resize(All.Blocks.size());
  if (!Filter)
    return Result;
  Findings Known;
  for (unsigned Review = 0;; ++Review) {
    DetectionResult Found =
        judge(*Filter, Rules, All, In.Symbols, Clock, Known);
    Result.Filtered.reset(); // before there is another one
    Expected<std::unique_ptr<FilterCollector>> Filtered =
        filter(In, All, Found.Decisions, Books);
    if (!Filtered)
      return Filtered.takeError();
    Result.Decisions = Found.Decisions;
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
