//===- ProfileTimes.cpp - How long functions took, by a profile -----------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "database/ProfileTimes.h"
#include "database/CheckedRows.h"
#include "database/ProfileConnection.h"
#include "llvm/ADT/StringSwitch.h"

using namespace llvm;

namespace ipoint::database {

/// What the figures of a kind add up to is a number of \p F.
static int64_t &figureOf(FunctionTimes &F, StringRef Kind) {
  auto [Times, Part] = Kind.split('.');
  if (Part.empty())
    return *StringSwitch<int64_t *>(Kind)
                .Case("calls", &F.Calls)
                .Case("visits", &F.Visits)
                .Case("loop_entered", &F.LoopsEntered)
                .Default(&F.LoopIterations);
  TimeSum &Sum = *StringSwitch<TimeSum *>(Times)
                      .Case("self", &F.Self)
                      .Case("inclusive", &F.Inclusive)
                      .Default(&F.Called);
  return *StringSwitch<int64_t *>(Part)
              .Case("count", &Sum.Count)
              .Case("sum", &Sum.Ticks)
              .Case("timed_probes", &Sum.Timed)
              .Default(&Sum.Untimed);
}

static void readFunctions(sqlite3 *From, ProfileTimes &To,
                          std::string &Damage) {
  // CAST of TOTAL: the largest number in place of an overflow.
  CheckedRows Rows(From, "value", R"(
    SELECT file, function, kind, CAST(TOTAL(value) AS INTEGER) AS total
    FROM value WHERE function IS NOT NULL AND kind IN ('calls', 'visits',
      'loop_entered', 'loop_iterations', 'self.count', 'self.sum',
      'self.timed_probes', 'self.untimed_probes', 'inclusive.count',
      'inclusive.sum', 'inclusive.timed_probes', 'inclusive.untimed_probes',
      'called.count', 'called.sum', 'called.timed_probes',
      'called.untimed_probes')
    GROUP BY file, function, kind)",
                   Damage, 3);
  while (Rows.step()) {
    FunctionTimes &F = To.Functions[{Rows.text(0), Rows.text(1)}];
    figureOf(F, Rows.text(2)) = Rows.integer(3, 0, INT64_MAX);
  }
  if (!Rows.ok() && Damage.empty())
    Damage = sqlite3_errmsg(From);
}

/// The environment has thousandths.
static void readRecords(sqlite3 *From, ProfileTimes &To, std::string &Damage) {
  CheckedRows Rows(From, "run", R"(
    SELECT CAST(AVG(facts ->> '$.environment.overhead_timed_mean') AS INTEGER)
        AS timed,
      CAST(AVG(facts ->> '$.environment.overhead_untimed_mean') AS INTEGER)
        AS untimed
    FROM run)",
                   Damage, 0);
  if (Rows.step()) {
    To.TimedRecord = 1e-3 * double(Rows.integer(0, 0, INT32_MAX));
    To.UntimedRecord = 1e-3 * double(Rows.integer(1, 0, INT32_MAX));
  }
  if (!Rows.ok() && Damage.empty())
    Damage = sqlite3_errmsg(From);
}

Expected<ProfileTimes> ProfileTimes::read(StringRef Path) {
  Expected<profile::Connection> From = profile::Connection::toRead(Path);
  if (!From)
    return From.takeError();
  if (Error E = From->check(Path))
    return E;
  ProfileTimes Result;
  std::string Damage;
  readFunctions(From->handle(), Result, Damage);
  readRecords(From->handle(), Result, Damage);
  if (!Damage.empty())
    return createStringError(inconvertibleErrorCode(),
                             Path + ": damaged profile: " + Damage +
                                 "; copy it again");
  return Result;
}

} // namespace ipoint::database
