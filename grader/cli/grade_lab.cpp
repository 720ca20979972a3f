// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#include "grader/cli/grade_lab.h"

#include <chrono>
#include <map>
#include <random>

#include <fmt/format.h>
#include <sys/resource.h>

#include "grader/build/builder.h"
#include "grader/checks/engine.h"
#include "grader/cli/backend_choice.h"
#include "grader/cli/chosen_exercises.h"
#include "grader/cli/give_hint.h"
#include "grader/cli/lab_files.h"
#include "grader/cli/usage_error.h"
#include "grader/files/places.h"
#include "grader/files/sha256.h"
#include "grader/report/leave_out_folders.h"
#include "grader/report/quote_sources.h"
#include "grader/run/find_program.h"
#include "grader/run/sandbox/sandbox.h"
#include "grader/speed/nvml/nvml_watch.h"

namespace cudalab::grader {

namespace {

/// New inputs each time, so that no result can be written into the program; short, to be typed.
std::uint64_t new_seed() {
  return std::random_device{}() % 1'000'000;
}

grading_tools real_tools(const builder& compiler, bool with_nvcc) {
  grading_tools tools;
  tools.build = [compiler](const auto& file, build_flavour kind) {
    return compiler.build(file, kind);
  };
  tools.check_rules = [compiler](const auto& file) { return compiler.check_rules(file); };
  if (with_nvcc)
    tools.check_with_nvcc = [compiler](const auto& file) { return compiler.check_with_nvcc(file); };
  tools.watch_device = [](const std::string& pci_bus_id) {
    return watch_by_nvml(pci_bus_id, nvml_file, own_processes, std::chrono::seconds(1));
  };
  return tools;
}

/// A limit of the shell under which each step of a grading would fail in its own way, as if the
/// file were wrong.
struct needed_limit {
  decltype(RLIMIT_FSIZE) resource;
  rlim_t least;
  const char* forbids; ///< with the limit and what is needed
  const char* option;  ///< of ulimit
  rlim_t unit;
};

constexpr rlim_t mega = rlim_t{1} << 20;
constexpr needed_limit needed_limits[] = {
    {RLIMIT_FSIZE, 64 * mega, "write a file of more than {} MB", "-f", mega},
    {RLIMIT_AS, 1536 * mega, "have more than {} MB of memory", "-v", mega},
    {RLIMIT_DATA, 1536 * mega, "have more than {} MB of memory", "-d", mega},
    {RLIMIT_CPU, 60, "have a processor for more than {} s", "-t", 1}};

void require_usual_limits() {
  for (const needed_limit& each : needed_limits)
    if (rlimit own{}; getrlimit(each.resource, &own) == 0 && own.rlim_max < each.least)
      throw usage_error(fmt::format(
          "This shell lets no program {} (ulimit {}), and a grading needs {}. Try: ulimit {} "
          "unlimited. Where that is refused, begin a new shell, or ask who set the limit.",
          fmt::format(fmt::runtime(each.forbids), own.rlim_max / each.unit), each.option,
          each.least / each.unit, each.option));
}

const submission_text& read_or_refuse(const builder& compiler, const std::filesystem::path& file) {
  try {
    return compiler.read(file);
  } catch (const unfit_submission& unfit) {
    throw usage_error(unfit.what());
  }
}

/// By the names that compilers use.
std::map<std::string, std::string> by_name(const submission_text& read) {
  std::map<std::string, std::string> texts{{read.file.name(), read.file.text}};
  for (const source_text& header : read.headers)
    texts[header.name()] = header.text;
  return texts;
}

} // namespace

grade grade_lab(const lab_description& one, const std::filesystem::path& file, const options& given,
                const grading_listener& listener, const case_plan* made_before) {
  const auto start = std::chrono::steady_clock::now();
  if (given.require_sandbox && !sandbox().whole())
    throw usage_error(fmt::format("--require-sandbox: {}.\nWhat helps: {}", sandbox().reason,
                                  sandbox_advice(sandbox())));
  require_usual_limits();
  const backend_choice choice = choose_backend(given.backend, one.gpus);

  grading_request request{one, file, baseline_file(one), header_file(one), {}, 0, {}};
  request.backend = choice.chosen;
  request.exercises = chosen_exercises(one, given.exercises);
  if (given.time_limit > 0)
    request.allowed.wall = std::chrono::seconds(given.time_limit);
  request.seed = given.seed.value_or(new_seed());
  request.gpu_later = given.gpu_later;
  request.made_before = made_before;
  const builder compiler(one.name, one.folder);
  const submission_text& read = read_or_refuse(compiler, file);

  const auto add_head = [&](grade& to) {
    to.lab = one.name;
    to.title = one.title;
    to.seed = request.seed;
    to.backend = choice.chosen;
    to.file = short_path(file);
    to.file_sha256 = sha256(read.file.text);
    to.backend_requested = given.backend;
    to.backend_reason = choice.reason;
    to.device = choice.device;
    to.compiler = choice.compiler;
    to.sandbox = sandbox().name;
  };
  const auto texts = by_name(read);
  const auto quote = [&](grade& in) {
    quote_sources(in, texts, {lab_folder(one), source_root() / "common"});
  };

  const auto reword = [&](grade& in) {
    if (listener.reword)
      for (check_result& each : in.checks)
        listener.reword(each);
  };

  grading_tools tools = real_tools(compiler, given.ask_nvcc && choice.chosen == backend_kind::cpu &&
                                                 !find_nvcc().empty());
  if (!given.ask_rules)
    tools.check_rules = [](const auto&) {
      build_outcome kept;
      kept.how = build_outcome::kind::built;
      return kept;
    };
  if (listener.step)
    tools.progress = listener.step;
  if (listener.known)
    tools.known = [&](const check_result& check) {
      grade alone;
      alone.checks = {check};
      reword(alone);
      quote(alone);
      listener.known(alone.checks.front(), alone.sources);
    };
  if (listener.judged)
    tools.judged = [&](const grade& judged) {
      grade told = judged;
      add_head(told);
      reword(told);
      listener.judged(told);
    };
  if (listener.begun) {
    grade head;
    add_head(head);
    listener.begun(head);
  }
  grade result = grade_submission(request, tools);
  add_head(result);
  reword(result);
  const std::chrono::duration<double> total = std::chrono::steady_clock::now() - start;
  result.times.push_back({"total", total.count()});
  quote(result);
  leave_out_folders(result, {read.file.path.parent_path(), source_root()});
  return result;
}

std::string offer_of_solution(const lab_description& one, const grade& result) {
  std::error_code ignored;
  if (result.verdict != check_status::pass || !std::filesystem::exists(solution_file(one), ignored))
    return "";
  return fmt::format("The reference solution, to compare yours with: ./lab solution {}", one.name);
}

progress_file remember(const lab_description& one, const grade& result,
                       const race_questions* asked) {
  progress_file progress = own_progress();
  if (result.checks.front().status == check_status::pass) // else nothing is known of the exercises
    progress.set_open_exercise(one.name, first_open(result));
  progress.record(one.name, attempt_of(result, utc_now()));
  if (asked != nullptr)
    asked->remember(result, progress);
  progress.save();
  return progress;
}

progress_file remember_part(const lab_description& whole, const grade& result,
                            const race_questions* asked) {
  progress_file progress = own_progress();
  if (result.checks.front().status == check_status::pass) {
    const auto last = progress.last(whole.name);
    const int before = progress.open_exercise(whole.name);
    const int open = open_after_part(result, whole, before, last && last->passed());
    if (open != before)
      progress.set_open_exercise(whole.name, open);
  }
  if (asked != nullptr)
    asked->remember(result, progress);
  progress.save();
  return progress;
}

} // namespace cudalab::grader
