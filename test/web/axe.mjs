// Part of the ipoint project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What axe-core finds in a page: its rules for WCAG 2.2 A and AA, and for best practice.
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const source = readFileSync(fileURLToPath(new URL('node_modules/axe-core/axe.min.js', import.meta.url)), 'utf8');

// Words for each finding within an element, by all rules or some. Of long tables the first rows are looked at; those
// far below are taken out of the page, for axe-core walks through what it is not to look at, too.
export async function accessibilityFaults(page, within = 'html', rules = null) {
  if (!await page.evaluate(() => 'axe' in window))
    await page.evaluate(source);
  return page.evaluate(async ({ within, rules }) => {
    document.querySelectorAll('tbody tr:nth-child(n+61)').forEach((row) => row.remove());
    const { violations } = await window.axe.run({ include: [within], exclude: ['tr:nth-child(n+13)'] },
      { resultTypes: ['violations'], preload: false, ...(rules ? { runOnly: rules } : {}) });
    return violations.map((v) => `${v.id} (${v.impact}): ${v.help}; ${v.nodes.length}, first ${v.nodes[0].target.join(' ')}: ${v.nodes[0].html.slice(0, 160)}`);
  }, { within, rules });
}
