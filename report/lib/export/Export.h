//===- Export.h - Traces for other programs -------------------------------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What a trace says event by event, with names: for trace viewers and for
// programs of the user. Sums and distributions are the
// outputs' (output/Writer.h).
//
//===----------------------------------------------------------------------===//

#ifndef IPOINT_EXPORT_EXPORT_H
#define IPOINT_EXPORT_EXPORT_H

#include "count/StreamPass.h"
#include "program/Symbols.h"
#include "trace/Trace.h"

namespace ipoint::exporting {

struct ExportOptions {
  std::string Path;                    ///< file or folder
  std::vector<std::string> Provenance; ///< lines that say where it comes from
  uint64_t Events = 0;                 ///< at most
  std::string Function; ///< observations: of this one; empty: all
};

/// Calls \p Do with each stream of \p T that has packets and with the first of
/// these. Damage is left to reports, which list it.
llvm::Error
forEachStream(const trace::Trace &T,
              llvm::function_ref<llvm::Error(const analysis::StreamPart &,
                                             const trace::Packet &)>
                  Do);

/// The time of the first packet of all, ticks of the clock.
llvm::Expected<uint64_t> firstTime(llvm::ArrayRef<trace::Trace> Traces);

/// Writes a folder with a copy of the one trace in \p Traces in which the
/// ipoints that come most often have names, as many as the options have Events;
/// the others stay numbers. A reader of CTF takes time for each name that there
/// is. Errors name the folder, which must not be there, or what can't be read;
/// there are several traces.
llvm::Error exportNamedCtf(llvm::ArrayRef<trace::Trace> Traces,
                           const analysis::SymbolTable &Symbols,
                           const ExportOptions &Options);

/// Writes the calls, marks, waits and times off CPU of \p Traces
/// in the Trace Event Format of Chrome, which Perfetto reads. Of the
/// calls those that begin first, as many as the options have Events;
/// otherData says how many were left out.
llvm::Error exportChrome(llvm::ArrayRef<trace::Trace> Traces,
                         const analysis::SymbolTable &Symbols,
                         const ExportOptions &Options);

/// Writes every time of \p Traces as comma-separated values, raw and as
/// stamped: of each visit and each call that has one. As many as the
/// options have Events; the last line then says how many were left out.
llvm::Error exportObservations(llvm::ArrayRef<trace::Trace> Traces,
                               const analysis::SymbolTable &Symbols,
                               const ExportOptions &Options);

} // namespace ipoint::exporting

#endif // IPOINT_EXPORT_EXPORT_H
