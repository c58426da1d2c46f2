// Part of the ipoint project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The page of the longest path: verdict, from the high-water mark to the estimate, what to change and to test, the path,
// bounds, what was never measured. Its data is the document of docs/worst.md, with the source of the path.
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
  // An observed bound has no words but what it is of; others are as they are written.
  const boundInWords = (f) => f.origin !== 'observed' || !f.at ? f.words
    : `${f.at.block && f.words.includes(f.at.block) ? f.at.function : nameOf(f.at)}: at most ${ipoint.executions(f.bound)} ${f.words}`;
  // Of a block of the path, in the source.
  ipoint.pathId = (b) => `block-${ipoint.report.path.indexOf(b)}`;
  ipoint.dropCharts = () => {};

  // --- Header ---------------------------------------------------------------------------------

  function fillHeader(data) {
    const { estimate, hwm, facts, unmeasured } = data, kind = kindOf(data);
    const ratio = hwm[kind] ? (estimate[kind] / hwm[kind]).toFixed(2) : null;
    byId('root').replaceChildren(...ipoint.breakable(nameOf(data.at)));
    byId('verdict').textContent = `WCET estimate ${ipoint.ticksInWords(data, Math.round(estimate[kind]))}` + (data.root_calls && ratio
      ? `, ${ratio} times the longest of ${ipoint.plural(data.root_calls, 'observed call')} (${ipoint.count(hwm[kind])}).` : '. No call was observed.') +
      ` Times are ${kind}: ${kinds[kind]}.`;
    const onPath = unmeasured.filter((n) => n.on_path).length;
    byId('rests').textContent = `It rests on ${ipoint.plural(count(facts, 'origin', 'declared'), 'declared bound')}, ${ipoint.count(count(facts, 'origin', 'derived'))} derived from the ` +
      `source and ${ipoint.count(count(facts, 'origin', 'observed'))} only observed, and on the longest measured time of each part` +
      `${data.context_depth ? `, by ${ipoint.plural(data.contexts, 'context')} of up to ${ipoint.plural(data.context_depth, 'call site')}` : ''}.`;
    byId('notices').replaceChildren(...data.violations.map((f) => el('p', { class: 'notice' }, el('strong', {}, 'Wrong: '), `${f.place ? `${f.place}: ` : ''}${f.words}${f.hint ? ` (${f.hint})` : ''}; ${nameOf(f.at)} ` +
      `(${placeOf(f.at)}) had ${ipoint.executions(f.observed)} in place of ${ipoint.executions(f.bound)}.`)), ...data.remarks.map((remark) => el('p', { class: 'notice quiet' }, remark)));
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
      entry('Never measured', ipoint.count(unmeasured.length), data.assumed_never ? 'left out of the estimate' : `${ipoint.count(onPath)} on the path`, unmeasured.length && (onPath || data.assumed_never)),
      data.interrupts.length && entry('Interrupts', ipoint.time(sum(data.interrupts, 'total')), `on top of the estimate: ${ipoint.time(estimate.filtered + sum(data.interrupts, 'total'))}`),
      data.incomplete && entry('Incomplete calls', ipoint.count(data.incomplete), 'of the root, in no figure', true),
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
      total('longest observed call, raw', 'observed', data.hwm.raw);
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
      step(`${ipoint.executions(n)} of class ${number + 1}, at most ${ipoint.time(each)} each`, 'step interrupts', by);
    if (data.interrupts.length)
      total('with interrupts on top', '', at);
    return rows;
  }

  function fillReasons(data) {
    const rows = steps(data), most = Math.max(...rows.map(([, , , to]) => to), 1);
    const at = (v) => `${(100 * v / most).toFixed(2)}%`;
    const call = data.longest.trace ? ` The longest observed call is number ${ipoint.count(data.longest.number)} of ${data.longest.trace}.` : '';
    byId('reasons-note').textContent = `In ${ipoint.unitName}. More and longer executions than in the longest observed call are of raw times.${call}`;
    const bar = ([what, kind, from, to, of]) => {
      const part = el('span'), track = el('div', { class: 'track', title: what }, part);
      part.style.setProperty('--from', at(Math.min(from, to)));
      part.style.setProperty('--wide', at(Math.abs(to - from)));
      return el('tr', { class: kind || null }, el('th', { scope: 'row' }, what), el('td', {}, track),
        ipoint.exactly(ipoint.numberCell(from ? `${to < from ? '−' : '+'}${ipoint.time(Math.abs(to - from))}` : ipoint.time(to)), from ? to - from : to, true),
        ipoint.numberCell(from ? '' : percent(to / of)));
    };
    byId('waterfall').replaceChildren(ipoint.scroller('From the high-water mark to the estimate', el('table', { class: 'list waterfall' },
      el('thead', {}, el('tr', {}, ['what', '', 'time', 'of the estimate'].map((label, i) => label ? el('th', { scope: 'col', class: i > 1 ? 'num' : null }, label) : el('td')))),
      el('tbody', {}, rows.map(bar)))));
    const less = (ticks) => `lowers the estimate by ${ipoint.timeInWords(ticks)} (${percent(ticks / estimateOf(data))})`;
    const parts = data.path.filter((b) => b.gain > 0).sort((a, b) => b.gain - a.gain).slice(0, 3);
    const bounds = data.facts.filter((f) => f.binds && f.price > 0).slice(0, 3);
    const item = (...words) => el('li', {}, ...words);
    const none = (words) => el('li', { class: 'note' }, words);
    byId('change').replaceChildren(...parts.map((b) => item(el('code', {}, ipoint.breakable(nameOf(b.at))), ` (${placeOf(b.at)}): 10 % less of its time ${less(b.gain)}`)),
      ...bounds.map((f) => item(`The bound “${boundInWords(f)}”, ${f.origin}: 1 less ${less(f.price)}`)), parts.length + bounds.length ? '' : none('No block and no bound lowers the estimate by itself.'));
    const most_ = 8, rest = data.test_next.slice(most_);
    byId('test').replaceChildren(...data.test_next.slice(0, most_).map((text) => item(text)), data.test_next.length ? '' : none('Nothing: a call that is as long as its blocks allow was observed.'));
    if (rest.length)
      byId('test').after(el('details', { class: 'numbers' }, el('summary', {}, `${ipoint.count(rest.length)} more`), el('ol', { start: most_ + 1 }, rest.map((text) => item(text)))));
  }

  // --- Tables ---------------------------------------------------------------------------------

  const number = (key, label, title, value, show, more = {}) => ({ key, label, title, num: true, value,
    cell: (row) => ipoint.exactly(ipoint.numberCell(show(value(row))), value(row), more.time), ...more });
  const textColumn = (key, label, value, title, className = 'text') => ({ key, label, title, className, value,
    cell: (row) => el('td', { class: className }, ipoint.breakable(value(row) ?? ipoint.none)) });

  function fillPath(data) {
    const sources = ipoint.pathSources(byId('source-tables'), data);
    byId('source').hidden = !data.sources.length;
    byId('source-note').textContent = `Executions on the path, and at most in an observed call of the root; those that no call showed are marked. Lines are shaded by their share of the estimate.`;
    byId('path-note').textContent = `Its blocks, by their share of the estimate; ${kindOf(data)} times in ${ipoint.unitName}. “10 % less” is by how much the estimate falls if the block takes 10 % less.`;
    const reasons = new Map(data.reasons.map((r) => [nameOf(r.at) + r.at.file, r]));
    const reasonOf = (b) => reasons.get(nameOf(b.at) + b.at.file);
    const adds = (b) => reasonOf(b) ? reasonOf(b).by_count + reasonOf(b).by_time : null;
    byId('path-table').replaceChildren(ipoint.table({ label: 'Longest path', className: 'list path', rows: data.path, limit: 30, name: 'path', columns: [
      { key: 'name', label: 'block', value: (b) => nameOf(b.at), cell: (b) => el('th', { scope: 'row', class: 'name' }, sources.has(b)
        ? el('a', { href: ipoint.placeHref(ipoint.pathId(b)), on: { click: () => sources.reveal(b) } }, ipoint.breakable(nameOf(b.at))) : ipoint.breakable(nameOf(b.at)),
      b.unit === 'block' ? null : [' ', ipoint.tag({ function: 'self', inclusive: 'inclusive', none: 'no time', path: 'path' }[b.unit], b.unit === 'none' ? 'warn' : '')]) },
      { ...number('count', 'executions', 'on the path', (b) => b.count, ipoint.executions), cell: (b) => ipoint.exactly(el('td', { class: 'num' }, ipoint.executionsOf(b)), b.count) },
      number('most', 'observed', 'at most in an observed call of the root', (b) => b.most_observed, ipoint.count),
      number('longest', 'longest call', 'in the longest observed call', (b) => b.in_longest, ipoint.count, { minor: true }),
      number('each', 'each', 'mean time of one execution', (b) => b.each, ipoint.mean, { time: true, minor: true }),
      number('total', 'total', 'of all its executions', (b) => b.total, ipoint.time, { time: true }),
      { ...number('share', 'share', 'of the estimate', (b) => b.share, percent), cell: (b) => ipoint.shareCell(b.share) },
      number('adds', 'adds', 'to the longest observed call, by more and by longer executions; raw', adds, ipoint.time, { time: true, minor: true }),
      number('gain', '10 % less', 'by how much the estimate falls if it takes 10 % less', (b) => b.gain, ipoint.time, { time: true }),
      textColumn('place', 'file:line', (b) => placeOf(b.at), null, 'place'),
    ] }).element);
    const at = /^block-(\d+)$/.exec(ipoint.readHash().get('at') || '');
    if (at && data.path[at[1]] && sources.has(data.path[at[1]]))
      sources.reveal(data.path[at[1]]);
  }

  function fillFacts(data) {
    byId('facts').hidden = !data.facts.length;
    byId('facts-note').textContent = 'Declared by you, derived from the source, or only observed: other inputs may exceed these. A bound binds if the estimate falls when it is lowered.';
    const rows = [...data.facts].sort((a, b) => b.binds - a.binds);
    const kinds = { declared: 'good', derived: '', observed: 'warn' };
    byId('facts-table').replaceChildren(ipoint.table({ label: 'Bounds', className: 'list bounds', rows, limit: 30, name: 'facts', columns: [
      { key: 'words', label: 'bound', value: boundInWords, cell: (f) => el('th', { scope: 'row', class: 'text' }, ipoint.breakable(boundInWords(f))) },
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
      textColumn('blocks', 'blocks', (n) => names(n.blocks), null, 'name'),
      number('path', 'on the path', 'blocks of the function', (n) => n.on_path, ipoint.count),
      textColumn('lacks', 'not in the nearest call', (n) => names(n.nearest_lacks), 'blocks on the path that the nearest observed call did not execute', 'name'),
      number('share', 'nearest call', 'what it executed, by its share of their time on the path', (n) => n.nearest_share, percent),
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

  ipoint.addView('index', (data) => {
    fillHeader(data);
    fillReasons(data);
    fillPath(data);
    fillFacts(data);
    fillTogether(data);
    fillUnmeasured(data);
    ipoint.fillColophon(data);
    return null;
  });
}
