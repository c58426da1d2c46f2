//===- ipoint-check-plan.cpp - Checks instrumented C by Clang's CFG -------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PlanChecker.h"
#include "database/Database.h"
#include "driver/command/Process.h"
#include "driver/command/Target.h"
#include "driver/compile/Instrument.h"
#include "driver/config/Settings.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/raw_ostream.h"
#include "llvm/Support/thread.h"

using namespace llvm;
using namespace ipoint;
using namespace ipoint::checker;

namespace {

cl::OptionCategory Category("ipoint-check-plan options");

cl::list<std::string> Files(cl::Positional, cl::OneOrMore,
                            cl::desc("FILE... [-- COMPILER FLAGS...]"),
                            cl::cat(Category));
cl::opt<std::string> LevelName("level",
                               cl::desc("Level to instrument at (default: "
                                        "blocks)"),
                               cl::value_desc("LEVEL"), cl::init("blocks"),
                               cl::cat(Category));
cl::opt<bool> IsInstrumented("instrumented",
                             cl::desc("FILE is instrumented text; --db holds "
                                      "its plan"),
                             cl::cat(Category));
cl::opt<std::string> DatabaseFile("db",
                                  cl::desc("Ipoint database of instrumented "
                                           "text"),
                                  cl::value_desc("FILE"), cl::cat(Category));

constexpr const char *Overview =
    R"(Instruments C and proves against Clang's CFG that each piece of code lies in the block of one
ipoint, that one path leads from one ipoint to the next, and that the plan holds all transitions.
A file that ends in .i is taken for preprocessed text. Of several files each is named. Exits 1 if a rule is broken.
)";

/// Probes that need no header.
constexpr const char *Preamble =
    "void ipoint_timed(unsigned);\n"
    "void ipoint_untimed(unsigned);\n"
    "typedef unsigned long ipoint_word;\n"
    "void ipoint_timed_value(unsigned, ipoint_word);\n"
    "void ipoint_untimed_value(unsigned, ipoint_word);\n"
    "struct ipoint_unit { unsigned words[10]; };\n"
    "enum { ipoint_unit_made = 0 };\n";

/// As deep as the instrumenter's own.
constexpr unsigned StackSize = 512u << 20;

Error printMessage(const Twine &What) {
  return createStringError(inconvertibleErrorCode(), What);
}

/// The unit of \p Program whose ipoints \p Text calls.
Expected<database::Unit> unitOf(const std::string &File, StringRef Text,
                                database::Program Program) {
  for (database::Unit &U : Program.Units)
    for (StringRef Probe : {"ipoint_timed(", "ipoint_untimed("})
      if (U.count() && Text.contains((Probe + Twine(U.First) + "u)").str()))
        return std::move(U);
  return printMessage(File + ": no unit of " + DatabaseFile +
                      " fits this text");
}

/// Makes \p S the instrumented text. \returns its plan, and in \p Plan what the
/// database does not keep of it.
Expected<database::Unit> instrumentedText(const std::string &File, Source &S,
                                          UnitPlan &Plan) {
  Expected<std::string> Text = readFile(File);
  if (!Text)
    return Text.takeError();
  S.Text = std::move(*Text);
  if (IsInstrumented) {
    if (DatabaseFile.empty())
      return printMessage("--instrumented needs --db");
    auto Database = database::Database::open(DatabaseFile);
    if (!Database)
      return Database.takeError();
    Expected<database::Program> Program = Database->readAll();
    if (!Program)
      return Program.takeError();
    return unitOf(File, S.Text, std::move(*Program));
  }
  InstrumentOptions Options;
  Expected<database::Level> Level = parseLevel(LevelName);
  if (!Level)
    return Level.takeError();
  Expected<ScratchFolder> Scratch = ScratchFolder::make();
  if (!Scratch)
    return Scratch.takeError();
  Options.Chosen.Default.L = *Level;
  Options.Preamble = Preamble;
  database::DatabaseOnDemand Database(Scratch->file("ipoint.db"),
                                      database::OwnerOnly);
  UnitInstrumenter Unit(S, Options, Database);
  Expected<Instrumented> Result = Unit.instrument();
  if (!Result)
    return Result.takeError();
  if (Result->Unit.NotParsed)
    return printMessage(File + ": " + *Result->Unit.NotParsed);
  S.Text = std::move(Result->Text);
  Plan = Unit.plan();
  for (FunctionPlan &F : Plan.Functions)
    F.Calls.clear(); // they refer to what was found
  return std::move(Result->Unit);
}

void print(const CheckResult &V, const database::Unit &Unit) {
  for (const Violation &Broken : V.Violations)
    outs() << Broken.Place << ": " << Broken.Function << ": " << Broken.Rule
           << ": " << Broken.What << '\n';
  unsigned NotInstrumented = count_if(
      Unit.Functions, [](const database::Function &F) { return !!F.Skipped; });
  outs() << NotInstrumented << " functions not instrumented, "
         << Unit.Skips.size() << " places without a probe, " << V.Excepted
         << " breaches excepted, " << V.Unreachable
         << " ipoints out of reach\n";
  outs() << V.Transitions << " transitions in the plan, " << V.Surplus
         << " more than the CFG has\n";
  outs() << V.Functions << " functions, " << V.Blocks << " blocks, "
         << V.Violations.size() << " violations\n";
}

/// Checks one file and prints what was found. \returns whether it keeps all
/// rules.
Expected<bool> check(const std::string &File, ArrayRef<char *> Flags) {
  Source S;
  S.Path = File;
  S.Directory = currentDirectory();
  S.Preprocessed = sys::path::extension(File) == ".i";
  std::vector<std::string> Words(Flags.begin(), Flags.end());
  S.Flags = Words;
  if (S.Preprocessed) {
    Words.insert(Words.begin(), "cc");
    S.Flags = parseFlags(CompilerCommand(Words), TargetFacts());
  }
  UnitPlan Plan;
  Expected<database::Unit> Unit = instrumentedText(File, S, Plan);
  if (!Unit)
    return Unit.takeError();
  std::optional<Expected<CheckResult>> Result;
  llvm::thread Worker(std::optional<unsigned>(StackSize),
                      [&] { Result.emplace(checkPlan(S, *Unit, Plan)); });
  Worker.join();
  if (!*Result)
    return Result->takeError();
  print(**Result, *Unit);
  return (*Result)->Violations.empty();
}

} // namespace

int main(int Argc, char **Argv) {
  cl::HideUnrelatedOptions(Category);
  ArrayRef<char *> Words(Argv, Argc);
  auto End = find_if(Words, [](StringRef Word) { return Word == "--"; });
  ArrayRef<char *> Ours(Words.begin(), End);
  ArrayRef<char *> Flags =
      Words.drop_front(std::min<size_t>(Ours.size() + 1, Words.size()));
  cl::ParseCommandLineOptions(Ours.size(), Ours.data(), Overview);
  int Code = 0;
  for (const std::string &File : Files) {
    if (Files.size() > 1)
      outs() << File << '\n';
    Expected<bool> KeepsRules = check(File, Flags);
    if (!KeepsRules) {
      errs() << "ipoint-check-plan: error: " << toString(KeepsRules.takeError())
             << '\n';
      return 2;
    }
    if (!*KeepsRules)
      Code = 1;
  }
  return Code;
}
