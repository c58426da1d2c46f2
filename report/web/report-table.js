// Part of the ipoint project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Tables that sort, filter and scroll in a container. Long ones appear in pieces, so that the
// first rows are there at once.
'use strict';

ipoint.rowsAtOnce = 50;

// A container that scrolls sideways, can be reached by keyboard, and fades where there is more to the right.
ipoint.scrollBox = function scrollBox(label, content) {
  const box = ipoint.el('div', { class: 'scroller', role: 'group', 'aria-label': label }, content);
  const look = () => {
    const scrolls = getComputedStyle(box).overflowX !== 'visible' && box.scrollWidth > box.clientWidth + 1 || box.scrollHeight > box.clientHeight + 1;
    box.classList.toggle('has-more', scrolls && box.scrollWidth - box.clientWidth - box.scrollLeft > 2);
    // One that does not scroll needs no stop of the tab key.
    if (scrolls)
      box.tabIndex = 0;
    else if (document.activeElement !== box)
      box.removeAttribute('tabindex');
  };
  box.addEventListener('scroll', look, { passive: true });
  new ResizeObserver(look).observe(box);
  new ResizeObserver(look).observe(content);
  return box;
};

// A table of any kind in such a container, with a button that saves what it shows.
ipoint.scroller = function scroller(label, table) {
  const box = ipoint.scrollBox(label, table);
  return table.tagName !== 'TABLE' ? box : ipoint.el('div', { class: 'framed' }, box,
    ipoint.el('p', { class: 'takes' }, ipoint.columnWords(label, [...table.tHead?.rows[0]?.cells || []]
      .map((cell) => [cell.textContent, cell.title])), ipoint.csvOfTable(label, table)));
};

// The head of a table: an empty cell where there is no label.
ipoint.headOf = (heads) => ipoint.el('thead', {}, ipoint.el('tr', {}, heads.map(([className, label, title]) => label
  ? ipoint.el('th', { scope: 'col', class: className, title }, ipoint.breakable(label)) : ipoint.el('td', { class: className }))));

// Makes a table. Options:
//   label    says what the table is, for those who don't see it
//   columns  [{key, label, title, num, className, width, value(row), cell(row), first}]
//            value gives what is sorted by: a number, a string, or null, which comes last either way;
//            cell gives a td (or th); first is the direction of the first click, 'descending' for numbers;
//            width names a class of col, for tables of fixed layout; time says that value is in ticks;
//            minor leaves it out in a narrow window until the reader asks for all columns;
//            group {name, short} is what neighbours have in common: in a row above theirs, and in a narrow window behind the label;
//            csv(row) gives what a CSV file has in place of value, false leaves the column out; more: [[label, value(row)], …] what it has behind it
//   rows     any objects
//   sort     {key, direction} at the start; none keeps the order of the rows
//   limit    how many rows to show before "Show all"
//   explained  whether something else says what the columns are
//   stacks   whether a narrow window has a row's cells below its name, each with its column's; false where the table has another layout
//   name     under which the hash has how the reader sorted it
//   onSort   called with {key, direction}
// Returns {element, filter(predicate) -> number of rows, sort(key, direction), refresh()}.
ipoint.table = function table(options) {
  const { el } = ipoint;
  const body = el('tbody');
  const more = el('p', { class: 'more', hidden: true });
  const cache = new Map();
  const kept = options.name && /^(.+)-(ascending|descending)$/.exec(ipoint.readHash().get(`sort-${options.name}`) || '');
  let current = kept ? { key: kept[1], direction: kept[2] } : options.sort || null;
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
      class: [column.num ? 'num' : '', column.className || '', column.minor ? 'minor' : ''].filter(Boolean).join(' ') || null,
    }, button || column.label);
  });

  const spans = [];
  for (const { group } of options.columns)
    if (group && spans.at(-1)?.group === group)
      spans.at(-1).columns++;
    else
      spans.push({ group, columns: 1 });
  const groups = spans.some(({ group }) => group) ? el('tr', { class: 'groups' }, spans.map(({ group, columns }) => group
    ? el('th', { scope: 'colgroup', colspan: columns, title: group.title }, group.name) : el('td', { colspan: columns }))) : null;

  // In a narrow window it stands below its column's name.
  function labelled(column, cell) {
    cell.dataset.label = column.group ? `${column.label}, ${column.group.short}` : column.label;
    if (column.minor)
      cell.classList.add('minor');
    return cell;
  }

  function rowOf(row) {
    let tr = cache.get(row);
    if (!tr) {
      tr = el('tr', options.rowAttributes ? options.rowAttributes(row) : {},
        options.columns.map((column) => labelled(column, column.cell(row))));
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
    pending = 0;
    const append = () => {
      body.append(...shown.slice(at, at += ipoint.rowsAtOnce).map(rowOf));
      pending = at < shown.length ? setTimeout(append, 10) : 0;
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
    if (options.name)
      ipoint.writeHash({ [`sort-${options.name}`]: `${current.key}-${current.direction}` });
    if (options.onSort)
      options.onSort(current);
  }

  const element = el('div', { class: 'table' },
    options.columns.some((c) => c.minor) ? ipoint.allColumns() : null,
    ipoint.scrollBox(options.label, el('table', { class: `${options.className || 'list'}${options.stacks === false ? '' : ' stack'}` },
      options.columns.some((c) => c.width)
        ? el('colgroup', {}, options.columns.map((c) => el('col', { class: `w-${c.width}`, 'data-key': c.key }))) : null,
      el('thead', {}, groups, el('tr', {}, headers)), body)),
    el('div', { class: 'below' }, more, el('p', { class: 'takes' },
      options.explained ? null : ipoint.columnWords(options.label, options.columns.map((c) => [c.label, c.title])),
      ipoint.csvButton(options.label, () => ipoint.csvOfRows(options.columns, visible)))));
  // All at once, for paper.
  element.addEventListener('flush', () => {
    if (!pending)
      return;
    clearTimeout(pending);
    body.replaceChildren(...(visible.length > limit ? visible.slice(0, limit) : visible).map(rowOf));
  });
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

// Whether a narrow window has the minor columns, too.
ipoint.allColumns = () => ipoint.el('label', { class: 'toggle all-columns' }, ipoint.el('input', {
  type: 'checkbox', name: 'columns', checked: ipoint.readHash().get('columns') === 'all',
  on: { change: (event) => ipoint.writeHash({ columns: event.target.checked ? 'all' : '' }) },
}), 'all figures');

// What the heads of columns say when they are pointed at, to be read; null where none has a title.
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
  return el('fieldset', { class: 'segmented', 'aria-label': typeof legend === 'string' ? legend : null },
    el('legend', {}, legend, choices.some(([, , title]) => title) ? ipoint.askAbout(legend, choices.map(([, label, title]) => [label, title])) : null),
    el('div', {}, choices.map(([value, label, title]) => el('label', { title },
      el('input', {
        type: 'radio', name, value, checked: value === chosen,
        on: { change: () => onChange(value) },
      }), el('span', {}, label)))));
};

// In a narrow window there is no room for a column for each figure, nor for controls that few readers need.
ipoint.narrow = window.matchMedia('screen and (max-width: 640px)');
ipoint.foldedWhereNarrow = function foldedWhereNarrow(label, ...content) {
  return ipoint.el('details', { class: 'folds', open: !ipoint.narrow.matches }, ipoint.el('summary', {}, label), ipoint.el('div', {}, content));
};
ipoint.narrow.addEventListener('change', () => document.querySelectorAll('.folds').forEach((details) => { details.open = !ipoint.narrow.matches; }));

// In what the times of the view are.
ipoint.unitSwitch = () => ipoint.segmented('unit', 'Times in', [['ticks', 'ticks'], ['ns', 'ns'], ['us', 'µs']]
  .filter(([unit]) => ipoint.unitsPerTick(unit) !== null), ipoint.unit, (unit) => ipoint.chooseUnit(unit).then(() =>
  document.querySelector('input[name="unit"]:checked')?.focus({ preventScroll: true })));
