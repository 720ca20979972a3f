// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#include "grader/report/leave_out_folders.h"

#include <algorithm>
#include <cctype>
#include <vector>

#include "grader/files/paths.h"

namespace cudalab::grader {

namespace {

namespace fs = std::filesystem;

/// As they are named, and without links: compilers tell now this, now that. The submission's comes
/// first, since it may be a folder of the course.
std::vector<fs::path> ways_to(const grading_folders& known) {
  std::vector<fs::path> all;
  for (const fs::path& folder : {known.submission, known.course}) {
    std::error_code none;
    for (const fs::path& way : {folder, fs::canonical(folder, none)})
      if (way.is_absolute() && way != way.root_path() &&
          std::find(all.begin(), all.end(), way) == all.end())
        all.push_back(way);
  }
  return all;
}

bool is_of_a_name(char c) {
  return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_' || c == '.' || c == '-' ||
         c == '/';
}

void remove_all(std::string& text, const std::string& folder) {
  for (std::size_t at = 0; (at = text.find(folder, at)) != text.npos;) {
    const bool option = at >= 2 && text[at - 2] == '-'; // -I/folder
    if (at > 0 && is_of_a_name(text[at - 1]) && !option)
      at += folder.size();
    else
      text.erase(at, folder.size());
  }
}

bool begins_path(const std::string& text, std::size_t at) {
  return at == 0 || !is_of_a_name(text[at - 1]) || (at >= 2 && text[at - 2] == '-');
}

/// The first part is a folder of this machine: "a /b/ c" is no path.
bool is_of_this_machine(const std::string& word) {
  const std::size_t second = word.find('/', 1);
  if (second == word.npos || second < 2 || second + 1 == word.size())
    return false;
  const std::string first = word.substr(0, second);
  std::error_code ignored;
  return first != "/dev" && first != "/proc" && fs::is_directory(first, ignored);
}

std::string word_at(const std::string& text, std::size_t at) {
  const std::size_t end = text.find_first_of(" \t\n\r\"'`:;,()[]<>", at);
  return text.substr(at, end == text.npos ? end : end - at);
}

class cleaner {
public:
  explicit cleaner(const grading_folders& known) : ways_(ways_to(known)) {}

  std::string file(const std::string& name) const {
    const fs::path path(name);
    if (!path.is_absolute())
      return name;
    for (const fs::path& way : ways_)
      if (const fs::path plain = path.lexically_normal(); lies_in(plain, way))
        return plain.lexically_relative(way).string();
    return path.filename().string();
  }

  std::string text(std::string one) const {
    if (one.find('/') == one.npos)
      return one;
    for (const fs::path& way : ways_)
      remove_all(one, way.string() + '/');
    std::string result;
    for (std::size_t at = 0; at < one.size();) {
      const std::string word = one[at] == '/' && begins_path(one, at) ? word_at(one, at) : "";
      if (is_of_this_machine(word)) {
        result += fs::path(word).filename().string();
        at += word.size();
      } else {
        result += one[at++];
      }
    }
    return result;
  }

  void data(nlohmann::json& part) const {
    for (auto each = part.begin(); each != part.end(); ++each) {
      if (each->is_structured())
        data(*each);
      else if (each->is_string() && part.is_object() && each.key() == "file")
        *each = file(each->get<std::string>());
      else if (each->is_string())
        *each = text(each->get<std::string>());
    }
  }

  void finding_of(finding& one) const {
    for (party& each : one.parties)
      each.file = file(each.file);
    if (one.missed) {
      one.missed->made_in = file(one.missed->made_in);
      one.missed->freed_in = file(one.missed->freed_in);
    }
    for (std::string* each : {&one.object, &one.text, &one.remedy})
      *each = text(*each);
  }

  void check(check_result& one) const {
    one.message = text(one.message);
    one.next = text(one.next);
    for (std::string& each : one.details)
      each = text(each);
    for (finding& each : one.findings)
      finding_of(each);
    data(one.data);
  }

private:
  std::vector<fs::path> ways_;
};

} // namespace

std::string file_without_folders(const std::string& file, const grading_folders& known) {
  return cleaner(known).file(file);
}

std::string text_without_folders(const std::string& text, const grading_folders& known) {
  return cleaner(known).text(text);
}

void leave_out_folders(grade& result, const grading_folders& known) {
  const cleaner clean(known);
  result.file = cleaner({{}, known.course}).file(result.file);
  for (std::string* each : {&result.backend_reason, &result.device, &result.compiler})
    *each = clean.text(*each);
  for (std::string& each : result.notes)
    each = clean.text(each);
  for (check_result& each : result.checks)
    clean.check(each);
  clean.data(result.pictures);
  for (quoted_file& each : result.sources)
    each.file = clean.file(each.file);
}

} // namespace cudalab::grader
