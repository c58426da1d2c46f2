//===- LiveWriter.cpp - What is watched, as lines or on a terminal --------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LiveWriter.h"
#include "BudgetWords.h"
#include "JsonFields.h"
#include "TextTable.h"
#include "Writer.h"
#include "database/Output.h"
#include "support/Ranges.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/ScopedPrinter.h"
#include <algorithm>

using namespace llvm;
using namespace ipoint::live;

namespace ipoint::output {

/// How long a mark that has risen is shown as such, seconds.
static constexpr double NewFor = 5;

static std::string lasting(double Ns) {
  static constexpr std::pair<double, const char *> Units[] = {
      {1e9, "s"}, {1e6, "ms"}, {1e3, "us"}, {1, "ns"}};
  for (auto [Size, Name] : Units)
    if (Ns >= Size || Size == 1)
      return to_string(format(Ns / Size < 10    ? "%.2f"
                              : Ns / Size < 100 ? "%.1f"
                                                : "%.0f",
                              Ns / Size)) +
             " " + Name;
  return "";
}

static std::string often(double Count) {
  static constexpr std::pair<double, const char *> Units[] = {
      {1e9, " G"}, {1e6, " M"}, {1e4, " k"}};
  for (auto [Size, Name] : Units)
    if (Count >= Size)
      return to_string(format(Count / Size < 100 ? "%.1f" : "%.0f",
                              Count / Size * (Size == 1e4 ? 10 : 1))) +
             Name;
  return grouped(Count, 0);
}

static std::string inWords(const analysis::BudgetVerdict &V) {
  const double Used = 100 * *V.Observed / V.Limit;
  return printable(V.Subject) + ": " + grouped(Used, Used < 1000 ? 1 : 0) +
         " % of its budget (" + printable(V.Measure) + ")";
}

std::vector<LiveWriter::Row> LiveWriter::rowsOf(const Snapshot &Now,
                                                double Seconds) {
  std::vector<Row> Rows;
  if (Last == 0)
    HadCounts = Now.HasCounts;
  const double All = sumOf(Now.Functions, &FunctionNow::SelfEstimate),
               Elapsed = std::max(Seconds - Last, 1e-3);
  CallsPerSecond = 0;
  for (const FunctionNow &F : Now.Functions) {
    Known &Old = Before[{F.Name, F.File}];
    // A count that is not there for a moment is no negative rate.
    double New = F.Calls > Old.Calls && Now.HasCounts == HadCounts
                     ? double(F.Calls - Old.Calls)
                     : 0;
    Row R = {&F, All > 0 ? F.SelfEstimate / All : 0, New / Elapsed, Old.Mark,
             false};
    if (F.InclusiveMax > Old.Mark) {
      R.HasRisen = true;
      Old.RisenAt = Seconds;
      Old.Mark = F.InclusiveMax;
    }
    Old.Calls = std::max(Old.Calls, F.Calls);
    CallsPerSecond += R.PerSecond;
    Rows.push_back(R);
  }
  std::ranges::sort(Rows, {}, [](const Row &R) {
    return std::tuple(-R.Share, -double(R.Of->Calls), R.Of->Name);
  });
  HadCounts = Now.HasCounts;
  NewlyBroken.clear();
  for (const analysis::BudgetVerdict &V : Now.Budgets)
    if (V.State == analysis::BudgetState::Broken && V.Limit > 0 &&
        Broken.insert(V.Subject + "\n" + V.Measure + "\n" + V.Reason).second) {
      std::string What = inWords(V);
      // Of profiles it is the file.
      if (Now.Profiles)
        What += ", " + printable(V.Reason);
      NewlyBroken.push_back(What);
      AllBroken.push_back(What);
    }
  return Rows;
}

std::string LiveWriter::summary(const Snapshot &Now, double Seconds) const {
  std::string Text = printable(Now.Program) + ", ";
  Text += Now.Profiles
              ? counted(Now.Profiles, "profile", "profiles")
              : to_string(format("%.0f s", Seconds)) + ", " +
                    counted(Now.Threads, "thread", "threads") +
                    " with times, " + often(CallsPerSecond) + " calls/s";
  if (!Now.Budgets.empty())
    Text += ", " + counted(Now.Budgets.size(), "budget", "budgets") + " (" +
            std::to_string(count_if(Now.Budgets,
                                    [](const analysis::BudgetVerdict &V) {
                                      return V.State ==
                                             analysis::BudgetState::Broken;
                                    })) +
            " broken)";
  if (Now.Functions.size() > Options.Top)
    Text += ", " + grouped(uint64_t(Options.Top)) + " of " +
            grouped(uint64_t(Now.Functions.size())) + " functions";
  if (Now.HasEnded)
    Text += ", ended";
  return Text;
}

void LiveWriter::show(const Snapshot &Now, double Seconds) {
  std::vector<Row> Rows = rowsOf(Now, Seconds);
  switch (Options.As) {
  case LiveOptions::Form::Screen:
    screen(Now, Seconds, Rows);
    break;
  case LiveOptions::Form::Lines:
    lines(Now, Seconds, Rows);
    break;
  case LiveOptions::Form::Json:
    json(Now, Seconds, Rows);
    break;
  }
  Last = Seconds;
  Out.flush();
}

/// One line of the screen, cut to its width; what stood behind it goes.
void LiveWriter::line(StringRef Text, const char *Style) {
  const bool Styled = Style && Options.HasColors;
  // Names may have characters of several bytes; these are not cut apart.
  size_t End = 0;
  unsigned Columns = 0;
  while (End < Text.size() && Columns < Options.Width) {
    ++End;
    while (End < Text.size() && (Text[End] & 0xc0) == 0x80)
      ++End;
    ++Columns;
  }
  if (Styled)
    Out << "\033[" << Style << 'm';
  Out << Text.take_front(End);
  if (Styled)
    Out << "\033[0m";
  Out << "\033[K\n";
  ++Drawn;
}

void LiveWriter::screen(const Snapshot &Now, double Seconds,
                        ArrayRef<Row> Rows) {
  // What was drawn for other columns has other lines now.
  if (Drawn != 0 && Width == Options.Width)
    Out << "\033[" << Drawn << "A\r";
  Drawn = 0;
  Width = Options.Width;
  line(summary(Now, Seconds), "1");
  for (const std::string &What : Now.Problems)
    LastProblems.push_back(printable(What));
  const unsigned Room = std::max(6u, Options.Height) - 1;
  auto ShowLast = [&](ArrayRef<std::string> Of, StringRef Label, size_t Most,
                      const char *Style) {
    for (const std::string &What : Of.take_back(std::min(Most, Of.size())))
      line((Label + What).str(), Style);
  };
  ShowLast(AllBroken, "broken: ", std::max(1u, Room / 5), "31");
  ShowLast(LastProblems, "warning: ", 2, nullptr);
  unsigned Left = Room - std::min(Room, Drawn + 2);
  TextTable Table = {words("Function"), {"Share"},   {"Calls/s"},
                     {"Calls", 2},      {"Mean", 1}, {"HWM self", 3},
                     {"HWM", 0},        words("", 1)};
  for (const Row &R : Rows.take_front(std::min(Options.Top, Left))) {
    const FunctionNow &F = *R.Of;
    const Known &K = Before[{F.Name, F.File}];
    bool IsNew = Seconds - K.RisenAt < NewFor && K.RisenAt > 0;
    auto Time = [](double Ns) { return Ns > 0 ? lasting(Ns) : "-"; };
    const double Mean = F.Calls ? F.SelfEstimate / double(F.Calls) : 0;
    // Where none of the long calls was timed, the longest of the others is no
    // mark.
    Table.addRow({printable(F.Name), grouped(100 * R.Share, 1) + " %",
                  often(R.PerSecond), grouped(F.Calls), Time(Mean),
                  Time(1.01 * F.SelfMax < Mean ? 0 : F.SelfMax),
                  Time(F.InclusiveMax), IsNew ? "new" : ""});
  }
  std::string Text;
  raw_string_ostream Stream(Text);
  if (!Rows.empty())
    Table.print(Stream, Options.Width);
  SmallVector<StringRef> All;
  StringRef(Text).split(All, '\n', -1, false);
  for (StringRef Each : ArrayRef(All).take_front(Left + 1))
    line(Each.rtrim(), Each.rtrim().ends_with(" new") ? "1" : nullptr);
  if (Rows.empty())
    line("nothing has run yet");
  Out << "\033[J";
}

void LiveWriter::lines(const Snapshot &Now, double Seconds,
                       ArrayRef<Row> Rows) {
  std::string Text = summary(Now, Seconds) + ":";
  constexpr size_t Enough = 5;
  for (const Row &R : Rows.take_front(Enough))
    Text += " " + printable(R.Of->Name) + " " + number(100 * R.Share, 1) + " %";
  Out << Text << '\n';
  for (const Row &R : Rows.take_front(Options.Top))
    if (R.HasRisen && R.MarkBefore > 0)
      Out << "  mark: " << printable(R.Of->Name) << " "
          << lasting(R.Of->InclusiveMax) << " inclusive, "
          << lasting(R.MarkBefore) << " before"
          << (R.Of->From.empty() ? "" : ", " + printable(R.Of->From)) << '\n';
  for (const std::string &What : NewlyBroken)
    Out << "  broken: " << What << '\n';
  for (const std::string &What : Now.Problems)
    Out << "  warning: " << printable(What) << '\n';
}

void LiveWriter::json(const Snapshot &Now, double Seconds, ArrayRef<Row> Rows) {
  json::OStream Json(Out);
  Json.object([&] {
    ExactFields Field(Json);
    Field("schema", "ipoint-live/1");
    Field("seconds", Seconds);
    Field("program", Now.Program);
    Field("threads", Now.Threads);
    Field("profiles", Now.Profiles);
    Field("records", Now.Records);
    Field("has_counts", Now.HasCounts);
    Field("ended", Now.HasEnded);
    const ArrayRef<Row> Shown = Rows.take_front(Options.Top);
    Field("functions", Each{Shown, [](auto &Field, const Row &R) {
                              const FunctionNow &F = *R.Of;
                              Field("name", F.Name);
                              Field("file", F.File);
                              Field("share", R.Share);
                              Field("calls", F.Calls);
                              Field("calls_per_second", R.PerSecond);
                              Field("timed", F.Timed);
                              Field("self_ns", F.SelfSum);
                              Field("self_estimate_ns", F.SelfEstimate);
                              Field("self_max_ns", F.SelfMax);
                              Field("inclusive_max_ns", F.InclusiveMax);
                              Field("mark_has_risen",
                                    R.HasRisen && R.MarkBefore > 0);
                              if (!F.From.empty())
                                Field("max_from", F.From);
                            }});
    Field("functions_left_out", Rows.size() - Shown.size());
    Field("budgets",
          Each{Now.Budgets, [](auto &Field, const analysis::BudgetVerdict &V) {
                 Field("subject", V.Subject);
                 Field("measure", V.Measure);
                 Field("used", V.Limit > 0 ? *V.Observed / V.Limit : 0);
                 Field("broken", V.State == analysis::BudgetState::Broken);
               }});
    Field("problems", Now.Problems);
  });
  Out << '\n';
}

} // namespace ipoint::output
