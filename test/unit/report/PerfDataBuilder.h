//===- PerfDataBuilder.h - perf.data, byte by byte ------------------------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef IPOINT_UNIT_PERFDATABUILDER_H
#define IPOINT_UNIT_PERFDATABUILDER_H

#include "llvm/ADT/StringRef.h"
#include <cstdint>
#include <string>

/// A file with one event: cpu-clock every million ns, user space only, whose
/// samples have address, process, time and period.
class PerfDataBuilder {
public:
  static constexpr uint64_t SampleType = 1 | 2 | 4 | 256;
  static constexpr size_t AttrsAt = 104, DataAt = AttrsAt + 144;
  static constexpr uint16_t User = 2, Kernel = 1;

  void sample(uint64_t Time, uint32_t Process, uint64_t Address,
              uint64_t Period = 1000000, uint16_t Mode = User) {
    record(9, Mode,
           quad(Address) + word(Process) + word(Process) + quad(Time) +
               quad(Period));
  }
  /// \p Build of 20 bytes, or empty.
  void map(uint64_t Time, uint32_t Process, uint64_t Start, uint64_t Length,
           uint64_t Offset, llvm::StringRef File, llvm::StringRef Build = "",
           uint32_t Protection = 5) {
    std::string Inode = Build.empty()
                            ? std::string(24, '\0')
                            : std::string("\x14\0\0\0", 4) + Build.str();
    record(10, Build.empty() ? User : uint16_t(User | 1 << 14),
           word(Process) + word(Process) + quad(Start) + quad(Length) +
               quad(Offset) + Inode + word(Protection) + word(2) + name(File) +
               id(Process, Time));
  }
  void oldMap(uint64_t Time, uint32_t Process, uint64_t Start, uint64_t Length,
              uint64_t Offset, llvm::StringRef File) {
    record(1, User,
           word(Process) + word(Process) + quad(Start) + quad(Length) +
               quad(Offset) + name(File) + id(Process, Time));
  }
  void exec(uint64_t Time, uint32_t Process) {
    record(3, 1 << 13,
           word(Process) + word(Process) + name("x") + id(Process, Time));
  }
  void fork(uint64_t Time, uint32_t Process, uint32_t Parent) {
    record(7, 0,
           word(Process) + word(Parent) + word(Process) + word(Parent) +
               quad(Time) + id(Process, Time));
  }
  void lost(uint64_t Count) { record(2, 0, quad(0) + quad(Count) + id(0, 1)); }
  void throttle() { record(5, 0, quad(0) + quad(0) + quad(0) + id(0, 1)); }
  void record(uint32_t Type, uint16_t Misc, const std::string &Rest) {
    Records += word(Type) + half(Misc) +
               half(static_cast<uint16_t>(Rest.size() + 8)) + Rest;
  }

  std::string file() const {
    std::string Attr = word(1) + word(128) + quad(0) + quad(1000000) +
                       quad(SampleType) + quad(0) + quad(1 << 5 | 1 << 18);
    Attr.resize(128);
    std::string Result = "PERFILE2" + quad(104) + quad(144) + quad(AttrsAt) +
                         quad(144) + quad(DataAt) + quad(Records.size());
    Result.resize(AttrsAt);
    return Result + Attr + quad(0) + quad(0) + Records;
  }

  static std::string half(uint16_t V) { return bytes(V, 2); }
  static std::string word(uint32_t V) { return bytes(V, 4); }
  static std::string quad(uint64_t V) { return bytes(V, 8); }
  static std::string name(llvm::StringRef Text) {
    std::string Result = Text.str();
    Result.resize((Text.size() / 8 + 1) * 8);
    return Result;
  }
  static std::string id(uint32_t Process, uint64_t Time) {
    return word(Process) + word(Process) + quad(Time);
  }

  std::string Records;

private:
  static std::string bytes(uint64_t V, unsigned Count) {
    std::string Result;
    for (unsigned I = 0; I < Count; ++I)
      Result += static_cast<char>(V >> 8 * I & 0xff);
    return Result;
  }
};

#endif // IPOINT_UNIT_PERFDATABUILDER_H
