//===- Files.cpp - All or nothing on disk ---------------------------------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Files.h"
#include "Writer.h"
#include "database/Output.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include <charconv>
#include <cmath>

using namespace llvm;

namespace ipoint::output {

static Error cannotWrite(StringRef Path, std::error_code Code) {
  return errorAt(Path, "cannot be written: " + Code.message() +
                           "; name another place with -o");
}

Error writeFile(StringRef Path, function_ref<void(raw_ostream &)> Contents) {
  if (Path != "-" && sys::fs::is_directory(Path))
    return errorAt(Path, "is a folder; name a file with -o");
  std::error_code Code = writeOutput(Path, [&](raw_ostream &Out) {
    // LLVM's streams have colours wherever they lead to, unless disabled.
    Out.enable_colors(false);
    Contents(Out);
  });
  if (!Code)
    return Error::success();
  return Path == "-" ? errorAt("standard output",
                               "cannot be written: " + Code.message() +
                                   "; name a file with -o")
                     : cannotWrite(Path, Code);
}

Error writeForm(const PageOptions &Options,
                function_ref<void(raw_ostream &)> Text,
                function_ref<void(json::OStream &)> Document,
                function_ref<Error()> Page) {
  if (Options.Form == PageForm::Html)
    return Page();
  return writeFile(Options.Path, [&](raw_ostream &Out) {
    if (Options.Form == PageForm::Text)
      return Text(Out);
    json::OStream Json(Out, /*IndentSize=*/1);
    Document(Json);
    Out << '\n';
  });
}

Expected<NewFolder>
NewFolder::create(StringRef Path, function_ref<bool(StringRef)> MayReplace) {
  while (Path.size() > 1 && Path.ends_with("/"))
    Path = Path.drop_back();
  if (Path.empty() || Path == "-")
    return errorAt(Path, "what is written is a folder; name one with -o");
  if (sys::fs::exists(Path) && !MayReplace(Path))
    return errorAt(Path, "is there already and is no ipoint report; name "
                         "another folder with -o, or remove it");
  SmallString<256> Temporary;
  std::error_code Code;
  // A few tries: another report may be written at the same time.
  for (int Try = 0; Try < 16; ++Try) {
    sys::fs::createUniquePath(Path + ".%%%%%%.tmp", Temporary,
                              /*MakeAbsolute=*/false);
    Code = sys::fs::create_directory(Temporary, /*IgnoreExisting=*/false,
                                     sys::fs::all_all);
    if (Code != std::errc::file_exists)
      break;
  }
  if (Code)
    return cannotWrite(Path, Code);
  return NewFolder(Path.str(), Temporary.str().str());
}

NewFolder::NewFolder(NewFolder &&Other) noexcept
    : Target(std::move(Other.Target)), Temporary(std::move(Other.Temporary)) {
  Other.Temporary.clear();
}

NewFolder::~NewFolder() {
  if (!Temporary.empty())
    (void)sys::fs::remove_directories(Temporary);
}

Error NewFolder::addFolder(StringRef Name) {
  SmallString<256> Path(Temporary);
  sys::path::append(Path, Name);
  if (std::error_code Code = sys::fs::create_directory(
          Path, /*IgnoreExisting=*/true, sys::fs::all_all))
    return cannotWrite(Target, Code);
  return Error::success();
}

Error NewFolder::addFile(StringRef Name, StringRef Contents) {
  SmallString<256> Path(Temporary);
  sys::path::append(Path, Name);
  std::error_code Code;
  raw_fd_ostream Out(Path, Code);
  if (!Code) {
    Out << Contents;
    Out.close();
    Code = Out.error();
    Out.clear_error();
  }
  return Code ? cannotWrite(Target, Code) : Error::success();
}

Error NewFolder::copyFile(StringRef Name, StringRef From) {
  SmallString<256> Path(Temporary);
  sys::path::append(Path, Name);
  if (std::error_code Code = sys::fs::copy_file(From, Path))
    return errorAt(From,
                   "cannot be copied to " + Target + ": " + Code.message());
  return Error::success();
}

Error NewFolder::keep() {
  SmallString<256> Old;
  if (sys::fs::exists(Target)) {
    sys::fs::createUniquePath(Target + ".%%%%%%.old", Old,
                              /*MakeAbsolute=*/false);
    if (std::error_code Code = sys::fs::rename(Target, Old))
      return cannotWrite(Target, Code);
  }
  if (std::error_code Code = sys::fs::rename(Temporary, Target)) {
    if (!Old.empty())
      (void)sys::fs::rename(Old, Target);
    return cannotWrite(Target, Code);
  }
  Temporary.clear();
  if (!Old.empty()) // it is out of the way all the same
    (void)sys::fs::remove_directories(Old);
  return Error::success();
}

std::string number(double Value, unsigned Digits) {
  if (!std::isfinite(Value))
    return "null";
  char Buffer[400];
  std::to_chars_result Result =
      std::to_chars(Buffer, Buffer + sizeof(Buffer), Value,
                    std::chars_format::fixed, int(Digits));
  StringRef Text(Buffer, Result.ptr - Buffer);
  if (Text.contains('.'))
    Text = Text.rtrim('0').rtrim('.');
  return Text == "-0" ? "0" : Text.str();
}

} // namespace ipoint::output
