// Part of the ipoint project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What a function's page answers: the worst case, the hottest block, how times went on, who calls.
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

const eventually = (page, condition, argument) =>
  page.waitForFunction(condition, argument, { timeout: 60_000 }).then(() => true, () => false);
const urlOf = (work, report, hash) => `${pathToFileURL(join(work, report, 'index.html')).href}#${hash}`;
const words = (value) => value.toLocaleString('en-US');
const heading = (page) => page.locator('#detail-heading').textContent();

// Of the confidence interval by Clopper and Pearson: values of tables and of other programs, and what must hold by definition.
async function intervals({ open, context, work, checker }) {
  const { check, done } = checker('confidence intervals');
  const { page } = await open(context, urlOf(work, 'clean', ''));
  const of = (k, n) => page.evaluate(([k, n]) => ipoint.shareInterval(k, n), [k, n]);
  const near = ([low, high], [a, b], within = 2e-4) => Math.abs(low - a) <= within * a && Math.abs(high - b) <= within * b;
  for (const [k, n, low, high] of [[0, 10, 0, 0.308497], [1, 10, 0.00252858, 0.445016], [5, 10, 0.187086, 0.812914], [10, 10, 0.691503, 1],
    [3, 1000, 0.000619099, 0.00874203], [1000, 2000, 0.477851, 0.522149], [0, 1, 0, 0.975]])
    check(`${k} of ${n}`, near(await of(k, n), [low, high]), (await of(k, n)).join(' '));
  // Of many, it is that of Poisson's distribution: 5 seen, 1.6235 to 11.6683 expected.
  check('5 of 10⁹', near(await of(5, 1e9), [1.62349e-9, 1.166833e-8]), (await of(5, 1e9)).join(' '));
  check('none of 10⁹: 3.69 at most', near(await of(0, 1e9), [0, 3.68888e-9]), (await of(0, 1e9)).join(' '));
  // Where the closed form takes over nothing jumps.
  const [before, after] = [await of(20_000, 1e9), await of(20_001, 1e9)];
  check('no jump where there are many', Math.abs(after[0] / before[0] - 1) < 2e-4 && Math.abs(after[1] / before[1] - 1) < 2e-4, `${before} ${after}`);
  // By enumeration: at the limits the tails have 2.5 % each.
  const tails = await page.evaluate(() => {
    const [k, n] = [7, 40], [low, high] = ipoint.shareInterval(k, n);
    let c = 1;
    const terms = Array.from({ length: n + 1 }, (_, i) => { const now = c; c = c * (n - i) / (i + 1); return now; });
    const sum = (p, from, to) => terms.slice(from, to + 1).reduce((s, t, i) => s + t * p ** (from + i) * (1 - p) ** (n - from - i), 0);
    return [sum(low, k, n), sum(high, 0, k)];
  });
  check('each tail has 2.5 %', tails.every((t) => Math.abs(t - 0.025) < 1e-6), tails.join(' '));
  await page.close();
  done();
}

async function worstCase({ open, context, work, checker }) {
  const { check, done } = checker('the worst case of a function');
  let { page, problems } = await open(context, urlOf(work, 'small', 'f=parse_message.html'));
  const f = await page.evaluate(() => ipoint.loadFunction('parse_message.html').then(({ self, inclusive }) => ({ self: self.raw.max, filtered: self.filtered.max, inclusive: inclusive.raw.max })));
  const card = (title) => page.locator('.worst-card', { has: page.locator(`h3:has-text("${title}")`) });
  const self = await card('Self time').textContent();
  check('the marks are raw', self.includes(`${words(f.self)} ticks, raw`) && (await card('Inclusive time').textContent()).includes(words(f.inclusive)), self);
  check('the filtered one beside it by name', self.includes(`filtered HWM, without detected interrupts: ${words(f.filtered)}`));
  check('when it came', self.includes('In call 1,000 of 2,000, 118 ms into run 2 of 2, thread 4712 (rx-worker)'), self);
  check('which interrupts lay in it', self.includes('1 interrupted visit in it, longer by') && self.includes('(interrupts of about 30,754 ticks)') &&
    self.includes('off CPU for 91,000 ticks'), self);
  check('and none where none did', (await card('Inclusive time').textContent()).includes('No visit in it is excluded as interrupted'));
  check('it comes before the source', await page.evaluate(() => document.getElementById('worst').getBoundingClientRect().bottom < document.getElementById('source').getBoundingClientRect().top));
  check('it begins on the first screen', await page.evaluate(() => document.querySelector('.worst-card').getBoundingClientRect().top < window.innerHeight / 2));
  await card('Self time').locator('a', { hasText: 'join 34' }).first().click();
  check('its path leads to blocks', await eventually(page, () => document.getElementById('detail-heading').textContent.startsWith('join, line 34')));
  check('a block says when its longest visit was', (await page.locator('#detail .worst-facts').textContent()).includes('into run 2 of 2'));
  await page.goto(urlOf(work, 'small', 'f=crc16.html'));
  await eventually(page, () => document.getElementById('function-name').textContent === 'crc16');
  const path = card('Self').locator('div', { has: page.locator('dt:text-is("Call path")') }).locator('dd');
  check('by which calls', await path.textContent() === 'parse_message × 3 → crc16', await path.textContent());
  await path.locator('a').first().click();
  check('and to callers', await eventually(page, () => document.getElementById('function-name').textContent === 'parse_message'));
  check('nothing on the console', !problems.errors.length, problems.errors.join(' '));
  await page.close();

  // Nothing but figures: as of an older document.
  ({ page, problems } = await open(context, urlOf(work, 'small', '')));
  await page.evaluate(async () => {
    const strip = (time) => { for (const key of ['max_at', 'series', 'record_marks', 'uninterrupted']) delete time?.[key]; };
    const f = await ipoint.loadFunction('parse_message.html');
    [f.self, f.inclusive, ...f.blocks.map((b) => b.time)].forEach(strip);
    for (const key of ['paths', 'paths_omitted', 'longest_call', 'longest_inclusive_call', 'callers', 'callees', 'by_value', 'by_thread'])
      delete f[key];
    delete ipoint.report.series;
    location.hash = 'f=parse_message.html';
  });
  await page.waitForFunction(() => document.body.dataset.page === 'function' && document.body.dataset.ready === 'true');
  check('without context the marks are there still', (await page.locator('.worst-card').count()) === 2 && await page.locator('.worst-facts dd').count() === 0);
  check('two charts, no tab without content', await page.locator('canvas').count() === 2 && await page.locator('#tab-paths, #tab-calls').count() === 0);
  check('nothing on the console without them', !problems.errors.length, problems.errors.join(' '));
  await page.close();
  done();
}

async function sourceOf({ open, context, work, checker }) {
  const { check, done } = checker('source, tabs and the hottest block');
  let { page, problems } = await open(context, urlOf(work, 'small', 'f=parse_message.html'));
  const hottest = await page.evaluate(async () => {
    const f = await ipoint.loadFunction('parse_message.html');
    return ipoint.hottestBlocks(f).map(({ block }) => ipoint.blockTitle(block));
  });
  await page.keyboard.press('h');
  check('h goes to the hottest block', await heading(page) === hottest[0], `${await heading(page)}, not ${hottest[0]}`);
  check('and names it', (await page.locator('#hottest-at').textContent()).startsWith('Hottest of '), await page.locator('#hottest-at').textContent());
  await page.keyboard.press('h');
  check('h again to the next one', await heading(page) === hottest[1], await heading(page));
  await page.keyboard.press('Shift+h');
  check('H back', await heading(page) === hottest[0], await heading(page));
  await page.locator('#hottest').click();
  check('a button does the same', await heading(page) === hottest[1], await heading(page));
  check('its line is in sight', await eventually(page, () => {
    const box = document.querySelector('tr.in-block').getBoundingClientRect();
    return box.top >= 0 && box.bottom <= window.innerHeight;
  }));

  check('syntax has colours', new Set(await page.locator('tr:not(.never) :is(.s-keyword, .s-comment, .s-number)').evaluateAll((all) => all.map((e) => getComputedStyle(e).color))).size === 3);
  check('a comment is dim in the gutter, code is not', await page.locator('tr.no-code[data-line="25"]').count() === 1 && await page.locator('tr.no-code[data-line="35"]').count() === 0);
  const text = await page.evaluate(async () => {
    const f = await ipoint.loadFunction('parse_message.html');
    return f.source.every((line, i) => document.querySelector(`tr[data-line="${f.line + i}"] .code`).textContent === (line || ' '));
  });
  check('the text is the source’s', text);
  const included = await page.evaluate(async () => {
    const { element } = ipoint.sourceTable(await ipoint.loadFunction('dispatch.html'), () => {});
    return [...element.querySelectorAll('.included')].map((line) => line.textContent);
  });
  check('text of another file stands below its directive, with its place', included.length === 1
    && included[0] === 'src/reset.inc:4 case KIND_RESET: /* </script><img src=x onerror=window.hostile=1> */', included.join());
  // Three blocks in one line.
  await page.locator('.pick[data-block="for.1/body"]').click();
  const picked = await page.locator('.spot.picked').textContent();
  check('of a line the part that is the block’s is marked', picked.length > 3 && 'for (size_t i = 0; i < out->length; i++)'.includes(picked.trim()), picked);
  await page.locator('.pick[data-block="for.1"]').hover();
  check('and that of the block under the pointer', await page.locator('.spot.pointed').count() === 1);

  await page.locator('#tab-blocks').click();
  check('tabs: one section is shown', await page.locator('#blocks').isVisible() && await page.locator('#source').isHidden());
  check('and is in the address', page.url().includes('tab=blocks'), page.url());
  await page.locator('#blocks a', { hasText: 'while.1/join' }).click();
  check('a block’s link keeps the tab', await eventually(page, () => document.getElementById('detail-heading').textContent.startsWith('join, line 34')) && await page.locator('#blocks').isVisible());
  await page.locator('button.back').click();
  check('and its line is one step away', await page.locator('#source').isVisible());
  await page.locator('#tab-source').focus();
  await page.keyboard.press('End');
  check('arrows and End go from tab to tab', await page.locator('#calls').isVisible());
  await page.locator('#jump a', { hasText: 'Paths' }).click();
  check('a link to a section shows it', await eventually(page, () => document.getElementById('paths').getClientRects().length > 0));
  const ways = await page.locator('#paths tbody tr').first().textContent();
  check('paths with their share', ways.includes('32,000') && ways.includes('condition 41 → body 41 → step 41'), ways);
  await page.close();

  ({ page, problems } = await open(context, urlOf(work, 'small', 'f=crc16.html&tab=calls')));
  const rows = async (label) => page.locator(`[aria-label="${label}"] tbody tr`).allTextContents();
  const callers = await page.evaluate(() => ipoint.loadFunction('crc16.html').then((f) => f.callers));
  const calls = callers.reduce((sum, row) => sum + row.calls, 0);
  check('callers with their share of the calls', callers.length === 2 && (await rows('Callers'))[0].startsWith(`parse_message${words(callers[0].calls)}${(100 * callers[0].calls / calls).toFixed(1)} %`),
    (await rows('Callers')).join(' | '));
  check('callees', (await rows('Callees')).length === 1 && (await rows('Callees'))[0].startsWith('count_bits'), (await rows('Callees')).join(' | '));
  await page.locator('[aria-label="Callees"] a').click();
  check('and links', await eventually(page, () => document.getElementById('function-name').textContent === 'count_bits'));
  check('nothing on the console', !problems.errors.length, problems.errors.join(' '));
  await page.close();

  ({ page } = await open(context, urlOf(work, 'small', 'f=evil.html')));
  check('hostile source with syntax stays text', await page.locator('.source .s-comment').count() > 0 && await page.locator('.source img, .source script').count() === 0 &&
    await page.evaluate(() => window.hostile === undefined) && (await page.locator('.source').textContent()).includes('/* </script><img src=x onerror=window.hostile=1> */'));
  // What is no C at all.
  const whole = await page.evaluate(() => {
    const lines = ['"unclosed <b>', '\u0000\f&lt;&amp;\r', '/* <script>alert(1)</script>', '', 'ж = "日本";'];
    return ipoint.syntaxOf(lines).every((parts, i) => parts.map(([text]) => text).join('') === lines[i]);
  });
  check('no text is lost', whole);
  await page.close();

  ({ page } = await open(context, urlOf(work, 'large', 'f=sqlite3VdbeExec.html')));
  check('the blocks of a long function are on the first screens', await page.locator('#tab-blocks').evaluate((tab) => tab.getBoundingClientRect().top < window.innerHeight));
  const folded = await page.evaluate(() => document.documentElement.scrollHeight);
  await page.locator('#hottest').click();
  const before = await page.locator('.fold').count();
  await page.locator('.fold button').nth(1).click();
  check('a fold opens', await page.locator('.fold').count() === before - 1);
  await page.locator('#fold').click();
  check('folded it is a fraction as long', folded < 0.3 * await page.evaluate(() => document.documentElement.scrollHeight));
  await page.close();
  done();
}

async function charts({ open, context, work, checker }) {
  const { check, done } = checker('charts of a block');
  const { page, problems } = await open(context, urlOf(work, 'small', 'f=parse_message.html&block=while.1%2Fjoin'));
  const chart = (label) => page.locator(`canvas[aria-label^="${label}"]`);
  const ask = (label, question) => chart(label).evaluate((canvas, text) => new Function('chart', `return ${text}`)(Chart.getChart(canvas)), question);
  check('each has a caption', await page.locator('.drawing .caption').count() === 4);
  const marks = await ask('Distribution', 'chart.options.plugins.marks.list.map((m) => m.text).join()');
  check('mean, p99, mark, thresholds and budget are lines with words', marks === 'HWM,mean,p99,filter low,filter high,budget', marks);
  check('interrupted visits have the colour of their class', (await page.locator('.legend').textContent()).includes('interrupts of about 30,754 ticks'));
  check('a wide class is named by its range', await page.evaluate(() => ipoint.classInWords({ length: { min: 361, median: 484, mean: 12827, max: 917958 } })) === 'interrupts of 361 to 917,958 ticks');
  check('a sentence has four digits of a long time', await page.evaluate(() => [ipoint.timeInWords(999999), ipoint.timeInWords(15520027)].join()) === '999,999 ticks,15.52 M ticks');
  const [alone, pictures] = await page.evaluate(() => {
    const box = document.createElement('div');
    ipoint.drawCharts(box, { histogram: [[50, 50, 1, 0]], unit: 'ticks', unitsPerTick: 1, one: 'call', many: 'calls' });
    return [box.textContent, box.querySelectorAll('canvas').length];
  });
  check('one call has a sentence, no chart', alone.startsWith('One call was timed: 50 ticks, raw.') && !pictures, alone);
  const bin = await ask('Exceedance', 'chart.config.plugins.find((p) => p.id === "band").bins[0]');
  check('exceedance has its interval', bin.interval[0] < bin.exceeded && bin.exceeded < bin.interval[1], JSON.stringify(bin));
  check('and says which', (await page.locator('.drawing').textContent()).includes('Clopper–Pearson'));

  const span = () => ask('Series', '[chart.scales.x.min, chart.scales.x.max]');
  const width = async () => { const [a, b] = await span(); return b - a; };
  const whole = await width();
  await page.locator('.zoom button[title="zoom in"]').last().click();
  check('a button zooms', Math.abs(await width() - whole / 2) < 1, String(await width()));
  check('and says what is seen', /^[\d,]+ visits, from run 1, .+ to run 2, /.test(await page.locator('.zoom .status').last().textContent()), await page.locator('.zoom .status').last().textContent());
  await page.keyboard.press('Tab');
  await chart('Series').focus();
  await page.keyboard.press('+');
  check('a key zooms', Math.abs(await width() - whole / 4) < 1);
  const [from] = await span();
  await page.keyboard.press('ArrowLeft');
  check('an arrow moves', (await span())[0] < from);
  await page.keyboard.press('Home');
  check('Home shows all', await width() === whole);
  await chart('Series').scrollIntoViewIfNeeded();
  const box = await chart('Series').boundingBox();
  await page.mouse.move(box.x + 150, box.y + 60);
  await page.mouse.wheel(0, -100);
  check('the wheel zooms where the chart has the focus', await eventually(page, (most) => {
    const { x } = Chart.getChart(document.querySelector('canvas.series')).scales;
    return x.max - x.min < most;
  }, whole));
  await chart('Series').dblclick();
  check('a double click shows all', await width() === whole);
  const labels = await ask('Series', 'chart.scales.x.ticks.map((t) => t.label)');
  const run = labels.slice(0, labels.indexOf('0 s', 1)).map(parseFloat);
  check('its axis has round times', run.length > 1 && run.every((t, i) => t === i * run[1]) && /^[125]0*(\.0*)?$|^0\.0*[125]$/.test(String(run[1])), labels.join());
  check('for each run', labels.filter((l) => l === '0 s').length === 2, labels.join());
  await page.mouse.move(box.x + 120, box.y + 60);
  await page.keyboard.down('Shift');
  await page.mouse.down();
  await page.mouse.move(box.x + 200, box.y + 70, { steps: 4 });
  await page.mouse.up();
  await page.keyboard.up('Shift');
  check('a drag with Shift zooms into what was drawn over', await width() < whole / 2, String(await width()));

  const kept = await page.evaluate(() => {
    const buckets = ipoint.bucketsOf({ series: { bucket: [0, 1, 2, 3, 5], count: [1, 2, 3, 4, 5], sum: [10, 40, 30, 400, 50], max: [10, 30, 900, 101, 11], excluded: [0, 0, 1, 0, 0], max_kept: [null, null, 12, null, null] } });
    const [all] = ipoint.thinned(buckets, () => 0);
    return [all.max, all.kept, all.count, all.mean, all.excluded, ipoint.thinned(buckets, (n) => n).length].join();
  });
  const only = await page.evaluate(() => ipoint.bucketsOf({ raw: { count: 5, total: 75, max: 30 }, histogram: [[5, 5, 2, 0], [17, 17, 1, 0], [18, 18, 2, 1], [30, 30, 1, 0]],
    series: { bucket: [3], excluded: [1], max_kept: [18] } }).map((b) => [b.first, b.count, b.mean, b.max, b.kept, JSON.stringify(b.lengths)].join())[0]);
  check('of one bucket the histogram has what the series lacks', only === '3,5,15,30,18,[[5,2],[16,1],[17,2],[23,1]]', only);
  check('thinning keeps the largest', kept === `900,101,15,${530 / 15},1,5`, kept);

  const rises = await page.evaluate(() => [[[[1, 5]], 1], [[[1, 5]], 40], [[[1, 5], [12, 9]], 1200], [[[1, 5], [1200, 9]], 1200]]
    .map(([rise, total]) => ipoint.riseInWords(rise, total, 'visit', 'visits')));
  check('whether the mark still rises, in words', rises[0] === 'There is one visit only.' && rises[1].startsWith('The first visit was the longest') &&
    rises[2] === 'The last new maximum came at visit 12 of 1,200; none of the 1,188 after it took longer.' && rises[3].endsWith('1,200, the last one.'), rises.join(' '));
  const finding = await page.locator('.finding').textContent();
  check('the page has this finding', finding.startsWith('The last new maximum came at visit'), finding);
  check('the curve ends at all visits', await ask('High-water', 'chart.data.datasets[1].data.at(-1).x') === 1960);

  await page.locator('.actions button[title="times of whole calls"]').click();
  check('the whole function has them, too, and what its calls recorded', await page.locator('canvas').count() === 5);
  check('a mean has its uncertainty', /± [\d.]+/.test(await page.locator('.source tr[data-line="34"] .mean').textContent()));
  check('shaded where that is more', await page.locator('.source tr[data-line="31"] .mean.unsure').count() === 1 && await page.locator('.source tr[data-line="34"] .mean.unsure').count() === 0);
  check('nothing on the console', !problems.errors.length, problems.errors.join(' '));
  await page.close();
  done();
}

// On a narrow screen: everything below one another, nothing sideways.
async function narrowFunction({ open, context, work, checker }) {
  const { check, done } = checker('a function at 400');
  const { page } = await open(context, urlOf(work, 'small', 'f=parse_message.html'));
  await page.setViewportSize({ width: 400, height: 800 });
  check('the worst case is on the first screen', await page.locator('.worst-card .hwm').first().evaluate((e) => e.getBoundingClientRect().bottom < window.innerHeight));
  for (const tab of await page.locator('[role="tab"]').all()) {
    await tab.click();
    check(`${await tab.getAttribute('id')} fits`, await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth));
  }
  await page.locator('[role="tab"]').first().click();
  const scrolling = await page.locator('#worst .scroller, #budgets-table .scroller, #figures-table .scroller, #source-table .scroller').evaluateAll((boxes) =>
    boxes.filter((b) => b.scrollWidth > b.clientWidth + 1).map((b) => b.getAttribute('aria-label')));
  check('budgets, figures and source are whole', !scrolling.length, scrolling.join());
  const heads = await page.locator('#figures-table table').first().locator('thead th').allTextContents();
  check('figures have a column for each kind', heads.join() === 'raw,corrected,filtered', heads.join());
  await page.setViewportSize({ width: 1400, height: 800 });
  check('in a wide window a row', await eventually(page, () => document.querySelectorAll('#figures-table thead th').length > 7));
  await page.setViewportSize({ width: 400, height: 800 });
  // What is drawn anew after a key would move the panel: the page hears of its new width a frame later.
  check('and narrow again', await eventually(page, () => document.querySelector('#figures-table table').querySelectorAll('thead th').length === 3));
  await page.keyboard.press('h');
  check('h brings the block into view', await eventually(page, () => Math.abs(document.getElementById('detail').getBoundingClientRect().top) < 100));
  check('the series is as wide as the panel', await page.locator('canvas.series').evaluate((c) => c.getBoundingClientRect().right <= window.innerWidth));
  await page.close();
  done();
}

// Iterations that were timed by themselves, beside how often they were counted.
async function iterations({ open, context, work, checker }) {
  const { check, done } = checker('iterations of loops');
  const { page, problems } = await open(context, urlOf(work, 'small', 'f=crc16.html'));
  await page.locator('#tab-loops').click();
  const [timed] = (await page.evaluate(() => ipoint.loadFunction('crc16.html'))).loops;
  const head = await page.locator('#loops-table th[scope=col]').allTextContents();
  const cells = (row) => page.locator('#loops-table tbody tr').nth(row).locator('th, td').allTextContents();
  const at = (row, label) => row[head.findIndex((text) => text.trim().startsWith(label))].trim();
  const rows = [await cells(0), await cells(1)].sort((a, b) => a[0].length - b[0].length);
  check('how many of all were timed', at(rows[0], 'timed') === words(timed.iteration.raw.count) && at(rows[0], 'iterations') === words(timed.iterations), rows[0].join(' '));
  check('the longest one', at(rows[0], 'HWM') === words(timed.iteration.raw.max), rows[0].join(' '));
  check('nothing where none was', at(rows[1], 'timed') === '–' && at(rows[1], 'HWM') === '–', rows[1].join(' '));
  check('what the times are of', (await page.locator('#loops-note').textContent()).includes('timed by themselves'));
  check('nothing on the console', !problems.errors.length, problems.errors.join(' '));
  await page.close();
  done();
}

export const functionChecks = [intervals, worstCase, sourceOf, charts, narrowFunction, iterations];
