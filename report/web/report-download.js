// Part of the ipoint project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What can be taken out of the report: tables as CSV, charts as SVG and PNG.
'use strict';

{
  const { el } = ipoint;

  // --- Files ----------------------------------------------------------------------------------

  // A name for a file from words that may be anything.
  const fileName = (words, ending) => `${words.filter(Boolean).join('-').normalize('NFKD').replace(/[^\w.-]+/g, '-')
    .replace(/-+/g, '-').replace(/^[-.]+|[-.]+$/g, '').slice(0, 120) || 'report'}.${ending}`;
  const nameOf = (what, ending) => fileName([ipoint.title, new URLSearchParams(location.hash.slice(1)).get('f')?.replace(/\.html$/, ''), what], ending);

  function save(blob, name) {
    const url = URL.createObjectURL(blob);
    el('a', { href: url, download: name }).click();
    setTimeout(() => URL.revokeObjectURL(url), 60_000);
  }

  const button = (text, label, action) => el('button', { type: 'button', class: 'take', title: label, 'aria-label': `${text}: ${label}`, on: { click: action } }, text);

  // --- CSV ------------------------------------------------------------------------------------

  // RFC 4180. A text that a spreadsheet would take for a formula gets an apostrophe before it.
  function field(value) {
    if (value === null || value === undefined)
      return '';
    if (typeof value === 'number')
      return Number.isFinite(value) ? String(value) : '';
    const text = String(value).replace(/^(?=[\t\r ]*[=+\-@\t\r])/, "'");
    return /[",\r\n]/.test(text) ? `"${text.replace(/"/g, '""')}"` : text;
  }
  ipoint.csv = (rows) => rows.map((row) => `${row.map(field).join(',')}\r\n`).join('');

  // The unit in a header: µs is no ASCII.
  ipoint.inUnit = (label) => `${label} (${ipoint.unit})`;

  // A number that a cell shows rounded: as it is, in the view's unit if it is a time.
  const exact = new WeakMap();
  ipoint.exactly = function exactly(cell, value, isTime) {
    if (typeof value === 'number')
      exact.set(cell, { value: isTime ? value * ipoint.perTick : value, isTime: !!isTime });
    return cell;
  };

  // What a cell shows: a number that was written for readers is a number again.
  function contentOf(cell) {
    if (exact.has(cell))
      return exact.get(cell).value;
    const parts = [...cell.children].length > 1 && [...cell.children].every((c) => c.tagName === 'DIV') ? [...cell.children] : [cell];
    const text = parts.map((part) => part.textContent.replace(/\u00a0/g, ' ').trim()).join('\n').trim();
    const number = /^(?:≤ )?([+−-]?\d[\d,]*(?:\.\d+)?)$/.exec(text);
    if (number)
      return Number(number[1].replace(/,/g, '').replace('−', '-'));
    const share = /^([\d.,]+) %$/.exec(text);
    return share ? Number(share[1].replace(/,/g, '')) / 100 : text === ipoint.none ? null : text;
  }

  // The rows of a table as it stands on the page; a column with times has the unit in its header.
  function rowsOf(table) {
    const lines = [...table.rows].map((tr) => [...tr.cells].flatMap((cell) => [cell, ...Array(cell.colSpan - 1).fill(null)]));
    const timed = new Set(lines.flatMap((cells) => cells.flatMap((cell, i) => cell && exact.get(cell)?.isTime ? [i] : [])));
    return lines.map((cells) => cells.map((cell, i) => {
      const content = cell && contentOf(cell);
      return timed.has(i) && cell?.closest('thead') && content ? ipoint.inUnit(content) : content;
    }));
  }

  // The rows that ipoint.table has: all that its filter leaves, as they are sorted.
  ipoint.csvOfRows = function csvOfRows(all, rows) {
    const columns = all.filter((c) => c.csv !== false);
    const labelOf = (column) => [column.label].flat().map((part) => typeof part === 'string' ? part : part.textContent).join('');
    const value = (column, row) => {
      if (column.csv)
        return column.csv(row);
      if (!column.value)
        return column.cell(row).textContent;
      const v = column.value(row);
      return column.time && typeof v === 'number' ? v * ipoint.perTick : v;
    };
    return [columns.flatMap((c) => [c.time ? ipoint.inUnit(labelOf(c)) : labelOf(c), ...(c.more || []).map(([label]) => label)]),
      ...rows.map((row) => columns.flatMap((c) => [value(c, row), ...(c.more || []).map(([, of]) => of(row))]))];
  };

  // A button that saves rows() as a file.
  ipoint.csvButton = (what, rows) => button('CSV', `${what} as a table for other programs`, () =>
    save(new Blob([ipoint.csv(rows())], { type: 'text/csv;charset=utf-8' }), nameOf(what, 'csv')));
  ipoint.csvOfTable = (what, table) => ipoint.csvButton(what, () => rowsOf(table));

  // One that saves a text.
  ipoint.textButton = (what, ending, text) => button(ending.toUpperCase(), `${what} as a file`, () =>
    save(new Blob([text], { type: 'text/plain;charset=utf-8' }), nameOf(what, ending)));

  // --- Charts ---------------------------------------------------------------------------------

  const colour = (name) => getComputedStyle(document.documentElement).getPropertyValue(name).trim();

  // Draws a chart of Chart.js again on another canvas.
  function drawAgain(chart, canvas, ratio) {
    canvas.width = chart.width;
    canvas.height = chart.height;
    const { type, data, options, plugins } = chart.config;
    const copy = new Chart(canvas, { type, data, plugins, options: { ...options, responsive: false, animation: false, devicePixelRatio: ratio, events: [] } });
    copy.draw();
    return copy;
  }

  // What the subject of ipoint.downloads looks like: {width, height, svg(), png(canvas)}; the canvas is twice as large.
  function pictureOf(subject) {
    if (subject instanceof SVGElement) {
      const { width, height } = subject.getBoundingClientRect();
      return { width, height, svg: () => ipoint.copySvg(subject) };
    }
    if (typeof subject.draw === 'function' && !subject.config) {
      const { width, height, draw } = subject;
      return { width, height, svg: () => ipoint.recordSvg(width, height, draw),
        png: (canvas) => { const context = canvas.getContext('2d'); context.scale(2, 2); draw(context); } };
    }
    const chart = subject instanceof HTMLCanvasElement ? Chart.getChart(subject) : subject;
    return {
      width: chart.width, height: chart.height,
      svg() {
        const canvas = document.createElement('canvas');
        return ipoint.recordSvg(chart.width, chart.height, (context) => {
          canvas.getContext = () => context;
          const copy = drawAgain(chart, canvas, 1);
          context.isDone = true;
          copy.destroy();
        }, canvas);
      },
      png(canvas) {
        const own = document.createElement('canvas');
        const copy = drawAgain(chart, own, 2);
        canvas.getContext('2d').drawImage(own, 0, 0);
        copy.destroy();
      },
    };
  }

  ipoint.chartSvg = (subject, title) => ipoint.svgText(pictureOf(subject).svg(), colour('--surface'), title);

  // A promise of the picture as PNG, twice as large as on the page, on the page's ground.
  ipoint.chartPng = async function chartPng(subject) {
    const picture = pictureOf(subject);
    const canvas = document.createElement('canvas');
    canvas.width = Math.round(picture.width * 2);
    canvas.height = Math.round(picture.height * 2);
    const context = canvas.getContext('2d');
    context.fillStyle = colour('--surface');
    context.fillRect(0, 0, canvas.width, canvas.height);
    if (picture.png)
      picture.png(canvas);
    else {
      const image = new Image();
      image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(ipoint.svgText(picture.svg()))}`;
      await image.decode();
      context.drawImage(image, 0, 0, canvas.width, canvas.height);
    }
    return new Promise((resolve) => { canvas.toBlob(resolve, 'image/png'); });
  };

  // Buttons that save a chart. The subject is a chart of Chart.js, its canvas, an element of SVG, or {width, height, draw(context)};
  // or a function that returns such a one when a button is pressed. `name` becomes part of the file's name.
  ipoint.downloads = function downloads(subject, name) {
    const now = () => typeof subject === 'function' ? subject() : subject;
    return el('p', { class: 'takes' },
      button('SVG', `${name} as a drawing`, () => save(new Blob([ipoint.chartSvg(now(), name)], { type: 'image/svg+xml' }), nameOf(name, 'svg'))),
      button('PNG', `${name} as a picture`, () => ipoint.chartPng(now()).then((blob) => save(blob, nameOf(name, 'png')))));
  };
}
