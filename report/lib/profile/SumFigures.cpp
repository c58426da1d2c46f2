//===- SumFigures.cpp - Numbers are added to a sum ------------------------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Sum.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/Support/MathExtras.h"

using namespace llvm;

namespace ipoint::profile {

using analysis::SignedWide;
using Numbers = ArrayRef<Values::value_type>;

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

enum class Joining { Sum, Least, Most };
static Joining joiningOf(StringRef Kind) {
  return Kind.ends_with(".max")   ? Joining::Most
         : Kind.ends_with(".min") ? Joining::Least
                                  : Joining::Sum;
}

bool fits(const Values &To, StringRef Kind, Numbers From) {
  if (joiningOf(Kind) != Joining::Sum)
    return true;
  auto Mine = To.begin();
  for (const auto &[Key, Value] : From) {
    while (Mine != To.end() && Mine->first < Key)
      ++Mine;
    SignedWide Sum;
    if (Mine != To.end() && Mine->first == Key &&
        __builtin_add_overflow(Mine->second, Value, &Sum))
      return false;
  }
  return true;
}

/// Adds \p From to \p To by Join(Mine, Other).
template <class Function>
static void join(Values &To, Numbers From, Function Join) {
  size_t Mine = 0, Lacking = 0;
  for (const auto &[Key, Value] : From) {
    while (Mine != To.size() && To[Mine].first < Key)
      ++Mine;
    if (Mine != To.size() && To[Mine].first == Key)
      Join(To[Mine].second, Value);
    else
      ++Lacking;
  }
  if (Lacking == 0)
    return;
  Values All;
  All.reserve(To.size() + Lacking);
  Mine = 0;
  for (const auto &V : From) {
    while (Mine != To.size() && To[Mine].first < V.first)
      All.push_back(To[Mine++]);
    if (Mine == To.size() || To[Mine].first != V.first)
      All.push_back(V);
  }
  All.insert(All.end(), To.begin() + ptrdiff_t(Mine), To.end());
  To = std::move(All);
}

static void join(Joining How, Values &To, Numbers From) {
  switch (How) {
  case Joining::Least:
    return join(To, From,
                [](SignedWide &A, SignedWide B) { A = std::min(A, B); });
  case Joining::Most:
    return join(To, From,
                [](SignedWide &A, SignedWide B) { A = std::max(A, B); });
  case Joining::Sum:
    return join(To, From, [](SignedWide &A, SignedWide B) { A += B; });
  }
}

static const SignedWide *find(Numbers In, uint64_t Key) {
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

bool hasOrigin(StringRef Kind) {
  return StringSwitch<bool>(Kind)
      .Cases("self.max", "inclusive.max", "called.max", "time.max", true)
      .Cases("loop_iteration.max", "loop_most.max", "values.max", true)
      .Default(false);
}

namespace {

/// How kinds are added, by their names where these lie: of a profile that was
/// read they lie there once.
class KindRules {
public:
  struct Rule {
    Joining How = Joining::Sum;
    bool HasOrigin = false, IsOfPaths = false, IsForParts = false;
  };
  const Rule &of(StringRef Kind) {
    auto [It, New] = Known.try_emplace(Kind.data());
    if (New)
      It->second = {
          joiningOf(Kind), hasOrigin(Kind), Kind.starts_with("path_"),
          Kind == "calls" || Kind == "visits" || Kind.starts_with("self.") ||
              Kind.starts_with("inclusive.") || Kind.starts_with("called.")};
    return It->second;
  }

private:
  DenseMap<const char *, Rule> Known;
};

/// Adds the kinds of one function, which ascend, as those that are there do.
class FigureJoiner {
public:
  FigureJoiner(Figures &To, const FlatFigures &From,
               ArrayRef<FlatFigures::Kind> Kinds,
               ArrayRef<const std::string *> Order,
               std::optional<uint32_t> OnlyRun, ArrayRef<uint32_t> RunNumbers,
               KindRules &Rules)
      : To(To), From(From), Kinds(Kinds), Order(Order), OnlyRun(OnlyRun),
        RunNumbers(RunNumbers), Rules(Rules), At(To.begin()) {}

  void run(bool SkipsPaths) {
    for (; !Kinds.empty(); Kinds = Kinds.drop_front()) {
      const FlatFigures::Kind &K = Kinds.front();
      const KindRules::Rule &Rule = Rules.of(K.Name);
      if (SkipsPaths && Rule.IsOfPaths)
        continue;
      Values &Mine = find(K.Name, K.Slot);
      if (!Rule.HasOrigin)
        join(Rule.How, Mine, From.numbersOf(K));
      else
        joinMarks(K, Mine);
    }
  }

private:
  Values &find(StringRef Kind, uint64_t Slot) {
    for (; At != To.end(); ++At) {
      int Order = StringRef(At->first.Kind).compare(Kind);
      if (Order == 0 && At->first.Slot == Slot)
        return At->second;
      if (Order > 0 || (Order == 0 && At->first.Slot > Slot))
        break;
    }
    At = To.emplace_hint(At, FigureKey{Kind.str(), Slot}, Values());
    return At->second;
  }
  /// That of the kind that follows, if it is \p Kind with \p Suffix.
  Numbers next(StringRef Kind, StringRef Suffix) {
    if (Kinds.size() < 2 || !Kinds[1].Name.starts_with(Kind) ||
        Kinds[1].Name.drop_front(Kind.size()) != Suffix)
      return {};
    Kinds = Kinds.drop_front();
    return From.numbersOf(Kinds.front());
  }
  void joinMarks(const FlatFigures::Kind &K, Values &Max);

  Figures &To;
  const FlatFigures &From;
  ArrayRef<FlatFigures::Kind> Kinds;
  ArrayRef<const std::string *> Order;
  std::optional<uint32_t> OnlyRun;
  ArrayRef<uint32_t> RunNumbers;
  KindRules &Rules;
  Figures::iterator At;
};

} // namespace

/// The larger mark stays, with its run and time; of equal ones, that of the
/// run with the smaller UUID, of one run the earlier; one that is known.
void FigureJoiner::joinMarks(const FlatFigures::Kind &K, Values &Max) {
  Numbers Theirs = From.numbersOf(K), TheirTimes = next(K.Name, ".at"),
          TheirRuns = next(K.Name, ".run");
  // Those three follow each other.
  Values &Times = find((K.Name + ".at").str(), 0),
         &Runs = find((K.Name + ".run").str(), 0);
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
        return *Order[size_t(*Run)] < *Order[size_t(*MyRun)];
      return Time && (!MyTime || *Time < *MyTime);
    };
    if (Mine && (*Mine > Value || (*Mine == Value && !IsBefore())))
      continue;
    set(Max, Key, &Value);
    set(Runs, Key, Run ? &*Run : nullptr);
    set(Times, Key, Time ? &*Time : nullptr);
  }
}

/// Adds what \p Kind, of one function, has for its part.
static void addPart(StringRef Kind, Numbers Of, FunctionPart &To) {
  auto First = [&] {
    constexpr SignedWide Most = UINT64_MAX;
    SignedWide V = Of.empty() || Of.front().first ? 0 : Of.front().second;
    return uint64_t(std::clamp<SignedWide>(V, 0, Most));
  };
  auto AddTimes = [&](StringRef What, FunctionPart::Times &Times) {
    FunctionPart::Times More;
    if (What == ".count")
      More.Count = First();
    else if (What == ".sum")
      More.Sum = First();
    else if (What == ".max")
      More.Max = First();
    Times.add(More);
  };
  if (Kind == "calls")
    To.Calls = SaturatingAdd(To.Calls, First());
  else if (Kind.consume_front("self"))
    AddTimes(Kind, To.Self);
  else if (Kind.consume_front("inclusive") || Kind.consume_front("called"))
    AddTimes(Kind, To.Inclusive);
  else if (Kind == "visits")
    for (const auto &[Slot, Times] : Of) {
      constexpr uint64_t MostBlocks = 1 << 20;
      if (Times <= 0 || Slot >= MostBlocks)
        continue;
      if (Slot / 64 >= To.Ran.size())
        To.Ran.resize(Slot / 64 + 1);
      To.Ran[Slot / 64] |= uint64_t(1) << Slot % 64;
    }
}

void Sum::addFigures(const FlatFigures &From, std::optional<uint32_t> OnlyRun,
                     ArrayRef<uint32_t> RunNumbers, PartsOf *To) {
  KindRules Rules;
  for (const FlatFigures::Function &F : From.Functions) {
    ArrayRef<FlatFigures::Kind> Kinds = From.kindsOf(F);
    uint32_t Entry = F.Id == OfProgram ? 0 : ById.at(F.Id);
    FigureJoiner(F.Id == OfProgram ? P.Program : Entries[Entry].F->Counted,
                 From, Kinds, Order, OnlyRun, RunNumbers, Rules)
        .run(P.IsOfSeveralBuilds);
    if (!To || F.Id == OfProgram)
      continue;
    if (To->size() < Entries.size())
      To->resize(Entries.size());
    for (const FlatFigures::Kind &K : Kinds)
      if (K.Slot == 0 && Rules.of(K.Name).IsForParts)
        addPart(K.Name, From.numbersOf(K), (*To)[Entry]);
  }
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
