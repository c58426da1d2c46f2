// Part of the ipoint project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What all views share: numbers and words, building of elements.
// Text that comes from the data only ever becomes a text node or an attribute: names and source are
// the user's, and hostile until shown otherwise.
'use strict';

const ipoint = {};

// --- Elements ---------------------------------------------------------------------------------

// el('td', {class: 'num', title: …}, 'text', child, …); null and false are left out, `on` holds listeners.
ipoint.el = function el(tag, attributes, ...children) {
  const element = document.createElement(tag);
  for (const [key, value] of Object.entries(attributes || {})) {
    if (value === null || value === undefined || value === false)
      continue;
    if (key === 'on')
      for (const [event, listener] of Object.entries(value))
        element.addEventListener(event, listener);
    else
      element.setAttribute(key, value === true ? '' : value);
  }
  element.append(...children.flat().filter((c) => c !== null && c !== undefined && c !== false));
  return element;
};

ipoint.byId = (id) => document.getElementById(id);

// A map of the items by what keyOf says of them, in their order.
ipoint.grouped = (items, keyOf) => items.reduce((map, item) => map.set(keyOf(item), [...(map.get(keyOf(item)) || []), item]), new Map());

// A word in a box; with a title, or where the glossary has it, a button that explains it.
ipoint.tag = function tag(text, kind, title) {
  const words = title || ipoint.meaningOf(text);
  const className = kind ? `tag ${kind}` : 'tag';
  return words ? ipoint.explainer(text, words, { class: className, title }) : ipoint.el('span', { class: className }, text);
};

// A list of terms; each entry is [term, value, …more values], and null entries are left out.
ipoint.fillFacts = function fillFacts(list, entries) {
  list.replaceChildren(...entries.filter(Boolean).map(([term, ...values]) =>
    ipoint.el('div', {}, ipoint.el('dt', {}, typeof term === 'string' ? ipoint.define(term) : term), ipoint.el('dd', {}, ...values))));
};

// --- Numbers ----------------------------------------------------------------------------------

{
  const whole = new Intl.NumberFormat('en-US', { maximumFractionDigits: 0 });
  const tenths = new Intl.NumberFormat('en-US', { minimumFractionDigits: 1, maximumFractionDigits: 1 });
  const none = '–';
  const absent = (v) => v === null || v === undefined || Number.isNaN(v);

  ipoint.none = none;
  ipoint.count = (v) => absent(v) ? none : whole.format(v);

  // What is whole as it is, else a tenth below 1,000.
  ipoint.number = (v) => absent(v) ? none
    : Number.isInteger(v) || Math.abs(v) >= 1000 ? whole.format(v) : tenths.format(v);

  // A tenth below 1,000, whole above.
  ipoint.tenths = (v) => absent(v) ? none
    : Math.abs(v) >= 999.95 ? whole.format(v) : tenths.format(v);

  // Four digits that count, as far as a tenth of a thousandth.
  const byDigits = [0, 1, 2, 3, 4].map((digits) =>
    new Intl.NumberFormat('en-US', { minimumFractionDigits: digits, maximumFractionDigits: digits }));
  const fourDigits = (v) => absent(v) ? none
    : v === 0 ? '0' : byDigits[[999.95, 99.995, 9.9995, 0.99995].filter((limit) => Math.abs(v) < limit).length].format(v);

  // A value that is in the unit already: one that was observed, and a mean or deviation of such. In ticks and
  // ns a tenth is enough.
  ipoint.timeInUnit = (v) => ipoint.unit === 'us' ? fourDigits(v) : ipoint.number(v);
  const meanInUnit = (v) => ipoint.unit === 'us' ? fourDigits(v) : ipoint.tenths(v);
  // A value in ticks, as all times of the data are.
  const scaled = (v) => absent(v) ? v : v * ipoint.perTick;
  ipoint.time = (ticks) => ipoint.timeInUnit(scaled(ticks));
  ipoint.mean = (ticks) => meanInUnit(scaled(ticks));

  // How many of a unit a tick is; null where the clock's rate is not known. Where clocks of different rates are
  // compared the data is in ns: then that is the tick.
  ipoint.unitsPerTick = function unitsPerTick(unit) {
    if (ipoint.report.unit === 'ns')
      return { ns: 1, us: 1e-3 }[unit] ?? null;
    const rate = ipoint.report.clock.rate_hz;
    return unit === 'ticks' ? 1 : rate ? (unit === 'ns' ? 1e9 : 1e6) / rate : null;
  };

  // In what the view's times are from now on: ticks, ns or us; the data's where there is no such unit or no rate.
  ipoint.setUnit = function setUnit(unit) {
    const per = ['ticks', 'ns', 'us'].includes(unit) ? ipoint.unitsPerTick(unit) : null;
    ipoint.unit = per === null ? ipoint.report.unit : unit;
    ipoint.perTick = per ?? 1;
    ipoint.unitName = ipoint.unit === 'us' ? 'µs' : ipoint.unit;
  };

  // Of which program samples are: without a plain one, the recorded program itself is sampled.
  ipoint.isCounted = () => Boolean(ipoint.report.sampling?.inputs.every((i) => i.counted));
  ipoint.sampledProgram = () => ipoint.isCounted() ? 'counted program' : 'plain program';

  ipoint.share = (v) => absent(v) ? none
    : v === 0 ? '0 %' : v < 0.0005 ? '< 0.1 %' : `${tenths.format(v * 100)} %`;

  ipoint.plural = (n, one, many) => `${ipoint.count(n)} ${n === 1 ? one : many || `${one}s`}`;

  // Four significant digits with a prefix: 2.596 GHz, 12.3 ms.
  const prefixed = (value, units) => {
    for (const [size, unit] of units)
      if (value >= size)
        return `${Number((value / size).toPrecision(4)).toLocaleString('en-US')} ${unit}`;
    return `${Number((value / units[units.length - 1][0]).toPrecision(3))} ${units[units.length - 1][1]}`;
  };
  ipoint.frequency = (hz) => absent(hz) ? none
    : prefixed(hz, [[1e9, 'GHz'], [1e6, 'MHz'], [1e3, 'kHz'], [1, 'Hz']]);
  ipoint.duration = (ns) => absent(ns) ? none
    : ns === 0 ? '0 s' : prefixed(ns, [[1e9, 's'], [1e6, 'ms'], [1e3, 'µs'], [1, 'ns']]);

  // A time in ticks for a sentence, with its unit: "26 ticks", "15.52 M ticks", "6.347 ms".
  ipoint.timeInWords = function timeInWords(ticks) {
    const value = scaled(ticks);
    if (absent(value) || Math.abs(value) < 1e6)
      return `${ipoint.time(ticks)} ${ipoint.unitName}`;
    return ipoint.unit === 'ticks' ? prefixed(value, [[1e9, 'G ticks'], [1e6, 'M ticks']]) : ipoint.duration(ipoint.unit === 'us' ? value * 1000 : value);
  };

  // Axis labels: short, but not rounded.
  ipoint.axis = (v) => {
    const size = Math.abs(v);
    const [by, unit] = size >= 1e9 ? [1e9, ' G'] : size >= 1e6 ? [1e6, ' M'] : size >= 1e4 ? [1e3, ' k'] : [1, ''];
    return Number((v / by).toPrecision(6)).toLocaleString('en-US') + unit;
  };
}

// --- Figures ----------------------------------------------------------------------------------

// Response times are apart only where context switches are known.
ipoint.kindsOf = (data) => ['raw', 'corrected', 'filtered', ...(data.times === 'execution' ? ['response'] : [])];

// What the times of a report are.
ipoint.timesInWords = (data) => data.times === 'execution'
  ? 'Execution times: without the time off CPU, which response times have (raw)'
  : 'Response times: no context switches are known';

// The kind that is shown first: without what detected interrupts added, where something was excluded.
ipoint.bestKind = (time) => time && time.filtered ? 'filtered' : 'corrected';

// The kind of a time that shows a figure where `kind` was asked for: where nothing was excluded, filtered figures
// are the corrected ones. High-water marks are raw.
ipoint.kindOf = (time, kind, key) => key === 'max' ? (kind === 'response' ? 'response' : 'raw')
  : kind === 'filtered' ? ipoint.bestKind(time) : kind;
ipoint.best = (time, key) => ipoint.figureOf(time, ipoint.kindOf(time, 'filtered', key), key);

// Where no switch fell into a time, the response time is the raw one.
ipoint.figuresOf = (time, kind) => time && (time[kind] || (kind === 'response' && time.raw)) || null;

ipoint.figures = [
  ['count', 'count', 'how many were timed'],
  ['total', 'total', 'sum of all'],
  ['min', 'min', 'smallest observed'],
  ['mean', 'mean', 'arithmetic mean'],
  ['stddev', 'std dev', 'standard deviation of the sample'],
  ['p50', 'p50', 'median'],
  ['p90', 'p90', 'not exceeded by 90 %'],
  ['p99', 'p99', 'not exceeded by 99 %'],
  ['p999', 'p99.9', 'not exceeded by 99.9 %'],
  ['max', 'max', 'longest observed: the high-water mark'],
];

// The mean that leads as a cell has it; null where there is none.
ipoint.bestMean = (best) => !best || best.from === 'not known' ? null
  : best.from === 'bounded' ? `≤ ${ipoint.mean(best.high)}` : ipoint.mean(best.mean);

// A block that samples cannot distinguish from others: which these are.
ipoint.groupInWords = (block) => block.sampled && block.sampled.group.length
  ? `, of a group that samples cannot distinguish: ${block.sampled.group.join(', ')}; of a visit of the first` : '';

// The mean that leads, with its 95 % interval and its source.
ipoint.bestInWords = function bestInWords(best) {
  if (!best || best.from === 'not known')
    return 'not known';
  return best.from === 'bounded'
    ? `at most ${ipoint.mean(best.high)} (95 %), too few samples`
    : `${ipoint.mean(best.mean)} (95 %: ${ipoint.mean(best.low)} to ${ipoint.mean(best.high)}), ${best.from}`;
};
ipoint.sourceInWords = (best) => best.from === 'bounded' ? 'too few samples' : best.from;

// Why a figure isn't there, in words for the reader who asks.
ipoint.whyAbsent = function whyAbsent(time, kind, key) {
  if (!time)
    return 'not measured';
  const figures = ipoint.figuresOf(time, kind);
  if (!figures)
    return kind === 'filtered' ? 'as corrected: nothing was excluded' : 'not measured';
  if (key === 'stddev')
    return 'not measured: a deviation needs two values';
  if (/^p9/.test(key))
    return 'not measured: fewer than ten values lie beyond it';
  return 'not measured';
};

// Why a time has no figures.
ipoint.tooManyInterrupts = (time) => `Interrupts are expected to be ${ipoint.share(time.too_many_interrupts.share)} `
  + 'of the time, and interrupted visits are not distinguishable: see the raw figures';

// How many calls one with a known self time stands for: more than one where all are counted, and windows time some.
ipoint.callsPerTime = (f) => f.counted && f.self?.raw.count && f.calls > f.self.raw.count ? f.calls / f.self.raw.count : 1;

ipoint.figureOf = (time, kind, key) => {
  // There are too many interrupts in it, and interrupted visits are not distinguishable.
  if (time && time.too_many_interrupts && kind !== 'raw' && kind !== 'response') return null;
  const figures = ipoint.figuresOf(time, kind);
  const value = figures ? figures[key] : null;
  return value === undefined ? null : value;
};

// The self time of all calls, ticks, of the kind asked for; null where there is none.
ipoint.selfTotal = (f, figures) => {
  const total = ipoint.figureOf(f.self, ipoint.kindOf(f.self, figures, 'total'), 'total');
  return total === null ? null : total * ipoint.callsPerTime(f);
};

ipoint.figureText = (key, value) => key === 'count' ? ipoint.count(value)
  : key === 'mean' || key === 'stddev' ? ipoint.mean(value) : ipoint.time(value);

ipoint.numberCell = function numberCell(text, title) {
  return ipoint.el('td', { class: text === ipoint.none ? 'num absent' : 'num', title }, text);
};

// Where values have different numbers of probes, of which each cost something else, only the least is taken from them.
ipoint.isUpper = (time, kind, key) => /^(min|max|p\d+)$/.test(key) && ipoint.figuresOf(time, kind)?.overhead === 'least';

ipoint.figureCell = function figureCell(time, kind, key) {
  const value = ipoint.figureOf(time, kind, key);
  if (value === null)
    return ipoint.numberCell(ipoint.figureText(key, value), ipoint.whyAbsent(time, kind, key));
  return ipoint.exactly(ipoint.isUpper(time, kind, key)
    ? ipoint.numberCell(`≤ ${ipoint.figureText(key, value)}`, 'an upper value: without the least probe overhead; the mean is without the mean overhead')
    : ipoint.numberCell(ipoint.figureText(key, value), null), value, key !== 'count');
};

// Of fewer samples no share is given, nothing is shaded by them, and where there are no more in any function, times lead; but for those of windows.
ipoint.fewSamples = 30;
ipoint.areFew = (samples) => samples !== undefined && samples !== null && samples < ipoint.fewSamples;
ipoint.allSamples = () => (ipoint.report.sampling?.inputs || []).reduce((sum, input) => sum + input.samples, 0);
// Nor do they lead times where samples and CPU time are not of the same processes.
ipoint.areOfOthers = ({ accounted: part, least_accounted: least }) => part < least || part > 1 / least;
ipoint.leadsBySamples = (data) => Boolean(data.sampling) && !(ipoint.areOfOthers(data.sampling) && data.functions.some((f) => f.self)) && (data.functions.some((f) => f.sampled && !ipoint.areFew(f.sampled.samples)) ||
  data.functions.some((f) => f.sampled?.samples > 0) && (!data.functions.some((f) => f.self) || data.totals.counted > 0 && !ipoint.areFew(ipoint.allSamples())));

// A share, or of few samples these: "7 of 31 samples".
ipoint.shareBySamples = (share, samples, all) => ipoint.areFew(samples)
  ? `${ipoint.count(Math.round(samples))} of ${ipoint.count(Math.round(all))} samples` : ipoint.share(share);

// A cell with a share and a bar behind it, and by how many of all samples it is known, where that is how.
ipoint.shareCell = function shareCell(share, samples, all = ipoint.allSamples()) {
  if (share === null)
    return ipoint.numberCell(ipoint.none, 'not measured');
  const cell = ipoint.el('td', { class: 'num share' });
  if (ipoint.areFew(samples)) {
    cell.append(ipoint.el('div', { class: 'reason' }, ipoint.shareBySamples(share, samples, all)));
    return ipoint.exactly(cell, share);
  }
  cell.append(ipoint.el('span', {}, ipoint.share(share)), samples === undefined ? ''
    : ipoint.el('div', { class: 'reason' }, ipoint.plural(Math.round(samples), 'sample')));
  cell.style.setProperty('--share', Math.min(1, Math.max(0, share)));
  return ipoint.exactly(cell, share);
};

// --- Words ------------------------------------------------------------------------------------

// "26 ticks (10.0 ns)"
ipoint.ticksInWords = function ticksInWords(data, ticks) {
  if (ticks === null || ticks === undefined)
    return ipoint.none;
  const rate = data.clock.rate_hz;
  const word = ticks === 1 ? 'tick' : 'ticks';
  return `${ipoint.number(ticks)} ${word}${rate ? ` (${ipoint.duration(ticks * 1e9 / rate)})` : ''}`;
};

// Interrupts of a class, by their length; the median says little where most of what they add comes from a few long ones.
ipoint.classInWords = ({ length }) => length.mean > 3 * length.median
  ? `interrupts of ${ipoint.time(Math.round(length.min))} to ${ipoint.timeInWords(Math.round(length.max))}`
  : `interrupts of about ${ipoint.timeInWords(length.median)}`;

ipoint.clockInWords = (data) => [data.clock.source || 'source not known',
  data.clock.rate_hz ? ipoint.frequency(data.clock.rate_hz) : 'rate not known',
  data.clock.resolution ? `resolution ${ipoint.ticksInWords(data, data.clock.resolution)}` : 'resolution not measured'].join(', ');

ipoint.filterInWords = function filterInWords(data) {
  const filter = data.filter;
  if (!filter)
    return 'No filter for interrupts was asked for.';
  const origin = filter.from ? ` (${filter.from})` : '';
  // Rules for some blocks, and all where they are not one; the last one that matches a block holds.
  const rules = filter.rules.length && (filter.low === null || filter.rules.length > 1)
    ? ` ${filter.rules.slice(0, 8).map((r) => `${r.functions}/${r.blocks}: ${ipoint.count(r.low)} to ${ipoint.count(r.high)} (${r.from})`).join('; ')}` +
      `${filter.rules.length > 8 ? `; and ${filter.rules.length - 8} more` : ''}.` : '';
  if (filter.low === null)
    return { layers: `Visits more than two standard deviations from the mean of their block were excluded, ${filter.layers} times over${origin}.`,
      detect: `Interrupts were found by holding the blocks against each other${origin}.` }[filter.by]?.concat(rules && ` Thresholds for some blocks:${rules}`) ?? `Thresholds were given for some blocks only:${rules}`;
  // With all digits that were asked for, and none that the product adds.
  const majority = Number((filter.majority * 100).toPrecision(15));
  return `A block with more than ${majority} % of its visits under ${ipoint.count(filter.low)} raw ticks, ` +
    `and none from there to ${ipoint.count(filter.high)}, has its visits over ${ipoint.count(filter.high)} ` +
    `excluded as an interrupt cluster${filter.linear_only ? '; only blocks without a call are looked at' : ''}${origin}.${rules}`;
};

// `column` is null where it is not known.
ipoint.place = (file, line, column) => line ? `${file}:${line}${column ? `:${column}` : ''}` : file;

// In the function's file, or else with the file that the function has the text from.
ipoint.lineAndColumn = ({ line, column, included }) => included ? ipoint.place(included.file, included.line, included.column)
  : `${line}${column ? `:${column}` : ''}`;

// Long names may break after a slash or an underscore and before a line's number.
ipoint.breakable = function breakable(text) {
  return String(text).length < 16 ? [String(text)] : String(text).split(/(?<=[/_])|(?=:\d+(?::\d+)?$)/).flatMap((part, i) => i ? [ipoint.el('wbr'), part] : [part]);
};

ipoint.fillColophon = function fillColophon(data) {
  ipoint.byId('colophon').replaceChildren(
    ipoint.el('p', {}, `${data.tool.name} ${data.tool.version}`),
    data.tool.command_line && data.tool.command_line.length
      ? ipoint.el('p', {}, ipoint.el('code', {}, data.tool.command_line.join(' '))) : '',
    data.root ? ipoint.el('p', {}, 'Source files relative to ', ipoint.el('code', {}, data.root)) : '',
    ipoint.el('p', {}, ipoint.dialogButton('about', 'About this report')));
};
