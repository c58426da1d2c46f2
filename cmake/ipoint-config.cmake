# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# find_package(ipoint), or Ipoint: instruments targets of a CMake project.
#
#   ipoint_instrument(<target> [LEVEL <level>] [TIMED <ipoints>] [STORE <what>]
#                     [CONFIG <file>] [DATABASE <file>])
#
# The target's C sources are compiled through ipoint-cc, and what it is linked into gets the
# runtime. DATABASE is ipoint.db in the build folder of the project by default; all targets that end
# up in one program must have the same. LEVEL, TIMED, STORE and CONFIG are as in docs/configuration.md.
#
# Ipoint_RUN_EXECUTABLE and Ipoint_REPORT_EXECUTABLE are ipoint-run and ipoint-report.
#
# A launcher that the target has already, such as ccache, stays behind ipoint-cc. For Makefiles and
# Ninja, as CMake's compiler launchers are.

# The prefix holds bin/ipoint-cc, at any depth above the library folder. Below /lib, where that is a link to /usr/lib,
# it is /usr.
get_filename_component(Ipoint_PREFIX "${CMAKE_CURRENT_LIST_DIR}" REALPATH)
foreach(level RANGE 4)
  get_filename_component(Ipoint_PREFIX "${Ipoint_PREFIX}" DIRECTORY)
  if(EXISTS "${Ipoint_PREFIX}/bin/ipoint-cc")
    break()
  endif()
endforeach()
set(Ipoint_CC_EXECUTABLE "${Ipoint_PREFIX}/bin/ipoint-cc")
set(Ipoint_RUN_EXECUTABLE "${Ipoint_PREFIX}/bin/ipoint-run")
set(Ipoint_REPORT_EXECUTABLE "${Ipoint_PREFIX}/bin/ipoint-report")
if(NOT EXISTS "${Ipoint_CC_EXECUTABLE}")
  set(${CMAKE_FIND_PACKAGE_NAME}_FOUND FALSE)
  set(${CMAKE_FIND_PACKAGE_NAME}_NOT_FOUND_MESSAGE "bin/ipoint-cc is not there; install ipoint as a whole")
  return()
endif()
get_filename_component(Ipoint_LIBRARY "${CMAKE_CURRENT_LIST_DIR}/../../libipoint.so" ABSOLUTE)

if(NOT TARGET Ipoint::runtime)
  add_library(Ipoint::runtime INTERFACE IMPORTED)
  target_include_directories(Ipoint::runtime INTERFACE "${Ipoint_PREFIX}/include")
  # The runtime is for the machine that ipoint was built for; programs for other processors
  # contain the probes themselves.
  if(NOT CMAKE_CROSSCOMPILING)
    target_link_libraries(Ipoint::runtime INTERFACE "${Ipoint_LIBRARY}")
  endif()
endif()

function(ipoint_instrument target)
  cmake_parse_arguments(PARSE_ARGV 1 arg "" "LEVEL;TIMED;STORE;CONFIG;DATABASE" "")
  if(arg_UNPARSED_ARGUMENTS OR arg_KEYWORDS_MISSING_VALUES)
    message(FATAL_ERROR "ipoint_instrument(${target}): ${arg_UNPARSED_ARGUMENTS}"
                        "${arg_KEYWORDS_MISSING_VALUES}: not understood; there are "
                        "LEVEL, TIMED, STORE, CONFIG and DATABASE, each with one value")
  endif()
  if(NOT TARGET ${target})
    message(FATAL_ERROR "ipoint_instrument(${target}): there is no such target yet")
  endif()
  if(NOT CMAKE_GENERATOR MATCHES "Makefiles|Ninja")
    message(FATAL_ERROR "ipoint_instrument(${target}): ${CMAKE_GENERATOR} knows no compiler "
                        "launchers; use Ninja or Makefiles")
  endif()
  if(NOT arg_DATABASE)
    set(arg_DATABASE ipoint.db)
  endif()
  get_filename_component(arg_DATABASE "${arg_DATABASE}" ABSOLUTE BASE_DIR "${PROJECT_BINARY_DIR}")
  set(settings "IPOINT_DB=${arg_DATABASE}")
  foreach(name LEVEL TIMED STORE)
    if(arg_${name})
      list(APPEND settings "IPOINT_${name}=${arg_${name}}")
    endif()
  endforeach()
  if(arg_CONFIG)
    get_filename_component(arg_CONFIG "${arg_CONFIG}" ABSOLUTE)
    list(APPEND settings "IPOINT_CONFIG=${arg_CONFIG}")
  endif()
  get_target_property(behind ${target} C_COMPILER_LAUNCHER)
  set(launcher "${CMAKE_COMMAND}" -E env ${settings} "${Ipoint_CC_EXECUTABLE}")
  set(compiler_launcher ${launcher})
  if(behind)
    list(APPEND compiler_launcher ${behind})
  endif()
  set_target_properties(${target} PROPERTIES
    C_COMPILER_LAUNCHER "${compiler_launcher}"
    C_LINKER_LAUNCHER "${launcher}"
    CXX_LINKER_LAUNCHER "${launcher}")
  target_link_libraries(${target} PUBLIC Ipoint::runtime)
endfunction()
