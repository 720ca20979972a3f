# SPDX-License-Identifier: MIT
# SPDX-FileCopyrightText: The CUDA Labs authors
#
# hot_targets(target...): where a grading's processor time goes. A preset that compiles quickly (`ci`:
# -O0) gives these targets options of their own, for the tests grade some 500 times.
set(CUDALAB_OFTEN_RUN "" CACHE STRING "Options of what a grading runs most, besides everyone's")
separate_arguments(CUDALAB_OFTEN_RUN)

function(hot_targets)
  foreach(target IN LISTS ARGN)
    target_compile_options(${target} PRIVATE ${CUDALAB_OFTEN_RUN})
  endforeach()
endfunction()
