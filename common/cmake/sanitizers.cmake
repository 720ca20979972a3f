# SPDX-License-Identifier: MIT
# SPDX-FileCopyrightText: The CUDA Labs authors
#
# CUDALAB_SANITIZE: the translator and emucc, which read any text, are built with the address and
# undefined-behaviour sanitizers; all tests that use emucc then run them so. (The emulator itself
# switches stacks and defines a sanitizer's callbacks, and cannot.)
option(CUDALAB_SANITIZE "Build the translator and emucc with sanitizers (not for gradings, whose limits on memory they exceed)" OFF)
add_library(cudalab_sanitized INTERFACE)
if(CUDALAB_SANITIZE)
  set(flags -fsanitize=address,undefined -fno-sanitize-recover=undefined)
  target_compile_options(cudalab_sanitized INTERFACE ${flags} -fno-omit-frame-pointer)
  target_link_options(cudalab_sanitized INTERFACE ${flags})
endif()
