# The only place that finds LLVM. Three interface targets come out of it:
#   ipoint::llvm            Support, JSON, command line
#   ipoint::llvm-debuginfo  the same, and what reads ELF and DWARF
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
# LLVM's shared library has 120 MB. A program without Clang whose property IPOINT_STATIC_LLVM is set takes what it uses
# of LLVM from the static ones: it begins in a fifth of the time, and in 45 MB less.
target_link_libraries(ipoint-llvm INTERFACE
  $<IF:$<BOOL:$<TARGET_PROPERTY:IPOINT_STATIC_LLVM>>,LLVMSupport,LLVM>)
target_link_options(ipoint-llvm INTERFACE $<$<BOOL:$<TARGET_PROPERTY:IPOINT_STATIC_LLVM>>:-Wl,--gc-sections>)
if(NOT LLVM_ENABLE_RTTI)
  target_compile_options(ipoint-llvm INTERFACE $<$<COMPILE_LANGUAGE:CXX>:-fno-rtti>)
endif()

add_library(ipoint-llvm-debuginfo INTERFACE)
add_library(ipoint::llvm-debuginfo ALIAS ipoint-llvm-debuginfo)
target_link_libraries(ipoint-llvm-debuginfo INTERFACE
  $<$<BOOL:$<TARGET_PROPERTY:IPOINT_STATIC_LLVM>>:LLVMDebugInfoDWARF> ipoint-llvm)

add_library(ipoint-clang INTERFACE)
add_library(ipoint::clang ALIAS ipoint-clang)
target_include_directories(ipoint-clang SYSTEM INTERFACE ${CLANG_INCLUDE_DIRS})
target_link_libraries(ipoint-clang INTERFACE ipoint-llvm clang-cpp)
