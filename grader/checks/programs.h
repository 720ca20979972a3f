// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// The programs of one grading, built side by side.
#pragma once

#include <filesystem>
#include <functional>
#include <future>
#include <map>

#include "grader/build/builder.h"

namespace cudalab::grader {

/// Builds of one .cu, each in a thread of its own and at most once.
class programs {
public:
  using build_function =
      std::function<build_outcome(const std::filesystem::path& file, build_flavour kind)>;

  programs(build_function build, std::filesystem::path file);

  /// Begins a build, if it has not begun; returns at once.
  void start(build_flavour kind);
  /// Waits for a build, begins it first where needed. @throws what the builder throws.
  const build_outcome& get(build_flavour kind);

private:
  build_function build_;
  std::filesystem::path file_;
  std::map<build_flavour, std::shared_future<build_outcome>> builds_;
};

/// Runs `work` in a thread of its own that yields to everything else on the machine, with all the
/// processes that it starts.
std::future<build_outcome> in_background(std::function<build_outcome()> work);

} // namespace cudalab::grader
