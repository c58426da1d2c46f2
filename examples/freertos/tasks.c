/* What is measured: two tasks and two interrupt handlers that share a function. */
#include "board.h"

#include "FreeRTOS.h"
#include "task.h"

static volatile uint32_t sink;

/* All of them call it, and interrupt each other in it. */
static uint32_t mix(uint32_t value, uint32_t rounds) {
  while (rounds-- > 0)
    value = (value ^ value >> 15) * 2654435761u;
  return value;
}

/* Each millisecond, from the kernel's own interrupt. */
void vApplicationTickHook(void) { sink = mix(sink, 20); }

/* A device's interrupt, of a higher priority than the kernel's. */
void Timer1_Handler(void) {
  board_timer_clear();
  sink = mix(sink, 5);
}

/* Takes the CPU from the other task every two milliseconds. */
static void control(void *argument) {
  TickType_t woken = xTaskGetTickCount();
  for (;;) {
    vTaskDelayUntil(&woken, 2);
    sink = mix((uint32_t)(uintptr_t)argument, 300);
  }
}

static void step(uint32_t i) { sink = mix(i, 2000); }

static void background(void *argument) {
  uint32_t i;
  (void)argument;
  for (i = 0; i < 50; i++)
    step(i);
  board_end(0);
}

void start_tasks(void) {
  xTaskCreate(control, "control", configMINIMAL_STACK_SIZE, (void *)7, 2, NULL);
  xTaskCreate(background, "background", configMINIMAL_STACK_SIZE, NULL, 1, NULL);
  vTaskStartScheduler();
}
