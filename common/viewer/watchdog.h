// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// A call of the student's code that does not return would freeze the window for ever: it ends the
/// program instead, and says so.
#pragma once

#include <chrono>
#include <string>

namespace cudalab::viewer {

inline constexpr std::chrono::milliseconds call_limit{30'000};

/// Around a call, one at a time. When it lives longer than `limit` the program ends with exit
/// status 1.
class watched_call {
public:
  explicit watched_call(const std::string& what, std::chrono::milliseconds limit = call_limit);
  ~watched_call();
  watched_call(const watched_call&) = delete;
  watched_call& operator=(const watched_call&) = delete;
};

} // namespace cudalab::viewer
