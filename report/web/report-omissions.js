// Part of the ipoint project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The index: what was not measured, and what was taken out. A count of 0 is shown, not left out.
'use strict';

{
  const { el, byId } = ipoint;
  const limit = 100;

  // What of it affects a conclusion.
  const affecting = new Set(['Records lost', 'Records overwritten', 'Unknown records', 'Ended early', 'Impossible transitions', 'Damaged places', 'Unsure callers']);

  // [what, count, what that means; for 0, and for more]
  function losses(data) {
    const { lost, totals } = data;
    const ticks = ipoint.ticksInWords(data, lost.buffer_wait_ticks);
    const impossible = lost.impossible_transitions.reduce((sum, t) => sum + t.count, 0);
    return [
      ['Records lost', lost.records, 'Every record that a probe stored was kept.',
        'They did not fit the buffer: the visits around them have no time.'],
      ['Records overwritten', lost.overwritten, 'No buffer ran over.',
        'The buffer kept the newest records; what came before is not in any figure.'],
      ['Records repaired', lost.repaired, 'All records were in order.',
        'They were out of order in their buffer and were put right.'],
      ['Unknown records', lost.unknown_records, 'Every record belongs to an ipoint of the database.',
        'Their ipoint is not in the database; they are in no figure.'],
      ['Waits for the buffer', lost.buffer_waits, 'No thread waited for the buffer.',
        `Threads waited ${ticks} in all for room in the buffer; no block is charged with it.`],
      ['Gaps', lost.gaps, 'Recording never stopped by request or between windows.',
        `The program ran ${ipoint.ticksInWords(data, lost.gap_ticks)} in all without being recorded, by request or between windows.`],
      ['Cut calls', lost.cut_calls, 'No call reaches into such a gap.',
        'Their beginning or their end lies where nothing was to be recorded: they have no time.'],
      ['Ended early', lost.ended.length, 'Recording lasted as long as the program.', `${lost.ended.join('; ')}.`],
      ['Not in a profile', lost.left_out.length, 'The traces were read, with all their events.',
        `Left out: ${lost.left_out.join('; ')}.`],
      ['Impossible transitions', impossible, 'Every pair of successive records has a path in the program.',
        'No path leads from the first block to the second; their times are in no figure.'],
      ['Damaged places', lost.damage.length, 'The whole trace could be read.',
        'What could not be read is in no figure.'],
      ['Unfinished calls', lost.unfinished_calls, 'Every call was seen to its end.',
        'The trace ended inside of them; they are counted, without a time.'],
      ['Started in the middle', lost.started_in_the_middle, 'Every call was seen from its start.',
        'Their entry was not recorded; they have no time.'],
      ['Unsure callers', lost.callers_unsure ? 1 : 0, 'Nearly all calls have an entry and an exit.',
        'Call trees and inclusive times cannot be relied on, and which transitions never ran is not known: many calls have no entry or no exit, as where a thread has several stacks (coroutines, fibers) or leaves functions by longjmp or a C++ exception.'],
      ['Inferred exits', totals.inferred_exits, 'Every call that ended has an exit record.',
        'They ended without an exit record: longjmp, a function that does not return, or the end of the trace.'],
    ];
  }

  function lossTable(data) {
    return ipoint.scroller('Records and calls that were lost', el('table', { class: 'list losses' },
      el('tbody', {}, losses(data).map(([what, count, none, some]) =>
        el('tr', { class: count && affecting.has(what) ? 'attention' : null },
          el('th', { scope: 'row' }, what),
          el('td', { class: 'num' }, ipoint.count(count)),
          el('td', { class: 'text' }, count ? some : none))))));
  }

  // A part with a heading that carries its count, amber unless that affects nothing, and a sentence or a table.
  function part(id, title, count, none, some, table, affects = true) {
    return el('section', { id, class: 'part', 'aria-labelledby': `${id}-heading` },
      el('h3', { id: `${id}-heading` }, title, ' ', el('span', { class: count && affects ? 'tally' : 'tally none' }, ipoint.count(count))),
      el('p', { class: 'note' }, count ? some : none),
      count && table ? table() : null);
  }

  const number = (key, label, show, title) => ({
    key, label, title, num: true, time: show === ipoint.time, value: (row) => row[key], cell: (row) => ipoint.numberCell(show(row[key])),
  });
  const text = (key, label) => ({
    key, label, value: (row) => row[key] || '', cell: (row) => el('td', { class: 'text' }, ipoint.breakable(row[key] || ipoint.none)),
  });
  const place = {
    key: 'place', label: 'file:line', value: (row) => ipoint.place(row.file, row.line, row.column),
    cell: (row) => el('td', { class: 'place' }, ipoint.breakable(ipoint.place(row.file, row.line, row.column))),
  };

  // A block of a transition, with its place.
  const blockAt = (key) => ({
    key, label: key, value: (row) => row[key],
    cell: (row) => el('td', { class: 'text' }, ...ipoint.breakable(row[key]),
      ` (${ipoint.place(row[`${key}_file`] || row.file, row[`${key}_line`], row[`${key}_column`])})`),
  });

  // "2,243", and below it "2,231 to 2,255"
  const within = (value, low, high) => [ipoint.time(value), absent(low) ? null
    : el('span', { class: 'interval' }, `${ipoint.time(low)} to ${ipoint.time(high)}`)];
  const absent = (value) => value === null || value === undefined;

  // One in so much time.
  const oneIn = (rate) => within(rate.one_in, rate.one_in_low, rate.one_in_high);

  const classColumns = () => {
    const column = (key, label, title, value, show) => ({
      key, label, title, num: true, time: !/^(visits|confirmed)$/.test(label), value, cell: (row) => el('td', { class: 'num', 'data-label': label }, show(row)),
    });
    const count = (key, label, title) => column(key, label, title, (k) => k[key], (k) => k[key] === null ? ipoint.none : ipoint.count(k[key]));
    return [
      count('count', 'visits', 'that were interrupted'),
      count('switched', 'confirmed', 'of these: the kernel reports that the thread was off CPU in them; the others are inferred; not known of a profile'),
      column('median', 'median', 'of one interrupt, with its 95 % confidence interval', (k) => k.length.median,
        (k) => within(k.length.median, k.length.median_low, k.length.median_high)),
      column('mean', 'mean', 'of one interrupt, with its 95 % confidence interval where there are enough', (k) => k.length.mean,
        (k) => within(k.length.mean, k.length.mean_low, k.length.mean_high)),
      column('longest', 'max', 'that a visit was lengthened by', (k) => k.length.max, (k) => ipoint.time(k.length.max)),
      column('execution', 'one in, executed', 'time that the program runs from one to the next, with its 95 % confidence interval',
        (k) => k.per_execution_tick.one_in, (k) => oneIn(k.per_execution_tick)),
      column('elapsed', 'one in, elapsed', 'time that passes from one to the next, with its 95 % confidence interval',
        (k) => k.per_elapsed_tick.one_in, (k) => oneIn(k.per_elapsed_tick)),
      column('period', 'period', 'where they keep to one; not known where visits have no order, as in a profile', (k) => k.periodic && k.periodic.period,
        (k) => k.periodic ? ipoint.time(k.periodic.period) : k.dispersion === null ? 'not known' : ipoint.none),
      { key: 'evidence', label: 'evidence', value: (k) => k.blocks.length,
        cell: (k) => el('td', { class: 'text', 'data-label': 'evidence' }, k.alone ? 'when they come, in one block alone'
          : !k.blocks.length ? ipoint.none : `their rate, which agrees in ${k.blocks.filter((b) => b.agrees).length} of ${ipoint.plural(k.blocks.length, 'block')}`) },
    ];
  };

  // What records show, against what the filter would have found without them.
  function knownInWords(known, inWhich, times) {
    const all = known ? known.beyond + known.within + known.undecided : 0;
    return all ? ` Of ${ipoint.plural(all, 'visit')} in which ${inWhich}, ${ipoint.count(known.beyond)} would be excluded by ` +
      `${times}, ${ipoint.count(known.within)} would not, and ${ipoint.count(known.undecided)} are in blocks of which nothing is excluded; ` +
      `in the same threads the filter excludes ${ipoint.plural(known.unrecorded, 'visit')} without such a record.` : '';
  }

  // What records alone decide.
  function recordedInWords(recorded, unit) {
    if (!recorded)
      return '';
    const { excluded, by_record_alone: alone, left, length, untimed } = recorded;
    return ` ${ipoint.plural(excluded, 'visit')} excluded because the kernel recorded an interrupt in them` +
      (length ? `, longer by ${ipoint.time(length.min)} to ${ipoint.time(length.max)} ${unit}, median ${ipoint.time(length.median)}; ` +
        `${ipoint.count(alone)} of them detection would not have excluded` : '') +
      (left ? `; ${ipoint.count(left)} not excluded, as too many visits of the block are interrupted` : '') +
      (untimed ? `; ${ipoint.count(untimed)} more have no time: filtered times lose what records give, ${ipoint.time(recorded.untimed_ticks)} ${unit}` : '') + '.';
  }

  ipoint.fillOmissions = function fillOmissions(data) {
    const pages = new Map();
    for (const f of data.functions) {
      pages.set(`${f.file}\n${f.name}`, f.page);
      if (!pages.has(f.name))
        pages.set(f.name, f.page);
    }
    const link = (file, name, block) => {
      const page = pages.get(`${file}\n${name}`) || (file === undefined ? pages.get(name) : null);
      const href = page && ipoint.functionHref(page, block);
      const words = ipoint.breakable(block || name || ipoint.none);
      return href ? el('a', { href }, words) : el('span', {}, words);
    };
    const functionColumn = (key) => ({
      key, label: 'function', value: (row) => row[key] || '',
      cell: (row) => el('th', { scope: 'row', class: 'name' }, row[key] ? link(row.file, row[key]) : ipoint.none),
    });
    const blockColumn = {
      key: 'block', label: 'block', value: (row) => row.block,
      cell: (row) => el('td', { class: 'text' }, link(row.file, row.function, row.block)),
    };
    const listed = (label, rows, columns, className = 'list') => () =>
      el('div', {}, ipoint.table({ label, name: label.replace(/\W+/g, '-').toLowerCase(), explained: true, className, stacks: !/classes/.test(className), rows, columns, limit }).element, ipoint.explain(columns) || '');

    const { lost, never_run: never } = data;
    const excluded = data.excluded.reduce((sum, entry) => sum + entry.count, 0);
    byId('omissions').replaceChildren(
      el('section', { class: 'part', id: 'lost', 'aria-labelledby': 'lost-heading' },
        el('h3', { id: 'lost-heading' }, 'Lost or damaged'), lossTable(data)),
      lost.damage.length ? part('damage', 'Damage', lost.damage.length, '', 'In the order in which it was met:',
        () => el('ol', { class: 'damage' }, lost.damage.map((line) => el('li', {}, line)))) : '',
      lost.impossible_transitions.length ? part('impossible', 'Impossible transitions', lost.impossible_transitions.length, '',
        'Pairs of blocks that followed one another although no path of the program leads from one to the other. Where both are the same, a record held the number of a path to it that the function does not have.',
        listed('Impossible transitions', lost.impossible_transitions,
          [functionColumn('function'), blockAt('from'), blockAt('to'), number('count', 'times', ipoint.count)])) : '',
      part('excluded', 'Interrupted visits removed', excluded,
        data.filter ? `No visit. ${ipoint.filterInWords(data)}` : ipoint.filterInWords(data),
        `Visits in ${ipoint.plural(data.excluded.length, 'block')}. ${ipoint.filterInWords(data)} Times in ${ipoint.unitName}.`,
        listed('Visits that were excluded', data.excluded, [functionColumn('function'), blockColumn,
          number('count', 'visits', ipoint.count), number('min', 'min', ipoint.time), number('max', 'max', ipoint.time),
          number('added', 'added', ipoint.time, 'how much the interrupts added in all')]), false),
      data.interrupts?.classes.length || data.interrupts?.recorded ? part('interrupt-classes', 'Interrupt classes', data.interrupts.classes.length,
        `Detection found none.${recordedInWords(data.interrupts.recorded, ipoint.unitName)}`,
        `What visits were lengthened by, in ${ipoint.unitName}. Inferred from times, but for confirmed ones.` +
          knownInWords(data.interrupts.known_switches, 'the thread is known to have been off CPU', 'their response times') +
          knownInWords(data.interrupts.known_handlers, 'a handler is known to have run', 'their times with it') +
          knownInWords(data.interrupts.known_interrupts, 'the kernel is known to have handled an interrupt', 'their times with it') +
          recordedInWords(data.interrupts.recorded, ipoint.unitName),
        listed('Interrupt classes', data.interrupts.classes, classColumns(), 'list classes'), false) : '',
      data.interrupts?.unseen?.length ? part('unseen', 'Undetected interrupts', data.interrupts.unseen.length, '',
        `Interrupts expected by the rate of the others, in blocks whose times have no gap that shows the interrupted visits. They are in all figures. Times in ${ipoint.unitName}.`,
        listed('Undetected interrupts', data.interrupts.unseen, [functionColumn('function'), blockColumn,
          number('expected', 'expected', ipoint.tenths), number('added', 'added', ipoint.time, 'how much they are expected to add in all')])) : '',
      data.database.older_objects?.length ? part('older-objects', 'Older objects', data.database.older_objects.length, '',
        'Objects of the program that were made before a file of theirs was changed and compiled again. The sources shown are those that ran.',
        listed('Older objects', data.database.older_objects, [text('unit', 'object of'), text('file', 'changed since')])) : '',
      part('not-instrumented', 'Not instrumented', data.not_instrumented.length, 'Every function and every place has its probes.',
        'Functions and places without a probe, so nothing is known of them.',
        listed('Functions and places without a probe', data.not_instrumented, [functionColumn('function'), place, text('reason', 'reason')])),
      part('never-run-functions', 'Functions that never ran', never.functions.length, 'Every function with probes ran.',
        'They have probes, and none of them ran.',
        listed('Functions that never ran', never.functions, [functionColumn('name'), place]), ipoint.muchNeverRan(data)),
      part('never-run-blocks', 'Blocks that never ran', never.blocks.length,
        'In every function that ran, every block ran.', 'In functions that did run.',
        listed('Blocks that never ran', never.blocks, [functionColumn('function'), blockColumn, place]), false));
  };
}
