// Part of the ipoint project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The distribution of times and its exceedance curve. Bins of the histogram are drawn from their lowest
// to their highest tick, however wide they are; none is thinner than two pixels, so that a single
// late visit is seen.
'use strict';

{
  const { el } = ipoint;
  let live = [];
  // What the reader chose, as the hash has it; null follows the data.
  const chosen = { logX: null, logY: null };
  for (const key of Object.keys(chosen))
    chosen[key] = { on: true, off: false }[ipoint.readHash().get(key)] ?? null;

  const colour = (name) => getComputedStyle(document.documentElement).getPropertyValue(name).trim();

  // --- The histogram --------------------------------------------------------------------------

  // Bins in the report's unit, with the share of visits that took longer than each.
  function prepare(subject) {
    const per = subject.unitsPerTick;
    const total = subject.histogram.reduce((sum, bin) => sum + bin[2], 0);
    const kept = subject.histogram.reduce((sum, bin) => sum + bin[2] - bin[3], 0);
    let beyond = total, beyondKept = kept;
    return subject.histogram.map(([low, high, count, excluded]) => {
      beyond -= count;
      beyondKept -= count - excluded;
      return {
        low: low * per, high: high * per, count, excluded,
        from: Math.max(0, low - 0.5) * per, to: (high + 0.5) * per,
        exceeded: beyond / total, exceededKept: kept ? beyondKept / kept : null,
      };
    });
  }

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

  // --- Chart.js -------------------------------------------------------------------------------

  // Labels of a logarithmic axis: powers of ten, and 2 and 5 where there are few.
  function logTick(value) {
    const decades = Math.log10(this.max / this.min);
    const mantissa = Number((value / 10 ** Math.floor(Math.log10(value) + 1e-9)).toPrecision(3));
    const wanted = decades > 2 ? [1] : decades > 0.7 ? [1, 2, 5] : [1, 1.5, 2, 3, 4, 5, 6, 7, 8, 9];
    return wanted.includes(mantissa) ? value : null;
  }

  // 10⁻⁴, and nothing for what lies between the powers.
  const powerOfTen = (v) => {
    const power = Math.round(Math.log10(v));
    return Math.abs(v / 10 ** power - 1) < 1e-6
      ? `10${String(power).replace(/./g, (c) => '⁻⁰¹²³⁴⁵⁶⁷⁸⁹'['-0123456789'.indexOf(c)])}` : null;
  };

  function axis(options) {
    const show = options.format;
    return {
      type: options.log ? 'logarithmic' : 'linear',
      min: options.min, max: options.max,
      // Both charts of a subject have their times below one another.
      afterFit: options.width ? (scale) => { scale.width = options.width; } : undefined,
      title: { display: true, text: options.title, color: colour('--muted'), padding: options.padding ?? 2 },
      grid: { color: colour('--grid'), borderColor: colour('--line'), tickLength: 4 },
      ticks: {
        color: colour('--muted'), maxRotation: 0, includeBounds: false, autoSkipPadding: 14, maxTicksLimit: options.ticks,
        callback(value) {
          if (options.log && logTick.call(this, value) === null)
            return null;
          return Number.isInteger(value) || !options.whole ? show(value) : null;
        },
      },
    };
  }

  // Bars from the first to the last tick of each bin, what was excluded on top.
  const bars = {
    id: 'bars',
    afterDatasetsDraw(chart, args, options) {
      const { ctx, chartArea: area, scales: { x, y } } = chart;
      const bottom = area.bottom;
      const pixel = (v) => Math.max(area.top, Math.min(bottom, y.getPixelForValue(v)));
      ctx.save();
      ctx.beginPath();
      ctx.rect(area.left, area.top, area.width, area.height + 1);
      ctx.clip();
      for (const bin of options.bins) {
        if (!bin.count)
          continue;
        let left = x.getPixelForValue(Math.max(bin.from, x.min));
        let width = x.getPixelForValue(bin.to) - left;
        if (width < 2) {
          left -= (2 - width) / 2;
          width = 2;
        } else if (width > 6)
          width -= 1;
        const top = pixel(bin.count);
        const split = bin.excluded ? pixel(Math.max(bin.count - bin.excluded, y.min)) : top;
        ctx.fillStyle = options.bar;
        ctx.fillRect(left, split, width, bottom - split);
        if (bin.excluded) {
          ctx.fillStyle = options.excluded;
          ctx.fillRect(left, top, width, Math.max(split - top, 2));
        }
      }
      ctx.restore();
    },
  };

  // Upright lines with a word: the high-water mark, the filter's thresholds.
  const marks = {
    id: 'marks',
    afterDatasetsDraw(chart, args, options) {
      const { ctx, chartArea: area, scales: { x } } = chart;
      ctx.save();
      ctx.font = `11px ${Chart.defaults.font.family}`;
      ctx.setLineDash([3, 3]);
      ctx.textBaseline = 'top';
      options.list.filter((m) => m.at >= x.min && m.at <= x.max).forEach((mark, row) => {
        const at = Math.round(x.getPixelForValue(mark.at)) + 0.5;
        const width = ctx.measureText(mark.text).width;
        const left = at + 4 + width > area.right ? at - 4 - width : at + 4;
        const top = area.top + 1 + row * 14;
        ctx.strokeStyle = options.line;
        ctx.beginPath();
        ctx.moveTo(at, area.top);
        ctx.lineTo(at, area.bottom);
        ctx.stroke();
        ctx.fillStyle = options.paper;
        ctx.fillRect(left - 2, top, width + 4, 13);
        ctx.fillStyle = options.line;
        ctx.fillText(mark.text, left, top + 1);
      });
      ctx.restore();
    },
  };

  function draw(canvas, { points, plugins, x, y, tooltip, extra }) {
    const chart = new Chart(canvas, {
      type: 'scatter',
      plugins,
      data: { datasets: [{ data: points, pointRadius: 0, pointHoverRadius: 0, ...(extra && extra.first) }, ...(extra && extra.more || [])] },
      options: {
        animation: false, responsive: true, maintainAspectRatio: false,
        interaction: { mode: 'nearest', axis: 'x', intersect: false },
        layout: { padding: { top: 4, right: 8 } },
        scales: { x, y },
        plugins: {
          legend: { display: false },
          tooltip: {
            displayColors: false, animation: false, callbacks: { title: () => '', label: tooltip },
            filter: (item) => item.datasetIndex === 0,
          },
          ...(extra && extra.options),
        },
      },
    });
    live.push(chart);
    return chart;
  }

  const range = (bin, unit) => bin.low === bin.high ? `${ipoint.timeInUnit(bin.low)} ${unit}`
    : `${ipoint.timeInUnit(bin.low)}–${ipoint.timeInUnit(bin.high)} ${unit}`;

  function drawDistribution(canvas, subject, bins, scale) {
    const unit = subject.unit;
    const top = Math.max(...bins.map((bin) => bin.count));
    draw(canvas, {
      points: bins.filter((b) => b.count).map((bin) => ({ x: Math.max((bin.low + bin.high) / 2, scale.min), y: bin.count, bin })),
      plugins: [bars, marks],
      x: axis({ log: scale.logX, min: scale.min, max: scale.max, title: `${unit}, raw`, format: ipoint.axis, ticks: 7 }),
      y: axis({ log: scale.logY, min: scale.logY ? 0.7 : 0, max: scale.logY ? top * 5 : top * 1.22,
        title: `${subject.many} per bin`, width: 58, format: ipoint.axis, ticks: scale.logY ? 40 : 5, whole: true }),
      tooltip: ({ raw: { bin } }) => [range(bin, unit), ipoint.plural(bin.count, subject.one, subject.many),
        ...(bin.excluded ? [`${ipoint.count(bin.excluded)} of them excluded`] : [])],
      extra: { options: {
        bars: { bins, bar: colour('--bar'), excluded: colour('--excluded') },
        marks: { list: subject.marks, line: colour('--mark'), paper: colour('--surface') },
      } },
    });
  }

  // From 1, down at the end of each bin, to the smallest share at the high-water mark.
  function steps(bins, key, floor) {
    const points = [{ x: bins[0].low, y: 1, bin: null }];
    for (const bin of bins.filter((b) => b.count))
      points.push({ x: bin.high, y: Math.max(bin[key], floor), bin });
    return points;
  }

  function drawExceedance(canvas, subject, bins, scale) {
    const total = bins.reduce((sum, bin) => sum + bin.count, 0);
    const floor = 10 ** Math.floor(Math.log10(1 / total) - 0.05);
    const clamp = (points) => points.map((p) => ({ ...p, x: Math.max(p.x, scale.min) }));
    const kept = bins.filter((bin) => bin.count > bin.excluded);
    const anyExcluded = bins.some((bin) => bin.excluded) && kept.length > 0;
    const line = { showLine: true, stepped: true, borderWidth: 1.75, pointRadius: 0 };
    draw(canvas, {
      points: clamp(steps(bins, 'exceeded', floor)),
      plugins: [marks],
      x: axis({ log: scale.logX, min: scale.min, max: scale.max, title: `${subject.unit}, raw`, format: ipoint.axis, ticks: 7 }),
      y: axis({ log: true, min: floor, max: 6, title: 'share that took longer', width: 58, ticks: 60,
        format: (v) => v > 1 ? null : v >= 0.01 ? String(Number(v.toPrecision(2))) : powerOfTen(v) }),
      tooltip: ({ raw: { bin } }) => bin ? [`longer than ${ipoint.timeInUnit(bin.high)} ${subject.unit}:`,
        bin.exceeded > 0 ? `${ipoint.count(Math.round(bin.exceeded * total))} of ${ipoint.count(total)} ${subject.many}` : 'none observed']
        : 'all',
      extra: {
        first: { ...line, borderColor: colour('--bar') },
        more: anyExcluded ? [{ ...line, borderDash: [4, 3], borderColor: colour('--mark'),
          data: clamp(steps(kept, 'exceededKept', floor)) }] : [],
        options: { marks: { list: subject.marks.slice(0, 1), line: colour('--mark'), paper: colour('--surface') } },
      },
    });
    return anyExcluded;
  }

  // --- What is drawn for a subject ------------------------------------------------------------

  function histogramTable(subject, bins) {
    const excluded = bins.some((bin) => bin.excluded);
    return ipoint.scroller('Histogram', el('table', { class: 'list compact' },
      el('thead', {}, el('tr', {},
        el('th', { scope: 'col', class: 'num' }, `${subject.unit}, raw`), el('th', { scope: 'col', class: 'num' }, subject.many),
        excluded ? el('th', { scope: 'col', class: 'num' }, 'excluded') : null,
        el('th', { scope: 'col', class: 'num' }, 'took longer'))),
      el('tbody', {}, bins.filter((bin) => bin.count).map((bin) => el('tr', {},
        el('th', { scope: 'row', class: 'num' }, range(bin, '').trim()),
        ipoint.numberCell(ipoint.count(bin.count)),
        excluded ? ipoint.numberCell(ipoint.count(bin.excluded)) : null,
        ipoint.numberCell(bin.exceeded > 0 ? bin.exceeded.toPrecision(3) : '0'))))));
  }

  function toggle(name, label, checked, onChange) {
    return el('label', { class: 'toggle' },
      el('input', { type: 'checkbox', name, checked, on: { change: (event) => onChange(name, event.target.checked) } }), label);
  }

  // Draws both charts of a subject into a container, in place of the charts before.
  // subject: {name, histogram, unit, unitsPerTick, one, many, marks: [{at, text}]}; and if there are any, `below`, an element
  // that comes below the distribution, and `drawn`, called with the distribution's canvas and a function that draws another
  // histogram with the same bins there.
  ipoint.drawCharts = function drawCharts(container, subject) {
    ipoint.dropCharts();
    if (typeof Chart === 'undefined') {
      container.replaceChildren(el('p', { class: 'notice' }, 'assets/chart.min.js is missing: no charts.'));
      return;
    }
    Chart.defaults.font.family = getComputedStyle(document.body).fontFamily;
    Chart.defaults.font.size = 11;
    const bins = prepare(subject);
    const scale = scaleOf(bins, subject);
    const choose = (which, on) => {
      chosen[which] = on;
      ipoint.writeHash({ [which]: on ? 'on' : 'off' });
      drawCharts(container, subject);
      container.querySelector(`[name="${which}"]`).focus();
    };
    const total = bins.reduce((sum, bin) => sum + bin.count, 0);
    const excluded = bins.reduce((sum, bin) => sum + bin.excluded, 0);
    const spread = `${ipoint.plural(total, subject.one, subject.many)} from ${ipoint.timeInUnit(bins[0].low)} to ` +
      `${ipoint.timeInUnit(bins[bins.length - 1].high)} ${subject.unit}`;
    const canvas = (label) => el('canvas', { role: 'img', 'aria-label': label });
    const distribution = canvas(`Distribution of ${subject.name}: ${spread}, ${ipoint.count(excluded)} excluded. The table below has the numbers.`);
    const exceedance = canvas(`Exceedance of ${subject.name}: the share of ${subject.many} that took longer. The table below has the numbers.`);
    const legend = el('p', { class: 'legend' });
    const more = ipoint.remembered(el('details', { class: 'numbers', on: { toggle: () => {
      if (more.open && more.children.length === 1)
        more.append(histogramTable(subject, bins));
    } } }, el('summary', {}, `The histogram as a table, ${ipoint.plural(bins.filter((b) => b.count).length, 'bin')}`)), 'histogram');
    // What is below the distribution stays where it is, with the focus.
    const { below } = subject;
    [...container.childNodes].filter((child) => child !== below).forEach((child) => child.remove());
    if (below && below.parentNode !== container)
      container.append(below);
    container.prepend(
      el('div', { class: 'chart-head' }, el('h3', {}, 'Distribution'),
        toggle('logY', 'log counts', scale.logY, choose), toggle('logX', 'log time', scale.logX, choose)),
      el('div', { class: 'chart' }, distribution), ipoint.downloads(distribution, `Distribution of ${subject.name}`));
    container.append(
      el('div', { class: 'chart-head' }, el('h3', {}, 'Exceedance')),
      el('div', { class: 'chart' }, exceedance), ipoint.downloads(exceedance, `Exceedance of ${subject.name}`),
      legend, more);
    drawDistribution(distribution, subject, bins, scale);
    const twoCurves = drawExceedance(exceedance, subject, bins, scale);
    legend.replaceChildren(el('span', { class: 'key bar' }, `all ${subject.many}`),
      ...(excluded ? [el('span', { class: 'key excluded' }, 'excluded')] : []),
      ...(twoCurves ? [el('span', { class: 'key dashed' }, 'without what was excluded')] : []));
    subject.drawn?.(distribution, (histogram) => {
      const chart = Chart.getChart(distribution);
      if (!chart)
        return; // it is being drawn anew
      chart.options.plugins.bars.bins = prepare({ ...subject, histogram });
      chart.draw();
    });
  };

  // For charts of other subjects.
  ipoint.charts = { axis, colour, draw, marks, powerOfTen, toggle };

  ipoint.dropCharts = function dropCharts() {
    live.forEach((chart) => chart.destroy());
    live = [];
  };
}
