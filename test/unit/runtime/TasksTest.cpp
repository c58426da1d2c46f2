//===- TasksTest.cpp - The tasks of a memory dump -------------------------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ipoint/record.h"

#include "gtest/gtest.h"

#include <string>
#include <vector>

extern "C" {
#include "import/import.h"
}

namespace {

/// Records in words: `out 5`, `preempted 5`, `in 5 2` (task 2), `run 300 5`. Of
/// several cores those behind on(1) are core 1's.
class Core {
public:
  ~Core() { ipoint_tasks_free(&Tasks); }

  Core &out(uint64_t Time) { return timed(IPOINT_ID_SWITCH_OUT, Time); }
  Core &preempted(uint64_t Time) { return timed(IPOINT_ID_PREEMPTED, Time); }
  Core &in(uint64_t Time, uint32_t Task) {
    return timed(IPOINT_ID_SWITCH_IN, Time).untimed(IPOINT_ID_TASK, Task);
  }
  Core &run(uint32_t Id, uint64_t Time) { return timed(Id, Time); }
  Core &timed(uint32_t Id, uint64_t Time) {
    return add(ipoint_record_timed(Id, Time), Time);
  }
  Core &untimed(uint32_t Id, uint64_t Payload) {
    return add(ipoint_record_untimed(Id, Payload),
               Times.empty() ? 0 : Times.back());
  }
  Core &lost(uint64_t Count) { return untimed(IPOINT_ID_LOST, Count); }
  Core &name(uint32_t Task, const std::string &Text) {
    untimed(IPOINT_ID_TASK_NAME, Task);
    for (size_t I = 0; I <= Text.size(); I += 5) {
      uint64_t Five = 0;
      for (size_t K = I; K < I + 5 && K < Text.size(); ++K)
        Five |= uint64_t(uint8_t(Text[K])) << 8 * (K - I);
      untimed(IPOINT_ID_TASK_TEXT, Five);
    }
    return *this;
  }

  Core &on(uint32_t Number) {
    Now = Number;
    return *this;
  }

  /// `NUMBER=ID@TIME …; ` for each task that has records.
  std::string split(uint32_t Cores = 1) {
    EXPECT_EQ(ipoint_tasks_begin(&Tasks, Cores), 0);
    for (size_t I = 0; I < Records.size(); ++I)
      if (Tasks.core = CoreOf[I];
          ipoint_record_id(Records[I]) == IPOINT_ID_LOST)
        ipoint_tasks_lost(&Tasks, ipoint_record_value(Records[I]));
      else
        ipoint_tasks_add(&Tasks, Records[I], Times[I]);
    EXPECT_FALSE(Tasks.failed);
    std::string Result;
    for (size_t T = 0; T < Tasks.count; ++T) {
      const ipoint_task &Task = Tasks.tasks[T];
      if (Task.count)
        Result += std::to_string(Task.number) + ":";
      for (size_t I = 0; I < Task.count; ++I) {
        uint32_t Id = ipoint_record_id(Task.records[I]);
        std::string What = Id == IPOINT_ID_SWITCH_OUT  ? "out"
                           : Id == IPOINT_ID_PREEMPTED ? "preempted"
                           : Id == IPOINT_ID_SWITCH_IN ? "in"
                                                       : std::to_string(Id);
        if (Id == IPOINT_ID_LOST)
          What = "lost " +
                 std::to_string(ipoint_record_value(Task.records[I])) + " ";
        else if (ipoint_record_is_timed(Task.records[I]))
          EXPECT_EQ(ipoint_record_value(Task.records[I]), Task.times[I]);
        else
          What = "on " + std::to_string(ipoint_record_value(Task.records[I])) +
                 " ";
        Result += " " + What + "@" + std::to_string(Task.times[I]);
      }
      if (Task.count)
        Result += "; ";
    }
    return Result;
  }

  ipoint_tasks Tasks = {};

private:
  Core &add(uint64_t Record, uint64_t Time) {
    Records.push_back(Record);
    Times.push_back(Time);
    CoreOf.push_back(Now);
    return *this;
  }
  std::vector<uint64_t> Records, Times;
  std::vector<uint32_t> CoreOf;
  uint32_t Now = 0;
};

TEST(Tasks, WithoutAKernelAllIsOne) {
  EXPECT_EQ(Core().run(300, 5).run(301, 9).split(), "0: 300@5 301@9; ");
}

TEST(Tasks, EachHasSeparateRecords) {
  EXPECT_EQ(Core()
                .run(256, 1)
                .in(5, 2)
                .run(300, 10)
                .preempted(20)
                .in(25, 1)
                .run(400, 30)
                .out(40)
                .in(45, 2)
                .run(301, 50)
                .split(),
            "0: 256@1 out@5; 2: in@5 300@10 preempted@20 in@45 301@50; "
            "1: in@25 400@30 out@40; ");
}

TEST(Tasks, WhatRunsWhileTheKernelChoosesIsOfNone) {
  EXPECT_EQ(Core()
                .in(5, 2)
                .out(20)
                .run(500, 22)
                .run(501, 24)
                .in(30, 3)
                .run(300, 35)
                .split(),
            "0: in@20 500@22 501@24 out@30; 2: in@5 out@20; 3: in@30 300@35; ");
}

TEST(Tasks, TheSameTaskMayBeChosenAgain) {
  EXPECT_EQ(Core().in(5, 2).preempted(20).in(25, 2).run(300, 30).split(),
            "2: in@5 preempted@20 in@25 300@30; ");
}

TEST(Tasks, ARingThatWasBegunAgainMayBeginAnywhere) {
  // In the middle of a switch: whose it is is known, since when is not.
  EXPECT_EQ(Core().untimed(IPOINT_ID_TASK, 2).run(300, 30).out(40).split(),
            "2: 300@30 out@40; ");
  // Before the first switch that was kept.
  EXPECT_EQ(Core().run(300, 30).out(40).in(45, 2).run(301, 50).split(),
            "0: 300@30 out@40; 2: in@45 301@50; ");
  // A switch in whose task is missing, for the recording ends there.
  EXPECT_EQ(Core().in(5, 2).out(9).timed(IPOINT_ID_SWITCH_IN, 12).split(),
            "2: in@5 out@9; ");
}

TEST(Tasks, WhatFollowsALossIsOfNoTaskUntilTheNextSwitch) {
  EXPECT_EQ(Core().run(300, 5).lost(7).run(301, 9).split(),
            "0: 300@5 lost 7 @5 301@9; ");
  EXPECT_EQ(Core()
                .in(5, 2)
                .run(300, 10)
                .preempted(20)
                .in(25, 1)
                .run(400, 30)
                .lost(7)
                .run(401, 40)
                .out(41)
                .in(45, 2)
                .run(301, 50)
                .split(),
            "2: in@5 300@10 preempted@20 lost 0 @45 in@45 301@50; "
            "1: in@25 400@30 out@30 lost 8 @45; ");
}

TEST(Tasks, WhatOneCoreLacksIsNoneOfATaskOnAnother) {
  EXPECT_EQ(Core()
                .on(0)
                .in(5, 1)
                .run(300, 6)
                .on(1)
                .in(7, 2)
                .run(400, 8)
                .lost(3)
                .run(401, 9)
                .on(0)
                .run(301, 10)
                .on(1)
                .out(11)
                .in(12, 3)
                .run(500, 13)
                .on(0)
                .run(302, 14)
                .split(2),
            "1: in@5 on 0 @5 300@6 301@10 302@14; "
            "2: in@7 on 1 @7 400@8 out@8 lost 4 @12; "
            "3: in@12 on 1 @12 500@13; ");
}

TEST(Tasks, ATaskThatMayHaveRunWhereRecordsAreMissingHasNoOpenCalls) {
  // Task 2 ran on core 1, and is on core 0 while that is not known of.
  EXPECT_EQ(Core()
                .on(0)
                .in(5, 1)
                .on(1)
                .in(7, 2)
                .run(400, 8)
                .lost(3)
                .on(0)
                .out(10)
                .in(11, 2)
                .run(401, 12)
                .split(2),
            "1: in@5 on 0 @5 out@10; "
            "2: in@7 on 1 @7 400@8 out@8 lost 0 @11 in@11 on 0 @11 401@12; ");
}

TEST(Tasks, HaveNames) {
  Core C;
  C.name(1, "idle")
      .name(2, "sampler")
      .name(7, "twelve chars")
      .name(3, "12345")
      .untimed(IPOINT_ID_TASK_NAME, 4)
      .untimed(IPOINT_ID_TASK_TEXT, 0x4141414141)
      .run(300, 5);
  EXPECT_EQ(C.split(), "0: 300@5; ");
  ipoint_tasks_name(&C.Tasks, 1, "IDLE");
  std::vector<std::string> Names;
  for (size_t I = 0; I < C.Tasks.count; ++I)
    Names.push_back(std::to_string(C.Tasks.tasks[I].number) + "=" +
                    (C.Tasks.tasks[I].name ? C.Tasks.tasks[I].name : "-"));
  EXPECT_EQ(Names, (std::vector<std::string>{"0=-", "1=IDLE", "2=sampler",
                                             "7=twelve chars", "3=12345"}));
}

} // namespace
