// Part of the ipoint project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What can be taken out of the made-up reports; words, keys, dialogs, colours, paper; what survives Back and reload.
import { copyFileSync, mkdtempSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

const eventually = (page, condition, argument) =>
  page.waitForFunction(condition, argument, { timeout: 60_000 }).then(() => true, () => false);
const ready = (page) => page.waitForFunction(() => document.body.dataset.ready === 'true');

// The file that a click saves, as [name, text or bytes].
async function saved(page, button, encoding = 'utf8') {
  const [download] = await Promise.all([page.waitForEvent('download'), button.click()]);
  return [download.suggestedFilename(), readFileSync(await download.path(), encoding)];
}

// RFC 4180.
function parseCsv(text) {
  const rows = [[]];
  for (const [, quoted, plain, end] of text.matchAll(/(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n)/g)) {
    rows.at(-1).push(quoted === undefined ? plain : quoted.replace(/""/g, '"'));
    if (end === '\r\n')
      rows.push([]);
  }
  return rows.slice(0, -1);
}

async function tables({ open, context, work, checker }) {
  const { check, done } = checker('tables as CSV');
  const url = pathToFileURL(join(work, 'small', 'index.html')).href;
  const { page, problems } = await open(context, `${url}#unit=ns`);
  const button = page.locator('#functions-table button', { hasText: 'CSV' });
  let [name, text] = await saved(page, button);
  let rows = parseCsv(text);
  const value = (row, column) => rows.find((r) => r[0] === row)[rows[0].indexOf(column)];
  check('the file is named after report and table', name === 'message-handler-Functions.csv', name);
  check('the header has the unit', rows[0].join().startsWith('function,file:line,self total (ns),share,calls,self mean (ns)'), rows[0].join());
  check('all rows, each as long as the header', rows.length === 9 && rows.every((r) => r.length === rows[0].length), String(rows.length));
  const mean = await page.evaluate(() => ipoint.report.functions.find((f) => f.name === 'crc16').self.filtered.mean * ipoint.perTick);
  check('numbers as they are, in the unit', Number(value('crc16', 'self mean (ns)')) === mean, `${value('crc16', 'self mean (ns)')} ${mean}`);
  check('what is not there is empty', value('legacy_isr', 'self mean (ns)') === '');
  check('a hostile name is whole', rows.some((r) => r[0] === 'evil</script><img src=x onerror=window.hostile=1>'));
  await page.locator('#search').fill('crc.c');
  [, text] = await saved(page, button);
  check('what the search leaves', parseCsv(text).length === 3, text);
  const guarded = await page.evaluate(() => ipoint.csv([['=1+1', '+x', '-2 y', '@SUM(A1)', ' =1', '\tz', 'a"b,c\nd', -3.5, null, NaN, 0.1 + 0.2]]));
  check('no formulas, quoted as RFC 4180 has it', guarded === '\'=1+1,\'+x,\'-2 y,\'@SUM(A1),\' =1,\'\tz,"a""b,c\nd",-3.5,,,0.30000000000000004\r\n', JSON.stringify(guarded));
  [, text] = await saved(page, page.locator('#budgets-table button', { hasText: 'CSV' }));
  rows = parseCsv(text);
  check('budgets in the unit', Math.abs(Number(value('parse_message/while.1/join', 'budget')) - 150 / 2.596) < 1e-6, text);
  await page.goto(`${url}#f=parse_message.html&unit=ns`);
  await ready(page);
  [name, text] = await saved(page, page.locator('#figures-table button', { hasText: 'CSV' }));
  rows = parseCsv(text);
  const total = await page.evaluate(() => ipoint.report.functions.find((f) => f.name === 'parse_message').self.raw.total * ipoint.perTick);
  check('a plain table, too', name === 'message-handler-parse_message-Figures-of-the-function.csv' &&
    Number(value('self raw', 'total (ns)')) === total && value('self raw', 'count') === '2000', `${name}\n${text}`);
  [, text] = await saved(page, page.locator('#source-table button', { hasText: 'CSV' }));
  rows = parseCsv(text);
  check('the source, line by line', rows.length === 30 && rows[0].length === 8 && value('34', 'source').includes('out->kind'), text.slice(0, 300));
  check('nothing on the console', !problems.errors.length, problems.errors.join(' '));
  await page.close();
  done();
}

// How many of the pixels of two pictures of one size differ by more than a little, as shares of those with ink.
async function difference(page, one, other) {
  return page.evaluate(async (sources) => {
    const pixels = await Promise.all(sources.map(async (source) => {
      const image = new Image();
      image.src = source;
      await image.decode();
      const canvas = new OffscreenCanvas(image.width / 4, image.height / 4).getContext('2d');
      canvas.drawImage(image, 0, 0, image.width / 4, image.height / 4);
      return canvas.getImageData(0, 0, canvas.canvas.width, canvas.canvas.height).data;
    }));
    let ink = 0, off = 0;
    for (let i = 0; i < pixels[0].length; i += 4) {
      const of = (data) => data[i] + data[i + 1] + data[i + 2];
      const ground = 765;
      if (Math.abs(of(pixels[0]) - ground) > 60)
        ink++;
      if (Math.abs(of(pixels[0]) - of(pixels[1])) > 150)
        off++;
    }
    return [pixels[0].length === pixels[1].length, ink, off / ink];
  }, [one, other]);
}

async function charts({ open, context, work, checker }) {
  const { check, done } = checker('charts as SVG and PNG');
  const url = `${pathToFileURL(join(work, 'small', 'index.html')).href}#f=parse_message.html&block=while.1%2Fjoin`;
  const { page, problems } = await open(context, url);
  for (const [which, i] of [['distribution', 0], ['exceedance', 1]]) {
    const buttons = page.locator('.drawing .takes').nth(i);
    const [name, svg] = await saved(page, buttons.locator('button', { hasText: 'SVG' }));
    check(`${which}: named`, /^message-handler-parse_message-(Distribution|Exceedance)-of-join-line-34[-\d]*\.svg$/.test(name), name);
    const drawn = await page.evaluate((text) => {
      const document = new DOMParser().parseFromString(text, 'image/svg+xml');
      return { fault: document.querySelector('parsererror')?.textContent, words: [...document.querySelectorAll('text')].map((t) => t.textContent),
        strange: [...document.querySelectorAll('*')].map((e) => e.localName).filter((n) => !/^(svg|title|rect|path|text|clipPath)$/.test(n)) };
    }, svg);
    check(`${which}: well formed, nothing but a drawing`, !drawn.fault && !drawn.strange.length, JSON.stringify(drawn));
    check(`${which}: with its words`, drawn.words.some((word) => word.startsWith('HWM')) && drawn.words.some((word) => word.startsWith('ticks, raw')), drawn.words.join());
    const [, png] = await saved(page, buttons.locator('button', { hasText: 'PNG' }), null);
    const size = await page.locator('canvas').nth(i).evaluate((c) => [Chart.getChart(c).width, Chart.getChart(c).height]);
    check(`${which}: twice as large as PNG`, png.readUInt32BE(16) === 2 * size[0] && png.readUInt32BE(20) === 2 * size[1], `${png.readUInt32BE(16)} ${size}`);
    // Both at twice the size, on a new page: the report's policy loads no pictures but from data.
    const large = svg.replace(/width="[\d.]+" height="[\d.]+"/, `width="${2 * size[0]}" height="${2 * size[1]}"`);
    const [same, ink, off] = await difference(page, `data:image/svg+xml;base64,${Buffer.from(large).toString('base64')}`,
      `data:image/png;base64,${png.toString('base64')}`);
    check(`${which}: the drawing looks like the picture`, same && ink > 300 && off < 0.05, `${same} ${ink} ${off}`);
  }
  check('the chart on the page is as before', await page.evaluate(() => Chart.getChart(document.querySelector('canvas')).ctx === document.querySelector('canvas').getContext('2d')));
  const hostile = await page.evaluate(() => ipoint.svgText(ipoint.recordSvg(10, 10, (c) => c.fillText('</text><script>\u0001\ud800', 1, 1)), '#fff', '<b>&'));
  check('hostile words stay text', hostile.includes('&lt;script&gt;\ufffd</text>') && hostile.includes('<title>&lt;b&gt;&amp;</title>'), hostile);
  const turned = await page.evaluate(() => new XMLSerializer().serializeToString(ipoint.recordSvg(100, 100, (c) => {
    c.save(); c.translate(10, 20); c.scale(2, 2); c.fillStyle = 'rgb(255 0 0 / 50%)'; c.fillRect(0, 0, 5, 5); c.restore(); c.beginPath(); c.arc(50, 50, 10, 0, Math.PI); c.stroke();
  })));
  check('transforms, transparency, arcs', turned.includes('d="M10 20L20 20L20 30L10 30Z" fill="rgb(255, 0, 0)" fill-opacity="0.5"') && /M60 50C60 55\.52/.test(turned), turned);
  check('nothing on the console', !problems.errors.length, problems.errors.join(' '));
  await page.close();
  done();
}

async function words({ open, context, work, checker }) {
  const { check, done } = checker('words and keys');
  const url = pathToFileURL(join(work, 'small', 'index.html')).href;
  let { page } = await open(context, url);
  const said = () => page.locator('.explanation').textContent();
  await page.locator('#provenance').evaluate((details) => { details.open = true; });
  await page.locator('#facts button.term', { hasText: 'Probe overhead' }).press('Enter');
  check('a key opens what a word means', (await said()).includes('What a probe costs') && await page.locator('.explanation').isVisible());
  check('and it has the focus', await page.evaluate(() => document.activeElement.className === 'explanation'));
  await page.keyboard.press('Escape');
  check('Escape closes it and goes back', await page.locator('.explanation').isHidden() && await page.evaluate(() => document.activeElement.textContent === 'Probe overhead'));
  await page.locator('#budgets-table .ask').click();
  check('columns are explained', (await said()).includes('what was observed, of the budget') && await page.locator('.explanation').isVisible());
  await page.mouse.click(5, 5);
  check('a click elsewhere closes it', await page.locator('.explanation').isHidden());
  await page.locator('.functions .tag', { hasText: 'never run' }).click();
  check('tags are explained', (await said()).includes('none of them ran'));
  await page.keyboard.press('Escape');
  await page.locator('.functions td.absent[title]').first().click();
  check('so is a figure that is not there', (await said()).startsWith('not measured'), await said());
  await page.keyboard.press('Escape');
  await page.locator('h1').click();

  await page.keyboard.press('?');
  check('? opens shortcuts and glossary', (await page.locator('dialog h2').textContent()) === 'Shortcuts and glossary' && (await page.locator('dialog').textContent()).includes('closure error'));
  check('as the hash says', page.url().endsWith('#dialog=help'), page.url());
  await page.reload();
  await ready(page);
  check('also after a reload', await page.locator('dialog').isVisible());
  await page.keyboard.press('Escape');
  check('Escape closes them', await eventually(page, () => !document.querySelector('dialog') && !location.hash.includes('dialog')));
  await page.keyboard.press('j');
  await page.keyboard.press('j');
  const names = await page.locator('#functions-table tbody th a').allTextContents();
  check('j goes to the next function', await page.evaluate(() => document.activeElement.textContent) === names[1]);
  await page.keyboard.press('k');
  await page.keyboard.press('j');
  await page.keyboard.press('Enter');
  check('Enter opens it', await eventually(page, () => document.body.dataset.page === 'function' && document.body.dataset.ready === 'true'));
  await page.keyboard.press('j');
  const first = await page.locator('#detail-heading').textContent();
  await page.keyboard.press('j');
  check('there j goes to the next block', first !== 'Whole function' && await page.locator('#detail-heading').textContent() !== first, first);
  await page.keyboard.press('k');
  check('and k to the one before', await page.locator('#detail-heading').textContent() === first);
  await page.keyboard.press('/');
  check('/ leads to the search', await eventually(page, () => document.activeElement.id === 'search'));
  await page.keyboard.type('gj');
  check('keys are letters there', await page.locator('#search').inputValue() === 'gj');
  await page.goto(`${url}#f=crc16.html`);
  await ready(page);
  await page.keyboard.press('g');
  check('g goes to the front page', await eventually(page, () => document.body.dataset.page === 'index' && document.body.dataset.ready === 'true'));
  await page.keyboard.press('?');
  await page.locator('dialog input[name="keys"]').uncheck();
  await page.keyboard.press('Escape');
  await page.keyboard.press('?');
  check('keys can be switched off', await eventually(page, () => !document.querySelector('dialog')));
  await page.evaluate(() => localStorage.clear());
  await page.reload();
  await ready(page);
  await page.keyboard.press('Tab');
  check('the first stop leads to the functions', await page.evaluate(() => document.activeElement.matches('.skip') && document.activeElement.getBoundingClientRect().left >= 0));
  await page.keyboard.press('Enter');
  check('and goes there', await page.evaluate(() => document.activeElement.id === 'functions'));
  await page.close();

  ({ page } = await open(context, `${url}#dialog=about`));
  const about = await page.locator('dialog').textContent();
  check('the box about the report has version, command line and licences', ['ipoint-report 0.1.0', 'ipoint-report html', 'Apache-2.0 WITH LLVM-exception',
    'Permission is hereby granted', '2010-2016 Mike Bostock', '2006, Ivan Sagalaev', 'THE SOFTWARE IS PROVIDED'].every((part) => about.includes(part)), about.slice(0, 300));
  await page.close();
  done();
}

async function choices({ open, context, work, checker }) {
  const { check, done } = checker('what the reader chose');
  const url = pathToFileURL(join(work, 'small', 'index.html')).href;
  const { page, problems } = await open(context, url);
  const theme = () => page.evaluate(() => document.documentElement.dataset.theme);
  await page.locator('input[name="theme"][value="dark"]').check();
  check('dark', await theme() === 'dark' && await page.evaluate(() => getComputedStyle(document.body).backgroundColor) === 'rgb(20, 24, 27)');
  await page.locator('input[name="unit"][value="us"]').check();
  await page.locator('#functions-table th[data-key="name"] button').click();
  await page.locator('input[name="figures"][value="raw"]').check();
  await page.locator('#search').fill('c');
  await page.locator('#runs-table th[data-key="end"] button').click();
  const state = () => page.evaluate(() => [document.documentElement.dataset.theme, ...['theme', 'unit', 'figures'].map((n) => document.querySelector(`input[name=${n}]:checked`).value),
    document.getElementById('search').value, ...[...document.querySelectorAll('#functions-table th[aria-sort$=ending], #runs-table th[aria-sort$=ending]')].map((h) => `${h.dataset.key} ${h.ariaSort}`)].join());
  const chosen = await state();
  check('all is chosen', chosen === 'dark,dark,us,raw,c,name ascending,end ascending', chosen);
  await page.reload();
  await ready(page);
  check('and there after a reload', await state() === chosen, await state());
  await page.locator('#functions-table tbody a', { hasText: 'parse_message' }).click();
  await eventually(page, () => document.body.dataset.page === 'function' && document.body.dataset.ready === 'true');
  await page.locator('[role="tab"]', { hasText: 'Blocks' }).click();
  await page.locator('#blocks th[data-key="visits"] button').click();
  await page.locator('input[name="which"][value="inclusive"]').check();
  await page.locator('.drawing .numbers summary').click();
  await eventually(page, () => location.hash.includes('open=histogram'));
  await page.locator('input[name="logY"]').click();
  const inside = () => page.evaluate(() => [document.documentElement.dataset.theme, document.querySelector('input[name=unit]:checked').value, document.querySelector('input[name=which]:checked')?.value,
    document.querySelector('#blocks th[aria-sort$=ending]').dataset.key, document.querySelector('.drawing .numbers').open, document.querySelector('input[name=logY]').checked].join());
  const there = await inside();
  check('in a function, too', /^dark,us,inclusive,visits,true,(true|false)$/.test(there), there);
  await page.reload();
  await ready(page);
  check('and there after a reload', await inside() === there, `${there} ${await inside()}`);
  await page.locator('#blocks tbody a').first().click();
  await eventually(page, () => location.hash.includes('block='));
  check('a link to a block leaves the rest', page.url().includes('sort-blocks=visits-descending') && page.url().includes('open=histogram'), page.url());
  await page.goBack();
  check('Back selects the whole function', await eventually(page, () => document.getElementById('detail-heading').textContent === 'Whole function') && await inside() === there, await inside());
  await page.locator('#up').click();
  await eventually(page, () => document.body.dataset.page === 'index' && document.body.dataset.ready === 'true');
  check('the front page is as it was left', await state() === chosen, await state());
  await page.goBack();
  await eventually(page, () => document.body.dataset.page === 'function' && document.body.dataset.ready === 'true');
  check('so is the function', await inside() === there, await inside());
  check('nothing on the console', !problems.errors.length, problems.errors.join(' '));
  await page.evaluate(() => localStorage.clear());
  await page.close();

  // A browser that keeps nothing for a file.
  const poor = await context.browser().newContext({ viewport: { width: 1400, height: 900 } });
  await poor.addInitScript(() => Object.defineProperty(window, 'localStorage', { get() { throw new Error('refused'); } }));
  const { page: other, problems: more } = await open(poor, url);
  await other.locator('input[name="theme"][value="dark"]').check();
  check('without storage the hash has the colours', other.url().includes('theme=dark'), other.url());
  check('nothing on the console', !more.errors.length, more.errors.join(' '));
  await poor.close();
  done();
}

async function paper({ open, context, work, checker }) {
  const { check, done } = checker('on paper');
  const url = pathToFileURL(join(work, 'small', 'index.html')).href;
  const { page } = await open(context, `${url}#f=parse_message.html&block=while.1%2Fjoin`);
  await page.emulateMedia({ colorScheme: 'dark' });
  await page.evaluate(() => {
    window.seen = [];
    window.addEventListener('beforeprint', () => window.seen.push(document.documentElement.dataset.theme,
      document.querySelectorAll('#view details:not([open])').length, document.querySelectorAll('.numbers tbody tr').length > 3));
  });
  const pdf = await page.pdf({ preferCSSPageSize: true, tagged: true, outline: true });
  const seen = await page.evaluate(() => window.seen);
  check('light, and nothing folded', seen.join() === 'light,0,true', seen.join());
  check('as before after that', await page.evaluate(() => document.documentElement.dataset.theme === 'dark' && !document.querySelector('.drawing .numbers').open));
  check('several pages, with an outline', (pdf.toString('latin1').match(/\/Type \/Page\b/g) || []).length > 2 && pdf.includes('/Outlines'));
  await page.emulateMedia({ media: 'print' });
  check('nothing to press', await page.evaluate(() => ![...document.querySelectorAll('.tools, .takes, .ask, .actions, .skip')].some((e) => e.getClientRects().length)));
  check('chapters have numbers', await page.evaluate(() => getComputedStyle(document.querySelector('#figures h2'), '::before').content.includes('counter(chapter)')));
  await page.close();
  done();
}

// All in one, moved to a folder without anything else: no script or style that its policy does not name, and no request.
async function singleFile({ open, context, work, checker }) {
  const { check, done } = checker('a single file');
  const alone = mkdtempSync(join(work, 'alone-'));
  copyFileSync(join(work, 'small', 'single.html'), join(alone, 'run.html'));
  const { page, problems } = await open(context, pathToFileURL(join(alone, 'run.html')).href);
  const policy = await page.locator('meta[http-equiv="Content-Security-Policy"]').getAttribute('content');
  check('a strict policy', !/unsafe|\*|self|file:|http/.test(policy) && policy.startsWith("default-src 'none'; script-src 'sha256-"), policy.slice(0, 200));
  check('the front page is drawn', await page.locator('#functions-table tbody tr').count() === 8);
  await page.locator('#functions-table tbody a', { hasText: 'evil' }).click();
  check('a function, too, with charts', await eventually(page, () => document.body.dataset.page === 'function' && document.querySelectorAll('canvas').length >= 2));
  const [, svg] = await saved(page, page.locator('.drawing .takes button', { hasText: 'SVG' }).first());
  check('and can be taken out', svg.includes('<svg'));
  check('no stranger script ran', await page.evaluate(() => window.hostile === undefined));
  const text = readFileSync(join(alone, 'run.html'), 'utf8');
  check('it has the licences of its parts', ['Permission is hereby granted', 'Mike Bostock', 'Ivan Sagalaev'].every((words) => text.includes(words)));
  check('nothing on the console', !problems.errors.length, problems.errors.join(' '));
  check('no request', !problems.requests.length, problems.requests.join(' '));
  await page.close();
  done();
}

export async function usable(tools) {
  for (const run of [singleFile, tables, charts, words, choices, paper])
    await run(tools).catch((error) => tools.checker(run.name).check('runs to its end', false, error.message));
}
