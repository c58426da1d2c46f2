//===- LiveCommand.cpp - ipoint-report live -------------------------------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Inputs.h"
#include "Options.h"
#include "live/Live.h"
#include "output/LiveWriter.h"
#include "support/Errors.h"
#include <chrono>
#include <csignal>
#include <sys/ioctl.h>
#include <thread>
#include <unistd.h>

using namespace llvm;

namespace ipoint::report {

static cl::SubCommand
    Live("live", "show what runs, and how long it takes, while it is recorded "
                 "or profiles come (docs/live.md)");

static Positional Watched("[TRACE-OR-FOLDER]", cl::sub(Live));
static DatabaseOption LiveDatabase{cl::sub(Live)};
static Flag LiveJson("json", "a JSON object each time, one a line",
                     cl::sub(Live));
static Value Interval("interval", "SECONDS",
                      "from one look to the next (default 1)", cl::sub(Live));
static Value Looks("count", "N", "look N times (default: until it has ended)",
                   cl::sub(Live));
static Value LiveTop("top", "N", "functions that are shown (default 20)",
                     cl::sub(Live));
static Value LiveConfig("config", "FILE",
                        "budgets, in the section 'budgets' (docs/budgets.md), "
                        "beside those of the source",
                        cl::sub(Live));

namespace {

struct LiveCall {
  std::string Path = "ipoint-trace";
  double Interval = 1;
  unsigned Looks = 0; ///< 0: any number
  std::vector<budget::Budget> Budgets;
  output::LiveOptions Output;
};

} // namespace

/// Set by SIGINT and SIGTERM.
static volatile std::sig_atomic_t IsOver = 0;

/// The size of the terminal that standard output is; false: it is none, or
/// cannot move its cursor.
static bool readSize(unsigned &Width, unsigned &Height) {
  winsize Size = {};
  const char *Terminal = getenv("TERM");
  if (!isatty(STDOUT_FILENO) || (Terminal && StringRef(Terminal) == "dumb"))
    return false;
  if (ioctl(STDOUT_FILENO, TIOCGWINSZ, &Size) == 0 && Size.ws_col != 0) {
    Width = Size.ws_col;
    Height = Size.ws_row;
  }
  return true;
}

static Expected<LiveCall> readLiveCall() {
  LiveCall Call;
  if (Watched.size() > 1)
    return wrong("one trace, or one folder of profiles, is watched");
  if (!Watched.empty())
    Call.Path = Watched.front();
  if (Error E = readAll(Interval, Call.Interval, Looks, Call.Looks, LiveTop,
                        Call.Output.Top))
    return E;
  if (!(Call.Interval >= 0.01 && Call.Interval <= 3600))
    return wrong("--interval is a number of seconds from 0.01 to 3600");
  if (LiveConfig.given())
    if (Error E =
            readBudgetConfig(LiveConfig.getValue()).moveInto(Call.Budgets))
      return E;
  using Form = output::LiveOptions::Form;
  const char *Unwanted = getenv("NO_COLOR");
  if (readSize(Call.Output.Width, Call.Output.Height)) {
    Call.Output.As = Form::Screen;
    Call.Output.HasColors = !(Unwanted && *Unwanted);
  }
  if (LiveJson)
    Call.Output.As = Form::Json;
  return Call;
}

/// A folder with metadata is a trace, which may have just been made.
static std::unique_ptr<live::Source> openWatched(const LiveCall &Call) {
  SmallString<256> Lock(Call.Path), Metadata(Call.Path);
  sys::path::append(Lock, ".session");
  sys::path::append(Metadata, "metadata");
  if (sys::fs::exists(Lock) || sys::fs::exists(Metadata))
    return live::watchTrace(
        Call.Path,
        [](ArrayRef<trace::Trace> Traces) {
          return findDatabase(LiveDatabase, Traces);
        },
        Call.Budgets);
  return live::watchProfiles(Call.Path, Call.Budgets);
}

Expected<bool> runLive(ArrayRef<const char *> Arguments) {
  if (Error E = parse(Arguments, "Shows what runs meanwhile.\n"))
    return E;
  Expected<LiveCall> Call = readLiveCall();
  if (!Call)
    return Call.takeError();
  if (!sys::fs::is_directory(Call->Path))
    return errorAt(Call->Path, "is no folder; name a trace that ipoint-run "
                               "writes, or a folder of profiles");
  // What is shown stays; the program that is watched is another process.
  for (int Signal : {SIGINT, SIGTERM})
    std::signal(Signal, [](int) { IsOver = 1; });
  std::unique_ptr<live::Source> From = openWatched(*Call);
  output::LiveWriter Writer(outs(), Call->Output);
  using Clock = std::chrono::steady_clock;
  const auto Begin = Clock::now();
  auto Seconds = [&] {
    return std::chrono::duration<double>(Clock::now() - Begin).count();
  };
  double Next = 0;
  for (unsigned Look = 1; !IsOver; ++Look) {
    Expected<live::Snapshot> Now = From->look();
    if (!Now)
      return Now.takeError();
    unsigned Width = Call->Output.Width, Height = Call->Output.Height;
    if (readSize(Width, Height))
      Writer.resize(Width, Height);
    Writer.show(*Now, Seconds());
    if (Now->HasEnded || Look == Call->Looks)
      break;
    Next = std::max(Next + Call->Interval, Seconds());
    // Short sleeps, as a signal may come between two.
    while (!IsOver && Seconds() < Next)
      std::this_thread::sleep_for(std::chrono::duration<double>(
          std::min(0.1, std::max(0.001, Next - Seconds()))));
  }
  return true;
}

} // namespace ipoint::report
