/* What early.c needs of a board, compiled plain: the way to boot(), and files
 * by semihosting. */
#include "ipoint/bare.h"

extern char ram_begin[], ram_end[];

void boot(void);
void keep_ram(void);
void end(void);

static uint32_t semihost(uint32_t operation, const void *argument) {
#ifdef __arm__
  register uint32_t r0 __asm__("r0") = operation;
  register const void *r1 __asm__("r1") = argument;
  __asm__ volatile("bkpt 0xab" : "+r"(r0) : "r"(r1) : "memory");
  return r0;
#else
  register uint32_t a0 __asm__("a0") = operation;
  register const void *a1 __asm__("a1") = argument;
  __asm__ volatile(".option push\n.option norvc\n.balign 16\nslli x0, x0, "
                   "0x1f\nebreak\nsrai x0, x0, 7\n.option pop"
                   : "+r"(a0)
                   : "r"(a1)
                   : "memory");
  return a0;
#endif
}

static uint32_t file;

static void put(const void *bytes, uint32_t size) {
  const uint32_t arguments[] = {file, (uint32_t)bytes, size};
  semihost(5, arguments); /* SYS_WRITE */
}

static void create(const char *name, uint32_t length) {
  const uint32_t arguments[] = {(uint32_t)name, 5, length};
  file = semihost(1, arguments); /* SYS_OPEN, "wb" */
}

void keep_ram(void) {
  /* The file's number may lie in RAM: put back what was there. */
  uint32_t before = file;
  create("early.ram", 9);
  uint32_t number = file;
  file = before;
  const uint32_t arguments[] = {number, (uint32_t)ram_begin,
                                (uint32_t)(ram_end - ram_begin)};
  semihost(5, arguments);
}

void end(void) {
  const uint32_t exit[] = {0x20026, 0}; /* ADP_Stopped_ApplicationExit */
  create("memory.img", 10);
  ipoint_bare_dump(put);
  create("end.ram", 7);
  put(ram_begin, (uint32_t)(ram_end - ram_begin));
  semihost(0x20, exit); /* SYS_EXIT_EXTENDED */
}

#ifdef __arm__
static void fault(void) {
  for (;;)
    ;
}

extern char stack_top[];
__attribute__((section(".vectors"),
               used)) static const void *const vectors[16] = {
    stack_top, boot, fault, fault, fault, fault, fault};
#else
__asm__(".section .vectors, \"ax\"\n.globl _start\n_start:\nla sp, "
        "stack_top\ncall boot\n");
#endif
