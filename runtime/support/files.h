/*===- files.h - Files that others, or users, have named ------------------===*\
|* Part of the ipoint project, under the Apache License v2.0 with LLVM
|* Exceptions.
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
|*
|* A trace's folder may lie where another user can write, and a session in /tmp:
|* any name in it may be a link, a pipe or somebody else's file, and may become
|* one at any time. So names are looked up in an open folder only, no link is
|* followed, what is new is new, and what is there already has to belong to this
|* user.
\*===----------------------------------------------------------------------===*/

#ifndef IPOINT_SUPPORT_FILES_H
#define IPOINT_SUPPORT_FILES_H

#include <dirent.h>
#include <limits.h>
#include <stddef.h>
#include <stdio.h>

/* `at` is a folder's descriptor, or AT_FDCWD. Those that return a descriptor
   return -1 with errno set instead: ELOOP for a link, EPERM for what belongs to
   another user, EMLINK for a file that is to be written and has other names
   too, EINVAL for what is no regular file. */

/* The folder `name`, for reading. */
int ipoint_folder_open(int at, const char *name);

/* The regular file `name`, which is there. `flags` as for open(). */
int ipoint_file_open(int at, const char *name, int flags);

/* A new file. EEXIST if there is anything of that name. */
int ipoint_file_create(int at, const char *name, int flags);

/* The same, in the place of whatever has the name. */
int ipoint_file_replace(int at, const char *name, int flags);

/* To write `name` anew: a stream into a file beside it, which has its name once
   it is whole. Null with errno set. */
FILE *ipoint_file_rewrite(int at, const char *name);

/* Ends that. 0, or errno: then `name` is what it was. */
int ipoint_file_rewritten(int at, const char *name, FILE *stream);

/* Reads the beginning of what is at `name`, up to size - 1 bytes, and puts 0
   behind it. Follows links: for what is the kernel's. How many bytes, or -1
   with errno set; then `text` is empty. */
ssize_t ipoint_file_text(int at, const char *name, char *text, size_t size);

/* 0 if `name` is a file or folder of this user's, or errno as above. */
int ipoint_file_fault(int at, const char *name);

/* What errno of these means, for users. */
const char *ipoint_file_reason(int error);

/* What is in the folder. The caller closes it; the descriptor stays as it is.
   Null with errno set. */
DIR *ipoint_folder_list(int folder);

/* All bytes of the regular file `path`, to be freed; null with errno set. */
void *ipoint_file_bytes(const char *path, size_t *size);

/* Whether the regular file `path` has `size` bytes, which are read: what a file
   is, however large, is known by its first ones. -1: it has them, but nothing
   has been written into it, so that all of it is zero. */
int ipoint_file_begins(const char *path, void *bytes, size_t size);

/* A regular file is there whole, old or new, at any time. What is something
   else, a device, a pipe or a link, stays what it is and is written to. Nothing
   is removed that was not made here. */

struct ipoint_output_file {
  const char *path;         /* the caller's; outlives the output */
  char temporary[PATH_MAX]; /* becomes `path`; empty where that is written to */
  FILE *stream;             /* for the contents */
};

/* Begins to write to `path`. 0; -1 with errno set. */
int ipoint_output_file_open(struct ipoint_output_file *output,
                            const char *path);

/* Ends that; `good` is 0 if the contents are of no use, and then, as after an
   error of the stream, a regular file stays as it was. 0; -1 with errno set,
   to 0 for what is of no use. */
int ipoint_output_file_close(struct ipoint_output_file *output, int good);

#endif /* IPOINT_SUPPORT_FILES_H */
