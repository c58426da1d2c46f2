# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# For cpack, before it packs: manual pages are compressed, as Debian wants them, links among them too; and files that were made after
# SOURCE_DATE_EPOCH have its time.
execute_process(COMMAND find ${CPACK_TEMPORARY_DIRECTORY} -path */share/man/* -type f ! -name *.gz -exec gzip -9n {} +
                COMMAND_ERROR_IS_FATAL ANY)
file(GLOB_RECURSE files ${CPACK_TEMPORARY_DIRECTORY}/*)
foreach(manual IN LISTS files)
  if(IS_SYMLINK ${manual} AND manual MATCHES "/share/man/.*[0-9]$")
    file(READ_SYMLINK ${manual} target)
    file(CREATE_LINK ${target}.gz ${manual}.gz SYMBOLIC)
    file(REMOVE ${manual})
  endif()
endforeach()
if(DEFINED ENV{SOURCE_DATE_EPOCH})
  execute_process(COMMAND find ${CPACK_TEMPORARY_DIRECTORY} -exec touch --no-dereference --date=@$ENV{SOURCE_DATE_EPOCH} {} +
                  COMMAND_ERROR_IS_FATAL ANY)
endif()
