// Part of the ipoint project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Opens reports in a browser and checks what a reader would see.
//
//   node run.mjs [--all] [--screenshots DIR] [--no-fixture] [--chromium FILE] [--bin DIR] [REPORT…]
//
// REPORT is a folder that ipoint-report html, or compare, worst or history --to=html wrote. The made-up reports of make-fixture.py, make-comparison.py, make_worst.py
// and make_history.py are checked as well. Pages are looked at in a wide window, with --all also in a narrow one, and so are reports that are large or like another one; what a page computes itself is held against the tools in DIR. Prints a line for each check that failed, and for each page how many passed; ends with
// "N passed, M failed", and 1 as its exit code where one failed.
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join, resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { chromium } from 'playwright-core';
import { againstCommand } from './against-command.mjs';
import { accessibilityFaults } from './axe.mjs';
import { boxBehaviours } from './behaviours-boxes.mjs';
import { behaviours } from './behaviours.mjs';
import { boardBehaviours } from './behaviours-boards.mjs';
import { comparisonBehaviours } from './behaviours-compare.mjs';
import { longestBehaviours } from './behaviours-longest.mjs';
import { liveBehaviours } from './behaviours-live.mjs';
import { viewBehaviours } from './behaviours-views.mjs';
import { canvasInk, contrastFaults, layoutFaults, selectHottest } from './in-page.mjs';

const { values: options, positionals: reports } = parseArgs({
  allowPositionals: true,
  options: {
    all: { type: 'boolean', default: false },
    screenshots: { type: 'string' },
    'no-fixture': { type: 'boolean', default: false },
    chromium: { type: 'string', default: process.env.CHROMIUM || '/usr/bin/chromium' },
    bin: { type: 'string', default: fileURLToPath(new URL('../../build/dev/bin', import.meta.url)) },
  },
});

const here = dirname(fileURLToPath(import.meta.url));
let passed = 0, failed = 0;

// A group of checks; prints one line if all of them pass.
function checker(title) {
  let good = 0, bad = 0;
  const from = Date.now();
  return {
    check(what, ok, detail = '') {
      if (ok) {
        good++;
        passed++;
      } else {
        bad++;
        failed++;
        console.log(`FAIL ${title}: ${what}${detail ? `\n     ${detail}` : ''}`);
      }
    },
    done() {
      console.log(`${bad ? 'FAIL' : 'ok  '} ${title}: ${good} of ${good + bad}, ${Date.now() - from} ms`);
    },
  };
}

const list = (faults) => faults.slice(0, 6).join('\n     ') + (faults.length > 6 ? `\n     and ${faults.length - 6} more` : '');

// Opens a page and collects what went wrong on the way. Returns {page, problems}.
async function open(context, url) {
  const page = await context.newPage();
  const problems = { errors: [], requests: [] };
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type()))
      problems.errors.push(message.text());
  });
  page.on('pageerror', (error) => problems.errors.push(String(error)));
  page.on('request', (request) => {
    if (!/^(file|data):/.test(request.url()))
      problems.requests.push(request.url());
  });
  page.on('requestfailed', (request) => problems.errors.push(`not loaded: ${request.url()}`));
  await page.goto(url);
  await page.waitForFunction(() => document.body.dataset.ready === 'true', null, { timeout: 60_000 }).catch(() => {});
  return { page, problems };
}

const shoot = async (page, path) => page.screenshot({ path,
  fullPage: await page.evaluate(() => document.documentElement.scrollHeight < 9000) });

// What must hold for every view, whatever its data. Dialogs are the same in all: those of front pages are looked at.
async function checkPage(context, url, title, picture, isFront) {
  const { check, done } = checker(title);
  const { page, problems } = await open(context, url);
  check('the page is drawn', await page.evaluate(() => document.body.dataset.ready === 'true'));
  const [scroll, width] = await page.evaluate(() => [document.documentElement.scrollWidth, window.innerWidth]);
  check('the page does not scroll sideways', scroll <= width, `${scroll} > ${width}`);
  const faults = await page.evaluate(layoutFaults);
  check('nothing is cut or overlaps', !faults.length, list(faults));
  const picks = page.locator('.pick');
  if (await picks.count()) {
    if (picture)
      await shoot(page, `${picture}-whole.png`);
    await page.evaluate(selectHottest);
    const more = await page.evaluate(layoutFaults);
    check('nothing is cut or overlaps beside a block', !more.length, list(more));
  }
  for (const tab of await page.locator('[role="tab"]:not([aria-selected="true"])').all()) {
    await tab.click();
    const there = await page.evaluate(layoutFaults);
    const pale = await page.evaluate(contrastFaults);
    check(`nothing is cut or pale under ${await tab.getAttribute('id')}`, !there.length && !pale.length, list([...there, ...pale]));
    if (picture)
      await shoot(page, `${picture}-${await tab.getAttribute('id')}.png`);
  }
  await page.locator('[role="tab"]').first().click({ timeout: 1000 }).catch(() => {});
  for (const colorScheme of ['light', 'dark']) {
    await page.emulateMedia({ colorScheme });
    const pale = await page.evaluate(contrastFaults);
    check(`${colorScheme}: text stands out from its ground`, !pale.length, list(pale));
    for (const [label, ink] of await page.evaluate(canvasInk))
      check(`${colorScheme}: drawn: ${label}`, ink > 60, `${ink} pixels`);
    // What does not depend on colours is looked at once, and contrast above.
    if (colorScheme === 'light' || isFront) {
      const barriers = await accessibilityFaults(page, 'html', colorScheme === 'dark' ? ['color-contrast'] : null);
      check(`${colorScheme}: axe-core finds nothing`, !barriers.length, list(barriers));
    }
    if (picture)
      await shoot(page, `${picture}-${colorScheme}.png`);
  }
  for (const dialog of isFront ? ['help', 'about'] : []) {
    await page.evaluate((name) => ipoint.openDialog(name), dialog);
    const barriers = await accessibilityFaults(page, 'dialog');
    check(`axe-core finds nothing in the dialog ${dialog}`, !barriers.length, list(barriers));
    const cut = await page.evaluate(layoutFaults);
    check(`nothing is cut in the dialog ${dialog}`, !cut.length, list(cut));
    if (picture)
      await page.screenshot({ path: `${picture}-${dialog}.png` });
    await page.keyboard.press('Escape');
  }
  check('no stranger script ran', await page.evaluate(() => window.hostile === undefined));
  check('nothing on the console', !problems.errors.length, list(problems.errors));
  check('no request to a network', !problems.requests.length, list(problems.requests));
  await page.close();
  done();
}

// The same of a comparison: also functions that only one set has, and where most differs.
function pagesOfComparison({ functions, comparisons }) {
  const differing = comparisons.flatMap((c) => c.items.filter((item) => item.differs).map((item) => functions[item.at]));
  const chosen = [
    ...[...new Set(differing)].slice(0, 2),
    [...functions].sort((a, b) => b.name.length - a.name.length)[0],
    functions.find((f) => f.name.includes('<')),
    functions.find((f) => f.lines[0] === null),
    functions.find((f) => f.lines[1] === null),
  ].filter(Boolean);
  return ['', ...new Set(chosen.map((f) => f.page))];
}

// The pages of a report that are looked at: the index, and a few functions that are unlike one another; of a real one
// the function that takes most of the time.
async function pagesOf(browser, folder, isMadeUp) {
  const context = await browser.newContext();
  const { page } = await open(context, pathToFileURL(join(folder, 'index.html')).href);
  const compared = await page.evaluate(() => ipoint.report.comparisons && ipoint.report);
  if (compared) {
    await context.close();
    return pagesOfComparison(compared);
  }
  if (await page.evaluate(() => /^ipoint-(worst|history)\//.test(ipoint.report.schema))) {
    await context.close();
    return [''];
  }
  const functions = await page.evaluate(() => ipoint.report.functions
    .map(({ name, page: file, status, self }) => ({ name, file, status, isRoot: ipoint.longestPaths.some((l) => l.page === file && !l.reason), total: self && self.raw ? self.raw.total : 0 })));
  await context.close();
  const run = functions.filter((f) => f.status === 'run');
  const chosen = [
    ...[...run].sort((a, b) => b.total - a.total).slice(0, 2),
    [...run].sort((a, b) => b.name.length - a.name.length)[0],
    run.find((f) => f.name.includes('<')),
    functions.find((f) => f.status === 'never run'),
    functions.find((f) => f.status === 'not instrumented'),
    functions.find((f) => f.isRoot),
  ].filter(Boolean);
  return ['', ...new Set(chosen.slice(0, isMadeUp ? chosen.length : 1).map((f) => f.file)), ...(functions.some((f) => f.isRoot) ? ['#longest=1'] : [])];
}

async function checkReport(browser, folder) {
  const name = basename(folder);
  const urlOf = (file) => `${pathToFileURL(join(folder, 'index.html')).href}${file.startsWith('#') ? file : file ? `#f=${encodeURIComponent(file)}` : ''}`;
  const pages = await pagesOf(browser, folder, !reports.some((path) => resolve(path) === folder));
  await Promise.all((options.all ? [1400, 400] : [1400]).map(async (width) => {
    const context = await browser.newContext({ viewport: { width, height: 900 }, reducedMotion: 'reduce' });
    for (const file of pages) {
      const title = `${name}/${file || 'index'} at ${width}`;
      await checkPage(context, urlOf(file), title, options.screenshots &&
        join(options.screenshots, `${name}-${(file || 'index').replace(/\.html$/, '').replace(/[^\w-]+/g, '-')}-${width}`), !file);
    }
    await context.close();
  }));
}

// Of a report that the tool wrote: what is there where scripts are switched off.
async function checkWithoutScripts(browser, folder) {
  const { check, done } = checker(`${basename(folder)} without scripts`);
  const context = await browser.newContext({ viewport: { width: 1400, height: 900 }, javaScriptEnabled: false });
  const page = await context.newPage();
  await page.goto(pathToFileURL(join(folder, 'index.html')).href);
  check('the verdict', await page.locator('.plain .sentences li').count() > 1);
  check('the functions', await page.locator('.plain tbody tr').count() > 0);
  await page.locator('.plain tbody a').first().click();
  check('their sources', await page.locator('h2:target + pre').count() === 1, page.url());
  await context.close();
  done();
}

const started = Date.now();
const work = mkdtempSync(join(tmpdir(), 'ipoint-web-'));
try {
  if (options.screenshots)
    mkdirSync(options.screenshots, { recursive: true });
  const folders = reports.map((folder) => resolve(folder));
  for (const folder of folders)
    if (!existsSync(join(folder, 'index.html')))
      throw new Error(`${folder}: no index.html there; give the folder that ipoint-report html wrote`);
  if (!options['no-fixture']) {
    for (const script of ['make-fixture.py', 'make-comparison.py', 'make_worst.py', 'make_history.py'])
      execFileSync('python3', [join(here, script), '--out', work], { stdio: ['ignore', 'ignore', 'inherit'] });
    const names = options.all ? readdirSync(work) : ['small', 'boards', 'sampled', 'clean', 'empty', 'compared', 'longest', 'history'];
    folders.push(...names.filter((name) => name !== 'large-comparison').map((name) => join(work, name)));
  }
  const browser = await chromium.launch({
    executablePath: options.chromium,
    args: ['--headless', '--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run',
      '--disable-background-networking', '--disable-component-update', '--disable-sync'],
  });
  // A machine that compiles meanwhile took longer than the usual 30 s to load a page.
  const newContext = browser.newContext.bind(browser);
  browser.newContext = async (...settings) => {
    const context = await newContext(...settings);
    context.setDefaultNavigationTimeout(120_000);
    return context;
  };
  try {
    for (const folder of folders)
      await checkReport(browser, folder);
    for (const folder of reports.filter((path) => existsSync(join(path, 'source'))))
      await checkWithoutScripts(browser, resolve(folder));
    if (!options['no-fixture'])
      for (const use of [behaviours, boxBehaviours, comparisonBehaviours, longestBehaviours, boardBehaviours, liveBehaviours, viewBehaviours, againstCommand])
        await use({ browser, open, checker, work, bin: options.bin, screenshots: options.screenshots, all: options.all });
  } finally {
    await browser.close();
  }
} catch (error) {
  failed++;
  console.log(`FAIL ${error.message}`);
} finally {
  rmSync(work, { recursive: true, force: true });
}
console.log(`${((Date.now() - started) / 1000).toFixed(1)} s`);
console.log(`${passed} passed, ${failed} failed`);
process.exit(failed ? 1 : 0);
