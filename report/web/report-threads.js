// Part of the ipoint project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What ran in which thread: on the front page the threads, and the table of functions of the one that is chosen there; on a function's page
// its threads.
'use strict';

{
  const { el, byId } = ipoint;

  ipoint.threadName = ({ name, number, handler }) => `${handler ? 'signal handlers of ' : ''}${name || `thread ${number}`}`;

  const share = (part, whole) => whole ? part / whole : null;
  const count = (key, label, value, title) => ({ key, label, title, num: true, value, cell: (row) => ipoint.numberCell(ipoint.count(value(row))) });
  const time = (key, label, value, title) => ({ key, label, title, num: true, time: true, value,
    cell: (row) => value(row) === null ? ipoint.numberCell(ipoint.none, 'no call has that time') : ipoint.exactly(ipoint.numberCell(ipoint.time(value(row))), value(row), true) });
  const part = (key, label, title, value) => ({ key, label, title, num: true, value, cell: (row) => ipoint.shareCell(value(row)) });
  // Columns of {calls, self, inclusive}; `all` are the sums that calls and self times are shares of, in words `whole`.
  const columns = (all, whole) => [
    count('calls', 'calls', (r) => r.calls), ...(all.calls ? [part('of_calls', 'share of calls', whole, (r) => share(r.calls, all.calls))] : []),
    time('self', 'self total', (r) => r.self?.total ?? null), part('share', 'share of self', whole, (r) => share(r.self?.total ?? 0, all.self)),
    time('mean', 'self mean', (r) => r.self ? r.self.total / r.self.count : null), time('max', 'self HWM', (r) => r.self?.max ?? null, 'high-water mark: the largest observed'),
    time('inclusive', 'inclusive total', (r) => r.inclusive?.total ?? null),
  ];
  const sums = (rows) => ({ calls: rows.reduce((sum, r) => sum + r.calls, 0), self: rows.reduce((sum, r) => sum + (r.self?.total ?? 0), 0) });

  // [{…what the function took in a thread, thread, f}, …] of all functions.
  const callsOf = (data) => data.functions.flatMap((f) => (f.by_thread ?? []).map((calls) => ({ ...calls, f })));

  // The functions of the thread of an index, as a table of {…what the function took in it, f}.
  ipoint.threadTable = function threadTable(data, chosen) {
    const rows = callsOf(data).filter((row) => row.thread === Number(chosen));
    const whole = sums(rows), name = ipoint.threadName(data.threads[chosen]);
    return ipoint.table({
      label: `Functions in ${name}`, name: 'thread-functions', className: 'list', rows, limit: 500, empty: 'No function matches.', sort: { key: 'self', direction: 'descending' },
      columns: [{ key: 'name', label: 'function', value: (r) => r.f.name, cell: (r) => el('th', { scope: 'row', class: 'name' }, el('a', { href: ipoint.functionHref(r.f.page) }, ipoint.breakable(r.f.name))) },
        ...columns({ self: whole.self }, 'of this thread'),
        part('here', 'of its calls', 'how many of the function’s calls are in this thread', (r) => share(r.calls, r.f.calls))],
    });
  };

  // The section of the front page.
  ipoint.fillThreads = function fillThreads(data) {
    const all = callsOf(data);
    byId('threads').hidden = !all.length;
    if (!all.length)
      return;
    const rows = data.threads.map((thread, at) => {
      const own = all.filter((row) => row.thread === at);
      return { thread, at, functions: own.length, ...sums(own), busy: thread.elapsed - thread.off_cpu };
    });
    const whole = { calls: rows.reduce((sum, r) => sum + r.calls, 0), self: rows.reduce((sum, r) => sum + r.self, 0) };
    byId('threads-note').textContent = `Threads of one name, or of one place in their runs, are one row. Raw times, in ${ipoint.unitName}: self times add up to what the records of a thread show of functions with probes. A thread’s name shows its functions, in all forms above.`;
    byId('threads-table').replaceChildren(ipoint.table({
      label: 'Threads', name: 'threads', className: 'list', rows, limit: 64,
      columns: [
        { key: 'name', label: 'thread', value: (r) => ipoint.threadName(r.thread), cell: (r) => el('th', { scope: 'row', class: 'name' }, el('a', { href: `#thread=${r.at}` }, ipoint.threadName(r.thread))) },
        count('streams', 'in runs', (r) => r.thread.streams), time('busy', 'on CPU', (r) => r.busy, 'from the first record to the last, without time off CPU where that is known'),
        count('functions', 'functions', (r) => r.functions), count('calls', 'calls', (r) => r.calls), part('of_calls', 'share of calls', 'of all threads', (r) => share(r.calls, whole.calls)),
        time('self', 'self total', (r) => r.self), part('share', 'share of self', 'of all threads', (r) => share(r.self, whole.self)),
      ],
    }).element);
  };

  // Of a function, for its panel; nothing where there is one thread.
  ipoint.threadsOf = function threadsOf(f, data) {
    if (!f.by_thread?.length)
      return [];
    const whole = sums(f.by_thread);
    return [el('h3', {}, 'By thread ', el('small', {}, `raw, in ${ipoint.unitName}`)), ipoint.table({
      label: 'By thread', name: 'by-thread', className: 'list compact', rows: f.by_thread, limit: 20,
      columns: [{ key: 'thread', label: 'thread', value: (r) => r.thread, cell: (r) => el('th', { scope: 'row' }, ipoint.threadName(data.threads[r.thread])) }, ...columns(whole, 'of the function’s')],
    }).element];
  };
}
