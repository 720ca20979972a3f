// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#include "grader/build/submission_copy.h"

#include <algorithm>
#include <fstream>
#include <sstream>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "grader/build/build_store.h"
#include "grader/files/paths.h"
#include "grader/files/read_text.h"
#include "grader/files/sha256.h"

namespace cudalab::grader {

namespace {

namespace fs = std::filesystem;

/// What a link leads to, when that lies beside the link.
fs::path within_its_folder(const fs::path& path) {
  std::error_code error;
  if (!fs::is_symlink(path, error))
    return path;
  const fs::path target = fs::canonical(path, error);
  if (error)
    throw unfit_submission("is a link that leads nowhere");
  if (target.parent_path() != fs::canonical(path.parent_path(), error))
    throw unfit_submission(
        fmt::format("is a link to {}, outside its folder. Name that file itself", target.string()));
  return target;
}

/// @throws unfit_submission whose text goes on after the file's name
std::string text_of(const fs::path& path) {
  const fs::path file = within_its_folder(path);
  std::string text;
  try {
    text = read_regular_file(file, largest_submission, file_links::refused);
  } catch (const no_regular_file& problem) {
    throw unfit_submission(fmt::format("{}; what is graded is one .cu file", problem.what()));
  } catch (const unreadable_file& problem) {
    throw unfit_submission(problem.what());
  }
  std::error_code ignored;
  if (!text.empty() && fs::file_size(file, ignored) == 0)
    throw unfit_submission("is no ordinary file: the system makes it when it is read, as in /proc");
  if (text.rfind("\xFF\xFE", 0) == 0 || text.rfind("\xFE\xFF", 0) == 0)
    throw unfit_submission("is saved as UTF-16. Save it as UTF-8: editors have that under \"Save "
                           "with encoding\"");
  if (text.find('\0') != std::string::npos)
    throw unfit_submission("holds bytes of value 0: it is no text");
  return text;
}

/// Without "." and "..": but after a link to a folder ".." is that folder's parent.
fs::path without_detours(const fs::path& path) {
  const fs::path plain = path.lexically_normal();
  std::error_code error;
  return fs::equivalent(plain.parent_path(), path.parent_path(), error) || error ? plain : path;
}

/// The names in its lines #include "name", without folders.
std::vector<std::string> included_beside(const std::string& text) {
  std::vector<std::string> names;
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) {
    std::istringstream words(line);
    std::string first;
    words >> first;
    if (first == "#") {
      words >> first;
      first.insert(0, "#");
    }
    const std::size_t open = line.find('"');
    const std::size_t close = open == line.npos ? open : line.find('"', open + 1);
    if (first.rfind("#include", 0) != 0 || close == line.npos)
      continue;
    const std::string name = line.substr(open + 1, close - open - 1);
    if (!name.empty() && name.find('/') == name.npos)
      names.push_back(name);
  }
  return names;
}

bool is_among(const std::vector<source_text>& headers, const fs::path& file) {
  return std::any_of(headers.begin(), headers.end(),
                     [&file](const source_text& each) { return each.path == file; });
}

void add_headers_of(const source_text& from, const fs::path& given, std::vector<source_text>& to) {
  for (const std::string& name : included_beside(from.text)) {
    const fs::path file = from.path.parent_path() / name;
    std::error_code ignored;
    if (!given.empty() && fs::exists(given / name, ignored))
      continue;
    if (!is_header(file) || to.size() >= most_headers || is_among(to, file))
      continue;
    try {
      to.push_back({file, text_of(file)});
    } catch (const unfit_submission&) { // the compiler says that it is not there
    }
  }
}

/// As a string in C++.
std::string quoted_name(const std::string& name) {
  std::string result = "\"";
  for (const char c : name) {
    const auto code = static_cast<unsigned char>(c);
    if (c == '"' || c == '\\')
      result += std::string("\\") + c;
    else if (code < ' ' || code == 127)
      result += fmt::format("\\{:03o}", code);
    else
      result += c;
  }
  return result + '"';
}

/// A byte order mark may stand at the beginning of a file only.
std::string named_text(const source_text& one) {
  constexpr std::string_view mark = "\xEF\xBB\xBF";
  const std::string_view text = one.text;
  return fmt::format("#line 1 {}\n{}", quoted_name(one.name()),
                     text.substr(text.substr(0, mark.size()) == mark ? mark.size() : 0));
}

void write_source(const fs::path& file, const source_text& one) {
  std::ofstream out(file, std::ios::binary);
  if (!(out << named_text(one) << std::flush))
    throw std::runtime_error("cannot write to " + file.string());
}

} // namespace

std::string source_text::name() const {
  using nlohmann::json;
  const std::string text = json(path.string()).dump(-1, ' ', false, json::error_handler_t::replace);
  return json::parse(text).get<std::string>();
}

submission_text read_submission(const fs::path& named, bool with_headers, const fs::path& given) {
  const fs::path file = without_detours(fs::absolute(named));
  submission_text result;
  try {
    result.file = {file, text_of(file)};
  } catch (const unfit_submission& unfit) {
    throw unfit_submission(fmt::format("{} {}.", named.string(), unfit.what()));
  }
  if (with_headers)
    add_headers_of(result.file, given, result.headers);
  for (std::size_t i = 0; i < result.headers.size(); ++i) { // grows while it runs
    const source_text header = result.headers[i];
    add_headers_of(header, given, result.headers);
  }
  return result;
}

fs::path keep_submission(const submission_text& read, const std::string& name,
                         const fs::path& store) {
  // With the lengths: else a file could hold what looks like another one's beginning.
  const auto measured = [](const std::string& text) {
    return fmt::format("{}\n{}", text.size(), text);
  };
  std::string content = measured(named_text(read.file));
  for (const source_text& header : read.headers)
    content += measured(named_text(header));
  const fs::path place = store / ("source-" + sha256(content).substr(0, 16));
  std::error_code ignored;
  if (fs::exists(place / name, ignored)) {
    fs::last_write_time(place, fs::file_time_type::clock::now(), ignored);
    return place / name;
  }
  build_folder folder(store);
  write_source(folder.path() / name, read.file);
  for (const source_text& header : read.headers)
    write_source(folder.path() / header.path.filename(), header);
  folder.keep_as(place);
  return place / name;
}

} // namespace cudalab::grader
