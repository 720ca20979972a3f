// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#include "grader/files/paths.h"

namespace cudalab::grader {

namespace fs = std::filesystem;

bool is_header(const fs::path& file) {
  const fs::path extension = file.extension();
  return extension == ".h" || extension == ".cuh" || extension == ".hpp";
}

bool lies_in(const fs::path& path, const fs::path& folder) {
  const fs::path inside = path.lexically_normal().lexically_relative(folder.lexically_normal());
  return !inside.empty() && *inside.begin() != "..";
}

} // namespace cudalab::grader
