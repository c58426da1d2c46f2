// Part of the ipoint project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What the words of the report mean, and how a reader asks for that: by touch, by keyboard, with a mouse.
'use strict';

{
  const { el } = ipoint;

  // [word, other forms that find it, meaning]
  const words = [
    ['ipoint', ['probe'], 'A place in the program with a number, and the code that the instrumenter inserted there. When it runs, it stores a record, or counts.'],
    ['record', ['records'], 'What a probe stores: 8 bytes, which ipoint ran and, if it is timed, when.'],
    ['timed', [], 'Of an ipoint: its record holds a reading of the clock.'],
    ['untimed', [], 'Of an ipoint: its record shows which path was taken, and does not read the clock. Visits are exact, times are not measured.'],
    ['block', ['blocks', 'blocks run'], 'The code from an ipoint to the next one of the same call.'],
    ['visit', ['visits'], 'One execution of a block.'],
    ['call', ['calls'], 'One execution of a function, from its entry to its exit.'],
    ['path', ['paths'], 'The blocks that a call ran through, from one record to the next.'],
    ['transition', ['impossible transitions'], 'Two successive ipoints of one call. One that no path of the program leads through is impossible: it shows a damaged trace or another program.'],
    ['raw', [], 'A time as read: with probe overhead, and with what interrupts added.'],
    ['corrected', [], 'A time without probe overhead.'],
    ['filtered', [], 'A corrected time without what detected interrupts added, too. Where nothing was excluded it is the corrected one.'],
    ['response', ['response time', 'response times'], 'A time with the time in which the thread had no CPU.'],
    ['execution time', ['execution times'], 'A time without the time in which the thread had no CPU. Without records of context switches it is not known, and all times are response times.'],
    ['direct', [], 'Measured by the probes themselves, in the instrumented program: what the probes change is in the figure.'],
    ['timed windows', ['windows', 'from timed windows only'], 'Short stretches of a run, at random moments, in which probes read the clock; outside of them they only count. Counts are exact; times come from the calls and visits within windows, so the longest time of the run may be missing.'],
    ['sampled', ['samples'], 'From addresses of the plain program at random instants: a function’s share of the samples × the time of the plain run ÷ its calls.'],
    ['estimated', [], 'Of a mean: found by regression, where samples or intervals do not give it alone.'],
    ['too few samples', ['bounded', '≤'], 'Of fewer than thirty samples no share is given, but how many they are of all; of a mean only the upper end of its interval.'],
    ['plain program', ['plain mean'], 'The same program without probes.'],
    ['counted program', ['counted'], 'The instrumented program itself, in which probes count paths in memory. Where there is no plain program its own run is sampled, so the time that counting takes is in the shares.'],
    ['probe effect', [], 'By how much the mean self time with probes, corrected, differs from that of the plain program by samples, where both are within ± 50 %.'],
    ['time with mean within ± 10 %', [], 'The share of the time that is in functions whose mean self time is known to within ± 10 %, with 95 % confidence.'],
    ['self', ['self total', 'self mean', 'self p99', 'mean self time'], 'The time of a call without its instrumented callees. What a function without ipoints takes counts for its caller.'],
    ['inclusive', ['inclusive mean', 'mean inclusive time'], 'The time of a call with its instrumented callees.'],
    ['HWM', ['high-water mark', 'self hwm', 'inclusive hwm', 'longest observed'], 'High-water mark: the longest observed time, raw unless it says filtered. A longer one may exist that no run has shown.'],
    ['WCET estimate', ['longest path'], 'The largest time that measured parts and bounds allow; the blocks that it is made of are the longest path.'],
    ['mean', [], 'The arithmetic mean.'],
    ['std dev', [], 'The standard deviation of the sample.'],
    ['p50', ['median'], 'The median: not exceeded by half of the values.'],
    ['p90', [], 'Not exceeded by 90 % of the values.'],
    ['p99', [], 'Not exceeded by 99 % of the values. Given only where at least ten values lie beyond it.'],
    ['p99.9', [], 'Not exceeded by 99.9 % of the values. Given only where at least ten values lie beyond it.'],
    ['confidence interval', ['95 %'], 'A range that holds the true value in 95 of 100 repetitions of the measurement.'],
    ['share', ['time'], 'A part of one whole, which each page names: the plain program’s time by samples, the self time, or the calls.'],
    ['exceedance', [], 'The share of executions that took longer than a time.'],
    ['interrupted', [], 'Of a visit: an interrupt lengthened it.'],
    ['excluded', ['visits excluded', 'interrupted visits removed'], 'Of a visit: corrected and raw figures have it, filtered ones have the median of its block in its place, because an interrupt lengthened it.'],
    ['undetected interrupts', ['uninterrupted'], 'Interrupts that are expected by the rate of those that were detected, in times where nothing shows them. All figures have them. A call is called uninterrupted if no detected interrupt hit it.'],
    ['interrupt class', ['interrupt classes', 'interrupts'], 'Interrupts that last alike.'],
    ['filter', [], 'The rule by which visits are excluded, or detection, which finds interrupted visits by holding blocks against each other.'],
    ['linear', [], 'Of a block: it calls nothing but instrumented functions, so nothing in it may rightly take long now and then.'],
    ['probe overhead', ['overhead of probes that are calls', 'overhead of probes in windows'], 'What a probe costs. Measured before the run, and removed from corrected times.'],
    ['clock resolution', ['clock'], 'The least advance of the clock. No single time is finer.'],
    ['below resolution', [], 'The mean without interrupts is less than its uncertainty, or than the clock resolution.'],
    ['too many interrupts', [], 'Interrupts are expected to be much of the time, and interrupted visits are not distinguishable: only raw figures are given.'],
    ['closure error', [], 'The sum of the corrected or estimated times less the plain program’s time, in relation to the latter; on runs that nothing was fitted to. Where corrected times read much more than plain, use sampled ones.'],
    ['off CPU', ['preempted', 'context switches'], 'The thread had no CPU: it waited (voluntary), or was preempted (involuntary).'],
    ['inferred exit', ['inferred exits'], 'A call that ended without an exit record: longjmp, a function that does not return, or the end of the trace.'],
    ['lost', ['records lost'], 'Records that did not fit the buffer. The visits around them have no time.'],
    ['never run', ['never ran'], 'It has probes, and none of them ran.'],
    ['not instrumented', [], 'It has no probes, so nothing of it was measured; the reason is given.'],
    ['budget', ['budgets', 'over budget', 'in budget', 'budgets broken'], 'What something may take, as a config file says.'],
    ['loop bound', ['bound'], 'How often a loop’s body may run each time that the loop is entered, as the source or a config file says.'],
    ['tick', ['ticks'], 'One count of the clock.'],
    ['run', ['runs'], 'One execution of the program that was recorded.'],
    ['–', [], 'There is no figure. Point at the dash or touch it for the reason.'],
  ];
  const byForm = new Map(words.flatMap(([word, forms, meaning]) => [word, ...forms].map((form) => [form.toLowerCase(), meaning])));

  ipoint.words = words;
  ipoint.meaningOf = (text) => byForm.get(String(text).toLowerCase());

  // --- The box that explains -------------------------------------------------------------------

  let box = null, opener = null;
  const hasPopovers = typeof HTMLElement.prototype.showPopover === 'function';

  function close(isBack) {
    if (!box || box.hidden)
      return;
    if (hasPopovers && box.matches(':popover-open'))
      box.hidePopover();
    box.hidden = true;
    opener?.setAttribute('aria-expanded', 'false');
    if (isBack)
      opener?.focus({ preventScroll: true });
  }

  // Below what was asked about, or above it where there is no room.
  function place() {
    const from = opener.getBoundingClientRect();
    const { offsetWidth: width, offsetHeight: height } = box;
    const below = from.bottom + 4 + height <= window.innerHeight || from.top < height + 4;
    box.style.setProperty('left', `${Math.max(8, Math.min(from.left, window.innerWidth - width - 8))}px`);
    box.style.setProperty('top', `${below ? from.bottom + 4 : from.top - height - 4}px`);
  }

  // Shows content beside an element.
  function open(beside, label, ...content) {
    close();
    if (!box) {
      box = el('div', { class: 'explanation', role: 'dialog', tabindex: '-1', hidden: true, popover: hasPopovers ? 'manual' : null });
      document.addEventListener('pointerdown', (event) => { if (!box.contains(event.target) && !opener?.contains(event.target)) close(); });
      window.addEventListener('scroll', () => { if (!box.hidden) place(); }, { passive: true, capture: true });
      window.addEventListener('hashchange', () => close());
    }
    // A dialog covers what is not in it.
    const parent = beside.closest('dialog') || document.body;
    if (box.parentElement !== parent)
      parent.append(box);
    opener = beside;
    opener.setAttribute('aria-expanded', 'true');
    box.setAttribute('aria-label', label);
    box.replaceChildren(...content);
    box.hidden = false;
    if (hasPopovers)
      box.showPopover();
    place();
    box.focus({ preventScroll: true });
  }
  document.addEventListener('keydown', (event) => {
    if (event.key !== 'Escape' && event.key !== 'Tab' || !box || box.hidden)
      return;
    if (event.key === 'Escape') {
      event.preventDefault();
      event.stopImmediatePropagation();
    }
    close(true);
  }, true);

  const list = (entries) => el('dl', { class: 'words' }, entries.flatMap(([word, meaning]) => [el('dt', {}, word), el('dd', {}, meaning)]));

  // A button with a text, which opens its explanation.
  ipoint.explainer = (text, meaning, attributes) => el('button', {
    type: 'button', 'aria-expanded': 'false', ...attributes,
    on: { click: (event) => { event.stopPropagation(); open(event.currentTarget, String(text), el('p', {}, String(meaning))); } },
  }, text);

  // A word of the glossary as such a button, with another label if that is given; text where it has none.
  ipoint.define = function define(word, label) {
    const meaning = ipoint.meaningOf(word);
    return meaning ? ipoint.explainer(label || word, meaning, { class: 'term' }) : label || word;
  };

  // A small button that explains several words at once: [[word, meaning or nothing], …].
  ipoint.askAbout = function askAbout(label, entries) {
    const known = entries.map(([word, meaning]) => [word, meaning || ipoint.meaningOf(word)]).filter(([word, meaning]) => word && meaning);
    return known.length ? el('button', {
      type: 'button', class: 'ask', 'aria-expanded': 'false', 'aria-label': `What the words mean: ${label}`,
      on: { click: (event) => { event.preventDefault(); event.stopPropagation(); open(event.currentTarget, label, list(known)); } },
    }, '?') : null;
  };
  // The same for the columns of a table.
  ipoint.columnWords = (label, columns) => ipoint.askAbout(`columns of ${label}`, columns);

  ipoint.wordList = () => list(words.map(([word, , meaning]) => [word, meaning]));

  // Why a cell has no figure, and what else only a mouse would find.
  document.addEventListener('click', (event) => {
    const cell = event.target.closest?.('td[title], th[title], .word[title], .budget[title]');
    if (cell && !event.target.closest('a, button, input'))
      open(cell, cell.textContent, el('p', {}, cell.title));
  });
}
