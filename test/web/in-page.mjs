// Part of the ipoint project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Functions that run inside the page: each is sent there as text, so none may use another's names. Of a long
// table they look at the first 60 rows.

// Text that is cut, leaves the window, or lies over its neighbour. Returns words for each.
export function layoutFaults() {
  const faults = [];
  const width = window.innerWidth;
  const nameOf = (e) => `<${e.tagName.toLowerCase()}${e.className ? ` class="${e.className}"` : ''}> "${e.textContent.trim().slice(0, 50)}"`;
  const seen = (e) => !e.matches('tr:nth-child(n+61), tr:nth-child(n+61) *') && e.checkVisibility() && e.getClientRects().length && !e.closest('.visually-hidden, .skip') && !e.matches('dialog, .explanation');
  const first = (all) => [...all].slice(0, 3000);

  for (const e of first(document.querySelectorAll('h1, h2, h3, h4, p, dt, dd, th, td, li, legend, summary, button, label, code, .tag, strong, small'))) {
    if (!seen(e))
      continue;
    const box = e.getBoundingClientRect();
    if (e.scrollWidth > e.clientWidth + 1 && e.clientWidth && getComputedStyle(e).display !== 'inline')
      faults.push(`text wider than its box: ${nameOf(e)} ${e.scrollWidth} > ${e.clientWidth}`);
    if (!e.closest('.scroller') && (box.right > width + 0.5 || box.left < -0.5))
      faults.push(`outside the window: ${nameOf(e)} ${Math.round(box.left)}–${Math.round(box.right)}`);
    const style = getComputedStyle(e);
    if (style.textOverflow === 'ellipsis' || (style.overflowY === 'hidden' && e.scrollHeight > e.clientHeight + 1))
      faults.push(`text is cut: ${nameOf(e)}`);
  }
  for (const canvas of document.querySelectorAll('canvas')) {
    const box = canvas.getBoundingClientRect();
    if (box.right > width || box.left < 0 || box.width < 150)
      faults.push(`chart outside the window or tiny: ${Math.round(box.left)}–${Math.round(box.right)}`);
  }

  const groups = document.querySelectorAll('body, main, header, section, .workbench, .facts, .facts > div, .summary, .summary > div, ' +
    '.controls, .search, .segmented > div, .section-head, .detail-head, .actions, .chart-head, .legend, tr, tbody');
  for (const group of first(groups)) {
    if (!seen(group))
      continue;
    const boxes = [...group.children].slice(0, 100).filter(seen).map((e) => [e, e.getBoundingClientRect()]).filter(([, b]) => b.width && b.height);
    for (let i = 0; i < boxes.length; i++)
      for (let j = i + 1; j < Math.min(boxes.length, i + 40); j++) {
        const [a, p] = boxes[i], [b, q] = boxes[j];
        if (Math.min(p.right, q.right) - Math.max(p.left, q.left) > 1 && Math.min(p.bottom, q.bottom) - Math.max(p.top, q.top) > 1)
          faults.push(`overlap: ${nameOf(a)} and ${nameOf(b)}`);
      }
  }
  return faults;
}

// Text whose contrast with its ground is under 4.5. Grounds that are pictures are not looked at.
export function contrastFaults() {
  const faults = new Map();
  const parse = (text) => {
    const n = (text.match(/[\d.]+/g) || []).map(Number);
    return n.length < 3 ? null : [n[0], n[1], n[2], n[3] === undefined ? 1 : n[3]];
  };
  const over = (top, below) => [0, 1, 2].map((i) => top[i] * top[3] + below[i] * (1 - top[3])).concat(1);
  const groundOf = (e) => {
    const layers = [];
    for (let at = e; at; at = at.parentElement) {
      const style = getComputedStyle(at);
      if (style.backgroundImage !== 'none')
        return null;
      const layer = parse(style.backgroundColor);
      if (layer && layer[3])
        layers.push(layer);
      if (layer && layer[3] === 1)
        break;
    }
    return layers.reverse().reduce((below, layer) => over(layer, below), [255, 255, 255, 1]);
  };
  const luminance = (c) => [0.2126, 0.7152, 0.0722].reduce((sum, k, i) => {
    const v = c[i] / 255;
    return sum + k * (v <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4);
  }, 0);
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_ELEMENT | NodeFilter.SHOW_TEXT, (node) =>
    node.nodeType === Node.TEXT_NODE ? NodeFilter.FILTER_ACCEPT
      : node.matches('script, noscript, .visually-hidden, .skip, :disabled, tr:nth-child(n+61)') ? NodeFilter.FILTER_REJECT
        : NodeFilter.FILTER_SKIP);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const e = node.parentElement;
    if (!node.data.trim() || !e.getClientRects().length)
      continue;
    const ground = groundOf(e);
    if (!ground)
      continue;
    const ink = over(parse(getComputedStyle(e).color), ground);
    const [a, b] = [luminance(ink), luminance(ground)].sort((x, y) => y - x);
    const contrast = (a + 0.05) / (b + 0.05);
    if (contrast < 4.5)
      faults.set(`${e.tagName} ${e.className} ${ground}`, `${contrast.toFixed(2)}: <${e.tagName.toLowerCase()} class="${e.className}"> "${node.data.trim().slice(0, 40)}"`);
  }
  return [...faults.values()];
}

// [[what a chart is, how many of its pixels have colour], …]
export function canvasInk() {
  return [...document.querySelectorAll('canvas')].map((canvas) => {
    const copy = new OffscreenCanvas(canvas.width, canvas.height).getContext('2d', { willReadFrequently: true });
    copy.drawImage(canvas, 0, 0);
    const { data } = copy.getImageData(0, 0, canvas.width, canvas.height);
    let ink = 0;
    for (let i = 0; i < data.length; i += 4)
      if (data[i + 3] > 200 && Math.max(data[i], data[i + 1], data[i + 2]) - Math.min(data[i], data[i + 1], data[i + 2]) > 60)
        ink++;
    return [canvas.getAttribute('aria-label').slice(0, 60), ink];
  });
}

// Selects the block on the line with the largest share.
export function selectHottest() {
  const rows = [...document.querySelectorAll('tr.has-blocks')];
  const heat = (tr) => Number(tr.style.getPropertyValue('--strength')) || 0;
  rows.sort((a, b) => heat(b) - heat(a))[0].querySelector('.pick:last-of-type').click();
}
