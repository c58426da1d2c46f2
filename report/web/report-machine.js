// Part of the ipoint project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A function's machine code, if it was asked for: each instruction with its samples, below the line that it is of.
'use strict';

{
  const { el, byId } = ipoint;

  function tableOf(f, code, whole) {
    const most = code.instructions.reduce((max, i) => Math.max(max, i.samples), 0);
    let shown = 0;
    const rows = code.instructions.flatMap((i) => {
      const text = i.line !== shown && i.line ? f.source?.[i.line - f.line] ?? '' : undefined;
      shown = i.line;
      const tr = el('tr', { class: i.samples ? 'sampled' : null }, ipoint.numberCell(i.samples ? ipoint.count(i.samples) : ''),
        ipoint.numberCell(i.samples && whole >= 30 ? ipoint.share(i.samples / whole) : ''),
        el('td', { class: 'ln' }, i.address.toString(16)), el('td', { class: 'code' }, i.text));
      tr.style.setProperty('--strength', (most ? 0.42 * Math.sqrt(i.samples / most) : 0).toFixed(3));
      return [text !== undefined && el('tr', { class: 'of-line' }, el('th', { colspan: 3, scope: 'row' }, `line ${i.line}`),
        el('td', { class: 'code' }, ...ipoint.syntaxElements(ipoint.syntaxOf([text])[0]))), tr].filter(Boolean);
    });
    const heads = [['num', 'samples'], ['num', 'share'], ['ln', 'address'], ['code', 'instruction']];
    return [el('h3', {}, ipoint.breakable(code.symbol), ' ', el('small', {}, ipoint.breakable(code.file))),
      ipoint.scroller(`Instructions of ${code.symbol}`, el('table', { class: 'machine' },
        ipoint.headOf(heads), el('tbody', {}, rows))),
      code.left ? el('p', { class: 'note' }, `${ipoint.plural(code.left, 'byte')} behind these are left out.`) : ''];
  }

  ipoint.fillMachine = function fillMachine(f) {
    if (!f.code)
      return;
    const whole = f.code.flatMap((c) => c.instructions).reduce((sum, i) => sum + i.samples, 0);
    byId('machine-note').textContent = `Machine code of the ${ipoint.sampledProgram()}, ${ipoint.plural(whole, 'sample')} in it, of functions that were inlined into it too. ` +
      'A sample lies at the instruction that was next when it was taken: what took long stands before it.';
    byId('machine-table').replaceChildren(...f.code.flatMap((code) => tableOf(f, code, whole)));
  };
}
