//===- Inputs.cpp - Traces or profiles to report on -----------------------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Inputs.h"
#include "profile/ProfileFile.h"
#include "support/Errors.h"
#include "llvm/ADT/STLExtras.h"

using namespace llvm;

namespace ipoint::report {

Expected<std::unique_ptr<profile::Profile>>
mergeProfiles(ArrayRef<std::string> Paths) {
  auto Sum = std::make_unique<profile::Profile>();
  for (const std::string &Path : Paths) {
    Expected<profile::Profile> One = profile::read(Path);
    if (!One)
      return One.takeError();
    if (Error E = profile::add(*Sum, std::move(*One), Path))
      return E;
  }
  return Sum;
}

Expected<Inputs> openInputs(ArrayRef<std::string> Paths) {
  Inputs Result;
  Result.From = Paths.front();
  if (none_of(Paths, profile::isProfile)) {
    if (Error E = trace::openTraces(Paths).moveInto(Result.Traces))
      return E;
    return Result;
  }
  for (const std::string &Path : Paths)
    if (!profile::isProfile(Path))
      return errorAt(Path, "is no profile, and others are; reduce the trace "
                           "first, with 'ipoint-report profile " +
                               Path + " -o FILE'");
  if (Error E = mergeProfiles(Paths).moveInto(Result.Reduced))
    return E;
  Result.Traces = Result.Reduced->traces();
  return Result;
}

Expected<std::vector<Inputs>> openRuns(ArrayRef<std::string> Paths) {
  std::vector<Inputs> Result;
  for (const std::string &Path : Paths) {
    Expected<Inputs> Some = openInputs(Path);
    if (!Some)
      return Some.takeError();
    if (!Some->Reduced) {
      for (trace::Trace &T : Some->Traces) {
        Inputs &One = Result.emplace_back();
        One.From = T.Path;
        One.Traces.push_back(std::move(T));
      }
      continue;
    }
    if (Some->Traces.size() > 1)
      return errorAt(Path, "has the sums of " + Twine(Some->Traces.size()) +
                               " runs, whose differences are gone; name a "
                               "profile of each run");
    Result.push_back(std::move(*Some));
  }
  return Result;
}

} // namespace ipoint::report
