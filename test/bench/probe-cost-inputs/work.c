/* Work of the kinds that embedded benchmarks do: lists, a small matrix, a state machine, a checksum. What is measured. */
#include "work.h"

#define NODES 64
#define SIDE 12

struct node {
  struct node *next;
  int key, value;
};

static struct node nodes[NODES];
static int a[SIDE][SIDE], b[SIDE][SIDE], c[SIDE][SIDE];

static unsigned checksum(unsigned crc, unsigned byte) {
  int bit;
  crc ^= byte;
  for (bit = 0; bit < 8; bit++) {
    if (crc & 1)
      crc = crc >> 1 ^ 0xa001;
    else
      crc >>= 1;
  }
  return crc;
}

static struct node *build(unsigned seed) {
  struct node *head = 0;
  int i;
  for (i = 0; i < NODES; i++) {
    seed = seed * 1103515245u + 12345u;
    nodes[i].key = (int)(seed >> 16 & 0xff);
    nodes[i].value = i;
    nodes[i].next = head;
    head = &nodes[i];
  }
  return head;
}

static struct node *find(struct node *list, int key) {
  while (list && list->key != key)
    list = list->next;
  return list;
}

static struct node *sort(struct node *list) {
  struct node *sorted = 0;
  while (list) {
    struct node *next = list->next, **at = &sorted;
    while (*at && (*at)->key < list->key)
      at = &(*at)->next;
    list->next = *at;
    *at = list;
    list = next;
  }
  return sorted;
}

static int multiply(int seed) {
  int i, j, k, sum = 0;
  for (i = 0; i < SIDE; i++)
    for (j = 0; j < SIDE; j++) {
      a[i][j] = seed + i * j;
      b[i][j] = seed - i + j;
    }
  for (i = 0; i < SIDE; i++)
    for (j = 0; j < SIDE; j++) {
      c[i][j] = 0;
      for (k = 0; k < SIDE; k++)
        c[i][j] += a[i][k] * b[k][j];
      if (c[i][j] > 0)
        sum += c[i][j];
      else
        sum ^= c[i][j];
    }
  return sum;
}

/* Counts the numbers in a text. */
static int scan(const char *text) {
  enum { START, SIGN, DIGITS, POINT, BAD } state = START;
  int numbers = 0;
  for (; *text; text++) {
    char letter = *text;
    if (letter == ',') {
      if (state == DIGITS || state == POINT)
        numbers++;
      state = START;
      continue;
    }
    switch (state) {
    case START:
      state = letter == '+' || letter == '-' ? SIGN : letter >= '0' && letter <= '9' ? DIGITS : BAD;
      break;
    case SIGN:
    case DIGITS:
      if (letter == '.')
        state = POINT;
      else if (letter < '0' || letter > '9')
        state = BAD;
      else
        state = DIGITS;
      break;
    case POINT:
      if (letter < '0' || letter > '9')
        state = BAD;
      break;
    case BAD:
      break;
    }
  }
  return numbers;
}

unsigned work(unsigned seed) {
  struct node *list = sort(build(seed)), *found;
  unsigned crc = 0;
  int i;
  for (i = 0; i < 16; i++) {
    found = find(list, (int)(seed >> i & 0xff));
    crc = checksum(crc, found ? (unsigned)found->value : 255u);
  }
  crc = checksum(crc, (unsigned)multiply((int)(seed & 15)) & 0xff);
  crc = checksum(crc, (unsigned)scan("12,-5,+3.25,x,99.5,7a,1234,-,.5,42,") & 0xff);
  return crc;
}
