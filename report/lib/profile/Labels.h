//===- Labels.h - What runs are called, for sums over many ----------------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef IPOINT_PROFILE_LABELS_H
#define IPOINT_PROFILE_LABELS_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <map>
#include <string>

namespace ipoint::trace {
struct Metadata;
} // namespace ipoint::trace

namespace ipoint::profile {

struct Run;
struct Profile;
using Labels = std::map<std::string, std::string>;

/// Letters, digits and `_`, a letter first.
bool isKey(llvm::StringRef Text);

/// Whether the key \p Key of metadata is that of a label.
bool isLabel(llvm::StringRef Key);

/// Those that the user gave to the trace.
Labels labelsIn(const trace::Metadata &M);

/// Those of \p R, and for keys that have none: `program` (the name of its
/// file), `build`, `host`, `input` (its arguments) and `date` (of its start,
/// ISO 8601, UTC), as far as they are known.
Labels labelsOf(const Run &R);

/// The label that \p Text, KEY=VALUE, is. Errors: it is none.
llvm::Expected<std::pair<std::string, std::string>>
parseLabel(llvm::StringRef Text);

/// Gives \p Texts to all runs of \p To; they replace what is there. Errors: one
/// is no label.
llvm::Error setLabels(llvm::ArrayRef<std::string> Texts, Profile &To);

} // namespace ipoint::profile

#endif // IPOINT_PROFILE_LABELS_H
