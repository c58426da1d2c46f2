// Part of the ipoint project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A function's page: figures, annotated source, the panel of the selected block, the list of blocks.
// The URL's hash names the selected block, so that a block can be linked to.
'use strict';

{
  const { el, byId } = ipoint;

  function fillHeader(f, data) {
    byId('function-name').replaceChildren(...ipoint.breakable(f.name));
    const ran = f.status === 'run';
    const run = f.blocks.filter((b) => b.visits).length;
    ipoint.fillFacts(byId('facts'), [
      ['File', ...ipoint.breakable(ipoint.place(f.file, f.line))],
      ['Calls', f.status === 'not instrumented' ? ipoint.none : ipoint.count(f.calls)],
      ran && f.best && ['Mean self time', `${ipoint.bestInWords(f.best.self)}, in ${ipoint.unitName}`],
      ran && f.best && ['Mean inclusive time', `${ipoint.bestInWords(f.best.inclusive)}, in ${ipoint.unitName}`],
      f.sampled && ['Share of the plain program’s time', `${ipoint.share(f.sampled.share)} (95 %: ${ipoint.share(f.sampled.share_low)} to ${ipoint.share(f.sampled.share_high)})`],
      ran && ['Threads', ipoint.count(f.threads)],
      ['Blocks run', `${ipoint.count(run)} of ${ipoint.count(f.blocks.length)}`],
      ran && ['Inferred exits', ipoint.count(f.inferred_exits)],
      ['Clock', ipoint.clockInWords(data)],
      ['Filter', !data.filter ? 'none' : (data.filter.low === null ? data.filter.by : `low ${ipoint.count(data.filter.low)}, high ${ipoint.count(data.filter.high)} ticks`) +
        (data.filter.from ? ` (${data.filter.from})` : '')],
    ]);
  }

  function fillNotices(f) {
    const notices = [];
    const say = (...words) => notices.push(el('p', { class: 'notice' }, ...words));
    if (f.status === 'not instrumented')
      say(el('strong', {}, 'Not instrumented. '), 'This function has no probes, so nothing of it was measured. Reason: ', f.reason || 'not recorded', '.');
    if (f.role === 'isr')
      say(el('strong', {}, 'Interrupt handler. '), 'Nothing in the program calls it: it comes between other code.');
    if (f.status === 'never run')
      say(el('strong', {}, 'Never run. '), 'This function has probes, and no record came from them in these runs.');
    if (f.inferred_exits)
      say(`${ipoint.plural(f.inferred_exits, 'call')} ended without an exit record (longjmp, a function that does not return, or the end of the trace).`);
    if (f.self && f.self.too_many_interrupts)
      say(el('strong', {}, 'Too many interrupts. '), `${ipoint.tooManyInterrupts(f.self)}.`);
    if (f.self && f.self.below_resolution && f.best?.self.from !== 'sampled')
      say(el('strong', {}, 'Below resolution. '), 'The mean of its self time, without interrupts, is less than its uncertainty, or than the clock resolution.');
    byId('notices').replaceChildren(...notices);
  }

  // Self and inclusive, each raw, corrected and filtered: one below the other, so that digits compare.
  function fillFigures(f, data, budgets) {
    if (f.status !== 'run') {
      byId('figures').hidden = true;
      return;
    }
    byId('figures-note').textContent = `Per call, in ${ipoint.unitName}. Raw: as read. Corrected: probe overhead removed, ` +
      `percentiles approximately. Filtered: without what interrupts added. ${ipoint.timesInWords(data)}.`;
    const rows = ['self', 'inclusive'].map((which) => el('tbody', {}, ipoint.kindsOf(data).map((kind) => el('tr', {},
      el('th', { scope: 'row' }, `${which} `, el('span', { class: 'kind' }, kind)),
      ipoint.figures.map(([key]) => {
        const cell = ipoint.figureCell(f[which], kind, key);
        if (key === 'max' && kind === 'raw')
          cell.append(ipoint.budgetBelow(budgets, which) || '');
        return cell;
      })))));
    byId('figures-table').replaceChildren(ipoint.scroller('Figures of the function', el('table', { class: 'list figures wide' },
      el('thead', {}, el('tr', {}, el('td', {}), ipoint.figures.map(([, name, title]) => el('th', { scope: 'col', class: 'num', title }, name)))),
      rows)));
  }

  // What the times of its blocks are, as far as they are shown first.
  const shownInWords = (f) => `corrected${f.blocks.some((b) => b.time && b.time.filtered) ? ' and without what interrupts added' : ''}, HWM raw`;

  function fillSource(f, data, onSelect) {
    if (!f.source || !f.source.length) {
      byId('source-note').textContent = '';
      byId('source-table').replaceChildren(el('p', { class: 'notice quiet' },
        'The source text is not in the database. ', f.blocks.length ? 'The blocks are listed below.' : ''));
      return;
    }
    const note = f.status === 'not instrumented' ? 'No probes: no line has a time.'
      : f.status === 'never run' ? 'No line ran.'
        : `Self and share: the line in all visits${f.blocks.some((b) => b.sampled) ? ', by samples of the plain program' : ', by the blocks that begin there'}. Blocks: per visit, in ${ipoint.unitName}, ${f.blocks.some((b) => b.sampled) ? 'the mean by samples of the plain program, HWM raw' : shownInWords(f)}. Shaded by share of the function’s self time. Pick a block to see its times.`;
    byId('source-note').textContent = note;
    byId('source-table').replaceChildren(ipoint.sourceTable(f, onSelect));
  }

  function blockColumns(f, budgets) {
    const figure = (key, label, title) => ({
      key, label, title, num: true, time: true, value: (b) => ipoint.best(b.time, key),
      cell: (b) => b.time || key !== 'total' ? ipoint.figureCell(b.time, ipoint.kindOf(b.time, 'filtered', key), key)
        : ipoint.numberCell(ipoint.none, !b.visits ? 'not measured: never ran' : 'not measured: untimed'),
    });
    const mark = figure('max', 'HWM', 'high-water mark: the largest observed, raw');
    const hwm = { ...mark, cell: (b) => {
      const cell = mark.cell(b);
      cell.append(ipoint.budgetBelow(budgets, 'block', b.name) || '');
      return cell;
    } };
    const whole = ipoint.best(f.self, 'total');
    const share = (b) => {
      const own = ipoint.best(b.time, 'total');
      return own === null || !whole ? null : own / whole;
    };
    return [
      { key: 'block', label: 'block', value: (b) => b.name, cell: (b) => el('th', { scope: 'row', class: 'name' },
        el('a', { href: ipoint.functionHref(f.page, b.name) }, ipoint.breakable(b.name)), ...ipoint.blockTags(b).flatMap((tag) => [' ', tag])) },
      { key: 'kind', label: 'kind', value: (b) => b.kind, cell: (b) => el('td', {}, b.kind) },
      { key: 'line', label: 'line', num: true, first: 'ascending', value: (b) => b.line + (b.column || 0) / 1e6, csv: (b) => b.line, cell: (b) => el('td', { class: 'num' }, ipoint.lineAndColumn(b)) },
      { key: 'visits', label: 'visits', num: true, value: (b) => b.visits, cell: (b) => ipoint.numberCell(ipoint.count(b.visits)) },
      ...(!f.blocks.some((b) => b.sampled) ? [] : [
        { key: 'plain', label: 'plain mean', title: 'by samples of the program without probes, or the best that is known', num: true, time: true,
          value: (b) => b.best && (b.best.from === 'bounded' ? b.best.high : b.best.mean),
          cell: (b) => ipoint.numberCell(ipoint.bestMean(b.best) || ipoint.none, b.best && `${ipoint.bestInWords(b.best)}${ipoint.groupInWords(b)}`) },
        { key: 'from', label: 'from', title: 'how that mean was come by', value: (b) => b.best?.from || '', cell: (b) => el('td', {}, b.best?.from || ipoint.none) },
      ]),
      figure('total', 'total'),
      { key: 'share', label: 'share', title: 'of the function’s self time', num: true, value: share, cell: (b) => ipoint.shareCell(share(b)) },
      figure('mean', 'mean'), figure('p99', 'p99', 'not exceeded by 99 %'), hwm,
    ];
  }

  function fillBlocks(f, data) {
    if (!f.blocks.length) {
      byId('blocks').hidden = true;
      return;
    }
    byId('blocks-note').textContent = `Times per visit, in ${ipoint.unitName}, ${shownInWords(f)}.`;
    byId('blocks-table').replaceChildren(ipoint.table({
      label: 'Blocks', name: 'blocks', className: 'list blocks', rows: f.blocks, columns: blockColumns(f, data.budgets || []), limit: 100,
      rowAttributes: (b) => ({ class: b.visits ? null : 'not-run' }),
    }).element);
  }

  function fillLoops(f) {
    byId('loops').hidden = !f.loops.length;
    if (!f.loops.length)
      return;
    const count = (key, label, title) => ({
      key, label, title, num: true, value: (l) => l[key],
      cell: (l) => (l[key] === null ? ipoint.numberCell(ipoint.none, key === 'bound' ? 'no bound was given' : 'not counted: its body has no ipoint')
        : ipoint.numberCell(ipoint.count(l[key]))),
    });
    const exceeded = (l) => l.bound !== null && l.max_iterations > l.bound;
    byId('loops-table').replaceChildren(ipoint.table({
      label: 'Loops', name: 'loops', className: 'list loops', rows: f.loops, limit: 100,
      columns: [
        { key: 'name', label: 'loop', value: (l) => l.name, cell: (l) => el('th', { scope: 'row', class: 'name' }, ipoint.breakable(l.name),
          exceeded(l) ? [' ', ipoint.tag('over its bound', 'warn', 'the body ran more often than its bound allows')] : null) },
        { key: 'line', label: 'line', num: true, first: 'ascending', value: (l) => l.line, cell: (l) => el('td', { class: 'num' }, String(l.line)) },
        ...(!f.loops.some((l) => l.sampled) ? [] : [{
          key: 'plain', label: 'an iteration', title: 'ticks, mean, by samples of the program without probes', num: true, time: true,
          value: (l) => l.sampled && l.sampled.mean.mean,
          cell: (l) => ipoint.numberCell(l.sampled ? ipoint.mean(l.sampled.mean.mean) : ipoint.none,
            l.sampled && `95 %: ${ipoint.mean(l.sampled.mean.low)} to ${ipoint.mean(l.sampled.mean.high)}`),
        }]),
        count('entered', 'entered'), count('iterations', 'iterations', 'in all'),
        count('max_iterations', 'most', 'since it was entered'), count('bound', 'bound'),
        { key: 'bound_from', label: 'bound from', value: (l) => l.bound_from || '', cell: (l) => el('td', { class: 'text' }, ipoint.breakable(l.bound_from || ipoint.none)) },
      ],
    }).element);
  }

  // Where a function has path records: which ways it took, and how often.
  function fillPaths(f, data) {
    const paths = f.paths || [];
    byId('paths').hidden = !paths.length;
    if (!paths.length)
      return;
    const timed = paths.some((p) => p.self);
    const counted = paths.some((p) => p.rounds);
    const link = (name) => el('a', { href: ipoint.functionHref(f.page, name) }, ipoint.breakable(name));
    const round = (r) => [' → (', ...r.blocks.flatMap((name, at) => [at ? ' → ' : '', link(name)]), ')*'];
    const way = (p) => p.blocks.flatMap((name, at) =>
      [at ? ' → ' : '', link(name), ...(p.rounds && p.rounds.behind === at ? round(p.rounds) : [])]);
    byId('paths-note').textContent = 'Each from one record of a call to the next.' +
      (timed ? ` Self times of the calls that took no other path, in ${ipoint.unitName}; HWM raw.` : '') +
      (counted ? ' What is in ( )* was gone round as often as rounds says, of all times together.' : '');
    const figure = (key, label, kind) => ({
      key, label, num: true, time: true, value: (p) => p.self && p.self[kind][key],
      cell: (p) => (p.self ? ipoint.figureCell(p.self, kind, key) : ipoint.numberCell(ipoint.none, 'no call took this path only')),
    });
    byId('paths-table').replaceChildren(ipoint.table({
      label: 'Paths', name: 'paths', className: 'list paths', rows: paths, limit: 20,
      columns: [
        { key: 'count', label: 'taken', num: true, value: (p) => p.count, cell: (p) => ipoint.numberCell(ipoint.count(p.count)) },
        { key: 'share', label: 'share', num: true, value: (p) => p.share, cell: (p) => ipoint.shareCell(p.share) },
        ...(counted ? [{
          key: 'rounds', label: 'rounds', num: true, value: (p) => p.rounds && p.rounds.count,
          cell: (p) => ipoint.numberCell(p.rounds ? ipoint.count(p.rounds.count) : ipoint.none),
        }] : []),
        ...(timed ? [figure('mean', 'mean', 'corrected'), figure('max', 'HWM', 'raw')] : []),
        { key: 'blocks', label: 'blocks', cell: (p) => el('td', { class: 'text' }, way(p)) },
      ],
    }).element);
    byId('longest-call').replaceChildren(...(!f.longest_call.length ? [] : ['The call with the largest self time took ',
      ...f.longest_call.slice(0, 20).flatMap((p, at) => [at ? ', then ' : '', p.count > 1 ? `${ipoint.count(p.count)} × ` : '', '(', ...way(p), ')']),
      f.longest_call_is_cut || f.longest_call.length > 20 ? ' …' : '.']));
  }

  // Puts the panel beside the line of the selected block, where there is room beside the source.
  function placePanel(block) {
    const panel = byId('detail');
    panel.style.marginTop = '';
    panel.style.top = '';
    const source = byId('source');
    const column = source.parentElement;
    const beside = panel.getBoundingClientRect().left >= column.getBoundingClientRect().right;
    if (!beside)
      return false;
    const height = panel.offsetHeight;
    const row = block && source.querySelector(`tr[data-line="${block.line}"]`);
    const wanted = row ? row.getBoundingClientRect().top - source.getBoundingClientRect().top - 60 : 0;
    const far = wanted > window.innerHeight / 2;
    panel.style.marginTop = `${far ? Math.max(0, Math.min(wanted, column.offsetHeight - height)) : 0}px`;
    panel.style.top = `${Math.min(12, window.innerHeight - height - 12)}px`;
    return true;
  }

  function fillPage(report, f) {
    const data = { ...report, budgets: ipoint.budgetsOf(report, f.page) };
    const panel = byId('detail');
    let selected = null;
    const whole = f.self || !f.inclusive ? 'self' : 'inclusive';
    const asked = ipoint.readHash().get('which');
    let which = ['self', 'inclusive'].includes(asked) ? asked : whole;

    fillHeader(f, data);
    fillNotices(f);
    ipoint.fillBudgets(data, data.budgets || [], (b) => b.block ? ipoint.functionHref(f.page, b.block) : ipoint.placeHref(b.times === 'loop' ? 'loops' : 'figures'));
    fillFigures(f, data, data.budgets || []);
    fillSource(f, data, (block) => select(block, 'panel'));
    fillBlocks(f, data);
    fillLoops(f);
    fillPaths(f, data);
    ipoint.fillColophon(data);
    if (f.status === 'not instrumented' || !f.blocks.length && !f.self && !f.inclusive) {
      panel.hidden = true;
      document.querySelector('.workbench').classList.add('alone');
      redraw = null;
      return null;
    }

    const rowOf = (block) => byId('source').querySelector(`tr[data-line="${block.line}"]`);

    function show() {
      if (selected) {
        const at = f.blocks.indexOf(selected);
        const go = (step) => f.blocks[at + step] ? () => stay(() => select(f.blocks[at + step])) : null;
        ipoint.showBlock(panel, f, selected, data, {
          previous: go(-1), next: go(1), whole: () => select(null),
          back: () => { const row = rowOf(selected); if (row) row.scrollIntoView({ block: 'center' }); },
        });
      } else {
        ipoint.showWhole(panel, f, which, data, (value) => {
          which = value;
          ipoint.writeHash({ which: which === whole ? '' : which });
          show();
          panel.querySelector('input[name="which"]:checked').focus();
        });
      }
      ipoint.markBlock(byId('source'), selected);
      return placePanel(selected);
    }

    // Keeps the panel, and the button that was pressed, where they are on the screen.
    function stay(action) {
      const before = panel.getBoundingClientRect().top;
      const title = document.activeElement.title;
      action();
      window.scrollBy(0, panel.getBoundingClientRect().top - before);
      const button = [...panel.querySelectorAll('.actions button')].find((b) => b.title === title && !b.disabled);
      (button || byId('detail-heading')).focus({ preventScroll: true });
    }

    // reveal: 'panel' brings the panel into view, 'line' the source line, nothing neither.
    function select(block, reveal) {
      selected = block;
      ipoint.writeHash({ block: block ? block.name : '', ...ipoint.thresholdsInHash(block) });
      const beside = show();
      byId('announce').textContent = block ? `Showing ${ipoint.blockTitle(block)}` : 'Showing the whole function';
      if (reveal === 'panel' && !beside)
        panel.scrollIntoView({ block: 'start' });
      if (reveal === 'line' && block) {
        const row = rowOf(block);
        if (row && beside)
          row.scrollIntoView({ block: 'center' });
        else
          panel.scrollIntoView({ block: 'start' });
      }
    }

    function fromHash() {
      const name = ipoint.readHash().get('block');
      const block = name === null ? null : f.blocks.find((b) => b.name === name);
      if (block)
        select(block, 'line');
      else if (selected)
        select(null);
      else
        show();
    }

    redraw = show;
    fromHash();
    return { restore: fromHash };
  }

  // What is drawn again when the window or its colours change; of the page that is shown.
  let redraw = null;
  const drawAgain = () => { if (document.body.dataset.page === 'function') redraw?.(); };
  window.addEventListener('themechange', drawAgain);
  let width = window.innerWidth;
  window.addEventListener('resize', () => {
    if (window.innerWidth !== width) {
      width = window.innerWidth;
      drawAgain();
    }
  });

  ipoint.addView('function', (data, f) => {
    byId('up').href = ipoint.indexHref();
    if (f)
      return fillPage(data, f);
    byId('function-name').textContent = 'No such function';
    byId('view').querySelector('main').replaceChildren(el('p', { class: 'notice' },
      'This report has no function with that address. The list of all functions is on the front page.'));
    return null;
  });
}
