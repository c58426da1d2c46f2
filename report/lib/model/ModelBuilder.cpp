//===- ModelBuilder.cpp - From what was collected to a report -------------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ModelBuilder.h"
#include "support/Threads.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Path.h"
#include <cmath>

using namespace llvm;

namespace ipoint::analysis {

/// The longest folder that all instrumented files of \p Symbols lie in. Others,
/// such as the runtime's own on bare metal, may lie anywhere.
static std::string commonRoot(const SymbolTable &Symbols) {
  std::optional<SmallString<256>> Root;
  auto Add = [&](StringRef File) {
    StringRef Folder = sys::path::parent_path(File);
    if (!Root)
      Root = SmallString<256>(Folder);
    while (!Root->empty() && *Root != Folder && *Root != "/" &&
           !(Folder.starts_with(*Root) && Folder[Root->size()] == '/'))
      *Root = SmallString<256>(sys::path::parent_path(*Root));
  };
  for (const FunctionSymbol &F : Symbols.functions())
    Add(F.File);
  return Root ? Root->str().str() : "";
}

std::string ModelBuilder::relative(StringRef File) const {
  if (StringRef(Result.Root).ltrim('/') != "" &&
      File.consume_front(Result.Root))
    return File.ltrim('/').str();
  return File.str();
}

/// A file name for the page of \p Name that no other page has, also where the
/// file system does not distinguish upper case.
std::string ModelBuilder::pageOf(StringRef Name) {
  std::string Page;
  for (char C : Name.take_front(100))
    Page += isAlnum(C) || C == '_' ? C : '-';
  unsigned Number = ++Pages[StringRef(Page).lower()];
  while (Number > 1) {
    std::string Numbered = Page + "." + std::to_string(Number);
    if (++Pages[StringRef(Numbered).lower()] == 1)
      return Numbered + ".html";
    ++Number;
  }
  return Page + ".html";
}

/// The lines of \p F as they were measured; none where the text is not known.
std::vector<std::string> ModelBuilder::sourceOf(const FunctionSymbol &F) {
  std::vector<std::string> Source;
  if (!F.Text || F.Text->empty() || F.Line == 0)
    return Source;
  std::vector<size_t> &Starts = Lines[F.Text];
  if (Starts.empty()) {
    Starts.push_back(0);
    for (size_t I = 0; I < F.Text->size(); ++I)
      if ((*F.Text)[I] == '\n')
        Starts.push_back(I + 1);
  }
  size_t End = std::min<size_t>(std::max(F.EndLine, F.Line), Starts.size());
  for (size_t Line = F.Line; Line <= End; ++Line) {
    size_t From = Starts[Line - 1];
    size_t To = Line < Starts.size() ? Starts[Line] : F.Text->size();
    Source.push_back(StringRef(*F.Text).slice(From, To).rtrim("\r\n").str());
  }
  return Source;
}

std::optional<IncludedModel> ModelBuilder::includedOf(uint32_t Block) const {
  if (Block == None || !Symbols.blocks()[Block].Included)
    return std::nullopt;
  const IncludedSource &In = *Symbols.blocks()[Block].Included;
  StringRef Text = In.File->Text;
  for (unsigned Line = 1; Line < In.Line; ++Line)
    Text = Text.split('\n').second;
  return IncludedModel{relative(In.File->Path), In.Line, In.Column,
                       Text.split('\n').first.rtrim('\r').str()};
}

void ModelBuilder::addMark(const FunctionModel &F, uint32_t Block) {
  const BlockSymbol &S = Symbols.blocks()[Block];
  const BlockStats &Stats = All.Blocks[Block];
  MarkModel M{S.Mark, F.Name, F.File, S.Name, S.Line, Stats.Visits, {}};
  if (const ValueStats *V = Stats.Values.get())
    M.Values = ValuesModel{V->Count, V->Min, V->Max,
                           V->Sum / static_cast<double>(V->Count)};
  Result.Marks.push_back(std::move(M));
}

LoopModel ModelBuilder::loopModel(uint32_t Index) const {
  const LoopSymbol &S = Symbols.loops()[Index];
  const LoopStats &Stats = All.Loops[Index];
  auto NameOf = [&](uint32_t Block) {
    return Block == None ? std::optional<std::string>()
                         : Symbols.blocks()[Block].Name;
  };
  LoopModel L{S.Name,
              S.Line,
              S.EndLine,
              includedOf(S.Head != None ? S.Head : S.Body),
              NameOf(S.Head),
              NameOf(S.Body),
              S.Bound,
              S.BoundFrom,
              Stats.Entered,
              Stats.Iterations,
              std::nullopt,
              {},
              {},
              {}};
  const ProbeOverhead &Overhead = overheadOf(Symbols.functions()[S.Function]);
  if (!Stats.Iteration.empty())
    L.Iteration = timeModel(
        Overhead, std::nullopt, Stats.Iteration, {}, {}, nullptr,
        Overhead.Waits ? std::nullopt : std::optional(1.0),
        Stats.Iteration.exchangedOutside(Overhead, Overhead.Overtaken));
  if (!Stats.IsCounted)
    L.MaxIterations = Stats.maxIterations();
  else if (Stats.Entered == 1)
    L.MaxIterations = Stats.Iterations;
  if (S.Body != None && Stats.Entered && !Stats.IsCounted) {
    L.PerEntry = Stats.perEntry().figures();
    // Exact, also where large numbers share a bucket.
    L.PerEntry->Total = static_cast<double>(Stats.Iterations - Stats.Anew);
    L.PerEntry->Mean = L.PerEntry->Total / static_cast<double>(Stats.Entered);
    // A minimum is not above the least one, which only its bucket is known of.
    if (L.PerEntry->Min < L.PerEntry->Max)
      L.PerEntry->Min = static_cast<double>(Histogram::lowOf(
          Histogram::indexOf(static_cast<uint64_t>(L.PerEntry->Min))));
  }
  return L;
}

void ModelBuilder::addExcluded(const FunctionModel &F, uint32_t Block) {
  const BlockCut &Cut = Filtered->Blocks[Block];
  if (Cut.Interrupted.empty())
    return;
  Moments M = Cut.Interrupted.raw().moments();
  Result.Excluded.push_back({F.Name, F.File, Symbols.blocks()[Block].Name,
                             M.Count, double(M.Min), double(M.Max), Cut.added(),
                             Decisions[Block].By});
  Result.Totals.Excluded += M.Count;
  if (const std::string &Two = Decisions[Block].TwoClusters; !Two.empty())
    Result.TwoClusters.push_back(F.Name + "/" + Symbols.blocks()[Block].Name +
                                 ": " + Two);
}

/// What of \p T, the activations \p Interrupted of which have interrupted
/// visits, is an estimate.
static void addReconstructed(std::optional<TimeModel> &T,
                             const Distribution &Interrupted,
                             const FilteredFunction &Less, bool Own) {
  if (!T || Interrupted.empty())
    return;
  ReconstructedModel R;
  R.Count = Interrupted.raw().moments().Count;
  if (Own) {
    R.Replaced = Less.Replaced;
    R.Uncertainty = std::sqrt(Less.Variance);
  }
  T->Reconstructed = R;
}

/// What interrupts added to blocks of \p S whose times a target has added up is
/// taken from all calls together: in which they were is not known. Extremes and
/// percentiles are upper values then.
void ModelBuilder::takeFromAll(std::optional<TimeModel> &T,
                               const FunctionSymbol &S) const {
  if (!T || !Filtered)
    return;
  ReconstructedModel R;
  double Added = 0, Replaced = 0;
  for (uint32_t B : S.Blocks) {
    const BlockCut &Cut = Filtered->Blocks[B];
    if (All.Blocks[B].Bins.empty() || Cut.Interrupted.empty())
      continue;
    Added += Cut.added();
    const Moments Instead = Cut.Replaced.raw().moments();
    R.Count += Instead.Count;
    Replaced += double(Instead.Sum);
    R.Uncertainty = std::sqrt(Filtered->Functions[Cut.Function].Variance);
  }
  if (R.Count == 0 || T->Reconstructed)
    return;
  Figures F = T->Filtered.value_or(T->Corrected);
  F.Total = std::max(0.0, F.Total - Added);
  F.Mean = F.Total / double(F.Count);
  F.StdDev.reset();
  F.AtMeanOverhead = false;
  T->Filtered = F;
  R.Replaced = Replaced;
  T->Reconstructed = R;
}

static std::optional<InferredModel> inferredModel(const Moments &M) {
  if (M.Count == 0)
    return std::nullopt;
  return InferredModel{M.Count, static_cast<double>(M.Sum),
                       static_cast<double>(M.Min), static_cast<double>(M.Max)};
}

FunctionModel ModelBuilder::functionModel(uint32_t Index) const {
  const FunctionSymbol &S = Symbols.functions()[Index];
  const FunctionStats &Stats = All.Functions[Index];
  FunctionModel F;
  F.Name = S.Name;
  F.File = relative(S.File);
  F.Unit = relative(S.Unit);
  F.Line = S.Line;
  F.EndLine = S.EndLine;
  F.IsInterrupt = S.IsInterrupt;
  F.IsCounted = S.StoresSums;
  F.Form = size_t(S.Form.value_or(trace::ProbeForm::Inline));
  F.Reason = S.Skipped;
  F.Calls = Stats.Calls;
  F.Threads = Stats.Threads;
  F.InferredExits = Stats.InferredExits;
  if (Stats.Inferred) {
    F.InferredEnded = inferredModel(Stats.Inferred->Ended);
    F.InferredOpen = inferredModel(Stats.Inferred->Open);
  }
  static const FilteredFunction Nothing;
  const FilteredFunction &Less =
      Filtered ? Filtered->Functions[Index] : Nothing;
  F.Self = timeModel(overheadOf(S), All.selfTimesOf(Index), Stats.Self,
                     Less.SelfInterrupted, Less.SelfReplaced,
                     Stats.SelfInterrupted.get(), selfSegments(S, Stats),
                     exchangedOf(S, Stats));
  const bool IsCalled = Stats.isCalled();
  const Distribution &Inclusive = Stats.inclusive();
  const FilteredFunction &LessOfCalls = IsCalled ? Nothing : Less;
  F.Inclusive = timeModel(
      overheadOf(S), All.inclusiveTimesOf(Index), Inclusive,
      LessOfCalls.InclusiveInterrupted, LessOfCalls.InclusiveReplaced,
      Stats.inclusiveInterrupted(),
      overheadOf(S).Waits ? std::nullopt : std::optional(1.0),
      Inclusive.empty()
          ? 0
          : Inclusive.exchangedOutside(overheadOf(S), overheadOf(S).Overtaken));
  // Without a call in it, self times are inclusive ones: those of calls that
  // were timed by themselves, where windows have less of it.
  if (IsCalled && none_of(S.Blocks, [&](uint32_t Block) {
        return Symbols.blocks()[Block].Calls;
      }))
    F.Self = F.Inclusive;
  addWorst(F, Index);
  // The longest call by self time may not be among those timed by themselves.
  if (IsCalled && F.Self && F.Self->Raw.Max > F.Inclusive->Raw.Max) {
    F.Inclusive->Raw.Max = F.Self->Raw.Max;
    F.Inclusive->MaxAt = F.Self->MaxAt;
  }
  addReconstructed(F.Self, Less.SelfInterrupted, Less, true);
  addReconstructed(F.Inclusive, LessOfCalls.InclusiveInterrupted, LessOfCalls,
                   false);
  takeFromAll(F.Self, S);
  if (none_of(S.Blocks,
              [&](uint32_t Block) { return Symbols.blocks()[Block].Calls; }))
    takeFromAll(F.Inclusive, S);
  addUnseen(F, S);
  withhold(F.Self, Load.of(S.Blocks, Stats.Calls));
  // Which calls are in an inclusive time is not asked.
  if (!IsCalled)
    withhold(F.Inclusive, F.Self && F.Self->Overload ? F.Self->Overload
                                                     : Load.ofAll(Stats.Calls));
  uint64_t Visits = 0;
  F.Blocks.reserve(S.Blocks.size());
  for (uint32_t Block : S.Blocks) {
    F.Blocks.push_back(blockModel(Block));
    Visits += F.Blocks.back().Visits;
  }
  for (uint32_t Loop : S.Loops)
    F.Loops.push_back(loopModel(Loop));
  addPaths(F, Index);
  F.Status = S.Skipped     ? FunctionStatus::NotInstrumented
             : Visits != 0 ? FunctionStatus::Run
                           : FunctionStatus::NeverRun;
  return F;
}

std::vector<FunctionModel> ModelBuilder::functionModels(unsigned Jobs) const {
  std::vector<FunctionModel> All(Symbols.functions().size());
  atTheSameTime(
      All.size(), [&](size_t I) { All[I] = functionModel(uint32_t(I)); },
      threadsOf(Jobs));
  return All;
}

void ModelBuilder::addFunction(uint32_t Index, FunctionModel F) {
  const FunctionSymbol &S = Symbols.functions()[Index];
  F.Page = pageOf(S.Name);
  F.Source = sourceOf(S);
  for (auto [Block, Model] : zip_equal(S.Blocks, F.Blocks)) {
    Result.Totals.IpointsRun += Model.Visits != 0;
    if (Symbols.blocks()[Block].Kind == database::Kind::Mark)
      addMark(F, Block);
    if (Decisions[Block].State == FilterState::Applied)
      addExcluded(F, Block);
  }
  Result.Totals.FunctionsNotInstrumented +=
      F.Status == FunctionStatus::NotInstrumented;
  Result.Totals.FunctionsRun += F.Status == FunctionStatus::Run;
  Result.Totals.Calls += F.Calls;
  Result.Totals.InferredExits += F.InferredExits;
  if (F.Status == FunctionStatus::NotInstrumented)
    Result.NotInstrumented.push_back({F.File, F.Line, F.Name, *S.Skipped});
  if (F.Status == FunctionStatus::NeverRun)
    Result.NeverRunFunctions.push_back({F.Name, F.File, F.Line});
  if (F.Status == FunctionStatus::Run)
    addNeverRun(F, S.Blocks);
  Result.Functions.push_back(std::move(F));
}

BlockPlace ModelBuilder::placeOf(uint32_t Block) const {
  const BlockSymbol &B = Symbols.blocks()[Block];
  if (B.Included)
    return {B.Name, relative(B.Included->File->Path), B.Included->Line,
            B.Included->Column};
  return {B.Name, relative(Symbols.functions()[B.Function].File), B.Line,
          B.Column};
}

/// Calls that have records. Of functions that store sums these are in windows.
uint64_t ModelBuilder::recordedCalls() const {
  uint64_t Calls = 0;
  for (auto [F, Stats] : zip_equal(Result.Functions, All.Functions))
    Calls += F.IsCounted
                 ? Stats.Inclusive.raw().moments().Count + Stats.InferredExits
                 : F.Calls;
  return Calls;
}

/// See LostModel::CallersUnsure. An exit that a later record implies counts
/// not: where longjmp leaves functions, its target says which.
bool ModelBuilder::areCallersUnsure() const {
  constexpr uint64_t Few = 10; // a trace that begins or ends in calls
  auto Are = [](uint64_t Calls, uint64_t Of) {
    return Calls > Few && Calls * 100 > Of;
  };
  return Are(All.Account.Unfinished + All.Account.StartedInTheMiddle,
             Result.Totals.Calls) ||
         Are(All.Account.Elsewhere, recordedCalls());
}

ReportModel ModelBuilder::build(unsigned Jobs) {
  Result.Root = commonRoot(Symbols);
  RunBegins = All.Longest.firstOfRuns();
  for (uint32_t I = 0; I < Symbols.blocks().size(); ++I) {
    Passing.push_back(passingTicks(I));
    AllUnseen += unseenIn(I);
    AllTicks += double(All.Blocks[I].Time.raw().moments().Sum);
  }
  listPaths();
  Result.Functions.reserve(Symbols.functions().size());
  for (auto [I, F] : enumerate(functionModels(Jobs)))
    addFunction(uint32_t(I), std::move(F));
  for (const BudgetSymbol &B : Symbols.budgets())
    Result.BudgetMarkers.push_back(
        {B.Function, B.Block == None ? "" : Symbols.blocks()[B.Block].Name,
         B.Line, B.Text});
  addImpossible();
  addSkips();
  if (All.OverTime)
    addSeries();
  Result.Totals.Functions = Symbols.functions().size();
  Result.Totals.Ipoints = Symbols.blocks().size();
  Result.Totals.Switches = All.Account.Switches;
  Result.Totals.Preemptions = All.Account.Preemptions;
  Result.Totals.OffCpu = static_cast<double>(All.Account.SwitchTicks);
  Result.Totals.KernelInterrupts = All.Account.KernelInterrupts;
  Result.Totals.InKernel = static_cast<double>(All.Account.KernelTicks);
  Result.Lost.Account = All.Account;
  Result.Lost.CallersUnsure = areCallersUnsure();
  // A call whose end was not seen may have ended by any of them.
  if (Result.Lost.CallersUnsure)
    Result.NeverRunTransitions.clear();
  if (All.Paths && Result.Lost.CallersUnsure)
    addFlatPaths();
  else if (All.Paths)
    addCallPaths();
  if (!Result.Lost.CallersUnsure)
    addCallers();
  return std::move(Result);
}

} // namespace ipoint::analysis
