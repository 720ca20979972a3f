// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#include "grader/checks/causes.h"

#include <algorithm>

#include <fmt/format.h>

#include "grader/checks/case_fault.h"
#include "grader/compare/patterns.h"

namespace cudalab::grader {

namespace {

bool went_wrong(const check_result& result) {
  return !result.id.empty() && result.blocked_by.empty() &&
         (result.status == check_status::fail || result.status == check_status::error);
}

/// The case that a failed correctness check tells first; else empty.
nlohmann::json case_told_first(const check_result& result) {
  if (result.kind != check_kind::correctness || result.status != check_status::fail)
    return {};
  const std::string told = result.data.value("first_told", "");
  for (const nlohmann::json& each : result.data.value("cases", nlohmann::json::array()))
    if (each.value("name", "") == told)
      return each;
  return {};
}

/// Why that case is wrong, for machines; "": there is none.
std::string reason_told_first(const check_result& result) {
  const nlohmann::json told = case_told_first(result);
  return told.is_null() ? "" : told.value("reason", "");
}

/// Results that are wrong for this reason may be so for what was seen in the threads.
bool may_follow(const std::string& reason) {
  return says_only_where(reason) || reason == "not_finite";
}

/// Nothing was stored, or what was stored there was overwritten with zeros later.
bool is_empty(const std::string& reason) {
  return reason == "nothing_written" || reason == "all_zero";
}

/// Elements were never stored. Where lanes of a warp have left, those that are to store together
/// with them do not know where.
bool lacks_elements(const std::string& reason) {
  return reason == "unwritten_cells" || reason == "unwritten_tail";
}

bool is_of_absent_lanes(const finding& seen) {
  return seen.kind == finding_kind::absent_lanes;
}

/// Elements of this output were added to what nobody had set: what comes out counts as unwritten.
bool is_unset_output(const finding& seen, const std::string& output) {
  return seen.kind == finding_kind::uninitialised_read && !output.empty() &&
         seen.object.substr(0, seen.object.find('[')) == output;
}

/// The clean check that saw it, of the same exercise or of the whole lab; null: none.
template <typename Telling>
const check_result* watched_by(const std::vector<check_result>& judged, int exercise,
                               Telling telling) {
  const auto found = std::find_if(judged.begin(), judged.end(), [&](const check_result& each) {
    return each.kind == check_kind::clean && (each.exercise == exercise || each.exercise == 0) &&
           std::any_of(each.findings.begin(), each.findings.end(),
                       [&](const finding& seen) { return is_error(seen) && telling(seen); });
  });
  return found == judged.end() ? nullptr : &*found;
}

bool is_outside_in_global_memory(const finding& seen) {
  return seen.kind == finding_kind::out_of_bounds && seen.space == "global";
}

/// What another stream computes may not be there when the results are read.
bool is_between_streams(const finding& seen) {
  return seen.order == findings::race_order::between_streams;
}

/// What spoils results.
bool spoils(const finding& seen) {
  return seen.kind != finding_kind::leak && seen.kind != finding_kind::unchecked_error &&
         seen.kind != finding_kind::double_arithmetic;
}

bool is_bad_read(const finding& seen) {
  return seen.kind == finding_kind::uninitialised_read || seen.kind == finding_kind::out_of_bounds;
}

/// What was seen is left, without the name of a known mistake and its advice.
void take_back_name(check_result& result) {
  if (result.kind != check_kind::correctness)
    return; // nothing is named there
  bool named = false;
  nlohmann::json& cases = result.data["cases"];
  for (nlohmann::json& each : cases)
    if (each.erase("cause") != 0) {
      named = true;
      if (each.value("reason", "") == "known_mistake")
        each["reason"] = "wrong_values";
    }
  result.data.erase("known_mistake");
  if (!named)
    return;
  std::string seen = "the result is wrong";
  if (!result.details.empty()) {
    seen = result.details.front();
    result.details.erase(result.details.begin());
  }
  result.message = message_of(result.data, seen);
  result.next.clear();
}

} // namespace

bool explains_results(finding_kind kind) {
  finding seen;
  seen.kind = kind;
  seen.space = "global";
  return is_outside_in_global_memory(seen) || is_bad_read(seen) || spoils(seen);
}

bool waits_for_what_was_watched(const check_result& result) {
  const std::string reason = reason_told_first(result);
  return reason == "outside_output" || is_empty(reason) || may_follow(reason) ||
         lacks_elements(reason);
}

void tell_one_mistake_once(std::vector<check_result>& judged, std::size_t check) {
  check_result& each = judged[check];
  const std::string reason = reason_told_first(each);
  if (reason == "outside_output") {
    if (const auto* seen = watched_by(judged, each.exercise, is_outside_in_global_memory))
      each.next = fmt::format("It is most likely the mistake that \"{}\" shows, with its line: "
                              "threads outside of the result must neither read nor store.",
                              seen->title);
  } else if (may_follow(reason) || is_empty(reason) || lacks_elements(reason)) {
    const std::string output = case_told_first(each).value("output", "");
    const auto explains = [&](const finding& seen) {
      return is_empty(reason)         ? is_between_streams(seen)
             : lacks_elements(reason) ? is_of_absent_lanes(seen) || is_unset_output(seen, output)
                                      : spoils(seen);
    };
    if (const auto* seen = watched_by(judged, each.exercise, explains))
      each.next = fmt::format("This may follow from what \"{}\" shows, with its line: mend that "
                              "first.",
                              seen->title);
  }
}

void tell_unset_from_unwritten(std::vector<check_result>& judged, std::size_t check) {
  check_result& each = judged[check];
  const auto* seen = watched_by(judged, each.exercise, is_bad_read);
  if (reason_told_first(each) != "nothing_written" || seen == nullptr)
    return;
  const nlohmann::json told = case_told_first(each);
  each.message =
      message_of(each.data, words_for_no_number(told.at("output"), told.at("unwritten")));
  each.next = fmt::format("Each element was added to what the array held before, or computed "
                          "from memory that nobody had set or that lies outside an array: "
                          "\"{}\" says where.",
                          seen->title);
}

void point_to_causes(const lab_description& of, std::vector<check_result>& judged,
                     std::size_t check) {
  if (!went_wrong(judged[check]))
    return;
  const auto& causes = of.checks[check].depends_on;
  const auto cause =
      std::find_if(judged.begin(), judged.end(), [&causes](const check_result& each) {
        return went_wrong(each) && std::find(causes.begin(), causes.end(), each.id) != causes.end();
      });
  if (cause == judged.end())
    return;
  if (judged[check].data.contains("cases"))
    take_back_name(judged[check]);
  judged[check].data["first_mend"] = cause->id;
  std::string& next = judged[check].next;
  next = fmt::format("First fix \"{}\": this may follow from it.{}", cause->title,
                     next.empty() ? "" : " Then: " + next);
}

} // namespace cudalab::grader
