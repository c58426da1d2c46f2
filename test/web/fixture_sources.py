# Part of the ipoint project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The functions of the made-up program, with what their blocks take."""

HOSTILE = "</script><img src=x onerror=window.hostile=1>"

# Machine code of parse_message, which begins at line 21: its symbol is hostile.
MACHINE = [{"symbol": "parse_message." + HOSTILE, "file": "/build/message-handler.plain", "left": 12, "instructions": [
    {"address": 0x1140 + 4 * at, "text": text, "line": line, "samples": samples} for at, (text, line, samples) in enumerate(
        [("pushq %rbp", 21, 0), ("cmpq $0x4, %rsi", 26, 40), ("jb 0x40", 26, 0), ("movzbl (%rdi,%rax), %ecx", 31, 700), ("incq %rax", 32, 60), ("retq", 0, 0)])]}]

# A line's blocks stand behind "§": kind, stable name, visits per call, typical ticks; a typical time of
# 0 is untimed. A "!" behind the time excludes interrupted visits, "?" has the filter refused, "~" is not linear.
PARSE = """\
static int parse_message(const uint8_t *data, size_t length, struct message *out) § entry entry 1 60
{
    size_t at = 0;

    /* A message is: start byte, length, kind, payload, CRC. Anything else is counted and dropped. */
    if (length < HEADER_SIZE) {
        statistics.short_messages++; § then if.1/then .02 31~
        return PARSE_SHORT; § exit if.1/then/exit .02 12
    }

    while (at < length && data[at] != START_BYTE) § condition while.1 3 9
        at++; § body while.1/body 2 0

    out->kind = data[at + 1]; § join while.1/join .98 88!
    out->length = data[at + 2];
    if (out->length > MAX_PAYLOAD || at + HEADER_SIZE + out->length + CRC_SIZE > length) {
        log_error("length %u does not fit into %zu bytes, message of kind %u is dropped here", out->length, length, out->kind); § then if.2/then 0 0
        return PARSE_LENGTH; § exit if.2/then/exit 0 0
    }

    for (size_t i = 0; i < out->length; i++) § condition for.1 17 22; body for.1/body 16 34!; step for.1/step 16 0
        out->payload[i] = data[at + HEADER_SIZE + i];

    if (crc16(out->payload, out->length) != read_crc(data, at)) { § join for.1/join .98 140?
        statistics.bad_crc++; § then if.3/then .01 28
        return PARSE_CRC; § exit if.3/then/exit .01 14
    }
    return PARSE_OK; § exit exit .97 18
}"""
CRC = """\
uint16_t crc16(const uint8_t *data, size_t length) § entry entry 1 30
{
    uint16_t crc = 0xffff;
    for (size_t i = 0; i < length; i++) { § condition for.1 17 0; body for.1/body 16 48!
        crc ^= (uint16_t)data[i] << 8;
        for (int bit = 0; bit < 8; bit++) § condition for.1/body/for.1 144 0; body for.1/body/for.1/body 128 0
            crc = crc & 0x8000 ? crc << 1 ^ 0x1021 : crc << 1;
    }
    return crc; § exit exit 1 11
}"""
DISPATCH = """\
void dispatch(struct queue *queue, const struct message *message) § entry entry 1 45
{
\tswitch (message->kind) {
\tcase KIND_PING: § case switch.1/case.1 .7 90
\t\treply(queue, message);
\t\tbreak;
\tcase KIND_SET: § case switch.1/case.2 .3 1800!
\t\tstore(message->payload, message->length);
\t\tbreak;
#include "reset.inc" § case switch.1/case.3 0 0
\tdefault: § default switch.1/default 0 0
\t\tstatistics.unknown++;
\t}
} § join switch.1/join 1 9; exit exit 1 14"""
EVIL = f"""\
int evil(const char *text) § entry entry 1 70
{{
    /* {HOSTILE} */
    puts("</script><script>window.hostile = 2</script><!-- & &amp; &#60; \\u003c -->"); § body {HOSTILE} 2 300!
    return text[0] == '<' && text[1] == '\\''; § exit exit"quote'&lt 1 20
}}"""
BITS = """\
static inline unsigned count_bits(uint32_t word) § entry entry 1 6; exit exit 1 4
{ return __builtin_popcount(word); }"""
RESET = """\
void handle_reset(void) § entry entry 0 0
{
    NVIC_SystemReset();
} § exit exit 0 0"""
ISR = """\
__attribute__((naked)) void legacy_isr(void)
{
    __asm__ volatile("bx lr");
}"""
LONG = """\
double a_function_with_a_name_as_long_as_generators_write_them_state_transition_from_idle_to_running_0123456789(void) § entry entry 1 4000000
{
    return integrate(0.0, 1.0, 1e-9); § exit exit 1 80000000!
}"""
