// Part of the ipoint project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What the front page answers, and its forms: table, tree, flame graph, treemap.
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

const indexOf = (work, which) => pathToFileURL(join(work, which, 'index.html')).href;
const eventually = (page, condition, argument) =>
  page.waitForFunction(condition, argument, { timeout: 60_000 }).then(() => true, () => false);
const choose = (page, name, value) => page.locator(`input[name="${name}"][value="${value}"]`).check();
const toNumber = (text) => text === '–' ? null : Number(text.replace(/[^\d.]/g, ''));
const ready = (page) => page.waitForFunction(() => document.body.dataset.ready === 'true');

// Each question of a reader, by clicks alone.
async function questions({ open, context, work, checker }) {
  const { check, done } = checker('questions to the front page');
  let { page, problems } = await open(context, indexOf(work, 'small'));
  const entry = (term) => page.locator('#summary > div', { has: page.locator(`dt :text-is("${term}")`) });
  check('what ran, in one line', (await page.locator('#ran').textContent()).startsWith('Response times of 2 runs of ./message-handler --messages 200000'));
  check('the rest of where figures come from is folded', !await page.locator('#facts').isVisible());
  const order = await page.evaluate(() => ['program', 'ran', 'verdict', 'functions', 'budgets', 'summary', 'provenance']
    .map((id) => document.getElementById(id).getBoundingClientRect().top));
  check('in this order', order.every((top, i) => !i || top > order[i - 1]), order.map(Math.round).join(' '));

  await page.locator('#verdict a', { hasText: 'crc16' }).first().click();
  check('a sentence leads to its function', await eventually(page, () => document.title.startsWith('crc16')));
  await page.goBack();
  await page.waitForSelector('#summary');

  // How sure is it, what is missing, is a budget broken?
  for (const [term, id] of [['Budgets broken', 'budgets'], ['Records lost', 'lost'], ['Interrupted visits removed', 'excluded'], ['Undetected interrupts', 'unseen'],
    ['Not instrumented', 'not-instrumented'], ['Never run', 'never-run-functions'], ['Records took', 'fact-probes'], ['Time with mean within ± 10 %', 'functions']]) {
    await entry(term).locator('a').click();
    check(`${term} leads to its list`, await eventually(page, (place) => {
      const element = document.getElementById(place);
      const box = element?.getBoundingClientRect();
      return box?.height > 0 && box.top < innerHeight && box.bottom > 0 && document.activeElement === element;
    }, id));
  }
  check('a link into what is folded opens it', await page.locator('#facts').isVisible());
  check('counts are those of the lists', await entry('Not instrumented').locator('strong').textContent() ===
    await page.locator('#not-instrumented .tally').textContent());
  check('a broken budget is red', await entry('Budgets broken').evaluate((e) => e.classList.contains('bad')));
  check('without a plain program that is said', (await entry('Records took').textContent()).includes('how much slower the program is with probes is not known: no plain program') && await entry('Slowdown').count() === 0 &&
    (await entry('Time with mean within ± 10 %').textContent()).includes('no samples'));
  check('nothing on the console', !problems.errors.length, problems.errors.join(' '));
  await page.close();

  ({ page, problems } = await open(context, indexOf(work, 'sampled')));
  check('with samples: share of the time that is known', (await entry('Time with mean within ± 10 %').textContent()).includes('80.0 %of the plain program’s time'));
  check('slowdown', await entry('Slowdown').locator('strong').textContent() === '12.3 ×');
  check('closure error with its interval', (await entry('Closure error').textContent()) === 'Closure error−3.4 %95 %: −5.0 % to −1.8 %');
  const cost = await entry('Slowdown').textContent();
  check('and how much of it are records, with its uncertainty, in one tile', /plain program: records took \d[\d.,]* ± \d[\d.]* % of the threads’ time \(25\.4 ± 1\.2 ticks a timed probe\); the rest is /.test(cost) && await entry('Records took').count() === 0, cost);
  // An uncertainty that is larger than what is left to 0 or 100 % is given by the ends that are possible.
  const wide = await page.evaluate(() => {
    const { clock } = ipoint.report, kept = clock.probe_overhead;
    const words = [3, 1e3].map((times) => {
      clock.probe_overhead = { ...kept, timed_uncertainty: kept.timed_mean * times };
      ipoint.fillTrust(ipoint.report);
      return [...document.querySelectorAll('#summary > div')].find((e) => e.textContent.startsWith('Slowdown')).querySelector('small').textContent.replace(/.*records took (.*) of the threads.*/, '$1');
    });
    clock.probe_overhead = kept;
    ipoint.fillTrust(ipoint.report);
    return words;
  });
  check('never more than 100 %, nor less than 0', wide.every((text) => !text.includes('±') && /^(up to \d+ %|not known)$/.test(text)), wide.join(', '));
  check('a mean with its interval and its source', (await page.locator('.functions tbody tr').first().locator('td').first().textContent()) === '2,295± 6.0 % sampled',
    await page.locator('.functions tbody tr').first().locator('td').first().textContent());
  const spans = (await page.locator('.functions tbody .reason').allTextContents()).filter((text) => text.startsWith('±'));
  check('which is a share of it, however wide', spans.length > 1 && spans.every((text) => /^± (> )?[\d,.]+ %/.test(text)), spans.join(', '));
  check('nothing on the console', !problems.errors.length, problems.errors.join(' '));
  await page.close();
  done();
}

// The shape of each row is in words too.
async function shapes({ open, context, work, checker }) {
  const { check, done } = checker('distributions in rows');
  const { page } = await open(context, indexOf(work, 'small'));
  const label = (name) => page.locator('.functions tr', { has: page.locator(`th a:text-is("${name}")`) }).locator('.shape svg').getAttribute('aria-label');
  const { low, high } = await page.evaluate(() => ipoint.report.functions.find((f) => f.name === 'crc16').shape);
  check('the range is in words', (await label('crc16')).startsWith(`Self times from ${low.toLocaleString('en')} to ${high.toLocaleString('en')} ticks, most often `), await label('crc16'));
  check('one for each function that ran', await page.locator('.functions .shape svg').count() === 6);
  check('all drawn', await page.locator('.shape .bars').evaluateAll((paths) => paths.every((p) => p.getBBox().width > 3 && p.getBBox().height > 10)));
  const words = await page.evaluate(() => [
    { low: 50, high: 50, heights: Array(24).fill(100) },
    { low: 10, high: 99999, heights: [100, 3, ...Array(20).fill(0), 40, 100] },
  ].map(ipoint.shapeInWords));
  check('one value', words[0] === 'all at 50 ticks', words[0]);
  check('groups are counted', words[1].endsWith('in 2 groups'), words[1]);
  await page.locator('#about summary').click();
  check('what figures are can be read', await eventually(page, () => document.querySelector('#about dl').getBoundingClientRect().height > 10));
  const missing = await page.evaluate(() => {
    const legend = document.getElementById('functions').textContent;
    return [...document.querySelectorAll('.functions thead button[title]')].map((b) => b.title).filter((title) => !legend.includes(title));
  });
  check('with the tooltips of all column headers', !missing.length, missing.join('; '));
  await page.close();
  done();
}

// Of which program a figure is, and how many samples a share rests on.
async function programs({ open, context, work, checker }) {
  const { check, done } = checker('which program');
  for (const [which, groups] of [['small', []], ['sampled', [['plain program, by samples', 3], ['with probes', 5]]]]) {
    const { page } = await open(context, indexOf(work, which));
    const heads = await page.locator('.functions .groups th').evaluateAll((all) => all.map((th) => [th.textContent, th.colSpan]));
    check(`${which}: groups of columns`, JSON.stringify(heads) === JSON.stringify(groups), JSON.stringify(heads));
    await page.close();
  }
  done();
}

const row = (page, name) => page.locator('.tree tbody tr', { has: page.locator('th', { hasText: name }) }).first();

async function tree({ open, context, work, checker }) {
  const { check, done } = checker('the tree');
  let { page, problems } = await open(context, indexOf(work, 'small'));
  const own = await page.evaluate(() => ipoint.report.functions.map((f) => [f.file, f.self?.filtered?.total ?? 0, f.calls]));
  await choose(page, 'form', 'tree');
  check('the form is in the hash', page.url().includes('form=tree'), page.url());
  const sum = (rows, i) => rows.reduce((all, r) => all + r[i], 0);
  const crc = own.filter(([file]) => file === 'src/crc.c');
  const cells = async (name) => (await row(page, name).locator('td').allTextContents()).map(toNumber);
  check('a file is the sum of its functions', (await cells('crc.c')).slice(0, 1)[0] === sum(crc, 1) && (await cells('crc.c'))[2] === sum(crc, 2), (await cells('crc.c')).join(' '));
  check('the whole is the sum of all', (await cells('whole program'))[0] === sum(own, 1), (await cells('whole program')).join(' '));
  check('all functions are there', await page.locator('.tree tr[data-kind="function"]').count() === 8);
  await row(page, 'crc.c').click();
  check('a click closes', await row(page, 'crc.c').getAttribute('aria-expanded') === 'false' && await page.locator('.tree tr[data-kind="function"]').count() === 6);
  await page.keyboard.press('ArrowRight');
  check('a key opens', await row(page, 'crc.c').getAttribute('aria-expanded') === 'true');
  await page.keyboard.press('ArrowRight');
  const focused = () => page.evaluate(() => document.activeElement.querySelector('th')?.textContent);
  check('and goes into it', (await focused()) === 'crc16', await focused());
  await page.keyboard.press('ArrowLeft');
  check('and out', (await focused()).includes('crc.c'));
  await page.keyboard.press('Home');
  check('to the first row', (await focused()) === 'whole program');
  await page.locator('#search').fill('dispatch.c');
  check('a search leaves what is found', await page.locator('.tree tr[data-kind="function"]').count() === 2 && (await page.locator('.matches').textContent()) === '2 of 8');
  await page.locator('#search').fill('');
  check('what is hostile is text', (await page.locator('.tree').textContent()).includes('<img src=x onerror') && await page.locator('img').count() === 0);
  await choose(page, 'figures', 'raw');
  check('other figures, other sums', (await cells('whole program'))[0] === await page.evaluate(() =>
    ipoint.report.functions.reduce((all, f) => all + (f.self?.raw.total ?? 0), 0)));
  await row(page, 'crc16').focus();
  await page.keyboard.press('Enter');
  check('Enter opens a function', await eventually(page, () => document.title.startsWith('crc16')));
  await page.goBack();
  check('Back leads to the tree again', await eventually(page, () => document.querySelectorAll('.tree tbody tr').length > 8));
  check('nothing on the console', !problems.errors.length, problems.errors.join(' '));
  await page.close();

  ({ page } = await open(context, `${indexOf(work, 'large')}#form=tree`));
  const sums = await page.evaluate(() => {
    const number = (tr) => Number(tr.cells[1].textContent.replace(/,/g, ''));
    const rows = [...document.querySelectorAll('.tree tbody tr')];
    return [number(rows[0]), rows.filter((tr) => tr.getAttribute('aria-level') === '3').reduce((all, tr) => all + number(tr), 0)];
  });
  check('subtotals of a large program add up', Math.abs(sums[0] / sums[1] - 1) < 1e-6, sums.join(' '));
  await page.locator('button', { hasText: 'Open all' }).click();
  check('all of it can be opened', await page.locator('.tree tr[data-kind="function"]').count() === 3000);
  await page.close();
  done();
}

const long = 'a_function_with_a_name_as_long_as_generators_write_them_state_transition_from_idle_to_running_0123456789';
const box = (page, name) => page.locator(`.box[aria-label^="${name}: "]`).first();
const focusedBox = (page) => page.evaluate(() => document.activeElement.getAttribute('aria-label')?.split(':')[0]);

async function flame({ open, context, work, checker }) {
  const { check, done } = checker('the flame graph');
  const url = indexOf(work, 'small');
  let { page, problems } = await open(context, url);
  // What the boxes are made of, against the table.
  const unequal = (kind) => page.evaluate((figures) => {
    const measure = ipoint.measureOf(ipoint.report, figures);
    const sums = new Map();
    const add = (node) => {
      sums.set(node.function, (sums.get(node.function) || 0) + node.own);
      node.children.forEach(add);
    };
    const root = ipoint.byCaller(ipoint.report, measure);
    add(root);
    return [...ipoint.report.functions.filter((f) => Math.abs((sums.get(f) || 0) - (measure.timeOf(f) || 0)) > 0.001 * (measure.timeOf(f) || 1)).map((f) => f.name),
      ...(Math.abs(root.time - measure.total) > 0.001 * measure.total ? ['all'] : [])].join(' ');
  }, kind);
  for (const kind of ['raw', 'corrected', 'filtered'])
    check(`${kind}: sums are those of the table`, await unequal(kind) === '', await unequal(kind));

  await choose(page, 'form', 'flame');
  check('the form is in the hash', page.url().includes('form=flame'), page.url());
  check('how to read it is said', (await page.locator('.caption').textContent()).startsWith('Each box is a function under its caller'));
  const width = async (name) => box(page, name).locator('rect').evaluate((r) => r.getBBox().width);
  const share = await page.evaluate(() => {
    const totals = ipoint.report.functions.map((f) => f.self?.filtered?.total ?? 0);
    return Math.max(...totals) / totals.reduce((a, b) => a + b);
  });
  check('a box is as wide as its time', Math.abs(await width(long) / await width('whole program') - share) < 0.002);
  check('what is too narrow is one box', (await page.locator('.box.more').count()) >= 1);
  check('which names what it stands for', (await page.locator('.box.more').first().getAttribute('aria-label')).includes('together'));

  await box(page, 'parse_message').focus();
  check('a box says what it is', /^parse_message: calls 2,000; self [\d,]+ ticks \(0\.\d %\); with callees [\d,]+ ticks/.test(await box(page, 'parse_message').getAttribute('aria-label')),
    await box(page, 'parse_message').getAttribute('aria-label'));
  check('and so does the line below', (await page.locator('.box-info').textContent()).startsWith('parse_message'));
  await page.keyboard.press('Space');
  check('the space bar zooms', await width('parse_message') > 1000 && page.url().includes('zoom='), `${await width('parse_message')} ${page.url()}`);
  await page.keyboard.press('ArrowDown');
  check('down to what it calls', (await focusedBox(page)) === 'crc16', await focusedBox(page));
  await page.keyboard.press('ArrowDown');
  check('and further', (await focusedBox(page)) === 'count_bits', await focusedBox(page));
  await page.keyboard.press('ArrowUp');
  check('up to the caller', (await focusedBox(page)) === 'crc16');
  await page.reload();
  await ready(page);
  check('the zoom is kept', await width('parse_message') > 1000);
  await box(page, 'crc16').click();
  check('a click zooms', await width('crc16') > 1000);
  await page.keyboard.press('Escape');
  check('Escape zooms out', await width('parse_message') > 1000 && await width('crc16') < 1000);
  await page.locator('.trail button').first().click();
  check('so does the way above', await width(long) > 1000 && !page.url().includes('zoom='));

  await page.locator('#search').fill('crc');
  check('a search highlights', await page.locator('.box.dim').count() > 0 && (await page.locator('.matches').textContent()) === '2 of 8; in the picture 2, 0.2 % of the time',
    await page.locator('.matches').textContent());
  await page.locator('#search').fill('');
  const colours = () => page.locator('.box.function rect').evaluateAll((rects) => rects.map((r) => r.style.getPropertyValue('--strength')).join());
  const before = await colours();
  await choose(page, 'colour', 'hwm');
  check('colours can be of high-water marks', await colours() !== before && (await page.locator('.legend').textContent()).includes('self HWM, raw'));
  check('which is in the hash', page.url().includes('colour=hwm'));

  await box(page, 'parse_message').focus();
  await page.keyboard.press('Enter');
  check('Enter opens the function', await eventually(page, () => document.title.startsWith('parse_message')));
  await page.goBack();
  check('Back leads to the flame graph', await eventually(page, () => document.querySelectorAll('.boxes.flame .box').length > 2));
  await box(page, 'parse_message').hover();
  await page.locator('.box-info a').waitFor();
  check('the line below has the link', (await page.locator('.box-info a').getAttribute('href')).startsWith('#f=parse_message.html'));
  // What is chosen stays on the way to a place of the page.
  await page.locator('#summary a', { hasText: 'Records lost' }).click();
  check('links within the page keep the form', await eventually(page, () => location.hash.includes('at=lost') && location.hash.includes('form=flame')));
  check('nothing on the console', !problems.errors.length, problems.errors.join(' '));
  await page.close();

  ({ page, problems } = await open(context, `${url}#form=flame&q=evil`));
  const hostile = page.locator('.box.hit, .box.more.hit').first();
  check('hostile names are text', await page.evaluate(() => window.hostile === undefined && !document.querySelector('img')) && await hostile.count() === 1);
  await page.close();

  // Of samples: widths are shares of the plain program's time, what lies outside is there too.
  ({ page, problems } = await open(context, `${indexOf(work, 'sampled')}#form=flame`));
  check('with samples: sums are the sampled times', await unequal('filtered') === '', await unequal('filtered'));
  check('outside of functions has its box', Math.abs(await width('outside of functions with counts') / await width('whole program') - 0.1) < 0.002);
  const apportioned = await page.evaluate(() => [500, null].map((corrected) => ipoint.measureOf({
    sampling: { inputs: [{ cpu: 90 }] }, functions: [{ sampled: { share: 1, samples: 90 }, self: { below_resolution: true } }],
    call_paths: [2, 1].map((calls) => ({ function: 0, calls, self: { corrected, filtered: null }, inclusive: {} })),
  }, 'filtered').pathTimes().map((p) => p.own).join()).join(' '));
  check('callers get time by time, as in the list of callers, or by calls where there is none', apportioned === '45,45 60,30', apportioned);
  check('and it is said how callers got theirs', (await page.locator('.caption').textContent()).includes('Samples don’t know callers'));
  check('hostile names of libraries are text', await page.locator('img').count() === 0);
  check('figures, which make no difference here, cannot be chosen', !await page.locator('input[name="figures"]').first().isVisible());
  await choose(page, 'times', 'direct');
  check('direct times can', await width(long) / await width('whole program') > 0.9 && page.url().includes('times=direct') &&
    await page.locator('input[name="figures"]').first().isVisible());
  await page.close();

  ({ page } = await open(context, `${indexOf(work, 'large')}#form=flame`));
  check('without call paths: files', (await page.locator('.caption').textContent()).startsWith('No call paths are known') && await page.locator('.box.file').count() > 50);
  check('never more boxes than a browser bears', await page.locator('.box').count() <= 2000, String(await page.locator('.box').count()));
  await page.close();
  done();
}

async function treemap({ open, context, work, checker }) {
  const { check, done } = checker('the treemap');
  let { page, problems } = await open(context, `${indexOf(work, 'sampled')}#form=treemap`);
  const area = (name) => box(page, name).locator('rect').evaluate((r) => r.getBBox().width * r.getBBox().height);
  check('a deep link shows it', await page.locator('.boxes.treemap .box').count() > 8 && await page.locator('input[value="treemap"]').isChecked());
  check('boxes are as large as their times', Math.abs(await area('crc16') / await area('parse_message') / (0.45 / 0.2) - 1) < 0.15, `${await area('crc16')} ${await area('parse_message')}`);
  await box(page, 'crc.c').focus();
  await page.keyboard.press('Space');
  check('the space bar zooms', await box(page, 'parse_message').count() === 0 && await box(page, 'count_bits').count() === 1);
  await page.keyboard.press('Escape');
  await page.keyboard.press('Escape');
  check('Escape zooms out', await box(page, 'parse_message').count() === 1);
  await choose(page, 'group', 'caller');
  check('by caller', page.url().includes('group=caller') && await box(page, 'parse_message').evaluate((g) => g.classList.contains('parent')));
  check('what a function takes itself has a box', await page.locator('.box[aria-label^="parse_message, itself"]').count() === 1);
  check('nothing on the console', !problems.errors.length, problems.errors.join(' '));
  await page.close();
  ({ page, problems } = await open(context, `${indexOf(work, 'large')}#form=treemap`));
  check('a large program is drawn', await page.locator('.box').count() > 500 && await page.locator('.box').count() <= 2000);
  check('without call paths there is nothing to group by', !await page.locator('input[name="group"]').first().isVisible());
  await page.close();
  for (const form of ['tree', 'flame', 'treemap']) {
    ({ page, problems } = await open(context, `${indexOf(work, 'empty')}#form=${form}`));
    check(`${form} of nothing`, !problems.errors.length && await page.evaluate(() => document.body.dataset.ready === 'true'), problems.errors.join(' '));
    await page.close();
  }
  ({ page, problems } = await open(context, `${indexOf(work, 'small')}#form=nonsense&colour=x&group=y&zoom=z`));
  check('what the hash should not have is passed over', !problems.errors.length && await page.locator('.functions tbody tr').count() === 8);
  await page.close();
  done();
}

// Of a narrow window: name, time and share are seen first.
async function narrow({ open, context, work, checker }) {
  const { check, done } = checker('the front page at 400');
  for (const [which, keys] of [['small', ['name', 'self.total', 'share']], ['sampled', ['name', 'best.self.mean', 'share']]]) {
    const { page } = await open(context, indexOf(work, which));
    const seen = await page.locator('.functions thead tr:last-child th').evaluateAll((heads) => heads.filter((th) => th.getBoundingClientRect().right <= innerWidth).map((th) => th.dataset.key));
    check(`${which}: name, time and share come first`, seen.slice(0, 3).join() === keys.join(), seen.join());
    const visible = (key) => page.locator(`.functions tr:first-child > [data-label^="${key}"]`).first().isVisible();
    check(`${which}: tables fit`, await page.locator('.scroller').evaluateAll((boxes) => boxes.every((b) => b.scrollWidth <= b.clientWidth + 1)));
    check(`${which}: the rest is for those who ask`, await visible('self HWM') && !await visible('inclusive HWM'));
    await page.locator('input[name="columns"]').check();
    check(`${which}: all columns are shown`, await visible('inclusive HWM') && page.url().includes('columns=all'));
    await page.reload();
    check(`${which}: after a reload, too`, await visible('inclusive HWM'));
    await page.close();
  }
  for (const form of ['tree', 'flame', 'treemap']) {
    const { page, problems } = await open(context, `${indexOf(work, 'sampled')}#form=${form}`);
    const wide = await page.evaluate(() => document.documentElement.scrollWidth);
    check(`${form} fits`, wide <= 400 && await page.locator('#functions-table .scroller').evaluateAll((boxes) => boxes.every((b) => b.scrollWidth <= b.clientWidth + 1)), String(wide));
    check(`${form}: nothing on the console`, !problems.errors.length, problems.errors.join(' '));
    await page.close();
  }
  done();
}

export async function front({ browser, open, checker, work }) {
  const run = async (width, parts) => {
    const context = await browser.newContext({ viewport: { width, height: 900 }, reducedMotion: 'reduce' });
    for (const part of parts)
      await part({ open, context, work, checker }).catch((error) => checker(part.name).check('runs to its end', false, error.message));
    await context.close();
  };
  await run(1400, [questions, shapes, programs, tree, flame, treemap]);
  await run(400, [narrow]);
}
