// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#include "emulator/runtime/driver_call.h"

#include <atomic>

namespace cudalab::emulator {

namespace {

constinit thread_local const driver_call* call_in_hand = nullptr;
constinit thread_local bool runtime_used_here = false;
std::atomic<bool> runtime_used{false};

} // namespace

driver_call::driver_call(const char* called, const void* return_address)
    : name(called), caller(return_address), outer_(call_in_hand) {
  call_in_hand = this;
}

driver_call::~driver_call() {
  call_in_hand = outer_;
}

const driver_call* driver_call::current() {
  return call_in_hand;
}

void note_runtime_used() {
  if (call_in_hand != nullptr || runtime_used_here)
    return;
  runtime_used_here = true;
  runtime_used.store(true, std::memory_order_relaxed);
}

bool thread_has_used_runtime() {
  return runtime_used_here;
}

bool runtime_was_used() {
  return runtime_used.load(std::memory_order_relaxed);
}

} // namespace cudalab::emulator
