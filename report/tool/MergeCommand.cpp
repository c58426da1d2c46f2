//===- MergeCommand.cpp - ipoint-report merge -----------------------------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Inputs.h"
#include "Options.h"
#include "database/Input.h"
#include "profile/Cells.h"
#include "profile/Labels.h"
#include "profile/Rows.h"
#include "profile/Sum.h"
#include "support/Errors.h"
#include "support/Threads.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/xxhash.h"
#include <condition_variable>
#include <ctime>
#include <mutex>
#include <numeric>
#include <set>

using namespace llvm;

namespace ipoint::report {

static cl::SubCommand Merge("merge", "add profiles of runs");

static Positional Profiles("PROFILE...", cl::sub(Merge));
static Value MergeOutput("o", "OUT",
                         "where to write (default: the file ipoint-profile; "
                         "--by: the folder ipoint-profiles)",
                         cl::sub(Merge));
static Value FromRows("from-rows", "FOLDER",
                      "in place of profiles: tables of 'export --to=rows', "
                      "added by SQL (docs/rows.md)",
                      cl::sub(Merge));
static List MergeLabels("label", "KEY=VALUE",
                        "what all runs are called, such as board=7, in place "
                        "of what they have; may be repeated",
                        cl::sub(Merge));
static Value
    GroupBy("by", "KEY[,KEY]",
            "write a profile for each value of these labels, into a folder",
            cl::sub(Merge));
static Value Across("across", "KEY",
                    "keep figures of functions for each value of this label, "
                    "which reports show beside each other (default: board)",
                    cl::sub(Merge));
static Flag KeepGoing("keep-going",
                      "reject inputs that are damaged or do not fit, with the "
                      "reason, and add the others; exit status 1 then",
                      cl::sub(Merge));
static Flag SkipDoubled("skip-doubled",
                        "pass over inputs whose runs were all added before",
                        cl::sub(Merge));
static Value MergeJobs("j", "N",
                       "threads that read profiles at the same time (default: "
                       "one for each CPU)",
                       cl::sub(Merge), cl::Prefix);

/// Adds the files that the list \p Text names, one a line.
static void addListed(StringRef Text, std::vector<std::string> &To) {
  while (!Text.empty()) {
    auto [Line, Rest] = Text.split('\n');
    Line.consume_back("\r");
    if (!Line.empty())
      To.push_back(Line.str());
    Text = Rest;
  }
}

/// Adds the profiles below the folder \p Path, in the order of their names.
static Error addFolder(const std::string &Path, std::vector<std::string> &To) {
  std::vector<std::string> Found;
  std::error_code Code;
  for (sys::fs::recursive_directory_iterator It(Path, Code), End;
       It != End && !Code; It.increment(Code))
    if (profile::isProfile(It->path()))
      Found.push_back(It->path());
  if (Code)
    return errorAt(Path, "cannot be read: " + Code.message());
  if (Found.empty())
    return errorAt(Path, "no profile is in this folder; reduce a trace with "
                         "'ipoint-report profile " +
                             Path + " -o FILE'");
  sort(Found);
  append_range(To, Found);
  return Error::success();
}

/// What was named: files, folders of them, and lists.
static Expected<std::vector<std::string>> inputs() {
  std::vector<std::string> Result;
  for (const std::string &Named : Profiles) {
    StringRef List = Named;
    if (Named == "-" || List.consume_front("@")) {
      auto Buffer = readInput(List);
      if (!Buffer)
        return errorAt(List, toString(Buffer.takeError()));
      addListed((*Buffer)->getBuffer(), Result);
    } else if (sys::fs::is_directory(Named)) {
      if (Error E = addFolder(Named, Result))
        return E;
    } else {
      Result.push_back(Named);
    }
  }
  if (Result.empty())
    return wrong("name the profiles to add; see 'ipoint-report merge --help'");
  return Result;
}

namespace {

/// Reads profiles at the same time, and adds them one after the other, in their
/// order: one thread adds what is there, while others read on.
class Merger {
public:
  Merger(ArrayRef<std::string> Paths, std::vector<std::string> Keys)
      : Paths(Paths), Keys(std::move(Keys)) {}

  Error run(size_t Threads);
  /// Writes the sum, or one for each group.
  Error write(ArrayRef<std::string> Labels, const std::string &To);
  size_t setAside() const { return Aside.size(); }

private:
  using Lockable = std::unique_lock<std::mutex>;
  void addWaiting(Lockable &Guard, trace::Progress *Watch);
  /// \returns what ends it.
  std::string take(const std::string &Path, Expected<profile::Content> Read);
  Error add(profile::Content From, const std::string &Path);
  Expected<std::string> groupOf(const profile::Content &From,
                                StringRef Path) const;
  void warnOfFuture(const profile::Content &From, StringRef Path);

  ArrayRef<std::string> Paths;
  std::vector<uint64_t> Sizes; ///< bytes, by Paths
  const std::vector<std::string> Keys;
  std::map<std::string, profile::Sum> Sums; ///< by group
  std::set<std::string> Runs;
  /// Functions that were met, by id.
  std::map<uint64_t, std::pair<profile::FunctionName, profile::Function>> Met;
  std::set<uint64_t> Builds;
  std::shared_ptr<const DenseSet<uint64_t>> Known =
      std::make_shared<DenseSet<uint64_t>>();
  std::vector<std::pair<std::string, std::string>> Aside; ///< path and reason
  size_t FromFuture = 0;
  std::mutex Lock;              ///< of Known and what follows
  std::condition_variable Room; ///< among those that wait
  std::string Failed;           ///< what ends it; empty: nothing
  std::map<size_t, Expected<profile::Content>> Waiting; ///< by input
  size_t Next = 0;       ///< the input that is to be added
  bool IsAdding = false; ///< it is being added
};

} // namespace

Error Merger::run(size_t Threads) {
  ReadingLine Line([](unsigned) { return std::string("adding profiles"); });
  trace::Progress *Watch = Line.progress();
  Sizes.resize(Paths.size());
  for (auto [Path, Size] : zip_equal(Paths, Sizes))
    if (sys::fs::file_size(Path, Size))
      Size = 0; // reading it says why
  if (Watch)
    Watch->startPass(std::accumulate(Sizes.begin(), Sizes.end(), uint64_t(0)));
  analysis::atTheSameTime(
      Paths.size(),
      [&](size_t Index) {
        std::shared_ptr<const DenseSet<uint64_t>> Seen;
        {
          std::lock_guard<std::mutex> Guard(Lock);
          if (!Failed.empty())
            return;
          Seen = Known;
        }
        auto Read =
            profile::readContent(Paths[Index], *Seen, /*IsWhole=*/false);
        Lockable Guard(Lock);
        Waiting.try_emplace(Index, std::move(Read));
        addWaiting(Guard, Watch);
        // The thread that reads the next input to be added does not wait.
        Room.wait(Guard, [&] {
          return Waiting.size() < 2 * Threads || !Failed.empty();
        });
      },
      Threads);
  for (auto &[Index, Read] : Waiting)
    consumeError(Read.takeError());
  if (FromFuture > 1)
    warn(Twine(FromFuture) + " runs are dated in the future");
  return Failed.empty() ? Error::success() : wrong(Failed);
}

void Merger::addWaiting(Lockable &Guard, trace::Progress *Watch) {
  while (!IsAdding && Failed.empty() && !Waiting.empty() &&
         Waiting.begin()->first == Next) {
    auto First = Waiting.extract(Waiting.begin());
    IsAdding = true;
    Guard.unlock();
    std::string Why = take(Paths[Next], std::move(First.mapped()));
    if (Watch)
      Watch->add(Sizes[Next]);
    Guard.lock();
    IsAdding = false;
    ++Next;
    Failed = std::move(Why);
    Room.notify_all();
  }
}

std::string Merger::take(const std::string &Path,
                         Expected<profile::Content> Read) {
  Error E = Read ? add(std::move(*Read), Path) : Read.takeError();
  if (!E)
    return "";
  std::string Why = toString(std::move(E));
  if (!KeepGoing)
    return Why;
  warn("rejected: " + Why);
  StringRef Reason = Why;
  Reason.consume_front(Path + ": ");
  Aside.push_back({Path, Reason.str()});
  return "";
}

Expected<std::string> Merger::groupOf(const profile::Content &From,
                                      StringRef Path) const {
  std::optional<std::string> Group;
  for (const auto &[Id, R] : From.Runs) {
    const profile::Labels &Of = R.Called;
    std::string Name;
    for (const std::string &Key : Keys) {
      Name += Name.empty() ? "" : ",";
      auto It = Of.find(Key);
      Name += It == Of.end() ? "without-" + Key : Key + "=" + It->second;
    }
    if (Group.value_or(Name) != Name)
      return errorAt(Path, "its runs are of several groups, whose sums cannot "
                           "be taken apart: " +
                               *Group + " and " + Name);
    Group = Name;
  }
  return Group.value_or("");
}

void Merger::warnOfFuture(const profile::Content &From, StringRef Path) {
  constexpr time_t Day = 24 * 60 * 60; // clocks of boards differ
  const std::string Limit = dateOf(time(nullptr) + Day);
  for (const auto &[Id, R] : From.Runs) {
    auto It = R.Called.find("date");
    if (It != R.Called.end() && It->second > Limit && FromFuture++ == 0)
      warn(Path + ": its run " + R.Path + " is dated in the future, " +
           It->second);
  }
}

Error Merger::add(profile::Content From, const std::string &Path) {
  auto IsHere = [&](const auto &R) { return Runs.count(R.first) != 0; };
  if (SkipDoubled && all_of(From.Runs, IsHere))
    return Error::success();
  Expected<std::string> Group = groupOf(From, Path);
  if (!Group)
    return Group.takeError();
  bool HasNew = false;
  for (auto &[Id, Named] : From.New)
    HasNew |= Met.try_emplace(Id, Named).second;
  for (const auto &[Units, List] : From.UnitLists)
    HasNew |= Builds.insert(profile::idOfBuild(Units)).second;
  profile::Sum &To = Sums.try_emplace(*Group, Across.getValue()).first->second;
  for (uint64_t Id : From.Counted.Ids)
    if (!To.known().contains(Id) && !From.New.count(Id))
      From.New[Id] = Met.at(Id);
  warnOfFuture(From, Path);
  std::vector<std::string> Ids;
  Ids.reserve(From.Runs.size());
  for (const auto &[Id, R] : From.Runs)
    Ids.push_back(Id);
  if (Error E = To.add(std::move(From), Path))
    return E;
  Runs.insert(Ids.begin(), Ids.end());
  if (HasNew) {
    auto More = std::make_shared<DenseSet<uint64_t>>();
    for (const auto &[Id, Named] : Met)
      More->insert(Id);
    More->insert(Builds.begin(), Builds.end());
    std::lock_guard<std::mutex> Guard(Lock);
    Known = More;
  }
  return Error::success();
}

/// \p Group as the name of a file.
static std::string safeName(StringRef Group) {
  constexpr size_t Longest = 100;
  std::string Result;
  for (char C : Group)
    if (isAlnum(C) || StringRef("=,._-").contains(C))
      Result += C;
    else
      Result += "%" + utohexstr(uint8_t(C), false, 2);
  if (Result.size() > Longest)
    Result = Result.substr(0, Longest) + "-" + utohexstr(xxh3_64bits(Group));
  return Result + ".profile";
}

Error Merger::write(ArrayRef<std::string> Labels, const std::string &To) {
  erase_if(Sums, [](const auto &S) { return S.second.empty(); });
  if (Sums.empty())
    return wrong("no profile could be added: all " + Twine(Aside.size()) +
                 " were rejected");
  if (!Keys.empty())
    if (std::error_code Code = sys::fs::create_directories(To))
      return errorAt(To, "cannot be made: " + Code.message());
  for (auto &[Group, Sum] : Sums) {
    // Which group an input that cannot be read is of is not known.
    for (const auto &[Path, Reason] : Aside)
      Sum.setAside(Path, Reason);
    if (Error E = Sum.setLabels(Labels))
      return E;
    SmallString<256> Path(To);
    if (!Keys.empty())
      sys::path::append(Path, safeName(Group));
    if (Error E = Sum.write(Path))
      return E;
  }
  return Error::success();
}

static Error readKeys(std::vector<std::string> &Keys) {
  SmallVector<StringRef> Named;
  StringRef(GroupBy.getValue()).split(Named, ',');
  for (StringRef Key : Named)
    Keys.push_back(Key.str());
  Keys.resize(GroupBy.given() ? Keys.size() : 0);
  std::vector<std::string> All = Keys;
  if (Across.given())
    All.push_back(Across.getValue());
  for (const std::string &Key : All)
    if (!profile::isKey(Key))
      return wrong("'" + Key + "' is no key of a label, such as board");
  return Error::success();
}

static Error mergeRows(ArrayRef<std::string> Labels, const std::string &To) {
  if (GroupBy.given() || Across.given() || KeepGoing || SkipDoubled)
    return wrong("--from-rows has one sum: no --by, --across, --keep-going and "
                 "--skip-doubled beside it");
  const std::string &Folder = FromRows.getValue();
  Expected<profile::Profile> P = profile::readRows(Folder);
  if (!P)
    return P.takeError();
  profile::Sum All;
  if (Error E = All.add(std::move(*P), Folder))
    return E;
  if (Error E = All.setLabels(Labels))
    return E;
  return All.write(To);
}

Expected<bool> runMerge(ArrayRef<const char *> Arguments) {
  if (Error E = parse(Arguments, "Adds profiles.\n"))
    return E;
  std::vector<std::string> Keys, Labels(MergeLabels.begin(), MergeLabels.end());
  if (Error E = readKeys(Keys))
    return E;
  for (const std::string &Text : Labels)
    if (Error E = profile::parseLabel(Text).takeError())
      return E;
  std::string To = MergeOutput.given() ? MergeOutput.getValue()
                   : Keys.empty()      ? "ipoint-profile"
                                       : "ipoint-profiles";
  if (To.empty())
    return wrong("-o needs the name of a file");
  if (FromRows.given() && !Profiles.empty())
    return wrong("--from-rows names the tables: no profiles beside it");
  if (FromRows.given()) {
    if (Error E = mergeRows(Labels, To))
      return E;
    return true;
  }
  unsigned Jobs = 0;
  if (Error E = MergeJobs.read(Jobs))
    return E;
  Expected<std::vector<std::string>> Paths = inputs();
  if (!Paths)
    return Paths.takeError();
  Merger All(*Paths, std::move(Keys));
  if (Error E = All.run(analysis::threadsOf(Jobs)))
    return E;
  if (Error E = All.write(Labels, To))
    return E;
  return All.setAside() == 0;
}

} // namespace ipoint::report
