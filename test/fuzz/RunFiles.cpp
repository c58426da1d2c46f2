//===- RunFiles.cpp - Runs a fuzzer's target on given files ---------------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *Data, size_t Size);

static bool run(const std::string &File) {
  ErrorOr<std::unique_ptr<MemoryBuffer>> Buffer = MemoryBuffer::getFile(File);
  if (!Buffer) {
    errs() << File << ": " << Buffer.getError().message() << '\n';
    return false;
  }
  LLVMFuzzerTestOneInput(
      reinterpret_cast<const uint8_t *>((*Buffer)->getBufferStart()),
      (*Buffer)->getBufferSize());
  return true;
}

int main(int Count, char **Arguments) {
  unsigned Files = 0;
  for (int I = 1; I < Count; ++I) {
    std::error_code Code;
    if (!sys::fs::is_directory(Arguments[I])) {
      if (!run(Arguments[I]))
        return 1;
      ++Files;
      continue;
    }
    for (sys::fs::directory_iterator It(Arguments[I], Code), End;
         It != End && !Code; It.increment(Code)) {
      if (!run(It->path()))
        return 1;
      ++Files;
    }
  }
  outs() << Files << " files\n";
  return Files ? 0 : 1;
}
