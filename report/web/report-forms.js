// Part of the ipoint project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The front page: where the time goes, as a table, a tree, a flame graph or a treemap. What the reader chose is in the
// URL's hash: `form`, `figures`, `times` (sampled or direct), `q` (search), `status`, `sort` and `order` of the table, `colour`,
// `group`, `stack`, `by`, `fold`, `outside`, `zoom` and `thread`.
'use strict';

{
  const { el, byId } = ipoint;
  const forms = [['table', 'table'], ['tree', 'tree'], ['flame', 'flame graph'], ['treemap', 'treemap']];
  const statuses = ['run', 'never run', 'not instrumented'];

  const aboutKinds = {
    raw: 'as read, probe overhead included',
    corrected: 'without probe overhead',
    filtered: 'corrected, without what detected interrupts added',
    response: 'raw, with the time off CPU',
  };

  // One sentence on what is shown and how to read it.
  function captionOf(data, state, measure) {
    const time = measure.estimated ? `time by samples of the ${ipoint.sampledProgram()}`
      : state.thread !== '' ? `${measure.isTimed ? 'raw self time' : 'calls'} in ${ipoint.threadName(data.threads[state.thread])}` : measure.isTimed ? `self time, ${state.figures === 'response' ? 'raw' : state.figures}` : 'calls (nothing was timed)';
    const named = ` Shares are of ${measure.basis}.`;
    const keys = ' A click or the space bar zooms in, Escape zooms out, arrow keys move, Enter opens the function.';
    const derived = data.functions.some((f) => f.counted);
    const guess = state.thread !== '' ? ipoint.knowsPathsOfThreads(data) ? ' Ways of calls and their times are those of this thread.'
      : ' Ways of calls are not recorded by thread: a function’s time in it is apportioned to its callers as that of all threads is.' : derived ? ' Callers follow from counts: of a function’s time and that of all that it calls, each caller has the part that its calls have, weighted by how long they take where that is known; a recursion is in its first call.'
      : measure.estimated ? ' Samples don’t know callers: a function’s time is apportioned to its callers by its times with probes there, or by calls where there are none.' : '';
    if (state.form === 'tree')
      return ipoint.treeInWords(measure);
    if (state.form === 'flame' && state.stack === 'callees' && data.call_paths?.length)
      return `Each box at the top is a function, as wide as its ${time}; below it are those that called it, each as wide as what the calls on its way took.${named}${guess}${keys}`;
    if (state.form === 'flame')
      return data.call_paths?.length
        ? `Each box is a function under its caller, as wide as its ${time}, with that of all that it calls; what no box below covers, it takes itself.${named}${guess}${keys}`
        : `No call paths are known: each box is a folder, file or function, as wide as its ${time}.${named}${keys}`;
    if (state.form === 'treemap')
      return state.group === 'caller'
        ? `Each box lies in its caller and is as large as its ${time}, with that of all that it calls.${named}${guess}${keys}`
        : `Each box is a function, in its file and folder, as large as its ${time}.${named}${keys}`;
    return '';
  }

  ipoint.fillFunctions = function fillFunctions(data) {
    const { functions } = data;
    const kinds = ipoint.kindsOf(data).filter((kind) => kind !== 'filtered' || functions.some((f) => f.self?.filtered || f.inclusive?.filtered));
    const hasPaths = data.call_paths?.length > 0;
    const hasChanges = functions.some((f) => f.change);
    const isThreaded = functions.some((f) => f.by_thread?.length), hasThreads = hasPaths && isThreaded;
    const isTimed = functions.some((f) => f.self), bySamples = ipoint.leadsBySamples(data);
    const hasChoice = bySamples && isTimed;
    const allowed = { form: forms.map(([form]) => form), figures: kinds, status: ['', ...statuses], order: ['descending', 'ascending'],
      colour: hasChanges ? ['time', 'hwm', 'change'] : ['time', 'hwm'], times: hasChoice ? ['sampled', 'direct'] : ['sampled'], group: hasPaths ? ['file', 'caller'] : ['file'],
      stack: hasPaths ? ['callers', 'callees'] : ['callers'], by: hasThreads ? ['', 'thread'] : [''], thread: isThreaded ? ['', ...data.threads.keys()].map(String) : [''], fold: ['', 'yes'], outside: ['', 'no'] };
    const defaults = { form: 'table', figures: kinds.includes('filtered') ? 'filtered' : 'corrected', sort: bySamples ? 'share' : isTimed ? 'self.total' : 'calls',
      order: 'descending', q: '', status: '', colour: 'time', times: 'sampled', group: 'file', stack: 'callers', by: '', fold: '', outside: '', zoom: '', thread: '' };
    const state = {};
    const readState = () => {
      const hash = ipoint.readHash();
      for (const [key, first] of Object.entries(defaults)) {
        const value = hash.get(key) || first;
        state[key] = !allowed[key] || allowed[key].includes(value) ? value : first;
      }
    };
    const writeState = (isStep) => ipoint.writeHash(Object.fromEntries(
      Object.entries(state).map(([k, v]) => [k, v === defaults[k] && !(k === 'order' && state.sort !== defaults.sort) ? '' : v])), isStep);
    readState();

    let measure, tableMeasure; // the table's share is by samples, where there are any
    const takeMeasures = () => {
      measure = ipoint.measureOf(data, state.figures, state.times === 'direct', state.thread);
      tableMeasure = ipoint.measureOf(data, state.figures);
    };
    takeMeasures();
    const views = {}; // form → {element, apply()}; made when they are first shown
    const matches = el('output', { class: 'matches', for: 'search' });
    const caption = byId('caption');
    const haystacks = new Map(functions.map((f) => [f, `${f.name}\n${ipoint.place(f.file, f.line)}`.toLowerCase()]));

    const words = () => state.q.toLowerCase().split(/\s+/).filter(Boolean);
    const fits = (f) => (!state.status || f.status === state.status) && words().every((word) => haystacks.get(f).includes(word));
    const isSearch = () => words().length > 0 || state.status !== '';
    const count = (n) => { matches.textContent = `${ipoint.count(n)} of ${ipoint.count(functions.length)}`; };

    const makers = {
      table() {
        const table = ipoint.functionTable(data, state, () => tableMeasure,
          ({ key, direction }) => { state.sort = key; state.order = direction; writeState(); });
        return { ...table, apply: () => count(table.filter(fits)), restore: () => table.sort(table.known(state.sort) ? state.sort : 'share', state.order) };
      },
      thread() {
        const table = ipoint.threadTable(data, state.thread);
        return { element: table.element, apply: () => count(table.filter(({ f }) => fits(f))) };
      },
      tree() {
        const tree = ipoint.functionTree(data, () => measure);
        return { element: tree.element, apply: () => { tree.filter(fits, isSearch()); count(functions.filter(fits).length); } };
      },
      flame: () => boxes('flame', hasPaths),
      treemap: () => boxes('treemap', state.group === 'caller'),
    };
    function hierarchyOf(byCaller) {
      let root = byCaller ? ipoint.byCaller(data, measure) : ipoint.byFile(data, measure);
      if (state.outside)
        root = ipoint.withoutOutside(root);
      if (byCaller && state.by && state.thread === '')
        root = ipoint.byThreads(root, data.threads.map((thread) => ({ name: ipoint.threadName(thread) })));
      if (byCaller && state.fold)
        root = ipoint.foldedRecursion(root);
      return byCaller && state.form === 'flame' && state.stack === 'callees' ? ipoint.inverted(root) : root;
    }
    function boxes(form, byCaller) {
      const chart = ipoint.boxChart({
        form, measure, root: hierarchyOf(byCaller), colour: state.colour, zoom: state.zoom,
        label: form === 'flame' ? 'Flame graph of the functions' : 'Treemap of the functions',
        onZoom: (key) => { state.zoom = key; writeState(true); },
      });
      return { element: chart.element, apply() {
        const { functions: n, share } = chart.highlight(isSearch() ? fits : null);
        count(isSearch() ? functions.filter(fits).length : functions.length);
        if (isSearch())
          matches.textContent += `; in the picture ${ipoint.count(n)}, ${ipoint.share(share)} of the time`;
      } };
    }

    const box = byId('functions-table');
    function show(isStep) {
      const one = state.thread !== '', form = one && state.form === 'table' ? 'thread' : state.form;
      const view = views[form] ||= makers[form]();
      byId('functions-lead').textContent = isTimed || bySamples ? `Times in ${ipoint.unitName}. Shares are of ${(one ? measure : tableMeasure).basis}.` : 'Nothing was timed. Shares are of all calls.';
      if (box.firstChild !== view.element)
        box.replaceChildren(view.element);
      caption.textContent = captionOf(data, state, measure);
      caption.hidden = !caption.textContent;
      // Only what makes a difference to what is shown.
      const isTable = state.form === 'table', isBoxes = state.form === 'flame' || state.form === 'treemap';
      const isByCaller = hasPaths && (state.form === 'flame' || state.form === 'treemap' && state.group === 'caller');
      const useful = { thread: isThreaded, figures: isTimed && !one && (isTable || !measure.estimated), times: !isTable && hasChoice && !one, colour: isBoxes && isTimed, group: state.form === 'treemap' && hasPaths,
        stack: state.form === 'flame' && hasPaths, fold: isByCaller, by: isByCaller && hasThreads && !one, outside: isBoxes && measure.estimated && data.sampling.others.length > 0 };
      for (const fieldset of byId('controls').querySelectorAll('[data-of]'))
        fieldset.hidden = !useful[fieldset.dataset.of];
      view.apply();
      writeState(isStep);
    }
    // Times changed, or what boxes show.
    function remake(only, isStep) {
      takeMeasures();
      for (const form of Object.keys(views))
        if (form === 'table' && !only)
          views.table.refresh();
        else if (form !== 'table' && (!only || only.includes(form)))
          delete views[form];
      show(isStep);
    }

    const search = el('input', {
      type: 'search', id: 'search', autocomplete: 'off', spellcheck: 'false', placeholder: 'name or file',
      on: { input: () => { state.q = search.value; show(); } },
    });
    search.value = state.q;
    search.addEventListener('keydown', (event) => {
      if (event.key === 'Escape' && search.value) {
        search.value = state.q = '';
        show();
      }
    });
    ipoint.fillAbout(data, kinds.map((kind) => [kind, aboutKinds[kind]]), ipoint.filledColumns(data, state, () => tableMeasure));
    const number = (status) => functions.filter((f) => !status || f.status === status).length;
    const extra = (name, legend, choices, onChange) => {
      const fieldset = ipoint.segmented(name, legend, choices, state[name], onChange);
      fieldset.dataset.of = name;
      return fieldset;
    };
    const toggle = (name, label, on, title) => el('label', { class: 'toggle', title, 'data-of': name }, el('input', { type: 'checkbox', name, checked: state[name] === on,
      on: { change: (event) => { state[name] = event.target.checked ? on : ''; state.zoom = ''; remake(['flame', 'treemap'], true); } } }), label);
    const thread = el('select', { name: 'thread', on: { change: () => {
      state.thread = thread.value;
      state.zoom = '';
      remake(null, true);
    } } }, el('option', { value: '' }, 'all'), isThreaded ? data.threads.map((t, at) => el('option', { value: String(at) }, ipoint.threadName(t))) : []);
    thread.value = state.thread;
    byId('controls').replaceChildren(ipoint.foldedWhereNarrow('Search and show as…',
      ipoint.segmented('form', 'Show as', forms, state.form, (value) => { state.form = value; state.zoom = ''; delete views.flame; delete views.treemap; show(true); }),
      el('div', { class: 'search' }, el('label', { for: 'search' }, 'Search'), search,
        el('kbd', { title: 'press / to search' }, '/'), matches),
      ipoint.segmented('status', 'Status', [['', `all ${ipoint.count(number(''))}`],
        ...statuses.map((s) => [s, `${s} ${ipoint.count(number(s))}`])],
      state.status, (value) => { state.status = value; show(); }),
      el('label', { class: 'choose', 'data-of': 'thread', title: 'what of the functions below ran in one thread' }, 'Thread ', thread),
      extra('times', 'Times', [['sampled', 'sampled'], ['direct', 'direct']], (value) => { state.times = value; state.zoom = ''; remake(['tree', 'flame', 'treemap']); }),
      extra('figures', 'Figures', kinds.map((kind) => [kind, kind, aboutKinds[kind]]), (value) => { state.figures = value; state.zoom = ''; remake(); }),
      extra('colour', 'Colour by', [['time', 'self time'], ['hwm', 'HWM'], ...(hasChanges ? [['change', 'change', 'against the runs that --against names']] : [])], (value) => { state.colour = value; remake(['flame', 'treemap']); }),
      extra('group', 'Group by', [['file', 'file'], ['caller', 'caller']], (value) => { state.group = value; state.zoom = ''; remake(['treemap'], true); }),
      extra('stack', 'Begin with', [['callers', 'callers'], ['callees', 'callees', 'inverted: each function once at the top, its callers below it']],
        (value) => { state.stack = value; state.zoom = ''; remake(['flame'], true); }),
      toggle('by', 'by thread', 'thread', 'each has its part of a way of calls that several threads take'),
      toggle('fold', 'fold recursion', 'yes', 'a function that is called again, by itself or others, is one box on its way'),
      toggle('outside', 'hide what is outside', 'no', 'what samples found outside of functions with counts; shares stay those of the whole')));
    show();

    return () => {
      readState();
      search.value = state.q;
      thread.value = state.thread;
      for (const [name, on] of [['by', 'thread'], ['fold', 'yes'], ['outside', 'no']])
        document.querySelector(`input[name="${name}"]`).checked = state[name] === on;
      for (const name of ['form', 'status', 'times', 'figures', 'colour', 'group', 'stack'])
        for (const radio of document.querySelectorAll(`input[name="${name}"]`))
          radio.checked = radio.value === state[name];
      views.table?.restore();
      remake();
    };
  };
}
