# SPDX-License-Identifier: MIT
# SPDX-FileCopyrightText: The CUDA Labs authors
#
# unity_build(target [WHOLE]): the files of each folder of a target, or all of them (WHOLE), are
# compiled as one, in parts of at most so many, for most of a small file's compile time is headers that
# its neighbours include, too. So names in anonymous namespaces are names of a folder, or of the target.
# A file that has options or definitions of its own, or the property SKIP_UNITY_BUILD_INCLUSION, is
# compiled alone.
option(CUDALAB_TOGETHER
       "Compile the files of a folder as one, tests with precompiled headers; OFF: each file alone" ON)
# The same in all presets, so that what one of them compiles together the others do, too: a forgotten
# include or a name that is there twice shows in each of them. More: less work in all, but fewer parts
# to do at the same time.
set(CUDALAB_MOST_TOGETHER 50 CACHE STRING "How many files are compiled as one")

function(unity_build target)
  if(CUDALAB_TOGETHER)
    # At the end of the target's folder, for folders in it add files to the target.
    cmake_language(EVAL CODE "cmake_language(DEFER CALL cudalab_group ${target} ${ARGN})")
  endif()
endfunction()

function(cudalab_group target)
  cmake_parse_arguments(arg "WHOLE" "" "" ${ARGN})
  get_target_property(sources ${target} SOURCES)
  get_target_property(root ${target} SOURCE_DIR)
  list(FILTER sources INCLUDE REGEX "[.]cpp$")
  list(SORT sources)
  list(REMOVE_DUPLICATES sources)
  set(groups)
  foreach(source IN LISTS sources)
    cmake_path(ABSOLUTE_PATH source BASE_DIRECTORY ${root} NORMALIZE)
    set(alone OFF)
    foreach(property IN ITEMS COMPILE_DEFINITIONS COMPILE_OPTIONS SKIP_UNITY_BUILD_INCLUSION)
      get_source_file_property(value ${source} TARGET_DIRECTORY ${target} ${property})
      if(value)
        set(alone ON)
      endif()
    endforeach()
    if(NOT alone)
      set(group whole)
      if(NOT arg_WHOLE)
        cmake_path(GET source PARENT_PATH folder)
        cmake_path(RELATIVE_PATH folder BASE_DIRECTORY ${PROJECT_SOURCE_DIR})
        string(MAKE_C_IDENTIFIER ${folder} group)
      endif()
      list(APPEND groups ${group})
      list(APPEND files_${group} ${source})
    endif()
  endforeach()

  set_target_properties(${target} PROPERTIES UNITY_BUILD ON UNITY_BUILD_MODE GROUP)
  list(REMOVE_DUPLICATES groups)
  foreach(group IN LISTS groups)
    list(LENGTH files_${group} count)
    if(count GREATER 1)
      math(EXPR parts "(${count} + ${CUDALAB_MOST_TOGETHER} - 1) / ${CUDALAB_MOST_TOGETHER}")
      set(at 0)
      foreach(source IN LISTS files_${group})
        math(EXPR part "${at} * ${parts} / ${count}")
        math(EXPR at "${at} + 1")
        set_property(SOURCE ${source} TARGET_DIRECTORY ${target} PROPERTY UNITY_GROUP
                                                                          ${group}_${part})
      endforeach()
    endif()
  endforeach()
endfunction()
