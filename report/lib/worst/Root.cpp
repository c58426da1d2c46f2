//===- Root.cpp - What an estimate is of ----------------------------------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Flow.h"
#include "FlowModel.h"
#include "support/Errors.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace llvm;
using namespace ipoint::analysis;

namespace ipoint::worst {

bool Root::endsAt(uint32_t Block) const { return binary_search(Ends, Block); }

StringRef Root::noun(uint64_t Count) const {
  return !isPart()      ? Count == 1 ? "call" : "calls"
         : Loop != None ? Count == 1 ? "iteration" : "iterations"
         : Count == 1   ? "execution"
                        : "executions";
}

std::string nameOf(const Root &Of, const FactNames &Names) {
  return Names.nameOf(Of.Function) + (Of.isPart() ? "/" + Of.Part : "");
}

/// Whether \p Name has a function in front of a block or loop.
static bool isQualified(StringRef Name) {
  return Name.substr(Name.rfind(':') + 1).contains('/');
}

/// \p Names, of which few are listed.
static std::string listOf(std::vector<std::string> Names) {
  constexpr size_t Most = 8;
  llvm::sort(Names);
  Names.erase(llvm::unique(Names), Names.end());
  const bool IsLong = Names.size() > Most;
  Names.resize(std::min(Names.size(), Most));
  return join(Names, ", ") + (IsLong ? ", …" : "");
}

namespace {

/// Finds A and B of "A..B".
class PartFinder {
public:
  explicit PartFinder(const FactNames &Names)
      : Names(Names), S(Names.symbols()) {}

  Expected<Root> find(StringRef Begin, StringRef End) {
    Expected<std::vector<uint32_t>> Begins = blocksCalled(Begin, None);
    if (!Begins)
      return Begins.takeError();
    std::vector<Root> Found;
    const bool IsMark = !isQualified(Begin);
    const uint32_t Only = IsMark ? None : functionOf(Begins->front());
    Expected<std::vector<uint32_t>> Ends = blocksCalled(End, Only);
    if (!Ends)
      return Ends.takeError();
    for (uint32_t Block : *Begins) {
      Root R;
      R.Function = functionOf(Block);
      R.Begin = Block;
      R.Part = nameIn(Begin) + ".." + (IsMark ? nameIn(End) : End.str());
      copy_if(*Ends, std::back_inserter(R.Ends),
              [&](uint32_t E) { return functionOf(E) == R.Function; });
      llvm::sort(R.Ends);
      if (!R.Ends.empty())
        Found.push_back(std::move(R));
    }
    if (Found.empty())
      return plainError(
          "'" + Begin + "' is in " + Names.nameOf(functionOf(Begins->front())) +
          ", '" + End + "' in " + Names.nameOf(functionOf(Ends->front())) +
          ": what begins and ends in one function is a part of "
          "it; name a function that calls both");
    if (Found.size() > 1) {
      std::vector<std::string> Places;
      Places.reserve(Found.size());
      for (const Root &R : Found)
        Places.push_back("'" + Names.nameOf({Counted::Block, R.Begin, 1}) +
                         ".." + End.str() + "'");
      return plainError("'" + Begin + "' is in several places; name one: " +
                        listOf(std::move(Places)));
    }
    return Found.front();
  }

private:
  uint32_t functionOf(uint32_t Block) const {
    return S.blocks()[Block].Function;
  }
  /// Without its function.
  static std::string nameIn(StringRef Name) {
    return isQualified(Name)
               ? Name.substr(Name.find('/', Name.rfind(':') + 1) + 1).str()
               : Name.str();
  }

  /// Marks, or a block, of \p Function unless that is None.
  Expected<std::vector<uint32_t>> blocksCalled(StringRef Name,
                                               uint32_t Function) const {
    std::vector<uint32_t> Result;
    std::vector<std::string> Marks;
    for (auto [Block, B] : enumerate(S.blocks()))
      if (!B.Mark.empty()) {
        Marks.push_back("'" + B.Mark + "'");
        if (B.Mark == Name)
          Result.push_back(static_cast<uint32_t>(Block));
      }
    if (!Result.empty())
      return Result;
    if (Function == None && !isQualified(Name))
      return plainError("no mark is called '" + Name + "': " +
                        (Marks.empty() ? "the program has none"
                                       : "there are " + listOf(Marks)) +
                        "; a block is FUNCTION/BLOCK, as in "
                        "'main/for.1/body..for.1/join'");
    Expected<Counted> C = Names.counted(
        Function == None ? Name.str()
                         : Names.nameOf(Function) + "/" + Name.str(),
        /*File=*/"");
    if (!C)
      return C.takeError();
    if (C->Is != Counted::Block)
      return plainError("'" + Name + "' is no block");
    return std::vector{C->Number};
  }

  const FactNames &Names;
  const SymbolTable &S;
};

} // namespace

/// "; for a part of it 'f/for.1', …", with all loops of \p Function.
static std::string loopsOf(uint32_t Function, const FactNames &Names) {
  std::vector<std::string> Loops;
  for (uint32_t L : Names.symbols().functions()[Function].Loops)
    Loops.push_back("'" + Names.nameOfLoop(L) + "'");
  return Loops.empty() ? "; it has no loop"
                       : "; its loops are " + listOf(Loops);
}

static Expected<Root> iterationsOf(StringRef Name, const FactNames &Names) {
  const SymbolTable &S = Names.symbols();
  Expected<uint32_t> Number = Names.loop(Name, /*File=*/"");
  if (!Number) {
    StringRef Function = Name.take_front(Name.find('/', Name.rfind(':') + 1));
    Expected<uint32_t> Of = Names.function(Function, /*File=*/"");
    if (!Of) {
      consumeError(Of.takeError());
      return Number.takeError();
    }
    consumeError(Number.takeError());
    return plainError("'" + Function + "' has no loop '" +
                      Name.drop_front(Function.size() + 1) + "'" +
                      loopsOf(*Of, Names));
  }
  const LoopSymbol &L = S.loops()[*Number];
  if (L.Body == None)
    return plainError("'" + Name +
                      "' is a loop whose body has no ipoint; build with "
                      "IPOINT_LEVEL=loops or blocks");
  Root R{L.Function, L.Name, L.Body, {L.Body}, *Number};
  for (uint32_t Block : S.functions()[L.Function].Blocks)
    if (!liesIn(S.blocks()[Block].Name, L.Name))
      R.Ends.push_back(Block);
  llvm::sort(R.Ends);
  return R;
}

/// \p R, unless no execution of it can come to its end.
static Expected<Root> ifItEnds(Expected<Root> R, StringRef Name,
                               const FactNames &Names) {
  if (!R || Shape(Names.symbols(), *R).Entry != None)
    return R;
  return plainError("no iteration of '" + Name + "' comes to an end");
}

Expected<Root> findRoot(StringRef Name, const FactNames &Names) {
  auto [Begin, End] = Name.split("..");
  if (!End.empty()) {
    Expected<Root> R = PartFinder(Names).find(Begin.trim(), End.trim());
    if (!R)
      return R;
    const Shape S(Names.symbols(), *R);
    if (none_of(S.Edges,
                [&](const Shape::Edge &E) { return S.Blocks[E.To] == None; }))
      return plainError("no way leads from '" + Begin.trim() + "' to '" +
                        End.trim() + "'");
    return R;
  }
  if (isQualified(Name))
    return ifItEnds(iterationsOf(Name, Names), Name, Names);
  Expected<uint32_t> Function = Names.function(Name, /*File=*/"");
  if (Function)
    return Root{*Function};
  std::vector<std::string> Marks;
  for (const BlockSymbol &B : Names.symbols().blocks())
    if (!B.Mark.empty())
      Marks.push_back("'" + B.Mark + "'");
  return plainError(toString(Function.takeError()) +
                    "; ROOT is a function, a loop as FUNCTION/LOOP, or what "
                    "lies between two marks, as A..B" +
                    (Marks.empty() ? "" : ": " + listOf(Marks)));
}

std::vector<Fact> factsFor(const Root &Of, std::vector<Fact> Facts,
                           const SymbolTable &Symbols) {
  if (!Of.isPart())
    return Facts;
  const Shape In(Symbols, Of);
  erase_if(Facts, [&](Fact &F) {
    const bool IsOfLoop =
        F.Loop != None && Symbols.loops()[F.Loop].Function == Of.Function;
    if (!IsOfLoop && !(F.Per == Scope::Call && F.Function == Of.Function))
      return false;
    auto Loop = find_if(
        In.Loops, [&](const Shape::Loop &L) { return L.Symbol == F.Loop; });
    const bool IsThere = Loop != In.Loops.end();
    if (IsOfLoop && !IsThere)
      return true;
    if (F.Per == Scope::Entry && IsThere && Loop->IsWhole)
      return false;
    if (F.Per == Scope::Root || F.Is == Fact::NotBoth)
      return false;
    F.Least.reset();
    return !F.Most ||
           any_of(F.Terms, [](const Counted &C) { return C.Factor < 0; });
  });
  return Facts;
}

} // namespace ipoint::worst
