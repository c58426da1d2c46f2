// Part of the ipoint project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The source's syntax: which part of a line is a keyword, a comment, a string. highlight.js answers in HTML; it
// is parsed into a separate document, from which lengths and names of classes are taken, and no element. The text on
// the page is the source's.
'use strict';

{
  const { el } = ipoint;
  // Classes of highlight.js that have a colour; others have none.
  const kinds = { keyword: 'keyword', comment: 'comment', string: 'string', number: 'number', literal: 'number', meta: 'meta',
    'meta-keyword': 'meta', 'meta-string': 'string', title: 'title', built_in: 'title', type: 'keyword', doctag: 'comment' };

  // [[length, kind or null], …] of a text; null where it is not known.
  function tokensOf(text) {
    if (typeof hljs === 'undefined')
      return null;
    // Else it warns that there is a newer version.
    hljs.configure({ hideUpgradeWarningAcceptNoSupportOrSecurityUpdates: true });
    const html = hljs.highlight('c', text, true).value;
    const root = new DOMParser().parseFromString(`<div>${html}</div>`, 'text/html').body.firstChild;
    const tokens = [];
    const visit = (node, kind) => {
      if (node.nodeType === Node.TEXT_NODE)
        tokens.push([node.data.length, kind]);
      else
        for (const child of node.childNodes)
          visit(child, kinds[(child.className || '').replace(/^hljs-/, '')] || kind);
    };
    visit(root, null);
    return tokens.reduce((sum, [length]) => sum + length, 0) === text.length ? tokens : null;
  }

  // For each line [[text, kind or null], …]. All lines are looked at together: a comment may go over several.
  ipoint.syntaxOf = function syntaxOf(lines) {
    // Of the same length, and what HTML would read otherwise left out.
    const tokens = tokensOf(lines.map((line) => line.replace(/[\r\n\0\f]/g, ' ')).join('\n'));
    if (!tokens)
      return lines.map((line) => [[line, null]]);
    let next = 0, [left, kind] = tokens.length ? tokens[0] : [0, null];
    const take = (most) => {
      while (!left && next + 1 < tokens.length)
        [left, kind] = tokens[++next];
      const length = Math.min(left || most, most);
      left -= Math.min(left, length);
      return [length, kind];
    };
    return lines.map((line) => {
      const parts = [];
      for (let at = 0; at < line.length;) {
        const [length, of] = take(line.length - at);
        parts.push([line.slice(at, at + length), of]);
        at += length;
      }
      take(1); // the line's end
      return parts;
    });
  };

  // Names without a value, of a type.
  const declaration = /^(?:(?:const|volatile|register|static|extern|unsigned|signed|long|short|struct|union|enum)\s+)*\w+[\s*]+\w+(?:\s*\[[^\]]*\])*(?:\s*,[\s*]*\w+(?:\s*\[[^\]]*\])*)*\s*;$/;

  // What a line without code is: 'blank', 'comment', 'brace', 'declaration' or 'preprocessor'; null where there is code, or may be.
  ipoint.withoutCode = function withoutCode(parts) {
    const code = parts.filter(([, kind]) => kind !== 'comment').map(([text]) => text).join('').trim();
    if (!code)
      return parts.some(([text]) => text.trim()) ? 'comment' : 'blank';
    return /^[{};]+$/.test(code) ? 'brace' : code.startsWith('#') ? 'preprocessor'
      : declaration.test(code) && !/^(?:return|goto|else|case|do)\b/.test(code) ? 'declaration' : null;
  };

  // Parts from one offset to another as elements.
  ipoint.syntaxElements = function syntaxElements(parts, from = 0, to = Infinity) {
    const out = [];
    let at = 0;
    for (const [text, kind] of parts) {
      const piece = text.slice(Math.max(0, from - at), Math.max(0, to - at));
      if (piece)
        out.push(kind ? el('span', { class: `s-${kind}` }, piece) : piece);
      at += text.length;
    }
    return out;
  };

  // Shades a row of source by a share of the time, up to `most` more than the least.
  ipoint.shade = (tr, share, most) => tr.style.setProperty('--strength', (share > 0 ? 0.08 + most * Math.sqrt(Math.min(1, share)) : 0).toFixed(3));

  // In a table of source, up and down go from block to block.
  ipoint.walkPicks = function walkPicks(table) {
    table.addEventListener('keydown', (event) => {
      const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
      if (!step || !event.target.matches('.pick'))
        return;
      const picks = [...table.querySelectorAll('.pick')].filter((p) => p.offsetParent);
      const next = picks[picks.indexOf(event.target) + step];
      if (next) {
        event.preventDefault();
        next.focus();
      }
    });
  };
}
