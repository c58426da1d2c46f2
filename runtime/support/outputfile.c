/*===- outputfile.c - A file that a user has named for an output ----------===*\
|*
|* Part of the ipoint project, under the Apache License v2.0 with LLVM
|* Exceptions.
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
|*
\*===----------------------------------------------------------------------===*/

#include "support/outputfile.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

/* A new file beside `output->path` with the mode that one of the user's has. */
static int open_temporary(struct ipoint_output_file *output) {
  int length = snprintf(output->temporary, sizeof output->temporary,
                        "%s.XXXXXX", output->path);
  int file;
  mode_t mask;
  if (length >= (int)sizeof output->temporary) {
    errno = ENAMETOOLONG;
    return -1;
  }
  file = mkostemp(output->temporary, O_CLOEXEC);
  if (file < 0)
    return -1;
  mask = umask(0);
  umask(mask);
  fchmod(file, 0666 & ~mask);
  return file;
}

int ipoint_output_file_open(struct ipoint_output_file *output,
                            const char *path) {
  struct stat status;
  int file;
  output->path = path;
  output->temporary[0] = '\0';
  if (lstat(path, &status) == 0 && !S_ISREG(status.st_mode))
    file = open(path, O_WRONLY | O_TRUNC | O_CLOEXEC);
  else
    file = open_temporary(output);
  output->stream = file < 0 ? NULL : fdopen(file, "w");
  return output->stream ? 0 : -1;
}

int ipoint_output_file_close(struct ipoint_output_file *output, int good) {
  int failed = ferror(output->stream), error = errno;
  if (fclose(output->stream) != 0 && !failed) {
    failed = 1;
    error = errno;
  }
  if (!failed && good && *output->temporary &&
      rename(output->temporary, output->path) != 0) {
    failed = 1;
    error = errno;
  }
  if (!failed && good)
    return 0;
  if (*output->temporary)
    unlink(output->temporary);
  errno = failed ? error : 0;
  return -1;
}
