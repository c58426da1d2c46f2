// Part of the ipoint project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The index: under which conditions each run was made, what it took beside its time, and where two accounts of it differ.
'use strict';

{
  const doubts = {
    stolen: 'the records account for more than the CPU time: something had the CPU that no context switch shows, such as another guest of the hypervisor, or interrupts',
    'off-cpu-unknown': 'the records account for more than the CPU time: context switches were not recorded, so times off CPU are in them',
    'not-recorded': 'the CPU time is more than the records account for: what ran before the first ipoint and behind the last one, or threads and children without ipoints',
  };

  // What the program was given that it does not have by itself.
  ipoint.conditionsInWords = (t) => [
    t.realtime && `SCHED_FIFO ${t.realtime}`,
    t.niceness && `niceness ${t.niceness}`,
    t.memory_locked && 'memory locked',
    t.fixed_addresses && 'fixed addresses',
    t.load && `beside a load of ${t.load}`,
    t.warm_up && `behind ${ipoint.plural(t.warm_up, 'run')} to warm up`,
  ].filter(Boolean).join(', ');

  const areAlike = (traces) => traces.every((t) => ipoint.conditionsInWords(t) === ipoint.conditionsInWords(traces[0]));

  // Where all runs have the same, a sentence; else a column says it of each.
  ipoint.sharedConditions = (traces) => {
    const words = traces.length && areAlike(traces) ? ipoint.conditionsInWords(traces[0]) : '';
    return words && ` Conditions: ${words}.`;
  };

  // Of all runs, one sentence for each reason.
  ipoint.accountsInWords = (traces) => Object.entries(doubts).map(([kind, words]) => {
    const runs = traces.filter((t) => t.accounts && t.accounts.differs === kind);
    return runs.length ? ` In ${runs.length === traces.length && runs.length > 1 ? 'all runs' : runs.map((t) => t.path).join(', ')} ${words}.` : '';
  }).join('');

  // Columns of those figures that any run has; what makes a column is the caller's.
  ipoint.runColumns = function runColumns(traces, { text, count, number }) {
    const ms = (ns) => ipoint.duration(ns);
    const mib = (bytes) => `${(bytes / 1048576).toFixed(1)} MiB`;
    const columns = [
      [(t) => t.accounts?.recorded_ns, number('recorded', 'recorded', (t) => t.accounts?.recorded_ns, ms)],
      [(t) => t.accounts?.off_cpu_ns, number('off_cpu', 'off CPU', (t) => t.accounts?.off_cpu_ns, ms)],
      [(t) => t.minor_faults, count('minor_faults', 'page faults')],
      [(t) => t.major_faults, count('major_faults', 'page faults from disk')],
      [(t) => t.migrations, count('migrations', 'migrations')],
      [(t) => t.peak_memory, number('peak_memory', 'peak memory', (t) => t.peak_memory, mib)],
      [(t) => areAlike(traces) ? '' : ipoint.conditionsInWords(t), text('conditions', 'conditions', (t) => ipoint.conditionsInWords(t) || ipoint.none)],
    ];
    return columns.filter(([value]) => traces.some((t) => ![null, undefined, ''].includes(value(t)))).map(([, column]) => column);
  };
}
