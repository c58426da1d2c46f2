//===- Instrument.h - The whole chain for one unit ------------------------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef IPOINT_LIB_INSTRUMENT_H
#define IPOINT_LIB_INSTRUMENT_H

#include "database/Database.h"
#include "lib/Parse.h"
#include "lib/Plan.h"

namespace ipoint {

/// What the chain is to do with a unit.
struct InstrumentOptions {
  Choice Chosen;
  std::string DatabasePath;
  std::string Preamble; ///< text that declares the probes
  std::string Compiler; ///< for the database: who compiles the result
  std::string Flags;    ///< for the database: and how
};

struct Instrumented {
  std::string Text;
  database::Unit Unit; ///< as it was stored
};

/// Instruments \p S and stores the unit in the database. A unit that Clang
/// cannot parse at all is stored as such and its text comes back unchanged.
/// Errors: the database cannot be used.
llvm::Expected<Instrumented> instrument(const Source &S,
                                        const InstrumentOptions &Options);

/// Replaces what instrument() stored for \p S by a record that it was left
/// alone as a whole for \p Reason.
llvm::Error storeRefusal(const Source &S, const InstrumentOptions &Options,
                         llvm::StringRef Reason);

} // namespace ipoint

#endif // IPOINT_LIB_INSTRUMENT_H
