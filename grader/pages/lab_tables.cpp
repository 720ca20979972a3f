// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#include "grader/pages/lab_tables.h"

#include <algorithm>
#include <sstream>

#include <fmt/format.h>

#include "grader/printable.h"
#include "grader/report/html/markup.h"

namespace cudalab::grader {

namespace {

std::string link(const std::string& page, const std::string& words) {
  return fmt::format("<a class=\"el\" href=\"{}\">{}</a>", escaped(page), escaped(words));
}

/// "lab 03" of "lab03".
std::string spoken(const std::string& name) {
  return "lab " + name.substr(std::min<std::size_t>(3, name.size()));
}

std::string words_for(const lab_description& one, const labs_by_name& labs,
                      const find_guide& guides) {
  std::vector<std::string> earlier, help;
  for (const std::string& name : one.builds_on)
    if (const auto found = labs.find(name); found != labs.end())
      earlier.push_back(link(page_of(found->second), spoken(name)));
  for (const std::string& name : one.guides)
    if (const guide* found = guides(name))
      help.push_back(link(found->page, found->title));
  return fmt::format("{}: {}. Builds on {}.{}", link(page_of(one), heading_of(one)),
                     escaped(one.you_write), earlier.empty() ? "no other lab" : enumerated(earlier),
                     help.empty() ? "" : " Guides: " + enumerated(help) + ".");
}

/// The text of column `column`, from 0 on, of a row `| a | b |`.
std::string table_cell(const std::string& row, int column) {
  std::size_t begin = row.find('|');
  for (; begin != std::string::npos && column > 0; --column)
    begin = row.find('|', begin + 1);
  const std::size_t end = begin == std::string::npos ? begin : row.find('|', begin + 1);
  return end == std::string::npos || end < begin + 3 ? "" : row.substr(begin + 2, end - begin - 3);
}

/// The second column of the row that names the check `id`.
std::string kept_words(const std::string& table, const std::string& id) {
  std::istringstream lines(table);
  for (std::string row; std::getline(lines, row);)
    if (table_cell(row, 0).find("(`" + id + "`)") != std::string::npos)
      return table_cell(row, 1);
  return "";
}

} // namespace

std::string escaped(const std::string& plain) {
  return html::text(plain).str();
}

std::string page_of(const lab_description& one) {
  return "md_labs_" + one.folder + "_README.html";
}

std::string heading_of(const lab_description& one) {
  return fmt::format("Lab {}: {}", one.name.substr(std::min<std::size_t>(3, one.name.size())),
                     one.title);
}

std::string labs_in_markdown(const labs_by_name& labs) {
  std::string table = "| lab | you write | you learn |\n| --- | --- | --- |\n";
  for (const auto& [name, one] : labs)
    table += fmt::format("| [{}](labs/{}/README.md) | {} | {} |\n", name, one.folder, one.you_write,
                         one.you_learn);
  return table;
}

std::string labs_in_html(const labs_by_name& labs) {
  std::string table = "<table class=\"markdownTable\">\n<tr class=\"markdownTableHead\">";
  for (const char* title : {"lab", "you write", "you learn"})
    table += fmt::format("<th class=\"markdownTableHeadNone\">{}</th>", title);
  for (const auto& [name, one] : labs)
    table += fmt::format("</tr>\n<tr><td>{}</td><td>{}</td><td>{}</td>",
                         link(page_of(one), heading_of(one)), escaped(one.you_write),
                         escaped(one.you_learn));
  return table + "</tr>\n</table>\n";
}

std::string map_in_html(const labs_by_name& labs, const find_guide& guides) {
  std::string list = "<ul>\n";
  for (const auto& [name, one] : labs)
    list += fmt::format("<li>{}</li>\n", words_for(one, labs, guides));
  return list + "</ul>\n";
}

std::string points_in_markdown(const lab_description& one, const std::string& before) {
  std::string table = "| check, as the grader prints it | what it asks | exercise | points |\n"
                      "| --- | --- | --- | --- |\n";
  for (const check_description& each : one.checks)
    table += fmt::format("| {} (`{}`) | {} | {} | {} |\n", each.title, each.id,
                         kept_words(before, each.id),
                         each.exercise == 0 ? "all" : std::to_string(each.exercise),
                         fmt::format("{}{}", each.points, each.bonus ? " (bonus)" : ""));
  return table;
}

} // namespace cudalab::grader
