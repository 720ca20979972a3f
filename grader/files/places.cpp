// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#include "grader/files/places.h"

#include <system_error>

namespace cudalab::grader {

namespace fs = std::filesystem;

fs::path build_root() {
  // Programs of the project are in bin/ or tests/ of the build folder.
  return fs::read_symlink("/proc/self/exe").parent_path().parent_path();
}

fs::path source_root() {
  std::error_code ignored;
  const fs::path beside = (build_root() / CUDALAB_SOURCE_FROM_BUILD).lexically_normal();
  if (fs::is_directory(beside / "labs", ignored))
    return beside.has_filename() ? beside : beside.parent_path();
  return CUDALAB_SOURCE;
}

} // namespace cudalab::grader
