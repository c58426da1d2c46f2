//===- Labels.cpp - What runs are called, for sums over many --------------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Labels.h"
#include "Profile.h"
#include "support/Errors.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/xxhash.h"

using namespace llvm;

namespace ipoint::profile {

bool isKey(StringRef Text) {
  return !Text.empty() && isAlpha(Text.front()) &&
         all_of(Text, [](char C) { return isAlnum(C) || C == '_'; });
}

bool isLabel(StringRef Key) { return Key.starts_with("label_"); }

Labels labelsIn(const trace::Metadata &M) {
  Labels Result;
  for (size_t N = 0;; ++N) {
    StringRef Text = M.text(("label_" + Twine(N)).str());
    if (Text.empty())
      return Result;
    auto [Key, Value] = Text.split('=');
    if (isKey(Key) && !Value.empty())
      Result[Key.str()] = Value.str();
  }
}

/// Two programs with the same units are one build; a GNU build id also has what
/// was not instrumented.
static std::string buildOf(const trace::Metadata &M) {
  if (StringRef Id = M.text("build_id"); !Id.empty())
    return Id.str();
  std::string Bytes;
  for (const trace::UnitRecord &U : M.Units)
    Bytes.append(reinterpret_cast<const char *>(U.Words.data()),
                 sizeof U.Words);
  return Bytes.empty() ? "" : utohexstr(xxh3_64bits(Bytes), true, 16);
}

Labels labelsOf(const Run &R) {
  Labels Result = R.Labels;
  auto Add = [&](const char *Key, StringRef Value) {
    if (!Value.empty())
      Result.try_emplace(Key, Value.str());
  };
  const trace::Metadata &M = R.Of.Meta;
  Add("program", sys::path::filename(M.text("program")));
  Add("build", buildOf(M));
  Add("host", M.text("hostname"));
  Add("input", M.text("arguments"));
  Add("date", M.text("date"));
  return Result;
}

Expected<std::pair<std::string, std::string>> parseLabel(StringRef Text) {
  constexpr size_t Longest = 200;
  auto [Key, Value] = Text.split('=');
  if (!isKey(Key) || Value.empty() || Text.size() > Longest ||
      any_of(Value, [](unsigned char C) { return C < ' ' || C == 127; }))
    return plainError("--label: '" + Text.take_front(Longest) +
                      "' is no label; give KEY=VALUE, such as board=7: a key "
                      "of letters, digits and _ that begins with a letter, a "
                      "value without control characters, 200 bytes at most");
  return std::pair(Key.str(), Value.str());
}

Error setLabels(ArrayRef<std::string> Texts, Profile &To) {
  for (const std::string &Text : Texts) {
    auto Label = parseLabel(Text);
    if (!Label)
      return Label.takeError();
    for (auto &[Id, R] : To.Runs)
      R.Labels[Label->first] = Label->second;
  }
  return Error::success();
}

} // namespace ipoint::profile
