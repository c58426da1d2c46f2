/*===- output.c - The folder that a trace is written to -------------------===*\
|*
|* Part of the ipoint project, under the Apache License v2.0 with LLVM
|* Exceptions.
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
|*
|*===----------------------------------------------------------------------===*|
\*===----------------------------------------------------------------------===*/

#include "output.h"

#include "options.h"
#include "session.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

static int is_dots(const char *name) {
  return strcmp(name, ".") == 0 || strcmp(name, "..") == 0;
}

static int begins(const char *name, const char *prefix) {
  return strncmp(name, prefix, strlen(prefix)) == 0;
}

/* Does this metadata say that ipoint wrote it? */
static int is_our_metadata(int folder, const char *name) {
  char text[4096];
  ssize_t length;
  int file = openat(folder, name, O_RDONLY | O_CLOEXEC);
  if (file < 0)
    return 0;
  length = read(file, text, sizeof text - 1);
  close(file);
  text[length > 0 ? length : 0] = '\0';
  return strstr(text, "tracer_name = \"ipoint\"") != NULL;
}

/* 1 if all that lies in the folder is ours (or nothing does), by name and by
 * metadata. */
static int is_ours(int folder) {
  int empty = 1, known = 1, metadata = 0, copy = dup(folder);
  DIR *listing = copy < 0 ? NULL : fdopendir(copy);
  struct dirent *entry;
  if (!listing)
    return 0;
  rewinddir(listing);
  while ((entry = readdir(listing))) {
    const char *name = entry->d_name;
    if (is_dots(name))
      continue;
    if (strcmp(name, IPOINT_LOCK_NAME) == 0)
      continue;
    empty = 0;
    if (strcmp(name, "metadata") == 0)
      metadata |= is_our_metadata(folder, name);
    else if (begins(name, "run-")) {
      char inner[300];
      snprintf(inner, sizeof inner, "%s/metadata", name);
      metadata |= is_our_metadata(folder, inner);
    } else if (!begins(name, "stream-") && !begins(name, "baseline") &&
               strcmp(name, "metadata.new") != 0)
      known = 0;
  }
  closedir(listing);
  return empty || (known && metadata);
}

int ipoint_output_check(const char *path) {
  int fine, folder = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (folder < 0) {
    if (errno == ENOENT)
      return 1;
    ipoint_complain("%s: %s; give another folder with -o", path,
                    strerror(errno));
    return 0;
  }
  fine = is_ours(folder);
  close(folder);
  if (!fine)
    ipoint_complain("%s: the folder holds other files than a trace; give "
                    "another one with -o, or "
                    "empty it",
                    path);
  return fine;
}

/* Removes a trace's files; the folder itself and whatever else is in it stay.
 */
static void remove_traces(int folder, int depth) {
  int copy = openat(folder, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  DIR *listing = copy < 0 ? NULL : fdopendir(copy);
  struct dirent *entry;
  while (listing && (entry = readdir(listing))) {
    const char *name = entry->d_name;
    if (begins(name, "stream-") || begins(name, "metadata") ||
        begins(name, "baseline"))
      unlinkat(folder, name, 0);
    else if (begins(name, "run-") && depth == 0) {
      int inner =
          openat(folder, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
      if (inner < 0)
        continue;
      remove_traces(inner, 1);
      unlinkat(inner, IPOINT_LOCK_NAME, 0);
      close(inner);
      unlinkat(folder, name, AT_REMOVEDIR);
    }
  }
  if (listing)
    closedir(listing);
}

/* mkdir -p, noting the first folder that was not there. */
static int make_folders(struct ipoint_output *output) {
  char *slash = output->path;
  int last;
  do {
    slash = strchr(slash + 1, '/');
    last = !slash;
    if (!last)
      *slash = '\0';
    if (mkdir(output->path, 0777) == 0) {
      if (!*output->made)
        strcpy(output->made, output->path);
    } else if (errno != EEXIST) {
      int error = errno;
      if (!last)
        *slash = '/';
      errno = error;
      return 0;
    }
    if (!last)
      *slash = '/';
  } while (!last);
  return 1;
}

static int absolute(char *out, const char *path) {
  char here[PATH_MAX];
  if (path[0] == '/')
    return snprintf(out, PATH_MAX, "%s", path) < PATH_MAX;
  return getcwd(here, sizeof here) &&
         snprintf(out, PATH_MAX, "%s/%s", here, path) < PATH_MAX;
}

/* Bytes: metadata of a few hundred units. */
#define RESERVE 65536

/* So that the metadata of a trace that filled the disk can still be written. */
static void make_reserve(struct ipoint_output *output) {
  const char *name = "metadata.reserve";
  output->reserve =
      openat(output->folder, name, O_RDWR | O_CREAT | O_CLOEXEC, 0600);
  if (output->reserve < 0)
    return;
  unlinkat(output->folder, name, 0);
  if (posix_fallocate(output->reserve, 0, RESERVE) != 0)
    ipoint_output_use_reserve(output);
}

int ipoint_output_use_reserve(struct ipoint_output *output) {
  int was = output->reserve >= 0;
  if (was)
    close(output->reserve);
  output->reserve = -1;
  return was;
}

/* Makes the folder, if it is not there, and opens it and its lock. */
static int open_folder(struct ipoint_output *output) {
  if (!make_folders(output))
    return 0;
  output->folder = open(output->path, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (output->folder < 0)
    return 0;
  output->lock = openat(output->folder, IPOINT_LOCK_NAME,
                        O_RDWR | O_CREAT | O_CLOEXEC, 0666);
  return output->lock >= 0;
}

int ipoint_output_make(struct ipoint_output *output, const char *path,
                       const char *session) {
  memset(output, 0, sizeof *output);
  output->folder = output->lock = output->reserve = -1;
  if (!absolute(output->path, path) || !open_folder(output)) {
    ipoint_complain("%s: %s; give another folder with -o", path,
                    strerror(errno));
    ipoint_output_abandon(output);
    return -1;
  }
  if (flock(output->lock, LOCK_EX | LOCK_NB) != 0) {
    ipoint_complain("%s: another recording is writing there; wait for it, or "
                    "give another folder "
                    "with -o",
                    path);
    close(output->lock);
    close(output->folder);
    output->lock = output->folder = -1;
    return -1;
  }
  remove_traces(output->folder, 0);
  if (session && (ftruncate(output->lock, 0) != 0 ||
                  pwrite(output->lock, session, strlen(session), 0) !=
                      (ssize_t)strlen(session))) {
    ipoint_complain("%s: %s; give another folder with -o", path,
                    strerror(errno));
    ipoint_output_abandon(output);
    return -1;
  }
  if (session)
    make_reserve(output);
  return 0;
}

void ipoint_output_close(struct ipoint_output *output) {
  ipoint_output_use_reserve(output);
  if (output->lock >= 0) {
    unlinkat(output->folder, IPOINT_LOCK_NAME, 0);
    close(output->lock);
  }
  if (output->folder >= 0)
    close(output->folder);
  output->lock = output->folder = -1;
}

void ipoint_output_abandon(struct ipoint_output *output) {
  char *slash;
  if (output->folder >= 0)
    remove_traces(output->folder, 0);
  ipoint_output_close(output);
  if (!*output->made)
    return;
  while (strlen(output->path) >= strlen(output->made) &&
         rmdir(output->path) == 0 && (slash = strrchr(output->path, '/')))
    *slash = '\0';
}
