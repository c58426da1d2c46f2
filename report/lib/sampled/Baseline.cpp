//===- Baseline.cpp - Runs of the plain program ---------------------------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Baseline.h"
#include "Estimate.h"
#include "Places.h"
#include "database/ConfigFile.h"
#include "database/Input.h"
#include "support/Errors.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/Path.h"
#include <set>

using namespace llvm;

namespace ipoint::sampled {

/// Whole and not negative; 0 also where there is none.
static uint64_t numberAt(const json::Object &O, StringRef Key) {
  return static_cast<uint64_t>(
      std::max<int64_t>(O.getInteger(Key).value_or(0), 0));
}

static std::string sibling(StringRef Path, StringRef Name) {
  SmallString<256> Result = sys::path::parent_path(Path);
  sys::path::append(Result, Name);
  return Result.str().str();
}

/// Whether sibling() would leave the folder.
static bool isOutside(StringRef Name) {
  return sys::path::is_absolute(Name) ||
         is_contained(make_range(sys::path::begin(Name), sys::path::end(Name)),
                      "..");
}

/// Those of the element \p Pair; none where there are none.
static std::vector<BaselineSamples> readSampled(StringRef Path,
                                                const json::Object &Pair) {
  std::vector<BaselineSamples> Result;
  const json::Array *All = Pair.getArray("sampled");
  if (!All)
    return Result;
  for (const json::Value &V : *All) {
    const json::Object *O = V.getAsObject();
    if (std::optional<StringRef> Name =
            O ? O->getString("samples") : std::nullopt;
        Name && !isOutside(*Name)) {
      auto Period = static_cast<double>(numberAt(*O, "period_ns"));
      Result.push_back({sibling(Path, *Name),
                        O->getString("sampler").value_or("perf").str(),
                        Period > 0 ? 1e9 / Period : 0});
    }
  }
  return Result;
}

static bool isNull(const json::Object &O, StringRef Key) {
  const json::Value *V = O.get(Key);
  return V && V->kind() == json::Value::Null;
}

static Expected<BaselinePair> readPair(StringRef Path, StringRef Number,
                                       const json::Value &V) {
  auto Wrong = [&](const Twine &What) {
    return errorAt(Path, "pair " + Number + ": " + What +
                             "; write it anew with 'ipoint-run --baseline'");
  };
  const json::Object *O = V.getAsObject();
  const json::Object *Plain = O ? O->getObject("plain") : nullptr;
  const json::Object *Instrumented = O ? O->getObject("instrumented") : nullptr;
  std::optional<StringRef> Trace =
      O ? O->getString("trace") : std::optional<StringRef>();
  BaselinePair P;
  if (Plain) {
    P.User = static_cast<double>(numberAt(*Plain, "user_us"));
    P.System = static_cast<double>(numberAt(*Plain, "system_us"));
    P.Sampled = readSampled(Path, *O);
    if (isNull(*O, "instrumented") && isNull(*O, "trace"))
      return P;
  }
  if (!Plain || !Instrumented || !Trace)
    return Wrong("not as docs/formats.md has it");
  uint64_t PlainBegin = numberAt(*Plain, "begin");
  uint64_t PlainEnd = numberAt(*Plain, "end");
  P.Instrumented = static_cast<double>(numberAt(*Instrumented, "user_us") +
                                       numberAt(*Instrumented, "system_us"));
  P.Begin = numberAt(*Instrumented, "begin");
  P.End = numberAt(*Instrumented, "end");
  P.Elapsed = P.End - P.Begin;
  P.Thread = static_cast<uint32_t>(numberAt(*Instrumented, "thread"));
  if (!isNull(*Plain, "begin") && !isNull(*Instrumented, "begin")) {
    if (PlainEnd <= PlainBegin || P.End <= P.Begin)
      return Wrong("main ends before it begins");
    P.Plain = PlainEnd - PlainBegin;
  }
  if (isOutside(*Trace))
    return Wrong("its trace does not lie beside the file");
  P.Trace = sibling(Path, *Trace);
  return P;
}

Expected<Baseline> readBaseline(StringRef Path) {
  auto Buffer = readInput(Path);
  if (!Buffer)
    return errorAt(Path, "cannot be read: " + toString(Buffer.takeError()) +
                             "; name the file that 'ipoint-run --baseline' "
                             "wrote");
  if (std::optional<std::string> TooDeep =
          database::tooDeepInJson((*Buffer)->getBuffer()))
    return plainError(Path + ":" + *TooDeep +
                      "; not a file of 'ipoint-run --baseline'");
  Expected<json::Value> Document = json::parse((*Buffer)->getBuffer());
  if (!Document)
    return errorAt(Path,
                   "not whole, or not a file of 'ipoint-run --baseline': " +
                       toString(Document.takeError()));
  const json::Object *O = Document->getAsObject();
  std::optional<StringRef> Format =
      O ? O->getString("format") : std::optional<StringRef>();
  // Version 1 has no samples.
  if (Format != "ipoint-baseline/1" && Format != "ipoint-baseline/2")
    return errorAt(Path, "not a file of 'ipoint-run --baseline', or of another "
                         "version");
  Baseline Result;
  Result.File = Path.str();
  Result.Program = O->getString("program").value_or("").str();
  Result.Arguments = O->getString("arguments").value_or("").str();
  Result.ClockSource = O->getString("clock_source").value_or("").str();
  Result.RateHz = numberAt(*O, "rate_hz");
  const json::Array *Pairs = O->getArray("pairs");
  if (!Pairs || Pairs->empty() || Result.RateHz == 0)
    return errorAt(Path, "has no pairs of runs");
  for (const json::Value &V : *Pairs) {
    Expected<BaselinePair> P =
        readPair(Path, std::to_string(Result.Pairs.size() + 1), V);
    if (!P)
      return P.takeError();
    Result.Pairs.push_back(std::move(*P));
  }
  return Result;
}

/// What the traces' own samples are, as runs of a plain program would be.
static std::optional<Baseline> ownSamples(ArrayRef<trace::Trace> Traces) {
  Baseline Result;
  for (const trace::Trace &T : Traces) {
    if (T.Meta.number("samples_taken") <= 0)
      continue;
    BaselinePair &P = Result.Pairs.emplace_back();
    P.Trace = T.Path;
    P.User = static_cast<double>(T.Meta.number("user_us"));
    P.System = static_cast<double>(T.Meta.number("system_us"));
    SmallString<256> File(T.Path);
    sys::path::append(File, ".samples");
    auto Period = static_cast<double>(T.Meta.number("samples_period"));
    P.Sampled.push_back(
        {File.str().str(), "perf", Period > 0 ? 1e9 / Period : 0});
    Result.File = P.Sampled.front().File;
    Result.Program = T.Meta.text("program").str();
    Result.Arguments = T.Meta.text("arguments").str();
    Result.ClockSource = T.Meta.text("clock_source").str();
    Result.RateHz = T.Meta.Frequency;
  }
  if (Result.Pairs.empty())
    return std::nullopt;
  Result.IsCounted = true;
  return Result;
}

Expected<std::vector<Baseline>> findBaselines(ArrayRef<trace::Trace> Traces) {
  std::vector<Baseline> Result;
  std::set<std::string> Tried;
  for (const trace::Trace &T : Traces) {
    std::string Path = sibling(T.Path, "baseline");
    // What lies beside a trace that ipoint-run did not number is somebody's.
    if (!sys::path::filename(T.Path).starts_with("run-") ||
        !sys::fs::is_regular_file(Path) || !Tried.insert(Path).second)
      continue;
    Expected<Baseline> File = readBaseline(Path);
    if (!File)
      return File.takeError();
    if (any_of(File->Pairs, [&](const BaselinePair &P) {
          return any_of(Traces, [&](const trace::Trace &Named) {
            return sys::fs::equivalent(Named.Path, P.Trace);
          });
        }))
      Result.push_back(std::move(*File));
  }
  if (none_of(Result, [](const Baseline &B) { return B.hasSamples(); }))
    if (std::optional<Baseline> Own = ownSamples(Traces))
      Result.push_back(std::move(*Own));
  return Result;
}

/// Reads the samples of \p File, whose places go to \p Places.
static Error readRuns(const Baseline &File, PlaceTable &Places,
                      SampledProgram &To) {
  for (auto [Round, Pair] : enumerate(File.Pairs))
    for (const BaselineSamples &S : Pair.Sampled) {
      Expected<PerfData> Data = readPerfData(S.File);
      if (!Data)
        return Data.takeError();
      if (!Data->IsClock)
        return errorAt(S.File, "its samples are not of the CPU's time; record "
                               "them with 'perf record -e cpu-clock'");
      if (!To.Runs.empty() && To.ExcludesKernel != Data->ExcludesKernel)
        return errorAt(S.File, "has samples of the kernel, or has none, unlike "
                               "the other runs");
      To.ExcludesKernel = Data->ExcludesKernel;
      To.Lost += Data->Lost;
      To.Throttled += Data->Throttled;
      To.Samples += Data->Samples;
      To.Sampler = S.Sampler;
      SampledRun &Run =
          To.Runs.emplace_back(countSamples(Places.locate(*Data)));
      Run.Round = static_cast<uint32_t>(Round);
      Run.Rate = S.Rate > 0         ? S.Rate
                 : Data->Period > 0 ? 1e9 / double(Data->Period)
                                    : 0;
    }
  return Error::success();
}

static Expected<SampledProgram> readSamples(const Baseline &File) {
  SampledProgram Result;
  static_cast<SampledSource &>(Result) = File;
  Result.Plain.assign(File.Pairs.begin(), File.Pairs.end());
  PlaceTable Places;
  if (Error E = readRuns(File, Places, Result))
    return E;
  Attributor Names;
  Result.Places = Names.attribute(Places);
  Result.Functions = Names.functions();
  Result.Problems = Names.problems();
  StringMap<bool> IsProgram;
  for (const SampledFunction &F : Result.Functions) {
    auto [It, New] = IsProgram.try_emplace(F.File, false);
    if (New)
      It->second =
          F.File == File.Program || sys::fs::equivalent(F.File, File.Program);
    Result.InProgram.push_back(It->second);
  }
  return Result;
}

Expected<std::vector<SampledProgram>> readSamples(ArrayRef<Baseline> Files) {
  std::vector<SampledProgram> Result;
  for (const Baseline &File : Files) {
    if (!File.hasSamples())
      continue;
    Expected<SampledProgram> One = readSamples(File);
    if (!One)
      return One.takeError();
    Result.push_back(std::move(*One));
  }
  return Result;
}

} // namespace ipoint::sampled
