//===- Cells.h - What the tables of a profile hold as text ----------------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Facts as JSON, and numbers by key (docs/formats.md). Functions that read
// return false, or nothing, for a text that the writing functions do not make.
//
//===----------------------------------------------------------------------===//

#ifndef IPOINT_PROFILE_CELLS_H
#define IPOINT_PROFILE_CELLS_H

#include "Profile.h"
#include "llvm/Support/JSON.h"
#include <cmath>

namespace ipoint::profile {

/// Puts what is described into an object. A count of 0 is left out, unless
/// \p KeepsZero.
struct ObjectWriter {
  llvm::json::Object &To;
  bool KeepsZero = false;

  void operator()(llvm::StringRef Key, const std::string &Value) const {
    To[Key] = llvm::json::fixUTF8(Value);
  }
  template <class T>
  void operator()(llvm::StringRef Key, const T &Value) const {
    if constexpr (requires { Value.has_value(); }) {
      if (Value)
        To[Key] = *Value;
    } else if (KeepsZero || Value != 0 || std::is_signed_v<T>) {
      To[Key] = Value;
    }
  }
};

/// Sets what is described by the members of an object. What is not there stays.
struct ObjectReader {
  const llvm::json::Object &From;

  void operator()(llvm::StringRef Key, std::string &To) const {
    To = From.getString(Key).value_or("").str();
  }
  void operator()(llvm::StringRef Key, bool &To) const {
    To = From.getBoolean(Key).value_or(To);
  }
  template <class T> void operator()(llvm::StringRef Key, T &To) const {
    const llvm::json::Value *Value = From.get(Key);
    if (!Value)
      return;
    if constexpr (requires { To.has_value(); })
      (*this)(Key, To.emplace());
    else if constexpr (std::is_floating_point_v<T>)
      To = Value->getAsNumber().value_or(0);
    else if constexpr (std::is_signed_v<T>)
      To = Value->getAsInteger().value_or(0);
    else
      To = static_cast<T>(Value->getAsUINT64().value_or(0));
  }
};

/// Puts what is described into an array, in its order.
struct ArrayWriter {
  llvm::json::Array &To;

  void operator()(llvm::StringRef, const std::string &Value) const {
    To.push_back(llvm::json::fixUTF8(Value));
  }
  template <class T> void operator()(llvm::StringRef, const T &Value) const {
    if constexpr (std::is_enum_v<T>)
      To.push_back(int64_t(Value));
    else
      To.push_back(Value);
  }
};

/// Sets what is described by the elements of an array, one after the other.
class ArrayReader {
public:
  explicit ArrayReader(const llvm::json::Value &V) : Of(V.getAsArray()) {}

  bool atEnd() const { return !Of || Next == Of->size(); }
  /// Whether all of them were there, and such that they can be.
  bool ok() const { return Of && IsRight; }

  void operator()(llvm::StringRef, std::string &To) {
    To = take(&llvm::json::Value::getAsString).value_or("").str();
  }
  void operator()(llvm::StringRef, bool &To) {
    To = take(&llvm::json::Value::getAsBoolean).value_or(false);
  }
  void operator()(llvm::StringRef, double &To) {
    To = take(&llvm::json::Value::getAsNumber).value_or(0);
    IsRight &= std::isfinite(To) && To >= 0;
  }
  template <class T> void operator()(llvm::StringRef, T &To) {
    if constexpr (std::is_enum_v<T>)
      To = static_cast<T>(count(uint64_t(T::Unknown)));
    else
      To = static_cast<T>(count(sizeof(T) < 8 ? INT32_MAX : INT64_MAX));
  }
  /// A whole number up to \p Most.
  uint64_t count(uint64_t Most) {
    std::optional<uint64_t> N = take(&llvm::json::Value::getAsUINT64);
    IsRight &= N && *N <= Most;
    return IsRight ? *N : 0;
  }

private:
  template <class T>
  std::optional<T> take(std::optional<T> (llvm::json::Value::*As)() const) {
    std::optional<T> Result;
    if (!atEnd())
      Result = ((*Of)[Next++].*As)();
    IsRight &= Result.has_value();
    return Result;
  }

  const llvm::json::Array *Of;
  size_t Next = 0;
  bool IsRight = true;
};

std::string textOf(llvm::json::Value V);

/// The object or array that \p Text is; nothing if it is none, or one in which
/// others lie too deep.
std::optional<llvm::json::Object> parseObject(llvm::StringRef Text);
std::optional<llvm::json::Array> parseArray(llvm::StringRef Text);

/// All of \p R but its path and its units.
llvm::json::Object factsOf(const Run &R, bool WithLabels = true);
bool readRun(const llvm::json::Object &From, Run &To);

/// What makes \p Now of \p Before, as a JSON merge patch (RFC 7396).
llvm::json::Object changesFrom(const llvm::json::Object &Before,
                               const llvm::json::Object &Now);
/// Makes the changes of such a patch.
void change(llvm::json::Object &To, const llvm::json::Object &Changes);

/// The unit records of \p R, in hexadecimal.
std::string unitsOf(const Run &R);
bool readUnits(llvm::StringRef Text, Run &To);

std::string toText(const analysis::FilterModel &F);
std::optional<analysis::FilterModel> readFilter(llvm::StringRef Text);

/// All of \p S but the samples in the batches of its runs, which are empty when
/// they are read.
std::string toText(const sampled::SampledProgram &S);
bool readSampled(llvm::StringRef Text, sampled::SampledProgram &To);

/// \p V as a JSON object of whole numbers, such as `{"3":17}`, which SQL's
/// json_each() takes apart. JSON's integers have any number of digits. Keys
/// ascend, and values fit in 128 bits.
std::string toText(const Values &V);
std::optional<Values> valuesOf(llvm::StringRef Text);

/// The numbers of \p P but for those of blocks.
inline std::array<uint64_t *, 7> numbersOf(FunctionPart &P) {
  return {&P.Calls,           &P.Self.Count,    &P.Self.Sum,     &P.Self.Max,
          &P.Inclusive.Count, &P.Inclusive.Sum, &P.Inclusive.Max};
}

/// Parts of functions by the order of these in the file, as a JSON object of
/// arrays.
std::string toText(const std::map<size_t, const FunctionPart *> &Parts);
std::optional<std::map<size_t, FunctionPart>> readParts(llvm::StringRef Text);
/// One number, in decimal digits.
std::string toText(analysis::SignedWide Value);
std::optional<analysis::SignedWide> numberOf(llvm::StringRef Text);

/// What the calls on a path took, by the keys of docs/formats.md.
Values valuesOf(const analysis::CallPaths::Node &N);
bool readNode(const Values &All, analysis::CallPaths::Node &N);

/// The samples of \p Batch by place, in billionths.
Values valuesOf(const sampled::Counted &Batch);
/// Sets the batch \p Number of \p To, and adds it to all of them. \returns
/// false also where there is no such batch or place.
bool readBatch(const Values &Samples, uint64_t Number, size_t Places,
               sampled::SampledRun &To);

} // namespace ipoint::profile

#endif // IPOINT_PROFILE_CELLS_H
