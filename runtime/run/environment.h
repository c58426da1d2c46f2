/*===- environment.h - The environment variables of all tools -------------===*\
|*
|* Part of the ipoint project, under the Apache License v2.0 with LLVM
|* Exceptions.
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
|*
\*===----------------------------------------------------------------------===*/

#ifndef IPOINT_RUN_ENVIRONMENT_H
#define IPOINT_RUN_ENVIRONMENT_H

/* Warns of variables whose names begin with IPOINT_ and that no tool reads:
   they would be without effect. */
void ipoint_warn_of_unknown_variables(void);

#endif /* IPOINT_RUN_ENVIRONMENT_H */
