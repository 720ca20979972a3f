// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#include "emulator/runtime/queue/errors.h"

#include <atomic>
#include <cstdio>
#include <utility>

#include "emulator/include/cudalab/api.h"
#include "emulator/include/cudalab/dropped_result.h"
#include "emulator/runtime/driver_call.h"
#include "emulator/runtime/execution.h"
#include "emulator/runtime/program_observer.h"
#include "emulator/runtime/queue/virtual_time.h"

namespace cudalab::emulator {

namespace {

std::atomic<cudaError_t> sticky = cudaSuccess;
std::atomic<cudaError_t> failed = cudaSuccess;
constinit thread_local bool works_for_device = false;
constinit thread_local cudaError_t last = cudaSuccess;
constinit thread_local bool next_is_explained = false, last_is_explained = false;
thread_local std::string next_reason, last_reason;
constinit thread_local cudaError_t with_last_reason = cudaSuccess;

} // namespace

cudaError_t sticky_error() {
  if (works_for_device && current_block == nullptr) [[unlikely]]
    return cudaErrorNotPermitted; // a host function; kernels may do what CUDA's device runtime does
  return sticky.load(std::memory_order_acquire);
}

void make_sticky(cudaError_t error) {
  cudaError_t none = cudaSuccess;
  sticky.compare_exchange_strong(none, error);
}

void fail_device(cudaError_t error) {
  cudaError_t none = cudaSuccess;
  failed.compare_exchange_strong(none, error);
}

cudaError_t device_error() {
  return failed.load(std::memory_order_acquire);
}

cudaError_t learn_device_error() {
  if (const cudaError_t error = device_error(); error != cudaSuccess)
    make_sticky(error);
  return sticky_error();
}

device_thread_scope::device_thread_scope() {
  works_for_device = true;
}
device_thread_scope::~device_thread_scope() {
  works_for_device = false;
}
bool on_device_thread() {
  return works_for_device;
}

void forget_errors() {
  failed = cudaSuccess;
  sticky = cudaSuccess;
  last = cudaSuccess;
}

void explained_by_finding() {
  next_is_explained = true;
}

bool last_error_is_explained() {
  return last_is_explained;
}

void because(std::string reason) {
  next_reason = std::move(reason);
}

cudaError_t finish(cudaError_t error) {
  if (!works_for_device)
    virtual_now.host_computes(virtual_cost::call);
  std::string reason = std::exchange(next_reason, {}); // this call's, and of no later one
  if (const cudaError_t first = sticky_error(); first != cudaSuccess)
    error = first;
  // (As CUDA 13 does: "not ready" is an answer, which is not remembered.)
  note_runtime_used();
  if (error != cudaSuccess && error != cudaErrorNotReady) {
    if (driver_call::current() == nullptr) // the driver API returns its errors, and keeps none
      last = error;
    last_is_explained = std::exchange(next_is_explained, false);
    last_reason = std::move(reason);
    with_last_reason = error;
  }
  return error;
}

cudaError_t finish_query(const char* call, cudaError_t error) {
  constexpr int very_many = 100'000; // grader/checks/ending_words.cpp looks for this number
  constinit static thread_local int in_a_row = 0;
  const cudaError_t answer = finish(error);
  in_a_row = answer == cudaSuccess || answer == cudaErrorNotReady ? 0
             : in_a_row <= very_many                              ? in_a_row + 1
                                                                  : in_a_row;
  if (in_a_row == very_many)
    std::fprintf(stderr, "%s has failed 100,000 times in a row, with %s\n", call,
                 cudaGetErrorName(answer));
  return answer;
}

} // namespace cudalab::emulator

using namespace cudalab::emulator;

namespace {

/// Why the last error came. That it is of an earlier call, whose result was thrown away, is said
/// first: who asks behind a launch takes it for the launch's.
std::string reason_of_last(const std::string& dropped_at) {
  if (dropped_at.empty())
    return last_reason;
  return "the call in " + dropped_at + " failed, and its result was thrown away" +
         (last_reason.empty() ? "" : "; " + last_reason);
}

} // namespace

cudaError_t cudaGetLastError() {
  because(reason_of_last(the_program_observer().errors_looked_at(last)));
  const cudaError_t error = finish(last);
  if (last != cudaSuccess)
    the_program_observer().error_taken(last, __builtin_return_address(0));
  last = cudaSuccess;
  return error;
}

cudaError_t cudaPeekAtLastError() {
  because(reason_of_last(the_program_observer().errors_looked_at(last)));
  const cudaError_t error = finish(last);
  if (last != cudaSuccess)
    the_program_observer().error_kept(last, __builtin_return_address(0));
  return error;
}

const char* cudaGetErrorName(cudaError_t error) {
  switch (error) {
#define CUDALAB_ERROR(name, number, text)                                                          \
  case name:                                                                                       \
    return #name;
    CUDALAB_ERRORS
#undef CUDALAB_ERROR
  }
  return "unrecognized error code";
}

const char* cudaGetErrorString(cudaError_t error) {
  switch (error) {
#define CUDALAB_ERROR(name, number, text)                                                          \
  case name:                                                                                       \
    return text;
    CUDALAB_ERRORS
#undef CUDALAB_ERROR
  }
  return "unrecognized error code";
}

extern "C" const char* cudalab_reason_of(cudaError_t error) {
  return error == with_last_reason ? last_reason.c_str() : "";
}

void cudalab::emulator::operator,(cudaError_t error, dropped_result) {
  if (error != cudaSuccess)
    the_program_observer().error_dropped(error, cudaGetErrorName(error),
                                         __builtin_return_address(0));
}
