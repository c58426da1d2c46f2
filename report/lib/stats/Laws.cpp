//===- Laws.cpp - Averages, distributions and intervals -------------------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// <execution> would need TBB where its headers are installed.
#define BOOST_NO_CXX17_HDR_EXECUTION
#define BOOST_MATH_NO_CXX17_HDR_EXECUTION

#include "Laws.h"
#include <algorithm>
#include <boost/math/distributions/binomial.hpp>
#include <boost/math/distributions/chi_squared.hpp>
#include <boost/math/distributions/normal.hpp>
#include <boost/math/distributions/students_t.hpp>
#include <boost/math/statistics/bivariate_statistics.hpp>
#include <boost/math/statistics/univariate_statistics.hpp>
#include <cmath>
#include <limits>

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

namespace {

using namespace boost::math::policies;

/// Errors give NaN or infinity instead of an exception.
using Quiet =
    policy<domain_error<errno_on_error>, pole_error<errno_on_error>,
           overflow_error<errno_on_error>, evaluation_error<errno_on_error>,
           rounding_error<errno_on_error>,
           indeterminate_result_error<errno_on_error>>;
/// Quantiles rounded so that no interval covers less.
using Outwards = normalise<Quiet, promote_double<false>,
                           discrete_quantile<integer_round_outwards>>::type;

using Normal = boost::math::normal_distribution<double, Quiet>;
using Student = boost::math::students_t_distribution<double, Quiet>;
using ChiSquared = boost::math::chi_squared_distribution<double, Quiet>;
using Binomial = boost::math::binomial_distribution<double, Quiet>;
using RoundedBinomial = boost::math::binomial_distribution<double, Outwards>;

constexpr double Infinity = std::numeric_limits<double>::infinity();

} // namespace

static bool isShare(double X) { return X > 0 && X < 1; }

/// \p Value, unless it is NaN.
static double known(double Value, double Otherwise) {
  return std::isnan(Value) ? Otherwise : Value;
}

double normalBelow(double X) {
  return std::isnan(X) ? 1 : known(cdf(Normal(), X), 1);
}

double normalQuantileAbove(double Tail) {
  if (!isShare(Tail))
    return Infinity;
  return known(quantile(complement(Normal(), Tail)), Infinity);
}

double studentAbove(double T, double Degrees) {
  if (std::isnan(T) || !(Degrees > 0))
    return 1;
  return known(cdf(complement(Student(Degrees), T)), 1);
}

double studentQuantileAbove(double Tail, double Degrees) {
  if (!isShare(Tail) || !(Degrees > 0))
    return Infinity;
  return known(quantile(complement(Student(Degrees), Tail)), Infinity);
}

static bool hasChiSquared(double Degrees) {
  return Degrees > 0 && std::isfinite(Degrees);
}

double chiSquaredBelow(double X, double Degrees) {
  if (std::isnan(X) || !hasChiSquared(Degrees))
    return 1;
  return X <= 0 ? 0 : known(cdf(ChiSquared(Degrees), X), 1);
}

double chiSquaredAbove(double X, double Degrees) {
  if (std::isnan(X) || !hasChiSquared(Degrees))
    return 1;
  return X <= 0 ? 1 : known(cdf(complement(ChiSquared(Degrees), X)), 1);
}

double chiSquaredQuantileBelow(double Tail, double Degrees) {
  if (!isShare(Tail) || !hasChiSquared(Degrees))
    return 0;
  return known(quantile(ChiSquared(Degrees), Tail), 0);
}

double chiSquaredQuantileAbove(double Tail, double Degrees) {
  if (!isShare(Tail) || !hasChiSquared(Degrees))
    return Infinity;
  return known(quantile(complement(ChiSquared(Degrees), Tail)), Infinity);
}

double chanceOfAtLeast(uint64_t Least, uint64_t Count, double Share) {
  if (std::isnan(Share) || Least == 0 || Share >= 1)
    return 1;
  if (Least > Count || Share <= 0)
    return 0;
  return known(
      cdf(complement(Binomial(double(Count), Share), double(Least) - 1)), 1);
}

double chanceOfAtMost(uint64_t Most, uint64_t Count, double Share) {
  if (std::isnan(Share) || Most >= Count || Share <= 0)
    return 1;
  if (Share >= 1)
    return 0;
  return known(cdf(Binomial(double(Count), Share), double(Most)), 1);
}

std::optional<Interval> binomialRange(double Count, double Share, double Side) {
  if (!(Count >= 1) || !isShare(Share) || !isShare(Side))
    return std::nullopt;
  RoundedBinomial Law(Count, Share);
  Interval R = {quantile(Law, Side), quantile(complement(Law, Side))};
  if (!(cdf(Law, R.Low) <= Side) || !(R.High < Count))
    return std::nullopt;
  return R;
}

std::optional<RankInterval> quantileRanks(uint64_t Count, double Share,
                                          double Each) {
  // How many of the values lie below the quantile: X(l) does not exceed it if
  // at least l do, X(u) is not below it if fewer than u do.
  double N = std::floor(static_cast<double>(Count) / Each);
  constexpr double Side = (1 - ConfidenceLevel) / 2;
  // Where even the smallest or the largest value misses it too often, there is
  // no such order statistic.
  std::optional<Interval> Below = binomialRange(N, Share, Side);
  if (!Below)
    return std::nullopt;
  double Most = std::ceil((Below->High + 1) * Each);
  return RankInterval{static_cast<uint64_t>(Below->Low * Each) + 1,
                      std::min(Count, static_cast<uint64_t>(Most))};
}

} // namespace ipoint::analysis
