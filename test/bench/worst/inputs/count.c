/* What a generated program, compiled with -DCOUNT, does with all inputs: for each loop the most that its body runs each time that it
   is entered, in a call of its function, and in a call of root(); for each function the most calls in a call of root(); for each loop and
   one around it the most that its body runs each time that the latter is entered. */
#include <stdio.h>
#include <string.h>

unsigned input, sink, counts[256][4], calls[64][2], inside[256][256];
unsigned root(void);
void counted(unsigned loop, unsigned entry, unsigned call);
void within(unsigned loop, unsigned outer, unsigned times);
void called(unsigned function);

static unsigned total;

static void raise(unsigned *most, unsigned value) {
  if (*most < value)
    *most = value;
}

void counted(unsigned loop, unsigned entry, unsigned call) {
  raise(&counts[loop][0], entry);
  raise(&counts[loop][1], call);
  counts[loop][3]++;
  total++;
}

void within(unsigned loop, unsigned outer, unsigned times) { raise(&inside[loop][outer], times); }

void called(unsigned function) {
  calls[function][1]++;
  total++;
}

int main(void) {
  for (input = 0; input < 4096; input++) {
    root();
    for (int i = 0; i < 256; i++) {
      raise(&counts[i][2], counts[i][3]);
      counts[i][3] = 0;
    }
    for (int i = 0; i < 64; i++) {
      raise(&calls[i][0], calls[i][1]);
      calls[i][1] = 0;
    }
  }
  printf("%u\n", total);
  for (int i = 0; i < 256; i++)
    printf("%u %u %u\n", counts[i][0], counts[i][1], counts[i][2]);
  for (int i = 0; i < 64; i++)
    printf("%u\n", calls[i][0]);
  for (int i = 0; i < 256 * 256; i++)
    if (inside[i / 256][i % 256])
      printf("%d %d %u\n", i / 256, i % 256, inside[i / 256][i % 256]);
  return 0;
}
