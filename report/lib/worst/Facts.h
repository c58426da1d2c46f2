//===- Facts.h - Flow facts: what a user knows of a program ---------------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// From the config file (flow:), a file of facts (--facts, the same YAML), FFX
// (OTAWA) and pragmas of TACLeBench.
//
//===----------------------------------------------------------------------===//

#ifndef IPOINT_WORST_FACTS_H
#define IPOINT_WORST_FACTS_H

#include "program/Symbols.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace ipoint::worst {

/// What a number of a fact is counted in.
enum class Scope {
  Entry, ///< each time that the loop is entered
  Call,  ///< in a call of the function that it is of
  Root   ///< in a call of the root
};

/// Where a number comes from.
enum class Origin { Declared, Derived, Observed };

/// The largest count that is exact in a double, about.
constexpr double MostCount = 9e15;

/// Something that can be counted: numbers in the SymbolTable.
struct Counted {
  enum Kind { Block, Function, Edge } Is = Block;
  uint32_t Number = 0;
  double Factor = 1;
  bool operator==(const Counted &) const = default;
};

struct Fact {
  enum Kind {
    LoopBound, ///< At most Most, at least Least iterations per Per
    Sum,       ///< Least ≤ sum of Terms × their counts ≤ Most, per Per
    Never,     ///< none of Terms is ever executed
    NotBoth,   ///< of Terms, blocks of one function, only one is executed
    Targets,   ///< calls through pointers in Site lead to Terms only
    Calls,     ///< of Terms[0]: at most Most per Per (recursion)
    Time       ///< a visit of the block Terms[0], or a call of that function
               ///< with its callees, takes at most Most ticks
  } Is = LoopBound;
  /// Per Call of a function that all terms are of: in each call of it. Else:
  /// in a call of the root, that many for each call of Function. A Sum per
  /// Entry: from one time that Loop is entered to the next, or to the end of
  /// the call.
  Scope Per = Scope::Entry;
  Origin From = Origin::Declared;
  std::string Place;                  ///< "facts.yaml: line 3", for messages
  std::string Words;                  ///< as it is written, on one line
  uint32_t Loop = analysis::None;     ///< that is bounded, or that Per is of
  uint32_t Function = analysis::None; ///< that Scope::Call is of
  uint32_t Site = analysis::None;     ///< block
  std::vector<Counted> Terms;
  std::optional<double> Least, Most;
};

// A name is FUNCTION, FUNCTION/BLOCK, FUNCTION/LOOP or FUNCTION/BLOCK -> BLOCK,
// by stable names. Where several functions have the name, FILE: stands in
// front, the last parts of the path of its source file, or of its unit.

/// Whether \p Path ends with \p End, whole parts of a path each.
bool endsWithPath(llvm::StringRef Path, llvm::StringRef End);

/// Finds names in a SymbolTable, which must outlive it. Errors have no place:
/// the name, what is wrong with it, and what may be meant.
class FactNames {
public:
  explicit FactNames(const analysis::SymbolTable &Symbols) : S(Symbols) {}
  const analysis::SymbolTable &symbols() const { return S; }

  /// Number of the function \p Name, of \p File where Name has no file. One
  /// that is not instrumented is found where \p MayBePlain.
  llvm::Expected<uint32_t> function(llvm::StringRef Name, llvm::StringRef File,
                                    bool MayBePlain = false) const;
  /// A function, a block or a transition.
  llvm::Expected<Counted> counted(llvm::StringRef Name, llvm::StringRef File,
                                  bool MayBePlain = false) const;
  /// FUNCTION/LOOP, or FILE:LINE where it begins.
  llvm::Expected<uint32_t> loop(llvm::StringRef Name,
                                llvm::StringRef File) const;
  /// The only loop that begins in \p Line of \p File.
  llvm::Expected<uint32_t> loopAt(llvm::StringRef File, unsigned Line) const;
  /// The block of \p Function that \p Line, \p Column lies in: the last one
  /// that begins before. None: no block does.
  uint32_t blockAt(uint32_t Function, unsigned Line, unsigned Column) const;

  /// What is to be written to have these found again.
  std::string nameOf(uint32_t Function) const;
  std::string nameOf(const Counted &C) const;
  std::string nameOfLoop(uint32_t Loop) const;

private:
  llvm::Expected<uint32_t> block(uint32_t Function, llvm::StringRef Name) const;

  const analysis::SymbolTable &S;
};

/// A linear constraint, as "2 * f/then.1 + g <= 3 * f": fills Terms, Least and
/// Most of \p Into. \p Find finds names. Errors have no place; \p Column is
/// where in \p Text, from 1.
llvm::Error
parseSum(llvm::StringRef Text,
         llvm::function_ref<llvm::Expected<Counted>(llvm::StringRef)> Find,
         Fact &Into, size_t &Column);

} // namespace ipoint::worst

#endif // IPOINT_WORST_FACTS_H
