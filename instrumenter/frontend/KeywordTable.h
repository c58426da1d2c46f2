//===- KeywordTable.h - The words of vendors' compilers -------------------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// After the vendors' manuals. What is a qualifier, or says where something
// lies, is hidden; what changes the size of a type is read as what does so.
// Types that C cannot stand for, as fractional ones, are left out: a function
// that uses one does not parse, and is not instrumented.
//
//===----------------------------------------------------------------------===//

#ifndef IPOINT_FRONTEND_KEYWORDTABLE_H
#define IPOINT_FRONTEND_KEYWORDTABLE_H

namespace ipoint {

/// Entries in the notation of Keywords::add(), with commas between them.
struct CompilerWords {
  const char *Name;
  const char *Hidden;
  const char *Memory;
  const char *Interrupt;
  const char *InRam;
  const char *Uninstrumented;
};

inline constexpr CompilerWords CompilerTable[] = {
    {"arm", // Arm Compiler 5 and 6, Keil MDK
     "__align(), __asm{}, __declspec(), __forceinline, __global_reg(), "
     "__hvc(), "
     "__int64=long long, __packed=__attribute__((__packed__)), __pure, "
     "__smc(), __softfp, __svc(), __svc_indirect(), __svc_indirect_r7(), "
     "__swi(), __unaligned, __value_in_regs, __weak, __writeonly",
     "", "__irq", "", ""},
    {"c51", // Keil C51, C251, C166
     "_at_..., _priority_..., _task_..., alien, bit=unsigned char, compact, "
     "large, reentrant, sbit=volatile unsigned char, "
     "sfr=volatile unsigned char, sfr16=volatile unsigned short, small, "
     "using...",
     "bdata, code, data, ebdata, ecode, edata, far, hconst, hdata, huge, "
     "idata, near, pdata, sdata, xdata, xhuge",
     "interrupt...", "", ""},
    {"ghs", // Green Hills MULTI
     "__bigendian, __littleendian, __noinline, "
     "__packed=__attribute__((__packed__)), __unaligned",
     "__farcall, __nearcall", "__interrupt", "", ""},
    {"iar", // IAR for 8051, Arm, AVR, MSP430, RL78, RX, STM8
     "@..., __absolute, __arm, __banked_func, __big_endian, __bit, __callt, "
     "__cc_version1, __cc_version2, __cmse_nonsecure_call, "
     "__cmse_nonsecure_entry, __data_overlay, __exception, __ext_io, "
     "__idata_overlay, __interwork, __intrinsic, __io, __little_endian, "
     "__monitor, __nested, __no_alloc, __no_alloc16, __no_alloc_str, "
     "__no_alloc_str16, __no_init, __no_pic, __noreturn, __nounwind, "
     "__packed=__attribute__((__packed__)), __pcrel, __persistent, __raw, "
     "__regvar, __ro_placement, __root, __save_reg20, __sbrel, __sfr, "
     "__softfp, __svc, __swi, __task, __thumb, __version_1, __version_2, "
     "__version_4, __weak, __word_align",
     "__bdata, __code, __data, __data16, __data20, __eeprom, __far, "
     "__far_func, __far_rom, __farflash, __farfunc, __flash, __generic, "
     "__huge, __huge_func, __huge_rom, __hugeflash, __idata, __ixdata, "
     "__near, __near_func, __near_rom, __nearfunc, __pdata, __saddr, __tiny, "
     "__tiny_func, __tinyflash, __xdata, __xdata_rom",
     "__fiq, __interrupt, __irq", "__ramfunc", "__stackless"},
    {"sdcc",
     "__asm...__endasm, __at(), __banked, __bit=_Bool, __critical, "
     "__nonbanked, __overlay, __preserves_regs(), __reentrant, "
     "__sbit=volatile _Bool, __sdcccall(), __sfr=volatile unsigned char, "
     "__sfr16=volatile unsigned short, __sfr32=volatile unsigned long, "
     "__shadowregs, __smallc, __trap, __using(), __wparam, __z88dk_callee, "
     "__z88dk_fastcall",
     "__code, __data, __far, __idata, __near, __pdata, __xdata",
     "__interrupt()", "", "__naked"},
    {"tasking", // TASKING VX-toolset for TriCore, 8051, C166 and others
     "__align(), __asm(), __at(), __atbit(), __bisr_(), __bit=_Bool, __bita, "
     "__clone, __enable_, __frame(), __indirect, __novector, __private0, "
     "__private1, __private2, __registerbank(), __share, __share_pcp, "
     "__stackparm, __syscallfunc(), __vector_table()",
     "__a0, __a1, __a8, __a9, __bdata, __circ, __data, __far, __huge, "
     "__idata, __iram, __mcsram, __near, __pdata, __pram, __rom, __shuge, "
     "__xdata",
     "__interrupt(), __isr, __trap()", "", ""},
    {"ti", // TI's cl430, cl2000, cl6x, armcl, clpru
     "__cregister, __int40_t=long long, cregister",
     "__far, __ioport, __near, __onchip, far, ioport, near, onchip",
     "__interrupt, interrupt", "", ""},
    {"xc8", // C99; the older words are those of xc8-c90
     "@..., __align(), __at(), __bank(), __bit=unsigned char, __compiled, "
     "__int24=long, __nonreentrant, __pack, __persistent, __reentrant, "
     "__section(), __serial(), __software, __uint24=unsigned long",
     "__eeprom, __far, __near, __ram, __rom, __xdata, __ydata", "__interrupt()",
     "", ""},
    {"xc8-c90",
     "@..., bank0, bank1, bank2, bank3, bankx, bit=unsigned char, "
     "high_priority, low_priority, persistent",
     "eeprom, far, near, ram, rom", "interrupt", "", ""},
    {"xc16", "__align(), __at(), __bank(), __pack, __persistent, __section()",
     "__eds__, __eeprom, __external__, __far, __near, __pmp__, __prog__, "
     "__psv__, __xdata, __ydata",
     "_ISR, _ISRFAST, __interrupt()", "", ""},
    {"xc32", "__align(), __at(), __bank(), __pack, __persistent, __section()",
     "__eeprom, __far, __near, __xdata, __ydata",
     "__ISR(), __ISR_AT_VECTOR(), __ISR_SINGLE__, __ISR_SINGLE_AT_VECTOR__, "
     "__interrupt()",
     "__longramfunc__, __ramfunc__", ""},
};

} // namespace ipoint

#endif // IPOINT_FRONTEND_KEYWORDTABLE_H
