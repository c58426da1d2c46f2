//===- ByteSource.h - Where the bytes of a stream come from ---------------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Streams are read in pieces, not mapped: a file that shrinks while it is read
// is then damage in the trace and not a SIGBUS, and resident memory does not
// grow with the trace.
//
//===----------------------------------------------------------------------===//

#ifndef IPOINT_TRACE_BYTESOURCE_H
#define IPOINT_TRACE_BYTESOURCE_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <cstdint>
#include <memory>

namespace ipoint::trace {

class ByteSource {
public:
  virtual ~ByteSource();

  /// Opens the file \p Path. Errors name it.
  static llvm::Expected<std::unique_ptr<ByteSource>> open(llvm::StringRef Path);

  /// In bytes, as it was when the source was opened.
  uint64_t size() const { return Size; }

  /// Fills \p Buffer with what begins at \p Offset. Returns the number of bytes
  /// that are there, which is less than asked for only at the end and where the
  /// file cannot be read.
  virtual size_t read(uint64_t Offset, llvm::MutableArrayRef<char> Buffer) = 0;

protected:
  uint64_t Size = 0;
};

} // namespace ipoint::trace

#endif // IPOINT_TRACE_BYTESOURCE_H
