# Part of the ipoint project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Made-up times as the report has them: histograms, figures, the small picture in a row."""
import math
import statistics

import fixture_order as order

RATE, RESOLUTION, OVERHEAD_MEAN, OVERHEAD_MIN = 2_596_000_000, 26, 25.4, 24
ORDERED = True  # times have their series and worst case


def bins_of(values, excluded=()):
    """HDR-like bins: 32 to a power of two."""
    def bounds(v):
        width = max(1, 1 << max(0, v.bit_length() - 6))
        low = v // width * width
        return low, low + width - 1
    counts = {}
    for values_of, which in ((values, 0), (excluded, 1)):
        for v in values_of:
            entry = counts.setdefault(bounds(v), [0, 0])
            entry[which] += 1
    return [[low, high, n, k] for (low, high), (n, k) in sorted(counts.items())]


def shape_of(time):
    """The histogram as the index has it: 24 parts of a logarithmic scale."""
    bins = time and time["histogram"]
    if not bins:
        return None
    low, high, counts = time["raw"]["min"], time["raw"]["max"], [0.0] * 24
    start = math.log1p(low)
    width = (math.log1p(high + 1) - start) / 24
    for first, last, count, *_ in bins:
        begin, end = (math.log1p(max(first, low)) - start) / width, (math.log1p(min(last, high) + 1) - start) / width
        for i in range(min(23, int(begin)), min(24, math.ceil(end))):
            counts[i] += count * (min(end, i + 1) - max(begin, i)) / (end - begin)
    return {"low": low, "high": high, "heights": [math.ceil(100 * c / max(counts)) for c in counts]}


def figures(values, times=1):
    n = len(values)
    v = sorted(values)
    mean = sum(v) / n

    def percentile(share):
        at = math.ceil(share * n) - 1
        return v[at] if share == 0.5 or n - 1 - at >= 10 else None
    out = {
        "count": n * times, "total": sum(v) * times, "min": v[0], "mean": mean,
        "stddev": math.sqrt(sum((x - mean) ** 2 for x in v) / (n - 1)) if n > 1 else None, "p50": percentile(0.5), "p90": percentile(0.9),
        "p99": percentile(0.99), "p999": percentile(0.999), "max": v[-1],
    }
    return out


def time_of(raw, excluded=(), filtered=False, overhead=(OVERHEAD_MEAN, OVERHEAD_MIN), times=1):
    """TIME from raw ticks; `excluded` are those of them that lie in an interrupt cluster."""
    if not raw:
        return None
    corrected = figures([max(0, v - overhead[1]) for v in raw], times)
    corrected["mean"] = max(0.0, sum(raw) / len(raw) - overhead[0])
    corrected["total"] = round(corrected["mean"] * len(raw) * times)
    mend = statistics.median_low(raw)
    left = set(excluded)
    kept = [mend if v in left else v for v in raw]
    without = figures([max(0, v - overhead[1]) for v in kept], times)
    without["mean"] = max(0.0, sum(kept) / len(kept) - overhead[0])
    without["total"] = round(without["mean"] * len(kept) * times)
    for of in (corrected, without):
        off = 1.5 + 2 * (of["stddev"] or 0) / math.sqrt(len(raw))
        of["uncertainty"] = {"mean": off, "total": off * len(raw) * times, "stddev": None, "single": 2}
    bins = bins_of(raw, excluded)
    for entry in bins:
        entry[2] *= times
    time = {
        "raw": figures(raw, times), "corrected": corrected,
        "filtered": without if filtered else None,
        "below_resolution": corrected["mean"] < RESOLUTION,
        "histogram": bins,
    }
    if ORDERED:
        order.by_class(bins, excluded)
        time.update(order.order_of(raw, excluded, times), max_at=order.place_of(time, len(raw) // 2, excluded, max(raw) in left))
    return time


def sample(rng, n, typical, spread=0.15, tail=0.002):
    out = []
    for _ in range(n):
        v = typical * math.exp(rng.gauss(0, spread)) + OVERHEAD_MEAN
        if rng.random() < tail:
            v *= rng.uniform(2, 9)
        out.append(max(1, round(v / RESOLUTION)) * RESOLUTION - (1 if rng.random() < 0.05 else 0))
    return out
