// Part of the ipoint project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What all charts share: colours, axes, lines with words, and the charts that are on the page.
'use strict';

ipoint.charts = {};
{
  const { el } = ipoint;
  const { charts } = ipoint;
  let live = [];

  charts.colour = (name) => getComputedStyle(document.documentElement).getPropertyValue(name).trim();
  charts.isMissing = () => typeof Chart === 'undefined';

  // Labels of a logarithmic axis: powers of ten, and 2 and 5 where there are few.
  function logTick(value) {
    const decades = Math.log10(this.max / this.min);
    const mantissa = Number((value / 10 ** Math.floor(Math.log10(value) + 1e-9)).toPrecision(3));
    const wanted = decades > 2 ? [1] : decades > 0.7 ? [1, 2, 5] : [1, 1.5, 2, 3, 4, 5, 6, 7, 8, 9];
    return wanted.includes(mantissa) ? value : null;
  }

  // 10⁻⁴, and nothing for what lies between the powers.
  charts.powerOfTen = (v) => {
    const power = Math.round(Math.log10(v));
    return Math.abs(v / 10 ** power - 1) < 1e-6
      ? `10${String(power).replace(/./g, (c) => '⁻⁰¹²³⁴⁵⁶⁷⁸⁹'['-0123456789'.indexOf(c)])}` : null;
  };

  // The least of 1, 2, 5, 10, 20, … that is not less.
  charts.roundStep = function roundStep(least) {
    const power = 10 ** Math.floor(Math.log10(least));
    return power * [1, 2, 5, 10].find((by) => by * power >= least * (1 - 1e-9));
  };

  // Options: title, format(value), min, max, log, width (of the whole axis), ticks (at most), whole (numbers only), places(scale): where
  // ticks stand, if not at round values.
  charts.axis = function axis(options) {
    const show = options.format;
    return {
      type: options.log ? 'logarithmic' : 'linear',
      min: options.min, max: options.max,
      // All charts of a subject begin below one another.
      afterBuildTicks: options.places ? (scale) => { scale.ticks = options.places(scale).map((value) => ({ value })); } : undefined,
      afterFit: options.width ? (scale) => { scale.width = options.width; } : undefined,
      title: { display: true, text: options.log ? `${options.title}, log scale` : options.title, color: charts.colour('--muted'), padding: options.padding ?? 2 },
      grid: { color: charts.colour('--grid'), borderColor: charts.colour('--line'), tickLength: 4 },
      ticks: {
        color: charts.colour('--muted'), maxRotation: 0, includeBounds: false, autoSkip: !options.places, autoSkipPadding: 14, maxTicksLimit: options.ticks,
        callback(value) {
          if (options.log && logTick.call(this, value) === null)
            return null;
          return Number.isInteger(value) || !options.whole ? show(value) : null;
        },
      },
    };
  };

  // Where the words of upright lines stand above the area: boxes = [{at (pixels), width}] get {isLeft, row}. A word stands to the right of its
  // line where there is room; a line that would cross a word begins in a lower row. Returns how many rows there are.
  charts.flags = function flags(boxes, right) {
    const spans = ({ at, width, isLeft }) => isLeft ? [at - width - 6, at] : [at, at + width + 6];
    const isIn = (at, box) => at >= spans(box)[0] && at <= spans(box)[1];
    for (const box of boxes)
      Object.assign(box, { row: 0, isLeft: box.at + box.width + 6 > right });
    for (let isNew = true; isNew;) {
      const crossed = boxes.filter((box) => !box.isLeft && box.at > box.width + 6 && boxes.some((other) => other.isLeft && isIn(box.at, other)));
      crossed.forEach((box) => { box.isLeft = true; });
      isNew = crossed.length > 0;
    }
    const order = [...boxes.filter((box) => !box.isLeft).sort((a, b) => a.at - b.at), ...boxes.filter((box) => box.isLeft).sort((a, b) => b.at - a.at)];
    order.forEach((box, i) => {
      const [from, to] = spans(box);
      for (const other of order.slice(0, i))
        if (other.row >= box.row && from <= spans(other)[1] && to >= spans(other)[0])
          box.row = other.row + 1;
    });
    return boxes.reduce((most, { row }) => Math.max(most, row + 1), 0);
  };

  const flagHeight = 14;
  const font = () => `11px ${Chart.defaults.font.family}`;

  // Lines with a word: marks = {list: [{at, text, colour, level}], paper}. The words of upright ones stand in rows above the area, those of
  // level ones at its right.
  charts.marks = {
    id: 'marks',
    afterDatasetsDraw(chart, args, { list, paper }) {
      const { ctx, chartArea: area, scales: { x, y } } = chart;
      const line = (mark, ...ends) => {
        ctx.strokeStyle = ctx.fillStyle = charts.colour(mark.colour || '--mark');
        ctx.setLineDash([3, 3]);
        ctx.beginPath();
        ctx.moveTo(ends[0], ends[1]);
        ctx.lineTo(ends[2], ends[3]);
        ctx.stroke();
      };
      ctx.save();
      ctx.font = font();
      ctx.textBaseline = 'top';
      const isSeen = (mark, scale) => mark.at >= scale.min && mark.at <= scale.max;
      const upright = list.filter((m) => !m.level && isSeen(m, x)).map((mark) => ({ mark, at: Math.round(x.getPixelForValue(mark.at)) + 0.5, width: ctx.measureText(mark.text).width }));
      const rows = charts.flags(upright, chart.width);
      chart.flags = upright; // for tests
      for (const { mark, at, width, row, isLeft } of upright) {
        const top = area.top - (rows - row) * flagHeight;
        line(mark, at, top, at, area.bottom);
        ctx.fillText(mark.text, isLeft ? at - 4 - width : at + 4, top);
      }
      for (const mark of list.filter((m) => m.level && isSeen(m, y))) {
        const at = Math.round(y.getPixelForValue(mark.at)) + 0.5, width = ctx.measureText(mark.text).width;
        line(mark, area.left, at, area.right, at);
        const [left, top] = [area.right - width - 4, Math.min(at + 2, area.bottom - 13)];
        ctx.fillStyle = paper;
        ctx.fillRect(left - 2, top, width + 4, 13);
        ctx.fillStyle = charts.colour(mark.colour || '--mark');
        ctx.fillText(mark.text, left, top + 1);
      }
      ctx.restore();
    },
  };

  // How many rows the words of upright marks take above a canvas that is not drawn yet, with an axis of `axis` pixels beside the area.
  charts.flagRows = function flagRows(canvas, list, { min, max, log }, axis) {
    const ctx = canvas.getContext('2d');
    const place = (v) => log ? Math.log(v) : v;
    const width = canvas.parentElement.clientWidth - axis - 8;
    ctx.font = font();
    return charts.flags(list.filter((m) => !m.level && m.at >= min && m.at <= max).map((m) => ({ width: ctx.measureText(m.text).width,
      at: axis + (place(m.at) - place(min)) / (place(max) - place(min)) * width })), axis + width + 8);
  };

  // Draws only within the area between the axes.
  charts.clipped = function clipped(chart, action) {
    const { ctx, chartArea: area } = chart;
    ctx.save();
    ctx.beginPath();
    ctx.rect(area.left, area.top, area.width, area.height + 1);
    ctx.clip();
    action(ctx, area);
    ctx.restore();
  };

  // Options: points, plugins, x and y (axes), tooltip(item) → lines, extra: {first: options of the points, more: further
  // sets, options: of plugins}.
  charts.draw = function draw(canvas, { points, plugins, x, y, tooltip, extra }) {
    Chart.defaults.font.family = getComputedStyle(document.body).fontFamily;
    Chart.defaults.font.size = 11;
    Object.assign(Chart.defaults.plugins.tooltip, { backgroundColor: charts.colour('--raised'), bodyColor: charts.colour('--ink'), borderColor: charts.colour('--muted'), borderWidth: 1 });
    const rows = charts.flagRows(canvas, extra?.options?.marks?.list ?? [], { min: x.min, max: x.max, log: x.type === 'logarithmic' }, 58);
    canvas.parentElement.style.setProperty('--flags', rows);
    const chart = new Chart(canvas, {
      type: 'scatter',
      plugins,
      data: { datasets: [{ data: points, pointRadius: 0, pointHoverRadius: 0, ...(extra && extra.first) }, ...(extra && extra.more || [])] },
      options: {
        animation: false, responsive: true, maintainAspectRatio: false,
        interaction: { mode: 'nearest', axis: 'x', intersect: false },
        layout: { padding: { top: 4 + rows * flagHeight, right: 8 } },
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
  };

  // A chart with its title, one sentence on what it shows and how to read it, and what switches it.
  charts.figure = (title, caption, canvas, ...controls) => [
    el('div', { class: 'chart-head' }, el('h3', {}, title), ...controls),
    el('p', { class: 'caption' }, caption),
    el('div', { class: canvas.classList.contains('moves') ? 'chart tall' : 'chart' }, canvas), ipoint.downloads(canvas, canvas.getAttribute('aria-label').split(':')[0]),
  ];

  charts.toggle = (name, label, checked, onChange) => el('label', { class: 'toggle' },
    el('input', { type: 'checkbox', name, checked, on: { change: (event) => onChange(name, event.target.checked) } }), label);

  // A share as a reader pictures it.
  charts.oneIn = (share) => share <= 0 ? 'none' : share > 0.05 ? ipoint.share(share) : `1 in ${ipoint.count(1 / share)}`;

  // --- Interrupt classes ----------------------------------------------------------------------

  // Colours that distinguish classes; further ones share the last.
  const classColours = 5;
  // What is excluded and has no class: --excluded where nothing has one.
  charts.classColour = (index, anyKnown) => index === null ? anyKnown ? '--class-none' : '--excluded' : `--class-${Math.min(index, classColours - 1) + 1}`;
  charts.className = (index) => {
    const known = index !== null && ipoint.report.interrupts?.classes[index];
    return known ? ipoint.classInWords(known) : 'excluded, of no class';
  };

  // Those within an element, and those that are on the page no more; without one, all.
  ipoint.dropCharts = function dropCharts(within) {
    const isKept = (chart) => within && chart.canvas?.isConnected && !within.contains(chart.canvas);
    live.filter((chart) => !isKept(chart)).forEach((chart) => chart.destroy());
    live = live.filter(isKept);
  };
}
