// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#include "grader/report/html/draw/table.h"

namespace cudalab::grader::html {

markup as_markup(const table& of) {
  markup head, body;
  for (std::size_t i = 0; i < of.head.size(); ++i)
    head += element("th", {{"scope", "col"}, {"class", i < of.words ? "text" : "number"}},
                    text(of.head[i]));
  for (const auto& row : of.rows) {
    markup cells;
    for (std::size_t i = 0; i < row.size(); ++i)
      cells += i == 0 ? element("th", {{"scope", "row"}}, text(row[i]))
                      : element("td", {{"class", i < of.words ? "text" : "number"}}, text(row[i]));
    body += element("tr", cells);
  }
  return element("div", {{"class", "scroll"}},
                 element("table", element("thead", element("tr", head)) + element("tbody", body)));
}

markup folded(const std::string& summary, const table& of) {
  return element("details", {{"class", "data"}}, element("summary", summary) + as_markup(of));
}

} // namespace cudalab::grader::html
