//===- WindowsFixture.h - Count tables with a window ----------------------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef IPOINT_TEST_WINDOWSFIXTURE_H
#define IPOINT_TEST_WINDOWSFIXTURE_H

#include "RingHost.h"

namespace ipoint::windows_tests {

/// Ticks that no test takes; a probe's cost that makes whatever it does short;
/// of a call that lasts nevertheless, also at a factor of 2. A call counts for
/// 2^27 ticks at most.
constexpr uint64_t Hours = uint64_t(1) << 44, VeryLong = 5000000,
                   Lasting = 24 * VeryLong;

class Windows : public Ring {
protected:
  /// What the records of loop 1000 say, since this was asked last.
  std::vector<uint64_t> iterations() {
    TheHost.drain();
    std::vector<uint64_t> Result;
    for (size_t I = Seen; I < TheHost.Drained.size(); ++I) {
      uint64_t Record = TheHost.Drained[I];
      if (ipoint_record_id(Record) != IPOINT_ID_CALL)
        continue;
      EXPECT_EQ(ipoint_call_id(ipoint_record_value(Record)), 1000u);
      Result.push_back(ipoint_call_ticks(ipoint_record_value(Record)));
    }
    Seen = TheHost.Drained.size();
    return Result;
  }

private:
  size_t Seen = 0;
};

/// A count table, as in a file of counts.
struct Table {
  /// As many warm up. No probe takes long.
  struct ipoint_window Window = {};
  ipoint_counter Counts[1] = {};

  Table() {
    Window.records = 100;
    Window.cost = uint64_t(1) << 40;
    ipoint_table_self = {Counts, 1};
  }
  ~Table() { ipoint_table_self = {nullptr, 0}; }
  void pass(uint32_t First, uint32_t Count) {
    for (uint32_t Id = First; Id < First + Count; ++Id)
      ipoint_window(ipoint_window_open(Counts), Id);
  }
};

/// A count table with a header in front, and what may be spent of its time.
struct SharedTable {
  std::vector<uint64_t> Words;
  ipoint_counter *Counts;
  struct ipoint_window &Window;

  SharedTable()
      : Words(IPOINT_COUNTS_HEADER_SIZE / 8 + 3),
        Counts(reinterpret_cast<ipoint_counter *>(
            Words.data() + IPOINT_COUNTS_HEADER_SIZE / 8)),
        Window(reinterpret_cast<struct ipoint_window *>(Counts)[-1]) {
    auto &Header = *reinterpret_cast<ipoint_counts_header *>(Words.data());
    Header.end = 3;
    Header.states = 1;
    Header.state[0] = {1, 3};
    Window.records = 1;
    Window.factor = 1;
    Window.cost = VeryLong;
    ipoint_table_self = {Counts, 3};
  }
  ~SharedTable() { ipoint_table_self = {nullptr, 0}; }
  void call(uint64_t Ticks) {
    ipoint_call_time(ipoint_port_counter() - Window.spent - Ticks, Counts, 1,
                     1000);
  }
  bool isOff() const {
    return reinterpret_cast<const ipoint_call_state &>(Counts[1]).off;
  }
  void window() {
    Window.open = 1;
    for (unsigned I = 0; I < 110; ++I)
      ipoint_window(ipoint_window_open(Counts), 8000000);
  }
};

} // namespace ipoint::windows_tests

#endif // IPOINT_TEST_WINDOWSFIXTURE_H
