// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// What a sandboxed program sees of the machine besides the system's own folders.
#pragma once

#include <cstddef>
#include <filesystem>
#include <vector>

namespace cudalab::grader {

struct sandbox_view {
  /// Files, and folders with all that is in them. Those that are not there are passed over.
  std::vector<std::filesystem::path> readable;
  std::vector<std::filesystem::path> writable; ///< folders
  /// Taken out of sight first, if they lie in one of the system's folders.
  std::vector<std::filesystem::path> hidden;
  std::filesystem::path sources; ///< of a program: the copies that were compiled (readable, too)
  bool gpu = false;              ///< NVIDIA's devices, where there are some
  bool watched = false;          ///< as in filter_options
  std::size_t scratch_bytes = std::size_t{1} << 28; ///< most that fits in /tmp, which is in memory
};

/// A program's view is kept beside it, so that whoever runs it need not know how it was built.
/// @throws std::runtime_error when it cannot be written
void keep_view(const sandbox_view& view, const std::filesystem::path& folder);

/// The kept view, and the program's folder itself. Where none was kept: the folder, and the GPU if
/// there is one.
sandbox_view view_of_program(const std::filesystem::path& program);

} // namespace cudalab::grader
