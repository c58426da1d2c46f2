// Part of the ipoint project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The threshold rule on histograms: what `ipoint-report --low --high` would exclude of a block, and what its
// figures would be. Functions of their arguments alone. What the command decides and counts is decided and counted
// here alike (report/lib/interrupts/Filter.cpp): thresholds lie at edges of bins, so no bin has visits on both
// sides. A figure is {value, around, isUpper}: it lies within `around` ticks, 0 where bins give it to the tick; isUpper:
// it is no more than that. `clock` is the report's.
'use strict';

ipoint.thresholds = {};

{
  const T = ipoint.thresholds;

  // --- Bins, as of report/lib/stats/Histogram.h -----------------------------------------------

  // One for each tick below 2048, above that 1024 to each power of two.
  T.binOf = function binOf(ticks) {
    let width = 1;
    while (ticks / width >= 2048)
      width *= 2;
    const low = Math.floor(ticks / width) * width;
    return { low, high: low + width - 1 };
  };

  // Low goes down to the first value of its bin, high up to the last of its bin.
  T.snapLow = (ticks) => T.binOf(Math.max(0, Math.round(ticks))).low;
  T.snapHigh = (ticks) => T.binOf(Math.max(0, Math.round(ticks))).high;

  // The next edge above or below an edge.
  T.nextLow = (low, step) => step > 0 ? T.binOf(low).high + 1 : T.snapLow(low - 1);
  T.nextHigh = (high, step) => step > 0 ? T.snapHigh(high + 1) : Math.max(0, T.binOf(high).low - 1);

  const plain = (share) => Number(share).toString().includes('e') ? Number(share).toFixed(20).replace(/\.?0+$/, '') : String(Number(share));

  // --- The rule -------------------------------------------------------------------------------

  T.defaults = { majority: 0.5, least_visits: 10, gap_tolerance: 0, linear_only: true };

  const sumOf = (bins) => bins.reduce((sum, bin) => sum + bin[2], 0);

  // To four digits: what is not more than the limit must not look so.
  function shownBelow(share, limit) {
    const nearest = Math.round(share * 1e4) / 1e4;
    return (nearest > limit ? Math.floor(share * 1e4) / 1e4 : nearest).toFixed(4);
  }

  // The largest values are named, as the command does; a bin that has several values by its range.
  function betweenReason(rule, bins, count) {
    const named = [];
    let isExact = true, seen = 0;
    for (const [low, high, n] of [...bins].reverse()) {
      for (let i = 0; i < n && seen < 10; i++, seen++)
        named.push(low === high ? `${low}` : `${low}–${high}`);
      isExact = isExact && low === high;
      if (seen >= 10)
        break;
    }
    return { reason: `${count} ${count === 1 ? 'visit lies' : 'visits lie'} between ${rule.low} and ${rule.high}: ${named.join(', ')}${count > 10 ? ', …' : ''}`, isExact };
  }

  const withEdge = (asked, edge) => asked === undefined || asked === edge ? `${edge}` : `${asked} (bin edge ${edge})`;

  // What a rule {low, high, majority, least_visits, gap_tolerance, linear_only, from} makes of a block:
  // {state, reason, isExact: the command has the same reason, below, between, above: visits, kept, out: bins, by}.
  T.decide = function decide(rule, block) {
    const bins = block.time ? block.time.histogram : [];
    const below = bins.filter((bin) => bin[1] < rule.low), out = bins.filter((bin) => bin[0] > rule.high);
    const between = bins.filter((bin) => bin[1] >= rule.low && bin[0] <= rule.high);
    const result = { below: sumOf(below), between: sumOf(between), above: sumOf(out), kept: bins, out: [],
      reason: null, isExact: true, by: `low ${withEdge(rule.asked?.low, rule.low)}, high ${withEdge(rule.asked?.high, rule.high)} (${rule.from})` };
    const is = (state, more) => Object.assign(result, { state }, more);
    if (!bins.length)
      return is('not timed');
    if (rule.linear_only && !block.linear)
      return is('not linear');
    if (!result.above)
      return is('nothing to exclude');
    const all = result.below + result.between + result.above;
    if (all < rule.least_visits)
      return is('too few visits');
    const share = result.below / all;
    if (!(share > rule.majority))
      return is('refused', { reason: `${result.below} of ${all} visits lie below ${rule.low}, a share of ${shownBelow(share, rule.majority)}, which is not more than ${plain(rule.majority)}` });
    const gap = betweenReason(rule, between, result.between);
    if (result.between > rule.gap_tolerance * all)
      return is('refused', gap);
    if (result.between)
      is('applied', { reason: `${gap.reason}, tolerated`, isExact: gap.isExact });
    return is('applied', { kept: [...below, ...between], out });
  };

  // What an interrupted visit is taken to have taken, by the others: the mean weighted by length
  // (docs/method/interrupts.md).
  T.replacement = function replacement(kept, { resolution }) {
    let count = 0, sum = 0, squares = 0;
    for (const [low, high, n] of kept) {
      const middle = (low + high) / 2;
      count += n;
      sum += n * middle;
      squares += n * middle * middle;
    }
    if (count === 0 || sum === 0)
      return 0;
    const mean = sum / count, variance = Math.max(0, squares / count - mean * mean);
    const rest = mean % resolution;
    const ofStep = resolution <= 1 ? 0
      : Math.min(variance, variance > resolution * resolution ? resolution * resolution / 6 : rest * (resolution - rest));
    return Math.round(mean + (variance - ofStep) / mean);
  };

  // --- Figures --------------------------------------------------------------------------------

  // The sum of the values in a bin, as far as it is known.
  function binSum(block, [low, high, count]) {
    if (low === high)
      return { value: low * count, around: 0 };
    const isIn = (v) => v >= low && v <= high;
    const listed = (block.excluded?.values || []).filter(isIn);
    if (listed.length === count)
      return { value: listed.reduce((a, b) => a + b, 0), around: 0 };
    if (count === 1 && isIn(block.time.raw.max))
      return { value: block.time.raw.max, around: 0 };
    return { value: (low + high) / 2 * count, around: (high - low) / 2 * count };
  }

  function sumOfBins(block, bins) {
    const sums = bins.map((bin) => binSum(block, bin));
    return { value: sums.reduce((a, s) => a + s.value, 0), around: sums.reduce((a, s) => a + s.around, 0) };
  }

  // The nearest rank, from 1, and the bin that has it.
  const rankOf = (count, share) => {
    const exact = share * count, near = Math.round(exact);
    return Math.max(1, Math.abs(exact - near) <= 2 * Number.EPSILON * exact ? near : Math.ceil(exact));
  };
  function binAt(bins, rank) {
    let seen = 0;
    return bins.find((bin) => (seen += bin[2]) >= rank);
  }

  // A corrected figure that was raised to 0 as it would be without that.
  const unclipped = (figures, key) => figures[key] - (figures.clipped?.[key] ?? 0);
  // Totals, as a mean is rounded and there may be a million visits.
  const totalOf = (figures) => unclipped(figures, 'total');

  // What is taken from each visit for its probes, where that is the same; null where visits have different numbers of
  // probes: then extremes and percentiles of corrected values are upper values.
  function sameCost({ raw, corrected }) {
    const cost = corrected.max > 0 ? raw.max - corrected.max : (raw.total - totalOf(corrected)) / raw.count;
    const fits = ['min', 'p50', 'max'].every((key) => Math.abs(Math.max(0, raw[key] - cost) - corrected[key]) < 0.01);
    return fits && corrected.overhead !== 'least' ? cost : null;
  }

  // What a timed visit's probes take at least.
  function leastOf(clock) {
    const all = Object.entries(clock.probe_overhead || {}).filter(([key]) => /(^|_)timed_min$/.test(key)).map(([, ticks]) => ticks);
    return all.length ? Math.floor(Math.min(...all)) : 0;
  }

  const shares = { p50: 0.5, p90: 0.9, p99: 0.99, p999: 0.999 };

  // Figures without the excluded visits, which keep their places: {excluded, instead, added, total, mean, p50, p90, p99,
  // p999, max}, in ticks, probe overhead removed, each {value, around}, null where not known. Of a block that
  // nothing is excluded of, the corrected ones of the report.
  T.figures = function figures(block, decision, clock) {
    const { time } = block;
    if (!time)
      return null;
    const { raw, corrected } = time;
    const exact = (value) => value === null || value === undefined ? null : { value, around: 0 };
    if (decision.state !== 'applied')
      return { excluded: 0, instead: 0, added: exact(0), ...Object.fromEntries(['total', 'mean', ...Object.keys(shares), 'max'].map((key) => [key, exact(corrected[key])])) };
    const instead = T.replacement(decision.kept, clock), count = raw.count, n = decision.above;
    const lost = sumOfBins(block, decision.out);
    const added = { value: lost.value - n * instead, around: lost.around };
    const before = totalOf(corrected);
    const total = { value: Math.max(0, before - added.value), around: added.around };
    const result = { excluded: n, instead, added, total, mean: { value: total.value / count, around: total.around / count } };
    const cost = sameCost(time);
    const place = T.binOf(instead);
    const bins = [...decision.kept, [place.low, place.high, n]].sort((a, b) => a[0] - b[0]);
    const most = Math.max(instead, Math.min(raw.max, decision.kept[decision.kept.length - 1][1]));
    // As the command has it: rounded up to the end of its bin. What is less by at least so much is in no bin beyond.
    const least = leastOf(clock);
    const valueOf = (value, bin) => cost === null ? { value: T.binOf(Math.max(0, value - least)).high, around: 0, isUpper: true }
      : { value: Math.max(0, value - cost), around: bin[1] - bin[0] };
    for (const [key, share] of Object.entries(shares)) {
      const rank = rankOf(count, share);
      const bin = binAt(bins, rank);
      result[key] = key !== 'p50' && count - rank < 10 ? null : valueOf(Math.min(most, Math.max(raw.min, bin[1])), bin);
    }
    const last = decision.kept[decision.kept.length - 1];
    result.max = valueOf(most, most === instead ? [instead, instead] : last);
    return result;
  };

  // How often visits are interrupted and by how much, of blocks with their decisions: {count, one_in: ticks of their time
  // without interrupts, length: mean excess over the median, {value, around}}; null without any.
  T.interrupts = function interrupts(parts, clock) {
    let count = 0, ticks = 0, excess = 0, around = 0;
    for (const { block, decision } of parts) {
      if (decision.state !== 'applied')
        continue;
      const lost = sumOfBins(block, decision.out), n = decision.above;
      const middle = binAt(decision.kept, rankOf(sumOf(decision.kept), 0.5));
      const median = (middle[0] + middle[1]) / 2;
      count += n;
      ticks += block.time.raw.total - lost.value + n * T.replacement(decision.kept, clock);
      excess += lost.value - n * median;
      around += lost.around + n * (middle[1] - middle[0]) / 2;
    }
    return count ? { count, one_in: ticks / count, length: { value: excess / count, around: around / count } } : null;
  };

  // --- Which rule holds -----------------------------------------------------------------------

  // A pattern of LLVM's GlobPattern: * ? [set], and \ before what is meant.
  T.glob = function glob(pattern) {
    if (!pattern || pattern === '*')
      return () => true;
    let text = '';
    const quoted = (c) => c.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&');
    for (let i = 0; i < pattern.length; i++) {
      const c = pattern[i];
      const end = c === '[' ? pattern.indexOf(']', i + 2) : -1;
      if (c === '\\' && i + 1 < pattern.length)
        text += quoted(pattern[++i]);
      else if (end > 0) {
        text += `[${pattern.slice(i + 1, end).replace(/[\\\]]/g, '\\$&').replace(/^!/, '^')}]`;
        i = end;
      } else
        text += c === '*' ? '[^]*' : c === '?' ? '[^]' : quoted(c);
    }
    const all = new RegExp(`^(?:${text})$`, 'u');
    return (name) => all.test(name);
  };

  // A name as a pattern that matches only it.
  T.escape = (name) => name.replace(/[\\*?[]/g, '\\$&');

  // A rule of the report at edges of bins; `asked` is what was given where the report has it apart.
  const atEdges = (rule) => ({ ...rule, asked: { low: rule.low, high: rule.high },
    low: rule.low_edge ?? T.snapLow(rule.low), high: rule.high_edge ?? T.snapHigh(rule.high) });

  const isOption = (rule) => /^--/.test(rule.from || '');
  const isGlobal = (rule) => (rule.functions || '*') === '*' && (rule.blocks || '*') === '*';

  // The rules of a report made again with a choice {low, high, majority, scope: block, function or all} for a block of
  // a function, in the order of the command line: the last that matches holds.
  T.rulesFor = function rulesFor(report, choice, f, block) {
    const filter = report.filter;
    const old = filter ? filter.rules.map(atEdges) : [];
    const options = old.filter(isOption);
    const shared = { ...T.defaults, ...(options.length ? { least_visits: options[0].least_visits ?? 10, gap_tolerance: options[0].gap_tolerance ?? 0 } : {}),
      linear_only: !(report.tool.command_line || []).some((word) => /^--?filter-all-blocks/.test(word)), majority: choice.majority };
    const name = choice.scope === 'all' ? '' : `${T.escape(f.name)}${choice.scope === 'block' ? `/${T.escape(block.name)}` : ''}`;
    const added = { ...shared, low: choice.low, high: choice.high,
      functions: choice.scope === 'all' ? '*' : T.escape(f.name), blocks: choice.scope === 'block' ? T.escape(block.name) : '*',
      from: name ? `--threshold ${name}=${choice.low}:${choice.high}` : '--low and --high' };
    const kept = choice.scope === 'all' ? [] : options.map((rule) => ({ ...rule, ...shared }));
    return [...old.filter((rule) => !isOption(rule)).map((rule) => ({ ...T.defaults, ...rule })),
      ...kept.filter(isGlobal), ...kept.filter((rule) => !isGlobal(rule)), added];
  };

  // Functions of rules: (function's name, block's name) → the rule that holds or null; and whether any may.
  T.scopes = function scopes(rules) {
    const parts = rules.map((rule) => ({ rule, f: T.glob(rule.functions), block: T.glob(rule.blocks) }));
    return {
      ruleOf: (f, block) => parts.filter((p) => p.f(f) && p.block(block)).pop()?.rule || null,
      touches: (f) => parts.some((p) => p.f(f)),
    };
  };

  // Whether something but rules decides on blocks without one: with thresholds for all blocks there are none.
  T.decidesOnOthers = (report, choice) => Boolean(report.filter) && report.filter.by !== 'rule' && choice.scope !== 'all';

  // The self time of a function with all its blocks under rules: {before, after: {value, around}, excluded, parts}. `others`: blocks without a rule
  // stay as the report has them.
  T.selfOf = function selfOf(f, ruleOf, clock, others) {
    const parts = (f.blocks || []).filter((block) => block.visits && block.time).map((block) => {
      const rule = ruleOf(f.name, block.name);
      const decision = rule ? T.decide(rule, block) : others ? { state: 'as it was', out: [], kept: block.time.histogram, above: block.excluded?.count ?? 0 }
        : { state: 'off', out: [], kept: block.time.histogram, above: 0 };
      return { block, decision };
    });
    const changed = parts.filter((p) => p.decision.state === 'applied').map((p) => T.figures(p.block, p.decision, clock));
    const same = parts.filter((p) => p.decision.state === 'as it was');
    const { corrected } = f.self, before = ipoint.best(f.self, 'total');
    if (same.length === parts.length && before !== null)
      return { before, parts, after: { value: before, around: 0 }, excluded: same.reduce((sum, p) => sum + p.decision.above, 0) };
    const whole = totalOf(corrected);
    const added = [...changed.map((c) => c.added.value), ...same.map(({ block: { time } }) => time.filtered ? totalOf(time.corrected) - totalOf(time.filtered) : 0)].reduce((sum, ticks) => sum + ticks, 0);
    return {
      before, parts,
      after: { value: Math.max(0, whole - added), around: changed.reduce((sum, c) => sum + c.added.around, 0) },
      excluded: changed.reduce((sum, c) => sum + c.excluded, 0) + same.reduce((sum, p) => sum + p.decision.above, 0),
    };
  };

  // --- What makes it permanent ----------------------------------------------------------------

  const shell = (word) => /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replace(/'/g, "'\\''")}'`;

  // The report's command line with a choice in place of what it excluded by.
  T.command = function command(report, choice, f, block) {
    const words = report.tool.command_line?.length ? report.tool.command_line : ['ipoint-report', 'html', 'TRACE'];
    // Thresholds for a part leave the others as they are; without a filter these have none.
    const gone = choice.scope === 'all' ? /^--?(low|high|threshold|majority|filter)(=|$)/ : report.filter ? /^--?majority(=|$)/ : /^--?(majority|filter)(=|$)/;
    const kept = words.filter((word, i) => !gone.test(word) && !(i && gone.test(words[i - 1]) && !words[i - 1].includes('=')));
    const { from } = T.rulesFor(report, choice, f, block).pop();
    const options = choice.scope === 'all' ? ['--low', String(choice.low), '--high', String(choice.high)] : ['--threshold', from.slice('--threshold '.length)];
    if (choice.scope !== 'all' && !report.filter)
      options.push('--filter=rule');
    if (choice.majority !== T.defaults.majority)
      options.push('--majority', plain(choice.majority));
    return [...kept, ...options].map(shell).join(' ');
  };

  const yaml = (text) => /^[A-Za-z_][\w./-]*$/.test(text) && !/^(true|false|null|yes|no|on|off|y|n)$/i.test(text) ? text : JSON.stringify(text);

  // The lines of a config file with the same thresholds, and those that options gave to the report.
  T.configLines = function configLines(report, choice, f, block) {
    const rules = T.rulesFor(report, choice, f, block).filter(isOption);
    const lines = (rule, indent) => [`low: ${rule.asked?.low ?? rule.low}`, `high: ${rule.asked?.high ?? rule.high}`, `majority: ${plain(rule.majority)}`,
      ...(rule.least_visits !== T.defaults.least_visits ? [`least-visits: ${rule.least_visits}`] : []),
      ...(rule.gap_tolerance !== T.defaults.gap_tolerance ? [`gap-tolerance: ${plain(rule.gap_tolerance)}`] : []),
      ...(rule.linear_only ? [] : ['all-blocks: true'])].map((line) => indent + line);
    const global = rules.filter(isGlobal).pop(), others = rules.filter((rule) => !isGlobal(rule));
    const by = choice.scope === 'all' || global ? null : !report.filter ? 'rule' : report.filter.by === 'layers' ? `layers:${report.filter.layers}` : null;
    return ['filter:', ...(by ? [`  by: ${by}`] : []), ...(global ? lines(global, '  ') : []), ...(others.length ? ['  rules:'] : []),
      ...others.flatMap((rule) => [...(rule.functions && rule.functions !== '*' ? [`functions: ${yaml(rule.functions)}`] : []),
        ...(rule.blocks && rule.blocks !== '*' ? [`blocks: ${yaml(rule.blocks)}`] : []), ...lines(rule, '')]
        .map((line, i) => `${i ? '      ' : '    - '}${line}`))].join('\n');
  };

  // --- Where to begin -------------------------------------------------------------------------

  // The thresholds that hold for a block now; else the relatively widest gap above its median.
  T.suggest = function suggest(block) {
    const [, low, high] = /^low (\d+)(?: \(bin edge \d+\))?, high (\d+) /.exec(block.filter_by || '') || [];
    if (low !== undefined)
      return { low: T.snapLow(Number(low)), high: T.snapHigh(Number(high)) };
    const bins = block.time.histogram, middle = binAt(bins, rankOf(sumOf(bins), 0.5));
    const above = bins.filter((bin) => bin[0] >= middle[0]);
    let best = null;
    for (let i = 1; i < above.length; i++) {
      const ratio = (above[i][0] + 1) / (above[i - 1][1] + 1);
      if (above[i][0] > above[i - 1][1] + 1 && (!best || ratio > best.ratio))
        best = { ratio, low: above[i - 1][1] + 1, high: above[i][0] - 1 };
    }
    const last = bins[bins.length - 1][1];
    return best ? { low: T.snapLow(best.low), high: Math.max(T.snapLow(best.low), T.snapHigh(best.high)) }
      : { low: T.snapLow(last + 1), high: T.snapHigh(last + 1) };
  };
}
