// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#include "includes/tests/include_table.h"

#include <filesystem>
#include <functional>
#include <optional>
#include <regex>
#include <sstream>

namespace cudalab::includes {

namespace {

std::vector<std::string> in_backquotes(const std::string& text) {
  static const std::regex quoted("`([^`]+)`");
  std::vector<std::string> all;
  for (std::sregex_iterator each(text.begin(), text.end(), quoted), end; each != end; ++each)
    all.push_back((*each)[1]);
  return all;
}

bool is_above(const std::string& part, const std::string& path) {
  return path == part || (path.size() > part.size() && path.compare(0, part.size(), part) == 0 &&
                          path[part.size()] == '/');
}

/// Empty: none.
std::string part_of(const include_table& allowed, const std::string& path) {
  std::string best;
  for (const auto& [part, others] : allowed)
    if (is_above(part, path) && part.size() > best.size())
      best = part;
  return best;
}

/// A header that is generated stands where it is made from: style.css for style.h, config.h.in.
std::optional<std::string> as_in_tree(const source_tree& files, const std::string& path) {
  if (files.count(path) != 0)
    return path;
  const std::string stem = path.substr(0, path.rfind('.'));
  for (const std::string& source : {path + ".in", stem + ".css"})
    if (files.count(source) != 0)
      return source;
  return {};
}

/// As the compiler finds it. A lab's own headers are known by their name: of several, the one in a
/// folder of the same name as the includer's.
std::optional<std::string> find_included(const source_tree& files, const std::string& includer,
                                         const std::string& name) {
  const std::string folder = std::filesystem::path(includer).parent_path().string();
  for (const std::string& root : {folder + "/", std::string(), std::string("common/"),
                                  std::string("common/emulator/include/")})
    if (const auto found =
            as_in_tree(files, std::filesystem::path(root + name).lexically_normal().string()))
      return found;
  std::optional<std::string> found;
  for (const auto& [path, text] : files)
    if (path.size() > name.size() &&
        path.compare(path.size() - name.size() - 1, name.npos, "/" + name) == 0)
      if (!found || std::filesystem::path(path).parent_path().filename() ==
                        std::filesystem::path(includer).parent_path().filename())
        found = path;
  return found;
}

std::string listed(const std::set<std::string>& parts) {
  std::string text;
  for (const std::string& each : parts)
    text += (text.empty() ? "" : ", ") + each;
  return text.empty() ? "nothing" : text;
}

/// What may be included in steps from `part`, as a path to it; empty: it does not come back.
std::string circle_from(const include_table& allowed, const std::string& part) {
  std::set<std::string> seen;
  const std::function<std::string(const std::string&)> back = [&](const std::string& from) {
    const auto row = allowed.find(from);
    if (row == allowed.end() || !seen.insert(from).second)
      return std::string();
    for (const std::string& next : row->second) {
      if (next == part)
        return from + " -> " + part;
      if (const std::string rest = back(next); !rest.empty())
        return from + " -> " + rest;
    }
    return std::string();
  };
  return back(part);
}

} // namespace

include_table read_table(const std::string& markdown) {
  include_table table;
  std::istringstream lines(markdown);
  bool here = false;
  for (std::string line; std::getline(lines, line);) {
    if (line.compare(0, 3, "## ") == 0)
      here = line.compare(0, 23, "## Who may include whom") == 0;
    const std::size_t second = line.find('|', 1);
    if (!here || line.empty() || line[0] != '|' || second == line.npos)
      continue;
    const std::vector<std::string> others = in_backquotes(line.substr(second));
    for (const std::string& part : in_backquotes(line.substr(0, second)))
      table[part].insert(others.begin(), others.end());
  }
  return table;
}

std::vector<std::string> complaints(const include_table& allowed, const source_tree& files) {
  static const std::regex include(R"(^\s*#\s*include\s+"([^"]+)\")");
  std::vector<std::string> all;
  include_table used;
  for (const auto& [path, text] : files) {
    const std::string part = part_of(allowed, path);
    if (part.empty()) {
      all.push_back(path + ": belongs to no part");
      continue;
    }
    std::istringstream lines(text);
    std::string line;
    for (int number = 1; std::getline(lines, line); ++number) {
      std::smatch match;
      if (line.find("include") == line.npos || !std::regex_search(line, match, include))
        continue;
      const std::string place = path + ":" + std::to_string(number) + ": ";
      const auto included = find_included(files, path, match[1]);
      if (!included) {
        all.push_back(place + "there is no file \"" + match[1].str() + '"');
        continue;
      }
      const std::string other = part_of(allowed, *included);
      if (other == part)
        continue;
      if (allowed.at(part).count(other) == 0)
        all.push_back(place + part + " may not include \"" + match[1].str() + "\" of " + other +
                      "; allowed: " + listed(allowed.at(part)));
      used[part].insert(other);
    }
  }
  for (const auto& [part, others] : allowed) {
    for (const std::string& other : others)
      if (used[part].count(other) == 0)
        all.push_back("nobody needs that " + part + " may include " + other);
    if (const std::string circle = circle_from(allowed, part); !circle.empty())
      all.push_back("a circle: " + circle);
  }
  return all;
}

} // namespace cudalab::includes
