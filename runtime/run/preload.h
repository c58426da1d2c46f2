/*===- preload.h - Libraries of ours in the programs that are run ---------===*\
|*
|* Part of the ipoint project, under the Apache License v2.0 with LLVM
|* Exceptions.
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
|*
|*===----------------------------------------------------------------------===*|
\*===----------------------------------------------------------------------===*/

#ifndef IPOINT_RUN_PRELOAD_H
#define IPOINT_RUN_PRELOAD_H

#include "run/options.h"

/* Puts the path of one of our libraries, which lie beside bin/, into `path`
   (PATH_MAX bytes). 0 if LD_PRELOAD can't have it, after saying why. */
int ipoint_preload_find(const char *name, char *path);

/* Puts the hooks that the options ask for behind what LD_PRELOAD has, for the
   programs that are run from here on and for their children. Without them a
   program is recorded too. */
void ipoint_preload_hooks(const struct ipoint_options *options);

#endif /* IPOINT_RUN_PRELOAD_H */
