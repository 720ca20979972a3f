// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
//
// What pages say of the labs comes from the labs themselves: tables in Markdown files are written
// here, or compared (--check), and parts of the site (--site).
#include <sstream>

#include <fmt/format.h>

#include "grader/cli/commands.h"
#include "grader/cli/lab_files.h"
#include "grader/files/places.h"
#include "grader/files/read_text.h"
#include "grader/files/write_file.h"
#include "grader/lab_modules.h"
#include "grader/pages/course_map.h"
#include "grader/pages/lab_tables.h"
#include "grader/pages/marked_block.h"
#include "grader/printable.h"

namespace cudalab::grader {

namespace {

namespace fs = std::filesystem;

/// "Bank conflicts" of "guides/bank_conflicts".
std::string title_of(const std::string& name) {
  std::string title = name.substr(name.find_last_of('/') + 1);
  for (char& letter : title)
    letter = letter == '_' ? ' ' : letter;
  if (!title.empty())
    title[0] = static_cast<char>(std::toupper(static_cast<unsigned char>(title[0])));
  return title;
}

/// The guides of this copy of the course. A page's address is the mark in its first line,
/// `# Title {#mark}`.
class guides_here {
public:
  const guide* operator()(const std::string& name) {
    auto& known = guides_[name];
    if (known.page.empty()) {
      const std::string text = content_of(source_root() / "docs" / (name + ".md"));
      const std::string first = text.substr(0, text.find('\n'));
      const std::size_t mark = first.find("{#"), end = first.find('}');
      if (mark == std::string::npos || end == std::string::npos)
        return nullptr;
      known = {title_of(name), first.substr(mark + 2, end - mark - 2) + ".html"};
    }
    return &known;
  }

private:
  std::map<std::string, guide> guides_;
};

void write_site_parts(const labs_by_name& labs, const fs::path& folder) {
  guides_here guides;
  const auto find = [&guides](const std::string& name) { return guides(name); };
  fs::create_directories(folder);
  write_file(folder / "labs_table.html", labs_in_html(labs));
  write_file(folder / "course_map.svg", course_map_svg(labs, find));
  write_file(folder / "course_map_words.html", map_in_html(labs, find));
}

/// Rows of README.md that are not as the lab says. A lab without a row is none of them: the table
/// is written again when labs are released (`./lab pages`), not when one is added.
std::vector<std::string> untrue_rows(const std::string& table, const std::string& wanted) {
  std::vector<std::string> found;
  std::istringstream rows(table);
  for (std::string row; std::getline(rows, row);)
    if (wanted.find(row + '\n') == std::string::npos)
      found.push_back(row);
  return found;
}

class marked_pages {
public:
  explicit marked_pages(bool check) : check_(check) {}

  void labs_table(const labs_by_name& labs) {
    const fs::path page = source_root() / "README.md";
    const std::string text = content_of(page), wanted = labs_in_markdown(labs);
    const auto table = marked_block(text, "labs");
    if (!table)
      complain(page, "has no block \"labs\"");
    else if (!check_)
      update(page, text, "labs", wanted);
    else
      for (const std::string& row : untrue_rows(*table, wanted))
        complain(page, "the labs themselves say something else than: " + row);
  }

  void points_table(const lab_description& one) {
    const fs::path page = lab_folder(one) / "README.md";
    const std::string text = content_of(page);
    const auto table = marked_block(text, "points");
    if (!table)
      return complain(page, "has no block \"points\"");
    const std::string wanted = points_in_markdown(one, *table);
    if (!check_)
      update(page, text, "points", wanted);
    else if (*table != wanted)
      complain(page, "its points are not those of " + one.name + "_grader.cpp");
  }

  bool all_true() const { return all_true_; }

private:
  void complain(const fs::path& page, const std::string& what) {
    fmt::print(stderr, "{}: {}. \"./lab pages\" writes it.\n", short_path(page), printable(what));
    all_true_ = false;
  }

  void update(const fs::path& page, const std::string& text, const std::string& name,
              const std::string& content) {
    const std::string updated = with_marked_block(text, name, content);
    if (updated == text)
      return;
    write_file(page, updated);
    fmt::print("{} written\n", short_path(page));
  }

  bool check_, all_true_ = true;
};

} // namespace

int command_pages(const options& given) {
  std::vector<std::string> problems;
  const labs_by_name& labs = load_labs(problems);
  for (const std::string& each : problems)
    fmt::print(stderr, "Note: {}.\n", printable(each));
  if (!given.site.empty()) {
    write_site_parts(labs, given.site);
    return 0;
  }
  marked_pages pages(given.check);
  pages.labs_table(labs);
  for (const auto& [name, one] : labs)
    pages.points_table(one);
  return pages.all_true() ? 0 : 1;
}

} // namespace cudalab::grader
