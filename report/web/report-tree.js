// Part of the ipoint project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The front page: functions by folder and file, with subtotals. A tree grid: up and down move, right opens and goes
// into, left closes and goes out, Enter opens a function's page.
'use strict';

{
  const { el } = ipoint;
  const open = new Map(); // path of a folder or file → whether the reader opened it; kept from view to view

  // Small programs are open, of others the files in which most of the time is.
  function openAtFirst(node, total, small, level) {
    if (!node.children.length || node.kind === 'function')
      return;
    if (!open.has(keyOf(node)))
      open.set(keyOf(node), small || level === 0 || level < 4 && total > 0 && node.time > total / 5);
    for (const child of node.children)
      openAtFirst(child, total, small, level + 1);
  }

  const keyOf = (node) => `${node.kind} ${node.path ?? node.name}`;

  // The cells behind a row's name; without times there are none of these.
  const columns = (measure) => [['name', 'folder, file, function'], measure.isTimed && ['num', 'self total'], ['num share-head', 'share'], ['num', 'calls'],
    ['num functions-head', 'functions'], measure.isTimed && ['num hwm-head', 'self HWM']].filter(Boolean);

  // {element, filter(predicate), refresh()}; measure() is by what time is shared out now.
  ipoint.functionTree = function functionTree(data, measure) {
    const body = el('tbody');
    let wanted = () => true;
    let searching = false;
    let root = null;
    let rows = []; // of what is shown: {node, level, tr}
    let at = 0; // the row that has the keyboard

    const isOpen = (node) => node.children.length > 0 && (searching || !!open.get(keyOf(node)));

    function list(node, level, into) {
      into.push({ node, level });
      if (isOpen(node) || !level)
        for (const child of node.children)
          list(child, level + 1, into);
      return into;
    }

    function nameCell({ node, level }) {
      const f = node.function;
      const cell = el('th', { scope: 'row', class: `name ${node.kind}` });
      cell.style.setProperty('--level', level);
      cell.append(el('span', { class: 'twisty', 'aria-hidden': 'true' }, !level || !node.children.length ? '' : isOpen(node) ? '▾' : '▸'),
        el('span', {}, f?.page ? el('a', { href: ipoint.functionHref(f.page), tabindex: '-1' }, ipoint.breakable(f.name))
          : ipoint.breakable(level ? `${node.name}${node.kind === 'folder' ? '/' : ''}` : 'whole program'),
        f && f.status !== 'run' ? [' ', ipoint.tag(f.status, f.status === 'never run' ? 'never' : 'warn')] : null));
      return cell;
    }

    function rowOf(row, index) {
      const { node, level } = row;
      const { total, isTimed } = measure();
      const isKnown = node.kind !== 'function' || measure().timeOf(node.function) !== null;
      const share = isKnown && total ? node.time / total : null;
      row.tr = el('tr', {
        'aria-level': level + 1, tabindex: index === at ? '0' : '-1', 'data-kind': node.kind, 'data-index': index,
        'aria-expanded': level && node.children.length ? String(isOpen(node)) : null,
        class: node.function && node.function.status !== 'run' ? 'not-run' : null,
      }, nameCell(row), isTimed ? el('td', { class: isKnown ? 'num total' : 'num total absent' }, isKnown ? ipoint.time(Math.round(node.time)) : ipoint.none) : null,
      ipoint.shareCell(share, node.samples),
      ipoint.numberCell(node.kind === 'others' ? ipoint.none : ipoint.count(node.calls)),
      ipoint.numberCell(node.kind === 'function' || node.kind === 'others' ? '' : ipoint.count(node.functions)),
      isTimed ? ipoint.numberCell(ipoint.time(node.hwm)) : null);
      return row.tr;
    }

    function draw(focus) {
      rows = list(root, 0, []);
      at = Math.min(at, rows.length - 1);
      body.replaceChildren(...rows.map(rowOf));
      if (focus)
        rows[at].tr.focus();
    }

    function build() {
      root = ipoint.byFile(data, measure(), wanted);
      openAtFirst(root, root.time, data.functions.length <= 60, 0);
      draw(false);
    }

    function moveTo(index) {
      if (index < 0 || index >= rows.length)
        return;
      rows[at].tr.tabIndex = -1;
      at = index;
      rows[at].tr.tabIndex = 0;
      rows[at].tr.focus();
    }

    function toggle(index, value) {
      const { node, level } = rows[index];
      if (!level || !node.children.length)
        return;
      open.set(keyOf(node), value ?? !isOpen(node));
      at = index;
      draw(true);
    }

    function onKey(event) {
      const row = rows[at];
      const canOpen = row.level > 0 && row.node.children.length > 0;
      const keys = {
        ArrowDown: () => moveTo(at + 1),
        ArrowUp: () => moveTo(at - 1),
        Home: () => moveTo(0),
        End: () => moveTo(rows.length - 1),
        ArrowRight: () => canOpen && !isOpen(row.node) ? toggle(at, true) : row.node.children.length && moveTo(at + 1),
        ArrowLeft: () => canOpen && isOpen(row.node) ? toggle(at, false)
          : moveTo(rows.slice(0, at).map((r) => r.level).lastIndexOf(row.level - 1)),
        Enter: () => row.node.function ? row.tr.querySelector('a')?.click() : toggle(at),
        ' ': () => toggle(at),
      };
      if (!keys[event.key] || event.target.closest('tr') !== row.tr)
        return;
      event.preventDefault();
      keys[event.key]();
    }

    body.addEventListener('keydown', onKey);
    body.addEventListener('click', (event) => {
      const tr = event.target.closest('tr');
      if (tr && !event.target.closest('a'))
        toggle(Number(tr.dataset.index));
    });
    body.addEventListener('focusin', (event) => {
      const index = Number(event.target.closest('tr')?.dataset.index ?? at);
      if (index !== at && rows[index]) {
        rows[at].tr.tabIndex = -1;
        at = index;
        rows[at].tr.tabIndex = 0;
      }
    });

    const setAll = (value) => {
      for (const key of open.keys())
        open.set(key, value);
      draw(false);
    };
    const button = (label, value) => el('button', { type: 'button', on: { click: () => setAll(value) } }, label);
    const table = el('table', { class: 'list tree', role: 'treegrid', 'aria-label': 'Functions by folder and file' },
      ipoint.headOf(columns(measure())), body);
    const element = el('div', {}, el('p', { class: 'form-actions' }, button('Open all', true), ' ', button('Close all', false)),
      el('div', { class: 'scroller' }, table));
    build();
    return {
      element,
      // Of a search, all that is found is open.
      filter(predicate, isSearch) {
        wanted = predicate;
        searching = isSearch;
        build();
        return root.functions;
      },
      refresh: build,
    };
  };

  ipoint.treeInWords = (measure) => 'Each line is the sum of what lies below it, the largest first: ' +
    (measure.isTimed ? 'time, its share, and calls; of high-water marks it is the largest.' : 'share and calls.') + ` Shares are of ${measure.basis}. Arrow keys move, open and close; Enter opens a function.`;
}
