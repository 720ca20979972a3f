// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// What becomes of `__device__`, `__constant__` and `__managed__` in a declaration, and where
/// device code is.
#pragma once

#include <string>
#include <string_view>

#include "emulator/translate/code.h"

namespace cudalab::emulator {

/// A function, a lambda or a declaration without definition loses the words. A variable is put into
/// a section of its own, whose name says what it is: from the sections of the finished program the
/// runtime knows its device variables, with address, size and name.
struct device_declaration {
  /// "device", "constant" or "managed"; empty: nothing is defined here, the words just go.
  std::string kind;
  bool all_zero = false;   ///< no initialiser: the section needs no bytes in the file
  std::size_t read_to = 0; ///< pieces before this one belong to this declaration
  span_of_code attributes; ///< alignas(...) and [[...]] right after the word
  /// Of a template: where its declaration begins.
  std::size_t template_at = code::none;
  std::string error; ///< not empty: what is wrong
};

/// __device__, __constant__ or __managed__
bool is_device_word(std::string_view word);

/// @pre is_device_word(source[keyword]), and it is the declaration's first such word
device_declaration read_device_declaration(const code& source, std::size_t keyword);

/// The body of a function with `__global__` or `__device__`.
struct device_body {
  std::string_view name; ///< of the function; empty: a lambda
  span_of_code pieces;   ///< from { to }; empty: nothing is defined here
};

/// @pre source[keyword] is `__global__` or `__device__`
device_body read_device_body(const code& source, std::size_t keyword);

} // namespace cudalab::emulator
