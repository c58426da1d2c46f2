//===- Cells.h - What the tables of a profile hold as text ----------------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Facts as JSON, and numbers by key (docs/formats.md). What reads returns
// false, or nothing, where a text is not as what writes has it.
//
//===----------------------------------------------------------------------===//

#ifndef IPOINT_PROFILE_CELLS_H
#define IPOINT_PROFILE_CELLS_H

#include "Profile.h"
#include "llvm/Support/JSON.h"

namespace ipoint::profile {

std::string textOf(llvm::json::Value V);

/// The object or array that \p Text is; nothing if it is none, or one in which
/// others lie too deep.
std::optional<llvm::json::Object> parseObject(llvm::StringRef Text);
std::optional<llvm::json::Array> parseArray(llvm::StringRef Text);

/// All of \p R but its path and its units.
std::string toText(const Run &R);
bool readRun(llvm::StringRef Text, Run &To);

/// The unit records of \p R, in hexadecimal.
std::string unitsOf(const Run &R);
bool readUnits(llvm::StringRef Text, Run &To);

std::string toText(const analysis::FilterModel &F);
std::optional<analysis::FilterModel> readFilter(llvm::StringRef Text);

/// All of \p S but the samples in the batches of its runs, which are empty when
/// they are read.
std::string toText(const sampled::SampledProgram &S);
bool readSampled(llvm::StringRef Text, sampled::SampledProgram &To);

/// \p V as a JSON object of whole numbers, such as `{"3":17}`, which SQL's
/// json_each() takes apart. JSON's integers have any number of digits. Keys
/// ascend, and values fit in 128 bits.
std::string toText(const Values &V);
std::optional<Values> valuesOf(llvm::StringRef Text);

/// What the calls on a path took, by the keys of docs/formats.md.
Values valuesOf(const analysis::CallPaths::Node &N);
bool readNode(const Values &All, analysis::CallPaths::Node &N);

/// The samples of \p Batch by place, in billionths.
Values valuesOf(const sampled::Counted &Batch);
/// Sets the batch \p Number of \p To, and adds it to all of them. \returns
/// false also where there is no such batch or place.
bool readBatch(const Values &Samples, uint64_t Number, size_t Places,
               sampled::SampledRun &To);

} // namespace ipoint::profile

#endif // IPOINT_PROFILE_CELLS_H
