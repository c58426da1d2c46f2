//===- FactsFile.cpp - Flow facts in YAML ---------------------------------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// LLVM's YAML I/O reads all values as text; what they mean is looked for behind
// that, so that an error has the words of facts.
//
//===----------------------------------------------------------------------===//

#include "FactSources.h"
#include "FlowModel.h"
#include "database/Input.h"
#include "support/Errors.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include <cmath>

using namespace llvm;

namespace ipoint::worst {

namespace {

/// One text, or a list of them.
struct WrittenTexts {
  std::vector<std::string> Texts;
  bool IsMap = false, IsList = false;
};

/// An item, as it is written.
struct WrittenFact {
  std::string From;
  std::vector<std::pair<StringRef, WrittenTexts>> Given;

  const WrittenTexts *find(StringRef Key) const {
    for (const auto &[Name, Value] : Given)
      if (Name == Key)
        return &Value;
    return nullptr;
  }
  /// The text below \p Key; empty: it is not given.
  StringRef text(StringRef Key) const {
    const WrittenTexts *V = find(Key);
    return V ? StringRef(V->Texts.front()) : "";
  }
};

struct FactsFile {
  std::vector<WrittenFact> Facts;
};

/// What an item begins with, and the keys that it may have besides.
struct FactForm {
  const char *Key;
  Fact::Kind Is;
  std::vector<StringRef> May;
  bool IsList = false;
};

const FactForm Forms[] = {
    {"loop", Fact::LoopBound, {"iterations", "at-most", "at-least", "per"}},
    {"count", Fact::Sum, {"per"}},
    {"never", Fact::Never, {}, true},
    {"not-both", Fact::NotBoth, {"per"}, true},
    {"targets", Fact::Targets, {"site"}, true},
    {"calls", Fact::Calls, {"at-most", "per"}},
    {"time", Fact::Time, {"at-most"}}};

constexpr const char *FactKeys[] = {
    "loop", "count",      "never",   "not-both", "targets", "calls", "time",
    "file", "iterations", "at-most", "at-least", "per",     "site"};

/// The form of \p W; null: none, or several.
const FactForm *formOf(const WrittenFact &W) {
  const FactForm *Result = nullptr;
  for (const FactForm &F : Forms)
    if (W.find(F.Key)) {
      if (Result)
        return nullptr;
      Result = &F;
    }
  return Result;
}

/// What is wrong with the form of \p W, or nothing.
std::string wrongForm(const WrittenFact &W) {
  const FactForm *Form = formOf(W);
  if (!Form)
    return "a fact has one of 'loop', 'count', 'never', 'not-both', "
           "'targets', 'calls' and 'time'";
  for (const auto &[Key, Value] : W.Given) {
    if (Key != Form->Key && Key != "file" && !is_contained(Form->May, Key))
      return ("'" + Key + "' does not belong to '" + Form->Key + "'").str();
    bool IsNames = Key == Form->Key && Form->IsList;
    if (Value.IsMap || (Value.IsList && !IsNames))
      return ("'" + Key + "' is " +
              (IsNames ? "a name or a list of names" : "one text or number"))
          .str();
    if (Value.Texts.empty())
      return ("the list of '" + Key + "' is empty: name what it is of").str();
    if (is_contained(Value.Texts, ""))
      return ("'" + Key + "' has an empty text").str();
  }
  return "";
}

} // namespace
} // namespace ipoint::worst

LLVM_YAML_IS_SEQUENCE_VECTOR(ipoint::worst::WrittenFact)

namespace llvm::yaml {

template <> struct PolymorphicTraits<ipoint::worst::WrittenTexts> {
  using Value = ipoint::worst::WrittenTexts;
  static NodeKind getKind(const Value &) { return NodeKind::Scalar; }
  static std::string &getAsScalar(Value &V) { return V.Texts.emplace_back(); }
  static std::vector<std::string> &getAsSequence(Value &V) {
    V.IsList = true;
    return V.Texts;
  }
  static ipoint::database::PassedMap &getAsMap(Value &V) {
    static ipoint::database::PassedMap None;
    V.IsMap = true;
    return None;
  }
};

template <> struct MappingTraits<ipoint::worst::WrittenFact> {
  static void mapping(IO &In, ipoint::worst::WrittenFact &W) {
    W.From = static_cast<ipoint::database::ConfigText *>(In.getContext())
                 ->originOf(In);
    for (const char *Key : ipoint::worst::FactKeys) {
      std::optional<ipoint::worst::WrittenTexts> Value;
      In.mapOptional(Key, Value);
      if (Value)
        W.Given.push_back({Key, std::move(*Value)});
    }
  }
  static std::string validate(IO &In, ipoint::worst::WrittenFact &W) {
    std::string Unknown =
        ipoint::database::unknownKey(In, ipoint::worst::FactKeys);
    return Unknown.empty() ? ipoint::worst::wrongForm(W) : Unknown;
  }
};

template <> struct MappingTraits<ipoint::worst::FactsFile> {
  static void mapping(IO &In, ipoint::worst::FactsFile &F) {
    In.mapOptional("flow", F.Facts);
    ipoint::database::skipSections(In, ipoint::database::InstrumenterSections);
    ipoint::database::skipSections(In, {"filter", "budgets"});
  }
};

} // namespace llvm::yaml

namespace ipoint::worst {

namespace {

/// Makes the fact of one item.
class FactMaker {
public:
  FactMaker(const WrittenFact &W, const FactNames &Names, double RateHz)
      : W(W), Names(Names), RateHz(RateHz), Form(*formOf(W)),
        File(W.text("file")) {}

  Expected<Fact> make() {
    F.Is = Form.Is;
    F.Place = W.From;
    for (const auto &[Key, Value] : W.Given)
      F.Words += (F.Words.empty() ? "" : ", ") + Key.str() + ": " +
                 (Value.IsList ? "[" + join(Value.Texts, ", ") + "]"
                               : Value.Texts.front());
    if (Error E = fill())
      return errorAt(W.From, toString(std::move(E)));
    return std::move(F);
  }

private:
  Error fill() {
    StringRef Subject = W.text(Form.Key);
    switch (Form.Is) {
    case Fact::LoopBound:
      return fillLoop(Subject);
    case Fact::Sum:
      return fillSum(Subject);
    case Fact::Never:
      return names(Form.Key);
    case Fact::NotBoth:
      return fillNotBoth();
    case Fact::Targets:
      return fillTargets();
    case Fact::Calls:
      return fillCalls(Subject);
    case Fact::Time:
      return fillTime(Subject);
    }
    return Error::success();
  }

  /// The number below \p Key, if there is one.
  Error number(StringRef Key, std::optional<double> &Into) {
    StringRef Text = W.text(Key);
    if (Text.empty())
      return Error::success();
    double Value = 0;
    if (Text.getAsDouble(Value) || !std::isfinite(Value) ||
        Value != std::floor(Value))
      return plainError("'" + Key + ": " + Text +
                        "' is no whole number, such as 64");
    if (Value < 0 || Value > MostCount)
      return plainError("'" + Key + ": " + Text +
                        "' is not from 0 to 9e15: it is a count");
    Into = Value;
    return Error::success();
  }

  Error names(StringRef Key) {
    for (StringRef Name : W.find(Key)->Texts) {
      Expected<Counted> C = Names.counted(Name, File);
      if (!C)
        return C.takeError();
      if (is_contained(F.Terms, *C))
        return plainError("'" + Name + "' is twice in '" + Key + "'");
      F.Terms.push_back(*C);
    }
    return Error::success();
  }

  /// The function that all terms are of; None: they are of several.
  uint32_t functionOfTerms() const {
    uint32_t First = functionOf(Names.symbols(), F.Terms.front());
    auto IsOfFirst = [&](const Counted &C) {
      return functionOf(Names.symbols(), C) == First;
    };
    return all_of(F.Terms, IsOfFirst) ? First : analysis::None;
  }

  /// Reads 'per', which is \p Usual where it is not given. "call" alone is of
  /// \p Own.
  Error scope(StringRef Usual, uint32_t Own, bool MayBeEntry) {
    StringRef Per = W.text("per");
    Per = Per.empty() ? Usual : Per.trim();
    StringRef Name = Per;
    F.Per = Scope::Root;
    if (Per == "root")
      return Error::success();
    if (MayBeEntry && Name.consume_front("entry of ")) {
      F.Per = Scope::Entry;
      return Names.loop(Name, File).moveInto(F.Loop);
    }
    F.Per = Scope::Call;
    if (Name.consume_front("call of "))
      return Names.function(Name, File).moveInto(F.Function);
    F.Function = Own;
    if (Per == "call")
      return Own == analysis::None
                 ? plainError("'per: call' is of no single function: write "
                              "'per: call of FUNCTION'")
                 : Error::success();
    return plainError(Twine("'per: ") + Per + "' is not known: it is " +
                      (Form.Is == Fact::LoopBound ? "entry, " : "") +
                      (MayBeEntry ? "entry of LOOP, " : "") +
                      "call of FUNCTION, or root");
  }

  Error fillLoop(StringRef Name) {
    if (!W.text("iterations").empty() && W.find("at-most"))
      return plainError("'iterations' and 'at-most' are the same: give one");
    if (Error E = number("iterations", F.Most))
      return E;
    if (Error E = number("at-most", F.Most))
      return E;
    if (Error E = number("at-least", F.Least))
      return E;
    if (!F.Most && !F.Least)
      return plainError("'loop' has no number: give 'iterations' (at most) or "
                        "'at-least'");
    if (F.Most && F.Least && *F.Least > *F.Most)
      return plainError("'at-least' is more than at most");
    Expected<uint32_t> Loop = Names.loop(Name, File);
    if (!Loop)
      return Loop.takeError();
    const analysis::LoopSymbol &L = Names.symbols().loops()[*Loop];
    if (L.Body == analysis::None)
      return plainError("iterations of '" + Name +
                        "' are not counted at the level of its function: "
                        "instrument with '--level loops' or more");
    F.Loop = *Loop;
    if (W.text("per").empty() || W.text("per") == "entry")
      return Error::success();
    if (Error E = scope("entry", L.Function, /*MayBeEntry=*/true))
      return E;
    if (F.Per == Scope::Entry) { // of an outer loop: a total of the body
      F.Is = Fact::Sum;
      F.Terms = {{Counted::Block, L.Body}};
      return checkInside(*Loop);
    }
    return Error::success();
  }

  /// That \p Inner lies in F.Loop.
  Error checkInside(uint32_t Inner) {
    const auto &Loops = Names.symbols().loops();
    const analysis::LoopSymbol &In = Loops[F.Loop], &L = Loops[Inner];
    return In.Function == L.Function &&
                   StringRef(L.Name).starts_with(In.Name + "/")
               ? Error::success()
               : plainError("'" + L.Name + "' does not lie in '" + In.Name +
                            "'");
  }

  Error fillSum(StringRef Text) {
    size_t Column = 0;
    auto Find = [&](StringRef Name) { return Names.counted(Name, File); };
    if (Error E = parseSum(Text, Find, F, Column))
      return plainError("column " + Twine(Column) + " of '" + Text +
                        "': " + toString(std::move(E)));
    if (Error E = scope("root", functionOfTerms(), /*MayBeEntry=*/true))
      return E;
    if (F.Per == Scope::Entry &&
        (any_of(F.Terms,
                [](const Counted &C) { return C.Is == Counted::Function; }) ||
         functionOfTerms() != Names.symbols().loops()[F.Loop].Function))
      return plainError("'per: entry of LOOP' is for blocks of the loop's "
                        "function: write 'per: call of FUNCTION' or 'per: "
                        "root'");
    return Error::success();
  }

  Error fillNotBoth() {
    if (Error E = names("not-both"))
      return E;
    if (F.Terms.size() < 2)
      return plainError("'not-both' names two blocks or more");
    uint32_t Own = functionOfTerms();
    if (Own == analysis::None || any_of(F.Terms, [](const Counted &C) {
          return C.Is != Counted::Block;
        }))
      return plainError("'not-both' is of blocks of one function: for others "
                        "write a constraint, as 'count: f + g <= 1'");
    if (Error E = scope("call", Own, /*MayBeEntry=*/false))
      return E;
    return F.Per == Scope::Call && F.Function != Own
               ? plainError("'not-both' is per call of the function that the "
                            "blocks are of, or per root")
               : Error::success();
  }

  Error fillTargets() {
    StringRef Site = W.text("site");
    if (Site.empty())
      return plainError("'targets' needs 'site: FUNCTION/BLOCK', the block "
                        "that calls");
    for (StringRef Name : W.find("targets")->Texts) {
      Expected<uint32_t> Target = Names.function(Name, File);
      if (!Target)
        return Target.takeError();
      F.Terms.push_back({Counted::Function, *Target});
    }
    Expected<Counted> C = Names.counted(Site, File);
    if (!C)
      return C.takeError();
    if (C->Is != Counted::Block)
      return plainError("'" + Site + "' is no block: a site is FUNCTION/BLOCK");
    if (!Names.symbols().blocks()[C->Number].Calls)
      return plainError("'" + Site + "' calls nothing");
    F.Site = C->Number;
    return Error::success();
  }

  Error fillCalls(StringRef Name) {
    if (Error E = number("at-most", F.Most))
      return E;
    if (!F.Most)
      return plainError("'calls' needs 'at-most: NUMBER'");
    Expected<uint32_t> Callee = Names.function(Name, File);
    if (!Callee)
      return Callee.takeError();
    F.Terms = {{Counted::Function, *Callee}};
    return scope("root", analysis::None, /*MayBeEntry=*/false);
  }

  Error fillTime(StringRef Name) {
    StringRef Most = W.text("at-most"), Unit = Most.ltrim("0123456789. ");
    StringRef Digits = Most.drop_back(Unit.size()).trim();
    double Value = 0, Second = Unit == "ns"   ? 1e9
                               : Unit == "us" ? 1e6
                               : Unit == "ms" ? 1e3
                               : Unit == "s"  ? 1
                                              : 0;
    if (Digits.empty() || Digits.getAsDouble(Value) ||
        (Second == 0 && Unit != "ticks"))
      return plainError("'time' needs 'at-most', in ticks, ns, us, ms or s, "
                        "such as 300 ns" +
                        (Most.empty() ? "" : "; '" + Most + "' is none"));
    Expected<Counted> C = Names.counted(Name, File, /*MayBePlain=*/true);
    if (!C)
      return C.takeError();
    if (C->Is == Counted::Edge)
      return plainError("'time' is of a function or a block");
    F.Terms = {*C};
    F.Most = Second == 0 ? Value : Value * RateHz / Second;
    return Error::success();
  }

  const WrittenFact &W;
  const FactNames &Names;
  double RateHz;
  const FactForm &Form;
  StringRef File;
  Fact F;
};

} // namespace

Expected<std::vector<Fact>> readFacts(database::ConfigText &File,
                                      const FactNames &Names, double RateHz) {
  FactsFile Written;
  if (Error E = database::readConfig(File, Written))
    return E;
  std::vector<Fact> Result;
  for (const WrittenFact &W : Written.Facts) {
    Expected<Fact> F = FactMaker(W, Names, RateHz).make();
    if (!F)
      return F.takeError();
    Result.push_back(std::move(*F));
  }
  return Result;
}

Expected<std::vector<Fact>>
readFactsFile(StringRef Path, const FactNames &Names, double RateHz) {
  auto Buffer = readInput(Path);
  if (!Buffer)
    return errorAt(Path, toString(Buffer.takeError()));
  StringRef Text = (*Buffer)->getBuffer(), Begin = Text;
  Begin.consume_front("\xEF\xBB\xBF");
  if (Begin.ltrim().starts_with("<"))
    return readFfx(Path, Text, Names);
  database::ConfigText File{Path, Text};
  Expected<std::vector<Fact>> Facts = readFacts(File, Names, RateHz);
  if (Facts && Facts->empty())
    return errorAt(Path, "no fact is in it: a file of facts has a list 'flow:' "
                         "(docs/worst-case.md), or is FFX");
  return Facts;
}

} // namespace ipoint::worst
