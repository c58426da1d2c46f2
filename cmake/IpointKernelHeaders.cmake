# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# The headers of Linux, where the compiler does not find them: Debian's musl-gcc reads musl's headers alone. Links to those of the
# machine, without those of its libc, are read behind all others.
include(CheckIncludeFile)
check_include_file(linux/perf_event.h IPOINT_HAS_KERNEL_HEADERS)
if(NOT IPOINT_HAS_KERNEL_HEADERS AND NOT CMAKE_CROSSCOMPILING)
  set(ipoint_kernel_headers ${CMAKE_BINARY_DIR}/kernel-headers)
  execute_process(COMMAND ${CMAKE_C_COMPILER} -dumpmachine
                  OUTPUT_VARIABLE ipoint_machine OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET)
  find_path(IPOINT_KERNEL_ASM asm/unistd.h PATHS /usr/include/${ipoint_machine} /usr/include NO_DEFAULT_PATH)
  find_path(IPOINT_KERNEL_LINUX linux/perf_event.h PATHS /usr/include NO_DEFAULT_PATH)
  if(NOT IPOINT_KERNEL_ASM OR NOT IPOINT_KERNEL_LINUX)
    message(FATAL_ERROR "${CMAKE_C_COMPILER} finds no <linux/perf_event.h>: install the headers of Linux (Debian: linux-libc-dev)")
  endif()
  file(MAKE_DIRECTORY ${ipoint_kernel_headers})
  file(CREATE_LINK ${IPOINT_KERNEL_ASM}/asm ${ipoint_kernel_headers}/asm SYMBOLIC)
  foreach(ipoint_folder linux asm-generic)
    file(CREATE_LINK ${IPOINT_KERNEL_LINUX}/${ipoint_folder} ${ipoint_kernel_headers}/${ipoint_folder} SYMBOLIC)
  endforeach()
  add_compile_options(-idirafter ${ipoint_kernel_headers})
endif()
