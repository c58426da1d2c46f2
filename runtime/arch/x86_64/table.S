/*===- table.S - From a function to its thread's count table -------------===*\
|* Part of the ipoint project, under the Apache License v2.0 with LLVM
|* Exceptions.
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
\*===----------------------------------------------------------------------===*/

#include "keeping.inc"

        .text

        /* With the number of entries that the table is to have. */
        from_probe ipoint_table_slow, ipoint_port_make_table

        keeping ipoint_port_make_table, ipoint_counts_attach

        .section .note.GNU-stack, "", @progbits
