//===- Streams.h - The streams of a trace, opened -------------------------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef IPOINT_EXPORT_STREAMS_H
#define IPOINT_EXPORT_STREAMS_H

#include "trace/StreamReader.h"
#include "trace/Trace.h"
#include <optional>

namespace ipoint::exporting {

/// A stream file, and the first of its packets.
struct OpenedStream {
  std::unique_ptr<trace::ByteSource> Source;
  std::optional<trace::Packet> First; ///< none where there is no packet
};

/// Errors name the file.
llvm::Expected<OpenedStream> openStream(const trace::Trace &Trace,
                                        llvm::StringRef File);

/// The time of the first packet of all, ticks of the clock.
llvm::Expected<uint64_t> firstTime(llvm::ArrayRef<trace::Trace> Traces);

} // namespace ipoint::exporting

#endif // IPOINT_EXPORT_STREAMS_H
