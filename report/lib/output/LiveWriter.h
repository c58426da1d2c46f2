//===- LiveWriter.h - What is watched, as lines or on a terminal ----------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef IPOINT_OUTPUT_LIVEWRITER_H
#define IPOINT_OUTPUT_LIVEWRITER_H

#include "live/Live.h"
#include "llvm/Support/raw_ostream.h"
#include <map>

namespace ipoint::output {

struct LiveOptions {
  enum class Form {
    Screen, ///< a table, drawn again in its place
    Lines,  ///< what is new, for a file or pipe
    Json    ///< an object each time (docs/live.md)
  };
  Form As = Form::Lines;
  unsigned Top = 20;                ///< functions
  unsigned Width = 80, Height = 24; ///< of the screen
  bool HasColors = false;
};

/// Writes one snapshot after the other, each with what is new against the one
/// before.
class LiveWriter {
public:
  LiveWriter(llvm::raw_ostream &Out, LiveOptions Options)
      : Out(Out), Options(Options) {}

  /// The screen's size may have changed.
  void resize(unsigned Width, unsigned Height) {
    Options.Width = Width;
    Options.Height = Height;
  }
  /// \p Seconds have passed since the beginning.
  void show(const live::Snapshot &Now, double Seconds);

private:
  struct Row {
    const live::FunctionNow *Of;
    double Share, PerSecond;
    double MarkBefore; ///< inclusive
    bool HasRisen;
  };

  std::vector<Row> rowsOf(const live::Snapshot &Now, double Elapsed);
  std::string summary(const live::Snapshot &Now, double Seconds) const;
  void screen(const live::Snapshot &Now, double Seconds,
              llvm::ArrayRef<Row> Rows);
  void lines(const live::Snapshot &Now, double Seconds,
             llvm::ArrayRef<Row> Rows);
  void json(const live::Snapshot &Now, double Seconds,
            llvm::ArrayRef<Row> Rows);
  void line(llvm::StringRef Text, const char *Style = nullptr);

  llvm::raw_ostream &Out;
  LiveOptions Options;
  struct Known {
    uint64_t Calls = 0;
    double Mark = 0;
    double RisenAt = -1; ///< seconds
  };
  std::map<std::pair<std::string, std::string>, Known> Before;
  std::set<std::string> Broken;          ///< budgets, in words
  std::vector<std::string> NewlyBroken;  ///< since the last snapshot
  std::vector<std::string> AllBroken;    ///< in their order
  std::vector<std::string> LastProblems; ///< the newest ones
  double Last = 0;                       ///< seconds, of the last snapshot
  double CallsPerSecond = 0;
  bool HadCounts = false; ///< in the last snapshot
  unsigned Drawn = 0;     ///< lines on the screen
  unsigned Width = 0;     ///< columns of what is drawn
};

} // namespace ipoint::output

#endif // IPOINT_OUTPUT_LIVEWRITER_H
