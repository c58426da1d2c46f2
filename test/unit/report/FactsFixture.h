//===- FactsFixture.h - A program that flow facts are read for ------------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef IPOINT_TEST_FACTSFIXTURE_H
#define IPOINT_TEST_FACTSFIXTURE_H

#include "ProgramBuilder.h"
#include "worst/FactSources.h"
#include "gtest/gtest.h"

namespace ipoint::facts_tests {

using namespace ipoint::worst;
using analysis::None;
using database::Kind;

/// f with nested loops and an if, g that calls through a pointer, two static
/// functions h, a skipped one and one whose loop has no ipoint.
class Facts : public testing::Test {
protected:
  Facts() {
    database::Unit &U = addUnit(P);
    U.Path = U.Files[0].Path;
    uint32_t F = addFunction(U, "f",
                             {{Kind::Condition, "for.1/condition"},
                              {Kind::Body, "for.1/body"},
                              {Kind::Condition, "for.1/body/for.1/condition"},
                              {Kind::Body, "for.1/body/for.1/body"},
                              {Kind::Then, "if.1/then"},
                              {Kind::Else, "if.1/else"}});
    for (uint32_t I = F; I != F + 8; ++I) // in their order in the text
      U.Ipoints[I].Line = 2 + I - F;
    for (auto [From, To] : {std::pair(0, 1),
                            {1, 2},
                            {2, 3},
                            {3, 4},
                            {4, 3},
                            {3, 1},
                            {1, 5},
                            {1, 6},
                            {5, 7},
                            {6, 7}})
      U.Transitions.push_back({F + From, F + To});
    addLoop(U, 0, "for.1", 3, F + 1, F + 2);
    addLoop(U, 0, "for.1/body/for.1", 5, F + 3, F + 4);
    G = addFunction(U, "g");
    U.Transitions.push_back({G, G + 1});
    U.Calls.push_back({G, "", "void(void)"});
    addFunction(U, "h");
    addFunction(U, "coarse");
    addLoop(U, 3, "while.1", 20, std::nullopt, std::nullopt);
    for (uint32_t I = 0; I != U.Functions.size(); ++I) {
      U.Functions[I].Line = I ? 11 + I : 1;
      U.Functions[I].EndLine = I ? 11 + I : 10;
    }
    U.Functions.push_back({"skipped", 0, 30, 1, 31, "marked IPOINT_SKIP"});
    database::Unit &Other = addUnit(P);
    Other.First = 1024;
    Other.Path = Other.Files[0].Path = "/src/sub/other.c";
    addFunction(Other, "h");
    Table.emplace(P, std::vector<bool>{true, true});
    Names.emplace(*Table);
  }

  static void addLoop(database::Unit &U, uint32_t Function, const char *Name,
                      unsigned Line, std::optional<uint32_t> Head,
                      std::optional<uint32_t> Body) {
    database::Loop &L = U.Loops.emplace_back();
    L.Function = Function;
    L.Name = Name;
    L.Line = Line;
    L.Head = Head;
    L.Body = Body;
  }

  uint32_t function(llvm::StringRef Name) {
    return cantFail(Names->function(Name, "", /*MayBePlain=*/true));
  }
  uint32_t block(llvm::StringRef Name) {
    return cantFail(Names->counted(Name, "")).Number;
  }
  uint32_t loop(llvm::StringRef Name) {
    return cantFail(Names->loop(Name, ""));
  }

  llvm::Expected<std::vector<Fact>> read(llvm::StringRef Text) {
    std::string All = ("flow:\n" + Text).str();
    database::ConfigText File{"dir/facts.yaml", All};
    return readFacts(File, *Names, /*RateHz=*/2e9);
  }
  Fact one(llvm::StringRef Text) {
    std::vector<Fact> Read = cantFail(read(Text));
    EXPECT_EQ(Read.size(), 1u);
    return Read.front();
  }
  /// What is said of \p Item, which is refused.
  std::string complaint(llvm::StringRef Item) {
    llvm::Expected<std::vector<Fact>> Read = read(Item);
    return Read ? "accepted" : llvm::toString(Read.takeError());
  }

  database::Program P;
  uint32_t G = 0;
  std::optional<analysis::SymbolTable> Table;
  std::optional<FactNames> Names;
};

} // namespace ipoint::facts_tests

#endif // IPOINT_TEST_FACTSFIXTURE_H
