// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#include <algorithm>

#include <fmt/format.h>
#include <sys/stat.h>

#include "grader/files/read_text.h"
#include "grader/term/handed_files.h"

namespace cudalab::term {

namespace {

namespace fs = std::filesystem;

constexpr int deepest_folder = 12;
constexpr std::size_t largest_download = std::size_t{2} << 30;

bool is_clone(const fs::path& folder) {
  std::error_code error;
  return fs::exists(folder / ".git", error) || (fs::is_regular_file(folder / "HEAD", error) &&
                                                fs::is_directory(folder / "objects", error));
}

std::optional<instant> time_of(const fs::path& file) {
  struct stat status {};
  if (lstat(file.c_str(), &status) != 0)
    return {};
  return instant(std::chrono::seconds(status.st_mtim.tv_sec));
}

class folder_reader {
public:
  folder_reader(handed_files& to, const std::string& ref) : to_(to), ref_(ref) {}

  void read(const fs::path& folder, const std::string& path, int depth) {
    std::error_code error;
    std::vector<fs::path> entries;
    for (fs::directory_iterator each(folder, error), end; !error && each != end;
         each.increment(error))
      entries.push_back(each->path());
    if (error)
      return refuse(path, "cannot be read: " + error.message());
    std::sort(entries.begin(), entries.end());
    for (const fs::path& each : entries)
      take(each, path.empty() ? each.filename().string() : path + '/' + each.filename().string(),
           depth);
  }

private:
  void take(const fs::path& entry, const std::string& path, int depth) {
    if (to_.files.size() + to_.folders.size() > most_hand_in_files)
      throw unreadable_hand_ins(fmt::format("holds more than {} files", most_hand_in_files));
    std::error_code error;
    const fs::file_type type = fs::symlink_status(entry, error).type();
    if (type == fs::file_type::directory) {
      to_.folders.push_back(path);
      if (is_clone(entry))
        guarded(path, [&] { add_clone(entry, path, ref_, to_); });
      else if (depth >= deepest_folder)
        refuse(path, "is a folder in too many folders");
      else if (path != "__MACOSX")
        read(entry, path, depth + 1);
    } else if (has_ending(path, ".cu") || has_ending(path, "submission_metadata.yml") ||
               is_archive(path)) {
      guarded(path, [&] { take_file(entry, path, type); });
    } else if (type == fs::file_type::regular) {
      to_.files.push_back({path, {}, time_of(entry)});
    }
  }

  void take_file(const fs::path& entry, const std::string& path, fs::file_type type) {
    if (type == fs::file_type::symlink)
      throw unreadable_hand_ins("is a link");
    const std::size_t most = is_archive(path) ? largest_inner_archive : largest_hand_in;
    const std::string text = grader::read_regular_file(entry, most, grader::file_links::refused);
    if (is_archive(path))
      add_inner_archive(text, path, time_of(entry), to_);
    else
      to_.files.push_back({path, kept_text(text), time_of(entry)});
  }

  void guarded(const std::string& path, const auto& what) {
    try {
      what();
    } catch (const std::runtime_error& problem) {
      refuse(path, problem.what());
    }
  }
  void refuse(const std::string& path, const std::string& why) {
    to_.refused.push_back({path, why});
  }

  handed_files& to_;
  const std::string& ref_;
};

} // namespace

handed_files read_hand_ins(const fs::path& where, const std::string& ref) {
  handed_files all;
  std::error_code error;
  try {
    if (fs::is_directory(where, error)) {
      folder_reader(all, ref).read(where, "", 0);
    } else if (!fs::exists(where, error)) {
      throw unreadable_hand_ins("is not there");
    } else {
      if (!is_archive(where.string()))
        throw unreadable_hand_ins("is neither a folder nor an archive (.zip, .tar.gz)");
      all.archive = true;
      if (fs::is_regular_file(where, error) && fs::file_size(where, error) > largest_download)
        throw unreadable_hand_ins(fmt::format("is larger than {} GiB", largest_download >> 30));
      add_archive(where, all);
    }
  } catch (const std::runtime_error& problem) {
    throw unreadable_hand_ins(fmt::format("{} {}.", where.string(), problem.what()));
  }
  std::sort(all.files.begin(), all.files.end(),
            [](const auto& a, const auto& b) { return a.path < b.path; });
  return all;
}

} // namespace cudalab::term
