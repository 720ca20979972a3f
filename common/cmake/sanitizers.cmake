# SPDX-License-Identifier: MIT
# SPDX-FileCopyrightText: The CUDA Labs authors
#
# CUDALAB_SANITIZE: the tests of the translator, which reads any text, run with the address and
# undefined-behaviour sanitizers and the standard library's own checks, and the fuzz tests are built
# (fuzzing.cmake). (emucc in a grading cannot:
# it would exceed the grading's limit on memory. The emulator itself switches stacks and defines a
# sanitizer's callbacks, and cannot either.)
option(CUDALAB_SANITIZE "Fuzz tests, and the translator's tests with sanitizers" OFF)
if(CUDALAB_SANITIZE)
  include(CheckCXXSourceCompiles)
  set(CMAKE_REQUIRED_FLAGS -fsanitize=fuzzer,address,undefined)
  check_cxx_source_compiles(
    "extern \"C\" int LLVMFuzzerTestOneInput(const unsigned char*, unsigned long) { return 0; }"
    CUDALAB_HAS_SANITIZERS)
  unset(CMAKE_REQUIRED_FLAGS)
  if(NOT CUDALAB_HAS_SANITIZERS)
    message(FATAL_ERROR "CUDALAB_SANITIZE: clang's sanitizers and libFuzzer are not installed: "
                        "sudo apt-get install libclang-rt-dev")
  endif()
endif()
