//===- CompilerDriver.cpp - Standing in front of a C compiler -------------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "database/Output.h"
#include "driver/compile/LinkCheck.h"
#include "driver/compile/UnitCompile.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;

namespace ipoint {

using Role = Argument::Role;
using Stage = CompilerCommand::Stage;

namespace {

class CompilerDriver {
public:
  CompilerDriver(CompilerCommand Command, Settings Chosen, Installation Parts)
      : Command(std::move(Command)), Chosen(std::move(Chosen)),
        Parts(std::move(Parts)),
        Database(this->Chosen.DatabasePath, this->Chosen.DatabaseMode) {}

  llvm::Expected<int> run();

private:
  llvm::Expected<int> compileObjects();
  llvm::Expected<int> compileAndLink();
  llvm::Expected<int> link(llvm::ArrayRef<std::string> Words);
  /// Runs the link \p Full, and that of its twin: \p Plain is the same without
  /// our runtime.
  llvm::Expected<int> runLink(llvm::ArrayRef<std::string> Full,
                              const CompilerCommand &Plain);
  /// Whether there is a runtime for what this call links; none: the compiler
  /// cannot read the declarations of the probes.
  std::optional<bool> hasRuntime();
  /// Why a link without a runtime has failed, where probes call what is
  /// missing.
  void explainFailure(const CompilerCommand &Failed);
  llvm::Error makeScratch();
  bool isUnchanged(const Argument &A) const;

  CompilerCommand Command;
  Settings Chosen;
  Installation Parts;
  database::DatabaseOnDemand Database;
  std::optional<ScratchFolder> Scratch;
};

} // namespace

/// Sources that build systems write to try the compiler out.
bool CompilerDriver::isUnchanged(const Argument &A) const {
  StringRef Name = sys::path::filename(A.Value);
  if (A.Value == "/dev/null" || Command.output() == "/dev/null" ||
      is_contained({"conftest.c",   // Autoconf's
                    "conftest__.c", // autosetup's
                    "autotest.c"},  // nginx's
                   Name))
    return true;
  // Where CMake, Meson, SCons, Waf and FFmpeg try compilers out, by the source
  // or by the folder that they work in.
  SmallString<128> Path(A.Value);
  (void)sys::fs::make_absolute(Path); // by the same folder as below
  std::string Folder = currentDirectory() + "/";
  return any_of(
      ArrayRef<StringRef>({"/CMakeFiles/CMakeScratch/", "/CMakeFiles/CMakeTmp/",
                           "/meson-private/", "/.sconf_temp/", "/.conf_check_",
                           "/ffconf."}),
      [&](StringRef Part) {
        return Path.str().contains(Part) || StringRef(Folder).contains(Part);
      });
}

Expected<int> CompilerDriver::run() {
  Stage Wanted = Command.stage();
  auto IsC = [](const Argument &A) { return A.isC(); };
  bool HasC = !Command.isCPlusPlus() && any_of(Command.arguments(), IsC);
  bool HasOurs = HasC && any_of(Command.arguments(), [&](const Argument &A) {
                   return A.isC() && !isUnchanged(A);
                 });
  // Several sources for one object: the compiler says what is wrong with that.
  bool IsAmbiguous = Wanted == Stage::Object && !Command.output().empty() &&
                     count_if(Command.arguments(), IsC) > 1;
  if (Wanted == Stage::Other || (Wanted == Stage::Object && !HasOurs) ||
      IsAmbiguous)
    return become(Command.words());
  if (!HasOurs)
    return link(Command.words());
  if (Error E = makeScratch())
    return E;
  return Wanted == Stage::Object ? compileObjects() : compileAndLink();
}

Expected<int> CompilerDriver::compileObjects() {
  int Result = 0;
  // What is not ours goes to the compiler as it is, in one call.
  auto IsOurs = [&](const Argument &A) { return A.isC() && !isUnchanged(A); };
  bool HasOther = false;
  for (const Argument &A : Command.arguments()) {
    HasOther |= A.R == Role::OtherInput || (A.isC() && !IsOurs(A));
    if (!IsOurs(A))
      continue;
    std::string Object = Command.output().str();
    if (Object.empty())
      Object = defaultObject(A.Value);
    Expected<int> Code =
        UnitCompile(Command, Chosen, Parts, *Scratch, Database, A).run(Object);
    if (!Code)
      return Code;
    Result = Result ? Result : *Code;
  }
  if (Result || !HasOther)
    return Result;
  return ipoint::run(
      Command.select([&](const Argument &A) { return !IsOurs(A); }));
}

Expected<int> CompilerDriver::compileAndLink() {
  std::vector<std::string> Words(Command.compiler());
  SmallVector<SideOutputs> Made;
  for (const Argument &A : Command.arguments()) {
    // What decides how sources are read has done its work; for the linker's
    // inputs a language would be wrong.
    if (A.R == Role::Dependencies || A.R == Role::CompilationDatabase ||
        A.R == Role::Language)
      continue;
    if (!A.isC() || isUnchanged(A)) {
      Words.insert(Words.end(), A.Words.begin(), A.Words.end());
      continue;
    }
    UnitCompile Compile(Command, Chosen, Parts, *Scratch, Database, A);
    Expected<int> Code = Compile.run();
    if (!Code || *Code != 0)
      return Code;
    Words.push_back(Compile.object());
    Made.push_back(Compile.sideOutputs());
  }
  Expected<int> Code = link(Words);
  for (const SideOutputs &Side : Made) {
    if (Side.Object.empty() || Side.Object == Side.KeptObject)
      continue;
    if (Side.KeptObject.empty())
      (void)sys::fs::remove(Side.Object);
    else if (std::error_code Failed =
                 sys::fs::rename(Side.Object, Side.KeptObject))
      return createStringError(
          Failed, Side.KeptObject + ": cannot be written: " + Failed.message());
  }
  return Code;
}

Error CompilerDriver::makeScratch() {
  if (Scratch)
    return Error::success();
  Expected<ScratchFolder> Folder = ScratchFolder::make();
  if (!Folder)
    return Folder.takeError();
  Scratch.emplace(std::move(*Folder));
  return Error::success();
}

std::optional<bool> CompilerDriver::hasRuntime() {
  Expected<PreprocessedPreamble> Preamble = PreprocessedPreamble::make(
      Command, Parts, Chosen.ProbeMacros, Database, *Scratch);
  if (Preamble)
    return Preamble->Target.hasRuntime();
  // Such a compiler has made no probes.
  consumeError(Preamble.takeError());
  return std::nullopt;
}

void CompilerDriver::explainFailure(const CompilerCommand &Failed) {
  const std::string Missing = missingProbe(Failed, *Scratch);
  if (!Missing.empty())
    printMessage("ipoint-cc",
                 "error: " + Missing +
                     " is missing: there is no ipoint runtime for what '" +
                     join(Failed.select([](const Argument &A) {
                       return A.R == Role::Target;
                     }),
                          " ") +
                     "' compiles; build one and name its folder by "
                     "IPOINT_RUNTIME, or link a file that defines what probes "
                     "call (docs/builds.md)");
}

Expected<int> CompilerDriver::link(ArrayRef<std::string> Words) {
  if (Error E = makeScratch())
    return E;
  if (Error E = checkLink(CompilerCommand(Words), Chosen, *Scratch))
    return E;
  std::vector<std::string> Full(Words);
  // An object for a later link gets its runtime there.
  const std::optional<bool> HasRuntime = hasRuntime();
  if (HasRuntime.value_or(false) && !Command.has("-r") &&
      !Command.has("-nostdlib")) {
    bool IsStatic = Command.has("-static") || Command.has("-static-pie");
    Full.push_back("-L" + Parts.LibDir);
    if (!IsStatic)
      Full.push_back("-Wl,-rpath," + Parts.LibDir);
    Full.insert(Full.end(), {"-Wl,--push-state,--as-needed",
                             IsStatic ? "-l:lib" + Parts.Runtime + ".a"
                                      : "-l" + Parts.Runtime,
                             "-Wl,--pop-state"});
  }
  Expected<int> Code = runLink(Full, CompilerCommand(Words));
  if (Code && *Code != 0 && HasRuntime == false)
    explainFailure(CompilerCommand(Words));
  if (!Code || *Code != 0 || Full.size() == Words.size())
    return Code;
  std::string Program =
      Command.output().empty() ? "a.out" : Command.output().str();
  if (Error E =
          checkLibc(Program, Parts.LibDir + "/lib" + Parts.Runtime + ".so")) {
    removeFile(Program);
    return E;
  }
  return Code;
}

/// The twin comes first: files that a link writes besides, such as maps, are
/// those of the program.
Expected<int> CompilerDriver::runLink(ArrayRef<std::string> Full,
                                      const CompilerCommand &Plain) {
  std::string Made;
  if (Chosen.Twin && !Plain.has("-r") && !Plain.has("-shared")) {
    Expected<std::string> Twin = linkTwin(Plain, *Scratch);
    if (Twin)
      Made = *Twin;
    else {
      removeFile(twinOf(Plain)); // an older one is not of this program
      printMessage("ipoint-cc", "warning: " + twinOf(Plain) + " is not made: " +
                                    toString(Twin.takeError()));
    }
  }
  Expected<int> Code = ipoint::run(Full);
  if (!Made.empty() && (!Code || *Code != 0))
    removeFile(Made);
  return Code;
}

Expected<int> runCompilerCall(CompilerCommand Command, Settings Chosen,
                              Installation Parts) {
  return CompilerDriver(std::move(Command), std::move(Chosen), std::move(Parts))
      .run();
}

} // namespace ipoint
