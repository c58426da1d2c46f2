// Part of the ipoint project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Reads the data that ipoint-report wrote into the page, and starts the page.
'use strict';

{
  const start = { index: ipoint.startIndex, function: ipoint.startFunction }[document.body.dataset.page];
  try {
    const data = JSON.parse(ipoint.byId('data').textContent);
    ipoint.setUnit(data.unit);
    start(data);
    document.body.dataset.ready = 'true';
  } catch (error) {
    document.querySelector('main').prepend(ipoint.el('p', { class: 'notice', role: 'alert' },
      `This page could not be drawn: ${error.message}. The same figures are in the output of ipoint-report json.`));
    throw error;
  }
}
