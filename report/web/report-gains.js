// Part of the ipoint project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The front page: what is worth to be made faster.
'use strict';

// Shows the section, which is hidden where nothing is known.
ipoint.fillGains = function fillGains({ gains = [], gains_in_words: words = '', gains_p99_of: root }) {
  const { el, byId } = ipoint;
  byId('gains').hidden = !gains.length;
  if (!gains.length)
    return;
  const less = (key, label, title, show) => gains.some((g) => g[key] !== null) && { key, label, title, num: true, time: key !== 'mean', value: (g) => g[key],
    cell: (g) => g[key] === null ? ipoint.numberCell(ipoint.none, 'not known') : ipoint.exactly(ipoint.numberCell(show(g[key])), g[key], key !== 'mean') };
  const time = (v) => `−${ipoint.time(v)}`.replace(/^−0$/, '0');
  const share = (v) => ipoint.share(v).replace(/^(?!<)/, '−');
  // Of a group of blocks that samples cannot distinguish the first one is shown.
  const link = (g) => el('a', { href: ipoint.functionHref(g.page, g.block.split(' + ')[0]) }, ipoint.breakable(g.block));
  // On a phone each row repeats it.
  const ofRoot = root?.length <= 14 ? `p99 of ${root}` : 'p99';
  const columns = [
    { key: 'function', label: '10 % less in', value: (g) => g.function,
      cell: (g) => el('th', { scope: 'row', class: 'name' }, el('a', { href: ipoint.functionHref(g.page) }, ipoint.breakable(g.function))) },
    { key: 'block', label: 'block', value: (g) => g.block ?? '', cell: (g) => el('td', { class: 'text place' }, g.block ? link(g) : 'whole function') },
    less('mean', 'mean time', 'a share of the whole that the note names', share),
    less('p99', ofRoot, `of ${root}, by what is spent in its calls that take about that long`, time),
    less('worst', 'WCET estimate', 'of the function that --worst names; of several that whose estimate it is most of', time),
  ].filter(Boolean);
  byId('gains-note').textContent = `${words} Times in ${ipoint.unitName}.`;
  byId('gains-table').replaceChildren(ipoint.table({ label: 'What to optimise', name: 'gains', className: 'list gains', columns, rows: gains, limit: 10,
    sort: { key: columns[2].key, direction: 'descending' } }).element);
};
