// Part of the ipoint project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The report of a sum over boards: which board has a mark, how times differ by board, and blocks that ran on few.
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

export async function boardBehaviours({ browser, open, checker, work }) {
  const { check, done } = checker('a sum over boards');
  const context = await browser.newContext({ viewport: { width: 1400, height: 900 }, reducedMotion: 'reduce' });
  const urlOf = (report, hash) => `${pathToFileURL(join(work, report, 'index.html')).href}#${hash}`;

  const { page, problems } = await open(context, urlOf('boards', ''));
  const row = (name) => page.locator('.functions tbody tr', { has: page.locator('th a', { hasText: new RegExp(`^${name}$`) }) });
  check('the front page has the board of a mark', (await row('parse_message').locator('td .reason', { hasText: /^on / }).allTextContents()).join() === 'on b38,on b38');
  check('and when in its run', (await row('parse_message').locator('.reason[title*="after its start"]').first().getAttribute('title')).startsWith('board=b38, '));
  check('and with how many boards a function ran', (await row('count_bits').locator('td').allTextContents()).includes('28'));
  check('of how many', (await page.locator('.functions thead button').allTextContents()).includes('ran with, of 40'));
  await page.close();

  const { page: view } = await open(context, urlOf('boards', 'f=parse_message.html'));
  const across = view.locator('#across');
  check('a function has a section for the label', await across.locator('h2').textContent() === 'By board');
  check('which is one step from the top', (await view.locator('#jump a').allTextContents()).includes('By board'));
  const rows = across.locator('.across tbody tr');
  check('the board with the largest time is first', await rows.first().locator('th').textContent() === 'b38' && await rows.count() === 20);
  const chart = (question) => across.locator('canvas').evaluate((canvas, text) => new Function('chart', `return ${text}`)(Chart.getChart(canvas)), question);
  check('a point for each that has a time', await chart('chart.data.datasets.map((s) => s.data.length).join()') === '39,39');
  check('in order', await chart('chart.data.datasets.every((s) => s.data.every((p, i, all) => !i || p.y >= all[i - 1].y))'));
  check('the last is that board', await chart('chart.options.plugins.tooltip.callbacks.label({ raw: chart.data.datasets[0].data.at(-1) })[0]') === 'board b38');
  check('blocks that ran on few are named with their boards',
    /^while\.1.*2 of 40.*img src=x.*b38$/s.test((await across.locator('table').last().locator('tbody tr').allTextContents()).join('\n')));
  const facts = async (list) => (await list.locator('dd').allTextContents()).join('\n');
  const card = await facts(view.locator('.worst-card', { hasText: 'Self time' }).locator('.worst-facts'));
  check('the worst case has its board and firmware', card.startsWith('board=b38, date=2026-11-12T06:00:00Z, firmware=2.2, host=bench-2'), card);
  check('and its run and when in it', /after its start, inbox\/b38\.trace, 0+4977a/.test(card), card);
  const inclusive = await view.locator('.worst-card', { hasText: 'Inclusive time' }).textContent();
  check('of what is timed in windows interrupts are not known, as in the verdict', /interrupts not known/.test(inclusive) && /Not known: it was timed in a window/.test(inclusive) &&
    !/interrupts 0|No detected interrupt/.test(inclusive), inclusive);
  await view.locator('.pick').first().click();
  check('the chart stays while a block is looked at', await chart('chart.data.datasets[0].data.length') === 39);
  check('whose worst visit has its board, too', (await facts(view.locator('.detail .worst-facts'))).includes('board=b'));
  check('no stranger script ran', await view.evaluate(() => window.hostile === undefined));
  check('nothing on the console', !problems.errors.length, problems.errors.join());
  await view.close();

  const { page: single } = await open(context, urlOf('small', 'f=parse_message.html'));
  check('a report of one board has none of it', await single.locator('#across').isHidden() && await single.locator('.reason', { hasText: /^on / }).count() === 0);
  await single.close();

  const { page: history } = await open(context, urlOf('history', ''));
  const cut = await history.evaluate(() => [...document.querySelectorAll('.multiple canvas')].map((canvas) => Chart.getChart(canvas)).flatMap(({ ctx, scales: { y } }) =>
    y.ticks.filter(({ label }) => label && ctx.measureText(label).width > y.width - 8).map(({ label }) => label)));
  check('no figure beside a chart of the history is cut', !cut.length, cut.join());
  check('a step is named with its build', (await history.evaluate(() => Chart.getChart(document.querySelector('.multiple canvas')).flags[0].mark.text)) === '+100.0 %, a002f0ee');
  check('the newest profile is first', (await history.locator('#builds tbody td').first().textContent()).startsWith('2026-03-04'));
  await context.close();
  done();
}
