// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
//
// The folder of results is the truth: what is in it counts, whoever wrote it, and what is neither
// in it nor queued is submitted again.
#include "grader/class_tools/slurm_engine.h"

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <map>
#include <optional>
#include <set>
#include <thread>
#include <utility>

#include <fmt/format.h>

#include "grader/class_tools/grade_hand_in.h"
#include "grader/cli/interrupt.h"
#include "grader/cli/usage_error.h"
#include "grader/files/sha256.h"
#include "grader/files/write_file.h"
#include "grader/printable.h"
#include "grader/term/slurm.h"

namespace cudalab::grader {

namespace {

namespace fs = std::filesystem;
using namespace std::chrono_literals;
using engine_clock = std::chrono::steady_clock;

constexpr std::chrono::milliseconds between_looks = 500ms; ///< at the folder, or sooner
constexpr int longest_pause = 15;                          ///< times the shortest one
/// Orders in a row that bring no result at all: then it is not the hand-ins' fault.
constexpr int most_idle_orders = 3;
constexpr std::chrono::minutes longest_silence{60};

/// What a result says of its grade, as grade_hand_in() does.
std::string words_of_result(const nlohmann::json& document) {
  const nlohmann::json& grade = document.at("grade");
  return words_for_grade(grade.value("verdict", ""), grade.value("points", 0.0),
                         grade.value("max_points", 0.0));
}

class slurm_run {
public:
  slurm_run(const fs::path& results, const slurm_settings& settings, const slurm_work& work)
      : results_(fs::absolute(results)), settings_(settings), work_(work),
        on_gpu_(work.order.part == hand_in_part::second), folder_(results_, work.order.lab),
        notes_(results_ / work.order.lab, on_gpu_),
        name_(name_of_jobs(results_, work.order.lab, on_gpu_)) {
    for (std::size_t i = 0; i < work.all.size(); ++i)
      open_[work.all[i].owner] = i;
  }

  void run() {
    largest_ = term::largest_array();
    take_over();
    before_stopping([this] { say_that_jobs_go_on(); });
    while (wanted_ && !open_.empty()) {
      read_results();
      if (wanted_ && !open_.empty() && engine_clock::now() >= next_question_)
        ask_slurm_and_submit();
      if (wanted_ && !open_.empty())
        std::this_thread::sleep_for(std::min(between_looks, settings_.ask_after / 2));
      wait_if_ending();
    }
    before_stopping({});
    if (!wanted_)
      cancel_all();
    else
      leave_nothing();
  }

private:
  const ordered_hand_in* wanted(const ordered_hand_in& one) const {
    const auto found = open_.find(one.owner);
    return found != open_.end() && work_.all[found->second].key == one.key
               ? &work_.all[found->second]
               : nullptr;
  }

  /// Of an order that this shell or another one wrote.
  const std::optional<slurm_order>& order_of(std::uint64_t number) {
    auto found = orders_.find(number);
    if (found == orders_.end())
      found = orders_.emplace(number, notes_.read_order(number)).first;
    return found->second;
  }

  std::uint64_t number_in_name(const std::string& name) const {
    return std::strtoull(name.c_str() + name_.size(), nullptr, 10);
  }

  const std::vector<ordered_hand_in>* slice_of(const term::queued_task& one) {
    const auto& order = order_of(number_in_name(one.name));
    return order && one.task < order->slices.size() ? &order->slices[one.task] : nullptr;
  }

  /// Jobs of a shell that has gone: those that grade what is not wanted so any more are cancelled.
  void take_over() {
    std::set<std::string> useful;
    const bool first = work_.order.part == hand_in_part::first;
    for (const term::queued_task& each : term::queued_tasks(name_)) {
      const auto* slice = slice_of(each);
      const auto outdated = [&](const ordered_hand_in& one) {
        return wanted(one) == nullptr && !folder_.is_fresh(one.owner, one.key) &&
               !(first && folder_.is_first_part_fresh(one.owner, one.first_key));
      };
      const auto needed = [this](const ordered_hand_in& one) { return wanted(one) != nullptr; };
      if (slice == nullptr || std::any_of(slice->begin(), slice->end(), outdated) ||
          std::none_of(slice->begin(), slice->end(), needed))
        term::cancel(fmt::format("{}_{}", each.job, each.task));
      else {
        useful.insert(each.job);
        mine_.insert(number_in_name(each.name));
      }
    }
    jobs_ = useful;
    if (!useful.empty())
      fmt::print("Jobs that go on since before: {}\n", fmt::join(useful, " "));
    else if (term::queued_tasks(name_of_jobs(results_, work_.order.lab, !on_gpu_)).empty())
      folder_.tidy(); // nobody is in the middle of writing
    std::fflush(stdout);
    for (const ordered_hand_in& each : work_.all)
      if (useful.empty() || notes_.tries(each.owner, each.key) >= most_tries)
        notes_.forget(each.owner); // somebody asks again: something may have been mended
  }

  void read_results() {
    for (auto each = open_.begin(); wanted_ && each != open_.end();) {
      const std::size_t which = each->second;
      each = look_at(which) ? open_.erase(each) : std::next(each);
    }
  }

  /// Whether it has ended.
  bool look_at(std::size_t which) {
    const ordered_hand_in& one = work_.all[which];
    if (is_new(times_[which], folder_.result_of(one.owner)) &&
        folder_.is_fresh(one.owner, one.key)) {
      const nlohmann::json found =
          term::read_document(folder_.result_of(one.owner), term::result_schema);
      return ended_well(which, words_of_result(found));
    }
    if (work_.order.part == hand_in_part::first &&
        is_new(first_times_[which], folder_.first_part_of(one.owner)) &&
        folder_.is_first_part_fresh(one.owner, one.first_key))
      return ended_well(which, waits_for_gpu);
    const std::string why = notes_.failure(one.owner, one.key);
    if (why.empty())
      return false;
    notes_.forget(one.owner);
    wanted_ = work_.ended(which, term::process_end::failed, why);
    return true;
  }

  static bool is_new(fs::file_time_type& known, const fs::path& file) {
    std::error_code error;
    const auto time = fs::last_write_time(file, error);
    return !error && std::exchange(known, time) != time;
  }

  bool ended_well(std::size_t which, const std::string& words) {
    idle_orders_ = 0;
    wanted_ = work_.ended(which, term::process_end::done, words);
    return true;
  }

  void ask_slurm_and_submit() {
    try {
      const auto queue = term::queued_tasks(name_);
      silent_since_.reset();
      if (refused())
        return;
      note(queue);
      submit_what_is_missing(queue);
    } catch (const term::slurm_silent& problem) {
      bear_silence(problem);
    }
    next_question_ = engine_clock::now() + pause_;
    pause_ = std::min(pause_ * 3 / 2, settings_.ask_after * longest_pause);
  }

  void bear_silence(const term::slurm_silent& problem) {
    const auto now = engine_clock::now();
    if (!silent_since_) {
      silent_since_ = now;
      say(fmt::format("{}\nWaiting for it; results are read meanwhile.", problem.what()));
    } else if (now - *silent_since_ > longest_silence) {
      throw usage_error(fmt::format("{}\nThat is so for an hour. Jobs that run go on, and so does "
                                    "the same command.",
                                    problem.what()));
    }
  }

  /// A task says that none can grade.
  bool refused() {
    for (const std::uint64_t number : mine_)
      if (const std::string why = notes_.refusal(number); !why.empty()) {
        wanted_ = false;
        work_.ended(open_.begin()->second, term::process_end::wrong_usage, why);
        return true;
      }
    return false;
  }

  void note(const std::vector<term::queued_task>& queue) {
    std::map<std::string, int> states;
    std::set<std::string> reasons;
    for (const term::queued_task& each : queue) {
      ++states[each.state];
      if (each.state == "PENDING" && each.reason != "None" && each.reason != "Priority" &&
          each.reason != "Resources" && each.reason != "BeginTime")
        reasons.insert(each.reason);
    }
    std::string words;
    for (const auto& [state, count] : states)
      words += fmt::format("{}{} {}", words.empty() ? "tasks: " : ", ", count, state);
    work_.waiting(words);
    for (const std::string& each : reasons)
      if (told_.insert(each).second)
        say(fmt::format("Slurm lets tasks wait: {}. ('scontrol show job' says more.)", each));
    if (states != states_) // what happens now may be followed by more
      pause_ = settings_.ask_after;
    states_ = states;
  }

  void say(const std::string& words) {
    work_.waiting("");
    fmt::print(stderr, "{}\n", printable(words));
  }

  /// A task that has gone may have results on their way through the file system: what is missing
  /// twice is missing.
  void submit_what_is_missing(const std::vector<term::queued_task>& queue) {
    std::set<std::string> covered;
    for (const term::queued_task& each : queue)
      if (const auto* slice = slice_of(each))
        for (const ordered_hand_in& one : *slice)
          if (wanted(one) != nullptr)
            covered.insert(one.owner);
    std::set<std::string> missing;
    for (const auto& [owner, which] : open_)
      if (covered.count(owner) == 0)
        missing.insert(owner);
    std::vector<std::size_t> now;
    for (const std::string& each : missing)
      if (first_look_ || missing_before_.count(each) != 0)
        now.push_back(open_.at(each));
    missing_before_ = missing;
    first_look_ = false;
    read_results();
    now.erase(std::remove_if(
                  now.begin(), now.end(),
                  [this](std::size_t each) { return open_.count(work_.all[each].owner) == 0; }),
              now.end());
    if (wanted_ && !now.empty())
      submit(now, !queue.empty());
  }

  /// Hand-ins that were lost with a task get one of their own: then the next loss has one reason.
  std::vector<std::vector<ordered_hand_in>> slices_of(const std::vector<std::size_t>& all) {
    std::vector<std::vector<ordered_hand_in>> slices;
    std::vector<ordered_hand_in> calm;
    const auto cut = [&] {
      if (!calm.empty())
        slices.push_back(std::move(calm));
      calm.clear();
    };
    for (const std::size_t which : all) {
      const ordered_hand_in& one = work_.all[which];
      const int tries = notes_.tries(one.owner, one.key);
      if (tries >= most_tries)
        give_up(which);
      else if (tries > 0)
        slices.push_back({one});
      else
        calm.push_back(one);
      if (calm.size() >= settings_.per_task)
        cut();
    }
    cut();
    return slices;
  }

  void give_up(std::size_t which) {
    const ordered_hand_in& one = work_.all[which];
    open_.erase(one.owner);
    wanted_ =
        work_.ended(which, term::process_end::failed,
                    fmt::format("{} tasks ended without a word while they graded it (a node "
                                "that died, memory, a job's limits): 'sinfo', the site's logs "
                                "and {} may tell why",
                                most_tries, notes_.path().string())) &&
        wanted_;
  }

  void submit(const std::vector<std::size_t>& now, bool others_wait) {
    const auto slices = slices_of(now);
    if (!wanted_ || slices.empty())
      return;
    if (idle_orders_ >= most_idle_orders)
      return stop_without_results();
    const std::size_t before = mine_.size();
    for (std::size_t at = 0; at < slices.size(); at += largest_) {
      const auto from = slices.begin() + static_cast<long>(at);
      const auto to = slices.begin() + static_cast<long>(std::min(at + largest_, slices.size()));
      if (!submit_array({from, to}, others_wait || at > 0))
        break;
    }
    if (mine_.size() == before)
      return;
    ++idle_orders_;
    missing_before_.clear();
    pause_ = settings_.ask_after;
  }

  void stop_without_results() {
    wanted_ = false;
    const std::string said = notes_.said_in(*mine_.rbegin());
    work_.ended(
        open_.begin()->second, term::process_end::wrong_usage,
        fmt::format("{} times in a row tasks ended and brought no result.\n{}", most_idle_orders,
                    said.empty()
                        ? fmt::format("None wrote a word to {}: do the nodes see this folder "
                                      "and the tools? Is the time limit long enough?",
                                      notes_.path().string())
                        : said));
  }

  /// False: Slurm takes no more now.
  bool submit_array(std::vector<std::vector<ordered_hand_in>> slices, bool others_wait) {
    const std::uint64_t number = new_number();
    slurm_order order = work_.order;
    order.slices = std::move(slices);
    notes_.write_order(number, order);
    write_file(notes_.script_of(number), script_for(number));
    try {
      const std::string job = term::submit(array_for(number, order.slices.size()));
      jobs_.insert(job);
      fmt::print("Submitted: job {}, {} tasks\n", job, order.slices.size());
      std::fflush(stdout);
    } catch (const term::slurm_refusal& problem) {
      const auto now = engine_clock::now();
      if (!refused_since_)
        refused_since_ = now;
      if ((!others_wait && mine_.empty()) || now - *refused_since_ > longest_silence)
        throw usage_error(problem.what());
      if (told_.insert("refusal").second) // a limit of jobs at a time, most likely
        say(fmt::format("{}\nThe rest is submitted when Slurm takes it.", problem.what()));
      return false;
    }
    refused_since_.reset();
    mine_.insert(number);
    orders_[number] = std::move(order);
    return true;
  }

  /// Never one that was there before, since nodes may remember files by their names.
  std::uint64_t new_number() {
    const auto now = std::chrono::duration_cast<std::chrono::seconds>(
        std::chrono::system_clock::now().time_since_epoch());
    last_number_ =
        std::max<std::uint64_t>(static_cast<std::uint64_t>(now.count()), last_number_ + 1);
    while (fs::exists(notes_.script_of(last_number_)))
      ++last_number_;
    return last_number_;
  }

  std::string script_for(std::uint64_t number) const {
    std::string line;
    for (const std::string& each : settings_.on_node)
      line += term::shell_word(each) + ' ';
    return fmt::format("#!/bin/sh\nexec {}batch_task {} {} --order {}{}\n", line, work_.order.lab,
                       term::shell_word(results_.string()), number,
                       on_gpu_ ? " --second-part" : "");
  }

  term::job_array array_for(std::uint64_t number, std::size_t tasks) const {
    term::job_array one;
    one.name = name_ + std::to_string(number);
    one.tasks = tasks;
    one.script = notes_.script_of(number);
    std::string pattern;
    for (const char c : notes_.path().string())
      pattern += c == '%' ? "%%" : std::string(1, c);
    one.options = {fmt::format("--output={}/{}_%a.out", pattern, number), "--chdir=/", "--nodes=1",
                   "--ntasks=1", fmt::format("--cpus-per-task={}", work_.order.at_once)};
    if (on_gpu_) // what is timed must be alone on its node
      one.options.insert(one.options.end(), {"--gres=gpu:1", "--exclusive"});
    one.options.insert(one.options.end(), settings_.sbatch.begin(), settings_.sbatch.end());
    if (on_gpu_) // of an option that is there twice the last one counts
      one.options.insert(one.options.end(), settings_.sbatch_gpu.begin(),
                         settings_.sbatch_gpu.end());
    return one;
  }

  void cancel_all() {
    try {
      std::set<std::string> all;
      for (const term::queued_task& each : term::queued_tasks(name_))
        all.insert(each.job);
      for (const std::string& each : all)
        term::cancel(each);
    } catch (const term::slurm_trouble& problem) {
      say(problem.what());
    }
  }

  void leave_nothing() const {
    std::error_code ignored;
    if (jobs_.empty() || idle_orders_ > 0)
      return; // an order that brought nothing: its output may tell why
    fs::remove_all(notes_.path(), ignored);
  }

  void say_that_jobs_go_on() const {
    std::fputs(fmt::format("\nThe jobs go on: {}. The same command goes on from here; to end them: "
                           "scancel {}\n",
                           fmt::join(jobs_, " "), fmt::join(jobs_, " "))
                   .c_str(),
               stderr);
  }

  const fs::path results_;
  const slurm_settings& settings_;
  const slurm_work& work_;
  const bool on_gpu_;
  term::results_folder folder_;
  slurm_folder notes_;
  const std::string name_;
  std::size_t largest_ = 1;
  bool wanted_ = true, first_look_ = true;
  std::map<std::string, std::size_t> open_; ///< owner: which
  std::map<std::size_t, fs::file_time_type> times_, first_times_;
  std::map<std::uint64_t, std::optional<slurm_order>> orders_;
  std::set<std::uint64_t> mine_;
  std::set<std::string> missing_before_, told_, jobs_;
  std::map<std::string, int> states_;
  std::uint64_t last_number_ = 0;
  int idle_orders_ = 0;
  std::chrono::milliseconds pause_ = settings_.ask_after;
  engine_clock::time_point next_question_ = engine_clock::now();
  std::optional<engine_clock::time_point> silent_since_, refused_since_;
};

} // namespace

std::string name_of_jobs(const fs::path& results, const std::string& lab, bool second_parts) {
  std::error_code ignored;
  return fmt::format("cudalab-{}{}-{}-", second_parts ? "gpu-" : "", lab,
                     sha256(fs::weakly_canonical(results, ignored).string()).substr(0, 8));
}

void run_on_slurm(const fs::path& results, const slurm_settings& settings, const slurm_work& work) {
  try {
    slurm_run(results, settings, work).run();
  } catch (const term::slurm_trouble& problem) {
    throw usage_error(problem.what());
  }
}

} // namespace cudalab::grader
