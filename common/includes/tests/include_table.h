// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// Who may include whom: the table of docs/architecture.md, and what does not keep to it.
#pragma once

#include <map>
#include <set>
#include <string>
#include <vector>

namespace cudalab::includes {

/// By part, a folder or a file from the project's root: the parts that it may include. A file
/// belongs to the part with the longest name that is above it.
using include_table = std::map<std::string, std::set<std::string>>;

/// The rows `| part | parts |` of the table under the heading "Who may include whom". Parts stand
/// in backquotes.
include_table read_table(const std::string& markdown);

/// Texts by path from the project's root.
using source_tree = std::map<std::string, std::string>;

/// A line for each include that is not allowed, or of a file that is not there; for each file of no
/// part; for each entry of the table that nobody uses; for each part that lies on a circle in it.
std::vector<std::string> complaints(const include_table& allowed, const source_tree& files);

} // namespace cudalab::includes
