//===- Series.h - Times in the order of execution -------------------------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The time of each run is divided into buckets whose width is a power of two of
// ticks, and whose borders are multiples of it on the clock. So buckets of
// parts of streams, and of streams, add up. Where there would be too many the
// width is doubled: in the end it is the least one with which there are few
// enough, whatever was collected together.
//
// Nothing is done for each record. Where a bucket ends, the Collector adds what
// it has counted since the last one.
//
//===----------------------------------------------------------------------===//

#ifndef IPOINT_COUNT_SERIES_H
#define IPOINT_COUNT_SERIES_H

#include "stats/Sample.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/SmallVector.h"
#include <array>
#include <cstdint>
#include <map>
#include <optional>
#include <utility>
#include <vector>

namespace ipoint::analysis {

/// Which bucket: of a run, or of several where there are many runs, and the
/// bits of its ticks above those that give the place in it.
struct SeriesKey {
  uint32_t Run = 0;
  uint64_t Bits = 0;

  auto operator<=>(const SeriesKey &) const = default;
};

/// How the time of all runs is divided.
struct SeriesGrid {
  /// Buckets of all runs together, in traces that are long enough.
  static constexpr size_t MostEver = 256, Least = 32;

  size_t Most = MostEver;
  unsigned Shift = 0;    ///< a bucket has 2^Shift ticks
  unsigned RunShift = 0; ///< and is of 2^RunShift runs

  /// The first grid, for \p Runs runs with \p Records records in all, which
  /// take about \p Ticks (0: not known). It may become coarser only.
  static SeriesGrid of(size_t Runs, uint64_t Records, uint64_t Ticks);
  SeriesKey keyOf(size_t Run, uint64_t Ticks) const {
    return {uint32_t(Run >> RunShift), Ticks >> Shift};
  }
};

/// Values of one object in a bucket.
struct SeriesSums {
  /// Of a bucket's visits few are interrupted, and these are among the longest.
  static constexpr size_t Most = 4;

  uint64_t Count = 0;
  uint64_t Sum = 0;                        ///< ticks
  std::array<uint64_t, Most> Largest = {}; ///< ticks, the largest first
  Lengths ByLength;

  uint64_t max() const { return Largest[0]; }
  void add(uint64_t Ticks, uint64_t Times) {
    Count += Times;
    Sum += Ticks * Times;
    ByLength.add(Ticks, Times);
    for (uint64_t I = 0; I < Times && Ticks > Largest.back(); ++I)
      insert(Ticks);
  }
  void add(const SeriesSums &Other) {
    Count += Other.Count;
    Sum += Other.Sum;
    ByLength.add(Other.ByLength);
    for (uint64_t Ticks : Other.Largest)
      if (Ticks > Largest.back())
        insert(Ticks);
  }
  /// The largest of those that are not among \p Some of them, as far as the
  /// largest of both show it.
  std::optional<uint64_t> maxBeside(const SeriesSums &Some) const;

private:
  void insert(uint64_t Ticks) {
    size_t At = Most - 1;
    for (; At && Largest[At - 1] < Ticks; --At)
      Largest[At] = Largest[At - 1];
    Largest[At] = Ticks;
  }
};

class Series {
public:
  struct Entry {
    uint32_t Object = 0;
    SeriesSums Sums;
  };
  using Entries = std::vector<Entry>; ///< by object

  explicit Series(SeriesGrid Grid, size_t Objects)
      : Grid(Grid), Long(Objects) {}

  //===--- While records come ---===//

  /// A stream of the run \p Number comes, and the tick 0 is open.
  void startStream(uint32_t Number);
  /// Whether \p Ticks lie in what is open.
  bool isIn(uint64_t Ticks) const { return Ticks - Begin <= Span; }
  /// The last tick of that.
  uint64_t end() const { return Begin + Span; }
  /// Opens the bucket of \p Ticks; the one before is closed.
  void open(uint64_t Ticks);
  /// A value of \p Object that the Collector does not count by itself.
  void addLong(uint32_t Object, uint64_t Ticks) {
    SeriesSums &S = Long[Object];
    S.add(Ticks, 1);
  }
  /// Takes the values of \p Object of addLong().
  SeriesSums takeLong(uint32_t Object) {
    return std::exchange(Long[Object], SeriesSums());
  }
  /// The open bucket ends, and had these.
  void close(Entries Some);

  //===--- What was collected ---===//

  /// Adds what \p Other has, of the same or of other runs.
  void add(Series &&Other);
  const SeriesGrid &grid() const { return Grid; }
  const std::map<SeriesKey, Entries> &buckets() const { return Buckets; }

private:
  void put(SeriesKey Key, Entries Some);
  void coarsen();
  bool areTooMany() const;

  SeriesGrid Grid;
  std::map<SeriesKey, Entries> Buckets; ///< none is empty
  uint32_t Run = 0;
  uint64_t Begin = 0, Span = 0; ///< of the open bucket, ticks
  std::vector<SeriesSums> Long; ///< by object, of the open bucket
};

/// A value that was larger than all before it.
struct RecordMark {
  uint64_t Number = 0; ///< it was the n-th one, from 1
  uint64_t Ticks = 0;
};

/// The first one and the newest of those, in their order.
class RecordMarks {
public:
  static constexpr size_t Newest = 64;

  void add(RecordMark M);
  /// Adds those of \p Other, which follow \p Before values here.
  void merge(const RecordMarks &Other, uint64_t Before);
  llvm::ArrayRef<RecordMark> all() const { return Marks; }

private:
  llvm::SmallVector<RecordMark, 0> Marks;
};

} // namespace ipoint::analysis

#endif // IPOINT_COUNT_SERIES_H
