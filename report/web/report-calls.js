// Part of the ipoint project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Who calls a function, and whom it calls.
'use strict';

{
  const { el, byId } = ipoint;

  function nameCell(index, own) {
    const f = index === null ? null : ipoint.report.functions[index];
    return el('th', { scope: 'row', class: 'name' }, f ? el('a', { href: ipoint.functionHref(f.page) }, ipoint.breakable(f.name)) : 'no known caller',
      index === own ? [' ', ipoint.tag('itself', '', 'a recursive call')] : null);
  }

  // What an estimate rests on.
  const basisOf = (row) => row.estimated_from === undefined ? null
    : row.estimated_from ? `estimated from ${ipoint.count(row.estimated_from)} calls in windows` : 'estimated: no window has such a call';

  function table(label, rows, own, f, isCallees) {
    const calls = rows.reduce((sum, row) => sum + row.calls, 0);
    const name = (row) => row.function === null ? '' : ipoint.report.functions[row.function].name;
    return ipoint.table({
      label, className: 'list calls', rows, limit: 50,
      columns: [
        { key: 'name', label: isCallees ? 'callee' : 'caller', value: name, cell: (row) => nameCell(row.function, own) },
        { key: 'calls', label: 'calls', num: true, value: (row) => row.calls, cell: (row) => ipoint.numberCell((row.estimated_from === undefined ? '' : '≈ ') + ipoint.count(row.calls), basisOf(row)) },
        isCallees ? { key: 'each', label: 'per call', title: 'calls of it in a call of this function', num: true, value: (row) => row.calls / f.calls,
          cell: (row) => ipoint.numberCell(f.calls ? ipoint.tenths(row.calls / f.calls) : ipoint.none) }
          : { key: 'part', label: 'share of calls', num: true, value: (row) => row.calls / calls, cell: (row) => ipoint.shareCell(calls ? row.calls / calls : null) },
        { key: 'inclusive', label: 'inclusive total', title: 'of these calls, corrected', num: true, value: (row) => row.inclusive,
          cell: (row) => ipoint.numberCell(ipoint.time(row.inclusive), row.timed_calls < row.calls ? `of ${ipoint.count(row.timed_calls)} calls that have a time` : null) },
        { key: 'share', label: 'share of time', title: 'of all in this list', num: true, value: (row) => row.share, cell: (row) => ipoint.shareCell(row.share) },
      ],
    }).element;
  }

  // Fills the tab; returns how many callers there are, 0 where nothing is known.
  ipoint.fillCalls = function fillCalls(f) {
    if (!f.callers?.length)
      return 0;
    const own = ipoint.report.functions.findIndex((other) => other.page === f.page);
    const isRecursive = f.callers.some((row) => row.function === own);
    byId('calls-note').textContent = `Calls between instrumented functions; one through a function without ipoints counts for the function that called that. Corrected inclusive times in ${ipoint.unitName}.` +
      (isRecursive ? ' The function calls itself: its inclusive times hold one another.' : '');
    byId('calls-table').replaceChildren(
      el('h3', {}, 'Callers'), table('Callers', f.callers, own, f, false),
      el('h3', {}, 'Callees'), f.callees?.length ? table('Callees', f.callees, own, f, true)
        : el('p', { class: 'note' }, 'It called no instrumented function.'));
    return f.callers.length;
  };
}
