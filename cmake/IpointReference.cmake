# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Manual pages and completion for zsh and fish, made from what the tools print for --help (scripts/reference). Without Python there are none.
find_package(Python3 COMPONENTS Interpreter)
if(NOT Python3_FOUND OR IPOINT_FUZZ OR IPOINT_SANITIZE)
  return()
endif()
set(reference ${CMAKE_BINARY_DIR}/reference)
set(tools ipoint-calibrate ipoint-cc ipoint-import ipoint-instrument ipoint-report ipoint-run)
file(GLOB sources CONFIGURE_DEPENDS ${CMAKE_SOURCE_DIR}/scripts/reference/*.py ${CMAKE_SOURCE_DIR}/docs/man/*)
add_custom_command(OUTPUT ${reference}/made
                   COMMAND ${CMAKE_COMMAND} -E rm -rf ${reference}
                   COMMAND ${Python3_EXECUTABLE} -B ${CMAKE_SOURCE_DIR}/scripts/reference
                           ${CMAKE_RUNTIME_OUTPUT_DIRECTORY} ${reference} --version=${PROJECT_VERSION}
                   COMMAND ${CMAKE_COMMAND} -E touch ${reference}/made
                   DEPENDS ${tools} ${CMAKE_SOURCE_DIR}/selftest/ipoint-selftest ${sources} ${CMAKE_SOURCE_DIR}/CHANGELOG.md
                   COMMENT "Making manual pages and completion" VERBATIM)
add_custom_target(reference ALL DEPENDS ${reference}/made)
install(DIRECTORY ${reference}/man/ DESTINATION ${CMAKE_INSTALL_MANDIR} COMPONENT tools)
install(DIRECTORY ${reference}/zsh/ DESTINATION ${CMAKE_INSTALL_DATADIR}/zsh/vendor-completions COMPONENT tools)
install(DIRECTORY ${reference}/fish/ DESTINATION ${CMAKE_INSTALL_DATADIR}/fish/vendor_completions.d COMPONENT tools)
