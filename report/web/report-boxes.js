// Part of the ipoint project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Where the boxes of a flame graph and of a treemap lie. Boxes too narrow to be seen are drawn together as one,
// of kind "more". A box is {node, key, x, y, width, height, more, own}; d3-hierarchy computes the layouts.
'use strict';

{
  const mostBoxes = 2000;
  const row = 20;

  // The hierarchy with the data's nodes as .data; .value is the time of a node and all below.
  ipoint.boxHierarchy = function boxHierarchy(root) {
    const top = d3.hierarchy(root).sum((node) => node.own);
    let key = 0;
    top.eachBefore((node) => { node.key = key++; });
    return d3.partition()(top);
  };

  // Boxes narrower than `least` pixels are drawn together; the ways down from those that are as wide as the picture are kept.
  function flame(zoom, width, least) {
    const boxes = [];
    for (const node of zoom.ancestors())
      boxes.push({ node, key: node.key, x: 0, y: node.depth * row, width, height: row - 1, isAbove: node !== zoom });
    const scale = width / (zoom.x1 - zoom.x0 || 1);
    const descend = (node) => {
      const small = [];
      for (const child of node.children || []) {
        const wide = (child.x1 - child.x0) * scale;
        if (wide < least) {
          if (child.value > 0)
            small.push(child);
          continue;
        }
        boxes.push({ node: child, key: child.key, x: (child.x0 - zoom.x0) * scale, y: child.depth * row, width: wide, height: row - 1 });
        descend(child);
      }
      const wide = small.length && (small[small.length - 1].x1 - small[0].x0) * scale;
      if (wide >= 0.5)
        boxes.push({ node, key: `more ${node.key}`, more: small, x: (small[0].x0 - zoom.x0) * scale, y: (node.depth + 1) * row, width: Math.max(1, wide), height: row - 1 });
    };
    if (zoom.value > 0)
      descend(zoom);
    return boxes;
  }

  ipoint.flameBoxes = function flameBoxes(zoom, width) {
    let least = 1;
    let boxes = flame(zoom, width, least);
    while (boxes.length > mostBoxes)
      boxes = flame(zoom, width, least *= 1.5);
    return { boxes, least, height: boxes.reduce((most, b) => Math.max(most, b.y + row), row) };
  };

  // What is large enough to be seen, with what it takes by itself as one of its parts.
  function pruned(node, areaOf, least) {
    const children = [], small = [];
    if (node.children && areaOf(node) >= 30 * least) {
      for (const child of node.children)
        if (areaOf(child) >= least)
          children.push(pruned(child, areaOf, least));
        else if (child.value > 0)
          small.push(child);
      if (small.length)
        children.push({ node, key: `more ${node.key}`, more: small, value: small.reduce((sum, c) => sum + c.value, 0), children: [] });
      if (children.length && node.data.own > 0 && areaOf({ value: node.data.own }) >= 1)
        children.push({ node, key: `own ${node.key}`, own: true, value: node.data.own, children: [] });
    }
    return { node, key: node.key, value: node.value, children };
  }

  ipoint.treemapBoxes = function treemapBoxes(zoom, width, height) {
    let least = 24; // square pixels
    let tree;
    const count = (n) => n.children.reduce((sum, c) => sum + count(c), 1);
    do {
      tree = pruned(zoom, ({ value }) => value / (zoom.value || 1) * width * height, least);
      least *= 2;
    } while (count(tree) > mostBoxes);
    const root = d3.hierarchy(tree).sum((n) => n.children.length ? 0 : n.value);
    const hasHead = (n) => n.x1 - n.x0 > 30 && n.y1 - n.y0 > 30; // room for its name
    d3.treemap().size([width, height]).paddingInner(1).paddingTop((n) => hasHead(n) ? 19 : 2)
      .paddingLeft(2).paddingRight(2).paddingBottom(2)(root);
    const boxes = root.descendants().map((n) => ({
      node: n.data.node, key: n.data.key, more: n.data.more, own: n.data.own, isParent: !!n.children, hasHead: hasHead(n),
      x: n.x0, y: n.y0, width: Math.max(0, n.x1 - n.x0), height: Math.max(0, n.y1 - n.y0),
    })).filter((b) => b.width >= 0.5 && b.height >= 0.5);
    return { boxes, height };
  };
}
