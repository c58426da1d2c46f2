//===- ChromeTrace.cpp - Activations for trace viewers --------------------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The Trace Event Format: begin and end events ("B", "E") that nest in each
// thread, instant events ("i") for marks, complete ones ("X") for times without
// a CPU. Times are microseconds from the first record of all.
//
//===----------------------------------------------------------------------===//

#include "Export.h"
#include "output/Files.h"
#include "output/JsonFields.h"
#include "trace/SwitchReader.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/JSON.h"

using namespace llvm;
using namespace ipoint::analysis;

namespace ipoint::exporting {

namespace {

/// A thread of which events are written.
struct Track {
  uint32_t Pid = 0, Tid = 0;
  bool IsHandler = false;
};

class EventWriter {
public:
  EventWriter(json::OStream &Json, uint64_t Zero, double TicksPerUs)
      : Json(Json), Zero(Zero), TicksPerUs(TicksPerUs) {}

  void event(
      const Track &T, StringRef Phase, StringRef Name, uint64_t Time,
      function_ref<void()> More = [] {}) {
    Json.object([&] {
      Json.attribute("ph", Phase);
      if (!Name.empty())
        Json.attribute("name", output::utf8(Name));
      Json.attribute("pid", int64_t(T.Pid));
      // A handler has a separate stack; a viewer shows it beside its thread.
      Json.attribute("tid", int64_t(T.Tid) + (T.IsHandler ? HandlerTids : 0));
      if (Phase != "M")
        Json.attribute("ts", microseconds(Time - std::min(Time, Zero)));
      More();
    });
  }
  void span(const Track &T, StringRef Name, uint64_t From, uint64_t Ticks) {
    event(T, "X", Name, From,
          [&] { Json.attribute("dur", microseconds(Ticks)); });
  }
  double microseconds(uint64_t Ticks) const {
    return static_cast<double>(Ticks) / TicksPerUs;
  }

  json::OStream &Json;

private:
  /// Larger than any thread's number.
  static constexpr int64_t HandlerTids = int64_t(1) << 32;

  uint64_t Zero;
  double TicksPerUs;
};

/// Opens and closes a call where the stream does. Of what is too much it counts
/// how much that is.
class CallEvents : public UnhurriedSink {
public:
  CallEvents(const SymbolTable &Symbols, EventWriter &Out, Track T,
             uint64_t &Left, uint64_t &LeftOut)
      : UnhurriedSink(Symbols), Symbols(Symbols), Out(Out), T(T), Left(Left),
        LeftOut(LeftOut) {}

  /// Beyond the limit nothing more is opened: what lies above is not shown.
  void pushed(uint32_t Function, bool, bool) {
    ++Depth;
    if (Shown + 1 != Depth || Left == 0) {
      ++LeftOut;
      return;
    }
    --Left;
    ++Shown;
    Out.event(T, "B", Symbols.functions()[Function].Name, *View.Time);
  }
  void popped() {
    if (Shown == Depth--) {
      --Shown;
      Out.event(T, "E", "", *View.Time);
    }
  }

  uint64_t time(Edge &E, uint64_t, ProbeCount, uint64_t) {
    visit(Symbols.blockAt(E.To));
    return 0;
  }
  void followed(Edge &E, uint64_t) { visit(Symbols.blockAt(E.To)); }
  void visit(uint32_t Block) {
    const BlockSymbol &B = Symbols.blocks()[Block];
    if (!B.Mark.empty() && B.Value == database::MarkValue::None)
      mark(B, std::nullopt);
  }
  void event(const Event &E) {
    if (const auto *V = std::get_if<MarkValue>(&E))
      mark(Symbols.blocks()[V->Block], V->Value);
    else if (const auto *N = std::get_if<NotRecorded>(&E);
             N &&
             (N->Why == NotRecorded::BufferWait || N->Why == NotRecorded::Gap))
      span("(not recorded)", N->Amount);
    else if (const auto *C = std::get_if<CpuTaken>(&E))
      span(C->Why == CpuTaken::Kernel      ? "(interrupt)"
           : C->Why == CpuTaken::Preempted ? "(preempted)"
                                           : "(off CPU)",
           C->Ticks);
  }

private:
  /// It began with the last read of the counter.
  void span(StringRef Name, uint64_t Ticks) {
    Out.span(T, Name, *View.Time, Ticks);
  }

  void mark(const BlockSymbol &B, std::optional<int64_t> Value) {
    Out.event(T, "i", B.Mark, *View.Time, [&] {
      Out.Json.attribute("s", "t");
      if (Value)
        Out.Json.attributeObject("args",
                                 [&] { Out.Json.attribute("value", *Value); });
    });
  }

  const SymbolTable &Symbols;
  EventWriter &Out;
  Track T;
  uint64_t &Left, &LeftOut;
  size_t Depth = 0; ///< calls that are open
  size_t Shown = 0; ///< of these, from below
};

} // namespace

static Error writeSwitches(const trace::Trace &Trace, EventWriter &Out) {
  trace::DamageList Damages; // reports list them
  for (const std::string &File : Trace.Switches) {
    auto Reader =
        trace::StreamFile::open<trace::SwitchReader>(Trace, File, Damages);
    if (!Reader)
      return Reader.takeError();
    const trace::Packet *First = (*Reader)->first();
    if (!First)
      continue;
    const Track T = {First->Pid, First->Tid};
    for (trace::OffCpuSpan A; (*Reader)->next(A);) {
      if (A.Unseen)
        continue;
      Out.span(T,
               A.Why == trace::OffCpuSpan::Preempted     ? "(preempted)"
               : A.Why == trace::OffCpuSpan::Interrupted ? "(interrupt)"
                                                         : "(off CPU)",
               A.From, A.To - A.From);
    }
  }
  return Error::success();
}

Error forEachStream(
    const trace::Trace &T,
    function_ref<Error(const StreamPart &, const trace::Packet &)> Do) {
  trace::DamageList Damages;
  for (const StreamPart &Part : streamsOf(T)) {
    auto Stream = trace::StreamFile::open(T, Part.Path.str(), Damages);
    if (!Stream)
      return Stream.takeError();
    if (const trace::Packet *First = (*Stream)->Records.next())
      if (Error E = Do(Part, *First))
        return E;
  }
  return Error::success();
}

static Error writeTrace(const trace::Trace &Trace, const SymbolTable &Symbols,
                        EventWriter &Out, uint64_t &Left, uint64_t &LeftOut) {
  auto WriteStream = [&](const StreamPart &Part, const trace::Packet &First) {
    Track T = {First.Pid, First.Tid, trace::isOfHandlers(Part.Path)};
    std::string Name = Trace.Meta.text("task_" + std::to_string(T.Tid)).str() +
                       (T.IsHandler ? " (signal handlers)" : "");
    if (!Name.empty())
      Out.event(T, "M", "thread_name", 0, [&] {
        Out.Json.attributeObject(
            "args", [&] { Out.Json.attribute("name", output::utf8(Name)); });
      });
    CallEvents Events(Symbols, Out, T, Left, LeftOut);
    trace::DamageList Damages;
    return readInto(
        Part, {Trace, Symbols}, Events, Damages,
        [](const trace::StreamSummary &, Rebuilder<CallEvents> &) {});
  };
  if (Error E = forEachStream(Trace, WriteStream))
    return E;
  return writeSwitches(Trace, Out);
}

Expected<uint64_t> firstTime(ArrayRef<trace::Trace> Traces) {
  uint64_t Least = UINT64_MAX;
  for (const trace::Trace &T : Traces)
    if (Error E = forEachStream(
            T, [&](const StreamPart &, const trace::Packet &First) {
              Least = std::min(Least, First.Begin);
              return Error::success();
            }))
      return E;
  return Least;
}

Error exportChrome(ArrayRef<trace::Trace> Traces, const SymbolTable &Symbols,
                   const ExportOptions &Options) {
  Expected<uint64_t> Zero = firstTime(Traces);
  if (!Zero)
    return Zero.takeError();
  Error Failed = Error::success();
  Error Written = output::writeFile(Options.Path, [&](raw_ostream &Stream) {
    json::OStream Json(Stream);
    double TicksPerUs =
        static_cast<double>(Traces.front().Meta.Frequency) / 1e6;
    EventWriter Out(Json, *Zero, TicksPerUs);
    uint64_t Left = Options.Events, LeftOut = 0;
    Json.object([&] {
      Json.attribute("displayTimeUnit", "ns");
      Json.attributeArray("traceEvents", [&] {
        for (const trace::Trace &T : Traces)
          if (!Failed)
            Failed = joinErrors(std::move(Failed),
                                writeTrace(T, Symbols, Out, Left, LeftOut));
      });
      Json.attributeObject("otherData", [&] {
        for (auto [I, Line] : enumerate(Options.Provenance))
          Json.attribute("provenance_" + std::to_string(I), Line);
        Json.attribute("calls_left_out", int64_t(LeftOut));
      });
    });
    Stream << '\n';
  });
  return joinErrors(std::move(Failed), std::move(Written));
}

} // namespace ipoint::exporting
