//===- TypeSpelling.h - How C declares a name of a type -------------------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef IPOINT_FRONTEND_TYPESPELLING_H
#define IPOINT_FRONTEND_TYPESPELLING_H

#include "llvm/ADT/StringRef.h"
#include <string>

namespace ipoint {

/// What stands around the name that a declaration gives to something of a type:
/// `int (*` and `)(void)`.
struct TypeSpelling {
  std::string Before;
  std::string After;

  std::string declare(llvm::StringRef Name) const {
    return Before + Name.str() + After;
  }
};

} // namespace ipoint

#endif // IPOINT_FRONTEND_TYPESPELLING_H
