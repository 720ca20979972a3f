# SPDX-License-Identifier: MIT
# SPDX-FileCopyrightText: The CUDA Labs authors
#
# own_templates(library): a static library whose templates and inline functions are its own. Otherwise
# the linker takes one std::vector<int>::push_back() for a whole program, the student's as a rule: with
# callbacks in it, which the device would then call while it handles one, or with whatever somebody puts
# into a specialisation. The library becomes one object, in which these functions are local. What
# they share on purpose, static variables, stays shared; and so does `operator delete`, which a program
# may replace.
if(CMAKE_SCRIPT_MODE_FILE) # after the library was made
  function(run)
    execute_process(COMMAND ${ARGN} OUTPUT_VARIABLE printed RESULT_VARIABLE code ERROR_VARIABLE errors)
    if(NOT code EQUAL 0)
      file(REMOVE ${LIBRARY}) # it is made anew
      list(JOIN ARGN " " command)
      message(FATAL_ERROR "${command}: ${errors}")
    endif()
    set(printed "${printed}" PARENT_SCOPE)
  endfunction()

  set(whole ${LIBRARY}.o)
  set(layout ${LIBRARY}.ld)
  # Each function has a section of its own, thousands in all, and every program's linker would look at each.
  file(WRITE ${layout}
       "SECTIONS {
          .text 0 : { *(.text .text.*) }
          .rodata 0 : { *(.rodata .rodata._Z*) }
          .gcc_except_table 0 : { *(.gcc_except_table .gcc_except_table.*) }
          .data.rel.ro 0 : { *(.data.rel.ro .data.rel.ro.*) }
        }")
  run(${LD} -r --force-group-allocation -T ${layout} -o ${whole} --whole-archive ${LIBRARY})
  run(${NM} --defined-only ${whole})
  string(REGEX MATCHALL "[0-9a-f]+ W [^\n]+" weak "${printed}")
  list(TRANSFORM weak REPLACE ".* W " "")
  list(FILTER weak EXCLUDE REGEX "^_Zd[la]")
  list(JOIN weak "\n" weak)
  file(WRITE ${whole}.local "${weak}\n")
  run(${OBJCOPY} --localize-symbols=${whole}.local ${whole})
  file(REMOVE ${LIBRARY})
  run(${AR} rcs ${LIBRARY} ${whole})
  file(REMOVE ${whole} ${whole}.local ${layout})
  return()
endif()

find_program(CUDALAB_LD_BFD NAMES ld.bfd ld REQUIRED)
set(own_templates_script ${CMAKE_CURRENT_LIST_FILE})

function(own_templates library)
  # g++ makes the static variables of inline functions unique in a process, and no linker takes two of
  # these where they are in no group any more. Weak ones it takes.
  target_compile_options(${library} PRIVATE $<$<COMPILE_LANG_AND_ID:CXX,GNU>:-fno-gnu-unique>)
  add_custom_command(
    TARGET ${library} POST_BUILD
    COMMAND ${CMAKE_COMMAND} -D LIBRARY=$<TARGET_FILE:${library}> -D LD=${CUDALAB_LD_BFD}
            -D NM=${CMAKE_NM} -D OBJCOPY=${CMAKE_OBJCOPY} -D AR=${CMAKE_AR} -P ${own_templates_script}
    VERBATIM)
  get_target_property(left_out ${library} EXCLUDE_FROM_ALL)
  if(CUDALAB_TESTS AND NOT left_out)
    add_test(NAME "${library}: its templates are its own"
             COMMAND sh -c "names=$(${CMAKE_NM} --defined-only '$<TARGET_FILE:${library}>') && ! echo \"$names\" | grep ' W ' | grep -v ' _Zd[la]'")
  endif()
endfunction()
