// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#include "grader/course/variants_page.h"

#include <algorithm>
#include <fstream>
#include <set>
#include <sstream>
#include <stdexcept>
#include <vector>

#include "grader/course/variant.h"

namespace cudalab::course {

namespace {

namespace fs = std::filesystem;

struct entry {
  std::string name, story;
  variant head;
};

std::vector<fs::path> sorted_files(const fs::path& folder, const std::string& extension) {
  std::vector<fs::path> files;
  if (fs::is_directory(folder))
    for (const auto& item : fs::directory_iterator(folder))
      if (extension.empty() ? item.is_directory() : item.path().extension() == extension)
        files.push_back(item.path());
  std::sort(files.begin(), files.end());
  return files;
}

std::string content_of(const fs::path& file) {
  std::ifstream in(file, std::ios::binary);
  std::ostringstream text;
  if (!(text << in.rdbuf()))
    throw std::runtime_error(file.string() + " cannot be read");
  return text.str();
}

bool holds(const std::vector<std::string>& list, const std::string& one) {
  return std::find(list.begin(), list.end(), one) != list.end();
}

std::string cell(const variant& head, const std::string& check) {
  if (head.check == check)
    return head.backend == "both" ? "fails" : "fails (" + head.backend + ")";
  return holds(head.also, check) ? "may" : "";
}

/// A bar would end the cell, and angle brackets would be HTML.
std::string in_table(const std::string& text) {
  std::string safe;
  for (const char c : text)
    safe += c == '|' ? "\\|" : c == '<' ? "&lt;" : c == '>' ? "&gt;" : std::string(1, c);
  return safe;
}

std::string table(const std::vector<entry>& entries) {
  std::set<std::string> checks;
  for (const entry& each : entries) {
    checks.insert(each.head.check);
    checks.insert(each.head.also.begin(), each.head.also.end());
  }
  std::string first = "| variant | what is wrong |", rule = "| --- | --- |";
  for (const std::string& check : checks) {
    first += " " + check + " |";
    rule += " --- |";
  }
  std::string text = first + "\n" + rule + "\n";
  for (const entry& each : entries) {
    text += "| `" + each.name + "` | " + in_table(each.story) + " |";
    for (const std::string& check : checks)
      text += " " + cell(each.head, check) + " |";
    text += "\n";
  }
  return text;
}

} // namespace

std::string story_of(const std::string& text) {
  std::istringstream lines(text);
  std::string story;
  bool below = false; // the licence
  for (std::string line; std::getline(lines, line) && line.rfind("//", 0) == 0;) {
    if (below && line.size() > 3)
      story += (story.empty() ? "" : " ") + line.substr(3);
    below = below || line.find("SPDX-FileCopyrightText") != line.npos;
  }
  return story;
}

std::string variants_page(const fs::path& solutions) {
  std::string page = R"(# Wrong variants against checks {#wrong_variants}

Each lab comes with *wrong variants*: programs with one mistake each. The project's tests grade every variant. They fail
when a check lets the mistake pass, and when a check fails for another reason than the variant's first line says.

What the cells of the tables mean:

| cell | meaning |
| --- | --- |
| fails | this check must fail, and its message must contain the text that the variant names |
| fails (gpu), fails (cpu) | the same, but only on this backend |
| may | this check may fail too, because of the same mistake |
| empty | this check must not fail because of this mistake |

The target `variants_page` writes this page from the first lines of the variants.
)";
  for (const fs::path& lab : sorted_files(solutions, "")) {
    std::vector<entry> entries;
    for (const fs::path& file : sorted_files(lab / "wrong", ".cu")) {
      const std::string text = content_of(file);
      entries.push_back({file.stem().string(), story_of(text), parse_variant(text)});
    }
    if (!entries.empty())
      page += "\n## " + lab.filename().string() + ": " + std::to_string(entries.size()) +
              " variants\n\n" + table(entries);
  }
  return page;
}

} // namespace cudalab::course
