// Part of the ipoint project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What the pages of a comparison do when they are used, on those that make-comparison.py made up.
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { canvasInk } from './in-page.mjs';

const eventually = (page, condition, argument) =>
  page.waitForFunction(condition, argument, { timeout: 60_000 }).then(() => true, () => false);
const urlOf = (work, name) => pathToFileURL(join(work, name, 'index.html')).href;
const text = (page, selector) => page.locator(selector).first().textContent();
const rows = (page) => page.locator('.forests tbody tr').evaluateAll((all) => all.map((tr) => [...tr.children].map((cell) => cell.textContent)));
const rowOf = async (page, name) => (await rows(page)).find(([first]) => first.startsWith(name));

async function front({ open, context, work, checker }) {
  const { check, done } = checker('a comparison, used');
  const url = urlOf(work, 'compared');
  let { page, problems } = await open(context, url);
  const verdict = await text(page, '#verdict');
  check('the verdict is the command’s, with the minus of the page', /^From old to new .*the self time of crc16 changed most: mean −91\.9 % \(adjusted/.test(verdict), verdict);
  check('what puts it in question is amber', /^The sets differ in settings/.test(await text(page, '#notices .notice')));
  check('no tile is amber', await page.locator('#summary .attention').count() === 0);
  const all = await rows(page);
  check('what differs comes first', all.findIndex((r) => /no significant difference/.test(r[6])) > all.findLastIndex((r) => /longer|shorter/.test(r[6])));
  check('what the verdict names is on top, inclusive times after it', all[0][0].startsWith('crc16 self') && all.findIndex((r) => r[0].startsWith('crc16 inclusive')) > all.findIndex((r) => /block/.test(r[0])), all[0][0]);
  check('no verdict contradicts its interval', all.every((r) => r[5] === '–' || /longer|shorter/.test(r[6]) || /^−.* to \+|^\+?0/.test(r[5])), all.map((r) => `${r[5]} ${r[6]}`).join('; '));
  const self = await rowOf(page, 'crc16 self');
  check('a difference has its sign, interval and verdict', self[3] === '−91.9 %' && self[5] === '−94.9 % to −88.9 %' && self[6].startsWith('shorter: mean, p50'), self.join(' | '));
  const unfound = await page.evaluate(() => {
    const known = ipoint.report.comparisons[0], comparison = { ...known, a: 'a', b: 'b', setA: { resolution: 1 }, setB: { resolution: 1 } }, like = known.items.find((item) => item.mean.change !== null);
    const items = Array.from({ length: 20 }, (_, i) => ({ ...like, differs: false, mean: { ...like.mean, differs: false, change: 0.3 + i / 100, interval: [-0.1, 2] } }));
    return ipoint.forestTable({ items, comparison, figure: 'mean', href: () => '#', label: 'made up' }).element.querySelectorAll('circle').length;
  });
  check('where nothing differs the scale reaches to the points', unfound >= 18, `${unfound} of 20 points`);
  await page.setViewportSize({ width: 400, height: 900 });
  check('a telephone shows the difference, its interval and the verdict, and does not scroll', await page.locator('#differences-table .scroller').evaluate((box) => box.scrollWidth <= box.clientWidth &&
    [...box.querySelectorAll('tbody tr:first-child > *')].map((cell) => cell.getClientRects().length).join('') === '100100100' &&
    / to /.test(getComputedStyle(box.querySelector('td[data-interval]'), '::after').content)));
  await page.setViewportSize({ width: 1400, height: 900 });
  check('it is drawn', await page.locator('.forest.shorter .point').count() > 0 && await page.locator('.forest.same .point').count() > 0);
  check('where code differs is listed', await page.locator('#code-table tbody tr').count() === 6);
  const differing = await page.locator('.conditions tr.differs th').allTextContents();
  check('amber are those that put the outcome in question', (await page.locator('.conditions tr.affects th').allTextContents()).join() === 'Settings differs', '');
  check('conditions that differ are named', ['Build id', 'Flags', 'Settings'].every((w) => differing.some((t) => t.startsWith(w))) && differing.length === 3, differing.join());

  const boxOf = (name) => page.locator(`#moved .box[aria-label^="${name}: "]`).first();
  const wide = (name) => boxOf(name).locator('rect').evaluate((r) => r.getBBox().width);
  check('where the time moved is drawn, as wide as the other set', Math.abs(await wide('evil<b>') / await wide('whole program') - 90 / (420 + 90 + 1001 + 77)) < 0.002, String(await wide('evil<b>')));
  check('with what grew, what shrank and what did neither', await boxOf('crc16').evaluate((g) => g.classList.contains('shrank')) && await boxOf('evil<b>').evaluate((g) => g.classList.contains('grew')) &&
    await page.locator('#moved .box.same').count() > 0);
  check('a box has both times', /^crc16: self, in a run 6,242,600 → 504,210 ticks \(−91\.9 %\)/.test(await boxOf('crc16').getAttribute('aria-label')), await boxOf('crc16').getAttribute('aria-label'));
  await page.locator('input[name="width"][value="before"]').check({ force: true });
  check('or as wide as the first', Math.abs(await wide('evil<b>') / await wide('whole program') - 60 / (5200 + 60 + 1000 + 66 + 90)) < 0.002 && /width=before/.test(page.url()));
  await page.goBack();
  check('Back undoes that', await eventually(page, () => document.querySelector('input[name="width"][value="after"]').checked));
  await page.locator('input[name="differing"]').check();
  check('only what differs, on request', (await rows(page)).every((r) => !/no significant/.test(r[6])));
  await page.locator('input[name="kind"][value="block"]').check({ force: true });
  check('only blocks, on request', (await rows(page)).every((r) => r[0].endsWith('block')));
  check('the hash has what was chosen', /kind=block/.test(page.url()) && /all=no/.test(page.url()), page.url());
  await page.reload();
  await page.waitForFunction(() => document.body.dataset.ready === 'true');
  check('and brings it back', await page.locator('input[name="kind"][value="block"]').isChecked() && await page.locator('input[name="differing"]').isChecked());
  await page.locator('input[name="kind"][value="all"]').check({ force: true });
  await page.locator('#search').fill('evil');
  check('the search finds names', (await rows(page)).length > 0 && (await rows(page)).every((r) => /evil/.test(r[0])));
  await page.locator('#search').fill('');
  await page.locator('input[name="figure"][value="p99"]').check({ force: true });
  check('another figure is shown', (await rowOf(page, 'crc16 self'))[3] === '+0.50 %', (await rowOf(page, 'crc16 self'))[3]);
  await page.locator('input[name="figure"][value="mean"]').check({ force: true });

  await page.locator('input[name="unit"][value="us"]').check({ force: true });
  check('times in another unit', await eventually(page, () => document.body.dataset.ready === 'true' && /µs/.test(document.getElementById('differences-note').textContent)) &&
    (await rowOf(page, 'crc16 self'))[1] === '2.003', (await rowOf(page, 'crc16 self'))[1]);
  await page.locator('input[name="with"][value="2"]').check({ force: true });
  check('the third set, on request', await eventually(page, () => /^From old to third/.test(document.getElementById('verdict').textContent)));
  check('its difference', (await rowOf(page, 'crc16 self'))[3] === '+78.8 %', (await rowOf(page, 'crc16 self'))[3]);
  await page.locator('.forests a').first().click();
  check('a link leads to the function, of the same sets', await eventually(page, () => document.body.dataset.page === 'function') &&
    /with=2/.test(page.url()) && /unit=us/.test(page.url()), page.url());
  await page.goBack();
  check('and back', await eventually(page, () => document.body.dataset.page === 'index' && /third/.test(document.getElementById('verdict').textContent)));
  check('nothing on the console', !problems.errors.length, problems.errors.join(' '));
  await page.close();

  ({ page, problems } = await open(context, urlOf(work, 'unchanged')));
  check('no difference is said so', /^No significant difference between old and again in 2 times\.$/.test(await text(page, '#verdict')));
  check('few runs a side are said so', /2 runs of each: intervals are 7\.7 times as wide .* ‘ipoint-run -n 10’, in turns/.test(await text(page, '#notices')));
  check('where clocks differ there are no ticks', await page.locator('input[name="unit"][value="ticks"]').count() === 0 &&
    await page.locator('input[name="unit"][value="ns"]').isChecked());
  check('nothing on the console there', !problems.errors.length, problems.errors.join(' '));
  await page.close();
  done();
}

// How many pairs of short texts are aligned so that each line stands once, in its order, and as many are paired as can be. Runs in the page.
function inCommon() {
  let seed = 1;
  const random = (n) => (seed = seed * 48271 % 2147483647) % n;
  const made = () => Array.from({ length: random(12) }, () => 'abc'[random(3)]);
  const longest = (a, b) => !a.length || !b.length ? 0 : a[0] === b[0] ? 1 + longest(a.slice(1), b.slice(1))
    : Math.max(longest(a.slice(1), b), longest(a, b.slice(1)));
  const isRight = (a, b) => {
    const rows = ipoint.alignLines(a, b), both = rows.filter((row) => row.a !== null && row.b !== null);
    const isWhole = (text, side) => rows.map((row) => row[side]).filter((at) => at !== null).join() === [...text.keys()].join();
    return isWhole(a, 'a') && isWhole(b, 'b') && both.every((row) => a[row.a] === b[row.b]) && both.length === longest(a, b);
  };
  return `${Array.from({ length: 400 }, () => isRight(made(), made())).filter(Boolean).length} of 400`;
}

async function functions({ open, context, work, checker }) {
  const { check, done } = checker('a function of a comparison, used');
  const url = (page) => `${urlOf(work, 'compared')}#f=${page}`;
  let { page, problems } = await open(context, url('crc16.html'));
  const heading = () => text(page, '#detail-heading');
  check('the whole function first', await heading() === 'Whole function, self', await heading());
  const lines = await page.locator('.twin tbody tr').evaluateAll((all) => all.map((tr) => [tr.dataset.a ?? '', tr.dataset.b ?? '', tr.querySelector('.sign').textContent].join(' ')));
  check('lines of both stand once, of one marked', lines.includes('3 7 ') && lines.includes('7  −') && lines.includes('8  −') && lines.includes(' 11 +') && lines.includes(' 12 +') &&
    lines.length === 11, lines.join(', '));
  check('source has the colours of its language', await page.locator('.twin .s-comment').count() >= 2 && await page.locator('.twin .s-keyword').count() > 0);
  check('the source is what it was', (await page.locator('.twin .code').allTextContents()).join('\n').includes('    crc = table[crc >> 8 & 15]; // "four bits"'));
  const aligned = await page.evaluate(inCommon);
  check('texts have as many lines in common as can be', aligned === '400 of 400', aligned);
  check('both are drawn over one another', (await page.evaluate(canvasInk)).length === 2 && (await page.evaluate(canvasInk)).every(([, ink]) => ink > 60));
  check('where the curves part is said', /Up to 6,240 ticks they do not differ significantly/.test(await text(page, '#detail')), '');
  await page.locator('.pick[data-block="while.1/body"]').first().click();
  check('a click shows a block', await heading() === 'body, lines 5 and 9', await heading());
  check('with figures of both', /mean130.040.0−69.2 %−72.2 % to −66.2 %shorter/.test(await text(page, '.twin-figures')), await text(page, '.twin-figures'));
  check('the hash names it', /block=while\.1%2Fbody/.test(page.url()), page.url());
  await page.locator('.pick[data-block="while.1/body/for.1/body"]').first().click();
  check('a block that vanished has the old times only', /ran in old only/.test(await text(page, '#detail')) && await page.locator('#detail canvas').count() === 2);
  await page.locator('.pick[data-block="exit"]').first().click();
  check('an untimed block is marked as untimed', /untimed|neither set/.test(await text(page, '#detail')) && await page.locator('#detail canvas').count() === 0);
  await page.locator('.actions button', { hasText: 'inclusive' }).click();
  check('the inclusive time, on request', await heading() === 'Whole function, inclusive' && /which=inclusive/.test(page.url()));
  await page.locator('#times-table button.link', { hasText: 'while.1/condition' }).click();
  check('the list of times leads to a block', await heading() === 'condition, lines 4 and 8', await heading());
  check('below the resolution a difference is a time', /^\+1\.2 ticks$/.test((await page.locator('#times-table tbody tr', { hasText: 'while.1/condition' }).locator('td').nth(2).textContent()).trim()),
    await page.locator('#times-table tbody tr', { hasText: 'while.1/condition' }).textContent());
  check('below zero is no minus zero', !(await text(page, '#times-table')).includes('-0.0') && !/−0\.0(?!\d)(?! %)/.test(await text(page, '#times-table')));
  check('nothing on the console', !problems.errors.length, problems.errors.join(' '));
  await page.close();

  ({ page } = await open(context, url('crc16.html&block=while.1%2Fbody%2Fjoin')));
  check('a link to a block selects it', (await heading()).startsWith('join, line 11'), await heading());
  await page.close();

  ({ page } = await open(context, url('evil.html')));
  for (const pick of await page.locator('.pick').all())
    await pick.click();
  check('hostile names and source stay text', await page.evaluate(() => window.hostile === undefined) && await page.locator('img').count() === 0 &&
    (await text(page, '.twin tbody')).includes('</script><img src=x onerror=window.hostile = 2>') && (await text(page, '.twin tbody')).includes('<!-- & &amp; &#60; \\u003c -->'));
  await page.close();

  for (const [file, words] of [['fresh', 'New. '], ['gone', 'Vanished. '], ['once', 'Never ran in new'], ['idle', 'Never run. ']]) {
    ({ page, problems } = await open(context, url(`${file}.html`)));
    check(`${file} says what it is`, (await text(page, '#notices')).startsWith(words), await text(page, '#notices'));
    check(`${file} is drawn without an error`, !problems.errors.length, problems.errors.join(' '));
    await page.close();
  }
  ({ page } = await open(context, url('nowhere.html')));
  check('no such function is said so', /no function with that address/.test(await text(page, 'main')));
  await page.close();
  done();
}

async function size({ open, context, work, checker }) {
  const { check, done } = checker('a comparison of 6,000 times');
  const { page, problems } = await open(context, urlOf(work, 'large-comparison'));
  check('the first rows are there', await page.locator('.forests tbody tr').count() === 100);
  check('the other blocks are counted', /blocks without a significant difference are on/.test(await text(page, '#differences-note')));
  await page.locator('#search').fill('f1499');
  check('the search looks at all', (await rows(page)).every((r) => r[0].includes('f1499')) && (await rows(page)).length > 0);
  await page.locator('.forests a').first().click();
  check('a function of the last piece is loaded', await eventually(page, () => document.getElementById('function-name')?.textContent === 'f1499'));
  check('nothing on the console', !problems.errors.length, problems.errors.join(' '));
  await page.close();
  done();
}

export async function comparisonBehaviours({ browser, open, checker, work }) {
  const context = await browser.newContext({ viewport: { width: 1400, height: 900 } });
  for (const run of [front, functions, size])
    await run({ open, context, work, checker }).catch((error) => checker(run.name).check('runs to its end', false, error.message));
  await context.close();
}
