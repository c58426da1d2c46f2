// Part of the ipoint project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The annotated source: a line of a function, and what the blocks that begin there took.
'use strict';

{
  const { el } = ipoint;

  // How strongly a line is shaded by its share of the function's self time.
  const strength = (share) => share > 0 ? 0.08 + 0.34 * Math.sqrt(Math.min(1, share)) : 0;

  // What the gutter says of a block: a number or a word for the mean, a number for the largest.
  function gutterOf(block) {
    const mean = ipoint.best(block.time, 'mean');
    const max = ipoint.best(block.time, 'max');
    if (!block.visits)
      return { visits: 'never ran', never: true };
    if (block.sampled && ipoint.bestMean(block.best))
      return { visits: ipoint.count(block.visits), word: ipoint.bestMean(block.best), max: max === null ? null : ipoint.time(max),
        title: `${ipoint.bestInWords(block.best)}${ipoint.groupInWords(block)}` };
    if (!block.timed)
      return { visits: ipoint.count(block.visits), word: 'untimed', title: 'its record does not read the counter' };
    if (block.time && block.time.too_many_interrupts)
      return { visits: ipoint.count(block.visits), word: 'too many interrupts', max: ipoint.time(max),
        title: ipoint.tooManyInterrupts(block.time) };
    if (mean === null)
      return { visits: ipoint.count(block.visits), word: 'no time', title: 'no visit lies between two timed records' };
    if (block.time.below_resolution)
      return { visits: ipoint.count(block.visits), word: 'below resolution', max: ipoint.time(max),
        title: `the mean without interrupts, ${ipoint.mean(mean)}, is less than its uncertainty, or than the clock resolution` };
    return { visits: ipoint.count(block.visits), mean: ipoint.mean(mean), max: ipoint.time(max) };
  }

  function gutterCells(blocks, onSelect) {
    const parts = blocks.map((block) => ({ block, ...gutterOf(block) }));
    const stack = (className, content) => el('td', { class: className }, parts.map((part) => el('div', {}, content(part))));
    return [
      stack('kind', ({ block }) => el('button', {
        type: 'button', class: 'pick', 'data-block': block.name, 'aria-pressed': 'false',
        title: block.name, on: { click: (event) => { event.stopPropagation(); onSelect(block, event); } },
      }, block.kind)),
      stack('num', (part) => part.never ? el('span', { class: 'never-word' }, part.visits) : part.visits),
      stack('num', (part) => part.word ? el('span', { class: 'word', title: part.title }, part.word) : part.mean || '\u00a0'),
      stack('num', (part) => part.max || '\u00a0'),
    ];
  }

  const lineCells = (line) => [
    el('td', { class: 'num self' }, line && line.self !== null ? ipoint.time(line.self) : '\u00a0'),
    el('td', { class: 'num share' }, line && line.share !== null ? ipoint.share(line.share) : '\u00a0'),
  ];

  // A table of the function's lines. onSelect(block) is called when one is picked.
  ipoint.sourceTable = function sourceTable(f, onSelect) {
    const byLine = Map.groupBy ? Map.groupBy(f.blocks, (b) => b.line) : f.blocks.reduce((map, b) =>
      map.set(b.line, [...(map.get(b.line) || []), b]), new Map());
    const lines = new Map(f.lines.map((l) => [l.line, l]));
    const rows = f.source.map((text, i) => {
      const line = f.line + i;
      const blocks = byLine.get(line);
      const head = el('th', { scope: 'row', class: 'ln' }, String(line));
      const code = el('td', { class: 'code' }, text || ' ');
      const time = lines.get(line);
      if (!blocks && !time)
        return el('tr', { 'data-line': line }, head, el('td', { class: 'gap', colspan: 6 }), code);
      const share = time?.share;
      const title = share ? `${ipoint.share(share)} of the function's self time` : null;
      const tr = blocks ? el('tr', {
        'data-line': line, class: blocks.every((b) => !b.visits) ? 'has-blocks never' : 'has-blocks', title,
        on: { click: (event) => onSelect(blocks[0], event) },
      }, head, lineCells(time), gutterCells(blocks, onSelect), code)
        : el('tr', { 'data-line': line, class: 'has-time', title }, head, lineCells(time), el('td', { class: 'gap', colspan: 4 }), code);
      if (share)
        tr.style.setProperty('--strength', strength(share).toFixed(3));
      return tr;
    });
    const table = el('table', { class: 'source', role: 'table' },
      el('thead', {}, el('tr', {}, ...[['ln', 'line'], ['num self', 'self'], ['num share', 'share'], ['kind', 'block'], ['num', 'visits'], ['num', 'mean'], ['num', 'HWM'], ['code', 'source']]
        .map(([className, label]) => el('th', { scope: 'col', class: className }, label)))),
      el('tbody', {}, rows));
    // On a narrow screen each row is a grid of its own: their first columns agree by this.
    table.style.setProperty('--digits', String(f.end_line).length);

    // Up and down go from block to block.
    table.addEventListener('keydown', (event) => {
      const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
      if (!step || !event.target.matches('.pick'))
        return;
      const picks = [...table.querySelectorAll('.pick')];
      const next = picks[picks.indexOf(event.target) + step];
      if (next) {
        event.preventDefault();
        next.focus();
      }
    });
    return ipoint.scroller('Source with times', table);
  };

  // Marks the lines that a block covers; none without a block.
  ipoint.markBlock = function markBlock(root, block) {
    for (const element of root.querySelectorAll('[aria-pressed="true"]'))
      element.setAttribute('aria-pressed', 'false');
    for (const tr of root.querySelectorAll('tr.in-block'))
      tr.classList.remove('in-block');
    if (!block)
      return;
    for (const pick of root.querySelectorAll('.pick'))
      if (pick.dataset.block === block.name)
        pick.setAttribute('aria-pressed', 'true');
    for (let line = block.line; line <= Math.max(block.line, block.end_line || 0); line++) {
      const tr = root.querySelector(`tr[data-line="${line}"]`);
      if (tr)
        tr.classList.add('in-block');
    }
  };
}
