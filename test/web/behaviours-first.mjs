// Part of the ipoint project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The first minute: the verdict, what stands on the first screen, by keyboard and by finger; what few samples, and no times,
// come to; what a report without scripts, and one on paper, has.
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { accessibilityFaults } from './axe.mjs';

const urlOf = (work, which, hash = '') => `${pathToFileURL(join(work, which, 'index.html')).href}${hash && `#${hash}`}`;
const rows = (page) => page.locator('#functions-table tbody tr');

async function verdict({ open, context, work, checker }) {
  const { check, done } = checker('the verdict');
  const { page, problems } = await open(context, urlOf(work, 'sampled'));
  const model = await page.evaluate(() => ipoint.report.verdict);
  const shown = await page.locator('#verdict li').evaluateAll((items) => items.map((li) => {
    const copy = li.cloneNode(true);
    copy.querySelectorAll('.about, .copy').forEach((e) => e.remove());
    return { text: copy.textContent, affected: li.classList.contains('affected'), top: li.getBoundingClientRect().top };
  }));
  check('the model’s sentences and commands, and no other words', shown.map(({ text }) => text).join('\n') === model.map((v) => v.text + (v.command ?? '')).join('\n'), JSON.stringify(shown));
  check('amber where a conclusion is affected', shown.map((s) => s.affected).join() === model.map((v) => v.affected).join());
  check('before all else but what ran', await page.evaluate(() => ['#functions', '#summary', '#provenance', '#budgets'].every((s) =>
    document.querySelector(s).getBoundingClientRect().top > document.getElementById('verdict').getBoundingClientRect().bottom)));
  check('a hostile name in it is text, and a link', await page.locator('#verdict a', { hasText: 'evil</script><img' }).count() === 1 && await page.locator('img').count() === 0);
  check('five functions are on the first screen', await rows(page).nth(4).evaluate((tr) => tr.getBoundingClientRect().bottom) <= 900);
  await page.evaluate(() => { window.copied = []; Object.defineProperty(navigator, 'clipboard', { value: { writeText: async (text) => { copied.push(text); } } }); });
  await page.locator('#verdict .copy').click();
  check('its command can be taken', (await page.evaluate(() => copied.join())) === model.at(-1).command);
  await page.locator('h1').click();
  await page.evaluate(() => document.activeElement.blur());
  let tabs = 0, at = '';
  while (tabs < 5 && !/#f=/.test(at)) {
    await page.keyboard.press('Tab');
    at = await page.evaluate(() => document.activeElement.getAttribute('href') ?? '');
    tabs++;
  }
  check('a function within five tabs', /#f=/.test(at), `${tabs} ${at}`);
  await page.keyboard.press('Enter');
  await page.waitForFunction(() => document.body.dataset.page === 'function');
  check('nothing on the console', !problems.errors.length, problems.errors.join(' '));
  await page.close();
  done();
}

// A finger needs 44 pixels: on itself, or above and below where it stands in a text.
const smallTargets = () => [...document.querySelectorAll('button, summary, input, #functions-table tbody th a, [role="tab"]')].filter((e) => {
  if (!e.checkVisibility() || e.closest('.skip, .visually-hidden') || e.matches('.skip'))
    return false;
  const target = e.matches('input') ? e.closest('label') ?? e : e.matches('.pick') && e.closest('.kind').children.length === 1 ? e.closest('tr') : e;
  const box = target.getBoundingClientRect(), more = getComputedStyle(e, '::after');
  const above = more.content !== 'none' && more.position === 'absolute' ? -parseFloat(more.top) - parseFloat(more.bottom) : 0;
  return box.height + above < 43.5;
}).map((e) => `${e.tagName} ${e.className} "${e.textContent.slice(0, 30)}" ${Math.round(e.getBoundingClientRect().height)}`);

async function onTelephone({ browser, open, work, checker }) {
  const { check, done } = checker('the first screen at 400');
  const context = await browser.newContext({ viewport: { width: 400, height: 900 }, reducedMotion: 'reduce' });
  for (const which of ['sampled', 'small', 'counted']) {
    const { page } = await open(context, urlOf(work, which));
    const top = await rows(page).first().evaluate((tr) => tr.getBoundingClientRect().top);
    check(`${which}: the first function within 700 pixels`, top <= 700, `${Math.round(top)}`);
    if (which !== 'counted') {
      const small = await page.evaluate(smallTargets);
      check(`${which}: 44 pixels for a finger`, !small.length, small.slice(0, 5).join('; '));
    }
    check(`${which}: what few need is folded`, !await page.locator('#search').isVisible() && !await page.locator('input[name="theme"]').first().isVisible());
    await page.locator('#controls > .folds > summary').click();
    check(`${which}: and can be opened`, await page.locator('#search').isVisible());
    await page.close();
  }
  const { page } = await open(context, urlOf(work, 'small', 'f=parse_message.html'));
  const small = await page.evaluate(smallTargets);
  check('a function: 44 pixels for a finger', !small.length, small.slice(0, 5).join('; '));
  await context.close();
  done();
}

async function amber({ open, context, work, checker }) {
  const { check, done } = checker('amber means that a conclusion is affected');
  const { page } = await open(context, urlOf(work, 'small'));
  const all = await page.locator('#summary .attention dt').allTextContents();
  check('not for the filter that does its work', !all.includes('Interrupted visits removed'), all.join());
  check('for what was lost, what no gap shows, what never ran', ['Records lost', 'Undetected interrupts', 'Never run', 'Not instrumented'].every((term) => all.includes(term)), all.join());
  const tallies = await page.locator('#omissions .tally:not(.none)').evaluateAll((all) => all.map((t) => t.closest('section').id).join());
  check('lists likewise', tallies === 'damage,impossible,unseen,not-instrumented,never-run-functions', tallies);
  const losses = (await page.locator('#lost .attention th').allTextContents()).join();
  check('and losses', losses === 'Records lost,Impossible transitions,Damaged places', losses);
  const tile = page.locator('#summary > div', { hasText: 'Undetected interrupts' });
  check('undetected interrupts have a tile', (await tile.locator('strong').textContent()) === '≈ 13', await tile.textContent());
  const probes = await page.evaluate(() => {
    const { clock } = ipoint.report, kept = clock.probe_overhead;
    const elapsed = ipoint.report.traces.reduce((sum, t) => sum + t.wall_ns, 0) * clock.rate_hz / 1e9;
    const timed = ipoint.report.traces.reduce((sum, t) => sum + t.timed, 0);
    return [0.93, 0.3].map((share) => {
      clock.probe_overhead = { timed_mean: share * elapsed / timed, untimed_mean: 0, timed_uncertainty: 0.01 * elapsed / timed };
      ipoint.fillTrust(ipoint.report);
      const entry = [...document.querySelectorAll('#summary > div')].find((e) => e.textContent.startsWith('Records took'));
      clock.probe_overhead = kept;
      return `${entry.querySelector('strong').textContent} ${entry.classList.contains('attention')}`;
    }).join('; ');
  });
  check('for probes that took most of the time', probes === '93 ± 2 % true; 30 ± 2 % false', probes);
  const never = await page.evaluate(() => {
    const report = { ...ipoint.report, totals: { ...ipoint.report.totals, functions: 1070 }, never_run: { ...ipoint.report.never_run, functions: Array(563).fill({}) } };
    return [report, { ...report, never_run: { ...report.never_run, functions: [{}] } }].map((r) => {
      ipoint.fillTrust(r);
      return [...document.querySelectorAll('#summary > div')].find((e) => e.textContent.startsWith('Never run')).classList.contains('attention');
    }).join();
  });
  check('for 563 of 1,070 that never ran, not for one', never === 'true,false', never);
  await page.goto(urlOf(work, 'small', 'f=crc16.html&block=for.1%2Fbody'));
  await page.waitForFunction(() => document.body.dataset.page === 'function' && document.body.dataset.ready === 'true');
  const words = /^About 13 undetected interrupts are expected in its (calls|visits)/;
  check('a warning at the card', (await page.locator('.worst-card .notice').allTextContents()).some((text) => words.test(text)));
  check('and in the block’s panel', words.test(await page.locator('#detail > .notice').first().textContent()));
  check('nothing is called free of interrupts that cannot be known', (await page.locator('.worst-card').allTextContents()).every((text) => !text.includes('without interrupts')));
  check('excluded visits are no warning', await page.locator('#detail .tag.warn', { hasText: 'excluded' }).count() === 0);
  await page.close();
  done();
}

async function fewSamples({ open, context, work, checker }) {
  const { check, done } = checker('few samples');
  let { page, problems } = await open(context, urlOf(work, 'few'));
  const head = await page.locator('.functions thead').textContent();
  check('times lead where no function has enough', head.includes('self total') && !head.includes('by samples'), head);
  check('which is named', (await page.locator('#functions-lead').textContent()).endsWith('Shares are of the self time of all functions.'));
  await page.goto(urlOf(work, 'few', 'f=crc16.html'));
  await page.waitForFunction(() => document.body.dataset.page === 'function' && document.body.dataset.ready === 'true');
  check('samples in place of a share', (await page.locator('#facts').textContent()).includes('14 of 31 samples'), await page.locator('#facts').textContent());
  await page.close();

  ({ page, problems } = await open(context, urlOf(work, 'sampled')));
  const cells = await page.locator('.functions td.share').evaluateAll((all) => all.map((td) => [td.textContent, td.style.getPropertyValue('--share') !== '']));
  check('a share and its samples', cells.some(([text, bar]) => text === '45.0 %1,800 samples' && bar), JSON.stringify(cells));
  check('of few how many of all, no bar', cells.some(([text, bar]) => text === '20 of 4,000 samples' && !bar), JSON.stringify(cells));
  // The lines and blocks of a function.
  const shown = await page.evaluate(async () => {
    const f = await ipoint.loadFunction('crc16.html');
    f.sampled.samples = 31;
    f.lines = [{ line: f.line, self: 700, share: 7 / 31 }, { line: f.line + 1, self: 2400, share: 24 / 31 }];
    f.blocks.forEach((b) => { b.sampled = { samples: 7, share: f.sampled.share * 7 / 31, group: [] }; });
    const few = ipoint.sourceTable(f, () => {}).element;
    f.sampled.samples = 3100;
    f.blocks.forEach((b) => { b.sampled.samples = 700; });
    const many = ipoint.sourceTable(f, () => {}).element;
    return [few, many].map((table) => [0, 1].map((i) => {
      const row = table.querySelector(`tr[data-line="${f.line + i}"]`);
      return `${row.querySelector('.share').textContent}|${row.style.getPropertyValue('--strength') !== ''}`;
    }).join(' ')).concat(ipoint.basisOf(f).share(ipoint.basisOf(f).of(f.blocks[0]), f.blocks[0]));
  });
  check('no share and no shade of a line with few', shown[0] === '7 of 31 samples|false 24 of 31 samples|false', shown[0]);
  check('both of one with enough', shown[1] === '22.6 %|true 77.4 %|true', shown[1]);
  check('blocks have their share of the same whole', shown[2] === '22.6 %', shown[2]);
  check('nothing on the console', !problems.errors.length, problems.errors.join(' '));
  await page.close();
  done();
}

async function withoutTimes({ open, context, work, checker }) {
  const { check, done } = checker('without times');
  const { page, problems } = await open(context, urlOf(work, 'counted'));
  check('no column of dashes', (await page.locator('.functions thead button').allTextContents()).join() === 'function,share,calls', (await page.locator('.functions thead button').allTextContents()).join());
  const names = await page.locator('.functions tbody th a').allTextContents();
  check('by calls', names[0] === 'count_bits');
  check('which is said', (await page.locator('#functions-lead').textContent()) === 'Nothing was timed. Shares are of all calls.');
  check('nor a choice without effect', !await page.locator('input[name="figures"]').first().isVisible());
  check('there is a next command', (await page.locator('#verdict .command code').textContent()).startsWith('ipoint-run'));
  for (const form of ['tree', 'flame', 'treemap']) {
    await page.locator(`input[name="form"][value="${form}"]`).check();
    check(`${form}: shares are named`, (await page.locator('#caption').textContent()).includes('Shares are of all calls: nothing was timed.'), await page.locator('#caption').textContent());
    if (form !== 'tree') {
      check(`${form}: sized and coloured by calls`, await page.locator('.box.function').count() >= 3 && (await page.locator('.legend').textContent()).includes('Colour: calls'));
      check(`${form}: and in these words`, /^count_bits: .*[\d,]+ calls \(\d/.test(await page.locator('.box[aria-label^="count_bits: "]').first().getAttribute('aria-label')),
        await page.locator('.box[aria-label^="count_bits: "]').first().getAttribute('aria-label'));
    }
  }
  await page.locator('input[name="form"][value="tree"]').check();
  check('tree: no column of dashes', (await page.locator('.tree thead th').allTextContents()).join() === 'folder, file, function,share,calls,functions');
  check('nothing on the console', !problems.errors.length, problems.errors.join(' '));
  await page.close();
  done();
}

async function worstCalls({ open, context, work, checker }) {
  const { check, done } = checker('what the longest call is made of');
  const { page, problems } = await open(context, urlOf(work, 'small', 'f=parse_message.html'));
  const cards = page.locator('.worst-card');
  const { raw, corrected, max_at: place } = await page.evaluate(() => ipoint.loadFunction('parse_message.html').then((f) => f.self));
  const number = (v) => v.toLocaleString('en-US');
  const self = cards.filter({ hasText: 'Self time' });
  const legend = await self.locator('.piece').allTextContents();
  check('a legend with numbers', legend.length === 4 && legend[1].includes(number(raw.max - corrected.max)) && legend[2] === `interrupts ${number(place.interrupts.added)} ticks (detected)`, legend.join('; '));
  const parts = await self.locator('.parts span').evaluateAll((all) => all.map((s) => [s.className, s.getBoundingClientRect().width, Number(s.style.getPropertyValue('--share'))]));
  const whole = await self.locator('.parts').evaluate((e) => e.clientWidth);
  check('the parts make up the whole', Math.abs(parts.reduce((sum, [, w]) => sum + w, 0) - whole) < 3 && Math.abs(parts.reduce((sum, [, , share]) => sum + share, 0) - 1) < 1e-6, JSON.stringify(parts));
  check('and it can be heard', (await self.locator('.parts').getAttribute('aria-label')).startsWith('Made of code '));
  const alone = await self.locator('.worst-facts > div', { hasText: /^(Uninterrupted|… )/ }).allTextContents();
  check('the worst call that nothing interrupted, when, and by which path', alone.join('|') === 'Uninterrupted7,777 ticks raw, the longest call that no detected interrupt hit: ' +
    'in call 12 of 2,000, 31 ms into run 1 of 2, thread 4712 (rx-worker)|… call pathdispatch → parse_message|… path(entry 21 → condition 31)', alone.join('|'));
  check('which is the same where nothing was excluded', (await cards.filter({ hasText: 'Inclusive time' }).textContent()).includes('of uninterrupted calls it is the longest, too'));
  // Figures that are not there take no room.
  const dashes = await page.locator('#figures-table tbody tr').evaluateAll((all) => all.filter((tr) => [...tr.querySelectorAll('td')].every((td) => td.textContent === '–')).length);
  check('no row of dashes', dashes === 0);
  await page.locator('.widen').click();
  check('the panel can have the full width', await page.locator('#detail').evaluate((e) => e.getBoundingClientRect().width > 1250) && page.url().includes('wide=1'));
  await page.locator('.pick').nth(2).click();
  check('and keeps it for another block', await page.locator('#detail').evaluate((e) => e.getBoundingClientRect().width > 1250) && await page.locator('.widen').getAttribute('aria-pressed') === 'true');
  check('nothing on the console', !problems.errors.length, problems.errors.join(' '));
  await page.close();
  done();
}

async function toOptimise({ open, context, work, checker }) {
  const { check, done } = checker('what to optimise');
  let { page, problems } = await open(context, urlOf(work, 'small'));
  const texts = () => page.locator('#gains tbody tr').evaluateAll((all) => all.map((tr) => [...tr.cells].map((cell) => cell.textContent).join('|')));
  const first = await texts();
  check('functions and blocks, those first that take most off the mean time', first.slice(0, 2).join() === 'crc16|whole function|−5.0 %|−320.4|−12,345,crc16|for.1/body|−3.1 %|−4.3|–', first.join());
  check('little has no sign', first.at(-1).endsWith('|< 0.1 %|–|–'), first.at(-1));
  check('the column names whose p99 becomes less', (await page.locator('#gains thead').textContent()).includes('p99 of parse<byte>'));
  const long = await page.evaluate(() => {
    ipoint.fillGains({ ...ipoint.report, gains_p99_of: 'parse_any_message' });
    return [document.querySelector('#gains thead').textContent.includes('parse_any_message'), [...document.querySelectorAll('#gains thead th')].some((th) => th.textContent.trim().startsWith('p99') && th.innerHTML.includes('of parse_any_message'))].join();
  });
  check('a long name does not, but its title', long === 'false,true', long);
  check('ten of them, and the rest when asked for', first.length === 10 && (await page.locator('#gains .more').textContent()).startsWith('10 of 13 shown.'));
  check('a hostile name is text', first[2].startsWith('evil</script><img') && await page.locator('#gains img').count() === 0);
  check('it is on the page’s way', await page.evaluate(() => [...document.querySelectorAll('main > section')].slice(0, 2).map((s) => s.id).join()) === 'functions,gains');
  const note = await page.locator('#gains-note').textContent();
  check('what is assumed is in the words of the document', note === `${await page.evaluate(() => ipoint.report.gains_in_words)} Times in ticks.` && note.includes('< & >'), note);
  await page.locator('#gains thead button', { hasText: 'WCET estimate' }).click();
  check('by the WCET estimate', (await texts()).slice(0, 3).map((row) => row.replace(/.*\|/, '')).join() === '−20,000,−12,345,−77', (await texts()).slice(0, 3).join());
  check('which a link keeps', page.url().includes('sort-gains=worst-descending'));
  check('axe-core finds nothing', !(await accessibilityFaults(page, '#gains')).length, (await accessibilityFaults(page, '#gains')).join('; '));
  await page.locator('#jump a', { hasText: 'What to optimise' }).click();
  check('the page’s navigation leads there', await page.waitForFunction(() => document.activeElement.id === 'gains' && document.getElementById('gains').getBoundingClientRect().top < 300, null, { timeout: 5000 }).then(() => true, () => false));
  await page.locator('#gains tbody td a', { hasText: 'entry + exit' }).click();
  await page.waitForFunction(() => document.body.dataset.page === 'function' && document.body.dataset.ready === 'true');
  check('a group of blocks leads to its first', new URL(page.url()).hash.includes('f=count_bits.html&') && new URL(page.url()).hash.includes('block=entry'), page.url());
  await page.goBack();
  await page.waitForFunction(() => document.body.dataset.page === 'index' && document.body.dataset.ready === 'true');
  await page.locator('#gains tbody th a', { hasText: 'crc16' }).first().click();
  await page.waitForFunction(() => document.querySelector('h1')?.textContent === 'crc16');
  check('nothing on the console', !problems.errors.length, problems.errors.join(' '));
  await page.close();

  for (const which of ['clean', 'counted']) {
    ({ page, problems } = await open(context, urlOf(work, which)));
    check(`${which}: nothing where no gain is known`, !await page.locator('#gains').isVisible() && await page.locator('#jump a', { hasText: 'optimise' }).count() === 0 && !problems.errors.length);
    check(`${which}: the navigation has what there is`, await page.locator('#jump a').count() >= 3);
    await page.close();
  }
  ({ page } = await open(context, urlOf(work, 'sampled')));
  const columns = await page.evaluate(() => {
    ipoint.fillGains({ gains: ipoint.report.gains.slice(1, 2).map((g) => ({ ...g, p99: null })) }, 'all');
    return [...document.querySelectorAll('#gains thead th')].map((th) => th.textContent).join();
  });
  check('no column of dashes', columns === '10 % less in,block,mean time', columns);
  await page.close();
  done();
}

// Chromium prints what a reader would get on paper.
async function onPaper({ open, context, work, checker }) {
  const { check, done } = checker('on paper, chapter by chapter');
  const pagesOf = (pdf) => (pdf.toString('latin1').match(/\/Type \/Page\b/g) || []).length;
  for (const [hash, most] of [['', 9], ['f=parse_message.html', 9]]) {
    const { page } = await open(context, urlOf(work, 'sampled', hash));
    await page.evaluate(() => window.addEventListener('beforeprint', () => {
      const heads = [...document.querySelectorAll('#view h2')].filter((h) => h.checkVisibility());
      window.last = heads.at(-1).textContent;
      window.words = document.querySelectorAll('#glossary dt').length;
    }));
    const pdf = await page.pdf({ preferCSSPageSize: true, format: 'A4' });
    check(`${hash || 'front'}: at most ${most} pages`, pagesOf(pdf) >= 2 && pagesOf(pdf) <= most, String(pagesOf(pdf)));
    check(`${hash || 'front'}: the glossary is last`, await page.evaluate(() => window.last) === 'Glossary' && await page.evaluate(() => window.words > 40));
    check(`${hash || 'front'}: and only there`, await page.locator('#glossary').count() === 0);
    await page.close();
  }
  done();
}

export async function first({ browser, open, checker, work }) {
  const context = await browser.newContext({ viewport: { width: 1400, height: 900 }, reducedMotion: 'reduce' });
  for (const part of [verdict, onTelephone, amber, fewSamples, withoutTimes, worstCalls, toOptimise, onPaper])
    await part({ browser, open, context, work, checker }).catch((error) => checker(part.name).check('runs to its end', false, error.message));
  await context.close();
}
