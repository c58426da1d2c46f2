//===- MergeCommand.cpp - ipoint-report merge -----------------------------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "MergeCommand.h"
#include "Inputs.h"
#include "Value.h"
#include "profile/ProfileFile.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;

namespace ipoint::report {

static cl::SubCommand Merge("merge", "add profiles of runs of one build");

static cl::list<std::string> Profiles(cl::Positional, cl::desc("PROFILE..."),
                                      cl::sub(Merge), cl::cat(category()));
static Value MergeOutput("o", "FILE",
                         "where to write (default: the file ipoint-profile)",
                         cl::sub(Merge));

bool isMerge(int Count, char **Arguments) {
  return Count > 1 && StringRef(Arguments[1]) == "merge";
}

Error runMerge(int Count, char **Arguments) {
  cl::HideUnrelatedOptions(category(), Merge);
  if (Error E = checkLast(Arguments[Count - 1], Merge))
    return E;
  std::string Message;
  raw_string_ostream Stream(Message);
  if (!cl::ParseCommandLineOptions(Count, Arguments, "Adds profiles.\n",
                                   &Stream)) {
    if (Message.empty()) // an option has printed its own line
      exit(2);
    return commandLineError(Message);
  }
  if (Profiles.empty())
    return wrong("name the profiles to add; see 'ipoint-report merge --help'");
  std::string Path =
      MergeOutput.given() ? MergeOutput.getValue() : "ipoint-profile";
  if (Path.empty())
    return wrong("-o needs the name of a file");
  std::vector<std::string> Paths(Profiles.begin(), Profiles.end());
  Expected<std::unique_ptr<profile::Profile>> Sum = mergeProfiles(Paths);
  if (!Sum)
    return Sum.takeError();
  return profile::write(**Sum, Path);
}

} // namespace ipoint::report
