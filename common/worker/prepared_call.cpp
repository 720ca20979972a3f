// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#include "worker/prepared_call.h"

#include <algorithm>

#include "lab/cuda_check.h"
#include "worker/backend.h"
#include "worker/cuda_failure.h"

namespace cudalab::worker {

prepared_call::prepared_call(const protocol::call& call, const shared_blocks& blocks,
                             const call_style& style)
    : name_(call.function), function_(function_for(call)) {
  memory_.reserve(call.arguments.size());
  for (const protocol::argument& given : call.arguments) {
    if (const auto* scalar = std::get_if<protocol::scalar_argument>(&given)) {
      actuals_.emplace_back(std::vector<double>{scalar->value});
      continue;
    }
    if (const auto* vector = std::get_if<protocol::vector_argument>(&given)) {
      actuals_.emplace_back(vector->values);
      continue;
    }
    const std::size_t components = function_.parameters.at(actuals_.size()).components;
    memory_.emplace_back(std::get<protocol::buffer_argument>(given), components, blocks, style);
    actuals_.emplace_back(memory_.back().pointer());
  }
}

void prepared_call::invoke() const {
  backend::runs_below(__builtin_frame_address(0));
  function_.invoke(actuals_);
}

void prepared_call::poison_outputs() {
  for (argument_memory& memory : memory_)
    memory.poison();
}

void prepared_call::renew_outputs() {
  for (argument_memory& memory : memory_)
    if (memory.argument().direction != protocol::direction::input)
      memory.hold_own_content();
}

std::vector<std::string> prepared_call::rehearse() {
  for (argument_memory& memory : memory_)
    memory.lend_to_rehearsal();
  backend::follow_work();
  backend::take_launches(); // of what prepared it
  backend::take_waits();
  invoke();
  std::vector<std::string> waits = backend::take_waits();
  require(cudaGetLastError(), "calling " + name_);
  // What would meet the next call's memory is told of that call, not of this one.
  if (backend::followed_work_went_aside())
    require(cudaDeviceSynchronize(), "waiting for the kernels of " + name_);
  for (argument_memory& memory : memory_)
    memory.take_back_behind_rehearsal();
  return waits;
}

void prepared_call::begin_again() {
  for (argument_memory& memory : memory_)
    memory.hold_own_content();
  backend::call_begins();
}

backend::not_told prepared_call::refuse(std::size_t launches, bool frees) {
  begin_again();
  backend::refuse_launches_from(backend::launches_asked_for() + launches - 1);
  backend::not_told instead = instead_of_throwing();
  const bool refused = backend::accept_launches() != 0;
  instead.left_behind = refused && instead.what.empty() && meets_old_error();
  cudaGetLastError();
  backend::abandon_captures();
  require(cudaDeviceSynchronize(), "waiting for the kernels of " + name_);
  backend::failed_call_ends();
  if (!frees || !refused || !instead.what.empty())
    backend::take_findings();
  if (!refused)
    return {};
  if (!instead.what.empty())
    instead.what = "the launch failed, and " + instead.what;
  return instead;
}

bool prepared_call::meets_old_error() {
  if (!backend::refusal_is_kept())
    return false;
  backend::abandon_captures();
  for (argument_memory& memory : memory_)
    memory.hold_own_content();
  const cudaError_t old = cudaPeekAtLastError();
  try {
    invoke();
  } catch (const lab::cuda_error& error) {
    return old == cudaErrorLaunchOutOfResources && error.code() == old;
  } catch (...) { // it is not known why
  }
  return false;
}

prepared_call::failure prepared_call::call_where_something_fails() {
  const backend::not_told instead = instead_of_throwing();
  const std::string failed = backend::accept_calls();
  cudaGetLastError();
  backend::abandon_captures();
  const cudaError_t end = cudaDeviceSynchronize();
  if (failed.empty())
    require(end, "waiting for the kernels of " + name_);
  backend::failed_call_ends();
  backend::take_findings();
  if (end != cudaSuccess) // it has told, if at all, when a kernel was launched already
    return {failed, {name_ + " went on: a kernel used memory that is not there", false}, true};
  return {failed, instead, false};
}

void prepared_call::fail_free(std::size_t number) {
  begin_again();
  backend::fail_free(backend::frees() + number);
  const failure seen = call_where_something_fails();
  if (seen.ends_device)
    backend::found_failure_not_told(seen.call, {seen.call + " failed, and " + seen.instead.what});
}

bool prepared_call::fail_call(std::size_t number) {
  begin_again();
  backend::fail_call(backend::fallible_calls() + number);
  auto [failed, instead, ends_device] = call_where_something_fails();
  // Who does without what was asked for is right as well. That a buffer object could not be given
  // back changes no result, and must be told all the same.
  const bool right = !ends_device && failed != "cudaGraphicsUnregisterResource" &&
                     std::all_of(memory_.begin(), memory_.end(), [](const argument_memory& each) {
                       return each.holds_what_was_copied();
                     });
  if (failed.empty() || instead.what.empty() || right)
    return false;
  instead.what = failed + " failed, and " + instead.what;
  backend::found_failure_not_told(failed, instead);
  return true;
}

backend::not_told prepared_call::instead_of_throwing() const {
  try {
    invoke();
  } catch (const lab::cuda_error&) {
    return {};
  } catch (...) {
    return {name_ + " threw something else than lab::cuda_error", true};
  }
  return {name_ + " did not tell", false};
}

void prepared_call::watch_makers() const {
  for (const argument_memory& memory : memory_)
    memory.watch_makers();
}

void prepared_call::copy_out() const {
  for (const argument_memory& memory : memory_)
    memory.copy_out();
}

std::vector<std::string> prepared_call::damaged() const {
  std::vector<std::string> names;
  for (const argument_memory& memory : memory_)
    if (memory.damaged())
      names.push_back(memory.argument().name);
  return names;
}

} // namespace cudalab::worker
