// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#include "grader/verdict.h"

#include <algorithm>
#include <limits>
#include <tuple>

#include "findings/words.h"
#include "grader/printable.h"

namespace cudalab::grader {

check_result infrastructure_trouble(const std::string& message, const std::string& next) {
  check_result result;
  result.status = check_status::error;
  result.message = message;
  result.next = next;
  result.data["cause"] = "infrastructure";
  return result;
}

bool is_infrastructure_trouble(const check_result& result) {
  return result.status == check_status::error && result.data.value("cause", "") == "infrastructure";
}

void give_points(check_result& check) {
  check.points = check.status == check_status::pass ? check.max_points : 0;
}

void settle(grade& result) {
  result.points = result.max_points = result.bonus_points = result.max_bonus_points = 0;
  bool failed = false, noisy = false, trouble = false;
  const bool only_bonus =
      std::all_of(result.checks.begin(), result.checks.end(), [](const check_result& each) {
        return each.bonus || each.kind == check_kind::build;
      });
  for (check_result& check : result.checks) {
    give_points(check);
    if (check.status != check_status::skipped) {
      (check.bonus ? result.bonus_points : result.points) += check.points;
      (check.bonus ? result.max_bonus_points : result.max_points) += check.max_points;
    }
    trouble = trouble || is_infrastructure_trouble(check);
    if (check.bonus && !only_bonus)
      continue;
    failed = failed || check.status == check_status::fail || check.status == check_status::error;
    noisy = noisy || check.status == check_status::noisy;
  }
  result.verdict = trouble  ? check_status::error
                   : failed ? check_status::fail
                   : noisy  ? check_status::noisy
                            : check_status::pass;
}

namespace {

/// The result is that of a known mistake, in some case.
bool names_a_mistake(const check_result& check) {
  return check.data.contains("known_mistake");
}

/// The first finding's advice names what makes threads meet: elements that nobody wrote follow.
bool names_why_threads_meet(const check_result& check) {
  using findings::remedy_id;
  const findings::remedy& fix = check.findings.front().fix;
  return !fix.empty() && (fix.front().id == remedy_id::grid_for_block ||
                          fix.front().id == remedy_id::places_in_int ||
                          fix.front().id == remedy_id::index_in_float);
}

/// In the first case that failed nobody wrote the first element that is wrong.
bool leaves_out_elements(const check_result& check) {
  const auto cases = check.data.find("cases");
  if (check.kind != check_kind::correctness || cases == check.data.end() || !cases->is_array())
    return false;
  for (const auto& each : *cases)
    if (const auto found = each.find("differences"); found != each.end() && !found->empty())
      return found->front().value("unwritten", false);
  return false;
}

/// Its errors are things that are never freed: they spoil no result, and a call that failed may
/// have left them behind.
bool only_leaks(const check_result& check) {
  return std::all_of(check.findings.begin(), check.findings.end(), [](const finding& each) {
    return !is_error(each) || each.kind == finding_kind::leak;
  });
}

/// Its errors are launches that were refused, the first of them in this case.
bool only_refuses(const check_result& check, const std::string& in_case) {
  return check.findings.front().seen_in == in_case &&
         std::all_of(check.findings.begin(), check.findings.end(), [](const finding& each) {
           return !is_error(each) || each.kind == finding_kind::invalid_launch;
         });
}

} // namespace

bool wrote_nothing(const check_result& result) {
  if (result.kind != check_kind::correctness || result.status != check_status::fail)
    return false;
  const nlohmann::json cases = result.data.value("cases", nlohmann::json::array());
  const auto empty = [](const auto& each) { return each.value("reason", "") == "nothing_written"; };
  return std::any_of(cases.begin(), cases.end(), empty) &&
         std::all_of(cases.begin(), cases.end(), [&](const auto& each) {
           return empty(each) || each.value("nothing_to_write", false) ||
                  each.value("reason", "") == "exception";
         });
}

bool only_untold_refusals(const std::vector<finding>& found) {
  const auto was_made_to_fail = [](const finding& each) {
    if (!each.kernel.empty() || each.fix.empty())
      return !each.kernel.empty(); // a launch
    const findings::remedy_id advised = each.fix.front().id;
    return advised == findings::remedy_id::check_each_call ||
           advised == findings::remedy_id::check_before_destructor ||
           advised == findings::remedy_id::pass_exception_on;
  };
  return std::all_of(found.begin(), found.end(), [&](const finding& each) {
    return !is_error(each) ||
           (each.kind == finding_kind::unchecked_error && was_made_to_fail(each));
  });
}

const check_result* first_to_mend(const grade& result) {
  const auto bad = [](const check_result& each) {
    return each.status != check_status::pass && each.status != check_status::skipped &&
           each.blocked_by.empty();
  };
  // The build; then exercise by exercise, what belongs to the whole lab (0), and a bonus. In an
  // exercise a barrier that not every thread reaches comes first: what comes out after that is
  // chance, and a mistake recognised in it as well. Then a recognised mistake: it is the cause
  // itself; so is a call that failed, where nothing was seen in the threads, and elements that
  // nobody wrote, where what was seen is a race: no barrier brings them. Then what was seen in the
  // threads, and what the lab itself says of how a call went, before what came out. A call that
  // failed is no cause where its check says itself that another one of the exercise comes first; of
  // a launch that was refused the lab's own words, where it has some for this case, know more than
  // what is said of any launch.
  const auto is_watched = [](const check_result& each) {
    return each.kind == check_kind::clean && !each.findings.empty() &&
           !only_untold_refusals(each.findings) && !only_leaks(each);
  };
  const auto beside = [&](const check_result& each, const auto& is_meant) {
    return std::any_of(result.checks.begin(), result.checks.end(), [&](const check_result& other) {
      return other.exercise == each.exercise && bad(other) && is_meant(other);
    });
  };
  const auto failed_alone = [&](const check_result& each) {
    const std::string first_mend = each.data.value("first_mend", std::string());
    const bool knows_more = each.data.value("in_lab_words", false);
    return each.data.contains("stopped") &&
           !beside(each, [&](const check_result& other) { return other.id == first_mend; }) &&
           !beside(each, [&](const check_result& other) {
             return is_watched(other) &&
                    !(knows_more && only_refuses(other, each.data.value("first_told", "")));
           });
  };
  const auto races = [&](const check_result& other) {
    return is_watched(other) && other.findings.front().kind == finding_kind::race &&
           !names_why_threads_meet(other);
  };
  const auto is_no_race = [&](const check_result& each) {
    return leaves_out_elements(each) && beside(each, races);
  };
  // Of a function that does nothing yet the lab's words on how it does its work say little.
  const auto follows_from_nothing = [&](const check_result& each) {
    return each.findings.empty() && !each.data.contains("stopped") && !wrote_nothing(each) &&
           beside(each, wrote_nothing);
  };
  const auto rank = [&](const check_result& each) {
    const bool build = each.kind == check_kind::build;
    const bool watched = is_watched(each);
    const bool told_by_lab =
        each.kind == check_kind::clean && each.data.value("in_lab_words", false);
    const int exercise = each.exercise == 0 ? std::numeric_limits<int>::max() : each.exercise;
    const bool diverges = watched &&
                          each.findings.front().kind == finding_kind::barrier_divergence &&
                          is_error(each.findings.front());
    return std::make_tuple(each.bonus, !build, exercise, !diverges, follows_from_nothing(each),
                           !names_a_mistake(each) && !failed_alone(each) && !is_no_race(each),
                           !watched && !told_by_lab);
  };
  const check_result* first = nullptr;
  for (const check_result& each : result.checks)
    if (bad(each) && (first == nullptr || rank(each) < rank(*first)))
      first = &each;
  return first;
}

std::string as_sentence(std::string text) {
  const auto small = [](char c) { return c >= 'a' && c <= 'z'; };
  const std::size_t word = std::min(text.find(' '), text.size());
  const bool article = text.size() > 3 && text.rfind("a ", 0) == 0 && small(text[2]) &&
                       small(text[3]); // not the variable in "a + b"
  const bool is_word =
      article || (word > 1 && std::all_of(text.begin(), text.begin() + word, small));
  if (is_word && text.compare(word, 3, " = ") != 0)
    text[0] = static_cast<char>(text[0] - 'a' + 'A');
  return text;
}

namespace {

/// "line 12", "lines 3 and 4"; not "this line writes".
bool says_a_line(std::string_view text) {
  for (const std::string_view word : {"line ", "lines "})
    for (std::size_t at = text.find(word); at != text.npos; at = text.find(word, at + 1))
      if (const std::size_t next = at + word.size();
          next < text.size() && text[next] >= '0' && text[next] <= '9')
        return true;
  return false;
}

} // namespace

std::string advice_of(const check_result& check) {
  // Of a build the message has the compiler's words; of a call that did not end well it has what
  // the advice speaks of ("the text says which call").
  const bool build = check.kind == check_kind::build;
  const std::string in_lab_words =
      check.kind == check_kind::clean && check.data.value("in_lab_words", false) ? check.message
                                                                                 : "";
  const std::string mistake =
      build ? check.message
            : check.data.value("known_mistake", check.data.value("stopped", in_lab_words));
  const bool names_a_line = says_a_line(check.next);
  if (check.kind == check_kind::clean && mistake.empty() && !check.findings.empty() &&
      !check.next.empty() && !names_a_line && is_error(check.findings.front()))
    return printable_line(findings::one_sentence(check.findings.front())) + ". " +
           as_sentence(check.next);
  if (mistake.empty() || check.next.empty())
    return !mistake.empty() ? mistake : !check.next.empty() ? check.next : check.message;
  return mistake + (mistake.back() == '.' ? " " : ". ") + as_sentence(check.next);
}

int exit_code(const grade& result) {
  if (result.verdict == check_status::pass)
    return 0;
  if (result.verdict != check_status::error)
    return 1;
  const bool tool =
      std::any_of(result.checks.begin(), result.checks.end(),
                  [](const check_result& each) { return each.data.value("missing_tool", false); });
  return tool ? 2 : 3;
}

} // namespace cudalab::grader
