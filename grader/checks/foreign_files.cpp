// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#include "grader/checks/foreign_files.h"

#include <algorithm>
#include <string>
#include <system_error>

#include "grader/files/paths.h"
#include "grader/files/places.h"

namespace cudalab::grader {

namespace {

namespace fs = std::filesystem;

/// Without links and dots; empty when there is no such path.
fs::path real(const fs::path& path) {
  std::error_code none;
  return fs::canonical(path, none);
}

class own_files {
public:
  explicit own_files(const fs::path& submission) : submission_(real(submission)) {
    for (const char* folder : {"labs", "common"})
      shown_.push_back(real(source_root() / folder));
    if (const fs::path solutions = real(source_root() / "solutions");
        !solutions.empty() && lies_in(submission_, solutions))
      shown_.push_back(solutions);
  }

  bool hold(const std::string& file) const {
    const fs::path path = real(file);
    if (path.empty() || !fs::path(file).is_absolute())
      return false;
    const bool beside = is_header(path) && path.parent_path() == submission_.parent_path();
    return path == submission_ || beside ||
           std::any_of(shown_.begin(), shown_.end(), [&](const fs::path& folder) {
             return !folder.empty() && lies_in(path, folder);
           });
  }

private:
  fs::path submission_;
  std::vector<fs::path> shown_;
};

} // namespace

void hide_foreign_files(std::vector<check_result>& checks, const fs::path& submission) {
  const own_files own(submission);
  const auto shortened = [&own](const std::string& file) {
    return own.hold(file) ? file : fs::path(file).filename().string();
  };
  for (check_result& check : checks) {
    for (finding& each : check.findings) {
      for (party& side : each.parties)
        side.file = shortened(side.file);
      if (each.missed) {
        each.missed->made_in = shortened(each.missed->made_in);
        each.missed->freed_in = shortened(each.missed->freed_in);
      }
    }
    if (const auto all = check.data.find("diagnostics"); all != check.data.end())
      for (nlohmann::json& each : *all)
        each["file"] = shortened(each.value("file", ""));
  }
}

} // namespace cudalab::grader
