// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#include <fmt/format.h>

#include "grader/report/formats/formats.h"
#include "grader/report/html/markup.h"
#include "grader/verdict.h"

namespace cudalab::grader {

namespace {

using html::element;
using html::markup;
using html::text;

double seconds_of(const grade& result, const std::string& step) {
  for (const step_time& each : result.times)
    if (each.step == step)
      return each.seconds;
  return 0;
}

struct suite_counts {
  int tests = 0, failures = 0, errors = 0, skipped = 0;
};

/// Not judged here, whoever may be the cause.
bool was_skipped(const check_result& check) {
  return check.status == check_status::skipped || check.status == check_status::noisy ||
         !check.blocked_by.empty();
}

markup outcome_of(const check_result& check, const std::vector<quoted_file>& sources,
                  suite_counts& count) {
  ++count.tests;
  if (check.status == check_status::pass)
    return {};
  if (was_skipped(check)) {
    ++count.skipped;
    return element("skipped", {{"message", check.message}});
  }
  const bool error = is_infrastructure_trouble(check);
  ++(error ? count.errors : count.failures);
  return element(error ? "error" : "failure",
                 {{"message", check.message}, {"type", name_of(check.kind)}},
                 text(words_of(check, sources)));
}

} // namespace

std::string to_junit(const grade& full, const course_view& course) {
  const grade result = without_checks(full, course.hidden);
  suite_counts count;
  markup cases;
  for (const check_result& each : result.checks)
    cases += text("\n    ") +
             element("testcase",
                     {{"name", each.id + ": " + each.title},
                      {"classname", result.lab + "." + name_of(each.kind)},
                      {"time", fmt::format("{:.3f}", seconds_of(result, "check " + each.id))}},
                     outcome_of(each, result.sources, count));
  const std::string total = fmt::format("{:.3f}", seconds_of(result, "total"));
  const markup suite = element("testsuite",
                               {{"name", result.lab + ": " + result.title},
                                {"tests", count.tests},
                                {"failures", count.failures},
                                {"errors", count.errors},
                                {"skipped", count.skipped},
                                {"time", total}},
                               cases + text("\n  "));
  return "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n" +
         element("testsuites",
                 {{"name", "CUDA Labs"},
                  {"tests", count.tests},
                  {"failures", count.failures},
                  {"errors", count.errors},
                  {"time", total}},
                 text("\n  ") + suite + text("\n"))
             .str() +
         '\n';
}

} // namespace cudalab::grader
