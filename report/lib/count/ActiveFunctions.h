//===- ActiveFunctions.h - What may have ended something lately -----------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// To look at all that was counted takes long, and is done often: for each slice
// of a trace, and each bucket of time. Most functions did nothing since the
// last time.
//
//===----------------------------------------------------------------------===//

#ifndef IPOINT_COUNT_ACTIVEFUNCTIONS_H
#define IPOINT_COUNT_ACTIVEFUNCTIONS_H

#include "callstack/CallStack.h"
#include "llvm/ADT/BitVector.h"
#include <utility>
#include <vector>

namespace ipoint::analysis {

/// Functions that may have ended visits or calls since take() was last called:
/// those that were called, and those that were open.
class ActiveFunctions {
public:
  explicit ActiveFunctions(size_t Functions) : Last(Functions) {}

  /// \p Function is open, though no call was counted.
  void noteOpen(uint32_t Function) { Last[Function].WasOpen = true; }
  /// Any function may be open.
  void noteAll() { All = true; }

  /// Returns them by function. \p CallsOf returns how often one was called so
  /// far; \p Stack is what is open now, or null.
  template <class Count>
  llvm::BitVector take(Count &&CallsOf, const CallStack *Stack) {
    llvm::BitVector Result(unsigned(Last.size()));
    for (uint32_t F = 0; F < Last.size(); ++F) {
      uint64_t Calls = CallsOf(F);
      Function Before = std::exchange(Last[F], {Calls, false});
      if (Before.WasOpen || Before.Calls != Calls || All)
        Result.set(F);
    }
    All = false;
    for (uint32_t Index = 1; Stack && Index <= Stack->depth(); ++Index)
      noteOpen(Stack->at(Index).Function);
    return Result;
  }

private:
  struct Function {
    uint64_t Calls = 0;
    bool WasOpen = false;
  };
  std::vector<Function> Last; ///< by function
  bool All = false;
};

} // namespace ipoint::analysis

#endif // IPOINT_COUNT_ACTIVEFUNCTIONS_H
