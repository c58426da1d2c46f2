//===- StreamPass.cpp - Streams through a Rebuilder, several at once ------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "StreamPass.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/ThreadPool.h"
#include <numeric>

using namespace llvm;

namespace ipoint::analysis {

Expected<std::unique_ptr<trace::SwitchReader>>
openSwitches(const trace::Trace &T, StringRef File,
             trace::DamageList &Damages) {
  for (const std::string &Path : T.Switches) {
    StringRef Thread = sys::path::filename(Path);
    StringRef Name = sys::path::filename(File);
    Thread.consume_back("-switches");
    if (!Name.consume_front(Thread) || !(Name.empty() || Name.starts_with("-")))
      continue;
    Expected<std::unique_ptr<trace::ByteSource>> Source =
        trace::ByteSource::open(Path);
    if (!Source)
      return Source.takeError();
    return std::make_unique<trace::SwitchReader>(std::move(*Source), Path,
                                                 T.Meta.Uuid, Damages);
  }
  return nullptr;
}

std::vector<StreamFile> streamsOf(ArrayRef<trace::Trace> Traces) {
  std::vector<uint64_t> Sizes;
  for (const trace::Trace &T : Traces)
    for (const std::string &File : T.Streams) {
      Sizes.push_back(0);
      (void)sys::fs::file_size(File, Sizes.back()); // told when it is read
    }
  // By the bytes of the files, so that it does not depend on the shares.
  uint64_t All = std::accumulate(Sizes.begin(), Sizes.end(), uint64_t(0));
  uint64_t Before = 0;
  std::vector<StreamFile> Result;
  for (const trace::Trace &T : Traces)
    for (const std::string &File : T.Streams) {
      uint64_t Size = Sizes[Result.size()];
      Result.push_back(
          {&T, File, Size,
           SliceClock(All / sizeof(uint64_t), Before / sizeof(uint64_t))});
      Before += Size;
    }
  return Result;
}

size_t threadsOf(unsigned Jobs) {
  return Jobs ? Jobs : hardware_concurrency().compute_thread_count();
}

std::vector<ArrayRef<StreamFile>> divide(ArrayRef<StreamFile> Files,
                                         unsigned Jobs) {
  size_t Most = std::clamp<size_t>(threadsOf(Jobs), 1, Files.size() + 1);
  std::vector<uint64_t> Ends; // bytes up to the end of each file
  uint64_t All = 0;
  for (const StreamFile &File : Files)
    Ends.push_back(All += File.Size);
  std::vector<ArrayRef<StreamFile>> Result;
  size_t Begin = 0;
  for (size_t Number = 1; Number <= Most; ++Number) {
    double Wanted = double(All) * double(Number) / double(Most);
    size_t End = Begin;
    // A file belongs where its greater part lies.
    while (
        End < Files.size() &&
        (Number == Most ||
         0.5 * (double(Ends[End]) + double(End ? Ends[End - 1] : 0)) <= Wanted))
      ++End;
    if (End == Begin && !(Result.empty() && Number == Most))
      continue;
    Result.push_back(Files.slice(Begin, End - Begin));
    Begin = End;
  }
  return Result;
}

void atTheSameTime(size_t Count, function_ref<void(size_t)> Work) {
  if (Count == 1)
    return Work(0);
  ThreadPoolStrategy Strategy = hardware_concurrency();
  Strategy.ThreadsRequested = static_cast<unsigned>(Count);
  DefaultThreadPool Pool(Strategy);
  for (size_t Number = 0; Number < Count; ++Number)
    Pool.async([Work, Number] { Work(Number); });
  Pool.wait();
}

} // namespace ipoint::analysis
