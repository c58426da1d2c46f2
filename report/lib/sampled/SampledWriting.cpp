//===- SampledWriting.cpp - Times by samples put into a report ------------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SampledTimes.h"
#include "model/ModelBuilder.h"
#include "llvm/ADT/STLExtras.h"

using namespace llvm;
using namespace ipoint::analysis;

namespace ipoint::sampled {

Nesting::Nesting(const ReportModel &Report)
    : Within(Report.Functions.size()), Calls(Report.Functions.size()),
      Recursive(Report.Functions.size()) {
  if (Report.Totals.Counted)
    nestCalls(Report);
  else if (Report.CallPaths)
    nestPaths(Report);
}

void Nesting::nestPaths(const ReportModel &Report) {
  ArrayRef<CallPathModel> Paths = Report.CallPaths->Paths;
  std::vector<double> Times(Report.Functions.size());
  for (const CallPathModel &P : Paths)
    if (P.Function) {
      Calls[*P.Function] += static_cast<double>(P.Calls);
      Times[*P.Function] += P.Self.best();
    }
  for (const CallPathModel &P : Paths) {
    if (!P.Function || P.Calls == 0)
      continue;
    const std::optional<TimeModel> &Self = Report.Functions[*P.Function].Self;
    double Share = Self && !Self->BelowResolution && Times[*P.Function] > 0
                       ? P.Self.best() / Times[*P.Function]
                       : static_cast<double>(P.Calls) / Calls[*P.Function];
    // Of a recursion each call counts what lies in it.
    for (const CallPathModel *Above = &P; Above;
         Above = Above->Parent ? &Paths[*Above->Parent] : nullptr)
      if (Above->Function)
        Within[*Above->Function][*P.Function] += Share;
  }
}

void Nesting::nestCalls(const ReportModel &Report) {
  const size_t Count = Report.Functions.size();
  std::vector<std::vector<std::pair<uint32_t, double>>> Callees(Count);
  for (auto [I, F] : enumerate(Report.Functions)) {
    uint64_t Known = 0;
    for (const CallerModel &C : F.Callers)
      Known += C.Function && !C.EstimatedFrom ? C.Calls : 0;
    // Nothing calls main, in C.
    bool IsKnown = F.Calls != 0 && (Known == F.Calls || F.Name == "main");
    Calls[I] = IsKnown ? static_cast<double>(F.Calls) : 0;
    for (const CallerModel &C : F.Callers)
      if (IsKnown && C.Function)
        Callees[*C.Function].push_back(
            {static_cast<uint32_t>(I),
             static_cast<double>(C.Calls) / static_cast<double>(F.Calls)});
  }
  // Callees first; what is met again while it is open calls itself.
  enum class Visit : uint8_t { No, Open, Done };
  std::vector<Visit> Visits(Count);
  constexpr size_t MostEntries = size_t(1) << 23;
  size_t Entries = 0;
  struct Step {
    uint32_t Function;
    size_t Next = 0;
  };
  std::vector<Step> Stack;
  for (uint32_t Root = 0; Root < Count; ++Root) {
    if (Visits[Root] == Visit::No)
      Stack.push_back({Root});
    while (!Stack.empty()) {
      auto &[F, Next] = Stack.back();
      Visits[F] = Visit::Open;
      if (Next < Callees[F].size()) {
        uint32_t Callee = Callees[F][Next++].first;
        if (Visits[Callee] == Visit::No)
          Stack.push_back({Callee});
        else if (Visits[Callee] == Visit::Open)
          for (const Step &S : reverse(Stack)) {
            Recursive[S.Function] = true;
            if (S.Function == Callee)
              break;
          }
        continue;
      }
      Visits[F] = Visit::Done;
      Within[F][F] = 1;
      for (auto [Callee, Share] : Callees[F]) {
        Recursive[F] = Recursive[F] || Recursive[Callee];
        if (Recursive[F])
          break;
        for (auto [Inner, Part] : Within[Callee])
          Within[F][Inner] += Share * Part;
      }
      // Bounds the memory; real programs stay far below.
      if ((Entries += Within[F].size()) > MostEntries) {
        Calls.assign(Count, 0);
        return;
      }
      Stack.pop_back();
    }
  }
}

std::string whyNotWhole(const ReportModel &Report) {
  const LostModel &L = Report.Lost;
  if (L.Records || L.Overwritten || !L.Damage.empty() ||
      L.Account.UnknownRecords)
    return "records are missing";
  // Between windows all is counted, or has its records.
  if (L.Account.Requested || !L.Ended.empty())
    return "the program was recorded in part";
  return "";
}

bool Writing::pathsKnown() const {
  constexpr double MostUnknown = 0.01; // of the time
  double Unknown = 0;
  for (auto [I, F] : enumerate(Report.Functions)) {
    auto All = static_cast<double>(F.Calls);
    if (F.Sampled && Calls.calls(static_cast<uint32_t>(I)) < All)
      Unknown +=
          F.Sampled->Share * (1 - Calls.calls(static_cast<uint32_t>(I)) / All);
  }
  return Unknown <= MostUnknown;
}

std::optional<SampledMean> Writing::inclusive(uint32_t Function) const {
  Contrast C;
  for (auto [Inner, Share] : Calls.within(Function))
    for (uint32_t Column : Carried[Inner])
      C.push_back({Column, Share});
  sort(C);
  return Times.perCall(Times.time(C), Function);
}

/// How many times as many samples make \p Wanted of the time known, of
/// functions given by what each needs and its share: an interval's width is
/// inverse to the square root of their number.
static double samplesFor(std::vector<std::pair<double, double>> Needs,
                         double Wanted) {
  sort(Needs);
  double Known = 0;
  for (auto [Factor, Share] : Needs) {
    Known += Share;
    if (Known >= Wanted)
      return std::max(Factor, 1.0);
  }
  return 1;
}

void Writing::functions() {
  SamplingModel &Out = *Report.Sampling;
  std::vector<std::pair<double, double>> Needs;
  for (auto [I, F] : enumerate(Report.Functions)) {
    auto Index = static_cast<uint32_t>(I);
    if (F.Calls == 0)
      continue;
    TimeEstimate T = Times.time(Selves[I]);
    FunctionSamples &S = F.Sampled.emplace();
    static_cast<SampledShare &>(S) = shareOf(T);
    Out.InFunctions += S.Share;
    // Its samples may be those of functions that it was inlined into: how few
    // it has bounds nothing.
    const bool MayBeInlined = Out.OnlySymbols && S.ShareRange.Low <= 0;
    // Without CPU time in user space the clock of it was too coarse.
    if (!Whole || MayBeInlined || T.Range.High <= 0 || Times.calls(Index) <= 0)
      continue;
    S.Self = Times.perCall(T, Index);
    double Width = S.Self->reach() / (SamplingModel::KnownTo * S.Self->Mean);
    if (S.Self->Mean > 0 && Width <= 1)
      Out.InFunctionsKnown += S.Share;
    if (S.Self->Mean > 0)
      Needs.push_back({Width * Width, S.Share});
    // What probes did to a mean that is less well known cannot be said.
    if (std::optional<SampledMean> Direct = directMean(F.Self);
        Direct && Direct->isRoughlyKnown() && S.Self->isRoughlyKnown())
      S.DirectError = Direct->Mean / S.Self->Mean - 1;
  }
  Out.MoreSamples = samplesFor(std::move(Needs),
                               SamplingModel::WantedKnown * Out.InFunctions);
  const bool AreKnown = Whole && pathsKnown();
  for (auto [I, F] : enumerate(Report.Functions)) {
    if (!F.Sampled || !F.Sampled->Self)
      continue;
    if (AreKnown && Calls.isNested(static_cast<uint32_t>(I)))
      F.Sampled->Inclusive = inclusive(static_cast<uint32_t>(I));
    else if (none_of(F.Blocks, [](const BlockModel &B) { return B.Calls; }))
      F.Sampled->Inclusive = F.Sampled->Self; // it calls nothing
  }
}

void Writing::others() {
  SamplingModel &Out = *Report.Sampling;
  auto Add = [&](const Target &T, const TimeEstimate &E) {
    if (E.Ticks <= 0)
      return;
    Out.Others.push_back({shareOf(E), T.What, T.Name, T.File});
    if (T.What == OtherTime::Kind::NotInDatabase)
      Out.NotJoined += Out.Others.back().Share;
  };
  std::vector<Contrast> ByTarget(Names.targets().size());
  for (auto [I, C] : enumerate(Names.columns()))
    ByTarget[C.Target].push_back({static_cast<uint32_t>(I), 1});
  for (auto [T, C] : zip_equal(Names.targets(), ByTarget))
    if (T.Function == None)
      Add(T, Times.time(C));
  Add({None, OtherTime::Kind::Kernel, "", ""}, Times.unsampledKernel());
  stable_sort(Out.Others, [](const OtherTime &A, const OtherTime &B) {
    return std::tie(B.Share, A.Name) < std::tie(A.Share, B.Name);
  });
}

/// An interrupt comes between two instructions, and the one that it waited for
/// lies before or behind it: at each end of a block, ticks of a visit may be
/// its neighbour's (test/bench/known-chains).
static constexpr double PlaceError = 2;

/// Of functions whose samples have places in the source.
void Writing::blocks() {
  std::vector<std::vector<uint32_t>> OfFunction(Report.Functions.size());
  for (auto [I, C] : enumerate(Names.columns()))
    if (uint32_t F = Names.targets()[C.Target].Function; F != None)
      OfFunction[F].push_back(static_cast<uint32_t>(I));
  for (auto [I, Columns] : enumerate(OfFunction)) {
    bool HasPlaces = any_of(
        Columns, [&](uint32_t C) { return Names.columns()[C].Spot != None; });
    if (HasPlaces && Report.Functions[I].Sampled &&
        Report.Functions[I].Sampled->Self)
      blocksOf(static_cast<uint32_t>(I), Columns);
  }
}

static bool isKnown(const BlockSamples &S) {
  const SampledMean &M = *S.Mean;
  return M.Mean > 0 && M.reach() <= SamplingModel::BlocksKnownTo * M.Mean;
}

/// Of \p Visits of what \p C counts; control enters and leaves it \p Edges
/// times.
BlockSamples Writing::perVisit(uint32_t Function, const Contrast &C,
                               double Unplaced, double Visits,
                               double Edges) const {
  TimeEstimate T = Times.time(C);
  BlockSamples S;
  static_cast<SampledShare &>(S) = shareOf(T);
  T.Range.High += Unplaced;
  SampledMean Mean = Times.perCall(T, Function);
  double PerVisit = Times.calls(Function) / Visits;
  double Error = PlaceError * Edges / Visits;
  S.Mean = {Mean.Mean * PerVisit,
            {std::max(Mean.Range.Low * PerVisit - Error, 0.0),
             Mean.Range.High * PerVisit + Error}};
  return S;
}

void Writing::blocksOf(uint32_t Function, ArrayRef<uint32_t> Columns) {
  FunctionModel &F = Report.Functions[Function];
  size_t Count = F.Blocks.size();
  std::vector<BlockSet> Sets;
  Contrast Unplaced;
  // Code with the line of a block that never ran is another block's, too.
  auto PlacedIn = [&](uint32_t C) -> const BlockSet * {
    uint32_t S = Names.columns()[C].Spot;
    if (S == None || F.Blocks[Names.spots()[S].Blocks.front()].Visits == 0)
      return nullptr;
    return &Names.spots()[S].Blocks;
  };
  for (uint32_t C : Columns)
    if (const BlockSet *In = PlacedIn(C))
      Sets.push_back(*In);
    else
      Unplaced.push_back({C, 1});
  Grouped Blocks = {groupBlocks(Count, Sets), std::vector<Contrast>(Count),
                    Unplaced.empty() ? 0 : Times.time(Unplaced).Range.High,
                    std::vector<bool>(Count)};
  std::vector<std::vector<uint32_t>> Members(Count);
  for (size_t I = 0; I < Count; ++I)
    Members[Blocks.First[I]].push_back(static_cast<uint32_t>(I));
  for (uint32_t C : Columns)
    if (const BlockSet *In = PlacedIn(C))
      Blocks.Samples[Blocks.First[In->front()]].push_back({C, 1});
  for (size_t I = 0; I < Count; ++I) {
    auto Visits = static_cast<double>(F.Blocks[I].Visits);
    if (Members[I].empty() || Visits == 0)
      continue;
    BlockSamples S =
        perVisit(Function, Blocks.Samples[I], Blocks.Unplaced, Visits, Visits);
    if (Members[I].size() > 1)
      for (uint32_t B : Members[I])
        S.Group.push_back(F.Blocks[B].Name);
    for (uint32_t B : Members[I]) {
      F.Blocks[B].Sampled = S;
      Blocks.Known[B] = isKnown(S);
    }
  }
  for (LoopModel &L : F.Loops)
    loop(Function, L, Blocks);
  for (size_t I = 0; I < Count; ++I)
    if (Blocks.First[I] == I && Blocks.Known[I] && F.Blocks[I].Sampled)
      Report.Sampling->InBlocksKnown += F.Blocks[I].Sampled->Share;
}

/// Blocks that are too short to be distinguished are in loops that are not:
/// what an interrupt mistakes at their ends is once for each time that the loop
/// is entered.
void Writing::loop(uint32_t Function, LoopModel &L, Grouped &Blocks) {
  if (L.Iterations == 0)
    return;
  const FunctionModel &F = Report.Functions[Function];
  auto IsIn = [&](uint32_t B) {
    StringRef Name = F.Blocks[B].Name;
    return Name.consume_front(L.Name) && Name.starts_with("/") &&
           Name != "/join";
  };
  Contrast C;
  for (uint32_t B = 0; B < Blocks.First.size(); ++B) {
    // A group may reach out of the loop.
    if (IsIn(B) != IsIn(Blocks.First[B]) && F.Blocks[B].Visits)
      return;
    if (Blocks.First[B] == B && IsIn(B))
      append_range(C, Blocks.Samples[B]);
  }
  sort(C);
  auto Iterations = static_cast<double>(L.Iterations);
  L.Sampled = perVisit(Function, C, Blocks.Unplaced, Iterations,
                       static_cast<double>(L.Entered));
  if (isKnown(*L.Sampled))
    for (uint32_t B = 0; B < Blocks.First.size(); ++B)
      if (IsIn(B))
        Blocks.Known[B] = true;
}

} // namespace ipoint::sampled
