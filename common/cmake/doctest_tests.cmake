# SPDX-License-Identifier: MIT
# SPDX-FileCopyrightText: The CUDA Labs authors
#
# add_doctest(name SOURCES a.cpp... LIBRARIES lib...): one test program, each of its cases a ctest.
# OTHER_OPTIONS: it is compiled with options that others are not, so without the precompiled headers.
# LONG: its cases begin before others, so that none is left alone in the end.
# SKIPPED_WHEN_IT_SAYS: a case that prints this (a regular expression) is reported as skipped.
find_package(doctest REQUIRED)
find_package(nlohmann_json 3.11 REQUIRED)
include(doctest)

add_library(cudalab_doctest_main OBJECT ${CMAKE_CURRENT_LIST_DIR}/doctest_main.cpp)
target_link_libraries(cudalab_doctest_main PUBLIC doctest::doctest)

set(cudalab_test_options -O0) # run once, whatever the build type

# Most of a test's compile time was these headers.
file(CONFIGURE OUTPUT ${PROJECT_BINARY_DIR}/doctest/headers.cpp CONTENT "")
add_library(cudalab_test_headers OBJECT ${PROJECT_BINARY_DIR}/doctest/headers.cpp)
target_link_libraries(cudalab_test_headers PRIVATE doctest::doctest nlohmann_json::nlohmann_json
                                                   cudalab_warnings)
target_compile_options(cudalab_test_headers PRIVATE ${cudalab_test_options})
target_precompile_headers(cudalab_test_headers PRIVATE <doctest/doctest.h> <nlohmann/json.hpp>
                          <filesystem> <functional> <map> <string> <vector>)

function(add_doctest name)
  cmake_parse_arguments(arg "LONG;OTHER_OPTIONS" "TIMEOUT;SKIPPED_WHEN_IT_SAYS"
                        "SOURCES;LIBRARIES;DEPENDS" ${ARGN})
  add_executable(${name} ${arg_SOURCES})
  target_link_libraries(${name} PRIVATE cudalab_doctest_main doctest::doctest cudalab_warnings
                                        ${arg_LIBRARIES})
  target_compile_options(${name} PRIVATE ${cudalab_test_options})
  set_target_properties(${name} PROPERTIES RUNTIME_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR}/tests)
  if(CUDALAB_TOGETHER AND NOT arg_OTHER_OPTIONS)
    target_precompile_headers(${name} REUSE_FROM cudalab_test_headers)
  endif()
  unity_build(${name})
  if(arg_DEPENDS)
    add_dependencies(${name} ${arg_DEPENDS})
  endif()
  if(NOT arg_TIMEOUT)
    set(arg_TIMEOUT 120)
  endif()
  # A name that doctest does not find, as one that CMake has cut at a semicolon, would run nothing and pass.
  set(properties TIMEOUT ${arg_TIMEOUT} FAIL_REGULAR_EXPRESSION "test cases: +0 ")
  if(arg_LONG)
    list(APPEND properties COST 50)
  endif()
  if(arg_SKIPPED_WHEN_IT_SAYS)
    list(APPEND properties SKIP_REGULAR_EXPRESSION ${arg_SKIPPED_WHEN_IT_SAYS})
  endif()
  doctest_discover_tests(${name} TEST_PREFIX "${name}: " PROPERTIES ${properties})
endfunction()
