#include "kernels.h"
#include <stdint.h>

static uint32_t state = 2463534242u;
static uint8_t text[4096];
static int32_t signal_in[1024];
static uint32_t sorted[1024], table[512];

static uint32_t next(void) {
  state ^= state << 13;
  state ^= state >> 17;
  state ^= state << 5;
  return state;
}

void prepare(void) {
  for (unsigned i = 0; i < sizeof text; ++i)
    text[i] = (uint8_t)("etaoin shrdlu\xc3\xa9"[next() % 15]);
  for (unsigned i = 0; i < 1024; ++i) {
    signal_in[i] = (int32_t)(next() % 2001) - 1000;
    sorted[i] = i * 4194301u;
  }
  for (unsigned i = 0; i < 512; ++i)
    table[i] = i % 4 ? next() | 1 : 0;
}

/* Medians of windows of five, by exchanges. */
static void exchange(int32_t *a, int32_t *b) {
  int32_t low = *a < *b ? *a : *b, high = *a < *b ? *b : *a;
  *a = low;
  *b = high;
}

static int32_t median_of(const int32_t *in) {
  int32_t v[5] = {in[0], in[1], in[2], in[3], in[4]};
  exchange(&v[0], &v[1]);
  exchange(&v[3], &v[4]);
  exchange(&v[0], &v[3]);
  exchange(&v[1], &v[4]);
  exchange(&v[1], &v[2]);
  exchange(&v[2], &v[3]);
  return v[2];
}

/* Each window begins where the last one's median says. */
unsigned median(unsigned call) {
  const int32_t *in = signal_in + call % 512;
  unsigned at = 0;
  for (int i = 0; i < 40; ++i)
    at = (at + (unsigned)median_of(in + at)) % 256;
  return at;
}

unsigned bytes_seen(unsigned call) {
  const uint8_t *in = text + call % 2048;
  uint16_t count[256] = {0};
  unsigned most = 0;
  for (int i = 0; i < 500; ++i)
    ++count[in[i]];
  for (int i = 0; i < 256; ++i)
    most = count[i] > count[most] ? (unsigned)i : most;
  return most;
}

/* Horspool's search of a word that is not there. */
unsigned search(unsigned call) {
  static const uint8_t word[6] = "shrimp";
  const uint8_t *in = text + call % 2048;
  unsigned found = 0;
  for (unsigned i = 5; i < 1500;) {
    unsigned j = 0;
    while (j < 6 && in[i - j] == word[5 - j])
      ++j;
    found += j == 6;
    unsigned step = 6;
    for (unsigned k = 0; k < 5; ++k)
      if (word[k] == in[i])
        step = 5 - k;
    i += step;
  }
  return found;
}

unsigned fir(unsigned call) {
  static const int32_t weight[16] = {1, -3, 5, 9, -12, 30, 55, 80, 80, 55, 30, -12, 9, 5, -3, 1};
  const int32_t *in = signal_in + call % 512;
  int32_t sum = 0;
  for (int i = 0; i < 100; ++i) {
    int32_t value = 0;
    for (int k = 0; k < 16; ++k)
      value += weight[k] * in[i + k];
    sum ^= value >> 6;
  }
  return (unsigned)sum;
}

static uint32_t reversed(uint32_t v) {
  v = (v >> 1 & 0x55555555u) | (v & 0x55555555u) << 1;
  v = (v >> 2 & 0x33333333u) | (v & 0x33333333u) << 2;
  v = (v >> 4 & 0x0f0f0f0fu) | (v & 0x0f0f0f0fu) << 4;
  return v << 24 | (v & 0xff00u) << 8 | (v >> 8 & 0xff00u) | v >> 24;
}

/* Each depends on the one before. */
unsigned reverse_bits(unsigned call) {
  uint32_t v = call;
  for (int i = 0; i < 60; ++i)
    v = reversed(v + (uint32_t)i) * 3;
  return v;
}

unsigned lookups(unsigned call) {
  unsigned sum = 0;
  uint32_t key = call * 2654435761u;
  for (int i = 0; i < 24; ++i) {
    unsigned low = 0, high = 1024;
    while (low < high) {
      unsigned middle = (low + high) / 2;
      if (sorted[middle] < key)
        low = middle + 1;
      else
        high = middle;
    }
    sum += low;
    key = key * 1664525u + low;
  }
  return sum;
}

static uint32_t times(uint32_t a, uint32_t b, uint32_t modulus) { return (uint32_t)((uint64_t)a * b % modulus); }

unsigned power(unsigned call) {
  uint32_t base = call % 65536 + 2, result = 1, modulus = 2147483647u;
  for (uint32_t e = 0x7ffffffdu; e; e >>= 1) {
    if (e & 1)
      result = times(result, base, modulus);
    base = times(base, base, modulus);
  }
  return result;
}

static int continues(uint8_t byte) { return (byte & 0xc0) == 0x80; }

unsigned utf8(unsigned call) {
  const uint8_t *in = text + call % 2048;
  unsigned sum = 0;
  for (int i = 0; i < 600; ++i) {
    if (in[i] < 0x80)
      sum += in[i];
    else if ((in[i] & 0xe0) == 0xc0 && continues(in[i + 1]))
      sum += (unsigned)(in[i] & 0x1f) << 6 | (in[++i] & 0x3f);
    else
      sum ^= 0xfffd;
  }
  return sum;
}

static uint32_t mixed(uint32_t v) {
  v ^= v >> 16;
  v *= 0x7feb352du;
  v ^= v >> 15;
  v *= 0x846ca68bu;
  return v ^ v >> 16;
}

unsigned probing(unsigned call) {
  unsigned steps = 0;
  for (uint32_t i = 0; i < 40; ++i) {
    uint32_t key = mixed(call + i * 977);
    unsigned at = key % 512;
    while (table[at] && table[at] != key) {
      at = (at + 1) % 512;
      ++steps;
    }
  }
  return steps;
}

static unsigned emit(uint8_t *out, unsigned size, uint8_t value, unsigned count) {
  out[size] = (uint8_t)count;
  out[size + 1] = value;
  return size + 2;
}

unsigned runs(unsigned call) {
  static uint8_t out[2048];
  const uint8_t *in = text + call % 2048;
  unsigned size = 0, count = 1;
  for (int i = 1; i < 400; ++i) {
    if (in[i] >> 7 == in[i - 1] >> 7 && count < 255) {
      ++count;
    } else {
      size = emit(out, size, in[i - 1], count);
      count = 1;
    }
  }
  return emit(out, size, in[399], count);
}
