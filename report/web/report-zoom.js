// Part of the ipoint project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// How the reader moves through a chart and selects a part of it: by buttons, keys, wheel and drag.
'use strict';

{
  const { el, charts } = ipoint;

  // view: {chart, from, to: what is seen, in places on the axis, placeOf(value), show(from, to), select(from, to) or select(null), extend(step): by a part,
  // ±Infinity: to the end, zoomToSelection()}.
  const zoomed = (view, factor, at = (view.from + view.to) / 2) => view.show(at - (at - view.from) * factor, at + (view.to - at) * factor);
  const moved = (view, share) => {
    const by = (view.to - view.from) * share;
    view.show(view.from + by, view.to + by);
  };
  const whole = (view) => view.show(-Infinity, Infinity);

  const keys = {
    '+': (view) => zoomed(view, 0.5), '=': (view) => zoomed(view, 0.5), '-': (view) => zoomed(view, 2),
    ArrowLeft: (view) => moved(view, -0.25), ArrowRight: (view) => moved(view, 0.25), Home: whole, 0: whole,
    'Shift ArrowLeft': (view) => view.extend(-1), 'Shift ArrowRight': (view) => view.extend(1),
    'Shift Home': (view) => view.extend(-Infinity), 'Shift End': (view) => view.extend(Infinity),
    Enter: (view) => view.zoomToSelection(), Escape: (view) => view.select(null),
  };
  charts.keysInWords = 'Plus and minus zoom, left and right move, 0 shows all; with Shift, left, right, Home and End select, Enter zooms to that, Escape ends it.';
  charts.dragInWords = 'Drag to select; Shift and drag, or + and −, to zoom.';

  // From where to where is seen if [from, to] is asked for within [first, last]: never less than `least`, or all.
  charts.within = function within(first, last, least, from, to) {
    const width = Math.min(last - first, Math.max(Math.min(last - first, least), to - from));
    const start = to - from < width ? (from + to - width) / 2 : from;
    const begin = Math.max(first, Math.min(last - width, start));
    return { from: begin, to: begin + width };
  };

  charts.navigate = function navigate(canvas, view) {
    const x = (event) => event.clientX - canvas.getBoundingClientRect().left;
    const placeAt = (pixel) => view.placeOf(view.chart.scales.x.getValueForPixel(pixel));
    let drag = null;
    canvas.addEventListener('keydown', (event) => {
      const action = keys[event.shiftKey && event.key.length > 1 ? `Shift ${event.key}` : event.key];
      if (!action || event.ctrlKey || event.metaKey || event.altKey)
        return;
      event.preventDefault();
      action(view);
    });
    canvas.addEventListener('wheel', (event) => {
      if (!event.ctrlKey && document.activeElement !== canvas)
        return; // the page scrolls
      event.preventDefault();
      zoomed(view, event.deltaY < 0 ? 0.7 : 1 / 0.7, placeAt(x(event)));
    }, { passive: false });
    canvas.addEventListener('pointerdown', (event) => {
      if (event.button)
        return;
      canvas.setPointerCapture(event.pointerId);
      drag = [x(event), x(event)];
    });
    canvas.addEventListener('pointermove', (event) => {
      if (!drag)
        return;
      drag[1] = x(event);
      view.chart.$drag = drag;
      view.chart.draw();
    });
    const end = (event) => {
      const [left, right] = (drag ?? []).sort((a, b) => a - b);
      drag = view.chart.$drag = null;
      if (left === undefined)
        return;
      if (event.type === 'pointerup' && !event.shiftKey)
        view.select(placeAt(left), placeAt(right));
      else if (event.type === 'pointerup' && right - left > 6)
        view.show(placeAt(left), placeAt(right));
      else
        view.chart.draw();
    };
    canvas.addEventListener('pointerup', end);
    canvas.addEventListener('pointercancel', end);
    canvas.addEventListener('dblclick', () => whole(view));
  };

  // What is drawn over, and what is selected: ends(chart) are its pixels, or null.
  charts.selected = (ends) => ({
    id: 'selected',
    beforeDatasetsDraw(chart) {
      const parts = [chart.$drag, ends(chart)].filter(Boolean);
      charts.clipped(chart, (ctx, area) => {
        ctx.fillStyle = charts.colour('--selected');
        for (const [from, to] of parts)
          ctx.fillRect(Math.min(from, to) - 1, area.top, Math.abs(to - from) + 2, area.height);
      });
    },
  });

  const button = (label, title, action, more) => el('button', { type: 'button', title, 'aria-label': title, ...more, on: { click: action } }, label);

  // The buttons below a chart, and `status`, which says what is seen.
  charts.zoomBar = (view, status) => el('p', { class: 'zoom' }, button('+', 'zoom in', () => zoomed(view, 0.5)), button('−', 'zoom out', () => zoomed(view, 2)),
    button('←', 'move left', () => moved(view, -0.25)), button('→', 'move right', () => moved(view, 0.25)), button('all', 'show all', () => whole(view)), status);

  // What is known of the selection of a view, below its chart: {element, show(parts or null)}; parts is {sentence, more: elements}. fields: inputs of
  // its ends, if any.
  charts.selectionPanel = function selectionPanel(view, fields = []) {
    const sentence = el('p', { role: 'status' }), more = el('div');
    const words = (label, title, action) => el('button', { type: 'button', title, on: { click: action } }, label);
    const actions = el('div', { class: 'selection-ends' }, fields.length ? 'Select' : '', fields, words('← and left of it', 'select up to its end', () => view.extend(-Infinity)),
      words('and right of it →', 'select from its beginning on', () => view.extend(Infinity)), words('Zoom to it', 'Enter', () => view.zoomToSelection()),
      words('Clear', 'Escape', () => view.select(null)));
    const element = el('div', { class: 'selection' }, actions, sentence, more);
    return { element, show(parts) {
      element.classList.toggle('is-empty', !parts);
      sentence.textContent = parts?.sentence ?? '';
      more.replaceChildren(...(parts?.more ?? []));
      for (const each of actions.querySelectorAll('button'))
        each.disabled = !parts;
    } };
  };
}
