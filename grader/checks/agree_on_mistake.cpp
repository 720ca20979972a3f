// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#include "grader/checks/agree_on_mistake.h"

#include <algorithm>

namespace cudalab::grader {

namespace {

constexpr std::size_t a_few = 4; ///< elements, below which agreement or its lack proves little

struct candidate {
  std::string group;
  std::size_t cases = 0, most_explained = 0;
  bool contradicted = false; ///< by a case with more than a few wrong elements

  bool named() const { return most_explained >= a_few || !contradicted; }
};

const pattern* fit_of(const case_evidence& one, const std::string& group) {
  const auto found = std::find_if(one.fits.begin(), one.fits.end(),
                                  [&](const pattern& fit) { return fit.group == group; });
  return found == one.fits.end() ? nullptr : &*found;
}

candidate weigh(const std::string& group, const std::vector<case_evidence>& cases) {
  candidate result{group};
  for (const case_evidence& one : cases) {
    if (const pattern* fit = fit_of(one, group)) {
      ++result.cases;
      result.most_explained = std::max(result.most_explained, fit->explained);
    } else {
      result.contradicted = result.contradicted || speaks_against(one);
    }
  }
  return result;
}

} // namespace

bool speaks_against(const case_evidence& one) {
  return one.has_mistakes && one.wrong >= a_few;
}

agreement agree_on_mistake(const std::vector<case_evidence>& cases) {
  std::vector<candidate> named; // in order of first appearance
  for (const case_evidence& one : cases)
    for (const pattern& fit : one.fits)
      if (std::none_of(named.begin(), named.end(),
                       [&](const candidate& each) { return each.group == fit.group; }))
        if (candidate made = weigh(fit.group, cases); made.named())
          named.push_back(std::move(made));
  agreement result;
  result.of_case.resize(cases.size(), nullptr);
  if (named.empty())
    return result;
  const auto best = std::max_element(
      named.begin(), named.end(),
      [](const candidate& one, const candidate& other) { return one.cases < other.cases; });
  result.group = best->group;
  for (std::size_t i = 0; i < cases.size(); ++i) {
    result.of_case[i] = fit_of(cases[i], result.group);
    for (const candidate& each : named)
      if (result.of_case[i] == nullptr)
        result.of_case[i] = fit_of(cases[i], each.group);
  }
  return result;
}

} // namespace cudalab::grader
