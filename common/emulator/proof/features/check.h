// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// For main() of a program that says itself whether all is right: it ends with 1, and prints the
/// line, where something is not.
#pragma once

#include <cstdio>

#define CHECK(condition)                                                                           \
  do {                                                                                             \
    if (!(condition)) {                                                                            \
      std::printf("line %d: %s\n", __LINE__, #condition);                                          \
      return 1;                                                                                    \
    }                                                                                              \
  } while (false)
#define OK(call) CHECK((call) == cudaSuccess)
