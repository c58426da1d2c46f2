// Part of the ipoint project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A mean with its uncertainty, shaded where it says no more than that the time is short; what shares of a function's page are
// of; and which blocks are the hottest.
'use strict';

{
  const { el } = ipoint;

  // {mean, uncertainty or null, unsure, title} of a TIME's mean, without interrupts where that is known; null without one.
  ipoint.meanOfTime = function meanOfTime(time) {
    const mean = ipoint.best(time, 'mean');
    if (mean === null)
      return null;
    const uncertainty = ipoint.figuresOf(time, ipoint.kindOf(time, 'filtered', 'mean')).uncertainty?.mean ?? null;
    const isSmaller = uncertainty !== null && mean < uncertainty;
    return { text: ipoint.mean(mean), uncertainty, unsure: isSmaller || Boolean(time.below_resolution),
      title: isSmaller ? 'shaded: the mean is less than its uncertainty (±, about 95 %), so all that is known is that it is short'
        : time.below_resolution ? 'shaded: the mean is less than the clock resolution'
          : uncertainty !== null ? '±: how far the true mean may lie from it, at about 95 %' : null };
  };

  // The same of a block or function as the report leads with it: by samples of the plain program where there are some.
  ipoint.leadingMean = function leadingMean({ time, self, sampled, best }) {
    if (!sampled || !best || !ipoint.bestMean(best))
      return ipoint.meanOfTime(time || self || null);
    const half = best.from === 'bounded' || best.low === null ? null : (best.high - best.low) / 2;
    return { text: ipoint.bestMean(best), uncertainty: half, unsure: best.from === 'bounded' || half > best.mean, title: ipoint.bestInWords(best) };
  };

  // "12.3 ± 0.4" as an element.
  ipoint.meanElement = ({ text, uncertainty, unsure, title }) => el('span', { class: unsure ? 'mean unsure' : 'mean', title }, text,
    uncertainty === null ? '' : [' ', el('span', { class: 'pm' }, `± ${ipoint.mean(uncertainty)}`)]);

  // A cell of a table with the mean of a TIME.
  ipoint.meanCell = function meanCell(time, absent = 'not measured') {
    if (time && time.too_many_interrupts)
      return ipoint.numberCell(ipoint.none, ipoint.tooManyInterrupts(time));
    const mean = ipoint.meanOfTime(time);
    return mean ? el('td', { class: 'num' }, ipoint.meanElement(mean)) : ipoint.numberCell(ipoint.none, absent);
  };

  // A cell with the mean of one kind: raw, corrected or filtered.
  ipoint.meanOfKind = function meanOfKind(time, kind) {
    const cell = ipoint.figureCell(time, kind, 'mean');
    const mean = ipoint.figureOf(time, kind, 'mean'), uncertainty = ipoint.figuresOf(time, kind)?.uncertainty?.mean;
    if (mean === null || uncertainty === undefined)
      return cell;
    cell.replaceChildren(ipoint.meanElement({ text: cell.textContent, uncertainty, unsure: mean < uncertainty,
      title: mean < uncertainty ? 'shaded: the mean is less than its uncertainty' : '±: at about 95 %' }));
    return cell;
  };

  // All shares of a function's page are of one whole, which `words` name. {bySamples, words, of(block), samplesOf(block or line)};
  // samples are undefined where times are meant. A group that samples cannot distinguish has its share at each of its blocks.
  ipoint.basisOf = function basisOf(f) {
    const bySamples = Boolean(f.sampled) && f.blocks.some((b) => b.sampled);
    const whole = ipoint.best(f.self, 'total');
    const ofTimes = (block) => {
      const own = ipoint.best(block.time, 'total');
      return own === null || !whole ? null : own / whole;
    };
    return { bySamples,
      words: bySamples ? `the function’s ${ipoint.plural(Math.round(f.sampled.samples), 'sample')} in the ${ipoint.sampledProgram()}` : 'the function’s self time',
      of: !bySamples ? ofTimes : (block) => block.sampled && f.sampled.share ? Math.min(1, block.sampled.share / f.sampled.share) : null,
      samplesOf: (part) => !bySamples ? undefined : part.sampled ? part.sampled.samples : (part.share ?? 0) * f.sampled.samples,
      share(share, part) { return ipoint.shareBySamples(share, this.samplesOf(part), f.sampled?.samples); } };
  };

  // Blocks that take time, the one that takes most first: [{block, share or null}, …]. By samples where there are some, of a
  // group that samples cannot distinguish one; where no time is known, by visits.
  ipoint.hottestBlocks = function hottestBlocks(f) {
    const run = f.blocks.filter((b) => b.visits);
    const sampled = run.filter((b) => b.sampled?.share > 0);
    if (sampled.length) {
      const groups = new Set();
      const isNew = (b) => { const key = b.sampled.group.length ? b.sampled.group.join('\n') : b.name; return !groups.has(key) && groups.add(key); };
      const basis = ipoint.basisOf(f);
      return sampled.filter(isNew).sort((a, b) => b.sampled.share - a.sampled.share).map((block) => ({ block, share: basis.of(block) }));
    }
    const total = (b) => ipoint.best(b.time, 'total') || 0;
    const raw = (b) => ipoint.figureOf(b.time, 'raw', 'total') || 0;
    const whole = ipoint.best(f.self, 'total');
    const ranked = run.map((block) => ({ block, share: whole && block.time ? total(block) / whole : null }));
    const by = run.some(total) ? total : run.some(raw) ? raw : (b) => b.visits;
    return ranked.filter(({ block }) => by(block) > 0).sort((a, b) => by(b.block) - by(a.block) || b.block.visits - a.block.visits);
  };
}
