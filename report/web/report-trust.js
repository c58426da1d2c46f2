// Part of the ipoint project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The front page: the verdict, in the model's sentences; and how far the figures can be trusted, in tiles of which each leads to
// its full list.
'use strict';

{
  const { el, byId } = ipoint;
  const absent = (v) => v === null || v === undefined;
  const signed = (share) => `${share < 0 ? '−' : '+'}${ipoint.tenths(100 * Math.abs(share))} %`;

  // Half the width of a mean's 95 % interval, relative; null where that is not known.
  const offOf = (best) => !best || absent(best.mean) || absent(best.low) || !(best.mean > 0) ? null
    : Math.max(best.high - best.mean, best.mean - best.low) / best.mean;

  function knownEntry(data) {
    const term = 'Time with mean within ± 10 %';
    if (data.sampling) {
      const { in_functions_known: share, in_functions: all } = data.sampling;
      return { term, value: ipoint.share(share), note: `of the ${ipoint.sampledProgram()}’s time, by samples`, at: 'functions', attention: share < 0.5 * all };
    }
    // Without samples, of the self time of all functions.
    const measure = ipoint.measureOf(data, 'filtered');
    const timed = data.functions.filter((f) => measure.timeOf(f) > 0);
    const offs = timed.map((f) => {
      const figures = ipoint.figuresOf(f.self, ipoint.bestKind(f.self));
      return offOf(f.best?.self) ?? (figures?.uncertainty && figures.mean > 0 ? figures.uncertainty.mean / figures.mean : null);
    });
    if (!timed.length || offs.every(absent))
      return { term, value: ipoint.none, note: 'not known: no samples', at: 'functions' };
    const share = timed.reduce((sum, f, i) => offs[i] !== null && offs[i] <= 0.1 ? sum + measure.timeOf(f) : sum, 0) / measure.total;
    return { term, value: ipoint.share(share), note: 'of self time; no samples of the plain program', at: 'functions', attention: share < 0.5 };
  }

  // Probes cannot take less than nothing, nor more than all: an interval that reaches beyond is given by its ends within.
  function probesShare(share, off, percent) {
    if (!off)
      return ipoint.share(share);
    if (share - off >= 0 && share + off <= 1)
      return `${percent(share)} ± ${off < 0.0005 ? '0.1' : percent(off)} %`;
    const [low, high] = [Math.max(0, share - off), Math.min(1, share + off)];
    return low >= 1 ? 'over 100 %' : low > 0 ? `${percent(low)} to ${percent(high)} %` : high < 1 ? `up to ${percent(high)} %` : 'not known';
  }

  // What records took of the time that the threads had a CPU, each at its overhead.
  function recordsEntry(data) {
    const { probe_overhead: cost = {}, rate_hz: rate } = data.clock;
    const sum = (key) => data.traces.reduce((all, trace) => all + (trace[key] || 0), 0);
    const balances = data.traces.flatMap((t) => t.threads || []).map((t) => t.balance).filter(Boolean);
    const elapsed = balances.reduce((all, b) => all + b.elapsed - (b.off_cpu || 0), 0) || (rate ? sum('wall_ns') * rate / 1e9 : 0);
    const ticks = sum('timed') * (cost.timed_mean || 0) + sum('untimed') * (cost.untimed_mean || 0);
    const off = 2 * (sum('timed') * (cost.timed_uncertainty || 0) + sum('untimed') * (cost.untimed_uncertainty || 0));
    const each = absent(cost.timed_mean) ? '' : `${ipoint.tenths(cost.timed_mean)}` +
      `${cost.timed_uncertainty ? ` ± ${ipoint.tenths(2 * cost.timed_uncertainty)}` : ''} ticks a timed probe`;
    // No more digits than the uncertainty bears out.
    const percent = (share) => (100 * share).toFixed(off / elapsed < 0.01 ? 1 : 0);
    // Where they took half of it, direct times are mostly theirs.
    return { value: elapsed && ticks ? probesShare(ticks / elapsed, off / elapsed, percent) : ipoint.none,
      note: `${elapsed ? 'of the threads’ time' : 'time not known'}${each ? ` (${each})` : ''}`, at: 'fact-probes', attention: elapsed > 0 && (off / elapsed > 0.1 || ticks > elapsed / 2) };
  }

  // What probes cost, once: how much slower the program is, and what of that time is records; the latter alone where there is no plain program.
  function costEntry(data) {
    const known = (data.sampling?.inputs || []).map((i) => i.cpu_slowdown ?? i.slowdown).filter((v) => !absent(v)), records = recordsEntry(data);
    if (!known.length)
      return { ...records, term: 'Records took', note: `${records.note}; how much slower the program is with probes is not known: no plain program` };
    const times = Math.max(...known);
    return { term: 'Slowdown', value: `${ipoint.tenths(times)} ×`, at: 'fact-plain', attention: times >= 10 || records.attention,
      note: `with probes, against the plain program${records.value === ipoint.none ? '' : `: records took ${records.value} ${records.note}; the rest is ${data.totals.counted ? 'counting' : 'other code of the probes'}, and code that the compiler makes differently because of them`}` };
  }

  function whyNoClosure(data) {
    if (!data.sampling || ipoint.isCounted())
      return 'not known: no plain program';
    return data.totals.counted ? 'not known: times are of windows' : 'not known: see Where the figures come from';
  }

  function closureEntry(data) {
    const worst = (data.closure || []).map((c) => c.unfitted).filter(Boolean).sort((a, b) => Math.abs(b.error) - Math.abs(a.error))[0];
    const isFar = worst && Math.abs(worst.error) > 0.1;
    return worst ? { term: 'Closure error', value: signed(worst.error), at: 'fact-closure', attention: isFar,
      note: `${isFar ? `corrected times read ${ipoint.tenths(1 + worst.error)} × plain: use sampled ones; ` : ''}${
        worst.interval ? `95 %: ${worst.interval.map(signed).join(' to ')}` : 'corrected against plain time'}` }
      : { term: 'Closure error', value: ipoint.none, note: whyNoClosure(data), at: 'fact-plain' };
  }

  function budgetsEntry(data) {
    const all = data.budgets || [];
    const n = (state) => all.filter((b) => b.state === state).length;
    return all.length
      ? { term: 'Budgets broken', value: ipoint.count(n('broken')), at: 'budgets', bad: n('broken') > 0, attention: n('not judged') > 0,
        note: `of ${ipoint.count(all.length)}${n('not judged') ? `; ${ipoint.count(n('not judged'))} not judged` : ''}` }
      : { term: 'Budgets', value: 'none', note: 'no budget was set' };
  }

  // Of what never ran nothing is known: more than a tenth of the functions.
  ipoint.muchNeverRan = ({ never_run: never, totals }) => never.functions.length > totals.functions / 10;

  function entriesOf(data) {
    const { totals, lost, never_run: never, interrupts } = data;
    const unseen = (interrupts?.unseen || []).reduce((sum, u) => sum + u.expected, 0);
    const missing = lost.records + lost.overwritten;
    const ofAll = (part, all) => part && all ? `${ipoint.share(part / all)} of ` : 'of ';
    const overwritten = lost.overwritten ? `, ${ipoint.count(lost.overwritten)} of them overwritten` : '';
    return [
      budgetsEntry(data), knownEntry(data), costEntry(data), closureEntry(data),
      { term: 'Records lost', value: ipoint.count(missing), note: `${ofAll(missing, totals.records)}${ipoint.count(totals.records)}${overwritten}`, at: 'lost', attention: missing > 0 },
      { term: 'Interrupted visits removed', value: data.filter ? ipoint.count(totals.excluded) : ipoint.none, at: 'excluded',
        note: data.filter ? 'from filtered figures' : 'no filter asked for' },
      ...(unseen > 0 ? [{ term: 'Undetected interrupts', value: `≈ ${ipoint.count(Math.ceil(unseen))}`, at: 'unseen', attention: true,
        note: `expected in ${ipoint.plural(interrupts.unseen.length, 'block')}; they are in all figures` }] : []),
      { term: 'Not instrumented', value: ipoint.count(data.not_instrumented.length), at: 'not-instrumented', attention: data.not_instrumented.length > 0,
        note: 'functions and places' },
      { term: 'Never run', value: ipoint.count(never.functions.length), at: 'never-run-functions', attention: ipoint.muchNeverRan(data),
        note: `of ${ipoint.plural(totals.functions, 'function')}; and ${ipoint.plural(never.blocks.length, 'block')} of others` },
    ];
  }

  // --- The verdict ------------------------------------------------------------------------------

  const subjects = { time: 'Time', longest: 'Longest call', budgets: 'Budgets', change: 'Change', figures: 'Figures', next: 'Next' };

  // A button that puts a command where it can be pasted from.
  function copyButton(command) {
    const button = el('button', { type: 'button', class: 'copy', on: { click: () => navigator.clipboard.writeText(command)
      .then(() => { button.textContent = 'Copied'; }, () => getSelection().selectAllChildren(button.previousElementSibling)) } }, 'Copy');
    return button;
  }

  // Text with those words of the glossary explained that a verdict cannot do without.
  const explained = (text) => text.split(/\b(timed windows|counted program|plain program|probe effect|p99|HWM|WCET estimate)\b/)
    .map((part, i) => i % 2 ? el('span', { class: 'word', title: ipoint.meaningOf(part) }, part) : part);

  // A sentence of the model: the function in it is a link, a command in it is code.
  function sentenceOf({ text, function: name, page, command }) {
    const to = page ?? ipoint.report.functions.find((f) => f.name === name)?.page;
    const at = to ? text.indexOf(name) : -1;
    const words = at < 0 ? [text] : [text.slice(0, at), el('a', { href: ipoint.functionHref(to) }, ipoint.breakable(name)), text.slice(at + name.length)];
    return [...words.flatMap((word) => typeof word === 'string' ? explained(word) : word), command ? el('span', { class: 'command' }, el('code', {}, command), copyButton(command)) : ''];
  }

  ipoint.fillVerdict = function fillVerdict({ verdict = [] }) {
    byId('verdict').replaceChildren(...verdict.map((item) => el('li', { class: item.affected ? 'affected' : null },
      el('span', { class: 'about' }, subjects[item.about] ?? item.about), el('div', {}, sentenceOf(item)))));
    byId('verdict').hidden = !verdict.length;
  };

  // --- The tiles --------------------------------------------------------------------------------

  // What a report has no fact of leads to all of them.
  const hrefOf = (at) => ipoint.placeHref(at.startsWith('fact-') && !byId(at) ? 'provenance' : at);

  ipoint.fillTrust = function fillTrust(data) {
    byId('summary').replaceChildren(...entriesOf(data).map(({ term, value, note, at, attention, bad }) =>
      el('div', { class: bad ? 'attention bad' : attention ? 'attention' : null },
        el('dt', {}, at ? el('a', { href: hrefOf(at) }, term) : term),
        el('dd', {}, el('strong', { class: value.length > 9 ? 'long' : null }, value), el('small', {}, note)))));
  };
}
