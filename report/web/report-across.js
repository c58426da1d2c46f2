// Part of the ipoint project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What a sum over many runs has of single ones: how a function's times differ by the values of a label, such as boards, on which
// its largest time was, and blocks that ran on few of them.
'use strict';

{
  const { el, byId, charts } = ipoint;

  const label = () => ipoint.report.across_by;
  const valueOf = (a) => a.value === '' ? `without ${label()}` : a.value;

  // --- Where a mark comes from ------------------------------------------------------------------

  const sinceInWords = ({ since }) => since === null || since === undefined ? null : `${ipoint.lapse(since)} after its start`;

  // As facts: which run, and when in it; null where that is not known.
  ipoint.originFacts = (mark) => mark ? [
    ['On', mark.labels || mark.path],
    ['Run', [sinceInWords(mark), mark.path, mark.run].filter(Boolean).join(', ')],
  ] : [];

  // For the cell of a mark: that value of the label, the rest in its title.
  ipoint.originBelow = (mark) => mark?.value
    ? el('div', { class: 'reason', title: [mark.labels, sinceInWords(mark)].filter(Boolean).join(', ') }, `on ${mark.value}`) : '';

  // --- Of a function, by the values of the label ------------------------------------------------

  // From the mean to the largest, on the scale of all.
  function reachCell({ mean, max }, most) {
    if (max === null)
      return el('td', {});
    const at = (v) => `${(v / most * 100).toFixed(2)}%`;
    return el('td', { class: 'reach' }, ipoint.svg('svg', { width: '100%', height: 14, 'aria-hidden': 'true' },
      ipoint.svg('line', { class: 'ground', x1: at(mean), x2: at(max), y1: 7, y2: 7 }), ipoint.svg('circle', { class: 'mean', cx: at(mean), cy: 7, r: 3 }),
      ipoint.svg('line', { class: 'most', x1: at(max), x2: at(max), y1: 1, y2: 13 })));
  }

  function table(f) {
    const most = Math.max(...f.across.map((a) => a.max ?? 0), 1);
    const time = (key, words, title) => ({ key, label: words, title, num: true, time: true, value: (a) => a[key],
      cell: (a) => ipoint.numberCell(a[key] === null ? ipoint.none : (key === 'mean' ? ipoint.mean : ipoint.time)(a[key]), a[key] === null ? 'no call was timed' : null) });
    return ipoint.table({
      label: `Times by ${label()}`, name: 'across', className: 'list across', rows: f.across, limit: 20, sort: { key: 'max', direction: 'descending' },
      columns: [
        { key: 'value', label: label(), value: valueOf, cell: (a) => el('th', { scope: 'row', class: 'name' }, ...ipoint.breakable(valueOf(a))) },
        { key: 'calls', label: 'calls', num: true, value: (a) => a.calls, cell: (a) => ipoint.numberCell(ipoint.count(a.calls)) },
        time('mean', 'mean', 'raw'), time('max', 'HWM', 'high-water mark: the longest observed, raw'),
        { key: 'reach', label: 'mean to HWM', title: 'a dot at the mean, a line to the high-water mark; all from 0 to the largest of all',
          value: (a) => a.mean === null ? null : a.max / Math.max(a.mean, 1), num: true, csv: () => '', cell: (a) => reachCell(a, most) },
        { key: 'blocks', label: 'blocks run', num: true, value: (a) => a.blocks, cell: (a) => ipoint.numberCell(`${ipoint.count(a.blocks)} of ${ipoint.count(f.blocks.length)}`) },
      ],
    }).element;
  }

  // The values in the order of a figure, from the least to the largest: {x: share of them that have no more, y}.
  function quantiles(f, key) {
    const known = f.across.filter((a) => a[key] !== null).sort((a, b) => a[key] - b[key]);
    return known.map((a, i) => ({ x: 100 * (known.length > 1 ? i / (known.length - 1) : 0.5), y: a[key] * ipoint.perTick, of: a }));
  }

  function drawQuantiles(f, canvas) {
    const marks = quantiles(f, 'max'), means = quantiles(f, 'mean');
    const low = Math.min(...means.map((p) => p.y)), high = Math.max(...marks.map((p) => p.y));
    const isLog = low > 0 && high > 20 * low;
    const points = (colour, more) => ({ showLine: true, borderWidth: 1, borderColor: charts.colour(colour), pointBackgroundColor: charts.colour(colour),
      pointBorderColor: charts.colour(colour), pointRadius: marks.length > 200 ? 1.5 : 3, pointHoverRadius: 5, ...more });
    charts.draw(canvas, {
      points: marks, plugins: [charts.marks],
      x: charts.axis({ title: `share of the values of ${label()}, in order`, min: -2, max: 102, places: () => [0, 25, 50, 75, 100], format: (v) => `${v} %` }),
      y: charts.axis({ log: isLog, title: `${ipoint.unitName}, raw`, min: isLog ? low / 1.3 : 0, max: high * (isLog ? 1.3 : 1.08), width: 58, ticks: isLog ? 40 : 6, format: ipoint.axis }),
      tooltip: ({ raw }) => [`${label()} ${valueOf(raw.of)}`, `HWM ${ipoint.timeInWords(raw.of.max)}`, `mean ${ipoint.timeInWords(raw.of.mean)}`, ipoint.plural(raw.of.calls, 'call')],
      extra: { first: points('--excluded'), more: [{ data: means, ...points('--bar', { pointStyle: 'rect' }) }], options: { marks: { paper: charts.colour('--surface'), list: [] } } },
    });
  }

  function chart(f) {
    const key = (colour, words) => {
      const span = el('span', { class: 'key coloured' }, words);
      span.style.setProperty('--key', `var(${colour})`);
      return span;
    };
    const known = f.across.filter((a) => a.max !== null);
    const worst = known.reduce((best, a) => a.max > best.max ? a : best);
    const canvas = el('canvas', { role: 'img', 'aria-label': `Quantiles over values of ${label()}: the largest time is that of ${valueOf(worst)}, ${ipoint.timeInWords(worst.max)}. The table has the numbers.` });
    return { canvas, elements: [...charts.figure(`Quantiles over values of ${label()}`, `A point for each value of ${label()}, from the one with the least to the one with the largest: its high-water mark, and by itself its mean. ` +
      'In the middle is the median. A step at the right end is a few that differ.', canvas), el('p', { class: 'legend' }, key('--excluded', 'HWM'), key('--bar', 'mean'))] };
  }

  // Those that ran, but not with all, the rarest first.
  function rareBlocks(f) {
    const rare = f.blocks.filter((b) => b.ran_across && b.ran_across < f.across.length).sort((a, b) => a.ran_across - b.ran_across);
    if (!rare.length)
      return [];
    return [el('h3', {}, 'Blocks that did not run with all'), ipoint.table({
      label: `Blocks that ran with some values of ${label()}`, className: 'list', rows: rare, limit: 20,
      columns: [
        { key: 'block', label: 'block', value: (b) => b.name, cell: (b) => el('th', { scope: 'row', class: 'name' }, el('a', { href: ipoint.functionHref(f.page, b.name) }, ipoint.breakable(b.name))) },
        { key: 'line', label: 'line', num: true, value: (b) => b.line, cell: (b) => el('td', { class: 'num' }, ipoint.lineAndColumn(b)) },
        { key: 'visits', label: 'visits', num: true, value: (b) => b.visits, cell: (b) => ipoint.numberCell(ipoint.count(b.visits)) },
        { key: 'ran', label: 'ran with', num: true, value: (b) => b.ran_across, cell: (b) => ipoint.numberCell(`${ipoint.count(b.ran_across)} of ${ipoint.count(f.across.length)}`) },
        { key: 'with', label: label(), value: (b) => (b.ran_with ?? []).join(', '), cell: (b) => el('td', { class: 'text' }, b.ran_with ? ipoint.breakable(b.ran_with.map((v) => v || `without ${label()}`).join(', ')) : ipoint.none) },
      ],
    }).element];
  }

  // Fills the section; returns what draws its chart, again where colours or widths have changed.
  ipoint.fillAcross = function fillAcross(f) {
    const section = byId('across');
    section.hidden = !f.across?.length;
    if (section.hidden)
      return () => {};
    byId('across-heading').textContent = `By ${label()}`;
    byId('across-note').textContent = `It ran with ${ipoint.count(f.across.length)} of ${ipoint.plural(ipoint.report.across_values, 'value')} of the label ${label()}. ` +
      `Raw ${f.inclusive ? 'inclusive' : 'self'} times per call, in ${ipoint.unitName}.`;
    const isTimed = f.across.some((a) => a.max !== null) && !charts.isMissing();
    const drawn = isTimed ? chart(f) : null;
    byId('across-table').replaceChildren(...drawn?.elements ?? [], table(f), ...rareBlocks(f));
    return () => {
      ipoint.dropCharts(section);
      if (drawn)
        drawQuantiles(f, drawn.canvas);
    };
  };
}
