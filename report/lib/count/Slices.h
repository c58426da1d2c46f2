//===- Slices.h - How much times resemble their neighbours ----------------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The records of all traces, one behind the other, are divided into slices of
// as many successive ones. From the sums of a block's or a function's times in
// each of them (batch means) follows by how much more a mean varies than that
// of independent values would (docs/method/distributions.md). Nothing is done
// per record: at the end of a slice what was counted so far is looked at, and
// its difference to the last time is kept.
//
//===----------------------------------------------------------------------===//

#ifndef IPOINT_COUNT_SLICES_H
#define IPOINT_COUNT_SLICES_H

#include "Distribution.h"
#include "llvm/ADT/ArrayRef.h"
#include <map>
#include <utility>
#include <vector>

namespace ipoint::analysis {

/// Adds up times of one object, by buckets that are 12 % wide, one for each
/// value below 16.
class SliceSums {
public:
  static constexpr unsigned PerOctaveBits = 3;

  static unsigned bucketOf(uint64_t Value) {
    constexpr unsigned ExactBits = PerOctaveBits + 1;
    if (Value < (1u << ExactBits))
      return static_cast<unsigned>(Value);
    unsigned Shift = std::bit_width(Value) - ExactBits;
    return (Shift << PerOctaveBits) + static_cast<unsigned>(Value >> Shift);
  }
  /// The largest value of the bucket of \p Value.
  static uint64_t endOf(uint64_t Value) {
    unsigned Bits = std::bit_width(Value);
    unsigned Shift = Bits > PerOctaveBits + 1 ? Bits - PerOctaveBits - 1 : 0;
    return Value | ((uint64_t(1) << Shift) - 1);
  }

  void add(uint64_t Value, uint64_t Times) {
    unsigned Bucket = bucketOf(Value);
    if (Bucket >= Sums.size())
      Sums.resize(Bucket + 1);
    Sums[Bucket].Count += Times;
    Sums[Bucket].Sum += Value * Times;
  }
  void add(const Histogram &H) {
    H.forEachPage([&](const Histogram::Page &Counts, uint64_t Low,
                      uint64_t Width) { add(Counts, Low, Width); });
  }

  /// Calls \p F with each bucket that is not empty, its count and sum, and
  /// forgets them.
  template <class Function> void take(Function &&F) {
    for (unsigned Bucket = 0; Bucket < Sums.size(); ++Bucket)
      if (Sums[Bucket].Count)
        F(Bucket, Sums[Bucket].Count, Sums[Bucket].Sum);
    Sums.clear();
  }

private:
  /// From this on a page lies in one bucket.
  static constexpr uint64_t WidePages = uint64_t(Histogram::PageSize)
                                        << PerOctaveBits;

  void add(const Histogram::Page &Counts, uint64_t Low, uint64_t Width);

  struct CountAndSum {
    uint64_t Count = 0, Sum = 0;
  };
  std::vector<CountAndSum> Sums; ///< by bucket
};

/// When a slice ends.
class SliceClock {
public:
  /// The slices that all traces are divided into; fewer where these would have
  /// less than LeastRecords.
  static constexpr uint64_t Slices = 32;
  static constexpr uint64_t LeastRecords = 1024;

  /// Of traces of \p Records. From \p Offset records on, that many lie before.
  SliceClock(uint64_t Records, uint64_t Offset)
      : Length(std::max(LeastRecords, Records / Slices + 1)),
        Number(Offset / Length), Left(Length - Offset % Length) {}

  uint64_t number() const { return Number; }
  /// Records so far, of all traces.
  uint64_t records() const { return Number * Length + (Length - Left); }
  /// Records to the end of this slice.
  uint64_t left() const { return Left; }
  /// \p Records, at most left(), have passed. True if the slice has ended with
  /// them: the next one has begun.
  bool pass(uint64_t Records) {
    Left -= Records;
    if (Left)
      return false;
    ++Number;
    Left = Length;
    return true;
  }

  /// Any number of \p Records have passed.
  void skip(uint64_t Records) {
    for (; Records >= Left; Records -= std::exchange(Left, Length))
      ++Number;
    Left -= Records;
  }

private:
  uint64_t Length, Number, Left; ///< Length and Left in records
};

/// What was counted in each slice, by object.
class SliceLog {
public:
  /// So much of an object was counted in all slices so far.
  struct Entry {
    uint32_t Object = 0;
    uint32_t Bucket = 0;
    uint64_t Count = 0;
    uint64_t Sum = 0; ///< ticks
  };

  /// Slice \p Number has ended, which is not less than the last one; \p SoFar
  /// are ordered by object and bucket. What it does not have is as before.
  void end(uint64_t Number, llvm::ArrayRef<Entry> SoFar);
  /// Adds those of a log whose streams come behind.
  void append(SliceLog &&Later);

  /// That of the values \p All of \p Object; nothing where there are too few
  /// slices with values of it.
  std::optional<Correlation> correlation(uint32_t Object,
                                         const Sample &All) const;

  /// From here on that of \p Object is \p C, whatever the slices show.
  void set(uint32_t Object, const Correlation &C) { Known[Object] = C; }

private:
  struct Slice {
    uint64_t Number = 0;
    std::vector<Entry> Entries; ///< of this slice alone
  };
  std::vector<Slice> Slices;
  std::vector<Entry> Last;
  std::map<uint32_t, Correlation> Known; ///< by object; see set()
};

/// By how much more the mean of values varies that sum up to \p Sums in slices
/// with \p Counts of them, than if they were independent, with \p Variance and
/// \p Kurtosis; 1 where such values show as much by chance. It is what an
/// interval of the mean has to be widened by, squared. Nothing where there are
/// too few slices.
std::optional<double> inflationOf(llvm::ArrayRef<double> Counts,
                                  llvm::ArrayRef<double> Sums, double Variance,
                                  double Kurtosis);

} // namespace ipoint::analysis

#endif // IPOINT_COUNT_SLICES_H
