// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// The parts that a generated kernel is made of: each is a piece of text and what it stands for.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "expected.h"

namespace cudalab::proof {

/// A thread at some place of a kernel.
struct position {
  int thread = 0, block = 0, threads = 0; ///< threads of a block
  std::vector<long> loops;                ///< the loop variables k0, k1, ...
};

/// An expression that needs no memory of the device, and its value.
struct number {
  std::string text;
  std::function<long(const position&)> value;
};

/// What a piece of code touches when a thread runs it.
using plan = std::function<expected(const position&)>;

inline expected nothing(const position&) {
  return {};
}
plan then(std::vector<plan> parts);
plan in_any_order(std::vector<plan> parts);
plan only_if(std::function<bool(const position&)> condition, plan yes, plan no = nothing);

/// A value of type float or int, read from memory somehow.
struct expression {
  std::string text;
  plan touches;
};

struct text_line {
  std::string text;
  std::shared_ptr<construct_use> of;
};
using text = std::vector<text_line>;

struct statement {
  text lines;
  plan touches;
};

} // namespace cudalab::proof
