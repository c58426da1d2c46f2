// Part of the ipoint project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Distributions and exceedance curves of two sets, one over the other. Both are in the same bins: theirs are as fine as
// the data, and would show noise where the shapes are to be compared.
'use strict';

{
  const { el } = ipoint;
  const most = 64; // bins
  // What the reader chose; null follows the data.
  const chosen = { logX: null, logY: null };

  // Bins in the view's unit, smallest first, with how many visits took longer than each.
  function prepare(histogram) {
    const total = histogram.reduce((sum, bin) => sum + bin[2], 0);
    let beyond = total;
    const bins = histogram.map(([low, high, count]) => {
      beyond -= count;
      return { low: low * ipoint.perTick, high: high * ipoint.perTick, count, beyond };
    });
    return { bins, total, first: bins[0].low, last: bins[bins.length - 1].high };
  }

  function scaleOf(sets) {
    const first = Math.min(...sets.map((s) => s.first)), last = Math.max(...sets.map((s) => s.last));
    const half = ipoint.perTick / 2;
    const logX = chosen.logX ?? last / Math.max(first, ipoint.perTick) > 30;
    const logY = chosen.logY ?? logX;
    const from = logX ? Math.max(half, first - half) : Math.max(0, first - half);
    return { logX, logY, from, to: last + half,
      min: logX ? from / 1.1 : Math.max(0, from - (last - from) * 0.03), max: logX ? last * 1.1 : last + Math.max(half * 2, (last - from) * 0.03) };
  }

  // Edges of bins that both sets share, between ticks so that none is without one.
  function edgesOf(scale) {
    const per = ipoint.perTick, edges = [];
    for (let i = 0; i <= most; i++) {
      const at = scale.logX ? scale.from * (scale.to / scale.from) ** (i / most) : scale.from + (scale.to - scale.from) * i / most;
      const edge = (Math.round(at / per - 0.5) + 0.5) * per;
      if (!edges.length || edge > edges[edges.length - 1] + per / 2)
        edges.push(Math.max(edge, scale.logX ? per / 2 : 0));
    }
    return edges;
  }

  // The share of a set's visits in each of these bins.
  function sharesOf(set, edges) {
    const shares = new Array(edges.length - 1).fill(0);
    let at = 0;
    for (const bin of set.bins) {
      const middle = (bin.low + bin.high) / 2;
      while (at + 1 < shares.length && middle > edges[at + 1])
        at++;
      shares[at] += bin.count / set.total;
    }
    return shares;
  }

  // Filled outlines of the shares, the first set's below.
  const outlines = {
    id: 'outlines',
    afterDatasetsDraw(chart, args, { edges, sets }) {
      const { ctx, chartArea: area, scales: { x, y } } = chart;
      const across = (v) => x.getPixelForValue(Math.max(v, x.min));
      const up = (v) => v > 0 ? Math.max(area.top, Math.min(area.bottom, y.getPixelForValue(v))) : area.bottom;
      ctx.save();
      ctx.beginPath();
      ctx.rect(area.left, area.top, area.width, area.height + 1);
      ctx.clip();
      for (const { shares, colour } of sets) {
        const path = new Path2D();
        path.moveTo(across(edges[0]), area.bottom);
        shares.forEach((share, i) => {
          path.lineTo(across(edges[i]), up(share));
          path.lineTo(across(edges[i + 1]), up(share));
        });
        path.lineTo(across(edges[edges.length - 1]), area.bottom);
        ctx.fillStyle = ctx.strokeStyle = colour;
        ctx.globalAlpha = 0.22;
        ctx.fill(path);
        ctx.globalAlpha = 1;
        ctx.lineWidth = 1.75;
        ctx.stroke(path);
      }
      ctx.restore();
    },
  };

  const shareTick = (v) => v > 1 ? null : v >= 0.01 || v === 0 ? ipoint.axis(v) : ipoint.charts.powerOfTen(v);

  function drawDistribution(canvas, sets, edges, scale) {
    const { axis, draw } = ipoint.charts;
    const top = Math.max(...sets.flatMap((s) => s.shares));
    const least = Math.min(...sets.flatMap((s) => s.shares.filter(Boolean)));
    const points = edges.slice(1).map((edge, i) => ({ x: (edges[i] + edge) / 2, y: Math.max(...sets.map((s) => s.shares[i])), i })).filter((p) => p.y > 0);
    draw(canvas, {
      points, plugins: [outlines],
      x: axis({ log: scale.logX, min: scale.min, max: scale.max, title: `${ipoint.unitName}, raw`, format: ipoint.axis, ticks: 7 }),
      y: axis({ log: scale.logY, min: scale.logY ? least / 2 : 0, max: scale.logY ? Math.min(1.5, top * 3) : top * 1.12,
        title: 'share per bin', width: 58, ticks: scale.logY ? 40 : 5, format: scale.logY ? shareTick : (v) => ipoint.axis(v) }),
      tooltip: ({ raw: { i } }) => [`${ipoint.timeInUnit(Math.ceil(edges[i] / ipoint.perTick) * ipoint.perTick)} to ${ipoint.timeInUnit(Math.floor(edges[i + 1] / ipoint.perTick) * ipoint.perTick)} ${ipoint.unitName}:`,
        ...sets.map((s) => `${s.name} ${ipoint.share(s.shares[i])}`)],
      extra: { options: { outlines: { edges, sets } } },
    });
  }

  function drawExceedance(canvas, sets, scale, subject) {
    const { axis, draw, marks, colour } = ipoint.charts;
    const floor = 10 ** Math.floor(Math.log10(1 / Math.max(...sets.map((s) => s.total))) - 0.05);
    const line = (set) => ({
      showLine: true, stepped: true, borderWidth: 1.75, pointRadius: 0, pointHoverRadius: 0, borderColor: set.colour, set,
      data: [{ x: Math.max(set.first, scale.min), y: 1, share: 1 }, ...set.bins.filter((b) => b.count).map((bin) =>
        ({ x: Math.max(bin.high, scale.min), y: Math.max(bin.beyond / set.total, floor), share: bin.beyond / set.total }))],
    });
    const [first, ...more] = sets.map(line);
    const list = [subject.partsAt !== null && { at: subject.partsAt * ipoint.perTick, text: 'curves part' }].filter(Boolean);
    draw(canvas, {
      points: first.data, plugins: [marks],
      x: axis({ log: scale.logX, min: scale.min, max: scale.max, title: `${ipoint.unitName}, raw`, format: ipoint.axis, ticks: 7 }),
      y: axis({ log: true, min: floor, max: 6, title: 'share that took longer', width: 58, ticks: 60, format: shareTick }),
      extra: { first, more, options: {
        marks: { list, line: colour('--mark'), paper: colour('--surface') },
        tooltip: { displayColors: false, animation: false, callbacks: { title: () => '', label: ({ dataset, raw }) =>
          `${dataset.set.name}: ${ipoint.share(raw.share)} of ${subject.many} over ${ipoint.timeInUnit(raw.x)} ${ipoint.unitName}` } },
      } },
    });
  }

  // Charts have the colours of the scheme that they were drawn in.
  let redraw = null;
  window.addEventListener('themechange', () => redraw?.());

  // Draws both charts into a container, in place of the charts before.
  // subject: {name, many, partsAt (ticks or null), sets: [{name, histogram, colour}]}: those that have times, one or two
  ipoint.drawOverlaid = function drawOverlaid(container, subject) {
    ipoint.dropCharts();
    redraw = () => container.isConnected && drawOverlaid(container, subject);
    if (typeof Chart === 'undefined') {
      container.replaceChildren(el('p', { class: 'notice' }, 'assets/chart.min.js is missing: no charts.'));
      return;
    }
    Chart.defaults.font.family = getComputedStyle(document.body).fontFamily;
    Chart.defaults.font.size = 11;
    const sets = subject.sets.map((set) => ({ ...set, ...prepare(set.histogram), key: set.colour, colour: ipoint.charts.colour(`--${set.colour}`) }));
    const scale = scaleOf(sets);
    const edges = edgesOf(scale);
    for (const set of sets)
      set.shares = sharesOf(set, edges);
    const choose = (which, on) => {
      chosen[which] = on;
      drawOverlaid(container, subject);
      container.querySelector(`[name="${which}"]`).focus();
    };
    const spread = sets.map((s) => `${s.name}: ${ipoint.count(s.total)} ${subject.many} from ${ipoint.timeInUnit(s.first)} to ${ipoint.timeInUnit(s.last)} ${ipoint.unitName}`).join('; ');
    const canvas = (what) => el('canvas', { role: 'img', 'aria-label': `${what} of ${subject.name}. ${spread}` });
    const distribution = canvas('Distributions'), exceedance = canvas('Exceedance curves');
    const toggle = (name, label) => ipoint.charts.toggle(name, label, scale[name], choose);
    container.replaceChildren(
      el('p', { class: 'legend' }, sets.map((s) => el('span', { class: `key of-${s.key}` }, `${s.name}, ${ipoint.count(s.total)} ${subject.many}`))),
      el('div', { class: 'chart-head' }, el('h3', {}, 'Distributions'), toggle('logY', 'log shares'), toggle('logX', 'log time')),
      el('p', { class: 'caption' }, `How the ${subject.many} of all runs spread: an outline that lies further right took longer.`),
      el('div', { class: 'chart' }, distribution), ipoint.downloads(distribution, `Distributions of ${subject.name}`),
      el('div', { class: 'chart-head' }, el('h3', {}, 'Exceedance')),
      el('p', { class: 'caption' }, `The share of ${subject.many} that took longer than a time: the higher curve is the slower one there.` +
        (subject.partsAt !== null ? ` Up to ${ipoint.time(subject.partsAt)} ${ipoint.unitName} they do not differ significantly.` : '')),
      el('div', { class: 'chart' }, exceedance), ipoint.downloads(exceedance, `Exceedance of ${subject.name}`));
    drawDistribution(distribution, sets, edges, scale);
    drawExceedance(exceedance, sets, scale, subject);
  };
}
