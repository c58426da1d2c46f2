//===- Instrument.cpp - One unit through the chain ------------------------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "driver/compile/Instrument.h"
#include "database/Counts.h"
#include "database/Times.h"
#include "frontend/Parse.h"
#include "frontend/Places.h"
#include "frontend/Tokens.h"
#include "ipoint/unit.h"
#include "probes/Edits.h"
#include "probes/Find.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/Support/BLAKE3.h"
#include "llvm/Support/Endian.h"
#include "llvm/Support/LineIterator.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;

namespace ipoint {

namespace {

/// Of one function after the other.
class RowMaker {
public:
  RowMaker(const Selection &Chosen, database::Unit &Unit)
      : Chosen(Chosen), Unit(Unit) {}

  void add(const FoundFunction &Found, const FunctionPlan &Plan) {
    uint32_t Function = Unit.Functions.size();
    uint32_t File = fileIndex(Found.File);
    const WrittenPlace &At = Found.At.Written;
    Unit.Functions.push_back(
        {Found.Name, File, At.Line, At.Column, Found.EndLine,
         Found.NotInstrumented, Plan.Chosen.L, Plan.Chosen.C,
         Chosen.isInterrupt(Found), Plan.S, Plan.OtherStore,
         Plan.CountBits ? uint64_t(1) << *Plan.CountBits : 0, Found.Type});
    for (const PlannedIpoint &P : Plan.Ipoints)
      addIpoint(Found.Sites[P.Site], P, Function);
    for (auto [Index, T] : enumerate(Plan.Transitions))
      Unit.Transitions.push_back(
          {Plan.First + T.first, Plan.First + T.second,
           Plan.Increments.empty() ? 0 : Plan.Increments[Index],
           !Plan.Rounds.empty() && Plan.Rounds[Index]});
    for (const PlannedCall &C : Plan.Calls)
      Unit.Calls.push_back(
          {Plan.First + C.Ipoint, C.Found->Callee, C.Found->Type, C.Times});
    for (const PlannedPlace &S : Plan.WithoutProbe) {
      const PlaceWithoutProbe &Place = Found.WithoutProbe[S.Place];
      const std::optional<IncludedPlace> NotIncluded;
      const std::optional<IncludedPlace> &In =
          Place.Site ? Found.Sites[*Place.Site].At.Included : NotIncluded;
      Unit.Skips.push_back({Function, In ? fileIndex(In->File) : File,
                            In ? In->Line : Place.Line, Place.Reason});
    }
    auto IpointOf = [&](unsigned Site) -> std::optional<uint32_t> {
      if (std::optional<uint32_t> Index = Plan.OfSite[Site])
        return Plan.First + *Index;
      return std::nullopt;
    };
    for (const FoundLoop &L : Found.Loops)
      Unit.Loops.push_back({Function, L.Name, L.Line, L.EndLine,
                            L.Head ? IpointOf(*L.Head) : std::nullopt,
                            IpointOf(L.Body), L.Bound, L.BoundFrom, L.Derived});
    for (const auto &[B, Planned] : zip_equal(Found.Budgets, Plan.Budgets)) {
      std::optional<uint32_t> Ipoint;
      if (Planned.Ipoints.size() == 1)
        Ipoint = Plan.First + Planned.Ipoints.front();
      Unit.Budgets.push_back({Function, Ipoint, B.Line, B.Text});
    }
  }

private:
  uint32_t fileIndex(const std::string &Path) {
    auto [It, New] = Files.try_emplace(Path, Unit.Files.size());
    if (New)
      Unit.Files.push_back({Path, ""});
    return It->second;
  }

  void addIpoint(const Site &S, const PlannedIpoint &P, uint32_t Function) {
    const WrittenPlace &At = S.At.Written;
    if (S.K == database::Kind::Mark)
      Unit.Marks.push_back({Unit.count(), S.MarkName, S.MarkedValue});
    if (const std::optional<IncludedPlace> &In = S.At.Included)
      Unit.Included.push_back(
          {Unit.count(), fileIndex(In->File), In->Line, In->Column});
    Unit.Ipoints.push_back({S.K, S.Name, P.Timed || P.InWindows, At.Line,
                            At.Column, std::max(S.EndLine, At.Line), Function,
                            At.FromMacro, P.E, P.PathBase});
  }

  const Selection &Chosen;
  database::Unit &Unit;
  StringMap<uint32_t> Files;
};

} // namespace

void addRows(const FoundUnit &Found, const UnitPlan &Plan,
             const Selection &Chosen, database::Unit &Unit) {
  Unit.L = Chosen.Default.L;
  Unit.C = Chosen.Default.C;
  Unit.S = Chosen.Default.S;
  Unit.NotParsed = Found.NotParsed;
  RowMaker Maker(Chosen, Unit);
  for (const auto &[F, P] : zip_equal(Found.Functions, Plan.Functions))
    Maker.add(F, P);
}

/// What the ids of \p Found stand for, in the order in which they are given.
/// The tokens of a text do not determine it: flags, and which headers are the
/// system's, decide what is found, too.
static std::string describeSites(const FoundUnit &Found) {
  std::string Text;
  raw_string_ostream OS(Text);
  for (const FoundFunction &F : Found.Functions) {
    OS << '\n'
       << F.Name << ' ' << F.NotInstrumented.has_value()
       << F.WithoutPaths.has_value();
    for (const Site &S : F.Sites) {
      OS << '\n'
         << S.Name << ' ' << nameOf(S.K) << S.OfLoop << S.OfDecision << S.Placed
         << S.Effects.MayCall << S.Effects.MayStay << S.Effects.MayNotReturn
         << S.MarkName;
      for (unsigned Next : S.Next)
        OS << ' ' << Next;
      for (const FoundCall &Call : S.Calls)
        OS << ' ' << Call.Callee;
    }
    for (const FoundLoop &L : F.Loops)
      if (L.Derived) // types, whose sizes flags choose, decide it
        OS << '\n' << L.Name << ' ' << *L.Derived;
  }
  return Text;
}

/// Of what was compiled and chosen. Comments and white space are no part of it:
/// the ids that objects of an older text have stay what they are.
static uint64_t hashOf(StringRef Tokens, const FoundUnit &Found,
                       StringRef Choices) {
  BLAKE3 Hasher;
  Hasher.update(Tokens);
  Hasher.update(describeSites(Found));
  Hasher.update(Choices);
  return support::endian::read64le(Hasher.final<8>().data());
}

/// Takes the text of each source file as it is now: the report shows it without
/// the source tree.
static void readFiles(const Source &S, database::Unit &Unit) {
  for (database::SourceFile &File : Unit.Files) {
    if (!S.Preprocessed && File.Path == Unit.Path)
      File.Text = S.Text;
    else if (auto Buffer = MemoryBuffer::getFile(File.Path))
      File.Text = (*Buffer)->getBuffer().str();
  }
}

static FoundUnit findWithDeepStack(const Source &S, const Selection &Chosen,
                                   TextDigest &Digest) {
  FoundUnit Found;
  FindOptions Wanted{std::move(Digest.ForClang), Chosen.TailCalls,
                     [&](const FoundFunction &F) { return Chosen.marksOf(F); }};
  auto Find = [&] { Found = findSites(S, Wanted); };
  if (!runOnDeepStack(Digest.Stack, Find))
    Found.NotParsed = "it is nested too deeply";
  return Found;
}

UnitInstrumenter::UnitInstrumenter(const Source &S, InstrumentOptions Options,
                                   database::DatabaseOnDemand &Database)
    : S(S), Options(std::move(Options)), Database(Database) {
  Selection &Chosen = this->Options.Chosen;
  StringRef Preamble = this->Options.Preamble;
  const bool IsKnown = !Preamble.contains("#include");
  if (IsKnown && countTablesOf(Preamble) == CountTables::None)
    Chosen.WithoutSums = "the target has no count tables";
  if (IsKnown && countTablesOf(Preamble) != CountTables::OfThreads &&
      Chosen.Default.C == database::TimedIpoints::Auto) // there are no windows
    Chosen.Default = {Chosen.Default.L, database::TimedIpoints::Blocks,
                      database::Store::Paths};
  Chosen.TimesInPlace =
      IsKnown && countTablesOf(Preamble) == CountTables::OfUnit;
  TextDigest Digest = digestOf(S.Text);
  Found = findWithDeepStack(S, Chosen, Digest);
  // With the choices: one text chosen from in two ways is two units.
  TextHash = hashOf(Digest.Tokens, Found, describeChoices(Found, Chosen));
  applyChoices(Found, Chosen);
}

/// The unit with all that does not come from its sites.
database::Unit UnitInstrumenter::describe() const {
  database::Unit Unit = Options.Unit;
  Unit.Path = absolutePath(S.Path, S.Directory);
  Unit.TextHash = TextHash;
  if (!Unit.Product.empty())
    Unit.Product = absolutePath(Unit.Product, S.Directory);
  return Unit;
}

static std::vector<CountPlace> countPlaces(const database::Unit &Unit) {
  std::vector<CountPlace> Result;
  Result.reserve(Unit.count());
  auto Behind = [&](std::optional<int64_t> At) {
    return At ? std::optional(Unit.FirstCount + *At) : At;
  };
  for (const database::Ipoint &P : Unit.Ipoints)
    Result.push_back({Behind(P.CountAt), Behind(P.RoundsAt)});
  return Result;
}

/// What becomes of \p S with the ids of \p Unit. A unit without ipoints comes
/// out as it was.
static InsertedText insertProbes(const Source &S, const FoundUnit &Found,
                                 const UnitPlan &Plan,
                                 const database::Unit &Unit, StringRef Preamble,
                                 const UnitRecord &Record) {
  if (Plan.count() == 0)
    return {S.Text, std::vector<TextRange>(Found.Functions.size())};
  std::vector<CountPlace> Counts = countPlaces(Unit);
  database::TimingStates States = database::timingStates(Unit);
  database::TimesInPlace Times = database::timesInPlace(Unit);
  for (auto *Of : {&States.Calls, &States.Iterations, &Times.OfFunction})
    for (std::optional<uint32_t> &State : *Of)
      if (State)
        *State += Unit.FirstCount;
  const LineMarkers Markers(S.Text);
  EditContext Context{S.Text,
                      S.Handler,
                      Unit.First,
                      Counts,
                      States.Calls,
                      States.Iterations,
                      Times.OfFunction,
                      Unit.FirstCount + Times.First,
                      Unit.FirstCount + Unit.Counts,
                      S.Preprocessed ? &Markers : nullptr};
  std::vector<std::vector<Edit>> Edits;
  for (auto [I, F, P] : enumerate(Found.Functions, Plan.Functions))
    Edits.push_back(editsOf(F, P, I + 1, Context));
  return insertEdits(S, Edits, Preamble, Record);
}

static UnitRecord recordOf(const database::Unit &Unit,
                           const database::Identity &Database, bool IsNamed,
                           const database::FilterSection &Filter) {
  const database::TimesInPlace Times = database::timesInPlace(Unit);
  return {{IPOINT_UNIT_FORMAT, Unit.First, Unit.count(), Unit.settings(),
           static_cast<uint32_t>(Unit.TextHash),
           static_cast<uint32_t>(Unit.TextHash >> 32), Database.Words[0],
           Database.Words[1], Database.Words[2], Database.Words[3]},
          IsNamed,
          Unit.FirstCount,
          Unit.Counts,
          database::timingStates(Unit).Count,
          Unit.Counts - Times.First,
          Times.Functions - Times.First,
          database::timeEdges(Unit, Filter)};
}

Expected<Instrumented> UnitInstrumenter::instrument() {
  Expected<database::Database *> Into = Database.get();
  if (!Into)
    return Into.takeError();
  Instrumented Result;
  Result.Unit = describe();
  Plan = planUnit(Found, Options.Chosen);
  addRows(Found, Plan, Options.Chosen, Result.Unit);
  database::assignCounts(Result.Unit);
  readFiles(S, Result.Unit);
  if (Error E = (*Into)->reserve(Result.Unit))
    return E;
  InsertedText Inserted =
      insertProbes(S, Found, Plan, Result.Unit, Options.Preamble,
                   recordOf(Result.Unit, (*Into)->identity(),
                            Options.NamesRecord, Options.Filter));
  Result.Text = std::move(Inserted.Text);
  Result.Changed = std::move(Inserted.Changed);
  Result.IsRuntime = Found.IsRuntime;
  return Result;
}

Error UnitInstrumenter::store(database::Unit &Unit) {
  Expected<database::Database *> Into = Database.get();
  return Into ? (*Into)->store(Unit) : Into.takeError();
}

void UnitInstrumenter::doNotInstrument(uint32_t Function, StringRef Reason) {
  ipoint::doNotInstrument(Found.Functions[Function], Reason.str());
}

void UnitInstrumenter::instrumentNothing(StringRef Reason) {
  Found.NotParsed = Reason;
  for (uint32_t I = 0; I != Found.Functions.size(); ++I)
    doNotInstrument(I, Reason);
}

/// `# 12 "file" flags`, as preprocessors write it.
static bool isLineMarker(StringRef Line) {
  return Line.consume_front("# ") && !Line.empty() && isDigit(Line.front());
}

std::string withoutLineMarkers(StringRef Text) {
  std::string Result;
  Result.reserve(Text.size());
  while (!Text.empty()) {
    size_t End = std::min(Text.find('\n'), Text.size() - 1) + 1;
    StringRef Line = Text.take_front(End);
    Result += isLineMarker(Line) ? StringRef("\n") : Line;
    Text = Text.drop_front(End);
  }
  return Result;
}

StringRef firstError(StringRef Messages) {
  size_t At = Messages.find(" error: ");
  if (At == StringRef::npos)
    return Messages.trim().split('\n').first;
  return Messages.drop_front(At + 1).split('\n').first;
}

namespace {

struct CompilerError {
  unsigned Line = 0;
  unsigned Column = 0;
  StringRef Message;
};

/// `FILE:LINE:COLUMN: error: …`, as gcc and clang write it.
std::optional<CompilerError> parseError(StringRef Line, StringRef File) {
  CompilerError Result;
  StringRef Rest = Line;
  if (!Rest.consume_front(File) || !Rest.consume_front(":") ||
      Rest.consumeInteger(10, Result.Line) || !Rest.consume_front(":"))
    return std::nullopt;
  if (!Rest.consumeInteger(10, Result.Column))
    Rest.consume_front(":");
  size_t At = Rest.find("error: ");
  if (At == StringRef::npos || At > strlen(" fatal "))
    return std::nullopt;
  Result.Message = Rest.drop_front(At);
  return Result;
}

} // namespace

std::vector<Refusal> refusalsIn(StringRef Messages, StringRef File,
                                const Instrumented &Result) {
  std::vector<size_t> Lines = {0};
  for (auto [I, C] : enumerate(Result.Text))
    if (C == '\n')
      Lines.push_back(I + 1);
  // Blanked markers have no columns, but they hold no errors either.
  std::vector<Refusal> Refused;
  SmallVector<StringRef> Said;
  Messages.split(Said, '\n');
  for (StringRef Line : Said) {
    std::optional<CompilerError> Error = parseError(Line, File);
    if (!Error || Error->Line == 0 || Error->Line > Lines.size())
      continue;
    size_t Offset = Lines[Error->Line - 1] + std::max(Error->Column, 1u) - 1;
    auto Changed = find_if(Result.Changed, [&](TextRange Range) {
      return Offset >= Range.Begin && Offset < Range.End;
    });
    if (Changed == Result.Changed.end())
      continue;
    uint32_t Function = Changed - Result.Changed.begin();
    if (none_of(Refused,
                [&](const Refusal &R) { return R.Function == Function; }))
      Refused.push_back({Function, Error->Message.str()});
  }
  return Refused;
}

} // namespace ipoint
