// Part of the ipoint project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What is known of the selected block, or of the whole function where none is selected.
'use strict';

{
  const { el } = ipoint;

  ipoint.blockTitle = (block) => `${block.kind}, ${block.included ? '' : 'line '}${ipoint.lineAndColumn(block)}`;

  // Words that go with a block wherever it is named.
  ipoint.blockTags = function blockTags(block) {
    const tags = [];
    if (block.macro)
      tags.push(ipoint.tag('in a macro', '', 'a macro makes the code; the place is that of its call'));
    if (!block.visits)
      tags.push(ipoint.tag('never ran', 'never'));
    if (!block.timed)
      tags.push(ipoint.tag('untimed', '', 'its record shows which path was taken, and does not read the clock'));
    else if (block.visits && !block.time)
      tags.push(ipoint.tag('no time', '', 'no visit lies between two timed records'));
    if (block.time && block.time.too_many_interrupts)
      tags.push(ipoint.tag('too many interrupts', 'warn', ipoint.tooManyInterrupts(block.time)));
    if (block.time && block.time.off_cpu)
      tags.push(ipoint.tag(`off CPU in ${ipoint.count(block.time.off_cpu.count)}`, '', 'visits with a confirmed context switch'));
    if (block.excluded && block.excluded.count)
      tags.push(ipoint.tag(`${ipoint.count(block.excluded.count)} excluded`, '', ipoint.meaningOf('excluded')));
    return tags;
  };

  // Figures as rows, raw, corrected and filtered as columns; below, if any, goes below the high-water mark.
  ipoint.figuresTable = function figuresTable(time, label, data, below) {
    const kinds = ipoint.kindsOf(data);
    const cellOf = (kind, key) => {
      const cell = key === 'mean' ? ipoint.meanOfKind(time, kind) : ipoint.figureCell(time, kind, key);
      if (below && key === 'max' && kind === 'raw')
        cell.append(below);
      return cell;
    };
    return ipoint.scroller(label, el('table', { class: 'list compact figures' },
      ipoint.headOf([[], ...kinds.map((kind) => ['num', kind])]),
      el('tbody', {}, ipoint.figures.map(([key, name, title]) => el('tr', {},
        el('th', { scope: 'row', title }, name), kinds.map((kind) => cellOf(kind, key)))))));
  };

  function filterInWords(block, data) {
    switch (block.filter) {
    case 'off': return 'No filter for interrupts was asked for.';
    case 'applied': return `The filter was applied${block.filter_by ? `: ${block.filter_by}` : ''}.`;
    case 'nothing to exclude': return 'The filter was applied and found nothing to exclude.';
    case 'not linear': return 'Not filtered: the block is not linear, and a call in it may rightly take long.';
    case 'refused': return `The filter was refused: ${block.filter_reason || 'the rule did not hold'}${/[.!?]$/.test(block.filter_reason || '') ? '' : '.'}`;
    case 'too few visits': return 'Not filtered: the block has too few visits.';
    case 'not timed': return 'The filter needs times, and this block has none.';
    default: return `Filter: ${block.filter}.`;
    }
  }

  function excludedPart(block, data) {
    const excluded = block.excluded;
    const words = el('p', {}, filterInWords(block, data));
    if (!excluded || !excluded.count)
      return [el('h3', {}, 'Excluded'), words];
    return [
      el('h3', {}, 'Excluded ', el('span', { class: 'tally' }, ipoint.count(excluded.count))),
      words,
      block.filter_reason ? el('p', {}, `${block.filter_reason}.`) : '',
      el('p', { class: 'values' }, `Raw, in ${ipoint.unitName}: `,
        excluded.values.map(ipoint.time).join(' · '),
        excluded.values_cut ? ` · and ${ipoint.count(excluded.values_cut)} smaller` : ''),
    ];
  }

  // What stands apart in the main cluster.
  function structurePart(block) {
    return block.structure ? [el('p', {}, `From ${ipoint.number(block.structure.from)} raw ticks on, ${ipoint.share(block.structure.share)} of the undisturbed visits stand apart; they are not filtered.`)] : [];
  }

  function nextPart(block, f, onSelect) {
    const total = block.next.reduce((sum, next) => sum + next.count, 0);
    const head = el('h3', {}, 'Next blocks');
    if (!block.next.length)
      return [head, el('p', {}, block.kind === 'exit' ? 'None: the call ends here.' : 'None is known.')];
    const rows = [...block.next].sort((a, b) => b.count - a.count).map((next) => {
      const target = f.blocks.find((b) => b.name === next.block);
      return el('tr', { class: next.count ? null : 'never' },
        el('th', { scope: 'row' }, target
          ? el('a', { href: ipoint.functionHref(f.page, target.name), title: target.name }, ipoint.blockTitle(target)) : ipoint.breakable(next.block)),
        ipoint.numberCell(ipoint.count(next.count)),
        next.count || !total ? ipoint.shareCell(total ? next.count / total : null)
          : el('td', { class: 'num' }, el('span', { class: 'never-word' }, 'never taken')));
    });
    return [head, ipoint.scroller('Next blocks', el('table', { class: 'list compact' }, el('tbody', {}, rows)))];
  }

  // What is drawn of a TIME: figures as lines with words, and the limits that hold for it.
  function marksOf(time, budget, thresholds) {
    const marks = [{ at: time.raw.max, text: 'HWM' }, { at: time.raw.mean, text: 'mean', colour: '--ink' }];
    if (time.raw.p99 !== null && time.raw.p99 !== undefined)
      marks.push({ at: time.raw.p99, text: 'p99', colour: '--ink' });
    if (thresholds && thresholds.low !== null)
      marks.push({ at: thresholds.low, text: 'filter low', colour: '--excluded' }, { at: thresholds.high, text: 'filter high', colour: '--excluded' });
    if (budget)
      marks.push({ at: budget.limit, text: 'budget', colour: budget.state === 'broken' ? '--bad' : '--good' });
    return marks.map((mark) => ({ ...mark, at: mark.at * ipoint.perTick }));
  }

  // of: {f, and block or which}, what the times are of; live: the section of thresholds to try, or nothing.
  function drawAll(container, of, time, name, one, many, budget, thresholds, live) {
    ipoint.dropCharts(container);
    if (!time || !time.histogram || !time.histogram.some((bin) => bin[2] > 0))
      return;
    const shares = el('div'), order = el('div'), values = el('div');
    container.replaceChildren(shares, order, values);
    const draw = () => {
      const focused = container.contains(document.activeElement) ? document.activeElement : null;
      const subject = { name, time, of, histogram: live ? live.histogram() : time.histogram, unit: ipoint.unitName, unitsPerTick: ipoint.perTick, one, many,
        marks: marksOf(time, budget, thresholds), series: ipoint.bucketsOf(time), rise: time.record_marks || [], total: time.raw.count,
        redraw: draw, below: live?.element, drawn: live?.drawn, moved: live?.moved };
      ipoint.dropCharts(container);
      ipoint.drawCharts(shares, subject);
      ipoint.drawInOrder(order, subject);
      const against = of.block ? null : ipoint.valuesFigure(of.f, draw);
      values.replaceChildren(...(against?.elements ?? []));
      against?.draw();
      focused?.focus({ preventScroll: true });
    };
    if (live)
      live.redraw = draw;
    draw();
  }

  // The worst visit of a block, or call: when, by which way, with what in it.
  function worstPart(f, time, data, mark) {
    const facts = [...ipoint.worstFacts(f, time, data.filter), ...ipoint.originFacts(mark)];
    if (!facts.length)
      return [];
    const list = el('dl', { class: 'worst-facts' });
    ipoint.fillFacts(list, facts);
    return [el('h3', {}, 'Worst visit ', el('small', {}, `raw ${ipoint.time(time.raw.max)} ${ipoint.unitName}`)), list];
  }

  function noTimes(block) {
    if (!block.visits)
      return 'This block never ran, so there is nothing to draw.';
    if (!block.timed)
      return 'This block is untimed: its record shows which path was taken, and does not read the clock. Visits are exact; times are not measured.';
    return 'No visit of this block lies between two timed records, so it has no time.';
  }

  // Shows a block in a panel. actions: {previous, next, back, whole}, functions or null.
  ipoint.showBlock = function showBlock(panel, f, block, data, actions) {
    const button = (label, title, action) => el('button', { type: 'button', title, disabled: !action, on: action ? { click: action } : {} }, label);
    const drawing = el('div', { class: 'drawing' });
    const basis = ipoint.basisOf(f), share = basis.of(block);
    panel.replaceChildren(
      el('div', { class: 'detail-head' },
        el('h2', { id: 'detail-heading', tabindex: '-1' }, ipoint.blockTitle(block)),
        el('div', { class: 'actions' },
          button('←', 'previous block', actions.previous), button('→', 'next block', actions.next),
          button('whole function', 'times of whole calls', actions.whole))),
      el('p', { class: 'stable-name' }, el('code', {}, ipoint.breakable(block.name)), ...ipoint.blockTags(block).flatMap((tag) => [' ', tag])),
      el('p', { class: 'note' }, `${ipoint.plural(block.visits, 'visit')}`,
        share === null ? '' : ipoint.areFew(basis.samplesOf(block)) ? `, ${basis.share(share, block)}` : `, ${ipoint.share(share)} of ${basis.words}`,
        block.sampled ? `; in the ${ipoint.sampledProgram()} ${ipoint.bestInWords(block.best)}${ipoint.groupInWords(block)}` : '',
        block.linear ? '; no call but to instrumented functions.' : '; calls functions that are not instrumented.',
        ' ', el('button', { type: 'button', class: 'back', on: { click: actions.back } }, `Show line ${block.line}`)),
      block.time?.undetected ? el('p', { class: 'notice' }, ipoint.undetectedIn(block.time, 'its visits')) : '',
      block.time ? drawing : el('p', { class: 'notice quiet' }, noTimes(block)),
      ...(block.time ? worstPart(f, block.time, data, block.largest_on) : []),
      ...(block.time ? [el('h3', {}, 'Figures ', el('small', {}, `per visit, in ${ipoint.unitName}`)),
        ipoint.figuresTable(block.time, 'Figures of the block', data)] : []),
      ...excludedPart(block, data),
      ...structurePart(block),
      ...nextPart(block, f, actions));
    drawAll(drawing, { f, block }, block.time, ipoint.blockTitle(block), 'visit', 'visits',
      ipoint.tightestBudget(data.budgets || [], 'block', block.name), data.filter,
      block.time && block.time.histogram.length ? ipoint.thresholdsSection(f, block, data) : null);
  };

  // Shows the function's times in a panel: which is 'self' or 'inclusive'.
  ipoint.showWhole = function showWhole(panel, f, which, data, onWhich) {
    const time = f[which];
    const drawing = el('div', { class: 'drawing' });
    panel.replaceChildren(
      el('div', { class: 'detail-head' }, el('h2', { id: 'detail-heading', tabindex: '-1' }, 'Whole function'),
        ipoint.segmented('which', 'Times', [['self', 'self', 'without instrumented callees'], ['inclusive', 'inclusive', 'with instrumented callees']],
          which, onWhich)),
      el('p', { class: 'note' }, which === 'self' ? 'Calls without their instrumented callees. ' : 'Calls with their instrumented callees. ',
        f.blocks.length ? 'Pick a block in the source to see its times.' : ''),
      time ? drawing : el('p', { class: 'notice quiet' }, 'No call has a time, so there is nothing to draw.'), ...ipoint.threadsOf(f, data));
    drawAll(drawing, { f, which }, time, `${which} time of the function`, 'call', 'calls', ipoint.tightestBudget(data.budgets || [], which));
  };
}
