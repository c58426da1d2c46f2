//===- JsonFigures.cpp - FIGURES of docs/report-json.md -------------------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "JsonPieces.h"
#include "llvm/ADT/STLExtras.h"

using namespace llvm;
using namespace ipoint::analysis;

namespace ipoint::output {

/// In the order of PercentileShares.
static constexpr const char *PercentileNames[] = {"p50", "p90", "p99", "p999",
                                                  "p9999"};

static std::string member(StringRef Name, StringRef Value) {
  return ("\"" + Name + "\": " + Value).str();
}

std::string JsonPieces::scaled(double Ticks, const TimeScale &Unit) {
  return number(Unit(Ticks), Unit.digits(3));
}

std::string JsonPieces::intervals(const Figures &F, const TimeScale &Unit) {
  std::string Result;
  for (auto [Name, I] : zip_equal(PercentileNames, F.PercentileIntervals)) {
    if (!Result.empty())
      Result += ", ";
    Result += member(Name, I ? "[" + scaled(I->Low, Unit) + ", " +
                                   scaled(I->High, Unit) + "]"
                             : "null");
  }
  return "{" + Result + "}";
}

std::string JsonPieces::uncertainty(const Uncertainty &U) const {
  return "{" + member("mean", scaled(U.Mean, Scale)) + ", " +
         member("total", scaled(U.Total, Scale)) + ", " +
         member("stddev", U.StdDev ? scaled(*U.StdDev, Scale) : "null") + ", " +
         member("single", scaled(U.Single, Scale)) + "}";
}

std::string JsonPieces::clipped(const std::optional<Clipping> &C) const {
  if (!C)
    return "null";
  std::string Result = "{" + member("values", std::to_string(C->Values));
  auto Add = [&](StringRef Name, std::optional<double> Below) {
    if (Below)
      Result += ", " + member(Name, scaled(*Below, Scale));
  };
  Add("min", C->Min);
  Add("mean", C->Mean);
  for (auto [Name, Below] : zip_equal(PercentileNames, C->Percentiles))
    Add(Name, Below);
  Add("max", C->Max);
  return Result + "}";
}

/// Which probe overhead was subtracted from all but the mean, as JSON.
static const char *overheadName(const Figures &F) {
  return F.AtMeanOverhead ? "\"mean\"" : "\"least\"";
}

void JsonPieces::figures(StringRef Key, const std::optional<Figures> &F) {
  figures(Key, F, Scale);
}

/// What the front page shows of them; what is not known is left out. All of it
/// is read before anything is drawn.
std::string JsonPieces::indexFigures(const Figures &F) const {
  std::string Line = member("count", std::to_string(F.Count));
  auto Add = [&](StringRef Name, std::optional<double> Value) {
    if (Value && F.Count)
      Line += "," + member(Name, scaled(*Value, Scale));
  };
  Add("total", F.Total);
  Add("mean", F.Mean);
  Add("p99", F.percentiles()[2]);
  Add("max", F.Max);
  if (F.Uncertainty)
    Line +=
        "," + member("overhead", overheadName(F)) + "," +
        member("uncertainty",
               "{" + member("mean", scaled(F.Uncertainty->Mean, Scale)) + "}");
  return "{" + Line + "}";
}

void JsonPieces::figures(StringRef Key, const std::optional<Figures> &F,
                         const TimeScale &Unit) {
  if (!F)
    return Json.attribute(Key, nullptr);
  if (Much == Detail::Index)
    return asWritten(Key, indexFigures(*F));
  // On one line, also in a document that is indented.
  std::string Line = member("count", std::to_string(F->Count));
  auto Add = [&](StringRef Name, std::optional<double> Value) {
    Line +=
        ", " + member(Name, Value && F->Count ? scaled(*Value, Unit) : "null");
  };
  Add("total", F->Total);
  Add("min", F->Min);
  Add("mean", F->Mean);
  Add("stddev", F->StdDev);
  for (auto [Name, Value] : zip_equal(PercentileNames, F->percentiles()))
    Add(Name, Value);
  Add("max", F->Max);
  Line += ", " + member("intervals", intervals(*F, Unit));
  if (F->EffectiveCount)
    Line += ", " + member("effective_count", number(*F->EffectiveCount, 1));
  if (F->Uncertainty)
    Line += ", " + member("overhead", overheadName(*F)) + ", " +
            member("uncertainty", uncertainty(*F->Uncertainty)) + ", " +
            member("clipped", clipped(F->Clipped));
  asWritten(Key, "{" + Line + "}");
}

void JsonPieces::maxAt(const std::optional<PlaceModel> &P) {
  if (!P)
    return Json.attribute("max_at", nullptr);
  Json.attributeObject("max_at", [&] {
    text("trace", P->Trace);
    count("pid", P->Pid);
    count("tid", P->Tid);
    Json.attribute("handler", P->IsHandler);
    real("since", Scale(P->Since));
    count("call", P->Call);
    textOrNull("mark", P->Mark);
    count("run", P->Run);
    textIfAny("thread", P->Thread);
    ticksOrNull("start", P->Start);
    real("end", Scale(P->End));
    Json.attribute("start_ticks", P->Start ? json::Value(uint64_t(*P->Start))
                                           : json::Value(nullptr));
    count("end_ticks", uint64_t(P->End));
    callWay(*P);
    markInterrupts(P->Interrupts);
  });
}

/// \p Of of each of \p Items, with commas between.
template <class Range, class Function>
static std::string columnOf(StringRef Name, const Range &Items, Function &&Of) {
  std::string Result;
  for (const auto &Item : Items) {
    Result += Result.empty() ? "" : ", ";
    Result += Of(Item);
  }
  return member(Name, "[" + Result + "]");
}

/// By column, which is shorter. On one line, also in a document that is
/// indented.
void JsonPieces::series(const TimeModel &T) {
  auto Number = [](uint64_t N) { return std::to_string(N); };
  using P = SeriesPoint;
  std::string Line =
      columnOf("bucket", T.Series,
               [&](const P &S) { return Number(S.Bucket); }) +
      ", " +
      columnOf("count", T.Series, [&](const P &S) { return Number(S.Count); }) +
      ", " +
      columnOf("sum", T.Series, [&](const P &S) { return number(S.Sum, 0); }) +
      ", " +
      columnOf("max", T.Series, [&](const P &S) { return Number(S.Max); });
  if (any_of(T.Series, [](const P &S) { return S.Excluded != 0; }))
    Line += ", " +
            columnOf("excluded", T.Series,
                     [&](const P &S) { return Number(S.Excluded); }) +
            ", " + columnOf("max_kept", T.Series, [&](const P &S) {
              return S.MaxKept ? Number(*S.MaxKept) : "null";
            });
  asWritten("series", "{" + Line + "}");
  std::string Marks;
  for (const RecordMarkModel &M : T.RecordMarks)
    Marks += (Marks.empty() ? "[" : ", [") + Number(M.Number) + ", " +
             Number(M.Ticks) + "]";
  asWritten("record_marks", "[" + Marks + "]");
}

void JsonPieces::seriesGrid() {
  if (!Report.Series)
    return Json.attribute("series", nullptr);
  Json.attributeObject("series", [&] {
    asWritten("width_ticks", number(Report.Series->Width, 0));
    real("width", Scale(Report.Series->Width));
    asWritten("buckets", [&] {
      std::string Line;
      for (const SeriesModel::Bucket &B : Report.Series->Buckets)
        Line += (Line.empty() ? "[" : ", [") + std::to_string(B.Run) + ", " +
                number(B.Start, 0) + "]";
      return "[" + Line + "]";
    }());
  });
}

/// On one line, also in a document that is indented.
void JsonPieces::callWay(const PlaceModel &P) {
  std::string Steps;
  for (const WayStep &S : P.Way) {
    Steps += (Steps.empty() ? "[" : ", [") + std::to_string(S.Function) + ", " +
             std::to_string(S.Times) + "]";
  }
  asWritten("call_path", "[" + Steps + "]");
  count("call_path_omitted", P.WayOmitted);
  count("call_path_omitted_behind", P.WayBehind);
}

void JsonPieces::markInterrupts(const MarkInterrupts &In) {
  Json.attributeObject("interrupts", [&] {
    real("off_cpu", Scale(In.OffCpu));
    real("in_handlers", Scale(In.InHandlers));
    real("in_kernel", Scale(In.InKernel));
    count("excluded", In.Excluded);
    real("added", Scale(In.Added));
    real("longest", Scale(In.Longest));
    Json.attribute("class",
                   In.Class ? json::Value(*In.Class) : json::Value(nullptr));
  });
}

void JsonPieces::next(const NextBlock &N) {
  Json.object([&] {
    text("block", N.Block);
    count("count", N.Count);
    if (!N.Raw)
      return Json.attribute("time", nullptr);
    Json.attributeObject("time", [&] {
      figures("raw", N.Raw);
      figures("corrected", N.Corrected);
    });
  });
}

} // namespace ipoint::output
