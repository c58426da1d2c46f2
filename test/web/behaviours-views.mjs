// Part of the ipoint project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Charts of a function's and of a block's times: reading them, moving through them, and selecting a part.
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { accessibilityFaults } from './axe.mjs';
import { contrastFaults, layoutFaults } from './in-page.mjs';

const urlOf = (work, report, hash) => `${pathToFileURL(join(work, report, 'index.html')).href}#${hash}`;
const block = 'f=parse_message.html&block=while.1%2Fjoin';
const chart = (page, label) => page.locator(`canvas[aria-label^="${label}"]`);
const ask = (page, label, question) => chart(page, label).evaluate((canvas, text) => new Function('chart', `return ${text}`)(Chart.getChart(canvas)), question);
const span = (page, label) => ask(page, label, '[chart.scales.x.min, chart.scales.x.max]');
const histogramOf = (page) => page.evaluate(async () => (await ipoint.loadFunction('parse_message.html')).blocks.find((b) => b.name === 'while.1/join').time.histogram);
const said = (page, at = 0) => page.locator('.selection [role="status"]').nth(at).textContent();

// Drags over a chart from one value of its x axis to another.
async function drag(page, label, from, to, keys = []) {
  await chart(page, label).scrollIntoViewIfNeeded();
  const box = await chart(page, label).boundingBox();
  const x = async (value) => box.x + await ask(page, label, `chart.scales.x.getPixelForValue(${value})`);
  await page.mouse.move(await x(from), box.y + box.height / 2);
  for (const key of keys)
    await page.keyboard.down(key);
  await page.mouse.down();
  await page.mouse.move(await x(to), box.y + box.height / 2, { steps: 4 });
  await page.mouse.up();
  for (const key of keys)
    await page.keyboard.up(key);
}

async function distribution({ open, context, work, checker }) {
  const { check, done } = checker('the distribution');
  const { page, problems } = await open(context, urlOf(work, 'small', block));
  const tall = await ask(page, 'Distribution', 'chart.chartArea.height');
  check('its area is at least 240 pixels tall', tall >= 240, String(tall));
  check('logarithmic axes say that they are', await ask(page, 'Distribution', '[chart.options.scales.x, chart.options.scales.y].map((s) => s.title.text).join()') ===
    'ticks, raw, log scale,visits per bin, log scale');
  check('and that of an exceedance', (await ask(page, 'Exceedance', 'chart.options.scales.y.title.text')) === 'share that took longer, log scale');
  await page.locator('input[name="logX"]').uncheck();
  check('linear ones do not', await ask(page, 'Distribution', 'chart.options.scales.x.title.text') === 'ticks, raw');
  await page.locator('input[name="logX"]').check();

  // Words, as boxes, and the lines that begin in their rows.
  const collisions = await ask(page, 'Distribution', `chart.flags.flatMap((a, i) => chart.flags.filter((b, j) => i !== j && (
    a.row === b.row && (a.isLeft ? a.at - a.width - 4 : a.at + 4) < (b.isLeft ? b.at - 4 : b.at + 4 + b.width) && (b.isLeft ? b.at - b.width - 4 : b.at + 4) < (a.isLeft ? a.at - 4 : a.at + 4 + a.width) ||
    b.row <= a.row && b.at > (a.isLeft ? a.at - a.width - 4 : a.at + 4) && b.at < (a.isLeft ? a.at - 4 : a.at + 4 + a.width))).map((b) => a.mark.text + ' and ' + b.mark.text))`);
  check('no word of a mark lies over another or over its line', !collisions.length, collisions.join());
  check('there are six', await ask(page, 'Distribution', 'chart.flags.length') === 6);
  const packed = await page.evaluate(() => {
    const boxes = [10, 12, 14, 180, 182, 196].map((at) => ({ at, width: 40 }));
    return [ipoint.charts.flags(boxes, 200), ...boxes.map((b) => `${b.isLeft ? 'left' : 'right'} ${b.row}`)].join();
  });
  check('words go left at the right end, and down where a line would cross them', packed === '3,right 0,right 1,right 2,left 2,left 1,left 0', packed);

  const histogram = await histogramOf(page), [low, high, n] = [...histogram].sort((a, b) => b[2] - a[2])[0], all = histogram.reduce((sum, bin) => sum + bin[2], 0);
  const tooltip = await ask(page, 'Distribution', `chart.options.plugins.tooltip.callbacks.label({ raw: chart.data.datasets[0].data.find((p) => p.y === ${n}) })`);
  check('a tooltip has the bin, the count and its share', tooltip[0].startsWith(`${low}`) && tooltip[1] === `${n.toLocaleString('en-US')} visits, ${(100 * n / all).toFixed(1)} % of all`, tooltip.join(' | '));

  const whole = await span(page, 'Distribution');
  await chart(page, 'Distribution').focus();
  await page.keyboard.press('+');
  const [from, to] = await span(page, 'Distribution');
  check('a key zooms in', Math.abs(Math.log(to / from) / Math.log(whole[1] / whole[0]) - 0.5) < 0.01, `${from} ${to}`);
  check('both charts show the same part', (await span(page, 'Exceedance')).join() === [from, to].join());
  await page.keyboard.press('ArrowLeft');
  check('an arrow moves', (await span(page, 'Distribution'))[0] < from);
  check('its counts fill the height', await ask(page, 'Distribution', 'chart.scales.y.max') < 2.5 * n);
  await page.keyboard.press('-');
  await page.keyboard.press('0');
  check('0 shows all', (await span(page, 'Distribution')).map((v, i) => Math.abs(v / whole[i] - 1)).every((d) => d < 1e-9));
  await drag(page, 'Distribution', 90, 200, ['Shift']);
  const part = await span(page, 'Distribution');
  check('a drag with Shift zooms', Math.abs(part[0] - 90) < 3 && Math.abs(part[1] - 200) < 5, part.join());
  await page.locator('input[name="logY"]').uncheck();
  check('what is seen stays over a switch', (await span(page, 'Distribution')).join() === part.join());
  await page.locator('.zoom').first().locator('button[title="show all"]').click();
  check('a button shows all', (await span(page, 'Distribution'))[1] > 40_000);

  check('beside the source at first', (await page.locator('#detail').boundingBox()).width < 600);
  await page.locator('#detail .widen').click();
  check('then in full width', (await chart(page, 'Distribution').boundingBox()).width > 1250);
  check('which is in the address', page.url().includes('wide=1'), page.url());
  await page.locator('.actions button[title="next block"]').click();
  check('and stays from block to block', (await page.locator('#detail').boundingBox()).width > 1250);
  await page.locator('#detail .widen').click();
  check('and back', (await page.locator('#detail').boundingBox()).width < 600 && !page.url().includes('wide='));
  check('nothing on the console', !problems.errors.length, problems.errors.join(' '));
  await page.close();
  done();
}

async function selections({ open, context, work, checker }) {
  const { check, done } = checker('selections');
  const { page, problems } = await open(context, urlOf(work, 'small', block));
  const histogram = await histogramOf(page), all = histogram.reduce((sum, bin) => sum + bin[2], 0);
  const between = (low, high) => histogram.filter((bin) => bin[0] >= low && bin[1] <= high);
  const count = (bins) => bins.reduce((sum, bin) => sum + bin[2], 0).toLocaleString('en-US');
  const first = `${count(between(100, 160))} of ${all.toLocaleString('en-US')} visits (`;
  await drag(page, 'Distribution', 100, 160);
  check('a drag selects, and its figures are there', (await said(page)).startsWith(first) && /mean ≈? ?[\d.]+( ± [\d.]+)?, p50 ≤? ?\d+, p90 .*, p99 .*, longest ≤? ?\d+\.$/.test(await said(page)), await said(page));
  check('what is seen stays', (await span(page, 'Distribution'))[1] > 40_000);
  const inputs = () => page.locator('.selection-ends input').evaluateAll((all_) => all_.map((i) => Number(i.value)));
  check('its ends are those of bins', (await inputs()).join() === [between(100, 160)[0][0], between(100, 160).at(-1)[1]].join(), (await inputs()).join());
  await page.locator('.selection button', { hasText: 'right of it' }).first().click();
  check('and right of it', (await said(page)).startsWith(`${count(between(100, 1e9))} of`) && /4 of them are excluded as interrupted\.$/.test(await said(page)), await said(page));
  await page.locator('input[name="select-from"]').fill('200');
  await page.locator('input[name="select-from"]').press('Enter');
  check('a number is typed', (await said(page)).startsWith(`${count(between(200, 1e9))} of`), await said(page));
  await chart(page, 'Distribution').focus();
  await page.keyboard.press('Enter');
  check('Enter zooms to it', (await span(page, 'Distribution'))[0] > 180);
  await page.keyboard.press('Escape');
  check('Escape ends it', await said(page) === '' && (await inputs()).join() === '0,0');
  await page.keyboard.press('0');
  await page.keyboard.press('Shift+ArrowRight');
  const fullest = [...histogram].sort((a, b) => b[2] - a[2])[0];
  check('a key selects the fullest bin', (await said(page)).startsWith(`${count([fullest])} of`), await said(page));
  await page.keyboard.press('Shift+ArrowRight');
  await page.keyboard.press('Shift+Home');
  const next = histogram[histogram.indexOf(fullest) + 1];
  check('and more of them, to the end', (await said(page)).startsWith(`${count(between(0, next[1]))} of`), await said(page));
  check('it is read out', await page.locator('.selection p[role="status"]').count() === 2);
  check('what is not known is said', (await page.locator('.selection').first().textContent()).includes('is not kept for single visits'));

  // By path, of calls.
  await page.locator('.actions button[title="times of whole calls"]').click();
  await page.locator('input[name="select-from"]').fill('10000');
  await page.locator('input[name="select-from"]').press('Enter');
  const rows = await page.locator('[aria-label="Paths of these calls"] tbody tr').allTextContents();
  const sums = await page.evaluate(async () => {
    const f = await ipoint.loadFunction('parse_message.html');
    const beyond = (time) => time.histogram.reduce((sum, [low, , n]) => sum + (low >= 9984 ? n : 0), 0);
    return [beyond(f.self), ...f.paths.filter((p) => p.self).map((p) => beyond(p.self))];
  });
  check('calls of a tail by their paths', rows.length === sums.slice(1).filter(Boolean).length + (sums[0] > sums.slice(1).reduce((a, b) => a + b) ? 1 : 0) &&
    rows[0].includes(String(Math.max(...sums.slice(1)))), `${rows.join(' | ')} ${sums}`);

  // In the order of execution.
  await drag(page, 'Series', 20, 59);
  const buckets = await page.evaluate(async () => {
    const { count: n, bucket, max } = (await ipoint.loadFunction('parse_message.html')).self.series;
    const some = bucket.map((at, i) => [at, n[i], max[i]]).filter(([at]) => at >= 20 && at <= 59);
    return [some.reduce((sum, b) => sum + b[1], 0), Math.max(...some.map((b) => b[2]))];
  });
  check('a stretch of the run', (await said(page, 1)).startsWith(`${buckets[0]} of 2,000 calls (`) && (await said(page, 1)).includes(`longest ${buckets[1].toLocaleString('en-US')} ticks`), `${await said(page, 1)} ${buckets}`);
  await page.keyboard.press('Tab');
  await chart(page, 'Series').focus();
  await page.keyboard.press('Shift+End');
  check('to its end, by a key', (await said(page, 1)).includes('to run 2, '), await said(page, 1));
  check('nothing on the console', !problems.errors.length, problems.errors.join(' '));
  await page.close();
  done();
}

async function looks({ browser, open, work, checker, screenshots }) {
  const { check, done } = checker('charts, looked at');
  for (const width of [1400, 400]) {
    const context = await browser.newContext({ viewport: { width, height: 900 }, reducedMotion: 'reduce' });
    const { page } = await open(context, urlOf(work, 'small', `f=parse_message.html${width === 1400 ? '&wide=1' : ''}`));
    await page.locator('input[name="select-from"]').fill('10000');
    await page.locator('input[name="select-from"]').press('Enter');
    for (const colorScheme of ['light', 'dark']) {
      await page.emulateMedia({ colorScheme });
      await page.waitForTimeout(100);
      const faults = [...await page.evaluate(layoutFaults), ...await page.evaluate(contrastFaults), ...await accessibilityFaults(page, '#detail')];
      check(`${width}, ${colorScheme}: nothing is cut, pale or a barrier`, !faults.length, faults.slice(0, 5).join('\n     '));
      const tooltip = await ask(page, 'Distribution', '[chart.options.plugins.tooltip.bodyColor, chart.options.plugins.tooltip.backgroundColor]');
      const [ink, ground] = tooltip.map((hex) => [1, 3, 5].map((at) => parseInt(hex.slice(at, at + 2), 16) / 255).map((c) => c <= 0.03928 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4)
        .reduce((sum, c, i) => sum + c * [0.2126, 0.7152, 0.0722][i], 0));
      check(`${width}, ${colorScheme}: a tooltip is legible`, (Math.max(ink, ground) + 0.05) / (Math.min(ink, ground) + 0.05) >= 7 && (colorScheme === 'dark') === (ground < 0.2), tooltip.join());
      if (screenshots)
        await page.locator('#detail').screenshot({ path: join(screenshots, `views-${width}-${colorScheme}.png`) });
    }
    if (width === 400) {
      const small = await page.locator('#detail').evaluate((panel) => [...panel.querySelectorAll('button:not(.term, .tag), summary, input:not([type="checkbox"], [type="radio"]), .toggle')]
        .filter((e) => e.getClientRects().length).map((e) => [e, e.getBoundingClientRect()]).filter(([, box]) => box.width < 44 || box.height < 44).map(([e, box]) => `${e.textContent || e.name} ${box.width}×${box.height}`));
      check('at 400 all that is pressed has 44 pixels', !small.length, small.join());
    }
    await context.close();
  }
  done();
}

export async function viewBehaviours({ browser, open, checker, work, screenshots }) {
  const context = await browser.newContext({ viewport: { width: 1400, height: 900 } });
  for (const run of [distribution, selections, looks])
    await run({ browser, open, context, work, checker, screenshots }).catch((error) => checker(run.name).check('runs to its end', false, error.message));
  await context.close();
}
