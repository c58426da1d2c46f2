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
      title: { display: true, text: options.title, color: charts.colour('--muted'), padding: options.padding ?? 2 },
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

  // Lines with a word, upright or level: marks = {list: [{at, text, colour, level}], paper}. Words that would lie over
  // one another go into rows.
  charts.marks = {
    id: 'marks',
    afterDatasetsDraw(chart, args, { list, paper }) {
      const { ctx, chartArea: area, scales: { x, y } } = chart;
      ctx.save();
      ctx.font = `11px ${Chart.defaults.font.family}`;
      ctx.textBaseline = 'top';
      const taken = [];
      const scaleOf = (mark) => mark.level ? y : x;
      for (const mark of list.filter((m) => m.at >= scaleOf(m).min && m.at <= scaleOf(m).max)) {
        const { level } = mark, scale = scaleOf(mark);
        const at = Math.round(scale.getPixelForValue(mark.at)) + 0.5;
        const width = ctx.measureText(mark.text).width;
        ctx.strokeStyle = ctx.fillStyle = charts.colour(mark.colour || '--mark');
        ctx.setLineDash([3, 3]);
        ctx.beginPath();
        ctx.moveTo(level ? area.left : at, level ? at : area.top);
        ctx.lineTo(level ? area.right : at, level ? at : area.bottom);
        ctx.stroke();
        const box = { left: level ? area.right - width - 4 : at + 4 + width > area.right ? at - 4 - width : at + 4, width,
          top: level ? Math.min(at + 2, area.bottom - 13) : area.top + 1 };
        const isOver = (other) => box.left < other.left + other.width + 6 && other.left < box.left + box.width + 6 &&
          box.top < other.top + 13 && other.top < box.top + 13;
        for (let other = taken.find(isOver); other && box.top < area.bottom - 26; other = taken.find(isOver))
          box.top = other.top + 14;
        taken.push(box);
        box.draw = () => {
          ctx.fillStyle = paper;
          ctx.fillRect(box.left - 2, box.top, width + 4, 13);
          ctx.fillStyle = charts.colour(mark.colour || '--mark');
          ctx.fillText(mark.text, box.left, box.top + 1);
        };
      }
      taken.forEach((box) => box.draw());
      ctx.restore();
    },
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
  };

  // A chart with its title, one sentence on what it shows and how to read it, and what switches it.
  charts.figure = (title, caption, canvas, ...controls) => [
    el('div', { class: 'chart-head' }, el('h3', {}, title), ...controls),
    el('p', { class: 'caption' }, caption),
    el('div', { class: 'chart' }, canvas), ipoint.downloads(canvas, canvas.getAttribute('aria-label').split(':')[0]),
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

  ipoint.dropCharts = function dropCharts() {
    live.forEach((chart) => chart.destroy());
    live = [];
  };
}
