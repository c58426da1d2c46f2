// Part of the ipoint project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Tables of differences: each has its relative difference as a point and its interval as a line. The scale is
// logarithmic in b / a, so that twice and half as long lie equally far from no difference.
'use strict';

{
  const { el } = ipoint;
  const height = 22, edge = 12;

  const svg = (tag, attributes, ...children) => {
    const element = document.createElementNS('http://www.w3.org/2000/svg', tag);
    for (const [key, value] of Object.entries(attributes))
      element.setAttribute(key, value);
    element.append(...children);
    return element;
  };

  // A difference that is relative to what the time was, and so can be drawn.
  const isRelative = (figure) => figure.change !== null && !figure.below_resolution;
  // Where a relative difference lies; −∞ where b is not above 0.
  const place = (change) => change <= -1 ? -Infinity : Math.log1p(change);

  // How far the scale reaches either way: to all differences that were found; where there are none, to nine tenths of
  // all points, so that these are seen; and 5 % at least.
  function limitOf(items, figure) {
    const known = items.filter((item) => isRelative(item[figure]) && Number.isFinite(place(item[figure].change)));
    const sizes = (some) => some.map((item) => Math.abs(place(item[figure].change)));
    const differing = sizes(known.filter((item) => item.differs));
    const found = differing.length ? differing : sizes(known).sort((a, b) => a - b).slice(0, Math.ceil(0.9 * known.length));
    return Math.min(Math.log(2000), Math.max(Math.log(1.05), ...found) * 1.12);
  }

  function ticksOf(limit) {
    const factors = [[Math.log(12), [10, 100, 1000]], [Math.log(3), [2, 4, 8]]].find(([least]) => limit > least);
    if (factors)
      return [{ at: 0, text: '0' }, ...factors[1].filter((f) => Math.log(f) <= limit).flatMap((f) =>
        [{ at: -Math.log(f), text: `÷${f}` }, { at: Math.log(f), text: `×${f}` }])];
    // The largest that is well within, either way: −50 % lies farther from 0 than +50 %.
    const step = (sign) => [100, 50, 40, 30, 20, 10, 5, 2].map((p) => sign * p).find((p) => p > -100 && Math.abs(Math.log1p(p / 100)) <= limit * 0.95);
    return [{ at: 0, text: '0' }, ...[step(-1), step(1)].filter((p) => p !== undefined)
      .map((p) => ({ at: Math.log1p(p / 100), text: `${p < 0 ? '−' : '+'}${Math.abs(p)} %` }))];
  }

  const pixelOf = (width) => (at, limit) => edge + (Math.max(-limit, Math.min(limit, at)) + limit) / (2 * limit) * (width - 2 * edge);

  // The scale, above the lines.
  const scaleOf = (limit, width) => svg('svg', { class: 'forest', width, height: 16, viewBox: `0 0 ${width} 16`, 'aria-hidden': 'true' },
    ...ticksOf(limit).map(({ at, text }) => svg('text', { x: pixelOf(width)(at, limit), y: 12, 'text-anchor': 'middle' }, text)));

  // A figure's difference: a point, hollow where it is not significant, its interval as a line, arrows where either
  // lies beyond the scale.
  function drawing(figure, limit, width) {
    const pixel = pixelOf(width);
    const middle = height / 2;
    const parts = ticksOf(limit).map(({ at }) => svg('line',
      { class: at ? 'tick' : 'zero', x1: pixel(at, limit), x2: pixel(at, limit), y1: 0, y2: height }));
    const arrow = (sign) => svg('path', { class: 'interval',
      d: `M${sign < 0 ? edge - 3 : width - edge + 3} ${middle - 4}l${5 * sign} 4l${-5 * sign} 4` });
    if (figure.interval) {
      const [low, high] = figure.interval.map(place);
      parts.push(svg('line', { class: 'interval', x1: pixel(low, limit), x2: pixel(high, limit), y1: middle, y2: middle }));
      if (low < -limit)
        parts.push(arrow(-1));
      if (high > limit)
        parts.push(arrow(1));
    }
    const at = place(figure.change);
    if (Math.abs(at) <= limit)
      parts.push(svg('circle', { class: 'point', cx: pixel(at, limit), cy: middle, r: 4 }));
    else if (!figure.interval)
      parts.push(arrow(Math.sign(at)));
    return svg('svg', { class: `forest ${!figure.differs ? 'same' : figure.change > 0 ? 'longer' : 'shorter'}`,
      width, height, viewBox: `0 0 ${width} ${height}`, role: 'img',
      'aria-label': `${ipoint.signed(figure.change)}, interval ${ipoint.intervalOf(figure)}` }, ...parts);
  }

  const moved = (ticks) => ticks === null ? ipoint.none : `${ticks < 0 ? '−' : '+'}${ipoint.time(Math.abs(Math.round(ticks)))}`;

  // Relative to what a difference is.
  const ground = (item, figure, comparison) => {
    const resolution = Math.max(comparison.setA.resolution, comparison.setB.resolution);
    return item[figure].below_resolution
      ? `a time and not per cent: ${comparison.a} lies below the clock resolution, ${ipoint.time(resolution)} ${ipoint.unitName}` : null;
  };

  // A table of items of a comparison. figure: which of their figures is shown; href(item): where a name leads;
  // pick(item, event), in its place: what a name does.
  ipoint.forestTable = function forestTable({ items, comparison, figure, href, pick, limit, label, isShort, onSort, sort, nameOf }) {
    const span = limitOf(items, figure), width = isShort ? 170 : 240;
    const value = (key) => (item) => item[figure][key] ?? null;
    const time = (key, name) => ({ key, label: ipoint.breakable(name), num: true, time: true, value: value(key),
      cell: (item) => ipoint.numberCell(ipoint.comparedValue(figure, item[figure][key]),
        item[figure][key] === null ? 'fewer than ten values lie beyond it, or none was timed' : null) });
    const name = (item) => nameOf ? nameOf(item) : ipoint.itemName(item);
    const nameCell = (item) => el('th', { scope: 'row', class: 'name' },
      pick ? el('button', { type: 'button', class: 'link', on: { click: (event) => pick(item, event) } }, ipoint.breakable(name(item)))
        : el('a', { href: href(item) }, ipoint.breakable(name(item))), ' ',
      item.what === 'block' && nameOf ? null : ipoint.tag(ipoint.itemKinds[item.what]));
    return ipoint.table({
      label, className: isShort ? 'list forests short' : 'list forests', rows: items, stacks: false, limit, sort, onSort, empty: 'No time is like that.',
      rowAttributes: (item) => ({ class: item.differs ? null : 'same' }),
      columns: [
        { key: 'name', label: 'time', value: ipoint.itemName, cell: nameCell },
        time('a', comparison.a), time('b', comparison.b),
        { key: 'change', label: 'difference', num: true, value: value('change'),
          cell(item) {
            const cell = ipoint.numberCell(ipoint.differenceOf(item[figure]), ground(item, figure, comparison));
            // Shown by the style sheet where the interval has no room for a separate column.
            if (item[figure].interval)
              cell.dataset.interval = ipoint.intervalOf(item[figure]);
            return cell;
          } },
        { key: 'forest', label: [scaleOf(span, width), el('span', { class: 'visually-hidden' }, 'difference, drawn')], csv: false,
          cell: (item) => el('td', { class: 'drawn' }, !isRelative(item[figure]) ? ipoint.none : drawing(item[figure], span, width)) },
        { key: 'interval', label: 'adjusted interval', cell: (item) => el('td', { class: 'range' }, ipoint.intervalOf(item[figure])) },
        { key: 'verdict', label: 'verdict', value: (item) => ipoint.verdictOf(item, figure),
          cell: (item) => el('td', { class: `outcome ${['shorter', '', 'longer'][1 + ipoint.directionOf(item)]}` }, ipoint.verdictOf(item, figure)) },
        ...(isShort ? [] : [{ key: 'moved', label: 'in a run', title: `about what a run changes by, by the figure that differs, in ${ipoint.unitName}`, num: true, time: true,
          csv: (item) => item.moved * ipoint.perTick,
          value: (item) => Math.abs(item.moved),
          cell: (item) => {
            const cell = ipoint.numberCell(moved(item.moved));
            if (item.visits_a > 0 && Math.abs(item.visits_b / item.visits_a - 1) >= 0.01)
              cell.append(el('div', { class: 'reason' }, `${item.what === 'block' ? 'visits' : 'calls'} ${ipoint.signed(item.visits_b / item.visits_a - 1)}`));
            return cell;
          } },
        { key: 'place', label: 'file:line', value: (item) => ipoint.place(item.file, item.line),
          cell: (item) => el('td', { class: 'place' }, ipoint.breakable(ipoint.place(item.file, item.line))) }]),
      ],
    });
  };
}
