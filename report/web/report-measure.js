// Part of the ipoint project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// By what the front page shares out the time, and the hierarchies in which it is shared out: by folder and
// file, and by caller. A node of these is {kind, name, function, calls, own, self, inclusive, children}, times in ticks;
// `own` is what it takes by itself, and the sum of all `own` is the whole.
'use strict';

{
  ipoint.knowsPathsOfThreads = (data) => (data.call_paths || []).some((p) => p.by_thread);

  // The time of a path as `figures` asks for; where nothing was excluded, filtered times are the corrected ones.
  const ofPath = (time, figures) => figures === 'filtered' ? time.filtered ?? time.corrected
    : figures === 'corrected' ? time.corrected : time.raw;

  // With samples, a function's time is its share of the plain program's, unless direct times are asked for; else the
  // self time of the kind asked for; where nothing was timed, its calls. Of one thread (its index, as text) raw times are known.
  // {estimated, isTimed, total, timeOf(f) → ticks or null, shareOf(f), samplesOf(f), pathTimes() → [{own, inclusive}], basis, inWords(time)}
  ipoint.measureOf = function measureOf(data, figures, direct = false, thread = '') {
    const inThread = thread !== '' && ((f) => f.by_thread?.find((row) => row.thread === Number(thread)));
    const estimated = ipoint.leadsBySamples(data) && !direct && !inThread;
    const isTimed = estimated || data.functions.some((f) => f.self);
    const cpu = estimated ? data.sampling.inputs.reduce((sum, i) => sum + (i.cpu || 0), 0) : 0;
    const timeOf = inThread ? (f) => (isTimed ? inThread(f)?.self?.total : inThread(f)?.calls) ?? null : estimated ? (f) => f.sampled ? f.sampled.share * cpu : null
      : isTimed ? (f) => ipoint.selfTotal(f, figures) : (f) => f.status === 'run' ? f.calls : null;
    const inWindows = data.functions.some((f) => ipoint.callsPerTime(f) > 1);
    // Else a thread's times are those of all, apportioned.
    const byThread = inThread && ipoint.knowsPathsOfThreads(data);
    const total = estimated ? cpu : data.functions.reduce((sum, f) => sum + (timeOf(f) || 0), 0);
    const shareOf = estimated ? (f) => f.sampled?.share ?? null
      : (f) => timeOf(f) === null || !total ? null : timeOf(f) / total;

    // Samples don't know callers: a function's time goes to its call paths by their times with probes, as callers have their
    // shares, or by their calls where no path has one.
    function pathTimes() {
      const paths = data.call_paths || [];
      const weightOf = (p) => Math.max(0, p.self && ofPath(p.self, 'filtered') || 0);
      const calls = new Map(), weights = new Map();
      for (const p of paths) {
        calls.set(p.function, (calls.get(p.function) || 0) + p.calls);
        weights.set(p.function, (weights.get(p.function) || 0) + weightOf(p));
      }
      const partOf = (p) => weights.get(p.function) > 0 ? weightOf(p) / weights.get(p.function) : p.calls / (calls.get(p.function) || 1);
      const times = paths.map((p) => {
        if (byThread)
          return { own: p.by_thread?.find((row) => row.thread === Number(thread))?.self ?? 0, inclusive: null };
        // What has no time in the table has none here.
        const time = p.function === null ? null : timeOf(data.functions[p.function]);
        const own = estimated || inThread ? (time || 0) * partOf(p)
          : p.function === null ? ofPath(p.self, figures) : time !== null ? ofPath(p.self, figures) * ipoint.callsPerTime(data.functions[p.function]) : 0;
        return { own: Math.max(0, own || 0), inclusive: estimated || inThread || inWindows ? null : ofPath(p.inclusive, figures) };
      });
      return times;
    }
    return { estimated, isTimed, figures, total, timeOf, shareOf, samplesOf: (f) => estimated ? f.sampled?.samples : undefined,
      pathTimes: isTimed ? pathTimes : () => (data.call_paths || []).map((p) => ({ inclusive: null,
        own: byThread ? p.by_thread?.find((row) => row.thread === Number(thread))?.calls ?? 0 : p.function === null ? 0 : p.calls })),
      // What shares are of, and what a part of it is called.
      basis: inThread ? `what the functions of ${ipoint.threadName(data.threads[thread])} ${isTimed ? 'take themselves, raw' : 'are called'}` : estimated ? `the ${ipoint.sampledProgram()}’s CPU time, by samples` : isTimed ? 'the self time of all functions' : 'all calls: nothing was timed',
      inWords: isTimed ? (v) => `${ipoint.time(Math.round(v))} ${ipoint.unitName}` : (v) => ipoint.plural(Math.round(v), 'call') };
  };

  // What samples found outside of functions with counts.
  const othersOf = (data, measure) => !measure.estimated ? [] : [{
    kind: 'others', isOutside: true, name: 'outside of functions with counts', calls: null, own: 0,
    children: data.sampling.others.map((o) => ({
      kind: 'others', name: o.name ? `${o.name.replace(/.*\//, '')} (${o.what})` : o.what, calls: null,
      own: o.share * measure.total, samples: o.samples, children: [],
    })),
  }].filter((node) => node.children.length);

  const leafOf = (f, measure) => ({
    kind: 'function', name: f.name, function: f, calls: f.status === 'not instrumented' ? null : f.calls,
    own: Math.max(0, measure.timeOf(f) || 0), samples: measure.samplesOf(f), hwm: f.self?.raw?.max ?? null, children: [],
  });

  // Sums from below: time in all, calls, functions, the largest high-water mark.
  function sumUp(node) {
    node.time = node.own;
    node.functions = node.kind === 'function' ? 1 : 0;
    node.hwm ??= null;
    if (node.kind === 'folder' || node.kind === 'file' || node.kind === 'program')
      node.calls = 0;
    for (const child of node.children) {
      sumUp(child);
      node.time += child.time;
      if (node.kind !== 'function' && child.samples !== undefined)
        node.samples = (node.samples ?? 0) + child.samples;
      if (node.kind !== 'function') {
        node.functions += child.functions;
        node.calls = node.calls === null ? null : node.calls + (child.calls || 0);
        node.hwm = child.hwm === null ? node.hwm : Math.max(node.hwm ?? 0, child.hwm);
      }
    }
    node.children.sort((a, b) => b.time - a.time);
    return node;
  }

  const nameOfProgram = () => ipoint.title || 'program';

  // Folders, files, functions; a folder with nothing but one folder is one with it.
  ipoint.byFile = function byFile(data, measure, wanted = () => true) {
    const root = { kind: 'program', name: nameOfProgram(), own: 0, children: [], path: '' };
    const nodes = new Map([['', root]]);
    const nodeOf = (path, kind) => {
      let node = nodes.get(path);
      if (!node) {
        const cut = path.lastIndexOf('/');
        node = { kind, name: path.slice(cut + 1), own: 0, children: [], path };
        nodes.set(path, node);
        (cut > 0 ? nodeOf(path.slice(0, cut), 'folder') : root).children.push(node);
      }
      return node;
    };
    for (const f of data.functions)
      if (wanted(f))
        nodeOf(f.file || 'file not known', 'file').children.push(leafOf(f, measure));
    const join = (node) => {
      node.children.forEach(join);
      const [only] = node.children;
      if (node.kind === 'folder' && node.children.length === 1 && only.kind === 'folder')
        Object.assign(node, { name: `${node.name}/${only.name}`, children: only.children, path: only.path });
    };
    join(root);
    root.children.push(...othersOf(data, measure));
    return sumUp(root);
  };

  // Call paths. What has a time and no path, an interrupt handler for instance, stands beside the first callers.
  ipoint.byCaller = function byCaller(data, measure) {
    const root = { kind: 'program', name: nameOfProgram(), own: 0, children: [] };
    const times = measure.pathTimes();
    const onPaths = new Set();
    const nodes = data.call_paths.map((p, i) => {
      const f = p.function === null ? null : data.functions[p.function];
      onPaths.add(f);
      return { kind: f ? 'function' : 'others', name: f ? f.name : 'further call paths', function: f, path: p, calls: p.calls, hwm: p.self.max, ...times[i], children: [] };
    });
    data.call_paths.forEach((p, i) => (p.parent === null ? root : nodes[p.parent]).children.push(nodes[i]));
    const others = data.functions.filter((f) => !onPaths.has(f) && measure.timeOf(f) > 0).map((f) => leafOf(f, measure));
    if (others.length)
      root.children.push({ kind: 'others', name: 'call path not known', calls: null, own: 0, children: others });
    root.children.push(...othersOf(data, measure));
    return sumUp(root);
  };

  const isLike = (a, b) => a.kind === b.kind && a.name === b.name && a.function === b.function;
  // The child of a node that is like another node, made where there is none, with the calls of that.
  function childLike(parent, node) {
    let child = parent.children.find((c) => isLike(c, node));
    if (!child)
      parent.children.push(child = { ...node, calls: node.calls === null ? null : 0, own: 0, hwm: null, children: [] });
    child.calls = child.calls === null || node.calls === null ? null : child.calls + node.calls;
    child.hwm = Math.max(child.hwm ?? 0, node.hwm ?? 0) || null;
    return child;
  }

  // The same time, callees first: below each function those that called it.
  ipoint.inverted = function inverted(root) {
    const top = { ...root, own: 0, children: [] };
    const walk = (node, above) => {
      for (const child of node.children) {
        const way = [child, ...above];
        if (child.own > 0) {
          let at = top;
          for (const { kind, name, function: f, isOutside } of way)
            at = childLike(at, { kind, name, function: f, isOutside, calls: child.calls, hwm: at === top ? child.hwm : null, isCaller: at !== top });
          at.own += child.own;
        }
        walk(child, way);
      }
    };
    walk(root, []);
    const weigh = (node) => { node.weight = node.time; node.children.forEach(weigh); };
    weigh(sumUp(top));
    return top;
  };

  // The same, each function once on a way: what it takes when it is called again, by whatever way, is in its first call.
  ipoint.foldedRecursion = function foldedRecursion(root) {
    const into = (target, node, open) => {
      for (const child of node.children) {
        const again = child.function && open.find((n) => n.function === child.function);
        const to = again || childLike(target, child);
        if (again)
          to.hwm = Math.max(to.hwm ?? 0, child.hwm ?? 0) || null;
        to.own += child.own;
        into(to, child, again ? open : [...open, to]);
      }
      return target;
    };
    return sumUp(into({ ...root, children: [] }, root, []));
  };

  // The same below each thread: of a way that several threads take each has what it has of the way's time, or, where that is not recorded,
  // of the function's; where there is no time, of its calls.
  ipoint.byThreads = function byThreads(root, threads) {
    const amount = (row) => row.self?.total ?? row.self ?? 0;
    const rowsOf = (node) => node.path?.by_thread ?? node.function?.by_thread ?? [];
    const partOf = (node, thread) => {
      const rows = rowsOf(node), row = rows.find((r) => r.thread === thread);
      const whole = rows.reduce((sum, r) => sum + amount(r), 0);
      return !row ? 0 : whole > 0 ? amount(row) / whole : row.calls / rows.reduce((sum, r) => sum + r.calls, 0);
    };
    const take = (node, part) => node.children.map((child) => {
      const share = part(child);
      return { ...child, own: child.own * share, calls: child.calls === null ? null : Math.round(child.calls * share), children: take(child, part) };
    }).filter((child) => child.own > 0 || child.children.length);
    const isKnown = (node) => rowsOf(node).length > 0;
    const known = threads.map(({ name }, thread) => ({ kind: 'file', name, own: 0, calls: null, hwm: null, children: take(root, (n) => partOf(n, thread)) }));
    const rest = { kind: 'others', name: 'thread not known', own: 0, calls: null, hwm: null, children: take(root, (n) => isKnown(n) ? 0 : 1) };
    return sumUp({ ...root, own: 0, children: [...known, rest].filter((n) => n.children.length) });
  };

  // The same, without what samples found outside of functions with counts.
  ipoint.withoutOutside = (root) => sumUp({ ...root, children: root.children.filter((child) => !child.isOutside) });
}
