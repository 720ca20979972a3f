// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// Tables and lists of the labs, made of what their labNN_grader.cpp say.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "grader/lab.h"

namespace cudalab::grader {

/// A guide of docs/ that helps with a lab.
struct guide {
  std::string title, page; ///< "Bank conflicts", "guide_bank_conflicts.html"
};
/// Of a name such as "guides/bank_conflicts"; nullptr where this copy of the course lacks the page.
using find_guide = std::function<const guide*(const std::string& name)>;

using labs_by_name = std::map<std::string, lab_description>;

/// As HTML writes it: `<` is `&lt;`.
std::string escaped(const std::string& plain);
/// "md_labs_lab04_tiled_matmul_README.html": Doxygen's name for the lab's page.
std::string page_of(const lab_description& one);
/// "Lab 04: Tiled matrix multiplication"
std::string heading_of(const lab_description& one);

/// Rows `| [lab04](labs/...) | you write | you learn |` and their head, for README.md.
std::string labs_in_markdown(const labs_by_name& labs);
/// The same for the site.
std::string labs_in_html(const labs_by_name& labs);
/// What the course map shows, in words.
std::string map_in_html(const labs_by_name& labs, const find_guide& guides);

/// The lab's checks and points. What a check asks for is written by hand: it is kept from `before`,
/// where the row has the same check.
std::string points_in_markdown(const lab_description& one, const std::string& before);

} // namespace cudalab::grader
