# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# What is installed beside tools, libraries and headers: what finds them, completion, documents and examples.
include(CMakePackageConfigHelpers)
write_basic_package_version_file(${CMAKE_BINARY_DIR}/ipoint-config-version.cmake COMPATIBILITY SameMinorVersion)
install(FILES cmake/ipoint-config.cmake ${CMAKE_BINARY_DIR}/ipoint-config-version.cmake
        DESTINATION ${CMAKE_INSTALL_LIBDIR}/cmake/ipoint COMPONENT devel)

# The prefix is found from where the file lies, as the installed tree may be moved.
file(RELATIVE_PATH ipoint_pc_prefix /${CMAKE_INSTALL_LIBDIR}/pkgconfig /)
configure_file(cmake/ipoint.pc.in ${CMAKE_BINARY_DIR}/ipoint.pc @ONLY)
install(FILES ${CMAKE_BINARY_DIR}/ipoint.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig COMPONENT devel)

# bash-completion looks for a file by the name of each command.
foreach(tool ipoint-calibrate ipoint-import ipoint-instrument ipoint-report ipoint-run)
  install(FILES scripts/completion/ipoint.bash DESTINATION ${CMAKE_INSTALL_DATADIR}/bash-completion/completions
          RENAME ${tool} COMPONENT tools)
endforeach()

# Where links between them hold.
install(FILES README.md CHANGELOG.md DESTINATION ${CMAKE_INSTALL_DOCDIR} COMPONENT doc)
install(DIRECTORY docs examples DESTINATION ${CMAKE_INSTALL_DOCDIR} COMPONENT doc
        FILES_MATCHING PATTERN "*" PATTERN ".gitignore" EXCLUDE PATTERN build EXCLUDE PATTERN docs/man EXCLUDE PATTERN docs/site EXCLUDE PATTERN "ipoint*.db" EXCLUDE
        PATTERN "*.sh" PERMISSIONS OWNER_READ OWNER_WRITE OWNER_EXECUTE GROUP_READ GROUP_EXECUTE WORLD_READ WORLD_EXECUTE)

option(IPOINT_PACKAGING "Make packages with cpack (scripts/package.sh)" OFF)
if(IPOINT_PACKAGING)
  add_subdirectory(packaging)
endif()
