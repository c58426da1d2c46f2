# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Which counter the runtime reads, and on which processor: fills in include/ipoint/port/chosen.h.
#
#   IPOINT_PORT         aarch64, posix, riscv64 or x86_64, or a header of your own (docs/writing-a-port.md);
#                       by default the processor's own, else posix
#   IPOINT_PORT_SOURCE  a C source that a port of your own needs in the runtime and in ipoint-run
set(IPOINT_PORT "" CACHE STRING "Port of the hosted runtime, or a header of your own; empty: the processor's")
set(IPOINT_PORT_SOURCE "" CACHE FILEPATH "C source that a port of your own needs")

# For which compiles the runtime is there.
set(ipoint_condition_x86_64 "defined(__x86_64__) && !defined(__ILP32__)")
set(ipoint_condition_aarch64 "defined(__aarch64__) && !defined(__ILP32__) && defined(__linux__)")
set(ipoint_condition_riscv64 "defined(__riscv) && __riscv_xlen == 64 && defined(__linux__)")
set(ipoint_condition_arm "defined(__arm__) && defined(__linux__)")
set(ipoint_condition_i686 "defined(__i386__) && defined(__linux__)")

string(REGEX REPLACE "^(arm)v?[0-9].*$" "\\1" ipoint_processor "${CMAKE_SYSTEM_PROCESSOR}")
string(REGEX REPLACE "^i[3-6]86$" "i686" ipoint_processor "${ipoint_processor}")
if(DEFINED ipoint_condition_${ipoint_processor})
  set(IPOINT_PORT_CONDITION "${ipoint_condition_${ipoint_processor}}")
else()
  set(IPOINT_PORT_CONDITION "defined(__linux__)")
endif()

set(IPOINT_PORT_HEADER "${IPOINT_PORT}")
if(IPOINT_PORT_HEADER STREQUAL "")
  set(IPOINT_PORT_HEADER posix)
  if(EXISTS ${CMAKE_SOURCE_DIR}/runtime/arch/${ipoint_processor}/${ipoint_processor}.h)
    set(IPOINT_PORT_HEADER ${ipoint_processor})
  endif()
endif()
if(IPOINT_PORT_HEADER MATCHES "^[a-z0-9_]+$")
  file(GLOB ipoint_port ${CMAKE_SOURCE_DIR}/runtime/arch/*/${IPOINT_PORT_HEADER}.h)
  if(NOT ipoint_port)
    message(FATAL_ERROR "IPOINT_PORT=${IPOINT_PORT}: no such port; there are aarch64, posix, riscv64 and x86_64")
  endif()
  string(APPEND IPOINT_PORT_HEADER .h)
else()
  configure_file(${IPOINT_PORT} ${CMAKE_BINARY_DIR}/include/ipoint/port/user.h COPYONLY)
  set(IPOINT_PORT_HEADER user.h)
endif()
