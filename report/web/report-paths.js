// Part of the ipoint project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Ways through a function: the paths that it took, and its loops.
'use strict';

{
  const { el, byId } = ipoint;

  // A block as it stands in a path: what it is and its line.
  const step = (f, blocks, name) => {
    const block = blocks.get(name);
    return el('a', { href: ipoint.functionHref(f.page, name), title: name }, ...(block ? [`${block.kind} ${block.line}`] : ipoint.breakable(name)));
  };

  // A path as links with arrows between them. A path is {blocks, rounds}; what is in ( )* was gone round.
  ipoint.wayOf = function wayOf(f, path) {
    const blocks = new Map(f.blocks.map((b) => [b.name, b]));
    const links = (names) => names.flatMap((name, at) => [at ? ' → ' : '', step(f, blocks, name)]);
    const round = (rounds) => [' → (', ...links(rounds.blocks), ')*'];
    return path.blocks.flatMap((name, at) => [at ? ' → ' : '', step(f, blocks, name),
      ...(path.rounds && path.rounds.behind === at ? round(path.rounds) : [])]);
  };

  // The paths that a call took one after the other; the first few, and the rest behind a switch.
  ipoint.wayOfCall = function wayOfCall(f, paths, isCut) {
    const first = 6;
    const part = (p, at) => [at ? ', then ' : '', p.count > 1 ? `${ipoint.count(p.count)} × ` : '', '(', ...ipoint.wayOf(f, p), ')'];
    const isEnd = isCut && paths[0].blocks[0] !== 'entry'; // by sums: what came before is not known
    const end = isCut && !isEnd ? ' … (the call took more paths than are kept)' : '';
    const rest = paths.slice(first);
    return [isEnd ? 'it ended with ' : '', ...paths.slice(0, first).flatMap(part), ...(rest.length
      ? [el('details', { class: 'numbers' }, el('summary', {}, `and ${ipoint.count(rest.length)} more`),
        el('p', {}, ...rest.flatMap((p, at) => part(p, at)), end))] : [end])];
  };

  // Columns of the figures that of(row) has; nothing where it has none, and why.
  const figureOf = (of, why) => (key, label, kind, title) => ({
    key, label, title, num: true, value: (row) => of(row) && of(row)[kind][key],
    cell: (row) => !of(row) ? ipoint.numberCell(ipoint.none, why)
      : key === 'mean' ? ipoint.meanCell(of(row)) : ipoint.figureCell(of(row), kind, key),
  });

  // Where a function has path records: which ways it took, and how often.
  ipoint.fillPaths = function fillPaths(f) {
    const paths = f.paths || [];
    if (!paths.length)
      return;
    const timed = paths.some((p) => p.self);
    const counted = paths.some((p) => p.rounds);
    byId('paths-note').textContent = 'Each from one record of a call to the next, by the kind and the line of its blocks.' +
      (timed ? ` Self times of the calls that took no other path, in ${ipoint.unitName}; HWM raw.` : '') +
      (counted ? ' What is in ( )* was gone round as often as rounds says, of all times together.' : '') +
      (f.paths_omitted ? ` ${ipoint.plural(f.paths_omitted, 'more path was', 'more paths were')} taken.` : '');
    const figure = figureOf((p) => p.self, 'no call took this path only');
    byId('paths-table').replaceChildren(ipoint.table({
      label: 'Paths', name: 'paths', className: 'list paths', rows: paths, limit: 20,
      columns: [
        { key: 'count', label: 'taken', num: true, value: (p) => p.count, cell: (p) => ipoint.numberCell(ipoint.count(p.count)) },
        { key: 'share', label: 'share', title: 'of all paths taken', num: true, value: (p) => p.share, cell: (p) => ipoint.shareCell(p.share) },
        ...(counted ? [{
          key: 'rounds', label: 'rounds', num: true, value: (p) => p.rounds && p.rounds.count,
          cell: (p) => ipoint.numberCell(p.rounds ? ipoint.count(p.rounds.count) : ipoint.none),
        }] : []),
        ...(timed ? [figure('mean', 'mean', 'corrected'), figure('p99', 'p99', 'corrected', 'not exceeded by 99 %'), figure('max', 'HWM', 'raw')] : []),
        { key: 'blocks', label: 'blocks', cell: (p) => el('td', { class: 'text' }, ipoint.wayOf(f, p)) },
      ],
    }).element);
  };

  ipoint.fillLoops = function fillLoops(f) {
    if (!f.loops.length)
      return;
    const count = (key, label, title) => ({
      key, label, title, num: true, value: (l) => l[key],
      cell: (l) => (l[key] === null ? ipoint.numberCell(ipoint.none, key === 'bound' ? 'no bound was given' : 'not counted: its body has no ipoint')
        : ipoint.numberCell(ipoint.count(l[key]))),
    });
    const timed = f.loops.some((l) => l.iteration);
    byId('loops-note').textContent = 'How often a loop’s body ran each time that the loop was entered.' + (timed
      ? ` Times are of the iterations that were timed by themselves, to the start of the next one, callees included, in ${ipoint.unitName}; HWM raw.` : '');
    const figure = figureOf((l) => l.iteration, 'no iteration was timed by itself');
    const exceeded = (l) => l.bound !== null && l.max_iterations > l.bound;
    byId('loops-table').replaceChildren(ipoint.table({
      label: 'Loops', name: 'loops', className: 'list loops', rows: f.loops, limit: 100,
      columns: [
        { key: 'name', label: 'loop', value: (l) => l.name, cell: (l) => el('th', { scope: 'row', class: 'name' }, ipoint.breakable(l.name),
          exceeded(l) ? [' ', ipoint.tag('over its bound', 'warn', 'the body ran more often than its bound allows')] : null) },
        { key: 'line', label: 'line', num: true, first: 'ascending', value: (l) => l.line, cell: (l) => el('td', { class: 'num' }, ipoint.lineAndColumn(l)) },
        ...(!f.loops.some((l) => l.sampled) ? [] : [{
          key: 'plain', label: 'an iteration', title: `${ipoint.unitName}, mean, by samples of the program without probes`, num: true,
          value: (l) => l.sampled && l.sampled.mean.mean,
          cell: (l) => ipoint.numberCell(l.sampled ? ipoint.mean(l.sampled.mean.mean) : ipoint.none,
            l.sampled && `95 %: ${ipoint.mean(l.sampled.mean.low)} to ${ipoint.mean(l.sampled.mean.high)}`),
        }]),
        count('entered', 'entered'), count('iterations', 'iterations', 'in all'),
        ...(!timed ? [] : [
          { key: 'timed', label: 'timed', title: 'iterations that were timed by themselves', num: true,
            value: (l) => l.iteration && l.iteration.raw.count,
            cell: (l) => ipoint.numberCell(l.iteration ? ipoint.count(l.iteration.raw.count) : ipoint.none) },
          figure('mean', 'mean', 'corrected', 'of the timed iterations'), figure('p50', 'p50', 'corrected', 'not exceeded by half of them'),
          figure('p99', 'p99', 'corrected', 'not exceeded by 99 % of them'), figure('max', 'HWM', 'raw', 'of the timed iterations')]),
        count('max_iterations', 'most', 'since it was entered'), count('bound', 'bound'),
        { key: 'bound_from', label: 'bound from', value: (l) => l.bound_from || '', cell: (l) => el('td', { class: 'text' }, ipoint.breakable(l.bound_from || ipoint.none)) },
      ],
    }).element);
  };
}
