//===- ForwardParameters.cpp - Parameters that are declared twice ---------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "frontend/ForwardParameters.h"
#include "llvm/ADT/StringExtras.h"
#include <vector>

using namespace llvm;

namespace ipoint {

namespace {

/// Looks for `;` between parentheses, outside of any brace: only forward
/// declarations, and the header of a `for` loop, have one.
class Finder {
public:
  explicit Finder(StringRef Text) : Text(Text) {}

  std::optional<std::string> find() {
    for (size_t I = 0; I < Text.size(); I = next(I))
      ;
    return std::move(Result);
  }

private:
  struct List {
    size_t Begin = 0; ///< behind its `(`, or its last `;`
    bool IsForward = false;
  };

  size_t next(size_t I);
  size_t behindLiteral(size_t I) const;
  size_t behindLine(size_t I) const;
  bool isDeclaration(size_t Begin, size_t End) const;
  void blank(size_t Begin, size_t End);
  void blankBounds(size_t Begin, size_t End);

  StringRef Text;
  std::vector<List> Lists;
  unsigned Braces = 0;
  bool IsLineBegin = true;
  std::optional<std::string> Result;
};

} // namespace

size_t Finder::behindLiteral(size_t I) const {
  char Quote = Text[I++];
  while (I < Text.size() && Text[I] != Quote && Text[I] != '\n')
    I += Text[I] == '\\' ? 2 : 1;
  return I + 1;
}

/// Behind a line that ends at a newline without a backslash.
size_t Finder::behindLine(size_t I) const {
  while (I < Text.size() && Text[I] != '\n')
    I += Text[I] == '\\' ? 2 : 1;
  return I;
}

/// Whether there are types and names only, and no `for` before them.
bool Finder::isDeclaration(size_t Begin, size_t End) const {
  if (!all_of(Text.slice(Begin, End), [](char C) {
        return isAlnum(C) || isSpace(C) || C == '_' || C == '*' || C == ',';
      }))
    return false;
  StringRef Before = Text.take_front(Text.rfind('(', Begin)).rtrim();
  return !Before.ends_with("for");
}

void Finder::blank(size_t Begin, size_t End) {
  if (!Result)
    Result = Text.str();
  for (char &C : MutableArrayRef(Result->data() + Begin, End - Begin))
    C = C == '\n' ? C : ' ';
}

/// An array of arrays needs to know how long these are.
void Finder::blankBounds(size_t Begin, size_t End) {
  char Before = 0;
  for (size_t I = Begin; I < End; ++I) {
    size_t Close = Text[I] == '[' ? Text.find(']', I) : StringRef::npos;
    if (Close < End) {
      blank(I + 1, Close);
      if (Before == ']' && Close > I + 1)
        (*Result)[I + 1] = '1';
      I = Close;
    }
    Before = isSpace(Text[I]) ? Before : Text[I];
  }
}

/// Takes what is at \p I; returns where the next is.
size_t Finder::next(size_t I) {
  bool WasLineBegin = std::exchange(IsLineBegin, false);
  switch (Text[I]) {
  case '\n':
    IsLineBegin = true;
    break;
  case ' ':
  case '\t':
    IsLineBegin = WasLineBegin;
    break;
  case '#':
    return WasLineBegin ? behindLine(I) : I + 1;
  case '"':
  case '\'':
    return behindLiteral(I);
  case '/':
    if (Text.substr(I).starts_with("//"))
      return behindLine(I);
    if (Text.substr(I).starts_with("/*"))
      return std::min(Text.size(), Text.find("*/", I + 2)) + 2;
    break;
  case '{':
    ++Braces;
    break;
  case '}':
    Braces -= Braces > 0;
    break;
  case '(':
    if (Braces == 0)
      Lists.push_back({I + 1});
    break;
  case ')':
    if (Braces || Lists.empty())
      break;
    if (Lists.back().IsForward)
      blankBounds(Lists.back().Begin, I);
    Lists.pop_back();
    break;
  case ';':
    if (Braces || Lists.empty() || !isDeclaration(Lists.back().Begin, I))
      break;
    blank(Lists.back().Begin, I + 1);
    Lists.back() = {I + 1, true};
    break;
  default:
    break;
  }
  return I + 1;
}

std::optional<std::string> withoutForwardParameters(StringRef Text) {
  return Finder(Text).find();
}

} // namespace ipoint
