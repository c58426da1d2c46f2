// Part of the ipoint project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Thresholds that the reader drags on the distribution of a block: what the rule would exclude, what figures would be,
// and the options that make it so. The choice is in the hash: low, high, majority, scope.
'use strict';

{
  const { el, thresholds: T } = ipoint;
  const scopes = ['block', 'function', 'all'];
  let isOpen = false; // stays from block to block
  let generation = 0; // of sums over functions; an older one stops

  // --- The hash -------------------------------------------------------------------------------

  // The choice that the hash has, at edges of bins, with what was written; null without a valid one.
  function choiceInHash() {
    const hash = ipoint.readHash();
    const [low, high] = ['low', 'high'].map((key) => /^\d{1,15}$/.test(hash.get(key) ?? '') ? Number(hash.get(key)) : null);
    if (low === null || high === null || low > high)
      return null;
    const majority = Number(hash.get('majority') ?? 'none');
    return {
      low: T.snapLow(low), high: T.snapHigh(high), majority: majority >= 0 && majority <= 1 ? majority : T.defaults.majority,
      scope: scopes.includes(hash.get('scope')) ? hash.get('scope') : 'block',
    };
  }

  const inHash = (choice) => ({ low: String(choice.low), high: String(choice.high),
    majority: choice.majority === T.defaults.majority ? '' : String(choice.majority), scope: choice.scope === 'block' ? '' : choice.scope });

  // What takes a choice out of the hash.
  const nothing = { low: '', high: '', majority: '', scope: '' };

  // What stays in the hash where a block is selected: thresholds of a block are of no other one.
  ipoint.thresholdsInHash = function thresholdsInHash(block) {
    const choice = choiceInHash();
    const isSame = (ipoint.readHash().get('block') ?? '') === (block ? block.name : '');
    return choice && (isSame || choice.scope !== 'block') ? inHash(choice) : nothing;
  };

  // --- Figures in words -----------------------------------------------------------------------

  const isRough = (figure, show) => figure.around > 0 && !/^0(\.0+)?$/.test(show(figure.around));
  // A figure with what bins leave open: exact, or ≈ with ±.
  function words(figure, show, withRange = true) {
    if (!figure)
      return ipoint.none;
    return `${figure.isUpper ? '≤ ' : figure.around > 0 ? '≈ ' : ''}${show(figure.value)}${withRange && isRough(figure, show) ? ` ± ${show(figure.around)}` : ''}`;
  }

  const rows = [['mean', 'mean'], ['p50', 'p50'], ['p90', 'p90'], ['p99', 'p99'], ['total', 'sum']];

  function resultTable(block, decision, after) {
    const { time } = block;
    const cell = (text, title) => ipoint.numberCell(text, title);
    const row = (name, title, ...cells) => el('tr', {}, el('th', { scope: 'row', title }, name), ...cells);
    const afterCell = (key) => {
      const figure = after[key], isSum = key === 'mean' || key === 'total';
      return cell(words(figure, key === 'mean' ? ipoint.mean : ipoint.time, isSum), !figure ? 'fewer than ten values lie beyond it'
        : figure.isUpper ? 'an upper value: visits have different numbers of probes' : !figure.around ? null : isSum ? 'by the middles of bins; ± is half their widths' : 'the end of the bin that it lies in');
    };
    const mark = ipoint.time(time.raw.max);
    return ipoint.scroller('Before and after', el('table', { class: 'list compact figures' },
      ipoint.headOf([[], ['num', 'before', 'as this report was made'], ['num', 'after', 'with the thresholds above']]),
      el('tbody', {},
        row('visits excluded', null, cell(ipoint.count(block.excluded?.count ?? 0)), cell(ipoint.count(after.excluded))),
        ...rows.map(([key, name]) => row(name, null, cell(ipoint.figureText(key === 'mean' ? 'mean' : 'p50', ipoint.best(time, key))), afterCell(key))),
        row('largest left', 'without those that are excluded', cell(ipoint.time(ipoint.figureOf(time, ipoint.bestKind(time), 'max'))), afterCell('max')),
        row('HWM', 'high-water mark: the longest observed, raw; nothing is excluded from it', cell(mark), cell(mark)))));
  }

  const verdicts = {
    applied: (d) => `Applied: ${ipoint.count(d.above)} of ${ipoint.plural(d.below + d.between + d.above, 'visit')} excluded${d.reason ? `; ${d.reason}` : ''}.`,
    refused: (d) => `Refused: ${d.reason}.`,
    'nothing to exclude': (d) => 'Nothing to exclude: no visit is over high.',
    'not linear': () => 'Not linear: the block calls what is not instrumented, and a call may rightly take long; --filter-all-blocks accepts it.',
    'too few visits': (d) => `Too few visits: ${ipoint.count(d.below + d.between + d.above)}, and the rule needs ten or as many as --least-visits says.`,
  };

  const inTime = (ticks) => ipoint.unit === 'ticks' ? '' : ` (${ipoint.time(ticks)} ${ipoint.unitName})`;

  function interruptWords(found) {
    if (!found)
      return '';
    return `If these are interrupts, one comes in ${ipoint.time(found.one_in)} ${ipoint.unitName} of the block’s time, and adds ` +
      `${words(found.length, ipoint.mean)} ${ipoint.unitName} on average (over the median).`;
  }

  // --- Handles on the chart -------------------------------------------------------------------

  // Two sliders over a chart. live: {choice, move(which, ticks), commit()}.
  function handlesFor(block, live) {
    const bins = block.time.histogram, last = T.snapHigh(bins[bins.length - 1][1] * 1.1 + 1);
    let chart = null;
    const move = (which, ticks) => live.move(which, Math.max(0, Math.min(last, ticks)));
    const ticksAt = (x) => chart.scales.x.getValueForPixel(x - chart.canvas.getBoundingClientRect().left) / ipoint.perTick;
    // To the next bin that has visits.
    const jump = (which, step) => {
      const at = live.choice[which];
      const edges = bins.map((bin) => which === 'low' ? [bin[0], bin[1] + 1] : [bin[0] - 1, bin[1]]).flat()
        .map(which === 'low' ? T.snapLow : T.snapHigh).filter((edge) => step > 0 ? edge > at : edge < at);
      return edges.length ? Math[step > 0 ? 'min' : 'max'](...edges) : at;
    };
    const keys = {
      ArrowLeft: (which) => (which === 'low' ? T.nextLow : T.nextHigh)(live.choice[which], -1),
      ArrowRight: (which) => (which === 'low' ? T.nextLow : T.nextHigh)(live.choice[which], 1),
      PageUp: (which) => jump(which, 1), PageDown: (which) => jump(which, -1), Home: () => 0, End: () => last,
    };
    keys.ArrowDown = keys.ArrowLeft;
    keys.ArrowUp = keys.ArrowRight;
    const handle = (which) => el('div', {
      class: `threshold-handle ${which}`, role: 'slider', tabindex: '0', 'aria-label': `threshold ${which}`, 'aria-orientation': 'horizontal',
      'aria-valuemin': '0', 'aria-valuemax': String(last), title: `${which}: drag; arrows move it by a bin, Page Up and Down to where visits are`,
      on: {
        pointerdown(event) {
          event.preventDefault();
          event.currentTarget.focus({ preventScroll: true });
          event.currentTarget.setPointerCapture(event.pointerId);
          live.hold();
        },
        pointermove(event) {
          if (event.currentTarget.hasPointerCapture(event.pointerId) && chart)
            move(which, ticksAt(event.clientX));
        },
        pointerup: () => live.commit(),
        keydown(event) {
          const action = keys[event.key];
          if (!action || event.altKey || event.ctrlKey || event.metaKey)
            return;
          event.preventDefault();
          move(which, action(which));
          live.commit();
        },
      },
    }, el('span', {}, which));
    const handles = { low: handle('low'), high: handle('high') };
    return {
      all: Object.values(handles),
      // The chart that they lie over from now on.
      over(canvas) {
        chart = Chart.getChart(canvas);
        canvas.parentElement.append(...Object.values(handles));
      },
      place(choice, decision) {
        if (!chart?.scales?.x)
          return;
        const { x } = chart.scales, area = chart.chartArea;
        const at = { low: choice.low - 0.5, high: choice.high + 0.5 };
        const said = { low: `${ipoint.plural(decision.below, 'visit')} below`, high: `${ipoint.plural(decision.above, 'visit')} above` };
        for (const [which, handle] of Object.entries(handles)) {
          const pixel = x.getPixelForValue(Math.max(at[which] * ipoint.perTick, x.min));
          const isBeyond = pixel > area.right;
          handle.style.setProperty('left', `${Math.max(area.left, Math.min(area.right, pixel))}px`);
          handle.style.setProperty('top', `${area.top}px`);
          handle.style.setProperty('height', `${area.height}px`);
          handle.classList.toggle('beyond', isBeyond);
          handle.setAttribute('aria-valuenow', String(choice[which]));
          handle.setAttribute('aria-valuetext', `${ipoint.count(choice[which])} ticks${inTime(choice[which])}, ${said[which]}`);
        }
      },
    };
  }

  // --- What can be copied ---------------------------------------------------------------------

  function copyable(title) {
    const text = el('pre', { tabindex: '0', 'aria-label': title });
    const button = el('button', { type: 'button', on: { async click() {
      const range = document.createRange();
      range.selectNodeContents(text);
      getSelection().removeAllRanges();
      getSelection().addRange(range);
      const done = await navigator.clipboard?.writeText(text.textContent).then(() => true, () => false) || document.execCommand('copy');
      button.textContent = done ? 'Copied' : 'Selected';
      setTimeout(() => { button.textContent = 'Copy'; }, 1500);
    } } }, 'Copy');
    return { element: el('div', { class: 'copyable' }, el('div', { class: 'chart-head' }, el('h3', {}, title), button), text), set: (value) => { text.textContent = value; } };
  }

  // --- Sums over functions --------------------------------------------------------------------

  async function functionAt(index) {
    let number = ipoint.pieceStarts.findIndex((start) => start > index);
    if (number < 0)
      number = ipoint.pieceStarts.length;
    return (await ipoint.piece(`functions-${number}`))[index - ipoint.pieceStarts[number - 1]];
  }

  // Goes through all functions; calls `show` with {done, all, rows, before, after, around} now and then, and at the end;
  // the first time at the beginning, too.
  async function sumFunctions(data, choice, rules, isFirst, show) {
    const mine = ++generation;
    const { ruleOf, touches } = T.scopes(rules), others = T.decidesOnOthers(data, choice);
    const timed = data.functions.map((f, index) => ({ f, index })).filter(({ f }) => f.status === 'run' && f.self);
    // What is excluded in windows is, in most part, of calls that do not lie in one as a whole.
    const found = timed.filter(({ f }) => !f.counted);
    const sums = { done: 0, all: found.length, counted: timed.length - found.length, rows: [], before: 0, after: 0, around: 0 };
    let shown = performance.now(), paused = shown;
    if (isFirst)
      show(sums);
    for (const { f, index } of found) {
      const before = ipoint.best(f.self, 'total');
      const r = touches(f.name) ? T.selfOf(await functionAt(index), ruleOf, data.clock, others)
        : { before, after: { value: others && before !== null ? before : f.self.corrected.total, around: 0 }, excluded: 0 };
      if (mine !== generation)
        return;
      sums.done++;
      sums.before += r.before ?? r.after.value;
      sums.after += r.after.value;
      sums.around += r.after.around;
      if (r.before === null || Math.abs(r.after.value - r.before) > 0.5)
        sums.rows.push({ f, ...r });
      if (performance.now() - shown > 300)
        show(sums, shown = performance.now());
      if (performance.now() - paused > 30) {
        await new Promise((resume) => { setTimeout(resume); });
        paused = performance.now();
      }
    }
    if (mine === generation)
      show(sums);
  }

  function showSums(place, sums, choice) {
    const most = 20;
    const keys = choice.scope === 'all' ? Object.entries(inHash(choice)).filter(([, v]) => v).map(([k, v]) => `&${k}=${encodeURIComponent(v)}`).join('') : '';
    const order = [...sums.rows].sort((a, b) => Math.abs(b.after.value - (b.before ?? 0)) - Math.abs(a.after.value - (a.before ?? 0)));
    const line = (name, before, after, title) => el('tr', {}, name, ipoint.numberCell(ipoint.time(before)),
      ipoint.numberCell(words(after, ipoint.time, false), `${title}${isRough(after, ipoint.time) ? `± ${ipoint.time(after.around)}` : ''}` || null));
    const status = sums.done < sums.all ? `Reading functions: ${ipoint.count(sums.done)} of ${ipoint.count(sums.all)} …`
      : sums.rows.length ? `${ipoint.plural(sums.rows.length, 'function changes', 'functions change')}, of ${ipoint.count(sums.all)}.`
        : sums.all ? `No self time changes, of ${ipoint.plural(sums.all, 'function')}.` : '';
    const left = sums.counted ? ` ${ipoint.plural(sums.counted, 'function is', 'functions are')} timed in windows, in which few calls lie as a whole: no self time is known of what is left.` : '';
    place.replaceChildren(el('h3', {}, 'Self times ', el('small', {}, `sums, in ${ipoint.unitName}`)), el('p', { class: 'note sums-status' }, status + left),
      ...(!sums.rows.length ? [] : [ipoint.scroller('Self times before and after', el('table', { class: 'list compact' },
        ipoint.headOf([[null, 'function'], ['num', 'before'], ['num', 'after']]),
        el('tbody', {},
          ...order.slice(0, most).map(({ f, before, after, excluded }) => line(el('th', { scope: 'row', class: 'name' },
            el('a', { href: ipoint.functionHref(f.page) + keys }, ipoint.breakable(f.name))), before, after, `${ipoint.plural(excluded, 'visit')} excluded; `)),
          line(el('th', { scope: 'row' }, 'all functions'), sums.before, { value: sums.after, around: sums.around }, '')))),
      order.length > most ? el('p', { class: 'note' }, `The ${most} that change most; ${ipoint.count(order.length - most)} more do.`) : '']));
  }

  // --- The section ----------------------------------------------------------------------------

  // Of a block with times: {element, histogram(): as the choice divides it, drawn(canvas, show): as drawCharts calls it,
  // redraw: to be set to what draws it}.
  ipoint.thresholdsSection = function thresholdsSection(f, block, data) {
    const first = choiceInHash();
    const now = data.filter ? T.scopes(data.filter.rules).ruleOf(f.name, block.name) : null;
    const begin = () => ({ ...T.suggest(block), majority: now?.majority ?? T.defaults.majority, scope: 'block' });
    const live = { choice: first || begin(), redraw: null };
    let decision = null, later = 0, show = null;
    isOpen = isOpen || Boolean(first);

    const number = (which, step, label) => el('label', {}, label, el('input', { type: 'number', name: `threshold-${which}`, min: '0', max: which === 'majority' ? '1' : null, step,
      on: { change: (event) => typed(which, event.target) } }));
    const inputs = { low: number('low', '1', 'low'), high: number('high', '1', 'high'), majority: number('majority', 'any', 'majority') };
    const inputOf = (which) => inputs[which].querySelector('input');
    const snapped = el('p', { class: 'note snapped', role: 'status' });
    const verdict = el('p', { class: 'verdict', role: 'status' });
    const results = el('div', {}), estimate = el('p', { class: 'note' }), sums = el('div', { class: 'sums' });
    const scope = el('div', {}), limits = el('p', { class: 'note' });
    const command = copyable('Command'), config = copyable('Config file');
    const handles = handlesFor(block, live);

    const element = el('details', { class: 'thresholds', open: isOpen, on: { toggle: () => {
      if (element.open === isOpen)
        return;
      isOpen = element.open;
      update();
      live.redraw?.();
      sum();
    } } },
    el('summary', {}, 'Thresholds: try a rule'),
    el('p', { class: 'note' }, 'Drag low and high in the chart, or write them in raw ticks; they lie at edges of bins. A block with more than the majority of its visits ' +
      'under low, and none from there to high, has its visits over high excluded.'),
    el('div', { class: 'threshold-inputs' }, inputs.low, inputs.high, inputs.majority,
      el('button', { type: 'button', on: { click: reset } }, 'Reset')),
    snapped, scope, verdict, results, estimate, sums, limits, command.element, config.element);

    // The figures follow at once; charts that take longer, the hash and sums a little later.
    live.move = function moveTo(which, ticks) {
      const { choice } = live;
      const at = which === 'low' ? T.snapLow(ticks) : T.snapHigh(ticks);
      const other = which === 'low' ? { high: Math.max(choice.high, T.snapHigh(at)) } : { low: Math.min(choice.low, T.snapLow(at)) };
      live.choice = { ...choice, ...other, [which]: at };
      snapped.textContent = '';
      update();
    };
    live.commit = function commit() {
      keep();
      clearTimeout(later);
      generation++;
      sums.querySelector('.sums-status')?.replaceChildren('…');
      // Unless the reader has gone elsewhere.
      later = setTimeout(() => {
        if (!element.isConnected)
          return;
        live.redraw?.();
        sum();
      }, 200);
    };

    // While a handle is dragged nothing is drawn anew.
    live.hold = () => clearTimeout(later);
    const keep = (own = inHash(live.choice)) => ipoint.writeHash({ ...nothing, ...own });

    function typed(which, input) {
      const value = Number(input.value);
      if (input.value.trim() === '' || !(value >= 0) || which === 'majority' && value > 1 || value > 1e15)
        return update();
      if (which === 'majority') {
        live.choice.majority = value;
        snapped.textContent = '';
        update();
      } else {
        live.move(which, value);
        if (live.choice[which] !== value)
          snapped.textContent = `${which} snapped to ${ipoint.count(live.choice[which])}`;
      }
      live.commit();
    }

    function reset() {
      live.choice = begin();
      snapped.textContent = '';
      keep({});
      update();
      live.redraw?.();
      sum();
    }

    function chooseScope(value) {
      live.choice.scope = value;
      update();
      live.commit();
      scope.querySelector(':checked').focus({ preventScroll: true });
    }

    function update() {
      if (!isOpen) {
        handles.all.forEach((handle) => handle.remove());
        generation++;
        return;
      }
      const { choice } = live;
      const rules = T.rulesFor(data, choice, f, block);
      decision = T.decide(rules[rules.length - 1], block);
      const after = T.figures(block, decision, data.clock);
      for (const which of ['low', 'high', 'majority'])
        if (inputOf(which).value !== String(choice[which]))
          inputOf(which).value = choice[which];
      scope.replaceChildren(ipoint.segmented('scope', 'for', [['block', 'this block'], ['function', 'this function'], ['all', 'all blocks']], choice.scope, chooseScope));
      verdict.replaceChildren(verdicts[decision.state](decision), decision.reason && !decision.isExact ? ' ≈: values that share a bin are named by its ends.' : '', ' ', el('code', {}, decision.by));
      results.replaceChildren(resultTable(block, decision, after));
      estimate.textContent = interruptWords(T.interrupts([{ block, decision }], data.clock));
      limits.textContent = limitWords(data, choice);
      command.set(T.command(data, choice, f, block));
      config.set(T.configLines(data, choice, f, block));
      show?.(live.histogram());
      handles.place(choice, decision);
    }

    function sum() {
      if (isOpen)
        sumFunctions(data, live.choice, T.rulesFor(data, live.choice, f, block), !sums.children.length, (found) => showSums(sums, found, live.choice))
          .catch((error) => sums.replaceChildren(el('p', { class: 'notice' }, `Sums cannot be formed: ${error.message}`)));
    }

    live.histogram = () => !isOpen ? block.time.histogram
      : block.time.histogram.map((bin) => [bin[0], bin[1], bin[2], decision.out.includes(bin) ? bin[2] : 0]);
    live.drawn = function drawn(canvas, showIn) {
      show = showIn;
      if (!isOpen)
        return;
      handles.over(canvas);
      handles.place(live.choice, decision);
    };
    live.moved = () => isOpen && handles.place(live.choice, decision);
    live.element = element;
    update();
    sum();
    return live;
  };

  // What the command reports beyond bins.
  function limitWords(data, choice) {
    const left = T.decidesOnOthers(data, choice) ? `Other blocks stay as they are: ${data.filter.by === 'layers' ? 'by layers' : 'by detection'}. `
      : choice.scope !== 'all' && !data.filter ? 'Other blocks stay as they are: nothing is excluded of them. ' : '';
    return left +
      '≈ marks what bins do not give to the tick. Only the command gives inclusive times, uncertainty, percentiles of calls and interrupt classes anew, ' +
      'and leaves out of a function’s sum what lies in calls without a time.';
  }
}
