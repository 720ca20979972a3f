// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#include "grader/checks/other_faults.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "grader/compare/words.h"

namespace cudalab::grader {

namespace {

/// Something in its outputs is NaN or infinite.
bool has_no_numbers(const case_fault& fault) {
  return std::any_of(fault.wrong.begin(), fault.wrong.end(),
                     [](const spoilt_output& each) { return each.result.not_finite != 0; });
}

/// A wrong result that does not speak against the mistake of the headline: none is known for its
/// case, or nothing follows from it. Other causes named for it would only confuse.
bool may_be_the_same(const case_fault& fault, const case_fault& headline) {
  const bool nothing_is_known = fault.id == "wrong_values" && fault.cause.empty();
  if (nothing_is_known && headline.vague && fault.function == headline.function)
    return true; // what is said of the headline is more than this
  if (fault.id == "not_finite" && headline.vague && fault.function == headline.function &&
      has_no_numbers(headline))
    return true; // likewise
  // Of a float kept on the way small results know nothing: they are right.
  if (fault.id == "kept_in_float" && headline.id != fault.id && !headline.wrong.empty() &&
      fault.function == headline.function)
    return true;
  if (headline.names_a_mistake() && !fault.names_a_mistake() && !fault.stopped &&
      fault.besides.empty() && !fault.likely.empty() && fault.likely == headline.cause)
    return true; // another function's, too
  return headline.names_a_mistake() && !fault.names_a_mistake() && !fault.stopped &&
         fault.function == headline.function && !fault.wrong.empty() &&
         fault.id != "nothing_written" && fault.besides.empty();
}

/// Where the headline's case has numbers with a fraction, its variable is a float, and gets other
/// values than 0: what is advised of an output full of zeros asks for what is not so.
bool is_more_than_zeros(const case_fault& headline, const std::string& output) {
  return std::any_of(headline.wrong.begin(), headline.wrong.end(), [&](const spoilt_output& each) {
    return each.name == output && std::any_of(each.got.begin(), each.got.end(), [](double value) {
             return std::isfinite(value) && value != std::floor(value);
           });
  });
}

/// "Right in the smaller cases? ..." is asked of a large one: the headline's is smaller, and wrong.
bool is_wrong_in_smaller(const case_fault& fault, const case_fault& headline) {
  return fault.id == "wrong_values" && fault.in_part && !headline.in_part &&
         fault.function == headline.function;
}

} // namespace

void other_faults::add(const std::string& name, const case_fault& fault,
                       const case_fault& headline) {
  if (may_be_the_same(fault, headline))
    return may_be_the_same_.push_back(name);
  for (group& each : groups_)
    if (each.id == fault.id && each.cause == fault.cause)
      return each.names.push_back(name);
  const bool refuted =
      (fault.id == "all_zero" && fault.function == headline.function && !fault.wrong.empty() &&
       is_more_than_zeros(headline, fault.wrong.front().name)) ||
      is_wrong_in_smaller(fault, headline);
  groups_.push_back({fault.id, fault.cause, fault.message, refuted ? "" : fault.next, {name}});
}

void other_faults::tell(const case_fault& headline, std::vector<std::string>& details) const {
  for (const group& each : groups_) {
    const std::string& first = each.names.front();
    // The headline's own next step stands under all of them.
    const std::string next =
        each.next.empty() || each.next == headline.next ? "" : ". " + each.next;
    if (each.id == headline.id && each.cause == headline.cause)
      details.push_back("the same in " + list_of_names(each.names));
    else if (each.names.size() == 1)
      details.push_back(fmt::format("{}: {}{}", first, each.message, next));
    else
      details.push_back(fmt::format("{}: {}; similar in {}{}", first, each.message,
                                    list_of_names({each.names.begin() + 1, each.names.end()}),
                                    next));
  }
  if (!may_be_the_same_.empty())
    details.push_back("wrong as well, most likely by the same mistake: " +
                      list_of_names(may_be_the_same_));
}

} // namespace cudalab::grader
