//===- Output.cpp - What the tools print and write ------------------------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "database/Output.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/ConvertUTF.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Signals.h"
#include "llvm/Support/Unicode.h"
#include <csignal>

using namespace llvm;

extern char **environ;

namespace ipoint {

/// Bytes of the first character of \p Text; 0 if it is not to be printed.
static size_t lengthOfFirst(StringRef Text) {
  const auto *Begin = Text.bytes_begin();
  size_t Length = getNumBytesForUTF8(*Begin);
  if (Length > Text.size() || !isLegalUTF8Sequence(Begin, Begin + Length))
    return 0;
  UTF32 Character = 0;
  if (convertUTF8Sequence(&Begin, Text.bytes_end(), &Character,
                          strictConversion) != conversionOK)
    return 0;
  return sys::unicode::isPrintable(static_cast<int>(Character)) ? Length : 0;
}

static void append(std::string &Result, StringRef Text) {
  while (!Text.empty()) {
    size_t Length = lengthOfFirst(Text);
    if (Length)
      Result += Text.take_front(Length);
    else
      Result += "\\x" + toHex(Text.take_front());
    Text = Text.drop_front(Length ? Length : 1);
  }
}

std::string printable(StringRef Text) {
  if (all_of(Text, [](char C) { return C >= 0x20 && C < 0x7f; }))
    return Text.str();
  std::string Result;
  append(Result, Text);
  return Result;
}

std::string printableLines(StringRef Text) {
  std::string Result;
  while (!Text.empty()) {
    auto [Line, Rest] = Text.split('\n');
    append(Result, Line);
    if (Line.size() < Text.size())
      Result += '\n';
    Text = Rest;
  }
  return Result;
}

std::string printableMessage(StringRef Text) {
  std::string Line = Text.str();
  std::replace(Line.begin(), Line.end(), '\n', ' ');
  return printable(Line);
}

void printMessage(StringRef Who, const Twine &What) {
  errs() << Who << ": " << printableMessage(What.str()) << '\n';
}

void warnOfUnknownVariables(StringRef Tool) {
  // runtime/record/run/options.c has the same.
  static constexpr StringRef Known[] = {
      "IPOINT_BASELINE", "IPOINT_CONFIG",    "IPOINT_COUNTER",
      "IPOINT_DB",       "IPOINT_STORE",     "IPOINT_INSIDE_CC",
      "IPOINT_LEVEL",    "IPOINT_LIMIT",     "IPOINT_OVERHEAD",
      "IPOINT_PAUSED",   "IPOINT_POLICY",    "IPOINT_PRELOADED",
      "IPOINT_PROFILE",  "IPOINT_RING_SIZE", "IPOINT_RUN",
      "IPOINT_RUNTIME",  "IPOINT_SAMPLES",   "IPOINT_SESSION",
      "IPOINT_STRICT",   "IPOINT_SWITCHES",  "IPOINT_TAIL_CALLS",
      "IPOINT_TIMED",    "IPOINT_TRACE_DIR", "IPOINT_TWIN",
      "IPOINT_UMASK",    "IPOINT_WINDOWS",   "IPOINT_PATHS"};
  for (char **Variable = environ; *Variable; ++Variable) {
    StringRef Name = StringRef(*Variable).split('=').first;
    if (Name.starts_with("IPOINT_") && !is_contained(Known, Name))
      printMessage(Tool, "warning: " + Name +
                             ": no tool reads such a variable" +
                             database::didYouMean(Name, Known));
  }
}

using Writer = function_ref<void(raw_ostream &)>;

/// The first error of the stream, which may not keep it: LLVM's ends the
/// process then.
static std::error_code finish(raw_fd_ostream &Out) {
  Out.flush();
  std::error_code Code = Out.error();
  Out.clear_error();
  return Code;
}

static std::error_code writeTo(raw_fd_ostream &Out, Writer Contents) {
  Contents(Out);
  Out.close();
  return finish(Out);
}

/// Through a file beside it, with the mode of an ordinary new one, which
/// TempFile would not have.
static std::error_code replace(StringRef Path, Writer Contents) {
  int File;
  SmallString<256> Temporary;
  std::error_code Code = sys::fs::createUniqueFile(
      Path + ".%%%%%%.tmp", File, Temporary, sys::fs::OF_None,
      sys::fs::all_read | sys::fs::all_write);
  if (Code)
    return Code;
  sys::RemoveFileOnSignal(Temporary);
  // RemoveFileOnSignal() makes LLVM catch the signal for files that reach
  // their size limit, too.
  std::signal(SIGXFSZ, SIG_IGN);
  {
    raw_fd_ostream Out(File, /*shouldClose=*/true);
    Code = writeTo(Out, Contents);
  }
  if (!Code)
    Code = sys::fs::rename(Temporary, Path);
  if (Code) // which the caller reports
    (void)sys::fs::remove(Temporary);
  sys::DontRemoveFileOnSignal(Temporary);
  return Code;
}

std::string mending(StringRef Tool, StringRef Message) {
  StringRef Line = Message.ltrim().split('\n').first;
  if (Line.consume_front(Tool))
    Line.consume_front(": ");
  Line = Line.split("  Try: ").first.rtrim(" .!");
  StringRef Given = Line.split('\'').second.split('\'').first;
  StringRef Meant = Message.split("Did you mean '").second.split('\'').first;
  // LLVM's guess may have hardly a letter in common with what was given.
  bool IsNear = !Meant.empty() &&
                Given.edit_distance(Meant) <= database::mostSlips(Given);
  return (Line +
          (IsNear ? "; did you mean '" + Meant + "'? See '" : "; see '") +
          Tool + " --help'")
      .str();
}

std::error_code writeOutput(StringRef Path, Writer Contents) {
  if (Path == "-") {
    Contents(outs());
    return finish(outs());
  }
  sys::fs::file_status Status;
  if (sys::fs::status(Path, Status, /*follow=*/false) ||
      Status.type() == sys::fs::file_type::regular_file)
    return replace(Path, Contents);
  std::error_code Code;
  raw_fd_ostream Out(Path, Code);
  return Code ? Code : writeTo(Out, Contents);
}

} // namespace ipoint
