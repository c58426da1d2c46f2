//===- HistoryCommand.cpp - ipoint-report history -------------------------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Inputs.h"
#include "Options.h"
#include "output/HistoryWriter.h"
#include "support/Errors.h"
#include "llvm/ADT/STLExtras.h"

using namespace llvm;

namespace ipoint::report {

static cl::SubCommand
    History("history", "print how times, counts and high-water marks of a "
                       "program change over its builds, by docs/history.md");

static Positional HistoryInputs("PROFILE-OR-FOLDER...", cl::sub(History));
static PageOutput
    HistoryPage("ipoint-history",
                "columns of the text (default: the terminal's; in a file or "
                "pipe the table is as wide as it need be)",
                History);
static Value By("by", "KEY",
                "the label by which builds are known, such as version "
                "(default: build)",
                cl::sub(History));
static Value
    HistoryDiscovery("fdr", "RATE",
                     "rate of false discoveries over all series (default "
                     "0.01)",
                     cl::sub(History));
static Value
    LeastChange("least", "SHARE",
                "least relative change that is reported (default 0.01)",
                cl::sub(History));
static Value HistoryConfig("config", "FILE",
                           "budgets, in the section 'budgets' "
                           "(docs/budgets.md): what of each was used",
                           cl::sub(History));
static Value SubjectName("function", "NAME",
                         "text: the values of this function by build",
                         cl::sub(History));
static Flag HistoryAll("all", "text: all changes", cl::sub(History));

/// The profiles that \p Words name, and those in folders. What else lies in
/// these is no concern, unless it is called a profile.
static Expected<std::vector<std::string>>
profilesIn(ArrayRef<std::string> Words) {
  std::vector<std::string> Result;
  for (const std::string &Word : Words) {
    if (!sys::fs::is_directory(Word)) {
      Result.push_back(Word);
      continue;
    }
    std::vector<std::string> Of;
    std::error_code Failed;
    for (sys::fs::directory_iterator It(Word, Failed), End;
         It != End && !Failed; It.increment(Failed))
      if (profile::isProfile(It->path()) ||
          StringRef(It->path()).ends_with(".profile"))
        Of.push_back(It->path());
    if (Failed)
      return errorAt(Word, Failed.message());
    if (Of.empty())
      return errorAt(Word, "there is no profile in it; 'ipoint-run --profile' "
                           "and 'ipoint-report profile' make them");
    llvm::sort(Of);
    append_range(Result, Of);
  }
  return Result;
}

static Error readOptions(history::HistoryOptions &Options) {
  if (By.given())
    Options.By = By;
  if (Error E = readAll(HistoryDiscovery, Options.Discovery, LeastChange,
                        Options.Least))
    return E;
  if (!(Options.Discovery > 0 && Options.Discovery < 1))
    return wrong("--fdr is a rate between 0 and 1");
  if (!(Options.Least >= 0))
    return wrong("--least is a share, 0 or more, such as 0.01");
  if (!HistoryConfig.given())
    return Error::success();
  return readBudgetConfig(HistoryConfig.getValue()).moveInto(Options.Budgets);
}

/// Adds the profile \p Path; what is wrong with it is noted in \p LeftOut.
static void add(history::HistoryBuilder &To, const std::string &Path,
                std::vector<std::string> &LeftOut) {
  sys::fs::file_status Status;
  std::string Time;
  if (!sys::fs::status(Path, Status))
    Time = dateOf(sys::toTimeT(Status.getLastModificationTime()));
  Expected<profile::Profile> P = profile::read(Path);
  Error E = P ? To.add(*P, Path, Time) : P.takeError();
  if (E)
    LeftOut.push_back(toString(std::move(E)));
}

Expected<bool> runHistory(ArrayRef<const char *> Arguments) {
  if (Error E = parse(Arguments, "Shows figures over builds.\n"))
    return E;
  history::HistoryOptions Options;
  output::HistoryOutput Output;
  if (Error E = readOptions(Options))
    return E;
  if (Error E = HistoryPage.read(Output, Arguments))
    return E;
  if (HistoryInputs.empty())
    return wrong("name profiles, or a folder of them; see 'ipoint-report "
                 "history --help'");
  std::vector<std::string> Words(HistoryInputs.begin(), HistoryInputs.end());
  Expected<std::vector<std::string>> Paths = profilesIn(Words);
  if (!Paths)
    return Paths.takeError();
  history::HistoryBuilder Builder(Options);
  std::vector<std::string> LeftOut;
  for (const std::string &Path : *Paths)
    add(Builder, Path, LeftOut);
  if (Builder.builds() < 2)
    return wrong(LeftOut.empty()
                     ? Twine("one profile is no history: name two or more")
                     : Twine(LeftOut.front()) +
                           (LeftOut.size() > 1 ? " (and more)" : "") +
                           "; fewer than two profiles are left");
  for (const std::string &What : LeftOut)
    warn(What);
  history::HistoryModel Model = Builder.finish();
  Model.LeftOut = std::move(LeftOut);
  Output.Function = SubjectName;
  Output.All = HistoryAll;
  const FirstPage Page(Output.Path, Output.IsSingleFile);
  if (Error E = output::writeHistory(Model, Output))
    return E;
  if (Output.Form == output::PageForm::Html)
    Page.print();
  return true;
}

} // namespace ipoint::report
