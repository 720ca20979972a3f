# SPDX-License-Identifier: MIT
# SPDX-FileCopyrightText: The CUDA Labs authors
#
# add_lab(labNN_topic): a lab of labs/labNN_topic. Makes
#   labNN_bindings_cpu, labNN_bindings_gpu   the lab's functions for the worker
#   labNN                                    the student's program, build/bin/labNN
# and lets lab_tools build what grading the lab needs. The grader itself finds labNN_grader.cpp, and
# makes labNN_grader of it.
include(lab_bindings)

function(add_lab folder)
  string(REGEX MATCH "^lab[0-9][0-9]" name ${folder})
  add_lab_bindings(${name} ${PROJECT_SOURCE_DIR}/labs/${folder}/${name}.h)
  foreach(part IN ITEMS ${name}_bindings_cpu ${name}_bindings_gpu ${name}_grader)
    if(TARGET ${part})
      add_dependencies(lab_tools ${part})
    endif()
  endforeach()

  # Not part of `all`: a starter may be half written. The judge compiles it, as for a grading.
  add_custom_target(
    ${name}
    COMMAND grader build ${name}
    USES_TERMINAL VERBATIM)
  add_dependencies(${name} lab_tools)
endfunction()
