// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#include "grader/reference/solution.h"

#include <algorithm>
#include <fstream>
#include <regex>
#include <sstream>
#include <stdexcept>

#include "grader/files/read_text.h"
#include "grader/files/write_file.h"
#include "grader/reference/starter.h"

namespace cudalab::reference {

namespace fs = std::filesystem;

namespace {

std::string text_of(const fs::path& file) {
  if (!fs::is_regular_file(file))
    throw std::runtime_error(file.string() + " cannot be read");
  return grader::content_of(file);
}

std::vector<std::string> included_files(const std::string& text) {
  static const std::regex include(R"re(\n#include "([^"/]+)")re");
  std::vector<std::string> names;
  for (std::sregex_iterator each(text.begin(), text.end(), include), end; each != end; ++each)
    names.push_back((*each)[1]);
  return names;
}

} // namespace

std::string edited(const std::string& text, std::vector<edit> edits) {
  std::stable_sort(edits.begin(), edits.end(), [](const edit& a, const edit& b) {
    return a.begin != b.begin ? a.begin < b.begin : a.length == 0 && b.length != 0;
  });
  std::string result;
  std::size_t done = 0;
  for (const edit& each : edits) {
    if (each.begin < done)
      throw std::invalid_argument("two changes of the same text");
    result += text.substr(done, each.begin - done) + each.replacement;
    done = each.begin + each.length;
  }
  return result + text.substr(done);
}

source_file* solution::file(const std::string& name) {
  const auto found = std::find_if(files.begin(), files.end(),
                                  [&](const source_file& each) { return each.name == name; });
  return found == files.end() ? nullptr : &*found;
}

solution read_solution(const fs::path& file) {
  const fs::path folder = fs::absolute(file).lexically_normal().parent_path();
  solution result{file.stem(), folder.filename(), folder, {{file.filename(), text_of(file)}}};
  for (std::size_t i = 0; i < result.files.size(); ++i)
    for (const std::string& header : included_files(result.files[i].text))
      if (fs::exists(folder / header) && result.file(header) == nullptr)
        result.files.push_back({header, text_of(folder / header)});
  return result;
}

fs::path write_solution(const solution& one, const fs::path& folder) {
  fs::create_directories(folder);
  for (const source_file& each : one.files) {
    const std::string text = without_marks(each.text);
    if (grader::content_of(folder / each.name) != text)
      grader::write_file(folder / each.name, text);
  }
  return folder / one.files.front().name;
}

} // namespace cudalab::reference
