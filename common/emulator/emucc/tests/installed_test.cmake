# SPDX-License-Identifier: MIT
# SPDX-FileCopyrightText: The CUDA Labs authors
#
# The component `emucc`, installed and moved to another folder: nothing in it leads back to where it was
# built, and a user's CMake project is built with it.
#
#     cmake -D SOURCE=... -D BUILD=... -D CXX=... -D GENERATOR=... -P installed_test.cmake
set(scratch ${BUILD}/tests/installed)
set(tree "${scratch}/moved here") # a path with a blank
file(REMOVE_RECURSE ${scratch})

function(run result)
  execute_process(COMMAND ${ARGN} RESULT_VARIABLE status OUTPUT_VARIABLE said ERROR_VARIABLE errors)
  set(${result} ${status} PARENT_SCOPE)
  set(said "${said}" PARENT_SCOPE)
  set(errors "${errors}" PARENT_SCOPE)
endfunction()

function(must_succeed)
  run(status ${ARGN})
  if(NOT status EQUAL 0)
    list(JOIN ARGN " " command)
    message(FATAL_ERROR "${command}: ${status}\n${said}${errors}")
  endif()
endfunction()

must_succeed(${CMAKE_COMMAND} --install ${BUILD} --component emucc --prefix ${scratch}/first)
file(RENAME ${scratch}/first ${tree})
foreach(folder IN ITEMS ${SOURCE} ${BUILD} ${scratch}/first)
  run(status grep -rlF ${folder} ${tree})
  if(NOT status EQUAL 1)
    message(FATAL_ERROR "These installed files name ${folder}:\n${said}${errors}")
  endif()
endforeach()

file(COPY ${CMAKE_CURRENT_LIST_DIR}/installed DESTINATION ${scratch})
set(project ${scratch}/project)
file(RENAME ${scratch}/installed ${project})
# What is not in the installed tree cannot be found by luck.
must_succeed(${CMAKE_COMMAND} -S ${project} -B ${project}/build -G ${GENERATOR} "-DCMAKE_CUDA_COMPILER=${tree}/bin/emucc"
             -DCMAKE_CXX_COMPILER=${CXX})
must_succeed(${CMAKE_COMMAND} --build ${project}/build --parallel 2)
run(status grep -rlF --include=*.d ${SOURCE}/common ${project}/build)
if(NOT status EQUAL 1)
  message(FATAL_ERROR "Headers of ${SOURCE} were used:\n${said}")
endif()

foreach(program IN ITEMS by_emucc:29 by_cxx:29 with_shared:30)
  string(REPLACE ":" ";" program ${program})
  list(GET program 0 name)
  list(GET program 1 sum)
  run(status ${project}/build/${name})
  if(NOT status EQUAL 66 OR NOT said STREQUAL "${sum}\n" OR NOT errors MATCHES "sums.cu:19" OR
     NOT errors MATCHES "values\\[8\\]" OR NOT errors MATCHES "emucc: 1 error")
    message(FATAL_ERROR "${name} ended with ${status}:\n${said}${errors}")
  endif()
endforeach()
file(REMOVE_RECURSE ${scratch})
