// Part of the ipoint project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What the pages do when they are used, on the made-up reports.
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { first } from './behaviours-first.mjs';
import { front } from './behaviours-front.mjs';
import { functionChecks } from './behaviours-function.mjs';
import { answers } from './behaviours-questions.mjs';
import { usable } from './behaviours-usable.mjs';
import { canvasInk } from './in-page.mjs';

const names = (page) => page.locator('.functions tbody th.name').evaluateAll((cells) => cells.map((c) => c.firstElementChild.textContent));
const place = (page, key) => page.locator('.functions thead tr:last-child th').evaluateAll((heads, k) => heads.findIndex((th) => th.dataset.key === k) + 1, key);
const column = async (page, key) => page.locator(`.functions tbody tr > :nth-child(${await place(page, key)})`).allTextContents();

// Whether something comes true that the page does a little later: at a toggle event, in the next frame, at the end of a scroll.
const eventually = (page, condition, argument) =>
  page.waitForFunction(condition, argument, { timeout: 60_000 }).then(() => true, () => false);
// The first figure of a cell: a high-water mark has the filtered one below it.
const toNumber = (text) => text === '–' ? null : Number(text.match(/^(?:≤ )?([\d.,]+)/)[1].replace(/,/g, ''));

async function sorting(page, check) {
  const header = (key) => page.locator(`.functions th[data-key="${key}"]`);
  const sorted = async (key, sign) => {
    const values = (await column(page, key)).map(toNumber);
    const there = values.filter((v) => v !== null);
    return there.length > 1 && there.every((v, i) => !i || (there[i - 1] - v) * sign >= 0) &&
      values.slice(there.length).every((v) => v === null);
  };
  check('sorted by self total at first', await header('self.total').getAttribute('aria-sort') === 'descending' && await sorted('self.total', 1));
  await header('self.max').locator('button').click();
  check('a click sorts by self max', await header('self.max').getAttribute('aria-sort') === 'descending' && await sorted('self.max', 1));
  await header('self.max').locator('button').focus();
  await page.keyboard.press('Enter');
  check('a key turns the order round, figures that are not there stay last',
    await header('self.max').getAttribute('aria-sort') === 'ascending' && await sorted('self.max', -1));
  await header('name').locator('button').click();
  const inOrder = await names(page);
  check('sorts by name', inOrder[0].startsWith('a_function') && inOrder.at(-1) === 'parse_message', inOrder.join(' '));
  check('one column says that it is sorted', await page.locator('.functions th[aria-sort]:not([aria-sort="none"])').count() === 1);
}

async function indexOfSmall({ open, context, work, checker }) {
  const { check, done } = checker('the index, used');
  const url = pathToFileURL(join(work, 'small', 'index.html')).href;
  const { page, problems } = await open(context, url);
  await sorting(page, check);

  await page.keyboard.press('/');
  check('/ goes to the search', await page.evaluate(() => document.activeElement.id === 'search'));
  await page.keyboard.type('crc.c');
  check('searches file names', (await names(page)).sort().join() === 'count_bits,crc16');
  check('says how many match', (await page.locator('.matches').textContent()) === '2 of 8');
  await page.keyboard.press('Escape');
  check('Escape ends the search', (await names(page)).length === 8);
  await page.locator('#search').fill('no such thing');
  check('says that nothing matches', (await page.locator('.functions .empty').textContent()).includes('No function matches'));
  await page.locator('#search').fill('');
  await page.locator('input[name="status"][value="not instrumented"]').check();
  check('filters by status', (await names(page)).join() === 'legacy_isr');
  check('gives the reason', (await page.locator('.functions .reason:not(.file)').textContent()).includes('naked'));
  await page.locator('input[name="status"][value=""]').check();

  const cellOf = async (name, key) => page.locator('.functions tbody tr', { has: page.locator(`th a:text-is("${name}")`) }).locator(`:scope > :nth-child(${await place(page, key)})`);
  const meanOf = async () => toNumber(await (await cellOf('crc16', 'self.mean')).textContent());
  const { self: crc } = await page.evaluate(() => ipoint.report.functions.find((f) => f.name === 'crc16'));
  const hwmOf = async () => toNumber(await (await cellOf('crc16', 'self.max')).textContent());
  const run = (await page.locator('#runs-table tbody tr').first().locator('td').allTextContents()).join(' | ');
  check('a run has what it took', run.includes('9.5 MiB') && run.includes('2,162'), run);
  const aboutRuns = await page.locator('#runs-note').textContent();
  check('runs have their conditions', aboutRuns.includes('Conditions: niceness 5, beside a load of cache:3, behind 2 runs to warm up.'), aboutRuns);
  check('and where accounts differ it is said why',
    aboutRuns.includes('the CPU time is more than the records account for: what ran before the first ipoint'), aboutRuns);
  check('begins with times without interrupts, and with raw high-water marks',
    Math.abs(await meanOf() - crc.filtered.mean) <= 0.5 && await hwmOf() === crc.raw.max && crc.raw.max > crc.filtered.max,
    `${await meanOf()} ${await hwmOf()}`);
  const marksOf = async () => (await cellOf('crc16', 'self.max')).locator('.mark').allTextContents();
  const marks = await marksOf();
  check('and the largest without interrupts below these, both by name', marks.length === 2 && marks[0].endsWith(' raw') && marks[1].endsWith(' filtered') &&
    toNumber(marks[1]) === crc.filtered.max, marks.join(' | '));
  check('which is not in the hash', !page.url().includes('figures'), page.url());
  check('filtered figures are the corrected ones where nothing was excluded',
    await (await cellOf('count_bits', 'self.mean')).textContent() !== '–');
  await page.locator('input[name="figures"][value="corrected"]').check();
  const corrected = await meanOf();
  check('where others are shown the marks are the same', (await marksOf()).join() === marks.join() && await hwmOf() === crc.raw.max, (await marksOf()).join(' | '));
  check('corrected ones have what interrupts added', Math.abs(corrected - crc.corrected.mean) <= 0.5 && corrected > crc.filtered.mean &&
    page.url().includes('figures=corrected'), `${corrected} ${page.url()}`);
  await page.locator('input[name="figures"][value="raw"]').check();
  const raw = await meanOf();
  check('raw figures are larger than corrected ones', raw > corrected, `${raw} ${corrected}`);
  check('the figures are in the hash', page.url().includes('figures=raw'), page.url());
  await page.reload();
  check('and are remembered', await page.locator('input[name="figures"][value="raw"]').isChecked() && await meanOf() === raw);
  check('a count of 0 is said', (await page.locator('#lost').textContent()).includes('No buffer ran over'));
  check('the heading says which times', (await page.locator('#ran').textContent()).startsWith('Response times of '));
  check('compilers, flags and levels are shown', (await page.locator('#facts').textContent())
    .includes('gcc -std=gnu99 -O2 -Wall, level blocks (4 units); gcc -O0, level functions, timed functions (1 unit)'));
  check('known switches are held against the filter', (await page.locator('#interrupt-classes').textContent())
    .includes('Of 3 visits in which the thread is known to have been off CPU, 3 would be excluded'));
  check('visits excluded by records are shown', (await page.locator('#interrupt-classes').textContent())
    .includes('8 visits excluded because the kernel recorded an interrupt in them, longer by'));
  check('so are known handlers', (await page.locator('#interrupt-classes').textContent())
    .includes('Of 7 visits in which a handler is known to have run, 2 would be excluded by their times with it, 1 would not, and 4 are in blocks ' +
      'of which nothing is excluded; in the same threads the filter excludes 5 visits without such a record.'));
  check('thresholds and where they come from', (await page.locator('#functions-note').textContent())
    .includes('(--low and --high). */*: 4,000 to 20,000 (--low and --high); crc16/for.1/*: 300 to 900 (filter.yaml: line 7).'));
  check('damage is shown', (await page.locator('#damage').textContent()).includes('1,024 of 4,096'));
  // The sentences about a class of interrupts stay in sight in a window of any width.
  for (const width of [1400, 1100, 900, 640, 400]) {
    await page.setViewportSize({ width, height: 900 });
    const [wide, there] = await page.locator('#interrupt-classes .scroller').evaluate((box) => [box.scrollWidth, box.clientWidth]);
    check(`interrupt classes fit into ${width}`, wide <= there + 1, `${wide} > ${there}`);
  }
  await page.setViewportSize({ width: 1400, height: 900 });
  check('what is hostile is text', (await page.locator('#not-instrumented').textContent()).includes('<img src=x onerror') &&
    await page.locator('img').count() === 0);
  const wrong = await page.locator('a[href^="#f="]').evaluateAll((links) =>
    links.filter((a) => !/^#f=[\w.%-]+\.html(&block=[^ "<>]+)?$/.test(a.getAttribute('href'))).map((a) => a.href));
  check('links are well formed', !wrong.length, wrong.join(' '));
  check('nothing on the console', !problems.errors.length, problems.errors.join(' '));
  await page.close();
  done();
}

// Budgets: red and green on the index, beside the marks that they are of, and in a table with the broken ones first.
async function budgets({ open, context, work, checker }) {
  const { check, done } = checker('budgets');
  const index = pathToFileURL(join(work, 'small', 'index.html')).href;
  let { page, problems } = await open(context, index);
  check('the summary counts them', (await page.locator('#summary div', { hasText: 'Budgets broken' }).textContent()) === 'Budgets broken2of 5; 1 not judged');
  check('and leads to them', await page.locator('#summary a[href="#at=budgets"]').count() === 1);
  const states = await page.locator('#budgets tbody th .tag').allTextContents();
  check('broken ones come first, kept ones last', states.join() === 'broken,broken,not judged,kept,kept', states.join());
  check('the note says how many', (await page.locator('#budgets-note').textContent()).startsWith('5 budgets: 2 kept, 2 broken, 1 not judged.'));
  const row = (name) => page.locator('.functions tbody tr', { has: page.locator(`th a:text-is("${name}")`) });
  check('a broken one is red beside the name', await row('crc16').locator('th .tag.bad').textContent() === 'over budget');
  check('a kept one green', await row('count_bits').locator('th .tag.good').textContent() === 'in budget');
  check('one that is not judged neither', await row('handle_reset').locator('th .tag:text-is("budget not judged")').count() === 1);
  check('its value is below the mark', await row('crc16').locator('td .budget.bad').textContent() === 'over 2,000');
  const colours = await page.locator('.tag.bad, .tag.good').evaluateAll((tags) => tags.map((tag) => getComputedStyle(tag).color));
  check('red and green', new Set(colours).size === 2, [...new Set(colours)].join(' '));
  const close = await page.evaluate(() => {
    const like = ipoint.report.budgets.find((b) => b.kind === 'time');
    ipoint.setUnit('us');
    const rows = [[12980.4, 12980, 'broken'], [12979.6, 12980, 'kept'], [12980, 12980, 'kept']].map(([observed, limit, state]) =>
      ipoint.budgetTable([{ ...like, observed, limit, state }], ipoint.report, () => '#').querySelectorAll('tbody td'));
    const share = ipoint.budgetTable([{ ...like, kind: 'share', observed: 0.05001, limit: 0.05, state: 'broken' }], ipoint.report, () => '#').querySelectorAll('tbody td');
    ipoint.setUnit(ipoint.firstUnit);
    return [...rows, share].map((cells) => [...cells].slice(0, 3).map((c) => c.textContent).join('|')).join('; ');
  });
  check('a budget that was missed by little does not read as kept', close ===
    '5.0002|5.0000|> 100 %; 4.9998|5.0000|< 100 %; 5.000|5.000|100.0 %; 5.001 %|5.000 %|> 100 %', close);
  check('a name of a budget is text', (await page.locator('#budgets').textContent()).includes('deadline </script><img'));
  await page.locator('#budgets tbody tr').nth(1).locator('a').click();
  await page.waitForURL(/#f=parse_message\.html&block=while\.1%2Fjoin$/);
  check('a block’s leads to the block', await eventually(page, () => document.getElementById('detail-heading')?.textContent.startsWith('join, line 34')));
  check('where its value is beside the mark', await page.locator('#blocks tbody tr', { hasText: 'while.1/join' }).locator('.budget.bad').textContent() === 'over 150');
  check('and in the chart', await page.evaluate(() => Chart.getChart(document.querySelector('canvas')).options.plugins.marks.list.some((m) => m.text === 'budget' && m.at === 150)));
  check('the page has its own ones only', await page.locator('#budgets tbody tr').count() === 1);
  check('nothing on the console', !problems.errors.length, problems.errors.join(' '));
  await page.close();
  ({ page } = await open(context, pathToFileURL(join(work, 'clean', 'index.html')).href));
  check('without any, that is said', await page.locator('#budgets').isHidden() && (await page.locator('#summary').textContent()).includes('no budget was set'));
  await page.close();
  done();
}

// Times in µs have as many digits as they need.
async function unitsOfMicro({ open, context, work, checker }) {
  const { check, done } = checker('times in µs');
  const { page } = await open(context, pathToFileURL(join(work, 'micro', 'index.html')).href);
  const texts = await page.evaluate(() => [0, 0.00042, 0.0104, 0.56789, 1.34567, 12.345, 172.56, 999.96, 40328.4].map(ipoint.timeInUnit));
  check('four digits, to a tenth of a ns', texts.join(' ') === '0 0.0004 0.0104 0.5679 1.346 12.35 172.6 1,000 40,328', texts.join(' '));
  check('ticks have no such format', (await page.locator('#facts').textContent()).includes('timed 25.4, at least 24; untimed 1.7 ticks'));
  const means = await column(page, 'self.mean');
  check('and so in the table', means.every((text) => /^0\.\d{4}± /.test(text)), means.join(' '));
  await page.close();
  done();
}

async function functionOfSmall({ open, context, work, checker }) {
  const { check, done } = checker('a function, used');
  const url = `${pathToFileURL(join(work, 'small', 'index.html')).href}#f=parse_message.html`;
  const heading = (page) => page.locator('#detail-heading').textContent();
  let { page, problems } = await open(context, url);
  check('begins with the whole function', await heading(page) === 'Whole function');
  const block = await page.evaluate(async () => (await ipoint.loadFunction('parse_message.html')).blocks.find((b) => b.name === 'while.1/join').time);
  const near = (text, figure) => Math.abs(toNumber(text) - figure) <= 0.5;
  const row = await page.locator('#blocks tbody tr', { hasText: 'while.1/join' }).locator('td').allTextContents();
  check('blocks without interrupts, raw high-water marks', near(row[5], block.filtered.mean) && near(row[7], block.raw.max) &&
    block.filtered.mean < block.corrected.mean - 1, row.join(' '));
  const gutter = await page.locator('.source tr[data-line="34"] td.num').allTextContents();
  check('and so beside the source', near(gutter[3], block.filtered.mean) && near(gutter[4], block.raw.max), gutter.join(' '));
  check('and names the figures', (await page.locator('#source-note').textContent()).includes('without what detected interrupts added, HWM raw'));
  await page.locator('input[name="which"][value="inclusive"]').check();
  check('shows inclusive times', (await page.locator('canvas').first().getAttribute('aria-label')).includes('inclusive'));
  await page.locator('.pick[data-block="while.1/join"]').click();
  check('a click selects a block', (await heading(page)).startsWith('join, line 34'), await heading(page));
  check('its name is in the hash', /#f=parse_message\.html&.*block=while\.1%2Fjoin$/.test(page.url()), page.url());
  check('its line is marked', await page.locator('tr.in-block[data-line="34"]').count() === 1);
  check('four charts, all drawn', (await page.evaluate(canvasInk)).filter(([, ink]) => ink > 60).length === 4);
  check('excluded values are listed', /Raw, in ticks: [\d, ·]+/.test(await page.locator('.values').textContent()));
  check('the filter is in words', (await page.locator('#detail').textContent()).includes('The filter was applied'));
  for (const canvas of (await page.locator('canvas').all()).slice(0, 2))
    await canvas.hover({ position: { x: 120, y: 80 } });
  check('a tooltip shows the bin', await eventually(page, () => Chart.getChart(document.querySelector('canvas')).tooltip.getActiveElements().length === 1 ||
    Chart.getChart(document.querySelectorAll('canvas')[1]).tooltip.body.length > 0));
  const before = await page.locator('canvas').first().evaluate((c) => c.toDataURL());
  await page.locator('input[name="logX"]').click();
  check('the scale can be switched', await eventually(page, (old) => document.querySelector('canvas').toDataURL() !== old, before));
  check('and keeps the focus', await page.evaluate(() => document.activeElement.name === 'logX'));
  await page.locator('.drawing .numbers summary').click();
  check('the histogram is there as a table', await eventually(page, () => document.querySelectorAll('.drawing .numbers tbody tr').length > 3));
  await page.locator('.pick[data-block="while.1/join"]').focus();
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('Enter');
  check('keys select the block before', (await heading(page)).startsWith('body, line 32'), await heading(page));
  check('untimed is said', (await page.locator('#detail .notice').textContent()).includes('untimed'));
  await page.locator('.actions button[title="next block"]').click();
  check('next block', (await heading(page)).startsWith('join, line 34'), await heading(page));
  await page.locator('#detail table a').first().click();
  check('a next block is a link', await eventually(page, () =>
    !document.getElementById('detail-heading').textContent.startsWith('join, line 34')), await heading(page));
  check('words for never run and untimed lines', (await page.locator('.source .never').count()) === 2 &&
    (await page.locator('.source .word', { hasText: 'untimed' }).count()) === 2);
  check('nothing on the console', !problems.errors.length, problems.errors.join(' '));
  await page.close();

  ({ page } = await open(context, `${url}&block=${encodeURIComponent('for.1/join')}`));
  check('a link to a block selects it', (await heading(page)).startsWith('join, line 44'), await heading(page));
  check('and shows its line', await eventually(page, () => {
    const box = document.querySelector('tr[data-line="44"]').getBoundingClientRect();
    return box.top >= 0 && box.bottom <= window.innerHeight;
  }));
  check('a refused filter gives its reason', (await page.locator('#detail').textContent()).includes('3,911 visits'));
  await page.locator('#up').click();
  check('back to the index', await eventually(page, () => document.body.dataset.page === 'index'));
  await page.close();

  ({ page } = await open(context, `${url}&block=no%20such%20block`));
  check('a link to no block shows the whole', await heading(page) === 'Whole function');
  await page.close();

  // A block without a mean or a maximum has an empty cell, which no other block's figure fills. Self and share are of the line.
  ({ page } = await open(context, url.replace('parse_message', 'crc16')));
  const askew = await page.locator('.source tr.has-blocks').evaluateAll((rows) => rows.filter((row) => {
    const tops = [...row.querySelectorAll('td.num:not(.self, .share)')].map((cell) => [...cell.children].map((part) => Math.round(part.getBoundingClientRect().top)).join());
    return tops.some((t) => t !== tops[0]);
  }).map((row) => row.dataset.line));
  check('figures of blocks in one line are beside their names', !askew.length, `line ${askew.join(', ')}`);
  await page.close();

  ({ page } = await open(context, url.replace('parse_message', 'evil')));
  for (const pick of await page.locator('.pick').all())
    await pick.click();
  check('hostile names and source stay text', await page.evaluate(() => window.hostile === undefined) && await page.locator('img').count() === 0 &&
    (await page.locator('.source').textContent()).includes('</script><script>window.hostile = 2</script><!-- & &amp; &#60; \\u003c -->'));
  await page.close();

  for (const [file, words] of [['legacy_isr', 'Not instrumented. '], ['handle_reset', 'Never run. ']]) {
    ({ page } = await open(context, url.replace('parse_message', file)));
    check(`${file} says why`, (await page.locator('.notice').first().textContent()).includes(words));
    check(`${file} has no chart`, await page.locator('canvas').count() === 0);
    await page.close();
  }
  done();
}

async function speed({ open, context, work, checker }) {
  const { check, done } = checker('3,000 functions, 600 blocks');
  let { page } = await open(context, pathToFileURL(join(work, 'large', 'index.html')).href);
  const all = () => page.waitForFunction(() => document.querySelectorAll('.functions tbody tr').length === 3000);
  check('the first 500 rows are there', await page.waitForFunction(() => document.querySelectorAll('.functions tbody tr').length === 500).then(() => true, () => false));
  check('and how many there are', (await page.locator('#functions-table .more').textContent()).startsWith('500 of 3,000 shown.'));
  await page.locator('#functions-table .more button').click();
  await all();
  check('all rows are there for who asks', true);
  const took = (action) => page.evaluate(async (text) => {
    const start = performance.now();
    new Function(text)();
    document.body.getBoundingClientRect();
    await new Promise(requestAnimationFrame);
    return performance.now() - start;
  }, action);
  // The browser's own time for a table of that size, beside which ours is judged.
  const rows = await took('const t = document.querySelector(".functions"); const c = t.cloneNode(true); t.after(c); c.getBoundingClientRect(); c.remove()');
  console.log(`     the browser, for as many rows: ${Math.round(rows)} ms`);
  const limit = async (what, action, most) => {
    const ms = await took(action);
    console.log(`     ${what}: ${Math.round(ms)} ms`);
    check(`${what} takes less than ${most} times the browser's own`, ms < most * rows, `${Math.round(ms)} ms`);
  };
  await limit('sorting', 'document.querySelector("th[data-key=name] button").click()', 3);
  await all();
  await limit('searching', 'const s = document.getElementById("search"); s.value = "btree"; s.dispatchEvent(new Event("input"))', 3);
  await limit('other figures', 'document.querySelector("input[value=raw]").click()', 3);
  await page.close();

  ({ page } = await open(context, `${pathToFileURL(join(work, 'large', 'index.html')).href}#f=sqlite3VdbeExec.html`));
  check('a long function is folded', await page.locator('.pick').count() < 100 && await page.locator('.fold').count() > 3);
  await page.locator('#fold').click();
  check('600 blocks, four charts', await page.locator('.pick').count() === 600 && await page.locator('canvas').count() === 4);
  await limit('selecting a block', 'document.querySelectorAll(".pick")[300].click()', 3);
  check('still four charts', await page.locator('canvas').count() <= 4);
  await page.close();
  done();
}

export async function behaviours({ browser, open, checker, work, all }) {
  await first({ browser, open, checker, work });
  await front({ browser, open, checker, work });
  const context = await browser.newContext({ viewport: { width: 1400, height: 900 } });
  for (const run of [indexOfSmall, budgets, unitsOfMicro, functionOfSmall, ...functionChecks, ...(all ? [speed] : [])])
    await run({ open, context, work, checker }).catch((error) => checker(run.name).check('runs to its end', false, error.message));
  await answers({ open, context, work, checker });
  await usable({ open, context, work, checker });
  await context.close();

  // On a narrow screen a click brings the panel into view.
  const narrow = await browser.newContext({ viewport: { width: 400, height: 900 } });
  const { check, done } = checker('a function, used at 400');
  const { page } = await open(narrow, `${pathToFileURL(join(work, 'small', 'index.html')).href}#f=parse_message.html`);
  await page.locator('.pick').nth(5).click();
  check('a click brings the panel into view', await eventually(page, () => Math.abs(document.getElementById('detail').getBoundingClientRect().top) < 100));
  await page.locator('button.back').click();
  check('and there is a way back to the line', await eventually(page, () => {
    const box = document.querySelector('tr.in-block').getBoundingClientRect();
    return box.top >= 0 && box.bottom <= window.innerHeight;
  }));
  await page.locator('#tab-blocks').click();
  check('a row has its cells below its name', await page.locator('#blocks tbody tr').first().evaluate((tr) => {
    const [name, ...cells] = tr.cells;
    return cells.every((cell) => cell.getBoundingClientRect().top >= name.getBoundingClientRect().bottom - 1 &&
      getComputedStyle(cell, '::before').content === `"${cell.dataset.label}"`);
  }));
  check('and does not scroll sideways', await page.locator('#blocks .scroller').evaluate((box) => box.scrollWidth <= box.clientWidth + 1));
  await page.locator('#blocks th[data-key="visits"] button').click();
  check('it can be sorted', await page.locator('#blocks th[data-key="visits"]').getAttribute('aria-sort') === 'descending');
  await narrow.close();
  done();
}
