// Part of the ipoint project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What cards and the page of the longest path do when they are used, on those that make_worst.py made up.
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

const urlOf = (work, name) => pathToFileURL(join(work, name, 'index.html')).href;
const text = (page, selector) => page.locator(selector).first().textContent();
const rows = (page, table) => page.locator(`${table} tbody tr`).evaluateAll((all) => all.map((tr) => [...tr.children].map((cell) => cell.textContent)));
// Whether the element has the focus and is in sight.
const isShown = (page, id) => page.waitForFunction((name) => {
  const box = document.getElementById(name)?.getBoundingClientRect();
  return document.activeElement?.id === name && box.height > 0 && box.top >= 0 && box.bottom <= window.innerHeight;
}, id, { timeout: 60_000 }).then(() => true, () => false);

export async function longestBehaviours({ browser, open, work, checker }) {
  const { check, done } = checker('a longest path, used');
  const context = await browser.newContext({ viewport: { width: 1400, height: 900 }, reducedMotion: 'reduce' });
  let { page, problems } = await open(context, urlOf(work, 'longest'));
  check('the verdict comes first', await text(page, '#verdict') === 'WCET estimate 11,183 ticks (11.18 µs), 1.43 times the longest of 20 observed calls (7,839). ' +
    'Times are filtered: without probes and interrupts.', await text(page, '#verdict'));
  check('facts that are wrong are said', /^Wrong: facts\.yaml:3: .* had 6 in place of 5\.$/.test(await text(page, '#notices .notice')), await text(page, '#notices'));
  const steps = (await rows(page, '.waterfall')).map(([what, , time]) => `${what} ${time}`);
  check('reasons lead from the high-water mark to the estimate', steps.slice(0, 6).join('; ') === 'longest observed call, raw 8,339; more executions +3,166; longer executions +348; ' +
    'estimate, raw 11,853; probes and interrupts in it −671.0; WCET estimate 11,183' && steps.at(-1) === 'with interrupts on top 13,133', steps.join('; '));
  check('what to change first is the largest gain', /^fft\/for\.1\/body\/for\.1\/body.*640\.5 ticks \(5\.7 %\)$/.test(await text(page, '#change li')), await text(page, '#change li'));
  check('and the bounds that bind', /^fft\/for\.1\/for\.1: at most 64 each time that it is entered \(src\/fft\.c:34, only observed\): 120\.4 ticks/.test(await text(page, '#tighten li')), await text(page, '#tighten'));
  check('what to test next, and more on request', await page.locator('#test > li').count() === 5 && /^5 more/.test(await text(page, '#test + details')));
  check('both are on the first screen', await page.evaluate(() => ['change', 'test'].every((id) => document.querySelector(`#${id} li`).getBoundingClientRect().bottom < window.innerHeight)));
  check('what no call showed is marked', (await page.locator('#path-table .more-than-seen').allTextContents()).join(' ') === '320 330 0.5');
  check('bounds that bind come first, with their origin', (await rows(page, '.bounds')).map(([, origin, binds]) => `${origin} ${binds}`).join('; ') === 'observed yes; derived yes; declared –; observed –');
  check('what was never measured is listed', (await rows(page, '#unmeasured-table')).length === 2);
  check('so is what was never seen together', (await rows(page, '#together-table')).map((cells) => cells.slice(1, 5).join(' ')).join().startsWith('for.1/body/if.1/then, '), await text(page, '#together-table'));
  check('what was only observed can be confirmed', (await text(page, '.proposals')).startsWith('flow:\n  - loop: fft/for.1/for.1\n    iterations: 64\n  - calls: '));
  const line = (await rows(page, '.source'))[5];
  check('a line has what its block does', line.slice(0, 6).join(' ') === '35 57.9 % body 320 256 20.3', line.join(' '));
  check('source has the colours of its language', await page.locator('.source .s-comment').count() >= 2);

  await page.locator('#path-table a', { hasText: 'sine/' }).click();
  check('a block leads to its line', await isShown(page, 'block-1'));
  await page.locator('#path-table .more button').click();
  await page.locator('#path-table a', { hasText: 'helper_39/' }).click();
  check('also where it is folded', await isShown(page, 'block-47'));
  await page.locator('input[name="unit"][value="us"]').check({ force: true });
  check('times in another unit', await page.waitForFunction(() => document.querySelector('.waterfall td.num')?.textContent === '8.339').then(() => true, () => false));
  check('hostile names and source stay text', await page.evaluate(() => window.hostile === undefined) && await page.locator('img').count() === 0);
  check('nothing on the console', !problems.errors.length, problems.errors.join(' '));
  await page.close();
  ({ page } = await open(context, `${urlOf(work, 'longest')}#at=block-20`));
  check('a link to a line opens what it is folded in', await isShown(page, 'block-20'));
  await page.close();

  ({ page, problems } = await open(context, urlOf(work, 'bare')));
  check('without an observed call there is an estimate', /^WCET estimate 100 ticks\. No call was observed\. Times are corrected/.test(await text(page, '#verdict')), await text(page, '#verdict'));
  check('what is not there takes no room', !await page.locator('#source').isVisible() && !await page.locator('#facts').isVisible() && !await page.locator('#proposals').isVisible() && !await page.locator('#together').isVisible());
  check('what was left out is said', /left out/.test(await text(page, '#unmeasured-note')));
  check('nothing on the console there', !problems.errors.length, problems.errors.join(' '));
  await page.close();

  ({ page, problems } = await open(context, `${urlOf(work, 'small')}#f=count_bits.html`));
  const card = await text(page, '.worst-card:last-child');
  check('the function has a card with the estimate and the ratio', card.includes('WCET estimate the longest path from measured parts11,183 ticks, filtered1.43 × the longest observed call: 7,839'), card);
  check('which has what it rests on, and what to do', /Rests on4 bounds \(1 declared, 1 derived from the source, 2 only observed\); 2 parts never measured, 1 on the pathChange firstfft\/.*640\.5 ticks \(5\.7 %\)Test nextan input that leads to 320 executions/.test(card), card);
  await page.locator('.worst-card a', { hasText: 'the longest path' }).click();
  await page.waitForFunction(() => document.body.dataset.page === 'longest');
  check('it leads to the path', /^WCET estimate 11,183/.test(await text(page, '#verdict')) && /^Longest path of fft_main – /.test(await page.title()));
  await page.locator('#path-table a', { hasText: 'sine/' }).click();
  check('whose blocks lead to their lines there, too', await isShown(page, 'block-1'));
  await page.locator('#up').click();
  check('and back', await page.waitForFunction(() => document.getElementById('function-name')?.textContent === 'count_bits').then(() => true, () => false));
  await page.goto(`${urlOf(work, 'small')}#f=handle_reset.html`);
  check('a card without an estimate has the reason', await page.waitForFunction(() => /^WCET estimate .*none.*no call of it ended/.test(document.querySelector('.worst-card')?.textContent)).then(() => true, () => false));
  check('nothing on the console of the report', !problems.errors.length, problems.errors.join(' '));
  await page.close();
  await context.close();
  done();
}
