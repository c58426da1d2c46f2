// Part of the ipoint project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Charts as SVG: a context that takes what Chart.js and our plugins draw on a canvas and makes elements of it.
// It knows paths, rectangles, text, dashes, clips and transforms; not images, gradients, shadows.
'use strict';

{
  const space = 'http://www.w3.org/2000/svg';
  // What XML cannot hold is left out: names come from the user's source.
  const clean = (text) => String(text).replace(/[\0-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]/g, '')
    .replace(/[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g, '\ufffd');
  const short = (v) => String(Number(v.toFixed(2)));

  ipoint.svgElement = function svgElement(tag, attributes, text) {
    const element = document.createElementNS(space, tag);
    for (const [key, value] of Object.entries(attributes))
      if (value !== null && value !== undefined)
        element.setAttribute(key, typeof value === 'number' ? short(value) : value);
    if (text !== undefined)
      element.textContent = clean(text);
    return element;
  };

  // A path as a canvas has it: points go through the transform that holds when they are added.
  class RecordedPath {
    constructor(context) {
      this.parts = [];
      this.context = context;
    }
    at(x, y) {
      const m = this.context?.state.matrix;
      return m ? `${short(m.a * x + m.c * y + m.e)} ${short(m.b * x + m.d * y + m.f)}` : `${short(x)} ${short(y)}`;
    }
    moveTo(x, y) { this.parts.push(`M${this.at(x, y)}`); }
    lineTo(x, y) { this.parts.push(`${this.parts.length ? 'L' : 'M'}${this.at(x, y)}`); }
    bezierCurveTo(a, b, c, d, x, y) { this.parts.push(`C${this.at(a, b)} ${this.at(c, d)} ${this.at(x, y)}`); }
    quadraticCurveTo(a, b, x, y) { this.parts.push(`Q${this.at(a, b)} ${this.at(x, y)}`); }
    rect(x, y, w, h) {
      this.parts.push(`M${this.at(x, y)}L${this.at(x + w, y)}L${this.at(x + w, y + h)}L${this.at(x, y + h)}Z`);
    }
    closePath() {
      if (this.parts.length)
        this.parts.push('Z');
    }
    arc(x, y, radius, from, to, counter) { this.ellipse(x, y, radius, radius, 0, from, to, counter); }
    // As Bézier curves of a quarter at most, so that any transform holds for them.
    ellipse(x, y, rx, ry, turn, from, to, counter) {
      const whole = 2 * Math.PI;
      let sweep = counter ? from - to : to - from;
      sweep = sweep >= whole ? whole : ((sweep % whole) + whole) % whole;
      const n = Math.max(1, Math.ceil(sweep / (Math.PI / 2) - 1e-9));
      const step = (counter ? -sweep : sweep) / n;
      const k = 4 / 3 * Math.tan(step / 4);
      const cos = Math.cos(turn), sin = Math.sin(turn);
      const point = (u, v) => [x + rx * u * cos - ry * v * sin, y + rx * u * sin + ry * v * cos];
      this.lineTo(...point(Math.cos(from), Math.sin(from)));
      for (let i = 0; i < n; i++) {
        const a = from + i * step, b = a + step;
        this.bezierCurveTo(...point(Math.cos(a) - k * Math.sin(a), Math.sin(a) + k * Math.cos(a)),
          ...point(Math.cos(b) + k * Math.sin(b), Math.sin(b) - k * Math.cos(b)), ...point(Math.cos(b), Math.sin(b)));
      }
    }
  }

  const plain = ['lineWidth', 'lineCap', 'lineJoin', 'miterLimit', 'lineDashOffset', 'globalAlpha', 'strokeStyle', 'fillStyle', 'font', 'textAlign', 'textBaseline'];

  class SvgContext {
    constructor(canvas, width, height) {
      this.canvas = canvas;
      this.svg = ipoint.svgElement('svg', { xmlns: space, width, height, viewBox: `0 0 ${short(width)} ${short(height)}` });
      // Measures text, and says what a colour or a font comes to.
      this.real = document.createElement('canvas').getContext('2d');
      this.clips = 0;
      this.states = [];
      this.state = { matrix: new DOMMatrix(), clip: null, dash: [] };
      for (const key of plain)
        this.state[key] = this.real[key];
      this.path = new RecordedPath(this);
    }
    save() { this.states.push({ ...this.state, matrix: new DOMMatrix(this.state.matrix.toFloat64Array()) }); }
    restore() {
      if (this.states.length)
        this.state = this.states.pop();
      for (const key of plain)
        this.real[key] = this.state[key];
    }
    translate(x, y) { this.state.matrix.translateSelf(x, y); }
    scale(x, y) { this.state.matrix.scaleSelf(x, y); }
    rotate(angle) { this.state.matrix.rotateSelf(0, 0, angle * 180 / Math.PI); }
    transform(a, b, c, d, e, f) { this.state.matrix.multiplySelf(new DOMMatrix([a, b, c, d, e, f])); }
    setTransform(a, b, c, d, e, f) { this.state.matrix = typeof a === 'object' ? DOMMatrix.fromMatrix(a) : new DOMMatrix([a, b, c, d, e, f]); }
    resetTransform() { this.state.matrix = new DOMMatrix(); }
    getTransform() { return DOMMatrix.fromMatrix(this.state.matrix); }
    setLineDash(dash) { this.state.dash = [...dash]; }
    getLineDash() { return [...this.state.dash]; }
    measureText(text) { return this.real.measureText(text); }

    beginPath() { this.path = new RecordedPath(this); }
    clip() {
      const id = `clip${++this.clips}`;
      const element = ipoint.svgElement('clipPath', { id, 'clip-path': this.state.clip });
      element.append(ipoint.svgElement('path', { d: this.path.parts.join('') || 'M0 0' }));
      this.svg.append(element);
      this.state.clip = `url(#${id})`;
    }
    // What is cleared is the whole: a chart clears before it draws, and when it goes.
    clearRect() {
      if (!this.isDone)
        this.svg.replaceChildren();
    }
    paint(which, style) {
      const [, rgb, alpha] = /^rgba\((\d+, \d+, \d+), ([\d.]+)\)$/.exec(style) || [];
      const opacity = Number(alpha ?? 1) * this.state.globalAlpha;
      return { [which]: rgb ? `rgb(${rgb})` : style, [`${which}-opacity`]: opacity === 1 ? null : opacity };
    }
    strokes() {
      const { state, scaled } = this;
      return { fill: 'none', ...this.paint('stroke', state.strokeStyle), 'stroke-width': state.lineWidth * scaled,
        'stroke-linecap': state.lineCap === 'butt' ? null : state.lineCap, 'stroke-linejoin': state.lineJoin === 'miter' ? null : state.lineJoin,
        'stroke-miterlimit': state.lineJoin === 'miter' ? state.miterLimit : null,
        'stroke-dasharray': state.dash.length ? state.dash.map((v) => short(v * scaled)).join(' ') : null,
        'stroke-dashoffset': state.dash.length && state.lineDashOffset ? state.lineDashOffset * scaled : null };
    }
    get scaled() {
      const { a, b, c, d } = this.state.matrix;
      return Math.sqrt(Math.abs(a * d - b * c));
    }
    add(tag, attributes, text) {
      this.svg.append(ipoint.svgElement(tag, { ...attributes, 'clip-path': this.state.clip }, text));
    }
    draw(path, attributes) {
      if (path.parts.length)
        this.add('path', { d: path.parts.join(''), ...attributes });
    }
    stroke(path) { this.draw(path instanceof RecordedPath ? path : this.path, this.strokes()); }
    fill(path, rule) {
      this.draw(path instanceof RecordedPath ? path : this.path,
        { ...this.paint('fill', this.state.fillStyle), 'fill-rule': (typeof path === 'string' ? path : rule) === 'evenodd' ? 'evenodd' : null });
    }
    boxed(x, y, w, h) {
      const path = new RecordedPath(this);
      path.rect(x, y, w, h);
      return path;
    }
    fillRect(x, y, w, h) { this.draw(this.boxed(x, y, w, h), this.paint('fill', this.state.fillStyle)); }
    strokeRect(x, y, w, h) { this.draw(this.boxed(x, y, w, h), this.strokes()); }

    write(text, x, y, most, attributes) {
      const { matrix: m, textAlign, font } = this.state;
      const [, style, weight, size, family] = /^(italic |oblique )?(?:small-caps )?(bold |\d+ )?([\d.]+)px (.*)$/.exec(font) || [null, null, null, 10, 'sans-serif'];
      // Not all programs know other baselines than this one.
      const below = this.real.measureText(text).actualBoundingBoxAscent;
      this.real.textBaseline = 'alphabetic';
      const measured = this.real.measureText(text);
      this.real.textBaseline = this.state.textBaseline;
      const isMoved = m.a === 1 && m.b === 0 && m.c === 0 && m.d === 1;
      const dx = isMoved ? m.e : 0, dy = isMoved ? m.f : 0;
      this.add('text', {
        x: x + dx, y: y + measured.actualBoundingBoxAscent - below + dy, ...attributes,
        transform: isMoved ? null : `matrix(${[m.a, m.b, m.c, m.d].map((v) => Number(v.toFixed(5))).join(' ')} ${short(m.e)} ${short(m.f)})`,
        'text-anchor': { center: 'middle', right: 'end', end: 'end' }[textAlign], 'font-family': family, 'font-size': `${size}px`,
        'font-weight': weight?.trim(), 'font-style': style?.trim(),
        textLength: most !== undefined && measured.width > most ? most : null, lengthAdjust: most !== undefined && measured.width > most ? 'spacingAndGlyphs' : null,
      }, text);
    }
    fillText(text, x, y, most) { this.write(text, x, y, most, this.paint('fill', this.state.fillStyle)); }
    strokeText(text, x, y, most) { this.write(text, x, y, most, this.strokes()); }
  }
  for (const key of ['moveTo', 'lineTo', 'bezierCurveTo', 'quadraticCurveTo', 'rect', 'closePath', 'arc', 'ellipse'])
    SvgContext.prototype[key] = function add(...points) { this.path[key](...points); };
  // The real context makes of colours and fonts what all programs know, and leaves out what is none.
  for (const key of plain)
    Object.defineProperty(SvgContext.prototype, key, {
      get() { return this.state[key]; },
      set(value) {
        this.real[key] = value;
        this.state[key] = this.real[key];
      },
    });

  // The picture that draw(context) draws, as an element of SVG. `canvas` is what the context says that it belongs to; what is
  // cleared after context.isDone was set stays.
  ipoint.recordSvg = function recordSvg(width, height, draw, canvas) {
    const context = new SvgContext(canvas, width, height);
    const real = globalThis.Path2D;
    // Chart.js keeps lines in such objects, which cannot be read.
    globalThis.Path2D = function Path2D() { return new RecordedPath(context); };
    try {
      draw(context);
    } finally {
      globalThis.Path2D = real;
    }
    return context.svg;
  };

  const presentation = ['fill', 'fill-opacity', 'stroke', 'stroke-opacity', 'stroke-width', 'stroke-dasharray', 'opacity', 'font-family', 'font-size',
    'font-weight', 'font-style', 'text-anchor', 'dominant-baseline', 'display', 'visibility'];

  // A copy of an element of SVG that looks the same without our styles.
  ipoint.copySvg = function copySvg(svg) {
    const copy = svg.cloneNode(true);
    const copies = [copy, ...copy.querySelectorAll('*')];
    [svg, ...svg.querySelectorAll('*')].forEach((element, i) => {
      const style = getComputedStyle(element);
      for (const key of presentation)
        if (style.getPropertyValue(key))
          copies[i].setAttribute(key, style.getPropertyValue(key));
      for (const key of ['class', 'style', 'tabindex', 'id'])
        copies[i].removeAttribute(key);
    });
    const { width, height } = svg.getBoundingClientRect();
    copy.setAttribute('width', short(width));
    copy.setAttribute('height', short(height));
    if (!copy.hasAttribute('viewBox'))
      copy.setAttribute('viewBox', `0 0 ${short(width)} ${short(height)}`);
    return copy;
  };

  ipoint.svgText = function svgText(svg, ground, title) {
    if (ground)
      svg.prepend(ipoint.svgElement('rect', { width: '100%', height: '100%', fill: ground }));
    if (title)
      svg.prepend(ipoint.svgElement('title', {}, title));
    svg.setAttribute('xmlns', space);
    return `<?xml version="1.0" encoding="UTF-8"?>\n${new XMLSerializer().serializeToString(svg)}\n`;
  };
}
