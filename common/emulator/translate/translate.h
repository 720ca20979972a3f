// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// What in CUDA C++ is not C++, rewritten as C++: the launch, `__shared__`, and the words that
/// make a variable the device's.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace cudalab::emulator {

/// A place in the student's files, from the line markers of the preprocessor. Lines and columns
/// count from 1; the column is that of the preprocessed text. Line 0: not known.
struct source_place {
  std::string file;
  int line = 0;
  int column = 0;
};

/// Something in the text that cannot be CUDA C++.
struct translation_error {
  source_place place;
  std::string text; ///< one sentence, without the place
};

/// A launch that was rewritten: to make sense of a compiler's messages about the rewritten text.
struct translated_launch {
  source_place begin;                 ///< where the kernel's name stands
  int configuration_line = 0;         ///< line of the >>>
  int last_line = 0;                  ///< line of the closing parenthesis
  std::string kernel;                 ///< "k" of `ns::k<int><<<g, b>>>(x)`
  std::vector<std::string> arguments; ///< as written, on one line each
};

/// What stands after `from` on its line stands `by` columns further right in the rewritten text.
struct column_shift {
  source_place from;
  int by = 0;
};

/// A function that device code is in.
struct device_function {
  std::string name; ///< empty: a lambda
  bool is_kernel = false;
  source_place begin; ///< its {
  source_place end;   ///< its }
};

struct translation {
  std::string text; ///< as many lines as there were, every line marker in its place
  std::vector<translation_error> errors;
  std::vector<translated_launch> launches;
  std::vector<column_shift> shifts; ///< of `__shared__` and device variables
  std::vector<device_function> device_functions = {};
};

/// Rewrites text that the preprocessor made (`-E`, with or without `-C`).
///
///     k<T><<<g, b>>>(a, 0)    ::cudalab::emulator::launch(
///                                 ::cudalab::emulator::launch_configuration(g, b), "k",
///                                 [=](auto& cudalab_a0) { k<T>(cudalab_a0, 0); }, a)
///     __shared__ T s[9];      static __thread T s[9];
///     extern __shared__ T s[];    extern __thread T s[];
///     (void*)k<T>             (void*)::cudalab::emulator::known_kernel(k<T>)
///     __device__ int n = 5;   __attribute__((section("cudalab_device_1"))) int n = 5;
///     __device__ int f();     int f();
///
/// (on one line). The arguments are evaluated once, at the launch; literals and braced lists stay
/// in the lambda because a variable does not convert as they do (0 to a pointer). Text without
/// any of these comes back unchanged. A launch with an error stays as it was.
/// @param kernels_launch a kernel may launch another one; else that is an error
translation translate(std::string_view preprocessed, bool kernels_launch = false);

} // namespace cudalab::emulator
