// Part of the ipoint project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Differences in words: signs, intervals, verdicts. A comparison is of the first set, `a`, and another, `b`.
'use strict';

{
  const minus = '−';

  // Corrected times of a comparison may lie below 0: probes took less than is assumed.
  const withSign = (text) => text.replace(/^-(?=0(\.0+)?$)/, '').replace(/^-/, minus);
  ipoint.comparedTime = (ticks) => withSign(ipoint.time(ticks));
  ipoint.comparedMean = (ticks) => withSign(ipoint.mean(ticks));
  ipoint.comparedValue = (figure, ticks) => figure === 'mean' ? ipoint.comparedMean(ticks) : ipoint.comparedTime(ticks);

  // A difference of times as "+4.2".
  const moved = (ticks) => `${ticks < 0 ? minus : '+'}${ipoint.mean(Math.abs(ticks))}`;
  // What a figure differs by: in per cent, or as a time where the first set's lies below the clock resolution.
  ipoint.differenceOf = (figure) => figure.below_resolution ? `${moved(figure.difference)} ${ipoint.unitName}` : ipoint.signed(figure.change);
  ipoint.intervalOf = ({ below_resolution: isBelow, interval, difference_interval: times }) => !interval ? ipoint.none
    : isBelow ? `${moved(times[0])} to ${moved(times[1])} ${ipoint.unitName}` : `${ipoint.signed(interval[0])} to ${ipoint.signed(interval[1])}`;

  // 17 as "× 17", 0.02 as "÷ 50".
  ipoint.factor = function factor(ratio) {
    if (ratio === null || ratio === undefined)
      return 'new';
    if (ratio === 0)
      return 'none left';
    const number = (v) => Number(v.toPrecision(v < 10 ? 2 : 3)).toLocaleString('en-US');
    return ratio >= 1 ? `× ${number(ratio)}` : `÷ ${number(1 / ratio)}`;
  };

  ipoint.comparedFigures = [['mean', 'mean'], ['p50', 'p50'], ['p90', 'p90'], ['p99', 'p99'], ['p999', 'p99.9']];

  // Names of the figures of an item that got longer, and of those that got shorter.
  ipoint.changesOf = function changesOf(item) {
    const longer = [], shorter = [];
    for (const [key, name] of ipoint.comparedFigures)
      if (item[key].differs)
        (item[key].change > 0 ? longer : shorter).push(name);
    if (item.tail && item.tail.differs)
      (item.tail.share_b > item.tail.share_a ? longer : shorter).push('tail');
    return { longer, shorter };
  };

  // 1 where the item got longer, -1 shorter, 0 no significant difference; the mean decides where it differs.
  ipoint.directionOf = function directionOf(item) {
    if (!item.differs)
      return 0;
    const { longer, shorter } = ipoint.changesOf(item);
    return longer.includes('mean') || (!shorter.includes('mean') && longer.length >= shorter.length) ? 1 : -1;
  };

  // Why figures do not differ: there is too little, or nothing of which that is sure.
  ipoint.noDifference = (figures) => figures.some((f) => f?.significant) ? 'too small to be reported' : 'no significant difference';

  // With a figure that is shown beside it: why that one is not what differs.
  ipoint.verdictOf = function verdictOf(item, figure) {
    if (!item.differs)
      return item.mean.p === null && !item.tail ? 'not tested' : ipoint.noDifference([...ipoint.comparedFigures.map(([key]) => item[key]), item.tail]);
    const { longer, shorter } = ipoint.changesOf(item);
    return [longer.length && `longer: ${longer.join(', ')}`, shorter.length && `shorter: ${shorter.join(', ')}`,
      figure && !item[figure].differs && `${ipoint.comparedFigures.find(([key]) => key === figure)[1]}: ${item[figure].p === null ? 'not tested' : ipoint.noDifference([item[figure]])}`].filter(Boolean).join('; ');
  };

  // Inclusive times, which move with those of callees, come last of what differs.
  ipoint.byWeight = (items) => {
    const rank = (item) => [!item.differs, item.differs && item.what === 'inclusive', -Math.abs(item.moved)];
    return [...items].sort((x, y) => rank(x).map((v, i) => v - rank(y)[i]).find(Boolean) ?? 0);
  };

  // What an item is called: a function's name, or that of a block in it.
  ipoint.itemName = (item) => item.block === null ? item.function : `${item.function}/${item.block}`;
  ipoint.itemKinds = { self: 'self', inclusive: 'inclusive', block: 'block' };

  // The comparison that the hash names: with the second set where it names none.
  ipoint.comparison = function comparison(data) {
    const index = Number(ipoint.readHash().get('with') || 1) - 1;
    const at = Number.isInteger(index) && data.comparisons[index] ? index : 0;
    return { ...data.comparisons[at], index: at, setA: data.sets[0], setB: data.sets[at + 1] };
  };

  // Which set is compared with the first; nothing where there are two.
  ipoint.fillOthers = function fillOthers(data) {
    if (data.comparisons.length > 1)
      ipoint.byId('others').replaceChildren(ipoint.segmented('with', `${data.sets[0].name} and`,
        data.comparisons.map((c, i) => [String(i + 1), c.b]), String(ipoint.comparison(data).index + 1),
        (value) => ipoint.chooseShared('with', value === '1' ? '' : value).then(() =>
          document.querySelector('input[name="with"]:checked')?.focus({ preventScroll: true }))));
  };

  // The outcome in a sentence, and what puts it in question.
  ipoint.outcomeOf = (c) => c.verdict.map(({ text, command, affected }) => ({ affected,
    text: text.replace(/(^|[ (])-(?=\d)/g, `$1${minus}`) + (command ? ` Record both with ‘${command}’, in turns.` : '') }));
}
