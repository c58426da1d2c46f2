//===- Value.h - Options with values, and complaints of them --------------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef IPOINT_REPORT_VALUE_H
#define IPOINT_REPORT_VALUE_H

#include "support/TimeUnit.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/Error.h"

namespace ipoint::report {

/// What all options are listed under.
llvm::cl::OptionCategory &category();

inline llvm::Error wrong(const llvm::Twine &What) {
  return llvm::createStringError(llvm::inconvertibleErrorCode(), What);
}

/// LLVM's message of a wrong command line as one line that says how to mend it.
llvm::Error commandLineError(llvm::StringRef Message);

/// An option whose value is read here and not by LLVM, which would print its
/// complaints by itself. The last one on the command line counts.
struct Value : llvm::cl::opt<std::string> {
  template <class... Mods>
  Value(llvm::StringRef Name, llvm::StringRef ValueName, const char *Help,
        const Mods &...M)
      : llvm::cl::opt<std::string>(Name, llvm::cl::value_desc(ValueName),
                                   llvm::cl::desc(Help), llvm::cl::ZeroOrMore,
                                   llvm::cl::cat(category()), M...) {}

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

/// An error if \p Last, with which the command line ends, is an option of
/// \p Command without its value: LLVM would print that complaint by itself.
llvm::Error checkLast(llvm::StringRef Last, llvm::cl::SubCommand &Command);

/// Columns; a text's labels leave too little room for words in fewer.
inline constexpr unsigned NarrowestText = 40;

/// Sets both to the columns that \p Option has; leaves them alone where that
/// was not given.
llvm::Error readWidth(const Value &Option, unsigned &Width,
                      unsigned &TableWidth);

/// Sets \p Result to the unit that \p Option names; leaves it alone where that
/// was not given.
llvm::Error readUnit(const Value &Option, analysis::TimeUnit &Result);

} // namespace ipoint::report

#endif // IPOINT_REPORT_VALUE_H
