//===- Instrument.cpp - The whole chain for one unit ----------------------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "driver/compile/Instrument.h"
#include "database/Counts.h"
#include "driver/compile/Rows.h"
#include "frontend/DeepStack.h"
#include "frontend/Paths.h"
#include "frontend/TextDigest.h"
#include "ipoint/unit.h"
#include "probes/Find.h"
#include "probes/Insert.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/BLAKE3.h"
#include "llvm/Support/Endian.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;

namespace ipoint {

/// What the ids of \p Found stand for, in the order in which they are given.
/// The tokens of a text do not determine it: flags, and which headers are the
/// system's, decide what is found, too.
static std::string describeSites(const FoundUnit &Found) {
  std::string Text;
  raw_string_ostream OS(Text);
  for (const FoundFunction &F : Found.Functions) {
    OS << '\n'
       << F.Name << ' ' << F.NotInstrumented.has_value()
       << F.WithoutPaths.has_value();
    for (const Site &S : F.Sites) {
      OS << '\n'
         << S.Name << ' ' << nameOf(S.K) << S.OfLoop << S.OfDecision << S.Placed
         << S.MayCall << S.MayNotReturn << S.MarkName;
      for (unsigned Next : S.Next)
        OS << ' ' << Next;
      for (const FoundCall &Call : S.Calls)
        OS << ' ' << Call.Callee;
    }
  }
  return Text;
}

/// Of what was compiled and chosen. Comments and white space are no part of it:
/// the ids that objects of an older text have stay what they are.
static uint64_t hashOf(StringRef Tokens, const FoundUnit &Found,
                       StringRef Choices) {
  BLAKE3 Hasher;
  Hasher.update(Tokens);
  Hasher.update(describeSites(Found));
  Hasher.update(Choices);
  return support::endian::read64le(Hasher.final<8>().data());
}

/// Takes the text of each source file as it is now: the report shows it without
/// the source tree.
static void readFiles(const Source &S, database::Unit &Unit) {
  for (database::SourceFile &File : Unit.Files) {
    if (!S.Preprocessed && File.Path == Unit.Path)
      File.Text = S.Text;
    else if (auto Buffer = MemoryBuffer::getFile(File.Path))
      File.Text = (*Buffer)->getBuffer().str();
  }
}

static FoundUnit findWithDeepStack(const Source &S, const Selection &Chosen,
                                   unsigned Stack) {
  FoundUnit Found;
  auto Find = [&] { Found = findSites(S, Chosen); };
  if (!runOnDeepStack(Stack, Find))
    Found.NotParsed = "it is nested too deeply";
  return Found;
}

UnitInstrumenter::UnitInstrumenter(const Source &S, InstrumentOptions Options)
    : S(S), Options(std::move(Options)) {
  Selection &Chosen = this->Options.Chosen;
  StringRef Preamble = this->Options.Preamble;
  const bool IsKnown = !Preamble.contains("#include");
  if (IsKnown && countTablesOf(Preamble) == CountTables::None)
    Chosen.WithoutSums = "the target has no count tables";
  if (IsKnown && countTablesOf(Preamble) != CountTables::OfThreads &&
      Chosen.Default.C == database::TimedIpoints::Auto) // there are no windows
    Chosen.Default = {Chosen.Default.L, database::TimedIpoints::Blocks,
                      database::Store::Paths};
  TextDigest Digest = digestOf(S.Text);
  Found = findWithDeepStack(S, Chosen, Digest.Stack);
  // With the choices: one text chosen from in two ways is two units.
  TextHash = hashOf(Digest.Tokens, Found, describeChoices(Found, Chosen));
  for (FoundFunction &F : Found.Functions) {
    if (std::optional<std::string> Reason = Chosen.of(F).Excluded)
      ipoint::doNotInstrument(F, *Reason);
    bindLoops(F, Chosen);
  }
}

/// The unit with all that does not come from its sites.
database::Unit UnitInstrumenter::describe() const {
  database::Unit Unit;
  Unit.Path = absolutePath(S.Path, S.Directory);
  Unit.TextHash = TextHash;
  Unit.Compiler = Options.Compiler;
  Unit.Flags = Options.Flags;
  Unit.Config = Options.Config;
  Unit.Patterns = Options.Patterns;
  if (!Options.Product.empty())
    Unit.Product = absolutePath(Options.Product, S.Directory);
  return Unit;
}

static std::vector<CountPlace> countPlaces(const database::Unit &Unit) {
  std::vector<CountPlace> Result;
  Result.reserve(Unit.count());
  auto Behind = [&](std::optional<int64_t> At) {
    return At ? std::optional(Unit.FirstCount + *At) : At;
  };
  for (const database::Ipoint &P : Unit.Ipoints)
    Result.push_back({Behind(P.CountAt), Behind(P.RoundsAt)});
  return Result;
}

/// What becomes of \p S with the ids of \p Unit. A unit without ipoints comes
/// out as it was.
static InsertedText insertProbes(const Source &S, const FoundUnit &Found,
                                 const UnitPlan &Plan,
                                 const database::Unit &Unit, StringRef Preamble,
                                 const UnitRecord &Record) {
  if (Plan.count() == 0)
    return {S.Text, std::vector<TextRange>(Found.Functions.size())};
  std::vector<CountPlace> Counts = countPlaces(Unit);
  database::TimingStates States = database::timingStates(Unit);
  for (auto *Of : {&States.Calls, &States.Iterations})
    for (std::optional<uint32_t> &State : *Of)
      if (State)
        *State += Unit.FirstCount;
  EditContext Context{S.Text,
                      S.Handler,
                      Unit.First,
                      Counts,
                      States.Calls,
                      States.Iterations,
                      Unit.FirstCount + Unit.Counts};
  std::vector<std::vector<Edit>> Edits;
  for (auto [I, F, P] : enumerate(Found.Functions, Plan.Functions))
    Edits.push_back(editsOf(F, P, I + 1, Context));
  return insertEdits(S, Edits, Preamble, Record);
}

static UnitRecord recordOf(const database::Unit &Unit,
                           const database::Identity &Database, bool IsNamed) {
  return {{IPOINT_UNIT_FORMAT, Unit.First, Unit.count(), Unit.settings(),
           static_cast<uint32_t>(Unit.TextHash),
           static_cast<uint32_t>(Unit.TextHash >> 32), Database.Words[0],
           Database.Words[1], Database.Words[2], Database.Words[3]},
          IsNamed,
          Unit.FirstCount,
          Unit.Counts,
          database::timingStates(Unit).Count};
}

Expected<Instrumented> UnitInstrumenter::instrument() {
  Expected<database::Database> Database = database::Database::openOrCreate(
      Options.DatabasePath, Options.DatabaseMode);
  if (!Database)
    return Database.takeError();
  Instrumented Result;
  Result.Unit = describe();
  Plan = planUnit(Found, Options.Chosen);
  addRows(Found, Plan, Options.Chosen, Result.Unit);
  database::assignCounts(Result.Unit);
  readFiles(S, Result.Unit);
  if (Error E = Database->reserve(Result.Unit))
    return E;
  InsertedText Inserted = insertProbes(
      S, Found, Plan, Result.Unit, Options.Preamble,
      recordOf(Result.Unit, Database->identity(), Options.NamesRecord));
  Result.Text = std::move(Inserted.Text);
  Result.Changed = std::move(Inserted.Changed);
  Result.IsRuntime = Found.IsRuntime;
  return Result;
}

Error UnitInstrumenter::store(database::Unit &Unit) {
  Expected<database::Database> Database = database::Database::openOrCreate(
      Options.DatabasePath, Options.DatabaseMode);
  return Database ? Database->store(Unit) : Database.takeError();
}

void UnitInstrumenter::doNotInstrument(uint32_t Function, StringRef Reason) {
  ipoint::doNotInstrument(Found.Functions[Function], Reason.str());
}

void UnitInstrumenter::instrumentNothing(StringRef Reason) {
  Found.NotParsed = Reason;
  for (uint32_t I = 0; I != Found.Functions.size(); ++I)
    doNotInstrument(I, Reason);
}

} // namespace ipoint
