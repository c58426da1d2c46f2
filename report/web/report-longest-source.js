// Part of the ipoint project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The longest path in the source: for each function its lines, and how often the blocks that begin there are executed on
// the path, how often they were seen to be, and their share. The most of the estimate is open; others are made when they are opened.
'use strict';

{
  const { el } = ipoint;
  const openAtOnce = 4, shownAtOnce = 12;

  const percent = (share) => ipoint.share(share);
  const keyOf = (at) => `${at.file}\n${at.function}`;

  // The number of executions, marked where no call showed as many.
  ipoint.executionsOf = (b) => el('span', {
    class: b.most_observed === null || b.count > b.most_observed ? 'more-than-seen' : null,
    title: b.most_observed === null ? 'never observed' : b.count > b.most_observed ? 'more than was ever observed' : null,
  }, ipoint.executions(b.count));

  function rowsOf(source, blocks) {
    const byLine = ipoint.grouped(blocks, (b) => b.at.line);
    const syntax = ipoint.syntaxOf(source.lines);
    return source.lines.map((text, i) => {
      const line = source.line + i, here = byLine.get(line);
      const head = el('th', { scope: 'row', class: 'ln' }, String(line));
      const code = el('td', { class: 'code' }, ...ipoint.syntaxElements(syntax[i]), text ? '' : ' ');
      if (!here)
        return el('tr', { 'data-line': line, class: ipoint.withoutCode(syntax[i]) ? 'no-code' : null }, head, el('td', { class: 'gap', colspan: 5 }), code);
      const share = here.reduce((sum, b) => sum + b.share, 0);
      const stack = (className, content) => el('td', { class: className }, here.map((b) => el('div', {}, content(b))));
      const tr = el('tr', { 'data-line': line, class: 'has-blocks', title: `${percent(share)} of the estimate` }, head,
        stack('num share', (b) => percent(b.share)),
        stack('kind', (b) => el('span', { title: b.at.block, id: b.id }, (b.at.block || 'whole function').split('/').slice(-1)[0])),
        stack('num', ipoint.executionsOf), stack('num', (b) => ipoint.count(b.most_observed)), stack('num', (b) => ipoint.mean(b.each)), code);
      ipoint.shade(tr, share, 0.34);
      return tr;
    });
  }

  function tableOf(source, blocks) {
    const heads = [['ln', 'line'], ['num share', 'share'], ['kind', 'block'], ['num', 'executions', 'on the path'], ['num', 'observed', 'at most in one of the root'],
      ['num', 'each', 'mean time of one execution'], ['code', 'source']];
    const table = el('table', { class: 'source of-path', role: 'table' },
      ipoint.headOf(heads), el('tbody', {}, rowsOf(source, blocks)));
    table.style.setProperty('--digits', String(source.line + source.lines.length).length);
    return ipoint.scroller(`Source of ${source.function} with executions on the path`, table);
  }

  // Fills `place`. Returns link(block), its name, which leads to its line, and reveal(block), which makes that. Functions with
  // little of the estimate are folded together.
  ipoint.pathSources = function pathSources(place, data) {
    const reveals = new Map();
    data.path.forEach((b, i) => { b.id = `block-${i}`; });
    const of = ipoint.grouped(data.path, (b) => keyOf(b.at));
    const others = el('details', {}, el('summary', {}, `${ipoint.plural(data.sources.length - shownAtOnce, 'other function')}`));
    const sources = data.sources.map((source) => {
      const blocks = of.get(keyOf(source)) || [];
      return { source, blocks, share: blocks.reduce((sum, b) => sum + b.share, 0) };
    }).sort((a, b) => b.share - a.share);
    const all = sources.map(({ source, blocks, share }, i) => {
      const details = el('details', { open: i < openAtOnce },
        el('summary', {}, el('code', {}, ipoint.breakable(source.function)), ' ',
          el('small', {}, `${ipoint.place(source.file, source.line)}, ${percent(share)} of the estimate, ${ipoint.plural(blocks.length, 'part')} on the path`)));
      let isMade = false;
      const make = () => {
        if (!isMade)
          details.append(tableOf(source, blocks));
        isMade = true;
      };
      if (i < openAtOnce)
        make();
      details.addEventListener('toggle', () => details.open && make());
      for (const b of blocks.filter(({ at }) => at.line >= source.line && at.line < source.line + source.lines.length))
        reveals.set(b, () => {
          others.open ||= i >= shownAtOnce;
          make();
        });
      return details;
    });
    others.append(...all.slice(shownAtOnce));
    place.replaceChildren(...all.slice(0, shownAtOnce), ...(all.length > shownAtOnce ? [others] : []));
    const nameOf = ({ at }) => ipoint.breakable(at.function + (at.block ? `/${at.block}` : ''));
    return { link: (b) => reveals.has(b) ? el('a', { href: ipoint.placeHref(b.id), on: { click: reveals.get(b) } }, nameOf(b)) : el('span', {}, nameOf(b)), reveal: (b) => reveals.get(b)?.() };
  };
}
