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
#include <algorithm>

using namespace llvm;

namespace ipoint::profile {

using analysis::SignedWide;
using database::FiguresReader;
using database::PackedFigure;

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
std::vector<uint32_t> Sum::kindsOf(ArrayRef<StringRef> Names) {
  if (any_of(Names, [&](StringRef N) { return !KindNumbers.count(N); }))
    addKinds(Names);
  std::vector<uint32_t> Result;
  for (StringRef Name : Names)
    Result.push_back(KindNumbers.find(Name)->second);
  return Result;
}

void Sum::addKinds(ArrayRef<StringRef> Names) {
  for (StringRef Name : Names) {
    KindNumbers.try_emplace(Name.str());
    if (isMark(Name))
      for (const char *Suffix : {".at", ".run"})
        KindNumbers.try_emplace((Name + Suffix).str());
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

/// Notes which blocks ran.
static void addVisits(const PackedFigure &Of, std::vector<uint64_t> &Ran) {
  constexpr uint64_t MostBlocks = 1 << 20;
  uint64_t Last =
      Of.keys([&](auto All) { return uint64_t(All[Of.Count - 1]); });
  Ran.resize(
      std::max<size_t>(Ran.size(), std::min(Last, MostBlocks - 1) / 64 + 1));
  Of.numbers([Words = Ran.data()](uint64_t Key, auto Value) {
    if (Key < MostBlocks)
      Words[Key / 64] |= uint64_t(Value > 0) << Key % 64;
  });
  while (!Ran.empty() && Ran.back() == 0)
    Ran.pop_back();
}

/// Adds a figure to the part of a function.
static void addPart(const KindRule &Rule, const PackedFigure &Of,
                    FunctionPart &To) {
  if (Rule.IsVisits)
    return addVisits(Of, To.Ran);
  if (Of.keys([](auto All) { return uint64_t(All[0]); }) != 0)
    return;
  auto First = Of.values([](auto All) { return SignedWide(All[0]); });
  auto More = uint64_t(std::clamp<SignedWide>(First, 0, UINT64_MAX));
  uint64_t &Mine = *numbersOf(To)[*Rule.Part];
  Mine = Rule.How == KindRule::Most ? std::max(Mine, More)
                                    : SaturatingAdd(Mine, More);
}

/// Adds the figures of one function.
class FigureJoiner {
public:
  FigureJoiner(const Sum &All, FiguresReader &From, ArrayRef<uint32_t> Kinds,
               std::optional<uint32_t> OnlyRun, ArrayRef<uint32_t> RunNumbers)
      : All(All), From(From), Kinds(Kinds), OnlyRun(OnlyRun),
        RunNumbers(RunNumbers) {}

  /// \p Count of them to \p Figures, and to \p Part, unless it is null.
  void run(size_t Count, std::vector<Sum::Figure> &Figures, FunctionPart *Part);

private:
  /// Goes to the next figure; false behind the last.
  [[gnu::always_inline]] bool next() {
    if (Left == 0)
      return false;
    --Left;
    Ahead = From.figure();
    Kind = Kinds[Ahead.Kind];
    return true;
  }
  /// Takes the figure that is ahead, if it is of the kind \p Which.
  void take(uint32_t Which, Sum::Figure &To) {
    To.Keys.clear();
    To.Numbers.clear();
    if (!IsAhead || Kind != Which || Ahead.Slot != 0)
      return;
    Ahead.numbers([&](uint64_t Key, SignedWide Value) {
      To.Keys.push_back(Key);
      To.Numbers.push_back(Value);
    });
    IsAhead = next();
  }
  Sum::Figure &find(uint32_t Kind, uint64_t Slot) {
    if (At != To->end() && At->Kind == Kind && At->Slot == Slot) [[likely]]
      return *At++;
    return findBehind(Kind, Slot);
  }
  Sum::Figure &findBehind(uint32_t Kind, uint64_t Slot);
  template <class Function> void join(Sum::Figure &Mine, Function Join);
  void join(const KindRule &Rule, FunctionPart *Part);
  void joinMarks(const KindRule &Rule, FunctionPart *Part);

  const Sum &All;
  FiguresReader &From;
  ArrayRef<uint32_t> Kinds; ///< by their indices in From
  std::optional<uint32_t> OnlyRun;
  ArrayRef<uint32_t> RunNumbers;
  size_t Count = 0, Left = 0;
  PackedFigure Ahead;
  uint32_t Kind = 0;    ///< of Ahead
  bool IsAhead = false; ///< it is still to be added
  std::vector<Sum::Figure> *To = nullptr;
  std::vector<Sum::Figure>::iterator At; ///< in To
  std::vector<Sum::Figure> Lacking;      ///< in To
  Sum::Figure Theirs, TheirTimes, TheirRuns, New;
};

void FigureJoiner::run(size_t CountOfFigures, std::vector<Sum::Figure> &Figures,
                       FunctionPart *Part) {
  Count = Left = CountOfFigures;
  To = &Figures;
  At = To->begin();
  for (IsAhead = next(); IsAhead;) {
    const KindRule &Rule = All.Kinds[Kind];
    FunctionPart *Of =
        Ahead.Slot == 0 && (Rule.IsVisits || Rule.Part) ? Part : nullptr;
    if (Rule.Runs && Ahead.Slot == 0) {
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
  std::ranges::sort(*To, {}, &Sum::Figure::order);
}

/// Figures are looked for in their order.
Sum::Figure &FigureJoiner::findBehind(uint32_t Kind, uint64_t Slot) {
  std::pair Wanted(Kind, Slot);
  while (At != To->end() && At->order() < Wanted)
    ++At;
  if (At != To->end() && At->order() == Wanted)
    return *At++;
  if (Lacking.empty())
    Lacking.reserve(3 *
                    Count); // with what is of marks; they stay where they are
  Sum::Figure &Result = Lacking.emplace_back();
  Result.Kind = Kind;
  Result.Slot = Slot;
  return Result;
}

/// Join(Mine, Other) where both have a number.
template <class Function>
void FigureJoiner::join(Sum::Figure &Mine, Function Join) {
  if (Mine.hasKeysOf(Ahead)) [[likely]]
    return Ahead.values(
        [Mine = Mine.Numbers.data(), End = Ahead.Count, Join](auto Theirs) {
          for (size_t I = 0; I != End; ++I)
            Join(Mine[I], Theirs[I]);
        });
  const uint64_t *Next = Mine.Keys.data(), *End = Next + Mine.Keys.size();
  SignedWide *Number = Mine.Numbers.data();
  Ahead.keys([&](auto Keys) {
    Ahead.values([&, Next, Number](auto Values) mutable {
      for (size_t I = 0; I != Ahead.Count; ++I) {
        uint64_t Key = Keys[I];
        for (; Next != End && *Next < Key; ++Next)
          ++Number;
        if (Next != End && *Next == Key) [[likely]] {
          Join(*Number, Values[I]);
        } else {
          New.Keys.push_back(Key);
          New.Numbers.push_back(Values[I]);
        }
      }
    });
  });
  if (New.Keys.empty())
    return;
  Mine.insert(New);
  New.Keys.clear();
  New.Numbers.clear();
}

void FigureJoiner::join(const KindRule &Rule, FunctionPart *Part) {
  if (Part)
    addPart(Rule, Ahead, *Part);
  Sum::Figure &Mine = find(Kind, Ahead.Slot);
  if (Rule.How == KindRule::Sum)
    join(Mine, [](SignedWide &A, SignedWide B) { A += B; });
  else if (Rule.How == KindRule::Most)
    join(Mine, [](SignedWide &A, SignedWide B) { A = std::max(A, B); });
  else
    join(Mine, [](SignedWide &A, SignedWide B) { A = std::min(A, B); });
}

/// The larger mark stays, with its run and time; of equal ones, that of the
/// run with the smaller UUID, of one run the earlier; one that is known.
void FigureJoiner::joinMarks(const KindRule &Rule, FunctionPart *Part) {
  Sum::Figure &Max = find(Kind, 0);
  auto Behind = At;
  Sum::Figure &Times = find(Rule.Times, 0), &Runs = find(Rule.Runs, 0);
  At = Behind;
  if (Part)
    addPart(Rule, Ahead, *Part);
  take(Kind, Theirs);
  take(Rule.Times, TheirTimes);
  take(Rule.Runs, TheirRuns);
  for (size_t I = 0; I != Theirs.Keys.size(); ++I) {
    uint64_t Key = Theirs.Keys[I];
    SignedWide Value = Theirs.Numbers[I];
    const SignedWide *Mine = Max.find(Key, I);
    if (Mine && *Mine > Value)
      continue;
    std::optional<SignedWide> Run, Time;
    if (const SignedWide *R = TheirRuns.find(Key, I);
        R && *R >= 0 && size_t(*R) < RunNumbers.size())
      Run = RunNumbers[size_t(*R)];
    else if (OnlyRun)
      Run = *OnlyRun;
    if (const SignedWide *T = TheirTimes.find(Key, I))
      Time = *T;
    const SignedWide *MyRun = Runs.find(Key, I), *MyTime = Times.find(Key, I);
    auto IsBefore = [&] {
      if (!Run || !MyRun)
        return Run.has_value();
      if (*Run != *MyRun)
        return *All.Order[size_t(*Run)] < *All.Order[size_t(*MyRun)];
      return Time && (!MyTime || *Time < *MyTime);
    };
    if (Mine && *Mine == Value && !IsBefore())
      continue;
    Max.set(Key, I, &Value);
    Runs.set(Key, I, Run ? &*Run : nullptr);
    Times.set(Key, I, Time ? &*Time : nullptr);
  }
}

void Sum::addFigures(const PackedFigures &Of, std::optional<uint32_t> OnlyRun,
                     ArrayRef<uint32_t> RunNumbers, PartsOf *To) {
  FiguresReader From(Of.Bytes);
  std::vector<uint32_t> Known = kindsOf(From.kinds());
  FigureJoiner Joiner(*this, From, Known, OnlyRun, RunNumbers);
  if (To && To->size() < Entries.size())
    To->resize(Entries.size());
  for (size_t Left = From.functions(); Left != 0; --Left) {
    auto [Id, Count] = From.function();
    if (Id == profile::OfProgram) {
      Joiner.run(Count, ProgramFigures, nullptr);
      continue;
    }
    uint32_t Index = ById.at(Id);
    Joiner.run(Count, Entries[Index].Counted, To ? &(*To)[Index] : nullptr);
  }
}

/// Whether no sum of these and of \p Other can be kept.
bool Sum::overflows(const PackedFigures &Other) {
  constexpr double Most = 1.7e38; // below 2^127
  if (Bound + static_cast<double>(Other.Most) < Most)
    return false;
  FiguresReader From(Other.Bytes);
  std::vector<uint32_t> Known = kindsOf(From.kinds());
  bool Fits = true;
  for (size_t Left = From.functions(); Left != 0; --Left) {
    auto [Id, Count] = From.function();
    auto It = ById.find(Id);
    const std::vector<Figure> None,
        &Mine = Id == profile::OfProgram ? ProgramFigures
                : It == ById.end()       ? None
                                         : Entries[It->second].Counted;
    for (; Count != 0; --Count) {
      PackedFigure Of = From.figure();
      auto At = find_if(Mine, [&](const Figure &F) {
        return F.Kind == Known[Of.Kind] && F.Slot == Of.Slot;
      });
      bool Adds = At != Mine.end() && Kinds[At->Kind].How == KindRule::Sum;
      Of.numbers([&](uint64_t Key, SignedWide Value) {
        const SignedWide *Had = Adds ? At->find(Key, 0) : nullptr;
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
      for (SignedWide &Number : F.Numbers)
        Number = Ranks[size_t(Number)];
    if (F.Keys.empty())
      continue;
    Values &To =
        Result
            .emplace_hint(Result.end(), FigureKey{Rule.Name, F.Slot}, Values())
            ->second;
    for (auto [Key, Number] : zip_equal(F.Keys, F.Numbers))
      To.emplace_back(Key, Number);
  }
  return Result;
}

} // namespace ipoint::profile
