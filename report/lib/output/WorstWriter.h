//===- WorstWriter.h - The longest path as text, JSON and a page ----------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef IPOINT_OUTPUT_WORSTWRITER_H
#define IPOINT_OUTPUT_WORSTWRITER_H

#include "Files.h"
#include "support/TimeUnit.h"
#include "worst/WorstModel.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/raw_ostream.h"

namespace ipoint::output {

/// The page is of a model that has its sources; docs/worst.md has the document.
struct WorstOptions : PageOptions {
  /// Of times; a page shows any and begins with it. Ticks where the clock's
  /// rate is not known.
  analysis::TimeUnit Unit = analysis::TimeUnit::Ticks;
  bool All = false; ///< text: lists whole
};

/// Writes \p Model as \p Options say. Errors name the path.
llvm::Error writeWorst(const worst::WorstModel &Model,
                       const WorstOptions &Options);

/// The form for a terminal.
void printWorstText(llvm::raw_ostream &Out, const worst::WorstModel &Model,
                    const WorstOptions &Options);

/// The JSON document.
void printWorstJson(llvm::json::OStream &Json, const worst::WorstModel &Model,
                    const WorstOptions &Options);

/// The same in ticks with the sources of \p Model, for a page.
void printWorstData(llvm::json::OStream &Json, const worst::WorstModel &Model,
                    const WorstOptions &Options);

// Private to the outputs: what text, JSON and page share.

/// The times that lead: filtered ones if the estimate has them, else corrected
/// or raw ones.
struct LeadingTimes {
  llvm::StringRef Name; ///< "filtered", …
  double Estimate = 0;
  std::optional<double> Hwm, Ratio;
};
LeadingTimes leadingTimes(const worst::WorstModel &Model);

/// Which inputs would test the estimate, each a sentence: those that execute a
/// block of the path more often than the longest observed call did, the most
/// of the estimate first, and those that take what was never measured.
std::vector<std::string> testNext(const worst::WorstModel &Model);

/// "fft/for.2/body"; without a block "fft".
std::string nameOf(const worst::PlaceInSource &At);

/// "fft.c:42"
std::string fileAndLine(const worst::PlaceInSource &At);
/// "fft/for.2/body (fft.c:42)"
std::string nameAndPlace(const worst::PlaceInSource &At);
/// A number of executions: a linear program may have parts of one.
std::string executions(double Count);
/// A declared bound as it is written; of others, what they are of.
std::string boundInWords(const worst::UsedFact &F);
/// "the transition from fft/entry (fft.c:30) to exit"
std::string partInWords(const worst::NotMeasured &N);

/// "if.1/then (fft.c:42) and if.2/then (fft.c:49)": at most \p Most of
/// \p Blocks, which are of one function.
std::string blocksInWords(llvm::ArrayRef<worst::PlaceInSource> Blocks,
                          size_t Most);
/// What the nearest observed call did of it, a sentence without a subject.
std::string nearestInWords(const worst::BlocksApart &B,
                           const worst::WorstModel &Model);

} // namespace ipoint::output

#endif // IPOINT_OUTPUT_WORSTWRITER_H
