//===- Fuzz-profile.cpp - Any figures as a profile ------------------------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// An input is lines. The first says what the rest is: `run`, `filter`, `units`
// and `sampled` are the texts of a run; `figures` has lines FUNCTION KIND SLOT
// DATA, FUNCTION being the name of one of the program's or `-`; `packed` has
// the bytes of the program's figures. What a profile of them comes to can be
// reduced again, and comes to the same then.
//
//===----------------------------------------------------------------------===//

#include "../unit/report/ProgramBuilder.h"
#include "Require.h"
#include "profile/Cells.h"
#include "profile/Reduce.h"
#include "profile/StatsFields.h"
#include "profile/Sum.h"
#include "llvm/ADT/StringExtras.h"
#include <cstdio>
#include <cstdlib>

using namespace ipoint;
using namespace ipoint::profile;
using llvm::StringRef;

namespace {

database::Program makeProgram() {
  using database::Kind;
  database::Program P;
  database::Unit &U = addUnit(P);
  for (const char *Name : {"f", "g"}) {
    uint32_t First = addFunction(
        U, Name, {{Kind::Condition, "for.1"}, {Kind::Body, "for.1/body"}});
    for (auto [From, To] : {std::pair(0, 1), {1, 2}, {2, 1}, {1, 3}})
      U.Transitions.push_back({First + From, First + To});
    U.Loops.push_back({uint32_t(U.Functions.size()) - 1, "for.1", 1, 1,
                       First + 1, First + 2, 3, ""});
  }
  return P;
}

/// What was understood of \p Text.
Profile profileOf(StringRef Text, const analysis::SymbolTable &Symbols) {
  Profile P;
  std::vector<FunctionName> Names = namesOf(Symbols, true);
  for (auto [Index, Name] : llvm::enumerate(Names))
    P.Functions[Name] = profile::Parts(Symbols, uint32_t(Index)).named();
  while (!Text.empty()) {
    llvm::SmallVector<StringRef, 4> Words;
    auto [Line, Rest] = Text.split('\n');
    Text = Rest;
    Line.split(Words, ' ', 3);
    uint64_t Slot;
    if (Words.size() != 4 || Words[2].getAsInteger(10, Slot))
      continue;
    std::optional<Values> V = valuesOf(Words[3]);
    if (!V)
      continue;
    if (Words[0] == "-")
      P.Program[{Words[1].str(), Slot}] = *V;
    for (const FunctionName &Name : Names)
      if (Name.Name == Words[0])
        P.Functions[Name].Counted[{Words[1].str(), Slot}] = *V;
  }
  P.Filter.emplace();
  return P;
}

void restoreTwice(StringRef Text) {
  static const database::Program Program = makeProgram();
  static const analysis::SymbolTable Symbols(Program, {true});
  analysis::ClockModel Clock;
  Clock.Probes.resize(3);
  Clock.Probes.front().IsUsed = true;
  llvm::Expected<Measured> M =
      restore(profileOf(Text, Symbols), "profile", Symbols, Clock, true);
  if (!M) {
    llvm::consumeError(M.takeError());
    return;
  }
  Profile Again;
  Again.Filter.emplace();
  reduce(Symbols, *M, Again);
  llvm::Expected<Measured> Second =
      restore(Again, "again", Symbols, Clock, true);
  if (!Second) {
    fprintf(stderr, "%s\n", toString(Second.takeError()).c_str());
    require(false, "what was reduced cannot be restored");
  }
  Profile Third;
  reduce(Symbols, *Second, Third);
  require(Third.Program == Again.Program &&
              Third.Functions.size() == Again.Functions.size(),
          "what is reduced twice differs");
  for (const auto &[Name, F] : Again.Functions)
    require(Third.Functions[Name].Counted == F.Counted,
            "figures that are reduced twice differ");
}

void addTwice(StringRef Bytes) {
  Content C;
  if (!C.Counted.read(Bytes.str()) || !C.Counted.Ids.empty())
    return;
  std::map<std::string, Run> Runs;
  Runs["run"].Of.Reduced.emplace();
  Runs["run"].Of.Meta.Frequency = 1000;
  C.addRuns(std::move(Runs));
  Sum First, Second;
  llvm::cantFail(First.add(std::move(C), "bytes"));
  Profile P = First.take();
  llvm::cantFail(Second.add(P, "again"));
  require(Second.take().Program == P.Program,
          "figures that are added twice differ");
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *Data, size_t Size) {
  auto [What, Text] =
      StringRef(reinterpret_cast<const char *>(Data), Size).split('\n');
  Run R;
  std::optional<llvm::json::Object> Facts;
  if (What == "run")
    Facts = parseObject(Text);
  if (Facts && readRun(*Facts, R)) {
    Run Again;
    const llvm::json::Object Written = factsOf(R);
    require(readRun(Written, Again), "a run cannot be read again");
    require(factsOf(Again) == Written, "a run is not the same again");
    llvm::json::Object Changed;
    change(Changed, changesFrom(Changed, Written));
    require(Changed == Written, "facts are not as their changes make them");
  } else if (What == "filter") {
    if (std::optional<analysis::FilterModel> F = readFilter(Text))
      require(readFilter(toText(*F)).has_value(), "a filter is not read again");
  } else if (What == "units") {
    if (readUnits(Text, R))
      require(unitsOf(R).size() >= Text.size(), "units are missing");
  } else if (What == "sampled") {
    sampled::SampledProgram S, Again;
    if (readSampled(Text, S)) {
      require(readSampled(toText(S), Again), "samples cannot be read again");
      require(toText(Again) == toText(S), "samples are not the same again");
      Again.add(S);
      require(Again.Places.size() <= 2 * S.Places.size(), "places are new");
    }
  } else if (What == "packed") {
    addTwice(Text);
  } else if (What == "figures") {
    restoreTwice(Text);
  }
  return 0;
}
