//===- CommandLine.h - Options, and complaints of them --------------------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef IPOINT_REPORT_COMMANDLINE_H
#define IPOINT_REPORT_COMMANDLINE_H

#include "output/Files.h"
#include "support/TimeUnit.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/Error.h"

namespace ipoint::report {

inline llvm::Error wrong(const llvm::Twine &What) {
  return llvm::createStringError(llvm::inconvertibleErrorCode(), What);
}

/// What all options are listed under.
inline llvm::cl::OptionCategory Category("Options of ipoint-report");

/// An option of some subcommands. Its value is read here and not by LLVM, which
/// would print its complaints by itself. The last one on the command line
/// counts.
struct Value : llvm::cl::opt<std::string> {
  template <class... Mods>
  Value(llvm::StringRef Name, llvm::StringRef ValueName, const char *Help,
        const Mods &...M)
      : llvm::cl::opt<std::string>(Name, llvm::cl::value_desc(ValueName),
                                   llvm::cl::desc(Help), llvm::cl::ZeroOrMore,
                                   llvm::cl::cat(Category), M...) {}

  bool given() const { return getNumOccurrences() != 0; }

  /// Sets \p Result to the value; an error if it is no number. Leaves
  /// \p Result alone where the option was not given.
  template <class Number> llvm::Error read(Number &Result) const {
    if (!given())
      return llvm::Error::success();
    bool Failed;
    if constexpr (std::is_same_v<Number, double>)
      Failed = llvm::StringRef(getValue()).getAsDouble(Result);
    else
      Failed = llvm::StringRef(getValue()).getAsInteger(10, Result);
    if (Failed)
      return wrong(llvm::Twine(ArgStr.size() == 1 ? "-" : "--") + ArgStr +
                   ": '" + getValue() +
                   "' is no such number; see 'ipoint-report --help'");
    return llvm::Error::success();
  }
};

/// Complains that the value of \p Option is none of its words.
llvm::Error unknownWord(const Value &Option);

/// An option with one of several words, each of which stands for a \p Meaning.
template <class Meaning> class Choice : public Value {
public:
  using Words = std::vector<std::pair<llvm::StringRef, Meaning>>;
  template <class... Mods>
  Choice(llvm::StringRef Name, Words Known, const char *Help, const Mods &...M)
      : Value(Name, "", Help, M...), Known(std::move(Known)) {
    for (const auto &[Word, Means] : this->Known)
      Names += (Names.empty() ? "" : "|") + Word.str();
    setValueStr(Names);
  }

  /// As above; an error if it is no such word.
  llvm::Error read(Meaning &Result) const {
    if (!given())
      return llvm::Error::success();
    for (const auto &[Word, Means] : Known)
      if (Word == getValue()) {
        Result = Means;
        return llvm::Error::success();
      }
    return unknownWord(*this);
  }

private:
  Words Known;
  std::string Names;
};

/// Reads options, each followed by what it sets, up to the first error.
inline llvm::Error readAll() { return llvm::Error::success(); }
template <class Option, class Result, class... More>
llvm::Error readAll(const Option &O, Result &R, More &&...M) {
  if (llvm::Error E = O.read(R))
    return E;
  return readAll(M...);
}

struct Flag : llvm::cl::opt<bool> {
  template <class... Mods>
  Flag(llvm::StringRef Name, const char *Help, const Mods &...M)
      : llvm::cl::opt<bool>(Name, llvm::cl::desc(Help), llvm::cl::ZeroOrMore,
                            llvm::cl::cat(Category), M...) {}
};

/// An option that may be given more than once.
struct List : llvm::cl::list<std::string> {
  template <class... Mods>
  List(llvm::StringRef Name, llvm::StringRef ValueName, const char *Help,
       const Mods &...M)
      : llvm::cl::list<std::string>(Name, llvm::cl::value_desc(ValueName),
                                    llvm::cl::desc(Help),
                                    llvm::cl::cat(Category), M...) {}
};

/// What is named without an option.
struct Positional : llvm::cl::list<std::string> {
  template <class... Mods>
  explicit Positional(const char *Help, const Mods &...M)
      : llvm::cl::list<std::string>(llvm::cl::Positional, llvm::cl::desc(Help),
                                    llvm::cl::cat(Category), M...) {}
};

/// --unit.
struct UnitOption : Choice<analysis::TimeUnit> {
  template <class... Mods>
  explicit UnitOption(const char *Help, const Mods &...M)
      : Choice("unit",
               {{"ticks", analysis::TimeUnit::Ticks},
                {"ns", analysis::TimeUnit::Nanoseconds},
                {"us", analysis::TimeUnit::Microseconds}},
               Help, M...) {}
};

/// Where the database of a build is.
struct DatabaseOption : Value {
  template <class... Mods>
  explicit DatabaseOption(const Mods &...M)
      : Value("db", "FILE",
              "ipoint database of the build (default: the first that fits of "
              "IPOINT_DB, the path in the trace, and ipoint.db beside the "
              "trace or here)",
              M...) {}
};

/// --width: columns of a text.
struct WidthOption : Value {
  template <class... Mods>
  explicit WidthOption(const char *Help, const Mods &...M)
      : Value("width", "COLUMNS", Help, M...) {}

  /// Sets both to the columns that it has or, if the text goes to \p Path, a
  /// terminal, to that one's; else leaves them alone.
  llvm::Error read(llvm::StringRef Path, unsigned &Width,
                   unsigned &TableWidth) const;
};

/// Where text, JSON or a page is written to.
class PageOutput {
public:
  /// \p Name is that of the folder where none is given, or of the file.
  PageOutput(std::string Name, const char *WidthHelp, llvm::cl::SubCommand &Of)
      : Name(std::move(Name)),
        PathHelp("where to write (default: standard output; html: the folder " +
                 this->Name + ")"),
        FileHelp("html: one file, with all in it, in place of a folder "
                 "(default: " +
                 this->Name + ".html)"),
        To("to",
           {{"text", output::PageForm::Text},
            {"json", output::PageForm::Json},
            {"html", output::PageForm::Html}},
           "what to write (default: text)", llvm::cl::sub(Of)),
        Path("o", "OUT", PathHelp.c_str(), llvm::cl::sub(Of)),
        IsOneFile("single-file", FileHelp.c_str(), llvm::cl::sub(Of)),
        Width(WidthHelp, llvm::cl::sub(Of)) {}
  /// Sets \p Out, of which \p Arguments are the command line.
  llvm::Error read(output::PageOptions &Out,
                   llvm::ArrayRef<const char *> Arguments) const;

private:
  const std::string Name, PathHelp, FileHelp;
  Choice<output::PageForm> To;
  Value Path;
  Flag IsOneFile;
  WidthOption Width;
};

/// Sets options to what \p Arguments have for them; answers --help, of which
/// \p Overview is the first line, and --version, and then exits. Errors say
/// what is wrong, in one line that says how to mend it.
llvm::Error parse(llvm::ArrayRef<const char *> Arguments,
                  llvm::StringRef Overview);

} // namespace ipoint::report

#endif // IPOINT_REPORT_COMMANDLINE_H
