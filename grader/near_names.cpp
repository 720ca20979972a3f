// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#include "grader/near_names.h"

#include <algorithm>
#include <numeric>
#include <set>
#include <sstream>
#include <tuple>

namespace cudalab::grader {

namespace {

std::set<std::string> words_in(const std::string& name) {
  std::set<std::string> words;
  std::istringstream in(name);
  for (std::string word; std::getline(in, word, '_');)
    words.insert(word);
  return words;
}

std::size_t words_in_common(const std::string& a, const std::string& b) {
  const std::set<std::string> known = words_in(b);
  std::size_t count = 0;
  for (const std::string& word : words_in(a))
    count += known.count(word);
  return count;
}

} // namespace

std::size_t distance(const std::string& a, const std::string& b) {
  std::vector<std::size_t> row(b.size() + 1);
  std::iota(row.begin(), row.end(), std::size_t{0});
  for (std::size_t i = 1; i <= a.size(); ++i) {
    std::size_t diagonal = row[0];
    row[0] = i;
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const std::size_t change = diagonal + (a[i - 1] == b[j - 1] ? 0 : 1);
      diagonal = row[j];
      row[j] = std::min({row[j] + 1, row[j - 1] + 1, change});
    }
  }
  return row.back();
}

std::vector<std::string> near_names(const std::string& typed, std::vector<std::string> known,
                                    std::size_t most) {
  const auto is_far = [&](const std::string& name) {
    return words_in_common(typed, name) == 0 && distance(typed, name) > 3;
  };
  known.erase(std::remove_if(known.begin(), known.end(), is_far), known.end());
  const auto rank = [&](const std::string& name) {
    return std::tuple(-static_cast<long>(words_in_common(typed, name)), distance(typed, name));
  };
  std::stable_sort(known.begin(), known.end(),
                   [&](const auto& a, const auto& b) { return rank(a) < rank(b); });
  known.resize(std::min(known.size(), most));
  return known;
}

} // namespace cudalab::grader
