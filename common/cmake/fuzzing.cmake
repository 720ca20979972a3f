# SPDX-License-Identifier: MIT
# SPDX-FileCopyrightText: The CUDA Labs authors
#
# add_fuzz_test(name SOURCE a_fuzz.cpp CORPUS folder PARSERS a.cpp...
#               RUNS n LONGEST bytes [WORDS file.dict])
# A fuzz test (docs/fuzzing.md) of PARSERS, sources of this project with their path in it, which are
# compiled with clang's sanitizers. Where CUDALAB_SANITIZE is on, makes
#   name        a ctest: every file of the corpus, and RUNS inputs of at most so many bytes, the same
#               ones each time
#   fuzz_name   new inputs for CUDALAB_FUZZ_SECONDS; a part of the target `fuzz`
set(CUDALAB_FUZZ_SECONDS 180 CACHE STRING "How long `fuzz` runs each fuzz test")
if(CUDALAB_SANITIZE)
  find_package(fmt REQUIRED)
  find_package(nlohmann_json 3.11 REQUIRED)
  # Without checks of each access for what ends the program, or the address sanitizer finds, anyway,
  # and of addresses that no text can make odd: they double the time to compile.
  set(fuzz_flags -fsanitize=fuzzer-no-link,address,undefined -fno-sanitize-recover=undefined
                 -fno-sanitize=null,vptr,object-size,alignment,pointer-overflow)
  # What the fuzz tests fuzz, compiled once for all of them.
  file(WRITE ${PROJECT_BINARY_DIR}/fuzz/nothing.cpp "")
  add_library(fuzzed_parsers STATIC ${PROJECT_BINARY_DIR}/fuzz/nothing.cpp)
  target_compile_options(fuzzed_parsers PUBLIC ${fuzz_flags})
  target_compile_definitions(fuzzed_parsers PUBLIC _GLIBCXX_ASSERTIONS)
  target_include_directories(fuzzed_parsers PUBLIC ${PROJECT_SOURCE_DIR}
                                                   ${PROJECT_SOURCE_DIR}/common)
  if(CUDALAB_TOGETHER)
    target_precompile_headers(fuzzed_parsers PRIVATE <fmt/format.h> <nlohmann/json.hpp> <filesystem>
                              <functional> <map> <string> <vector>)
  endif()
  unity_build(fuzzed_parsers WHOLE)
  target_link_libraries(fuzzed_parsers PUBLIC fmt::fmt nlohmann_json::nlohmann_json)
  # The tests are one program, under a name for each of them (common/fuzzing/property.h).
  add_executable(fuzz_tests ${PROJECT_SOURCE_DIR}/common/fuzzing/fuzz_tests.cpp)
  target_link_libraries(fuzz_tests PRIVATE fuzzed_parsers cudalab_warnings)
  # (gold warns of each function of the sanitizers.)
  target_link_options(fuzz_tests PRIVATE -fsanitize=fuzzer,address,undefined -fuse-ld=bfd)
  set_target_properties(fuzz_tests PROPERTIES RUNTIME_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR}/fuzz)
  if(CUDALAB_TOGETHER)
    target_precompile_headers(fuzz_tests REUSE_FROM fuzzed_parsers)
  endif()
  unity_build(fuzz_tests WHOLE)
  add_custom_target(fuzz)
endif()

function(add_fuzz_test name)
  cmake_parse_arguments(arg "" "SOURCE;CORPUS;RUNS;LONGEST;WORDS" "PARSERS" ${ARGN})
  if(NOT CUDALAB_SANITIZE)
    return()
  endif()
  set(corpus ${CMAKE_CURRENT_SOURCE_DIR}/${arg_CORPUS})
  list(TRANSFORM arg_PARSERS PREPEND ${PROJECT_SOURCE_DIR}/)
  target_sources(fuzzed_parsers PRIVATE ${arg_PARSERS})
  target_sources(fuzz_tests PRIVATE ${CMAKE_CURRENT_SOURCE_DIR}/${arg_SOURCE})
  set(program ${PROJECT_BINARY_DIR}/fuzz/${name})
  file(CREATE_LINK fuzz_tests ${program} SYMBOLIC)
  set(options -max_len=${arg_LONGEST} -timeout=10 -rss_limit_mb=2048 -print_final_stats=1)
  if(arg_WORDS)
    list(APPEND options -dict=${CMAKE_CURRENT_SOURCE_DIR}/${arg_WORDS})
  endif()

  file(GLOB inputs CONFIGURE_DEPENDS ${corpus}/*)
  list(JOIN inputs "," inputs) # a folder in their place would be written to
  add_test(NAME ${name} COMMAND ${program} ${options} -runs=${arg_RUNS} -seed=1 -seed_inputs=${inputs}
                                -artifact_prefix=${PROJECT_BINARY_DIR}/fuzz/${name}_)
  set_tests_properties(${name} PROPERTIES TIMEOUT 120)

  set(found ${PROJECT_BINARY_DIR}/fuzz/${name}_found)
  add_custom_target(
    fuzz_${name}
    COMMAND ${CMAKE_COMMAND} -E make_directory ${found}
    COMMAND ${program} ${options} -max_total_time=${CUDALAB_FUZZ_SECONDS}
            -artifact_prefix=${PROJECT_BINARY_DIR}/fuzz/${name}_ ${found} ${corpus}
    USES_TERMINAL VERBATIM)
  add_dependencies(fuzz_${name} fuzz_tests)
  add_dependencies(fuzz fuzz_${name})
endfunction()
