//===- LongCalls.cpp - What a function's calls about its p99 consist of ---===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LongCalls.h"
#include "Filter.h"
#include "support/Errors.h"
#include "llvm/ADT/STLExtras.h"

using namespace llvm;

namespace ipoint::analysis {

namespace {

/// What is spent in the call of the root that is open, by some number.
class PartsOfCall {
public:
  explicit PartsOfCall(size_t Parts) : Of(Parts) { Touched.reserve(Parts); }

  void add(uint32_t Part, uint64_t Ticks, ProbeCount Probes) {
    Sum &To = Of[Part];
    if (!To.IsTouched) [[unlikely]] {
      To.IsTouched = true;
      Touched.push_back(Part);
    }
    To.S.add(Ticks, Probes);
  }
  /// Calls \p F with what each part has, and takes it away.
  template <class Function> void take(Function &&F) {
    for (uint32_t Part : Touched)
      F(Part, std::exchange(Of[Part], {}).S);
    Touched.clear();
  }

private:
  struct Sum {
    Spent S;
    bool IsTouched = false;
  };
  std::vector<Sum> Of;
  std::vector<uint32_t> Touched;
};

/// Adds up what calls of a root consist of that take From to To ticks.
class LongCallsSink : public PassiveSink {
public:
  static constexpr bool UntimedInterrupts = true;
  class Quick;

  struct Edge : EdgeSlot {
    uint32_t From = None;
    uint64_t Floor = 0, Span = UINT64_MAX; ///< of visits that count as they are
  };

  LongCallsSink(const PassInput &In, const Collector &All,
                ArrayRef<Decision> Decisions, bool RecordsDecide, uint32_t Root,
                Band Near)
      : Slots(In.Symbols), Decisions(Decisions), Root(Root), Near(Near),
        MinOverhead(All.MinOverhead), RecordsDecide(RecordsDecide),
        ByFunction(All.Functions.size()), ByBlock(All.Blocks.size()) {
    Sums.Functions.resize(All.Functions.size());
    Sums.Blocks.resize(All.Blocks.size());
    for (uint32_t Slot = 0; Slot < Slots.size(); ++Slot) {
      const uint32_t From = Slots.info(Slot).From;
      if (From == None)
        continue;
      LoggedTimes T = LoggedTimes::of(Decisions[From]);
      Slots[Slot].From = From;
      Slots[Slot].Floor = T.Floor;
      Slots[Slot].Span = T.Top - T.Floor;
    }
  }

  void watch(StreamView V) { View = V; }
  void startStream() { close(); }
  EdgeTable<Edge> &edges() { return Slots; }

  void pushed(uint32_t Function, bool IsHandler, bool Entered) {
    if (Function != Root)
      return;
    CallsItself |= Depth != 0;
    if (Depth != 0 || !Entered)
      return;
    open();
    Depth = View.Stack->depth();
    HandlerDepth = *View.HandlerDepth + IsHandler;
  }
  void popped() {
    if (Depth == View.Stack->depth())
      close();
  }

  bool step(Edge &E, uint64_t State, uint64_t Ticks);
  void followed(Edge &, uint64_t) {}
  uint64_t time(Edge &E, uint64_t Ticks, ProbeCount Probes, uint64_t) {
    const Decision &D = Decisions[E.From];
    const bool IsRecorded = std::exchange(IsInKernel, false);
    uint64_t Left = Ticks;
    if (D.State == FilterState::Applied && isIn(D.Interrupted, Ticks))
      Left = D.Instead.Ticks;
    else if (IsRecorded && D.ByRecords)
      Left = std::min(D.Instead.Ticks, Ticks);
    if (isInRoot())
      ByBlock.add(E.From, Left, Probes);
    return Ticks - Left;
  }
  void finish(uint32_t Function, const ActivationTimes &A) {
    Activation Whole;
    Whole.SelfUsable = Whole.InclusiveUsable = true;
    Whole.Self = A.Self;
    Whole.SelfProbes = {A.SelfProbes, 0};
    Whole.Inclusive = A.Inclusive;
    Whole.InclusiveProbes = {A.InclusiveProbes, 0};
    finish(Function, Whole);
  }
  void finish(uint32_t Function, const Activation &A) {
    if (!isInRoot())
      return;
    if (A.SelfUsable)
      ByFunction.add(Function, A.Self - A.SelfExcess, A.SelfProbes);
    if (Depth == View.Stack->depth() && A.InclusiveUsable)
      end(A);
  }
  void event(const Event &E) {
    if (!RecordsDecide)
      return;
    if (const auto *V = std::get_if<VisitInterrupted>(&E)) {
      IsInKernel = V->Kind == Recorded::Kernel;
    } else if (const auto *V = std::get_if<UntimedInterrupted>(&E);
               V && isInRoot()) {
      const uint32_t Top = View.Stack->depth();
      ByFunction.add(View.Stack->at(Top).Function, -V->Ticks, {});
      Untimed += V->Ticks;
    }
  }

  LongCalls Sums;
  uint64_t Below = 0; ///< calls of the root that take less
  bool CallsItself = false;

private:
  bool isInRoot() const {
    return Depth != 0 && *View.HandlerDepth == HandlerDepth;
  }
  /// What came since the last call of the root is of none.
  void open() {
    ByFunction.take([](uint32_t, const Spent &) {});
    ByBlock.take([](uint32_t, const Spent &) {});
    Untimed = 0;
  }
  void close() { Depth = 0; }
  /// The call of the root that is open has the times \p A.
  void end(const Activation &A) {
    const uint64_t Raw = A.Inclusive - A.InclusiveExcess - Untimed;
    const uint64_t Cost = leastCost(A.InclusiveProbes, MinOverhead);
    const uint64_t Ticks = Raw > Cost ? Raw - Cost : 0;
    ++Sums.Calls;
    Below += Ticks < Near.From;
    if (Near.has(Ticks)) {
      ++Sums.Near;
      ByFunction.take([&](uint32_t Function, const Spent &S) {
        Sums.Functions[Function].add(S);
      });
      ByBlock.take(
          [&](uint32_t Block, const Spent &S) { Sums.Blocks[Block].add(S); });
    }
    close();
  }

  EdgeTable<Edge> Slots;
  const ArrayRef<Decision> Decisions;
  const uint32_t Root;
  const Band Near;
  const uint64_t MinOverhead;
  const bool RecordsDecide;
  StreamView View;
  PartsOfCall ByFunction, ByBlock;
  // Of the call of the root that is open:
  uint32_t Depth = 0; ///< of the stack in it; 0: none is
  uint32_t HandlerDepth = 0;
  uint64_t Untimed = 0;    ///< ticks that records take from it
  bool IsInKernel = false; ///< the visit whose time() comes next
};

/// Where no call of the root is open, what it adds is taken away when one is.
class LongCallsSink::Quick : public PassiveQuick<LongCallsSink::Edge> {
public:
  explicit Quick(LongCallsSink &All)
      : PassiveQuick(All.Slots.data()), Out(&All) {}

  bool enter(uint32_t Function, uint32_t) { return Function != Out->Root; }
  bool step(Edge &E, uint64_t State, uint64_t Ticks) {
    if ((Ticks - E.Floor > E.Span) | (State > Frame::Segments)) [[unlikely]]
      return false;
    Out->ByBlock.add(E.From, Ticks, {State + 1, 0});
    return true;
  }
  bool finish(uint32_t Function, const ActivationTimes &A) {
    if (Function == Out->Root)
      return false;
    Out->ByFunction.add(Function, A.Self, {A.SelfProbes, 0});
    return true;
  }

private:
  LongCallsSink *Out;
};

bool LongCallsSink::step(Edge &E, uint64_t State, uint64_t Ticks) {
  return *View.HandlerDepth == 0 && Quick(*this).step(E, State, Ticks);
}

static_assert(TraceSink<LongCallsSink>);

} // namespace

/// Inclusive times of \p Function, as far as they are known without
/// interrupts.
static Distribution timesOf(uint32_t Function, const Collector &All,
                            const ExcludedVisits &Excluded) {
  Distribution Result;
  Result.merge(All.Functions[Function].Inclusive);
  if (Excluded.Filtered) {
    const FilteredFunction &F = Excluded.Filtered->Functions[Function];
    Result.exchange(F.InclusiveInterrupted, F.InclusiveReplaced);
  }
  return Result;
}

/// The times of those calls that lie nearest to the p99, by rank.
static Band aboutP99(const Histogram &Times) {
  constexpr double Share = 0.99;
  constexpr uint64_t Least = 15, PerCall = 200; // to either side
  const uint64_t Count = Times.count();
  const uint64_t Rank = Histogram::rankOf(Count, Share);
  const uint64_t Half = std::max(Least, Count / PerCall);
  const uint64_t Ranks[] = {Rank - Half, Rank + Half};
  std::vector<Histogram::Bucket> At = Times.atRanks(Ranks);
  return {At.front().Low, At.back().High};
}

/// Functions that call themselves, as far as there are paths.
static BitVector recursive(const Collector &All) {
  BitVector Result(unsigned(All.Functions.size()));
  if (!All.Paths)
    return Result;
  ArrayRef<CallPaths::Node> Nodes = All.Paths->nodes();
  for (const CallPaths::Node &N : Nodes) {
    if (N.Function == None)
      continue;
    for (uint32_t Up = N.Parent; Up != CallPaths::Root; Up = Nodes[Up].Parent)
      if (Nodes[Up].Function == N.Function)
        Result.set(N.Function);
  }
  return Result;
}

static uint64_t timedCalls(const Collector &All, uint32_t Function) {
  return All.Functions[Function].Inclusive.raw().moments().Count;
}

static uint32_t usualRoot(const Collector &All) {
  const BitVector Recursive = recursive(All);
  uint32_t Result = None;
  Wide Most = 0;
  for (uint32_t F = 0; F < All.Functions.size(); ++F) {
    const Moments M = All.Functions[F].Inclusive.raw().moments();
    if (M.Count >= LongCalls::LeastCalls && M.Sum > Most && !Recursive[F]) {
      Result = F;
      Most = M.Sum;
    }
  }
  return Result;
}

/// None where there is no such function.
static uint32_t rootNamed(StringRef Named, const SymbolTable &Symbols,
                          const Collector &All) {
  uint32_t Result = None;
  uint64_t Most = 0;
  auto [File, Name] =
      Named.contains(':') ? Named.rsplit(':') : std::pair(StringRef(), Named);
  for (auto [Index, F] : enumerate(Symbols.functions())) {
    if (F.Name != Name || !StringRef(F.File).ends_with(File))
      continue;
    // Of several of that name, the one that was called most.
    if (Result == None || All.Functions[Index].Calls > Most) {
      Result = uint32_t(Index);
      Most = All.Functions[Index].Calls;
    }
  }
  return Result;
}

/// Adds what \p Of has, a part of all calls.
static void add(LongCalls &To, const LongCalls &Of) {
  To.Calls += Of.Calls;
  To.Near += Of.Near;
  for (auto [T, O] : zip_equal(To.Functions, Of.Functions))
    T.add(O);
  for (auto [T, O] : zip_equal(To.Blocks, Of.Blocks))
    T.add(O);
}

/// Reads the streams into \p To, which has its root. Each is one part, so that
/// no call of the root is divided.
static Error read(const PassInput &In, const Collector &All,
                  ArrayRef<Decision> Decisions, bool RecordsDecide, Band Near,
                  LongCalls &To) {
  struct Share {
    std::unique_ptr<LongCallsSink> Out;
    std::optional<std::string> Failure;
  };
  std::vector<std::vector<StreamPart>> Divided =
      divide(startPass(In), {In.Jobs, 1, StreamPart::ToItsEnd});
  std::vector<Share> Shares(Divided.size());
  atTheSameTime(Divided.size(), [&](size_t Number) {
    Share &S = Shares[Number];
    S.Out = std::make_unique<LongCallsSink>(In, All, Decisions, RecordsDecide,
                                            To.Root, Near);
    trace::DamageList Known; // reported by the first pass
    for (const StreamPart &Part : Divided[Number])
      if (Error E = readInto(Part, In, *S.Out, Known, [](auto &&...) {})) {
        S.Failure = toString(std::move(E));
        return;
      }
  });
  uint64_t Below = 0;
  bool CallsItself = false;
  To.Functions.resize(All.Functions.size());
  To.Blocks.resize(All.Blocks.size());
  for (const Share &S : Shares) {
    if (S.Failure)
      return plainError(*S.Failure);
    add(To, S.Out->Sums);
    Below += S.Out->Below;
    CallsItself |= S.Out->CallsItself;
  }
  const uint64_t Rank = Histogram::rankOf(To.Calls, 0.99);
  if (CallsItself)
    To.Reason = "it calls itself";
  else if (Rank <= Below || Rank > Below + To.Near)
    To.Reason = "no calls about it were found when the traces were read again";
  return Error::success();
}

Expected<LongCalls> longCalls(const PassInput &In, const Collector &All,
                              const ExcludedVisits &Excluded,
                              const std::optional<FilterModel> &Filter,
                              StringRef Named, bool OfAny) {
  LongCalls Result;
  if (!Named.empty())
    Result.Root = rootNamed(Named, In.Symbols, All);
  if (Result.Root == None && !Named.empty() && !OfAny)
    return plainError("the program has no function '" + Named + "'");
  if (Result.Root == None)
    Result.Root = usualRoot(All);
  const bool IsCounted =
      any_of(enumerate(In.Symbols.functions()), [&](const auto &F) {
        return F.value().StoresSums && All.Functions[F.index()].Calls != 0;
      });
  if (Result.Root == None && IsCounted) {
    Result.Reason = "calls were counted in place, so single ones have no times";
    return Result;
  }
  if (Result.Root == None) {
    Result.Reason = "no function has " + std::to_string(LongCalls::LeastCalls) +
                    " calls with a time";
    return Result;
  }
  const uint64_t Calls = timedCalls(All, Result.Root);
  if (Calls < LongCalls::LeastCalls) {
    Result.Calls = Calls;
    Result.Reason = "too few calls: " + std::to_string(Calls) +
                    " with a time, and " +
                    std::to_string(LongCalls::LeastCalls) + " are needed";
    return Result;
  }
  const Band Near =
      aboutP99(timesOf(Result.Root, All, Excluded).corrected().histogram());
  const bool RecordsDecide = Filter && factsOf(Filter->Mode).RecordsDecide &&
                             All.Account.KernelInterrupts != 0;
  if (Error E = read(In, All, Excluded.Decisions, RecordsDecide, Near, Result))
    return E;
  return Result;
}

} // namespace ipoint::analysis
