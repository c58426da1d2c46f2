// Part of the ipoint project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The parts of the report and their licences, whose texts go with every copy, a single file too.
'use strict';

{
  const mit = `Permission is hereby granted, free of charge, to any person obtaining a copy of this software and
associated documentation files (the "Software"), to deal in the Software without restriction,
including without limitation the rights to use, copy, modify, merge, publish, distribute,
sublicense, and/or sell copies of the Software, and to permit persons to whom the Software is
furnished to do so, subject to the following conditions:

The above copyright notice and this permission notice shall be included in all copies or substantial
portions of the Software.

THE SOFTWARE IS PROVIDED "AS IS", WITHOUT WARRANTY OF ANY KIND, EXPRESS OR IMPLIED, INCLUDING BUT
NOT LIMITED TO THE WARRANTIES OF MERCHANTABILITY, FITNESS FOR A PARTICULAR PURPOSE AND
NONINFRINGEMENT. IN NO EVENT SHALL THE AUTHORS OR COPYRIGHT HOLDERS BE LIABLE FOR ANY CLAIM, DAMAGES
OR OTHER LIABILITY, WHETHER IN AN ACTION OF CONTRACT, TORT OR OTHERWISE, ARISING FROM, OUT OF OR IN
CONNECTION WITH THE SOFTWARE OR THE USE OR OTHER DEALINGS IN THE SOFTWARE.`;

  const bsd = (author, holders, either) => `Redistribution and use in source and binary forms, with or without modification, are permitted
provided that the following conditions are met:

* Redistributions of source code must retain the above copyright notice, this list of conditions and
the following disclaimer.

* Redistributions in binary form must reproduce the above copyright notice, this list of conditions
and the following disclaimer in the documentation and/or other materials provided with the
distribution.

* Neither the name of ${author} contributors may be used to endorse or promote products
derived from this software without specific prior written permission.

THIS SOFTWARE IS PROVIDED BY ${holders} AND CONTRIBUTORS "AS IS" AND ANY EXPRESS OR
IMPLIED WARRANTIES, INCLUDING, BUT NOT LIMITED TO, THE IMPLIED WARRANTIES OF MERCHANTABILITY AND
FITNESS FOR A PARTICULAR PURPOSE ARE DISCLAIMED. IN NO EVENT SHALL ${either}
CONTRIBUTORS BE LIABLE FOR ANY DIRECT, INDIRECT, INCIDENTAL, SPECIAL, EXEMPLARY, OR CONSEQUENTIAL
DAMAGES (INCLUDING, BUT NOT LIMITED TO, PROCUREMENT OF SUBSTITUTE GOODS OR SERVICES; LOSS OF USE,
DATA, OR PROFITS; OR BUSINESS INTERRUPTION) HOWEVER CAUSED AND ON ANY THEORY OF LIABILITY, WHETHER
IN CONTRACT, STRICT LIABILITY, OR TORT (INCLUDING NEGLIGENCE OR OTHERWISE) ARISING IN ANY WAY OUT OF
THE USE OF THIS SOFTWARE, EVEN IF ADVISED OF THE POSSIBILITY OF SUCH DAMAGE.`;

  ipoint.licences = [
    {
      part: 'ipoint',
      use: 'The report itself: index.html, report*.js, report*.css.',
      licence: 'Apache-2.0 WITH LLVM-exception',
      text: `Part of the ipoint project, under the Apache License v2.0 with LLVM Exceptions:
https://llvm.org/LICENSE.txt`,
    },
    {
      part: 'Chart.js 3.9',
      use: 'Charts; assets/chart.min.js.',
      licence: 'MIT',
      text: `Copyright (c) 2014-2022 Chart.js Contributors

${mit}`,
    },
    {
      part: '@kurkle/color (in Chart.js)',
      use: 'Colours of charts.',
      licence: 'MIT',
      text: `Copyright (c) 2022 Jukka Kurkela

${mit}`,
    },
    {
      part: 'd3-hierarchy 1.1',
      use: 'Layout of flame graphs and treemaps; assets/d3-hierarchy.min.js.',
      licence: 'BSD-3-Clause',
      text: `Copyright 2010-2016 Mike Bostock All rights reserved.

${bsd('the author nor the names of', 'THE COPYRIGHT HOLDERS', 'THE COPYRIGHT HOLDER OR')}`,
    },
    {
      part: 'highlight.js 9.18',
      use: 'Colours of the source; assets/highlight-c.js.',
      licence: 'BSD-3-Clause',
      text: `Copyright (c) 2006, Ivan Sagalaev All rights reserved.

${bsd('highlight.js nor the names of its', 'THE REGENTS', 'THE REGENTS AND')}`,
    },
  ];
}
