/*===- files.c - Files that others, or users, have named ------------------===*\
|* Part of the ipoint project, under the Apache License v2.0 with LLVM
|* Exceptions.
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
\*===----------------------------------------------------------------------===*/

#include "support/files.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static int fault_of(const struct stat *status) {
  if (S_ISLNK(status->st_mode))
    return ELOOP;
  if (status->st_uid != geteuid())
    return EPERM;
  return S_ISDIR(status->st_mode) || S_ISREG(status->st_mode) ? 0 : EINVAL;
}

int ipoint_file_fault(int at, const char *name) {
  struct stat status;
  if (fstatat(at, name, &status, AT_SYMLINK_NOFOLLOW) != 0)
    return errno;
  return fault_of(&status);
}

/* `file` if it is sound and has at most `names` names, or -1. */
static int checked(int file, int at, const char *name, mode_t kind,
                   nlink_t names) {
  struct stat status;
  int fault = errno;
  if (file < 0) {
    /* The kernel says of a link that it is no folder. */
    errno = ipoint_file_fault(at, name) == ELOOP ? ELOOP : fault;
    return -1;
  }
  if (fstat(file, &status) != 0)
    fault = errno;
  else if ((status.st_mode & S_IFMT) != kind)
    fault = EINVAL;
  else if (!(fault = fault_of(&status)) && names && status.st_nlink > names)
    fault = EMLINK;
  if (!fault)
    return file;
  close(file);
  errno = fault;
  return -1;
}

int ipoint_folder_open(int at, const char *name) {
  return checked(
      openat(at, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC), at,
      name, S_IFDIR, 0);
}

/* A pipe would be waited for. A file of ours that is to be written may have
   been given this name by another user. */
int ipoint_file_open(int at, const char *name, int flags) {
  return checked(openat(at, name, flags | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC),
                 at, name, S_IFREG, (flags & O_ACCMODE) != O_RDONLY);
}

int ipoint_file_create(int at, const char *name, int flags) {
  return openat(at, name, flags | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC,
                0666);
}

int ipoint_file_replace(int at, const char *name, int flags) {
  unlinkat(at, name, 0);
  return ipoint_file_create(at, name, flags);
}

/* NAME.new */
static const char *new_name(char *room, size_t size, const char *name) {
  snprintf(room, size, "%s.new", name);
  return room;
}

FILE *ipoint_file_rewrite(int at, const char *name) {
  char beside[NAME_MAX + 1];
  int error, file = ipoint_file_replace(
                 at, new_name(beside, sizeof beside, name), O_WRONLY);
  FILE *stream = file < 0 ? NULL : fdopen(file, "w");
  if (file >= 0 && !stream) {
    error = errno;
    close(file);
    unlinkat(at, beside, 0);
    errno = error;
  }
  return stream;
}

int ipoint_file_rewritten(int at, const char *name, FILE *stream) {
  char beside[NAME_MAX + 1];
  int error = ferror(stream) ? (errno ? errno : EIO) : 0;
  new_name(beside, sizeof beside, name);
  if (fclose(stream) != 0 && !error)
    error = errno;
  if (!error && renameat(at, beside, at, name) != 0)
    error = errno;
  if (error)
    unlinkat(at, beside, 0);
  return error;
}

ssize_t ipoint_file_text(int at, const char *name, char *text, size_t size) {
  int file = openat(at, name, O_RDONLY | O_CLOEXEC);
  ssize_t length = file < 0 ? -1 : read(file, text, size - 1);
  text[length > 0 ? length : 0] = '\0';
  if (file >= 0)
    close(file);
  return length;
}

const char *ipoint_file_reason(int error) {
  switch (error) {
  case ELOOP:
    return "it is a symbolic link, which is not followed";
  case EPERM:
    return "it belongs to another user";
  case EMLINK:
    return "it has another name too (a hard link)";
  case EINVAL:
    return "it is no regular file";
  default:
    return strerror(error);
  }
}

DIR *ipoint_folder_list(int folder) {
  int copy = openat(folder, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  DIR *listing = copy < 0 ? NULL : fdopendir(copy);
  if (!listing && copy >= 0)
    close(copy);
  return listing;
}

/* The whole file; null with errno. */
void *ipoint_file_bytes(const char *path, size_t *size) {
  struct stat status;
  char *bytes = NULL;
  size_t done = 0;
  int file = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
  if (file < 0)
    return NULL;
  if (fstat(file, &status) == 0 && S_ISREG(status.st_mode))
    bytes = malloc((size_t)status.st_size + 1);
  else
    errno = EINVAL;
  while (bytes && done < (size_t)status.st_size) {
    ssize_t got = read(file, bytes + done, (size_t)status.st_size - done);
    if (got < 0 && errno == EINTR)
      continue;
    if (got <= 0)
      break;
    done += (size_t)got;
  }
  close(file);
  *size = done;
  return bytes;
}

int ipoint_file_begins(const char *path, void *bytes, size_t size) {
  struct stat status;
  int result = 0;
  int file = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
  if (file < 0)
    return 0;
  if (fstat(file, &status) == 0 && S_ISREG(status.st_mode) &&
      pread(file, bytes, size, 0) == (ssize_t)size)
    result = lseek(file, 0, SEEK_DATA) < 0 && errno == ENXIO ? -1 : 1;
  close(file);
  return result;
}

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
