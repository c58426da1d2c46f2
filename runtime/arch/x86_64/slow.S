/*===- slow.S - From a probe into the slow path --------------------------===*\
|*
|* Part of the ipoint project, under the Apache License v2.0 with LLVM
|* Exceptions.
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
|*
|*===----------------------------------------------------------------------===*|
\*===----------------------------------------------------------------------===*/

#include "keeping.inc"

        .text

        /* With the record without its counter. */
        from_probe ipoint_probe_slow, ipoint_slow

        keeping ipoint_port_attach, ipoint_ring_attach
        keeping ipoint_port_wait, ipoint_ring_wait

        .section .note.GNU-stack, "", @progbits
