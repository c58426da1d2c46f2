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
    'ticks, raw, log scale,visits per bar, log scale');
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
  const tooltip = await ask(page, 'Distribution', `chart.options.plugins.tooltip.callbacks.label({ raw: chart.data.datasets[0].data.find((p) => p.bin.low <= ${low} && p.bin.high >= ${low}) })`);
  const [least, most] = tooltip[0].match(/\d+/g).map(Number), here = histogram.reduce((sum, bin) => sum + (bin[0] >= least && bin[1] <= most ? bin[2] : 0), 0);
  const fine = await page.evaluate(() => {
    const box = document.body.appendChild(document.createElement('div')), many = Array.from({ length: 2000 }, (_, i) => [i, i, 3, i % 2]);
    ipoint.drawCharts(box, { name: 'x', time: { histogram: many }, histogram: many, unit: 'ticks', unitsPerTick: 1, one: 'call', many: 'calls', marks: [], of: {}, redraw() {} });
    const bars = Chart.getChart(box.querySelector('canvas')).data.datasets[0].data.map((p) => p.bin);
    box.remove();
    return [bars.length, bars.reduce((sum, bar) => sum + bar.count, 0), bars.reduce((sum, bar) => sum + bar.excluded, 0), bars.every((bar, i) => !i || bar.low === bars[i - 1].high + 1)];
  });
  check('bins that are too thin to be seen are bars together', fine[0] < 400 && fine[1] === 6000 && fine[2] === 1000 && fine[3], fine.join());
  check('a tooltip has the bin, the count and its share', least <= low && most >= low && tooltip[1] === `${here.toLocaleString('en-US')} visits, ${(100 * here / all).toFixed(1)} % of all`, tooltip.join(' | '));

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

// The order of execution as a heat map.
async function heatMap({ open, context, work, checker }) {
  const { check, done } = checker('times in their order');
  const { page, problems } = await open(context, urlOf(work, 'small', block));
  const bins = await page.evaluate(() => [0, 15, 16, 17, 18, 1000, 45_659].map((ticks) => {
    const time = { series: { bucket: [0], count: [1], sum: [ticks], max: [ticks] } };
    const [[bin, n]] = ipoint.bucketsOf(time)[0].lengths, [low, high] = ipoint.lengthBin(bin);
    return low <= ticks && ticks <= high && n === 1 && (high + 1) / Math.max(1, low) <= 1.13 + (low < 16 ? 1 : 0);
  }));
  check('a time lies in its bin, of an eighth of a power of two', bins.every(Boolean), bins.join());
  const sums = await page.evaluate(async () => {
    const buckets = ipoint.bucketsOf((await ipoint.loadFunction('parse_message.html')).self);
    const [all] = ipoint.thinned(buckets, () => 0);
    return [buckets.every((b) => b.lengths.reduce((sum, [, n]) => sum + n, 0) === b.count), all.lengths.reduce((sum, [, n]) => sum + n, 0), all.count,
      all.lengths.every(([bin], i) => !i || bin > all.lengths[i - 1][0])];
  });
  check('cells of a column add up, joined ones too', sums[0] && sums[1] === sums[2] && sums[3], sums.join());
  // Where two cells of a column differ in how many lie there, the fuller one is darker.
  const [most, pale, dark] = await chart(page, 'Series').evaluate(async (canvas) => {
    const live = Chart.getChart(canvas), { x, y } = live.scales, ratio = live.currentDevicePixelRatio;
    const buckets = ipoint.bucketsOf((await ipoint.loadFunction('parse_message.html')).blocks.find((b) => b.name === 'while.1/join').time);
    const b = buckets.filter((each) => each.lengths.length > 1 && !each.excluded).sort((p, q) => Math.max(...q.lengths.map(([, n]) => n)) - Math.max(...p.lengths.map(([, n]) => n)))[0];
    const copy = Object.assign(document.createElement('canvas'), { width: canvas.width, height: canvas.height }).getContext('2d', { willReadFrequently: true });
    copy.drawImage(canvas, 0, 0);
    const cells = [...b.lengths].sort((p, q) => p[1] - q[1]), alpha = ([bin]) => {
      const [low, high] = ipoint.lengthBin(bin);
      return copy.getImageData(Math.round(x.getPixelForValue(b.first) * ratio), Math.round((y.getPixelForValue(high + 0.5) + 1) * ratio), 1, 1).data[3];
    };
    return [live.$most, alpha(cells[0]), alpha(cells[cells.length - 1])];
  });
  check('the more lie in a cell, the darker it is', most > 1 && pale > 0 && dark > pale, `${most} ${pale} ${dark}`);
  check('the high-water mark is a flag', (await ask(page, 'Series', 'chart.flags.map((f) => f.mark.text).join()')).includes('HWM 45,659'));
  check('far above the rest, its axis is logarithmic', await ask(page, 'Series', 'chart.options.scales.y.type + chart.options.scales.y.title.text') === 'logarithmicticks, raw, log scale');
  check('the caption has the width of a column', /A column for each [\d.]+ ms of the runs/.test(await page.locator('.drawing').textContent()));
  check('nothing on the console', !problems.errors.length, problems.errors.join(' '));
  await page.close();
  done();
}

// Times against what marks recorded and how often loops went round.
async function values({ open, context, work, checker }) {
  const { check, done } = checker('times against values');
  const { page, problems } = await open(context, urlOf(work, 'small', 'f=parse_message.html&which=inclusive'));
  const of = await page.evaluate(async () => (await ipoint.loadFunction('parse_message.html')).by_value[0]);
  const points = await ask(page, 'Times against', 'chart.data.datasets[0].data.length');
  check('a point for each call that is known', points >= of.sample.length && points <= of.sample.length + of.longest.length, String(points));
  const finding = () => page.locator('.finding').last().textContent();
  check('the fit is the document’s, with its residual', (await finding()).includes(`r² ${of.fit.r2.toFixed(3)}; residual ± `) && (await finding()).includes('512 of 2,000 calls, drawn at random') &&
    (await finding()).includes('3 calls recorded more than one value and are not among them.'), await finding());
  const slope = Number(/\+ ([\d.]+) ticks per unit of length/.exec(await finding())[1]);
  check('its slope', Math.abs(slope / of.fit.slope - 1) < 1e-3, String(slope));
  await page.locator('select[name="value"]').selectOption('1');
  check('another number is chosen, and the choice keeps the focus', (await finding()).includes('per iteration of for.1') && await page.evaluate(() => document.activeElement.name === 'value'), await finding());
  check('a hostile name stays text', await page.locator('#detail img').count() === 0 && await page.evaluate(() => window.hostile === undefined));
  await page.locator('input[name="select-from"]').fill(String(of.longest[2][1]));
  await page.locator('input[name="select-from"]').press('Enter');
  const rows = await page.locator('.selection [aria-label="iterations of for.1"] tbody tr').allTextContents();
  check('which values the calls of a tail have', rows.length === 2 && /^selected3/.test(rows[0]), rows.join(' | '));
  await page.locator('input[name="which"][value="self"]').check();
  check('they are beside inclusive times, and that is said', (await page.locator('.selection').first().textContent()).includes('beside their inclusive times') ||
    await said(page) === '');
  check('nothing on the console', !problems.errors.length, problems.errors.join(' '));
  await page.close();
  done();
}

async function threads({ open, context, work, checker }) {
  const { check, done } = checker('threads');
  const { page, problems } = await open(context, urlOf(work, 'small', ''));
  const { all, own } = await page.evaluate(() => {
    const rows = ipoint.report.functions.flatMap((f) => (f.by_thread ?? []).map((r) => [f.name, r.thread, r.calls]));
    return { all: [0, 1].map((t) => rows.filter((r) => r[1] === t).reduce((sum, r) => sum + r[2], 0)), own: rows.filter((r) => r[1] === 0).map((r) => r[0]) };
  });
  const rows = await page.locator('#threads-table [aria-label="Threads"] tbody tr').allTextContents();
  check('one row for each, by name or place', rows.length === 3 && rows[0].startsWith('thread 1') && rows[1].startsWith('rx </script>') && rows[2].startsWith('signal handlers of thread 1'), rows.join(' | '));
  check('with their calls', all.every((n, i) => rows[i].includes(n.toLocaleString('en-US'))), rows.join(' | '));
  await page.locator('select[name="thread"]').selectOption('0');
  const names = await page.locator('[aria-label="Functions in thread 1"] tbody th a').allTextContents();
  check('the functions of the one that is chosen', names.sort().join() === own.sort().join(), names.join());
  check('which is in the address', page.url().includes('thread=0'), page.url());
  await page.reload();
  await page.waitForFunction(() => document.body.dataset.ready === 'true');
  check('and is there again', await page.locator('[aria-label="Functions in thread 1"]').count() === 1);
  const shares = async (form) => {
    await page.locator(`input[name="form"][value="${form}"]`).check({ force: true });
    return page.evaluate(() => [document.getElementById('functions-lead').textContent, document.getElementById('caption').textContent].join(' '));
  };
  for (const form of ['tree', 'flame', 'treemap']) {
    const words = await shares(form);
    check(`${form}: it is of that thread, too`, words.includes('Shares are of what the functions of thread 1 take themselves, raw.'), words);
  }
  check('and says what is not kept', (await shares('flame')).includes('Ways of calls are not recorded by thread'));
  const sum = await page.evaluate(() => ipoint.byCaller(ipoint.report, ipoint.measureOf(ipoint.report, 'raw', false, '0')).time -
    ipoint.report.functions.flatMap((f) => f.by_thread ?? []).filter((r) => r.thread === 0).reduce((all, r) => all + (r.self?.total ?? 0), 0));
  check('its boxes add up to the thread', Math.abs(sum) < 1, String(sum));
  // Of the first function's ways the first one is the thread's, and of no other function any is.
  const recorded = await page.evaluate(() => {
    const all = ipoint.report.call_paths, first = all.find((p) => p.function !== null);
    first.by_thread = [{ thread: 0, calls: 3, self: 1234 }];
    const times = ipoint.measureOf(ipoint.report, 'raw', false, '0').pathTimes();
    const tree = ipoint.byThreads(ipoint.byCaller(ipoint.report, ipoint.measureOf(ipoint.report, 'raw')), [{ name: 'first' }, { name: 'second' }]);
    const of = (n) => n.path === first ? n.own : n.children.reduce((sum, c) => sum + of(c), 0);
    return [times[all.indexOf(first)].own, times.reduce((sum, t) => sum + t.own, 0), of(tree.children.find((n) => n.name === 'first')) > 0, tree.children.filter((n) => n.name === 'second').every((n) => !of(n))].join();
  });
  check('where each thread has its ways, their times are its own', recorded === '1234,1234,true,true', recorded);
  await shares('treemap');
  check('which the caption says', (await shares('flame')).includes('Ways of calls and their times are those of this thread.'), await shares('flame'));
  await page.locator('select[name="thread"]').selectOption('');
  check('all threads again', !(await shares('table')).includes('thread 1') && await page.locator('[aria-label="Functions"]').count() === 1);
  await page.locator('#threads-table a', { hasText: 'thread 1' }).first().click();
  await page.locator('[aria-label="Functions in thread 1"] a', { hasText: 'count_bits' }).click();
  await page.waitForFunction(() => document.body.dataset.page === 'function' && document.body.dataset.ready === 'true');
  const parts = await page.locator('[aria-label="By thread"] tbody tr').allTextContents();
  check('a function’s page has its threads', parts.length === 2 && parts[0].includes('75.0 %'), parts.join(' | '));
  await page.goto(urlOf(work, 'clean', ''));
  check('with one thread there is nothing', await page.locator('#threads').isHidden());
  check('nothing on the console', !problems.errors.length, problems.errors.join(' '));
  await page.close();
  done();
}

async function looks({ browser, open, work, checker, screenshots }) {
  const { check, done } = checker('charts, looked at');
  for (const width of [1400, 400]) {
    const context = await browser.newContext({ viewport: { width, height: 900 }, reducedMotion: 'reduce' });
    const { page } = await open(context, urlOf(work, 'small', `f=parse_message.html&which=inclusive${width === 1400 ? '&wide=1' : ''}`));
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
      const small = await page.locator('#detail').evaluate((panel) => [...panel.querySelectorAll('button:not(.term, .tag), summary, input:not([type="checkbox"], [type="radio"]), select, .toggle')]
        .filter((e) => e.getClientRects().length).map((e) => [e, e.getBoundingClientRect()]).filter(([, box]) => box.width < 44 || box.height < 44).map(([e, box]) => `${e.textContent || e.name} ${box.width}×${box.height}`));
      check('at 400 all that is pressed has 44 pixels', !small.length, small.join());
    }
    await context.close();
  }
  done();
}

export async function viewBehaviours({ browser, open, checker, work, screenshots }) {
  const context = await browser.newContext({ viewport: { width: 1400, height: 900 } });
  for (const run of [distribution, selections, heatMap, values, threads, looks])
    await run({ browser, open, context, work, checker, screenshots }).catch((error) => checker(run.name).check('runs to its end', false, error.message));
  await context.close();
}
