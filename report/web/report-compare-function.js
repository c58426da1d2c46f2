// Part of the ipoint project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A function's page in a comparison: the source of both sets, all its times, and the panel of what was picked: a block,
// or the whole function. The hash names it: `block`, or `which` of the function's times.
'use strict';

{
  const { el, byId } = ipoint;

  // What is known of one time of a function, by what it is and the block's name.
  function subjectsOf(f, c) {
    const items = f.comparisons[c.index];
    const blocks = (at) => new Map((f.sets[at] ? f.sets[at].blocks : []).map((block) => [block.name, block]));
    const inA = blocks(0), inB = blocks(c.index + 1);
    const subjects = f.times.map(({ what, block, sets }) => ({
      what, block, a: sets[0], b: sets[c.index + 1], textA: inA.get(block), textB: inB.get(block),
      item: items.find((item) => item.what === what && item.block === block) || null,
    })).filter((s) => s.a || s.b);
    // Blocks that ran in neither have no times.
    for (const name of new Set([...inA.keys(), ...inB.keys()]))
      if (!subjects.some((s) => s.block === name))
        subjects.push({ what: 'block', block: name, a: null, b: null, textA: inA.get(name), textB: inB.get(name), item: null });
    return subjects;
  }

  function titleOf(subject) {
    if (subject.what !== 'block')
      return subject.what === 'self' ? 'Whole function, self' : 'Whole function, inclusive';
    const { textA, textB } = subject;
    const lines = textA && textB ? textA.line === textB.line ? `line ${textA.line}` : `lines ${textA.line} and ${textB.line}` : `line ${(textA || textB).line}`;
    return `${(textB || textA).kind}, ${lines}`;
  }

  // --- Header ---------------------------------------------------------------------------------

  function fillHeader(f, c, a, b, subjects) {
    byId('function-name').replaceChildren(...ipoint.breakable(f.name));
    const self = subjects.find((s) => s.what === 'self');
    const calls = (of, text) => of ? ipoint.tenths(of.visits).replace(/\.0$/, '') : text ? 'never ran' : 'not there';
    ipoint.fillFacts(byId('facts'), [
      ['File', ...ipoint.breakable(f.file)],
      [`In ${c.a}`, a ? `line ${a.line}, ${ipoint.plural(a.blocks.length, 'block')}` : 'not there'],
      [`In ${c.b}`, b ? `line ${b.line}, ${ipoint.plural(b.blocks.length, 'block')}` : 'not there'],
      ['Calls in a run', `${c.a}: ${calls(self && self.a, a)}; ${c.b}: ${calls(self && self.b, b)}`],
    ]);
    const notices = [];
    const say = (word, text) => notices.push(el('p', { class: 'notice quiet' }, el('strong', {}, word), text));
    if (!a)
      say('New. ', `Only ${c.b} has this function.`);
    else if (!b)
      say('Vanished. ', `Only ${c.a} has this function.`);
    else if (!self)
      say('Never run. ', 'Both sets have this function, and it ran in none.');
    else if (!self.a || !self.b)
      say(`Never ran in ${self.a ? c.b : c.a}. `, 'Both sets have this function.');
    byId('notices').replaceChildren(...notices);
  }

  // --- The panel ------------------------------------------------------------------------------

  function figuresTable(subject, c) {
    const { item, a, b } = subject;
    const cell = (v, show) => v === undefined || v === null ? ipoint.numberCell(ipoint.none) : ipoint.numberCell(show(v));
    const row = (name, va, vb, show, figure, title) => el('tr', { class: figure && figure.differs ? null : 'same' },
      el('th', { scope: 'row', title }, name), cell(va, show), cell(vb, show),
      el('td', { class: figure ? 'num' : 'num absent' }, figure ? ipoint.differenceOf(figure) : ipoint.none,
        figure && figure.interval ? el('small', {}, ipoint.intervalOf(figure)) : null),
      el('td', { class: `outcome ${figure && figure.differs ? figure.change > 0 ? 'longer' : 'shorter' : ''}` },
        !figure || (figure.p === null && !figure.differs) ? 'not tested' : figure.differs ? figure.change > 0 ? 'longer' : 'shorter' : ipoint.noDifference([figure])));
    const figures = item ? ipoint.comparedFigures.map(([key, name]) => row(name, item[key].a, item[key].b, (v) => ipoint.comparedValue(key, v), item[key]))
      : [row('mean', a && a.mean, b && b.mean, ipoint.comparedMean, null)];
    const tail = item && item.tail;
    return ipoint.scroller('Figures of both sets', el('table', { class: 'list compact twin-figures' },
      ipoint.headOf([[], ['num', c.a], ['num', c.b], ['num', 'difference, adjusted interval'], [null, 'verdict']]),
      el('tbody', {}, ...figures,
        tail ? el('tr', { class: tail.differs ? null : 'same' }, el('th', { scope: 'row', title: 'raw' }, `over ${ipoint.time(tail.level)}`),
          ipoint.numberCell(ipoint.share(tail.share_a)), ipoint.numberCell(ipoint.share(tail.share_b)), el('td', { class: 'num' }, ipoint.factor(tail.ratio), tail.ratio_interval ? el('small', {}, tail.ratio_interval.map(ipoint.factor).join(' to ')) : null),
          el('td', { class: `outcome ${tail.differs ? tail.share_b > tail.share_a ? 'longer' : 'shorter' : ''}` },
            tail.differs ? tail.share_b > tail.share_a ? 'longer' : 'shorter' : ipoint.noDifference([tail]))) : null,
        row('HWM', a && a.max, b && b.max, ipoint.time, null, 'raw: the longest of all runs'),
        row(subject.what === 'block' ? 'visits in a run' : 'calls in a run', a && a.visits, b && b.visits, (v) => ipoint.number(Math.round(v * 10) / 10), null))));
  }

  function whyNoTimes({ a, b, textA, textB, what }, c) {
    if (!a && !b)
      return 'It ran in neither set, so there is nothing to draw.';
    if (what === 'block' && !(textB || textA).timed)
      return 'This block is untimed: its record shows which path was taken, and does not read the clock.';
    return `Neither ${c.a} nor ${c.b} has times of it.`;
  }

  function showSubject(panel, subject, c, { previous, next, whole }) {
    const button = (label, title, action) => el('button', { type: 'button', title, disabled: !action, on: action ? { click: action } : {} }, label);
    const many = subject.what === 'block' ? 'visits' : 'calls';
    const sets = [[c.a, subject.a, 'set-a'], [c.b, subject.b, 'set-b']].filter(([, times]) => times && times.histogram && times.histogram.length)
      .map(([name, { histogram }, colour]) => ({ name, histogram, colour }));
    const drawing = el('div', { class: 'drawing' });
    const { item } = subject;
    panel.replaceChildren(
      el('div', { class: 'detail-head' }, el('h2', { id: 'detail-heading', tabindex: '-1' }, titleOf(subject)),
        el('div', { class: 'actions' }, button('←', 'previous block', previous), button('→', 'next block', next), ...whole)),
      subject.block !== null ? el('p', { class: 'stable-name' }, el('code', {}, ipoint.breakable(subject.block))) : '',
      el('p', { class: `outcome ${item ? ['shorter', '', 'longer'][1 + ipoint.directionOf(item)] : ''}` }, item ? ipoint.verdictOf(item)
        : subject.a && subject.b ? 'not compared: its text changed' : subject.a ? `ran in ${c.a} only` : subject.b ? `ran in ${c.b} only` : 'never ran'),
      subject.a || subject.b ? figuresTable(subject, c) : '',
      sets.length ? drawing : el('p', { class: 'notice quiet' }, whyNoTimes(subject, c)));
    if (sets.length)
      ipoint.drawOverlaid(drawing, { name: titleOf(subject), many, sets, partsAt: item ? item.parts_at : null });
    else
      ipoint.dropCharts();
  }

  // --- The page -------------------------------------------------------------------------------

  function fillPage(data, f) {
    const c = ipoint.comparison(data);
    const a = f.sets[0], b = f.sets[c.index + 1];
    const subjects = subjectsOf(f, c);
    const items = f.comparisons[c.index];
    fillHeader(f, c, a, b, subjects);
    const find = (what, block) => subjects.find((s) => s.what === what && s.block === block);
    const table = byId('source-table');
    const order = () => [...new Set([...table.querySelectorAll('.pick')].map((pick) => pick.dataset.block))];

    function show(subject, options = {}) {
      for (const pick of table.querySelectorAll('.pick'))
        pick.setAttribute('aria-pressed', String(subject.block !== null && pick.dataset.block === subject.block));
      const names = order(), at = names.indexOf(subject.block);
      const step = (to) => names[to] === undefined ? null : () => choose(find('block', names[to]), { isStep: true });
      const whole = ['self', 'inclusive'].map((what) => [what, find(what, null)]).filter(([what, s]) => s && s !== subject).map(([what, s]) =>
        el('button', { type: 'button', title: `${what} times of whole calls`, on: { click: () => choose(s) } }, what));
      showSubject(byId('detail'), subject, c, { previous: at > 0 ? step(at - 1) : null, next: step(at + 1), whole });
      if (options.isStep)
        table.querySelector('.pick[aria-pressed="true"]')?.scrollIntoView({ block: 'nearest' });
    }
    function choose(subject, options = {}) {
      ipoint.writeHash({ block: subject.block, which: subject.what === 'inclusive' ? 'inclusive' : '' });
      show(subject, options);
      byId('announce').textContent = `${titleOf(subject)}: ${subject.item ? ipoint.verdictOf(subject.item) : 'not compared: its text changed'}`;
      if (!options.isStep && window.innerWidth < 1100)
        byId('detail').scrollIntoView({ block: 'start' });
    }

    const moved = items.filter((item) => item.what === 'block' && item.differs).reduce((sum, item) => sum + Math.abs(item.moved), 0);
    const timesOf = (name) => {
      const s = find('block', name);
      return { a: s.a, b: s.b, item: s.item, isMoved: Boolean(s.textA && s.textB) };
    };
    const changed = a && b && a.source.join('\n') !== b.source.join('\n');
    byId('source-note').textContent = `Means of the blocks that begin in a line, in ${ipoint.unitName}. ` + (!a || !b ? '' : changed
      ? `Lines marked − are in ${c.a} only, + in ${c.b} only.` : 'Both sets have the same text.');
    if ((a && a.source.length) || (b && b.source.length))
      table.replaceChildren(ipoint.twinSource(f, { a, b, timesOf, moved }, c, (name) => choose(find('block', name))));
    else
      table.replaceChildren(el('p', { class: 'notice quiet' }, 'The databases have no source of this function.'));

    byId('times').hidden = !items.length;
    if (items.length) {
      byId('times-note').textContent = `Means in ${ipoint.unitName}, without probes; what differs comes first.`;
      byId('times-table').replaceChildren(ipoint.forestTable({ items: ipoint.byWeight(items), comparison: c, figure: 'mean', limit: 60, isShort: true,
        label: 'Times of the function and its blocks', pick: (item) => choose(find(item.what, item.block)),
        nameOf: (item) => item.block ?? 'whole function' }).element);
    }

    const named = () => {
      const hash = ipoint.readHash();
      return (hash.get('block') && find('block', hash.get('block'))) || (hash.get('which') === 'inclusive' && find('inclusive', null)) ||
        find('self', null) || subjects[0];
    };
    if (!subjects.length) {
      byId('detail').remove();
      return null;
    }
    show(named());
    if (ipoint.readHash().get('block'))
      table.querySelector('.pick[aria-pressed="true"]')?.scrollIntoView({ block: 'center' });
    return { restore: () => show(named()) };
  }

  ipoint.addView('function', (data, f) => {
    byId('up').href = ipoint.indexHref();
    ipoint.fillOthers(data);
    ipoint.fillColophon(data);
    if (f)
      return fillPage(data, f);
    byId('function-name').textContent = 'No such function';
    byId('view').querySelector('main').replaceChildren(el('p', { class: 'notice' },
      'This comparison has no function with that address. The list of all differences is on the front page.'));
    return null;
  });
}
