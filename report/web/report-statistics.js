// Part of the ipoint project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The confidence interval of a share. It draws nothing and reads nothing of the page.
'use strict';

{
  // ln Γ(x), x > 0, by Stirling's series; where x is small, of a larger one.
  function lnGamma(x) {
    let below = 0;
    for (; x < 10; x++)
      below += Math.log(x);
    const r = 1 / (x * x);
    return (x - 0.5) * Math.log(x) - x + Math.log(2 * Math.PI) / 2 + (1 / 12 - r * (1 / 360 - r * (1 / 1260 - r / 1680))) / x - below;
  }

  // ln B(a, b). The difference of two gammas would lose all its digits where one argument is large.
  function lnBeta(a, b) {
    if (a > b)
      return lnBeta(b, a);
    if (b < 1e4)
      return lnGamma(a) + lnGamma(b) - lnGamma(a + b);
    const sum = a + b;
    const rise = (b - 0.5) * Math.log1p(a / b) + a * Math.log(sum) - a + (1 / sum - 1 / b) / 12;
    return lnGamma(a) - rise;
  }

  // The continued fraction of the incomplete beta function, by Lentz's method.
  function fraction(a, b, x) {
    const tiny = 1e-300;
    const safe = (v) => Math.abs(v) < tiny ? tiny : v;
    let c = 1;
    let d = 1 / safe(1 - (a + b) * x / (a + 1));
    let value = d;
    for (let m = 1; m < 100_000; m++) {
      for (const term of [m * (b - m) * x / ((a + 2 * m - 1) * (a + 2 * m)),
        -(a + m) * (a + b + m) * x / ((a + 2 * m) * (a + 2 * m + 1))]) {
        d = 1 / safe(1 + term * d);
        c = safe(1 + term / c);
        value *= d * c;
      }
      if (Math.abs(d * c - 1) < 1e-13)
        break;
    }
    return value;
  }

  // I_x(a, b), the regularised incomplete beta function.
  function incompleteBeta(x, a, b) {
    if (x <= 0 || x >= 1)
      return x <= 0 ? 0 : 1;
    const front = Math.exp(a * Math.log(x) + b * Math.log1p(-x) - lnBeta(a, b));
    return x < (a + 1) / (a + b + 2) ? front * fraction(a, b, x) / a : 1 - front * fraction(b, a, 1 - x) / b;
  }

  // x with I_x(a, b) = p, by bisection of its logarithm: shares may be very small.
  function betaQuantile(p, a, b) {
    let low = -745, high = 0;
    for (let i = 0; i < 200 && high - low > 1e-10; i++) {
      const middle = (low + high) / 2;
      if (incompleteBeta(Math.exp(middle), a, b) < p)
        low = middle;
      else
        high = middle;
    }
    return Math.exp((low + high) / 2);
  }

  // Wilson's interval. With many on both sides it is the other one to within a thousandth of its width.
  function wilson(k, n, z) {
    const share = k / n, spread = z * z / n;
    const middle = (share + spread / 2) / (1 + spread);
    const half = z * Math.sqrt(share * (1 - share) / n + spread / (4 * n)) / (1 + spread);
    return [middle - half, middle + half];
  }

  // The 95 % confidence interval, by Clopper and Pearson, of a probability of which k of n were seen: [low, high].
  ipoint.shareInterval = function shareInterval(k, n) {
    const alpha = 0.05, many = 20_000;
    if (Math.min(k, n - k) > many)
      return wilson(k, n, 1.959964);
    if (k > n / 2) {
      const [low, high] = shareInterval(n - k, n);
      return [1 - high, 1 - low];
    }
    return [k === 0 ? 0 : betaQuantile(alpha / 2, k, n - k + 1), k === n ? 1 : betaQuantile(1 - alpha / 2, k + 1, n - k)];
  };
}
