//===- WorstWords.h - Words of the longest path ---------------------------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Private to the outputs: what text, JSON and page share.
//
//===----------------------------------------------------------------------===//

#ifndef IPOINT_OUTPUT_WORSTWORDS_H
#define IPOINT_OUTPUT_WORSTWORDS_H

#include "worst/WorstModel.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"

namespace ipoint::output {

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

#endif // IPOINT_OUTPUT_WORSTWORDS_H
