// Part of the ipoint project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The worst case that was observed: how long it took, when it came, by which calls, along which blocks, and what
// interrupted it.
'use strict';

{
  const { el, byId } = ipoint;

  // Ticks as a duration where the rate is known.
  const lapse = (ticks) => {
    const rate = ipoint.report.clock.rate_hz;
    return rate ? ipoint.duration(ticks * 1e9 / rate) : `${ipoint.count(ticks)} ticks`;
  };
  ipoint.lapse = lapse;
  const inUnit = ipoint.timeInWords;

  function whenInWords(f, place) {
    const runs = ipoint.report.traces.length;
    const into = place.end === undefined || place.end === null ? null : place.end;
    const run = place.run === undefined || place.run === null ? 'the run' : `run ${ipoint.count(place.run + 1)}${runs > 1 ? ` of ${ipoint.count(runs)}` : ''}`;
    return [place.call ? `in call ${ipoint.count(place.call)} of ${ipoint.count(f.calls)}` : null,
      into !== null ? `${lapse(into)} into ${run}` : `${lapse(place.since)} after the thread’s first record, in ${place.trace}`,
      `${place.handler ? 'in a signal handler of thread' : 'thread'} ${place.tid}${place.thread ? ` (${place.thread})` : ''}`].filter(Boolean).join(', ');
  }

  // The calls that were open, from the bottom of the stack, as links.
  function callPath(place) {
    const out = [];
    const gap = `… ${ipoint.plural(place.call_path_omitted, 'more call')} …`;
    place.call_path.forEach(([index, times], at) => {
      if (place.call_path_omitted && at === place.call_path_omitted_behind)
        out.push(at ? ' → ' : '', gap);
      const f = ipoint.report.functions[index];
      out.push(out.length ? ' → ' : '', el('a', { href: ipoint.functionHref(f.page) }, ...ipoint.breakable(f.name)), times > 1 ? ` × ${ipoint.count(times)}` : '');
    });
    return out;
  }

  // Windows have too few visits to detect an interrupt by.
  const isUnknown = (f, place) => f.counted && !place.interrupts?.excluded;

  function interruptsInWords(f, place, filter) {
    const i = place.interrupts;
    const class_ = i.class === null || i.class === undefined ? null : ipoint.report.interrupts?.classes[i.class];
    const parts = [];
    if (i.excluded)
      parts.push(`${ipoint.plural(i.excluded, 'interrupted visit')} in it, longer by ${inUnit(i.added)} than expected` +
        `${i.excluded > 1 ? `, one of them by ${inUnit(i.longest)}` : ''}${class_ ? ` (${ipoint.classInWords(class_)})` : ''}; filtered figures are without that`);
    else
      parts.push(isUnknown(f, place) ? 'not known: it was timed in a window' : filter ? 'no visit in it is excluded as interrupted' : 'not looked for: no filter was asked for');
    if (i.in_kernel)
      parts.push(`the kernel spent ${inUnit(i.in_kernel)} of it on interrupts`);
    if (i.in_handlers)
      parts.push(`instrumented handlers took ${inUnit(i.in_handlers)} meanwhile, which it does not include`);
    if (i.off_cpu)
      parts.push(`the thread was off CPU for ${inUnit(i.off_cpu)} meanwhile, which it does not include`);
    return `${parts.join('; ')}.`;
  }

  // What is known of where a high-water mark was seen, as [term, ...values]. call is what longest_call has, or null.
  ipoint.worstFacts = function worstFacts(f, time, filter, call = null) {
    const place = time.max_at;
    if (!place)
      return [];
    const upper = (text) => text.charAt(0).toUpperCase() + text.slice(1);
    return [
      ['When', upper(whenInWords(f, place))],
      place.call_path?.length > 1 || place.call_path_omitted ? ['Call path', ...callPath(place)] : null,
      call?.paths?.length ? ['Path', ...ipoint.wayOfCall(f, call.paths, call.isCut)] : null,
      place.interrupts ? ['Interrupts', upper(interruptsInWords(f, place, filter))] : null,
      place.mark ? ['Last mark', place.mark] : null,
    ].filter(Boolean);
  };

  // The mark itself: raw, and by name the one without interrupts; what is allowed below.
  ipoint.worstHead = function worstHead(time, budget) {
    const filtered = time.filtered && !time.too_many_interrupts ? time.filtered.max : null;
    return el('p', { class: 'hwm' }, el('strong', {}, ipoint.time(time.raw.max)), ` ${ipoint.unitName}, raw`,
      filtered === null ? '' : el('span', { class: 'also' }, `filtered HWM, without detected interrupts: ${ipoint.isUpper(time, 'filtered', 'max') ? '≤ ' : ''}${ipoint.time(filtered)}`), budget || '');
  };

  // How many interrupts a time is expected to have that nothing shows, in words; null where none are.
  ipoint.undetectedIn = (time, what) => time?.undetected
    ? `About ${ipoint.plural(Math.ceil(time.undetected.expected), 'undetected interrupt is', 'undetected interrupts are')} expected in ${what}, ` +
      'by the rate of the others: nothing shows them, and all figures have them.' : null;

  // What the longest call is made of: [name, ticks or null where it is not known, words]. What corrected times have less is what
  // probes took of it; what lies off CPU is no part of it where that is known.
  function partsOf(f, time, data) {
    const { raw, corrected, max_at: place } = time;
    const probes = Math.max(0, raw.max - corrected.max), added = Math.max(0, place?.interrupts?.added ?? 0);
    const isKnown = data.times === 'execution';
    return [['code', Math.max(0, raw.max - probes - added), ''], ['probes', probes, corrected.overhead === 'least' ? '≥' : ''],
      data.filter && place && !isUnknown(f, place) ? ['interrupts', added, 'detected'] : ['interrupts', null, ''], ['off-cpu', isKnown && place ? place.interrupts.off_cpu : null, isKnown ? 'not in it' : 'in it']];
  }
  const partNames = { 'code': 'code', 'probes': 'probes', 'interrupts': 'interrupts', 'off-cpu': 'off CPU' };

  // These as a stacked bar, with a legend that has the numbers.
  function partsBar(f, time, data) {
    const parts = partsOf(f, time, data);
    const whole = parts.reduce((sum, [, ticks]) => sum + (ticks || 0), 0);
    const words = ([name, ticks, how]) => `${partNames[name]} ${ticks === null ? 'not known' : `${how === '≥' ? '≥ ' : ''}${inUnit(ticks)}`}` +
      (how && how !== '≥' ? ` (${how})` : '');
    const bar = el('div', { class: 'parts', role: 'img', 'aria-label': `Made of ${parts.map(words).join(', ')}` }, parts.filter(([, ticks]) => ticks > 0)
      .map(([name, ticks]) => { const part = el('span', { class: name }); part.style.setProperty('--share', ticks / whole); return part; }));
    return [bar, el('p', { class: 'pieces' }, parts.map((part) => el('span', { class: `key piece ${part[0]}` }, words(part))))];
  }

  // The longest call that no detected interrupt hit, as facts: that of the mark, or another one with its place and its path.
  function uninterrupted(f, time, filter, call) {
    const other = time.uninterrupted;
    if (!other)
      return [filter && time.max_at && !time.max_at.interrupts.excluded && !isUnknown(f, time.max_at)
        ? ['Uninterrupted', 'No detected interrupt hit it: of uninterrupted calls it is the longest, too.'] : null];
    return [['Uninterrupted', el('strong', {}, inUnit(other.max)), ' raw, the longest call that no detected interrupt hit: ', whenInWords(f, other.at)],
      other.at.call_path?.length > 1 || other.at.call_path_omitted ? ['… call path', ...callPath(other.at)] : null,
      call.quiet?.length ? ['… path', ...ipoint.wayOfCall(f, call.quiet, call.isQuietCut)] : null];
  }

  const isSame = (a, b) => a && b && a.raw.max === b.raw.max && a.max_at?.end === b.max_at?.end && a.max_at?.tid === b.max_at?.tid && a.max_at?.since === b.max_at?.since;

  // Fills the card at the top of a function's page.
  ipoint.fillWorst = function fillWorst(f, data) {
    const shown = [
      { key: 'inclusive', title: 'Inclusive time', note: 'with instrumented callees', time: f.inclusive,
        call: { paths: f.longest_inclusive_call, isCut: f.longest_inclusive_call_is_cut, quiet: f.uninterrupted_inclusive_call, isQuietCut: f.uninterrupted_inclusive_call_is_cut } },
      { key: 'self', title: 'Self time', note: 'without them', time: f.self, 
        call: { paths: f.longest_call, isCut: f.longest_call_is_cut, quiet: f.uninterrupted_call, isQuietCut: f.uninterrupted_call_is_cut } },
    ].filter((part) => part.time);
    byId('worst').hidden = !shown.length && !f.longest.length;
    const longest = f.longest.map(ipoint.longestCard);
    if (!shown.length) {
      byId('worst-cards').replaceChildren(...longest);
      return;
    }
    const both = isSame(f.self, f.inclusive);
    const parts = both ? [{ ...shown[1], title: 'Self and inclusive time', note: 'the same call' }] : shown;
    byId('worst-note').textContent = `The longest ${parts.length > 1 ? 'calls' : 'call'} that ${parts.length > 1 ? 'were' : 'was'} observed, probe overhead and interrupts included. A longer one may exist.`;
    byId('worst-cards').replaceChildren(...parts.map(({ key, title, note, time, call }) => {
      const facts = el('dl', { class: 'worst-facts' });
      const budgets = both ? ['inclusive', 'self'] : [key];
      const budget = budgets.map((which) => ipoint.budgetBelow(data.budgets, which)).filter(Boolean);
      ipoint.fillFacts(facts, [...ipoint.originFacts(f.largest_on?.[key]), ...ipoint.worstFacts(f, time, data.filter, call), ...uninterrupted(f, time, data.filter, call)]);
      return el('article', { class: `worst-card${budget.some((b) => b.matches('.bad')) ? ' over' : ''}` }, el('h3', {}, title, ' ', el('small', {}, note)),
        ipoint.worstHead(time, budget.map((b) => el('span', { class: 'also' }, 'budget: ', b))),
        partsBar(f, time, data), time.undetected ? el('p', { class: 'notice' }, ipoint.undetectedIn(time, 'its calls')) : '', facts);
    }), ...longest);
  };
}
