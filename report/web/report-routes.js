// Part of the ipoint project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The URL's hash: `f` names a function's page, `longest` a longest path, without them the front page is shown; `at` a place in the view to
// scroll to; `unit` the unit of times; `with` which set is compared with the first; all other keys are the view's own. Each view has a template in the page and a
// function that fills it. What the reader chose in a view is there again when they come back.
'use strict';

{
  const { el, byId } = ipoint;
  // Name of a view → {start(data) → nothing or a promise, restore() called when the hash changes within the view}.
  const views = {};
  let shown = null; // {key, view}: what stands on the page
  // Key of a view → its hash when it was left; the tab keeps it over a reload, where it keeps anything.
  const leftKey = `ipoint-left ${location.pathname}`;
  let left = new Map();
  try {
    left = new Map(JSON.parse(sessionStorage.getItem(leftKey)) || []);
  } catch { /* then only until the page is loaded again */ }
  const leave = (key, hash) => {
    left.set(key, hash);
    try {
      sessionStorage.setItem(leftKey, JSON.stringify([...left].slice(-200)));
    } catch { /* as above */ }
  };

  ipoint.addView = (name, start) => { views[name] = start; };

  ipoint.readHash = () => new URLSearchParams(location.hash.slice(1));

  const subjects = ['f', 'longest'];
  const keyOf = (hash) => subjects.filter((k) => hash.get(k)).map((k) => `${k}=${hash.get(k)}`)[0] ?? '';
  const shared = [...subjects, 'with', 'unit', 'theme'];
  const write = (entries) => entries.filter(([, v]) => v !== '' && v !== null && v !== undefined)
    .map(([k, v]) => `${k}=${encodeURIComponent(v)}`).join('&');

  // Sets keys of the view's own; an empty one goes. Others stay, but for the place. With isStep, Back undoes it.
  ipoint.writeHash = function writeHash(state, isStep = false) {
    const hash = ipoint.readHash();
    const others = [...hash].filter(([k]) => !shared.includes(k) && k !== 'at' && !(k in state));
    const text = write([...shared.map((k) => [k, k in state ? state[k] : hash.get(k)]), ...others,
      ...Object.entries(state).filter(([k]) => !shared.includes(k))]);
    if (text !== location.hash.slice(1))
      history[isStep ? 'pushState' : 'replaceState'](null, '', text ? `#${text}` : location.href.split('#')[0]);
  };

  // What every link takes along.
  const carried = () => [['with', ipoint.readHash().get('with')], ['unit', ipoint.unitInHash()], ['theme', ipoint.themeInHash()]];

  // The address of a function's page, and of a block there.
  ipoint.functionHref = (page, block) => `#${write([['f', page], ...carried(), ['block', block]])}`;
  ipoint.longestHref = (number) => `#${write([['longest', number], ...carried()])}`;
  // The front page as it was left.
  ipoint.indexHref = () => `#${left.get('') ?? write(carried())}`;
  // A place of the view that is shown.
  ipoint.placeHref = (id) => {
    const hash = ipoint.readHash();
    return `#${write([...shared.map((k) => [k, hash.get(k)]), ['at', id]])}`;
  };
  // Links to what the page has, so that all of it is one step from the top; places: [[id, label], …]
  ipoint.fillJump = (places) => byId('jump').replaceChildren(...places.map(([id, label]) => el('a', { href: ipoint.placeHref(id) }, label)));
  ipoint.unitInHash = () => ipoint.unit === ipoint.firstUnit ? '' : ipoint.unit;

  function scrollTo(id) {
    const place = id && byId(id);
    if (!place)
      return false;
    place.closest('details')?.setAttribute('open', '');
    place.dispatchEvent(new Event('reveal', { bubbles: true }));
    place.scrollIntoView({ block: 'start' });
    if (!place.matches('a, button, input'))
      place.setAttribute('tabindex', '-1');
    place.focus({ preventScroll: true });
    return true;
  }

  // A link within a view leaves what the reader chose there; a link back to a view finds it again, but for a block.
  function keepChoices(link) {
    const target = new URLSearchParams(link.getAttribute('href').slice(1));
    const key = keyOf(target);
    // The front page's own links say what they change, but for those to a place.
    if (!key && !target.has('at'))
      return;
    const before = key === shown.key ? ipoint.readHash() : new URLSearchParams(key ? left.get(key) : '');
    // Thresholds that are tried on one block are of no other.
    const ofBlock = target.has('block') && (before.get('scope') || 'block') === 'block' ? ['low', 'high', 'majority', 'scope'] : [];
    const more = [...before].filter(([k]) => !target.has(k) && !shared.includes(k) && k !== 'at' && (k !== 'block' || target.has('at')) && k !== 'dialog' && !ofBlock.includes(k));
    link.setAttribute('href', `#${write([...target, ...more])}`);
  }

  const fail = (error) => {
    byId('view').prepend(el('p', { class: 'notice', role: 'alert' },
      `This page could not be drawn: ${error.message}. The same figures are in the output of ${ipoint.jsonCommand()}.`));
    document.body.dataset.ready = 'true';
    throw error;
  };

  // Gives each section its heading, a note, which is the view's where the section does not begin with one, and a place for a table
  // where there is nothing else. Headings of tabs are not seen.
  function addHeads(view) {
    for (const section of view.querySelectorAll('[data-title], [data-tab]')) {
      const { id, dataset: { title, tab }, firstElementChild: first } = section;
      section.setAttribute('aria-labelledby', `${id}-heading`);
      section.prepend(el('div', { class: 'section-head' }, el('h2', { id: `${id}-heading`, class: tab ? 'visually-hidden' : null }, title ?? tab),
        first?.matches('.note') ? first : el('p', { class: 'note', id: `${id}-note` })));
      if (!first)
        section.append(el('div', { id: `${id}-table` }));
    }
    view.append(el('footer', { class: 'colophon', id: 'colophon' }));
  }

  // Shows the view that the hash names.
  async function show() {
    const hash = ipoint.readHash();
    const key = keyOf(hash);
    document.body.dataset.ready = 'false';
    const name = hash.get('f') ? 'function' : key || !byId('index-view') ? 'longest' : 'index';
    const subject = hash.get('f') ? await ipoint.loadFunction(hash.get('f')) : key ? await ipoint.loadLongest(hash.get('longest')) : null;
    if (keyOf(ipoint.readHash()) !== key)
      return; // the reader has gone elsewhere
    ipoint.dropCharts?.();
    byId('view').replaceChildren(byId(`${name}-view`).content.cloneNode(true));
    addHeads(byId('view'));
    for (const skip of byId('view').querySelectorAll('.skip'))
      skip.addEventListener('click', () => scrollTo(skip.dataset.at));
    byId('units').replaceChildren(ipoint.foldedWhereNarrow('Options', ipoint.unitSwitch(), ipoint.pageTools()));
    document.body.dataset.page = key ? name : 'index';
    document.title = key ? `${subject ? subject.name ?? ipoint.nameOfLongest(subject) : hash.get('f')} – ${ipoint.title}` : ipoint.title;
    shown = { key, with: hash.get('with'), view: views[name](ipoint.report, subject) };
    ipoint.openDialog(hash.get('dialog'));
    document.body.dataset.ready = 'true';
  }

  async function route() {
    const hash = ipoint.readHash();
    const unit = hash.get('unit') || ipoint.firstUnit;
    const isNew = !shown || keyOf(hash) !== shown.key || hash.get('with') !== shown.with || unit !== ipoint.unit;
    ipoint.setUnit(unit);
    if (isNew) {
      const from = shown?.key;
      await show();
      if (!scrollTo(hash.get('at')) && from !== undefined && from !== shown.key)
        window.scrollTo(0, 0);
      return;
    }
    if (!scrollTo(hash.get('at')))
      shown.view?.restore?.();
  }

  // Shows the view again with another value of a key that all views share.
  ipoint.chooseShared = function chooseShared(key, value) {
    const hash = ipoint.readHash();
    hash.set(key, value);
    history.replaceState(null, '', `#${write([...hash])}`);
    const at = window.scrollY;
    return route().then(() => window.scrollTo(0, at));
  };

  ipoint.chooseUnit = (unit) => ipoint.chooseShared('unit', unit === ipoint.firstUnit ? '' : unit);

  ipoint.startRoutes = function startRoutes() {
    ipoint.title = document.title;
    // A link leads away from what stands in the address now.
    document.addEventListener('click', (event) => {
      const link = event.target.closest('a[href^="#"]');
      if (!link || !shown)
        return;
      leave(shown.key, location.hash.slice(1));
      keepChoices(link);
    }, true);
    window.addEventListener('hashchange', () => route().catch(fail));
    return route().catch(fail);
  };
}
