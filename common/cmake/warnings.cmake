# SPDX-License-Identifier: MIT
# SPDX-FileCopyrightText: The CUDA Labs authors
#
# Warnings of the project's own code: link `cudalab_warnings` privately.
add_library(cudalab_warnings INTERFACE)
target_compile_options(cudalab_warnings INTERFACE $<$<COMPILE_LANGUAGE:CXX>:-Wall -Wextra>)
# g++ 12 warns of std::string's own memcpy in optimised code (GCC bug 105651).
target_compile_options(
  cudalab_warnings
  INTERFACE $<$<AND:$<COMPILE_LANGUAGE:CXX>,$<CXX_COMPILER_ID:GNU>>:-Wno-restrict>)
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU" AND CMAKE_CXX_COMPILER_VERSION VERSION_LESS 13)
  # g++ 12 sees overlapping copies in std::string's operator+ where there are none (GCC bug 105651).
  target_compile_options(cudalab_warnings INTERFACE -Wno-restrict)
endif()
if(CUDALAB_WERROR)
  target_compile_options(cudalab_warnings INTERFACE $<$<COMPILE_LANGUAGE:CXX>:-Werror>)
endif()
