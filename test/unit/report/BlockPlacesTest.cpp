//===- BlockPlacesTest.cpp - Which block a place in the source belongs to -===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "sampled/Join.h"
#include "gtest/gtest.h"

using namespace ipoint::sampled;

namespace {

// 3: {  4:  while (c) {   5:    body; if (x) y;   6:  }   7:  return;
const BlockStart Loop[] = {{3, 10}, {4, 10}, {5, 5}, {5, 18},
                           {6, 3},  {7, 3},  {7, 3}};

TEST(BlockPlaces, ABlockReachesToTheNext) {
  BlockPlaces P(Loop);
  EXPECT_EQ(P.at(3, 10), BlockSet({0}));
  EXPECT_EQ(P.at(3, 40), BlockSet({0}));
  EXPECT_EQ(P.at(4, 3), BlockSet({0}));
  EXPECT_EQ(P.at(4, 10), BlockSet({1}));
  EXPECT_EQ(P.at(5, 17), BlockSet({2}));
  EXPECT_EQ(P.at(5, 18), BlockSet({3}));
  EXPECT_EQ(P.at(6, 1), BlockSet({3}));
  EXPECT_EQ(P.at(6, 3), BlockSet({4}));
}

TEST(BlockPlaces, InFrontIsTheBeginningAndBehindIsTheEnd) {
  BlockPlaces P(Loop);
  EXPECT_EQ(P.at(2, 1), BlockSet({0}));
  EXPECT_EQ(P.at(3, 1), BlockSet({0}));
  EXPECT_EQ(P.at(90, 1), BlockSet({5, 6}));
}

TEST(BlockPlaces, BlocksAtOnePlaceAreNotDistinguished) {
  EXPECT_EQ(BlockPlaces(Loop).at(7, 3), BlockSet({5, 6}));
}

TEST(BlockPlaces, WithoutColumnsBlocksOfALineAreNotDistinguished) {
  BlockPlaces P(Loop);
  EXPECT_EQ(P.at(5, 0), BlockSet({1, 2, 3}));
  EXPECT_EQ(P.at(4, 0), BlockSet({0, 1}));
}

TEST(BlockPlaces, ALineWithoutABlockBelongsToTheLastOne) {
  const BlockStart Starts[] = {{3, 1}, {5, 1}, {9, 1}};
  BlockPlaces P(Starts);
  EXPECT_EQ(P.at(4, 0), BlockSet({0}));
  EXPECT_EQ(P.at(8, 7), BlockSet({1}));
}

TEST(BlockPlaces, WhatNeverRanHasNoSamples) {
  BlockStart Starts[] = {{3, 1}, {5, 2}, {5, 2}};
  Starts[1].Ran = false;
  EXPECT_EQ(BlockPlaces(Starts).at(5, 2), BlockSet({2}));
  Starts[2].Ran = false;
  EXPECT_EQ(BlockPlaces(Starts).at(5, 2), BlockSet({1, 2}));
}

TEST(BlockPlaces, NothingIsKnownWithoutALineOrABlock) {
  EXPECT_TRUE(BlockPlaces(Loop).at(0, 0).empty());
  EXPECT_TRUE(BlockPlaces({}).at(3, 3).empty());
}

TEST(BlockPlaces, UnknownColumnsOfBlocksCount) {
  const BlockStart Starts[] = {{3, 1}, {5, 0}, {5, 9}};
  EXPECT_EQ(BlockPlaces(Starts).at(5, 20), BlockSet({0, 1, 2}));
}

TEST(BlockPlaces, GroupsAreWhatSamplesJoin) {
  EXPECT_EQ(groupBlocks(5, {}), std::vector<uint32_t>({0, 1, 2, 3, 4}));
  EXPECT_EQ(groupBlocks(5, {{1, 3}, {3, 4}, {0}}),
            std::vector<uint32_t>({0, 1, 2, 1, 1}));
}

} // namespace
