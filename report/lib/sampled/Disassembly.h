//===- Disassembly.h - Machine code with its samples ----------------------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef IPOINT_SAMPLED_DISASSEMBLY_H
#define IPOINT_SAMPLED_DISASSEMBLY_H

#include "Baseline.h"
#include "model/Model.h"

namespace ipoint::sampled {

/// Puts the machine code of functions with samples into \p Report: by
/// instruction, how many samples of \p Files lie in it, and its line. Of all
/// functions or, where \p Only is not empty, of those of that name. The
/// programs are those that were sampled, by build id. What a function has
/// behind its first 4,096 instructions is left out, and counted.
///
/// Returns why there is no code of a file, a line for each. Errors: samples
/// cannot be read; there are none.
llvm::Expected<std::vector<std::string>>
addMachineCode(llvm::ArrayRef<Baseline> Files, llvm::StringRef Only,
               analysis::ReportModel &Report);

} // namespace ipoint::sampled

#endif // IPOINT_SAMPLED_DISASSEMBLY_H
