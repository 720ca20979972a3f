# SPDX-License-Identifier: MIT
# SPDX-FileCopyrightText: The CUDA Labs authors
#
# CUDALAB_CLANG: the compiler of students' programs. Only clang tells the emulated device of every
# access (docs/access_proof.md). As it is here anyway, it compiles our own code too, in two thirds of
# the time that g++ takes, unless CMAKE_CXX_COMPILER names another. (CXX has no say: one person's
# environment must not build the tools anew for everyone.)
set(minimum_clang 14)
set(clang_names clang++)
foreach(version RANGE 22 ${minimum_clang} -1)
  list(APPEND clang_names clang++-${version})
endforeach()
find_program(CUDALAB_CLANG NAMES ${clang_names} NAMES_PER_DIR DOC "Compiles students' programs, and the tools")
if(NOT CUDALAB_CLANG)
  message(FATAL_ERROR "clang++ compiles students' programs, and is not installed: "
                      "sudo apt-get install clang")
endif()
execute_process(COMMAND ${CUDALAB_CLANG} --version OUTPUT_VARIABLE version)
string(REGEX MATCH "clang version ([0-9.]+)" version "${version}")
set(CUDALAB_CLANG_VERSION ${CMAKE_MATCH_1})
if(NOT CUDALAB_CLANG_VERSION OR CUDALAB_CLANG_VERSION VERSION_LESS minimum_clang)
  message(FATAL_ERROR "${CUDALAB_CLANG} compiles students' programs, and is no clang++ of version "
                      "${minimum_clang} or newer: install one, and name it with -DCUDALAB_CLANG=")
endif()

# Whether it compiles and links a program, with these options.
function(try_clang result)
  set(program ${CMAKE_BINARY_DIR}/CMakeFiles/try_clang)
  file(WRITE ${program}.cpp
       "#include <iostream>\n#include <regex>\n"
       "int main(int count, char** words) {"
       "  std::cout << std::regex_match(words[count - 1], std::regex(\"a\")); }\n")
  execute_process(COMMAND ${CUDALAB_CLANG} -std=c++17 -no-pie ${ARGN} ${program}.cpp -o ${program}
                  RESULT_VARIABLE status OUTPUT_QUIET ERROR_VARIABLE messages)
  file(REMOVE ${program})
  set(${result} ${status} CACHE INTERNAL "")
  set(clang_says ${messages} PARENT_SCOPE)
endfunction()

# (Ask once for each clang: this compiles.)
if(NOT CUDALAB_CLANG_TRIED STREQUAL "${CUDALAB_CLANG} ${CUDALAB_CLANG_VERSION}")
  message(STATUS "Compiler of students' programs: ${CUDALAB_CLANG} ${CUDALAB_CLANG_VERSION}")
  try_clang(CUDALAB_CLANG_FAILS)
  if(CUDALAB_CLANG_FAILS)
    message(FATAL_ERROR "${CUDALAB_CLANG} compiles no C++ program here. It takes the C++ library of the "
                        "newest gcc that is installed; is libstdc++-dev of that version? It said:\n"
                        "${clang_says}")
  endif()
  try_clang(CUDALAB_CLANG_FAILS_WITH_GOLD -fuse-ld=gold)
  set(CUDALAB_CLANG_TRIED "${CUDALAB_CLANG} ${CUDALAB_CLANG_VERSION}" CACHE INTERNAL "")
endif()

if(NOT DEFINED CMAKE_CXX_COMPILER)
  set(CMAKE_CXX_COMPILER ${CUDALAB_CLANG})
endif()
