//===- Tsdl.h - Scanning TSDL ---------------------------------------------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Private to the trace library. A tolerant scanner: it finds the blocks at the
// top level (`clock { … };`) and the plain assignments in them, and steps over
// whatever else TSDL has.
//
//===----------------------------------------------------------------------===//

#ifndef IPOINT_TRACE_TSDL_H
#define IPOINT_TRACE_TSDL_H

#include "llvm/ADT/StringRef.h"
#include <optional>
#include <string>
#include <vector>

namespace ipoint::trace {

/// `Key = Value;` in a block at the top level.
struct TsdlAssignment {
  std::string Key;
  std::string Value; ///< a string's content with its escapes resolved, or the
                     ///< tokens as written
  bool Quoted = false;
};

/// `Name { … };` at the top level; what is nested deeper is left out.
struct TsdlBlock {
  std::string Name;
  std::vector<TsdlAssignment> Assignments;
};

/// The blocks of \p Text in their order; nothing if \p Text ends inside a
/// block, a string or a comment, or its braces do not match.
std::optional<std::vector<TsdlBlock>> scanTsdl(llvm::StringRef Text);

} // namespace ipoint::trace

#endif // IPOINT_TRACE_TSDL_H
