/* What is measured: a control loop that two interrupts strike. */
#include "board.h"

#define TAPS 8
#define SAMPLES 64

static volatile uint32_t ticks;  /* of SysTick */
static volatile uint32_t pulses; /* of TIMER1 */
static int32_t history[TAPS];

void SysTick_Handler(void) {
  ticks++;
  if (ticks % 4 == 0)
    pulses = 0;
}

void TIMER1_IRQHandler(void) {
  board_clear_timer();
  pulses++;
}

static int32_t smooth(int32_t sample) {
  int32_t sum = 0;
  int i;
  for (i = TAPS - 1; i > 0; i--) {
    history[i] = history[i - 1];
    sum += history[i];
  }
  history[0] = sample;
  return (sum + sample) / TAPS;
}

static int32_t clamp(int32_t value) {
  if (value > 100)
    return 100;
  if (value < -100)
    return -100;
  return value;
}

int main(void) {
  int32_t output = 0;
  int i;
  board_start_interrupts();
  for (i = 0; i < SAMPLES; i++)
    output += clamp(smooth(i * 37 % 256 - 128));
  board_stop_interrupts();
  return output != -464;
}
