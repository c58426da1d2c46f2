//===- Disassembly.cpp - Machine code with its samples --------------------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Baseline.h"
#include "Image.h"
#include "Join.h"
#include "support/Errors.h"
#include "support/Threads.h"
#include "llvm-c/Disassembler.h"
#include "llvm-c/Target.h"
#include "llvm/TargetParser/SubtargetFeature.h"
#include "llvm/TargetParser/Triple.h"

using namespace llvm;
using namespace ipoint::analysis;

namespace ipoint::sampled {

static constexpr size_t MostInstructions = 4096;

/// Numbers of samples by place in a file.
using PlaceCounts = std::map<uint64_t, double>;

static Expected<std::map<Module, PlaceCounts>>
countByPlace(ArrayRef<Baseline> Files) {
  std::map<Module, PlaceCounts> Result;
  for (const Baseline &File : Files)
    for (const BaselinePair &Pair : File.Pairs)
      for (const BaselineSamples &S : Pair.Sampled) {
        Expected<PerfData> Data = readPerfData(S.File);
        if (!Data)
          return Data.takeError();
        PlaceTable Places;
        for (auto [Index, Weight] : Places.locate(*Data)) {
          const Place &P = Places.places()[Index];
          if (P.Module < Places.modules().size())
            ++Result[Places.modules()[P.Module]][P.Offset];
        }
      }
  return Result;
}

namespace {

/// LLVM's disassembler for a file's processor.
class Decoder {
public:
  explicit Decoder(const object::ObjectFile &File) {
    LLVMInitializeX86TargetInfo();
    LLVMInitializeX86TargetMC();
    LLVMInitializeX86Disassembler();
    LLVMInitializeAArch64TargetInfo();
    LLVMInitializeAArch64TargetMC();
    LLVMInitializeAArch64Disassembler();
    LLVMInitializeARMTargetInfo();
    LLVMInitializeARMTargetMC();
    LLVMInitializeARMDisassembler();
    LLVMInitializeRISCVTargetInfo();
    LLVMInitializeRISCVTargetMC();
    LLVMInitializeRISCVDisassembler();
    Expected<SubtargetFeatures> Features = File.getFeatures();
    std::string Has;
    if (Features)
      Has = Features->getString();
    else
      consumeError(Features.takeError());
    Context =
        LLVMCreateDisasmCPUFeatures(File.makeTriple().str().c_str(), "",
                                    Has.c_str(), nullptr, 0, nullptr, nullptr);
    if (Context)
      LLVMSetDisasmOptions(Context, LLVMDisassembler_Option_PrintImmHex);
  }
  ~Decoder() {
    if (Context)
      LLVMDisasmDispose(Context);
  }
  Decoder(const Decoder &) = delete;
  Decoder &operator=(const Decoder &) = delete;

  explicit operator bool() const { return Context != nullptr; }

  /// The instruction that \p Code, at \p Address, begins with; returns how long
  /// it is. What is none is a byte.
  size_t decode(ArrayRef<uint8_t> Code, uint64_t Address,
                std::string &Text) const {
    char Buffer[256];
    size_t Length =
        LLVMDisasmInstruction(Context, const_cast<uint8_t *>(Code.data()),
                              Code.size(), Address, Buffer, sizeof(Buffer));
    Text = Length ? Buffer : "(no instruction)";
    std::replace(Text.begin(), Text.end(), '\t', ' ');
    Text = StringRef(Text).trim().str();
    return std::max<size_t>(Length, 1);
  }

private:
  LLVMDisasmContextRef Context = nullptr;
};

/// Reads the code of one file.
class CodeReader {
public:
  CodeReader(const Image &From, const Module &M, const PlaceCounts &Counts,
             const Decoder &Decode)
      : From(From), M(M), Decode(Decode) {
    for (auto [Offset, Samples] : Counts)
      if (std::optional<uint64_t> Address = From.addressOf(Offset))
        if (const Image::Symbol *S = From.symbolAt(*Address))
          ByAddress[S][*Address] += Samples;
  }

  /// The code of each function with samples that is in \p Index and called
  /// \p Only, if that is not empty, by number of the function.
  std::vector<std::pair<uint32_t, CodeModel>> read(const NameIndex &Index,
                                                   StringRef Only) const {
    std::vector<std::pair<uint32_t, CodeModel>> Result;
    for (const auto &[S, Samples] : ByAddress) {
      SampledFunction F;
      F.Name = withoutCloneSuffix(S->Name);
      if (!Only.empty() && F.Name != Only)
        continue;
      if (auto Entries = From.entriesAt(S->Start); !Entries.empty())
        F.Source = From.sourceOf(Entries.back());
      if (std::optional<uint32_t> Number = Index.find(F))
        Result.push_back({*Number, codeOf(*S, F.Source, Samples)});
    }
    return Result;
  }

private:
  CodeModel codeOf(const Image::Symbol &S, StringRef Source,
                   const PlaceCounts &Samples) const {
    CodeModel Result{S.Name, M.File, {}, 0};
    ArrayRef<uint8_t> Code = From.bytesAt(S.Start, S.End - S.Start);
    uint64_t At = S.Start;
    while (!Code.empty() && Result.Instructions.size() < MostInstructions) {
      InstructionModel &I = Result.Instructions.emplace_back();
      I.Address = At;
      size_t Length = std::min(Decode.decode(Code, At, I.Text), Code.size());
      DILineInfo Place = From.lineAt(At);
      if (Place.FileName == Source)
        I.Line = Place.Line;
      // A sample may lie within, if a file is not what it says.
      for (auto It = Samples.lower_bound(At);
           It != Samples.end() && It->first < At + Length; ++It)
        I.Samples += It->second;
      At += Length;
      Code = Code.drop_front(Length);
    }
    Result.Left = Code.size();
    return Result;
  }

  const Image &From;
  const Module &M;
  const Decoder &Decode;
  std::map<const Image::Symbol *, PlaceCounts> ByAddress;
};

} // namespace

Expected<std::vector<std::string>>
addMachineCode(ArrayRef<Baseline> Files, StringRef Only, ReportModel &Report) {
  auto Counts = countByPlace(Files);
  if (!Counts)
    return Counts.takeError();
  if (Counts->empty())
    return plainError("--disassemble: there are no samples; record them with "
                      "'ipoint-run --baseline PLAIN_PROGRAM' and name the "
                      "traces, no profile of them");
  std::vector<KnownFunction> Known = Joining::namesOf(Report);
  NameIndex Index(Known);
  std::vector<std::string> Problems;
  for (const auto &[M, Places] : *Counts) {
    // "[vdso]" and "//anon" are no files.
    if (!StringRef(M.File).starts_with("/") ||
        StringRef(M.File).starts_with("//"))
      continue;
    std::string Why;
    Image From(M, Why);
    if (!Why.empty()) {
      Problems.push_back(M.File + ": " + Why);
      continue;
    }
    Decoder Decode(*From.file());
    if (!Decode) {
      Problems.push_back(M.File + ": there is no disassembler for " +
                         From.file()->makeTriple().getArchName().str());
      continue;
    }
    std::vector<std::pair<uint32_t, CodeModel>> Found;
    auto Read = [&] {
      Found = CodeReader(From, M, Places, Decode).read(Index, Only);
    };
    auto ReadWithLines = [&] {
      From.readDebugInfo();
      Read();
    };
    // LLVM's reader takes what a damaged file has for granted.
    if (From.hasDebugInfo() && survives(ReadWithLines))
      ReadWithLines();
    else
      Read();
    for (auto &[Function, Code] : Found)
      Report.Functions[Function].Code.push_back(std::move(Code));
  }
  return Problems;
}

} // namespace ipoint::sampled
