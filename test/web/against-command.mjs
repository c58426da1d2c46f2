// Part of the ipoint project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Thresholds in the page, held against the command: for made-up traces and a recorded one, states, excluded visits, reasons
// and figures are those of `ipoint-report json` with the same options; so are those of the command line and the config
// lines that the page gives to copy.
// REQ: IP-REQ-042
import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

const root = fileURLToPath(new URL('../..', import.meta.url));

// --- Traces -----------------------------------------------------------------------------------

// Numbers from 0 to 1, the same ones each time (mulberry32).
function randomly(seed) {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}

// A case for make-trace.py: short and long blocks, interrupted ones, one with a slow path, one that is not linear, one
// with few visits, and a name that is a pattern.
function madeUp(seed, { calls, lengthen, header }) {
  const random = randomly(seed);
  const lines = [...header, 'function f 1-9', 'block entry entry 1', 'block for.1/body body 3', 'block case.* case 5', 'block case.1 case 6', 'block exit exit 9',
    'next entry for.1/body', 'next for.1/body case.* case.1', 'next case.* exit', 'next case.1 exit', 'calls case.1 printf',
    'function rare 11-19', 'function slow 21-29', 'thread 1'];
  let now = 1000;
  const visit = (typical, spread, tail) => {
    const interrupt = random() < tail ? lengthen * (1 + random()) : 0;
    return Math.round(typical * (1 + spread * random()) + interrupt);
  };
  const go = (place) => lines.push(`${place} @${now}`);
  for (let i = 0; i < calls; i++) {
    go('f entry');
    now += visit(40, 0.5, 0.004);
    go('f for.1/body');
    now += visit(5000, 0.4, 0.01);
    const which = random() < 0.7 ? 'case.*' : 'case.1';
    go(`f ${which}`);
    now += visit(which === 'case.*' ? 300 : 900, 3, 0.01);
    go('f exit');
    now += 200;
    if (i % 400 === 1) {
      go('rare entry');
      now += visit(100, 0, 0.5);
      go('rare exit');
      now += 100;
    }
    go('slow entry');
    now += random() < 0.1 ? 2100 + Math.floor(random() * 40) : visit(60, 0.2, 0.02);
    go('slow exit');
    now += 5000 + Math.floor(random() * 90);
  }
  return `${lines.join('\n')}\n`;
}

// Means of probe overhead are in thousandths of a tick, the least is in ticks.
function makeTraces(work, bin) {
  const cases = {
    plain: madeUp(1, { calls: 600, lengthen: 30_000, header: [] }),
    'with-probe-overhead': madeUp(2, { calls: 900, lengthen: 9_000, header: ['env clock_resolution = 3', 'env overhead_timed_mean = 25000', 'env overhead_timed_min = 20'] }),
    'below-nothing': madeUp(3, { calls: 300, lengthen: 200_000, header: ['env overhead_timed_mean = 89777', 'env overhead_timed_min = 80'] }),
  };
  const traces = Object.entries(cases).map(([name, text]) => {
    const folder = join(work, `command-${name}`);
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, 'case'), text);
    execFileSync('python3', [join(root, 'test/report/Inputs/make-trace.py'), join(folder, 'case'), folder]);
    return { name, trace: join(folder, 'trace'), db: join(folder, 'ipoint.db') };
  });
  const tools = ['ipoint-cc', 'ipoint-run'].every((tool) => existsSync(join(bin, tool)));
  if (!tools) {
    console.log('     no recorded trace: ipoint-cc and ipoint-run are not built');
    return traces;
  }
  const example = join(root, 'examples/message-handler'), folder = join(work, 'command-recorded');
  mkdirSync(folder);
  for (const file of readdirSync(example).filter((f) => /\.[ch]$|^Makefile$/.test(f)))
    cpSync(join(example, file), join(folder, file));
  const env = { ...process.env, PATH: `${bin}:${process.env.PATH}`, IPOINT_DB: join(folder, 'ipoint.db'), IPOINT_TIMED: 'blocks' };
  const options = { cwd: folder, env, stdio: 'ignore' };
  execFileSync('make', ['-s', 'CC=ipoint-gcc'], options);
  execFileSync('ipoint-run', ['-n', '2', '-o', 'trace', '--', './message-handler', '500'], options);
  return [...traces, { name: 'recorded', trace: join(folder, 'trace'), db: join(folder, 'ipoint.db') }];
}

// --- What the page says, and what the command says --------------------------------------------

// In the page: what it makes of a choice, of each function and block that the rules are for.
const inPage = async ([choice, page, block]) => {
  const T = ipoint.thresholds, report = ipoint.report, { clock } = report;
  const chosen = await ipoint.loadFunction(page), of = chosen.blocks.find((b) => b.name === block);
  const { ruleOf } = T.scopes(T.rulesFor(report, choice, chosen, of)), others = T.decidesOnOthers(report, choice);
  const functions = [];
  for (const { page: name } of report.functions.filter((f) => f.status === 'run' && f.self && !f.counted)) {
    const f = await ipoint.loadFunction(name);
    const sum = T.selfOf(f, ruleOf, clock, others);
    functions.push({ name, self: sum.after, excluded: sum.excluded, blocks: f.blocks.filter((b) => b.visits).map((b) => {
      const rule = ruleOf(f.name, b.name), decision = rule ? T.decide(rule, b) : { state: 'off' };
      if (!rule && others)
        return { name: b.name, isOther: true, state: b.filter, above: b.excluded.count };
      const { state, reason = null, isExact, by = null, above } = decision;
      return { name: b.name, state, reason, isExact, by, above, figures: state === 'applied' ? T.figures(b, decision, clock) : null };
    }) });
  }
  return { functions, command: T.command(report, choice, chosen, of), config: T.configLines(report, choice, chosen, of) };
};

const listed = ['mean', 'total', 'p50', 'p90', 'p99', 'p999', 'max'];

// Differences between the page's answer and a document of the command, as text. `count` gathers what was compared.
function differences(page, document, count) {
  const found = [];
  const differ = (where, what, a, b) => found.push(`${where}: ${what}: page ${JSON.stringify(a)}, command ${JSON.stringify(b)}`);
  const byPage = new Map(document.functions.map((f) => [f.page, f]));
  for (const f of page.functions) {
    const other = byPage.get(f.name), self = (other.self.filtered || other.self.corrected).total;
    if (!(Math.abs(self - f.self.value) <= f.self.around + 0.01 + 1e-9 * self))
      differ(f.name, 'self', f.self, self);
    count.functions++;
    for (const b of f.blocks) {
      const theirs = other.blocks.find((o) => o.name === b.name), where = `${f.name}/${b.name}`;
      if (b.state !== theirs.filter && !(b.state === 'off' && theirs.filter === 'not timed'))
        differ(where, 'state', b.state, theirs.filter);
      if (b.isOther) {
        count.others = (count.others || 0) + 1;
        if (b.above !== theirs.excluded.count)
          differ(where, 'excluded as before', b.above, theirs.excluded.count);
        continue;
      }
      count[b.state] = (count[b.state] || 0) + 1;
      if (b.state === 'off')
        continue;
      const reason = (theirs.filter_reason || '').replace(/(; )?two clusters: .*/, '');
      const cut = (text) => b.isExact ? text : text.replace(/: .*?(, tolerated)?$/, '$1');
      if (cut(b.reason || '') !== cut(reason))
        differ(where, 'reason', b.reason, reason);
      if (b.state !== 'not timed' && b.by !== theirs.filter_by)
        differ(where, 'rule', b.by, theirs.filter_by);
      if ((b.state === 'applied' ? b.above : 0) !== theirs.excluded.count)
        differ(where, 'excluded', b.above, theirs.excluded.count);
      if (!b.figures)
        continue;
      if (!theirs.time.filtered) {
        differ(where, 'filtered', b.figures, null);
        continue;
      }
      for (const key of listed) {
        const mine = b.figures[key], figure = theirs.time.filtered[key];
        count.figures++;
        if (mine?.isUpper) {
          count.upper++;
          count.same += Math.abs(mine.value - figure) <= 0.002 ? 1 : 0;
          if (figure === null || !(mine.value >= figure - 0.002) || theirs.time.corrected.overhead !== 'least')
            differ(where, key, mine, figure);
        } else if (!mine !== (figure === null) || mine && !(Math.abs(mine.value - figure) <= (/mean|total/.test(key) ? mine.around : 0) + 0.002 + 1e-9 * figure))
          differ(where, key, mine, figure);
        count.exact += mine && !mine.around && !mine.isUpper ? 1 : 0;
      }
    }
  }
  return found;
}

const tally = () => ({ functions: 0, figures: 0, exact: 0, upper: 0, same: 0 });

async function holdTrace({ browser, open, check, work, tool }, { name, trace, db }, base, choices) {
  const folder = join(work, `html-${name}-${base.length}`);
  const run = (...args) => JSON.parse(execFileSync(tool, ['json', '--all', '--db', db, trace, ...args], { encoding: 'utf8', maxBuffer: 1 << 30, stdio: ['ignore', 'pipe', 'ignore'] }));
  execFileSync(tool, ['html', '--db', db, trace, '-o', folder, ...base], { stdio: 'ignore' });
  const context = await browser.newContext();
  const { page } = await open(context, pathToFileURL(join(folder, 'index.html')).href);
  const count = tally();
  for (const of of choices) {
    const { choice, f, block } = of;
    const said = await page.evaluate(inPage, [choice, f, block]);
    const title = `${name} ${base.join(' ')}: ${choice.scope} ${f}/${block} ${choice.low}:${choice.high}, ${choice.majority}`;
    const words = said.command;
    const again = JSON.parse(execFileSync('sh', ['-c', words.replace(/^\S+ html /, `'${tool}' json --all `).replace(/ -o \S+/, '')],
      { encoding: 'utf8', maxBuffer: 1 << 30, stdio: ['ignore', 'pipe', 'ignore'] }));
    const apart = differences(said, again, count);
    check(`${title}: as the command does it`, !apart.length, `${words}\n     ${apart.slice(0, 5).join('\n     ')}`);
    if (base.length === 0 && choices.indexOf(of) % 4 === 0) {
      writeFileSync(join(work, 'lines.yaml'), `${said.config}\n`);
      const byConfig = differences({ functions: said.functions.map((g) => ({ ...g, blocks: g.blocks.map((b) => ({ ...b, by: null })) })) },
        { functions: run('--config', join(work, 'lines.yaml')).functions.map((g) => ({ ...g, blocks: (g.blocks || []).map((b) => ({ ...b, filter_by: null })) })) }, tally());
      check(`${title}: as the config lines do it`, !byConfig.length, `${said.config}\n     ${byConfig.slice(0, 5).join('\n     ')}`);
    }
  }
  await context.close();
  return count;
}

// Thresholds around what the blocks of a trace have, at odd places.
const thresholds = [[500, 1900], [60, 2400], [7001, 9007], [2050, 2177], [7100, 12_345]];

export async function againstCommand({ browser, open, checker, work, bin }) {
  const tool = join(bin, 'ipoint-report');
  if (!existsSync(tool)) {
    console.log(`skip thresholds against the command: ${tool} is not built`);
    return;
  }
  const { check, done } = checker('thresholds against the command');
  const all = tally();
  for (const [at, trace] of makeTraces(work, bin).entries()) {
    const functions = JSON.parse(execFileSync(tool, ['json', '--db', trace.db, trace.trace], { encoding: 'utf8', maxBuffer: 1 << 30, stdio: ['ignore', 'pipe', 'ignore'] })).functions
      .filter((f) => f.status === 'run' && f.self);
    const hottest = [...functions].sort((a, b) => b.self.raw.total - a.self.raw.total)[0];
    const places = hottest.blocks.filter((b) => b.time);
    const choices = thresholds.flatMap(([low, high], i) => ['block', 'function', 'all'].map((scope) => ({
      choice: { low, high, majority: [0.5, 0.9, 0.75][i % 3], scope }, f: hottest.page, block: places[i % places.length].name })));
    // As the page has them: at edges of bins, which the command has to be given.
    const edges = ({ choice, ...rest }) => ({ ...rest, choice: { ...choice, ...snapped(choice) } });
    const context = { browser, open, check, work, tool };
    const counts = [await holdTrace(context, trace, [], choices.filter((_, i) => at < 2 || (i + Math.floor(i / 3)) % 3 === at % 3).map(edges)),
      await holdTrace(context, trace, ['--low', '800', '--high', '9000', '--threshold', `${hottest.name}/*=60:900`, '--gap-tolerance', '0.01'], choices.filter((_, i) => i % 5 === at).map(edges)),
      await holdTrace(context, trace, ['--filter', 'none'], choices.filter((_, i) => i % 8 === at).map(edges))];
    counts.forEach((count) => Object.entries(count).forEach(([key, n]) => { all[key] = (all[key] || 0) + n; }));
    // The page moves typed thresholds as the command does: one trace suffices to show it.
    const report = join(work, `html-${trace.name}-0`), page = (await open(await browser.newContext(), pathToFileURL(join(report, 'index.html')).href)).page;
    const odd = at ? [] : [[5001, 20_000], [2049, 123_457], [0, 2047], [999_999, 1_000_001]];
    for (const [low, high] of odd) {
      const there = await page.evaluate(([l, h]) => [ipoint.thresholds.snapLow(l), ipoint.thresholds.snapHigh(h)], [low, high]);
      const { filter } = JSON.parse(execFileSync(tool, ['json', '--db', trace.db, trace.trace, '--low', String(low), '--high', String(high)],
        { encoding: 'utf8', maxBuffer: 1 << 30, stdio: ['ignore', 'pipe', 'ignore'] }));
      check(`${low}:${high} moves as in the command`, there[0] === (filter.low_edge ?? filter.low) && there[1] === (filter.high_edge ?? filter.high), `${there} ${JSON.stringify(filter)}`);
    }
    await page.context().close();
  }
  console.log(`     compared: ${Object.entries(all).map(([key, n]) => `${key} ${n}`).join(', ')}`);
  for (const state of ['applied', 'refused', 'nothing to exclude', 'not linear', 'too few visits', 'off'])
    check(`there was one that is ${state}`, all[state] > 0);
  check('blocks without a rule stay as detection has them', all.others > 0);
  check('most upper values are the command’s, too', all.upper === 0 || all.same > all.upper / 2, `${all.same} of ${all.upper}`);
  check('and figures that bins determine exactly, and others', all.exact > 0 && all.exact < all.figures, `${all.exact} of ${all.figures}`);
  done();
}

// As report/lib/stats/Histogram.cpp.
function snapped({ low, high }) {
  const width = (v) => 2 ** Math.max(0, Math.floor(Math.log2(v || 1)) - 10);
  return { low: low - low % width(low), high: high - high % width(high) + width(high) - 1 };
}

