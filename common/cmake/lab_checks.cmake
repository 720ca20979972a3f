# SPDX-License-Identifier: MIT
# SPDX-FileCopyrightText: The CUDA Labs authors
#
# The checks of a lab, labNN_grader.cpp, are a module that the judge loads when it grades the lab: one
# that does not compile stops only itself.
#
# add_lab_checks(lab04 FILE): the module labNN_checks, and bin/labNN_grader: another name of the judge,
# under which it grades the lab when nothing is said.
# can_load_labs(PROGRAM): the program is the judge. It holds all that a lab may call.
find_package(nlohmann_json REQUIRED)
find_package(fmt REQUIRED)

function(add_lab_checks name source)
  add_library(${name}_checks MODULE ${source})
  set_target_properties(${name}_checks PROPERTIES PREFIX "" LIBRARY_OUTPUT_DIRECTORY
                                                            ${CMAKE_ARCHIVE_OUTPUT_DIRECTORY})
  target_include_directories(${name}_checks PRIVATE ${PROJECT_SOURCE_DIR} ${PROJECT_SOURCE_DIR}/common)
  target_link_libraries(${name}_checks PRIVATE judge_headers nlohmann_json::nlohmann_json fmt::fmt
                                                cudalab_warnings)
  hot_targets(${name}_checks)
  target_precompile_headers(${name}_checks REUSE_FROM lab_cases)
  add_dependencies(all_lab_checks ${name}_checks)
  add_custom_command(
    TARGET ${name}_checks POST_BUILD
    COMMAND ${CMAKE_COMMAND} -E create_symlink grader ${CMAKE_RUNTIME_OUTPUT_DIRECTORY}/${name}_grader)
endfunction()

# Of an instructor: own_checks/labNN.cpp, which no handout has (grader/own_checks.h).
function(add_own_checks name source folder)
  add_library(${name}_own_checks MODULE ${source})
  set_target_properties(${name}_own_checks PROPERTIES PREFIX "" LIBRARY_OUTPUT_DIRECTORY ${folder})
  target_include_directories(${name}_own_checks PRIVATE ${PROJECT_SOURCE_DIR} ${PROJECT_SOURCE_DIR}/common)
  target_link_libraries(${name}_own_checks PRIVATE judge_headers nlohmann_json::nlohmann_json fmt::fmt
                                                    cudalab_warnings)
  hot_targets(${name}_own_checks)
  target_precompile_headers(${name}_own_checks REUSE_FROM lab_cases)
endfunction()

function(can_load_labs program)
  target_link_libraries(${program} PRIVATE $<LINK_LIBRARY:WHOLE_ARCHIVE,grader_core>)
  set_target_properties(${program} PROPERTIES ENABLE_EXPORTS ON)
endfunction()
