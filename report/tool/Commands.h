//===- Commands.h - Subcommands, and options that all outputs have --------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef IPOINT_REPORT_COMMANDS_H
#define IPOINT_REPORT_COMMANDS_H

#include "CheckOptions.h"
#include "Value.h"

namespace ipoint::report {

// Those that write reports and traces, beside checkCommand().
llvm::cl::SubCommand &htmlCommand();
llvm::cl::SubCommand &textCommand();
llvm::cl::SubCommand &jsonCommand();
llvm::cl::SubCommand &csvCommand();
llvm::cl::SubCommand &exportCommand();
llvm::cl::SubCommand &profileCommand();

/// An option of all of them.
template <typename Option> struct Common : Option {
  template <class... Mods>
  Common(const Mods &...M)
      : Option(M..., llvm::cl::sub(htmlCommand()), llvm::cl::sub(textCommand()),
               llvm::cl::sub(jsonCommand()), llvm::cl::sub(csvCommand()),
               llvm::cl::sub(exportCommand()), llvm::cl::sub(checkCommand()),
               llvm::cl::sub(profileCommand()), llvm::cl::cat(category())) {}
};
using CommonValue = Common<Value>;
using CommonList = Common<llvm::cl::list<std::string>>;
using CommonFlag = Common<llvm::cl::opt<bool>>;

} // namespace ipoint::report

#endif // IPOINT_REPORT_COMMANDS_H
