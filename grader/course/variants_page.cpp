// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#include "grader/course/variants_page.h"

#include <algorithm>
#include <regex>
#include <set>
#include <vector>

#include "grader/reference/variants.h"

namespace cudalab::course {

namespace {

namespace fs = std::filesystem;

using reference::variant;

std::vector<fs::path> solution_files(const fs::path& folder) {
  static const std::regex name("lab[0-9][0-9]");
  std::vector<fs::path> files;
  for (const auto& item : fs::directory_iterator(folder)) {
    const std::string lab = item.path().filename().string().substr(0, 5);
    if (const fs::path file = item.path() / (lab + ".cu");
        std::regex_match(lab, name) && fs::exists(file))
      files.push_back(file);
  }
  std::sort(files.begin(), files.end());
  return files;
}

bool holds(const std::vector<std::string>& list, const std::string& one) {
  return std::find(list.begin(), list.end(), one) != list.end();
}

std::string cell(const reference::promise& head, const std::string& check) {
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

std::string table(const std::vector<variant>& entries) {
  std::set<std::string> checks;
  for (const variant& each : entries) {
    checks.insert(each.head.check);
    checks.insert(each.head.also.begin(), each.head.also.end());
  }
  std::string first = "| variant | what is wrong |", rule = "| --- | --- |";
  for (const std::string& check : checks) {
    first += " " + check + " |";
    rule += " --- |";
  }
  std::string text = first + "\n" + rule + "\n";
  for (const variant& each : entries) {
    text += "| `" + each.name + "` | " + in_table(each.story) + " |";
    for (const std::string& check : checks)
      text += " " + cell(each.head, check) + " |";
    text += "\n";
  }
  return text;
}

} // namespace

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

This page is made of the heads of the variants. Each lab's own page has the variants themselves.
)";
  for (const fs::path& file : solution_files(solutions)) {
    const reference::solution one = reference::read_solution(file);
    std::vector<variant> entries = reference::variants_of(one);
    entries.erase(std::remove_if(entries.begin(), entries.end(),
                                 [](const variant& each) { return each.right; }),
                  entries.end());
    if (!entries.empty())
      page += "\n## " + one.folder + ": " + std::to_string(entries.size()) + " variants\n\n" +
              table(entries);
  }
  return page;
}

} // namespace cudalab::course
