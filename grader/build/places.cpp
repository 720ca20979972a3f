// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#include <cstdlib>
#include <sstream>

#include <unistd.h>

#include "grader/build/builder.h"
#include "grader/build/run_compiler.h"

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

fs::path find_nvcc() {
  const auto usable = [](const fs::path& path) { return access(path.c_str(), X_OK) == 0; };
  if (const char* chosen = std::getenv("CUDACXX"); chosen != nullptr && *chosen != '\0') {
    if (std::string(chosen) == "none")
      return {};
    if (usable(chosen))
      return chosen;
  }
  if (const char* path = std::getenv("PATH")) {
    std::istringstream folders(path);
    for (std::string folder; std::getline(folders, folder, ':');)
      if (const fs::path nvcc = fs::path(folder) / "nvcc"; !folder.empty() && usable(nvcc))
        return nvcc;
  }
  if (const char* toolkit = std::getenv("CUDA_PATH"))
    if (const fs::path nvcc = fs::path(toolkit) / "bin" / "nvcc"; usable(nvcc))
      return nvcc;
  const fs::path usual = "/usr/local/cuda/bin/nvcc";
  return usable(usual) ? usual : fs::path();
}

std::vector<std::string> find_gpus() {
  std::vector<std::string> result;
  try {
    const compiler_run asked =
        run_compiler({(build_root() / "bin" / "list_gpus").string()}, std::chrono::seconds(30));
    if (asked.status != 0)
      return result;
    std::istringstream lines(asked.output);
    for (std::string line; std::getline(lines, line);)
      result.push_back(line);
  } catch (const std::exception&) { // no GPU that we could use
    result.clear();
  }
  return result;
}

} // namespace cudalab::grader
