// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#include "grader/watch/saved_content.h"

#include <set>

#include <fmt/format.h>

#include "grader/files/paths.h"
#include "grader/files/read_text.h"

namespace cudalab::grader {

namespace fs = std::filesystem;

/// More than a submission may have: the grading says so.
constexpr std::size_t largest_looked_at = std::size_t{2} << 20;

bool saved_content::blank() const {
  return readable && text.find_first_not_of(" \t\r\n") == std::string::npos;
}

std::optional<saved_content> read_saved(const fs::path& file) {
  std::error_code trouble;
  if (!fs::exists(file, trouble))
    return std::nullopt;
  saved_content content;
  try {
    content.text = read_regular_file(file, largest_looked_at);
  } catch (const unreadable_file&) {
    content.readable = false;
  }
  std::set<std::string> headers; // a folder has no order
  for (const auto& each : fs::directory_iterator(file.parent_path(), trouble))
    if (is_header(each.path()))
      headers.insert(fmt::format("{} {} {}\n", each.path().filename().string(),
                                 each.file_size(trouble),
                                 each.last_write_time(trouble).time_since_epoch().count()));
  for (const std::string& each : headers)
    content.headers += each;
  return content;
}

} // namespace cudalab::grader
