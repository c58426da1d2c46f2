//===- FactSources.h - Where facts come from, and what runs did of them ---===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Errors of all readers are one line: the file, the line, what is wrong and
// what to write.
//
//===----------------------------------------------------------------------===//

#ifndef IPOINT_WORST_FACTSOURCES_H
#define IPOINT_WORST_FACTSOURCES_H

#include "Facts.h"
#include "Flow.h"
#include "WorstModel.h"
#include "database/ConfigFile.h"

namespace ipoint::worst {

/// The section `flow` of a config file, or of a file of facts; none without
/// one. Ticks are of a clock of \p RateHz.
llvm::Expected<std::vector<Fact>>
readFacts(database::ConfigText &File, const FactNames &Names, double RateHz);

/// The same of the file \p Path: YAML, or FFX 1.0 if it begins with '<'.
llvm::Expected<std::vector<Fact>>
readFactsFile(llvm::StringRef Path, const FactNames &Names, double RateHz);

/// FFX 1.0 (Bonenfant et al. 2012), of which loops, blocks and functions by
/// name, or by source file and line, and calls through pointers have facts.
llvm::Expected<std::vector<Fact>>
readFfx(llvm::StringRef Path, llvm::StringRef Text, const FactNames &Names);

/// What TACLeBench's pragmas say.
struct PragmaFacts {
  std::vector<Fact> Facts;
  std::vector<uint32_t> EntryPoints; ///< functions
  /// Pragmas that no fact is made of, each with its place and the reason: to
  /// leave a bound out makes an estimate no smaller.
  std::vector<std::string> Remarks;
};

/// Of `_Pragma("loopbound min 3 max 8")` and the like in the sources of the
/// program, as the database holds them.
PragmaFacts readPragmas(const FactNames &Names);

/// The bounds that loops have by markers, the config file's section `loops`
/// and Clang.
std::vector<Fact> boundsOfLoops(const FactNames &Names);

/// What calls of the root in \p F did against \p Facts, as far as the largest
/// counts and those of the longest call prove it. Files are absolute.
std::vector<ViolatedFact> findViolations(llvm::ArrayRef<Fact> Facts,
                                         const Flow &F, const FactNames &Names);

/// What \p F would confirm: bounds of loops, totals of inner loops where these
/// are less than the product, calls of recursive functions and targets of
/// pointers. Loops that \p Known bounds are left out. Place is what was
/// observed.
std::vector<Fact> observedFacts(const Flow &F, const FactNames &Names,
                                llvm::ArrayRef<Fact> Known = {});

/// \p F, a bound of what was observed, as an item of the section `flow`: a
/// LoopBound, a Sum of one term, Calls or Targets; else empty.
std::string toYaml(const Fact &F, const FactNames &Names);

/// observedFacts() as a file of facts, with comments; it may hold none.
std::string proposeFacts(const Flow &F, const FactNames &Names,
                         llvm::ArrayRef<Fact> Known = {});

/// Rules of a config file that leave out \p Functions.
std::string rulesWithout(const llvm::BitVector &Functions,
                         const SymbolTable &Symbols);

} // namespace ipoint::worst

#endif // IPOINT_WORST_FACTSOURCES_H
