// Part of the ipoint project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The source of a function as both sets have it: lines of the first only and of the other only are marked, those of
// both stand once; beside them what the blocks that begin there took in each.
'use strict';

{
  const { el } = ipoint;

  // Pairs [i, j] of lines that both have, in their order (Myers 1986), where at most `most` lines differ.
  function common(a, b, most = 3000) {
    let start = 0, endA = a.length, endB = b.length;
    while (start < endA && start < endB && a[start] === b[start])
      start++;
    while (endA > start && endB > start && a[endA - 1] === b[endB - 1])
      endA--, endB--;
    const pairs = Array.from({ length: start }, (_, i) => [i, i]);
    pairs.push(...middle(a.slice(start, endA), b.slice(start, endB), most).map(([i, j]) => [i + start, j + start]));
    for (let i = endA, j = endB; i < a.length; i++, j++)
      pairs.push([i, j]);
    return pairs;
  }

  // How far into the first text each diagonal from -d to d reaches with d lines that differ; -1 elsewhere.
  const reach = (row, k) => row.far[k + row.d] ?? -1;
  // Whether the way to diagonal k comes from the one above: by a line of the other text only.
  const isFromAbove = (row, k, d) => k === -d || (k !== d && reach(row, k - 1) < reach(row, k + 1));

  function middle(a, b, most) {
    if (!a.length || !b.length)
      return [];
    const trail = [{ d: 1, far: Int32Array.of(-1, -1, 0) }];
    for (let d = 0; d <= Math.min(a.length + b.length, most); d++) {
      const before = trail[d], far = new Int32Array(2 * d + 1).fill(-1);
      for (let k = -d; k <= d; k += 2) {
        let x = isFromAbove(before, k, d) ? reach(before, k + 1) : reach(before, k - 1) + 1;
        while (x < a.length && x - k < b.length && a[x] === b[x - k])
          x++;
        far[k + d] = x;
        if (x >= a.length && x - k >= b.length)
          return back(a, b, trail);
      }
      trail.push({ d, far });
    }
    return []; // too many differ: all of one, then all of the other
  }

  // The pairs on the way back from the ends of both.
  function back(a, b, trail) {
    const pairs = [];
    let x = a.length, y = b.length;
    for (let d = trail.length - 1; d >= 0; d--) {
      const k = x - y, from = isFromAbove(trail[d], k, d) ? k + 1 : k - 1;
      const beforeX = d ? reach(trail[d], from) : 0, beforeY = d ? beforeX - from : 0;
      while (x > beforeX && y > beforeY)
        pairs.push([--x, --y]);
      x = beforeX;
      y = beforeY;
    }
    return pairs.reverse();
  }

  // Rows {a, b}: offsets of lines, null where a set has not that line. What the first has only comes before the other's.
  ipoint.alignLines = function alignLines(a, b) {
    const rows = [];
    let i = 0, j = 0;
    for (const [atA, atB] of [...common(a, b), [a.length, b.length]]) {
      for (; i < atA; i++)
        rows.push({ a: i, b: null });
      for (; j < atB; j++)
        rows.push({ a: null, b: j });
      if (i < a.length)
        rows.push({ a: i++, b: j++ });
    }
    return rows;
  };

  // f: a function; view: {a, b: texts or null, timesOf(name) → {a, b, item}, moved (ticks in all)}; onPick(name, event)
  ipoint.twinSource = function twinSource(f, view, comparison, onPick) {
    const { a, b } = view;
    const [linesA, linesB] = [a, b].map((text) => ipoint.grouped(text ? text.blocks : [], (block) => block.line));
    const coloured = [a, b].map((text) => text && ipoint.syntaxOf(text.source));
    const mean = (times) => !times ? ipoint.none : times.mean === undefined ? 'no time' : ipoint.comparedMean(times.mean);
    const rows = ipoint.alignLines(a ? a.source : [], b ? b.source : []).map((row) => {
      const lineA = row.a === null ? null : a.line + row.a, lineB = row.b === null ? null : b.line + row.b;
      const names = [...new Set([...(linesA.get(lineA) || []), ...(linesB.get(lineB) || [])].map((block) => block.name))];
      const kinds = new Map([...(linesA.get(lineA) || []), ...(linesB.get(lineB) || [])].map((block) => [block.name, block.kind]));
      const parts = names.map((name) => {
        const times = view.timesOf(name);
        // Where the block begins in another line of the other set, that one's time is there.
        const hasA = (linesA.get(lineA) || []).some((block) => block.name === name), hasB = (linesB.get(lineB) || []).some((block) => block.name === name);
        return { name, kind: kinds.get(name), a: hasA || !times.isMoved ? times.a : null, b: hasB || !times.isMoved ? times.b : null, item: times.item, isLast: hasB || !b };
      });
      const stack = (className, content) => el('td', { class: className }, parts.map((part) => el('div', {}, content(part) ?? '\u00a0')));
      const difference = ({ item, isLast }) => !item ? null : !isLast ? null : el('span', {
        class: `outcome ${['shorter', '', 'longer'][1 + ipoint.directionOf(item)]}`, title: ipoint.verdictOf(item) },
      item.differs || item.mean.change !== null ? ipoint.differenceOf(item.mean) : ipoint.none);
      const kind = lineB === null ? 'only-a' : lineA === null ? 'only-b' : '';
      const text = coloured[row.b === null ? 0 : 1][row.b ?? row.a];
      const moved = parts.filter((p) => p.isLast && p.item && p.item.differs).reduce((sum, p) => sum + p.item.moved, 0);
      const tr = el('tr', { class: [kind, parts.length ? 'has-blocks' : '', moved > 0 ? 'slower' : moved < 0 ? 'faster' : ''].join(' ').trim() || null,
        'data-a': lineA, 'data-b': lineB, on: parts.length ? { click: (event) => onPick(parts[0].name, event) } : {} },
      el('th', lineA === null ? { role: 'cell', class: 'ln' } : { scope: 'row', class: 'ln' }, lineA === null ? '' : String(lineA)),
      el('td', { class: 'ln' }, lineB === null ? '' : String(lineB)),
      parts.length ? [
        stack('kind', ({ name, kind: word }) => el('button', { type: 'button', class: 'pick', 'data-block': name, 'aria-pressed': 'false', title: name,
          on: { click: (event) => { event.stopPropagation(); onPick(name, event); } } }, word)),
        stack('num', (part) => mean(part.a)), stack('num', (part) => mean(part.b)), stack('num', difference)]
        : el('td', { class: 'gap', colspan: 4 }),
      el('td', { class: 'sign', 'aria-label': { 'only-a': `in ${comparison.a} only`, 'only-b': `in ${comparison.b} only` }[kind] ?? null },
        { 'only-a': '−', 'only-b': '+' }[kind] ?? ''),
      el('td', { class: 'code' }, ipoint.syntaxElements(text), ' '));
      if (moved && view.moved)
        ipoint.shade(tr, Math.abs(moved) / view.moved, 0.3); // by how much of the function's time moves in its blocks
      return tr;
    });
    const heads = [['ln of-a', 'a', `line in ${comparison.a}`], ['ln of-b', 'b', `line in ${comparison.b}`], ['kind', 'block'], ['num of-a', comparison.a, 'mean there'], ['num of-b', comparison.b, 'mean there'],
      ['num', 'difference'], ['sign', ''], ['code', 'source']];
    const table = el('table', { class: 'twin', role: 'table' },
      ipoint.headOf(heads), el('tbody', {}, rows));
    ipoint.walkPicks(table);
    return ipoint.scroller('Source of both sets with times', table);
  };
}
