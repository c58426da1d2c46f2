// Part of the ipoint project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Reads the data that ipoint-report wrote into the page, and shows the view that was asked for.
'use strict';

if (typeof DecompressionStream === 'undefined')
  ipoint.byId('view').append(ipoint.el('p', { class: 'notice', role: 'alert' },
    'This browser cannot unpack the report: it needs DecompressionStream, as Chrome 80, Firefox 113 and Safari 16.4 have it. ' +
    `The same figures are in the output of ${ipoint.jsonCommand()}.`));
else
  ipoint.readData().then(ipoint.startRoutes, (error) => {
    ipoint.byId('view').append(ipoint.el('p', { class: 'notice', role: 'alert' },
      `The report’s data could not be read: ${error.message}. The same figures are in the output of ${ipoint.jsonCommand()}.`));
    throw error;
  });
