//===- Names.cpp - Names of one build in another --------------------------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Compare.h"
#include "sampled/Join.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringRef.h"
#include <set>

using namespace llvm;

namespace ipoint::compare {

static std::set<std::string> filesOf(const RunSet &Set) {
  std::set<std::string> Files;
  for (const auto &[Key, Text] : Set.Functions)
    Files.insert(std::get<0>(Key));
  return Files;
}

/// What \p File of the other set is called in the first, whose files that the
/// other has not are \p Free; empty if that is not sure.
static std::string counterpart(StringRef File,
                               const std::set<std::string> &Free) {
  size_t Most = 0;
  std::string Result;
  for (const std::string &Candidate : Free) {
    size_t Parts = sampled::commonEnd(File, Candidate);
    if (Parts == 0 || Parts < Most)
      continue;
    Result = Parts == Most ? "" : Candidate;
    Most = Parts;
  }
  return Result;
}

using FunctionKey = std::tuple<std::string, std::string, unsigned>;

template <class Map, class Function>
static void renameKeys(Map &All, Function Rename) {
  Map Result;
  for (auto &[Key, Value] : All) {
    auto New = Key;
    Rename(New);
    Result.emplace(std::move(New), std::move(Value));
  }
  All = std::move(Result);
}

/// Has \p Rename change the key of each item and function of \p Set.
static void rename(RunSet &Set, function_ref<void(FunctionKey &)> Rename) {
  renameKeys(Set.Functions, Rename);
  for (CallNode &Node : Set.Calls)
    Rename(Node.Function);
  renameKeys(Set.Items, [&](ItemKey &K) {
    FunctionKey Key = {K.File, K.Function, K.Namesake};
    Rename(Key);
    std::tie(K.File, K.Function, K.Namesake) = std::move(Key);
  });
}

void alignFiles(const RunSet &First, RunSet &Other) {
  std::set<std::string> Mine = filesOf(First), Theirs = filesOf(Other), Free;
  std::set_difference(Mine.begin(), Mine.end(), Theirs.begin(), Theirs.end(),
                      std::inserter(Free, Free.end()));
  std::map<std::string, std::string> Names;
  std::map<std::string, unsigned> Wanted;
  for (const std::string &File : Theirs)
    if (!Mine.contains(File))
      if (std::string Name = counterpart(File, Free); !Name.empty()) {
        Names[File] = Name;
        ++Wanted[Name];
      }
  erase_if(Names, [&](const auto &N) { return Wanted[N.second] > 1; });
  if (Names.empty())
    return;
  rename(Other, [&](FunctionKey &Key) {
    if (auto It = Names.find(std::get<0>(Key)); It != Names.end())
      std::get<0>(Key) = It->second;
  });
}

/// The functions of \p Set by unit, of the name that \p Key begins with.
static SmallVector<const FunctionText *> namesakes(const RunSet &Set,
                                                   const FunctionKey &Key) {
  const auto &[File, Function, Namesake] = Key;
  SmallVector<const FunctionText *> Result;
  for (auto It = Set.Functions.lower_bound({File, Function, 0});
       It != Set.Functions.end() && std::get<0>(It->first) == File &&
       std::get<1>(It->first) == Function;
       ++It)
    Result.push_back(&It->second);
  return Result;
}

/// The number of each of \p Theirs, by its own: that of the one of \p Mine
/// that the same unit has; of the rest, in their order, one that is free.
static std::map<unsigned, unsigned>
numbersOf(ArrayRef<const FunctionText *> Theirs,
          ArrayRef<const FunctionText *> Mine) {
  std::map<unsigned, unsigned> Numbers;
  std::set<unsigned> Taken;
  auto Give = [&](const FunctionText *T, unsigned Number) {
    Numbers[T->Ordinal] = Number;
    Taken.insert(Number);
  };
  for (const FunctionText *T : Theirs)
    for (const FunctionText *M : Mine)
      if (M->Unit == T->Unit && !Numbers.contains(T->Ordinal) &&
          !Taken.contains(M->Ordinal))
        Give(T, M->Ordinal);
  unsigned Next = Mine.empty() ? 0 : Mine.back()->Ordinal + 1;
  for (const FunctionText *T : Theirs) {
    if (Numbers.contains(T->Ordinal))
      continue;
    auto Free = find_if(Mine, [&](const FunctionText *M) {
      return !Taken.contains(M->Ordinal);
    });
    Give(T, Free == Mine.end() ? Next++ : (*Free)->Ordinal);
  }
  return Numbers;
}

void alignNamesakes(const RunSet &First, RunSet &Other) {
  std::map<FunctionKey, unsigned> Numbers;
  for (const auto &[Key, Text] : Other.Functions)
    if (!Numbers.contains(Key))
      for (auto [Own, Number] :
           numbersOf(namesakes(Other, Key), namesakes(First, Key)))
        Numbers[{std::get<0>(Key), std::get<1>(Key), Own}] = Number;
  rename(Other, [&](FunctionKey &Key) {
    if (auto It = Numbers.find(Key); It != Numbers.end())
      std::get<2>(Key) = It->second;
  });
}

/// Functions and blocks of \p Has that \p Lacks has not.
static std::vector<CodePlace> missing(const RunSet &Has, const RunSet &Lacks) {
  std::vector<CodePlace> Result;
  for (const auto &[Key, Text] : Has.Functions) {
    const auto &[File, Function, Namesake] = Key;
    auto There = Lacks.Functions.find(Key);
    if (There == Lacks.Functions.end()) {
      Result.push_back({File, Function, "", Text.Line});
      continue;
    }
    for (const auto &[Block, In] : Text.Blocks)
      if (!There->second.Blocks.contains(Block))
        Result.push_back({File, Function, Block, In.Line});
  }
  return Result;
}

bool hasSameText(const FunctionText &A, const FunctionText &B,
                 const std::string &Block) {
  auto InA = A.Blocks.find(Block), InB = B.Blocks.find(Block);
  return InA != A.Blocks.end() && InB != B.Blocks.end() &&
         InA->second.Source == InB->second.Source;
}

static std::vector<CodePlace> changed(const RunSet &First,
                                      const RunSet &Other) {
  std::vector<CodePlace> Result;
  for (const auto &[Key, Text] : Other.Functions) {
    auto Before = First.Functions.find(Key);
    if (Before == First.Functions.end())
      continue;
    for (const auto &[Block, New] : Text.Blocks) {
      if (Before->second.Blocks.contains(Block) &&
          !hasSameText(Before->second, Text, Block))
        Result.push_back({std::get<0>(Key), std::get<1>(Key), Block, New.Line});
    }
  }
  return Result;
}

/// Items that ran in \p Ran and not in \p Not, whose build has them too. A
/// function stands for its blocks.
static std::vector<CodePlace> ranOnlyIn(const RunSet &Ran, const RunSet &Not) {
  std::vector<CodePlace> Result;
  for (const auto &[Key, I] : Ran.Items) {
    if (Key.What == Subject::Inclusive || Not.Items.contains(Key))
      continue;
    auto There = Not.Functions.find({Key.File, Key.Function, Key.Namesake});
    if (There == Not.Functions.end())
      continue;
    if (Key.What == Subject::Block) {
      ItemKey Whole = Key;
      Whole.What = Subject::Self;
      Whole.Block.clear();
      if (!There->second.Blocks.contains(Key.Block) ||
          !Not.Items.contains(Whole))
        continue;
    }
    Result.push_back({Key.File, Key.Function, Key.Block, I.Line});
  }
  return Result;
}

void listDifferences(const RunSet &First, const RunSet &Other,
                     PairComparison &Pair) {
  Pair.Appeared = missing(Other, First);
  Pair.Vanished = missing(First, Other);
  Pair.Changed = changed(First, Other);
  Pair.RanFirst = ranOnlyIn(First, Other);
  Pair.RanOther = ranOnlyIn(Other, First);
}

} // namespace ipoint::compare
