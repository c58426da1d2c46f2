//===- Judge.cpp - What budgets are of, and whether they were met ---------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Judge.h"
#include "Budget.h"
#include "interrupts/exclude/Filter.h"
#include "support/Errors.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Path.h"
#include <set>

using namespace llvm;
using namespace ipoint::analysis;

namespace ipoint::budget {

Error checkPatterns(const Budget &B) {
  return analysis::checkPatterns(
      {StringRef(B.Files), B.Functions, B.Blocks, B.Loops, B.Marks});
}

namespace {

/// Finds what a budget's patterns match.
class Finder {
public:
  Finder(const Budget &B, const ReportModel &Report)
      : B(B), Report(Report), File(globOf(B.Files)),
        Function(globOf(B.Functions)), Block(globOf(B.Blocks)),
        Loop(globOf(B.Loops)), Mark(globOf(B.Marks)) {}

  std::vector<Subject> find() {
    if (!all_of(B.CallPath, [&](StringRef Name) { return isKnown(Name); }))
      return {};
    for (size_t I = 0; I < Report.Functions.size(); ++I) {
      const FunctionModel &F = Report.Functions[I];
      if (!File.match(F.File) || !isFunction(F))
        continue;
      if (!B.Path.empty())
        addPath(F, I);
      else if (!B.Blocks.empty())
        addBlocks(F, I);
      else if (!B.Loops.empty())
        addLoops(F, I);
      else if (!B.Marks.empty())
        addMarks(F, I);
      else
        add(I, nullptr, nullptr,
            B.CallPath.empty() ? F.Name : join(B.CallPath, " > "), F.Line);
    }
    return std::move(Result);
  }

private:
  bool isKnown(StringRef Name) const {
    return any_of(Report.Functions,
                  [&](const FunctionModel &F) { return F.Name == Name; });
  }
  /// A call path is of the function that it ends with.
  bool isFunction(const FunctionModel &F) const {
    return B.CallPath.empty() ? Function.match(F.Name)
                              : F.Name == B.CallPath.back();
  }

  void add(size_t F, const BlockModel *Of, const LoopModel *In,
           std::string Name, unsigned Line) {
    Result.push_back({F, Of, In, nullptr, std::move(Name), Line});
  }

  void addBlocks(const FunctionModel &F, size_t I) {
    for (const BlockModel &In : F.Blocks)
      if (Block.match(In.Name))
        add(I, &In, nullptr, F.Name + "/" + In.Name, In.Line);
  }

  void addLoops(const FunctionModel &F, size_t I) {
    for (const LoopModel &In : F.Loops)
      if (Loop.match(In.Name))
        add(I, nullptr, &In, F.Name + "/" + In.Name, In.Line);
  }

  /// The block that a mark begins.
  void addMarks(const FunctionModel &F, size_t I) {
    for (const MarkModel &M : Report.Marks) {
      if (M.Function != F.Name || M.File != F.File || !Mark.match(M.Name))
        continue;
      for (const BlockModel &In : F.Blocks)
        if (In.Name == M.Block)
          add(I, &In, nullptr, "mark " + M.Name + " (" + F.Name + ")", In.Line);
    }
  }

  /// A path that was not taken may be one all the same, if it has blocks.
  void addPath(const FunctionModel &F, size_t I) {
    auto Exists = [&](StringRef Name) {
      return any_of(F.Blocks,
                    [&](const BlockModel &In) { return In.Name == Name; });
    };
    if (!all_of(B.Path, Exists))
      return;
    add(I, nullptr, nullptr, F.Name + ": " + join(B.Path, " > "), F.Line);
    for (const PathModel &P : F.Paths)
      if (P.Blocks == B.Path)
        Result.back().Path = &P;
  }

  const Budget &B;
  const ReportModel &Report;
  GlobPattern File, Function, Block, Loop, Mark;
  std::vector<Subject> Result;
};

} // namespace

std::vector<Subject> subjectsOf(const Budget &B, const ReportModel &Report) {
  return Finder(B, Report).find();
}

bool Budget::needsCallPaths() const {
  return Most.kind() == BudgetKind::Share && Blocks.empty() && Marks.empty() &&
         (!IsSelf || !CallPath.empty());
}

static BudgetVerdict judgeOne(const Budget &B, const Subject &S,
                              const ReportModel &Report,
                              const Estimates &Known = {}) {
  BudgetVerdict V;
  V.Name = B.Name;
  V.From = B.From;
  V.Subject = S.Name;
  V.Measure = measureName(B, S);
  V.Times = timesName(B, S);
  V.ByMark = B.Most.kind() == BudgetKind::Time &&
             B.By.K != Figure::Kind::Percentile && B.By.K != Figure::Kind::Tail;
  V.Kind = B.Most.kind();
  V.Unit = B.Most.Unit;
  V.Function = S.Function;
  V.Block = S.Block ? S.Block->Name : "";
  V.File = Report.Functions[S.Function].File;
  V.Line = S.Line;
  const std::optional<IncludedModel> None;
  if (const auto &In = S.Block  ? S.Block->Included
                       : S.Loop ? S.Loop->Included
                                : None) {
    V.File = In->File;
    V.Line = In->Line;
  }
  V.Limit = B.Most.inModel(static_cast<double>(Report.Clock.RateHz));
  Measured M = measure(B, S, Report, Known);
  V.Observed = M.Value;
  V.At = std::move(M.At);
  if (V.At && V.At->Interrupts.Excluded)
    V.Interrupts = V.At->Interrupts.Added;
  V.Reason = std::move(M.Reason);
  if (M.Value) {
    V.State = *M.Value <= V.Limit ? BudgetState::Kept : BudgetState::Broken;
  } else if (M.AtMost && *M.AtMost <= V.Limit) {
    // Whatever the figure is, it is no more than that.
    V.State = BudgetState::Kept;
    V.Observed = M.AtMost;
    V.Reason += ", but not even the largest is longer";
  }
  return V;
}

std::vector<BudgetVerdict> judge(const Budget &B, const ReportModel &Report,
                                 const Estimates &Known) {
  std::vector<BudgetVerdict> Result;
  for (const Subject &S : subjectsOf(B, Report))
    Result.push_back(judgeOne(B, S, Report, Known));
  return Result;
}

/// What \p M stands in: the function, or the block if \p IsOfBlock.
static Subject subjectOf(const BudgetMarker &M, bool IsOfBlock,
                         const ReportModel &Report) {
  const FunctionModel &F = Report.Functions[M.Function];
  Subject S{M.Function, nullptr, nullptr, nullptr, F.Name, F.Line};
  if (!IsOfBlock)
    return S;
  S.Name += ":" + std::to_string(M.Line);
  S.Line = M.Line;
  for (const BlockModel &In : F.Blocks)
    if (In.Name == M.Block) {
      S.Block = &In;
      S.Name = F.Name + "/" + In.Name;
      S.Line = In.Line;
    }
  for (const MarkModel &In : Report.Marks)
    if (S.Block && In.Function == F.Name && In.File == F.File &&
        In.Block == M.Block)
      S.Name = "mark " + In.Name + " (" + F.Name + ")";
  return S;
}

/// Calls \p Add with each budget that can be read, and each thing it is for.
static void
forEachSubject(ArrayRef<Budget> Budgets, const ReportModel &Report,
               function_ref<void(const Budget &, const Subject &)> Add) {
  for (const Budget &B : Budgets)
    for (const Subject &S : subjectsOf(B, Report))
      Add(B, S);
  for (const BudgetMarker &M : Report.BudgetMarkers)
    if (Expected<SourceBudget> B = parseMarker(M.Text))
      Add(B->Of, subjectOf(M, B->IsOfBlock, Report));
    else
      consumeError(B.takeError()); // judgeMarker() reports it
}

std::vector<TailOf> tailsOf(ArrayRef<Budget> Budgets,
                            const ReportModel &Report) {
  std::set<TailOf> Result;
  forEachSubject(Budgets, Report, [&](const Budget &B, const Subject &S) {
    if (std::optional<TailOf> T = tailOf(B, S, Report))
      Result.insert(*T);
  });
  return {Result.begin(), Result.end()};
}

std::vector<size_t> estimatesOf(ArrayRef<Budget> Budgets,
                                const ReportModel &Report) {
  std::set<size_t> Result;
  forEachSubject(Budgets, Report, [&](const Budget &B, const Subject &S) {
    if (B.By.K == Figure::Kind::Worst &&
        Report.Functions[S.Function].Status == FunctionStatus::Run)
      Result.insert(S.Function);
  });
  return {Result.begin(), Result.end()};
}

Expected<BudgetVerdict> judgeMarker(const BudgetMarker &M,
                                    const ReportModel &Report,
                                    const Estimates &Known) {
  const FunctionModel &F = Report.Functions[M.Function];
  Expected<SourceBudget> B = parseMarker(M.Text);
  if (!B) {
    SmallString<256> Path(Report.Root);
    sys::path::append(Path, F.File);
    return plainError(
        (sys::path::is_absolute(F.File) ? StringRef(F.File) : Path.str()) +
        ":" + Twine(M.Line) + ": IPOINT_BUDGET(\"" + M.Text +
        "\"): " + toString(B.takeError()));
  }
  B->Of.From = F.File + ": line " + std::to_string(M.Line);
  Subject S = subjectOf(M, B->IsOfBlock, Report);
  BudgetVerdict V = judgeOne(B->Of, S, Report, Known);
  if (!B->IsOfBlock || S.Block)
    return V;
  V.Times = "block";
  if (F.Status != FunctionStatus::Run)
    return V;
  V.State = BudgetState::NotJudged;
  V.Observed.reset();
  V.At.reset();
  V.Reason = "it stands in more than one block at the function's level";
  return V;
}

std::vector<BudgetVerdict> judgeBounds(const ReportModel &Report) {
  std::vector<BudgetVerdict> Result;
  for (size_t I = 0; I < Report.Functions.size(); ++I)
    for (const LoopModel &L : Report.Functions[I].Loops) {
      if (!L.Bound)
        continue;
      Budget B;
      B.Name = "loop bound";
      B.From = L.BoundFrom;
      B.Most = {LimitUnit::Iterations, static_cast<double>(*L.Bound)};
      Result.push_back(
          judgeOne(B,
                   {I, nullptr, &L, nullptr,
                    Report.Functions[I].Name + "/" + L.Name, L.Line},
                   Report));
      Result.back().IsBound = true;
    }
  return Result;
}

namespace {

/// What stands in front of the limit.
struct Words {
  std::string Whose, Figure; ///< empty: not given

  Error take(StringRef Word) {
    if (Word == "inclusive" || Word == "self" || Word == "block")
      return keep(Whose, Word);
    Expected<budget::Figure> F = parseFigure(Word);
    if (F)
      return keep(Figure, Word);
    if (Word.starts_with("tail"))
      return F.takeError();
    consumeError(F.takeError());
    return plainError(
        "'" + Word +
        "' is not known; in front of <= are inclusive, self or "
        "block, and raw, filtered, response, p50, p90, p99, p99.9, "
        "p99.99 or tail 1e-6");
  }

private:
  static Error keep(std::string &In, StringRef Word) {
    if (!In.empty())
      return plainError("'" + In + "' and '" + Word + "' exclude each other");
    In = Word.str();
    return Error::success();
  }
};

} // namespace

Expected<SourceBudget> parseMarker(StringRef Text) {
  StringRef Before, Most = Text;
  if (Text.contains("<="))
    std::tie(Before, Most) = Text.split("<=");
  SmallVector<StringRef, 4> Parts;
  SplitString(Before, Parts);
  Words W;
  for (size_t I = 0; I < Parts.size(); ++I) {
    std::string Word = Parts[I].str();
    if (Word == "tail" && I + 1 < Parts.size()) // a figure of two words
      Word += " " + Parts[++I].str();
    if (Error E = W.take(Word))
      return E;
  }
  Expected<Limit> L = parseLimit(Most.trim());
  if (!L)
    return L.takeError();
  if (L->kind() == BudgetKind::Iterations)
    return plainError("iterations are limited by IPOINT_LOOP_BOUND");
  bool IsShare = L->kind() == BudgetKind::Share;
  if (IsShare && !W.Figure.empty())
    return plainError("'" + W.Figure +
                      "' is for times: a share is of all visits");
  if (IsShare && L->Value > 100)
    return plainError("'" + Most.trim() + "' is more than all of the time");
  SourceBudget Result;
  Result.IsOfBlock = W.Whose == "block";
  Result.Of.Most = *L;
  if (!W.Figure.empty())
    Result.Of.By = cantFail(parseFigure(W.Figure));
  // Shares of a program add up to one without callees only.
  Result.Of.IsSelf = W.Whose.empty() ? IsShare : W.Whose != "inclusive";
  return Result;
}

} // namespace ipoint::budget
