// Part of the ipoint project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Times in the order of execution, as a heat map, and how the high-water mark rose with the number of visits. The data has the
// series in buckets of the runs' time, one width for all; where a chart has fewer pixels it joins buckets, and keeps
// the largest time of them.
'use strict';

{
  const { el, charts } = ipoint;
  const { axis, colour, draw, marks } = charts;
  const read = new WeakMap(); // a TIME's series → its buckets
  const views = new WeakMap(); // these → what the reader sees of it: {from, to, log}

  // --- Series ---------------------------------------------------------------------------------

  // A TIME's series as a list of buckets, or null: [{first, last (bucket of the document's grid), run, start (ticks into it),
  // count, excluded, mean, max, kept}]; kept is the largest that was not excluded, or null.
  ipoint.bucketsOf = function bucketsOf(time) {
    const grid = ipoint.report.series, columns = time?.series;
    if (!grid || !columns?.bucket.length)
      return null;
    if (!read.has(columns))
      read.set(columns, rowsOf(grid, withAll(time)));
    return read.get(columns);
  };

  // One bucket that has all times is written without what `raw` and the histogram have.
  function withAll({ series, raw, histogram }) {
    return series.count ? series : { ...series, count: [raw.count], sum: [raw.total], max: [raw.max],
      lengths: [joined([], histogram.map(([low,, count]) => [lengthOf(low), count]))] };
  }

  const rowsOf = (grid, columns) => columns.bucket.map((at, i) => {
    const excluded = columns.excluded?.[i] || 0;
    const [run, start] = grid.buckets[at];
    return { first: at, last: at, run, start, count: columns.count[i], excluded, mean: columns.sum[i] / columns.count[i], max: columns.max[i],
      kept: excluded ? columns.max_kept[i] : columns.max[i], lengths: columns.lengths?.[i] || lengthsOf(columns.count[i], columns.sum[i], columns.max[i]) };
  });

  // Bins of lengths, as of report/lib/stats/Lengths.h: eight to a power of two, one for each tick below 16.
  function lengthOf(ticks) {
    const shift = ticks < 16 ? 0 : Math.floor(Math.log2(ticks)) - 3;
    return shift * 8 + Math.floor(ticks / 2 ** shift);
  }
  // Those that are not given: two times, or all in the bin of the largest.
  const lengthsOf = (count, sum, max) => count === 2 ? joined([[lengthOf(sum - max), 1]], [[lengthOf(max), 1]]) : [[lengthOf(max), count]];
  // The least and the largest time of one.
  ipoint.lengthBin = function lengthBin(bin) {
    const width = bin < 16 ? 1 : 2 ** ((bin >> 3) - 1);
    return [bin < 16 ? bin : (8 + bin % 8) * width, (bin < 16 ? bin + 1 : (9 + bin % 8) * width) - 1];
  };
  const joined = (a, b) => [...b.reduce((sums, [bin, count]) => sums.set(bin, (sums.get(bin) ?? 0) + count), new Map(a))].sort((p, q) => p[0] - q[0]);

  // Joins buckets that begin in the same column of pixels.
  ipoint.thinned = function thinned(buckets, columnOf) {
    const out = [];
    let column = null;
    for (const b of buckets) {
      const at = columnOf(b.first);
      const last = out[out.length - 1];
      if (last && at === column) {
        const count = last.count + b.count;
        Object.assign(last, { last: b.last, count, mean: (last.mean * last.count + b.mean * b.count) / count, max: Math.max(last.max, b.max),
          kept: last.kept === null ? b.kept : Math.max(last.kept, b.kept ?? 0), excluded: last.excluded + b.excluded, lengths: joined(last.lengths, b.lengths) });
      } else
        out.push({ ...b });
      column = at;
    }
    return out;
  };

  // Each bucket as a column of cells, one for each bin of lengths, the darker the more lie in it; its mean as a line; a dot is the largest where that
  // was interrupted, a ring the high-water mark. (What hangs on a chart's options is read through proxies, which is slow: these are arguments.)
  const heat = (buckets, perTick, highest) => ({
    id: 'heat',
    afterDatasetsDraw(chart) {
      const { x, y } = chart.scales;
      charts.clipped(chart, (ctx, area) => {
        const column = (n) => Math.floor(x.getPixelForValue(n) / 2);
        const pixel = (ticks) => y.getPixelForValue(Math.max(ticks * perTick, y.min));
        const seen = ipoint.thinned(buckets.filter((b) => b.last >= x.min - 1 && b.first <= x.max + 1), column);
        const most = seen.reduce((max, b) => b.lengths.reduce((m, [, count]) => Math.max(m, count), max), 1);
        const dots = (b, left, width, draw) => {
          ctx.beginPath();
          ctx.arc(left + width / 2, pixel(b.max), draw ? 5 : 3, 0, 7);
        };
        chart.$most = most;
        for (const b of seen) {
          const left = x.getPixelForValue(b.first - 0.5);
          const width = Math.max(2, x.getPixelForValue(b.last + 0.5) - left - (seen.length < area.width / 6 ? 1 : 0));
          ctx.fillStyle = colour('--bar');
          for (const [bin, count] of b.lengths) {
            const [low, high] = ipoint.lengthBin(bin), top = pixel(high + 0.5), bottom = pixel(Math.max(0, low - 0.5));
            ctx.globalAlpha = most === 1 ? 1 : 0.35 + 0.65 * Math.log(count) / Math.log(most);
            ctx.fillRect(left, Math.min(top, bottom - 2), width, Math.max(2, bottom - top));
          }
          ctx.globalAlpha = 1;
          ctx.fillStyle = colour('--ink');
          ctx.fillRect(left, pixel(b.mean) - 0.5, width, 1);
          if (b.excluded) {
            ctx.fillStyle = colour('--excluded');
            dots(b, left, width);
            ctx.fill();
          }
          if (b.first <= highest.first && b.last >= highest.last) {
            ctx.strokeStyle = colour('--mark');
            ctx.lineWidth = 2;
            dots(b, left, width, true);
            ctx.stroke();
          }
        }
      });
    },
  });

  // Where in the runs a bucket begins, in words.
  const lapse = (ticks) => ipoint.report.clock.rate_hz ? ipoint.duration(Math.max(0, Math.round(ticks)) * 1e9 / ipoint.report.clock.rate_hz) : `${ipoint.count(ticks)} ticks`;
  const hasRuns = (series) => series[0].run !== series[series.length - 1].run;
  const placeOf = (series, bucket) => `${hasRuns(series) ? `run ${bucket.run + 1}, ` : ''}${lapse(bucket.start)}`;
  // From where to where in its run a bucket reaches on the axis, in ticks: up to the next one, for those in which nothing ended are left out.
  function spanOf(n) {
    const { buckets, width_ticks: width } = ipoint.report.series;
    const [run, start] = buckets[n], next = buckets[n + 1];
    return { start, length: next?.[0] === run ? next[1] - start : width };
  }
  const onAxis = (at) => {
    const n = Math.floor(at + 0.5);
    if (!ipoint.report.series.buckets[n])
      return null;
    const { start, length } = spanOf(n);
    return lapse(start + (at + 0.5 - n) * length);
  };
  // Where round times of the runs are on the axis.
  function roundTimes({ min, max, width: pixels }) {
    const spans = ipoint.report.series.buckets.map((_, n) => ({ n, ...spanOf(n) })).filter(({ n }) => n >= min && n <= max);
    const perTick = ipoint.report.clock.rate_hz ? 1e9 / ipoint.report.clock.rate_hz : 1;
    const most = Math.max(2, Math.min(6, Math.floor(pixels / 70)));
    const step = charts.roundStep(spans.reduce((sum, { length }) => sum + length, 0) * perTick / most) / perTick;
    const places = [];
    for (const { n, start, length } of spans)
      for (let time = Math.ceil(start / step) * step; time < start + length; time += step) {
        const at = n - 0.5 + (time - start) / length;
        // None so near to the one before that their words would touch: where a run ends, or buckets were left out.
        if (!((at - places[places.length - 1]) * pixels / (max - min) < 50))
          places.push(at);
      }
    return places;
  }
  // Where another run begins, as lines; of many only some would have room for their words.
  const mostRuns = 8;
  function runMarks(series) {
    const { buckets } = ipoint.report.series;
    const starts = buckets.flatMap(([run], at) => at && run !== buckets[at - 1][0] ? [{ at: at - 0.5, text: `run ${run + 1}`, colour: '--muted' }] : []);
    return hasRuns(series) && starts.length < mostRuns ? starts : [];
  }

  // From where to where the reader looks: never less than ten buckets, or all.
  const clamped = (series, from, to) => charts.within(series[0].first - 1, series[series.length - 1].last + 1, 10, from, to);

  const levels = (subject) => subject.marks.filter((m) => m.text === 'budget').map((m) => ({ ...m, level: true }));
  const within = (series, view) => series.filter((b) => b.first >= view.from && b.last <= view.to);

  function heights(series, view, perTick) {
    const seen = within(series, view);
    const top = Math.max(...seen.map((b) => b.max), 1) * perTick, bottom = Math.min(...seen.map((b) => ipoint.lengthBin(b.lengths[0][0])[0])) * perTick;
    return view.log ? { min: Math.max(Math.min(bottom, top), perTick / 2) / 1.3, max: top * 1.3 } : { min: 0, max: top * 1.06 };
  }

  function seenInWords(series, view, subject) {
    const seen = within(series, view);
    const n = seen.reduce((sum, b) => sum + b.count, 0);
    const words = ipoint.plural(n, subject.one, subject.many);
    return seen.length === series.length ? `all ${words}`
      : seen.length ? `${words}, from ${placeOf(series, seen[0])} to ${placeOf(series, seen[seen.length - 1])}` : `no ${subject.one} here`;
  }

  // The cell of a bucket that has most.
  function lengthInWords({ lengths }) {
    const [low, high] = ipoint.lengthBin(lengths.reduce((most, cell) => cell[1] > most[1] ? cell : most)[0]);
    return low === high ? ipoint.time(low) : `${ipoint.time(low)} to ${ipoint.time(high)}`;
  }

  function drawSeries(canvas, subject, view, status) {
    const { series, unit, unitsPerTick: per } = subject;
    const highest = series.reduce((most, b) => b.max > most.max ? b : most);
    const chart = draw(canvas, {
      points: series.map((b) => ({ x: b.first, y: b.max * per, b })),
      plugins: [charts.selected(({ scales: { x } }) => view.selection && [view.selection.from - 0.5, view.selection.to + 0.5].map((at) => x.getPixelForValue(at))), heat(series, per, highest), marks],
      x: axis({ min: view.from, max: view.to, title: hasRuns(series) ? 'time in a run, one run after the other' : 'time in the run', format: onAxis, places: roundTimes }),
      y: axis({ ...heights(series, view, per), log: view.log, title: `${unit}, raw`, width: 58, format: ipoint.axis, ticks: view.log ? 40 : 5 }),
      tooltip: ({ raw: { b } }) => [`${placeOf(series, b)}: ${ipoint.plural(b.count, subject.one, subject.many)}`,
        `largest ${ipoint.time(b.max)}, mean ${ipoint.mean(b.mean)} ${unit}`, `most of them ${lengthInWords(b)}`,
        ...(b.excluded ? [`${ipoint.count(b.excluded)} interrupted; without them largest ${ipoint.time(b.kept)}`] : [])],
      extra: { options: {
        marks: { list: [...levels(subject), ...runMarks(series), { at: highest.first, text: `HWM ${ipoint.time(highest.max)}` }], paper: colour('--surface') },
      } },
    });
    view.chart = chart;
    view.show = function show(from, to) {
      Object.assign(view, clamped(series, from, to));
      Object.assign(chart.options.scales.x, { min: view.from, max: view.to });
      Object.assign(chart.options.scales.y, heights(series, view, per));
      chart.update('none');
      status.textContent = seenInWords(series, view, subject);
    };
    view.show(view.from, view.to);
    view.choose(view.selection);
  }

  // --- A selection ------------------------------------------------------------------------------

  // What ended in buckets from..to: {sentence, more}.
  function selectedInWords(subject, { from, to }) {
    const { series, unit, one, many } = subject;
    const some = series.filter((b) => b.last >= from && b.first <= to);
    const [all] = ipoint.thinned(some, () => 0);
    if (!all)
      return { sentence: `No ${one} ended there.`, more: [] };
    const end = some[some.length - 1], width = ipoint.report.series.width_ticks;
    const { p50, p90, p99 } = ipoint.figuresOfBins(all.lengths.map(([bin, count]) => [...ipoint.lengthBin(bin), count]));
    return { sentence: `${ipoint.count(all.count)} of ${ipoint.plural(subject.total, one, many)} (${ipoint.share(all.count / subject.total)}) ended from ${placeOf(series, some[0])} to ` +
      `${placeOf(series, { ...end, start: end.start + width })}: mean ${ipoint.mean(all.mean)}, p50 ≤ ${ipoint.time(p50.value)}, p90 ≤ ${ipoint.time(p90.value)}, p99 ≤ ${ipoint.time(Math.min(p99.value, all.max))}, longest ${ipoint.time(all.max)} ${unit}, raw` +
      `${all.excluded ? `; ${ipoint.count(all.excluded)} of them interrupted` : ''}.`,
    more: [el('p', { class: 'note' }, `Which path a ${one} took, and what it recorded, is not kept by time: select in the distribution.`)] };
  }

  function selectable(view, subject, panel) {
    const { series } = subject;
    view.placeOf = (value) => value;
    view.choose = (selection) => {
      view.selection = selection;
      panel.show(selection && selectedInWords(subject, selection));
      view.chart.draw();
    };
    view.select = (from, to) => view.choose(from === null ? null : { from: Math.round(from), to: Math.max(Math.round(from), Math.round(to)) });
    view.extend = (step) => {
      const first = series[0].first, last = series[series.length - 1].last, middle = Math.round((view.from + view.to) / 2);
      if (!view.selection)
        return view.choose({ from: middle, to: middle });
      const { from, to } = view.selection;
      return view.choose(step === -Infinity ? { from: first, to } : { from, to: Math.max(from, Math.min(last, to + step)) });
    };
    view.zoomToSelection = () => view.selection && view.show(view.selection.from - 0.5, view.selection.to + 0.5);
  }

  function seriesFigure(subject) {
    const { series } = subject;
    if (!views.has(series)) {
      const largest = Math.max(...series.map((b) => b.max)), smallest = Math.min(...series.map((b) => b.mean));
      views.set(series, { ...clamped(series, -Infinity, Infinity), selection: null, log: largest / Math.max(1, smallest) > 10 });
    }
    const view = views.get(series);
    const canvas = el('canvas', { role: 'img', tabindex: '0', class: 'series moves',
      'aria-label': `Series of ${subject.name}: times in the order of execution. ${charts.keysInWords}` });
    const status = el('span', { class: 'status', role: 'status' }), panel = charts.selectionPanel(view);
    selectable(view, subject, panel);
    charts.navigate(canvas, view);
    const width = lapse(ipoint.report.series.width_ticks);
    const caption = `A column for each ${width} of the runs, by how long what ended in it took: the stronger a cell’s colour, the more lie there. The line is their mean, the ring the high-water mark` +
      `${series.some((b) => b.excluded) ? ', a dot the longest where that was interrupted' : ''}: a warm-up or drift shows as a slope, a second band as another way. ${charts.dragInWords}`;
    return {
      elements: [...charts.figure('In order of execution', caption, canvas,
        charts.toggle('logSeries', 'log time', view.log, (_, on) => { view.log = on; subject.redraw(); document.querySelector('[name="logSeries"]').focus({ preventScroll: true }); })),
      charts.zoomBar(view, status), panel.element],
      draw: () => drawSeries(canvas, subject, view, status),
    };
  }

  // --- High-water mark ------------------------------------------------------------------------

  // Whether the mark still rises, in one sentence.
  ipoint.riseInWords = function riseInWords(rise, total, one, many) {
    const [last] = rise[rise.length - 1];
    if (total < 2)
      return `There is one ${one} only.`;
    return last === 1 ? `The first ${one} was the longest; none of the ${ipoint.count(total - 1)} after it took longer.`
      : `The last new maximum came at ${one} ${ipoint.count(last)} of ${ipoint.count(total)}` +
        (last === total ? ', the last one.' : `; none of the ${ipoint.count(total - last)} after it took longer.`);
  };

  function drawRise(canvas, subject) {
    const { rise, unit, unitsPerTick: per } = subject;
    const total = subject.total;
    const largest = rise[rise.length - 1][1] * per;
    const points = rise.map(([n, ticks]) => ({ x: n, y: ticks * per }));
    const budget = levels(subject);
    const top = Math.max(largest, ...budget.map((m) => m.at).filter((at) => at < 3 * largest));
    draw(canvas, {
      points, plugins: [marks],
      x: axis({ log: true, min: 0.9, max: Math.max(total, 2) * 1.1, title: `number of ${subject.many}`, format: ipoint.axis, ticks: 40 }),
      y: axis({ min: 0, max: top * 1.12 || 1, title: `HWM, ${unit}`, width: 58, format: ipoint.axis, ticks: 5 }),
      tooltip: ({ raw }) => [`${subject.one} ${ipoint.count(raw.x)}: ${ipoint.timeInUnit(raw.y)} ${unit}`, 'a new maximum'],
      extra: {
        first: { pointRadius: 2.5, backgroundColor: colour('--mark'), borderColor: colour('--mark') },
        more: [{ data: [...points, { x: total, y: largest }], showLine: true, stepped: true, borderWidth: 1.75, pointRadius: 0, borderColor: colour('--bar') }],
        options: { marks: { list: budget, paper: colour('--surface') } },
      },
    });
  }

  function riseFigure(subject) {
    const canvas = el('canvas', { role: 'img', 'aria-label': `High-water mark of ${subject.name} against the number of ${subject.many}.` });
    return {
      elements: [...charts.figure('High-water mark', `The largest time so far, against how many ${subject.many} there had been: where the curve still rises at its right end, expect more.`, canvas),
        el('p', { class: 'finding' }, ipoint.riseInWords(subject.rise, subject.total, subject.one, subject.many))],
      draw: () => drawRise(canvas, subject),
    };
  }

  // Draws what there is of both into a container. subject: as for drawCharts, with {series: of bucketsOf, or null, rise: [[n, ticks], …]:
  // which visits, from 1, were longer than all before, total: visits with a time}.
  ipoint.drawInOrder = function drawInOrder(container, subject) {
    if (charts.isMissing())
      return;
    const figures = [subject.series?.length > 1 && seriesFigure(subject), subject.rise?.length && subject.total > 1 && riseFigure(subject)].filter(Boolean);
    container.replaceChildren(...figures.flatMap((figure) => figure.elements));
    figures.forEach((figure) => figure.draw());
  };
}
