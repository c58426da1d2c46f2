// Part of the ipoint project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The front page of a comparison: the verdict, differences, code that changed, and conditions.
'use strict';

{
  const { el, byId } = ipoint;
  const distinct = (values) => [...new Set(values.filter((v) => v !== null && v !== undefined && v !== ''))];

  function fillHeader(data, c) {
    ipoint.fillOthers(data);
    byId('kicker').textContent = `${data.times === 'execution' ? 'Execution' : 'Response'} times of sets of runs, compared`;
    byId('sets').replaceChildren(...ipoint.breakable(c.a), ' and ', ...ipoint.breakable(c.b));
    const [outcome, ...questions] = ipoint.outcomeOf(c);
    byId('verdict').replaceChildren(...ipoint.breakable(outcome.text));
    byId('notices').replaceChildren(...questions.map(({ text }) => el('p', { class: 'notice' }, ...ipoint.breakable(text))));
  }

  function fillSummary(c) {
    const directions = c.items.map(ipoint.directionOf);
    const count = (sign) => directions.filter((d) => d === sign).length;
    const ran = c.ran_in_a_only.length + c.ran_in_b_only.length;
    const entry = (term, n, small) => el('div', {},
      el('dt', {}, term), el('dd', {}, el('strong', {}, ipoint.count(n)), el('small', {}, small)));
    byId('summary').replaceChildren(
      entry('Times compared', c.times, `${ipoint.plural(c.hypotheses, 'figure')} tested`),
      entry('Longer', count(1), `in ${c.b}`),
      entry('Shorter', count(-1), `in ${c.b}`),
      entry('No significant difference', c.times - c.differing, 'of the times compared'),
      entry('Changed', c.changed.length, 'blocks with another text, not compared'),
      entry('New', c.appeared.length, `functions and blocks of ${c.b} only`),
      entry('Vanished', c.vanished.length, `functions and blocks of ${c.a} only`),
      entry('Ran in one only', ran, 'functions and blocks that both have'));
  }

  // --- Differences ----------------------------------------------------------------------------

  const defaults = { figure: 'mean', kind: 'all', q: '' };
  // The figure that is shown first is the one that the outcome is about.
  function readState([first]) {
    const hash = ipoint.readHash();
    defaults.figure = ipoint.comparedFigures.find(([key]) => first?.[key].differs)?.[0] ?? 'mean';
    const state = Object.fromEntries(Object.keys(defaults).map((k) => [k, hash.get(k) ?? defaults[k]]));
    return { ...state, all: hash.get('all') !== 'no', sort: hash.get('sort') || '', direction: hash.get('direction') || '' };
  }

  function fillDifferences(data, c) {
    const items = ipoint.byWeight(c.items);
    const state = readState(items);
    const hidden = c.times - c.items.length;
    byId('differences-note').textContent = `Times without probes, in ${ipoint.unitName}; nothing is excluded as interrupted. What moves most time in a run comes ` +
      `first, inclusive times last. A point is the difference of ${c.b} from ${c.a}, relative to ${c.a}, or a time where that lies below the clock resolution; its line is the ` +
      `interval, adjusted for all that is tested: a figure is significant exactly where its interval is without 0, and a hollow point is none. Reported is what ` +
      `differs by ${Number((100 * data.least).toPrecision(6))} % or more, of tails by a factor of ${data.least_tail}; of what is, and of its intervals, at most ${Number((100 * data.fdr).toPrecision(6))} % are wrong.` +
      (hidden ? ` ${ipoint.plural(hidden, 'block')} without a significant difference ${hidden === 1 ? 'is' : 'are'} on the functions’ pages only.` : '');
    const pages = data.functions;
    const href = (item) => `${ipoint.functionHref(pages[item.at].page, item.block)}${item.what === 'inclusive' ? '&which=inclusive' : ''}`;
    const save = () => ipoint.writeHash({
      figure: state.figure === defaults.figure ? '' : state.figure, kind: state.kind === 'all' ? '' : state.kind,
      q: state.q, all: state.all ? '' : 'no', sort: state.sort, direction: state.sort ? state.direction : '',
    });
    let table;
    const matches = el('output', { class: 'matches' });
    const apply = () => {
      const words = state.q.toLowerCase();
      const n = table.filter((item) => (state.kind === 'all' || item.what === state.kind) && (state.all || item.differs) &&
        (!words || `${ipoint.itemName(item)} ${item.file}`.toLowerCase().includes(words)));
      matches.textContent = `${ipoint.count(n)} of ${ipoint.count(items.length)}`;
    };
    const draw = () => {
      table = ipoint.forestTable({ items, comparison: c, figure: state.figure, href, limit: 100, label: 'Differences',
        sort: state.sort ? { key: state.sort, direction: state.direction } : null,
        onSort: ({ key, direction }) => { Object.assign(state, { sort: key, direction }); save(); } });
      byId('differences-table').replaceChildren(table.element);
      apply();
    };
    const choose = (key, redraw) => (value) => { state[key] = value; save(); redraw(); };
    const search = el('input', { type: 'search', id: 'search', value: state.q, placeholder: 'name or file',
      on: { input: (event) => choose('q', apply)(event.target.value) } });
    byId('controls').replaceChildren(
      el('div', { class: 'search' }, el('label', { for: 'search' }, 'Find'), search, matches),
      ipoint.segmented('figure', 'Figure', ipoint.comparedFigures, state.figure, choose('figure', draw)),
      ipoint.segmented('kind', 'Times', [['all', 'all'], ['self', 'self', 'of functions, without instrumented callees'],
        ['inclusive', 'inclusive', 'of functions, with instrumented callees'], ['block', 'blocks']], state.kind, choose('kind', apply)),
      el('label', { class: 'toggle' }, el('input', { type: 'checkbox', name: 'differing', checked: !state.all,
        on: { change: (event) => choose('all', apply)(!event.target.checked) } }), 'only what differs'));
    draw();
  }

  // --- Code -----------------------------------------------------------------------------------

  function fillCode(data, c) {
    const kinds = [['changed', 'changed', 'its text is another one'], ['appeared', 'new', `only ${c.b} has it`], ['vanished', 'vanished', `only ${c.a} has it`],
      ['ran_in_a_only', `never ran in ${c.b}`, `it ran in ${c.a} only`], ['ran_in_b_only', `never ran in ${c.a}`, `it ran in ${c.b} only`]];
    const rows = kinds.flatMap(([key, label, title]) => c[key].map((entry) => ({ ...entry, key, label, title })));
    byId('code-note').textContent = rows.length
      ? `Functions and blocks that differ in the source, or that ran in one set only. They are no differences of times.`
      : `Both sets have the same functions and blocks, with the same text, and the same of them ran.`;
    if (!rows.length)
      return;
    const pages = new Map(data.functions.map((f) => [`${f.file}\n${f.name}`, f.page]));
    byId('code-table').replaceChildren(ipoint.table({
      label: 'Code that differs', className: 'list', rows, limit: 60,
      columns: [
        { key: 'name', label: 'function or block', value: (r) => ipoint.itemName(r),
          cell: (r) => el('th', { scope: 'row', class: 'name' },
            el('a', { href: ipoint.functionHref(pages.get(`${r.file}\n${r.function}`), r.block) }, ipoint.breakable(ipoint.itemName(r)))) },
        { key: 'what', label: 'what', value: (r) => r.label, cell: (r) => el('td', { class: 'text' }, ipoint.tag(r.label, { changed: '', appeared: 'good', vanished: 'bad' }[r.key] ?? 'never', r.title)) },
        { key: 'place', label: 'file:line', value: (r) => ipoint.place(r.file, r.line), cell: (r) => el('td', { class: 'place' }, ipoint.breakable(ipoint.place(r.file, r.line))) },
      ],
    }).element);
  }

  // --- Conditions -----------------------------------------------------------------------------

  // [what, words of a set]
  function conditionsOf(data) {
    const ofRuns = (value) => (set) => distinct(set.runs.map(value)).join('; ') || ipoint.none;
    const ofBuilds = (value) => (set) => distinct(set.builds.map(value)).join('; ') || ipoint.none;
    const mean = (set, key) => set.runs.reduce((sum, run) => sum + run[key], 0) / set.runs.length;
    return [
      ['Runs', (set) => ipoint.count(set.runs.length)],
      ['Program', ofRuns((run) => run.program)],
      ['Arguments', ofRuns((run) => run.arguments)],
      ['Build id', ofRuns((run) => run.build_id)],
      ['Compiler', ofBuilds((build) => build.compiler)],
      ['Flags', ofBuilds((build) => build.flags)],
      ['Ipoints', ofBuilds((build) => `level ${build.level}, timed ${build.timed}`)],
      ['Machine, clock', ofRuns((run) => run.machine)],
      ['Clock rate', ofRuns((run) => ipoint.frequency(run.rate_hz))],
      ['Clock resolution', (set) => `${ipoint.time(set.resolution)} ${ipoint.unitName}`],
      ['Probe overhead', (set) => `${ipoint.tenths(mean(set, 'overhead_timed_mean'))} ticks`],
      ['Policy', ofRuns((run) => run.policy)],
      ['Settings', (set) => distinct(set.runs.map(ipoint.conditionsInWords)).join('; ') || 'none'],
      ['Filter', () => 'none: compared times have in them what interrupts add'],
      ['Records', (set) => `${ipoint.count(mean(set, 'records'))} a run`],
      ['Database', (set) => set.database],
    ].map(([what, words]) => ({ what, words: data.sets.map(words) }));
  }

  function fillConditions(data, c) {
    const at = c.index + 1;
    const differing = new Map(c.differing_conditions.map(({ name, affected }) => [name, affected]));
    const rows = conditionsOf(data).map(({ what, words }) => ({ what, a: words[0], b: words[at], differs: differing.has(what.toLowerCase()), affects: differing.get(what.toLowerCase()) }));
    byId('conditions-note').textContent = differing.size
      ? `The sets differ in ${[...differing.keys()].join(', ')}: a difference of times may come from any of these.`
      : 'The sets have the same program, build, machine and settings, as far as is known.';
    byId('conditions-table').replaceChildren(ipoint.scroller('Conditions', el('table', { class: 'list conditions' },
      ipoint.headOf(['condition', c.a, c.b].map((text) => [null, text])),
      el('tbody', {}, rows.map((row) => el('tr', { class: [row.differs && 'differs', row.affects && 'affects'].filter(Boolean).join(' ') || null },
        el('th', { scope: 'row' }, row.what, row.differs ? [' ', ipoint.tag('differs', row.affects ? 'warn' : undefined)] : null),
        row.a === row.b ? el('td', { class: 'text', colspan: 2 }, ipoint.breakable(row.a))
          : [row.a, row.b].map((text) => el('td', { class: 'text' }, ipoint.breakable(text)))))))));
  }

  ipoint.addView('index', (data) => {
    const c = ipoint.comparison(data);
    fillHeader(data, c);
    fillSummary(c);
    fillDifferences(data, c);
    ipoint.fillMoved(data, c);
    fillCode(data, c);
    fillConditions(data, c);
    ipoint.fillColophon(data);
    return { restore: () => { fillDifferences(data, ipoint.comparison(data)); ipoint.fillMoved(data, ipoint.comparison(data)); } };
  });
}
