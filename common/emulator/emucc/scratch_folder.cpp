// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#include "emulator/emucc/scratch_folder.h"

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <sstream>
#include <stdexcept>
#include <utility>

namespace cudalab::emulator {

scratch_folder::scratch_folder() {
  const char* base = std::getenv("TMPDIR");
  std::string name = (base && *base ? std::string(base) : "/tmp") + "/emucc-XXXXXX";
  if (!mkdtemp(name.data()))
    throw std::runtime_error("cannot make a temporary folder " + name + ": " +
                             std::strerror(errno));
  path_ = name;
}

scratch_folder::~scratch_folder() {
  std::error_code ignored;
  std::filesystem::remove_all(path_, ignored);
}

std::filesystem::path scratch_folder::file(const std::filesystem::path& source,
                                           const std::string& extension) {
  return path_ / (std::to_string(++files_) + "-" + source.stem().string() + extension);
}

std::string read_file(const std::filesystem::path& path) {
  std::ifstream file(path, std::ios::binary);
  std::ostringstream text;
  text << file.rdbuf(); // in large pieces
  return std::move(text).str();
}

void write_file(const std::filesystem::path& path, const std::string& content) {
  std::ofstream file(path, std::ios::binary);
  file.write(content.data(), static_cast<std::streamsize>(content.size()));
  file.close();
  if (!file)
    throw std::runtime_error("cannot write " + path.string() + ": " + std::strerror(errno));
}

} // namespace cudalab::emulator
