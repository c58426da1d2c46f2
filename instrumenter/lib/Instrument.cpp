//===- Instrument.cpp - The whole chain for one unit ----------------------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "lib/Instrument.h"
#include "lib/Find.h"
#include "lib/Insert.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/BLAKE3.h"
#include "llvm/Support/Endian.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/thread.h"

using namespace llvm;

namespace ipoint {

/// Deep nests of statements and expressions are walked by recursion.
static constexpr unsigned StackSize = 512u << 20;

static std::string absolutePath(StringRef Path, StringRef Directory) {
  SmallString<128> Absolute(Path);
  sys::fs::make_absolute(Directory, Absolute);
  sys::path::remove_dots(Absolute, /*remove_dot_dot=*/true);
  return Absolute.str().str();
}

static uint64_t hashOf(StringRef Text, StringRef Choices) {
  BLAKE3 Hasher;
  Hasher.update(Text);
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

static FoundUnit findWithDeepStack(const Source &S, const Selection &Chosen) {
  FoundUnit Found;
  llvm::thread Worker(std::optional<unsigned>(StackSize),
                      [&] { Found = findSites(S, Chosen); });
  Worker.join();
  return Found;
}

/// A unit with all that does not come from its sites.
static database::Unit describe(const Source &S, const std::string &Choices,
                               const InstrumentOptions &Options) {
  database::Unit Unit;
  Unit.Path = absolutePath(S.Path, S.Directory);
  // With the choices: one text chosen from in two ways is two units.
  Unit.TextHash = hashOf(S.Text, Choices);
  Unit.Compiler = Options.Compiler;
  Unit.Flags = Options.Flags;
  return Unit;
}

UnitInstrumenter::UnitInstrumenter(const Source &S, InstrumentOptions Options)
    : S(S), Options(std::move(Options)),
      Found(findWithDeepStack(S, this->Options.Chosen)) {
  const Selection &Chosen = this->Options.Chosen;
  Choices = describeChoices(Found, Chosen);
  for (FoundFunction &F : Found.Functions) {
    if (std::optional<std::string> Reason = Chosen.of(F).Excluded)
      ipoint::leaveAlone(F, *Reason);
    bindLoops(F, Chosen);
  }
}

Expected<Instrumented> UnitInstrumenter::instrument() {
  Expected<database::Database> Database = database::Database::openOrCreate(
      Options.DatabasePath, Options.DatabaseMode);
  if (!Database)
    return Database.takeError();
  Instrumented Result;
  Result.Unit = describe(S, Choices, Options);
  SitePlan Plan = planUnit(Found, Options.Chosen, Result.Unit);
  readFiles(S, Result.Unit);
  if (Error E = Database->store(Result.Unit))
    return E;
  InsertedText Inserted =
      insertProbes(S, Found, Plan, Result.Unit, Database->identity(),
                   Options.Preamble, Options.NamesRecord);
  Result.Text = std::move(Inserted.Text);
  Result.Changed = std::move(Inserted.Changed);
  Result.IsRuntime = Found.IsRuntime;
  return Result;
}

void UnitInstrumenter::leaveAlone(uint32_t Function, StringRef Reason) {
  ipoint::leaveAlone(Found.Functions[Function], Reason.str());
}

void UnitInstrumenter::leaveAllAlone(StringRef Reason) {
  Found.NotParsed = Reason;
  for (uint32_t I = 0; I != Found.Functions.size(); ++I)
    leaveAlone(I, Reason);
}

} // namespace ipoint
