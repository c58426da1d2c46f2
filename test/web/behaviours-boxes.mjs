// Part of the ipoint project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The flame graph rearranged: callees first, recursion folded, by thread, without what is outside; its place on the page, and the way back.
// And machine code.
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

const indexOf = (work, name) => pathToFileURL(join(work, name, 'index.html')).href;
const box = (page, name) => page.locator(`.box[aria-label^="${name}: "]`).first();
const eventually = (page, condition, argument) =>
  page.waitForFunction(condition, argument, { timeout: 60_000 }).then(() => true, () => false);

async function rearranged({ open, context, work, checker }) {
  const { check, done } = checker('the flame graph, rearranged');
  const { page, problems } = await open(context, `${indexOf(work, 'sampled')}#form=flame`);
  // main calls f, which calls g and itself by way of g.
  const trees = await page.evaluate(() => {
    const [main, f, g] = ['main', 'f', 'g'].map((name) => ({ name }));
    const node = (function_, own, ...children) => ({ kind: 'function', name: function_.name, function: function_, calls: 1, own, hwm: own, children });
    const root = { kind: 'program', name: '', own: 0, calls: null, children: [node(main, 1, node(f, 10, node(g, 5, node(f, 20, node(g, 4))), node(f, 3)))] };
    const words = (n) => `${n.name} ${n.own}${n.children.length ? ` (${n.children.map(words).join(', ')})` : ''}`;
    return [words(ipoint.foldedRecursion(root)), words(ipoint.inverted(ipoint.foldedRecursion(root)))];
  });
  check('recursion is folded into the first call', trees[0].trim() === '0 (main 1 (f 33 (g 9)))', trees[0]);
  check('callees come first, their callers below', trees[1].trim() === '0 (f 0 (main 33), g 0 (f 0 (main 9)), main 1)', trees[1]);

  const threads = await page.evaluate(() => {
    const by = (...rows) => rows.map(([thread, total, calls]) => ({ thread, calls, self: { count: calls, total, max: total } }));
    const [main, work] = [{ name: 'main', by_thread: by([0, 4, 1]) }, { name: 'work', by_thread: by([0, 10, 2], [1, 30, 6]) }];
    const node = (function_, own, calls, ...children) => ({ kind: 'function', name: function_.name, function: function_, calls, own, hwm: own, children });
    const root = { kind: 'program', name: '', own: 0, calls: null, children: [node(main, 4, 1, node(work, 10, 2)), node(work, 30, 6)] };
    const sum = (n) => n.own + n.children.reduce((all, c) => all + sum(c), 0);
    const tree = ipoint.byThreads(root, [{ name: 'first' }, { name: 'second' }]);
    return [sum(tree), ...tree.children.map((t) => `${t.name} ${sum(t)}`).sort()].join(' ');
  });
  check('by thread, each has its part of a function’s time', threads === '44 first 14 second 30', threads);

  const width = async (name) => box(page, name).locator('rect').evaluate((r) => r.getBBox().width);
  const label = (name) => box(page, name).getAttribute('aria-label');
  const whole = await label('crc16');
  await page.locator('input[name="stack"][value="callees"]').check({ force: true });
  check('callees first, on request', /stack=callees/.test(page.url()) && (await page.locator('.caption').textContent()).startsWith('Each box at the top is a function'));
  const top = await page.locator('.box.function').evaluateAll((all) => all.filter((g) => g.querySelector('rect').getBBox().y === 20).map((g) => g.getAttribute('aria-label').split(':')[0]));
  check('each function stands once at the top', top.length > 1 && new Set(top).size === top.length, top.join());
  check('as wide as its self time', Math.abs(await width('crc16') / await width('whole program') - 0.45) < 0.005, String(await width('crc16') / await width('whole program')));
  await page.goBack();
  check('Back undoes that', await eventually(page, () => !location.hash.includes('stack=') && document.querySelector('input[name="stack"][value="callers"]').checked));

  await page.locator('input[name="outside"]').check();
  check('what is outside is hidden, on request', await box(page, 'outside of functions with counts').count() === 0 && /outside=no/.test(page.url()));
  check('shares stay those of the whole', await label('crc16') === whole, await label('crc16'));
  check('they are of what the table’s are of, which is said', /Shares are of the plain program’s CPU time, by samples\./.test(await page.locator('.caption').textContent()));
  await page.locator('input[name="outside"]').uncheck();

  await page.locator('input[name="colour"][value="change"]').check({ force: true });
  check('what grew against another build has its colour', await box(page, 'crc16').evaluate((g) => g.classList.contains('grew')) && await page.locator('.box.function.same').count() > 0 &&
    /all its self time in a run 1,000 → 1,500 ticks \(\+50\.0 %\), differs/.test(await label('crc16')), await label('crc16'));
  await page.locator('input[name="colour"][value="time"]').check({ force: true });
  check('and by time again', await eventually(page, () => !document.querySelector('.box.function.same')));

  const places = () => page.evaluate(() => ['.boxes', '.box-chart > .legend', '#functions + section'].map((s) => document.querySelector(s)?.getBoundingClientRect().top + scrollY).join());
  // What is still being redrawn moves, too.
  let before = null;
  for (let last = ''; before !== last; await page.waitForTimeout(200))
    [last, before] = [before, await places()];
  const shifts = [];
  for (const name of ['parse_message', 'crc16', 'outside of functions with counts']) {
    await box(page, name).hover();
    shifts.push(await places());
  }
  check('nothing moves while the pointer goes over the picture', shifts.every((s) => s === before), [before, ...shifts].join(' | '));
  await box(page, 'parse_message').click();
  check('nor when it zooms', (await places()).split(',')[0] === before.split(',')[0], `${before} ${await places()}`);
  await box(page, 'crc16').click();
  await page.goBack();
  check('Back zooms out by a step', await eventually(page, () => [...document.querySelectorAll('.trail [aria-current]')].map((e) => e.textContent).join() === 'parse_message'),
    await page.locator('.trail').textContent());
  await page.goBack();
  check('and again, and stays in the report', await eventually(page, () => document.querySelector('.trail [aria-current]')?.textContent === 'whole program') && page.url().includes('form=flame'));
  await page.locator('input[name="form"][value="treemap"]').check({ force: true });
  check('the treemap shows shares', await eventually(page, () => [...document.querySelectorAll('.boxes.treemap text')].some((t) => /^crc16 45(\.0)? %$/.test(t.textContent))),
    (await page.locator('.boxes.treemap text').allTextContents()).join());
  check('nothing on the console', !problems.errors.length, problems.errors.join(' '));
  await page.close();
  done();
}

async function machineCode({ open, context, work, checker }) {
  const { check, done } = checker('machine code');
  const { page, problems } = await open(context, `${indexOf(work, 'sampled')}#f=parse_message.html&tab=machine`);
  const rows = await page.locator('#machine tbody tr').evaluateAll((all) => all.map((tr) => [...tr.children].map((cell) => cell.textContent).join(' | ')));
  check('lines stand above their instructions', rows.join('\n') === ['line 21 | static int parse_message(const uint8_t *data, size_t length, struct message *out)', ' |  | 1140 | pushq %rbp',
    'line 26 |     if (length < HEADER_SIZE) {', '40 | 5.0 % | 1144 | cmpq $0x4, %rsi', ' |  | 1148 | jb 0x40',
    'line 31 |     while (at < length && data[at] != START_BYTE)', '700 | 87.5 % | 114c | movzbl (%rdi,%rax), %ecx', 'line 32 |         at++;', '60 | 7.5 % | 1150 | incq %rax', ' |  | 1154 | retq'].join('\n'), rows.join('\n'));
  check('what is left out is said', (await page.locator('#machine').textContent()).includes('12 bytes behind these are left out.'));
  check('hostile symbols are text', await page.evaluate(() => window.hostile === undefined) && await page.locator('#machine img').count() === 0);
  check('nothing on the console', !problems.errors.length, problems.errors.join(' '));
  await page.close();
  const other = await open(context, `${indexOf(work, 'sampled')}#f=crc16.html&tab=machine`);
  check('without code there is no tab', await other.page.locator('#tab-machine').count() === 0 && await other.page.locator('#source').isVisible());
  await other.page.close();
  done();
}

export async function boxBehaviours({ browser, open, checker, work }) {
  const context = await browser.newContext({ viewport: { width: 1400, height: 900 } });
  for (const run of [rearranged, machineCode])
    await run({ open, context, work, checker }).catch((error) => checker(run.name).check('runs to its end', false, error.message));
  await context.close();
}
