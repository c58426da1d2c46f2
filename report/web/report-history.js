// Part of the ipoint project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Figures over builds: what changed, a small chart for each series, the profiles. Its data is the document of docs/history.md.
'use strict';

{
  const { el, byId, charts } = ipoint;
  const shown = 60; // charts at first: more are slow to draw

  const valueOf = (s, v) => v === null || v === undefined ? ipoint.none
    : s.unit === 'ns' ? `${ipoint.mean(v)} ${ipoint.unitName}` : s.unit === 'share' ? ipoint.share(v) : ipoint.count(v);
  const changeOf = (v) => `${v < 0 ? '−' : '+'}${ipoint.share(Math.abs(v))}`;
  const nameOf = (build) => build.name ? build.name.slice(0, 12) : build.date.slice(0, 10);
  const between = (data, step) => `${nameOf(data.builds[step.after])} and ${nameOf(data.builds[step.before])}`;
  const changes = (s) => s.steps.length > 0 || s.drift !== null;
  const day = (build) => build.date.slice(0, 10);

  function fillHead(data) {
    const all = data.series.filter(changes);
    const steps = data.series.reduce((sum, s) => sum + s.steps.length, 0);
    const drifts = data.series.filter((s) => s.drift).length;
    byId('program').textContent = data.program;
    byId('kicker').textContent = `${ipoint.plural(data.builds.length, 'profile')}, ${day(data.builds[0])} to ${day(data.builds.at(-1))}`;
    byId('verdict').textContent = all.length
      ? `${ipoint.plural(steps, 'step')} and ${ipoint.plural(drifts, 'drift')} in ${ipoint.count(all.length)} of ${ipoint.count(data.series.length)} series.`
      : `No change in ${ipoint.count(data.series.length)} series.`;
    const notices = data.left_out.map((what) => `Left out: ${what}`);
    if (data.too_few)
      notices.unshift('So few builds show no change by the test with so large a number of series; only counts that the same input always gives can.');
    byId('notices').replaceChildren(...notices.map((text) => el('p', { class: 'notice' }, ...ipoint.breakable(text))));
  }

  function fillChanges(data) {
    const rows = data.series.flatMap((s) => [...s.steps.map((step) => ({ s, where: between(data, step), at: step.before, ...step })),
      ...s.drift ? [{ s, where: 'slowly, over all builds', at: data.builds.length, ...s.drift }] : []]);
    byId('changes-note').textContent = `A step lies between two builds; a drift goes on over all of them. Of the ${ipoint.count(data.tested)} series that were tested, ` +
      `at most ${Number((100 * data.fdr).toPrecision(3))} % of those that are listed changed by chance; reported is what differs by ${Number((100 * data.least).toPrecision(3))} % or more.`;
    const num = (text) => el('td', { class: 'num' }, text);
    byId('changes-table').replaceChildren(rows.length ? ipoint.table({
      label: 'Steps and drifts', className: 'list', rows, limit: 60,
      columns: [
        { key: 'name', label: 'changed', value: (r) => r.s.subject, cell: (r) => el('th', { scope: 'row', class: 'name' }, ipoint.breakable(r.s.subject)) },
        { key: 'figure', label: 'figure', value: (r) => r.s.in_words, cell: (r) => el('td', { class: 'text' }, ipoint.breakable(r.s.in_words)) },
        { key: 'where', label: 'between', value: (r) => r.at, cell: (r) => el('td', { class: 'text' }, ipoint.breakable(r.where)) },
        { key: 'from', label: 'before', num: true, value: (r) => r.from, cell: (r) => num(valueOf(r.s, r.from)) },
        { key: 'to', label: 'after', num: true, value: (r) => r.to, cell: (r) => num(valueOf(r.s, r.to)) },
        { key: 'change', label: 'change', num: true, value: (r) => Math.abs(r.change), cell: (r) => num(changeOf(r.change)) },
      ],
    }).element : el('p', { class: 'note' }, 'Nothing changed.'));
  }

  // The levels between steps, as a line; of a drift, aslant.
  function levelsOf(data, s) {
    const points = s.values.flatMap((y, x) => y === null ? [] : [x]);
    const borders = [points[0], ...s.steps.map((step) => step.before), points.at(-1) + 1];
    const levels = s.steps.length ? [s.steps[0].from, ...s.steps.map((step) => step.to)] : s.drift ? [s.drift.from] : [];
    const slope = s.drift ? (s.drift.to - s.drift.from) / Math.max(1, points.length - 1) : 0;
    return levels.flatMap((level, i) => [{ x: borders[i], y: level + slope * borders[i] },
      { x: borders[i + 1] - 1, y: level + slope * (borders[i + 1] - 1) }, { x: NaN, y: NaN }]);
  }

  function drawChart(data, s, canvas) {
    const points = s.values.flatMap((y, x) => y === null ? [] : [{ x, y }]);
    const low = Math.min(...points.map((p) => p.y)), high = Math.max(...points.map((p) => p.y));
    const room = Math.max((high - low) * 0.12, high * 0.01, 1e-9);
    const last = data.builds.length - 1;
    charts.draw(canvas, {
      points, plugins: [charts.marks],
      x: charts.axis({ title: 'build', min: -0.5, max: last + 0.5, whole: true, ticks: 4, format: (v) => data.builds[v] ? day(data.builds[v]) : null }),
      y: charts.axis({ title: '', min: Math.max(0, low - room), max: high + room, ticks: 5, width: 62, format: (v) => s.unit === 'ns' ? ipoint.duration(v) : valueOf(s, v) }),
      tooltip: ({ raw }) => [`${nameOf(data.builds[raw.x])}, ${day(data.builds[raw.x])}`, valueOf(s, raw.y)],
      extra: {
        first: { pointRadius: 2, pointHoverRadius: 4, pointBackgroundColor: charts.colour('--bar'), pointBorderColor: charts.colour('--bar') },
        more: [{ data: levelsOf(data, s), showLine: true, spanGaps: false, pointRadius: 0, pointHoverRadius: 0, borderWidth: 2, borderColor: charts.colour('--excluded') }],
        options: { marks: { paper: charts.colour('--surface'), list: s.steps.map((step) => ({ at: step.before - 0.5, text: `${changeOf(step.change)}, ${nameOf(data.builds[step.before])}` })) } },
      },
    });
  }

  function fillCharts(data) {
    byId('charts-note').textContent = 'A point is a profile; a line is the level between two steps, or a drift. Scales are those of each chart, and need not begin at 0.';
    const hash = ipoint.readHash();
    const state = { q: hash.get('q') ?? '', all: hash.get('all') === 'yes' || !data.series.some(changes), more: false };
    const matches = el('output', { class: 'matches' });
    const draw = () => {
      const words = state.q.toLowerCase();
      const found = data.series.filter((s) => (state.all || changes(s)) && (!words || `${s.subject} ${s.in_words} ${s.file}`.toLowerCase().includes(words)));
      matches.textContent = `${ipoint.count(found.length)} of ${ipoint.count(data.series.length)}`;
      ipoint.dropCharts();
      const some = state.more ? found : found.slice(0, shown);
      const drawn = some.map((s) => {
        const title = `${s.subject}: ${s.in_words}`;
        const canvas = el('canvas', { role: 'img', 'aria-label': `${title} over builds: from ${valueOf(s, s.values.find((v) => v !== null))} to ${valueOf(s, s.values.findLast((v) => v !== null))}` });
        return { s, canvas, card: el('article', { class: 'multiple' }, el('h3', {}, ...ipoint.breakable(s.subject)), el('p', {}, ...ipoint.breakable(s.in_words)),
          charts.isMissing() ? null : el('div', { class: 'chart' }, canvas)) };
      });
      const rest = found.length - some.length;
      byId('multiples').replaceChildren(...drawn.map(({ card }) => card),
        rest ? el('button', { type: 'button', on: { click: () => { state.more = true; draw(); } } }, `Show ${ipoint.plural(rest, 'more chart')}`) : '');
      if (!charts.isMissing())
        for (const { s, canvas } of drawn)
          drawChart(data, s, canvas);
    };
    const choose = (key, value, text) => { state[key] = value; ipoint.writeHash({ [key]: text }); draw(); };
    byId('controls').replaceChildren(
      el('div', { class: 'search' }, el('label', { for: 'search' }, 'Find'),
        el('input', { type: 'search', id: 'search', value: state.q, placeholder: 'name or figure', on: { input: (event) => choose('q', event.target.value, event.target.value) } }), matches),
      charts.toggle('all', 'also what did not change', state.all, (name, value) => choose('all', value, value ? 'yes' : '')));
    draw();
  }

  function fillBuilds(data) {
    byId('builds-note').textContent = `The newest first. Builds are known by the label ${data.by}.`;
    const text = (words) => el('td', { class: 'text' }, ...ipoint.breakable(words || ipoint.none));
    byId('builds-table').replaceChildren(ipoint.table({
      label: 'Profiles', className: 'list', rows: [...data.builds].reverse(), limit: 20,
      columns: [
        { key: 'name', label: 'build', value: (b) => b.name, cell: (b) => el('th', { scope: 'row', class: 'name' }, ...ipoint.breakable(nameOf(b))) },
        { key: 'date', label: 'date', value: (b) => b.date, cell: (b) => text(b.date) },
        { key: 'runs', label: 'runs', num: true, value: (b) => b.runs, cell: (b) => el('td', { class: 'num' }, ipoint.count(b.runs)) },
        { key: 'host', label: 'host', value: (b) => b.host, cell: (b) => text(b.host) },
        { key: 'path', label: 'file', value: (b) => b.path, cell: (b) => text(b.path) },
      ],
    }).element);
  }

  ipoint.addView('index', (data) => {
    fillHead(data);
    fillChanges(data);
    fillCharts(data);
    fillBuilds(data);
    return {};
  });
}
