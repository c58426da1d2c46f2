//===- SamplingWords.h - How times by samples are called ------------------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef IPOINT_OUTPUT_SAMPLINGWORDS_H
#define IPOINT_OUTPUT_SAMPLINGWORDS_H

#include "model/SamplingModel.h"
#include "llvm/ADT/StringRef.h"

namespace ipoint::output {

inline llvm::StringRef sourceName(estimate::MeanSource S) {
  switch (S) {
  case estimate::MeanSource::Sampled:
    return "sampled";
  case estimate::MeanSource::Bounded:
    return "bounded";
  case estimate::MeanSource::Direct:
    return "direct";
  case estimate::MeanSource::Group:
    return "group";
  case estimate::MeanSource::NotKnown:
    return "not known";
  }
  return "not known";
}

inline llvm::StringRef kindName(estimate::OtherTime::Kind K) {
  switch (K) {
  case estimate::OtherTime::Kind::Kernel:
    return "kernel";
  case estimate::OtherTime::Kind::NotInstrumented:
    return "not instrumented";
  case estimate::OtherTime::Kind::NotCalled:
    return "not called";
  case estimate::OtherTime::Kind::NotInDatabase:
    return "not in the database";
  case estimate::OtherTime::Kind::Library:
    return "library";
  case estimate::OtherTime::Kind::Unknown:
    return "unknown";
  }
  return "unknown";
}

} // namespace ipoint::output

#endif // IPOINT_OUTPUT_SAMPLINGWORDS_H
