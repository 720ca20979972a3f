// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#include "grader/watch/changes.h"

#include <algorithm>

#include <fmt/format.h>

#include "grader/report/wrap.h"
#include "grader/verdict.h"

namespace cudalab::grader {

namespace {

/// Ids of checks begin with their kind; there is one build.
bool compiled(const attempt& one) {
  const auto build = one.checks.find("build");
  return build == one.checks.end() || build->second == name_of(check_status::pass);
}

std::string points_of(const attempt& one) {
  return fmt::format("{:g} of {:g} points", one.points, one.max_points);
}

/// "45 → 60 of 90 points"; in full where another backend has other points.
std::string from_to(const attempt& before, const attempt& now) {
  if (before.max_points != now.max_points)
    return fmt::format("{} → {}", points_of(before), points_of(now));
  return fmt::format("{:g} → {}", before.points, points_of(now));
}

/// The first line, in words and colour.
struct headline {
  tint colour = tint::none;
  std::string words;
};

headline headline_of(const earlier_tries& before, const attempt& now) {
  if (now.verdict == name_of(check_status::error))
    return {tint::bad, "No verdict: something could not be judged on this machine. This is not "
                       "your code's fault."};
  if (!compiled(now)) {
    if (!before.last)
      return {tint::bad, "It does not compile."};
    if (!compiled(*before.last))
      return {tint::bad, "It still does not compile."};
    return {tint::bad,
            fmt::format("It does not compile any more (before: {}).", points_of(*before.last))};
  }
  if (now.passed())
    return {tint::good,
            fmt::format("{}: {}.", before.last && before.last->passed() ? "Still passed" : "Passed",
                        points_of(now))};
  const std::string open = now.verdict == name_of(check_status::noisy)
                               ? " The machine was too noisy to time."
                               : std::string();
  if (!before.last)
    return {tint::none, fmt::format("First try: {}.{}", points_of(now), open)};
  const std::string again = compiled(*before.last) ? "" : "It compiles again: ";
  const attempt& base = before.compiled ? *before.compiled : *before.last;
  const double more = now.points - base.points;
  if (!again.empty() && !before.compiled)
    return {tint::none, fmt::format("It compiles: {}.{}", points_of(now), open)};
  if (base.max_points == now.max_points && more == 0)
    return {tint::none, fmt::format("{}{}, as before.{}", again, points_of(now), open)};
  return {more > 0   ? tint::good
          : more < 0 ? tint::bad
                     : tint::none,
          fmt::format("{}{:+g} points: {}.{}", again, more, from_to(base, now), open)};
}

std::string titled(const check_result& check) {
  return check.exercise > 0 ? fmt::format("{}. {}", check.exercise, check.title) : check.title;
}

/// A line for each check that passes now, and for each that no longer does.
std::string turned_checks(const attempt& before, const grade& now, const style& how) {
  std::string better, worse;
  for (const check_result& each : now.checks) {
    const auto known = before.checks.find(each.id);
    if (known == before.checks.end() || each.kind == check_kind::build)
      continue;
    const bool passed = known->second == name_of(check_status::pass);
    const bool passes = each.status == check_status::pass;
    const bool fails = each.status == check_status::fail || each.status == check_status::error;
    if (!passed && passes)
      better += wrap(shown(how, fmt::format("now passes: {}", titled(each))), how.width,
                     fmt::format("  {:<3}", shown(how, "✓")));
    if (passed && fails)
      worse += wrap(shown(how, fmt::format("passed before: {}", titled(each))), how.width,
                    fmt::format("  {:<3}", shown(how, "✗")));
  }
  return better + worse;
}

} // namespace

void add_try(earlier_tries& tries, const attempt& one) {
  tries.last = one;
  if (compiled(one))
    tries.compiled = one;
}

std::string changes_text(const earlier_tries& before, const grade& result, const std::string& clock,
                         const style& how) {
  const attempt now = attempt_of(result, "");
  const headline first = headline_of(before, now);
  const std::string line = wrap(shown(how, first.words), how.width, clock + "  ", "  ");
  std::string text = tinted(how, first.colour, line.substr(0, line.size() - 1)) + '\n';
  if (compiled(now) && before.compiled)
    text += turned_checks(*before.compiled, result, how);
  if (const check_result* mend = first_to_mend(result)) {
    const bool same = before.last && before.last->first == mend->id;
    const std::string where =
        mend->kind == check_kind::build ? "" : fmt::format(", in \"{}\"", mend->title);
    text += wrap(shown(how, fmt::format("{}{}: {}", same ? "Still to fix" : "Look at this next",
                                        where, advice_of(*mend))),
                 how.width, "", "  ");
  }
  return text;
}

} // namespace cudalab::grader
