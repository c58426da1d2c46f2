// Part of the ipoint project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A small picture of how a function's self times are distributed, for one row of a table.
'use strict';

{
  const ns = 'http://www.w3.org/2000/svg';

  // As ipoint.el, of elements of SVG.
  ipoint.svg = function svg(tag, attributes, ...children) {
    const element = document.createElementNS(ns, tag);
    for (const [key, value] of Object.entries(attributes || {}))
      if (value !== null && value !== undefined && value !== false)
        element.setAttribute(key, value);
    element.append(...children.flat().filter((c) => c !== null && c !== undefined && c !== false));
    return element;
  };

  // The time, in ticks, where the way from low to high has come so far, on the scale of the shape.
  const timeAt = ({ low, high }, share) => Math.expm1(Math.log1p(low) + share * (Math.log1p(high + 1) - Math.log1p(low)));

  // In words: the range, where most calls are, and whether some lie far from these.
  ipoint.shapeInWords = function shapeInWords(shape) {
    const { low, high, heights } = shape;
    const unit = ipoint.unitName;
    if (low === high)
      return `all at ${ipoint.time(low)} ${unit}`;
    const top = heights.indexOf(Math.max(...heights));
    const from = Math.max(low, timeAt(shape, top / heights.length));
    const to = Math.min(high, timeAt(shape, (top + 1) / heights.length));
    // Another group: high again behind bins that are next to empty.
    let groups = 0;
    let within = false;
    for (const height of heights) {
      if (height >= 10 && !within)
        groups++;
      within = height >= 10 || within && height > 2;
    }
    return `from ${ipoint.time(low)} to ${ipoint.time(high)} ${unit}, most often ${ipoint.mean(from)} to ${ipoint.mean(to)}` +
      (groups > 1 ? `, in ${groups} groups` : '');
  };

  const width = 72, height = 18;

  // One path of bars; a bin in which there is a call is never less than a hairline.
  ipoint.shapeCell = function shapeCell(shape) {
    if (!shape)
      return ipoint.numberCell(ipoint.none, 'no call was timed');
    const heights = shape.low === shape.high ? [...Array(11).fill(0), 100, 100, ...Array(11).fill(0)] : shape.heights;
    const step = width / heights.length;
    const d = heights.map((h, i) => {
      const tall = h ? Math.max(1.5, h * height / 100) : 0;
      return tall ? `M${(i * step).toFixed(1)} ${height}v-${tall.toFixed(1)}h${(step - 0.6).toFixed(1)}v${tall.toFixed(1)}z` : '';
    }).join('');
    return ipoint.el('td', { class: 'shape' }, ipoint.svg('svg', {
      width, height: height + 1, viewBox: `0 0 ${width} ${height + 1}`, role: 'img', 'aria-label': `Self times ${ipoint.shapeInWords(shape)}`,
    }, ipoint.svg('path', { class: 'ground', d: `M0 ${height + 0.5}h${width}` }), ipoint.svg('path', { class: 'bars', d })));
  };
}
