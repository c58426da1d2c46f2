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
#include "Streams.h"
#include "output/Files.h"
#include "output/JsonPieces.h"
#include "trace/SwitchReader.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/MathExtras.h"

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
      // A handler has a stack of its own; a viewer shows it beside its thread.
      Json.attribute("tid", int64_t(T.Tid) + (T.IsHandler ? HandlerTids : 0));
      if (Phase != "M")
        Json.attribute("ts", microseconds(Time - std::min(Time, Zero)));
      More();
    });
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

/// Opens and closes an activation for each entry and exit. One that has no exit
/// ends where a record of a function below it comes, or with the stream.
class ActivationEvents {
public:
  ActivationEvents(const SymbolTable &Symbols, EventWriter &Out, Track T,
                   uint64_t &Left, uint64_t &LeftOut)
      : Symbols(Symbols), Out(Out), T(T), Left(Left), LeftOut(LeftOut) {}

  void timed(uint32_t Id, uint64_t At) {
    Time = At;
    if (Id < IPOINT_ID_FIRST)
      return runtime(Id);
    if (const Site *S = Symbols.site(Id))
      record(*S);
  }
  void untimed(uint32_t Id, uint64_t Payload) {
    const Site *S = Id < IPOINT_ID_FIRST ? nullptr : Symbols.site(Id);
    if (S && S->HasValue)
      mark(*S, Payload);
    if (S && !(S->HasValue && S->IsTimed))
      record(*S);
  }
  void gap() { closeTo(0); }
  void end() { closeTo(0); }

private:
  /// Of no function: what the runtime tells.
  static constexpr uint32_t Halted = None - 1;

  void record(const Site &S) {
    if (S.IsEntry)
      return open(S.Function, Symbols.functions()[S.Function].Name);
    auto Of = [&](uint32_t F) { return F == S.Function; };
    auto It = find_if(reverse(Stack), Of);
    if (It != Stack.rend())
      closeTo(static_cast<size_t>(Stack.rend() - It));
    else
      open(S.Function, Symbols.functions()[S.Function].Name);
    const BlockSymbol &B = Symbols.blocks()[S.Block];
    if (!B.Mark.empty() && !S.HasValue)
      mark(S, std::nullopt);
    if (S.IsExit)
      closeTo(Stack.size() - 1);
  }

  void mark(const Site &S, std::optional<uint64_t> Payload) {
    const BlockSymbol &B = Symbols.blocks()[S.Block];
    Out.event(T, "i", B.Mark, Time, [&] {
      Out.Json.attribute("s", "t");
      if (!Payload)
        return;
      Out.Json.attributeObject("args", [&] {
        Out.Json.attribute("value",
                           B.Value == database::MarkValue::Signed
                               ? SignExtend64<IPOINT_VALUE_BITS>(*Payload)
                               : static_cast<int64_t>(*Payload));
      });
    });
  }

  void runtime(uint32_t Id) {
    if (Id == IPOINT_ID_PAUSE)
      open(Halted, "(not recorded)");
    else if (Id == IPOINT_ID_SWITCH_OUT || Id == IPOINT_ID_PREEMPTED)
      open(Halted, "(no CPU)");
    else if (!Stack.empty() && Stack.back() == Halted)
      closeTo(Stack.size() - 1);
  }

  /// Beyond the limit nothing more is opened: what lies above is not shown.
  void open(uint32_t Function, StringRef Name) {
    Stack.push_back(Function);
    if (Left == 0 || Shown + 1 != Stack.size()) {
      ++LeftOut;
      return;
    }
    --Left;
    ++Shown;
    Out.event(T, "B", Name, Time);
  }

  void closeTo(size_t Size) {
    for (; Stack.size() > Size; Stack.pop_back())
      if (Shown == Stack.size()) {
        --Shown;
        Out.event(T, "E", "", Time);
      }
  }

  const SymbolTable &Symbols;
  EventWriter &Out;
  Track T;
  uint64_t &Left, &LeftOut;
  std::vector<uint32_t> Stack; ///< functions
  size_t Shown = 0;            ///< of the stack, from below
  uint64_t Time = 0;
};

} // namespace

static Error writeSwitches(const trace::Trace &Trace, EventWriter &Out) {
  trace::DamageList Damages; // for the reports to tell
  for (const std::string &File : Trace.Switches) {
    Expected<OpenedStream> Stream = openStream(Trace, File);
    if (!Stream)
      return Stream.takeError();
    if (!Stream->First)
      continue;
    trace::SwitchReader Reader(std::move(Stream->Source), File, Trace.Meta.Uuid,
                               Damages);
    for (trace::Away A; Reader.next(A);)
      Out.event({Stream->First->Pid, Stream->First->Tid}, "X",
                A.Preempted ? "(preempted)" : "(no CPU)", A.From, [&] {
                  Out.Json.attribute("dur", Out.microseconds(A.To - A.From));
                });
  }
  return Error::success();
}

static Error writeTrace(const trace::Trace &Trace, const SymbolTable &Symbols,
                        EventWriter &Out, uint64_t &Left, uint64_t &LeftOut) {
  trace::DamageList Damages;
  for (const std::string &File : Trace.Streams) {
    Expected<OpenedStream> Stream = openStream(Trace, File);
    if (!Stream)
      return Stream.takeError();
    if (!Stream->First)
      continue;
    Track T = {Stream->First->Pid, Stream->First->Tid,
               trace::isOfHandlers(File)};
    std::string Name = Trace.Meta.text("task_" + std::to_string(T.Tid)).str() +
                       (T.IsHandler ? " (signal handlers)" : "");
    if (!Name.empty())
      Out.event(T, "M", "thread_name", 0, [&] {
        Out.Json.attributeObject(
            "args", [&] { Out.Json.attribute("name", output::utf8(Name)); });
      });
    trace::PacketReader Reader(*Stream->Source, File, Trace.Meta.Uuid, Damages);
    ActivationEvents Events(Symbols, Out, T, Left, LeftOut);
    trace::readStream(Reader, Events);
    Events.end();
  }
  return writeSwitches(Trace, Out);
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
        Json.attribute("activations_left_out", int64_t(LeftOut));
      });
    });
    Stream << '\n';
  });
  return joinErrors(std::move(Failed), std::move(Written));
}

} // namespace ipoint::exporting
