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
#include "llvm/Support/Endian.h"
#include <cstdint>
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
    return uint64_t(take(longNumber(At, End, 64)));
  }
  PackedValue value() {
    PackedBits Bits = take(longNumber(At, End, 128));
    return PackedValue(Bits >> 1) ^ -PackedValue(Bits & 1);
  }
  /// Gives \p Count numbers to \p Take(Key, Value). Each key is behind the one
  /// before it, and its distance is there.
  template <class Function> void values(size_t Count, Function Take);
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
    Value = llvm::support::endian::read64le(At);
    At += sizeof Value;
    return Value;
  }
  llvm::StringRef text() {
    size_t Size = count(1);
    llvm::StringRef Text(reinterpret_cast<const char *>(At), Size);
    At += Size;
    return Text;
  }

private:
  struct Number {
    PackedBits Bits;
    const uint8_t *Next; ///< behind it; null: it is none
  };
  /// A number of up to \p Bits bits. It takes no address of the reader, which a
  /// loop keeps in registers then.
  [[gnu::noinline]] static Number longNumber(const uint8_t *At,
                                             const uint8_t *End, unsigned Bits);
  PackedBits take(const Number &N) {
    if (N.Next)
      At = N.Next;
    else
      fail();
    return N.Bits;
  }

  const uint8_t *At, *End;
  bool IsRight = true;
};

template <class Function>
void PackedReader::values(size_t Count, Function Take) {
  const uint8_t *From = At;
  uint64_t Key = uint64_t(0) - 1;
  for (size_t Left = Count; Left != 0; --Left) {
    uint64_t Gap;
    if (From != End && *From < 0x80) [[likely]] {
      Gap = *From++;
    } else {
      Number N = longNumber(From, End, 64);
      if (!N.Next)
        return fail();
      Gap = uint64_t(N.Bits);
      From = N.Next;
    }
    uint64_t Next = Key + 1 + Gap;
    if (Next <= Key && Left != Count) [[unlikely]]
      return fail();
    Key = Next;
    if (From != End && *From < 0x80) [[likely]] {
      uint64_t Bits = *From++;
      Take(Key, int64_t(Bits >> 1) ^ -int64_t(Bits & 1));
    } else {
      Number N = longNumber(From, End, 128);
      if (!N.Next)
        return fail();
      From = N.Next;
      Take(Key, PackedValue(N.Bits >> 1) ^ -PackedValue(N.Bits & 1));
    }
  }
  At = From;
}

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
  /// The next function. Ids ascend, or are alike.
  Function function();
  /// Its next kind. Kinds and slots ascend.
  Kind kind();
  /// Gives the kind's numbers to \p Take(Key, Value). Keys ascend.
  template <class Function> void numbers(const Kind &K, Function Take) {
    From.values(K.Numbers, Take);
  }

private:
  PackedReader From;
  std::vector<llvm::StringRef> Kinds;
  size_t Functions = 0, MostKinds = 0, MostNumbers = 0;
  uint64_t LastId = 0;
  bool IsFirst = true; ///< the next function
  /// The least that the next kind's index may be, and with it its slot.
  uint32_t NextIndex = 0;
  uint64_t NextSlot = 0;
};

inline FiguresReader::Kind FiguresReader::kind() {
  PackedReader In = From;
  Kind K;
  uint64_t Head = In.number();
  K.Slot = Head & 1 ? In.number() : 0;
  K.Numbers = In.count(2);
  K.Index = uint32_t(Head >> 1);
  if (Head >> 1 >= Kinds.size() || K.Numbers > MostNumbers || K.Numbers == 0 ||
      K.Index < NextIndex || (K.Index == NextIndex && K.Slot < NextSlot))
      [[unlikely]] {
    From.fail();
    return {};
  }
  From = In;
  MostNumbers -= K.Numbers;
  // Behind the last slot is the next kind.
  NextSlot = K.Slot + 1;
  NextIndex = K.Index + (NextSlot == 0);
  return K;
}

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
