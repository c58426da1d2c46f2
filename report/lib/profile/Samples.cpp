//===- Samples.cpp - Samples of a profile as JSON and numbers -------------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Samples.h"
#include "Json.h"
#include <cmath>

using namespace llvm;

namespace ipoint::profile {

using estimate::Attributed;
using estimate::PlainRun;
using estimate::SampledFunction;
using estimate::SampledProgram;
using estimate::SampledRun;

/// Samples are counted by their weight: not in whole numbers.
static constexpr double Billionths = 1e9;

static json::Value valueOf(const PlainRun &P) {
  return json::Array{P.User,  P.System,  P.Instrumented,
                     P.Plain, P.Elapsed, json::fixUTF8(P.Trace)};
}

static json::Value valueOf(const SampledFunction &F, bool InProgram) {
  return json::Array{json::fixUTF8(F.Name), json::fixUTF8(F.Source), F.Line,
                     json::fixUTF8(F.File), int64_t(F.By),           InProgram};
}

/// Its line and column, then its functions, the innermost first.
static json::Value valueOf(const Attributed &P) {
  json::Array Result{P.Line, P.Column};
  for (uint32_t F : P.Functions)
    Result.push_back(F);
  return Result;
}

static json::Value valueOf(const SampledRun &R) {
  return json::Array{R.Round, R.Rate, R.Weight, R.Batches.size()};
}

std::string toText(const SampledProgram &S) {
  json::Array Plain, Functions, Places, Runs, Problems;
  for (const PlainRun &P : S.Plain)
    Plain.push_back(valueOf(P));
  for (size_t I = 0; I < S.Functions.size(); ++I)
    Functions.push_back(valueOf(S.Functions[I], S.InProgram[I]));
  for (const Attributed &P : S.Places)
    Places.push_back(valueOf(P));
  for (const SampledRun &R : S.Runs)
    Runs.push_back(valueOf(R));
  for (const std::string &What : S.Problems)
    Problems.push_back(json::fixUTF8(What));
  return textOf(json::Object{{"file", json::fixUTF8(S.File)},
                             {"program", json::fixUTF8(S.Program)},
                             {"arguments", json::fixUTF8(S.Arguments)},
                             {"sampler", json::fixUTF8(S.Sampler)},
                             {"counted", S.IsCounted},
                             {"excludes_kernel", S.ExcludesKernel},
                             {"samples", S.Samples},
                             {"lost", S.Lost},
                             {"throttled", S.Throttled},
                             {"plain", std::move(Plain)},
                             {"functions", std::move(Functions)},
                             {"places", std::move(Places)},
                             {"runs", std::move(Runs)},
                             {"problems", std::move(Problems)}});
}

namespace {

/// Takes the elements of an array, one after the other.
class Elements {
public:
  explicit Elements(const json::Value &V) : Of(V.getAsArray()) {}

  bool isFirst() const { return Next == 0; }
  bool atEnd() const { return !Of || Next == Of->size(); }
  /// Whether all of them were there and of their types.
  bool ok() const { return Of && IsRight; }
  std::string text() {
    const json::Value *V = next();
    std::optional<StringRef> S = V ? V->getAsString() : std::nullopt;
    IsRight &= S.has_value();
    return S.value_or("").str();
  }
  double number() {
    const json::Value *V = next();
    std::optional<double> N = V ? V->getAsNumber() : std::nullopt;
    IsRight &= N && std::isfinite(*N) && *N >= 0;
    return N.value_or(0);
  }
  /// A whole number up to \p Most.
  uint64_t count(uint64_t Most = INT64_MAX) {
    const json::Value *V = next();
    std::optional<uint64_t> N = V ? V->getAsUINT64() : std::nullopt;
    IsRight &= N && *N <= Most;
    return IsRight ? *N : 0;
  }
  bool flag() {
    const json::Value *V = next();
    std::optional<bool> B = V ? V->getAsBoolean() : std::nullopt;
    IsRight &= B.has_value();
    return B.value_or(false);
  }

private:
  const json::Value *next() { return atEnd() ? nullptr : &(*Of)[Next++]; }

  const json::Array *Of;
  size_t Next = 0;
  bool IsRight = true;
};

} // namespace

static bool read(const json::Value &V, PlainRun &To) {
  Elements E(V);
  To.User = E.number();
  To.System = E.number();
  To.Instrumented = E.number();
  To.Plain = E.count();
  To.Elapsed = E.count();
  To.Trace = E.text();
  return E.ok();
}

static bool read(const json::Value &V, SampledProgram &To) {
  Elements E(V);
  SampledFunction &F = To.Functions.emplace_back();
  F.Name = E.text();
  F.Source = E.text();
  F.Line = static_cast<unsigned>(E.count(INT32_MAX));
  F.File = E.text();
  F.By = static_cast<estimate::Evidence>(
      E.count(uint64_t(estimate::Evidence::Unknown)));
  To.InProgram.push_back(E.flag());
  return E.ok();
}

static bool read(const json::Value &V, size_t Functions, Attributed &To) {
  Elements E(V);
  To.Line = static_cast<unsigned>(E.count(INT32_MAX));
  To.Column = static_cast<unsigned>(E.count(INT32_MAX));
  if (Functions == 0 || E.atEnd())
    return false; // there is one at least
  while (E.ok() && !E.atEnd())
    To.Functions.push_back(static_cast<uint32_t>(E.count(Functions - 1)));
  return E.ok();
}

static bool read(const json::Value &V, size_t Rounds, SampledRun &To) {
  Elements E(V);
  To.Round = static_cast<uint32_t>(E.count(Rounds));
  To.Rate = E.number();
  To.Weight = E.number();
  To.Batches.resize(E.count(SampledRun::BatchCount));
  return E.ok();
}

bool readSampled(StringRef Text, SampledProgram &To) {
  std::optional<json::Object> O = parseObject(Text);
  if (!O)
    return false;
  auto TextAt = [&](StringRef Key) {
    return O->getString(Key).value_or("").str();
  };
  auto All = [&](StringRef Key, auto Read) {
    const json::Array *Array = O->getArray(Key);
    return Array && all_of(*Array, Read);
  };
  To.File = TextAt("file");
  To.Program = TextAt("program");
  To.Arguments = TextAt("arguments");
  To.Sampler = TextAt("sampler");
  To.IsCounted = O->getBoolean("counted").value_or(false);
  To.ExcludesKernel = O->getBoolean("excludes_kernel").value_or(true);
  To.Samples = countIn(*O, "samples");
  To.Lost = countIn(*O, "lost");
  To.Throttled = countIn(*O, "throttled");
  using json::Value;
  return All("plain",
             [&](const Value &V) {
               return read(V, To.Plain.emplace_back());
             }) &&
         All("functions", [&](const Value &V) { return read(V, To); }) &&
         All("places",
             [&](const Value &V) {
               return read(V, To.Functions.size(), To.Places.emplace_back());
             }) &&
         All("runs",
             [&](const Value &V) {
               return read(V, To.Plain.size(), To.Runs.emplace_back());
             }) &&
         All("problems", [&](const Value &V) {
           To.Problems.push_back(V.getAsString().value_or("").str());
           return V.getAsString().has_value();
         });
}

Values valuesOf(const estimate::Counted &Batch) {
  Values Result;
  for (auto [Place, Samples] : enumerate(Batch.Columns))
    if (int64_t Whole = std::llround(Samples * Billionths))
      Result.push_back({Place, Whole});
  return Result;
}

bool readBatch(const Values &Samples, uint64_t Number, size_t Places,
               SampledRun &To) {
  if (Number >= To.Batches.size())
    return false;
  estimate::Counted &Batch = To.Batches[Number];
  for (auto [Place, Whole] : Samples) {
    if (Place >= Places || Whole <= 0 || Whole > INT64_MAX)
      return false;
    double Count = static_cast<double>(Whole) / Billionths;
    for (estimate::Counted *C : {&Batch, &To.All}) {
      if (Place >= C->Columns.size())
        C->Columns.resize(Place + 1);
      C->Columns[Place] += Count;
      C->Size += Count;
    }
  }
  return true;
}

} // namespace ipoint::profile
