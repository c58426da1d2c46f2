// Part of the ipoint project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The front page: the table of functions.
'use strict';

{
  const { el, byId } = ipoint;

  function nameCell(f, budgets) {
    const tag = ipoint.budgetTag(budgets);
    return el('th', { scope: 'row', class: 'name' },
      f.page ? el('a', { href: ipoint.functionHref(f.page) }, ipoint.breakable(f.name)) : f.name,
      f.status === 'never run' ? [' ', ipoint.tag('never run', 'never')] : null,
      f.status === 'not instrumented' ? [' ', ipoint.tag('not instrumented', 'warn')] : null,
      tag ? [' ', tag] : null,
      f.role === 'isr' ? [' ', ipoint.tag('interrupt handler', '')] : null,
      f.self && f.self.too_many_interrupts
        ? [' ', ipoint.tag('too many interrupts', 'warn', ipoint.tooManyInterrupts(f.self))] : null,
      f.reason ? el('div', { class: 'reason' }, f.reason) : null,
      el('div', { class: 'reason file' }, ipoint.breakable(ipoint.place(f.file, f.line))));
  }

  const signedShare = (v) => v === null || v === undefined ? ipoint.none
    : `${v < 0 ? '−' : '+'}${ipoint.count(Math.abs(100 * v))} %`;

  // "± 3.1 %" of the mean, always, so that one is held against another at a glance.
  const plusMinus = (mean, off) => off === null || off === undefined || !(mean > 0) ? null
    : off > 10 * mean ? '± > 1,000 %' : `± ${ipoint.share(off / mean)}`;

  const below = (text) => text ? el('div', { class: 'reason' }, text) : '';

  // Makes columns of figures of a time, of the kind that the reader chose.
  function figureColumns(state, budgetsOf) {
    const figure = (key, which, name, label, title) => {
      const kind = (f) => ipoint.kindOf(f[which], state.figures, name);
      return {
        key, label, title, num: true, width: 'num', time: true,
        value: (f) => ipoint.figureOf(f[which], kind(f), name),
        cell(f) {
          const cell = ipoint.figureCell(f[which], kind(f), name);
          const uncertainty = ipoint.figuresOf(f[which], kind(f))?.uncertainty;
          if (name === 'mean' && this.value(f) !== null) {
            if (f[which].below_resolution || this.value(f) < uncertainty?.mean)
              cell.replaceChildren(el('span', { class: 'mean unsure' }, cell.textContent));
            cell.append(below(plusMinus(this.value(f), uncertainty?.mean)));
          }
          return cell;
        },
        text: (f) => ipoint.figureText(name, ipoint.figureOf(f[which], kind(f), name)),
      };
    };
    // Of all calls; a cell of what is known of some is a number alone.
    const total = (title) => {
      const column = figure('self.total', 'self', 'total', 'self total', title);
      const text = (f) => ipoint.figureText('total', ipoint.selfTotal(f, state.figures));
      return { ...column, text, value: (f) => ipoint.selfTotal(f, state.figures), cell: (f) => ipoint.callsPerTime(f) > 1 ? ipoint.numberCell(text(f)) : column.cell(f) };
    };
    // The high-water mark, and where something was excluded the largest of filtered times; each with its name.
    const mark = (which, title) => {
      const column = figure(`${which}.max`, which, 'max', `${which} HWM`, title);
      const named = (number, name) => el('div', { class: 'mark' }, el('span', {}, number), ' ', el('small', {}, name));
      return { ...column, width: 'mark', cell(f) {
        if (column.value(f) === null)
          return column.cell(f);
        const cell = el('td', { class: 'num' }, named(column.text(f), state.figures === 'response' ? 'response' : 'raw'));
        const filtered = ipoint.figureOf(f[which], 'filtered', 'max');
        if (filtered !== null)
          cell.append(named(`${ipoint.isUpper(f[which], 'filtered', 'max') ? '≤ ' : ''}${ipoint.figureText('max', filtered)}`, 'filtered'));
        cell.append(ipoint.originBelow(f.largest_on?.[which]), ipoint.budgetBelow(budgetsOf(f), which) || '');
        return cell;
      } };
    };
    // The mean that leads; its interval and its source stand below it.
    const best = (which, label, title) => ({
      key: `best.${which}.mean`, label, title, num: true, width: 'best', time: true,
      value: (f) => f.best?.[which].mean ?? null,
      text: (f) => ipoint.bestMean(f.best?.[which]) ?? ipoint.none,
      cell(f) {
        const cell = ipoint.numberCell(this.text(f), null);
        const b = f.best?.[which];
        const off = b?.mean && b.low !== null ? plusMinus(b.mean, Math.max(b.high - b.mean, b.mean - b.low)) : null;
        const source = b && ipoint.sourceInWords(b);
        cell.append(b && b.from !== 'not known' ? below([off ? `${off} ` : '', el('span', { class: 'word', title: ipoint.meaningOf(source) }, source)]) : '');
        return cell;
      },
    });
    return { figure, total, mark, best };
  }

  const sampled = () => ({ name: `${ipoint.sampledProgram()}, by samples`, title: ipoint.meaningOf(ipoint.sampledProgram()), short: ipoint.isCounted() ? 'counted' : 'plain' });
  const withProbes = { name: 'with probes', short: 'probes' };

  // The columns; those that are seen first come first. measure() is by what time is shared out now.
  ipoint.functionColumns = function functionColumns(data, state, measure, budgetsOf) {
    const hasSamples = ipoint.leadsBySamples(data);
    const { figure, total, mark, best } = figureColumns(state, budgetsOf);
    const shareOf = (f) => measure().shareOf(f);
    const share = { key: 'share', label: 'share', title: `of ${measure()?.basis}`, num: true, width: 'share',
      value: shareOf, cell: (f) => ipoint.shareCell(shareOf(f), measure().samplesOf(f)) };
    // Of which program a figure is; one word for all where only one was run.
    const bySamples = sampled();
    const plain = (column) => ({ ...column, group: bySamples });
    const probed = (column) => hasSamples ? { ...column, group: withProbes } : column;
    return [
      { key: 'name', label: 'function', width: 'name', value: (f) => f.name, cell: (f) => nameCell(f, budgetsOf(f)), more: [['file:line', (f) => ipoint.place(f.file, f.line)]] },
      ...(hasSamples ? [
        plain(best('self', 'self mean', 'without callees: the best that is known')),
        plain(share),
        plain({ ...best('inclusive', 'inclusive mean', 'with callees: the best that is known'), minor: true }),
      ] : [
        total('all calls, without instrumented callees; the mean times all calls where windows time some of them'),
        share,
      ]),
      { key: 'calls', label: 'calls', title: 'calls that were entered', num: true, width: 'num', text: (f) => ipoint.count(f.calls),
        value: (f) => f.status === 'not instrumented' ? null : f.calls,
        cell: (f) => f.status === 'not instrumented' ? ipoint.numberCell(ipoint.none, 'not measured: no probes')
          : ipoint.numberCell(ipoint.count(f.calls)) },
      data.across_by && { key: 'ran_across', label: `ran with, of ${ipoint.count(data.across_values)}`, title: `with how many values of the label ${data.across_by} it ran`, num: true, width: 'num', minor: true,
        value: (f) => f.status === 'not instrumented' ? null : f.ran_across ?? 0, text: (f) => f.status === 'not instrumented' ? ipoint.none : ipoint.count(f.ran_across ?? 0),
        cell(f) { return ipoint.numberCell(this.text(f)); } },
      !hasSamples && figure('self.mean', 'self', 'mean', 'self mean', 'per call, without instrumented callees'),
      probed({ key: 'shape', label: 'distribution', title: 'how many calls had which self time, raw, from the shortest to the longest on a logarithmic scale; a bar is never lower than a hairline, so that single long calls are seen; sorted by how far the longest is from the shortest', num: true, width: 'shape', minor: true,
        value: (f) => f.shape ? f.shape.high / Math.max(1, f.shape.low) : null, cell: (f) => ipoint.shapeCell(f.shape) }),
      probed({ ...figure('self.p99', 'self', 'p99', 'self p99', 'what 99 % of calls do not exceed'), minor: true }),
      probed(mark('self', 'high-water mark: the longest observed; filtered: the longest without detected interrupts')),
      !hasSamples && { ...figure('inclusive.mean', 'inclusive', 'mean', 'inclusive mean', 'per call, with instrumented callees'), minor: true },
      probed({ ...mark('inclusive', 'high-water mark with instrumented callees: the longest observed; filtered: the longest without detected interrupts'), minor: true }),
      hasSamples && probed({ key: 'sampled.direct_error', label: 'probe effect', title: 'by how much the mean self time with probes, corrected, differs from that by samples, where both are within ± 50 %',
        num: true, width: 'num', minor: true, value: (f) => f.sampled?.direct_error ?? null,
        text: (f) => signedShare(f.sampled?.direct_error), cell(f) { return ipoint.numberCell(this.text(f)); } }),
    ].filter(Boolean);
  };

  // Those that hold more than dashes, whatever figures are shown.
  ipoint.filledColumns = function filledColumns(data, state, measure) {
    const budgets = ipoint.grouped(data.budgets || [], (budget) => budget.page);
    const columnsOf = (figures) => ipoint.functionColumns(data, figures, measure, (f) => budgets.get(f.page) || []);
    const holds = (c, f) => c.text ? c.text(f) !== ipoint.none : c.value(f) !== null;
    const filled = new Set(columnsOf({ ...state, figures: 'raw' }).filter((c) => !data.functions.length || data.functions.some((f) => holds(c, f))).map((c) => c.key));
    return columnsOf(state).filter((c) => filled.has(c.key));
  };

  // What the table's columns, signs and tags are, for readers who don't point at them.
  ipoint.fillAbout = function fillAbout(data, kinds, columns) {
    const terms = [
      ...columns.filter((c) => c.title).map((c) => [c.label, c.title]),
      ...kinds.map(([kind, words]) => [`${kind} figures`, words]),
      ['±', 'half of the 95 % interval of a mean, as a share of it'],
      ['≤', 'an upper value: probe overhead was subtracted as the least that a probe costs; of a mean, the upper end of its interval'],
      [ipoint.none, 'not measured; for a percentile, fewer than ten values lie beyond it'],
      ...(data.sampling ? [['sampled', `by samples of the ${ipoint.sampledProgram()}`], ['too few samples', 'for a mean: the upper end of its interval is given'],
        ['7 of 31 samples', `of fewer than ${ipoint.fewSamples} samples no share is given, but how many they are of all`],
        ['direct', ipoint.meaningOf('direct')]] : []),
      ['shaded', 'a mean that is less than its uncertainty, or than the clock resolution: all that is known is that it is short'],
      ['too many interrupts', 'more than a twentieth of the time, and interrupted visits are not distinguishable: only raw figures are given'],
    ];
    byId('about-figures').replaceChildren(...terms.flatMap(([term, words]) => [el('dt', {}, term), el('dd', {}, words)]));
  };

  // The table of form "table": {element, filter(predicate), refresh(), sort(key, direction)}.
  ipoint.functionTable = function functionTable(data, state, measure, onSort) {
    const { functions } = data;
    const columns = ipoint.filledColumns(data, state, measure);
    const known = (key) => columns.some((c) => c.key === key && c.value);
    if (!known(state.sort))
      state.sort = 'share';
    const table = ipoint.table({
      label: 'Functions', explained: true, className: `list functions${columns.length < 5 ? ' few' : ''}`, columns, rows: functions, limit: 500,
      sort: { key: state.sort, direction: state.order },
      rowAttributes: (f) => ({ class: f.status === 'run' ? null : 'not-run' }),
      empty: functions.length ? 'No function matches.' : 'The database holds no function.', onSort,
    });

    // The table's layout is fixed, for speed: columns of numbers are as wide as their longest.
    function fitColumns() {
      for (const col of table.element.querySelectorAll('col.w-num, col.w-mark, col.w-best')) {
        const { text } = columns.find((c) => c.key === col.dataset.key);
        const longest = functions.reduce((length, f) => Math.max(length, text(f).length), 6);
        // Beside a mark stands its name, below a mean its interval.
        col.style.width = col.matches('.w-mark') ? `calc(${longest + 2}ch + 66px)` : col.matches('.w-best') ? `max(${longest + 2}ch, 146px)` : `max(${longest}ch + 24px, ${/mean$/.test(col.dataset.key) ? 104 : 0}px)`;
      }
    }
    fitColumns();
    return { ...table, known, refresh() { fitColumns(); table.refresh(); } };
  };
}
