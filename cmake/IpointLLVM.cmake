# The only place that finds LLVM. Two interface targets come out of it:
#   ipoint::llvm   Support, JSON, command line, Object
#   ipoint::clang  the same, and the Clang libraries
# LLVM's own build of Debian has no RTTI; a class that derives from one of LLVM's needs -fno-rtti too.
find_package(Clang REQUIRED CONFIG HINTS /usr/lib/llvm-19/lib/cmake/clang)
if(LLVM_VERSION_MAJOR LESS 19)
  message(FATAL_ERROR "LLVM ${LLVM_VERSION} found, 19 or later needed: "
                      "apt-get install llvm-19-dev libclang-19-dev")
endif()

add_library(ipoint-llvm INTERFACE)
add_library(ipoint::llvm ALIAS ipoint-llvm)
target_include_directories(ipoint-llvm SYSTEM INTERFACE ${LLVM_INCLUDE_DIRS})
separate_arguments(ipoint_llvm_definitions NATIVE_COMMAND "${LLVM_DEFINITIONS}")
target_compile_definitions(ipoint-llvm INTERFACE ${ipoint_llvm_definitions})
target_link_libraries(ipoint-llvm INTERFACE LLVM)
if(NOT LLVM_ENABLE_RTTI)
  target_compile_options(ipoint-llvm INTERFACE $<$<COMPILE_LANGUAGE:CXX>:-fno-rtti>)
endif()

add_library(ipoint-clang INTERFACE)
add_library(ipoint::clang ALIAS ipoint-clang)
target_include_directories(ipoint-clang SYSTEM INTERFACE ${CLANG_INCLUDE_DIRS})
target_link_libraries(ipoint-clang INTERFACE ipoint-llvm clang-cpp)
