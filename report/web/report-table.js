// Part of the ipoint project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Tables that sort, filter and scroll in a container of their own. Long ones appear in pieces, so that the
// first rows are there at once.
'use strict';

ipoint.rowsAtOnce = 120;

// A container that scrolls sideways, can be reached by keyboard, and fades where there is more to the right.
ipoint.scroller = function scroller(label, table) {
  const box = ipoint.el('div', { class: 'scroller', tabindex: '0', role: 'region', 'aria-label': label }, table);
  const look = () => box.classList.toggle('has-more',
    getComputedStyle(box).overflowX !== 'visible' && box.scrollWidth - box.clientWidth - box.scrollLeft > 2);
  box.addEventListener('scroll', look, { passive: true });
  new ResizeObserver(look).observe(box);
  return box;
};

// Makes a table. Options:
//   label    says what the table is, for those who don't see it
//   columns  [{key, label, title, num, className, width, value(row), cell(row), first}]
//            value gives what is sorted by: a number, a string, or null, which comes last either way;
//            cell gives a td (or th); first is the direction of the first click, 'descending' for numbers;
//            width names a class of col, for tables of fixed layout
//   rows     any objects
//   sort     {key, direction} at the start; none keeps the order of the rows
//   limit    how many rows to show before "Show all"
//   onSort   called with {key, direction}
// Returns {element, filter(predicate) -> number of rows, sort(key, direction), refresh()}.
ipoint.table = function table(options) {
  const { el } = ipoint;
  const body = el('tbody');
  const more = el('p', { class: 'more', hidden: true });
  const cache = new Map();
  let current = options.sort || null;
  let visible = options.rows;
  let limit = options.limit || Infinity;
  let pending = 0;

  const headers = options.columns.map((column) => {
    const button = column.value && el('button', {
      type: 'button', title: column.title,
      on: { click: () => sort(column.key) },
    }, column.label);
    return el('th', {
      scope: 'col', 'data-key': column.key,
      class: [column.num ? 'num' : '', column.className || ''].join(' ').trim() || null,
    }, button || column.label);
  });

  function rowOf(row) {
    let tr = cache.get(row);
    if (!tr) {
      tr = el('tr', options.rowAttributes ? options.rowAttributes(row) : {},
        options.columns.map((column) => column.cell(row)));
      cache.set(row, tr);
    }
    return tr;
  }

  function draw() {
    options.columns.forEach((column, i) => {
      if (column.value)
        headers[i].setAttribute('aria-sort',
          current && current.key === column.key ? current.direction : 'none');
    });
    const shown = visible.length > limit ? visible.slice(0, limit) : visible;
    let at = ipoint.rowsAtOnce;
    body.replaceChildren(...shown.slice(0, at).map(rowOf));
    clearTimeout(pending);
    const append = () => {
      body.append(...shown.slice(at, at += 3 * ipoint.rowsAtOnce).map(rowOf));
      if (at < shown.length)
        pending = setTimeout(append, 10);
    };
    if (at < shown.length)
      pending = setTimeout(append, 30);
    if (!shown.length)
      body.append(el('tr', {}, el('td', { class: 'empty', colspan: options.columns.length },
        options.empty || 'Nothing matches.')));
    more.hidden = shown.length === visible.length;
    if (!more.hidden)
      more.replaceChildren(`${ipoint.count(shown.length)} of ${ipoint.count(visible.length)} shown. `,
        el('button', { type: 'button', on: { click: () => { limit = Infinity; draw(); } } }, 'Show all'));
  }

  function order() {
    const column = current && options.columns.find((c) => c.key === current.key);
    if (!column)
      return;
    const sign = current.direction === 'descending' ? -1 : 1;
    const keyed = visible.map((row, i) => [column.value(row), i, row]);
    const collator = new Intl.Collator('en', { numeric: true });
    keyed.sort(([a, i], [b, j]) => {
      if (a === null || b === null)
        return (a === null) - (b === null) || i - j;
      const d = typeof a === 'string' ? collator.compare(a, b) : a - b;
      return sign * d || i - j;
    });
    visible = keyed.map(([, , row]) => row);
  }

  function sort(key, direction) {
    const column = options.columns.find((c) => c.key === key);
    if (!column || !column.value)
      return;
    const first = column.first || (column.num ? 'descending' : 'ascending');
    const other = first === 'descending' ? 'ascending' : 'descending';
    current = { key, direction: direction || (current && current.key === key && current.direction === first ? other : first) };
    order();
    draw();
    if (options.onSort)
      options.onSort(current);
  }

  const element = el('div', { class: 'table' },
    ipoint.scroller(options.label, el('table', { class: options.className || 'list' },
      options.columns.some((c) => c.width)
        ? el('colgroup', {}, options.columns.map((c) => el('col', { class: `w-${c.width}`, 'data-key': c.key }))) : null,
      el('thead', {}, el('tr', {}, headers)), body)),
    more);
  order();
  draw();

  return {
    element,
    sort,
    filter(predicate) {
      visible = options.rows.filter(predicate);
      order();
      draw();
      return visible.length;
    },
    // Builds the rows again: their cells changed.
    refresh() {
      cache.clear();
      order();
      draw();
    },
  };
};

// What the heads of columns say when they are pointed at, to be read; null where they say nothing.
ipoint.explain = function explain(columns, ...more) {
  const { el } = ipoint;
  const named = columns.filter((c) => c.title);
  return !named.length && !more.length ? null : el('details', { class: 'columns' }, el('summary', {}, 'What the columns are'),
    el('dl', {}, named.map((c) => [el('dt', {}, c.label), el('dd', {}, c.title)]).flat()), more);
};

// A switch of several positions: radio buttons in a row.
// choices: [[value, label], …]
ipoint.segmented = function segmented(name, legend, choices, chosen, onChange) {
  const { el } = ipoint;
  return el('fieldset', { class: 'segmented' },
    el('legend', {}, legend),
    el('div', {}, choices.map(([value, label, title]) => el('label', { title },
      el('input', {
        type: 'radio', name, value, checked: value === chosen,
        on: { change: () => onChange(value) },
      }), el('span', {}, label)))));
};

// In what the times of the view are.
ipoint.unitSwitch = () => ipoint.segmented('unit', 'Times in', [['ticks', 'ticks'], ['ns', 'ns'], ['us', 'µs']]
  .filter(([unit]) => ipoint.unitsPerTick(unit) !== null), ipoint.unit, (unit) => ipoint.chooseUnit(unit).then(() =>
  document.querySelector('input[name="unit"]:checked')?.focus({ preventScroll: true })));
