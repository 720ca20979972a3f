# SPDX-License-Identifier: MIT
# SPDX-FileCopyrightText: The CUDA Labs authors
#
# add_labs(): a lab is a folder labs/labNN_topic with a labNN_grader.cpp. Each makes
#   labNN_bindings_cpu, labNN_bindings_gpu   the lab's functions for the worker
#   labNN_scenes                             labNN_scenes.cu, where the lab has one, as objects for
#                                            the emulated device: given code that calls the
#                                            student's functions. (nvcc gets the source.)
#   labNN_view                               labNN_view.cu in the same way, where the lab has one and
#                                            the viewer (common/viewer) is built
#   labNN                                    the student's program, build/bin/labNN
#   labNN_preamble                           the headers that the lab's file includes first, compiled
#                                            beforehand
#   labNN_checks, labNN_grader               its checks, which the judge loads (lab_checks.cmake)
#   labNN_tools                              all that grading the lab needs
include(lab_bindings)
include(lab_checks)

# add_lab_objects(labNN_scenes path/to/labNN_scenes.cu flavour...): given code, for emucc to link.
function(add_lab_objects name source)
  if(NOT EXISTS ${source})
    return()
  endif()
  get_filename_component(folder ${source} DIRECTORY)
  set(objects)
  foreach(flavour IN LISTS ARGN)
    set(object ${CMAKE_ARCHIVE_OUTPUT_DIRECTORY}/${name}_${flavour}.o)
    add_custom_command(
      OUTPUT ${object}
      COMMAND $<TARGET_FILE:emucc> --${flavour} $<$<STREQUAL:${flavour},checked>:--given>
              -std=c++17 -I ${folder} -I ${PROJECT_SOURCE_DIR}/common -MD -MF ${object}.d -c
              ${source} -o ${object}
      DEPENDS emucc ${source}
      DEPFILE ${object}.d
      COMMAND_EXPAND_LISTS VERBATIM)
    list(APPEND objects ${object})
  endforeach()
  add_custom_target(${name} DEPENDS ${objects})
endfunction()

# add_lab_preamble(labNN path/to/labNN.cu): see emucc --make-preamble. What the student writes below the
# includes does not change it.
function(add_lab_preamble name source)
  get_filename_component(folder ${source} DIRECTORY)
  file(GLOB headers CONFIGURE_DEPENDS ${folder}/*.h ${PROJECT_SOURCE_DIR}/common/lab/*.h)
  set(stamp ${CMAKE_ARCHIVE_OUTPUT_DIRECTORY}/preambles/${name}.stamp)
  set(options --checked -std=c++17 -I ${folder} -I ${PROJECT_SOURCE_DIR}/common ${source})
  add_custom_command(
    OUTPUT ${stamp}
    COMMAND $<TARGET_FILE:emucc> --make-preamble ${options}
    COMMAND ${CMAKE_COMMAND} -E touch ${stamp}
    DEPENDS emucc ${headers}
    VERBATIM)
  add_custom_target(${name}_preamble $<TARGET_FILE:emucc> --renew-preamble ${options}
                    DEPENDS ${stamp} COMMENT "" VERBATIM)
endfunction()

function(add_labs)
  add_custom_target(all_lab_checks)
  file(GLOB graders CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/labs/lab[0-9][0-9]_*/lab[0-9][0-9]_grader.cpp)
  foreach(grader IN LISTS graders)
    cmake_path(GET grader PARENT_PATH folder)
    cmake_path(GET folder FILENAME folder)
    add_lab(${folder})
  endforeach()
  file(GLOB own CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/own_checks/lab[0-9][0-9].cpp)
  foreach(source IN LISTS own)
    cmake_path(GET source STEM name)
    if(TARGET ${name}_checks)
      add_own_checks(${name} ${source} ${CMAKE_ARCHIVE_OUTPUT_DIRECTORY})
      add_dependencies(${name}_tools ${name}_own_checks)
      add_dependencies(all_lab_checks ${name}_own_checks)
    endif()
  endforeach()
endfunction()

function(add_lab folder)
  string(REGEX MATCH "^lab[0-9][0-9]" name ${folder})
  add_lab_bindings(${name} ${PROJECT_SOURCE_DIR}/labs/${folder}/${name}.h)
  set(path ${PROJECT_SOURCE_DIR}/labs/${folder}/${name})
  add_lab_objects(${name}_scenes ${path}_scenes.cu checked fast)
  if(TARGET viewer)
    add_lab_objects(${name}_view ${path}_view.cu fast)
  endif()
  add_lab_preamble(${name} ${path}.cu)
  add_lab_checks(${name} ${path}_grader.cpp)
  add_custom_target(${name}_tools)
  foreach(part IN ITEMS ${name}_bindings_cpu ${name}_bindings_gpu ${name}_scenes ${name}_view
                        ${name}_preamble ${name}_checks)
    if(TARGET ${part})
      add_dependencies(${name}_tools ${part})
    endif()
  endforeach()
  add_dependencies(${name}_tools base_tools)
  add_dependencies(lab_tools ${name}_tools)

  # Not part of `all`: a starter may be half written. The judge compiles it, as for a grading.
  add_custom_target(
    ${name}
    COMMAND grader build ${name}
    USES_TERMINAL VERBATIM)
  add_dependencies(${name} ${name}_tools)
endfunction()
