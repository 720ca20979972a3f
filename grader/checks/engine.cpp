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

namespace cudalab::grader {

namespace {

check_kind kind_of(const check& one) {
  static constexpr check_kind kinds[] = {check_kind::correctness, check_kind::clean,
                                         check_kind::traffic, check_kind::speed};
  return kinds[one.what.index()];
}

std::set<std::string> functions_of(const check& one, const context& shared) {
  std::set<std::string> functions;
  const auto& make =
      std::visit([](const auto& what) -> const case_maker& { return what.cases; }, one.what);
  for (const test_case& each : cases_of(shared, make))
    functions.insert(each.call().function);
  return functions;
}

class grading {
public:
  grading(const grading_request& request, const grading_tools& tools)
      : request_(request), tools_(tools), submission_(tools.build, request.file),
        baseline_(tools.build, request.baseline), outcomes_(tools.run) {}

  grade run() {
    result_.lab = request_.lab.name;
    result_.title = request_.lab.title;
    result_.backend = request_.backend;
    result_.seed = request_.seed;
    tools_.progress("compiling");
    judge_the_build();
    context shared{request_.lab,
                   request_.backend,
                   request_.seed,
                   request_.allowed,
                   [this](flavour kind) -> const build_outcome& { return submission_.get(kind); },
                   [this](flavour kind) -> const build_outcome& { return baseline_.get(kind); },
                   !request_.baseline.empty(),
                   outcomes_,
                   tools_.progress,
                   {},
                   {},
                   tools_.watch_device};
    // Traffic and speed lean on the others, wherever they stand in the lab's list.
    std::vector<check_result> judged(request_.lab.checks.size());
    explanation results{judged, shared, result_, request_.file};
    for (const bool leaning : {false, true}) {
      for (std::size_t i = 0; i < judged.size(); ++i) {
        const check& each = request_.lab.checks[i];
        const check_kind kind = kind_of(each);
        if ((kind == check_kind::traffic || kind == check_kind::speed) == leaning)
          judged[i] = judge(each, shared);
      }
      if (leaning)
        break;
      explain(explain_moment::after_watching, results);
      for (const check_result& each : judged)
        if (!each.id.empty() && each.status != status::pass)
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
  bool uses(check_kind kind) const {
    return std::any_of(request_.lab.checks.begin(), request_.lab.checks.end(),
                       [kind](const check& each) { return kind_of(each) == kind; });
  }

  void judge_the_build() {
    std::vector<flavour> wanted{request_.backend == backend::gpu ? flavour::gpu : flavour::fast};
    if (uses(check_kind::clean) || uses(check_kind::traffic))
      wanted.push_back(flavour::checked);
    for (const flavour each : wanted)
      submission_.start(each);
    auto rules = std::async(std::launch::async, tools_.check_rules, request_.file);
    const bool has_baseline = !request_.baseline.empty();
    if (has_baseline && uses(check_kind::traffic))
      baseline_.start(flavour::checked);
    if (has_baseline && uses(check_kind::speed) && request_.backend == backend::gpu)
      baseline_.start(flavour::gpu);
    std::vector<const build_outcome*> builds;
    check_result result;
    try {
      for (const flavour each : wanted) {
        builds.push_back(&submission_.get(each));
        result_.times.push_back({"build " + name_of(each), builds.back()->seconds});
      }
      const build_outcome ruled = rules.get();
      result_.times.push_back({"rules", ruled.seconds});
      note_on_rules(ruled);
      result = judge_build(builds, &ruled, request_.header);
    } catch (const std::exception& problem) {
      result = infrastructure_trouble(problem.what());
      result.id = "build";
      result.title = "The file compiles";
      result.kind = check_kind::build;
    }
    built_ = result.status == status::pass;
    result_.checks.push_back(std::move(result));
    if (built_ && tools_.check_with_nvcc) // after the other compilers: they are waited for
      nvcc_ = in_background([this] { return tools_.check_with_nvcc(request_.file); });
  }

  void note_on_rules(const build_outcome& ruled) {
    if (ruled.how == build_outcome::kind::unavailable)
      result_.notes.push_back("CUDA's own rules (which functions a kernel may call, what "
                              "__shared__ allows) were not checked: clang is not installed. "
                              "To install it: sudo apt-get install clang");
    else if (ruled.how != build_outcome::kind::built &&
             ruled.how != build_outcome::kind::rule_violation)
      result_.notes.push_back("CUDA's own rules could not be checked: " + ruled.log);
  }

  check_result judge(const check& each, context& shared) {
    const auto start = std::chrono::steady_clock::now();
    check_result result = judge_or_block(each, shared);
    result.id = each.id;
    result.title = each.title;
    result.kind = kind_of(each);
    result.exercise = each.exercise;
    result.max_points = each.points;
    const std::chrono::duration<double> spent = std::chrono::steady_clock::now() - start;
    result_.times.push_back({"check " + each.id, spent.count()});
    for (step_time& inner : shared.times)
      result_.times.push_back({each.id + ": " + inner.step, inner.seconds});
    shared.times.clear();
    return result;
  }

  check_result judge_or_block(const check& each, context& shared) {
    const check_kind kind = kind_of(each);
    if (!built_)
      return blocked(status::error, "build", "not judged: there is no program to run");
    if (kind == check_kind::speed && request_.backend == backend::cpu) {
      check_result skipped;
      skipped.status = status::skipped;
      skipped.message = "needs an NVIDIA GPU: time means nothing on the emulated device";
      return skipped;
    }
    if (kind == check_kind::traffic || kind == check_kind::speed)
      if (const check_result* cause = failed_before(each, shared))
        return blocked(status::fail, cause->id,
                       fmt::format("counts only when the results are right{}: first fix \"{}\"",
                                   kind == check_kind::speed ? " and the code is clean" : "",
                                   cause->title));
    tools_.progress(each.title);
    if (each.lacking)
      if (const std::string missing = each.lacking(request_.backend); !missing.empty()) {
        check_result skipped;
        skipped.status = status::skipped;
        skipped.message = missing;
        return skipped;
      }
    try {
      if (const auto* wanted = std::get_if<correctness>(&each.what))
        return judge_correctness(shared, *wanted);
      if (const auto* wanted = std::get_if<clean>(&each.what))
        return judge_clean(shared, *wanted);
      if (const auto* wanted = std::get_if<traffic>(&each.what))
        return judge_traffic(shared, *wanted);
      return judge_speed_check(shared, each, std::get<speed>(each.what));
    } catch (const std::exception& problem) {
      return infrastructure_trouble(std::string("the grader itself failed: ") + problem.what());
    }
  }

  static check_result blocked(status how, const std::string& by, const std::string& message) {
    check_result result;
    result.status = how;
    result.blocked_by = by;
    result.message = message;
    return result;
  }

  /// The failed check that `leaning` needs: one of the same functions. In a lab of several
  /// functions the others still count.
  const check_result* failed_before(const check& leaning, const context& shared) const {
    const bool clean_too = kind_of(leaning) == check_kind::speed;
    std::set<std::string> needed;
    for (const check_result* failure : failures_) {
      if (failure->kind != check_kind::correctness && !clean_too)
        continue;
      if (leaning.exercise != 0 && leaning.exercise == failure->exercise && wrote_nothing(*failure))
        return failure;
      if (needed.empty())
        needed = functions_of(leaning, shared);
      const auto failed =
          std::find_if(request_.lab.checks.begin(), request_.lab.checks.end(),
                       [failure](const check& each) { return each.id == failure->id; });
      for (const std::string& function : functions_of(*failed, shared))
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
