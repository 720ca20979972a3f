// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// What somebody may have meant who typed a name that there is not.
#pragma once

#include <string>
#include <vector>

namespace cudalab::grader {

/// Letters to insert, delete or change to get from one word to the other.
std::size_t distance(const std::string& a, const std::string& b);

/// The known names that are like the typed one, at most so many, best first: words in common
/// (between underscores, in any order) count most, then letters.
std::vector<std::string> near_names(const std::string& typed, std::vector<std::string> known,
                                    std::size_t most = 5);

} // namespace cudalab::grader
