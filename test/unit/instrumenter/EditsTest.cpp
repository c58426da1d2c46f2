//===- EditsTest.cpp ------------------------------------------------------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// From slots, without a tree, to text.
//
//===----------------------------------------------------------------------===//

#include "probes/Edits.h"
#include <gtest/gtest.h>

using namespace ipoint;
using database::Encoding;
using database::Kind;
using database::Level;
using database::TimedIpoints;

namespace {

/// A function with an entry, an operand of a decision and its join.
FoundFunction function() {
  FoundFunction F;
  F.Sites.resize(3);
  for (Site &S : F.Sites)
    S.Placed = true;
  F.Sites[1].K = Kind::Operand;
  F.Sites[1].OfDecision = true;
  F.Sites[2].K = Kind::Join;
  F.Sites[2].OfDecision = true;
  return F;
}

std::string text(const FoundFunction &F, const FunctionPlan &Plan) {
  std::string Text;
  for (const Edit &E : editsOf(F, Plan, 4, {"x + y", "HANDLER", 300}))
    Text += E.Text + "|";
  return Text;
}

/// With block records.
std::string text(const FoundFunction &F, Level L,
                 TimedIpoints C = TimedIpoints::Functions) {
  return text(F, planFunction(F, {L, C, database::Store::Blocks}));
}

/// With paths, whose numbers the site I of function() changes by 10 * I.
FunctionPlan planPaths(const FoundFunction &F, Encoding E, bool Timed = false) {
  FunctionPlan Plan = planFunction(F, {Level::Decisions, TimedIpoints::None});
  Plan.S = database::Store::Paths;
  for (unsigned I = 1; I != Plan.count(); ++I) {
    Plan.Ipoints[I] = {I, Timed, E, std::nullopt, 10 * I};
    if (E == Encoding::Path)
      Plan.Ipoints[I].PathBase = I;
  }
  Plan.Ipoints[0].E = Encoding::Sum;
  return Plan;
}

} // namespace

TEST(Edits, LeaveBracesWhereAProbeIsNotChosen) {
  FoundFunction F = function();
  F.Sites[1].OfDecision = false;
  F.Slots = {{0, 0, SlotForm::Entry},
             {1, 0, SlotForm::BranchBegin, false, 1},
             {1, 0, SlotForm::BranchBegin, true, 1},
             {2, 0, SlotForm::CloseBrace}};
  EXPECT_EQ(text(F, Level::Blocks),
            " ipoint_timed(300u); {| { ipoint_untimed(301u);| { "
            "ipoint_untimed(301u)| }|");
  EXPECT_EQ(text(F, Level::Functions), " ipoint_timed(300u); {| { | { | }|");
}

TEST(Edits, WriteNothingForADecisionThatIsNotChosen) {
  FoundFunction F = function();
  F.Values = {{1, true, true, {}}, {2, false, false, {"char *(*", ")(int)"}}};
  F.Slots = {{0, 0, SlotForm::DecisionBegin, false, 2, 0},
             {1, 0, SlotForm::OperandBegin, false, 1},
             {1, 0, SlotForm::CastOperandBegin, false, 1, 1},
             {2, 0, SlotForm::CastOperandEnd, false, 1},
             {2, 0, SlotForm::DecisionEnd, false, 2, 0},
             {2, 0, SlotForm::DecisionEnd, false, 2, 1},
             {3, 0, SlotForm::DecisionVariable, false, 2, 0},
             {3, 0, SlotForm::DecisionType, false, 2, 1}};
  EXPECT_EQ(text(F, Level::Blocks), "||||||||");
  EXPECT_EQ(text(F, Level::Decisions),
            "(ipoint_decision_1 = |(ipoint_untimed(301u), "
            "|(ipoint_untimed(301u), (ipoint_type_4_2)(|))|, "
            "ipoint_untimed(302u), ipoint_decision_1)|), "
            "ipoint_untimed(302u))| int ipoint_decision_1;| typedef char "
            "*(*ipoint_type_4_2)(int); |");
}

TEST(Edits, KeepTheValueThatIsReturned) {
  FoundFunction F = function();
  F.MayBeHandler = true;
  F.Returned = {{"struct s ", ""}, true, ""};
  F.Slots = {{0, 0, SlotForm::Entry},
             {1, 6, SlotForm::ReturnedBegin, false, 0, 3},
             {2, 0, SlotForm::ReturnedEnd},
             {2, 0, SlotForm::ReturnKept, false, 0, 3}};
  EXPECT_EQ(text(F, Level::Functions),
            " typedef struct s ipoint_type_4; HANDLER ipoint_timed(300u); {|{ "
            "ipoint_type_4 ipoint_value_3 = (|)| ipoint_timed(300u); return "
            "ipoint_value_3; }|");
  F.Returned = {{}, true, "union"};
  F.Slots = {{0, 0, SlotForm::ReturnTag}, {0, 0, SlotForm::Entry}};
  EXPECT_EQ(text(F, Level::Functions),
            "ipoint_tag_4 | typedef union ipoint_tag_4 ipoint_type_4; HANDLER "
            "ipoint_timed(300u); {|");
}

TEST(Edits, CopyTheValueOfAMark) {
  FoundFunction F = function();
  F.Sites[1].K = Kind::Mark;
  F.Sites[1].OfDecision = false;
  F.Copies = {{4, 5}};
  F.Slots = {{0, 0, SlotForm::ValueCopied, false, 1, 0},
             {5, 2, SlotForm::ValueInPlace, false, 1}};
  EXPECT_EQ(text(F, Level::Functions),
            "(ipoint_untimed_value(301u, (ipoint_word)(y)), "
            "|ipoint_untimed_value(301u, (ipoint_word)|");
}

TEST(Edits, KeepTheNumberOfAPathInAVariable) {
  FoundFunction F = function();
  F.MayBeHandler = true;
  F.Slots = {{0, 0, SlotForm::Entry},
             {1, 0, SlotForm::BranchBegin, false, 1},
             {1, 0, SlotForm::BranchBegin, true, 1},
             {2, 0, SlotForm::Comma, false, 2}};
  EXPECT_EQ(text(F, planPaths(F, Encoding::Sum)),
            " ipoint_sum ipoint_sum_4 = 0u; HANDLER  {| { ipoint_sum_4 += "
            "10u;| { ipoint_sum_4 += 10u|ipoint_sum_4 += 20u, |");
  EXPECT_EQ(text(F, planPaths(F, Encoding::Path)),
            " ipoint_sum ipoint_sum_4 = 0u; HANDLER  {| { ipoint_path(301u, "
            "ipoint_sum_4 + 10u); ipoint_sum_4 = 1u;| { ipoint_path(301u, "
            "ipoint_sum_4 + 10u); ipoint_sum_4 = 1u|ipoint_path(302u, "
            "ipoint_sum_4 + 20u), ipoint_sum_4 = 2u, |");
  F.MayBeHandler = false;
  F.Slots = {{1, 0, SlotForm::Before, false, 1}};
  EXPECT_EQ(text(F, planPaths(F, Encoding::Path, true)),
            "ipoint_path(301u, ipoint_sum_4 + 10u); ipoint_sum_4 = 1u; "
            "ipoint_timed(301u); |");
}

TEST(Edits, CallWhatChangesAPathInAnExpression) {
  FoundFunction F = function();
  F.Values = {{1, true, true, {}}, {2, false, false, {"char *(*", ")(int)"}}};
  F.Slots = {{0, 0, SlotForm::DecisionBegin, false, 2, 0},
             {1, 0, SlotForm::OperandBegin, false, 1},
             {2, 0, SlotForm::OperandEnd, false, 1},
             {2, 0, SlotForm::DecisionEnd, false, 2, 0},
             {2, 0, SlotForm::DecisionEnd, false, 2, 1},
             {3, 0, SlotForm::DecisionVariable, false, 2, 0},
             {3, 0, SlotForm::DecisionType, false, 2, 1}};
  EXPECT_EQ(text(F, planPaths(F, Encoding::Sum)),
            "(ipoint_decision_1 = |(ipoint_sum_add(&ipoint_sum_4, 10u), |)|, "
            "ipoint_sum_add(&ipoint_sum_4, 20u), ipoint_decision_1)|), "
            "ipoint_sum_add(&ipoint_sum_4, 20u))| int ipoint_decision_1;| "
            "typedef char *(*ipoint_type_4_2)(int); |");
  EXPECT_EQ(text(F, planPaths(F, Encoding::Path, true)),
            "(ipoint_decision_1 = |(ipoint_sum_path(301u, &ipoint_sum_4, 10u, "
            "1u), ipoint_timed(301u), |)|, ipoint_sum_path(302u, "
            "&ipoint_sum_4, 20u, 2u), ipoint_timed(302u), "
            "ipoint_decision_1)|), ipoint_sum_path(302u, &ipoint_sum_4, 20u, "
            "2u), ipoint_timed(302u))| int ipoint_decision_1;| typedef char "
            "*(*ipoint_type_4_2)(int); |");
  // Where nothing is added there is nothing in its place.
  FunctionPlan Plan = planPaths(F, Encoding::Sum);
  Plan.Ipoints[1].Increment = Plan.Ipoints[2].Increment = 0;
  EXPECT_EQ(text(F, Plan), "|||||| typedef char *(*ipoint_type_4_2)(int); |");
}

TEST(Edits, RecordAPathBeforeTheValueOfAMark) {
  FoundFunction F = function();
  F.Sites[1].K = Kind::Mark;
  F.Sites[1].OfDecision = false;
  F.Sites[1].MarkedValue = database::MarkValue::Signed;
  F.Copies = {{4, 5}};
  F.Slots = {{0, 0, SlotForm::ValueCopied, false, 1, 0},
             {5, 2, SlotForm::ValueInPlace, false, 1}};
  EXPECT_EQ(text(F, planPaths(F, Encoding::Path)),
            "(ipoint_sum_path_value(301u, &ipoint_sum_4, 10u, 1u, "
            "(ipoint_word)(y)), |ipoint_sum_path_value(301u, &ipoint_sum_4, "
            "10u, 1u, (ipoint_word)|");
  EXPECT_EQ(text(F, planPaths(F, Encoding::Path, true)),
            "(ipoint_sum_path_timed_value(301u, &ipoint_sum_4, 10u, 1u, "
            "(ipoint_word)(y)), |ipoint_sum_path_timed_value(301u, "
            "&ipoint_sum_4, 10u, 1u, (ipoint_word)|");
}

TEST(Edits, NeedNoVariableForOnePath) {
  FoundFunction F = function();
  F.Slots = {{0, 0, SlotForm::Entry}, {1, 0, SlotForm::Before, false, 1}};
  FunctionPlan Plan = planPaths(F, Encoding::Path);
  for (PlannedIpoint &P : Plan.Ipoints) {
    P.Increment = 0;
    P.PathBase.reset();
  }
  EXPECT_EQ(text(F, Plan), "  {|ipoint_untimed(301u); |");
}
