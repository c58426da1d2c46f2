//===- AttributionTest.cpp - Which function an address belongs to ---------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Inputs/sampled.c is built with the tests, as a library: with debug
// information, with symbols only, and with neither.
//
//===----------------------------------------------------------------------===//

#include "PerfDataBuilder.h"
#include "sampled/Places.h"
#include "llvm/Support/FileSystem.h"
#include "gtest/gtest.h"
#include <map>
#include <set>

using namespace ipoint::sampled;

namespace {

/// What is known of each byte of a file.
struct Known {
  /// "innermost<middle<outer"
  std::set<std::string> Chains;
  std::map<std::string, std::set<unsigned>> Lines; ///< by innermost function
  std::vector<SampledFunction> Functions;
  std::vector<std::string> Problems;
};

Known attributed(const std::string &File, llvm::StringRef Build = "") {
  PerfDataBuilder B;
  uint64_t Size = 0;
  if (llvm::sys::fs::file_size(File, Size))
    Size = 0; // there is none
  B.map(1, 7, 0x10000, Size + 1, 0, File, Build);
  for (uint64_t I = 0; I <= Size; ++I)
    B.sample(2, 7, 0x10000 + I);
  PlaceTable Places;
  Places.locate(llvm::cantFail(parsePerfData(B.file(), "samples")));
  Attributor A;
  Known Result;
  for (const Attributed &At : A.attribute(Places)) {
    std::string Chain;
    for (uint32_t F : At.Functions)
      Chain += (Chain.empty() ? "" : "<") + A.functions()[F].Name;
    Result.Chains.insert(Chain);
    if (At.Line)
      Result.Lines[A.functions()[At.Functions.front()].Name].insert(At.Line);
    EXPECT_TRUE(At.Line || !At.Column);
  }
  Result.Functions = A.functions();
  Result.Problems = A.problems();
  return Result;
}

const std::string Folder = IPOINT_SAMPLED;

const SampledFunction *find(const Known &K, llvm::StringRef Name) {
  for (const SampledFunction &F : K.Functions)
    if (F.Name == Name)
      return &F;
  return nullptr;
}

} // namespace

TEST(Attribution, TheInnermostInlinedFunctionHasTheSample) {
  Known K = attributed(Folder + "/libsampled.so");
  EXPECT_TRUE(K.Chains.count("innermost<middle<outer"));
  EXPECT_TRUE(K.Chains.count("middle<outer"));
  EXPECT_TRUE(K.Chains.count("outer"));
  EXPECT_TRUE(K.Problems.empty());
  const SampledFunction *F = find(K, "innermost");
  ASSERT_TRUE(F);
  EXPECT_EQ(F->By, Evidence::DebugInfo);
  EXPECT_TRUE(llvm::StringRef(F->Source).ends_with("Inputs/sampled.c"))
      << F->Source;
  EXPECT_EQ(F->Line, 2u);
}

TEST(Attribution, AClonedFunctionIsTheFunction) {
  for (const char *File : {"/libsampled.so", "/libsampled-symbols.so"}) {
    Known K = attributed(Folder + File);
    EXPECT_TRUE(K.Chains.count("cloned")) << File;
    EXPECT_TRUE(K.Chains.count("alone")) << File;
  }
  EXPECT_EQ(withoutCloneSuffix("f.constprop.0.isra.1"), "f");
  EXPECT_EQ(withoutCloneSuffix("f"), "f");
  EXPECT_EQ(withoutCloneSuffix(".L1"), ".L1");
}

TEST(Attribution, WithoutDebugInformationSymbolsHaveWhatIsInlined) {
  Known K = attributed(Folder + "/libsampled-symbols.so");
  EXPECT_FALSE(K.Chains.count("innermost<middle<outer"));
  const SampledFunction *F = find(K, "outer");
  ASSERT_TRUE(F);
  EXPECT_EQ(F->By, Evidence::Symbol);
  EXPECT_EQ(F->Source, "");
}

TEST(Attribution, WithoutLocalSymbolsExportedOnesAreLeft) {
  Known K = attributed(Folder + "/libsampled-stripped.so");
  EXPECT_TRUE(find(K, "outer"));
  EXPECT_FALSE(find(K, "cloned"));
  EXPECT_TRUE(K.Chains.count("")); // the file
}

TEST(Attribution, AFileThatWasBuiltAgainIsRefused) {
  std::string File = Folder + "/libsampled.so";
  Known K = attributed(File, std::string(20, '\1'));
  EXPECT_EQ(K.Chains, std::set<std::string>{""});
  ASSERT_EQ(K.Problems.size(), 1u);
  EXPECT_EQ(K.Problems[0], File + ": is not the file that was sampled: it was "
                                  "built again since");
}

TEST(Attribution, FilesThatAreNoneAreSaid) {
  EXPECT_EQ(attributed("/nowhere/at-all").Problems,
            std::vector<std::string>{
                "/nowhere/at-all: cannot be read: No such file or directory"});
  EXPECT_EQ(attributed(Folder + "/sampled.txt").Problems,
            std::vector<std::string>{Folder + "/sampled.txt: is no program or "
                                              "library"});
  EXPECT_TRUE(attributed("[vdso]").Problems.empty());
}
