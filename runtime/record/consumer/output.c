/*===- output.c - The folder that a trace is written to -------------------===*\
|* Part of the ipoint project, under the Apache License v2.0 with LLVM
|* Exceptions.
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
\*===----------------------------------------------------------------------===*/

#include "record/consumer/output.h"

#include "record/consumer/sessionfolder.h"
#include "support/files.h"
#include "support/text.h"
#include "wire/plainrun.h"
#include "wire/counttable.h"

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

#define MEND "; give another folder with -o"

static void complain_of_folder(const char *path, int error) {
  ipoint_warn("%s: %s" MEND, path, ipoint_file_reason(error));
}

/* Does this metadata say that ipoint wrote it? */
static int is_our_metadata(int folder) {
  char text[4096];
  ssize_t length;
  int file = ipoint_file_open(folder, "metadata", O_RDONLY);
  if (file < 0)
    return 0;
  length = read(file, text, sizeof text - 1);
  close(file);
  text[length > 0 ? length : 0] = '\0';
  return strstr(text, "tracer_name = \"ipoint\"") != NULL;
}

static int is_our_run(int folder, const char *name) {
  int inner = ipoint_folder_open(folder, name), found;
  if (inner < 0)
    return 0;
  found = is_our_metadata(inner);
  close(inner);
  return found;
}

/* Of a trace, beside its streams. */
static int is_hidden_part(const char *name) {
  return begins(name, IPOINT_COUNTS_NAME) || begins(name, IPOINT_TIMES_NAME) ||
         strcmp(name, IPOINT_OWN_SAMPLES) == 0;
}

/* 1 if all that lies in the folder is ours (or nothing does), by name, by owner
   and by metadata; or 0, after saying what isn't. */
static int is_ours(int folder, const char *path) {
  int empty = 1, known = 1, metadata = 0, fault = 0;
  DIR *listing = ipoint_folder_list(folder);
  struct dirent *entry;
  while (listing && !fault && (entry = readdir(listing))) {
    const char *name = entry->d_name;
    int is_lock = strcmp(name, IPOINT_LOCK_NAME) == 0;
    if (is_dots(name))
      continue;
    empty &= is_lock;
    if (strcmp(name, "metadata") == 0)
      metadata |= is_our_metadata(folder);
    else if (begins(name, "run-"))
      metadata |= is_our_run(folder, name);
    else if (!is_lock && !begins(name, "stream-") &&
             !begins(name, "baseline") && !begins(name, "samples-") &&
             !is_hidden_part(name) && strcmp(name, "metadata.new") != 0) {
      known = 0;
      continue;
    }
    fault = ipoint_file_fault(folder, name);
    if (fault)
      ipoint_warn("%s/%s: %s; remove it, or give another folder with -o", path,
                  name, ipoint_file_reason(fault));
  }
  if (!listing)
    complain_of_folder(path, fault = errno);
  else
    closedir(listing);
  if (!fault && !empty && !(known && metadata))
    ipoint_warn("%s: the folder holds other files than a trace; give "
                "another one with -o, or empty it",
                path);
  return !fault && (empty || (known && metadata));
}

/* A folder that the user has named may be a link, but not one that another user
   has put there. */
static int open_named(const char *path) {
  struct stat status;
  if (lstat(path, &status) == 0 && S_ISLNK(status.st_mode) &&
      status.st_uid != geteuid() && status.st_uid != 0) {
    errno = ELOOP;
    return -1;
  }
  return open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
}

int ipoint_output_check(const char *path) {
  int fine, folder = open_named(path);
  if (folder < 0) {
    if (errno == ENOENT)
      return 1;
    complain_of_folder(path, errno);
    return 0;
  }
  fine = is_ours(folder, path);
  close(folder);
  return fine;
}

/* Removes traces' files; the folder itself and whatever else is in it stay. How
   many traces that were. */
static unsigned remove_traces(int folder, int depth) {
  unsigned count = 0;
  DIR *listing = ipoint_folder_list(folder);
  struct dirent *entry;
  while (listing && (entry = readdir(listing))) {
    const char *name = entry->d_name;
    if (begins(name, "stream-") || begins(name, "metadata") ||
        begins(name, "baseline") || begins(name, "samples-") ||
        is_hidden_part(name))
      count += unlinkat(folder, name, 0) == 0 && strcmp(name, "metadata") == 0;
    else if (begins(name, "run-") && depth == 0) {
      int inner = ipoint_folder_open(folder, name);
      if (inner < 0)
        continue;
      count += remove_traces(inner, 1);
      unlinkat(inner, IPOINT_LOCK_NAME, 0);
      close(inner);
      unlinkat(folder, name, AT_REMOVEDIR);
    }
  }
  if (listing)
    closedir(listing);
  return count;
}

void ipoint_output_remove(const char *path) {
  int folder = open_named(path);
  if (folder < 0)
    return;
  remove_traces(folder, 0);
  unlinkat(folder, IPOINT_LOCK_NAME, 0);
  close(folder);
  rmdir(path);
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

static int join(char *out, const char *folder, const char *name) {
  return snprintf(out, PATH_MAX, "%s/%s", folder, name) < PATH_MAX;
}

static int absolute(char *out, const char *path) {
  char here[PATH_MAX];
  if (path[0] == '/')
    return snprintf(out, PATH_MAX, "%s", path) < PATH_MAX;
  return getcwd(here, sizeof here) && join(out, here, path);
}

/* Bytes: metadata of a few hundred units. */
#define RESERVE 65536

/* So that the metadata of a trace that filled the disk can still be written. */
static void make_reserve(struct ipoint_output *output) {
  const char *name = "metadata.reserve";
  output->reserve = ipoint_file_replace(output->folder, name, O_RDWR);
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

/* Makes the folder, if it is not there, and opens it. */
static int open_folder(struct ipoint_output *output, const char *name) {
  if (output->above == AT_FDCWD) {
    if (!make_folders(output))
      return 0;
    output->folder = open_named(output->path);
  } else {
    if (mkdirat(output->above, name, 0777) == 0)
      strcpy(output->made, output->path);
    else if (errno != EEXIST)
      return 0;
    output->folder = ipoint_folder_open(output->above, name);
  }
  return output->folder >= 0;
}

/* One that a killed recording has left is taken, unless that ends just now and
   removes it. */
static int take_lock(struct ipoint_output *output) {
  struct stat status;
  do {
    if (output->lock >= 0)
      close(output->lock);
    output->lock = ipoint_file_create(output->folder, IPOINT_LOCK_NAME, O_RDWR);
    if (output->lock < 0 && errno == EEXIST)
      output->lock = ipoint_file_open(output->folder, IPOINT_LOCK_NAME, O_RDWR);
    if (output->lock < 0)
      return errno == ENOENT ? EWOULDBLOCK : errno;
    if (flock(output->lock, LOCK_EX | LOCK_NB) != 0)
      return errno;
  } while (fstat(output->lock, &status) == 0 && status.st_nlink == 0);
  return 0;
}

int ipoint_output_make(struct ipoint_output *output,
                       const struct ipoint_output *all, const char *name,
                       const char *session) {
  int fault;
  memset(output, 0, sizeof *output);
  output->folder = output->lock = output->reserve = -1;
  output->above = all ? all->folder : AT_FDCWD;
  errno = ENAMETOOLONG;
  if (!(all ? join(output->path, all->path, name)
            : absolute(output->path, name)) ||
      !open_folder(output, name)) {
    complain_of_folder(all ? output->path : name, errno);
    ipoint_output_abandon(output);
    return -1;
  }
  fault = take_lock(output);
  if (fault) {
    if (fault == EWOULDBLOCK)
      ipoint_warn("%s: another recording is writing there; wait for it, or "
                  "give another folder with -o",
                  name);
    else
      ipoint_warn("%s/" IPOINT_LOCK_NAME ": %s" MEND, output->path,
                  ipoint_file_reason(fault));
    if (output->lock >= 0)
      close(output->lock);
    output->lock = -1;
    ipoint_output_abandon(output);
    return -1;
  }
  output->replaced = remove_traces(output->folder, 0);
  if (session && (ftruncate(output->lock, 0) != 0 ||
                  pwrite(output->lock, session, strlen(session), 0) !=
                      (ssize_t)strlen(session))) {
    complain_of_folder(output->path, errno);
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
  if (output->lock >= 0) /* else what is there is another recording's */
    remove_traces(output->folder, 0);
  ipoint_output_close(output);
  if (!*output->made)
    return;
  if (output->above != AT_FDCWD) {
    unlinkat(output->above, strrchr(output->path, '/') + 1, AT_REMOVEDIR);
    return;
  }
  while (strlen(output->path) >= strlen(output->made) &&
         rmdir(output->path) == 0 && (slash = strrchr(output->path, '/')))
    *slash = '\0';
}

int ipoint_read_umask(mode_t *mask) {
  const char *text = getenv(IPOINT_ENV_UMASK);
  char *end;
  unsigned long read;
  *mask = 077;
  if (!text || !*text)
    return 1;
  read = strtoul(text, &end, 8);
  *mask = (mode_t)read;
  if (*text >= '0' && *text <= '7' && !*end && read <= 077)
    return 1;
  ipoint_warn("IPOINT_UMASK=%s: not an octal mask from 000 to 077; give "
              "022, say, so that others may read",
              text);
  return 0;
}
