// Part of the ipoint project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The distribution of times and its exceedance curve. Bins of the histogram, or neighbours where they would be too thin to be seen, are drawn from
// their lowest to their highest tick, however wide they are; none is thinner than two pixels, so that a single
// late visit is seen.
'use strict';

{
  const { el, charts } = ipoint;
  const { axis, colour, draw, marks } = charts;
  // What the reader chose, as the hash has it; null follows the data.
  const chosen = { logX: null, logY: null };
  for (const key of Object.keys(chosen))
    chosen[key] = { on: true, off: false }[ipoint.readHash().get(key)] ?? null;

  // --- The histogram --------------------------------------------------------------------------

  // What of a bin is excluded, by interrupt class: [[index or null, count], …]; the rest has no class.
  function classesOf([, , , excluded, classes = []]) {
    const known = classes.filter(([, count]) => count > 0);
    const rest = excluded - known.reduce((sum, [, count]) => sum + count, 0);
    return rest > 0 ? [...known, [null, rest]] : known;
  }

  // Bins in the report's unit, with how many visits took longer than each.
  function prepare(subject) {
    const per = subject.unitsPerTick;
    const total = subject.histogram.reduce((sum, bin) => sum + bin[2], 0);
    const kept = subject.histogram.reduce((sum, bin) => sum + bin[2] - bin[3], 0);
    let beyond = total, beyondKept = kept;
    return subject.histogram.map((bin) => {
      const [low, high, count, excluded] = bin;
      beyond -= count;
      beyondKept -= count - excluded;
      return {
        low: low * per, high: high * per, ticks: [low, high], count, excluded, classes: classesOf(bin),
        from: Math.max(0, low - 0.5) * per, to: (high + 0.5) * per,
        beyond, total, exceeded: beyond / total, exceededKept: kept ? beyondKept / kept : null,
      };
    });
  }

  const hasClasses = (bins) => bins.some((bin) => bin.classes.some(([index]) => index !== null));

  function scaleOf(bins, subject) {
    const first = bins[0], last = bins[bins.length - 1];
    const counts = bins.map((bin) => bin.count).filter(Boolean);
    const logX = chosen.logX ?? (first.low > 0 && last.high / first.low > 30);
    const logY = chosen.logY ?? (Math.max(...counts) / Math.min(...counts) > 30);
    const pad = Math.max((last.to - first.from) * 0.03, subject.unitsPerTick);
    const smallest = subject.unitsPerTick / 2;
    return logX
      ? { logX, logY, min: Math.max(smallest, first.from) / 1.1, max: last.to * 1.1 }
      : { logX, logY, min: Math.max(0, first.from - pad), max: last.to + pad };
  }

  const range = (bin, unit) => bin.low === bin.high ? `${ipoint.timeInUnit(bin.low)} ${unit}`
    : `${ipoint.timeInUnit(bin.low)}–${ipoint.timeInUnit(bin.high)} ${unit}`;

  // --- The distribution -----------------------------------------------------------------------

  // Bins that would stand within five pixels are one bar.
  function grouped(bins, { min, max, log }, pixels) {
    const place = (v) => log ? Math.log(Math.max(v, min / 1e3)) : v;
    const first = place(min), width = (place(max) - first) * 5 / pixels, bars = [];
    let before = null;
    for (const bin of bins.filter((b) => b.count)) {
      const slot = Math.floor((place((bin.low + bin.high) / 2) - first) / width), last = bars[bars.length - 1];
      if (last && slot === before) {
        const classes = bin.classes.reduce((sums, [index, count]) => sums.set(index, (sums.get(index) ?? 0) + count), new Map(last.classes));
        Object.assign(last, { high: bin.high, to: bin.to, count: last.count + bin.count, excluded: last.excluded + bin.excluded, classes: [...classes], beyond: bin.beyond, exceeded: bin.exceeded });
      } else
        bars.push({ ...bin });
      before = slot;
    }
    return bars;
  }

  // Bars from the first to the last tick of each bin; what was excluded on top, each class in its colour.
  // (What hangs on a chart's options is read through proxies, which is slow: these are arguments.)
  const bars = (first) => ({
    id: 'bars',
    bins: first,
    afterDatasetsDraw(chart) {
      const { bins } = this;
      const bar = colour('--bar'), anyKnown = hasClasses(bins);
      const { x, y } = chart.scales;
      charts.clipped(chart, (ctx, area) => {
        const pixel = (v) => Math.max(area.top, Math.min(area.bottom, y.getPixelForValue(v)));
        for (const bin of grouped(bins, { min: x.min, max: x.max, log: x.type === 'logarithmic' }, area.width)) {
          let left = x.getPixelForValue(Math.max(bin.from, x.min));
          let width = x.getPixelForValue(bin.to) - left;
          if (width < 2) {
            left -= (2 - width) / 2;
            width = 2;
          } else if (width > 6)
            width -= 1;
          let below = bin.count - bin.excluded;
          let bottom = below ? pixel(Math.max(below, y.min)) : area.bottom;
          ctx.fillStyle = bar;
          ctx.fillRect(left, bottom, width, area.bottom - bottom);
          for (const [index, count] of bin.classes) {
            below += count;
            const top = Math.min(pixel(below), bottom - 2);
            ctx.fillStyle = colour(charts.classColour(index, anyKnown));
            ctx.fillRect(left, top, width, bottom - top);
            bottom = top;
          }
        }
      });
    },
  });

  // Up to where counts go of bars that are seen.
  function topOf(bars, { min, max }, { logY }) {
    const top = Math.max(1, ...bars.filter((bar) => bar.to >= min && bar.from <= max).map((bar) => bar.count));
    return logY ? top * 1.6 : top * 1.06;
  }

  const pointsOf = (bars, min) => bars.map((bin) => ({ x: Math.max((bin.low + bin.high) / 2, min), y: bin.count, bin }));

  function drawDistribution(canvas, subject, bins, scale, view) {
    const unit = subject.unit, { total } = bins[0];
    const ends = ({ scales: { x } }) => view.selection && [Math.max(0, view.selection.low - 0.5), view.selection.high + 0.5].map((ticks) => x.getPixelForValue(Math.max(ticks * subject.unitsPerTick, x.min)));
    return draw(canvas, {
      points: [], // view.show() sets them, and up to where y goes
      plugins: [charts.selected(ends), bars(bins), marks],
      x: axis({ log: scale.logX, min: scale.min, max: scale.max, title: `${unit}, raw`, format: ipoint.axis, ticks: 12 }),
      y: axis({ log: scale.logY, min: scale.logY ? 0.7 : 0, max: 10,
        title: `${subject.many} per bar`, width: 58, format: ipoint.axis, ticks: scale.logY ? 40 : 8, whole: true }),
      tooltip: ({ raw: { bin } }) => [range(bin, unit), `${ipoint.plural(bin.count, subject.one, subject.many)}, ${ipoint.share(bin.count / total)} of all`,
        `${ipoint.count(bin.beyond)} took longer, ${ipoint.share(bin.exceeded)}`, ...bin.classes.map(([index, count]) => index === null ? `${ipoint.count(count)} of them excluded`
          : `${ipoint.count(count)} of them excluded: ${charts.className(index)}`)],
      extra: { options: {
        marks: { list: subject.marks, paper: colour('--surface') },
      } },
    });
  }

  // --- Exceedance -----------------------------------------------------------------------------

  // From 1, down at the end of each bin, to the smallest share at the high-water mark.
  function steps(bins, key, floor) {
    const points = [{ x: bins[0].low, y: 1, bin: null }];
    for (const bin of bins.filter((b) => b.count))
      points.push({ x: bin.high, y: Math.max(bin[key], floor), bin });
    return points;
  }

  const intervalOf = (bin) => bin.interval ||= ipoint.shareInterval(bin.beyond, bin.total);

  // The confidence interval of each share, as steps like the curve's.
  const band = (bins) => ({
    id: 'band',
    bins,
    beforeDatasetsDraw(chart) {
      const { x, y } = chart.scales;
      charts.clipped(chart, (ctx, area) => {
        const at = (v) => Math.max(area.left, x.getPixelForValue(Math.max(v, x.min)));
        const pixel = (share) => y.getPixelForValue(Math.max(share, y.min));
        ctx.fillStyle = colour('--band');
        bins.forEach((bin, i) => {
          const [low, high] = intervalOf(bin);
          const left = at(bin.high), right = i + 1 < bins.length ? at(bins[i + 1].high) : area.right;
          ctx.fillRect(left, pixel(high), right - left, pixel(low) - pixel(high));
        });
      });
    },
  });

  function drawExceedance(canvas, subject, bins, scale) {
    const total = bins[0].total;
    const floor = 10 ** Math.floor(Math.log10(1 / total) - 0.05);
    const clamp = (points) => points.map((p) => ({ ...p, x: Math.max(p.x, scale.min) }));
    const seen = bins.filter((bin) => bin.count);
    const kept = bins.filter((bin) => bin.count > bin.excluded);
    const anyExcluded = bins.some((bin) => bin.excluded) && kept.length > 0;
    const line = { showLine: true, stepped: true, borderWidth: 1.75, pointRadius: 0 };
    return draw(canvas, {
      points: clamp(steps(bins, 'exceeded', floor)),
      plugins: [band(seen), marks],
      x: axis({ log: scale.logX, min: scale.min, max: scale.max, title: `${subject.unit}, raw`, format: ipoint.axis, ticks: 7 }),
      y: axis({ log: true, min: floor, max: 1.3, title: 'share that took longer', width: 58, ticks: 60,
        format: (v) => v > 1 ? null : v >= 0.01 ? String(Number(v.toPrecision(2))) : charts.powerOfTen(v) }),
      tooltip: ({ raw: { bin } }) => bin ? [`longer than ${ipoint.timeInUnit(bin.high)} ${subject.unit}:`,
        bin.exceeded > 0 ? `${ipoint.count(bin.beyond)} of ${ipoint.count(total)} ${subject.many}` : 'none observed',
        `95 %: ${charts.oneIn(intervalOf(bin)[0])} to ${charts.oneIn(intervalOf(bin)[1])}`]
        : 'all',
      extra: {
        first: { ...line, borderColor: colour('--bar') },
        more: anyExcluded ? [{ ...line, borderDash: [4, 3], borderColor: colour('--mark'),
          data: clamp(steps(kept, 'exceededKept', floor)) }] : [],
        options: {
          marks: { list: subject.marks.filter((m) => !m.text.startsWith('filter')), paper: colour('--surface') },
        },
      },
    });
  }

  // --- What is drawn for a subject ------------------------------------------------------------

  function histogramTable(subject, bins) {
    const excluded = bins.some((bin) => bin.excluded);
    return ipoint.scroller('Histogram', el('table', { class: 'list compact' },
      ipoint.headOf([['num', `${subject.unit}, raw`], ['num', subject.many], ...(excluded ? [['num', 'excluded']] : []),
        ['num', 'took longer', 'share; behind it its 95 % confidence interval']]),
      el('tbody', {}, bins.filter((bin) => bin.count).map((bin) => el('tr', {},
        el('th', { scope: 'row', class: 'num' }, range(bin, '').trim()),
        ipoint.numberCell(ipoint.count(bin.count)),
        excluded ? ipoint.numberCell(ipoint.count(bin.excluded)) : null,
        ipoint.numberCell(`${bin.exceeded > 0 ? bin.exceeded.toPrecision(3) : '0'} (${intervalOf(bin).map((v) => v > 0 ? v.toPrecision(2) : '0').join(' to ')})`))))));
  }

  // --- What the reader sees of it, and selects ------------------------------------------------

  const views = new WeakMap(); // a TIME → {from, to: places on the axis, logX, selection: {low, high} in ticks or null}

  function viewOf(subject, bins, scale) {
    const place = (v) => scale.logX ? Math.log10(Math.max(v, subject.unitsPerTick / 2)) : v, value = (at) => scale.logX ? 10 ** at : at;
    const first = place(scale.min), last = place(scale.max), per = subject.unitsPerTick;
    const filled = bins.filter((bin) => bin.count);
    const before = views.get(subject.time), isSame = before && before.logX === scale.logX && before.unit === subject.unit;
    const view = { from: isSame ? before.from : first, to: isSame ? before.to : last, logX: scale.logX, unit: subject.unit, selection: before?.selection ?? null, placeOf: place };
    views.set(subject.time, view);
    view.show = function show(from, to) {
      Object.assign(view, charts.within(first, last, scale.logX ? 0.02 : 8 * per, from, to));
      const range = { min: value(view.from), max: value(view.to) };
      for (const chart of view.charts) {
        Object.assign(chart.options.scales.x, range);
        if (chart === view.chart) {
          const bars = grouped(bins, { ...range, log: scale.logX }, chart.chartArea.width);
          chart.options.scales.y.max = topOf(bars, range, scale);
          chart.data.datasets[0].data = pointsOf(bars, scale.min);
        }
        chart.update('none');
      }
      view.moved(range);
    };
    view.choose = function choose(selection) {
      view.selection = selection;
      view.selected();
      view.chart.draw();
    };
    // Whole bins: those that have visits in what is asked for, or the nearest one.
    view.select = function select(from, to) {
      if (from === null)
        return view.choose(null);
      const [low, high] = [value(from) / per, value(to) / per];
      const inside = filled.filter(({ ticks }) => ticks[1] + 0.5 >= low && ticks[0] - 0.5 <= high);
      const middle = (low + high) / 2, away = ({ ticks }) => Math.abs((ticks[0] + ticks[1]) / 2 - middle);
      const some = inside.length ? inside : [filled.reduce((best, bin) => away(bin) < away(best) ? bin : best)];
      return view.choose({ low: some[0].ticks[0], high: some[some.length - 1].ticks[1] });
    };
    view.extend = function extend(step) {
      const seen = filled.filter((bin) => bin.to >= value(view.from) && bin.from <= value(view.to));
      if (!view.selection && seen.length) {
        const [low, high] = seen.reduce((best, bin) => bin.count > best.count ? bin : best).ticks;
        return view.choose({ low, high });
      }
      const at = (edge, which) => filled.findIndex(({ ticks }) => ticks[which] >= edge);
      let [low, high] = [at(view.selection.low, 0), at(view.selection.high, 1)];
      if (step === -Infinity)
        low = 0;
      else
        high = Math.max(low, Math.min(filled.length - 1, high + step));
      return view.choose({ low: filled[low].ticks[0], high: filled[high].ticks[1] });
    };
    view.zoomToSelection = () => {
      if (view.selection)
        view.show(place((view.selection.low - 0.5) * per), place((view.selection.high + 0.5) * per));
    };
    return view;
  }

  // Inputs of the ends of a selection, in the unit that is shown; an empty one reaches to the end.
  function endsOf(view, subject) {
    const ends = {};
    const typed = () => {
      const [low, high] = ['from', 'to'].map((key) => ends[key].value.trim() === '' ? null : Number(ends[key].value));
      if (low === null && high === null)
        return view.select(null);
      return view.select(view.placeOf(low ?? 0), view.placeOf(high ?? Number.MAX_VALUE));
    };
    const input = (key) => el('label', {}, key, ends[key] = el('input', { type: 'number', min: '0', step: 'any', name: `select-${key}`, on: { change: typed } }));
    const labels = [input('from'), input('to')];
    return { labels, show: (selection) => {
      for (const [key, of] of [['from', 'low'], ['to', 'high']])
        ends[key].value = selection ? Number((selection[of] * subject.unitsPerTick).toPrecision(9)) : '';
    } };
  }

  // --- What is drawn for a subject ------------------------------------------------------------

  function legendOf(subject, bins) {
    const key = (kind, words, which) => {
      const span = el('span', { class: `key ${kind}`.trim() }, words);
      if (which)
        span.style.setProperty('--key', `var(${which})`);
      return span;
    };
    const classes = [...new Set(bins.flatMap((bin) => bin.classes.map(([index]) => index)))].sort((a, b) => (a ?? 1e9) - (b ?? 1e9));
    return el('p', { class: 'legend' }, key('', `all ${subject.many}`),
      ...classes.map((index) => key('coloured', index === null && !hasClasses(bins) ? 'excluded' : charts.className(index), charts.classColour(index, hasClasses(bins)))),
      key('coloured', '95 % band', '--band'),
      ...(bins.some((bin) => bin.excluded) && bins.some((bin) => bin.count > bin.excluded) ? [key('dashed', 'without what was excluded')] : []));
  }

  // Dozens of pages are of no use on paper.
  function tableBelow(subject, bins) {
    const filled = bins.filter((b) => b.count).length;
    const more = ipoint.remembered(el('details', { class: 'numbers', 'data-unprinted': filled > 200, on: { toggle: () => {
      if (more.open && more.children.length === 1)
        more.append(histogramTable(subject, bins));
    } } }, el('summary', {}, `The histogram as a table, ${ipoint.plural(filled, 'bin')}`)), 'histogram');
    return more;
  }

  // What the distribution's view shows, below it: {elements, listen(canvas)}.
  function below(view, subject) {
    const status = el('span', { class: 'status' });
    const ends = endsOf(view, subject), panel = charts.selectionPanel(view, ends.labels);
    view.moved = ({ min, max }) => {
      status.textContent = `${ipoint.timeInUnit(Number(min.toPrecision(3)))} to ${ipoint.timeInUnit(Number(max.toPrecision(3)))} ${subject.unit}`;
      subject.moved?.();
    };
    view.selected = () => {
      ends.show(view.selection);
      panel.show(view.selection && ipoint.selectionOf(subject, view.selection));
    };
    return [charts.zoomBar(view, status), panel.element];
  }

  // Draws both charts of a subject into a container, in place of the charts before.
  // subject: {name, time, histogram, unit, unitsPerTick, one, many, marks: [{at, text, colour}], redraw() draws all anew}; and if there are any, `below`, an element
  // that comes below the distribution, `drawn`, called with the distribution's canvas and a function that draws another
  // histogram with the same bins there, and `moved`, called when another part is seen.
  ipoint.drawCharts = function drawCharts(container, subject) {
    if (charts.isMissing()) {
      container.replaceChildren(el('p', { class: 'notice' }, 'assets/chart.min.js is missing: no charts.'));
      return;
    }
    const bins = prepare(subject);
    if (bins[0].total === 1) {
      container.replaceChildren(el('p', { class: 'note' },
        `One ${subject.one} was timed: ${range(bins[0], subject.unit)}, raw. How the times are distributed shows with more of them.`));
      return;
    }
    const scale = scaleOf(bins, subject);
    const choose = (which, on) => {
      chosen[which] = on;
      ipoint.writeHash({ [which]: on ? 'on' : 'off' });
      subject.redraw();
      document.querySelector(`[name="${which}"]`).focus({ preventScroll: true });
    };
    const excluded = bins.reduce((sum, bin) => sum + bin.excluded, 0);
    const spread = `${ipoint.plural(bins[0].total, subject.one, subject.many)} from ${ipoint.timeInUnit(bins[0].low)} to ` +
      `${ipoint.timeInUnit(bins[bins.length - 1].high)} ${subject.unit}`;
    const canvas = (label, more) => el('canvas', { role: 'img', 'aria-label': label, ...more });
    const distribution = canvas(`Distribution of ${subject.name}: ${spread}, ${ipoint.count(excluded)} excluded. The table below has the numbers. ${charts.keysInWords}`, { tabindex: '0', class: 'moves' });
    const exceedance = canvas(`Exceedance of ${subject.name}: the share of ${subject.many} that took longer. The table below has the numbers.`);
    const view = viewOf(subject, bins, scale);
    // What is below the distribution stays where it is, with the focus.
    [...container.childNodes].filter((child) => child !== subject.below).forEach((child) => child.remove());
    if (subject.below && subject.below.parentNode !== container)
      container.append(subject.below);
    const [head, caption, box, takes] = charts.figure('Distribution', `How many ${subject.many} took how long: a bar far to the right is a rare long one${excluded ? ', and coloured bars are interrupted ones' : ''}. ${charts.dragInWords}`,
      distribution, charts.toggle('logY', 'log counts', scale.logY, choose), charts.toggle('logX', 'log time', scale.logX, choose));
    container.prepend(head, caption, box, takes, ...below(view, subject));
    container.append(...charts.figure('Exceedance', `The share of ${subject.many} that took longer than a time; the band is its 95 % confidence interval, each time by itself ` +
      `(Clopper–Pearson, as if ${subject.many} were independent).`, exceedance), legendOf(subject, bins), tableBelow(subject, bins));
    view.chart = drawDistribution(distribution, subject, bins, scale, view);
    view.charts = [view.chart, drawExceedance(exceedance, subject, bins, scale)];
    charts.navigate(distribution, view);
    subject.drawn?.(distribution, (histogram) => {
      const chart = Chart.getChart(distribution);
      if (!chart)
        return; // it is being drawn anew
      chart.config.plugins.find((plugin) => plugin.id === 'bars').bins = prepare({ ...subject, histogram });
      chart.draw();
    });
    view.show(view.from, view.to);
    view.selected();
  };
}
