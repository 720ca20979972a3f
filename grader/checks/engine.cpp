// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#include "grader/checks/engine.h"

#include <algorithm>
#include <chrono>
#include <exception>
#include <future>
#include <map>
#include <optional>
#include <set>

#include <fmt/format.h>

#include "grader/checks/build_check.h"
#include "grader/checks/causes.h"
#include "grader/checks/context.h"
#include "grader/checks/empty_pass.h"
#include "grader/checks/explain.h"
#include "grader/checks/foreign_files.h"
#include "grader/checks/judges.h"
#include "grader/checks/parts.h"
#include "grader/verdict.h"

namespace cudalab::grader {

namespace {

check_traits traits_of(const check_description& one) {
  return std::visit([](const auto& what) { return what.traits; }, one.what);
}

/// "": it is another warning.
std::string words_for_unused(const diagnostic& warning) {
  if (warning.severity != "warning" || warning.line <= 0)
    return "";
  const auto says = [&](const char* words) {
    return warning.message.find(words) != std::string::npos;
  };
  const char* const what =
      says("equality comparison result unused")
          ? "`==` only compares there, and nothing takes the answer: to store is `=`"
      : says("ignoring return value")    ? "nothing takes what is returned there"
      : says("expression result unused") ? "nothing takes what is computed there"
                                         : "";
  return *what == '\0' ? "" : fmt::format("the compiler warns of line {}: {}", warning.line, what);
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
        tools_.watch_device,
        [this](const check_cases& over) { return sanitized_.at(&over).get(); },
        [this](const speed_check& asked) { return timed_.at(&asked).get(); }};
    judged_.resize(request_.lab.checks.size());
    settled_.resize(judged_.size());
    tell(result_.checks.front());
    if (built_) {
      announce_cases();
      start_sanitizers();
      start_timed_cases();
    }
    for (std::size_t i = 0; i < judged_.size(); ++i)
      if (is_independent(i) && (asked_for(i) || is_needed(i))) {
        judged_[i] = judge(i, shared);
        settle_explained(shared);
        judge_dependent(shared, /*all=*/false);
      }
    judge_dependent(shared, /*all=*/true);
    for (std::size_t i = 0; i < judged_.size(); ++i)
      if (asked_for(i))
        result_.checks.push_back(std::move(judged_[i]));
    result_.notes.insert(result_.notes.end(), shared.notes.begin(), shared.notes.end());
    add_notes_of_warnings();
    explanation whole{judged_, 0, shared, result_, request_.file};
    explain(explain_moment::at_the_end, whole);
    if (built_ && request_.lab.pictures)
      result_.pictures = request_.lab.pictures(result_.checks);
    tools_.judged(result_);
    if (nvcc_.valid())
      add_nvcc_note();
    return std::move(result_);
  }

private:
  bool uses(const std::function<bool(const check_traits&)>& such) const {
    return std::any_of(request_.lab.checks.begin(), request_.lab.checks.end(),
                       [&](const check_description& each) {
                         return request_.asks_for(each) && such(traits_of(each));
                       });
  }

  bool uses(check_kind kind) const {
    return uses([kind](const check_traits& each) { return each.kind == kind; });
  }

  bool asked_for(std::size_t check) const { return request_.asks_for(request_.lab.checks[check]); }

  bool is_independent(std::size_t check) const {
    return traits_of(request_.lab.checks[check]).needs == check_needs::nothing;
  }

  bool is_for_later(std::size_t check) const {
    return traits_of(request_.lab.checks[check]).gpu_only;
  }

  const std::set<std::string>& functions_of(std::size_t check) {
    const auto [found, is_new] = functions_.try_emplace(check);
    if (!is_new)
      return found->second;
    random_source random(request_.seed);
    if (const auto* timed = std::get_if<speed_check>(&request_.lab.checks[check].what))
      for (const test_case& each : timed->cases(random))
        found->second.insert(each.function());
    for (const test_case* each : plan_->of(check).own)
      found->second.insert(each->function());
    return found->second;
  }

  /// Whether `dependent` counts for nothing while `other` fails: one of the same functions (in a
  /// lab of several functions the others still count), or of the same exercise.
  bool hangs_on(std::size_t dependent, std::size_t other) {
    const check_description& one = request_.lab.checks[dependent];
    const check_description& cause = request_.lab.checks[other];
    const check_kind kind = traits_of(cause).kind;
    const bool clean_too = traits_of(one).needs == check_needs::right_and_clean;
    if (!is_independent(other) || (kind != check_kind::correctness && !clean_too))
      return false;
    return (one.exercise != 0 && one.exercise == cause.exercise) ||
           share_a_function(dependent, other);
  }

  bool share_a_function(std::size_t one, std::size_t other) {
    const std::set<std::string>& mine = functions_of(one);
    const std::set<std::string>& theirs = functions_of(other);
    return std::any_of(mine.begin(), mine.end(),
                       [&](const std::string& each) { return theirs.count(each) != 0; });
  }

  /// By a check that was asked for: a part of a lab is judged as the whole is.
  bool is_needed(std::size_t check) {
    if (request_.exercises.empty() || !built_)
      return false;
    for (std::size_t i = 0; i < judged_.size(); ++i) {
      const bool skipped = is_for_later(i) && request_.backend == backend_kind::cpu;
      if (asked_for(i) && !is_independent(i) && !skipped && hangs_on(i, check))
        return true;
    }
    return false;
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

  void announce_cases() {
    checked_cases all = plan_->of_checked_program();
    if (!announced_ && !all.cases.empty())
      outcomes_.plan(submission_.get(build_flavour::checked).program, watched(),
                     std::move(all.cases), all.counted);
    announced_ = true;
  }

  run_options watched() const { return watched_options(request_.allowed); }

  /// On a GPU the emulated device's program is built sooner than nvcc's: its cases run meanwhile,
  /// as the checks will ask for them.
  void watch_while_nvcc_works() {
    if (submission_.get(build_flavour::checked).how != build_outcome::kind::built)
      return;
    announce_cases();
    try {
      for (std::size_t i = 0; i < request_.lab.checks.size(); ++i) {
        if (!asked_for(i) || !is_independent(i) || !lacking_for(request_.lab.checks[i]).empty())
          continue;
        const check_cases& over = plan_->of(i);
        const bool on_gpu = traits_of(request_.lab.checks[i]).kind == check_kind::correctness;
        outcomes_.run(submission_.get(build_flavour::checked).program,
                      on_gpu ? over.others : over.all(), watched());
      }
    } catch (const std::exception&) { // the check that asks for it meets it again, and tells
    }
  }

  void make_plan(const lab_description& lab) {
    const case_plan* before = request_.made_before;
    if (before == nullptr || !before->is_for(lab, request_.backend, request_.seed))
      before = &own_plan_.emplace(lab, request_.backend, request_.seed);
    plan_ = before;
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
      make_plan(request_.lab); // while the compilers work
      if (wanted.size() > 1)
        watch_while_nvcc_works();
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
      if (plan_ == nullptr)
        make_plan(no_checks_);
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

  /// What may still change the words of a check: its explanation looks at these.
  bool is_explained_by(std::size_t check, std::size_t other) const {
    const check_description& one = request_.lab.checks[check];
    const check_description& cause = request_.lab.checks[other];
    if (std::find(one.depends_on.begin(), one.depends_on.end(), cause.id) != one.depends_on.end())
      return judged_[check].status != check_status::pass;
    const check_kind kind = traits_of(cause).kind;
    if (judged_[check].kind == check_kind::clean)
      return kind == check_kind::correctness && judged_[check].status == check_status::pass &&
             (one.exercise == 0 || one.exercise == cause.exercise);
    const auto* watching = std::get_if<clean_check>(&cause.what);
    const bool sees = watching != nullptr &&
                      (!watching->only_those ||
                       std::any_of(watching->as_errors.begin(), watching->as_errors.end(),
                                   [](finding_kind each) { return explains_results(each); }));
    return sees && waits_for_what_was_watched(judged_[check]) &&
           (cause.exercise == 0 || cause.exercise == one.exercise);
  }

  /// Explains what was judged, as soon as nothing is missing for that; tells of it.
  void settle_explained(grading_context& shared) {
    for (std::size_t i = 0; i < judged_.size(); ++i) {
      if (judged_[i].id.empty() || settled_[i] || !is_independent(i))
        continue;
      bool complete = true;
      for (std::size_t other = 0; other < judged_.size() && complete; ++other)
        complete = !judged_[other].id.empty() || !is_independent(other) ||
                   !(asked_for(other) || is_needed(other)) || !is_explained_by(i, other);
      if (!complete)
        continue;
      explanation one{judged_, i, shared, result_, request_.file};
      explain(explain_moment::after_watching, one);
      settle_check(i);
    }
  }

  /// Judges what needs right results: at once where those that it hangs on are settled, or where
  /// one of them has failed; what is timed comes last, when nothing else runs.
  void judge_dependent(grading_context& shared, bool all) {
    for (std::size_t i = 0; i < judged_.size(); ++i) {
      if (is_independent(i) || settled_[i] || !asked_for(i) || (!all && is_for_later(i)))
        continue;
      bool complete = true, earlier_complete = true;
      const check_result* failed = all || !built_ ? nullptr : failed_before(i);
      for (std::size_t other = 0; other < judged_.size() && !all && built_; ++other) {
        const bool open = is_independent(other) && !settled_[other] &&
                          (asked_for(other) || is_needed(other)) && hangs_on(i, other);
        complete = complete && !open;
        if (failed != nullptr && &judged_[other] < failed)
          earlier_complete = earlier_complete && !open;
      }
      if (!complete && (failed == nullptr || !earlier_complete))
        continue;
      judged_[i] = judge(i, shared);
      settle_check(i);
    }
  }

  /// Nothing changes in it any more.
  void settle_check(std::size_t check) {
    settled_[check] = true;
    if (asked_for(check))
      tell(judged_[check]);
  }

  void tell(const check_result& one) const {
    if (!tools_.known)
      return;
    std::vector<check_result> told{one};
    hide_foreign_files(told, request_.file);
    give_points(told.front());
    tools_.known(told.front());
  }

  /// Beside each other, and beside all that needs no GPU.
  void start_sanitizers() {
    if (request_.backend != backend_kind::gpu)
      return;
    const std::filesystem::path program = submission_.get(build_flavour::gpu).program;
    for (std::size_t i = 0; i < judged_.size(); ++i)
      if (std::holds_alternative<clean_check>(request_.lab.checks[i].what) &&
          (asked_for(i) || is_needed(i)) && lacking_for(request_.lab.checks[i]).empty())
        sanitized_[&plan_->of(i)] =
            std::async(std::launch::async, [this, program, cases = plan_->of(i).own]() mutable {
              std::erase_if(cases, [](const test_case* each) { return each->is_sampled(); });
              return tools_.sanitize(program, cases, request_.allowed);
            }).share();
  }

  /// Millions of numbers, on one core, while sanitizers run.
  void start_timed_cases() {
    if (request_.backend != backend_kind::gpu)
      return;
    for (std::size_t i = 0; i < judged_.size(); ++i)
      if (const auto* timed = std::get_if<speed_check>(&request_.lab.checks[i].what);
          timed != nullptr && (asked_for(i) || is_needed(i)) &&
          lacking_for(request_.lab.checks[i]).empty())
        timed_[timed] =
            std::async(std::launch::async, cases_on_gpu, request_.seed, std::cref(timed->cases));
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
    result.bonus = each.bonus;
    const std::chrono::duration<double> spent = std::chrono::steady_clock::now() - start;
    result_.times.push_back({"check " + each.id, spent.count()});
    for (step_time& inner : shared.times)
      result_.times.push_back({each.id + ": " + inner.step, inner.seconds});
    shared.times.clear();
    return result;
  }

  /// A GPU can judge it, and will.
  bool waits_for_gpu(const check_description& one) const {
    if (!request_.gpu_later || request_.backend != backend_kind::cpu)
      return false;
    const bool here =
        !traits_of(one).gpu_only && (!one.lacking || one.lacking(request_.backend).empty());
    return !here && (!one.lacking || one.lacking(backend_kind::gpu).empty());
  }

  /// What this machine has not: the same for each submission, and so are the points to be had.
  std::string lacking_for(const check_description& one) const {
    if (traits_of(one).gpu_only && request_.backend == backend_kind::cpu)
      return "needs an NVIDIA GPU: time means nothing on the emulated device";
    return one.lacking ? one.lacking(request_.backend) : std::string();
  }

  check_result judge_or_block(std::size_t check, grading_context& shared) {
    const check_description& each = request_.lab.checks[check];
    const check_traits traits = traits_of(each);
    const std::string missing = lacking_for(each);
    const bool later = !missing.empty() && waits_for_gpu(each);
    if (!missing.empty() && !later) {
      check_result skipped;
      skipped.status = check_status::skipped;
      skipped.message = missing;
      return skipped;
    }
    if (!built_)
      return blocked(check_status::error, "build", "not judged: there is no program to run");
    if (traits.needs != check_needs::nothing)
      if (const check_result* cause = failed_before(check))
        return blocked(check_status::fail, cause->id,
                       fmt::format("counts only when the results are right{}: first fix \"{}\"{}",
                                   traits.needs == check_needs::right_and_clean
                                       ? " and the code is clean"
                                       : "",
                                   cause->title, of_exercise(*cause, each)));
    if (later)
      return left_to_a_gpu();
    tools_.progress(each.title);
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

  /// " of exercise 2", of the cause of what is in another one.
  static std::string of_exercise(const check_result& cause, const check_description& one) {
    return cause.exercise == 0 || cause.exercise == one.exercise
               ? ""
               : fmt::format(" of exercise {}", cause.exercise);
  }

  static check_result blocked(check_status how, const std::string& by, const std::string& message) {
    check_result result;
    result.status = how;
    result.blocked_by = by;
    result.message = message;
    return result;
  }

  /// The first failed check that `dependent` needs.
  const check_result* failed_before(std::size_t dependent) {
    for (std::size_t i = 0; i < judged_.size(); ++i) {
      if (!settled_[i] || judged_[i].status == check_status::pass || !is_independent(i) ||
          is_left_to_a_gpu(judged_[i]))
        continue;
      const check_description& one = request_.lab.checks[dependent];
      const bool same_exercise = one.exercise != 0 && one.exercise == judged_[i].exercise;
      const bool counts = judged_[i].kind == check_kind::correctness ||
                          traits_of(one).needs == check_needs::right_and_clean;
      if (counts &&
          ((same_exercise && wrote_nothing(judged_[i])) || share_a_function(dependent, i)))
        return &judged_[i];
    }
    return nullptr;
  }

  /// Where something is wrong: what the compiler says of results that nothing takes, as of `==` for
  /// `=`.
  void add_notes_of_warnings() {
    const bool failed = std::any_of(result_.checks.begin(), result_.checks.end(),
                                    [](auto& each) { return each.status == check_status::fail; });
    if (!failed || !built_ || request_.backend != backend_kind::cpu)
      return;
    constexpr std::size_t most = 3;
    std::vector<std::string> told; // of a template each use is warned of
    for (const diagnostic& each : submission_.get(build_flavour::checked).diagnostics)
      if (const std::string words = words_for_unused(each);
          !words.empty() && told.size() < most &&
          std::find(told.begin(), told.end(), words) == told.end())
        told.push_back(words);
    result_.notes.insert(result_.notes.end(), told.begin(), told.end());
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
  std::optional<case_plan> own_plan_;
  const case_plan* plan_ = nullptr;
  case_cache outcomes_;
  grade result_;
  std::vector<check_result> judged_; ///< parallel to the lab's checks; without an id: not yet
  std::vector<bool> settled_;        ///< parallel: nothing changes in it any more
  std::map<std::size_t, std::set<std::string>> functions_; ///< by check
  std::map<const check_cases*, std::shared_future<sanitizer_outcome>> sanitized_;
  std::map<const speed_check*, std::future<std::vector<test_case>>> timed_;
  bool built_ = false, announced_ = false;
  std::future<build_outcome> nvcc_;
};

} // namespace

grade grade_submission(const grading_request& request, const grading_tools& tools) {
  return grading(request, tools).run();
}

} // namespace cudalab::grader
