// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
//
// A task of an array of jobs, on a node: grades its slice of an order, as the local engine would.
#include <charconv>
#include <cstdlib>
#include <filesystem>
#include <optional>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <unistd.h>

#include "grader/class_tools/commands.h"
#include "grader/class_tools/grade_hand_in.h"
#include "grader/class_tools/slurm_folder.h"
#include "grader/cli/backend_choice.h"
#include "grader/cli/interrupt.h"
#include "grader/cli/lab_files.h"
#include "grader/cli/usage_error.h"
#include "grader/files/read_text.h"
#include "grader/files/sha256.h"
#include "grader/printable.h"
#include "grader/run/sandbox/sandbox.h"
#include "grader/term/process_pool.h"

namespace cudalab::grader {

namespace {

namespace fs = std::filesystem;

std::string name_of_node() {
  if (const char* name = std::getenv("SLURMD_NODENAME"))
    return name;
  char name[256] = "";
  gethostname(name, sizeof name - 1);
  return name;
}

std::size_t number_of_task() {
  const char* text = std::getenv("SLURM_ARRAY_TASK_ID");
  std::size_t number = 0;
  if (text == nullptr ||
      std::from_chars(text, text + std::string(text).size(), number).ec != std::errc())
    throw usage_error(
        "batch_task is started by Slurm, as a task of the jobs of 'batch --engine slurm'.");
  return number;
}

class slice {
public:
  slice(const options& given, const lab_description& lab, slurm_order order)
      : lab_(lab), order_(std::move(order)), folder_(given.out, lab.name),
        notes_(fs::path(given.out) / lab.name, given.second_part) {
    for (const auto& [id, threshold] : order_.thresholds)
      asked_.checks[id].threshold = threshold;
    how_.backend = given.second_part ? "gpu" : "cpu";
    how_.time_limit = order_.time_limit;
    how_.require_sandbox = order_.require_sandbox;
    how_.ask_nvcc = false;
  }

  /// What would go wrong with every hand-in.
  std::string refusal() const {
    const std::string version = version_of(lab_);
    if (version != order_.lab_version)
      return fmt::format(
          "The tools or the lab on node {} are others ({}) than those where the jobs "
          "were submitted ({}): results would differ. Build them once, in a folder "
          "that all nodes see, or update the container's image.",
          name_of_node(), version, order_.lab_version);
    if (order_.require_sandbox && !sandbox().whole())
      return fmt::format("The sandbox is not complete on node {}: {}.\nWhat helps: {}",
                         name_of_node(), sandbox().reason, sandbox_advice(sandbox()));
    try {
      choose_backend(how_.backend, lab_.gpus);
    } catch (const usage_error& problem) {
      return fmt::format("Node {}: {}", name_of_node(), problem.what());
    }
    return "";
  }

  /// Those that were lost with a task before come last and alone: they may end this one too.
  int run(std::size_t task) {
    std::vector<ordered_hand_in> calm, lost;
    for (const ordered_hand_in& each : order_.slices.at(task))
      if (!is_done(each) && notes_.failure(each.owner, each.key).empty()) {
        const int tries = notes_.tries(each.owner, each.key);
        tries_before_.emplace_back(each, tries);
        if (tries < most_tries)
          (tries == 0 ? calm : lost).push_back(each);
      }
    before_stopping([this] { stop(); });
    const bool good = grade(calm, static_cast<std::size_t>(order_.at_once)) && grade(lost, 1);
    before_stopping({});
    fmt::print("{} graded on {}, {} of them failed\n", done_ + failed_, name_of_node(), failed_);
    return good ? 0 : 3;
  }

private:
  bool is_done(const ordered_hand_in& one) const {
    return folder_.is_fresh(one.owner, one.key) ||
           (order_.part == hand_in_part::first &&
            folder_.is_first_part_fresh(one.owner, one.first_key));
  }

  bool grade(const std::vector<ordered_hand_in>& all, std::size_t at_once) {
    bool good = true;
    term::process_work work;
    work.count = all.size();
    work.at_once = at_once;
    work.longest = longest_grading;
    const lab_description asked_lab = as_asked(lab_, asked_);
    std::vector<std::uint64_t> seeds;
    for (const ordered_hand_in& each : all)
      seeds.push_back(each.seed);
    const auto cases = cases_for_all(asked_lab, how_, order_.part, seeds);
    work.work = [&](std::size_t which) { return grade_one(asked_lab, all[which], cases.get()); };
    work.begin = tidy_end_in_child;
    work.look_up = wait_if_ending;
    work.ended = [&](std::size_t which, term::process_end how, const std::string& said) {
      const ordered_hand_in& one = all[which];
      fmt::print("{}: {}\n", printable_line(one.owner), printable_line(said));
      std::fflush(stdout);
      if (how == term::process_end::done) {
        notes_.forget(one.owner);
        ++done_;
        in_a_row_ = 0;
      } else {
        notes_.set_failure(one.owner, one.key, said);
        ++failed_;
        good = ++in_a_row_ < most_failures;
      }
      return good;
    };
    term::run_processes(work);
    return good;
  }

  std::string grade_one(const lab_description& asked_lab, const ordered_hand_in& which,
                        const case_plan* cases) const {
    notes_.set_tries(which.owner, which.key, notes_.tries(which.owner, which.key) + 1);
    const std::string text = read_regular_file(folder_.copy_of(which.owner), term::largest_hand_in);
    if (sha256(text) != which.file_sha256)
      throw std::runtime_error("its file was changed meanwhile");
    return grade_hand_in(
        asked_lab, how_, folder_,
        {which.owner,
         text,
         which.key,
         which.first_key,
         {order_.lab_version, which.seed, order_.backend_of_keys, order_.settings, order_.tools},
         order_.part},
        cases);
  }

  /// Asked to end (time is up, preempted, cancelled): that is no fault of what is being graded.
  void stop() const {
    term::end_processes();
    for (const auto& [one, before] : tries_before_)
      if (notes_.tries(one.owner, one.key) > before)
        notes_.set_tries(one.owner, one.key, before);
  }

  const lab_description& lab_;
  slurm_order order_;
  term::results_folder folder_;
  slurm_folder notes_;
  term::assignment asked_;
  options how_;
  std::vector<std::pair<ordered_hand_in, int>> tries_before_;
  int done_ = 0, failed_ = 0, in_a_row_ = 0;
};

} // namespace

int command_batch_task(const options& given) {
  const std::size_t task = number_of_task();
  const lab_description& lab = find_lab(given.lab);
  std::error_code ignored;
  const fs::path place = fs::path(given.out) / lab.name;
  std::optional<slurm_order> order;
  if (fs::is_directory(place, ignored))
    order = slurm_folder(place, given.second_part).read_order(given.order);
  if (!order || task >= order->slices.size())
    throw usage_error(
        fmt::format("{} holds no order {} with a task {}. Does node {} see the folder "
                    "that the jobs were submitted with?",
                    place.string(), given.order, task, name_of_node()));
  const slurm_folder notes(place, given.second_part);
  slice mine(given, lab, *order);
  if (const std::string why = mine.refusal(); !why.empty()) {
    notes.refuse(given.order, why);
    throw usage_error(why);
  }
  return mine.run(task);
}

} // namespace cudalab::grader
