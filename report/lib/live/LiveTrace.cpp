//===- LiveTrace.cpp - A trace while it is written ------------------------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Live.h"
#include "budget/Judge.h"
#include "count/Collector.h"
#include "count/FirstPass.h"
#include "count/StreamPass.h"
#include "program/Units.h"
#include "support/Errors.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

using namespace llvm;
using namespace ipoint::analysis;

namespace ipoint::live {

Source::~Source() = default;

namespace {

/// Up to where a stream was read, and what is known there.
struct StreamAt {
  uint64_t Bytes = 0;
  uint64_t SizeBefore = 0; ///< of the file, when it was looked at last
  std::shared_ptr<const PartBegin> Begin;
};

/// What belongs to one set of units: ids mean something else to another one.
struct Reading {
  Reading(database::Program P, std::vector<bool> Chosen)
      : Program(std::move(P)), Chosen(std::move(Chosen)),
        Symbols(Program, this->Chosen), All(make()) {}

  std::unique_ptr<Collector> make() const {
    return std::make_unique<Collector>(Symbols, ProbeOverhead());
  }

  database::Program Program;
  std::vector<bool> Chosen;
  SymbolTable Symbols;
  std::unique_ptr<Collector> All;     ///< of the streams
  std::unique_ptr<Collector> Counted; ///< null: nothing is counted
  std::map<std::string, StreamAt> Streams;
  uint64_t Records = 0;
};

class LiveTrace : public Source {
public:
  LiveTrace(std::string Path, FindDatabase Find,
            std::vector<budget::Budget> Budgets)
      : Path(std::move(Path)), Find(std::move(Find)),
        Budgets(std::move(Budgets)) {}

  Expected<Snapshot> look() override;

private:
  bool isWritten() const;
  void wantCounts() const;
  Error readStream(const trace::Trace &T, const std::string &File, bool Ended,
                   Collector &Into);
  Error read(const trace::Trace &T, bool Ended);
  Snapshot snapshot(const trace::Trace &T) const;
  void judge(const trace::Trace &T, Snapshot &To) const;

  std::string Path;
  FindDatabase Find;
  std::vector<budget::Budget> Budgets;
  std::vector<trace::UnitRecord> Units; ///< that Now is of
  std::unique_ptr<Reading> Now;         ///< null: no unit is known yet
  std::vector<std::string> Problems;
};

} // namespace

static SmallString<256> pathIn(StringRef Folder, StringRef Name) {
  SmallString<256> Result(Folder);
  sys::path::append(Result, Name);
  return Result;
}

/// Who writes it holds a lock.
bool LiveTrace::isWritten() const {
  int File = open(pathIn(Path, ".session").c_str(), O_RDONLY | O_CLOEXEC);
  if (File < 0)
    return false;
  bool IsLocked = flock(File, LOCK_SH | LOCK_NB) != 0;
  close(File);
  return IsLocked;
}

/// Has ipoint-run write counts for the next seconds.
void LiveTrace::wantCounts() const {
  int File = open(pathIn(Path, ".counts-wanted").c_str(),
                  O_WRONLY | O_CREAT | O_NOFOLLOW | O_CLOEXEC, 0600);
  if (File < 0)
    return;
  futimens(File, nullptr);
  close(File);
}

/// Where the last packet ends that is there as a whole.
static Expected<uint64_t> endOfPackets(const trace::Trace &T,
                                       const std::string &File) {
  trace::DamageList Cut;
  auto Source = trace::ByteSource::open(File);
  if (!Source)
    return Source.takeError();
  trace::PacketReader Packets(**Source, File, T.Meta.Uuid, Cut);
  uint64_t End = 0;
  for (trace::Packet P; Packets.next(P) && Cut.empty();)
    End = P.Offset + trace::PacketReader::HeaderSize +
          P.Records * sizeof(uint64_t);
  return End;
}

Error LiveTrace::readStream(const trace::Trace &T, const std::string &File,
                            bool Ended, Collector &Into) {
  StreamAt &At = Now->Streams[File];
  uint64_t Size = 0;
  if (sys::fs::file_size(File, Size) || Size == At.Bytes)
    return Error::success();
  uint64_t End = StreamPart::ToItsEnd;
  if (!Ended)
    if (Error E = endOfPackets(T, File).moveInto(End))
      return E;
  if (End <= At.Bytes)
    return Error::success();
  // A number at which none ends: slices are for intervals of figures.
  constexpr uint64_t Endless = uint64_t(1) << 60;
  StreamPart Part{&T, File, Size, SliceClock(Endless, 0)};
  Part.From = At.Bytes;
  Part.To = End;
  Part.Begin = At.Begin;
  trace::DamageList Damages;
  PassInput In{T, Now->Symbols};
  std::shared_ptr<PartBegin> Next;
  auto Note = [&](const trace::StreamSummary &Sum,
                  Rebuilder<Collector> &Events) {
    Now->Records += Sum.Timed + Sum.Untimed;
    StreamState Here = Events.state();
    Here.Handlers = nullptr; // of the file that is closed now
    uint64_t Last = Here.LastTime;
    Next = std::make_shared<PartBegin>(PartBegin{std::move(Here), Last, 0});
  };
  if (Error E = readInto(Part, In, Into, Damages, Note))
    return E;
  At.Bytes = Ended ? Size : End;
  At.Begin = std::move(Next);
  for (const trace::Damage &D : ArrayRef(Damages.items()).take_front(1))
    Problems.push_back(D.File + ": " + D.What);
  return Error::success();
}

Error LiveTrace::read(const trace::Trace &T, bool Ended) {
  std::unique_ptr<Collector> New = Now->make();
  for (const std::string &File : T.Streams)
    if (Error E = readStream(T, File, Ended, *New))
      return E;
  New->settle();
  Now->All->add(std::move(*New));
  if (T.Counts.empty())
    return Error::success();
  Now->Counted = Now->make();
  return addCounts(T, Now->Symbols, *Now->Counted);
}

namespace {

/// The times of a function, of records and of what was counted in place.
Moments momentsOf(const Distribution &A, const Distribution *B) {
  Moments M = A.raw().moments();
  if (B)
    M.merge(B->raw().moments());
  return M;
}

std::optional<TimeModel> timesOf(const Moments &M, const Distribution &D) {
  if (M.Count == 0)
    return std::nullopt;
  TimeModel T;
  T.Raw = D.raw().figures();
  T.Raw.Count = M.Count;
  T.Raw.Max = double(M.Max);
  T.Corrected = T.Raw;
  return T;
}

/// The self time of all calls of \p S, ticks. Windows have each visit of a
/// block with the same chance, but few calls that last as a whole.
double estimateOf(const FunctionSymbol &S, const Collector &Recorded,
                  const Collector *Counted) {
  double Sum = 0;
  for (uint32_t Block : S.Blocks) {
    const BlockStats &In = Recorded.Blocks[Block];
    const Moments M =
        momentsOf(In.Time, Counted ? &Counted->Blocks[Block].Time : nullptr);
    uint64_t Visits = (S.StoresSums && Counted ? 0 : In.Visits) +
                      (Counted ? Counted->Blocks[Block].Visits : 0);
    if (M.Count != 0)
      Sum += M.mean() * double(std::max(Visits, M.Count));
  }
  return Sum;
}

} // namespace

Snapshot LiveTrace::snapshot(const trace::Trace &T) const {
  Snapshot Result;
  Result.Program = sys::path::filename(T.Meta.text("program"));
  if (!Now)
    return Result;
  Result.Records = Now->Records;
  Result.Threads = count_if(T.Streams, [](const std::string &File) {
    return !trace::isOfHandlers(File);
  });
  Result.HasCounts = Now->Counted != nullptr;
  const double Ns = 1e9 / double(T.Meta.Frequency);
  for (auto [I, S] : enumerate(Now->Symbols.functions())) {
    const FunctionStats &Recorded = Now->All->Functions[I];
    const FunctionStats *Counted =
        Now->Counted ? &Now->Counted->Functions[I] : nullptr;
    FunctionNow F;
    // Windows have some calls of functions that store sums.
    F.Calls = (S.StoresSums && Counted ? 0 : Recorded.Calls) +
              (Counted ? Counted->Calls : 0);
    if (F.Calls == 0)
      continue;
    Moments Self = momentsOf(Recorded.Self, Counted ? &Counted->Self : nullptr);
    Moments Inclusive = momentsOf(Recorded.inclusive(),
                                  Counted ? &Counted->inclusive() : nullptr);
    F.Name = S.Name;
    F.File = S.File;
    F.Timed = Self.Count;
    F.SelfSum = double(Self.Sum) * Ns;
    F.SelfEstimate = Ns * estimateOf(S, *Now->All, Now->Counted.get());
    F.SelfMax = double(Self.Max) * Ns;
    F.InclusiveMax = double(Inclusive.Max) * Ns;
    Result.Functions.push_back(std::move(F));
  }
  judge(T, Result);
  return Result;
}

void LiveTrace::judge(const trace::Trace &T, Snapshot &To) const {
  const SymbolTable &Symbols = Now->Symbols;
  if (Budgets.empty() && Symbols.budgets().empty())
    return;
  ReportModel Report;
  Report.Clock.RateHz = T.Meta.Frequency;
  for (auto [I, S] : enumerate(Symbols.functions())) {
    const FunctionStats &Recorded = Now->All->Functions[I];
    FunctionModel &F = Report.Functions.emplace_back();
    F.Name = S.Name;
    F.File = S.File;
    F.Line = S.Line;
    F.Calls = Recorded.Calls;
    F.Status = Recorded.Calls ? FunctionStatus::Run : FunctionStatus::NeverRun;
    F.Self = timesOf(Recorded.Self.raw().moments(), Recorded.Self);
    F.Inclusive =
        timesOf(Recorded.inclusive().raw().moments(), Recorded.inclusive());
    for (uint32_t Block : S.Blocks) {
      const BlockStats &Stats = Now->All->Blocks[Block];
      BlockModel &B = F.Blocks.emplace_back();
      B.Name = Symbols.blocks()[Block].Name;
      B.Visits = Stats.Visits;
      B.Time = timesOf(Stats.Time.raw().moments(), Stats.Time);
    }
  }
  auto Add = [&](BudgetVerdict V) {
    if (V.State != BudgetState::NotJudged)
      To.Budgets.push_back(std::move(V));
  };
  for (const budget::Budget &B : Budgets)
    if (!B.needsCallPaths())
      for (BudgetVerdict &V : budget::judge(B, Report))
        Add(std::move(V));
  for (const BudgetSymbol &B : Symbols.budgets()) {
    Expected<budget::SourceBudget> Of = budget::parseMarker(B.Text);
    if (!Of || Of->Of.needsCallPaths()) {
      consumeError(Of.takeError()); // reports complain of it
      continue;
    }
    Expected<BudgetVerdict> V = budget::judgeMarker(
        {B.Function, B.Block == None ? "" : Symbols.blocks()[B.Block].Name,
         B.Line, B.Text},
        Report);
    if (V)
      Add(std::move(*V));
    else
      consumeError(V.takeError());
  }
}

Expected<Snapshot> LiveTrace::look() {
  const bool Ended = !isWritten();
  if (!Ended)
    wantCounts();
  else if (Now) // it may have been made again as ipoint-run removed it
    (void)sys::fs::remove(pathIn(Path, ".counts-wanted"));
  Expected<std::vector<trace::Trace>> Opened = trace::openTraces(Path);
  if (!Opened)
    return Opened.takeError();
  if (Opened->size() != 1)
    return errorAt(Path, "has several runs; name the folder of one");
  const trace::Trace &T = Opened->front();
  if (!T.Meta.Units.empty() && T.Meta.Units != Units) {
    Expected<database::Program> P = Find(T);
    if (!P)
      return P.takeError();
    Expected<std::vector<bool>> Chosen = checkUnits(T, *P);
    if (!Chosen)
      return Chosen.takeError();
    Now = std::make_unique<Reading>(std::move(*P), std::move(*Chosen));
    for (const trace::UnitRecord &U : T.Meta.Units)
      Now->Symbols.noteProbes(U.first(), U.count(), U.form());
    Units = T.Meta.Units;
  }
  if (Now)
    if (Error E = read(T, Ended))
      return E;
  Snapshot Result = snapshot(T);
  Result.HasEnded = Ended;
  Result.Problems = std::exchange(Problems, {});
  return Result;
}

std::unique_ptr<Source> watchTrace(std::string Path, FindDatabase Find,
                                   std::vector<budget::Budget> Budgets) {
  return std::make_unique<LiveTrace>(std::move(Path), std::move(Find),
                                     std::move(Budgets));
}

} // namespace ipoint::live
