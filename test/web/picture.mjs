// Part of the ipoint project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Takes a picture of an element of a page, or with HEIGHT of the page's top.
//
//   node picture.mjs PAGE[#HASH] SELECTOR WIDTH OUT.png [HEIGHT]
import { pathToFileURL } from 'node:url';
import { chromium } from 'playwright-core';

const [page_, selector, width, out, height] = process.argv.slice(2);
const [file, hash] = page_.split('#');
const browser = await chromium.launch({ executablePath: process.env.CHROMIUM || '/usr/bin/chromium', args: ['--headless', '--no-sandbox', '--disable-gpu'] });
const page = await browser.newPage({ viewport: { width: Number(width), height: Number(height ?? 900) }, reducedMotion: 'reduce', colorScheme: 'light' });
await page.goto(`${pathToFileURL(file).href}#${hash ?? ''}`);
await page.waitForFunction(() => document.body.dataset.ready === 'true');
const element = page.locator(selector).first();
await element.waitFor();
await page.evaluate(() => window.scrollTo(0, 0));
await page.waitForTimeout(500); // charts are drawn
await (height ? page : element).screenshot({ path: out });
await browser.close();
