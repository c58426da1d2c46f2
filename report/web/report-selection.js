// Part of the ipoint project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What is known of the visits or calls whose times lie in a range that the reader selects: figures by the histogram's bins, and by which
// paths they came. What the page does not have of single ones is said.
'use strict';

{
  const { el } = ipoint;

  const sumOf = (bins) => bins.reduce((sum, bin) => sum + bin[2], 0);
  const inside = (histogram, { low, high }) => histogram.filter((bin) => bin[0] >= low && bin[1] <= high);

  // Of bins [low, high, count, excluded]: {count, excluded, mean: {value, around}, p50, p90, p99, max: {value, around}}, in ticks; the mean lies
  // within `around`, the others between value - around and value.
  ipoint.figuresOfBins = function figuresOfBins(bins) {
    const count = sumOf(bins);
    const mean = { value: bins.reduce((sum, [low, high, n]) => sum + (low + high) / 2 * n, 0) / count, around: bins.reduce((sum, [low, high, n]) => sum + (high - low) / 2 * n, 0) / count };
    const at = (share) => {
      let seen = 0;
      const [low, high] = bins.find((bin) => (seen += bin[2]) >= Math.ceil(share * count - 1e-9));
      return { value: high, around: high - low };
    };
    return { count, excluded: bins.reduce((sum, bin) => sum + (bin[3] ?? 0), 0), mean, p50: at(0.5), p90: at(0.9), p99: at(0.99), max: at(1) };
  };

  const figure = ({ value, around }) => `${around ? '≤ ' : ''}${ipoint.time(value)}`;
  const mean = ({ value, around }) => `${around ? '≈ ' : ''}${ipoint.mean(value)}${around ? ` ± ${ipoint.mean(around)}` : ''}`;

  // The sentence that is read out.
  function sentenceOf({ time, one, many, unit }, range, f) {
    const all = sumOf(time.histogram);
    return `${ipoint.count(f.count)} of ${ipoint.plural(all, one, many)} (${ipoint.share(f.count / all)}) took ${ipoint.time(range.low)} to ${ipoint.time(range.high)} ${unit}, raw: ` +
      `mean ${mean(f.mean)}, p50 ${figure(f.p50)}, p90 ${figure(f.p90)}, p99 ${figure(f.p99)}, longest ${figure(f.max)}.` +
      (f.excluded ? ` ${ipoint.count(f.excluded)} of them ${f.excluded === 1 ? 'is' : 'are'} excluded as interrupted.` : '');
  }

  const table = (label, heads, rows) => ipoint.scroller(label, el('table', { class: 'list compact' },
    ipoint.headOf(heads.map((head, i) => [i ? 'num' : null, head])), el('tbody', {}, rows)));
  const row = (name, ...cells) => el('tr', {}, el('th', { scope: 'row' }, name), cells);
  const note = (...words) => el('p', { class: 'note' }, ...words);

  // Calls that took one path only, by that path: how many lie in the range, and how many elsewhere.
  function pathsOf({ f }, range, count) {
    const values = f.by_value?.length ? [note('What calls recorded is beside their inclusive times: choose inclusive.')] : [];
    const known = (f.paths || []).filter((p) => p.self).map((path) => ({ path, all: sumOf(path.self.histogram), here: sumOf(inside(path.self.histogram, range)) }));
    if (!known.length)
      return [note(f.paths?.length ? 'No call took one path only, so paths have no times.' : 'Which path a call took was not recorded.'), ...values];
    const some = known.filter((p) => p.here).sort((a, b) => b.here - a.here), most = 8;
    const rest = count - known.reduce((sum, p) => sum + p.here, 0);
    return [el('h4', {}, 'Paths of these calls'), table('Paths of these calls', ['path', 'calls here', 'share', 'of its calls'], [
      ...some.slice(0, most).map(({ path, all, here }) => row(ipoint.wayOf(f, path), ipoint.numberCell(ipoint.count(here)), ipoint.shareCell(here / count), ipoint.shareCell(here / all))),
      ...(some.length > most ? [row(`${ipoint.count(some.length - most)} more paths`, ipoint.numberCell(ipoint.count(some.slice(most).reduce((sum, p) => sum + p.here, 0))), el('td'), el('td'))] : []),
      ...(rest > 0 ? [row('calls of several paths, or of none that is listed', ipoint.numberCell(ipoint.count(rest)), ipoint.shareCell(rest / count), el('td'))] : [])]), ...values];
  }

  // The page has no histogram of a block's visits by what followed: smallest and largest alone bound how many of these lie in the range.
  function nextOf({ f, block }, range) {
    const timed = block.next.filter((next) => next.count && next.time);
    const rest = note('Which path its call took, and what it recorded, is not kept for single visits.');
    if (!timed.length)
      return [rest];
    const [low, high] = [range.low, range.high];
    const words = ({ count, min, max }) => max < low || min > high ? 'none' : min >= low && max <= high ? `all ${ipoint.count(count)}`
      : `some: ${ipoint.time(min)} to ${ipoint.time(max)}`;
    return [el('h4', {}, 'By the block that followed'), table('By the block that followed', ['next block', 'visits', 'of them here'], timed.map((next) => {
      const target = f.blocks.find((b) => b.name === next.block);
      return row(target ? ipoint.blockTitle(target) : next.block, ipoint.numberCell(ipoint.count(next.count)), el('td', { class: 'num' }, words(next.time.raw)));
    })), note('Only the shortest and the longest are kept by next block.'), rest];
  }

  // What is known of the times of a subject from range.low to range.high ticks: {sentence, more: elements}.
  ipoint.selectionOf = function selectionOf(subject, range) {
    const bins = inside(subject.time.histogram, range);
    if (!sumOf(bins))
      return { sentence: `No ${subject.one} took ${ipoint.time(range.low)} to ${ipoint.time(range.high)} ${subject.unit}.`, more: [] };
    const figures = ipoint.figuresOfBins(bins), { of } = subject;
    const ways = of.block ? nextOf(of, range) : of.which === 'self' ? pathsOf(of, range, figures.count) : 
      [...ipoint.valuesWithin(of.f, range), note(`${of.f.by_value?.length ? '' : 'No number of these calls is known. '}Paths have self times only: choose self.`)];
    return { sentence: sentenceOf(subject, range, figures), more: ways };
  };
}
