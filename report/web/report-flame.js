// Part of the ipoint project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The front page: flame graph and treemap. A click or the space bar zooms to a box, Escape out again, arrow keys
// move, Enter opens a function's page. What a box is stands in the line below the picture.
'use strict';

{
  const { el, svg } = ipoint;
  // 0.0123 as "+1.23 %"; what doubles or more without digits behind the point.
  ipoint.signed = function signed(share) {
    if (share === null || share === undefined)
      return ipoint.none;
    if (share === 0)
      return '0 %';
    const size = Math.abs(100 * share);
    const digits = size >= 99.95 ? 0 : size >= 9.995 ? 1 : 2;
    return `${share < 0 ? '−' : '+'}${size.toLocaleString('en-US', { minimumFractionDigits: digits, maximumFractionDigits: digits })} %`;
  };

  const perCharacter = 6.65; // pixels of the labels' type, which is monospaced

  const cut = (text, width) => {
    const room = Math.floor((width - 7) / perCharacter);
    return room >= text.length ? text : room < 3 ? '' : `${text.slice(0, room - 1)}…`;
  };

  // How dark a box is, 0 to 1: by self time as a share of the largest, by high-water mark on a logarithmic scale.
  function colouring(root, by, measure, total) {
    const functions = root.descendants().filter((n) => n.data.kind === 'function' && n.value > 0);
    const marks = functions.map((n) => n.data.hwm).filter((v) => v > 0);
    const weight = (data) => data.weight ?? data.own;
    const most = functions.reduce((max, n) => Math.max(max, weight(n.data)), 0);
    const low = marks.reduce((a, b) => Math.min(a, b), Infinity), high = marks.reduce((a, b) => Math.max(a, b), 0);
    if (by === 'change') {
      // Of a report, functions have what differs; of a comparison, each box.
      const timesOf = (data) => data.before === undefined ? data.function?.change : data;
      const change = (data) => timesOf(data)?.differs ? Math.abs(timesOf(data).after - timesOf(data).before) : 0;
      const most = functions.reduce((max, n) => Math.max(max, change(n.data)), 0);
      return { of: (data) => most ? Math.sqrt(change(data) / most) : 0,
        way: (data) => !change(data) ? 'same' : timesOf(data).after > timesOf(data).before ? 'grew' : 'shrank' };
    }
    if (by === 'hwm')
      return {
        of: (data) => data.hwm > 0 ? high > low ? Math.log(data.hwm / low) / Math.log(high / low) : 1 : 0,
        words: marks.length ? ['self HWM, raw', `${ipoint.time(low)} ${ipoint.unitName}`, `${ipoint.time(high)} ${ipoint.unitName}`] : null,
      };
    return {
      of: (data) => most ? Math.sqrt(weight(data) / most) : 0,
      words: most ? [measure.isTimed ? 'self time' : 'calls', '0', `${ipoint.share(most / total)} of the whole`] : null,
    };
  }

  const names = (list) => [...new Set(list.map((n) => n.data.name))];

  // The time of a node in one of two sets that are compared, with that of all below.
  const sumOf = (node, set) => node.data[set] + (node.children || []).reduce((sum, child) => sum + sumOf(child, set), 0);
  const moved = (from, to) => `${ipoint.time(Math.round(from))} → ${ipoint.time(Math.round(to))} ${ipoint.unitName}${from > 0 ? ` (${ipoint.signed(to / from - 1)})` : ''}`;

  // What a box is: [label, value] pairs.
  function factsOf(box, total, measure) {
    const { data } = box.node;
    const share = (ticks) => total ? ` (${ipoint.share(ticks / total)})` : '';
    if (data.before !== undefined && !box.more)
      return [data.kind === 'function' && ['self, in a run', moved(data.before, data.after)], box.node.children && ['with callees', moved(sumOf(box.node, 'before'), sumOf(box.node, 'after'))],
        data.kind === 'function' && ['self time of the function', data.differs ? 'differs' : 'no significant difference']].filter(Boolean);
    const time = (value) => `${measure.inWords(value)}${share(value)}`;
    if (box.more) {
      const value = box.more.reduce((sum, n) => sum + n.value, 0);
      const all = names(box.more);
      return [['together', time(value)], ['they are', all.slice(0, 6).join(', ') + (all.length > 6 ? `, and ${ipoint.count(all.length - 6)} more` : '')]];
    }
    if (data.isCaller)
      return [measure.isTimed && data.calls !== null && ['calls on this way', ipoint.count(data.calls)], ['they took', time(box.node.value)]].filter(Boolean);
    if (!measure.isTimed)
      return [['together', time(box.node.value)], data.kind === 'function' && ['itself', time(data.weight ?? data.own)]].filter(Boolean);
    if (data.kind === 'function')
      return [['calls', ipoint.count(data.calls)], ['self', time(data.weight ?? data.own)],
        data.weight === undefined && (box.node.children || typeof data.inclusive === 'number') && ['with callees', time(box.node.value)],
        data.function?.change && ['all its self time in a run', `${moved(data.function.change.before, data.function.change.after)}, ${data.function.change.differs ? 'differs' : 'no significant difference'}`],
        data.hwm !== null && [data.inclusive === undefined ? 'self HWM, raw' : 'self HWM by this path, raw', `${ipoint.time(data.hwm)} ${ipoint.unitName}`]].filter(Boolean);
    return [['time', time(box.node.value)], data.calls !== null && data.calls !== undefined && data.kind !== 'program' && ['calls', ipoint.count(data.calls)]].filter(Boolean);
  }

  const nameOf = (box) => box.more ? `${ipoint.count(box.more.length)} more in ${box.node.data.name}`
    : box.own ? `${box.node.data.name}, itself` : box.node.depth ? box.node.data.name : 'whole program';
  const labelOf = (box) => box.more ? `${ipoint.count(box.more.length)} more` : box.own ? 'itself' : nameOf(box);
  const pageOf = (box) => box.more ? null : box.node.data.function?.page;

  const inWords = (box, total, measure) => `${nameOf(box)}: ${factsOf(box, total, measure).map(([k, v]) => `${k} ${v}`).join('; ')}`;

  // options: {form: 'flame' or 'treemap', root: of a hierarchy by `measure`, of whose total shares are, colour, label, zoom: a key, onZoom(key)}
  // Returns {element, highlight(predicate or null) → {functions, share}}.
  ipoint.boxChart = function boxChart(options) {
    const root = ipoint.boxHierarchy(options.root);
    const { measure } = options, total = measure.total || root.value || 1;
    const colour = colouring(root, options.colour, measure, total);
    const byKey = new Map(root.descendants().map((n) => [String(n.key), n]));
    let zoom = byKey.get(options.zoom) || root;
    let boxes = [];
    let current = null; // key of the box that has the keyboard
    let wanted = null;
    let width = 0;

    const picture = svg('svg', { class: `boxes ${options.form}`, role: 'group', 'aria-label': options.label });
    const info = el('div', { class: 'box-info' });
    const trail = el('nav', { class: 'trail', 'aria-label': 'Zoomed to' });
    const note = el('p', { class: 'note small' });
    const holder = el('div', { class: 'box-holder' }, picture);

    function showFacts(box) {
      const page = pageOf(box);
      info.replaceChildren(el('strong', {}, page ? el('a', { href: ipoint.functionHref(page) }, ipoint.breakable(nameOf(box))) : ipoint.breakable(nameOf(box))),
        ...factsOf(box, total, measure).map(([term, value]) => el('span', {}, el('span', { class: 'term' }, `${term} `), ...ipoint.breakable(value))));
    }

    function drawBox(box) {
      const { data } = box.node;
      const plain = box.more || data.kind !== 'function';
      const hit = wanted && (box.more ? box.more.some((n) => wanted(n.data)) : !box.own && wanted(data));
      const text = box.height < 13 || box.isParent && !box.hasHead ? '' : cut(textOf(box), box.width);
      const rect = svg('rect', { x: box.x, y: box.y, width: Math.max(0.5, box.width - (options.form === 'flame' && box.width > 2 ? 0.7 : 0)), height: box.height });
      if (!plain && !(box.isParent && options.form === 'treemap'))
        rect.style.setProperty('--strength', (0.08 + 0.47 * colour.of(data)).toFixed(3));
      return svg('g', {
        class: ['box', !plain && colour.way ? colour.way(data) : '', box.more ? 'more' : data.kind, box.isAbove ? 'above' : '', box.isParent ? 'parent' : '', wanted ? hit ? 'hit' : 'dim' : ''].filter(Boolean).join(' '),
        role: 'button', tabindex: '-1', 'data-key': box.key, 'aria-label': inWords(box, total, measure),
      }, rect, text && svg('text', { x: box.x + 4, y: box.y + Math.min(14, box.height / 2 + 4.5) }, text));
    }

    // A treemap has the share beside the name, where there is room for both.
    const textOf = (box) => {
      const value = box.more ? box.more.reduce((sum, n) => sum + n.value, 0) : box.own ? box.node.data.own : box.node.value;
      const both = `${labelOf(box)} ${ipoint.share(value / (total || 1))}`;
      return options.form === 'treemap' && cut(both, box.width) === both ? both : labelOf(box);
    };

    function drawTrail() {
      const steps = zoom.ancestors().reverse();
      const shown = steps.length > 8 ? [...steps.slice(0, 2), null, ...steps.slice(-5)] : steps;
      trail.replaceChildren(...shown.flatMap((n, i) => [i ? ' › ' : '', !n ? '…' : n === zoom ? el('span', { 'aria-current': 'true' }, n.depth ? n.data.name : 'whole program')
        : el('button', { type: 'button', on: { click: () => zoomTo(n, true) } }, n.depth ? n.data.name : 'whole program')]));
    }

    function draw() {
      width = Math.max(240, holder.clientWidth || 0);
      const laid = options.form === 'flame' ? ipoint.flameBoxes(zoom, width) : ipoint.treemapBoxes(zoom, width, width < 600 ? 460 : 560);
      ({ boxes } = laid);
      picture.setAttribute('viewBox', `0 0 ${width} ${laid.height}`);
      picture.setAttribute('width', width);
      picture.setAttribute('height', laid.height);
      picture.replaceChildren(...boxes.map(drawBox));
      note.textContent = options.form === 'flame' && laid.least > 1 ? `There are many boxes: those narrower than ${ipoint.number(laid.least)} pixels are drawn together. Zoom in to see them.` : '';
      drawTrail();
      setCurrent(boxes.some((b) => b.key === current) ? current : zoom.key, false);
    }

    const elementOf = (key) => picture.querySelector(`[data-key="${CSS.escape(String(key))}"]`);

    function setCurrent(key, focus) {
      elementOf(current)?.setAttribute('tabindex', '-1');
      current = key;
      const element = elementOf(key);
      element?.setAttribute('tabindex', '0');
      if (focus)
        element?.focus();
      const box = boxes.find((b) => b.key === key);
      if (box)
        showFacts(box);
    }

    function zoomTo(node, focus) {
      zoom = node;
      current = node.key;
      draw();
      if (focus)
        elementOf(node.key)?.focus({ preventScroll: true });
      options.onZoom(node === root ? '' : String(node.key));
    }

    // Where a box's box in a direction lies: by the hierarchy, and sideways along the line.
    function neighbour(box, key) {
      const parent = box.more || box.own ? box.node : box.node.parent;
      if (key === 'ArrowUp')
        return boxes.find((b) => b.node === parent && !b.more && !b.own);
      if (key === 'ArrowDown')
        return box.more || box.own ? null : boxes.find((b) => b.more || b.own ? b.node === box.node : b.node.parent === box.node);
      const line = options.form === 'flame' ? boxes.filter((b) => b.y === box.y).sort((a, b) => a.x - b.x)
        : boxes.filter((b) => (b.more || b.own ? b.node : b.node.parent) === parent);
      return line[line.indexOf(box) + (key === 'ArrowRight' ? 1 : -1)];
    }

    function onKey(event) {
      const box = boxes.find((b) => String(b.key) === event.target.dataset?.key);
      if (!box || event.ctrlKey || event.metaKey || event.altKey)
        return;
      const { key } = event;
      if (key === 'Escape') {
        if (zoom === root)
          return;
        zoomTo(zoom.parent, true);
      } else if (key === ' ') {
        zoomTo(box.node, true);
      } else if (key === 'Enter') {
        const page = pageOf(box);
        if (page)
          info.querySelector('a').click();
        else
          zoomTo(box.node, true);
      } else if (/^Arrow/.test(key)) {
        const next = neighbour(box, key);
        if (next)
          setCurrent(next.key, true);
      } else if (key === 'Home') {
        setCurrent(zoom.key, true);
      } else
        return;
      event.preventDefault();
    }

    const boxAt = (event) => {
      const key = event.target.closest('.box')?.dataset.key;
      return key === undefined ? null : boxes.find((b) => String(b.key) === key);
    };
    picture.addEventListener('keydown', onKey);
    picture.addEventListener('click', (event) => {
      const box = boxAt(event);
      if (!box)
        return;
      if (box.node.children && (!box.own || box.node !== zoom))
        zoomTo(box.node, true);
      else
        setCurrent(box.key, true);
    });
    picture.addEventListener('pointerover', (event) => {
      const box = boxAt(event);
      if (box)
        showFacts(box);
    });
    picture.addEventListener('pointerleave', () => setCurrent(current, false));
    picture.addEventListener('focusin', (event) => {
      const box = boxAt(event);
      if (box && box.key !== current)
        setCurrent(box.key, false);
    });
    new ResizeObserver(() => {
      if (holder.clientWidth && Math.abs(holder.clientWidth - width) > 1)
        draw();
    }).observe(holder);

    const legend = colour.way ? el('p', { class: 'legend' }, [['shrank', 'took less'], ['same', 'no significant difference'], ['grew', 'took more']].map(([way, text]) =>
      el('span', { class: `key of-${way}` }, text))) : colour.words && el('p', { class: 'legend' }, `Colour: ${colour.words[0]}, `,
      el('span', {}, colour.words[1]), el('span', { class: 'ramp', 'aria-hidden': 'true' }), el('span', {}, colour.words[2]));
    return {
      element: el('div', { class: 'box-chart' }, trail, holder, info, legend, note, ipoint.downloads(picture, options.label)),
      highlight(predicate) {
        wanted = predicate && ((data) => !!data.function && predicate(data.function));
        if (width)
          draw();
        const found = wanted ? root.descendants().filter((n) => wanted(n.data)) : [];
        return { functions: new Set(found.map((n) => n.data.function)).size, share: found.reduce((sum, n) => sum + n.data.own, 0) / total };
      },
    };
  };
}
