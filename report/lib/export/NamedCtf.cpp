//===- NamedCtf.cpp - A CTF trace whose ipoints have names ----------------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Export.h"
#include "output/Files.h"
#include "support/Errors.h"
#include "trace/StreamReader.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"

using namespace llvm;
using namespace ipoint::analysis;

namespace ipoint::exporting {

/// In the metadata the types of what events hold stand before this.
static constexpr StringLiteral FirstEvent = "\nevent {";
/// The field of events that gets names.
static constexpr StringLiteral Ipoint = "uint23_t ipoint;";

namespace {

/// How often each ipoint comes.
struct IdCounter {
  void timed(uint32_t Id, uint64_t) { ++Counts[Id]; }
  void untimed(uint32_t Id, uint64_t) { ++Counts[Id]; }
  void gap() {}
  std::vector<uint64_t> Counts = std::vector<uint64_t>(database::EndOfIds);
};

} // namespace

static Expected<std::vector<uint32_t>>
mostFrequent(const trace::Trace &T, const SymbolTable &Symbols, uint64_t Most) {
  IdCounter Counter;
  trace::DamageList Damages; // reports list them
  for (const std::string &File : T.Streams) {
    auto Stream = trace::StreamFile::open(T, File, Damages);
    if (!Stream)
      return Stream.takeError();
    (*Stream)->Records.read(Counter);
  }
  std::vector<uint32_t> Ids;
  for (uint32_t Id = database::FirstProgramId; Id < database::EndOfIds; ++Id)
    if (Counter.Counts[Id] && Symbols.site(Id))
      Ids.push_back(Id);
  stable_sort(Ids, [&](uint32_t A, uint32_t B) {
    return Counter.Counts[A] > Counter.Counts[B];
  });
  if (Ids.size() > Most)
    Ids.resize(Most);
  sort(Ids);
  return Ids;
}

/// \p Text between quotes in TSDL, which has C's escapes.
static std::string tsdlString(StringRef Text) {
  std::string Result = "\"";
  for (char C : Text) {
    if (C == '"' || C == '\\')
      Result += '\\';
    Result += static_cast<unsigned char>(C) < 0x20 ? '?' : C;
  }
  return Result + "\"";
}

/// The metadata \p Text with the type of ipoints as an enumeration.
static std::string nameIpoints(StringRef Text, ArrayRef<uint32_t> Ids,
                               const SymbolTable &Symbols,
                               ArrayRef<std::string> Provenance) {
  // Labels of the runtime's own records (docs/formats.md).
  static const std::pair<const char *, uint32_t> Own[] = {
      {"(pause)", IPOINT_ID_PAUSE},
      {"(resume)", IPOINT_ID_RESUME},
      {"(lost)", IPOINT_ID_LOST},
      {"(gap)", IPOINT_ID_GAP},
      {"(end)", IPOINT_ID_END},
      {"(call)", IPOINT_ID_CALL},
      {"(call end)", IPOINT_ID_CALL_END},
      {"(jump)", IPOINT_ID_JUMP},
      {"(long probe)", IPOINT_ID_PROBE},
      {"(long probe end)", IPOINT_ID_PROBE_END},
      {"(switch out)", IPOINT_ID_SWITCH_OUT},
      {"(preempted)", IPOINT_ID_PREEMPTED},
      {"(switch in)", IPOINT_ID_SWITCH_IN},
      {"(core)", IPOINT_ID_CORE}};
  std::string Names = "\ntypealias enum : uint23_t {";
  for (auto [Name, Id] : Own)
    Names += "\n\t" + tsdlString(Name) + " = " + std::to_string(Id) + ",";
  for (uint32_t Id : Ids) {
    const BlockSymbol &B = Symbols.blocks()[Symbols.site(Id)->Block];
    const FunctionSymbol &F = Symbols.functions()[B.Function];
    Names += "\n\t" +
             tsdlString(F.Name + ":" + B.Name + ":" + std::to_string(B.Line)) +
             " = " + std::to_string(Id) + ",";
  }
  Names.pop_back();
  Names += "\n} := ipoint_t;\n\n";
  std::string Result;
  size_t Types = Text.find(FirstEvent) + 1;
  Result = Text.take_front(Types).str() + Names;
  StringRef Rest = Text.drop_front(Types);
  size_t At;
  while ((At = Rest.find(Ipoint)) != StringRef::npos) {
    Result += Rest.take_front(At).str() + "ipoint_t ipoint;";
    Rest = Rest.drop_front(At + Ipoint.size());
  }
  Result += Rest;
  size_t Environment = Result.find("\nenv {\n");
  std::string Entries;
  for (auto [I, Line] : enumerate(Provenance))
    Entries +=
        "\texported_" + std::to_string(I) + " = " + tsdlString(Line) + ";\n";
  if (Environment != std::string::npos)
    Result.insert(Environment + StringRef("\nenv {\n").size(), Entries);
  return Result;
}

Error exportNamedCtf(ArrayRef<trace::Trace> Traces, const SymbolTable &Symbols,
                     const ExportOptions &Options) {
  if (Traces.size() != 1)
    return plainError("export --to=ctf takes one trace, not " +
                      Twine(Traces.size()) + "; name it");
  const trace::Trace &T = Traces.front();
  SmallString<256> Metadata(T.Path);
  sys::path::append(Metadata, "metadata");
  ErrorOr<std::unique_ptr<MemoryBuffer>> Text = MemoryBuffer::getFile(Metadata);
  if (!Text)
    return errorAt(Metadata, "cannot be read: " + Text.getError().message());
  if (!(*Text)->getBuffer().contains(FirstEvent) ||
      !(*Text)->getBuffer().contains(Ipoint))
    return errorAt(Metadata, "is not as ipoint-run writes it; record the "
                             "trace again");
  Expected<std::vector<uint32_t>> Ids =
      mostFrequent(T, Symbols, Options.Events);
  if (!Ids)
    return Ids.takeError();
  Expected<output::NewFolder> Folder =
      output::NewFolder::create(Options.Path, [](StringRef) { return false; });
  if (!Folder)
    return Folder.takeError();
  if (Error E =
          Folder->addFile("metadata", nameIpoints((*Text)->getBuffer(), *Ids,
                                                  Symbols, Options.Provenance)))
    return E;
  for (const std::vector<std::string> *Files : {&T.Streams, &T.Switches})
    for (const std::string &File : *Files)
      if (Error E = Folder->copyFile(sys::path::filename(File), File))
        return E;
  return Folder->keep();
}

} // namespace ipoint::exporting
