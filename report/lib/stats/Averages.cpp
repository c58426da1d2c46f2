//===- Averages.cpp - Means, variances and medians of values --------------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// <execution> would need TBB where its headers are installed.
#define BOOST_NO_CXX17_HDR_EXECUTION
#define BOOST_MATH_NO_CXX17_HDR_EXECUTION

#include "Averages.h"
#include <boost/math/statistics/bivariate_statistics.hpp>
#include <boost/math/statistics/univariate_statistics.hpp>

namespace statistics = boost::math::statistics;

namespace ipoint::analysis {

double meanOf(llvm::ArrayRef<double> Values) {
  // statistics::mean() adds up four means, and so rounds what is constant.
  return Values.size() == 1
             ? Values.front()
             : statistics::mean_and_sample_variance(Values).first;
}

double medianOf(std::vector<double> Values) {
  return statistics::median(Values);
}

double varianceOf(llvm::ArrayRef<double> Values) {
  return Values.size() < 2
             ? 0
             : statistics::mean_and_sample_variance(Values).second;
}

PairMoments momentsOf(llvm::ArrayRef<double> X, llvm::ArrayRef<double> Y) {
  auto N = static_cast<double>(X.size());
  auto [MeanX, MeanY, Covariance] = statistics::means_and_covariance(X, Y);
  return {MeanX, MeanY, statistics::variance(X.begin(), X.end()) * N,
          Covariance * N};
}

} // namespace ipoint::analysis
