// Part of the ipoint project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Tabs: sections of which one is shown. Each can be linked to: where `at` of the URL's hash names what lies in a section
// that is not shown, its tab is chosen.
'use strict';

// list: an element for the tabs; tabs: [{id of its section, label, count or null}]. onChange(id) is called when the reader, or
// a link, has chosen one. Returns {choose(id), chosen()}.
ipoint.tabs = function tabs(list, all, onChange) {
  const { el, byId } = ipoint;
  let chosen = null;
  const buttons = all.map(({ id, label, count }) => el('button', {
    type: 'button', role: 'tab', id: `tab-${id}`, 'aria-controls': id, on: { click: () => pick(id) },
  }, label, count === null || count === undefined ? '' : [' ', el('span', { class: 'count' }, ipoint.count(count))]));

  function choose(id) {
    chosen = all.some((tab) => tab.id === id) ? id : all[0].id;
    all.forEach((tab, i) => {
      buttons[i].setAttribute('aria-selected', String(tab.id === chosen));
      buttons[i].tabIndex = tab.id === chosen ? 0 : -1;
      byId(tab.id).classList.toggle('away', tab.id !== chosen);
    });
  }

  function pick(id) {
    choose(id);
    onChange(id);
  }

  // As the ARIA practices have it: arrows go from tab to tab.
  list.addEventListener('keydown', (event) => {
    const at = buttons.indexOf(event.target);
    const to = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: buttons.length - 1 }[event.key];
    if (at < 0 || to === undefined)
      return;
    event.preventDefault();
    const next = (to + buttons.length) % buttons.length;
    buttons[next].focus();
    pick(all[next].id);
  });
  for (const { id } of all) {
    const section = byId(id);
    section.setAttribute('role', 'tabpanel');
    section.addEventListener('reveal', () => { if (chosen !== id) pick(id); });
  }
  list.replaceChildren(...buttons);
  choose(all[0].id);
  return { choose, chosen: () => chosen };
};
