//===- ipoint-instrument.cpp - Instruments C text -------------------------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "database/Input.h"
#include "database/Output.h"
#include "database/Times.h"
#include "driver/compile/UnitCompile.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;
using namespace ipoint;

namespace {

cl::OptionCategory Category("ipoint-instrument options");

cl::list<std::string> Files(cl::Positional,
                            cl::desc("FILE... [-- COMPILER FLAGS...]"),
                            cl::cat(Category));
cl::opt<std::string> OutputFile("o",
                                cl::desc("Write to OUT; '-' and the "
                                         "default: standard output"),
                                cl::value_desc("OUT"), cl::cat(Category));
cl::opt<std::string> OutputDir("output-dir",
                               cl::desc("Write each file to DIR, under its own "
                                        "name"),
                               cl::value_desc("DIR"), cl::cat(Category));
cl::opt<std::string> DatabaseFile("db",
                                  cl::desc("Ipoint database (default: "
                                           "$IPOINT_DB, or ipoint.db)"),
                                  cl::value_desc("FILE"), cl::cat(Category));
cl::opt<std::string>
    LevelName("level",
              cl::desc("Which ipoints there are: functions, "
                       "loops, blocks (default) or "
                       "decisions"),
              cl::value_desc("functions|loops|blocks|decisions"),
              cl::cat(Category));
cl::opt<std::string> TimedName("timed",
                               cl::desc("Which of them read the counter: "
                                        "none, functions, loops, blocks "
                                        "(default), or auto: all, in windows; "
                                        "calls that last in the profile of "
                                        "--profile one by one"),
                               cl::value_desc("none|functions|loops|blocks|"
                                              "auto"),
                               cl::cat(Category));
cl::opt<std::string> StoreName(
    "store",
    cl::desc("What the others store: a record for each path "
             "through them (paths, default), for each of them (blocks), or "
             "nothing but the count of each path (sums)"),
    cl::value_desc("paths|blocks|sums"), cl::cat(Category));
cl::opt<std::string>
    PathsNumber("paths",
                cl::desc("How many paths that are counted may begin at one "
                         "ipoint, about (default: 256)"),
                cl::value_desc("NUMBER"), cl::cat(Category));
cl::opt<std::string> ConfigFile(
    "config",
    cl::desc("Config file that chooses level, timed ipoints, store, files "
             "and functions (default: $IPOINT_CONFIG, or none)"),
    cl::value_desc("FILE"), cl::cat(Category));
cl::opt<std::string> ProfileFile(
    "profile",
    cl::desc("Profile of earlier runs, by which --timed=auto knows what lasts "
             "(default: $IPOINT_PROFILE, or none)"),
    cl::value_desc("FILE"), cl::cat(Category));
cl::list<std::string>
    FunctionPatterns("function",
                     cl::desc("Instrument only functions that match PATTERN "
                              "(any number of times)"),
                     cl::value_desc("PATTERN"), cl::cat(Category));
cl::list<std::string> ExcludedFunctions(
    "exclude-function",
    cl::desc("Do not instrument functions that match PATTERN"),
    cl::value_desc("PATTERN"), cl::cat(Category));
cl::list<std::string>
    ExcludedFiles("exclude-file",
                  cl::desc("Do not instrument functions in files that match "
                           "PATTERN"),
                  cl::value_desc("PATTERN"), cl::cat(Category));
cl::opt<std::string>
    CompilerName("cc",
                 cl::desc("Compiler that preprocesses the "
                          "probes for a .i file (default: cc)"),
                 cl::value_desc("COMPILER"), cl::init("cc"), cl::cat(Category));
cl::opt<bool> TailCalls("tail-calls",
                        cl::desc("Put the exit probe before a call in tail "
                                 "position, which so stays a tail call "
                                 "(default: $IPOINT_TAIL_CALLS)"),
                        cl::cat(Category));
cl::opt<bool> Strict("strict",
                     cl::desc("A file that cannot be parsed is an error"),
                     cl::cat(Category));
cl::opt<bool> PlanOnly("plan",
                       cl::desc("Print the ipoints instead of the text"),
                       cl::cat(Category));

constexpr const char *Overview =
    R"(Inserts ipoints into C source.

A file that ends in .i is taken for preprocessed text; any other is rewritten as it is, and what
lies in its macros and headers gets no ipoint.

Examples:
  ipoint-instrument -o out.c file.c -- -DNDEBUG -Iinclude
  ipoint-instrument --output-dir=instrumented --level=functions a.c b.c
)";

/// Options over environment.
Expected<Settings> readSettings() {
  auto Refuse = [](const char *What) { return createStringError(What); };
  if (Files.empty())
    return Refuse("no file named; try 'ipoint-instrument file.c'");
  if (Files.size() > 1 && OutputDir.empty() && !PlanOnly)
    return Refuse("several files need --output-dir");
  if (!OutputFile.empty() && !OutputDir.empty())
    return Refuse("-o and --output-dir exclude each other");
  ChoosingOptions Choosing;
  Choosing.Level = LevelName;
  Choosing.Store = StoreName;
  Choosing.Paths = PathsNumber;
  if (TimedName.getNumOccurrences())
    Choosing.Timed = TimedName;
  if (ConfigFile.getNumOccurrences())
    Choosing.ConfigPath = ConfigFile;
  if (ProfileFile.getNumOccurrences())
    Choosing.ProfilePath = ProfileFile;
  Choosing.Functions = FunctionPatterns;
  Choosing.ExcludedFunctions = ExcludedFunctions;
  Choosing.ExcludedFiles = ExcludedFiles;
  Expected<Settings> Result = Settings::fromEnvironment(Choosing);
  if (!Result)
    return Result;
  if (!DatabaseFile.empty())
    Result->DatabasePath = DatabaseFile;
  Result->Strict |= Strict;
  Result->Chosen.TailCalls |= TailCalls;
  return Result;
}

/// What the user calls \p P, if it is a mark.
std::string markOf(const database::Unit &Unit, const database::Ipoint &P) {
  for (const database::Mark &M : Unit.Marks)
    if (M.Ipoint == static_cast<uint32_t>(&P - Unit.Ipoints.data()))
      return " \"" + M.Name + '"' +
             (M.Value == database::MarkValue::None ? "" : " with a value");
  return "";
}

/// ":LINE:COLUMN", as far as it is known.
std::string lineAndColumn(unsigned Line, unsigned Column) {
  return ":" + std::to_string(Line) +
         (Column ? ":" + std::to_string(Column) : "");
}

/// Which file its function has \p P from, if it is another one.
std::string includedFrom(const database::Unit &Unit,
                         const database::Ipoint &P) {
  for (const database::IncludedText &T : Unit.Included)
    if (T.Ipoint == static_cast<uint32_t>(&P - Unit.Ipoints.data()))
      return " from " + Unit.Files[T.File].Path +
             lineAndColumn(T.Line, T.Column);
  return "";
}

/// What \p P does for the paths of its function.
std::string encodingOf(const database::Ipoint &P) {
  return " " + nameOf(P.E).str() +
         (P.PathBase ? " from " + std::to_string(*P.PathBase) : "");
}

/// One line for each ipoint, and for what is not instrumented.
std::string printPlan(const database::Unit &Unit) {
  std::string Text;
  raw_string_ostream OS(Text);
  ArrayRef Ipoints = Unit.Ipoints;
  ArrayRef Loops = Unit.Loops;
  ArrayRef Budgets = Unit.Budgets;
  ArrayRef Skips = Unit.Skips;
  for (const auto &[Index, F] : enumerate(Unit.Functions)) {
    // All are in the order of their functions.
    auto Of = [Function = Index](auto &Rest) {
      auto Here = Rest.take_while(
          [&](const auto &Each) { return Each.Function == Function; });
      Rest = Rest.drop_front(Here.size());
      return Here;
    };
    OS << F.Name << lineAndColumn(F.Line, F.Column);
    if (Unit.Files[F.File].Path != Unit.Path)
      OS << " in " << Unit.Files[F.File].Path;
    if (F.IsInterrupt)
      OS << " interrupt handler";
    if (!F.Skipped && (F.L != Unit.L || F.C != Unit.C))
      OS << " level " << nameOf(F.L) << ", timed " << nameOf(F.C);
    auto IsUntimed = [](const database::Ipoint &P) { return !P.Timed; };
    auto OfFunction = Of(Ipoints);
    if (F.S != Unit.S && any_of(OfFunction, IsUntimed))
      OS << " store " << nameOf(F.S);
    if (F.StoreReason)
      OS << " (" << *F.StoreReason << ')';
    OS << '\n';
    if (F.Skipped)
      OS << "  not instrumented: " << *F.Skipped << '\n';
    for (const database::Ipoint &P : OfFunction)
      OS << "  " << (P.Timed ? "timed " : "untimed ") << nameOf(P.K) << " "
         << P.Name << lineAndColumn(P.Line, P.Column) << includedFrom(Unit, P)
         << markOf(Unit, P) << (numbersPaths(F.S) ? encodingOf(P) : "") << '\n';
    for (const database::Loop &L : Of(Loops))
      if (L.Bound)
        OS << "  loop " << L.Name << ':' << L.Line << " runs at most "
           << *L.Bound << " times (" << L.BoundFrom << ")\n";
    for (const database::Budget &B : Of(Budgets))
      OS << "  budget \"" << B.Text << "\" at line " << B.Line
         << (B.Ipoint ? " in " + Unit.Ipoints[*B.Ipoint].Name : "") << '\n';
    for (const database::Skip &S : Of(Skips))
      OS << "  no probe at line " << S.Line
         << (S.File == F.File ? "" : " of " + Unit.Files[S.File].Path) << ": "
         << S.Reason << '\n';
  }
  if (const uint32_t Times = Unit.Counts - database::timesInPlace(Unit).First)
    OS << "sums take " << Unit.Counts * 4 << " bytes of RAM for counts (twice "
       << "as many with 64 bits), " << Times
       << " times 40 bytes and 4 for each "
       << "bin for times, and 120 of flash, without an operating system\n";
  return Text;
}

std::string outputFor(StringRef File) {
  if (OutputDir.empty())
    return OutputFile.empty() ? "-" : OutputFile.getValue();
  SmallString<128> Path(OutputDir);
  sys::path::append(Path, sys::path::filename(File));
  return Path.str().str();
}

Error instrumentFile(const std::string &File, const Settings &Chosen,
                     ArrayRef<std::string> Flags, const Installation &Parts,
                     database::DatabaseOnDemand &Database) {
  if (!sys::fs::is_regular_file(File))
    return createStringError(File + ": no such file");
  Expected<std::string> Text = readFile(File);
  if (!Text)
    return Text.takeError();
  Source S;
  S.Path = File;
  S.Text = std::move(*Text);
  S.Directory = currentDirectory();
  S.Preprocessed = sys::path::extension(File) == ".i";
  S.Flags = Flags;
  S.Words = Chosen.Words;
  S.Handler = "IPOINT_HANDLER";
  InstrumentOptions Options;
  Options.Chosen = Chosen.Chosen;
  Options.Filter = Chosen.Filter;
  Options.Unit.Config = Chosen.ConfigPath;
  Options.Unit.Patterns = Chosen.ConfigPatterns;
  Options.Unit.Flags = join(Flags, " ");
  Options.Preamble =
      defineDatabase(Database.path()) + "#include \"ipoint/probe.h\"\n";
  if (std::string Output = outputFor(File); !PlanOnly && Output != "-")
    Options.Unit.Product = Output;
  if (S.Preprocessed) {
    Options.Unit.Compiler = CompilerName;
    Expected<ScratchFolder> Scratch = ScratchFolder::make();
    if (!Scratch)
      return Scratch.takeError();
    std::vector<std::string> Words = {CompilerName};
    append_range(Words, Flags);
    CompilerCommand Command(Words);
    Expected<PreprocessedPreamble> Preamble = PreprocessedPreamble::make(
        Command, Parts, Chosen.ProbeMacros, Database, *Scratch);
    if (!Preamble)
      return Preamble.takeError();
    Options.Preamble = std::move(Preamble->Text);
    S.Flags = parseFlags(Command, Preamble->Target);
    S.TypeChecks = Preamble->Target.typeChecks();
    S.Handler = Preamble->Handler;
  }
  UnitInstrumenter Unit(S, std::move(Options), Database);
  Expected<Instrumented> Result = Unit.instrument();
  if (!Result)
    return Result.takeError();
  if (Error E = Unit.store(Result->Unit))
    return E;
  if (Error E =
          warnIfNotParsed(*Result, File, Chosen.Strict, "ipoint-instrument"))
    return E;
  return PlanOnly ? writeFile("-", printableLines(printPlan(Result->Unit)))
                  : writeFile(outputFor(File), Result->Text);
}

int fail(Error E) {
  printMessage("ipoint-instrument", "error: " + toString(std::move(E)));
  return 2;
}

} // namespace

int main(int Argc, char **Argv) {
  prepareProcess();
  cl::HideUnrelatedOptions(Category);
  cl::SetVersionPrinter(
      [](raw_ostream &OS) { OS << "ipoint-instrument " IPOINT_VERSION "\n"; });
  // What follows `--` is the compiler's and not for our parser.
  ArrayRef<char *> Words(Argv, Argc);
  auto End = find_if(Words, [](StringRef Word) { return Word == "--"; });
  ArrayRef<char *> Ours(Words.begin(), End);
  std::vector<std::string> CompilerFlags;
  if (End != Words.end())
    CompilerFlags.assign(End + 1, Words.end());
  if (Error E = checkResponseFiles(Ours))
    return fail(std::move(E));
  std::string Complaint;
  raw_string_ostream Complaints(Complaint);
  if (!cl::ParseCommandLineOptions(Ours.size(), Ours.data(), Overview,
                                   &Complaints)) {
    printMessage("ipoint-instrument", mending("ipoint-instrument", Complaint));
    return 2;
  }
  warnOfUnknownVariables("ipoint-instrument");
  Expected<Settings> Chosen = readSettings();
  if (!Chosen)
    return fail(Chosen.takeError());
  Expected<Installation> Parts = Installation::find(Argv[0]);
  if (!Parts)
    return fail(Parts.takeError());
  if (!OutputDir.empty())
    if (std::error_code Code = sys::fs::create_directories(OutputDir))
      return fail(createStringError(Code, OutputDir + ": " + Code.message()));
  database::DatabaseOnDemand Database(Chosen->DatabasePath,
                                      Chosen->DatabaseMode);
  for (const std::string &File : Files)
    if (Error E =
            instrumentFile(File, *Chosen, CompilerFlags, *Parts, Database))
      return fail(std::move(E));
  return 0;
}
