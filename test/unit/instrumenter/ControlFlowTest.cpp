//===- ControlFlowTest.cpp ------------------------------------------------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "probes/ControlFlow.h"
#include "llvm/ADT/StringExtras.h"
#include <gtest/gtest.h>

using namespace ipoint;
using database::Kind;

namespace {

/// A function whose sites a test adds by hand, in the order of control.
class ControlFlowTest : public testing::Test {
protected:
  /// A site at the place where control is.
  unsigned site(const char *Name) {
    unsigned Index = Graph.addSite(Kind::Join, Name, {}, Flow.Current);
    Flow.Current = {Index};
    return Index;
  }

  /// "a>b", for each way from site to site; junctions have no name.
  std::string ways() const {
    std::vector<std::string> Words;
    for (const Site &S : F.Sites)
      for (unsigned Next : S.Next)
        Words.push_back(S.Name + ">" + F.Sites[Next].Name);
    llvm::sort(Words);
    return llvm::join(Words, " ");
  }

  FoundFunction F;
  SiteGraph Graph{F};
  ControlFlow Flow{Graph};
};

} // namespace

TEST_F(ControlFlowTest, KeepsWhereBreakAndContinueHaveGone) {
  unsigned Body = site("body");
  Flow.enterLoop();
  Flow.goOn();
  EXPECT_TRUE(Flow.Current.empty());
  unsigned Arm = Graph.addSite(Kind::Then, "arm", {}, {Body});
  Flow.Current = {Arm};
  Flow.breakOut();
  Jumps Out = Flow.leaveLoop();
  EXPECT_EQ(Out.Continues.getArrayRef(), llvm::ArrayRef<unsigned>{Body});
  EXPECT_EQ(Out.Breaks.getArrayRef(), llvm::ArrayRef<unsigned>{Arm});
}

TEST_F(ControlFlowTest, HandsAContinueInASwitchToTheLoop) {
  site("entry");
  Flow.enterLoop();
  Flow.enterSwitch("switch.1", false);
  EXPECT_TRUE(Flow.Current.empty());
  unsigned Case =
      Graph.addSite(Kind::Case, "case", {}, Flow.innermostSwitch().From);
  Flow.Current = {Case};
  Flow.goOn();
  Flow.leaveSwitch();
  // Without a default control can pass by all cases.
  site("behind");
  EXPECT_EQ(Flow.leaveLoop().Continues.getArrayRef(),
            llvm::ArrayRef<unsigned>{Case});
  EXPECT_EQ(ways(), "entry>behind entry>case");
}

TEST_F(ControlFlowTest, PassesNoSwitchThatHasADefault) {
  site("entry");
  Flow.enterSwitch("switch.1", false);
  Flow.Current = Flow.innermostSwitch().From;
  Flow.innermostSwitch().HasDefault = true;
  site("default");
  Flow.breakOut();
  Flow.leaveSwitch();
  site("behind");
  EXPECT_EQ(ways(), "default>behind entry>default");
}

TEST_F(ControlFlowTest, KnowsABreakThatEndsTheFunction) {
  EXPECT_FALSE(Flow.breakIsLast());
  Flow.enterLoop(/*BreakIsLast=*/true);
  EXPECT_TRUE(Flow.breakIsLast());
  Flow.enterLoop();
  EXPECT_FALSE(Flow.breakIsLast());
}

TEST_F(ControlFlowTest, TakesABreakInAConditionForEitherLoops) {
  unsigned Head = site("head");
  Flow.enterLoop();
  Flow.enterLoop();
  Flow.breakOut();
  EXPECT_TRUE(Flow.leaveLoopCondition().Breaks.contains(Head));
  EXPECT_TRUE(Flow.leaveLoop().Breaks.contains(Head));
}

TEST_F(ControlFlowTest, JumpsForwardsAndBackwards) {
  int Here = 0, There = 0;
  site("entry");
  Flow.jumpTo(&There);
  Flow.place(&Here, site("here"));
  Flow.place(&There, site("there"));
  Flow.jumpTo(&Here);
  Flow.finish();
  EXPECT_EQ(ways(), "entry>here entry>there here>there there>here");
}

TEST_F(ControlFlowTest, JumpsToAllLabelsWhoseAddressWasTaken) {
  int Taken = 0, Other = 0;
  site("entry");
  Flow.takeAddress(&Taken);
  Flow.jumpToAddress();
  Flow.Current.clear();
  Flow.place(&Taken, site("taken"));
  Flow.Current.clear();
  Flow.place(&Other, site("other"));
  Flow.finish();
  EXPECT_EQ(ways(), "entry>taken");
}

TEST_F(ControlFlowTest, ComesBackFromAnywhereToASecondReturn) {
  site("entry");
  Flow.returnTwice();
  site("exit");
  Flow.finish();
  // The junction behind the call follows one that follows every site.
  EXPECT_EQ(ways(), "> > >exit entry> entry> exit>");
}

TEST_F(ControlFlowTest, LeadsAllDirectivesThroughOneJunction) {
  site("entry");
  Flow.meetDirective();
  site("first");
  Flow.meetDirective();
  site("second");
  Flow.finish();
  EXPECT_EQ(ways(), ">first >second entry> first>");
}
