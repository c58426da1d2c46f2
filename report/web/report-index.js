// Part of the ipoint project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The index: what ran and where, the summary, the table of functions, the runs.
'use strict';

{
  const { el, byId } = ipoint;

  const quote = (word) => /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replace(/'/g, "'\\''")}'`;
  // The arguments come quoted as for a shell.
  const commandLine = (trace) => [quote(trace.program || ''), trace.arguments].filter(Boolean).join(' ');
  const nameOf = (trace) => (trace.program || '').replace(/.*\//, '');
  const machineOf = (trace) => [trace.host, trace.machine, trace.cpu].filter(Boolean).join(', ');
  const distinct = (values) => [...new Set(values.filter(Boolean))];

  const howItEnded = (trace) => trace.exit_signal
    ? `killed by signal ${trace.exit_signal}`
    : trace.exit_status === null || trace.exit_status === undefined ? 'end not seen'
      : `exit status ${trace.exit_status}`;

  // --- Header ---------------------------------------------------------------------------------

  function fillHeader(data) {
    const { traces, clock } = data;
    const commands = distinct(traces.map(commandLine));
    byId('kicker').textContent = `${data.times === 'execution' ? 'Execution' : 'Response'} times, measured`;
    byId('program').textContent = distinct(traces.map(nameOf)).join(', ') || 'No trace';
    const sum = (key) => traces.reduce((total, trace) => total + (trace[key] || 0), 0);
    const overhead = clock.probe_overhead || {};
    const ticks = (value) => value === null || value === undefined ? ipoint.none : ipoint.tenths(value);
    ipoint.fillFacts(byId('facts'), [
      [commands.length > 1 ? 'Commands' : 'Command', commands.join('; ') || ipoint.none],
      ['Runs', ipoint.count(traces.length), commands.length > 1 ? ` of ${ipoint.plural(commands.length, 'command')}` : '',
        traces.length === 1 ? `, ${howItEnded(traces[0])}` : ''],
      ['Lasted', ipoint.duration(sum('wall_ns')), traces.length > 1 ? ' in all' : ''],
      ['Machine', distinct(traces.map(machineOf)).join('; ') || ipoint.none],
      data.database.builds?.length && ['Build', buildsInWords(data)],
      ['Clock', ipoint.clockInWords(data)],
      ['Context switches', switchesInWords(data)],
      ['Interrupts', interruptsInWords(data)],
      ...samplingFacts(data),
      ...(data.closure || []).map((c) => ['Closure error', closureInWords(c)]),
      ['Probe overhead', `timed ${ticks(overhead.timed_mean)}, at least ${ipoint.number(overhead.timed_min)}; untimed ${ticks(overhead.untimed_mean)} ticks`],
      ...[['called_', 'Overhead of probes that are calls'], ['patched_', 'Overhead of patched probes']]
        .filter(([form]) => overhead[`${form}timed_mean`] !== undefined)
        .map(([form, title]) => [title, `timed ${ticks(overhead[`${form}timed_mean`])}, at least ${ipoint.number(overhead[`${form}timed_min`])}; untimed ${ticks(overhead[`${form}untimed_mean`])} ticks`]),
      overhead.sum_add_mean !== undefined && ['Adding up paths', `without optimisation, a record ${ticks(overhead.sum_path_mean)} ticks, an addition ${ticks(overhead.sum_add_mean)}, setting the number ${ticks(overhead.sum_set_mean)}`],
    ]);
    byId('resolution').textContent = resolutionInWords(data);
    byId('functions-note').textContent = `${ipoint.timesInWords(data)}. All times in ${data.unit}. ` + (data.filter
      ? ipoint.filterInWords(data)
      : 'No filter for interrupts was asked for.');
  }

  // How the program was made, most units first, and which build of it ran.
  function buildsInWords({ database, traces }) {
    const ids = distinct(traces.map((t) => t.build_id && t.build_id.slice(0, 12)));
    return [...database.builds.slice(0, 4).map((b) => `${b.compiler} ${b.flags}, level ${b.level}` +
      `${b.timed === 'blocks' ? '' : `, timed ${b.timed}`} (${ipoint.plural(b.units, 'unit')})`),
    ...(database.builds.length > 4 ? [`${database.builds.length - 4} more ways`] : []),
    ...(ids.length ? [`build id ${ids.join(', ')}`] : [])].join('; ');
  }

  // Which of the database's functions the report is not about.
  function storedInWords({ database: { functions }, totals }) {
    const others = functions ? [[functions.other_programs, 'in units of other programs'],
      [functions.other_builds, 'in other builds of this program’s sources'],
      [functions.copies, 'copies of functions that several units include']].filter(([n]) => n) : [];
    return others.length ? ` Of its ${ipoint.plural(functions.all, 'function')} ${others.map(([n, what]) =>
      `${ipoint.count(n)} are ${what}`).join(', ')}; the report is about the other ${ipoint.count(totals.functions)}.` : '';
  }

  // How far corrected times of the whole program lie from the plain one's.
  function closureInWords(closure) {
    const signed = (share) => `${share < 0 ? '−' : '+'}${(100 * Math.abs(share)).toFixed(1)} %`;
    const error = (figure) => figure ? `${signed(figure.error)}${figure.interval
      ? ` (${figure.interval.map(signed).join(' to ')})` : ''}` : ipoint.none;
    return `${error(closure.unfitted)}, over ${ipoint.plural(closure.pairs, 'pair')} of runs; with the probe overhead fitted to others ${error(closure.fitted)}`;
  }

  // The most frequent interrupts, over all runs.
  function interruptsInWords(data) {
    const sums = new Map();
    for (const { kind, count } of data.traces.flatMap((t) => t.interrupts || []))
      sums.set(kind, (sums.get(kind) || 0) + count);
    const cpus = distinct(data.traces.flatMap((t) => (t.cpus_used || '').split(' ')));
    if (!sums.size)
      return 'not known';
    const kinds = [...sums].sort((a, b) => b[1] - a[1]);
    return `while it ran, on ${cpus.length === 1 ? 'CPU' : 'CPUs'} ${cpus.join(', ')}: ` +
      kinds.slice(0, 8).map(([kind, count]) => `${kind} ${ipoint.count(count)}`).join(', ') +
      (kinds.length > 8 ? `, and ${kinds.length - 8} more` : '');
  }

  // What samples of the plain program say, or how to get them: on machines without a host there is no such run.
  function samplingFacts(data) {
    if (!data.sampling)
      return data.traces.length && data.traces.every((t) => t.host)
        ? [['Means', 'are direct: what probes change is in them. ‘ipoint-run --baseline PLAIN’ gives those of the program without probes']] : [];
    const { sampling } = data;
    const compared = (sets, what) => !sets ? ''
      : `; ${what}: ${ipoint.share(sets.difference)} of the time lies elsewhere, by chance ${ipoint.share(sets.expected)}${sets.differ ? ': they differ' : ''}`;
    return [
      sampling.more_samples > 1 && ['Samples', `${ipoint.number(sampling.more_samples)} times as many make nine tenths of the time in functions known to ${ipoint.share(sampling.known_to)}: more runs, longer ones, or --samples`],
      ...sampling.inputs.map((i) => ['Plain program',
        `${ipoint.plural(i.samples, 'sample')} in ${ipoint.plural(i.runs, 'run')} of ${i.program} ${i.arguments}` +
        (sampling.in_blocks_known > 0 ? `; ${ipoint.share(sampling.in_blocks_known)} of its time is in blocks, groups or loops of them, known to ${ipoint.share(sampling.blocks_known_to)}` : '') +
        (i.slowdown ? `; the instrumented program takes ${ipoint.number(i.slowdown)} times as long` : '') +
        compared(i.rates, i.rates && `${ipoint.count(i.rates.rate_a)} samples a second against ${ipoint.count(i.rates.rate_b)}`) +
        compared(i.halves, 'odd rounds against even ones')]),
      ['Outside of functions', sampling.others.slice(0, 6).map((o) =>
        `${o.name ? o.name.replace(/.*\//, '') : o.what} ${ipoint.share(o.share)}`).join(', ') || 'nothing'],
      sampling.only_symbols && ['Plain program', 'without debug information: what is inlined counts for the function that it is in'],
      ...sampling.problems.map((p) => ['Samples', p]),
    ];
  }

  function switchesInWords(data) {
    const { traces, totals } = data;
    if (data.times !== 'execution') {
      const why = distinct(traces.map((t) => t.switches && t.switches.replace(/^none(: )?/, '')));
      return `not known${why.length ? ` (${why.join('; ')})` : ''}: all times are response times`;
    }
    const lost = traces.reduce((sum, t) => sum + (t.switches_lost || 0), 0);
    return `${ipoint.count(totals.switches)}, ${ipoint.count(totals.preemptions)} of them preempted (involuntary): ` +
      `${ipoint.time(totals.off_cpu)} ${data.unit} off CPU, which only response times have${lost ? `; ${ipoint.count(lost)} are missing` : ''}`;
  }

  function resolutionInWords(data) {
    const { clock } = data;
    const tick = clock.rate_hz ? ` A tick is one count of this clock, ${ipoint.duration(1e9 / clock.rate_hz)}.` : '';
    if (!clock.resolution)
      return `The clock resolution was not measured, so no time here can be called finer or coarser than it.${tick}`;
    const waits = clock.waits
      ? 'A read waits until the counter advances, so a shorter block reads as one clock resolution whatever it does, and more runs do not help; '
      : 'A shorter block reads as nothing or as one clock resolution; ';
    return `The clock resolution is ${ipoint.ticksInWords(data, clock.resolution)}: no single time is finer. ` +
      `${waits}such blocks are marked “below resolution”.${tick}`;
  }

  // --- Summary --------------------------------------------------------------------------------

  function fillSummary(data) {
    const { totals, lost } = data;
    const neverRun = data.functions.filter((f) => f.status === 'never run').length;
    const entry = (term, value, note, attention, href) => el('div', { class: attention ? 'attention' : null },
      el('dt', {}, href ? el('a', { href }, term) : term), el('dd', {}, el('strong', { class: ipoint.count(value).length > 9 ? 'long' : null }, ipoint.count(value)), note ? el('small', {}, note) : ''));
    const { sampling } = data;
    byId('summary').replaceChildren(
      ...(sampling ? [el('div', { class: sampling.in_functions_known < 0.5 ? 'attention' : null },
        el('dt', {}, 'Known to 10 %'),
        el('dd', {}, el('strong', {}, ipoint.share(sampling.in_functions_known)), el('small', {}, 'of the plain program’s time')))] : []),
      ...(data.budgets?.length ? [entry('Budgets broken', data.budgets.filter((b) => b.state === 'broken').length,
        `of ${ipoint.count(data.budgets.length)}`, data.budgets.some((b) => b.state === 'broken'), '#budgets')] : []),
      entry('Functions run', totals.functions_run, `of ${ipoint.count(totals.functions)}`),
      entry('Never run', neverRun, neverRun === 1 ? 'function' : 'functions'),
      entry('Not instrumented', totals.functions_not_instrumented, 'functions', totals.functions_not_instrumented > 0),
      entry('Blocks run', totals.ipoints_run, `of ${ipoint.count(totals.ipoints)}`),
      entry('Records', totals.records, `${ipoint.plural(totals.calls, 'call')}`),
      entry('Lost', lost.records, 'records', lost.records > 0),
      entry('Excluded', totals.excluded, data.filter ? 'visits' : 'no filter asked for', totals.excluded > 0),
      entry('Inferred exits', totals.inferred_exits, 'calls', totals.inferred_exits > 0));
  }

  // --- Functions ------------------------------------------------------------------------------

  function nameCell(f, budgets) {
    const tag = ipoint.budgetTag(budgets);
    const page = `functions/${encodeURIComponent(f.page)}`;
    return el('th', { scope: 'row', class: 'name' },
      f.page ? el('a', { href: page }, ipoint.breakable(f.name)) : f.name,
      f.status === 'never run' ? [' ', ipoint.tag('never run', 'never')] : null,
      f.status === 'not instrumented' ? [' ', ipoint.tag('not instrumented', 'warn')] : null,
      tag ? [' ', tag] : null,
      f.role === 'isr' ? [' ', ipoint.tag('interrupt handler', '')] : null,
      f.self && f.self.too_many_interrupts
        ? [' ', ipoint.tag('too many interrupts', 'warn', ipoint.tooManyInterrupts(f.self))] : null,
      f.self && f.self.below_resolution && f.best?.self.from !== 'sampled'
        ? [' ', ipoint.tag('below resolution', '', 'the mean without interrupts is less than its uncertainty, or than the clock resolution')] : null,
      f.reason ? el('div', { class: 'reason' }, f.reason) : null);
  }

  const signedShare = (v) => v === null || v === undefined ? ipoint.none
    : `${v < 0 ? '−' : '+'}${ipoint.count(Math.abs(100 * v))} %`;

  function functionColumns(state, totalOf, hasSamples, budgetsOf) {
    const figure = (key, which, figure, label, title) => {
      const kind = (f) => ipoint.kindOf(f[which], state.figures, figure);
      return {
        key, label, title, num: true, width: 'num',
        value: (f) => ipoint.figureOf(f[which], kind(f), figure),
        cell: (f) => ipoint.figureCell(f[which], kind(f), figure),
        text: (f) => ipoint.figureText(figure, ipoint.figureOf(f[which], kind(f), figure)),
      };
    };
    // The high-water mark, raw, and where filtered times are shown the largest of these, by name.
    const mark = (which, title) => {
      const column = figure(`${which}.max`, which, 'max', `${which} HWM`, title);
      return { ...column, cell: (f) => {
        const cell = column.cell(f);
        if (state.figures === 'filtered' && f[which]?.filtered)
          cell.append(el('div', { class: 'reason' }, 'filtered'),
            el('div', { class: 'reason' }, `${ipoint.isUpper(f[which], 'filtered', 'max') ? '≤ ' : ''}${ipoint.figureText('max', f[which].filtered.max)}`));
        cell.append(ipoint.budgetBelow(budgetsOf(f), which) || '');
        return cell;
      } };
    };
    const shareOf = (f) => {
      const own = ipoint.figureOf(f.self, ipoint.kindOf(f.self, state.figures), 'total');
      return own === null || !totalOf() ? null : own / totalOf();
    };
    const best = (which, part, label, title) => ({
      key: `best.${which}.${part}`, label, title, num: true, width: 'num',
      value: (f) => f.best?.[which][part] ?? null,
      text: (f) => {
        const b = f.best?.[which];
        return !b || b.from === 'not known' ? ipoint.none
          : b.from === 'bounded' ? `≤ ${ipoint.mean(b.high)}`
            : ipoint.mean(b.mean);
      },
      // The interval stands below the mean, as wide as that is long.
      cell(f) {
        const cell = ipoint.numberCell(this.text(f), f.best && ipoint.bestInWords(f.best[which]));
        const b = f.best?.[which];
        if (b?.mean && b.low !== null)
          cell.append(el('div', { class: 'reason' }, `± ${ipoint.share(Math.max(b.high - b.mean, b.mean - b.low) / b.mean)}`));
        return cell;
      },
    });
    const sampled = !hasSamples ? [] : [
      { key: 'sampled.share', label: 'time', title: 'share of the plain program’s CPU time, by samples', num: true, width: 'share',
        value: (f) => f.sampled?.share ?? null, cell: (f) => ipoint.shareCell(f.sampled?.share ?? null) },
      best('self', 'mean', 'self mean', 'without callees: the best that is known'),
      { key: 'best.self.from', label: 'from', title: 'how the mean was come by', width: 'num', value: (f) => f.best?.self.from ?? null,
        text: (f) => f.best?.self.from ?? ipoint.none, cell: (f) => el('td', {}, f.best?.self.from ?? ipoint.none) },
      best('inclusive', 'mean', 'inclusive mean', 'with callees: the best that is known'),
      { key: 'sampled.direct_error', label: 'direct off', title: 'by how much the instrumented program’s own mean self time is off',
        num: true, width: 'num', value: (f) => f.sampled?.direct_error ?? null,
        text: (f) => signedShare(f.sampled?.direct_error), cell(f) { return ipoint.numberCell(this.text(f)); } },
    ];
    return [
      { key: 'name', label: 'function', width: 'name', value: (f) => f.name, cell: (f) => nameCell(f, budgetsOf(f)) },
      { key: 'place', label: 'file:line', width: 'place', value: (f) => ipoint.place(f.file, f.line),
        cell: (f) => el('td', { class: 'place' }, ipoint.breakable(ipoint.place(f.file, f.line))) },
      ...sampled,
      { key: 'calls', label: 'calls', title: 'calls that were entered', num: true, width: 'num', text: (f) => ipoint.count(f.calls),
        value: (f) => f.status === 'not instrumented' ? null : f.calls,
        cell: (f) => f.status === 'not instrumented' ? ipoint.numberCell(ipoint.none, 'not measured: no probes')
          : ipoint.numberCell(ipoint.count(f.calls)) },
      ...(hasSamples ? [] : [
        figure('self.total', 'self', 'total', 'self total', 'all calls, without instrumented callees'),
        { key: 'share', label: 'share', title: 'of the self time of all functions', num: true, width: 'share',
          value: shareOf, cell: (f) => ipoint.shareCell(shareOf(f)) },
        figure('self.mean', 'self', 'mean', 'self mean', 'per call, without instrumented callees'),
      ]),
      figure('self.p99', 'self', 'p99', 'self p99', 'not exceeded by 99 % of calls'),
      mark('self', 'high-water mark: the largest observed, raw; below it the largest without interrupts'),
      !hasSamples && figure('inclusive.mean', 'inclusive', 'mean', 'inclusive mean', 'per call, with instrumented callees'),
      mark('inclusive', 'high-water mark: the largest observed with instrumented callees, raw; below it the largest without interrupts'),
    ].filter(Boolean);
  }

  function fillFunctions(data) {
    const { functions } = data;
    const kinds = ipoint.kindsOf(data).filter((kind) => kind !== 'filtered' || functions.some((f) => f.self?.filtered || f.inclusive?.filtered));
    const statuses = ['run', 'never run', 'not instrumented'];
    const defaults = { figures: kinds.includes('filtered') ? 'filtered' : 'corrected', sort: data.sampling ? 'sampled.share' : 'self.total', order: 'descending', q: '', status: '' };
    const state = { ...defaults };

    const readState = () => {
      const hash = ipoint.readHash();
      for (const key of Object.keys(defaults))
        state[key] = hash.get(key) || defaults[key];
      if (!kinds.includes(state.figures))
        state.figures = defaults.figures;
      if (!statuses.includes(state.status))
        state.status = '';
      if (state.order !== 'ascending')
        state.order = 'descending';
    };
    const writeState = () => ipoint.writeHash(Object.fromEntries(
      Object.entries(state).map(([k, v]) => [k, v === defaults[k] && !(k === 'order' && state.sort !== defaults.sort) ? '' : v])));
    readState();

    let total = 0;
    const sumUp = () => {
      total = functions.reduce((sum, f) => sum + (ipoint.figureOf(f.self, ipoint.kindOf(f.self, state.figures), 'total') || 0), 0);
    };
    sumUp();
    const budgets = Map.groupBy ? Map.groupBy(data.budgets || [], (b) => b.page) : (data.budgets || []).reduce((map, b) =>
      map.set(b.page, [...(map.get(b.page) || []), b]), new Map());
    const columns = functionColumns(state, () => total, !!data.sampling, (f) => budgets.get(f.page) || []);
    if (!columns.some((c) => c.key === state.sort))
      state.sort = defaults.sort;
    const table = ipoint.table({
      label: 'Functions', className: 'list functions', columns, rows: functions,
      sort: { key: state.sort, direction: state.order },
      rowAttributes: (f) => ({ class: f.status === 'run' ? null : 'not-run' }),
      empty: functions.length ? 'No function matches.' : 'The database holds no function.',
      onSort: ({ key, direction }) => { state.sort = key; state.order = direction; writeState(); },
    });

    // The table's layout is fixed, for speed: columns of numbers are as wide as their longest.
    function fitColumns() {
      for (const col of table.element.querySelectorAll('col.w-num')) {
        const { text } = columns.find((c) => c.key === col.dataset.key);
        const longest = functions.reduce((length, f) => Math.max(length, text(f).length), 9);
        col.style.width = `${longest + 3}ch`;
      }
    }

    const matches = el('output', { class: 'matches', for: 'search' });
    const haystacks = new Map(functions.map((f) => [f, `${f.name}\n${ipoint.place(f.file, f.line)}`.toLowerCase()]));
    const apply = () => {
      const words = state.q.toLowerCase().split(/\s+/).filter(Boolean);
      const n = table.filter((f) => (!state.status || f.status === state.status) &&
        words.every((word) => haystacks.get(f).includes(word)));
      matches.textContent = `${ipoint.count(n)} of ${ipoint.count(functions.length)}`;
      writeState();
    };

    const search = el('input', {
      type: 'search', id: 'search', autocomplete: 'off', spellcheck: 'false', placeholder: 'name or file',
      on: { input: () => { state.q = search.value; apply(); } },
    });
    search.value = state.q;
    const number = (status) => functions.filter((f) => !status || f.status === status).length;
    const controls = [
      el('div', { class: 'search' }, el('label', { for: 'search' }, 'Search'), search,
        el('kbd', { title: 'press / to search' }, '/'), matches),
      ipoint.segmented('status', 'Status', [['', `all ${ipoint.count(number(''))}`],
        ...statuses.map((s) => [s, `${s} ${ipoint.count(number(s))}`])],
      state.status, (value) => { state.status = value; apply(); }),
      ipoint.segmented('figures', 'Figures', kinds.map((kind) => [kind, kind, {
        raw: 'as read, probe overhead included',
        corrected: 'without probe overhead',
        filtered: 'corrected, without what interrupts added',
        response: 'raw, with the time off CPU',
      }[kind]]), state.figures, (value) => { state.figures = value; sumUp(); fitColumns(); table.refresh(); writeState(); }),
    ];
    byId('controls').replaceChildren(...controls);
    byId('functions-table').replaceChildren(table.element);
    fitColumns();
    apply();

    document.addEventListener('keydown', (event) => {
      if (event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey ||
          /^(INPUT|TEXTAREA|SELECT)$/.test(event.target.tagName) && event.target.type !== 'radio')
        return;
      event.preventDefault();
      search.focus();
      search.select();
    });
    search.addEventListener('keydown', (event) => {
      if (event.key === 'Escape' && search.value) {
        search.value = state.q = '';
        apply();
      }
    });
    window.addEventListener('hashchange', () => {
      if (!location.hash.includes('='))
        return;
      readState();
      search.value = state.q;
      for (const name of ['status', 'figures'])
        for (const radio of document.querySelectorAll(`input[name="${name}"]`))
          radio.checked = radio.value === state[name];
      sumUp();
      fitColumns();
      table.refresh();
      table.sort(state.sort, state.order);
      apply();
    });
  }

  // --- Marks ----------------------------------------------------------------------------------

  function fillMarks(data) {
    byId('marks').hidden = !data.marks.length;
    if (!data.marks.length)
      return;
    const pages = new Map(data.functions.map((f) => [`${f.file}\n${f.name}`, f.page]));
    const href = (m) => `functions/${encodeURIComponent(pages.get(`${m.file}\n${m.function}`))}#block=${encodeURIComponent(m.block)}`;
    const value = (key, label, show) => ({
      key, label, num: true, value: (m) => (m.values ? m.values[key] : null),
      cell: (m) => (m.values ? ipoint.numberCell(show(m.values[key])) : ipoint.numberCell(ipoint.none, 'records no value, or never ran')),
    });
    const whole = (v) => v.toLocaleString('en');
    byId('marks-table').replaceChildren(ipoint.table({
      label: 'Marks', className: 'list marks', rows: data.marks, limit: 100,
      columns: [
        { key: 'name', label: 'mark', value: (m) => m.name,
          cell: (m) => el('th', { scope: 'row', class: 'name' }, el('a', { href: href(m) }, ipoint.breakable(m.name))) },
        { key: 'function', label: 'function', value: (m) => m.function, cell: (m) => el('td', { class: 'text' }, ipoint.breakable(m.function)) },
        { key: 'place', label: 'file:line', value: (m) => ipoint.place(m.file, m.line),
          cell: (m) => el('td', { class: 'place' }, ipoint.breakable(ipoint.place(m.file, m.line))) },
        { key: 'count', label: 'times', num: true, value: (m) => m.count, cell: (m) => ipoint.numberCell(ipoint.count(m.count)) },
        value('min', 'smallest value', whole), value('mean', 'mean value', (v) => v.toLocaleString('en', { maximumFractionDigits: 3 })),
        value('max', 'largest value', whole),
      ],
    }).element);
  }

  // --- Runs -----------------------------------------------------------------------------------

  function fillRuns(data) {
    const text = (key, label, value) => ({
      key, label, value, cell: (t) => el('td', { class: 'text' }, ipoint.breakable(value(t))),
    });
    const count = (key, label, title) => ({
      key, label, title, num: true, value: (t) => t[key] ?? null, cell: (t) => ipoint.numberCell(ipoint.count(t[key])),
    });
    const duration = (key, label, factor) => ({
      key, label, num: true, value: (t) => t[key] ?? null,
      cell: (t) => ipoint.numberCell(ipoint.duration(t[key] === null || t[key] === undefined ? null : t[key] * factor)),
    });
    const number = (key, label, value, words) => ({
      key, label, num: true, value: (t) => value(t) ?? null,
      cell: (t) => ipoint.numberCell((value(t) ?? null) === null ? ipoint.none : words(value(t))),
    });
    const table = ipoint.table({
      label: 'Runs', className: 'list runs', rows: data.traces, empty: 'No trace was given.',
      columns: [
        { key: 'path', label: 'trace', value: (t) => t.path, cell: (t) => el('th', { scope: 'row', class: 'name' }, ipoint.breakable(t.path)) },
        text('command', 'command', commandLine),
        ...(distinct(data.traces.map(machineOf)).length > 1 ? [text('host', 'machine', machineOf)] : []),
        text('end', 'end', (t) => `${howItEnded(t)}${t.complete ? '' : '; trace not complete'}`),
        text('policy', 'policy', (t) => t.policy || ipoint.none),
        duration('wall_ns', 'wall', 1), duration('user_us', 'user', 1000), duration('system_us', 'system', 1000),
        count('voluntary_switches', 'voluntary switches'), count('involuntary_switches', 'involuntary switches'),
        ...ipoint.runColumns(data.traces, { text, count, number }),
        count('streams', 'streams'), count('packets', 'packets'), count('records', 'records'),
        count('timed', 'timed'), count('untimed', 'untimed'),
      ],
    });
    byId('runs-note').textContent =
      `Database ${data.database.path}, ${ipoint.plural(data.database.units, 'unit')}, identity ${data.database.identity}.${storedInWords(data)}${ipoint.sharedConditions(data.traces)}${ipoint.accountsInWords(data.traces)}`;
    byId('runs-table').replaceChildren(table.element);
  }

  ipoint.startIndex = function startIndex(data) {
    fillHeader(data);
    fillSummary(data);
    ipoint.fillBudgets(data, data.budgets || [], (b) =>
      `functions/${encodeURIComponent(b.page)}${b.block ? ipoint.blockHref({ name: b.block }) : ''}`);
    fillFunctions(data);
    fillMarks(data);
    ipoint.fillOmissions(data);
    fillRuns(data);
    ipoint.fillColophon(data);
  };
}
