// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#include "grader/checks/engine.h"

#include <algorithm>
#include <chrono>
#include <exception>
#include <iterator>
#include <optional>
#include <set>

#include <fmt/format.h>

#include "grader/checks/build_check.h"
#include "grader/checks/context.h"
#include "grader/checks/empty_pass.h"
#include "grader/checks/explain.h"
#include "grader/checks/judges.h"
#include "grader/verdict.h"

namespace cudalab::grader {

namespace {

check_traits traits_of(const check_description& one) {
  return std::visit([](const auto& what) { return what.traits; }, one.what);
}

std::set<std::string> functions_of(std::size_t check, const grading_context& shared) {
  std::set<std::string> functions;
  if (const auto* timed = std::get_if<speed_check>(&shared.lab.checks[check].what))
    for (const test_case& each : cases_of(shared, timed->cases))
      functions.insert(each.function());
  for (const test_case* each : shared.plan.of(check).own)
    functions.insert(each->function());
  return functions;
}

class grading {
public:
  grading(const grading_request& request, const grading_tools& tools)
      : request_(request), tools_(tools), submission_(tools.build, request.file),
        baseline_(tools.build, request.baseline), outcomes_(tools.open) {}

  grade run() {
    result_.lab = request_.lab.name;
    result_.title = request_.lab.title;
    result_.backend = request_.backend;
    result_.seed = request_.seed;
    tools_.progress("compiling");
    judge_the_build();
    grading_context shared{
        request_.lab,
        request_.backend,
        request_.seed,
        request_.allowed,
        [this](build_flavour kind) -> const build_outcome& { return submission_.get(kind); },
        [this](build_flavour kind) -> const build_outcome& { return baseline_.get(kind); },
        !request_.baseline.empty(),
        *plan_,
        outcomes_,
        tools_.progress,
        {},
        {},
        tools_.watch_device};
    if (built_)
      announce_cases(shared);
    // Some kinds depend on the others, wherever they stand in the lab's list.
    std::vector<check_result> judged(request_.lab.checks.size());
    explanation results{judged, shared, result_, request_.file};
    for (const bool dependent : {false, true}) {
      for (std::size_t i = 0; i < judged.size(); ++i) {
        const check_description& each = request_.lab.checks[i];
        if ((traits_of(each).needs != check_needs::nothing) == dependent)
          judged[i] = judge(i, shared);
      }
      if (dependent)
        break;
      explain(explain_moment::after_watching, results);
      for (const check_result& each : judged)
        if (!each.id.empty() && each.status != check_status::pass)
          failures_.push_back(&each);
    }
    std::move(judged.begin(), judged.end(), std::back_inserter(result_.checks));
    result_.notes.insert(result_.notes.end(), shared.notes.begin(), shared.notes.end());
    if (nvcc_.valid())
      add_nvcc_note();
    explain(explain_moment::at_the_end, results);
    if (built_ && request_.lab.pictures)
      result_.pictures = request_.lab.pictures(result_.checks);
    return std::move(result_);
  }

private:
  bool uses(const std::function<bool(const check_traits&)>& such) const {
    return std::any_of(request_.lab.checks.begin(), request_.lab.checks.end(),
                       [&such](const check_description& each) { return such(traits_of(each)); });
  }

  bool uses(check_kind kind) const {
    return uses([kind](const check_traits& each) { return each.kind == kind; });
  }

  /// On the CPU one program: what is watched is what is graded.
  std::vector<build_flavour> wanted_builds() const {
    if (request_.backend == backend_kind::cpu)
      return {build_flavour::checked};
    std::vector<build_flavour> wanted{build_flavour::gpu};
    if (uses([](const check_traits& each) { return each.watched; }))
      wanted.push_back(build_flavour::checked);
    return wanted;
  }

  void announce_cases(const grading_context& shared) {
    checked_cases all = plan_->of_checked_program();
    if (!all.cases.empty())
      outcomes_.plan(submission_.get(build_flavour::checked).program, watched_options(shared),
                     std::move(all.cases), all.counted);
  }

  void judge_the_build() {
    const std::vector<build_flavour> wanted = wanted_builds();
    for (const build_flavour each : wanted)
      submission_.start(each);
    auto rules = std::async(std::launch::async, tools_.check_rules, request_.file);
    const bool has_baseline = !request_.baseline.empty();
    if (has_baseline && uses(check_kind::traffic))
      baseline_.start(build_flavour::checked);
    if (has_baseline && uses(check_kind::speed) && request_.backend == backend_kind::gpu)
      baseline_.start(build_flavour::gpu);
    std::vector<const build_outcome*> builds;
    check_result result;
    try {
      plan_.emplace(request_.lab, request_.backend, request_.seed); // while the compilers work
      for (const build_flavour each : wanted) {
        builds.push_back(&submission_.get(each));
        result_.times.push_back({"build " + name_of(each), builds.back()->seconds});
      }
      const build_outcome ruled = rules.get();
      result_.times.push_back({"rules", ruled.seconds});
      result = judge_build(builds, &ruled, request_.header);
      if (result.status == check_status::pass) // else what stopped one compiler may stop the other
        note_on_rules(ruled);
    } catch (const std::exception& problem) {
      if (!plan_)
        plan_.emplace(no_checks_, request_.backend, request_.seed);
      result = infrastructure_trouble(problem.what());
      result.id = "build";
      result.title = "The file compiles";
      result.kind = check_kind::build;
    }
    built_ = result.status == check_status::pass;
    result_.checks.push_back(std::move(result));
    if (built_ && tools_.check_with_nvcc) // after the other compilers: they are waited for
      nvcc_ = in_background([this] { return tools_.check_with_nvcc(request_.file); });
  }

  void note_on_rules(const build_outcome& ruled) {
    if (ruled.how == build_outcome::kind::unavailable)
      result_.notes.push_back("CUDA's own rules (which functions a kernel may call, what "
                              "__shared__ allows) were not checked: this clang cannot read the "
                              "system's headers as CUDA (another version of clang may)");
    else if (ruled.how != build_outcome::kind::built &&
             ruled.how != build_outcome::kind::rule_violation)
      result_.notes.push_back("CUDA's own rules could not be checked: " + ruled.log);
  }

  check_result judge(std::size_t check, grading_context& shared) {
    const check_description& each = request_.lab.checks[check];
    const auto start = std::chrono::steady_clock::now();
    check_result result = judge_or_block(check, shared);
    result.id = each.id;
    result.title = each.title;
    result.kind = traits_of(each).kind;
    result.exercise = each.exercise;
    result.max_points = each.points;
    const std::chrono::duration<double> spent = std::chrono::steady_clock::now() - start;
    result_.times.push_back({"check " + each.id, spent.count()});
    for (step_time& inner : shared.times)
      result_.times.push_back({each.id + ": " + inner.step, inner.seconds});
    shared.times.clear();
    return result;
  }

  check_result judge_or_block(std::size_t check, grading_context& shared) {
    const check_description& each = request_.lab.checks[check];
    const check_traits traits = traits_of(each);
    if (!built_)
      return blocked(check_status::error, "build", "not judged: there is no program to run");
    if (traits.gpu_only && request_.backend == backend_kind::cpu) {
      check_result skipped;
      skipped.status = check_status::skipped;
      skipped.message = "needs an NVIDIA GPU: time means nothing on the emulated device";
      return skipped;
    }
    if (traits.needs != check_needs::nothing)
      if (const check_result* cause = failed_before(check, shared))
        return blocked(check_status::fail, cause->id,
                       fmt::format("counts only when the results are right{}: first fix \"{}\"",
                                   traits.needs == check_needs::right_and_clean
                                       ? " and the code is clean"
                                       : "",
                                   cause->title));
    tools_.progress(each.title);
    if (each.lacking)
      if (const std::string missing = each.lacking(request_.backend); !missing.empty()) {
        check_result skipped;
        skipped.status = check_status::skipped;
        skipped.message = missing;
        return skipped;
      }
    try {
      return std::visit(
          [&](const auto& asked) {
            return grader::judge(shared, each, asked, shared.plan.of(check));
          },
          each.what);
    } catch (const std::exception& problem) {
      return infrastructure_trouble(std::string("the grader itself failed: ") + problem.what());
    }
  }

  static check_result blocked(check_status how, const std::string& by, const std::string& message) {
    check_result result;
    result.status = how;
    result.blocked_by = by;
    result.message = message;
    return result;
  }

  /// The failed check that `dependent` needs: one of the same functions. In a lab of several
  /// functions the others still count.
  const check_result* failed_before(std::size_t check, const grading_context& shared) const {
    const check_description& dependent = request_.lab.checks[check];
    const bool clean_too = traits_of(dependent).needs == check_needs::right_and_clean;
    std::set<std::string> needed;
    for (const check_result* failure : failures_) {
      if (failure->kind != check_kind::correctness && !clean_too)
        continue;
      if (dependent.exercise != 0 && dependent.exercise == failure->exercise &&
          wrote_nothing(*failure))
        return failure;
      if (needed.empty())
        needed = functions_of(check, shared);
      const auto failed =
          std::find_if(request_.lab.checks.begin(), request_.lab.checks.end(),
                       [failure](const check_description& each) { return each.id == failure->id; });
      const auto place = static_cast<std::size_t>(failed - request_.lab.checks.begin());
      for (const std::string& function : functions_of(place, shared))
        if (needed.count(function) != 0)
          return failure;
    }
    return nullptr;
  }

  void add_nvcc_note() {
    tools_.progress("waiting for nvcc");
    try {
      result_.notes.push_back(nvcc_note(nvcc_.get()));
    } catch (const std::exception& problem) {
      result_.notes.push_back(std::string("nvcc could not be tried: ") + problem.what());
    }
  }

  const grading_request& request_;
  const grading_tools& tools_;
  programs submission_, baseline_;
  const lab_description no_checks_{};
  std::optional<case_plan> plan_;
  case_cache outcomes_;
  grade result_;
  std::vector<const check_result*> failures_; ///< correctness and clean checks that did not pass
  bool built_ = false;
  std::future<build_outcome> nvcc_;
};

} // namespace

grade grade_submission(const grading_request& request, const grading_tools& tools) {
  return grading(request, tools).run();
}

} // namespace cudalab::grader
