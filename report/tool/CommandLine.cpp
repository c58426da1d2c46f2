//===- CommandLine.cpp - Options, and complaints of them ------------------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CommandLine.h"
#include "database/Input.h"
#include "database/Output.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/raw_ostream.h"
#include <algorithm>
#include <cstdlib>
#include <sys/ioctl.h>
#include <unistd.h>

using namespace llvm;

namespace ipoint::report {

Error unknownWord(const Value &Option) {
  auto [Words, Last] = Option.ValueStr.rsplit('|');
  std::string Others = join(split(Words, '|'), ", ");
  auto All = split(Option.ValueStr, '|');
  std::string Meant;
  if (Option.getValue().size() > 2) // 'ms' does not mean 'ns'
    Meant = database::didYouMean(Option.getValue(), All);
  return wrong("--" + Option.ArgStr + ": '" + Option.getValue() +
               "' is not known" + Meant + (Meant.empty() ? "; it" : " It") +
               " is " + Others + " or " + Last);
}

/// Columns of the terminal that standard output is; 0: it is none.
static unsigned terminalColumns() {
  constexpr unsigned Usual = 80;
  winsize Size = {};
  unsigned Columns = 0;
  if (!isatty(STDOUT_FILENO))
    return 0;
  if (ioctl(STDOUT_FILENO, TIOCGWINSZ, &Size) == 0 && Size.ws_col != 0)
    return Size.ws_col;
  const char *Given = getenv("COLUMNS");
  return Given && !StringRef(Given).getAsInteger(10, Columns) && Columns
             ? Columns
             : Usual;
}

Error WidthOption::read(StringRef Path, unsigned &Width,
                        unsigned &TableWidth) const {
  // A text's labels leave too little room for words in fewer.
  constexpr unsigned Narrowest = 40;
  if (unsigned Columns = Path == "-" ? terminalColumns() : 0)
    Width = TableWidth = std::max(Columns, Narrowest);
  if (!given())
    return Error::success();
  if (Error E = Value::read(Width))
    return E;
  if (Width < Narrowest)
    return wrong("--width: " + getValue() + " columns are too few; " +
                 Twine(Narrowest) + " are the least");
  TableWidth = Width;
  return Error::success();
}

Error PageOutput::read(output::PageOptions &Out,
                       ArrayRef<const char *> Arguments) const {
  if (Error E = To.read(Out.Form))
    return E;
  bool IsPage = Out.Form == output::PageForm::Html;
  if (IsOneFile && !IsPage)
    return wrong("--single-file is for --to=html");
  Out.IsSingleFile = IsOneFile;
  Out.Path = Path.given() ? Path.getValue()
             : !IsPage    ? "-"
                          : Name + (IsOneFile ? ".html" : "");
  if (Out.Path.empty())
    return wrong("-o needs the name of a file or folder");
  Out.Version = IPOINT_VERSION;
  Out.CommandLine.assign(Arguments.begin(), Arguments.end());
  return Width.read(Out.Path, Out.Width, Out.TableWidth);
}

/// LLVM's message of a wrong command line.
static Error commandLineError(StringRef Message) {
  StringRef Line = Message.ltrim().split('\n').first;
  Line.consume_front("ipoint-report: ");
  Line = Line.split("  Try: ").first.rtrim(" .!");
  StringRef Given = Line.split('\'').second.split('\'').first;
  // LLVM finds those with one slip only.
  if (Line.starts_with("Unknown subcommand")) {
    auto Names = map_range(
        cl::getRegisteredSubcommands(),
        [](const cl::SubCommand *Command) { return Command->getName(); });
    if (sys::fs::exists(Given))
      return wrong("the command comes before '" + Given +
                   "'; try 'ipoint-report text " + Given +
                   "'. See 'ipoint-report --help'");
    std::string Meant = database::didYouMean(Given, Names);
    return wrong(Line + (Meant.empty() ? "; see" : Meant + " See") +
                 " 'ipoint-report --help'");
  }
  return wrong(mending("ipoint-report", Message));
}

/// An error if \p Last, with which the command line ends, is an option of
/// \p Command without its value: LLVM would print that complaint by itself.
static Error checkLast(StringRef Last, cl::SubCommand &Command) {
  if (!Last.starts_with("-"))
    return Error::success();
  const auto &Known = cl::getRegisteredOptions(Command);
  auto It = Known.find(Last.ltrim('-'));
  if (It == Known.end() ||
      It->second->getValueExpectedFlag() != cl::ValueRequired)
    return Error::success();
  return wrong(Last + " needs a value, as in '" + Last + " " +
               It->second->ValueStr +
               "': " + It->second->HelpStr.split(';').first +
               "; see 'ipoint-report " + Command.getName() + " --help'");
}

Error parse(ArrayRef<const char *> Arguments, StringRef Overview) {
  for (cl::SubCommand *Command : cl::getRegisteredSubcommands()) {
    cl::HideUnrelatedOptions(Category, *Command);
    if (Arguments.size() > 2 && Command->getName() == Arguments[1])
      if (Error E = checkLast(Arguments.back(), *Command))
        return E;
  }
  cl::SetVersionPrinter(
      [](raw_ostream &Out) { Out << "ipoint-report " IPOINT_VERSION "\n"; });
  if (Error E = checkResponseFiles(Arguments))
    return E;
  std::string Message;
  raw_string_ostream Stream(Message);
  if (cl::ParseCommandLineOptions(static_cast<int>(Arguments.size()),
                                  Arguments.data(), Overview, &Stream))
    return Error::success();
  if (Message.empty()) // an option has printed its own line
    exit(2);
  return commandLineError(Message);
}

} // namespace ipoint::report
