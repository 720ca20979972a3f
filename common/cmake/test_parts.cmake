# SPDX-License-Identifier: MIT
# SPDX-FileCopyrightText: The CUDA Labs authors
#
# test_parts(): what `./lab test PART` builds and runs. The parts and their folders are listed in
# .ci/test_parts.txt. The tests of a folder, and of those below it that are no parts themselves, get
# the part's name as a label; the target part_NAME builds all that is there.
function(test_parts)
  set(list ${PROJECT_SOURCE_DIR}/.ci/test_parts.txt)
  set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${list})
  file(STRINGS ${list} parts)
  list(TRANSFORM parts REPLACE ".* " "${PROJECT_SOURCE_DIR}/" OUTPUT_VARIABLE folders)
  list(TRANSFORM parts REPLACE " .*" "" OUTPUT_VARIABLE names)
  foreach(name folder IN ZIP_LISTS names folders)
    add_custom_target(part_${name})
    cudalab_collect_part(${folder} ${name} "${folders}")
  endforeach()
endfunction()

function(cudalab_collect_part folder name parts)
  set_property(DIRECTORY ${folder} APPEND PROPERTY LABELS ${name})
  get_property(targets DIRECTORY ${folder} PROPERTY BUILDSYSTEM_TARGETS)
  foreach(target IN LISTS targets)
    get_target_property(left_out ${target} EXCLUDE_FROM_ALL)
    get_target_property(type ${target} TYPE)
    if(NOT left_out AND NOT type STREQUAL INTERFACE_LIBRARY)
      add_dependencies(part_${name} ${target})
    endif()
  endforeach()
  get_property(below DIRECTORY ${folder} PROPERTY SUBDIRECTORIES)
  list(REMOVE_ITEM below ${parts})
  foreach(each IN LISTS below)
    cudalab_collect_part(${each} ${name} "${parts}")
  endforeach()
endfunction()
