//===- Words.h - What the database's words stand for ----------------------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The vocabulary that the instrumenter's plan, the database and the report
// share. What is stored, row by row, is in Program.h.
//
//===----------------------------------------------------------------------===//

#ifndef IPOINT_DATABASE_WORDS_H
#define IPOINT_DATABASE_WORDS_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringRef.h"
#include <cstdint>
#include <optional>

namespace ipoint::database {

/// Which ipoints there are. The numbers are those of the unit record.
enum class Level : uint8_t {
  Functions = 0,
  Loops = 1,
  Blocks = 2,
  Decisions = 3
};

/// Which ipoints read the counter. The numbers are those of the unit record.
enum class TimedIpoints : uint8_t {
  Functions = 0,
  Loops = 1,
  Blocks = 2,
  None = 3,
  Auto = 4 ///< all, now and then: they are counted, and timed in windows
};

/// What untimed ipoints store: a record each, one for each path through them,
/// or nothing but the count of each path. The numbers are those of the unit
/// record.
enum class Store : uint8_t { Blocks = 0, Paths = 1, Sums = 2 };

/// Whether the paths of such a function have numbers.
inline bool numbersPaths(Store S) { return S != Store::Blocks; }

/// What an ipoint does for its function's records.
enum class Encoding : uint8_t {
  Record, ///< stores a record, or has a count, that stands for it alone
  Path,   ///< ends a path: stores or counts it, and a new path begins here
  Sum,    ///< adds to the number of the path that it lies on
  Count,  ///< counts the rounds of a loop, of which the path has the number
};

/// What an ipoint is in the structure of its function.
enum class Kind : uint8_t {
  Entry,     ///< start of an activation
  Exit,      ///< end of an activation; the returned value has been computed
  Then,      ///< taken branch of an if
  Else,      ///< other branch of an if
  Case,      ///< case label of a switch (or several in a row)
  Default,   ///< default label of a switch
  Label,     ///< label that a goto can reach
  Condition, ///< head of a loop: its condition is evaluated next
  Step,      ///< increment of a for loop
  Body,      ///< start of a loop's body
  Join,      ///< where paths come together behind an if, a switch, a loop or a
             ///< decision in an expression
  Operand,   ///< right operand of && or ||, which is not always evaluated
  Mark,      ///< what a user has named
};

/// How often a call happens in a visit of its block, of the calls of one callee
/// (or through pointers of one type) together: those that are Once happen in
/// each visit that comes to its end; at most as many happen as are Once or
/// Maybe, unless one is Any.
enum class CallTimes : uint8_t {
  Once,
  Maybe,
  Instead, ///< only in visits that make another one of these calls less
  Any      ///< it lies in a cycle within the block
};

/// What a mark records beside its place.
enum class MarkValue : uint8_t { None, Signed, Unsigned };

/// The words that the database and the outputs use for the values of an
/// enumeration, of which only the type matters, in their order: "entry", …
llvm::ArrayRef<llvm::StringRef> wordsOf(Kind);
llvm::ArrayRef<llvm::StringRef> wordsOf(Level);
llvm::ArrayRef<llvm::StringRef> wordsOf(TimedIpoints);
llvm::ArrayRef<llvm::StringRef> wordsOf(Store);
llvm::ArrayRef<llvm::StringRef> wordsOf(Encoding);
llvm::ArrayRef<llvm::StringRef> wordsOf(CallTimes);
llvm::ArrayRef<llvm::StringRef> wordsOf(MarkValue);

template <typename T>
concept HasWords = requires(T Value) { wordsOf(Value); };

template <HasWords T> llvm::StringRef nameOf(T Value) {
  return wordsOf(Value)[static_cast<size_t>(Value)];
}

template <HasWords T> std::optional<T> fromName(llvm::StringRef Name) {
  auto Words = wordsOf(T());
  auto Found = llvm::find(Words, Name);
  return Found == Words.end()
             ? std::nullopt
             : std::optional(static_cast<T>(Found - Words.begin()));
}

} // namespace ipoint::database

#endif // IPOINT_DATABASE_WORDS_H
