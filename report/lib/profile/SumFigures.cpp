//===- SumFigures.cpp - Numbers are added to a sum ------------------------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Cells.h"
#include "Sum.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/Support/MathExtras.h"

using namespace llvm;

namespace ipoint::profile {

using analysis::SignedWide;
using database::FiguresReader;

void FunctionPart::Times::add(const Times &Other) {
  Count = SaturatingAdd(Count, Other.Count);
  Sum = SaturatingAdd(Sum, Other.Sum);
  Max = std::max(Max, Other.Max);
}

void FunctionPart::add(const FunctionPart &Other) {
  Calls = SaturatingAdd(Calls, Other.Calls);
  Self.add(Other.Self);
  Inclusive.add(Other.Inclusive);
  Ran.resize(std::max(Ran.size(), Other.Ran.size()));
  for (auto [Index, Bits] : enumerate(Other.Ran))
    Ran[Index] |= Bits;
}

static const SignedWide *find(const Values &In, uint64_t Key) {
  auto It = lower_bound(
      In, Key, [](const auto &Each, uint64_t K) { return Each.first < K; });
  return It != In.end() && It->first == Key ? &It->second : nullptr;
}

/// Sets that of \p Key, or, where there is no \p Value, removes it.
static void set(Values &In, uint64_t Key, const SignedWide *Value) {
  auto It = lower_bound(
      In, Key, [](const auto &Each, uint64_t K) { return Each.first < K; });
  bool Has = It != In.end() && It->first == Key;
  if (Value && Has)
    It->second = *Value;
  else if (Value)
    In.insert(It, {Key, *Value});
  else if (Has)
    In.erase(It);
}

static bool isMark(StringRef Kind) {
  return StringSwitch<bool>(Kind)
      .Cases("self.max", "inclusive.max", "called.max", "time.max", true)
      .Cases("loop_iteration.max", "loop_most.max", "values.max", true)
      .Default(false);
}

/// As numbersOf() has them.
static std::optional<uint32_t> partOf(StringRef Kind) {
  return StringSwitch<std::optional<uint32_t>>(Kind)
      .Case("calls", 0)
      .Case("self.count", 1)
      .Case("self.sum", 2)
      .Case("self.max", 3)
      .Cases("inclusive.count", "called.count", 4)
      .Cases("inclusive.sum", "called.sum", 5)
      .Cases("inclusive.max", "called.max", 6)
      .Default(std::nullopt);
}

KindRule::KindRule(StringRef Kind)
    : Name(Kind), How(Kind.ends_with(".max")   ? Most
                      : Kind.ends_with(".min") ? Least
                                               : Sum),
      IsOfPaths(Kind.starts_with("path_")), IsVisits(Kind == "visits"),
      IsOfMark((Kind.consume_back(".at") || Kind.consume_back(".run")) &&
               isMark(Kind)),
      Part(partOf(Name)) {}

/// Where those \p Names are among the kinds. Those that are not yet come to
/// them, which gives all of them other numbers.
std::vector<uint32_t> Sum::kindsOf(ArrayRef<std::string> Names) {
  if (any_of(Names, [&](const auto &N) { return !KindNumbers.count(N); }))
    addKinds(Names);
  std::vector<uint32_t> Result;
  for (const std::string &Name : Names)
    Result.push_back(KindNumbers.at(Name));
  return Result;
}

void Sum::addKinds(ArrayRef<std::string> Names) {
  for (const std::string &Name : Names) {
    KindNumbers.try_emplace(Name);
    if (isMark(Name))
      for (const char *Suffix : {".at", ".run"})
        KindNumbers.try_emplace(Name + Suffix);
  }
  std::vector<KindRule> Before = std::move(Kinds);
  Kinds.clear();
  for (auto &[Name, Number] : KindNumbers) {
    Number = uint32_t(Kinds.size());
    Kinds.emplace_back(Name);
  }
  for (KindRule &K : Kinds)
    if (isMark(K.Name)) {
      K.Times = KindNumbers.at(K.Name + ".at");
      K.Runs = KindNumbers.at(K.Name + ".run");
    }
  auto Rename = [&](std::vector<Figure> &All) {
    for (Figure &F : All)
      F.Kind = KindNumbers.at(Before[F.Kind].Name);
  };
  Rename(ProgramFigures);
  for (Entry &E : Entries)
    Rename(E.Counted);
}

/// Adds the numbers of a kind to the part of a function.
static void addPart(const KindRule &Rule, const FlatReader &From,
                    FunctionPart &To) {
  constexpr uint64_t MostBlocks = 1 << 20;
  From.numbers([&](uint64_t Key, SignedWide Value) {
    if (Rule.IsVisits) {
      if (Value <= 0 || Key >= MostBlocks)
        return;
      if (Key / 64 >= To.Ran.size()) [[unlikely]]
        To.Ran.resize(Key / 64 + 1);
      To.Ran[Key / 64] |= uint64_t(1) << Key % 64;
    } else if (Key == 0) {
      uint64_t &Mine = *numbersOf(To)[*Rule.Part];
      auto More = uint64_t(std::clamp<SignedWide>(Value, 0, UINT64_MAX));
      Mine = Rule.How == KindRule::Most ? std::max(Mine, More)
                                        : SaturatingAdd(Mine, More);
    }
  });
}

/// Adds the figures of one function.
class FigureJoiner {
public:
  FigureJoiner(const Sum &All, FlatReader &From, ArrayRef<uint32_t> Kinds,
               std::optional<uint32_t> OnlyRun, ArrayRef<uint32_t> RunNumbers)
      : All(All), From(From), Kinds(Kinds), OnlyRun(OnlyRun),
        RunNumbers(RunNumbers) {}

  /// Of \p Count kinds to \p Figures, and to \p Part, unless it is null.
  void run(size_t Count, std::vector<Sum::Figure> &Figures, FunctionPart *Part);

private:
  /// Goes to the next kind; false behind the last.
  bool next() {
    if (Left == 0)
      return false;
    --Left;
    K = From.kind();
    Kind = Kinds[K.Index];
    return true;
  }
  /// Takes the numbers of the kind that is ahead, if it is \p Which.
  void take(uint32_t Which, Values &Numbers) {
    Numbers.clear();
    if (!IsAhead || Kind != Which || K.Slot != 0)
      return;
    From.numbers([&](uint64_t Key, SignedWide Value) {
      Numbers.emplace_back(Key, Value);
    });
    IsAhead = next();
  }
  Values &find(uint32_t Kind, uint64_t Slot);
  template <class Function> void join(Values &Mine, Function Join);
  void join(const KindRule &Rule, FunctionPart *Part);
  void joinMarks(const KindRule &Rule, FunctionPart *Part);

  const Sum &All;
  FlatReader &From;
  ArrayRef<uint32_t> Kinds; ///< by their indices in From
  std::optional<uint32_t> OnlyRun;
  ArrayRef<uint32_t> RunNumbers;
  size_t Count = 0, Left = 0;
  FiguresReader::Kind K;
  uint32_t Kind = 0;    ///< of K
  bool IsAhead = false; ///< K is still to be added
  std::vector<Sum::Figure> *To = nullptr;
  std::vector<Sum::Figure>::iterator At; ///< in To
  std::vector<Sum::Figure> Lacking;      ///< in To
  Values Theirs, TheirTimes, TheirRuns;
};

void FigureJoiner::run(size_t CountOfKinds, std::vector<Sum::Figure> &Figures,
                       FunctionPart *Part) {
  Count = Left = CountOfKinds;
  To = &Figures;
  At = To->begin();
  for (IsAhead = next(); IsAhead;) {
    const KindRule &Rule = All.Kinds[Kind];
    FunctionPart *Of =
        K.Slot == 0 && (Rule.IsVisits || Rule.Part) ? Part : nullptr;
    if (Rule.Runs && K.Slot == 0) {
      joinMarks(Rule, Of);
      continue;
    }
    // What is of a mark is nothing without it.
    if (!Rule.IsOfMark && !Rule.Runs &&
        !(Rule.IsOfPaths && All.P.IsOfSeveralBuilds))
      join(Rule, Of);
    IsAhead = next();
  }
  if (Lacking.empty())
    return;
  To->insert(To->end(), std::make_move_iterator(Lacking.begin()),
             std::make_move_iterator(Lacking.end()));
  Lacking.clear();
  sort(*To, [](const Sum::Figure &A, const Sum::Figure &B) {
    return A.order() < B.order();
  });
}

/// Figures are looked for in their order.
Values &FigureJoiner::find(uint32_t Kind, uint64_t Slot) {
  for (auto End = To->end(); At != End; ++At) {
    if (At->Kind == Kind && At->Slot == Slot) [[likely]]
      return At->Numbers;
    if (At->order() > std::pair(Kind, Slot))
      break;
  }
  if (Lacking.empty())
    Lacking.reserve(3 *
                    Count); // with what is of marks; they stay where they are
  return Lacking.emplace_back(Sum::Figure{Kind, Slot, {}}).Numbers;
}

/// Join(Mine, Other) where both have a number.
template <class Function> void FigureJoiner::join(Values &Mine, Function Join) {
  Values New;
  auto Next = Mine.begin(), End = Mine.end();
  From.numbers([&](uint64_t Key, SignedWide Value) {
    while (Next != End && Next->first < Key) [[unlikely]]
      ++Next;
    if (Next != End && Next->first == Key)
      Join((Next++)->second, Value);
    else
      New.emplace_back(Key, Value);
  });
  if (New.empty())
    return;
  size_t Had = Mine.size();
  Mine.insert(Mine.end(), New.begin(), New.end());
  std::inplace_merge(Mine.begin(), Mine.begin() + ptrdiff_t(Had), Mine.end());
}

void FigureJoiner::join(const KindRule &Rule, FunctionPart *Part) {
  if (Part)
    addPart(Rule, From, *Part);
  Values &Mine = find(Kind, K.Slot);
  switch (Rule.How) {
  case KindRule::Least:
    return join(Mine, [](SignedWide &A, SignedWide B) { A = std::min(A, B); });
  case KindRule::Most:
    return join(Mine, [](SignedWide &A, SignedWide B) { A = std::max(A, B); });
  case KindRule::Sum:
    return join(Mine, [](SignedWide &A, SignedWide B) { A += B; });
  }
}

/// The larger mark stays, with its run and time; of equal ones, that of the
/// run with the smaller UUID, of one run the earlier; one that is known.
void FigureJoiner::joinMarks(const KindRule &Rule, FunctionPart *Part) {
  Values &Max = find(Kind, 0), &Times = find(Rule.Times, 0),
         &Runs = find(Rule.Runs, 0);
  if (Part)
    addPart(Rule, From, *Part);
  take(Kind, Theirs);
  take(Rule.Times, TheirTimes);
  take(Rule.Runs, TheirRuns);
  for (const auto &[Key, Value] : Theirs) {
    std::optional<SignedWide> Run, Time;
    if (const SignedWide *R = profile::find(TheirRuns, Key);
        R && *R >= 0 && size_t(*R) < RunNumbers.size())
      Run = RunNumbers[size_t(*R)];
    else if (OnlyRun)
      Run = *OnlyRun;
    if (const SignedWide *T = profile::find(TheirTimes, Key))
      Time = *T;
    const SignedWide *Mine = profile::find(Max, Key);
    const SignedWide *MyRun = profile::find(Runs, Key),
                     *MyTime = profile::find(Times, Key);
    auto IsBefore = [&] {
      if (!Run || !MyRun)
        return Run.has_value();
      if (*Run != *MyRun)
        return *All.Order[size_t(*Run)] < *All.Order[size_t(*MyRun)];
      return Time && (!MyTime || *Time < *MyTime);
    };
    if (Mine && (*Mine > Value || (*Mine == Value && !IsBefore())))
      continue;
    set(Max, Key, &Value);
    set(Runs, Key, Run ? &*Run : nullptr);
    set(Times, Key, Time ? &*Time : nullptr);
  }
}

void Sum::addFigures(const FlatFigures &From, std::optional<uint32_t> OnlyRun,
                     ArrayRef<uint32_t> RunNumbers, PartsOf *To) {
  FlatReader In(From);
  std::vector<uint32_t> Known = kindsOf(From.Names);
  FigureJoiner Joiner(*this, In, Known, OnlyRun, RunNumbers);
  if (To && To->size() < Entries.size())
    To->resize(Entries.size());
  for (size_t Left = From.Functions.size(); Left != 0; --Left) {
    auto [Id, Count] = In.function();
    if (Id == profile::OfProgram) {
      Joiner.run(Count, ProgramFigures, nullptr);
      continue;
    }
    uint32_t Index = ById.at(Id);
    Joiner.run(Count, Entries[Index].Counted, To ? &(*To)[Index] : nullptr);
  }
}

/// Whether no sum of these and of \p From can be kept.
bool Sum::overflows(const FlatFigures &From) {
  constexpr double Most = 1.7e38; // below 2^127
  if (Bound + static_cast<double>(From.Most) < Most)
    return false;
  FlatReader In(From);
  std::vector<uint32_t> Known = kindsOf(From.Names);
  bool Fits = true;
  for (size_t Left = From.Functions.size(); Left != 0; --Left) {
    auto [Id, Count] = In.function();
    auto It = ById.find(Id);
    const std::vector<Figure> None,
        &Mine = Id == profile::OfProgram ? ProgramFigures
                : It == ById.end()       ? None
                                         : Entries[It->second].Counted;
    for (; Count != 0; --Count) {
      FiguresReader::Kind K = In.kind();
      auto At = find_if(Mine, [&](const Figure &F) {
        return F.Kind == Known[K.Index] && F.Slot == K.Slot;
      });
      bool Adds = At != Mine.end() && Kinds[At->Kind].How == KindRule::Sum;
      In.numbers([&](uint64_t Key, SignedWide Value) {
        const SignedWide *Had = Adds ? find(At->Numbers, Key) : nullptr;
        SignedWide Sum;
        Fits &= !Had || !__builtin_add_overflow(*Had, Value, &Sum);
      });
    }
  }
  return !Fits;
}

/// As a profile has them: runs count in the order of their UUIDs.
Figures Sum::finished(std::vector<Figure> All, ArrayRef<uint32_t> Ranks) {
  Figures Result;
  for (Figure &F : All) {
    const KindRule &Rule = Kinds[F.Kind];
    if (Rule.IsOfMark && StringRef(Rule.Name).ends_with(".run"))
      for (auto &[Key, Number] : F.Numbers)
        Number = Ranks[size_t(Number)];
    if (!F.Numbers.empty())
      Result.emplace_hint(Result.end(), FigureKey{Rule.Name, F.Slot},
                          std::move(F.Numbers));
  }
  return Result;
}

void Sum::addParts(const Content &From) {
  for (const auto &[Value, Of] : From.Parts) {
    PartsOf &To = Parts[Value];
    To.resize(Entries.size());
    for (const auto &[Id, Part] : Of)
      To[ById.at(Id)].add(Part);
  }
  if (Parts.size() <= MostParts && !P.OmitsParts)
    return;
  Parts.clear();
  P.OmitsParts = true;
}

} // namespace ipoint::profile
