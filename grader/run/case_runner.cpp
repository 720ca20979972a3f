// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#include "grader/run/case_runner.h"

#include <algorithm>
#include <memory>
#include <stdexcept>

#include "grader/run/case_layout.h"
#include "grader/run/read_reply.h"
#include "protocol/machine_errors.h"

namespace cudalab::grader {
namespace {

class runner {
public:
  runner(const std::filesystem::path& program, const std::vector<const test_case*>& cases,
         const run_options& options)
      : program_(program), options_(options), layout_(cases) {}

  case_outcome run(std::size_t index);
  /// No worker could be started: the other cases would end in the same way.
  bool never_ready() const { return never_ready_; }
  void finish();

private:
  case_outcome run_once(std::size_t index);
  void ensure_worker();
  bool ask(std::size_t index, case_outcome& outcome);
  bool take_reply(const protocol::call_reply& reply, std::size_t index, case_outcome& outcome);
  void describe_end(case_outcome& outcome) const;
  void drop_worker();

  std::filesystem::path program_;
  run_options options_;
  case_layout layout_;
  std::unique_ptr<worker_process> worker_;
  std::unique_ptr<device_watch> watch_; ///< null: nobody looks at the device
  std::size_t printed_before_ = 0;      ///< of the worker's output, by earlier cases
  bool never_ready_ = false;
  bool device_failed_ = false; ///< in the last call
  bool undying_ = false;       ///< a worker could not be ended: it may still write
};

/// A launch that is watched ends a little before the call's time is up: it can then say which
/// thread still runs, and where.
double launch_seconds(const run_options& options) {
  constexpr double part = 0.8;
  return options.observation == protocol::observation::none
             ? 0
             : part * std::chrono::duration<double>(options.allowed.wall).count();
}

[[noreturn]] void fail_undying() {
  throw std::runtime_error("a lab program was killed and is still there: the GPU or its driver "
                           "hangs. nvidia-smi may say more; a restart of the machine helps");
}

void runner::ensure_worker() {
  if (worker_)
    return;
  if (undying_)
    fail_undying();
  layout_.poison_outputs(); // whatever the last one did
  worker_ = std::make_unique<worker_process>(program_, layout_.inputs(), layout_.outputs(),
                                             options_.allowed, options_.wrapper);
  if (options_.watch && worker_->ready())
    watch_ = options_.watch(worker_->greeting().pci_bus_id);
  printed_before_ = 0;
}

void runner::drop_worker() {
  worker_->finish();
  undying_ = undying_ || worker_->how() == ending::undying;
  worker_.reset();
  watch_.reset();
}

void runner::finish() {
  if (worker_)
    drop_worker();
}

/// The worker ended, or was stopped, instead of answering.
void runner::describe_end(case_outcome& outcome) const {
  outcome.how = worker_->how();
  outcome.detail = worker_->detail();
  if (outcome.how == ending::undying)
    fail_undying();
  if (outcome.how == ending::not_started)
    throw std::runtime_error("the lab program could not be started: " + worker_->printed());
  if (outcome.how == ending::exited && !worker_->ready())
    outcome.detail += ", before any function was called: is there a main() in the file, or an "
                      "exit() in the constructor of a global variable?";
}

/// False when the worker's answer makes no sense.
bool runner::take_reply(const protocol::call_reply& reply, std::size_t index,
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
bool runner::ask(std::size_t index, case_outcome& outcome) {
  if (watch_)
    watch_->begin_round();
  // One call a batch: nothing of the student's runs while the judge reads the outputs.
  worker_->send(protocol::batch{{layout_.call(index)},
                                options_.observation,
                                options_.poison_outputs,
                                options_.guard_bytes,
                                launch_seconds(options_),
                                options_.blocks_in_order});
  const auto reply = worker_->receive(options_.allowed.wall);
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
  if (answer->error == protocol::error_bad_call)
    throw std::runtime_error(answer->error_text);
  device_failed_ = protocol::is_machine_error(answer->error);
  const bool keep = take_reply(*answer, index, outcome) && !answer->leaving && !device_failed_;
  if (watch_)
    outcome.disturbed = watch_->end_round();
  return keep;
}

case_outcome runner::run(std::size_t index) {
  case_outcome outcome = run_once(index);
  if (device_failed_) // what one process has lost another one may have
    outcome = run_once(index);
  if (device_failed_)
    throw std::runtime_error("the GPU cannot be used: " + outcome.detail +
                             ". nvidia-smi may say more");
  return outcome;
}

case_outcome runner::run_once(std::size_t index) {
  device_failed_ = false;
  ensure_worker();
  case_outcome outcome;
  bool keep = false;
  if (worker_->ready()) {
    keep = ask(index, outcome);
  } else {
    never_ready_ = true;
    describe_end(outcome);
  }
  const std::string printed = worker_->printed();
  outcome.printed = printed.substr(std::min(printed_before_, printed.size()));
  printed_before_ = printed.size();
  if (!keep)
    drop_worker();
  return outcome;
}

} // namespace

bool out_of_time(const case_outcome& outcome) {
  const auto endless = [](const finding& each) { return each.kind == finding_kind::endless_loop; };
  return outcome.how == ending::timed_out ||
         std::any_of(outcome.findings.begin(), outcome.findings.end(), endless);
}

std::vector<case_outcome> run_cases(const std::filesystem::path& program,
                                    const std::vector<const test_case*>& cases,
                                    const run_options& options,
                                    const std::function<void(std::size_t)>& progress) {
  std::vector<case_outcome> outcomes;
  if (cases.empty())
    return outcomes;
  runner worker(program, cases, options);
  std::size_t timeouts = 0;
  for (std::size_t i = 0; i < cases.size(); ++i) {
    if (timeouts >= options.timeouts_allowed) {
      outcomes.emplace_back();
      outcomes.back().how = ending::timed_out;
      outcomes.back().detail = "in an earlier case; this one was not run";
      continue;
    }
    if (worker.never_ready()) {
      outcomes.push_back(outcomes.back());
      continue;
    }
    if (progress)
      progress(i);
    outcomes.push_back(worker.run(i));
    if (out_of_time(outcomes.back()))
      ++timeouts;
  }
  worker.finish();
  return outcomes;
}

} // namespace cudalab::grader
