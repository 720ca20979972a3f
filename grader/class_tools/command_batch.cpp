// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#include <algorithm>
#include <chrono>
#include <cmath>
#include <filesystem>
#include <iterator>
#include <map>
#include <random>
#include <set>
#include <sstream>
#include <string_view>
#include <thread>
#include <utility>

#include <fmt/format.h>

#include "grader/class_tools/batch.h"
#include "grader/class_tools/commands.h"
#include "grader/class_tools/grade_hand_in.h"
#include "grader/class_tools/slurm_engine.h"
#include "grader/cli/backend_choice.h"
#include "grader/cli/interrupt.h"
#include "grader/cli/lab_files.h"
#include "grader/cli/usage_error.h"
#include "grader/files/places.h"
#include "grader/files/read_text.h"
#include "grader/files/sha256.h"
#include "grader/files/write_file.h"
#include "grader/own_checks.h"
#include "grader/printable.h"
#include "grader/report/progress_line.h"
#include "grader/term/ask_program.h"
#include "grader/term/gradebook.h"
#include "grader/term/process_pool.h"
#include "grader/term/results_folder.h"

namespace cudalab::grader {

namespace {

namespace fs = std::filesystem;
using batch_clock = std::chrono::steady_clock;

/// Gradings of a batch that was killed end by themselves, and write nothing afterwards.
constexpr std::chrono::seconds end_of_orphans{10};

std::vector<std::string> words_in(const std::string& text) {
  std::istringstream all(text);
  return {std::istream_iterator<std::string>(all), {}};
}

/// What ./lab --version says: version, commit, and whether anything was changed since.
std::string tools_words() {
  const auto said =
      term::ask_program({(source_root() / "lab").string(), "--version"}, {"LC_ALL=C"}, 1000);
  return said ? said->text.substr(0, said->text.find('\n')) : "";
}

class batch {
public:
  batch(const lab_description& lab, const options& given, batch_input input)
      : lab_(lab), given_(given), all_(std::move(input.all)), folder_(given.out, lab.name),
        asked_(std::move(input.asked)), seeds_(std::move(input.seeds)), silent_(input.silent) {
    if (!folder_.lock(end_of_orphans))
      throw usage_error(fmt::format("another batch writes to {} now.", given.out));
    if (!on_slurm()) // else tasks may be in the middle of writing
      folder_.tidy();
    ask();
    settings_ = {version_of(lab), 0, backend_in_keys(), other_settings(each_grading_, asked_),
                 tools_words()};
    for (const term::hand_in& each : all_.found.hand_ins) {
      keys_.push_back(each.graded() ? term::result_key(each, settings_for(each)) : "");
      first_keys_.push_back(
          each.graded() && in_two_parts() ? term::result_key(each, first_settings_for(each)) : "");
    }
    find_dropped();
    term::write_plan(folder_.plan(), all_.found, lab.name, asked_, keys_, seed_);
    for (std::size_t i = 0; i < keys_.size(); ++i)
      if (!keys_[i].empty())
        (folder_.is_fresh(all_.found.hand_ins[i].owner, keys_[i]) ? fresh_ : waiting_).push_back(i);
    set_twins_aside();
    for (const std::size_t each : waiting_)
      (has_first_part(each) ? for_gpu_ : for_cpu_).push_back(each);
  }

  int run() {
    if (!silent_)
      term::tell_collection(all_.found, lab_.name, given_.hand_ins,
                            [](const std::string& part) { fmt::print("{}", part); });
    if (!fresh_.empty())
      fmt::print("\nGraded before, with the same file and settings: {}\n", fresh_.size());
    if (!for_gpu_.empty())
      fmt::print("\nGraded before, but for what needs a GPU: {}\n", for_gpu_.size());
    if (!dropped_.empty())
      fmt::print("\nGraded before and not among these, so no longer in the gradebook: {}\n",
                 printable_line(dropped_));
    fmt::print("\n");
    std::fflush(stdout);
    grade_all();
    give_twins_their_results();
    try {
      term::write_gradebook(given_.out);
    } catch (const std::exception& problem) { // a full disk: what else happened is to be said, too
      failed_.push_back(fmt::format("the gradebook: {}", problem.what()));
    }
    return tell();
  }

private:
  bool on_slurm() const { return given_.engine == "slurm"; }

  /// On a GPU is timed what is right, after all else and alone.
  bool in_two_parts() const {
    return on_slurm() ? each_grading_.backend == "gpu" : backend_.chosen == backend_kind::gpu;
  }

  /// Which GPU a node has is known there only.
  std::string backend_in_keys() const {
    return in_two_parts() ? backend_in_two_parts(on_slurm() ? "of the cluster" : backend_.device)
                          : "cpu";
  }

  void ask() {
    if (all_.course)
      asked_ = all_.course->labs.at(lab_.name);
    for (const std::string& id : own_checks_of(lab_))
      if (std::find(asked_.hidden.begin(), asked_.hidden.end(), id) == asked_.hidden.end())
        asked_.hidden.push_back(id);
    each_grading_.backend =
        given_.backend == "auto" && !asked_.backend.empty() ? asked_.backend : given_.backend;
    each_grading_.time_limit = given_.time_limit > 0 ? given_.time_limit : asked_.time_limit;
    each_grading_.require_sandbox = !all_.course || all_.course->sandbox_required;
    each_grading_.ask_nvcc = false;
    if (on_slurm()) // what this machine has says nothing of the nodes
      each_grading_.backend = each_grading_.backend == "gpu" ? "gpu" : "cpu";
    else
      backend_ = choose_backend(each_grading_.backend, lab_.gpus);
    const nlohmann::json before = term::read_plan(folder_.plan(), [](const auto&) {});
    if (given_.seed)
      seed_ = *given_.seed;
    else if (!all_.course && !before.is_null())
      seed_ = before.value("seed", std::uint64_t{0}); // goes on as it began
    else if (!all_.course)
      seed_ = std::random_device{}() % 1'000'000;
  }

  /// Somebody may have named a folder with the last hand-ins only.
  void find_dropped() {
    std::set<std::string> owners;
    for (const term::hand_in& each : all_.found.hand_ins)
      owners.insert(each.owner);
    std::string names;
    const nlohmann::json before = term::read_plan(folder_.plan(), [&](const nlohmann::json& each) {
      if (const std::string owner = each.value("owner", "");
          !each.value("key", "").empty() && owners.insert(owner).second)
        names += (names.empty() ? "" : ", ") + owner;
    });
    if (!before.is_null())
      dropped_ = names;
  }

  term::result_settings settings_for(const term::hand_in& one) const {
    term::result_settings made = settings_;
    made.seed = seed_for(one);
    return made;
  }

  term::result_settings first_settings_for(const term::hand_in& one) const {
    term::result_settings made = settings_for(one);
    made.backend = backend_of_first_part;
    return made;
  }

  bool has_first_part(std::size_t which) const {
    return in_two_parts() &&
           folder_.is_first_part_fresh(all_.found.hand_ins[which].owner, first_keys_[which]);
  }

  std::uint64_t seed_for(const term::hand_in& one) const {
    if (const auto known = seeds_.find(one.owner); known != seeds_.end() && !given_.seed)
      return known->second;
    return all_.course && !given_.seed ? term::seed_of(*all_.course, asked_, one.owner) : seed_;
  }

  /// What is timed must be alone.
  std::size_t at_once(hand_in_part part) const {
    if (part == hand_in_part::second)
      return 1;
    return given_.jobs > 0 ? static_cast<std::size_t>(given_.jobs)
                           : std::max(1U, std::thread::hardware_concurrency());
  }

  /// What has the key of another one gets its result: the same file under the same settings.
  void set_twins_aside() {
    std::map<std::string_view, std::size_t> first;
    for (const std::size_t each : fresh_)
      first.emplace(keys_[each], each);
    std::vector<std::size_t> alone;
    for (const std::size_t each : waiting_)
      if (const auto [known, is_new] = first.emplace(keys_[each], each); is_new)
        alone.push_back(each);
      else
        twins_.emplace_back(each, known->second);
    waiting_ = std::move(alone);
  }

  void give_twins_their_results() {
    try {
      for (const auto& [twin, graded] : twins_) {
        const term::hand_in& one = all_.found.hand_ins[twin];
        const std::string& other = all_.found.hand_ins[graded].owner;
        if (folder_.is_fresh(other, keys_[twin])) {
          write_file(copy_for(one), one.text.read());
          write_file(folder_.result_of(one.owner), folder_.result_for(one.owner, other));
          ++same_;
        }
      }
    } catch (const std::exception& problem) { // a full disk
      failed_.push_back(problem.what());
    }
  }

  fs::path copy_for(const term::hand_in& one) const {
    const fs::path copy = folder_.copy_of(one.owner);
    fs::create_directories(copy.parent_path());
    return copy;
  }

  void grade_all() {
    begun_ = batch_clock::now();
    grade_part(for_cpu_, in_two_parts() ? hand_in_part::first : hand_in_part::whole);
    if (in_two_parts() && goes_on_) {
      for (const std::size_t each : for_cpu_)
        if (has_first_part(each))
          for_gpu_.push_back(each);
      grade_part(for_gpu_, hand_in_part::second);
    }
    progress_.wipe();
  }

  void grade_part(const std::vector<std::size_t>& which, hand_in_part part) {
    now_ = &which;
    ended_ = 0;
    part_begun_ = batch_clock::now();
    words_of_part_ = part == hand_in_part::first    ? "before the GPU: "
                     : part == hand_in_part::second ? "on the GPU: "
                                                    : "";
    if (on_slurm())
      grade_on_slurm(which, part);
    else
      grade_here(which, part);
  }

  hand_in_order order_for(std::size_t which, hand_in_part part) const {
    const term::hand_in& one = all_.found.hand_ins[which];
    return {one.owner, one.text.read(), keys_[which], first_keys_[which], settings_for(one), part};
  }

  void grade_here(const std::vector<std::size_t>& which, hand_in_part part) {
    const lab_description asked_lab = as_asked(lab_, asked_);
    std::vector<std::uint64_t> seeds;
    for (const std::size_t each : which)
      seeds.push_back(seed_for(all_.found.hand_ins[each]));
    const auto cases = cases_for_all(asked_lab, each_grading_, part, seeds);
    term::process_work work;
    work.count = which.size();
    work.at_once = at_once(part);
    work.longest = longest_grading;
    work.work = [&](std::size_t job) {
      return grade_hand_in(asked_lab, each_grading_, folder_, order_for(which[job], part),
                           cases.get());
    };
    work.begin = tidy_end_in_child; // it holds the folder's lock, too, as long as it may write
    work.is_usage = [](const std::exception& problem) {
      return dynamic_cast<const usage_error*>(&problem) != nullptr;
    };
    work.look_up = wait_if_ending;
    work.ended = [&](std::size_t job, term::process_end how, const std::string& said) {
      return take(which[job], how, said);
    };
    before_stopping(term::end_processes);
    term::run_processes(work);
    before_stopping({});
  }

  /// Tasks read the files from the folder of results.
  void write_copies(const std::vector<std::size_t>& all) const {
    for (const std::size_t which : all) {
      const term::hand_in& one = all_.found.hand_ins[which];
      const fs::path copy = copy_for(one);
      const std::string text = one.text.read();
      if (content_of(copy) != text)
        write_file(copy, text);
    }
  }

  slurm_order order(hand_in_part part) const {
    slurm_order made;
    made.lab = lab_.name;
    made.lab_version = settings_.lab_version;
    made.tools = settings_.tools;
    made.part = part;
    made.backend_of_keys = settings_.backend;
    made.settings = settings_.others;
    made.time_limit = each_grading_.time_limit;
    made.require_sandbox = each_grading_.require_sandbox;
    made.at_once = part == hand_in_part::second ? 1 : std::max(1, given_.jobs);
    for (const auto& [id, change] : asked_.checks)
      if (change.threshold)
        made.thresholds[id] = *change.threshold;
    return made;
  }

  void grade_on_slurm(const std::vector<std::size_t>& which, hand_in_part part) {
    if (which.empty())
      return;
    write_copies(which);
    slurm_work work;
    work.order = order(part);
    for (const std::size_t each : which)
      work.all.push_back({all_.found.hand_ins[each].owner, keys_[each], first_keys_[each],
                          seed_for(all_.found.hand_ins[each]),
                          all_.found.hand_ins[each].text.sha256()});
    work.ended = [&](std::size_t job, term::process_end how, const std::string& said) {
      return take(which[job], how, said);
    };
    work.waiting = [this](const std::string& state) {
      progress_.wipe();
      if (!state.empty())
        progress_.show(printable_line(progress_words(state)));
    };
    slurm_settings settings;
    settings.sbatch = words_in(given_.sbatch);
    settings.sbatch_gpu = words_in(given_.sbatch_gpu);
    settings.on_node = words_in(given_.on_node);
    if (settings.on_node.empty())
      settings.on_node = {fs::canonical("/proc/self/exe").string()};
    settings.per_task = static_cast<std::size_t>(given_.per_task);
    settings.ask_after = std::chrono::milliseconds(std::lround(given_.ask_after * 1000));
    run_on_slurm(given_.out, settings, work);
  }

  /// False: no more is to begin.
  bool take(std::size_t which, term::process_end how, const std::string& said) {
    const std::string& owner = all_.found.hand_ins[which].owner;
    if (how == term::process_end::wrong_usage) {
      refused_ = said;
      return goes_on_ = false;
    }
    if (how == term::process_end::failed) {
      failed_.push_back(fmt::format("{}: {}", owner, said));
      return goes_on_ = ++in_a_row_ < most_failures;
    }
    in_a_row_ = 0;
    ++ended_;
    if (said != waits_for_gpu) {
      ++done_;
      ++verdicts_[said.substr(0, said.find(' '))];
    }
    progress_.show(printable_line(progress_words(owner + " " + said)));
    return true;
  }

  static double an_hour(std::size_t count, batch_clock::time_point since) {
    const std::chrono::duration<double, std::ratio<3600>> spent = batch_clock::now() - since;
    return spent.count() > 0 ? static_cast<double>(count) / spent.count() : 0;
  }

  /// Of the part that is under way.
  std::string progress_words(const std::string& last) const {
    const double rate = an_hour(ended_, part_begun_);
    const auto left = static_cast<std::int64_t>(
        rate > 0 ? static_cast<double>(now_->size() - ended_) / rate * 3600 : 0);
    return fmt::format("{}{} of {}, {:.0f} an hour, {} left; {}", words_of_part_, ended_,
                       now_->size(), rate, term::words_for(std::chrono::seconds(left)), last);
  }

  int tell() const {
    std::string kinds;
    for (const auto& [name, count] : verdicts_)
      kinds += fmt::format("{}{} {}", kinds.empty() ? ": " : ", ", count, name);
    fmt::print("Graded now: {}{}{}\n", done_, kinds,
               done_ > 0 ? fmt::format(" ({:.0f} an hour)", an_hour(done_, begun_)) : "");
    if (same_ > 0)
      fmt::print("The same file as somebody else's, and so the same result: {}\n", same_);
    for (const std::string& each : failed_)
      fmt::print("  failed: {}\n", printable_line(each));
    const fs::path out(given_.out);
    fmt::print("The gradebook: {} and gradebook.sqlite; each result: {}\n",
               printable_line((out / "gradebook.csv").string()),
               printable_line((out / lab_.name / "results").string()));
    if (!refused_.empty())
      throw usage_error(refused_);
    if (const std::size_t left = waiting_.size() + twins_.size() - done_ - same_; left > 0)
      fmt::print("{} are not graded yet. When the trouble is mended, the same command goes on from "
                 "here.\n",
                 left);
    if (!failed_.empty())
      return 3;
    return std::count(keys_.begin(), keys_.end(), "") == 0 ? 0 : 1;
  }

  const lab_description& lab_;
  const options& given_;
  named_hand_ins all_;
  term::results_folder folder_;
  term::assignment asked_;
  std::map<std::string, std::uint64_t> seeds_;
  bool silent_;
  options each_grading_;
  backend_choice backend_;
  std::uint64_t seed_ = 0;
  std::vector<std::string> keys_;       ///< of the hand-ins; empty: it cannot be graded
  std::vector<std::string> first_keys_; ///< of their first parts; empty: there are none
  term::result_settings settings_;      ///< of all, but for the seed
  std::vector<std::size_t> fresh_, waiting_;
  std::vector<std::size_t> for_cpu_, for_gpu_;             ///< of those that wait
  std::vector<std::pair<std::size_t, std::size_t>> twins_; ///< and whose result they get
  std::size_t done_ = 0, same_ = 0;
  std::size_t ended_ = 0;                           ///< in the part that is under way
  const std::vector<std::size_t>* now_ = &waiting_; ///< what that has to do
  std::string words_of_part_;
  bool goes_on_ = true;
  int in_a_row_ = 0;
  std::map<std::string, int> verdicts_;
  std::vector<std::string> failed_;
  std::string refused_;
  std::string dropped_; ///< owners who are in the last plan and not in this one
  batch_clock::time_point begun_, part_begun_;
  progress_line progress_;
};

} // namespace

int run_batch(const lab_description& lab, const options& given, batch_input input) {
  return batch(lab, given, std::move(input)).run();
}

int command_batch(const options& given) {
  const lab_description& lab = find_lab(given.lab);
  return run_batch(lab, given, {read_named_hand_ins(lab, given), {}, {}, false});
}

int command_gradebook(const options& given) {
  std::error_code ignored;
  if (!fs::is_directory(given.out, ignored))
    throw usage_error(fmt::format("there is no folder {}. 'batch' makes one.", given.out));
  term::write_gradebook(given.out);
  fmt::print("{}", content_of(fs::path(given.out) / "gradebook.csv"));
  return 0;
}

} // namespace cudalab::grader
