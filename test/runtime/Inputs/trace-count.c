/* Reads every stream of a trace folder by docs/formats.md alone, checks what can be checked
   without the metadata, and prints what it found:

     trace-count DIR
     events=N own=N pauses=N resumes=N lost=N streams=N packets=N last=ID

   Compiled with -DPATHS, it holds the number of each path record against its id (probes.h).
   Streams of context switches are checked as the others are, and not counted. */
#include <dirent.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static uint64_t events, own, pauses, resumes, lost, streams, packets, last, switches;

static void fail(const char *file, const char *what) {
  fprintf(stderr, "%s: %s\n", file, what);
  exit(1);
}

static uint64_t word(const unsigned char *at, int bytes) {
  uint64_t value = 0;
  while (bytes-- > 0)
    value = value << 8 | at[bytes];
  return value;
}

static void take(uint64_t record, uint64_t *time, const char *file) {
  uint64_t id = record >> 41, value = record >> 1 & ((UINT64_C(1) << 40) - 1);
  events++;
  switches += id >= 16 && id <= 18;
  if (record & 1) {
    uint64_t delta = (value - *time) & ((UINT64_C(1) << 40) - 1);
    if (delta >> 39)
      fail(file, "time runs backwards");
    *time += delta;
  }
  if (id == 0)
    fail(file, "a record of id 0");
  pauses += id == 1;
  resumes += id == 2;
  lost += id == 3 ? value : 0;
  if (id >= 256) {
#ifdef PATHS
    if (!(record & 1) && value != id)
      fail(file, "a path record with another number than its id");
#endif
    own++;
    last = id;
  }
}

static void read_stream(const char *path) {
  FILE *file = fopen(path, "rb");
  unsigned char head[80];
  uint64_t sequence = 0, before = 0;
  if (!file)
    fail(path, "can't be opened");
  streams++;
  while (fread(head, 1, 80, file) == 80) {
    uint64_t begin = word(head + 24, 8), end = word(head + 32, 8), bits = word(head + 40, 8);
    uint64_t time = begin, n;
    packets++;
    if (word(head, 4) != 0xC1FC1FC1u || word(head + 20, 4) != 0)
      fail(path, "no packet header");
    if (bits != word(head + 48, 8) || bits % 64 || bits <= 640)
      fail(path, "odd sizes");
    if (word(head + 64, 8) != sequence++)
      fail(path, "packets out of sequence");
    if (begin < before || end < begin)
      fail(path, "packets out of order");
    for (n = bits / 64 - 10; n > 0; n--) {
      unsigned char record[8];
      if (fread(record, 1, 8, file) != 8)
        fail(path, "a packet is cut");
      take(word(record, 8), &time, path);
    }
    if (time != end)
      fail(path, "timestamp_end is not the last record's");
    before = end;
  }
  if (!feof(file) || ftell(file) % 8)
    fail(path, "rubbish at the end");
  fclose(file);
}

int main(int argc, char **argv) {
  DIR *folder = argc > 1 ? opendir(argv[1]) : NULL;
  struct dirent *entry;
  if (!folder)
    fail(argc > 1 ? argv[1] : "trace-count", "no folder");
  while ((entry = readdir(folder))) {
    char path[4096];
    snprintf(path, sizeof path, "%s/%s", argv[1], entry->d_name);
    if (strstr(entry->d_name, "-switches")) {
      uint64_t kept[3] = {events, streams, packets}, before = switches;
      read_stream(path);
      if (events - kept[0] != switches - before)
        fail(path, "other records than switches");
      events = kept[0];
      streams = kept[1];
      packets = kept[2];
    } else if (strncmp(entry->d_name, "stream-", 7) == 0)
      read_stream(path);
    else if (entry->d_name[0] != '.' && strcmp(entry->d_name, "metadata") != 0)
      fail(path, "does not belong here");
  }
  closedir(folder);
#define N(name) (unsigned long long)name
  printf("events=%llu own=%llu pauses=%llu resumes=%llu lost=%llu streams=%llu packets=%llu "
         "last=%llu\n",
         N(events), N(own), N(pauses), N(resumes), N(lost), N(streams), N(packets), N(last));
  return 0;
}
