// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#include "grader/build/build_store.h"

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <mutex>
#include <set>
#include <vector>

#include <stdlib.h>

namespace cudalab::grader {

namespace {

namespace fs = std::filesystem;
using namespace std::chrono_literals;

constexpr auto unfinished_prefix = "unfinished-";

/// For remove_unfinished_builds().
std::mutex folders_mutex;
std::set<fs::path> folders_in_use;

bool is_unfinished(const fs::path& folder) {
  return folder.filename().string().rfind(unfinished_prefix, 0) == 0;
}

} // namespace

void remove_unfinished_builds() {
  folders_mutex.lock(); // and never unlocked: no folder is made any more
  std::error_code ignored;
  for (const fs::path& each : folders_in_use)
    fs::remove_all(each, ignored);
}

build_folder::build_folder(const fs::path& store) {
  const std::lock_guard lock(folders_mutex);
  fs::create_directories(store);
  std::string name = (store / (std::string(unfinished_prefix) + "XXXXXX")).string();
  if (mkdtemp(name.data()) == nullptr)
    throw fs::filesystem_error("cannot make a folder", store,
                               std::error_code(errno, std::generic_category()));
  path_ = name;
  folders_in_use.insert(path_);
}

build_folder::~build_folder() {
  const std::lock_guard lock(folders_mutex);
  std::error_code ignored;
  if (!path_.empty())
    fs::remove_all(path_, ignored);
  folders_in_use.erase(path_);
}

void build_folder::keep_as(const fs::path& place) {
  const std::lock_guard lock(folders_mutex);
  const fs::path unfinished = path_;
  fs::create_directories(place.parent_path());
  fs::permissions(path_, fs::perms::owner_all | fs::perms::group_read | fs::perms::group_exec |
                             fs::perms::others_read | fs::perms::others_exec);
  std::error_code error;
  fs::rename(path_, place, error);
  if (!error) {
    path_.clear();
    folders_in_use.erase(unfinished);
  } else if (!fs::is_directory(place)) {
    throw fs::filesystem_error("cannot keep the program", path_, place, error);
  }
}

void prune_builds(const fs::path& store, std::size_t keep) {
  struct entry {
    fs::file_time_type time;
    fs::path path;
  };
  std::vector<entry> builds;
  std::error_code error;
  const auto now = fs::file_time_type::clock::now();
  for (const auto& each : fs::directory_iterator(store, error)) {
    const auto time = each.last_write_time(error);
    if (error)
      continue;
    if (is_unfinished(each.path())) {
      if (now - time > 1h)
        fs::remove_all(each.path(), error);
    } else if (now - time > 10min) {
      builds.push_back({time, each.path()});
    } else {
      keep -= keep > 0 ? 1 : 0;
    }
  }
  std::sort(builds.begin(), builds.end(),
            [](const entry& a, const entry& b) { return a.time > b.time; });
  for (std::size_t i = keep; i < builds.size(); ++i)
    fs::remove_all(builds[i].path, error);
}

} // namespace cudalab::grader
