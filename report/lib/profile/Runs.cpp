//===- Runs.cpp - Facts of runs and of profiles as JSON -------------------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Runs.h"
#include "Json.h"
#include "interrupts/exclude/Filter.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FormatVariadic.h"

using namespace llvm;

namespace ipoint::profile {

using namespace analysis;

/// A number of \p T by its name.
template <typename T, typename Member> struct Field {
  StringLiteral Name;
  Member T::*At;
};
template <typename T> using CountField = Field<T, uint64_t>;

static constexpr CountField<StreamProfile> StreamFields[] = {
    {"elapsed", &StreamProfile::Elapsed},
    {"off_cpu", &StreamProfile::OffCpu},
    {"switches", &StreamProfile::Switches},
    {"preemptions", &StreamProfile::Preemptions}};
static constexpr CountField<trace::StreamSummary> SummaryFields[] = {
    {"packets", &trace::StreamSummary::Packets},
    {"timed", &trace::StreamSummary::Timed},
    {"untimed", &trace::StreamSummary::Untimed},
    {"damaged", &trace::StreamSummary::Damaged},
    {"discarded", &trace::StreamSummary::Discarded}};
static constexpr Field<trace::StreamSummary, uint32_t> TaskFields[] = {
    {"pid", &trace::StreamSummary::Pid}, {"tid", &trace::StreamSummary::Tid}};
static constexpr CountField<BalanceModel> BalanceFields[] = {
    {"elapsed", &BalanceModel::Elapsed},
    {"self", &BalanceModel::Self},
    {"calls_out", &BalanceModel::CallsOut},
    {"probes", &BalanceModel::Probes},
    {"interrupts", &BalanceModel::Interrupts},
    {"handlers", &BalanceModel::Handlers},
    {"handler_count", &BalanceModel::HandlerCount},
    {"buffer_wait", &BalanceModel::BufferWait},
    {"gaps", &BalanceModel::Gaps},
    {"lost", &BalanceModel::Lost},
    {"off_cpu", &BalanceModel::OffCpu},
    {"outside", &BalanceModel::Outside},
    {"unsure", &BalanceModel::Unsure},
    {"probes_beyond", &BalanceModel::ProbesBeyond}};
static constexpr CountField<TraceProfile> FoundFields[] = {
    {"records", &TraceProfile::Records},
    {"counted", &TraceProfile::Counted},
    {"lost", &TraceProfile::Lost}};

/// Writes the fields of \p From that are not 0.
template <typename T, typename Member, size_t N>
static void put(json::Object &To, const Field<T, Member> (&Fields)[N],
                const T &From) {
  for (const auto &F : Fields)
    if (From.*F.At)
      To[F.Name] = From.*F.At;
}

template <typename T, typename Member, size_t N>
static void take(const json::Object &From, const Field<T, Member> (&Fields)[N],
                 T &To) {
  for (const auto &F : Fields)
    if (const json::Value *V = From.get(F.Name))
      To.*F.At = static_cast<Member>(V->getAsUINT64().value_or(0));
}

static json::Object environmentOf(const trace::Metadata &M) {
  json::Object Result;
  for (const auto &[Key, Value] : M.Environment) {
    json::Value V = Value.Number ? json::Value(*Value.Number)
                                 : json::Value(json::fixUTF8(Value.Text));
    Result[json::fixUTF8(Key)] = std::move(V);
  }
  return Result;
}

static void readEnvironment(const json::Object &From, trace::Metadata &To) {
  for (const auto &[Key, Value] : From) {
    trace::EnvironmentValue &V = To.Environment[Key.str()];
    V.Number = Value.getAsInteger();
    V.Text = V.Number ? std::to_string(*V.Number)
                      : Value.getAsString().value_or("").str();
  }
}

static json::Array streamsOf(const Run &R) {
  json::Array Result;
  auto Balance = R.Balances.begin();
  for (const StreamProfile &S : R.Found.Streams) {
    json::Object O;
    put(O, StreamFields, S);
    put(O, SummaryFields, S.Sum);
    put(O, TaskFields, S.Sum);
    if (S.IsHandler)
      O["handlers"] = true;
    if (S.Sum.Packets) {
      json::Object B;
      put(B, BalanceFields, *Balance);
      B["residue"] = Balance->Residue;
      O["balance"] = std::move(B);
      ++Balance;
    }
    Result.push_back(std::move(O));
  }
  return Result;
}

static bool readStream(const json::Object &O, Run &To) {
  StreamProfile &S = To.Found.Streams.emplace_back();
  take(O, StreamFields, S);
  take(O, SummaryFields, S.Sum);
  take(O, TaskFields, S.Sum);
  S.IsHandler = O.getBoolean("handlers").value_or(false);
  const json::Object *Balance = O.getObject("balance");
  if (!Balance != !S.Sum.Packets)
    return false;
  if (!Balance)
    return true;
  BalanceModel &B = To.Balances.emplace_back();
  take(*Balance, BalanceFields, B);
  B.Residue = Balance->getInteger("residue").value_or(0);
  return true;
}

std::string toText(const Run &R) {
  json::Object O{{"frequency", R.Of.Meta.Frequency},
                 {"environment", environmentOf(R.Of.Meta)},
                 {"streams", streamsOf(R)},
                 {"switches_from", json::fixUTF8(R.Of.Reduced->Switches)},
                 {"switches_missing", R.Of.Reduced->SwitchesMissing}};
  put(O, FoundFields, R.Found);
  if (R.Of.Reduced->Resolution)
    O["resolution"] = *R.Of.Reduced->Resolution;
  if (R.Of.Reduced->LeastDifference)
    O["least_difference"] = *R.Of.Reduced->LeastDifference;
  json::Object Ended;
  for (auto [Why, Streams] : R.Found.Ended)
    Ended[std::to_string(Why)] = Streams;
  O["ended"] = std::move(Ended);
  return textOf(std::move(O));
}

bool readRun(StringRef Text, Run &To) {
  std::optional<json::Object> O = parseObject(Text);
  const json::Object *Environment = O ? O->getObject("environment") : nullptr;
  const json::Array *Streams = O ? O->getArray("streams") : nullptr;
  const json::Object *Ended = O ? O->getObject("ended") : nullptr;
  std::optional<int64_t> Rate = O ? O->getInteger("frequency") : std::nullopt;
  if (!Environment || !Streams || !Ended || !Rate || *Rate <= 0)
    return false;
  To.Of.Meta.Frequency = static_cast<uint64_t>(*Rate);
  readEnvironment(*Environment, To.Of.Meta);
  trace::Reduced &Facts = To.Of.Reduced.emplace();
  Facts.Resolution = O->getNumber("resolution");
  if (std::optional<int64_t> Least = O->getInteger("least_difference"))
    Facts.LeastDifference = static_cast<uint64_t>(std::max<int64_t>(*Least, 0));
  Facts.Switches = O->getString("switches_from").value_or("").str();
  Facts.SwitchesMissing = static_cast<uint64_t>(
      std::max<int64_t>(O->getInteger("switches_missing").value_or(0), 0));
  take(*O, FoundFields, To.Found);
  for (const auto &[Why, Count] : *Ended) {
    uint64_t Number;
    if (StringRef(Why).getAsInteger(10, Number))
      return false;
    To.Found.Ended[Number] = Count.getAsUINT64().value_or(0);
  }
  return all_of(*Streams, [&](const json::Value &S) {
    return S.getAsObject() && readStream(*S.getAsObject(), To);
  });
}

std::string unitsOf(const Run &R) {
  std::string Text;
  for (const trace::UnitRecord &U : R.Of.Meta.Units) {
    for (uint32_t Word : U.Words)
      Text += formatv("{0:x-8}", Word).str();
    Text += '\n';
  }
  return Text;
}

bool readUnits(StringRef Text, Run &To) {
  constexpr size_t DigitsOfWord = 8;
  while (!Text.empty()) {
    auto [Line, Rest] = Text.split('\n');
    trace::UnitRecord U;
    if (Line.size() != DigitsOfWord * U.Words.size())
      return false;
    for (uint32_t &Word : U.Words) {
      if (Line.take_front(DigitsOfWord).getAsInteger(16, Word))
        return false;
      Line = Line.drop_front(DigitsOfWord);
    }
    To.Of.Meta.Units.push_back(U);
    Text = Rest;
  }
  return true;
}

std::string toText(const FilterModel &F) {
  json::Array Rules;
  for (const ThresholdRule &R : F.Rules)
    Rules.push_back(json::Object{{"low", R.Low},
                                 {"high", R.High},
                                 {"majority", R.Majority},
                                 {"least_visits", R.LeastVisits},
                                 {"gap_tolerance", R.GapTolerance},
                                 {"linear_only", R.LinearOnly},
                                 {"function", json::fixUTF8(R.Function)},
                                 {"block", json::fixUTF8(R.Block)},
                                 {"from", json::fixUTF8(R.From)}});
  json::Object O{{"mode", factsOf(F.Mode).Name},
                 {"from", json::fixUTF8(F.From)},
                 {"linear_only", F.LinearOnly},
                 {"layers", F.Layers},
                 {"rules", std::move(Rules)}};
  return textOf(std::move(O));
}

std::optional<FilterModel> readFilter(StringRef Text) {
  std::optional<json::Object> O = parseObject(Text);
  const json::Array *Rules = O ? O->getArray("rules") : nullptr;
  if (!Rules)
    return std::nullopt;
  FilterModel F;
  std::optional<FilterMode> Mode;
  for (FilterMode M :
       {FilterMode::Rule, FilterMode::Detect, FilterMode::Layers})
    if (O->getString("mode") == factsOf(M).Name)
      Mode = M;
  if (!Mode)
    return std::nullopt;
  F.Mode = *Mode;
  F.From = O->getString("from").value_or("").str();
  F.LinearOnly = O->getBoolean("linear_only").value_or(true);
  F.Layers = static_cast<unsigned>(countIn(*O, "layers"));
  for (const json::Value &V : *Rules) {
    const json::Object *Rule = V.getAsObject();
    if (!Rule)
      return std::nullopt;
    ThresholdRule &R = F.Rules.emplace_back();
    R.Low = countIn(*Rule, "low");
    R.High = countIn(*Rule, "high");
    R.Majority = Rule->getNumber("majority").value_or(R.Majority);
    R.LeastVisits = countIn(*Rule, "least_visits");
    R.GapTolerance = Rule->getNumber("gap_tolerance").value_or(0);
    R.LinearOnly = Rule->getBoolean("linear_only").value_or(true);
    R.Function = Rule->getString("function").value_or("").str();
    R.Block = Rule->getString("block").value_or("").str();
    R.From = Rule->getString("from").value_or("").str();
  }
  if (F.Mode == FilterMode::Rule && F.Rules.empty())
    return std::nullopt;
  return F;
}

} // namespace ipoint::profile
