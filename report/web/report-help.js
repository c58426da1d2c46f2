// Part of the ipoint project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What stands above every view: colours, printing, help; the dialogs and the keys.
'use strict';

{
  const { el, byId } = ipoint;

  // What the browser keeps for this reader; null where it keeps nothing for files.
  const kept = (key, value) => {
    try {
      if (value === undefined)
        return localStorage.getItem(`ipoint-${key}`);
      localStorage.setItem(`ipoint-${key}`, value);
      return value;
    } catch {
      return null;
    }
  };

  // --- Colours --------------------------------------------------------------------------------

  const dark = matchMedia('(prefers-color-scheme: dark)');
  const themes = ['system', 'light', 'dark'];
  const asked = ipoint.readHash().get('theme') || kept('theme');
  let theme = themes.includes(asked) ? asked : 'system';
  let isPrinting = false;

  // Where the browser keeps nothing, the address does.
  let isInHash = ipoint.readHash().has('theme');
  ipoint.themeInHash = () => isInHash && theme !== 'system' ? theme : '';

  function paint() {
    const now = isPrinting ? 'light' : theme === 'system' ? (dark.matches ? 'dark' : 'light') : theme;
    if (document.documentElement.dataset.theme === now)
      return;
    document.documentElement.dataset.theme = now;
    window.dispatchEvent(new Event('themechange'));
  }
  dark.addEventListener('change', paint);
  paint();

  function chooseTheme(value) {
    theme = value;
    isInHash = kept('theme', value) === null || isInHash;
    ipoint.writeHash({ theme: ipoint.themeInHash() });
    paint();
  }

  // --- Printing -------------------------------------------------------------------------------

  let closed = [];
  const openAll = (times = 3) => {
    const now = [...document.querySelectorAll('#view details:not([open], [data-unprinted])')];
    if (!now.length || !times)
      return;
    closed.push(...now);
    // What is folded may be made when it is opened, and the event for that comes too late.
    for (const details of now) {
      details.open = true;
      details.dispatchEvent(new Event('toggle'));
    }
    // Some draw others again, which are folded then.
    openAll(times - 1);
    document.querySelectorAll('#view .table').forEach((table) => table.dispatchEvent(new Event('flush')));
  };
  // On paper: light, and nothing folded but what is too long.
  window.addEventListener('beforeprint', () => {
    isPrinting = true;
    paint();
    openAll();
    byId('view').append(el('section', { class: 'glossary', id: 'glossary' }, el('h2', {}, 'Glossary'), ipoint.wordList()));
  });
  window.addEventListener('afterprint', () => {
    isPrinting = false;
    byId('glossary')?.remove();
    closed.forEach((details) => { details.open = false; });
    closed = [];
    paint();
  });
  // --- Dialogs --------------------------------------------------------------------------------

  const keys = [
    ['/', 'search the functions'],
    ['g', 'front page'],
    ['j, k', 'next and previous function in the table; next and previous block of a function'],
    ['↓, ↑', 'next and previous block, where one in the source has the focus'],
    ['+, -, 0, ←, →', 'in a chart that has the focus: zoom, and move; with Shift, ←, →, Home and End select'],
    ['?', 'these shortcuts, and the glossary'],
    ['Esc', 'closes what is open; empties the search'],
  ];

  const helpContent = () => [
    el('h3', {}, 'Shortcuts'),
    el('label', { class: 'toggle' }, el('input', { type: 'checkbox', name: 'keys', checked: kept('keys') !== 'off',
      on: { change: (event) => { hasKeys = event.target.checked; kept('keys', hasKeys ? 'on' : 'off'); } } }), 'keys without Ctrl or Alt do something'),
    el('dl', { class: 'words keys' }, keys.flatMap(([key, what]) => [el('dt', {}, ...key.split(', ').flatMap((k, i) => [i ? ' ' : '', el('kbd', {}, k)])), el('dd', {}, what)])),
    el('h3', {}, 'Glossary'), ipoint.wordList(),
  ];

  const aboutContent = () => [
    el('p', {}, `${ipoint.report.tool.name} ${ipoint.report.tool.version}`),
    ipoint.report.tool.command_line?.length ? el('p', {}, 'Made by ', el('code', {}, ipoint.report.tool.command_line.join(' '))) : '',
    ipoint.report.root ? el('p', {}, 'Source files relative to ', el('code', {}, ipoint.report.root)) : '',
    el('p', {}, 'All that this report needs lies in it: nothing is fetched, and nothing is sent.'),
    el('h3', {}, 'Licences of its parts'),
    ...ipoint.licences.map(({ part, use, licence, text }) => el('details', {},
      el('summary', {}, `${part}: ${licence}`), el('p', {}, use), el('pre', { tabindex: '0' }, text))),
  ];

  const dialogs = { help: ['Shortcuts and glossary', helpContent], about: ['About this report', aboutContent] };

  ipoint.openDialog = function openDialog(name) {
    if (!Object.hasOwn(dialogs, name) || document.querySelector('dialog[open]'))
      return;
    const [title, content] = dialogs[name];
    const dialog = el('dialog', { 'aria-labelledby': 'dialog-heading' },
      el('div', { class: 'dialog-head' }, el('h2', { id: 'dialog-heading' }, title),
        el('form', { method: 'dialog' }, el('button', { type: 'button', on: { click: () => dialog.close() } }, 'Close'))),
      el('div', { class: 'dialog-body', tabindex: '0', role: 'region', 'aria-label': title }, content()));
    // A click beside it closes it.
    dialog.addEventListener('click', (event) => { if (event.target === dialog) dialog.close(); });
    dialog.addEventListener('close', () => {
      dialog.remove();
      ipoint.writeHash({ dialog: '' });
    });
    document.body.append(dialog);
    dialog.showModal();
    ipoint.writeHash({ dialog: name });
  };
  window.addEventListener('hashchange', () => {
    if (!ipoint.readHash().get('dialog'))
      document.querySelector('dialog[open]')?.close();
  });

  ipoint.dialogButton = (name, label) => el('button', { type: 'button', class: 'quiet', on: { click: () => ipoint.openDialog(name) } }, label);

  ipoint.pageTools = () => el('div', { class: 'tools' },
    ipoint.segmented('theme', 'Colours', themes.map((t) => [t, t]), theme, chooseTheme),
    el('button', { type: 'button', on: { click: () => window.print() } }, 'Print'), ipoint.dialogButton('help', 'Shortcuts and glossary'));

  // --- Keys -----------------------------------------------------------------------------------

  let hasKeys = kept('keys') !== 'off';
  const isWriting = (target) => /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName) && !/^(radio|checkbox|button)$/.test(target.type);

  // The search of the front page; of another view it leads there.
  function search() {
    const field = byId('search');
    if (field) {
      field.focus();
      field.select();
      return;
    }
    location.hash = ipoint.indexHref();
    const look = () => {
      if (byId('search'))
        byId('search').focus();
      else if (document.body.dataset.page !== 'index')
        requestAnimationFrame(look);
    };
    look();
  }

  function step(by) {
    if (document.body.dataset.page === 'function') {
      (document.querySelector(`.actions button[title="${by > 0 ? 'next' : 'previous'} block"]`) ?? [...document.querySelectorAll('.pick')].at(by > 0 ? 0 : -1))?.click();
      return;
    }
    const links = [...document.querySelectorAll('#functions-table tbody th a')];
    const at = links.indexOf(document.activeElement);
    const link = links[at < 0 ? (by > 0 ? 0 : -1) : at + by];
    link?.focus({ preventScroll: true });
    link?.scrollIntoView({ block: 'nearest' });
  }

  const actions = { '/': search, '?': () => ipoint.openDialog('help'), g: () => { location.hash = ipoint.indexHref(); }, j: () => step(1), k: () => step(-1) };
  document.addEventListener('keydown', (event) => {
    if (!hasKeys || event.ctrlKey || event.metaKey || event.altKey || isWriting(event.target) || document.querySelector('dialog[open]') ||
      !Object.hasOwn(actions, event.key))
      return;
    event.preventDefault();
    actions[event.key]();
  });

  // A form of the view that is open stays so: its key is in the hash.
  ipoint.remembered = function remembered(details, key) {
    const open = () => (ipoint.readHash().get('open') || '').split(',').filter(Boolean);
    if (open().includes(key))
      details.open = true;
    details.addEventListener('toggle', () => {
      if (!isPrinting && !closed.includes(details))
        ipoint.writeHash({ open: [...open().filter((k) => k !== key), ...(details.open ? [key] : [])].join(',') });
    });
    return details;
  };
}
