/*===- source.c - Where bytes come from while a target runs ---------------===*\
|* Part of the ipoint project, under the Apache License v2.0 with LLVM
|* Exceptions.
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
\*===----------------------------------------------------------------------===*/

#include "import/source.h"

#include "support/text.h"

#include <errno.h>
#include <fcntl.h>
#include <netdb.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <termios.h>
#include <unistd.h>

static volatile sig_atomic_t ended;

static void end(int signal_number) {
  (void)signal_number;
  ended = 1;
}

/* `host:port`, `[::1]:port`; -1 when the reason was printed. */
static int connect_to(const char *name) {
  const struct addrinfo wanted = {.ai_socktype = SOCK_STREAM};
  struct addrinfo *found = NULL, *one;
  const char *colon = strrchr(name, ':');
  char host[256];
  int source = -1, error;
  snprintf(host, sizeof host, "%.*s", (int)(colon - name), name);
  if (*host == '[' && host[strlen(host) - 1] == ']') {
    host[strlen(host) - 1] = '\0';
    memmove(host, host + 1, strlen(host));
  }
  error = getaddrinfo(host, colon + 1, &wanted, &found);
  if (error) {
    ipoint_warn("%s: no file, and no host and port: %s", name,
                gai_strerror(error));
    return -1;
  }
  for (one = found; one && source < 0; one = one->ai_next) {
    source = socket(one->ai_family, one->ai_socktype | SOCK_CLOEXEC,
                    one->ai_protocol);
    if (source >= 0 && connect(source, one->ai_addr, one->ai_addrlen) != 0) {
      error = errno;
      close(source);
      source = -1;
      errno = error;
    }
  }
  if (source < 0)
    ipoint_warn("%s: %s", name, strerror(errno));
  freeaddrinfo(found);
  return source;
}

int ipoint_source_open(const char *name) {
  const struct sigaction action = {.sa_handler = end};
  struct termios terminal;
  int source;
  sigaction(SIGINT, &action, NULL);
  sigaction(SIGTERM, &action, NULL);
  source = open(name, O_RDONLY | O_NOCTTY | O_CLOEXEC);
  if (source < 0 && errno == ENOENT && strchr(name, ':'))
    return connect_to(name);
  if (source < 0) {
    ipoint_warn("%s: %s", name, strerror(errno));
  } else if (isatty(source) && tcgetattr(source, &terminal) == 0) {
    cfmakeraw(&terminal);
    tcsetattr(source, TCSANOW, &terminal);
  }
  return source;
}

ssize_t ipoint_source_read(int source, void *bytes, size_t room) {
  struct pollfd ready = {.fd = source, .events = POLLIN};
  sigset_t both, before;
  ssize_t got;
  int failed;
  /* A signal between the look at `ended` and the wait would be missed. */
  sigemptyset(&both);
  sigaddset(&both, SIGINT);
  sigaddset(&both, SIGTERM);
  sigprocmask(SIG_BLOCK, &both, &before);
  do
    failed = ended ? 0 : ppoll(&ready, 1, NULL, &before) < 0;
  while (failed && errno == EINTR && !ended);
  sigprocmask(SIG_SETMASK, &before, NULL);
  if (ended)
    return 0;
  got = failed ? -1 : read(source, bytes, room);
  /* A pseudo-terminal whose other side is closed; a signal. */
  return got < 0 && (errno == EIO || errno == EINTR) ? 0 : got;
}
