// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// The command line of bubblewrap.
#pragma once

#include <string>
#include <vector>

#include "grader/run/sandbox/sandbox_view.h"

namespace cudalab::grader {

/// Where the sandboxed command's own words follow, after "--".
struct bubblewrap_options {
  std::filesystem::path program; ///< bwrap
  bool sized_scratch = false;    ///< it knows --size
  int filter_fd = -1;            ///< where it finds a seccomp filter; -1: there is none
  int status_fd = -1;            ///< where it says whether it could start the command
};

/// Nothing of the machine is in sight but /usr and what belongs to it, a few files of /etc that
/// the loader and compilers read, a fresh /proc, a few devices, an empty /tmp, and the view. No
/// network, no other processes, no capabilities; all of it ends with the judge.
std::vector<std::string> bubblewrap_words(const bubblewrap_options& options,
                                          const sandbox_view& view);

/// Device nodes by which NVIDIA's GPUs are reached here.
std::vector<std::filesystem::path> gpu_devices();

} // namespace cudalab::grader
