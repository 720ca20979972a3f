// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// Checked code only: std::sort and std::nth_element leave the array where many elements are equal
/// and the comparison says that each comes before the others, as <= does. Whether it does so hangs
/// on what is in memory there; so the comparison is asked about the first element and itself. The
/// C++ library asks this where it is compiled with _GLIBCXX_DEBUG, which changes its containers.
#pragma once

#if defined(__cplusplus) && __cplusplus >= 201103L && __has_include(<debug/functions.h>)
#include <debug/debug.h>
#if defined(__glibcxx_requires_irreflexive_pred) && !defined(_GLIBCXX_DEBUG)
#include <debug/functions.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

namespace cudalab {
namespace emulator {

inline void first_before_itself(const char* algorithm) {
  if (strcmp(algorithm, "sort") != 0 && strcmp(algorithm, "nth_element") != 0)
    return; // others stay in the array
  fprintf(stderr,
          "std::%s: the comparison says that an element comes before itself. It must say false "
          "for equal elements: write < in place of <=, > in place of >=. Else std::%s reads and "
          "writes outside of the array when many elements are equal.\n",
          algorithm, algorithm);
  abort();
}

} // namespace emulator
} // namespace cudalab

#undef __glibcxx_requires_irreflexive
#undef __glibcxx_requires_irreflexive_pred
#define __glibcxx_requires_irreflexive(first, last)                                                \
  if ((first) != (last) && !::__gnu_debug::__is_irreflexive(first))                                \
  ::cudalab::emulator::first_before_itself(__func__)
#define __glibcxx_requires_irreflexive_pred(first, last, before)                                   \
  if ((first) != (last) && !::__gnu_debug::__is_irreflexive_pred(first, before))                   \
  ::cudalab::emulator::first_before_itself(__func__)
#endif
#endif
