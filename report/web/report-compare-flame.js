// Part of the ipoint project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Where the time moved: a flame graph of one of two sets, coloured by what differs in the other. What the reader chose is in the
// URL's hash: `width` (the set that boxes are as wide as), `stack` and `zoom`.
'use strict';

{
  const { el, byId } = ipoint;

  // The call paths of both sets in one tree: before and after are self times of a run in the first and in the other.
  function treeOf(data, c, isBefore) {
    const selfOf = new Map(c.items.filter((item) => item.what === 'self').map((item) => [item.at, item]));
    const root = { kind: 'program', name: 'whole program', before: 0, after: 0, own: 0, calls: null, hwm: null, children: [] };
    for (const [set, times, visits, mean] of [[data.calls[0], 'before', 'visits_a', 'a'], [data.calls[c.index + 1], 'after', 'visits_b', 'b']]) {
      const sums = new Map();
      for (const { at, own } of set)
        sums.set(at, (sums.get(at) || 0) + Math.max(0, own));
      const nodes = [];
      for (const { parent, at, calls, own } of set) {
        const above = parent === null ? root : nodes[parent], f = data.functions[at], item = selfOf.get(at);
        let node = above.children.find((child) => child.function === f);
        if (!node)
          above.children.push(node = { kind: 'function', name: f.name, function: f, differs: Boolean(item?.differs), before: 0, after: 0, hwm: null, children: [] });
        // A function’s time is what it is everywhere on the page; its ways share it out.
        const whole = item ? Math.max(0, (item.mean[mean] ?? 0) * item[visits]) : null;
        node[times] = whole !== null && sums.get(at) > 0 ? whole * Math.max(0, own) / sums.get(at) : Math.max(0, own);
        node.calls = calls;
        nodes.push(node);
      }
    }
    const choose = (node) => { node.own = isBefore ? node.before : node.after; node.children.forEach(choose); };
    choose(root);
    return root;
  }

  ipoint.fillMoved = function fillMoved(data, c) {
    const section = byId('moved');
    section.hidden = !data.calls[0].length || !data.calls[c.index + 1].length;
    if (section.hidden)
      return;
    const hash = ipoint.readHash(), isBefore = hash.get('width') === 'before';
    const root = treeOf(data, c, isBefore);
    const measure = { isTimed: true, total: 0, inWords: (ticks) => `${ipoint.time(Math.round(ticks))} ${ipoint.unitName}` };
    const chart = ipoint.boxChart({ form: 'flame', measure, root, colour: 'change', label: `Flame graph of ${isBefore ? c.a : c.b}, with what differs`, zoom: hash.get('zoom'),
      onZoom: (key) => ipoint.writeHash({ zoom: key }, true) });
    byId('moved-note').textContent = `Each box is a function under its caller, as wide as its self time in a run of ${isBefore ? c.a : c.b} with that of all that it calls; shares are of ` +
      `that run’s self times. What has no significant difference of its self time has no colour. A click or the space bar zooms in, Escape zooms out, arrow keys move, Enter opens the function.`;
    byId('moved-table').replaceChildren(
      el('div', { class: 'controls' }, ipoint.segmented('width', 'As wide as in', [['before', c.a], ['after', c.b]], isBefore ? 'before' : 'after',
        (value) => { ipoint.writeHash({ width: value === 'before' ? value : '', zoom: '' }, true); ipoint.fillMoved(data, c); })),
      chart.element);
  };
}
