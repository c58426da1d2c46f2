//===- ByteSource.cpp - Where the bytes of a stream come from -------------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ByteSource.h"
#include "llvm/Support/FileSystem.h"

using namespace llvm;

namespace ipoint::trace {

ByteSource::~ByteSource() = default;

namespace {

class FileSource : public ByteSource {
public:
  FileSource(sys::fs::file_t File, uint64_t Size) : File(File) {
    this->Size = Size;
  }
  ~FileSource() override { (void)sys::fs::closeFile(File); }

  size_t read(uint64_t Offset, MutableArrayRef<char> Buffer) override {
    size_t Done = 0;
    while (Done < Buffer.size()) {
      Expected<size_t> Count = sys::fs::readNativeFileSlice(
          File, Buffer.drop_front(Done), Offset + Done);
      if (!Count) {
        // What can't be read is not there: the caller reports a cut stream.
        consumeError(Count.takeError());
        break;
      }
      if (*Count == 0)
        break;
      Done += *Count;
    }
    return Done;
  }

private:
  sys::fs::file_t File;
};

} // namespace

Expected<std::unique_ptr<ByteSource>> ByteSource::open(StringRef Path) {
  auto Fail = [&](std::error_code Code) {
    return createStringError(Code, Path +
                                       ": cannot be read: " + Code.message() +
                                       "; check its permissions");
  };
  Expected<sys::fs::file_t> File = sys::fs::openNativeFileForRead(Path);
  if (!File)
    return Fail(errorToErrorCode(File.takeError()));
  sys::fs::file_status Status;
  if (std::error_code Code = sys::fs::status(*File, Status)) {
    (void)sys::fs::closeFile(*File);
    return Fail(Code);
  }
  return std::make_unique<FileSource>(*File, Status.getSize());
}

} // namespace ipoint::trace
