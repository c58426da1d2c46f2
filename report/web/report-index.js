// Part of the ipoint project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The front page: what ran and where, marks, runs.
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
    byId('program').textContent = distinct(traces.map(nameOf)).join(', ') || 'No trace';
    const sum = (key) => traces.reduce((total, trace) => total + (trace[key] || 0), 0);
    const overhead = clock.probe_overhead || {};
    const ticks = (value) => value === null || value === undefined ? ipoint.none : ipoint.tenths(value);
    byId('ran').replaceChildren(...ranInWords(data));
    ipoint.fillFacts(byId('facts'), [
      [commands.length > 1 ? 'Commands' : 'Command', commands.join('; ') || ipoint.none],
      ['Runs', ipoint.count(traces.length), commands.length > 1 ? ` of ${ipoint.plural(commands.length, 'command')}` : '',
        traces.length === 1 ? `, ${howItEnded(traces[0])}` : ''],
      ['Ran', coverageInWords(data)],
      sum('wall_ns') > 0 && ['Lasted', ipoint.duration(sum('wall_ns')), traces.length > 1 ? ' in all' : ''],
      ['Machine', distinct(traces.map(machineOf)).join('; ') || ipoint.none],
      data.database.builds?.length && ['Build', buildsInWords(data)],
      ['Clock', ipoint.clockInWords(data)],
      ['Context switches', switchesInWords(data)],
      ['Interrupts', interruptsInWords(data)],
      ...samplingFacts(data),
      ...(data.closure || []).map((c) => ['Closure error', closureInWords(c)]),
      ['Probe overhead', `timed ${ticks(overhead.timed_mean)}, at least ${ipoint.number(overhead.timed_min)}; untimed ${ticks(overhead.untimed_mean)} ticks`],
      ...[['called_', 'Overhead of probes that are calls'], ['window_', 'Overhead of probes in windows']]
        .filter(([form]) => overhead[`${form}timed_mean`] !== undefined)
        .map(([form, title]) => [title, `timed ${ticks(overhead[`${form}timed_mean`])}, at least ${ipoint.number(overhead[`${form}timed_min`])}; untimed ${ticks(overhead[`${form}untimed_mean`])} ticks`]),
      overhead.sum_add_mean !== undefined && ['Adding up paths', `without optimisation, a record ${ticks(overhead.sum_path_mean)} ticks, an addition ${ticks(overhead.sum_add_mean)}, setting the number ${ticks(overhead.sum_set_mean)}`],
    ]);
    byId('resolution').textContent = resolutionInWords(data);
    nameFacts();
    byId('functions-note').textContent = `${ipoint.timesInWords(data)}. All times in ${ipoint.unitName}. ` + (data.filter
      ? ipoint.filterInWords(data)
      : 'No filter for interrupts was asked for.');
  }

  // One line: runs, how long, on what machine.
  function ranInWords({ traces, times }) {
    if (!traces.length)
      return ['No trace was given.'];
    const lasted = traces.reduce((sum, t) => sum + (t.wall_ns || 0), 0);
    const killed = traces.filter((t) => t.exit_signal).length;
    return [`${times === 'execution' ? 'Execution' : 'Response'} times of ${ipoint.plural(traces.length, 'run')} of `, el('code', {}, shortened(distinct(traces.map(commandLine)))),
      (lasted ? `, ${ipoint.duration(lasted)}${traces.length > 1 ? ' in all' : ''}` : '') +
      `${distinct(traces.map((t) => t.host)).length ? ` on ${distinct(traces.map((t) => t.host)).join(', ')}` : ''}.` +
      (killed ? ` ${ipoint.count(killed)} of the runs ${killed === 1 ? 'was' : 'were'} killed.` : '')];
  }

  // How much of the program ran.
  const coverageInWords = ({ totals }) => `${ipoint.count(totals.functions_run)} of ${ipoint.plural(totals.functions, 'function')} and ` +
    `${ipoint.count(totals.ipoints_run)} of ${ipoint.plural(totals.ipoints, 'block')}: ${ipoint.plural(totals.calls, 'call')}, ` +
    [totals.counted && `${ipoint.plural(totals.counted, 'path')} counted in place (without iterations of counted loops)`, (totals.records || !totals.counted) && ipoint.plural(totals.records, 'record')].filter(Boolean).join(', ');

  const shortened = (commands) => {
    const [first] = commands;
    return `${first.length > 90 ? `${first.slice(0, 88)}…` : first}${commands.length > 1 ? ` and ${commands.length - 1} more` : ''}`;
  };

  // Facts that the summary leads to.
  function nameFacts() {
    const named = { 'fact-probes': /^Probe overhead/, 'fact-plain': /^(Plain program|Means)/, 'fact-closure': /^Closure error/ };
    for (const [id, words] of Object.entries(named)) {
      const term = [...byId('facts').querySelectorAll('dt')].find((dt) => words.test(dt.textContent));
      if (term)
        term.parentElement.id = id;
    }
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
        (i.cpu_slowdown ?? i.slowdown ? `; the instrumented program takes ${ipoint.number(i.cpu_slowdown ?? i.slowdown)} times as long` : '') +
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
      `${ipoint.timeInWords(totals.off_cpu)} off CPU, which only response times have${lost ? `; ${ipoint.count(lost)} are missing` : ''}`;
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
      `${waits}such means are shaded.${tick}`;
  }

  // --- Marks ----------------------------------------------------------------------------------

  function fillMarks(data) {
    byId('marks').hidden = !data.marks.length;
    if (!data.marks.length)
      return;
    const pages = new Map(data.functions.map((f) => [`${f.file}\n${f.name}`, f.page]));
    const href = (m) => ipoint.functionHref(pages.get(`${m.file}\n${m.function}`), m.block);
    const value = (key, label, show) => ({
      key, label, num: true, value: (m) => (m.values ? m.values[key] : null),
      cell: (m) => (m.values ? ipoint.numberCell(show(m.values[key])) : ipoint.numberCell(ipoint.none, 'records no value, or never ran')),
    });
    const whole = (v) => v.toLocaleString('en');
    byId('marks-table').replaceChildren(ipoint.table({
      label: 'Marks', name: 'marks', className: 'list marks', rows: data.marks, limit: 100,
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
    const columns = [
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
    ];
    const table = ipoint.table({ label: 'Runs', name: 'runs', explained: true, className: 'list runs', rows: data.traces, empty: 'No trace was given.', columns });
    byId('runs-note').textContent =
      `Database ${data.database.path}, ${ipoint.plural(data.database.units, 'unit')}, identity ${data.database.identity}.${storedInWords(data)}${ipoint.sharedConditions(data.traces)}${ipoint.accountsInWords(data.traces)}`;
    byId('runs-table').replaceChildren(table.element, ipoint.explain(columns) || '');
  }

  ipoint.addView('index', (data) => {
    fillHeader(data);
    ipoint.fillVerdict(data);
    ipoint.fillTrust(data);
    ipoint.fillBudgets(data, data.budgets || [], (b) => ipoint.functionHref(b.page, b.block));
    const restore = ipoint.fillFunctions(data);
    ipoint.fillGains(data);
    fillMarks(data);
    ipoint.fillThreads(data);
    ipoint.fillOmissions(data);
    fillRuns(data);
    ipoint.fillColophon(data);
    ipoint.fillJump([...document.querySelectorAll('#functions ~ section:not([hidden])')].map(({ id, dataset }) => [id, dataset.title]));
    return { restore };
  });
}
