// Part of the ipoint project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The annotated source: a line of a function, and what the blocks that begin there took. A long one is folded to
// its hot lines and those of the selected block.
'use strict';

{
  const { el } = ipoint;
  const columns = 8; // of the table

  // --- The gutter -----------------------------------------------------------------------------

  // What it says of a block: a mean, or a word in its place, and a number for the largest.
  function gutterOf(block) {
    if (!block.visits)
      return { visits: 'never ran', never: true };
    const visits = ipoint.count(block.visits);
    const max = ipoint.best(block.time, 'max');
    const mark = max === null ? null : ipoint.time(max);
    const mean = ipoint.leadingMean(block);
    if (mean && block.sampled)
      return { visits, max: mark, mean: { ...mean, title: `${mean.title}${ipoint.groupInWords(block)}` } };
    if (!block.timed)
      return { visits, word: 'untimed', title: 'its record does not read the clock' };
    if (block.time && block.time.too_many_interrupts)
      return { visits, word: 'too many interrupts', max: mark, title: ipoint.tooManyInterrupts(block.time) };
    if (!mean)
      return { visits, word: 'no time', title: 'no visit lies between two timed records' };
    return { visits, mean, max: mark };
  }

  function gutterCells(blocks, onSelect) {
    const parts = blocks.map((block) => ({ block, ...gutterOf(block) }));
    const stack = (className, content) => el('td', { class: className }, parts.map((part) => el('div', {}, content(part))));
    return [
      stack('kind', ({ block }) => el('button', {
        type: 'button', class: 'pick', 'data-block': block.name, 'aria-pressed': 'false',
        title: `${block.name}, from ${ipoint.lineAndColumn(block)}`, on: { click: (event) => { event.stopPropagation(); onSelect(block, event); } },
      }, block.kind)),
      stack('num', (part) => part.never ? el('span', { class: 'never-word' }, part.visits) : part.visits),
      stack('num', (part) => part.word ? el('span', { class: 'word', title: part.title }, part.word)
        : part.mean ? ipoint.meanElement(part.mean) : '\u00a0'),
      stack('num', (part) => part.max || '\u00a0'),
    ];
  }

  const lineCells = (line, basis) => [
    el('td', { class: 'num self' }, line && line.self !== null && !ipoint.areFew(basis.samplesOf(line)) ? ipoint.time(line.self) : '\u00a0'),
    el('td', { class: 'num share' }, line && line.share !== null ? basis.share(line.share, line).split(/(?= samples$)/).map((part, i) => i ? el('span', { class: 'samples' }, part) : part) : '\u00a0'),
  ];

  // --- A line's text --------------------------------------------------------------------------

  // Columns count bytes from 1; where in the text that is.
  function offsetOf(text, column) {
    if (/^[\x00-\x7f]*$/.test(text))
      return Math.min(text.length, column - 1);
    let bytes = 0, at = 0;
    for (const character of text) {
      if (bytes >= column - 1)
        break;
      bytes += new TextEncoder().encode(character).length;
      at += character.length;
    }
    return at;
  }

  // Lines of other files that a directive brings in, as far as blocks begin there.
  function includedLines(blocks, spots, onSelect) {
    const lines = ipoint.grouped(blocks.filter((b) => b.included), ({ included }) => ipoint.place(included.file, included.line));
    return [...lines].map(([place, here]) => {
      const line = el('div', { class: 'spot included', title: here.map((b) => b.kind).join('; '),
        on: { click: (event) => { event.stopPropagation(); onSelect(here[0], event); } } },
      el('span', { class: 'from' }, ipoint.breakable(place)), ' ', here[0].included.text.trim());
      here.forEach((block) => spots.set(block.name, line));
      return line;
    });
  }

  // The cell with a line's code. What lies from the column of a block to that of the next one is an element, which
  // `spots` has by the name of the block.
  function codeCell(text, parts, blocks, spots, onSelect) {
    const cell = el('td', { class: 'code' });
    const starts = ipoint.grouped((blocks || []).filter((b) => b.column && !b.included), (b) => offsetOf(text, b.column));
    const offsets = [...starts.keys()].sort((a, b) => a - b);
    cell.append(...ipoint.syntaxElements(parts, 0, offsets[0] ?? Infinity));
    offsets.forEach((at, i) => {
      const here = starts.get(at);
      const spot = el('span', { class: 'spot', title: here.map((b) => `${b.kind}, column ${b.column}`).join('; '),
        on: { click: (event) => { event.stopPropagation(); onSelect(here[0], event); } } },
      ...ipoint.syntaxElements(parts, at, offsets[i + 1] ?? text.trimEnd().length));
      here.forEach((block) => spots.set(block.name, spot));
      cell.append(spot);
    });
    if (!text)
      cell.append(' ');
    cell.append(...includedLines(blocks || [], spots, onSelect));
    return cell;
  }

  // --- The table ------------------------------------------------------------------------------

  const words = { blank: 'a blank line', comment: 'a comment', brace: 'a brace', declaration: 'a declaration', preprocessor: 'for the preprocessor' };

  function rowsOf(f, spots, onSelect) {
    const byLine = ipoint.grouped(f.blocks, (b) => b.line);
    const lines = new Map(f.lines.map((l) => [l.line, l]));
    const syntax = ipoint.syntaxOf(f.source), basis = ipoint.basisOf(f);
    return f.source.map((text, i) => {
      const line = f.line + i;
      const blocks = byLine.get(line);
      const time = lines.get(line);
      const head = el('th', { scope: 'row', class: 'ln' }, String(line));
      const code = codeCell(text, syntax[i], blocks, spots, onSelect);
      if (!blocks && !time) {
        const why = ipoint.withoutCode(syntax[i]);
        return el('tr', { 'data-line': line, class: why ? 'no-code' : null, title: why ? `no code: ${words[why]}` : null },
          head, el('td', { class: 'gap', colspan: columns - 2 }), code);
      }
      const share = time && !ipoint.areFew(basis.samplesOf(time)) ? time.share : null;
      const title = share ? `${ipoint.share(share)} of ${basis.words}` : null;
      const tr = blocks ? el('tr', {
        'data-line': line, class: blocks.every((b) => !b.visits) ? 'has-blocks never' : 'has-blocks', title,
        on: { click: (event) => onSelect(blocks[0], event) },
      }, head, lineCells(time, basis), gutterCells(blocks, onSelect), code)
        : el('tr', { 'data-line': line, class: 'has-time', title }, head, lineCells(time, basis), el('td', { class: 'gap', colspan: columns - 4 }), code);
      if (share)
        ipoint.shade(tr, share, 0.34);
      return tr;
    });
  }

  // What belongs to a block is marked while the pointer is over it: its button, or its part of the code.
  function markHovered(table, spots) {
    const names = ipoint.grouped([...spots.keys()], (name) => spots.get(name));
    const each = (target, action) => {
      const spot = target.closest('.spot'), pick = target.closest('.pick');
      if (pick)
        spots.get(pick.dataset.block)?.classList.toggle('pointed', action);
      for (const name of spot ? names.get(spot) : [])
        table.querySelector(`.pick[data-block="${CSS.escape(name)}"]`)?.classList.toggle('pointed', action);
    };
    for (const [type, action] of [['pointerover', true], ['pointerout', false], ['focusin', true], ['focusout', false]])
      table.addEventListener(type, (event) => each(event.target, action));
  }

  // --- Folding --------------------------------------------------------------------------------

  const foldedFrom = 250; // lines; as many fit on a few screens
  const around = 3; // lines that are shown beside a hot one
  const hotBlocks = 15;

  // Lines that stay: the first ones, those of the hottest blocks and of what is selected, and what lies between near ones.
  function linesKept(f, opened) {
    const kept = new Set();
    const keep = (from, to) => { for (let line = from; line <= to; line++) kept.add(line); };
    keep(f.line, f.line + around);
    keep(f.end_line - 1, f.end_line);
    for (const { block } of ipoint.hottestBlocks(f).slice(0, hotBlocks))
      keep(block.line - around, block.line + around);
    for (const [from, to] of opened)
      keep(from, to);
    return kept;
  }

  // Hides lines that are not kept, and puts a row in the place of each run of them. open(from, to) shows one.
  function fold(body, rows, f, kept, open) {
    const out = [];
    for (let i = 0; i < rows.length;) {
      let end = i;
      while (end < rows.length && kept && !kept.has(f.line + end))
        end++;
      if (end - i < 4) { // a fold would take as much room
        end = Math.max(end, i + 1);
        out.push(...rows.slice(i, end));
      } else {
        const from = f.line + i, to = f.line + end - 1;
        const blocks = f.blocks.filter((b) => b.line >= from && b.line <= to).length;
        const share = f.lines.filter((l) => l.line >= from && l.line <= to).reduce((sum, l) => sum + (l.share || 0), 0);
        const head = el('th', { scope: 'row', class: 'ln' }, '⋯');
        out.push(el('tr', { class: 'fold' }, head, el('td', { colspan: columns - 1 },
          el('button', { type: 'button', on: { click: () => open(from, to) } }, `Show lines ${from} to ${to}`),
          ` ${ipoint.plural(blocks, 'block')}${share ? `, ${ipoint.basisOf(f).share(share, { share })}` : ''}`)));
      }
      i = end;
    }
    body.replaceChildren(...out);
  }

  // --- What the page uses ---------------------------------------------------------------------

  // A table of the function's lines. onSelect(block) is called when one is picked. Returns {element, mark(block), row(block),
  // isLong, isFolded(), fold(on)}.
  ipoint.sourceTable = function sourceTable(f, onSelect) {
    const spots = new Map();
    const rows = rowsOf(f, spots, onSelect);
    const body = el('tbody');
    const table = el('table', { class: 'source', role: 'table' },
      ipoint.headOf([['ln', 'line'], ['num self', 'self'], ['num share', 'share'], ['kind', 'block'], ['num', 'visits'], ['num', 'mean'], ['num', 'HWM'], ['code', 'source']]),
      body);
    // On a narrow screen each row is a separate grid: their first columns agree by this.
    table.style.setProperty('--digits', String(f.end_line).length);
    ipoint.walkPicks(table);
    markHovered(table, spots);

    const isLong = rows.length > foldedFrom;
    let folded = isLong;
    const opened = [];
    const rangeOf = (block) => [block.line, Math.max(block.line, block.end_line || 0)];
    const refold = () => fold(body, rows, f, folded ? linesKept(f, opened) : null, (from, to) => {
      opened.push([from, to]);
      refold();
      rows[from - f.line].querySelector('.pick')?.focus({ preventScroll: true });
    });
    refold();

    // Marks the lines that a block covers, and its part of them; none without a block.
    function mark(block) {
      table.querySelectorAll('[aria-pressed="true"]').forEach((e) => e.setAttribute('aria-pressed', 'false'));
      table.querySelectorAll('.in-block, .picked').forEach((e) => e.classList.remove('in-block', 'picked'));
      if (!block)
        return;
      const [from, to] = rangeOf(block);
      if (folded && !rows[from - f.line]?.parentElement) {
        opened.push([from - around, Math.min(to, from + 40) + around]);
        refold();
      }
      rows[from - f.line]?.querySelector(`.pick[data-block="${CSS.escape(block.name)}"]`)?.setAttribute('aria-pressed', 'true');
      spots.get(block.name)?.classList.add('picked');
      for (let line = from; line <= to; line++)
        rows[line - f.line]?.classList.add('in-block');
    }

    return {
      element: ipoint.scroller('Source with times', table), mark, isLong, isFolded: () => folded,
      row: (block) => rows[block.line - f.line],
      fold(on) { folded = on; refold(); },
    };
  };
}
