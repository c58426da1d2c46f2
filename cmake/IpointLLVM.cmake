# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# The only place that finds LLVM. Four interface targets come out of it:
#   ipoint::llvm            Support, JSON, command line
#   ipoint::llvm-debuginfo  the same, and what reads ELF and DWARF
#   ipoint::llvm-disassembler  the first, and what prints machine code of the processors that Linux programs run on here
#   ipoint::clang           the first, and the Clang libraries
# LLVM's own build of Debian has no RTTI; a class that derives from one of LLVM's needs -fno-rtti too.
find_package(Clang REQUIRED CONFIG HINTS /usr/lib/llvm-19/lib/cmake/clang)
if(LLVM_VERSION_MAJOR LESS 19)
  message(FATAL_ERROR "LLVM ${LLVM_VERSION} found, 19 or later needed: "
                      "apt-get install llvm-19-dev libclang-19-dev")
endif()
if(NOT TARGET zstd::libzstd_shared) # of which Debian's LLVM says nothing
  message(FATAL_ERROR "zstd not found, which LLVM's static libraries need: apt-get install libzstd-dev")
endif()

add_library(ipoint-llvm INTERFACE)
add_library(ipoint::llvm ALIAS ipoint-llvm)
target_include_directories(ipoint-llvm SYSTEM INTERFACE ${LLVM_INCLUDE_DIRS})
separate_arguments(ipoint_llvm_definitions NATIVE_COMMAND "${LLVM_DEFINITIONS}")
target_compile_definitions(ipoint-llvm INTERFACE ${ipoint_llvm_definitions})
# From static libraries a program has what it uses of LLVM's 120 MB and of Clang's 60 MB, and begins in a fifth of the time:
# a compile with ipoint-cc takes a quarter less.
target_link_libraries(ipoint-llvm INTERFACE LLVMSupport)
target_link_options(ipoint-llvm INTERFACE -Wl,--gc-sections)
if(NOT LLVM_ENABLE_RTTI)
  target_compile_options(ipoint-llvm INTERFACE $<$<COMPILE_LANGUAGE:CXX>:-fno-rtti>)
endif()

add_library(ipoint-llvm-debuginfo INTERFACE)
add_library(ipoint::llvm-debuginfo ALIAS ipoint-llvm-debuginfo)
target_link_libraries(ipoint-llvm-debuginfo INTERFACE LLVMDebugInfoDWARF ipoint-llvm)

add_library(ipoint-llvm-disassembler INTERFACE)
add_library(ipoint::llvm-disassembler ALIAS ipoint-llvm-disassembler)
foreach(processor X86 AArch64 ARM RISCV)
  target_link_libraries(ipoint-llvm-disassembler INTERFACE LLVM${processor}Disassembler LLVM${processor}Desc LLVM${processor}Info)
endforeach()
target_link_libraries(ipoint-llvm-disassembler INTERFACE LLVMMCDisassembler ipoint-llvm)

add_library(ipoint-clang INTERFACE)
add_library(ipoint::clang ALIAS ipoint-clang)
target_include_directories(ipoint-clang SYSTEM INTERFACE ${CLANG_INCLUDE_DIRS})
target_link_libraries(ipoint-clang INTERFACE clangTooling clangFrontend clangDriver clangAnalysis clangAST clangLex clangBasic
                      LLVMObjCopy ipoint-llvm)
# Debian's static libraries of Clang ask for the shared one of LLVM.
add_library(ipoint-llvm-of-clang INTERFACE)
target_link_libraries(ipoint-llvm-of-clang INTERFACE LLVMFrontendOpenMP LLVMOption LLVMProfileData LLVMTargetParser
                      LLVMWindowsDriver LLVMSupport)
get_property(ipoint_imported DIRECTORY PROPERTY IMPORTED_TARGETS)
list(FILTER ipoint_imported INCLUDE REGEX "^clang[A-Z]")
foreach(target IN LISTS ipoint_imported)
  get_target_property(needs ${target} INTERFACE_LINK_LIBRARIES)
  if(needs)
    list(TRANSFORM needs REPLACE "^LLVM$" ipoint-llvm-of-clang)
    set_target_properties(${target} PROPERTIES INTERFACE_LINK_LIBRARIES "${needs}")
  endif()
endforeach()
