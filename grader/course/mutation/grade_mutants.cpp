// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#include "grader/course/mutation/grade_mutants.h"

#include <algorithm>
#include <exception>
#include <mutex>
#include <thread>

#include <sched.h>

#include "grader/course/grade_file.h"
#include "grader/reference/promise.h"
#include "grader/reference/variants.h"

namespace cudalab::mutation {

namespace fs = std::filesystem;
using steady = std::chrono::steady_clock;

namespace {

/// This thread, and what it starts, run on the `which`-th of the processors that it may use: so
/// many gradings at once would otherwise each have as many threads as there are processors.
void stay_on_processor(unsigned which) {
  cpu_set_t allowed, mine;
  if (sched_getaffinity(0, sizeof allowed, &allowed) != 0)
    return;
  which %= static_cast<unsigned>(CPU_COUNT(&allowed));
  CPU_ZERO(&mine);
  for (int i = 0; i < CPU_SETSIZE; ++i)
    if (CPU_ISSET(i, &allowed) && which-- == 0)
      CPU_SET(i, &mine);
  sched_setaffinity(0, sizeof mine, &mine);
}

bool build_failed(const nlohmann::json& grade) {
  for (const auto& check : grade.at("checks"))
    if (check.at("id") == "build")
      return check.at("status") != "pass";
  return true;
}

/// @throws grading_trouble when the tool neither judged nor ran out of time
void judge(const course::grading& graded, result& into) {
  if (graded.timed_out) {
    into.how = outcome::out_of_time;
    return;
  }
  if (graded.exit_code != 0 && graded.exit_code != 1)
    throw grading_trouble(into.name.after + ": the grader ended with exit code " +
                          std::to_string(graded.exit_code) + "\n" + graded.printed);
  into.checks = reference::failed_checks(graded.grade);
  into.named = reference::named_mistakes(graded.grade);
  // A failed check of an exercise that may be left out has exit code 0.
  into.how = graded.exit_code == 0 && into.checks.empty() ? outcome::survived
             : build_failed(graded.grade)                 ? outcome::invalid
                                                          : outcome::caught;
}

result grade_one(const task& one, const fs::path& folder, const grading_settings& settings) {
  result made;
  made.lab = one.of->lab;
  made.name = one.what->name;
  made.nth = one.what->nth;
  made.line = one.what->line;
  made.operator_name = one.what->change.name;
  const auto begin = steady::now();
  const fs::path file = reference::write_solution(with_mutant(*one.of, *one.what), folder);
  const auto ask = [&](const fs::path& grader, const std::vector<std::string>& checks) {
    if (!grader.empty() && made.how == outcome::survived)
      judge(course::grade_file(grader, made.lab, file, "cpu", folder / "verdict", settings.limit,
                               checks),
            made);
  };
  if (settings.likely_checks_first)
    if (const auto likely = likely_checks(*one.of, made.name.function); !likely.empty())
      ask(settings.first_grader, likely);
  ask(settings.first_grader, {});
  ask(settings.grader, {});
  made.seconds = std::chrono::duration<double>(steady::now() - begin).count();
  fs::remove_all(folder);
  return made;
}

} // namespace

void require_pass(const solution& one, const grading_settings& settings) {
  const auto graded =
      course::grade_file(settings.grader, one.lab, one.path / one.files.front().name, "cpu",
                         settings.scratch / one.lab / "unchanged", settings.limit);
  if (graded.timed_out || graded.exit_code != 0)
    throw grading_trouble("the unchanged solution of " + one.lab + " does not pass:\n" +
                          graded.printed);
}

std::vector<std::string> likely_checks(const solution& of, const std::string& function) {
  std::vector<std::string> checks;
  for (const reference::variant& each : reference::variants_of(of))
    if (each.head.check.rfind("correctness.", 0) == 0 && each.head.must_fail_on("cpu") &&
        std::any_of(each.difference.begin(), each.difference.end(),
                    [&](const reference::hunk& one) { return one.function == function; }) &&
        std::find(checks.begin(), checks.end(), each.head.check) == checks.end())
      checks.push_back(each.head.check);
  return checks;
}

std::size_t grade_mutants(const std::vector<task>& tasks, const grading_settings& settings,
                          const std::function<void(const result&)>& report) {
  const auto end = steady::now() + settings.total;
  std::mutex lock;
  std::size_t begun = 0, done = 0;
  std::exception_ptr trouble;
  const auto next = [&]() -> std::size_t {
    const std::lock_guard hold(lock);
    const bool late = settings.total.count() > 0 && steady::now() > end;
    return late || trouble ? tasks.size() : begun < tasks.size() ? begun++ : begun;
  };
  const auto work = [&](unsigned worker) {
    if (settings.jobs > 1)
      stay_on_processor(worker);
    for (std::size_t i = next(); i < tasks.size(); i = next()) {
      try {
        const result made =
            grade_one(tasks[i], settings.scratch / tasks[i].of->lab / std::to_string(i), settings);
        const std::lock_guard hold(lock);
        report(made);
        ++done;
      } catch (...) {
        const std::lock_guard hold(lock);
        trouble = std::current_exception();
      }
    }
  };
  std::vector<std::thread> workers;
  for (unsigned i = 0; i < std::max(1u, settings.jobs); ++i)
    workers.emplace_back(work, i);
  for (std::thread& each : workers)
    each.join();
  if (trouble)
    std::rethrow_exception(trouble);
  return done;
}

} // namespace cudalab::mutation
