// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// Runs emucc in a folder of its own.
#pragma once

#include <cstdlib>
#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include "emulator/emucc/scratch_folder.h"
#include "emulator/emucc/tool.h"

namespace cudalab::emulator {

/// Environment variables for as long as this lives.
class changed_environment {
public:
  explicit changed_environment(const std::map<std::string, std::string>& values) {
    for (const auto& [name, value] : values) {
      const char* before = std::getenv(name.c_str());
      before_[name] = before ? before : "";
      existed_[name] = before != nullptr;
      setenv(name.c_str(), value.c_str(), 1);
    }
  }
  ~changed_environment() {
    for (const auto& [name, value] : before_)
      existed_[name] ? setenv(name.c_str(), value.c_str(), 1) : unsetenv(name.c_str());
  }
  changed_environment(const changed_environment&) = delete;
  changed_environment& operator=(const changed_environment&) = delete;

private:
  std::map<std::string, std::string> before_;
  std::map<std::string, bool> existed_;
};

/// A folder with sources, where emucc is run. emucc's own temporary files go to tmp/ in it.
class workshop {
public:
  workshop() { std::filesystem::create_directory(folder_.path() / "tmp"); }

  std::string path(const std::string& name) const { return folder_.path() / name; }
  std::string write(const std::string& name, const std::string& content) const {
    write_file(path(name), content);
    return path(name);
  }

  finished emucc(std::vector<std::string> arguments,
                 std::map<std::string, std::string> environment = {}) const {
    environment["TMPDIR"] = path("tmp");
    const changed_environment change(environment);
    arguments.insert(arguments.begin(), EMUCC_PROGRAM);
    return run_tool(arguments);
  }
  bool left_nothing_behind() const { return std::filesystem::is_empty(path("tmp")); }

private:
  scratch_folder folder_;
};

} // namespace cudalab::emulator
