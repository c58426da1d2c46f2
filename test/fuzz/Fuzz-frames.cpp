//===- Fuzz-frames.cpp - Any bytes as a stream of a target ----------------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Require.h"
#include "ipoint/record.h"

#include <memory>
#include <tuple>

extern "C" {
#include "import/compared.h"
#include "import/frames.h"
}

namespace {

/// What becomes of the records of each core, and its tasks.
struct Cores {
  ipoint_whole_times Times[IPOINT_DUMP_CORES] = {};
  ipoint_compared Compared[IPOINT_DUMP_CORES] = {};
  ipoint_tasks Tasks = {};

  Cores() {
    require(ipoint_tasks_begin(&Tasks, IPOINT_DUMP_CORES) == 0, "memory");
  }
  ~Cores() {
    for (ipoint_compared &C : Compared)
      ipoint_compared_free(&C);
    ipoint_tasks_free(&Tasks);
  }
  void take(uint32_t Core, uint32_t Bits, uint64_t Record) {
    uint64_t Time;
    Times[Core].bits = Bits;
    Tasks.core = Core;
    if (!ipoint_whole_time(&Times[Core], &Record, &Time) ||
        ipoint_compared_take(&Compared[Core], Bits, Record, Time) != 0)
      return;
    for (size_t I = 1; I < Compared[Core].count; ++I)
      require(Compared[Core].all[I - 1].at < Compared[Core].all[I].at,
              "comparisons in the order of time");
    Time += uint64_t(ipoint_compared_offset(&Compared[Core], Time));
    ipoint_tasks_add(&Tasks, Record, Time);
  }
  void lose(uint32_t Core, uint64_t Count) {
    Tasks.core = Core;
    ipoint_compared_gap(&Compared[Core]);
    ipoint_tasks_lost(&Tasks, Count);
  }
};

/// What a reader has seen; cut anywhere, a stream gives the same.
struct Seen {
  uint64_t Records = 0, Missing = 0, Lost = 0, Words = 0, Restarts = 0;
  std::shared_ptr<Cores> Of = std::make_shared<Cores>();

  bool operator==(const Seen &Other) const {
    auto All = [](const Seen &S) {
      return std::tuple(S.Records, S.Missing, S.Lost, S.Words, S.Restarts,
                        S.Of->Tasks.lost, S.Of->Tasks.moves, S.Of->Tasks.count);
    };
    return All(*this) == All(Other);
  }
};

void onRecords(void *Context, uint32_t Core, uint32_t Cores, uint32_t Bits,
               uint32_t Missing, uint32_t Lost, const uint64_t *Records,
               size_t Count) {
  auto &S = *static_cast<Seen *>(Context);
  require(Core < Cores && Cores <= IPOINT_DUMP_CORES, "a core");
  require(Bits >= 8 && Bits <= 40, "a counter's width");
  require(Count <= IPOINT_FRAME_RECORDS, "as many records as a frame has");
  if (Missing || Lost)
    S.Of->lose(Core, uint64_t(Missing) + Lost);
  for (size_t I = 0; I < Count; ++I) {
    S.Records = S.Records * 31 + Records[I];
    S.Of->take(Core, Bits, Records[I]);
  }
  S.Missing += Missing;
  S.Lost += Lost;
}

void onDescription(void *Context, uint32_t Piece, uint32_t Pieces,
                   const uint32_t *Words, size_t Count) {
  auto &S = *static_cast<Seen *>(Context);
  require(Piece < Pieces, "a piece of the description");
  require(Count <= IPOINT_FRAME_BYTES / 4, "as many words as a frame has");
  for (size_t I = 0; I < Count; ++I)
    S.Words = S.Words * 31 + Words[I];
}

void onRestart(void *Context) { ++static_cast<Seen *>(Context)->Restarts; }

Seen read(const uint8_t *Data, size_t Size, size_t Step) {
  Seen S;
  ipoint_frames Frames = {};
  Frames.events = {onRecords, onDescription, onRestart, &S};
  for (size_t At = 0; At < Size; At += Step)
    ipoint_frames_take(&Frames, Data + At, Size - At < Step ? Size - At : Step);
  ipoint_frames_end(&Frames);
  return S;
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *Data, size_t Size) {
  Seen Whole = read(Data, Size, Size + 1);
  require(Whole == read(Data, Size, 1), "the same byte by byte");
  return 0;
}
