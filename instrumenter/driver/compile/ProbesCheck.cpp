//===- ProbesCheck.cpp - Are there functions for the probes to call? ------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "driver/compile/LinkCheck.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Object/Archive.h"
#include "llvm/Object/ObjectFile.h"

using namespace llvm;
using namespace llvm::object;

namespace ipoint {

namespace {

/// The functions that probes call (ipoint/probe.h), by whether a file defines
/// them or calls them.
struct ProbeSymbols {
  void read(const Binary &File);

  StringSet<> Defined;
  std::vector<std::string> Called; ///< in the order in which they were read
};

} // namespace

void ProbeSymbols::read(const Binary &File) {
  if (const auto *Members = dyn_cast<Archive>(&File)) {
    Error Iteration = Error::success();
    for (const Archive::Child &Child : Members->children(Iteration)) {
      Expected<std::unique_ptr<Binary>> Member = Child.getAsBinary();
      if (Member)
        read(**Member);
      else
        consumeError(Member.takeError());
    }
    return consumeError(std::move(Iteration));
  }
  const auto *Object = dyn_cast<ObjectFile>(&File);
  if (!Object)
    return;
  for (const SymbolRef &Symbol : Object->symbols()) {
    Expected<StringRef> Name = Symbol.getName();
    Expected<uint32_t> Flags = Symbol.getFlags();
    if (Name && Flags && Name->starts_with("ipoint_")) {
      if (*Flags & SymbolRef::SF_Undefined)
        Called.push_back(Name->str());
      else
        Defined.insert(*Name);
    }
    consumeError(Name.takeError());
    consumeError(Flags.takeError());
  }
}

std::string missingProbe(const CompilerCommand &Command,
                         ScratchFolder &Scratch) {
  ProbeSymbols Symbols;
  for (const LinkedFile &File : linkedFiles(Command, Scratch)) {
    Expected<OwningBinary<Binary>> Opened = createBinary(File.Path);
    if (Opened)
      Symbols.read(*Opened->getBinary());
    else
      consumeError(Opened.takeError());
  }
  auto It = find_if(Symbols.Called, [&](const std::string &Name) {
    return !Symbols.Defined.contains(Name);
  });
  return It == Symbols.Called.end() ? "" : *It;
}

} // namespace ipoint
