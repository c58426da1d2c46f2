// Part of the ipoint project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// How soon the pages of a report are there.
//
//   node paint.mjs [--times N] [--chromium FILE] PAGE…
//
// PAGE is the index.html of a report, or a single file. Prints for its front page and the page of the function in the middle the
// milliseconds until the first paint and until the page is drawn: the median of N, and the longest. For the front page also what
// the browser takes for its rows as plain HTML.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { chromium } from 'playwright-core';

const { values: options, positionals: pages } = parseArgs({
  allowPositionals: true,
  options: { times: { type: 'string', default: '5' }, chromium: { type: 'string', default: process.env.CHROMIUM || '/usr/bin/chromium' } },
});
const times = Number(options.times);

const browser = await chromium.launch({
  executablePath: options.chromium,
  args: ['--headless', '--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking', '--disable-component-update', '--disable-sync'],
});

// [first paint, drawn] in ms from the navigation.
async function open(url) {
  const context = await browser.newContext({ viewport: { width: 1400, height: 900 } });
  const page = await context.newPage();
  await page.addInitScript(() => {
    const look = () => {
      if (document.body?.dataset.ready === 'true')
        requestAnimationFrame(() => setTimeout(() => { window.drawn = performance.now(); }));
      else
        requestAnimationFrame(look);
    };
    look();
  });
  await page.goto(url);
  await page.waitForFunction(() => window.drawn && performance.getEntriesByName('first-contentful-paint').length, null, { timeout: 60_000 });
  const result = await page.evaluate(() => [performance.getEntriesByName('first-contentful-paint')[0].startTime, window.drawn,
    document.querySelectorAll('*').length]);
  await context.close();
  return result;
}

async function measure(what, url) {
  const runs = [];
  for (let i = 0; i < times; i++)
    runs.push(await open(url));
  const of = (i) => runs.map((run) => run[i]).sort((a, b) => a - b);
  const words = (values) => `${Math.round(values[times >> 1])} ms (longest ${Math.round(values.at(-1))})`;
  console.log(`${what}: first paint ${words(of(0))}, drawn ${words(of(1))}, ${runs[0][2]} elements`);
  return of(1)[times >> 1];
}

const work = mkdtempSync(join(tmpdir(), 'ipoint-paint-'));
try {
  for (const file of pages) {
    const url = pathToFileURL(resolve(file)).href;
    const page = await browser.newPage();
    await page.goto(url);
    await page.waitForFunction(() => document.body.dataset.ready === 'true', null, { timeout: 60_000 });
    const [middle, rows] = await page.evaluate(() => [ipoint.report.functions[ipoint.report.functions.length >> 1].page,
      ipoint.report.functions.map((f) => [f.name, f.file, f.calls, ...Object.values(f.self?.raw ?? {}).slice(0, 7)].map(String))]);
    await page.close();
    const escaped = (text) => text.replace(/[&<>]/g, (c) => `&#${c.charCodeAt(0)};`);
    writeFileSync(join(work, 'plain.html'), `<!DOCTYPE html><html><meta charset="utf-8"><body data-ready="true"><table>${
      rows.map((cells) => `<tr>${cells.map((text) => `<td>${escaped(text)}`).join('')}`).join('\n')}</table>`);
    const plain = await measure('as many rows of plain HTML', pathToFileURL(join(work, 'plain.html')).href);
    console.log(file);
    const front = await measure('  front page', url);
    await measure('  a function', `${url}#f=${encodeURIComponent(middle)}`);
    console.log(`  front page, of the plain rows: ${(front / plain).toFixed(2)}`);
  }
} finally {
  await browser.close();
  rmSync(work, { recursive: true, force: true });
}
