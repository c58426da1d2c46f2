// Part of the ipoint project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Inclusive times of calls against a number that each has: what a mark recorded in it, or how often a loop's body ran.
'use strict';

{
  const { el, charts } = ipoint;
  let chosen = 0; // of the numbers of a function; stays where there are as many

  const figure = (v) => Math.abs(v) >= 1000 ? ipoint.count(v) : String(Number(v.toPrecision(4)));
  // What it is a number of: in the singular, and for an axis.
  const nameOf = (of) => of.kind === 'loop' ? [`iteration of ${of.name}`, `iterations of ${of.name}`] : [`unit of ${of.name}`, `${of.name}, recorded`];

  // The line through the sample, in a sentence.
  ipoint.fitInWords = function fitInWords(of) {
    const { fit } = of, per = ipoint.perTick, unit = ipoint.unitName, [one] = nameOf(of);
    const sample = of.sample.length < of.calls ? `${ipoint.count(of.sample.length)} of ${ipoint.plural(of.calls, 'call')}, drawn at random` : `all ${ipoint.plural(of.calls, 'call')}`;
    const several = of.several ? ` ${ipoint.plural(of.several, 'call')} recorded more than one value and ${of.several === 1 ? 'is' : 'are'} not among them.` : '';
    return (fit ? `${figure(fit.intercept * per)} ${unit} + ${figure(fit.slope * per)} ${unit} per ${one} (95 %: ${figure(fit.slope_low * per)} to ${figure(fit.slope_high * per)}), r² ${fit.r2.toFixed(3)}; ` +
      `residual ± ${figure(fit.residual * per)} ${unit} (standard deviation). Least squares over ${sample}, probes included.` : `Too few calls for a line: ${sample}.`) + several;
  };

  const line = (fit, per) => ({
    id: 'line',
    beforeDatasetsDraw(chart) {
      const { x, y } = chart.scales;
      if (!fit)
        return;
      charts.clipped(chart, (ctx) => {
        const at = (value) => y.getPixelForValue((fit.intercept + fit.slope * value) * per);
        const band = fit.residual * per, up = Math.abs(y.getPixelForValue(0) - y.getPixelForValue(band));
        const [left, right] = [x.min, x.max].map((value) => [x.getPixelForValue(value), at(value)]);
        ctx.fillStyle = charts.colour('--band');
        ctx.globalAlpha = 0.5;
        ctx.beginPath();
        ctx.moveTo(left[0], left[1] - up);
        ctx.lineTo(right[0], right[1] - up);
        ctx.lineTo(right[0], right[1] + up);
        ctx.lineTo(left[0], left[1] + up);
        ctx.fill();
        ctx.globalAlpha = 1;
        ctx.strokeStyle = charts.colour('--mark');
        ctx.lineWidth = 1.75;
        ctx.beginPath();
        ctx.moveTo(...left);
        ctx.lineTo(...right);
        ctx.stroke();
      });
    },
  });

  // Sample and longest, each pair once.
  function pointsOf(of, per) {
    const longest = new Set(of.longest.map(String));
    const point = ([value, ticks], isLong) => ({ x: value, y: ticks * per, isLong });
    return [...of.sample.filter((pair) => !longest.has(String(pair))).map((pair) => point(pair, false)), ...of.longest.map((pair) => point(pair, true))];
  }

  function drawScatter(canvas, of) {
    const per = ipoint.perTick, points = pointsOf(of, per);
    const xs = points.map((p) => p.x), low = Math.min(...xs), high = Math.max(...xs), pad = Math.max(0.5, (high - low) * 0.03);
    charts.draw(canvas, {
      points, plugins: [line(of.fit, per)],
      x: charts.axis({ min: low - pad, max: high + pad, title: nameOf(of)[1], format: ipoint.axis, ticks: 10, whole: true }),
      y: charts.axis({ min: 0, max: Math.max(...points.map((p) => p.y)) * 1.06, title: `${ipoint.unitName}, inclusive, raw`, width: 58, format: ipoint.axis, ticks: 7 }),
      tooltip: ({ raw }) => [`${ipoint.count(raw.x)}: ${ipoint.timeInUnit(raw.y)} ${ipoint.unitName}`,
        ...(of.fit ? [`the line: ${figure((of.fit.intercept + of.fit.slope * raw.x) * per)}`] : []), ...(raw.isLong ? ['one of the longest calls'] : [])],
      extra: { first: { pointRadius: points.map((p) => p.isLong ? 3.5 : 2.5), pointBackgroundColor: points.map((p) => charts.colour(p.isLong ? '--excluded' : '--bar')), pointBorderWidth: 0 } },
    });
  }

  // Of a function, for its panel: {elements, draw()}, or null where no number of its calls varies.
  ipoint.valuesFigure = function valuesFigure(f, redraw) {
    if (!f.by_value?.length || charts.isMissing())
      return null;
    const of = f.by_value[Math.min(chosen, f.by_value.length - 1)];
    const label = nameOf(of)[1];
    const canvas = el('canvas', { role: 'img', class: 'moves', 'aria-label': `Times against ${label}: ${ipoint.fitInWords(of)}` });
    const pick = f.by_value.length < 2 ? '' : el('label', { class: 'choose' }, 'against ', el('select', { name: 'value', on: { change: (event) => {
      chosen = Number(event.target.value);
      redraw();
      document.querySelector('select[name="value"]').focus({ preventScroll: true });
    } } }, f.by_value.map((each, at) => el('option', { value: String(at), selected: each === of }, nameOf(each)[1]))));
    return { elements: [...charts.figure(`Time against ${label}`, `A point for each call: what it took with its callees, over ${of.kind === 'loop' ? 'how often the loop’s body ran in it' : 'the value that the mark recorded in it'}. ` +
      `The ${of.longest.length} longest are coloured; the line is a fit, the band its residual.`, canvas, pick), el('p', { class: 'finding' }, ipoint.fitInWords(of))],
    draw: () => drawScatter(canvas, of) };
  };

  // Which numbers calls of these inclusive times, low to high ticks, have: elements.
  ipoint.valuesWithin = function valuesWithin(f, { low, high }) {
    const isIn = ([, ticks]) => ticks >= low && ticks <= high;
    const words = (values) => {
      const sorted = [...values].sort((a, b) => a - b);
      return sorted.length ? [sorted[0], sorted[(sorted.length - 1) >> 1], sorted[sorted.length - 1]].map((v) => ipoint.numberCell(ipoint.count(v))) : [0, 1, 2].map(() => ipoint.numberCell(ipoint.none));
    };
    return (f.by_value ?? []).flatMap((of) => {
      const here = of.sample.filter(isIn), elsewhere = of.sample.filter((pair) => !isIn(pair)), longest = of.longest.filter(isIn);
      // The longest calls are known, all of them from the shortest of these on.
      const isWhole = of.calls <= of.longest.length || low >= of.longest[of.longest.length - 1][1];
      const inside = isWhole ? longest : here;
      const row = (name, values) => el('tr', {}, el('th', { scope: 'row' }, name), ipoint.numberCell(ipoint.count(values.length)), words(values.map(([value]) => value)));
      return [el('h4', {}, nameOf(of)[1]), ipoint.scroller(nameOf(of)[1], el('table', { class: 'list compact' },
        ipoint.headOf([[null, 'calls'], ...[isWhole || of.sample.length === of.calls ? 'known' : 'in the sample', 'least', 'median', 'greatest'].map((head) => ['num', head])]),
        el('tbody', {}, row('selected', inside), row('elsewhere', elsewhere))))];
    });
  };
}
