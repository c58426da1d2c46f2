// Part of the ipoint project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The questions that a report is opened for, each answered by clicks and nothing else. Prints how many clicks
// an answer takes, and how long the page needs from the moment it is opened.
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

const shown = (page, selector, words) => page.waitForFunction(([s, w]) => [...document.querySelectorAll(s)].some((e) =>
  e.checkVisibility() && new RegExp(w).test(e.textContent)), [selector, words], { timeout: 60_000 });

// [question, made-up report, what is clicked one after the other, where the answer is, what it says]
const questions = [
  ['Where does the time go?', 'sampled', [], '#verdict li:first-child', /^Time.* takes .* of the plain program/],
  ['By which calls does the time go there?', 'small', ['input[name="form"][value="flame"]'], '#functions svg text', /^a_function/],
  ['What was the worst, when, by which path, and why?', 'small', ['#functions-table a:text-is("parse_message")'], '.worst-card', /into run \d.*Path.*Interrupts/s],
  ['Is this tail real, or is it interrupts?', 'small', ['#functions-table a:text-is("crc16")', '.pick[data-block="for.1/body"]'], '#detail .legend', /interrupts of about/],
  ['Does the high-water mark still rise?', 'small', ['#functions-table a:text-is("crc16")'], '#detail .caption, #detail p', /last new|still|rise/],
  ['How sure are the figures?', 'sampled', [], '#summary', /Time with mean within ± 10 %\s*\d.*Slowdown\s*\d/s],
  ['Is a budget broken?', 'small', ['#summary dt:text-is("Budgets broken") a, #summary dt a:text-is("Budgets broken")'], '#budgets tbody tr', /broken/],
  ['What was not measured?', 'small', ['#summary dt a:text-is("Not instrumented")'], '#not-instrumented tbody tr', /naked/],
  ['What never ran?', 'small', ['#summary dt a:text-is("Never run")'], '#never-run-functions tbody tr', /handle_reset/],
  ['What would another threshold do?', 'small', ['#functions-table a:text-is("crc16")', '.pick[data-block="for.1/body"]', 'details.thresholds summary'],
    'details.thresholds', /before.*after/s],
  ['Did this change make it worse?', 'compared', [], '#verdict', /From old to new/],
];

export async function answers({ open, context, work, checker }) {
  const { check, done } = checker('questions, by clicks alone');
  for (const [question, which, clicks, where, says] of questions) {
    const from = Date.now();
    const { page, problems } = await open(context, pathToFileURL(join(work, which, 'index.html')).href);
    let failure = '';
    try {
      for (const selector of clicks)
        await page.locator(selector).first().click({ timeout: 60_000 });
      await shown(page, where, says.source.replaceAll('.*', '[\\s\\S]*'));
    } catch (error) {
      failure = error.message.split('\n')[0];
    }
    check(question, !failure && !problems.errors.length, failure || problems.errors.join(' '));
    console.log(`     ${question} ${clicks.length} click${clicks.length === 1 ? '' : 's'}, ${Date.now() - from} ms`);
    await page.close();
  }
  done();
}
