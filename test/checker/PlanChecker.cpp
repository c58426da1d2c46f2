//===- PlanChecker.cpp - What Clang's CFG says of an instrumented unit ----===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PlanChecker.h"
#include "Directives.h"
#include "PathGraph.h"
#include "frontend/Tokens.h"
#include "clang/AST/ASTContext.h"
#include "clang/Basic/SourceManager.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/Error.h"
#include <set>

using namespace clang;
using namespace llvm;
using namespace ipoint::database;

namespace ipoint::checker {

namespace {

/// Stands for "no ipoint yet" among ids.
constexpr uint32_t NoIpoint = 0;
/// Stands for whatever OpenMP lets run before a segment.
constexpr uint32_t Open = UINT32_MAX;

class FunctionChecker {
public:
  FunctionChecker(const PathGraph &G, const Unit &Planned, const UnitPlan &Plan,
                  uint32_t Function,
                  const std::set<std::pair<uint32_t, uint32_t>> &Transitions,
                  const SourceManager &SM, CheckResult &Result)
      : G(G), Planned(Planned), Plan(Plan), Function(Function),
        Transitions(Transitions), SM(SM), Result(Result),
        Latest(G.Segments.size()) {}

  void run() {
    Result.Blocks += G.Blocks;
    ++Result.Functions;
    findLatest();
    checkBoundaries();
    if (levelHere() >= Level::Blocks)
      checkBlocks();
    for (unsigned I = 0; I != G.Segments.size(); ++I) {
      if (G.Segments[I].Probe)
        checkTransitions(I);
      if (isBeginning(G.Segments[I]) && levelHere() >= Level::Blocks)
        checkPaths(regionFrom(I, isBeginning), idOf(G.Segments[I]));
    }
    countUnreachable();
  }

private:
  Level levelHere() const { return Planned.Functions[Function].L; }

  //===--- one-block, entry, exit -----------------------------------------===//

  /// The ipoints that can be the latest one where each segment begins.
  void findLatest() {
    SmallVector<unsigned, 32> Work = {G.First};
    Latest[G.First] = {NoIpoint};
    while (!Work.empty()) {
      unsigned I = Work.pop_back_val();
      const Segment &S = G.Segments[I];
      std::set<uint32_t> Out =
          isBeginning(S) ? std::set<uint32_t>{idOf(S)} : Latest[I];
      for (unsigned Next : S.Next) {
        size_t Before = Latest[Next].size();
        Latest[Next].insert(Out.begin(), Out.end());
        if (Latest[Next].size() != Before)
          Work.push_back(Next);
      }
    }
  }

  void checkBoundaries() {
    for (const auto &[S, Ipoints] : zip_equal(G.Segments, Latest)) {
      bool IsEntry = S.Probe && kindOf(*S.Probe) == Kind::Entry;
      if (Ipoints.contains(NoIpoint) && !IsEntry && (S.Probe || S.HasCode))
        add(S, "entry", "reached before any entry ipoint");
      if (!S.Leaves)
        continue;
      std::set<uint32_t> Last =
          isBeginning(S) ? std::set<uint32_t>{idOf(S)} : Ipoints;
      for (uint32_t Id : Last)
        if (Id == NoIpoint || kindOf(Id) != Kind::Exit)
          addOrExcept(S, {Id}, "exit",
                      "the function ends in the block of " + describe(Id));
    }
  }

  void checkBlocks() {
    for (const auto &[S, Ipoints] : zip_equal(G.Segments, Latest))
      if (!isBeginning(S) && S.HasCode && Ipoints.size() > 1)
        addOrExcept(S, Ipoints, "one-block",
                    "lies in the blocks of " + list(Ipoints));
  }

  //===--- transitions, one-path, no-cycle --------------------------------===//

  /// Whether \p S begins a block.
  static bool isBeginning(const Segment &S) { return S.Probe || S.IsOpen; }

  static bool isIpoint(const Segment &S) { return S.Probe.has_value(); }

  static uint32_t idOf(const Segment &S) { return S.Probe.value_or(Open); }

  /// What can be reached from a segment without another one that IsEnd, in
  /// order of discovery, the segment itself first.
  struct Region {
    std::vector<unsigned> Inside;
    SmallVector<unsigned, 4> Ends;
  };

  Region regionFrom(unsigned Start,
                    function_ref<bool(const Segment &)> IsEnd) const {
    Region R;
    R.Inside = {Start};
    DenseSet<unsigned> Seen;
    for (size_t I = 0; I != R.Inside.size(); ++I) // grows meanwhile
      for (unsigned Next : G.Segments[R.Inside[I]].Next) {
        if (!Seen.insert(Next).second)
          continue;
        if (IsEnd(G.Segments[Next]))
          R.Ends.push_back(Next);
        else
          R.Inside.push_back(Next);
      }
    return R;
  }

  void checkTransitions(unsigned Start) {
    Region R = regionFrom(Start, isIpoint);
    uint32_t Id = *G.Segments[Start].Probe;
    unsigned Allowed = 0;
    for (unsigned End : R.Ends) {
      uint32_t Next = *G.Segments[End].Probe;
      if (Transitions.contains({Id - Planned.First, Next - Planned.First}))
        ++Allowed;
      else
        add(G.Segments[Start], "transition",
            "the plan has none from " + describe(Id) + " to " + describe(Next));
    }
    auto Begin = Transitions.lower_bound({Id - Planned.First, 0});
    auto End = Transitions.lower_bound({Id - Planned.First + 1, 0});
    unsigned Held = std::distance(Begin, End);
    Result.Transitions += Held;
    Result.Surplus += Held - Allowed;
  }

  /// Two paths that part must not meet again: where they do, more than one step
  /// leads to a segment.
  void checkPaths(const Region &R, uint32_t Id) {
    DenseMap<unsigned, SmallVector<unsigned, 2>> Before;
    for (unsigned From : R.Inside)
      for (unsigned To : G.Segments[From].Next)
        Before[To].push_back(From);
    DenseSet<unsigned> Reported;
    auto CheckMeeting = [&](unsigned Meeting) {
      if (Before[Meeting].size() > 1)
        checkPartings(R, Id, Meeting, Before, Reported);
    };
    for (unsigned I : ArrayRef(R.Inside).drop_front())
      if (leadsToIpoint(I))
        CheckMeeting(I);
    for (unsigned I : R.Ends)
      CheckMeeting(I);
  }

  using Predecessors = DenseMap<unsigned, SmallVector<unsigned, 2>>;

  void checkPartings(const Region &R, uint32_t Id, unsigned Meeting,
                     Predecessors &Before, DenseSet<unsigned> &Reported) {
    DenseSet<unsigned> Leading; // to the meeting, by one step or more
    SmallVector<unsigned, 8> Work = {Meeting};
    while (!Work.empty()) {
      unsigned I = Work.pop_back_val();
      // What lies behind an ipoint belongs to another region.
      if (isBeginning(G.Segments[I]) && I != Meeting)
        continue;
      for (unsigned From : Before[I])
        if (Leading.insert(From).second)
          Work.push_back(From);
    }
    if (Leading.contains(Meeting) && !isBeginning(G.Segments[Meeting]) &&
        Reported.insert(Meeting).second)
      addOrExcept(
          G.Segments[Meeting], {Id}, "no-cycle",
          "can be reached again from itself without an ipoint, behind " +
              describe(Id));
    for (unsigned From : R.Inside) {
      const Segment &S = G.Segments[From];
      unsigned Ways = count_if(S.Next, [&](unsigned Next) {
        return Next == Meeting ||
               (Leading.contains(Next) && !isBeginning(G.Segments[Next]));
      });
      bool IsExempt = S.EndsInDecision &&
                      (levelHere() < Level::Decisions || S.IsWithoutDecisions);
      if (Ways > 1 && !IsExempt && Reported.insert(From).second)
        addOrExcept(G.Segments[Meeting], {Id}, "one-path",
                    "more than one path leads here from " + describe(Id));
    }
  }

  /// Whether a record can follow. Paths that only lead to an abort make no
  /// difference to any time.
  bool leadsToIpoint(unsigned Start) const {
    DenseSet<unsigned> Seen = {Start};
    SmallVector<unsigned, 8> Work = {Start};
    while (!Work.empty()) {
      const Segment &S = G.Segments[Work.pop_back_val()];
      if (isBeginning(S) || S.Leaves)
        return true;
      for (unsigned Next : S.Next)
        if (Seen.insert(Next).second)
          Work.push_back(Next);
    }
    return false;
  }

  //===--- words ----------------------------------------------------------===//

  void countUnreachable() {
    DenseSet<uint32_t> Reached;
    for (const Segment &S : G.Segments)
      if (S.Probe)
        Reached.insert(*S.Probe);
    for (const auto &[Index, P] : enumerate(Planned.Ipoints))
      if (P.Function == Function && !Reached.contains(Planned.First + Index))
        ++Result.Unreachable;
  }

  std::optional<Kind> kindOf(uint32_t Id) const {
    uint32_t Index = Id - Planned.First;
    if (Index >= Planned.count() || Planned.Ipoints[Index].Function != Function)
      return std::nullopt;
    return Planned.Ipoints[Index].K;
  }

  std::string describe(uint32_t Id) const {
    if (Id == NoIpoint)
      return "no ipoint";
    if (Id == Open)
      return "what a directive leaves open";
    if (!kindOf(Id))
      return std::to_string(Id) + " (not of this function)";
    const Ipoint &P = Planned.Ipoints[Id - Planned.First];
    return std::to_string(Id) + " (" + P.Name + ", line " +
           std::to_string(P.Line) + ")";
  }

  std::string list(const std::set<uint32_t> &Ids) const {
    std::string Text;
    for (uint32_t Id : Ids)
      Text += (Text.empty() ? "" : ", ") + describe(Id);
    return Text;
  }

  bool liesWithoutProbe(const FunctionPlan &Of,
                        const std::set<uint32_t> &Ids) const {
    return any_of(Of.WithoutProbe, [&](const PlannedPlace &Place) {
      return all_of(Ids, [&](uint32_t Id) {
        return is_contained(Place.Ipoints, Id - Planned.First - Of.First);
      });
    });
  }

  /// Excepts a breach in the blocks of \p Ids where one place without a probe
  /// lies in all of them.
  void addOrExcept(const Segment &S, const std::set<uint32_t> &Ids,
                   StringRef Rule, std::string What) {
    bool IsKnown = Function < Plan.Functions.size() &&
                   liesWithoutProbe(Plan.Functions[Function], Ids);
    if (IsKnown)
      ++Result.Excepted;
    else
      add(S, Rule, std::move(What));
  }

  void add(const Segment &S, StringRef Rule, std::string What) {
    std::string Place = "?";
    if (S.FirstCode.isValid()) {
      PresumedLoc Loc = SM.getPresumedLoc(SM.getExpansionLoc(S.FirstCode));
      Place =
          std::string(Loc.getFilename()) + ":" + std::to_string(Loc.getLine());
    } else if (S.Probe && kindOf(*S.Probe)) {
      const Ipoint &P = Planned.Ipoints[*S.Probe - Planned.First];
      Place = Planned.Files[Planned.Functions[Function].File].Path + ":" +
              std::to_string(P.Line);
    }
    Result.Violations.push_back(
        {Place, Planned.Functions[Function].Name, Rule.str(), std::move(What)});
  }

  const PathGraph &G;
  const Unit &Planned;
  const UnitPlan &Plan;
  uint32_t Function;
  const std::set<std::pair<uint32_t, uint32_t>> &Transitions;
  const SourceManager &SM;
  CheckResult &Result;
  std::vector<std::set<uint32_t>> Latest;
};

class UnitChecker {
public:
  UnitChecker(const Unit &Planned, const UnitPlan &Plan, Parsed &P)
      : Planned(Planned), Plan(Plan), P(P), SM(P.Context.getSourceManager()),
        Occurrences(Planned.count()) {
    for (const Transition &T : Planned.Transitions)
      Transitions.insert({T.Source, T.Target});
  }

  CheckResult run() {
    for (Decl *D : P.Context.getTranslationUnitDecl()->decls())
      if (auto *FD = dyn_cast<FunctionDecl>(D))
        if (FD->doesThisDeclarationHaveABody())
          addFunction(FD);
    for (const auto &[P, Count] : zip_equal(Planned.Ipoints, Occurrences))
      if (Count != 1)
        add(P.Function, "missing",
            "its ipoint " + P.Name + " of line " + std::to_string(P.Line) +
                " is in the text " + std::to_string(Count) + " times");
    return std::move(Result);
  }

private:
  void addFunction(FunctionDecl *FD) {
    std::optional<uint32_t> Function = countProbes(FD->getBody());
    if (!Function)
      return;
    unsigned Begin = SM.getFileOffset(SM.getExpansionLoc(FD->getBeginLoc()));
    unsigned End = SM.getFileOffset(SM.getExpansionLoc(FD->getEndLoc()));
    for (const ParseError &E : P.Errors)
      if (E.Offset >= Begin && E.Offset <= End)
        return add(*Function, "text", "does not parse: " + E.Message);
    std::optional<PathGraph> Graph = buildPathGraph(FD);
    if (!Graph)
      return add(*Function, "text", "Clang makes no CFG of it");
    FunctionChecker(*Graph, Planned, Plan, *Function, Transitions, SM, Result)
        .run();
  }

  /// \returns the function to which the probes in \p S belong.
  std::optional<uint32_t> countProbes(const Stmt *S) {
    std::optional<uint32_t> Function;
    if (std::optional<uint32_t> Id = probeId(S);
        Id && *Id - Planned.First < Planned.count()) {
      ++Occurrences[*Id - Planned.First];
      Function = Planned.Ipoints[*Id - Planned.First].Function;
    }
    for (const Stmt *Part : partsOf(S))
      if (std::optional<uint32_t> Found = countProbes(Part))
        Function = Found;
    return Function;
  }

  void add(uint32_t Function, StringRef Rule, std::string What) {
    const database::Function &F = Planned.Functions[Function];
    Result.Violations.push_back(
        {Planned.Files[F.File].Path + ":" + std::to_string(F.Line), F.Name,
         Rule.str(), std::move(What)});
  }

  const Unit &Planned;
  const UnitPlan &Plan;
  Parsed &P;
  const SourceManager &SM;
  std::set<std::pair<uint32_t, uint32_t>> Transitions;
  std::vector<unsigned> Occurrences;
  CheckResult Result;
};

} // namespace

Expected<CheckResult> checkPlan(const Source &Instrumented, const Unit &Planned,
                                const UnitPlan &Plan) {
  CheckResult Result;
  std::optional<std::string> NotParsed = parseText(
      Instrumented, digestOf(Instrumented.Text).ForClang,
      [&](Parsed &P) { Result = UnitChecker(Planned, Plan, P).run(); });
  if (NotParsed)
    return createStringError(
        inconvertibleErrorCode(),
        Instrumented.Path +
            ": cannot parse the instrumented text: " + *NotParsed);
  return Result;
}

} // namespace ipoint::checker
