//===- TimeSeries.cpp - Single times in their order, and their tails ------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TimeSeries.h"
#include "llvm/ADT/STLExtras.h"

using namespace llvm;
using namespace ipoint::analysis;

namespace ipoint::worst {

/// More times that are left out, as a share of all, would change the tail: the
/// longer a time, the likelier an interrupt falls into it.
static constexpr double MostInterrupted = 0.05;

/// It is not known which visits of a block are interrupted: it has several
/// clusters, or calls what has no probes.
static bool isUndecided(const BlockModel &B) {
  return B.Filter == FilterState::Refused || B.Filter == FilterState::NotLinear;
}

namespace {

/// Of visits that have ended: when the last of a sort did.
struct LastVisits {
  uint64_t Interrupted = 0, Undecided = 0; ///< ticks of the clock
  uint32_t UndecidedBlock = None;
};

class SeriesSink : public UnhurriedSink {
public:
  SeriesSink(const SymbolTable &Symbols, const ReportModel &Report,
             ArrayRef<SeriesOf> Of)
      : UnhurriedSink(Symbols), Interrupted(Symbols.blocks().size()),
        IsUndecided(Symbols.blocks().size()), OfBlock(Symbols.blocks().size()),
        OfFunction(Symbols.functions().size()),
        LastIn(Symbols.functions().size()), Symbols(Symbols) {
    for (auto [F, Model] : zip_equal(Symbols.functions(), Report.Functions))
      for (auto [Block, B] : zip_equal(F.Blocks, Model.Blocks))
        note(Block, B);
    for (auto [I, S] : enumerate(Of)) {
      Series.emplace_back().Of = S;
      (S.Block ? OfBlock[Symbols.functions()[S.Function].Blocks[*S.Block]]
               : OfFunction[S.Function])
          .push_back(uint32_t(I));
    }
  }

  void startStream() {
    Last = {};
    LastIn.assign(LastIn.size(), {});
  }

  uint64_t time(Edge &E, uint64_t Ticks, ProbeCount, uint64_t At) {
    uint32_t Block = edges().info(E).From;
    bool IsOut = any_of(Interrupted[Block], [&](const auto &Band) {
      return Ticks >= Band.first && Ticks <= Band.second;
    });
    for (uint32_t I : OfBlock[Block]) {
      add(Series[I], Ticks, IsOut);
      if (IsUndecided[Block])
        Series[I].Undecided = Block;
    }
    for (LastVisits *L : {&Last, &LastIn[Symbols.blocks()[Block].Function]}) {
      if (IsOut)
        L->Interrupted = At;
      if (IsUndecided[Block]) {
        L->Undecided = At;
        L->UndecidedBlock = Block;
      }
    }
    return 0;
  }

  void finish(uint32_t Function, const ActivationTimes &A) {
    add(Function, A.Inclusive, A.Self, A.Inclusive);
  }
  void finish(uint32_t Function, const Activation &A) {
    add(Function, A.Inclusive + A.InclusiveOffCpu,
        A.SelfUsable ? std::optional(A.Self) : std::nullopt,
        A.InclusiveUsable ? std::optional(A.Inclusive) : std::nullopt);
  }

  std::vector<TimeSeries> Series;

private:
  void note(uint32_t Block, const BlockModel &B) {
    IsUndecided[Block] = isUndecided(B);
    if (B.Excluded && B.Time)
      for (const HistogramBucket &H : B.Time->Histogram)
        if (H.Excluded == H.Count)
          Interrupted[Block].push_back({H.Low, H.High});
  }

  static void add(TimeSeries &To, uint64_t Ticks, bool IsInterrupted) {
    if (IsInterrupted)
      ++To.Interrupted;
    else
      To.Ticks.push_back(double(Ticks));
  }

  /// A call that took \p Whole ticks ends.
  void add(uint32_t Function, uint64_t Whole, std::optional<uint64_t> Self,
           std::optional<uint64_t> Inclusive) {
    uint64_t Begin = *View.Time - std::min(*View.Time, Whole);
    for (uint32_t I : OfFunction[Function]) {
      TimeSeries &S = Series[I];
      const LastVisits &L = S.Of.IsSelf ? LastIn[Function] : Last;
      if (std::optional<uint64_t> Ticks = S.Of.IsSelf ? Self : Inclusive)
        add(S, *Ticks, L.Interrupted > Begin);
      if (L.Undecided > Begin)
        S.Undecided = L.UndecidedBlock;
    }
  }

  // By block:
  std::vector<std::vector<std::pair<uint64_t, uint64_t>>> Interrupted;
  std::vector<bool> IsUndecided;
  std::vector<SmallVector<uint32_t, 1>> OfBlock; ///< indices of Series
  // By function:
  std::vector<SmallVector<uint32_t, 1>> OfFunction;
  std::vector<LastVisits> LastIn; ///< of its blocks
  LastVisits Last;                ///< of all
  const SymbolTable &Symbols;
};

} // namespace

Expected<std::vector<TimeSeries>> readSeries(const PassInput &In,
                                             const ReportModel &Report,
                                             ArrayRef<SeriesOf> Of) {
  SeriesSink Sink(In.Symbols, Report, Of);
  trace::DamageList Damages; // reports list them
  for (const StreamPart &Part : startPass(In))
    if (Error E = readInto(
            Part, In, Sink, Damages,
            [](const trace::StreamSummary &, Rebuilder<SeriesSink> &) {}))
      return E;
  return std::move(Sink.Series);
}

/// Why interrupts are not separated from \p S; empty: they are.
static std::string refusalOf(const TimeSeries &S, const SymbolTable &Symbols,
                             const ReportModel &Report) {
  const FunctionModel &F = Report.Functions[S.Of.Function];
  const std::optional<TimeModel> &Time = S.Of.Block ? F.Blocks[*S.Of.Block].Time
                                         : S.Of.IsSelf ? F.Self
                                                       : F.Inclusive;
  if (!Report.Filter)
    return "interrupts are not separated: nothing was to be excluded";
  if (Time && Time->Overload)
    return "interrupts are not separated: there are too many";
  if (double(S.Interrupted) >
      MostInterrupted * double(S.Interrupted + S.Ticks.size()))
    return "interrupts are not separated: they lengthened " +
           std::to_string(S.Interrupted) + " of " +
           std::to_string(S.Interrupted + S.Ticks.size()) + " times";
  if (!S.Undecided)
    return "";
  const BlockSymbol &B = Symbols.blocks()[*S.Undecided];
  const FunctionSymbol &In = Symbols.functions()[B.Function];
  const BlockModel &Model =
      Report.Functions[B.Function]
          .Blocks[size_t(find(In.Blocks, *S.Undecided) - In.Blocks.begin())];
  return "interrupts are not separated in " + In.Name + "/" + B.Name +
         (Model.Filter == FilterState::NotLinear
              ? ": it calls what has no probes (--filter-all-blocks decides "
                "about such blocks)"
              : ": " + Model.FilterReason);
}

TailEstimate tailOf(const TimeSeries &S, const SymbolTable &Symbols,
                    const ReportModel &Report, double Exceedance,
                    std::vector<std::string> Refusals) {
  if (std::string Why = refusalOf(S, Symbols, Report); !Why.empty())
    Refusals.push_back(std::move(Why));
  return analysis::tailOf(S.Ticks, {Exceedance, std::move(Refusals)});
}

} // namespace ipoint::worst
