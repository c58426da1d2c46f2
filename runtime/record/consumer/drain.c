/*===- drain.c - All rings of a session on their way into a trace ---------===*\
|* Part of the ipoint project, under the Apache License v2.0 with LLVM
|* Exceptions.
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
\*===----------------------------------------------------------------------===*/

#include "record/consumer/drain.h"

#include "ipoint/record.h"
#include "support/files.h"
#include "wire/counttable.h"

#include <ctype.h>
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

/* Looks per second: at the folder where no change was announced, and at the
   processes. */
#define FIND_PER_SECOND 50u
#define LOOK_PER_SECOND 20u
/* Of threads' names at first, until they are seldom looked at. */
#define NAME_PER_SECOND 1000u

/* Between two looks while records come, ns; twice as long each time that none
   came, up to the second one. A thread that finds its ring full rings the bell;
   the end of a process, the kernel's context switches and programs that may
   make no system calls do not ring it. */
#define SHORT_SLEEP_NS 2000000u
#define LONG_SLEEP_NS 20000000u
/* The shortest sleep that is worth one. */
#define LEAST_SLEEP_NS 100000u

/* The process with this number that is not known to be over, or null. */
static struct ipoint_process *process_of(const struct ipoint_drain *drain,
                                         uint32_t pid) {
  size_t i;
  for (i = drain->process_count; i > 0; i--)
    if (drain->processes[i - 1].pid == pid)
      return &drain->processes[i - 1];
  return NULL;
}

/* One that has gone already is kept until look() has found what it left. */
static void note_process(struct ipoint_drain *drain, uint32_t pid) {
  struct ipoint_process *grown;
  if (process_of(drain, pid))
    return;
  grown = realloc(drain->processes, (drain->process_count + 1) * sizeof *grown);
  if (!grown) {
    drain->error = ENOMEM;
    return;
  }
  drain->processes = grown;
  grown += drain->process_count++;
  drain->processes_seen++;
  grown->pid = pid;
  grown->began = 0;
  grown->handle = (int)syscall(SYS_pidfd_open, (pid_t)pid, 0);
  grown->gone = grown->handle < 0 && errno == ESRCH;
}

static struct ipoint_stream *new_stream(struct ipoint_drain *drain) {
  struct ipoint_stream **grown, *stream;
  grown = realloc(drain->streams, (drain->stream_count + 1) * sizeof *grown);
  stream = malloc(sizeof *stream);
  if (grown)
    drain->streams = grown;
  if (!grown || !stream) {
    drain->error = ENOMEM;
    free(stream);
    return NULL;
  }
  return stream;
}

static void take_ring(struct ipoint_drain *drain, const char *name) {
  struct ipoint_stream *stream = new_stream(drain);
  struct ipoint_process *process;
  if (!stream)
    return;
  if (!ipoint_stream_open(stream, drain->session->folder, name,
                          &drain->trace)) {
    uint32_t pid = (uint32_t)strtoul(name, NULL, 10);
    process = process_of(drain, pid);
    free(stream);
    /* Its process may be making it, and not be done before the program ends:
     * then it is one that still runs. */
    if (process && process->gone)
      unlinkat(drain->session->folder, name, 0);
    else if (pid)
      note_process(drain, pid);
    return;
  }
  drain->streams[drain->stream_count++] = stream;
  if (stream->foreign)
    return;
  note_process(drain, stream->out.pid);
  process = process_of(drain, stream->out.pid);
  if (process && stream->ring->created < process->began)
    drain->executed = 1;
}

/* The number behind `prefix`, or 0. */
static uint32_t number_behind(const char *prefix, const char *name) {
  size_t length = strlen(prefix);
  return strncmp(name, prefix, length) == 0
             ? (uint32_t)strtoul(name + length, NULL, 10)
             : 0;
}

/* The process executes this program since `began`. Its threads before that are
   no more, and end_rings() ends their rings: some may not be found yet. */
static void note_image(struct ipoint_drain *drain, uint32_t pid,
                       uint64_t began) {
  struct ipoint_process *process;
  note_process(drain, pid);
  process = process_of(drain, pid);
  if (process && began > process->began) {
    process->began = began;
    drain->executed = 1;
  }
}

/* The thread has unmapped the ring, or will: its memory is free then. */
static void count_off(const struct ipoint_drain *drain, uint64_t slots) {
  struct ipoint_control *control = drain->session->control;
  __atomic_fetch_sub(&control->rings, 1, __ATOMIC_RELAXED);
  __atomic_fetch_sub(&control->ring_bytes, ipoint_ring_bytes(slots),
                     __ATOMIC_RELAXED);
}

static void end_stream(struct ipoint_drain *drain,
                       struct ipoint_stream *stream) {
  if (!stream->ring)
    return;
  if (!stream->waiting)
    ipoint_name_look(stream);
  ipoint_stream_close(stream);
  count_off(drain, stream->slots);
}

/* Ends the rings of processes that have gone, and those that a process had
   before it executed another program. */
static void end_rings(struct ipoint_drain *drain) {
  size_t i;
  drain->executed = 0;
  for (i = 0; i < drain->stream_count; i++) {
    struct ipoint_stream *stream = drain->streams[i];
    const struct ipoint_process *process;
    if (stream->ring && !stream->foreign &&
        (process = process_of(drain, stream->out.pid)) &&
        (process->gone || stream->ring->created < process->began)) {
      stream->gone = 1;
      end_stream(drain, stream);
    }
  }
}

static void find(struct ipoint_drain *drain) {
  DIR *folder = ipoint_folder_list(drain->session->folder);
  struct dirent *entry;
  uint32_t pid;
  while (folder && (entry = readdir(folder))) {
    const char *name = entry->d_name;
    if (isdigit((unsigned char)name[0]))
      take_ring(drain, name);
    else if ((pid = number_behind(IPOINT_UNITS_PREFIX, name)))
      note_process(drain, pid);
    else if ((pid = number_behind(IPOINT_COUNTS_PREFIX, name))) {
      note_process(drain, pid);
      drain->counts_seen = 1;
      ipoint_windows_add(&drain->windows, drain->session->folder, name);
    } else if ((pid = number_behind(IPOINT_BORN_PREFIX, name))) {
      const char *began = strchr(name + strlen(IPOINT_BORN_PREFIX), '-');
      unlinkat(drain->session->folder, name, 0);
      note_image(drain, pid, began ? strtoull(began + 1, NULL, 10) : 0);
    }
  }
  if (folder)
    closedir(folder);
  if (drain->executed)
    end_rings(drain);
}

static int has_gone(struct ipoint_process *process) {
  struct pollfd ended = {process->handle, POLLIN, 0};
  if (!process->gone)
    process->gone = process->handle >= 0
                        ? poll(&ended, 1, 0) == 1
                        : kill((pid_t)process->pid, 0) != 0 && errno == ESRCH;
  return process->gone;
}

/* Closes the streams of processes that have ended, and forgets those. */
static void look(struct ipoint_drain *drain) {
  size_t i, kept = 0, gone = 0;
  for (i = 0; i < drain->process_count; i++)
    if (has_gone(&drain->processes[i])) {
      gone++;
      ipoint_windows_drop(&drain->windows, drain->processes[i].pid);
    }
  if (!gone)
    return;
  gone = drain->process_count;
  find(drain); /* rings that they made last; may add processes at the end */
  end_rings(drain);
  for (i = 0; i < drain->process_count; i++) {
    struct ipoint_process *process = &drain->processes[i];
    int over = i < gone && process->gone;
    if (over)
      ipoint_counts_take(&drain->counts, drain->session->folder, process->pid);
    if (over && ipoint_units_take(&drain->units, drain->session->folder,
                                  process->pid)) {
      if (process->handle >= 0)
        close(process->handle);
    } else {
      drain->processes[kept++] = *process;
    }
  }
  drain->process_count = kept;
}

/* Another thread of the process will have the ring. */
static void pass_on(struct ipoint_drain *drain, struct ipoint_stream *stream) {
  struct ipoint_stream *next = new_stream(drain);
  if (!next)
    return;
  if (ipoint_stream_pass_on(stream, next)) {
    drain->streams[drain->stream_count++] = next;
    return;
  }
  count_off(drain, stream->slots);
  free(next);
}

/* Drains the ring, if that is worth it. Returns when it will be half full if
   records come as fast as in the `elapsed` ticks since the last look, ticks. */
static uint64_t drain_ring(struct ipoint_drain *drain,
                           struct ipoint_stream *stream, uint64_t now,
                           uint64_t elapsed) {
  uint64_t pending = ipoint_stream_pending(stream, now, drain->rate);
  uint64_t came = pending > stream->left ? pending - stream->left : 0;
  drain->pending += pending;
  stream->left = pending;
  if (pending >= stream->slots / 8 ||
      (pending && now - stream->drained > drain->rate)) {
    ipoint_stream_drain(stream);
    stream->left = 0;
  }
  /* An eighth is worth coming back at once. */
  if (pending >= stream->slots / 8)
    return 0;
  return came ? (stream->slots / 2 - pending) * elapsed / came : UINT64_MAX;
}

/* What there is to do for one stream. Returns for how many ticks it can wait
   then. */
static uint64_t serve(struct ipoint_drain *drain, struct ipoint_stream *stream,
                      uint64_t now, uint64_t elapsed) {
  uint32_t finished;
  if (!stream->ring)
    return UINT64_MAX;
  finished = ipoint_stream_is_whole(stream)
                 ? __atomic_load_n(&stream->ring->finished, __ATOMIC_ACQUIRE)
                 : IPOINT_RING_FINISHED;
  if (finished == IPOINT_RING_FINISHED || finished == IPOINT_RING_DROPPED) {
    end_stream(drain, stream);
    return UINT64_MAX;
  }
  if (stream->waiting && !ipoint_stream_begins(stream))
    return UINT64_MAX;
  /* Threads are mostly named when they begin. */
  if (now - stream->named >= stream->patience || finished != 0) {
    ipoint_name_look(stream);
    stream->named = now;
    stream->patience =
        stream->patience ? 2 * stream->patience : drain->rate / NAME_PER_SECOND;
  }
  if (finished == IPOINT_RING_PARKED) {
    drain->pending += ipoint_stream_pending(stream, now, drain->rate);
    pass_on(drain, stream);
    return UINT64_MAX;
  }
  return drain_ring(drain, stream, now, elapsed);
}

/* The trace has reached its size limit: no process records more. */
static void end_recording(struct ipoint_drain *drain) {
  struct ipoint_control *control = drain->session->control;
  uint32_t none = 0;
  size_t i;
  __atomic_compare_exchange_n(&control->ended, &none, IPOINT_END_LIMIT, 0,
                              __ATOMIC_RELAXED, __ATOMIC_RELAXED);
  __atomic_store_n(&control->closed, 1, __ATOMIC_RELEASE);
  for (i = 0; i < drain->stream_count; i++)
    if (drain->streams[i]->ring)
      ipoint_ring_notify(drain->streams[i]->ring);
}

/* How long there is nothing to do, ns, where rings can wait for `most`
   ticks. */
static uint64_t nap(const struct ipoint_drain *drain, uint64_t now,
                    uint64_t most) {
  uint64_t windows = ipoint_windows_left(&drain->windows, now);
  uint64_t per_us = drain->rate / 1000000 + 1;
  uint64_t sleep = most / per_us < LONG_SLEEP_NS / 1000 ? most * 1000 / per_us
                                                        : LONG_SLEEP_NS;
  if (most > 0 && sleep < LEAST_SLEEP_NS)
    sleep = LEAST_SLEEP_NS;
  if (sleep > drain->sleep)
    sleep = drain->sleep;
  return windows / per_us < sleep / 1000 ? windows * 1000 / per_us : sleep;
}

/* The sleep after one of `sleep` ns in which no record came. */
static uint64_t longer(uint64_t sleep) {
  if (sleep < SHORT_SLEEP_NS)
    return SHORT_SLEEP_NS;
  return sleep < LONG_SLEEP_NS / 2 ? 2 * sleep : LONG_SLEEP_NS;
}

uint64_t ipoint_drain_poll(struct ipoint_drain *drain) {
  uint64_t now = ipoint_port_counter(), most = UINT64_MAX;
  uint64_t before = drain->pending, elapsed = now - drain->polled;
  struct ipoint_control *control = drain->session->control;
  uint32_t changes;
  size_t i;
  /* Before the looking: see `asleep`. */
  __atomic_store_n(&control->asleep, 1, __ATOMIC_RELAXED);
  __atomic_thread_fence(__ATOMIC_SEQ_CST);
  changes = __atomic_load_n(&control->changes, __ATOMIC_ACQUIRE);
  if (changes != drain->changes)
    drain->sleep = 0; /* a ring is there, and records will follow */
  if (changes != drain->changes ||
      now - drain->found > drain->rate / FIND_PER_SECOND) {
    drain->changes = changes;
    drain->found = now;
    find(drain);
  }
  if (now - drain->looked > drain->rate / LOOK_PER_SECOND) {
    drain->looked = now;
    look(drain);
  }
  ipoint_windows_open(&drain->windows, now);
  if (elapsed > drain->rate / LOOK_PER_SECOND)
    elapsed = drain->rate / LOOK_PER_SECOND; /* so that products fit */
  drain->polled = now;
  drain->pending = 0;
  for (i = 0; i < drain->stream_count; i++) {
    uint64_t alone = serve(drain, drain->streams[i], now, elapsed);
    if (alone < most)
      most = alone;
  }
  if (drain->trace.room == 0 && !drain->session->control->closed)
    end_recording(drain);
  drain->sleep = longer(drain->pending != before ? 0 : drain->sleep);
  return nap(drain, now, most);
}

void ipoint_drain_flush(struct ipoint_drain *drain) {
  size_t i;
  find(drain);
  for (i = 0; i < drain->stream_count; i++) {
    struct ipoint_stream *stream = drain->streams[i];
    if (stream->ring && (!stream->waiting || ipoint_stream_begins(stream)) &&
        ipoint_policy_drains(stream->policy))
      ipoint_stream_drain(stream);
  }
}

size_t ipoint_drain_running(struct ipoint_drain *drain, uint32_t except) {
  size_t i, running = 0;
  find(drain);
  look(drain);
  for (i = 0; i < drain->process_count; i++)
    running += !drain->processes[i].gone && drain->processes[i].pid != except;
  return running;
}

void ipoint_drain_finish(struct ipoint_drain *drain) {
  size_t i;
  find(drain);
  for (i = 0; i < drain->stream_count; i++)
    end_stream(drain, drain->streams[i]);
  ipoint_counts_take(&drain->counts, drain->session->folder, 0);
}

struct ipoint_totals ipoint_drain_totals(const struct ipoint_drain *drain) {
  struct ipoint_totals totals = {.error = drain->error ? drain->error
                                                       : drain->counts.error,
                                 .counted = ipoint_counts_total(&drain->counts),
                                 .spent = drain->counts.spent};
  size_t i;
  for (i = 0; i < drain->stream_count; i++)
    ipoint_stream_add(&totals, drain->streams[i]);
  return totals;
}

void ipoint_drain_free(struct ipoint_drain *drain) {
  size_t i;
  for (i = 0; i < drain->stream_count; i++)
    free(drain->streams[i]);
  for (i = 0; i < drain->process_count; i++)
    if (drain->processes[i].handle >= 0)
      close(drain->processes[i].handle);
  ipoint_windows_free(&drain->windows);
  free(drain->units.units);
  ipoint_sums_free(&drain->counts);
  free(drain->streams);
  free(drain->processes);
}
