//===- Preamble.cpp - The probes' declarations, preprocessed --------------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "driver/compile/Preamble.h"
#include "driver/command/CompilerCommand.h"
#include "driver/compile/Instrument.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/BLAKE3.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Process.h"

using namespace llvm;

namespace ipoint {

using Role = Argument::Role;

/// What is no plain character is written by its number, which no character set
/// and no trigraph changes.
std::string defineDatabase(StringRef Path) {
  SmallString<256> Whole(Path);
  (void)sys::fs::make_absolute(Whole); // without a working folder, as named
  sys::path::remove_dots(Whole);
  std::string Result = "#define IPOINT_DATABASE \"";
  for (unsigned char C : Whole)
    if (isAlnum(static_cast<char>(C)) ||
        StringRef("/._-+ ").contains(static_cast<char>(C)))
      Result += static_cast<char>(C);
    else
      Result += formatv("\\{0}{1}{2}", C >> 6, C >> 3 & 7, C & 7).str();
  return Result + "\"\n";
}

/// \p Text without its line markers.
static std::string inOneLine(StringRef Text) {
  SmallVector<StringRef> Lines;
  Text.split(Lines, '\n', -1, false);
  erase_if(Lines, [](StringRef Line) { return Line.starts_with("#"); });
  return StringRef(join(Lines, " ")).trim().str();
}

/// What the compiler of \p Command prints under -dumpmachine; empty if it does
/// not take that.
static std::string machineOf(const CompilerCommand &Command,
                             ScratchFolder &Scratch) {
  std::vector<std::string> Words =
      Command.select([](const Argument &A) { return A.R == Role::Target; });
  Words.push_back("-dumpmachine");
  return answerOf(Words, Scratch);
}

/// The parts of a compiler's answer begin behind these words.
static constexpr StringRef HandlerBelow = "ipoint_handler_below",
                           FactsBelow = "ipoint_facts_below",
                           MachineBelow = "ipoint_machine_below";

/// What the compiler makes of the probes' declarations, called by \p Words, and
/// which machine it names.
static Expected<std::string> ask(std::vector<std::string> Words,
                                 const CompilerCommand &Command,
                                 StringRef Database, ScratchFolder &Scratch) {
  std::string File = Scratch.file("preamble.c");
  std::string Text = Scratch.file("preamble.i");
  if (Error E = writeFile(File, (defineDatabase(Database) +
                                 "#include \"ipoint/probe.h\"\n" +
                                 HandlerBelow + "\nIPOINT_HANDLER\n" +
                                 FactsBelow + "\n" + TargetFacts::question())
                                    .str()))
    return E;
  Words.insert(Words.end(), {"-E", "-x", "c", File, "-o", Text});
  Expected<Heard> Ran = runAndListen(Words, Scratch);
  if (!Ran)
    return Ran.takeError();
  if (Ran->Code != 0)
    return createStringError(Words[0] +
                             ": ipoint/probe.h: " + firstError(Ran->Said));
  Expected<std::string> Answer = readFile(Text);
  if (!Answer)
    return Answer.takeError();
  // Without the names of our temporary files the text is the same each time,
  // which is what compiler caches go by.
  for (size_t At; (At = Answer->find(File)) != std::string::npos;)
    Answer->replace(At, File.size(), "ipoint-preamble");
  return *Answer + MachineBelow.str() + "\n" + machineOf(Command, Scratch);
}

/// \p Path by name, size and time; false if there is no such file.
static bool addFile(raw_ostream &OS, const Twine &Path) {
  sys::fs::file_status Status;
  if (sys::fs::status(Path, Status))
    return false;
  OS << Path << '\0' << Status.getSize() << '\0'
     << Status.getLastModificationTime().time_since_epoch().count() << '\0';
  return true;
}

/// What the answer to \p Words depends on, as a digest: compilers are known by
/// name, size and time, as ccache knows them, and with a launcher all of their
/// name in PATH. Empty if the answer may depend on more.
static std::string keyOf(ArrayRef<std::string> Words,
                         const CompilerCommand &Command,
                         const Installation &Parts, StringRef Database) {
  std::string Text;
  raw_string_ostream OS(Text);
  OS << IPOINT_VERSION << '\0' << Database;
  for (const std::string &Word : Words) {
    OS << '\0' << Word;
    // Another folder's `-specs=FILE` or `--sysroot=FOLDER` are others.
    if (StringRef(Word).contains('/') || StringRef(Word).contains("specs"))
      OS << '\0' << currentDirectory();
  }
  for (const char *Variable :
       {"CPATH", "C_INCLUDE_PATH", "GCC_EXEC_PREFIX", "COMPILER_PATH",
        "SDKROOT", "CCC_OVERRIDE_OPTIONS"})
    OS << '\0' << sys::Process::GetEnv(Variable).value_or("");
  if (Command.hasScript())
    return "";
  for (const std::string &Word : Command.compiler())
    for (const std::string &Program : programsOfName(Word))
      if (!addFile(OS, Program))
        return "";
  std::error_code Failed;
  std::vector<std::string> Headers;
  for (sys::fs::recursive_directory_iterator
           It(Parts.IncludeDir + "/ipoint", Failed),
       End;
       It != End && !Failed; It.increment(Failed))
    Headers.push_back(It->path());
  sort(Headers);
  for (const std::string &Header : Headers)
    addFile(OS, Header);
  return Failed ? "" : toHex(BLAKE3::hash<16>(arrayRefFromStringRef(Text)));
}

Expected<PreprocessedPreamble> PreprocessedPreamble::make(
    const CompilerCommand &Command, const Installation &Parts,
    ArrayRef<std::string> Macros, database::DatabaseOnDemand &Database,
    ScratchFolder &Scratch) {
  // The probes depend on optimisation and on macros of theirs.
  std::vector<std::string> Words = Command.select([](const Argument &A) {
    return A.R == Role::Target || A.R == Role::Standard ||
           StringRef(A.Words[0]).starts_with("-O") ||
           StringRef(A.Words[0]).starts_with("-DIPOINT_");
  });
  append_range(Words, Macros);
  std::string Key = keyOf(Words, Command, Parts, Database.path());
  Words.push_back("-I" + Parts.IncludeDir);
  database::Database *Kept = Key.empty() ? nullptr : Database.ifThere();
  if (Kept)
    if (std::optional<std::string> Answer = Kept->preamble(Key);
        Answer && StringRef(*Answer).contains(MachineBelow))
      return read(*Answer);
  Expected<std::string> Answer = ask(Words, Command, Database.path(), Scratch);
  if (!Answer)
    return Answer.takeError();
  if (Kept)
    Kept->keepPreamble(Key, *Answer);
  return read(*Answer);
}

PreprocessedPreamble PreprocessedPreamble::read(StringRef Answer) {
  auto [Text, Machine] = Answer.split(MachineBelow);
  auto [Above, Facts] = Text.split(FactsBelow);
  auto [Declarations, Handler] = Above.split(HandlerBelow);
  return {Declarations.str(), TargetFacts::read(Machine, Facts),
          inOneLine(Handler)};
}

} // namespace ipoint
