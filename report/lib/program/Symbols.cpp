//===- Symbols.cpp - From ids to functions and blocks ---------------------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Symbols.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/Twine.h"
#include <algorithm>
#include <numeric>
#include <tuple>

using namespace llvm;

namespace ipoint::analysis {

/// Parts of a key, apart by a byte that no path or name holds.
static std::string keyOf(StringRef File, unsigned Line, StringRef Rest) {
  return (File + Twine('\0') + Twine(Line) + Twine('\0') + Rest).str();
}

SymbolTable::SymbolTable(const database::Program &P,
                         const std::vector<bool> &Chosen) {
  uint32_t First = UINT32_MAX, End = 0;
  std::vector<const database::Unit *> Units;
  for (auto [U, Take] : zip_equal(P.Units, Chosen)) {
    if (!Take)
      continue;
    Units.push_back(&U);
    if (U.count() == 0)
      continue;
    First = std::min(First, U.First);
    End = std::max(End, U.First + U.count());
  }
  if (First < End) {
    FirstId = First;
    Sites.resize(End - First);
  }
  Edges All;
  for (const database::Unit *U : Units)
    addUnit(*U, All);
  findLinear(Units);
  findCalls(Units);
  layOutEdges(All);
  sortFunctions();
  findLoopSteps();
  layOutTransitions();
  findQuickSites();
  FunctionByKey.clear();
  BlockByKey.clear();
  LoopByKey.clear();
  BudgetByKey.clear();
  SkipKeys.clear();
}

void SymbolTable::noteProbes(uint32_t First, uint32_t Count,
                             trace::ProbeForm Form) {
  HasForms |= !Forms.empty() && OnlyForm != unsigned(Form);
  OnlyForm = unsigned(Form);
  Forms.resize(Functions.size());
  for (uint32_t Id = First; Id != First + Count; ++Id) {
    uint32_t At = Id - FirstId;
    if (Id < FirstId || At >= Sites.size() || Sites[At].Block == None)
      continue;
    FunctionSymbol &F = Functions[Sites[At].Function];
    F.Form = F.Form.value_or(Form) == Form ? Form : trace::ProbeForm::Inline;
    Forms[Sites[At].Function] = static_cast<uint8_t>(*F.Form);
  }
}

void SymbolTable::addUnit(const database::Unit &U, Edges &All) {
  std::vector<uint32_t> FunctionOf = addFunctions(U);
  std::vector<uint32_t> BlockOf = addBlocks(U, FunctionOf);
  for (const database::Transition &T : U.Transitions)
    All.push_back({BlockOf[T.Source], BlockOf[T.Target]});
  Paths.addUnit(U);
  addMarks(U, BlockOf);
  addLoops(U, FunctionOf, BlockOf);
  addBudgets(U, FunctionOf, BlockOf);
  addSkips(U);
}

static std::string blockKey(uint32_t Function, const database::Ipoint &P) {
  return keyOf(database::nameOf(P.K), Function, P.Name);
}

/// Of ipoint \p Index of \p U; none where its text is in its function's file.
static std::optional<IncludedSource> includedOf(const database::Unit &U,
                                                uint32_t Index) {
  auto It = partition_point(U.Included, [&](const database::IncludedText &T) {
    return T.Ipoint < Index;
  });
  if (It == U.Included.end() || It->Ipoint != Index)
    return std::nullopt;
  return IncludedSource{&U.Files[It->File], It->Line, It->Column};
}

static bool isSamePlace(const std::optional<IncludedSource> &A,
                        const std::optional<IncludedSource> &B) {
  return A && B ? A->File->Path == B->File->Path && A->Line == B->Line
                : !A && !B;
}

/// Whether \p Ipoints, of a function of one unit, are where \p Function, which
/// other units have too, has those of their names. A header's function and a
/// file that is compiled twice can be different code in two units, as the
/// preprocessor chooses: a name then stands for two places.
bool SymbolTable::hasPlacesOf(uint32_t Function, const database::Unit &U,
                              ArrayRef<uint32_t> Ipoints) const {
  return all_of(Ipoints, [&](uint32_t Index) {
    const database::Ipoint &P = U.Ipoints[Index];
    auto It = BlockByKey.find(blockKey(Function, P));
    if (It == BlockByKey.end())
      return true;
    const BlockSymbol &B = Blocks[It->second];
    return B.Line == P.Line &&
           (B.Column == P.Column || !B.Column || !P.Column) &&
           isSamePlace(B.Included, includedOf(U, Index));
  });
}

/// Returns the function of each function of \p U.
std::vector<uint32_t> SymbolTable::addFunctions(const database::Unit &U) {
  std::vector<uint32_t> Result;
  std::vector<SmallVector<uint32_t>> Ipoints(U.Functions.size());
  for (auto [Index, P] : enumerate(U.Ipoints))
    Ipoints[P.Function].push_back(static_cast<uint32_t>(Index));
  for (auto [F, Own] : zip_equal(U.Functions, Ipoints)) {
    const database::SourceFile &File = U.Files[F.File];
    auto &Known = FunctionByKey[keyOf(File.Path, F.Line, F.Name)];
    auto It = find_if(Known, [&, &Own = Own](uint32_t Function) {
      return hasPlacesOf(Function, U, Own);
    });
    if (It == Known.end()) {
      It = Known.insert(Known.end(), Functions.size());
      FunctionSymbol &S = Functions.emplace_back();
      S.Name = F.Name;
      S.File = File.Path;
      S.Unit = U.Path;
      S.Line = F.Line;
      S.Type = F.Type;
      S.Skipped = F.Skipped;
    }
    FunctionSymbol &S = Functions[*It];
    S.EndLine = std::max(S.EndLine, F.EndLine);
    S.IsInterrupt |= F.IsInterrupt;
    S.StoresSums |= F.S == database::Store::Sums;
    if (!S.Text || !File.Text.empty())
      S.Text = &File.Text;
    if (!F.Skipped)
      S.Skipped.reset();
    Result.push_back(*It);
  }
  return Result;
}

/// Returns the block of each ipoint of \p U, and sets their sites.
std::vector<uint32_t> SymbolTable::addBlocks(const database::Unit &U,
                                             ArrayRef<uint32_t> FunctionOf) {
  std::vector<uint32_t> Result;
  for (auto [Index, P] : enumerate(U.Ipoints)) {
    uint32_t Function = FunctionOf[P.Function];
    // Units may differ, in a database that somebody edited, in what a name is.
    auto [It, New] =
        BlockByKey.try_emplace(blockKey(Function, P), Blocks.size());
    if (New) {
      Functions[Function].Blocks.push_back(It->second);
      BlockSymbol &B = Blocks.emplace_back();
      B.Function = Function;
      B.Kind = P.K;
      B.Name = P.Name;
      B.Timed = P.Timed;
      B.Line = P.Line;
      B.Column = P.Column;
      B.EndLine = P.EndLine;
      B.FromMacro = P.FromMacro;
      B.Included = includedOf(U, static_cast<uint32_t>(Index));
    }
    Blocks[It->second].Timed |= P.Timed;
    Site &S = Sites[U.First + Index - FirstId];
    S.Block = It->second;
    S.Function = Function;
    S.IsEntry = P.K == database::Kind::Entry;
    S.IsExit = P.K == database::Kind::Exit;
    // What is counted in place has records of times only.
    S.IsTimed = P.Timed && U.Functions[P.Function].S != database::Store::Sums;
    S.EndsPath = P.E == database::Encoding::Path;
    S.IsSum =
        P.E == database::Encoding::Sum || P.E == database::Encoding::Count;
    Result.push_back(It->second);
  }
  return Result;
}

void SymbolTable::addMarks(const database::Unit &U,
                           ArrayRef<uint32_t> BlockOf) {
  for (const database::Mark &M : U.Marks) {
    BlockSymbol &B = Blocks[BlockOf[M.Ipoint]];
    B.Mark = M.Name;
    B.Value = M.Value;
    Sites[U.First + M.Ipoint - FirstId].HasValue =
        M.Value != database::MarkValue::None;
  }
}

void SymbolTable::addLoops(const database::Unit &U,
                           ArrayRef<uint32_t> FunctionOf,
                           ArrayRef<uint32_t> BlockOf) {
  for (const database::Loop &L : U.Loops) {
    uint32_t Function = FunctionOf[L.Function];
    auto [It, New] =
        LoopByKey.try_emplace(keyOf("", Function, L.Name), Loops.size());
    if (New) {
      Functions[Function].Loops.push_back(It->second);
      LoopSymbol &S = Loops.emplace_back();
      S.Function = Function;
      S.Name = L.Name;
      S.Line = L.Line;
      S.EndLine = L.EndLine;
    }
    LoopSymbol &S = Loops[It->second];
    // A macro in a head may have other values in other units.
    S.Derived = New || (S.Derived && L.Derived) ? std::max(S.Derived, L.Derived)
                                                : std::nullopt;
    if (L.Head)
      S.Head = BlockOf[*L.Head];
    if (L.Body)
      S.Body = BlockOf[*L.Body];
    if (!S.Bound && L.Bound) {
      S.Bound = L.Bound;
      S.BoundFrom = L.BoundFrom;
    }
  }
}

/// A header's functions have theirs in each unit.
void SymbolTable::addBudgets(const database::Unit &U,
                             ArrayRef<uint32_t> FunctionOf,
                             ArrayRef<uint32_t> BlockOf) {
  for (const database::Budget &B : U.Budgets) {
    uint32_t Function = FunctionOf[B.Function];
    auto [It, New] = BudgetByKey.try_emplace(
        keyOf(std::to_string(Function), B.Line, B.Text), Budgets.size());
    if (New)
      Budgets.push_back({Function, None, B.Line, B.Text});
    if (B.Ipoint)
      Budgets[It->second].Block = BlockOf[*B.Ipoint];
  }
}

bool liesIn(StringRef Name, StringRef Loop) {
  return Name.consume_front(Loop) && Name.consume_front("/") &&
         Name != "join" && !Name.starts_with("init/");
}

void SymbolTable::findLoopSteps() {
  LoopSteps.resize(Targets.size());
  DenseMap<uint32_t, uint32_t> Begins; // heads and bodies: of which loop
  for (auto [Index, L] : enumerate(Loops)) {
    if (L.Head != None)
      Begins[L.Head] = Index;
    if (L.Body != None)
      Begins[L.Body] = Index;
  }
  for (uint32_t From = 0; From < Blocks.size(); ++From)
    for (uint32_t E = EdgeBegin[From]; E != EdgeBegin[From + 1]; ++E) {
      auto It = Begins.find(Targets[E]);
      if (It == Begins.end())
        continue;
      const LoopSymbol &L = Loops[It->second];
      LoopStep Step{It->second, L.Slot, false, Targets[E] == L.Body};
      bool IsBegin = Targets[E] == L.Head || L.Head == None;
      Step.Enters = IsBegin && !liesIn(Blocks[From].Name, L.Name);
      if (Step.Enters || Step.Iterates)
        LoopSteps[E] = Step;
    }
}

void SymbolTable::addSkips(const database::Unit &U) {
  for (const database::Skip &S : U.Skips) {
    SkipSymbol Skip{U.Files[S.File].Path, S.Line, std::nullopt, S.Reason};
    if (S.Function)
      Skip.Function = U.Functions[*S.Function].Name;
    if (SkipKeys.try_emplace(keyOf(Skip.File, Skip.Line, Skip.Reason)).second)
      Skips.push_back(std::move(Skip));
  }
  if (U.NotParsed)
    Skips.push_back(
        {U.Path, 0, std::nullopt, "the whole file: " + *U.NotParsed});
}

void SymbolTable::layOutEdges(Edges &All) {
  sort(All);
  All.erase(std::unique(All.begin(), All.end()), All.end());
  EdgeBegin.assign(Blocks.size() + 1, 0);
  for (auto [From, To] : All) {
    ++EdgeBegin[From + 1];
    Targets.push_back(To);
  }
  std::partial_sum(EdgeBegin.begin(), EdgeBegin.end(), EdgeBegin.begin());
}

void SymbolTable::layOutTransitions() {
  std::vector<uint32_t> Columns(Blocks.size());
  for (const FunctionSymbol &F : Functions)
    for (auto [Number, Block] : enumerate(F.Blocks))
      Columns[Block] = static_cast<uint32_t>(Number);
  Transitions = TransitionTable(EdgeBegin, Targets, Columns);
  for (Site &S : Sites) {
    if (S.Block == None)
      continue;
    S.Row = Transitions.rowOf(S.Block);
    S.Column = Columns[S.Block];
    S.HasLoops = LoopCounts[S.Function] != 0;
    S.IsInterrupt = Functions[S.Function].IsInterrupt;
  }
}

void SymbolTable::findQuickSites() {
  for (const Site &S : Sites) {
    QuickSite &Q = QuickSites.emplace_back();
    if (S.Block == None || S.IsInterrupt)
      continue;
    Q.To = S.IsEntry ? TransitionTable::NoRow : S.Row;
    Q.Row = S.Row;
    Q.Column = S.IsEntry ? 0 : S.Column;
    Q.Function = S.Function;
    Q.IsEntry = S.IsEntry;
    Q.HasLoops = S.HasLoops;
  }
}

/// Puts functions and their blocks in the order in which they are written.
void SymbolTable::sortFunctions() {
  std::vector<uint32_t> Order(Functions.size()), Place(Functions.size());
  std::iota(Order.begin(), Order.end(), 0);
  llvm::sort(Order, [&](uint32_t A, uint32_t B) {
    const FunctionSymbol &F = Functions[A], &G = Functions[B];
    return std::tie(F.File, F.Line, F.Name) < std::tie(G.File, G.Line, G.Name);
  });
  std::vector<FunctionSymbol> Sorted;
  for (auto [New, Old] : enumerate(Order)) {
    Place[Old] = New;
    Sorted.push_back(std::move(Functions[Old]));
  }
  Functions = std::move(Sorted);
  for (BlockSymbol &B : Blocks)
    B.Function = Place[B.Function];
  for (Site &S : Sites)
    if (S.Block != None)
      S.Function = Place[S.Function];
  for (FunctionSymbol &F : Functions)
    llvm::sort(F.Blocks, [&](uint32_t A, uint32_t B) {
      const BlockSymbol &X = Blocks[A], &Y = Blocks[B];
      // What is included in one place: in the order of the text.
      const uint32_t I = X.Included ? A + 1 : 0, J = Y.Included ? B + 1 : 0;
      return std::tie(X.Line, X.Column, I, X.Name) <
             std::tie(Y.Line, Y.Column, J, Y.Name);
    });
  LoopCounts.clear();
  for (FunctionSymbol &F : Functions) {
    llvm::sort(F.Loops, [&](uint32_t A, uint32_t B) {
      return std::tie(Loops[A].Line, Loops[A].Name) <
             std::tie(Loops[B].Line, Loops[B].Name);
    });
    for (auto [Slot, Loop] : enumerate(F.Loops))
      Loops[Loop].Slot = static_cast<uint32_t>(Slot);
    LoopCounts.push_back(static_cast<uint32_t>(F.Loops.size()));
  }
  for (LoopSymbol &L : Loops)
    L.Function = Place[L.Function];
  for (BudgetSymbol &B : Budgets)
    B.Function = Place[B.Function];
  std::ranges::stable_sort(Budgets, {}, [](const BudgetSymbol &X) {
    return std::tie(X.Function, X.Line);
  });
  std::ranges::sort(Skips, {}, [](const SkipSymbol &X) {
    return std::tie(X.File, X.Line, X.Reason, X.Function);
  });
}

} // namespace ipoint::analysis
