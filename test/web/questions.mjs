// Part of the ipoint project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// How many clicks, and how many seconds from opening the page, the answers to common questions take in reports of any programs. Prints a
// table in Markdown, and below it each answer with --answers; exits with 1 where an answer is not found.
//
//   node questions.mjs [--answers] NAME=FOLDER…
//
// FOLDER is one that ipoint-report html or compare --to=html wrote.
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { chromium } from 'playwright-core';

const first = '#functions-table tbody tr:not(.not-run) th a';
const jump = (words) => `#jump a:text-is("${words}")`;
const distribution = 'canvas[aria-label^="Distribution"]';

// [question, what is clicked one after the other ('drag': over the distribution), where the answer is, what it says]
const ofReport = [
  ['Which function takes the time, how sure?', [], '#verdict li:first-child', /takes [\d<][^]*(±|samples|resolution)|^(Time)?Too few samples|has the most calls/],
  ['Longest call without interrupts, and its path?', [], '#verdict li', /^Longest|nothing was timed|without times/],
  ['May figures be quoted?', [], '#verdict li', /Means (may|are)[^]*p99 and HWM are/],
  ['Which command next?', [], '#verdict code, #verdict .command', /^ipoint-/],
  ['What to optimise?', [jump('What to optimise')], '#gains tbody tr', /%|\d/],
  ['By which calls?', ['input[name="form"][value="flame"]'], '#functions svg .box.function', /./],
  ['Where in the function?', [first, '#hottest'], '#source tr.chosen, #source .chosen, .pick[aria-pressed="true"], #detail h2', /./],
  ['A range of the distribution?', [first, 'drag'], '.selection [role="status"]', /\d.* of .*mean/],
  ['What was not measured?', [jump('What was not measured')], '#not-measured', /\d|nothing/i],
];
const ofComparison = [
  ['Did it get worse, by how much?', [], '#verdict', /%|ticks|[nµ]s|no significant/],
  ['Which functions differ?', [], '#differences-table tbody tr', /./],
  ['Are the sets comparable?', [], '#notices, #summary', /./],
];

async function drag(page) {
  const canvas = page.locator(distribution).first();
  await canvas.waitFor({ timeout: 60_000 });
  await canvas.scrollIntoViewIfNeeded();
  const box = await canvas.boundingBox();
  await page.mouse.move(box.x + box.width * 0.15, box.y + box.height / 2);
  await page.mouse.down();
  await page.mouse.move(box.x + box.width * 0.9, box.y + box.height / 2, { steps: 4 });
  await page.mouse.up();
}

// The text of the answer, once a reader can see it.
const answer = (page, where, says) => page.waitForFunction(([selector, words]) => {
  const seen = (e) => e.checkVisibility() && [...e.getClientRects()].some((r) => r.top < innerHeight && r.bottom > 0);
  return [...document.querySelectorAll(selector)].filter(seen).map((e) => e.textContent.trim()).find((text) => new RegExp(words).test(text));
}, [where, says.source], { timeout: 60_000, polling: 50 }).then((handle) => handle.jsonValue());

async function ask(context, index, [, clicks, where, says]) {
  const page = await context.newPage();
  const from = Date.now();
  try {
    await page.goto(pathToFileURL(index).href);
    for (const selector of clicks)
      await (selector === 'drag' ? drag(page) : page.locator(selector).first().click({ timeout: 60_000, force: selector.startsWith('input') }));
    const text = await answer(page, where, says);
    return { cell: `${clicks.length} / ${((Date.now() - from) / 1000).toFixed(1)} s`, text };
  } catch (error) {
    return { cell: 'none', text: error.message.split('\n')[0], failed: true };
  } finally {
    await page.close();
  }
}

const reports = process.argv.slice(2).filter((arg) => arg !== '--answers').map((arg) => arg.split('='));
const browser = await chromium.launch({ executablePath: process.env.CHROMIUM || '/usr/bin/chromium', args: ['--headless', '--no-sandbox', '--disable-gpu'] });
const context = await browser.newContext({ viewport: { width: 1400, height: 900 }, reducedMotion: 'reduce' });
const kindOf = async (index) => {
  const page = await context.newPage();
  await page.goto(pathToFileURL(index).href);
  await page.waitForFunction(() => document.body.dataset.ready === 'true');
  const isComparison = await page.locator('#differences').count() > 0;
  await page.close();
  return isComparison ? ofComparison : ofReport;
};
const answers = [];
let failed = 0;
for (const [questions, title] of [[ofReport, 'of a report'], [ofComparison, 'of a comparison']]) {
  const some = [];
  for (const [name, folder] of reports)
    if (await kindOf(join(folder, 'index.html')) === questions)
      some.push([name, folder]);
  if (!some.length)
    continue;
  console.log(`| ${title}: clicks / seconds | ${some.map(([name]) => name).join(' | ')} |`);
  console.log(`| --- |${' --- |'.repeat(some.length)}`);
  for (const question of questions) {
    const cells = [];
    for (const [name, folder] of some) {
      const found = await ask(context, join(folder, 'index.html'), question);
      failed += Boolean(found.failed);
      cells.push(found.cell);
      answers.push(`${question[0]} ${name}: ${found.text.replace(/\s+/g, ' ').slice(0, 240)}`);
    }
    console.log(`| ${question[0]} | ${cells.join(' | ')} |`);
  }
  console.log('');
}
if (process.argv.includes('--answers') || failed)
  console.log(answers.join('\n'));
await browser.close();
process.exit(failed ? 1 : 0);
