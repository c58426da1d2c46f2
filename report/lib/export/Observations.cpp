//===- Observations.cpp - Every single time -------------------------------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// One line for each visit and two for each activation that has a time, in the
// order in which they ended in their thread: for statistics of the reader's
// own.
//
//===----------------------------------------------------------------------===//

#include "Export.h"
#include "output/Files.h"
#include "output/Writer.h"
#include "llvm/ADT/STLExtras.h"

using namespace llvm;
using namespace ipoint::analysis;

namespace ipoint::exporting {

namespace {

/// Writes the lines of all streams, as many as it may.
class LineWriter {
public:
  LineWriter(raw_ostream &Out, const SymbolTable &Symbols,
             const ExportOptions &Options, uint64_t Zero)
      : Out(Out), Symbols(Symbols), Zero(Zero), Left(Options.Events) {
    for (const FunctionSymbol &F : Symbols.functions())
      Wanted.push_back(Options.Function.empty() || F.Name == Options.Function);
  }

  void startStream(const trace::Trace &T, const trace::Packet &First,
                   bool IsHandler) {
    Thread = output::csvField(T.Path) + "," + std::to_string(First.Pid) + "," +
             std::to_string(First.Tid) + (IsHandler ? ",1," : ",0,");
  }

  /// A visit of \p Block.
  void visit(uint32_t Block, uint64_t End, uint64_t Ticks, uint64_t Timed,
             uint64_t Untimed) {
    const BlockSymbol &B = Symbols.blocks()[Block];
    line(B.Function, "block", B.Name, B.Line, End, Ticks, Timed, Untimed);
  }
  void activation(uint32_t Function, StringRef Times, uint64_t End,
                  uint64_t Ticks, uint64_t Timed, uint64_t Untimed) {
    line(Function, Times, "", Symbols.functions()[Function].Line, End, Ticks,
         Timed, Untimed);
  }

  uint64_t LeftOut = 0;

private:
  void line(uint32_t Function, StringRef Times, StringRef Block, unsigned Line,
            uint64_t End, uint64_t Ticks, uint64_t Timed, uint64_t Untimed) {
    if (!Wanted[Function])
      return;
    if (Left == 0) {
      ++LeftOut;
      return;
    }
    --Left;
    const FunctionSymbol &F = Symbols.functions()[Function];
    Out << Thread << output::csvField(F.Name) << ',' << output::csvField(F.File)
        << ',' << Line << ',' << Times << ',' << output::csvField(Block) << ','
        << End - std::min(End, Zero) << ',' << Ticks << ',' << Timed << ','
        << Untimed << '\n';
  }

  raw_ostream &Out;
  const SymbolTable &Symbols;
  uint64_t Zero, Left;
  std::vector<bool> Wanted; ///< by function
  std::string Thread;       ///< the first fields
};

/// Writes each visit and each call that has a time.
class ObservationSink : public UnhurriedSink {
public:
  ObservationSink(const SymbolTable &Symbols, LineWriter &Out)
      : UnhurriedSink(Symbols), Out(Out) {}

  uint64_t time(Edge &E, uint64_t Ticks, ProbeCount Probes, uint64_t At) {
    Out.visit(edges().info(E).From, At, Ticks, Probes.Timed, Probes.Untimed);
    return 0;
  }
  void finish(uint32_t Function, const ActivationTimes &A) {
    Out.activation(Function, "self", *View.Time, A.Self, A.SelfProbes, 0);
    Out.activation(Function, "inclusive", *View.Time, A.Inclusive,
                   A.InclusiveProbes, 0);
  }
  void finish(uint32_t Function, const Activation &A) {
    if (A.SelfUsable)
      Out.activation(Function, "self", *View.Time, A.Self, A.SelfProbes.Timed,
                     A.SelfProbes.Untimed);
    if (A.InclusiveUsable)
      Out.activation(Function, "inclusive", *View.Time, A.Inclusive,
                     A.InclusiveProbes.Timed, A.InclusiveProbes.Untimed);
  }

private:
  LineWriter &Out;
};

} // namespace

static Error writeTrace(const trace::Trace &T, const SymbolTable &Symbols,
                        ObservationSink &Sink, LineWriter &Out) {
  return forEachStream(
      T, [&](const StreamPart &Part, const trace::Packet &First) {
        Out.startStream(T, First, trace::isOfHandlers(Part.Path));
        trace::DamageList Damages;
        return readInto(
            Part, {T, Symbols}, Sink, Damages,
            [](const trace::StreamSummary &, Rebuilder<ObservationSink> &) {});
      });
}

Error exportObservations(ArrayRef<trace::Trace> Traces,
                         const SymbolTable &Symbols,
                         const ExportOptions &Options) {
  if (!Options.Function.empty() &&
      none_of(Symbols.functions(), [&](const FunctionSymbol &F) {
        return F.Name == Options.Function;
      }))
    return output::noSuchFunction(Options.Function, "the database",
                                  Symbols.functions());
  Expected<uint64_t> Zero = firstTime(Traces);
  if (!Zero)
    return Zero.takeError();
  Error Failed = Error::success();
  Error Written = output::writeFile(Options.Path, [&](raw_ostream &Out) {
    for (const std::string &Line : Options.Provenance)
      Out << "# " << Line << '\n';
    Out << "trace,pid,tid,handler,function,file,line,times,block,end,ticks,"
           "timed_probes,untimed_probes\n";
    LineWriter Lines(Out, Symbols, Options, *Zero);
    ObservationSink Sink(Symbols, Lines);
    for (const trace::Trace &T : Traces)
      if (!Failed)
        Failed =
            joinErrors(std::move(Failed), writeTrace(T, Symbols, Sink, Lines));
    if (Lines.LeftOut)
      Out << "# left out: " << Lines.LeftOut << '\n';
  });
  return joinErrors(std::move(Failed), std::move(Written));
}

} // namespace ipoint::exporting
