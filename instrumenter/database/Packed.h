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
#include <array>
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
  void word(uint64_t Value) { fixed(Value, sizeof Value); }
  /// The \p Width lowest bytes.
  void fixed(PackedBits Value, unsigned Width) {
    for (; Width != 0; --Width, Value >>= 8)
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
  /// Three numbers of a byte, the first one even; else nothing is read, and the
  /// last one is None.
  std::array<uint64_t, 3> shortNumbers() {
    uint32_t All =
        left() < sizeof All ? 1 : llvm::support::endian::read32le(At);
    if (All & 0x808081) [[unlikely]]
      return {0, 0, None};
    At += 3;
    return {All & 0xff, All >> 8 & 0xff, All >> 16 & 0xff};
  }
  static constexpr uint64_t None = UINT64_MAX;
  PackedValue value() {
    PackedBits Bits = take(longNumber(At, End, 128));
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
  size_t count(size_t Least) {
    uint64_t Value = number();
    if (Value <= left() / Least) [[likely]]
      return size_t(Value);
    fail();
    return 0;
  }
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
    return {reinterpret_cast<const char *>(bytes(Size)), Size};
  }
  /// The next \p Size bytes.
  const uint8_t *bytes(size_t Size) {
    if (Size > left()) [[unlikely]] {
      fail();
      return nullptr;
    }
    const uint8_t *Result = At;
    At += Size;
    return Result;
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

/// Numbers of a figure by their order, 0 and up.
template <class T> struct PackedColumn {
  const uint8_t *Bytes;
  T operator[](size_t Index) const {
    return llvm::support::endian::read<T, llvm::endianness::little>(
        Bytes + Index * sizeof(T));
  }
};
template <> struct PackedColumn<PackedValue> {
  const uint8_t *Bytes;
  PackedValue operator[](size_t Index) const {
    PackedColumn<uint64_t> Words{Bytes + Index * sizeof(PackedValue)};
    return PackedValue(PackedBits(Words[1]) << 64 | Words[0]);
  }
};
/// Keys that are not there: each is the number of those before it.
struct CountedColumn {
  size_t operator[](size_t Index) const { return Index; }
};

/// The widths of keys and values by a figure's layout; both are 0 where there
/// is no such layout.
inline constexpr auto PackedLayouts = [] {
  std::array<std::pair<uint8_t, uint8_t>, 128> Result = {};
  for (unsigned ForValues = 0; ForValues <= 4; ++ForValues)
    for (unsigned ForKeys = 0; ForKeys <= 4; ++ForKeys)
      Result[ForValues << 3 | ForKeys] = {1U << ForKeys >> 1, 1U << ForValues};
  return Result;
}();

/// A figure as it lies in bytes: keys, which ascend, and their values, all of
/// one width.
struct PackedFigure {
  uint32_t Kind = 0; ///< index of the kinds
  uint64_t Slot = 0;
  size_t Count = 0;
  const uint8_t *Keys = nullptr, *Values = nullptr;
  /// In bytes: 0, 1, 2, 4 or 8, and 1, 2, 4, 8 or 16.
  unsigned KeyWidth = 0, ValueWidth = 1;

  /// Calls \p Take with all of them, a column.
  template <class Function> auto keys(Function Take) const {
    switch (KeyWidth) {
    case 0:
      return Take(CountedColumn());
    case 1:
      return Take(PackedColumn<uint8_t>{Keys});
    case 2:
      return Take(PackedColumn<uint16_t>{Keys});
    case 4:
      return Take(PackedColumn<uint32_t>{Keys});
    default:
      return Take(PackedColumn<uint64_t>{Keys});
    }
  }
  template <class Function> auto values(Function Take) const {
    switch (ValueWidth) {
    case 1:
      return Take(PackedColumn<uint8_t>{Values});
    case 2:
      return Take(PackedColumn<uint16_t>{Values});
    case 4:
      return Take(PackedColumn<uint32_t>{Values});
    case 8:
      return Take(PackedColumn<int64_t>{Values});
    default:
      return Take(PackedColumn<PackedValue>{Values});
    }
  }
  /// Gives all to \p Take(Key, Value).
  template <class Function> void numbers(Function Take) const {
    keys([&](auto AllKeys) {
      values([&, End = Count](auto AllValues) {
        for (size_t I = 0; I != End; ++I)
          Take(AllKeys[I], AllValues[I]);
      });
    });
  }
  /// Whether keys ascend.
  bool isOrdered() const;
};

/// Keys that ascend, as figures have them: equal ones are equal bytes.
struct PackedKeys {
  explicit PackedKeys(llvm::ArrayRef<uint64_t> Keys = {});

  unsigned Width = 0;
  std::string Bytes;
};

/// The figures of functions, in bytes: names of kinds, then functions, the
/// program (0) first, with their figures.
class FiguresReader {
public:
  explicit FiguresReader(llvm::StringRef Bytes);

  bool ok() const { return From.ok(); }
  bool atEnd() const { return From.atEnd(); }
  llvm::ArrayRef<llvm::StringRef> kinds() const { return Kinds; }
  size_t functions() const { return Functions; }

  struct Function {
    uint64_t Id = 0;
    size_t Figures = 0;
  };
  /// The next function. Ids ascend, or are alike.
  Function function();
  /// Its next figure. Kinds and slots ascend; whether keys do is not looked at.
  [[gnu::always_inline]] PackedFigure figure();

private:
  PackedReader From;
  std::vector<llvm::StringRef> Kinds;
  size_t KindCount = 0, Functions = 0;
  uint64_t LastId = 0;
  bool IsFirst = true;   ///< the next function
  int64_t LastKind = -1; ///< -1: the next figure is the function's first
  uint64_t LastSlot = 0;
};

inline PackedFigure FiguresReader::figure() {
  PackedFigure F;
  auto [Head, Count, Layout] = From.shortNumbers();
  if (Layout == PackedReader::None) [[unlikely]] {
    Head = From.number();
    F.Slot = Head & 1 ? From.number() : 0;
    Count = From.number();
    Layout = From.upTo(PackedLayouts.size() - 1);
  }
  auto [KeyWidth, ValueWidth] = PackedLayouts[Layout % PackedLayouts.size()];
  size_t Left = From.left(), OfKeys = Count * KeyWidth,
         Size = OfKeys + Count * ValueWidth;
  F.Kind = uint32_t(Head >> 1);
  F.Count = Count;
  F.KeyWidth = KeyWidth;
  F.ValueWidth = ValueWidth;
  // Each number takes a byte at least.
  if (Count - 1 >= Left || Size > Left || Size == 0 || Head >> 1 >= KindCount ||
      F.Kind < LastKind || (F.Kind == LastKind && F.Slot <= LastSlot))
      [[unlikely]] {
    From.fail();
    return {};
  }
  F.Keys = From.bytes(Size);
  F.Values = F.Keys + OfKeys;
  LastKind = F.Kind;
  LastSlot = F.Slot;
  return F;
}

class FiguresWriter {
public:
  /// \p Kinds ascend.
  explicit FiguresWriter(std::vector<std::string> Kinds);

  void function(uint64_t Id, size_t Figures);
  /// \p Kind is an index; \p Numbers are by key, ascending.
  void figure(size_t Kind, uint64_t Slot,
              llvm::ArrayRef<std::pair<uint64_t, PackedValue>> Numbers);
  std::string bytes() const;

private:
  std::vector<std::string> Names;
  PackedWriter To;
  size_t Functions = 0;
};

} // namespace ipoint::database

#endif // IPOINT_DATABASE_PACKED_H
