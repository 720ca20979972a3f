// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#include "grader/run/find_program.h"

#include <cstdlib>
#include <sstream>

#include <unistd.h>

namespace cudalab::grader {

std::filesystem::path find_program(const std::string& name) {
  const char* path = std::getenv("PATH");
  std::istringstream folders(path ? path : "/usr/local/bin:/usr/bin:/bin");
  std::error_code ignored;
  for (std::string folder; std::getline(folders, folder, ':');) {
    const auto candidate = std::filesystem::path(folder) / name;
    if (candidate.is_absolute() && std::filesystem::is_regular_file(candidate, ignored) &&
        access(candidate.c_str(), X_OK) == 0)
      return candidate;
  }
  return {};
}

std::filesystem::path find_nvcc() {
  using std::filesystem::path;
  const auto usable = [](const path& file) { return access(file.c_str(), X_OK) == 0; };
  if (const char* chosen = std::getenv("CUDACXX"); chosen != nullptr && *chosen != '\0') {
    if (std::string(chosen) == "none")
      return {};
    if (usable(chosen))
      return chosen;
  }
  if (const path on_path = find_program("nvcc"); !on_path.empty())
    return on_path;
  if (const char* toolkit = std::getenv("CUDA_PATH"))
    if (const path nvcc = path(toolkit) / "bin" / "nvcc"; usable(nvcc))
      return nvcc;
  const path usual = "/usr/local/cuda/bin/nvcc";
  return usable(usual) ? usual : path();
}

std::vector<std::string> clean_environment(const std::vector<std::string>& passed) {
  std::vector<std::string> environment{"LANG=C", "LC_ALL=C"};
  for (const std::string& name : passed)
    if (const char* value = std::getenv(name.c_str()))
      environment.push_back(name + "=" + value);
  return environment;
}

} // namespace cudalab::grader
