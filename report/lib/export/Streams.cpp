//===- Streams.cpp - The streams of a trace, opened -----------------------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Streams.h"

using namespace llvm;

namespace ipoint::exporting {

Expected<OpenedStream> openStream(const trace::Trace &Trace, StringRef File) {
  auto Source = trace::ByteSource::open(File);
  if (!Source)
    return Source.takeError();
  OpenedStream Result = {std::move(*Source), std::nullopt};
  trace::DamageList Damages; // reports list them
  trace::PacketReader Reader(*Result.Source, File.str(), Trace.Meta.Uuid,
                             Damages);
  if (trace::Packet P; Reader.next(P))
    Result.First = P;
  return Result;
}

Expected<uint64_t> firstTime(ArrayRef<trace::Trace> Traces) {
  uint64_t First = UINT64_MAX;
  for (const trace::Trace &T : Traces)
    for (const std::string &File : T.Streams) {
      Expected<OpenedStream> Stream = openStream(T, File);
      if (!Stream)
        return Stream.takeError();
      if (Stream->First)
        First = std::min(First, Stream->First->Begin);
    }
  return First;
}

} // namespace ipoint::exporting
