// Part of the ipoint project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Takes a picture of an element of a page.
//
//   node picture.mjs PAGE[#HASH] SELECTOR WIDTH OUT.png
import { pathToFileURL } from 'node:url';
import { chromium } from 'playwright-core';

const [page_, selector, width, out] = process.argv.slice(2);
const [file, hash] = page_.split('#');
const browser = await chromium.launch({ executablePath: process.env.CHROMIUM || '/usr/bin/chromium', args: ['--headless', '--no-sandbox', '--disable-gpu'] });
const page = await browser.newPage({ viewport: { width: Number(width), height: 900 }, reducedMotion: 'reduce' });
await page.goto(`${pathToFileURL(file).href}#${hash ?? ''}`);
await page.waitForFunction(() => document.body.dataset.ready === 'true');
await page.locator(selector).first().screenshot({ path: out });
await browser.close();
