// Part of the ipoint project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Who calls a function, and whom it calls: sums over the call paths of the front page's data.
'use strict';

{
  const { el, byId } = ipoint;

  // Inclusive time of the calls on a path, the best that is known, in ticks; null without times.
  const inclusiveOf = (path) => path.inclusive?.count ? path.inclusive.filtered ?? path.inclusive.corrected ?? path.inclusive.raw : null;

  // {callers, callees, calls, inclusive, recursive} of the function with that index; callers and callees are
  // [{function (index, null: none with ipoints), calls, inclusive (ticks or null)}], the one with most calls first.
  ipoint.callsOf = function callsOf(paths, index) {
    const callers = new Map(), callees = new Map();
    const add = (map, key, path) => {
      const entry = map.get(key) || { function: key, calls: 0, inclusive: null };
      map.set(key, entry);
      entry.calls += path.calls;
      const ticks = inclusiveOf(path);
      if (ticks !== null)
        entry.inclusive = (entry.inclusive || 0) + ticks;
    };
    let calls = 0, inclusive = null, recursive = false;
    const inside = paths.map(() => false); // whether a path lies in a call of the function
    paths.forEach((path, i) => {
      const parent = path.parent === null ? null : paths[path.parent];
      inside[i] = path.parent !== null && (inside[path.parent] || parent.function === index);
      if (path.function === index) {
        add(callers, parent ? parent.function : null, path);
        calls += path.calls;
        recursive ||= inside[i];
        if (inclusiveOf(path) !== null)
          inclusive = (inclusive || 0) + inclusiveOf(path);
      }
      if (parent && parent.function === index && path.function !== null)
        add(callees, path.function, path);
    });
    const sorted = (map) => [...map.values()].sort((a, b) => b.calls - a.calls);
    return { callers: sorted(callers), callees: sorted(callees), calls, inclusive, recursive };
  };

  function nameCell(index, own) {
    const f = index === null ? null : ipoint.report.functions[index];
    return el('th', { scope: 'row', class: 'name' }, f ? el('a', { href: ipoint.functionHref(f.page) }, ipoint.breakable(f.name)) : 'code without ipoints',
      index === own ? [' ', ipoint.tag('itself', '', 'a recursive call')] : null);
  }

  function table(label, rows, own, sums, isCallees) {
    const name = (row) => row.function === null ? '' : ipoint.report.functions[row.function].name;
    const share = (row) => sums.recursive || row.inclusive === null || !sums.inclusive ? null : row.inclusive / sums.inclusive;
    return ipoint.table({
      label, className: 'list calls', rows, limit: 50,
      columns: [
        { key: 'name', label: isCallees ? 'calls' : 'called by', value: name, cell: (row) => nameCell(row.function, own) },
        { key: 'calls', label: 'calls', num: true, value: (row) => row.calls, cell: (row) => ipoint.numberCell(ipoint.count(row.calls)) },
        isCallees ? { key: 'each', label: 'per call', title: 'calls of it in a call of this function', num: true, value: (row) => row.calls / sums.calls,
          cell: (row) => ipoint.numberCell(sums.calls ? ipoint.tenths(row.calls / sums.calls) : ipoint.none) }
          : { key: 'part', label: 'share of calls', num: true, value: (row) => row.calls / sums.calls, cell: (row) => ipoint.shareCell(sums.calls ? row.calls / sums.calls : null) },
        { key: 'inclusive', label: 'inclusive total', title: 'of these calls, without probe overhead and interrupts', num: true, value: (row) => row.inclusive,
          cell: (row) => ipoint.numberCell(ipoint.time(row.inclusive)) },
        { key: 'share', label: 'share', title: 'of this function’s inclusive time', num: true, value: share, cell: (row) => ipoint.shareCell(share(row)) },
      ],
    }).element;
  }

  // Fills the tab; returns how many callers there are, 0 where nothing is known.
  ipoint.fillCalls = function fillCalls(f) {
    const paths = ipoint.report.call_paths;
    const own = ipoint.report.functions.findIndex((other) => other.page === f.page);
    if (!paths?.length || own < 0)
      return 0;
    const sums = ipoint.callsOf(paths, own);
    byId('calls-note').textContent = `Calls between instrumented functions, by the call paths; a call in between of a function without ipoints is not seen. Inclusive times in ${ipoint.unitName}.` +
      (sums.recursive ? ' The function calls itself, so its inclusive times hold one another and no share of them is given.' : '');
    byId('calls-table').replaceChildren(
      el('h3', {}, 'Callers'), table('Callers', sums.callers, own, sums, false),
      el('h3', {}, 'Callees'), sums.callees.length ? table('Callees', sums.callees, own, sums, true)
        : el('p', { class: 'note' }, 'It called no instrumented function.'));
    return sums.callers.length;
  };
}
