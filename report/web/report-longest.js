// Part of the ipoint project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The longest path: its card on the page of its function, and its page: verdict, what to change and to test, from the high-water
// mark to the estimate, the path, bounds, what was never measured. Its data is the document of docs/worst.md, with the source of
// the path.
'use strict';

{
  const { el, byId } = ipoint;
  const nameOf = (at) => at.function + (at.block ? `/${at.block}` : '');
  const placeOf = (at) => ipoint.place(at.file, at.line);
  // The times that lead: those of the path.
  const kindOf = ({ estimate }) => ['filtered', 'corrected', 'raw'].find((kind) => estimate[kind] !== null);
  const estimateOf = (data) => data.estimate[kindOf(data)];
  const hwmOf = (data) => data.hwm[kindOf(data)];
  const kinds = { filtered: 'without probes and interrupts', corrected: 'without probes', raw: 'as read' };
  const percent = (share) => ipoint.share(share);
  const sum = (items, key) => items.reduce((total, item) => total + item[key], 0);
  const count = (items, key, value) => items.filter((item) => item[key] === value).length;

  // A linear program may have parts of an execution.
  ipoint.executions = (v) => Math.abs(v - Math.round(v)) < 0.005 ? ipoint.count(v) : v.toLocaleString('en-US', { maximumFractionDigits: 2 });
  const boundInWords = (data, f) => data.bounds[data.facts.indexOf(f)];
  // --- In short -------------------------------------------------------------------------------

  const ratioOf = (data) => hwmOf(data) ? (estimateOf(data) / hwmOf(data)).toFixed(2) : null;
  const onPath = (data) => data.unmeasured.filter((n) => n.on_path).length;
  const code = (at) => [el('code', {}, ipoint.breakable(nameOf(at))), ' (', ...ipoint.breakable(placeOf(at)), ')'];
  const less = (data, ticks) => `${ipoint.timeInWords(ticks)} (${percent(ticks / estimateOf(data))})`;

  // What lowers the estimate: blocks, and bounds that are not sure and may be smaller, the best first.
  const changes = (data) => data.path.filter((b) => b.gain > 0).sort((a, b) => b.gain - a.gain);
  const tightest = (data) => data.facts.filter((f) => f.binds && f.price > 0 && f.origin !== 'derived' && f.bound > 1).sort((a, b) => b.price - a.price);
  const restsInWords = ({ facts }) => facts.length ? `${ipoint.plural(facts.length, 'bound')} (${[['declared', 'declared'], ['derived', 'derived from the source'], ['observed', 'only observed']]
    .map(([origin, words]) => [count(facts, 'origin', origin), words]).filter(([n]) => n).map(([n, words]) => `${ipoint.count(n)} ${words}`).join(', ')})` : 'no bound';
  const allTested = 'Nothing: one that is as long as its blocks allow was observed.';

  ipoint.nameOfLongest = (path) => `Longest path of ${path.data ? nameOf(path.data.at) : path.page}`;

  // On the page of its function: {number, reason, data} as ipoint.loadLongest() has it.
  ipoint.longestCard = function longestCard({ number, reason, data }) {
    const card = (className, ...content) => el('article', { class: `worst-card ${className}` }, el('h3', {}, ipoint.define('WCET estimate'), ' ', el('small', {}, 'the longest path from measured parts')), ...content);
    if (reason)
      return card('over', el('p', { class: 'hwm' }, 'none'), el('p', {}, ipoint.breakable(reason)));
    const facts = el('dl', { class: 'worst-facts' }), [first] = changes(data), [test] = data.test_next;
    ipoint.fillFacts(facts, [
      data.violations.length && ['Wrong', `${ipoint.plural(data.violations.length, 'fact')} that a run has violated ${data.violations.length === 1 ? 'is' : 'are'} left out`],
      ['Rests on', `${restsInWords(data)}; ${data.unmeasured.length ? `${ipoint.plural(data.unmeasured.length, 'part')} never measured, ${ipoint.count(onPath(data))} on the path` : 'nothing that was never measured'}`],
      first && ['Change first', ...code(first.at), `: 10 % less of its time lowers the estimate by ${less(data, first.gain)}`],
      ['Test next', ...(test ? ['an input that leads to ', ...ipoint.breakable(test)] : [allTested])],
      ['All of it', el('a', { href: ipoint.longestHref(number) }, 'the longest path, in its source')],
    ]);
    const ratio = ratioOf(data);
    return card(data.violations.length ? 'over' : '', el('p', { class: 'hwm' }, el('strong', {}, ipoint.time(estimateOf(data))), ` ${ipoint.unitName}, ${kindOf(data)}`,
      el('span', { class: 'also' }, ratio ? `${ratio} × the longest observed ${data.execution}: ${ipoint.time(hwmOf(data))}` : `no ${data.execution} was observed`)), facts);
  };

  // --- Header ---------------------------------------------------------------------------------

  function wrongInWords(f) {
    return `${f.place ? `${f.place}: ` : ''}${f.words}${f.hint ? ` (${f.hint})` : ''}; ${nameOf(f.at)} (${placeOf(f.at)}) had ${ipoint.executions(f.observed)} in place of ${ipoint.executions(f.bound)}.`;
  }

  function fillNotices({ violations, remarks }) {
    const wrong = el('strong', {}, 'Wrong: ');
    byId('notices').replaceChildren(violations.length < 2 ? el('p', { class: 'notice', hidden: !violations.length }, wrong, ...violations.flatMap((f) => ipoint.breakable(wrongInWords(f))))
      : el('details', { class: 'notice' }, el('summary', {}, wrong, `runs have violated ${ipoint.plural(violations.length, 'fact')}, which are left out of the estimate`),
        el('ul', {}, violations.map((f) => el('li', {}, ipoint.breakable(wrongInWords(f)))))),
    ...remarks.map((remark) => el('p', { class: 'notice quiet' }, remark)));
  }

  function fillHeader(data) {
    const { estimate, hwm, facts, unmeasured } = data, kind = kindOf(data), ratio = ratioOf(data);
    byId('root').replaceChildren(...ipoint.breakable(nameOf(data.at)));
    byId('verdict').textContent = `WCET estimate ${ipoint.ticksInWords(data, Math.round(estimate[kind]))}` + (data.root_calls && ratio
      ? `, ${ratio} times the longest of ${ipoint.plural(data.root_calls, `observed ${data.execution}`)} (${ipoint.count(hwm[kind])}).` : `. No ${data.execution} was observed.`) +
      ` Times are ${kind}: ${kinds[kind]}.`;
    byId('rests').textContent = `It rests on ${restsInWords(data)} and on the longest measured time of each part` +
      `${data.context_depth ? `, by ${ipoint.plural(data.contexts, 'context')} of up to ${ipoint.plural(data.context_depth, 'call site')}` : ''}.`;
    fillNotices(data);
    const entry = (term, value, small, attention) => el('div', { class: attention ? 'attention' : null },
      el('dt', {}, ipoint.define(term)), el('dd', {}, el('strong', {}, value), el('small', {}, small)));
    const others = (times) => ['raw', 'corrected'].filter((other) => other !== kind && times[other] !== null)
      .map((other) => `${other} ${ipoint.time(times[other])}`).join(', ');
    const observed = count(facts, 'origin', 'observed'), ticks = ipoint.unitName;
    byId('summary').replaceChildren(...[
      entry('WCET estimate', ipoint.time(estimate[kind]), others(estimate) || ticks),
      entry('HWM', ipoint.time(hwm[kind]), others(hwm) || ticks),
      entry('Ratio', ratio ? `${ratio} ×` : ipoint.none, `estimate ÷ HWM, ${kind}`),
      entry('Bounds only observed', ipoint.count(observed), `of ${ipoint.count(facts.length)}; ${ipoint.plural(facts.filter((f) => f.origin === 'observed' && f.binds).length, 'of them binds', 'of them bind')}`, observed),
      entry('Never measured', ipoint.count(unmeasured.length), data.assumed_never ? 'left out of the estimate' : `${ipoint.count(onPath(data))} on the path`, unmeasured.length && (onPath(data) || data.assumed_never)),
      data.interrupts.length && entry('Interrupts', ipoint.time(sum(data.interrupts, 'total')), `on top of the estimate: ${ipoint.time(estimate.filtered + sum(data.interrupts, 'total'))}`),
      data.incomplete && entry(`Incomplete ${data.execution}s`, ipoint.count(data.incomplete), 'of the root, in no figure', true),
    ].filter(Boolean));
  }

  // --- From the high-water mark to the estimate ------------------------------------------------

  // Rows [what, kind, from, to, of]: totals begin at 0 and are held against `of`, steps begin where the row before ends.
  function steps(data) {
    const { raw } = data.estimate, lead = estimateOf(data);
    const rows = [];
    let at = 0, of = raw;
    const total = (what, kind, to) => { rows.push([what, kind, 0, to, of]); at = to; };
    const step = (what, kind, by) => { if (by) rows.push([what, kind, at, at + by]); at += by; };
    if (data.hwm.raw)
      total(`longest observed ${data.execution}, raw`, 'observed', data.hwm.raw);
    step('more executions', 'step', sum(data.reasons, 'by_count'));
    step('longer executions', 'step', sum(data.reasons, 'by_time'));
    if (rows.length && Math.abs(raw - at) >= 0.005 * raw)
      step('of no single block', 'step', raw - at);
    total(lead === raw ? 'WCET estimate' : 'estimate, raw', '', raw);
    if (lead !== raw) {
      of = lead;
      step(kindOf(data) === 'filtered' ? 'probes and interrupts in it' : 'probes in it', 'step less', lead - raw);
      total('WCET estimate', '', lead);
    }
    for (const { class: number, count: n, each, total: by } of data.interrupts)
      step(number === null ? n > 1 ? `${ipoint.count(n)} times ${ipoint.time(each)}, the most of one ${data.execution}` : `more in one ${data.execution}` : `${ipoint.executions(n)} of class ${number + 1}, at most ${ipoint.time(each)} each`, 'step interrupts', by);
    if (data.interrupts.length)
      total('with interrupts on top', '', at);
    return rows;
  }

  function fillReasons(data) {
    const rows = steps(data), most = Math.max(...rows.map(([, , , to]) => to), 1);
    const at = (v) => `${(100 * v / most).toFixed(2)}%`;
    const call = data.longest.trace ? ` The longest observed ${data.execution} is number ${ipoint.count(data.longest.number)} of ${data.longest.trace}.` : '';
    byId('reasons-note').textContent = `In ${ipoint.unitName}, raw: what more and longer executions of its parts add to the longest observed ${data.execution}.${call}`;
    const bar = ([what, kind, from, to, of]) => {
      const part = el('span'), track = el('div', { class: 'track', title: what }, part);
      part.style.setProperty('--from', at(Math.min(from, to)));
      part.style.setProperty('--wide', at(Math.abs(to - from)));
      return el('tr', { class: kind || null }, el('th', { scope: 'row' }, what), el('td', {}, track),
        ipoint.exactly(ipoint.numberCell(from ? `${to < from ? '−' : '+'}${ipoint.time(Math.abs(to - from))}` : ipoint.time(to)), from ? to - from : to, true),
        ipoint.numberCell(from ? '' : percent(to / of)));
    };
    byId('waterfall').replaceChildren(ipoint.scroller('From the high-water mark to the estimate', el('table', { class: 'list waterfall' },
      ipoint.headOf([[null, 'what'], [], ['num', 'time'], ['num', 'of the estimate']]),
      el('tbody', {}, rows.map(bar)))));
  }

  function fillAdvice(data, sources) {
    const least = 3, most = 5;
    const fill = (id, items, limit, words, none) => {
      byId(id).replaceChildren(...items.slice(0, limit).map((item) => el('li', {}, words(item))), items.length ? '' : el('li', { class: 'note' }, none));
      if (items.length > limit && limit === most)
        byId(id).after(el('details', { class: 'numbers' }, el('summary', {}, `${ipoint.count(items.length - limit)} more`), el('ol', { start: limit + 1 }, items.slice(limit).map((item) => el('li', {}, words(item))))));
    };
    fill('change', changes(data), least, (b) => [sources.link(b), ` (${placeOf(b.at)}): ${less(data, b.gain)}`], 'No block lowers the estimate by itself.');
    fill('test', data.test_next, most, (words) => ipoint.breakable(words), allTested);
    byId('bounds').hidden = !tightest(data).length;
    fill('tighten', tightest(data), least, (f) => [...ipoint.breakable(boundInWords(data, f)), ` (${[f.place ?? (f.at ? placeOf(f.at) : null), f.origin === 'observed' ? 'only observed' : f.origin].filter(Boolean).join(', ')}): ${less(data, f.price)}`]);
  }

  // --- Tables ---------------------------------------------------------------------------------

  const number = (key, label, title, value, show, more = {}) => ({ key, label, title, num: true, value,
    cell: (row) => ipoint.exactly(ipoint.numberCell(show(value(row))), value(row), more.time), ...more });
  const textColumn = (key, label, value, title, className = 'text') => ({ key, label, title, className, value,
    cell: (row) => el('td', { class: className }, ipoint.breakable(value(row) ?? ipoint.none)) });

  function fillPath(data, sources) {
    byId('source').hidden = !data.sources.length;
    byId('source-note').textContent = `Executions on the path, and at most in an observed ${data.execution} of the root; those that none showed are marked. Lines are shaded by their share of the estimate.`;
    byId('path-note').textContent = `Its blocks, by their share of the estimate; ${kindOf(data)} times in ${ipoint.unitName}. “10 % less” is by how much the estimate falls if the block takes 10 % less.`;
    const reasons = new Map(data.reasons.map((r) => [nameOf(r.at) + r.at.file, r]));
    const reasonOf = (b) => reasons.get(nameOf(b.at) + b.at.file);
    const adds = (b) => reasonOf(b) ? reasonOf(b).by_count + reasonOf(b).by_time : null;
    byId('path-table').replaceChildren(ipoint.table({ label: 'Longest path', className: 'list path', rows: data.path, limit: 30, name: 'path', columns: [
      { key: 'name', label: 'block', value: (b) => nameOf(b.at), cell: (b) => el('th', { scope: 'row', class: 'name' }, sources.link(b),
      b.unit === 'block' ? null : [' ', ipoint.tag({ function: 'self', inclusive: 'inclusive', none: 'no time', path: 'path', long: 'rare calls' }[b.unit], b.unit === 'none' ? 'warn' : '')]) },
      { ...number('count', 'executions', 'on the path', (b) => b.count, ipoint.executions), cell: (b) => ipoint.exactly(el('td', { class: 'num' }, ipoint.executionsOf(b)), b.count) },
      number('most', 'observed', `at most in an observed ${data.execution} of the root`, (b) => b.most_observed, ipoint.count),
      number('longest', `longest ${data.execution}`, `in the longest observed ${data.execution}`, (b) => b.in_longest, ipoint.count, { minor: true }),
      number('each', 'each', 'mean time of one execution', (b) => b.each, ipoint.mean, { time: true, minor: true }),
      number('total', 'total', 'of all its executions', (b) => b.total, ipoint.time, { time: true }),
      { ...number('share', 'share', 'of the estimate', (b) => b.share, percent), cell: (b) => ipoint.shareCell(b.share) },
      number('adds', 'adds', `to the longest observed ${data.execution}, by more and by longer executions; raw`, adds, ipoint.time, { time: true, minor: true }),
      number('gain', '10 % less', 'by how much the estimate falls if it takes 10 % less', (b) => b.gain, ipoint.time, { time: true }),
      textColumn('place', 'file:line', (b) => placeOf(b.at), null, 'place'),
    ] }).element);
    const at = /^block-(\d+)$/.exec(ipoint.readHash().get('at') || '');
    sources.reveal(data.path[at?.[1]]);
  }

  function fillFacts(data) {
    byId('facts').hidden = !data.facts.length;
    byId('facts-note').textContent = 'Declared by you, derived from the source, or only observed: other inputs may exceed these. A bound binds if the estimate falls when it is lowered.';
    const rows = [...data.facts].sort((a, b) => b.binds - a.binds);
    const kinds = { declared: 'good', derived: '', observed: 'warn' };
    byId('facts-table').replaceChildren(ipoint.table({ label: 'Bounds', className: 'list bounds', rows, limit: 30, name: 'facts', columns: [
      { key: 'words', label: 'bound', value: (f) => boundInWords(data, f), cell: (f) => el('th', { scope: 'row', class: 'text' }, ipoint.breakable(boundInWords(data, f))) },
      { key: 'origin', label: 'origin', value: (f) => f.origin, cell: (f) => el('td', {}, ipoint.tag(f.origin, kinds[f.origin], f.origin === 'observed' ? 'only observed: other inputs may exceed it' : null)) },
      { key: 'binds', label: 'binds', value: (f) => f.binds ? 'yes' : 'no', cell: (f) => el('td', {}, f.binds ? 'yes' : ipoint.none) },
      number('price', '1 less', 'by how much the estimate falls if it is 1 less', (f) => f.binds ? f.price : null, ipoint.time, { time: true }),
      textColumn('place', 'place', (f) => f.place ?? (f.at && placeOf(f.at)), 'where it is written, or what it is of', 'place'),
    ] }).element);
    const proposals = data.facts.map((f) => f.proposal).filter(Boolean);
    byId('proposals').hidden = !proposals.length;
    const text = `flow:\n${proposals.map((lines) => `${lines.trimEnd()}\n`).join('')}`;
    byId('proposals-text').replaceChildren(ipoint.scrollBox('Facts to be confirmed', el('pre', { class: 'proposals' }, text)), el('p', { class: 'takes' }, ipoint.textButton('facts', 'yaml', text)));
  }

  function fillTogether(data) {
    const rows = data.never_together, names = (places) => places.map((at) => at.block).join(', ');
    byId('together').hidden = !rows.length;
    byId('together-table').replaceChildren(rows.length ? ipoint.table({ label: 'Never seen together', rows, limit: 30, name: 'together', columns: [
      { key: 'at', label: 'function', value: (n) => nameOf(n.at), cell: (n) => el('th', { scope: 'row', class: 'name' }, ipoint.breakable(nameOf(n.at))) },
      textColumn('blocks', 'blocks', (n) => names(n.blocks)),
      number('path', 'on the path', 'blocks of the function', (n) => n.on_path, ipoint.count),
      textColumn('lacks', 'not in the nearest', (n) => names(n.nearest_lacks), `blocks on the path that the nearest observed call, or ${data.execution} of the root, did not execute`),
      number('share', 'the nearest', 'what it executed, by its share of their time on the path', (n) => n.nearest_share, percent),
      textColumn('place', 'file:line', (n) => placeOf(n.at), null, 'place'),
    ] }).element : '');
  }

  function fillUnmeasured(data) {
    byId('unmeasured-note').textContent = !data.unmeasured.length ? 'All that the source allows was measured.'
      : data.assumed_never ? 'The source allows these, no run showed them, and they are left out: a call that takes one may last longer.'
        : 'The source allows these, and no run showed them. They are in the estimate with the best upper bound of their time; where there is none, it lacks them.';
    byId('unmeasured-table').replaceChildren(data.unmeasured.length ? ipoint.table({ label: 'Never measured', rows: data.unmeasured, limit: 30, name: 'unmeasured', columns: [
      { key: 'from', label: 'of, or from', value: (n) => nameOf(n.from), cell: (n) => el('th', { scope: 'row', class: 'name' }, ipoint.breakable(nameOf(n.from))) },
      textColumn('to', 'to, or by way of', (n) => n.to, null, 'name'), textColumn('is', 'what', (n) => n.is),
      { key: 'path', label: 'on the path', value: (n) => n.on_path ? 'yes' : 'no', cell: (n) => el('td', {}, n.on_path ? ipoint.tag('on the path', 'warn', 'the estimate contains it') : ipoint.none) },
      number('taken', 'time taken for it', null, (n) => n.taken, ipoint.time, { time: true }),
      textColumn('place', 'file:line', (n) => placeOf(n.from), null, 'place'),
    ] }).element : '');
  }

  // The page of a longest path has nothing else; of a report there is a way back.
  ipoint.addView('longest', (report, path) => {
    const data = path ? path.data : report;
    if (path)
      byId('kicker').prepend(el('a', { id: 'up', href: ipoint.functionHref(path.page) }, '← ', ipoint.breakable(data.at.function)), ' ');
    const sources = ipoint.pathSources(byId('source-tables'), data);
    fillHeader(data);
    fillAdvice(data, sources);
    fillReasons(data);
    fillPath(data, sources);
    fillFacts(data);
    fillTogether(data);
    fillUnmeasured(data);
    ipoint.fillColophon(data);
    return null;
  });
}
