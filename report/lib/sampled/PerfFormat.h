//===- PerfFormat.h - Numbers of perf.data --------------------------------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// As in linux/perf_event.h and tools/perf/util/header.h. They are written down
// here because the file may be read where there is no Linux, or an older one.
//
//===----------------------------------------------------------------------===//

#ifndef IPOINT_SAMPLED_PERFFORMAT_H
#define IPOINT_SAMPLED_PERFFORMAT_H

#include <cstdint>

namespace ipoint::estimate::perf {

inline constexpr uint64_t HeaderSize = 104;
/// Where things lie in the header.
inline constexpr uint64_t HeaderSizeAt = 8, AttrSizeAt = 16, AttrsAt = 24,
                          DataAt = 40, FeaturesAt = 72;
inline constexpr unsigned FeatureWords = 4;
inline constexpr unsigned FeatureBuildIds = 2;

/// In perf_event_attr.
inline constexpr uint64_t AttrTypeAt = 0, AttrConfigAt = 8, AttrPeriodAt = 16,
                          AttrSampleTypeAt = 24, AttrFlagsAt = 40;
inline constexpr uint64_t LeastAttr = 64; ///< PERF_ATTR_SIZE_VER0
inline constexpr uint64_t FlagExcludeKernel = 1 << 5, FlagFrequency = 1 << 10,
                          FlagSampleIdAll = 1 << 18;
inline constexpr uint32_t TypeSoftware = 1;
inline constexpr uint64_t CpuClock = 0, TaskClock = 1, Dummy = 9;

/// perf_event_attr::sample_type.
enum SampleType : uint64_t {
  SampleIp = 1 << 0,
  SampleTid = 1 << 1,
  SampleTime = 1 << 2,
  SampleAddr = 1 << 3,
  SampleId = 1 << 6,
  SampleCpu = 1 << 7,
  SamplePeriod = 1 << 8,
  SampleStreamId = 1 << 9,
  SampleIdentifier = 1 << 16
};

enum RecordType : uint32_t {
  Mmap = 1,
  Lost = 2,
  Comm = 3,
  Throttle = 5,
  Fork = 7,
  Sample = 9,
  Mmap2 = 10,
  LostSamples = 13,
  Auxtrace = 71,  ///< bytes that its header does not count follow it
  Compressed = 81 ///< these two hold records
};
inline constexpr uint32_t Compressed2 = 83;

/// perf_event_header::misc.
inline constexpr uint16_t CpuModeMask = 7, ModeKernel = 1, ModeUser = 2,
                          ModeHypervisor = 3;
inline constexpr uint16_t MiscMmapData = 1 << 13, MiscCommExec = 1 << 13,
                          MiscMmapBuildId = 1 << 14, MiscBuildIdSize = 1 << 15;
inline constexpr uint32_t ProtExec = 4;
inline constexpr unsigned BuildIdBytes = 20;

} // namespace ipoint::estimate::perf

#endif // IPOINT_SAMPLED_PERFFORMAT_H
