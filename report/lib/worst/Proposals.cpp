//===- Proposals.cpp - What ran, as facts ---------------------------------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "FactSources.h"
#include "FlowModel.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace llvm;
using namespace ipoint::analysis;

namespace ipoint::worst {

namespace {

/// Makes facts of what was observed.
class FactObserver {
public:
  FactObserver(const Flow &Seen, const FactNames &Names, ArrayRef<Fact> Known)
      : Seen(Seen), Names(Names), S(Names.symbols()), Known(Known) {}

  std::vector<Fact> observe() {
    for (const auto &[Function, In] : Seen.Shapes)
      if (const ContextFlow *Of = Seen.ofFunction(Function))
        for (size_t Loop = 0; Loop != In.Loops.size(); ++Loop)
          addLoop(In, *Of, Loop);
    addRecursion();
    addTargets();
    for (Fact &F : Result) {
      F.From = Origin::Observed;
      SmallVector<StringRef, 4> Lines;
      std::string Text = toYaml(F, Names);
      StringRef(Text).trim().drop_front(2).split(Lines, '\n');
      for (StringRef &Line : Lines)
        Line = Line.trim();
      F.Words = join(Lines, ", ");
    }
    return std::move(Result);
  }

private:
  Fact &add(Fact::Kind Is, double Most, const Twine &Place) {
    Fact &F = Result.emplace_back();
    F.Is = Is;
    F.Most = Most;
    F.Place = Place.str();
    return F;
  }

  void addLoop(const Shape &In, const ContextFlow &Of, size_t Number) {
    const Shape::Loop &L = In.Loops[Number];
    uint64_t Calls = Of.Calls;
    bool IsKnown = any_of(Known, [&](const Fact &F) {
      return F.Is == Fact::LoopBound && F.Loop == L.Symbol && F.Most &&
             F.Per == Scope::Entry;
    });
    bool IsEntered = any_of(enumerate(In.Edges), [&](const auto &E) {
      return E.value().Loop == Number && E.value().Enters &&
             Of.Edges[E.index()].Count;
    });
    if (!L.Body || !IsEntered)
      return;
    std::string Seen = "in " + std::to_string(Calls) +
                       (Calls == 1 ? " call of " : " calls of ") +
                       S.functions()[In.Function].Name;
    auto Most = static_cast<double>(Of.MostBegun[Number]);
    if (!IsKnown)
      add(Fact::LoopBound, Most, "at most, " + Seen).Loop = L.Symbol;
    // Of each loop around it: less than what those between allow?
    for (std::optional<uint32_t> Outer = L.Outer; Outer;
         Outer = In.Loops[*Outer].Outer) {
      Most *= static_cast<double>(Of.MostBegun[*Outer]);
      ArrayRef<uint32_t> Inside = In.Loops[*Outer].Blocks;
      auto Body = find(Inside, *L.Body);
      if (Body == Inside.end())
        return;
      auto Total =
          static_cast<double>(Of.MostInLoop[*Outer][Body - Inside.begin()]);
      if (Total >= Most)
        continue;
      const uint32_t Around = In.Loops[*Outer].Symbol;
      const Counted Bodies{Counted::Block, In.Blocks[*L.Body], 1};
      bool IsTotalKnown = any_of(Known, [&](const Fact &F) {
        return F.Is == Fact::Sum && F.Per == Scope::Entry && F.Most &&
               F.Loop == Around && F.Terms == std::vector{Bodies};
      });
      if (!IsTotalKnown) {
        Fact &F = add(Fact::Sum, Total,
                      "at most, " + Seen + "; the product is " +
                          utostr(static_cast<uint64_t>(Most)));
        F.Per = Scope::Entry;
        F.Loop = Around;
        F.Terms = {Bodies};
      }
      Most = Total;
    }
  }

  /// Functions that lead to themselves.
  void addRecursion() {
    std::map<uint32_t, std::vector<uint32_t>> Callees;
    for (const auto &[Key, Site] : Seen.Sites)
      Callees[S.blocks()[Key.first].Function].push_back(Key.second);
    for (const auto &[Function, Of] : Callees) {
      std::vector<uint32_t> Reached = Of;
      for (size_t I = 0; I != Reached.size(); ++I)
        if (auto Next = Callees.find(Reached[I]); Next != Callees.end())
          for (uint32_t F : Next->second)
            if (!is_contained(Reached, F))
              Reached.push_back(F);
      const ContextFlow *C = Seen.ofFunction(Function);
      bool IsKnown = any_of(Known, [F = Function](const Fact &K) {
        return K.Is == Fact::Calls && K.Terms[0].Number == F;
      });
      if (!C || IsKnown || !is_contained(Reached, Function))
        continue;
      Fact &F = add(Fact::Calls, static_cast<double>(C->MostCalls),
                    "at most, in " + Twine(Seen.RootCalls) + " " +
                        Seen.Root.noun(Seen.RootCalls) + " of " +
                        nameOf(Seen.Root, Names));
      F.Per = Scope::Root;
      F.Terms = {{Counted::Function, Function, 1}};
    }
  }

  void addTargets() {
    std::vector<uint32_t> Done;
    for (const PointerCalls &P : S.pointerCalls()) {
      if (is_contained(Done, P.Block))
        continue;
      Done.push_back(P.Block);
      Fact F;
      F.Is = Fact::Targets;
      F.Site = P.Block;
      uint64_t Calls = 0;
      for (const auto &[Key, Site] : Seen.Sites) {
        uint32_t Callee = Key.second;
        bool IsDirect = any_of(S.directCalls(), [&](const DirectCalls &D) {
          return D.Block == P.Block && S.blocks()[D.Entry].Function == Callee;
        });
        if (Key.first != P.Block || IsDirect)
          continue;
        F.Terms.push_back({Counted::Function, Callee, 1});
        Calls += Site.Count;
      }
      F.Place =
          "in " + std::to_string(Calls) + (Calls == 1 ? " call" : " calls");
      bool IsKnown = any_of(Known, [&](const Fact &K) {
        return K.Is == Fact::Targets && K.Site == P.Block;
      });
      if (!F.Terms.empty() && !IsKnown)
        Result.push_back(std::move(F));
    }
  }

  const Flow &Seen;
  const FactNames &Names;
  const SymbolTable &S;
  ArrayRef<Fact> Known;
  std::vector<Fact> Result;
};

} // namespace

std::vector<Fact> observedFacts(const Flow &F, const FactNames &Names,
                                ArrayRef<Fact> Known) {
  return FactObserver(F, Names, Known).observe();
}

/// \p Name as YAML has it.
static std::string yamlScalar(const std::string &Name) {
  auto IsPlain = [](char C) {
    return isAlnum(C) || StringRef("_./:- <=").contains(C);
  };
  if (all_of(Name, IsPlain) && !isDigit(Name.front()))
    return Name;
  std::string Result = "'";
  for (char C : Name)
    Result += C == '\'' ? "''" : std::string(1, C);
  return Result + "'";
}

std::string toYaml(const Fact &F, const FactNames &Names) {
  std::string Most = F.Most ? utostr(static_cast<uint64_t>(*F.Most)) : "";
  auto Loop = [&](uint32_t Number) {
    return yamlScalar(Names.nameOfLoop(Number));
  };
  switch (F.Is) {
  case Fact::LoopBound:
    return "  - loop: " + Loop(F.Loop) + "\n    iterations: " + Most + "\n" +
           (F.Per == Scope::Call ? "    per: call\n" : "");
  case Fact::Sum: {
    uint32_t Of = None; // the loop whose bodies are counted
    for (auto [Index, L] : enumerate(Names.symbols().loops()))
      if (F.Terms[0].Is == Counted::Block && L.Body == F.Terms[0].Number)
        Of = static_cast<uint32_t>(Index);
    std::string Per =
        F.Per == Scope::Entry  ? "entry of " + Names.nameOfLoop(F.Loop)
        : F.Per == Scope::Root ? "root"
                               : "call of " + Names.nameOf(F.Function);
    return (Of != None ? "  - loop: " + Loop(Of) + "\n    iterations: " + Most
                       : "  - count: " + yamlScalar(Names.nameOf(F.Terms[0]) +
                                                    " <= " + Most)) +
           "\n    per: " + yamlScalar(Per) + "\n";
  }
  case Fact::Calls:
    return "  - calls: " + yamlScalar(Names.nameOf(F.Terms[0])) +
           "\n    at-most: " + Most + "\n" +
           (F.Per == Scope::Call
                ? "    per: " +
                      yamlScalar("call of " + Names.nameOf(F.Function)) + "\n"
                : "");
  case Fact::Targets: {
    std::vector<std::string> Targets;
    Targets.reserve(F.Terms.size());
    for (const Counted &C : F.Terms)
      Targets.push_back(yamlScalar(Names.nameOf(C)));
    return "  - targets: [" + join(Targets, ", ") + "]\n    site: " +
           yamlScalar(Names.nameOf({Counted::Block, F.Site, 1})) + "\n";
  }
  case Fact::Never:
  case Fact::NotBoth:
  case Fact::Time:
    break;
  }
  return "";
}

std::string proposeFacts(const Flow &F, const FactNames &Names,
                         ArrayRef<Fact> Known) {
  std::string Result = "# Observed in " + std::to_string(F.RootCalls) + " " +
                       F.Root.noun(F.RootCalls).str() + " of " +
                       nameOf(F.Root, Names) +
                       ": other inputs may exceed it. Confirm each.\nflow:\n";
  for (const Fact &Of : observedFacts(F, Names, Known)) {
    std::string Text = toYaml(Of, Names);
    size_t FirstEnd = Text.find('\n');
    Result +=
        Text.substr(0, FirstEnd) + "   # " + Of.Place + Text.substr(FirstEnd);
  }
  return Result;
}

/// \p Path as a pattern that matches nothing else.
static std::string asPattern(StringRef Path) {
  std::string Result;
  for (char C : Path) {
    if (StringRef("*?[{\\").contains(C))
      Result += '\\';
    Result += C;
  }
  return Result;
}

std::string rulesWithout(const BitVector &Functions,
                         const SymbolTable &Symbols) {
  std::map<std::string, std::vector<std::string>> Names; // by file
  for (unsigned F : Functions.set_bits())
    Names[Symbols.functions()[F].File].push_back(
        yamlScalar(asPattern(Symbols.functions()[F].Name)));
  if (Names.empty())
    return "# No function is too short to be timed.\n";
  std::string Result =
      "# With all that they call, calls of these take less than ten probes on "
      "average.\n# What is not instrumented is part of the calls around it.\n"
      "rules:\n";
  for (const auto &[File, Of] : Names)
    Result += "  - files: " + yamlScalar(asPattern(File)) +
              "\n    functions: [" + join(Of, ", ") +
              "]\n    instrument: false\n";
  return Result;
}

} // namespace ipoint::worst
