//===- JsonPieces.cpp - The objects of docs/report-json.md ----------------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "JsonPieces.h"
#include "llvm/ADT/STLExtras.h"
#include <array>
#include <cmath>

using namespace llvm;
using namespace ipoint::analysis;

namespace ipoint::output {

void JsonPieces::real(StringRef Key, double Value) {
  asWritten(Key, number(Value, Scale.digits(3)));
}

void JsonPieces::ticksOrNull(StringRef Key, std::optional<double> Ticks) {
  if (Ticks)
    real(Key, Scale(*Ticks));
  else
    Json.attribute(Key, nullptr);
}

void JsonPieces::known(StringRef Key, const std::optional<int64_t> &Value) {
  Json.attribute(Key, Value ? json::Value(*Value) : json::Value(nullptr));
}

void JsonPieces::histogram(const TimeModel &T) {
  Json.attributeBegin("histogram");
  Json.rawValue([&](raw_ostream &Out) {
    Out << '[';
    StringRef Separator;
    for (const HistogramBucket &B : T.Histogram) {
      Out << Separator << '[' << B.Low << ", " << B.High << ", " << B.Count
          << ", " << B.Excluded;
      StringRef Begin = ", [";
      for (auto [Class, Count] : B.ByClass) {
        Out << Begin << '[' << Class << ", " << Count << ']';
        Begin = ", ";
      }
      Out << (B.ByClass.empty() ? "]" : "]]");
      Separator = ", ";
    }
    Out << ']';
  });
  Json.attributeEnd();
}

void JsonPieces::shape(const std::optional<TimeModel> &T) {
  constexpr size_t Bins = 24;
  if (!T || T->Histogram.empty())
    return Json.attribute("shape", nullptr);
  // Buckets are wider than the times in them: those at the ends are cut.
  uint64_t Low = uint64_t(T->Raw.Min), High = uint64_t(T->Raw.Max);
  // Where a time is, of the way from Low to High; 0 has no logarithm.
  auto Log = [&](uint64_t Time) { return std::log1p(double(Time)); };
  double Width = (Log(High + 1) - Log(Low)) / Bins;
  std::array<double, Bins> Counts = {};
  for (const HistogramBucket &B : T->Histogram) {
    double From = (Log(std::max(B.Low, Low)) - Log(Low)) / Width,
           To = (Log(std::min(B.High, High) + 1) - Log(Low)) / Width;
    // A bucket that is wider than a bin is spread over the bins it covers.
    for (size_t Bin = std::min(size_t(From), Bins - 1);
         Bin < Bins && double(Bin) < To; ++Bin)
      Counts[Bin] +=
          double(B.Count) *
          (std::min(To, double(Bin + 1)) - std::max(From, double(Bin))) /
          (To - From);
  }
  double Most = *llvm::max_element(Counts);
  std::string Heights;
  for (double Count : Counts)
    Heights += (Heights.empty() ? "" : ", ") +
               std::to_string(std::llround(std::ceil(100 * Count / Most)));
  asWritten("shape", "{\"low\": " + std::to_string(Low) +
                         ", \"high\": " + std::to_string(High) +
                         ", \"heights\": [" + Heights + "]}");
}

void JsonPieces::time(StringRef Key, const std::optional<TimeModel> &T) {
  if (!T)
    return Json.attribute(Key, nullptr);
  Json.attributeObject(Key, [&] {
    figures("raw", T->Raw);
    figures("corrected", T->Corrected);
    figures("filtered", T->Filtered);
    figures("response", T->Response);
    if (T->OffCpu)
      Json.attributeObject("off_cpu", [&] {
        count("count", T->OffCpu->Count);
        real("total", Scale(T->OffCpu->Total));
        real("max", Scale(T->OffCpu->Max));
      });
    else
      Json.attribute("off_cpu", nullptr);
    if (T->Overload)
      Json.attributeObject("too_many_interrupts", [&] {
        real("each", T->Overload->Interrupts);
        real("share", T->Overload->Share);
      });
    else
      Json.attribute("too_many_interrupts", nullptr);
    Json.attribute("below_resolution", T->BelowResolution);
    if (Much != Detail::Index)
      histogram(*T);
    reconstructed(T->Reconstructed);
    if (Much != Detail::Index)
      maxAt(T->MaxAt);
    if (Much != Detail::Index && !T->Series.empty())
      series(*T);
  });
}

static StringRef stateName(FilterState State) {
  switch (State) {
  case FilterState::Off:
    return "off";
  case FilterState::Applied:
    return "applied";
  case FilterState::NothingToExclude:
    return "nothing to exclude";
  case FilterState::NotLinear:
    return "not linear";
  case FilterState::Refused:
    return "refused";
  case FilterState::NotTimed:
    return "not timed";
  case FilterState::TooFewVisits:
    return "too few visits";
  }
  return "off";
}

static StringRef statusName(FunctionStatus Status) {
  switch (Status) {
  case FunctionStatus::Run:
    return "run";
  case FunctionStatus::NeverRun:
    return "never run";
  case FunctionStatus::NotInstrumented:
    return "not instrumented";
  }
  return "run";
}

void JsonPieces::blockExcluded(const BlockModel &B) {
  Json.attributeObject("excluded", [&] {
    count("count", B.Excluded);
    list("values", B.ExcludedValues,
         [&](uint64_t Value) { Json.value(Value); });
    count("values_cut", B.Excluded - B.ExcludedValues.size());
  });
}

void JsonPieces::column(StringRef Key, unsigned Column) {
  Json.attribute(Key, Column ? json::Value(Column) : json::Value(nullptr));
}

/// \p File is that of the function.
void JsonPieces::place(StringRef Key, const BlockPlace &Place, StringRef File) {
  text(Key, Place.Name);
  if (Place.File != File)
    text((Key + "_file").str(), Place.File);
  count((Key + "_line").str(), Place.Line);
  column((Key + "_column").str(), Place.Column);
}

void JsonPieces::included(const std::optional<IncludedModel> &In) {
  if (!In)
    return Json.attribute("included", nullptr);
  Json.attributeObject("included", [&] {
    text("file", In->File);
    count("line", In->Line);
    column("column", In->Column);
    text("text", In->Text);
  });
}

void JsonPieces::block(const BlockModel &B) {
  Json.object([&] {
    text("name", B.Name);
    text("kind", B.Kind);
    count("line", B.Line);
    column("column", B.Column);
    count("end_line", B.EndLine);
    Json.attribute("macro", B.FromMacro);
    included(B.Included);
    Json.attribute("timed", B.Timed);
    Json.attribute("linear", B.Linear);
    count("visits", B.Visits);
    if (Much != Detail::Ran || B.Visits)
      blockFigures(B);
  });
}

void JsonPieces::blockFigures(const BlockModel &B) {
  time("time", B.Time);
  blockSampled(B);
  text("filter", stateName(B.Filter));
  textIfAny("filter_reason", B.FilterReason);
  textIfAny("filter_by", B.FilterBy);
  blockExcluded(B);
  structure(B);
  list("next", B.Next, [&](const NextBlock &N) { next(N); });
}

void JsonPieces::mark(const MarkModel &M) {
  Json.object([&] {
    text("name", M.Name);
    text("function", M.Function);
    text("file", M.File);
    text("block", M.Block);
    count("line", M.Line);
    count("count", M.Count);
    if (!M.Values)
      return Json.attribute("values", nullptr);
    Json.attributeObject("values", [&] {
      count("count", M.Values->Count);
      Json.attribute("min", M.Values->Min);
      real("mean", M.Values->Mean);
      Json.attribute("max", M.Values->Max);
    });
  });
}

/// A loop whose body has no ipoint was not counted.
void JsonPieces::loop(const LoopModel &L) {
  auto Counted = [&](StringRef Key, std::optional<uint64_t> Value) {
    Json.attribute(Key, L.Body && Value ? json::Value(*Value)
                                        : json::Value(nullptr));
  };
  Json.object([&] {
    text("name", L.Name);
    count("line", L.Line);
    count("end_line", L.EndLine);
    included(L.Included);
    textOrNull("head", L.Head);
    textOrNull("body", L.Body);
    Json.attribute("bound",
                   L.Bound ? json::Value(*L.Bound) : json::Value(nullptr));
    textOrNull("bound_from",
               L.Bound ? std::optional(L.BoundFrom) : std::nullopt);
    Counted("entered", L.Entered);
    Counted("iterations", L.Iterations);
    Counted("max_iterations", L.MaxIterations);
    figures("per_entry", L.PerEntry, TimeScale(Unit::Ticks, 1));
    time("iteration", L.Iteration);
    samplesOf(L.Sampled);
  });
}

void JsonPieces::rounds(const std::optional<RoundsModel> &R) {
  if (!R)
    return Json.attribute("rounds", nullptr);
  Json.attributeObject("rounds", [&] {
    count("behind", R->Behind);
    texts("blocks", R->Blocks);
    count("count", R->Count);
  });
}

/// Share is of all that were taken. What is not listed is only counted.
void JsonPieces::paths(const FunctionModel &F) {
  constexpr size_t Most = 100;
  size_t Listed =
      Much == Detail::All ? F.Paths.size() : std::min(F.Paths.size(), Most);
  uint64_t All = 0;
  for (const PathModel &P : F.Paths)
    All += P.Count;
  list("paths", ArrayRef(F.Paths).take_front(Listed), [&](const PathModel &P) {
    Json.object([&] {
      texts("blocks", P.Blocks);
      count("count", P.Count);
      asWritten("share", number(double(P.Count) / double(All), 6));
      rounds(P.Rounds);
      time("self", P.Self);
    });
  });
  count("paths_omitted", F.Paths.size() - Listed);
  longestCall("longest_call", F, F.Longest);
  longestCall("longest_inclusive_call", F, F.LongestInclusive);
}

/// Calls on paths that are not kept separately are in none.
void JsonPieces::calls(StringRef Key, ArrayRef<CallerModel> Some) {
  if (!Report.CallPaths)
    return Json.attribute(Key, nullptr);
  double All = 0;
  for (const CallerModel &C : Some)
    All += C.Inclusive;
  objects(Key, Some, [&](const CallerModel &C) {
    Json.attribute("function", C.Function ? json::Value(*C.Function)
                                          : json::Value(nullptr));
    count("calls", C.Calls);
    if (C.EstimatedFrom)
      count("estimated_from", *C.EstimatedFrom);
    count("timed_calls", C.Count);
    real("inclusive", Scale(C.Inclusive));
    asWritten("share", All > 0 ? number(C.Inclusive / All, 6) : "null");
  });
}

void JsonPieces::longestCall(const std::string &Key, const FunctionModel &F,
                             const LongestCall &Call) {
  objects(Key, Call.Paths, [&](const LongestPath &L) {
    texts("blocks", F.Paths[L.Path].Blocks);
    count("count", L.Times);
  });
  Json.attribute(Key + "_is_cut", Call.IsCut);
}

void JsonPieces::inferred(StringRef Key,
                          const std::optional<InferredModel> &I) {
  if (!I)
    return Json.attribute(Key, nullptr);
  Json.attributeObject(Key, [&] {
    count("count", I->Count);
    real("total", Scale(I->Total));
    real("min", Scale(I->Min));
    real("mean", Scale(I->Total / static_cast<double>(I->Count)));
    real("max", Scale(I->Max));
  });
}

void JsonPieces::functionMembers(const FunctionModel &F) {
  text("name", F.Name);
  text("file", F.File);
  count("line", F.Line);
  count("end_line", F.EndLine);
  text("page", F.Page);
  text("status", statusName(F.Status));
  textOrNull("reason", F.Reason);
  textIfAny("role", F.IsInterrupt ? "isr" : "");
  count("ipoints", F.Blocks.size());
  count("calls", F.Calls);
  if (F.IsCounted)
    Json.attribute("counted", true);
  if (Much != Detail::Ran || F.Status == FunctionStatus::Run)
    functionFigures(F);
}

void JsonPieces::functionFigures(const FunctionModel &F) {
  count("threads", F.Threads);
  count("inferred_exits", F.InferredExits);
  Json.attributeObject("inferred_inclusive", [&] {
    inferred("ended", F.InferredEnded);
    inferred("open", F.InferredOpen);
  });
  time("self", F.Self);
  time("inclusive", F.Inclusive);
  bestMeans(F);
  if (Much == Detail::Index)
    return shape(F.Self);
  list("blocks", F.Blocks, [&](const BlockModel &B) { block(B); });
  list("lines", F.Lines, [&](const LineModel &L) {
    Json.object([&] {
      count("line", L.Line);
      ticksOrNull("self", L.Self);
      asWritten("share", L.Share ? number(*L.Share, 6) : "null");
    });
  });
  list("loops", F.Loops, [&](const LoopModel &L) { loop(L); });
  calls("callers", F.Callers);
  calls("callees", F.Callees);
  if (!F.Paths.empty())
    paths(F);
}

void JsonPieces::function(const FunctionModel &F) {
  Json.object([&] {
    functionMembers(F);
    texts("source", F.Source);
  });
}

} // namespace ipoint::output
