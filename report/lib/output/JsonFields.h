//===- JsonFields.h - What is described, as JSON --------------------------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Private to the outputs. A document derives from JsonFields, which is a
// visitor of support/Describe.h, and overloads what it writes in a special way.
//
//===----------------------------------------------------------------------===//

#ifndef IPOINT_OUTPUT_JSONFIELDS_H
#define IPOINT_OUTPUT_JSONFIELDS_H

#include "stats/Laws.h"
#include "support/Describe.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/JSON.h"
#include <array>
#include <ranges>
#include <string>

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
  /// \p Written is JSON. It stays as it is, also in a document that is
  /// indented.
  void asWritten(llvm::StringRef Key, llvm::StringRef Written) {
    Json.attributeBegin(Key);
    Json.rawValue(Written);
    Json.attributeEnd();
  }
  /// Who wrote the document, and why.
  void tool(llvm::StringRef Version, llvm::ArrayRef<std::string> CommandLine);

  llvm::json::OStream &Json;
};

/// Writes members of an object on one line. \p NumberText makes real numbers
/// JSON.
template <class Function> struct JsonLine {
  Function NumberText;
  std::string Text = {};

  template <class T>
  void operator()(llvm::StringRef Key, const T &Value, As How = As::Value) {
    add(Key, of(Value, How));
  }
  /// \p Written is JSON.
  void add(llvm::StringRef Key, const llvm::Twine &Written) {
    Text += ((Text.empty() ? "\"" : ", \"") + Key + "\": " + Written).str();
  }
  std::string object() const { return "{" + Text + "}"; }

private:
  template <class T> std::string of(const T &Value, As How) {
    if constexpr (requires { Value.has_value(); })
      return Value ? of(*Value, How) : "null";
    else if constexpr (std::is_integral_v<T>)
      return How == As::Value ? std::to_string(Value)
                              : NumberText(double(Value), How);
    else
      return NumberText(Value, How);
  }
};
template <class Function> JsonLine(Function) -> JsonLine<Function>;

/// \p Derived has numberText(double, As), which is JSON, and has(As).
template <class Derived> class JsonFields : protected JsonMembers {
public:
  template <class T>
  void operator()(llvm::StringRef Key, const T &Value, As How = As::Value) {
    if (!self().has(How))
      return;
    if constexpr (requires { Value.has_value(); }) {
      if (Value)
        return self()(Key, *Value, How);
      Json.attribute(Key, nullptr);
    } else if constexpr (std::is_arithmetic_v<T> || IsText<T>) {
      if (How == As::OrNull && isNothing(Value))
        return Json.attribute(Key, nullptr);
      Json.attributeBegin(Key);
      item(Value, How);
      Json.attributeEnd();
    } else if constexpr (std::ranges::range<T>) {
      Json.attributeArray(Key, [&] {
        for (const auto &Item : Value)
          item(Item, How);
      });
    } else if constexpr (requires { Value.Items; }) {
      Json.attributeArray(Key, [&] {
        for (const auto &Item : Value.Items)
          Json.object([&] { Value.Describe(self(), Item); });
      });
    } else {
      object(Key, Value);
    }
  }
  template <class T>
  void operator()(llvm::StringRef Key, const InLine<T> &Value) {
    if constexpr (requires { Value.Of.has_value(); }) {
      if (Value.Of)
        return self()(Key, InLine{*Value.Of});
      Json.attribute(Key, nullptr);
    } else {
      auto Line = line();
      describe(Line, Value.Of);
      asWritten(Key, Line.object());
    }
  }

protected:
  /// The members of an object that is a value, or in a list.
  template <class T> void members(const T &Of) { describe(self(), Of); }
  auto line() {
    return JsonLine{
        [this](double Value, As How) { return self().numberText(Value, How); }};
  }

private:
  template <class T>
  static constexpr bool IsText =
      std::convertible_to<const T &, llvm::StringRef>;
  template <class T> static bool isNothing(const T &Value) {
    if constexpr (IsText<T>)
      return llvm::StringRef(Value).empty();
    else
      return Value == T();
  }
  template <class T> void item(const T &Item, As How) {
    if constexpr (IsText<T>)
      Json.value(utf8(Item));
    else if constexpr (std::is_floating_point_v<T>)
      Json.rawValue(self().numberText(Item, How));
    else if constexpr (!std::is_arithmetic_v<T>)
      Json.object([&] { self().members(Item); });
    else if (How == As::Ticks || How == As::TicksInShort)
      Json.rawValue(self().numberText(double(Item), How));
    else
      Json.value(Item);
  }
  template <class T> void object(llvm::StringRef Key, const T &Of) {
    if constexpr (requires { Of.IsThere; })
      if (!Of.IsThere)
        return Json.attribute(Key, nullptr);
    Json.attributeObject(Key, [&] { self().members(Of); });
  }
  friend Derived;
  explicit JsonFields(llvm::json::OStream &Json) : JsonMembers(Json) {}
  Derived &self() { return static_cast<Derived &>(*this); }
};

/// An interval as an array of two.
inline auto rangeOf(const std::optional<analysis::Interval> &I) {
  return I ? std::optional(std::array{I->Low, I->High}) : std::nullopt;
}

/// The fields of an object that is open in a stream; real numbers have all of
/// their digits.
class ExactFields : public JsonFields<ExactFields> {
public:
  explicit ExactFields(llvm::json::OStream &Json) : JsonFields(Json) {}
  using JsonMembers::tool;

private:
  friend JsonFields;
  static std::string numberText(double Value, As) {
    return llvm::formatv("{0}", llvm::json::Value(Value));
  }
  static constexpr bool has(As) { return true; }
};

} // namespace ipoint::output

#endif // IPOINT_OUTPUT_JSONFIELDS_H
