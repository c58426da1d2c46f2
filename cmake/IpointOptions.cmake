# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Languages, warnings and sanitizers: the same for every target that calls ipoint_target().
set(CMAKE_CXX_STANDARD 20)
set(CMAKE_CXX_STANDARD_REQUIRED ON)
set(CMAKE_CXX_EXTENSIONS OFF)
set(CMAKE_C_STANDARD 99)
set(CMAKE_C_STANDARD_REQUIRED ON)
set(CMAKE_POSITION_INDEPENDENT_CODE ON)

if(NOT CMAKE_BUILD_TYPE)
  set(CMAKE_BUILD_TYPE Release CACHE STRING "Dev, Release or Debug" FORCE)
endif()
# A preset may have others.
foreach(language C CXX)
  if(NOT CMAKE_${language}_FLAGS_DEV)
    set(CMAKE_${language}_FLAGS_DEV "-O2 -g1")
  endif()
endforeach()

# Compiled sources are kept, where ccache is there (scripts/setup.sh lets all checkouts of a user share them).
option(IPOINT_CCACHE "Compile through ccache, if it is installed" ON)
find_program(IPOINT_CCACHE_PROGRAM ccache)
foreach(language C CXX)
  if(IPOINT_CCACHE AND IPOINT_CCACHE_PROGRAM AND NOT CMAKE_${language}_COMPILER_LAUNCHER)
    set(CMAKE_${language}_COMPILER_LAUNCHER ${IPOINT_CCACHE_PROGRAM})
  endif()
endforeach()

# What every target of ours gets. The runtime is never built with sanitizers by this: it is
# linked into the user's program.
function(ipoint_target target)
  target_compile_options(${target} PRIVATE -Wall -Wextra
                         $<$<COMPILE_LANGUAGE:CXX>:-Wno-unused-parameter>)
  # Clang warns of std::stable_sort in libstdc++ 12, which calls a function that libstdc++ marks as deprecated.
  target_compile_options(${target} PRIVATE $<$<COMPILE_LANG_AND_ID:CXX,Clang>:-Wno-deprecated-declarations>)
  # Compiled as one of several a source is no main file, as which it may have classes of what it alone knows.
  target_compile_options(${target} PRIVATE
                         $<$<AND:$<COMPILE_LANG_AND_ID:CXX,GNU>,$<BOOL:${CMAKE_UNITY_BUILD}>>:-Wno-subobject-linkage>)
  if(IPOINT_WARNINGS_AS_ERRORS)
    target_compile_options(${target} PRIVATE -Werror)
  endif()
  if(IPOINT_SANITIZE)
    # GCC 12 warns of uninitialised members inside of LLVM headers when it instruments them.
    target_compile_options(${target} PRIVATE -fsanitize=${IPOINT_SANITIZE} -fno-omit-frame-pointer
                           -Wno-maybe-uninitialized)
    target_link_options(${target} PRIVATE -fsanitize=${IPOINT_SANITIZE})
  endif()
  if(IPOINT_FUZZ)
    # What these three find takes 40 % of the compile. Address finds the first two, too, where they matter, and files are
    # read in place by few (ipoint_reads_in_place()). The preset asan has all (scripts/sanitize.sh).
    target_compile_options(${target} PRIVATE -fsanitize=fuzzer-no-link,address,undefined
                           -fno-sanitize=null,object-size,alignment -fno-sanitize-recover=all -fno-omit-frame-pointer)
    target_link_options(${target} PRIVATE -fsanitize=address,undefined)
  endif()
  if(IPOINT_COVERAGE)
    # Counters lie in the file, so that those of children are there that end by _exit or a signal.
    target_compile_options(${target} PRIVATE -fprofile-instr-generate -fcoverage-mapping "SHELL:-mllvm -runtime-counter-relocation")
    target_link_options(${target} PRIVATE -fprofile-instr-generate)
  endif()
  target_compile_definitions(${target} PRIVATE IPOINT_VERSION="${PROJECT_VERSION}")
endfunction()

# For a target that reads files where they are mapped, whose bytes may lie anywhere.
function(ipoint_reads_in_place target)
  if(IPOINT_FUZZ)
    target_compile_options(${target} PRIVATE -fsanitize=alignment)
  endif()
endfunction()
