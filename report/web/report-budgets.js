// Part of the ipoint project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Budgets: what something may take, and whether it took more.
'use strict';

{
  const { el } = ipoint;
  const order = { broken: 0, 'not judged': 1, kept: 2 };
  const kinds = { broken: 'bad', kept: 'good', 'not judged': '' };

  // For a file, whose columns name no unit.
  const csv = (budget, value) => typeof value === 'number' && budget.kind === 'time' && value !== used(budget) ? value * ipoint.perTick : value;

  // Percent have one digit at most; times are in the page's unit.
  const amount = (budget, value) => value === null ? ipoint.none
    : budget.kind === 'time' ? ipoint.time(value)
      : budget.kind === 'iterations' ? ipoint.count(value) : ipoint.share(value);

  // What was observed and the limit, with digits enough that two that differ read differently.
  const more = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9].map((digits) => new Intl.NumberFormat('en-US', { minimumFractionDigits: digits, maximumFractionDigits: digits }));
  function amounts(budget) {
    const { observed, limit, kind } = budget;
    const texts = [amount(budget, observed), amount(budget, limit)];
    if (observed === null || observed === limit || texts[0] !== texts[1])
      return texts;
    const per = kind === 'time' ? ipoint.perTick : kind === 'share' ? 100 : 1;
    for (const format of more) {
      const longer = [observed, limit].map((value) => format.format(value * per) + (kind === 'share' ? ' %' : ''));
      if (longer[0] !== longer[1] && longer[0].length >= texts[0].length)
        return longer;
    }
    return texts;
  }

  // Of the budget; one that is broken never reads as 100 %, nor one that is kept with something to spare.
  function usedInWords(budget) {
    const share = used(budget);
    if (share === null)
      return ipoint.none;
    const text = share < 10 ? ipoint.share(share) : `${ipoint.count(share)} ×`;
    return text !== '100.0 %' || share === 1 ? text : share > 1 ? '> 100 %' : '< 100 %';
  }

  ipoint.budgetsOf = (data, page) => (data.budgets || []).filter((b) => b.page === page);

  // What stands beside a name, or null without a budget: the worst that can be said of it.
  ipoint.budgetTag = function budgetTag(budgets) {
    if (!budgets.length)
      return null;
    const state = budgets.map((b) => b.state).sort((a, b) => order[a] - order[b])[0];
    const these = budgets.filter((b) => b.state === state);
    const words = { broken: 'over budget', kept: 'in budget', 'not judged': 'budget not judged' }[state];
    return ipoint.tag(words, kinds[state], these.map((b) => b.in_words).join('\n'));
  };

  // The tightest one of a high-water mark, or null: `times` are self, inclusive or those of a block.
  ipoint.tightestBudget = (budgets, times, block = null) => budgets
    .filter((b) => b.kind === 'time' && b.times === times && b.block === block && b.by_mark)
    .reduce((a, b) => !a || b.limit < a.limit ? b : a, null);

  // It as it stands below that mark.
  ipoint.budgetBelow = function budgetBelow(budgets, times, block = null) {
    const tightest = ipoint.tightestBudget(budgets, times, block);
    return tightest && el('div', { class: `budget ${kinds[tightest.state]}`, title: tightest.in_words },
      `${tightest.state === 'broken' ? 'over ' : tightest.state === 'kept' ? 'within ' : 'not judged: '}${amounts(tightest)[1]}`);
  };

  const used = (b) => b.observed === null || !b.limit ? null : b.observed / b.limit;

  // A table of them, broken ones first. link(budget) gives where its subject is shown.
  ipoint.budgetTable = function budgetTable(budgets, data, link) {
    const rows = budgets.map((b, i) => [b, i]).sort(([a, i], [b, j]) => order[a.state] - order[b.state] || i - j).map(([b]) => b);
    const number = (key, label, value, text, title) => ({ key, label, title, num: true, value, csv: (b) => csv(b, value(b)), cell: (b) => ipoint.numberCell(text(b)) });
    return ipoint.table({
      label: 'Budgets', name: 'budgets', className: 'list budgets', rows, limit: 50,
      columns: [
        { key: 'subject', label: 'budget of', value: (b) => b.subject, cell: (b) => el('th', { scope: 'row', class: 'name' },
          el('a', { href: link(b) }, ipoint.breakable(b.subject)), ' ', ipoint.tag(b.state, kinds[b.state], b.in_words),
          b.name ? el('div', { class: 'reason' }, b.name) : '') },
        number('observed', 'observed', (b) => b.observed, (b) => amounts(b)[0], `times in ${ipoint.unitName}`),
        number('limit', 'budget', (b) => b.limit, (b) => amounts(b)[1], `times in ${ipoint.unitName}`),
        number('used', 'of it', used, usedInWords, 'what was observed, of the budget'),
        { key: 'measure', label: 'judged by', value: (b) => b.measure, cell: (b) => el('td', { class: 'text' }, b.measure,
          b.reason ? el('div', { class: 'reason' }, ipoint.breakable(b.reason)) : '') },
        { key: 'from', label: 'set in', value: (b) => b.from, cell: (b) => el('td', { class: 'text' }, ipoint.breakable(b.from)) },
      ],
    }).element;
  };

  // Shows a section with a table of them; hides it where there are none.
  ipoint.fillBudgets = function fillBudgets(data, budgets, link) {
    ipoint.byId('budgets').hidden = !budgets.length;
    if (!budgets.length)
      return;
    const n = (state) => budgets.filter((b) => b.state === state).length;
    ipoint.byId('budgets-note').textContent = `${ipoint.plural(budgets.length, 'budget')}: ${n('kept')} kept, ${n('broken')} broken, ` +
      `${n('not judged')} not judged. Times in ${ipoint.unitName}.`;
    ipoint.byId('budgets-table').replaceChildren(ipoint.budgetTable(budgets, data, link));
  };
}
