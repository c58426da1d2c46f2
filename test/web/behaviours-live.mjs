// Part of the ipoint project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Thresholds that are dragged on the distribution of a block, on the made-up reports. That the figures are those of the
// command: against-command.mjs.
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { contrastFaults, layoutFaults } from './in-page.mjs';

const eventually = (page, condition, argument) =>
  page.waitForFunction(condition, argument, { timeout: 60_000 }).then(() => true, () => false);
const urlOf = (work, which, hash) => `${pathToFileURL(join(work, which, 'index.html')).href}#${hash}`;
const block = 'f=parse_message.html&block=while.1%2Fjoin';
const handle = (page, which) => page.locator(`.threshold-handle.${which}`);
const valueOf = async (page, which) => Number(await handle(page, which).getAttribute('aria-valuenow'));
const input = (page, which) => page.locator(`input[name="threshold-${which}"]`);
const hash = (page) => page.evaluate(() => Object.fromEntries(ipoint.readHash()));
const afterOf = (page, name) => page.locator('.thresholds .figures tr', { has: page.locator(`th:text-is("${name}")`) }).locator('td').nth(1).textContent();
const command = (page) => page.locator('.copyable pre').first().textContent();

async function choosing({ open, context, work, checker }) {
  const { check, done } = checker('thresholds, tried');
  const { page, problems } = await open(context, urlOf(work, 'small', block));
  const summary = page.locator('.thresholds summary');
  check('closed at first, without handles', await page.locator('.threshold-handle').count() === 0 && await summary.count() === 1);
  await summary.click();
  check('two handles over the chart', await eventually(page, () => document.querySelector('.chart').querySelectorAll('.threshold-handle[role="slider"]').length === 2));
  check('nothing is in the hash before something was chosen', (await hash(page)).low === undefined);
  const globs = [['parse_*', 'parse_x', true], ['*', '', true], ['[a-c]?', 'bx', true], ['[!a]x', 'ax', false], ['a\\*', 'a*', true], ['a\\*', 'ab', false],
    ['{a,b}', '{a,b}', true], ['a.c', 'abc', false], ['for.1/*', 'for.1/body', true]];
  const wrong = await page.evaluate((cases) => cases.filter(([pattern, name, fits]) => ipoint.thresholds.glob(pattern)(name) !== fits), globs);
  check('patterns match as the command’s do', !wrong.length, JSON.stringify(wrong));
  check('there is a verdict', /^(Applied|Refused|Nothing to exclude)/.test(await page.locator('.verdict').textContent()));

  await input(page, 'low').fill('500');
  await input(page, 'low').press('Enter');
  await input(page, 'high').fill('7');
  await page.waitForTimeout(400); // the charts are drawn anew
  check('who types is not disturbed', await page.evaluate(() => document.activeElement.name === 'threshold-high' && document.activeElement.value === '7'));
  await input(page, 'high').fill('700');
  await input(page, 'high').press('Enter');
  check('what is typed is in the hash', (await hash(page)).low === '500' && (await hash(page)).high === '700', JSON.stringify(await hash(page)));
  const expected = await page.evaluate(async () => (await ipoint.loadFunction('parse_message.html')).blocks.find((b) => b.name === 'while.1/join')
    .time.histogram.reduce((sum, [low, , n]) => sum + (low > 700 ? n : 0), 0));
  check('figures follow at once', await afterOf(page, 'visits excluded') === String(expected), `${await afterOf(page, 'visits excluded')} ${expected}`);
  check('the verdict counts', (await page.locator('.verdict').textContent()).startsWith(`Applied: ${expected} of 1,960 visits excluded`), await page.locator('.verdict').textContent());
  check('in the words of the command', (await page.locator('.verdict code').textContent()) === 'low 500, high 700 (--threshold parse_message/while.1/join=500:700)');
  check('what bins do not give is marked', (await afterOf(page, 'sum')).startsWith('≈ ') && (await afterOf(page, 'sum')).includes('±'), await afterOf(page, 'sum'));
  check('the mark stays raw', await afterOf(page, 'HWM') === '45,659', await afterOf(page, 'HWM'));
  check('interrupts are estimated', /one comes in [\d,]+ ticks of the block’s time, and adds ≈ [\d,.]+ ± [\d,.]+ ticks on average/.test(await page.locator('.thresholds').textContent()));
  check('bars show what is excluded', await eventually(page, (n) => Chart.getChart(document.querySelector('.chart canvas')).config.plugins.find((p) => p.id === 'bars').bins
    .reduce((sum, bin) => sum + bin.excluded, 0) === n, expected));

  await input(page, 'high').fill('20000');
  await input(page, 'high').press('Enter');
  check('what is typed moves to an edge, and that is said', await input(page, 'high').inputValue() === '20015' &&
    (await page.locator('.snapped').textContent()) === 'high snapped to 20,015', await page.locator('.snapped').textContent());
  await input(page, 'low').fill('30001');
  await input(page, 'low').press('Enter');
  check('low takes high along', await valueOf(page, 'low') === 30_000 && await valueOf(page, 'high') === 30_015, `${await valueOf(page, 'low')} ${await valueOf(page, 'high')}`);
  await input(page, 'majority').fill('0.9');
  await input(page, 'majority').press('Enter');
  check('the majority is in the hash and the command', (await hash(page)).majority === '0.9' && (await command(page)).endsWith(' --majority 0.9'), await command(page));
  await input(page, 'majority').fill('3');
  await input(page, 'majority').press('Enter');
  check('one that is none is not taken', await input(page, 'majority').inputValue() === '0.9');
  await page.locator('.threshold-inputs button').click();
  check('a reset takes all back', (await hash(page)).low === undefined && await input(page, 'majority').inputValue() === '0.5');
  check('nothing on the console', !problems.errors.length, problems.errors.join(' '));
  await page.close();
  done();
}

async function dragging({ open, context, work, checker }) {
  const { check, done } = checker('thresholds, dragged');
  const { page, problems } = await open(context, urlOf(work, 'small', `${block}&low=500&high=700`));
  check('a link has them', await valueOf(page, 'low') === 500 && await valueOf(page, 'high') === 700);
  const middle = async (which) => {
    const box = await handle(page, which).boundingBox();
    return [box.x + box.width / 2, box.y + box.height - 8];
  };
  await page.locator('.chart').first().scrollIntoViewIfNeeded();
  let [x, y] = await middle('high');
  const before = await afterOf(page, 'visits excluded');
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x + 20, y, { steps: 3 });
  const during = await valueOf(page, 'high');
  check('a mouse drags high', during > 700);
  await page.mouse.move(x + 4000, y);
  check('up to where the chart ends, and figures follow', await afterOf(page, 'visits excluded') === '0' && before !== '0');
  await page.mouse.up();
  check('and then it is in the hash', Number((await hash(page)).high) === await valueOf(page, 'high'));
  check('charts are drawn anew', await eventually(page, () => !document.querySelector('.legend .key.excluded')));

  await handle(page, 'low').focus();
  const low = await valueOf(page, 'low');
  await page.keyboard.press('ArrowRight');
  check('an arrow moves by a bin', await valueOf(page, 'low') === low + 1);
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('ArrowLeft');
  check('back, too', await valueOf(page, 'low') === low - 1);
  await page.waitForTimeout(400); // the charts are drawn anew
  check('and keeps the focus', await page.evaluate(() => document.activeElement.classList.contains('low')));
  const text = await handle(page, 'low').getAttribute('aria-valuetext');
  check('it is said where it is, and what lies there', /^499 ticks, [\d,]+ visits below$/.test(text), text);
  await page.keyboard.press('PageDown');
  const edge = await valueOf(page, 'low');
  check('a page leads to where visits are', edge < 499 && await page.evaluate(async (at) => (await ipoint.loadFunction('parse_message.html')).blocks
    .find((b) => b.name === 'while.1/join').time.histogram.some(([from, to]) => from === at || to + 1 === at), edge), String(edge));
  await handle(page, 'high').focus();
  await page.keyboard.press('Home');
  check('high takes low along', await valueOf(page, 'high') === 0 && await valueOf(page, 'low') === 0);
  for (let i = 0; i < 3; i++)
    await page.keyboard.press('ArrowRight');
  check('three bins', await valueOf(page, 'high') === 3);
  check('nothing on the console', !problems.errors.length, problems.errors.join(' '));
  await page.close();

  const touching = await context.browser().newContext({ viewport: { width: 400, height: 900 }, hasTouch: true, isMobile: true });
  const { page: phone } = await open(touching, urlOf(work, 'small', `${block}&low=500&high=700`));
  await phone.locator('.chart').first().scrollIntoViewIfNeeded();
  const box = await handle(phone, 'low').boundingBox();
  const client = await touching.newCDPSession(phone);
  const at = (dx) => [{ x: box.x + box.width / 2 + dx, y: box.y + box.height - 8 }];
  await client.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: at(0) });
  for (const dx of [-10, -30, -60])
    await client.send('Input.dispatchTouchEvent', { type: 'touchMove', touchPoints: at(dx) });
  await client.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
  check('a finger drags low', await valueOf(phone, 'low') < 500, String(await valueOf(phone, 'low')));
  await touching.close();
  done();
}

async function scopes({ open, context, work, checker }) {
  const { check, done } = checker('thresholds for functions and all');
  const { page, problems } = await open(context, urlOf(work, 'small', `${block}&low=500&high=700`));
  check('the command keeps what was given', (await command(page)) ===
    'ipoint-report html message-handler.trace --low 4000 --high 20000 --threshold parse_message/while.1/join=500:700', await command(page));
  const config = () => page.locator('.copyable pre').nth(1).textContent();
  check('the config lines have both', (await config()) === 'filter:\n  low: 4000\n  high: 20000\n  majority: 0.5\n  rules:\n    - functions: parse_message\n' +
    '      blocks: while.1/join\n      low: 500\n      high: 700\n      majority: 0.5', await config());
  await page.locator('.thresholds input[value="function"]').check();
  check('for the function', (await command(page)).endsWith(' --threshold parse_message=500:700') && (await hash(page)).scope === 'function');
  await page.locator('.thresholds input[value="all"]').check();
  check('for all blocks', (await command(page)) === 'ipoint-report html message-handler.trace --low 500 --high 700', await command(page));
  check('and it keeps the focus', await page.evaluate(() => document.activeElement.value === 'all'));
  check('sums of functions change', await eventually(page, () => /functions? changes?, of \d+\.$/.test(document.querySelector('.sums-status')?.textContent || '') &&
    document.querySelectorAll('.sums tbody tr').length > 2));
  const last = await page.locator('.sums tbody tr').last().textContent();
  check('with the sum of all', last.startsWith('all functions'), last);
  await page.locator('.sums tbody a', { hasText: 'crc16' }).click();
  check('a link leads to the function, with the thresholds', await eventually(page, () => location.hash.startsWith('#f=crc16.html&low=500&high=700&scope=all')), page.url());
  await page.locator('.pick[data-block="for.1/body"]').click();
  check('where a block has them', await valueOf(page, 'low') === 500 && (await hash(page)).scope === 'all');
  await page.goBack();
  check('Back has them, too', await eventually(page, () => document.querySelector('#detail-heading')?.textContent.startsWith('join, line 34')) && await valueOf(page, 'high') === 700);
  await page.locator('.thresholds input[value="block"]').check();
  await page.locator('.actions button[title="previous block"]').click();
  await page.locator('.actions button[title="next block"]').click();
  check('thresholds of one block are of no other', (await hash(page)).low === undefined);
  check('nothing on the console', !problems.errors.length, problems.errors.join(' '));
  await page.close();

  const { page: hostile } = await open(context, urlOf(work, 'small', 'f=evil.html'));
  const names = await hostile.evaluate(async () => (await ipoint.loadFunction('evil.html')).blocks.filter((b) => b.time).map((b) => b.name));
  await hostile.evaluate(async (name) => { location.hash = `f=evil.html&block=${encodeURIComponent(name)}&low=500&high=700`; }, names[0]);
  await eventually(hostile, () => document.querySelector('.copyable pre'));
  check('hostile names are quoted', /'evil<\/script><img src=x onerror=window\.hostile=1>\/[^']*=500:700'$/.test(await command(hostile)), await command(hostile));
  check('and stay text', await hostile.evaluate(() => window.hostile === undefined) && await hostile.locator('img').count() === 0);
  await hostile.close();

  const { page: large } = await open(context, urlOf(work, 'large', 'f=sqlite3VdbeExec.html'));
  await large.evaluate(() => { document.getElementById('fold').click(); document.querySelectorAll('.pick')[300].click(); });
  const name = (await hash(large)).block;
  await large.goto(urlOf(work, 'large', `f=sqlite3VdbeExec.html&block=${encodeURIComponent(name)}&low=100&high=200&scope=all`));
  check('3,000 functions are gone through, and that is shown', await eventually(large, () => /^Reading functions: /.test(document.querySelector('.sums-status')?.textContent || '')) &&
    await eventually(large, () => /functions? changes?, of|No self time/.test(document.querySelector('.sums-status')?.textContent || '')));
  await large.close();

  // What detection excludes elsewhere stays.
  const { page: detected } = await open(context, urlOf(work, 'small', ''));
  await detected.evaluate(() => {
    Object.assign(ipoint.report.filter, { by: 'detect', from: 'default', low: null, high: null, majority: null, rules: [] });
    ipoint.report.tool.command_line = ['ipoint-report', 'html', 'message-handler.trace'];
    location.hash = 'f=parse_message.html&block=while.1%2Fjoin&low=500&high=700';
  });
  await eventually(detected, () => document.querySelectorAll('.copyable pre').length === 2);
  check('the command has only the block', await command(detected) === 'ipoint-report html message-handler.trace --threshold parse_message/while.1/join=500:700', await command(detected));
  check('and so have the config lines', await detected.locator('.copyable pre').nth(1).textContent() === 'filter:\n  rules:\n    - functions: parse_message\n' +
    '      blocks: while.1/join\n      low: 500\n      high: 700\n      majority: 0.5', await detected.locator('.copyable pre').nth(1).textContent());
  check('it is said that the others stay', (await detected.locator('.thresholds').textContent()).includes('Other blocks stay as they are: by detection.'));
  check('and no other function changes', await eventually(detected, () => /^1 function changes, of \d+\.|^No self time changes, /.test(document.querySelector('.sums-status')?.textContent || '')),
    await detected.locator('.sums-status').textContent());
  await detected.close();

  const { page: clean } = await open(context, urlOf(work, 'clean', 'f=count_bits.html'));
  await clean.locator('.pick').first().click();
  await clean.locator('.thresholds summary').click();
  check('without a filter nothing is said of it', !(await clean.locator('.thresholds').textContent()).includes('excluded elsewhere'));
  await clean.close();
  done();
}

async function looks({ browser, open, work, checker, screenshots }) {
  const { check, done } = checker('thresholds, looked at');
  const list = (faults) => faults.slice(0, 6).join('\n     ');
  for (const width of [1400, 400]) {
    const context = await browser.newContext({ viewport: { width, height: 900 }, reducedMotion: 'reduce' });
    for (const [title, hashed] of [['applied', `${block}&low=500&high=700&scope=all`], ['refused', `${block}&low=100&high=2000&unit=ns`]]) {
      const { page } = await open(context, urlOf(work, 'small', hashed));
      await eventually(page, () => /, of \d+|No self time/.test(document.querySelector('.sums-status')?.textContent || ''));
      const faults = await page.evaluate(layoutFaults);
      check(`${title} at ${width}: nothing is cut or overlaps`, !faults.length, list(faults));
      check(`${title} at ${width}: no scrolling sideways`, await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth));
      for (const colorScheme of ['light', 'dark']) {
        await page.emulateMedia({ colorScheme });
        const pale = await page.evaluate(contrastFaults);
        check(`${title} at ${width}, ${colorScheme}: text stands out`, !pale.length, list(pale));
        if (screenshots)
          await page.locator('#detail').screenshot({ path: join(screenshots, `thresholds-${title}-${width}-${colorScheme}.png`) });
      }
      await page.close();
    }
    await context.close();
  }
  done();
}

export async function liveBehaviours({ browser, open, checker, work, screenshots }) {
  const context = await browser.newContext({ viewport: { width: 1400, height: 900 } });
  for (const run of [choosing, dragging, scopes, looks])
    await run({ browser, open, context, work, checker, screenshots }).catch((error) => checker(run.name).check('runs to its end', false, error.message));
  await context.close();
}
