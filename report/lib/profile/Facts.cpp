//===- Facts.cpp - Facts in the tables of a profile as JSON ---------------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Cells.h"
#include "Labels.h"
#include "database/ConfigFile.h"
#include "interrupts/exclude/Filter.h"
#include "support/Describe.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FormatVariadic.h"

using namespace llvm;

namespace ipoint::profile {

using namespace analysis;
using sampled::Attributed;
using sampled::PlainRun;
using sampled::SampledFunction;
using sampled::SampledProgram;
using sampled::SampledRun;

std::string textOf(json::Value V) { return formatv("{0}", V).str(); }

static std::optional<json::Value> parse(StringRef Text) {
  if (database::tooDeepInJson(Text))
    return std::nullopt;
  Expected<json::Value> Value = json::parse(Text);
  if (Value)
    return std::move(*Value);
  consumeError(Value.takeError());
  return std::nullopt;
}

std::optional<json::Object> parseObject(StringRef Text) {
  std::optional<json::Value> V = parse(Text);
  json::Object *O = V ? V->getAsObject() : nullptr;
  return O ? std::optional(std::move(*O)) : std::nullopt;
}

std::optional<json::Array> parseArray(StringRef Text) {
  std::optional<json::Value> V = parse(Text);
  json::Array *A = V ? V->getAsArray() : nullptr;
  return A ? std::optional(std::move(*A)) : std::nullopt;
}

template <Maybe<StreamProfile> T> static void describe(auto &&Field, T &S) {
  Field("elapsed", S.Elapsed);
  Field("off_cpu", S.OffCpu);
  Field("switches", S.Switches);
  Field("preemptions", S.Preemptions);
  Field("packets", S.Sum.Packets);
  Field("timed", S.Sum.Timed);
  Field("untimed", S.Sum.Untimed);
  Field("damaged", S.Sum.Damaged);
  Field("discarded", S.Sum.Discarded);
  Field("pid", S.Sum.Pid);
  Field("tid", S.Sum.Tid);
  Field("handlers", S.IsHandler);
}

template <Maybe<TraceProfile> T> static void describe(auto &&Field, T &P) {
  Field("records", P.Records);
  Field("counted", P.Counted);
  Field("lost", P.Lost);
}

template <Maybe<trace::Reduced> T> static void describe(auto &&Field, T &R) {
  Field("switches_from", R.Switches);
  Field("switches_missing", R.SwitchesMissing);
  Field("resolution", R.Resolution);
  Field("least_difference", R.LeastDifference);
}

template <Maybe<ThresholdRule> T> static void describe(auto &&Field, T &R) {
  Field("low", R.Low);
  Field("high", R.High);
  Field("majority", R.Majority);
  Field("least_visits", R.LeastVisits);
  Field("gap_tolerance", R.GapTolerance);
  Field("linear_only", R.LinearOnly);
  Field("function", R.Function);
  Field("block", R.Block);
  Field("from", R.From);
}

template <Maybe<FilterModel> T> static void describe(auto &&Field, T &F) {
  Field("from", F.From);
  Field("linear_only", F.LinearOnly);
  Field("layers", F.Layers);
}

template <Maybe<PlainRun> T> static void describe(auto &&Field, T &P) {
  Field("user", P.User);
  Field("system", P.System);
  Field("instrumented", P.Instrumented);
  Field("plain", P.Plain);
  Field("elapsed", P.Elapsed);
  Field("trace", P.Trace);
}

template <Maybe<SampledFunction> T> static void describe(auto &&Field, T &F) {
  Field("name", F.Name);
  Field("source", F.Source);
  Field("line", F.Line);
  Field("file", F.File);
  Field("by", F.By);
}

template <Maybe<Attributed> T> static void describe(auto &&Field, T &P) {
  Field("line", P.Line);
  Field("column", P.Column);
}

template <Maybe<SampledRun> T> static void describe(auto &&Field, T &R) {
  Field("round", R.Round);
  Field("rate", R.Rate);
  Field("weight", R.Weight);
}

template <Maybe<SampledProgram> T> static void describe(auto &&Field, T &S) {
  Field("file", S.File);
  Field("program", S.Program);
  Field("arguments", S.Arguments);
  Field("sampler", S.Sampler);
  Field("counted", S.IsCounted);
  Field("excludes_kernel", S.ExcludesKernel);
  Field("samples", S.Samples);
  Field("lost", S.Lost);
  Field("throttled", S.Throttled);
}

static json::Object environmentOf(const trace::Metadata &M) {
  json::Object Result;
  for (const auto &[Key, Value] : M.Environment) {
    if (StringRef(Key).starts_with("unit_") || isLabel(Key))
      continue; // they have a table, and an object
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
    describe(ObjectWriter{O}, S);
    if (S.Sum.Packets) {
      json::Object B;
      analysis::describe(ObjectWriter{B}, *Balance++);
      O["balance"] = std::move(B);
    }
    Result.push_back(std::move(O));
  }
  return Result;
}

static bool readStream(const json::Object &O, Run &To) {
  StreamProfile &S = To.Found.Streams.emplace_back();
  describe(ObjectReader{O}, S);
  const json::Object *Balance = O.getObject("balance");
  if (Balance)
    analysis::describe(ObjectReader{*Balance}, To.Balances.emplace_back());
  return !Balance == !S.Sum.Packets;
}

json::Object factsOf(const Run &R, bool WithLabels) {
  json::Object Ended;
  for (auto [Why, Streams] : R.Found.Ended)
    Ended[std::to_string(Why)] = Streams;
  json::Object O{{"frequency", R.Of.Meta.Frequency},
                 {"environment", environmentOf(R.Of.Meta)},
                 {"streams", streamsOf(R)},
                 {"ended", std::move(Ended)}};
  describe(ObjectWriter{O, /*KeepsZero=*/true}, *R.Of.Reduced);
  describe(ObjectWriter{O}, R.Found);
  if (WithLabels) {
    json::Object Called;
    for (const auto &[Key, Value] : labelsOf(R))
      Called[Key] = json::fixUTF8(Value);
    O["labels"] = std::move(Called);
  }
  return O;
}

bool readRun(const json::Object &From, Run &To) {
  const json::Object *Environment = From.getObject("environment");
  const json::Array *Streams = From.getArray("streams");
  const json::Object *Ended = From.getObject("ended");
  std::optional<int64_t> Rate = From.getInteger("frequency");
  if (!Environment || !Streams || !Ended || !Rate || *Rate <= 0)
    return false;
  To.Of.Meta.Frequency = static_cast<uint64_t>(*Rate);
  readEnvironment(*Environment, To.Of.Meta);
  if (const json::Object *Called = From.getObject("labels"))
    for (const auto &[Key, Value] : *Called) {
      if (!isKey(Key) || !Value.getAsString())
        return false;
      To.Labels[Key.str()] = Value.getAsString()->str();
    }
  describe(ObjectReader{From}, To.Of.Reduced.emplace());
  describe(ObjectReader{From}, To.Found);
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
  for (const ThresholdRule &R : F.Rules) {
    json::Object Rule;
    describe(ObjectWriter{Rule, /*KeepsZero=*/true}, R);
    Rules.push_back(std::move(Rule));
  }
  json::Object O{{"mode", factsOf(F.Mode).Name}, {"rules", std::move(Rules)}};
  describe(ObjectWriter{O, /*KeepsZero=*/true}, F);
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
  describe(ObjectReader{*O}, F);
  for (const json::Value &V : *Rules) {
    if (!V.getAsObject())
      return std::nullopt;
    describe(ObjectReader{*V.getAsObject()}, F.Rules.emplace_back());
  }
  if (F.Mode == FilterMode::Rule && F.Rules.empty())
    return std::nullopt;
  return F;
}

std::string toText(const SampledProgram &S) {
  json::Object O;
  describe(ObjectWriter{O, /*KeepsZero=*/true}, S);
  auto All = [&](StringRef Key, const auto &Items, auto More) {
    json::Array Result;
    for (const auto &Item : Items) {
      json::Array Each;
      describe(ArrayWriter{Each}, Item);
      More(Each, Item);
      Result.push_back(std::move(Each));
    }
    O[Key] = std::move(Result);
  };
  All("plain", S.Plain, [](json::Array &, const PlainRun &) {});
  All("functions", S.Functions, [&](json::Array &To, const SampledFunction &F) {
    To.push_back(bool(S.InProgram[size_t(&F - S.Functions.data())]));
  });
  // Its functions, the innermost first.
  All("places", S.Places, [](json::Array &To, const Attributed &P) {
    for (uint32_t F : P.Functions)
      To.push_back(F);
  });
  All("runs", S.Runs, [](json::Array &To, const SampledRun &R) {
    To.push_back(R.Batches.size());
  });
  json::Array Problems;
  for (const std::string &What : S.Problems)
    Problems.push_back(json::fixUTF8(What));
  O["problems"] = std::move(Problems);
  return textOf(std::move(O));
}

bool readSampled(StringRef Text, SampledProgram &To) {
  std::optional<json::Object> O = parseObject(Text);
  if (!O)
    return false;
  describe(ObjectReader{*O}, To);
  auto All = [&](StringRef Key, auto &Items, auto More) {
    const json::Array *Array = O->getArray(Key);
    return Array && all_of(*Array, [&](const json::Value &V) {
             ArrayReader From(V);
             auto &Item = Items.emplace_back();
             describe(From, Item);
             return More(From, Item) && From.ok();
           });
  };
  auto Functions = [&](ArrayReader &From, Attributed &P) {
    if (To.Functions.empty() || From.atEnd())
      return false; // there is one at least
    while (From.ok() && !From.atEnd())
      P.Functions.push_back(
          static_cast<uint32_t>(From.count(To.Functions.size() - 1)));
    return true;
  };
  auto InProgram = [&](ArrayReader &From, SampledFunction &) {
    bool Is = false;
    From("in_program", Is);
    To.InProgram.push_back(Is);
    return true;
  };
  auto Batches = [&](ArrayReader &From, SampledRun &R) {
    R.Batches.resize(From.count(SampledRun::BatchCount));
    return R.Round <= To.Plain.size();
  };
  if (!All("plain", To.Plain, [](auto &, auto &) { return true; }) ||
      !All("functions", To.Functions, InProgram) ||
      !All("places", To.Places, Functions) || !All("runs", To.Runs, Batches))
    return false;
  const json::Array *Problems = O->getArray("problems");
  return Problems && all_of(*Problems, [&](const json::Value &V) {
           To.Problems.push_back(V.getAsString().value_or("").str());
           return V.getAsString().has_value();
         });
}

} // namespace ipoint::profile
