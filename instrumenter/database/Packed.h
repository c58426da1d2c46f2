//===- Packed.h - Numbers and texts of profiles as bytes ------------------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The functions of a profile, and their figures, are two rows of bytes
// (docs/formats.md), so that a merge reads a profile in a fraction of a
// millisecond. Numbers are LEB128: seven bits a byte, the least ones first.
//
//===----------------------------------------------------------------------===//

#ifndef IPOINT_DATABASE_PACKED_H
#define IPOINT_DATABASE_PACKED_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/StringRef.h"
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace ipoint::database {

__extension__ typedef __int128 PackedValue;
__extension__ typedef unsigned __int128 PackedBits;

class PackedWriter {
public:
  std::string Bytes;

  void number(PackedBits Value) {
    for (; Value >= 0x80; Value >>= 7)
      Bytes += static_cast<char>(Value | 0x80);
    Bytes += static_cast<char>(Value);
  }
  /// With its sign, which is the lowest bit.
  void value(PackedValue Value) {
    auto Bits = static_cast<PackedBits>(Value);
    number(Value < 0 ? ~(Bits << 1) : Bits << 1);
  }
  void word(uint64_t Value) {
    for (unsigned Byte = 0; Byte != sizeof Value; ++Byte, Value >>= 8)
      Bytes += static_cast<char>(Value);
  }
  void text(llvm::StringRef Text) {
    number(Text.size());
    Bytes += Text;
  }
};

/// Takes apart what a PackedWriter wrote. Behind what is wrong or missing all
/// is 0.
class PackedReader {
public:
  explicit PackedReader(llvm::StringRef Bytes)
      : At(Bytes.bytes_begin()), End(Bytes.bytes_end()) {}

  bool ok() const { return IsRight; }
  /// Whether all was right, and is read.
  bool atEnd() const { return IsRight && At == End; }
  size_t left() const { return size_t(End - At); }
  void fail() {
    IsRight = false;
    At = End;
  }

  uint64_t number() {
    if (At != End && *At < 0x80) [[likely]]
      return *At++;
    return static_cast<uint64_t>(longNumber(64));
  }
  PackedValue value() {
    if (At != End && *At < 0x80) [[likely]] {
      uint64_t Bits = *At++;
      return int64_t(Bits >> 1) ^ -int64_t(Bits & 1);
    }
    PackedBits Bits = longNumber(128);
    return PackedValue(Bits >> 1) ^ -PackedValue(Bits & 1);
  }
  /// A number up to \p Most.
  uint64_t upTo(uint64_t Most) {
    uint64_t Value = number();
    if (Value <= Most) [[likely]]
      return Value;
    fail();
    return 0;
  }
  /// How many follow, each of which takes \p Least bytes at least.
  size_t count(size_t Least) { return size_t(upTo(left() / Least)); }
  uint64_t word() {
    uint64_t Value = 0;
    if (left() < sizeof Value) {
      fail();
      return 0;
    }
    for (unsigned Byte = 0; Byte != sizeof Value; ++Byte)
      Value |= uint64_t(*At++) << 8 * Byte;
    return Value;
  }
  llvm::StringRef text() {
    size_t Size = count(1);
    llvm::StringRef Text(reinterpret_cast<const char *>(At), Size);
    At += Size;
    return Text;
  }

private:
  [[gnu::noinline]] PackedBits longNumber(unsigned Bits);

  const uint8_t *At, *End;
  bool IsRight = true;
};

/// A function with its parts, as a profile has it.
struct PackedFunction {
  llvm::StringRef File, Name;
  uint32_t Line = 0, Copy = 0;
  uint64_t Text = 0;
  std::vector<llvm::StringRef> Blocks;
  std::vector<std::pair<uint32_t, uint32_t>> Transitions;
  std::vector<llvm::StringRef> Loops;
};

std::string packed(llvm::ArrayRef<PackedFunction> All);

/// Gives the functions of \p Bytes to \p Take, in their order. \returns false
/// where they are not as packed() makes them, or \p Take does.
bool unpack(llvm::StringRef Bytes,
            llvm::function_ref<bool(const PackedFunction &)> Take);

/// The figures of functions, in bytes: names of kinds, then functions, the
/// program (0) first, with their kinds, then the kinds' numbers.
class FiguresReader {
public:
  explicit FiguresReader(llvm::StringRef Bytes);

  bool ok() const { return From.ok(); }
  bool atEnd() const { return From.atEnd(); }
  llvm::ArrayRef<llvm::StringRef> kinds() const { return Kinds; }
  size_t functions() const { return Functions; }
  /// How many kinds and numbers all functions have, at most.
  size_t mostKinds() const { return MostKinds; }
  size_t mostNumbers() const { return MostNumbers; }

  struct Function {
    uint64_t Id = 0;
    size_t Kinds = 0;
  };
  struct Kind {
    uint32_t Index = 0; ///< of kinds()
    uint64_t Slot = 0;
    size_t Numbers = 0;
  };
  /// The next function. Ids ascend.
  Function function();
  /// Its next kind. Kinds and slots ascend.
  Kind kind();
  /// Gives the kind's numbers to \p Take(Key, Value). Keys ascend.
  template <class Function> void numbers(const Kind &K, Function Take) {
    uint64_t Key = uint64_t(0) - 1;
    for (size_t Left = K.Numbers; Left != 0; --Left) {
      uint64_t Next = Key + 1 + From.number();
      if (Next <= Key && Left != K.Numbers) [[unlikely]]
        return From.fail();
      Key = Next;
      Take(Key, From.value());
    }
  }

private:
  PackedReader From;
  std::vector<llvm::StringRef> Kinds;
  size_t Functions = 0, MostKinds = 0, MostNumbers = 0;
  uint64_t LastId = 0;
  bool IsFirst = true; ///< the next function
  std::optional<Kind> Last;
};

class FiguresWriter {
public:
  /// \p Kinds ascend.
  explicit FiguresWriter(std::vector<std::string> Kinds);

  void function(uint64_t Id, size_t Kinds);
  /// \p Index of \p Kinds.
  void kind(size_t Index, uint64_t Slot,
            llvm::ArrayRef<std::pair<uint64_t, PackedValue>> Numbers);
  std::string bytes() const;

private:
  std::vector<std::string> Names;
  PackedWriter To;
  size_t Functions = 0, Kinds = 0, Numbers = 0;
};

} // namespace ipoint::database

#endif // IPOINT_DATABASE_PACKED_H
