// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#include "grader/run/case_runner.h"

#include <algorithm>
#include <memory>
#include <stdexcept>

#include "grader/run/case_layout.h"
#include "grader/run/gpus.h"
#include "grader/run/read_reply.h"
#include "protocol/machine_errors.h"

namespace cudalab::grader {
namespace {

class session final : public case_session {
public:
  session(const std::filesystem::path& program, const std::vector<const test_case*>& cases,
          const run_options& options)
      : lock_(options.on_gpu ? first_gpu() : "", use_of_gpu(cases, options)), program_(program),
        options_(options), layout_(cases) {}
  ~session() override {
    if (worker_)
      worker_->finish();
  }

  case_outcome run(std::size_t index, bool counted, std::chrono::milliseconds wall) override;

private:
  case_outcome run_once(std::size_t index);
  void ensure_worker();
  bool ask(std::size_t index, case_outcome& outcome);
  bool take_reply(const protocol::call_reply& reply, std::size_t index, case_outcome& outcome);
  bool is_sampled(std::size_t index) const { return layout_.call(index).sampled_blocks != 0; }
  std::chrono::duration<double> longest_launch(std::size_t index) const;
  void describe_end(case_outcome& outcome) const;
  void drop_worker();

  const gpu_lock lock_;
  std::filesystem::path program_;
  run_options options_;
  case_layout layout_;
  std::unique_ptr<worker_process> worker_;
  std::unique_ptr<device_watch> watch_; ///< null: nobody looks at the device
  std::size_t printed_before_ = 0;      ///< of the worker's output, by earlier cases
  bool counted_ = false;                ///< in the call that runs
  std::chrono::milliseconds wall_{};
  std::optional<case_outcome> never_ready_; ///< no worker could be started: how that ended
  bool device_failed_ = false;              ///< in the last call
  bool samples_are_dear_ = false;           ///< a sampled case could not be judged
  bool unkillable_ = false;                 ///< a worker could not be ended: it may still write
};

/// For a part of it to be run here.
bool is_too_large(const case_outcome& outcome) {
  return out_of_time(outcome) || outcome.how == ending::out_of_memory ||
         outcome.cuda_error == "cudaErrorMemoryAllocation";
}

/// Of a case that ran in part, what may only be so since the rest of an operation is missing that a
/// later one builds on.
void leave_out_what_needs_the_rest(case_outcome& outcome) {
  outcome.unjudged = outcome.unjudged || outcome.how == ending::done;
  std::erase_if(outcome.findings,
                [](const finding& each) { return each.kind == finding_kind::uninitialised_read; });
}

[[noreturn]] void fail_unkillable() {
  throw std::runtime_error("a lab program was killed and is still there: the GPU or its driver "
                           "hangs. nvidia-smi may say more; a restart of the machine helps");
}

/// A launch that is watched ends a little before the call's time is up: it can then say which
/// thread still runs, and where.
std::chrono::duration<double> session::longest_launch(std::size_t index) const {
  constexpr double part = 0.8;
  constexpr std::chrono::duration<double> of_samples(2);
  const std::chrono::duration<double> longest = part * wall_;
  return is_sampled(index) ? std::min(longest, of_samples) : longest;
}

void session::ensure_worker() {
  if (worker_)
    return;
  if (unkillable_)
    fail_unkillable();
  layout_.poison_outputs(); // whatever the last one did
  worker_ = std::make_unique<worker_process>(program_, layout_.inputs(), layout_.outputs(),
                                             options_.allowed, options_.wrapper);
  if (options_.watch && worker_->ready())
    watch_ = options_.watch(worker_->greeting().pci_bus_id);
  printed_before_ = 0;
}

void session::drop_worker() {
  worker_->finish();
  unkillable_ = unkillable_ || worker_->how() == ending::unkillable;
  worker_.reset();
  watch_.reset();
}

/// The worker ended, or was stopped, instead of answering.
void session::describe_end(case_outcome& outcome) const {
  outcome.how = worker_->how();
  outcome.detail = worker_->detail();
  outcome.signal = worker_->signal();
  if (outcome.how == ending::unkillable)
    fail_unkillable();
  if (outcome.how == ending::not_started)
    throw std::runtime_error("the lab program could not be started: " + worker_->printed());
  if (outcome.how == ending::exited && !worker_->ready())
    outcome.detail += ", before any function was called: is there a main() in the file, or an "
                      "exit() in the constructor of a global variable?";
}

/// False when the worker's answer makes no sense.
bool session::take_reply(const protocol::call_reply& reply, std::size_t index,
                         case_outcome& outcome) try {
  outcome = read_reply(reply);
  const auto written = layout_.damaged_fences(index);
  outcome.damaged_fences.insert(outcome.damaged_fences.begin(), written.begin(), written.end());
  outcome.outputs = layout_.read_outputs(index);
  return true;
} catch (const std::exception& error) { // what came is not to be trusted
  outcome = {};
  outcome.how = ending::broken_protocol;
  outcome.detail = error.what();
  return false;
}

/// True when the worker can be asked again.
bool session::ask(std::size_t index, case_outcome& outcome) {
  if (watch_)
    watch_->begin_round();
  // One call a batch: nothing of the student's runs while the judge reads the outputs.
  worker_->send(protocol::batch{{layout_.call(index)},
                                options_.watched,
                                counted_,
                                options_.guard_bytes,
                                options_.watched || counted_ ? longest_launch(index).count() : 0,
                                options_.blocks_in_order});
  const auto reply = worker_->receive(wall_);
  if (!reply) {
    describe_end(outcome);
    return false;
  }
  const auto* answer = std::get_if<protocol::call_reply>(&*reply);
  if (!answer) {
    outcome.how = ending::broken_protocol;
    outcome.detail = "an answer of another kind than was asked for";
    return false;
  }
  if (answer->error == protocol::error_bad_call) {
    outcome.how = ending::broken_protocol;
    outcome.detail = answer->error_text;
    return false;
  }
  device_failed_ = options_.on_gpu && protocol::is_machine_error(answer->error);
  const bool keep = take_reply(*answer, index, outcome) && !answer->leaving && !device_failed_;
  if (watch_)
    outcome.disturbed = watch_->end_round();
  return keep;
}

case_outcome session::run(std::size_t index, bool counted, std::chrono::milliseconds wall) {
  if (never_ready_) // the other cases would end in the same way
    return *never_ready_;
  counted_ = counted || options_.counted;
  wall_ = wall;
  case_outcome outcome;
  if (is_sampled(index) && samples_are_dear_) {
    outcome.unjudged = true;
    return outcome;
  }
  outcome = run_once(index);
  if (device_failed_) // what one process has lost another one may have
    outcome = run_once(index);
  if (is_sampled(index) && is_too_large(outcome)) {
    std::vector<protocol::launch_sizes> launches = std::move(outcome.launches);
    outcome = {};
    outcome.launches = std::move(launches);
    outcome.unjudged = true;
    samples_are_dear_ = true;
  } else if (is_sampled(index) && outcome.operations > 1) {
    leave_out_what_needs_the_rest(outcome);
  }
  // The program says so, and it is the one that is judged. Only what we see ourselves counts.
  if (device_failed_ && !gpu_works())
    throw std::runtime_error("the GPU cannot be used: " + outcome.detail +
                             ". nvidia-smi may say more");
  return outcome;
}

case_outcome session::run_once(std::size_t index) {
  device_failed_ = false;
  ensure_worker();
  case_outcome outcome;
  bool keep = false;
  if (worker_->ready()) {
    keep = ask(index, outcome);
  } else {
    describe_end(outcome);
  }
  const std::string printed = worker_->printed();
  outcome.printed = printed.substr(std::min(printed_before_, printed.size()));
  if (!worker_->ready())
    never_ready_ = outcome;
  printed_before_ = printed.size();
  if (!keep)
    drop_worker();
  return outcome;
}

} // namespace

gpu_use use_of_gpu(const std::vector<const test_case*>& cases, const run_options& options) {
  const bool timed = options.wrapper.command.empty() &&
                     std::any_of(cases.begin(), cases.end(),
                                 [](const test_case* each) { return each->is_measured(); });
  return timed || options.watch ? gpu_use::alone : gpu_use::shared;
}

bool out_of_time(const case_outcome& outcome) {
  const auto endless = [](const finding& each) { return each.kind == finding_kind::endless_loop; };
  return outcome.how == ending::timed_out ||
         std::any_of(outcome.findings.begin(), outcome.findings.end(), endless);
}

std::unique_ptr<case_session> open_session(const std::filesystem::path& program,
                                           const std::vector<const test_case*>& cases,
                                           const run_options& options) {
  return std::make_unique<session>(program, cases, options);
}

std::vector<case_outcome> run_in_time(std::size_t count, const run_options& options,
                                      const std::function<case_outcome(std::size_t)>& run) {
  std::vector<case_outcome> outcomes;
  std::size_t ran_out = 0;
  ending of_all = ending::timed_out;
  for (std::size_t i = 0; i < count; ++i) {
    if (ran_out >= options.timeouts_allowed) {
      outcomes.emplace_back();
      outcomes.back().how = of_all;
      outcomes.back().detail = "in an earlier case; this one was not run";
      continue;
    }
    outcomes.push_back(run(i));
    const bool of_memory = outcomes.back().how == ending::out_of_memory;
    of_all = of_memory ? ending::out_of_memory : ending::timed_out;
    if (of_memory || out_of_time(outcomes.back()))
      ++ran_out;
  }
  return outcomes;
}

std::vector<case_outcome> run_cases(const std::filesystem::path& program,
                                    const std::vector<const test_case*>& cases,
                                    const run_options& options,
                                    const std::function<void(std::size_t)>& progress,
                                    const session_maker& open) {
  if (cases.empty())
    return {};
  const auto worker = open(program, cases, options);
  return run_in_time(cases.size(), options, [&](std::size_t i) {
    if (progress)
      progress(i);
    return worker->run(i, false, options.allowed.wall);
  });
}

} // namespace cudalab::grader
