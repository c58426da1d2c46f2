//===- Numbers.h - Values by key as text ----------------------------------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef IPOINT_PROFILE_NUMBERS_H
#define IPOINT_PROFILE_NUMBERS_H

#include "Profile.h"

namespace ipoint::profile {

/// \p V as a JSON object of whole numbers, such as `{"3":17}`, which SQL's
/// json_each() takes apart. JSON's integers have any number of digits.
std::string toText(const Values &V);

/// The values of \p Text; nothing where it is not as toText() writes it: keys
/// ascend, and values fit in 128 bits.
std::optional<Values> valuesOf(llvm::StringRef Text);

} // namespace ipoint::profile

#endif // IPOINT_PROFILE_NUMBERS_H
