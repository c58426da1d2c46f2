// Part of the ipoint project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A function's page: the worst case, figures, and tabs with the source, blocks, paths, loops and calls; beside them the panel
// of the selected block. The URL's hash names the block (`block`) and the tab (`tab`), so that both can be linked to.
'use strict';

{
  const { el, byId } = ipoint;

  const known = (best) => best && best.from !== 'not known';
  const meanInWords = (best) => `${ipoint.bestInWords(best)}, in ${ipoint.unitName}`;

  function fillHeader(f, data) {
    byId('function-name').replaceChildren(...ipoint.breakable(f.name));
    const ran = f.status === 'run';
    const run = f.blocks.filter((b) => b.visits).length;
    ipoint.fillFacts(byId('facts'), [
      ['File', ...ipoint.breakable(ipoint.place(f.file, f.line))],
      ['Calls', f.status === 'not instrumented' ? ipoint.none : ipoint.count(f.calls)],
      ran && known(f.best?.self) && ['Mean self time', meanInWords(f.best.self)],
      ran && known(f.best?.inclusive) && ['Mean inclusive time', meanInWords(f.best.inclusive)],
      f.sampled && [`Share of the ${ipoint.sampledProgram()}’s time`, ipoint.shareBySamples(f.sampled.share, f.sampled.samples, ipoint.allSamples()) +
        (ipoint.areFew(f.sampled.samples) ? '' : ` (95 %: ${ipoint.share(f.sampled.share_low)} to ${ipoint.share(f.sampled.share_high)})`)],
      ran && f.threads && ['Threads', ipoint.count(f.threads)],
      ['Blocks run', `${ipoint.count(run)} of ${ipoint.count(f.blocks.length)}`],
      ran && f.inferred_exits > 0 && ['Inferred exits', ipoint.count(f.inferred_exits)],
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
      say(el('strong', {}, 'Interrupt handler. '), 'Nothing in the program calls it: it interrupts other code.');
    if (f.status === 'never run')
      say(el('strong', {}, 'Never run. '), 'This function has probes, and none of them ran.');
    if (f.inferred_exits)
      say(`${ipoint.plural(f.inferred_exits, 'call')} ended without an exit record (longjmp, a function that does not return, or the end of the trace).`);
    if (f.self && f.self.too_many_interrupts)
      say(el('strong', {}, 'Too many interrupts. '), `${ipoint.tooManyInterrupts(f.self)}.`);
    byId('notices').replaceChildren(...notices);
  }

  // Self and inclusive, each raw, corrected and filtered: one below the other, so that digits compare; side by side in a narrow window.
  function fillFigures(f, data, budgets) {
    if (!f.self && !f.inclusive) {
      byId('figures').hidden = true;
      return;
    }
    byId('figures-note').textContent = `Per call, in ${ipoint.unitName}. Raw: as read. Corrected: probe overhead removed, ` +
      `percentiles approximately. Filtered: without what detected interrupts added. ${ipoint.timesInWords(data)}.`;
    if (ipoint.narrow.matches) {
      byId('figures-table').replaceChildren(...['self', 'inclusive'].filter((which) => f[which]).flatMap((which) => [el('h3', {}, `${which} time`),
        ipoint.figuresTable(f[which], `Figures of the function, ${which}`, data, ipoint.budgetBelow(budgets, which))]));
      return;
    }
    // What is not known of any is left out, and response times that are the raw ones.
    const kinds = (which) => ipoint.kindsOf(data).filter((kind) => f[which]?.[kind]);
    const figures = ipoint.figures.filter(([key]) => ['self', 'inclusive'].some((which) => kinds(which).some((kind) => ipoint.figureOf(f[which], kind, key) !== null)));
    const rows = ['self', 'inclusive'].map((which) => el('tbody', {}, kinds(which).map((kind) => el('tr', {},
      el('th', { scope: 'row' }, `${which} `, el('span', { class: 'kind' }, kind)),
      figures.map(([key]) => {
        const cell = key === 'mean' ? ipoint.meanOfKind(f[which], kind) : ipoint.figureCell(f[which], kind, key);
        if (key === 'max' && kind === 'raw')
          cell.append(ipoint.originBelow(f.largest_on?.[which]), ipoint.budgetBelow(budgets, which) || '');
        return cell;
      })))));
    byId('figures-table').replaceChildren(ipoint.scroller('Figures of the function', el('table', { class: 'list figures wide' },
      ipoint.headOf([[], ...figures.map(([, name, title]) => ['num', name, title])]),
      rows)));
  }

  // What the times of its blocks are, as far as they are shown first.
  const shownInWords = (f) => `corrected${f.blocks.some((b) => b.time && b.time.filtered) ? ' and without what detected interrupts added' : ''}, HWM raw`;

  function fillSource(f, data, onSelect) {
    if (!f.source || !f.source.length) {
      byId('source-note').textContent = '';
      byId('source-table').replaceChildren(el('p', { class: 'notice quiet' },
        'The source text is not in the database. ', f.blocks.length ? 'The blocks have a separate tab.' : ''));
      return null;
    }
    const basis = ipoint.basisOf(f);
    const note = f.status === 'not instrumented' ? 'No probes: no line has a time.'
      : f.status === 'never run' ? 'No line ran.'
        : `Self and share: the line in all visits${basis.bySamples ? '' : ', by the blocks that begin there'}. Shares, and shades, are of ${basis.words}. Blocks: per visit, in ${ipoint.unitName}, ${basis.bySamples ? `the mean by samples of the ${ipoint.sampledProgram()}, HWM raw` : shownInWords(f)}. Lines with a grey number have no code. Pick a block to see its times.`;
    byId('source-note').textContent = note;
    const source = ipoint.sourceTable(f, onSelect);
    byId('source-table').replaceChildren(source.element);
    return source;
  }

  function blockColumns(f, budgets) {
    const figure = (key, label, title) => ({
      key, label, title, num: true, time: true, value: (b) => ipoint.best(b.time, key),
      cell: (b) => b.time || key !== 'total' ? ipoint.figureCell(b.time, ipoint.kindOf(b.time, 'filtered', key), key)
        : ipoint.numberCell(ipoint.none, !b.visits ? 'not measured: never ran' : 'not measured: untimed'),
    });
    const mark = figure('max', 'HWM', 'high-water mark: the longest observed, raw');
    const hwm = { ...mark, cell: (b) => {
      const cell = mark.cell(b);
      cell.append(ipoint.originBelow(b.largest_on), ipoint.budgetBelow(budgets, 'block', b.name) || '');
      return cell;
    } };
    const basis = ipoint.basisOf(f);
    return [
      { key: 'block', label: 'block', value: (b) => b.name, cell: (b) => el('th', { scope: 'row', class: 'name' },
        el('a', { href: ipoint.functionHref(f.page, b.name) }, ipoint.breakable(b.name)), ...ipoint.blockTags(b).flatMap((tag) => [' ', tag])) },
      { key: 'kind', label: 'kind', value: (b) => b.kind, cell: (b) => el('td', {}, b.kind) },
      { key: 'line', label: 'line', num: true, first: 'ascending', value: (b) => b.line + (b.column || 0) / 1e6, csv: (b) => b.line, cell: (b) => el('td', { class: 'num' }, ipoint.lineAndColumn(b)) },
      { key: 'visits', label: 'visits', num: true, value: (b) => b.visits, cell: (b) => ipoint.numberCell(ipoint.count(b.visits)) },
      ...(!f.blocks.some((b) => b.sampled) ? [] : [
        { key: 'plain', label: 'plain mean', title: 'by samples of the program without probes, or the best that is known; below it its source', num: true, time: true,
          value: (b) => b.best && (b.best.from === 'bounded' ? b.best.high : b.best.mean), more: [['from', (b) => b.best?.from || '']],
          cell: (b) => {
            const cell = ipoint.numberCell(ipoint.bestMean(b.best) || ipoint.none, b.best && `${ipoint.bestInWords(b.best)}${ipoint.groupInWords(b)}`);
            cell.append(b.best ? el('div', { class: 'reason' }, ipoint.sourceInWords(b.best)) : '');
            return cell;
          } },
      ]),
      figure('total', 'total'),
      { key: 'share', label: 'share', title: `of ${basis.words}${basis.bySamples ? '; blocks that samples cannot distinguish have that of all of them' : ''}`, num: true, value: basis.of, cell: (b) => ipoint.shareCell(basis.of(b), basis.samplesOf(b), f.sampled?.samples) },
      { ...figure('mean', 'mean', '±: uncertainty, at about 95 %; shaded where it is more than the mean'), cell: (b) => ipoint.meanCell(b.time, !b.visits ? 'not measured: never ran' : 'not measured: untimed') },
      figure('p99', 'p99', 'not exceeded by 99 %'), hwm,
    ];
  }

  function fillBlocks(f, data) {
    byId('blocks-note').textContent = `Times per visit, in ${ipoint.unitName}, ${shownInWords(f)}. Shares are of ${ipoint.basisOf(f).words}.`;
    byId('blocks-table').replaceChildren(ipoint.table({
      label: 'Blocks', name: 'blocks', className: 'list blocks', rows: f.blocks, columns: blockColumns(f, data.budgets || []), limit: 100,
      rowAttributes: (b) => ({ class: b.visits ? null : 'not-run' }),
    }).element);
  }

  // Puts the panel beside the line of the selected block, where there is room beside the source.
  function placePanel(row) {
    const panel = byId('detail');
    panel.style.marginTop = '';
    panel.style.top = '';
    const column = panel.parentElement.querySelector('.column');
    const beside = panel.getBoundingClientRect().left >= column.getBoundingClientRect().right;
    if (!beside)
      return false;
    const height = panel.offsetHeight;
    const wanted = row?.offsetParent ? row.getBoundingClientRect().top - column.getBoundingClientRect().top - 60 : 0;
    const far = wanted > window.innerHeight / 2;
    column.style.top = `${Math.min(12, window.innerHeight - column.offsetHeight - 12)}px`;
    panel.style.marginTop = `${far ? Math.max(0, Math.min(wanted, column.offsetHeight - height)) : 0}px`;
    panel.style.top = `${Math.min(12, window.innerHeight - height - 12)}px`;
    return true;
  }

  function fillJump(tabs) {
    const places = [['worst', 'Worst case'], ['budgets', 'Budgets'], ['figures', 'Figures'], ['across', `By ${ipoint.report.across_by}`]].filter(([id]) => !byId(id).hidden);
    ipoint.fillJump([...places, ...tabs.map(({ id, label }) => [id, label])]);
  }

  // Which sections there are, and the tab of each. Fills them.
  function fillTabs(f, data, onChange) {
    fillBlocks(f, data);
    ipoint.fillPaths(f);
    ipoint.fillLoops(f);
    const calls = ipoint.fillCalls(f);
    ipoint.fillMachine(f);
    const all = [
      { id: 'source', label: 'Source' },
      { id: 'machine', label: 'Disassembly', count: f.code ? null : 0 },
      { id: 'blocks', label: 'Blocks', count: f.blocks.length },
      { id: 'paths', label: 'Paths', count: (f.paths || []).length + (f.paths_omitted || 0) },
      { id: 'loops', label: 'Loops', count: f.loops.length },
      { id: 'calls', label: 'Callers', count: calls },
    ].filter(({ id, count }) => {
      byId(id).hidden = count === 0;
      return count !== 0;
    });
    fillJump(all);
    return ipoint.tabs(byId('tabs'), all, onChange);
  }

  // Goes from the hottest block to the next ones. Returns {step(by), label()}.
  function hotWalk(f, go) {
    const hot = ipoint.hottestBlocks(f);
    const button = byId('hottest');
    let at = -1;
    const say = (words) => button.replaceChildren(words, ' ', el('kbd', {}, 'h'));
    say('Hottest block');
    button.hidden = !hot.length;
    const step = (by) => {
      if (!hot.length)
        return;
      at = (at + by + hot.length) % hot.length;
      const { block, share } = hot[at];
      say(hot.length > 1 ? 'Next hottest' : 'Hottest block');
      byId('hottest-at').textContent = `${at ? `No. ${at + 1} of ${ipoint.count(hot.length)}` : `Hottest of ${ipoint.count(hot.length)}`}: ${ipoint.blockTitle(block)}` +
        `${share === null ? '' : `, ${ipoint.basisOf(f).share(share, block)}`}`;
      go(block);
    };
    button.addEventListener('click', () => step(1));
    return step;
  }

  function fillFold(source) {
    const button = byId('fold');
    button.hidden = !source?.isLong;
    if (button.hidden)
      return;
    const say = () => { button.textContent = source.isFolded() ? 'Show all lines' : 'Hot lines only'; };
    button.addEventListener('click', () => {
      source.fold(!source.isFolded());
      say();
    });
    say();
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
    ipoint.fillWorst(f, data);
    ipoint.fillBudgets(data, data.budgets || [], (b) => b.block ? ipoint.functionHref(f.page, b.block) : ipoint.placeHref(b.times === 'loop' ? 'loops' : 'figures'));
    fillFigures(f, data, data.budgets || []);
    const drawAcross = ipoint.fillAcross(f);
    const source = fillSource(f, data, (block) => select(block, 'panel'));
    fillFold(source);
    const rowOf = (block) => source?.row(block);
    // The tab that comes first needs no word in the address.
    const remember = () => ipoint.writeHash({ block: selected ? selected.name : '', tab: tabs.chosen() === 'source' ? '' : tabs.chosen(), ...ipoint.thresholdsInHash(selected) });
    const tabs = fillTabs(f, data, () => { remember(); placePanel(selected && rowOf(selected)); });
    ipoint.fillColophon(data);
    const hottest = hotWalk(f, (block) => { tabs.choose('source'); select(block, 'line'); });
    redraw = null;
    onKey = hottest;
    if (f.status === 'not instrumented' || !f.blocks.length && !f.self && !f.inclusive) {
      panel.hidden = true;
      document.querySelector('.workbench').classList.add('alone');
      return null;
    }

    const isWide = () => ipoint.readHash().get('wide') === '1';
    function show() {
      panel.parentElement.classList.toggle('wide', isWide());
      if (selected) {
        const at = f.blocks.indexOf(selected);
        const go = (step) => f.blocks[at + step] ? () => stay(() => select(f.blocks[at + step])) : null;
        ipoint.showBlock(panel, f, selected, data, {
          previous: go(-1), next: go(1), whole: () => select(null),
          back: () => {
            tabs.choose('source');
            remember();
            placePanel(rowOf(selected));
            rowOf(selected)?.scrollIntoView({ block: 'center' });
          },
        });
      } else {
        ipoint.showWhole(panel, f, which, data, (value) => {
          which = value;
          ipoint.writeHash({ which: which === whole ? '' : which });
          show();
          panel.querySelector('input[name="which"]:checked').focus();
        });
      }
      panel.querySelector('.detail-head').append(el('button', { type: 'button', class: 'widen', 'aria-pressed': String(isWide()), title: 'the panel in the full width of the page', on: { click: () => {
        ipoint.writeHash({ wide: isWide() ? '' : '1' });
        show();
        panel.scrollIntoView({ block: 'start' });
        panel.querySelector('.widen').focus({ preventScroll: true });
      } } }, 'Full width'));
      source?.mark(selected);
      return placePanel(selected && rowOf(selected));
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
      remember();
      const beside = show();
      byId('announce').textContent = block ? `Showing ${ipoint.blockTitle(block)}` : 'Showing the whole function';
      if (reveal === 'panel' && !beside)
        panel.scrollIntoView({ block: 'start' });
      if (reveal === 'line' && block) {
        const row = rowOf(block);
        if (row?.offsetParent && beside)
          row.scrollIntoView({ block: 'center' });
        else if (!beside)
          panel.scrollIntoView({ block: 'start' });
      }
    }

    function fromHash() {
      const hash = ipoint.readHash();
      if (hash.get('tab'))
        tabs.choose(hash.get('tab'));
      const name = hash.get('block');
      const block = name === null ? null : f.blocks.find((b) => b.name === name);
      if (block)
        select(block, 'line');
      else if (selected)
        select(null);
      else
        show();
    }

    redraw = () => {
      fillFigures(f, data, data.budgets || []);
      drawAcross();
      show();
    };
    drawAcross();
    fromHash();
    return { restore: fromHash };
  }

  // h goes to the hottest block, and again to the next ones; H back.
  let onKey = null;
  document.addEventListener('keydown', (event) => {
    if (document.body.dataset.page !== 'function' || event.key.toLowerCase() !== 'h' || event.ctrlKey || event.metaKey || event.altKey ||
        event.target.closest?.('input:not([type="radio"], [type="checkbox"]), textarea, select'))
      return;
    event.preventDefault();
    onKey?.(event.shiftKey ? -1 : 1);
  });

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
    onKey = null;
    byId('function-name').textContent = 'No such function';
    byId('view').querySelector('main').replaceChildren(el('p', { class: 'notice' },
      'This report has no function with that address. The list of all functions is on the front page.'));
    return null;
  });
}
