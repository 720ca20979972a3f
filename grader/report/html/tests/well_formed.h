// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// Reads a page as strictly as an XML parser: a browser mends what is broken, and shows it
/// somewhere else.
#pragma once

#include <map>
#include <string>
#include <vector>

namespace cudalab::grader {

struct html_element {
  std::string name;
  std::map<std::string, std::string> attributes; ///< entities replaced
  std::string text;                              ///< of itself and all in it, entities replaced
};

struct html_page {
  std::string problem;                ///< empty: well-formed
  std::vector<html_element> elements; ///< in the order of their beginnings
};

/// Every element ends, and in the right order; attributes are quoted and come once; `<`, `>`
/// and `&` occur only as markup. The text of a style sheet is not looked at.
html_page read_page(const std::string& page);

/// The elements of this name, with this class among theirs where one is given.
std::vector<html_element> find_all(const html_page& page, const std::string& name,
                                   const std::string& css_class = "");

} // namespace cudalab::grader
