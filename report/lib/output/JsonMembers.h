//===- JsonMembers.h - Members of JSON objects ----------------------------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Private to the outputs: what the report's document and that of a comparison
// are made of.
//
//===----------------------------------------------------------------------===//

#ifndef IPOINT_OUTPUT_JSONMEMBERS_H
#define IPOINT_OUTPUT_JSONMEMBERS_H

#include "model/Model.h"
#include "llvm/Support/JSON.h"
#include <optional>
#include <string>
#include <vector>

namespace ipoint::output {

/// \p Text as JSON can carry it: what is not UTF-8 is replaced.
std::string utf8(llvm::StringRef Text);

/// Writes members of the object that is open in a stream.
class JsonMembers {
protected:
  explicit JsonMembers(llvm::json::OStream &Json) : Json(Json) {}

  void text(llvm::StringRef Key, llvm::StringRef Value) {
    Json.attribute(Key, utf8(Value));
  }
  void texts(llvm::StringRef Key, llvm::ArrayRef<std::string> Values);
  void textOrNull(llvm::StringRef Key, const std::optional<std::string> &Value);
  /// null where it is empty.
  void textIfAny(llvm::StringRef Key, llvm::StringRef Value);
  void count(llvm::StringRef Key, uint64_t Value) {
    Json.attribute(Key, Value);
  }
  /// \p Written is JSON. It stays as it is, also in a document that is
  /// indented.
  void asWritten(llvm::StringRef Key, llvm::StringRef Written);
  void builds(llvm::ArrayRef<analysis::BuildModel> Builds);
  /// Who wrote the document, and why.
  void tool(llvm::StringRef Version, llvm::ArrayRef<std::string> CommandLine);

  /// An array of what \p Each writes for each of \p Items.
  template <class Range, class Function>
  void list(llvm::StringRef Key, const Range &Items, Function Each) {
    Json.attributeArray(Key, [&] {
      for (const auto &Item : Items)
        Each(Item);
    });
  }
  /// An array of objects, whose members \p Each writes.
  template <class Range, class Function>
  void objects(llvm::StringRef Key, const Range &Items, Function Each) {
    list(Key, Items,
         [&](const auto &Item) { Json.object([&] { Each(Item); }); });
  }

  llvm::json::OStream &Json;
};

} // namespace ipoint::output

#endif // IPOINT_OUTPUT_JSONMEMBERS_H
