// Part of the ipoint project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The data of the report. It is JSON, compressed (zlib) and in base64. What the front page needs lies in the
// page; the rest lies in pieces, each a script of data/, which may be loaded from a disk where files may not
// be fetched. In a single file the pieces lie in the page, too.
'use strict';

{
  // Which output has the same figures.
  ipoint.jsonCommand = () => document.querySelector('template').dataset.json;

  // A loop, as Uint8Array.from() takes ten times as long for the megabytes of a large report.
  function bytesOf(base64) {
    const text = atob(base64);
    const bytes = new Uint8Array(text.length);
    for (let i = 0; i < bytes.length; i++)
      bytes[i] = text.charCodeAt(i);
    return bytes;
  }

  const unpack = (base64) => new Response(new Blob([bytesOf(base64)]).stream()
    .pipeThrough(new DecompressionStream('deflate'))).json();

  // Name of a piece → a promise of its data; and what waits for the script to run.
  const pieces = new Map();
  const waiting = new Map();

  // Called by the script of a piece.
  ipoint.arrived = (name, base64) => waiting.get(name)?.(base64);

  const loadScript = (name) => new Promise((resolve, reject) => {
    waiting.set(name, resolve);
    document.head.append(ipoint.el('script', { src: `data/${name}.js`,
      on: { error: () => reject(new Error(`data/${name}.js cannot be read: is the folder complete?`)) } }));
  });

  ipoint.piece = function piece(name) {
    if (!pieces.has(name)) {
      const inPage = document.getElementById(`piece-${name}`);
      const loaded = (inPage ? Promise.resolve(inPage.textContent) : loadScript(name)).then(unpack);
      loaded.catch(() => pieces.delete(name));
      pieces.set(name, loaded);
    }
    return pieces.get(name);
  };

  // Reads what lies in the page. ipoint.report is the document of docs/report-json.md, without blocks and
  // histograms, in ticks, or of a comparison that of docs/compare.md; sets the unit that the page was asked for.
  ipoint.readData = async function readData() {
    const { unit, pieces: starts, longest, report } = await unpack(ipoint.byId('data').textContent);
    ipoint.report = report;
    ipoint.firstUnit = unit;
    ipoint.pieceStarts = starts;
    ipoint.longestPaths = longest ?? [];
  };

  // All that is known of a function by the name of its page; null where there is none.
  ipoint.loadFunction = async function loadFunction(page) {
    const at = ipoint.report.functions.findIndex((f) => f.page === page);
    if (at < 0)
      return null;
    let number = ipoint.pieceStarts.findIndex((start) => start > at);
    if (number < 0)
      number = ipoint.pieceStarts.length;
    const f = (await ipoint.piece(`functions-${number}`))[at - ipoint.pieceStarts[number - 1]];
    const numbers = ipoint.longestPaths.flatMap((l, i) => l.page === page ? [i + 1] : []);
    f.longest = await Promise.all(numbers.map(ipoint.loadLongest));
    return f;
  };

  // The longest path of a number, or why there is none; null where there is no such number.
  ipoint.loadLongest = async function loadLongest(number) {
    const known = ipoint.longestPaths[number - 1];
    return known ? { ...known, number, data: known.reason ? null : await ipoint.piece(`longest-${number}`) } : null;
  };
}
