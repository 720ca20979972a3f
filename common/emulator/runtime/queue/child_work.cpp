// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#include "emulator/runtime/queue/child_work.h"

#include <mutex>
#include <string>
#include <utility>
#include <vector>

#include "emulator/runtime/active_observers.h"
#include "emulator/runtime/queue/errors.h"
#include "emulator/runtime/queue/streams.h"
#include "emulator/runtime/queue/submit.h"

namespace cudalab::emulator {

namespace {

/// Of one kernel, in the order in which its threads handed it over.
struct child_work {
  std::vector<operation> now;
  std::vector<operation> last; ///< in cudaStreamTailLaunch
};

std::mutex mutex;
child_work of_this_kernel; ///< blocks of one kernel run at a time

child_work take() {
  const std::lock_guard lock(mutex);
  return std::exchange(of_this_kernel, {});
}

void perform(const operation& work, operation_number number) {
  if (device_error() != cudaSuccess)
    return;
  if (!work.uses.empty())
    for (const auto& observer : active_observers())
      observer->transfer_begins(number, work);
  if (work.perform)
    work.perform(number); // a kernel does its own child work
}

} // namespace

std::string refuses_child_work(cudaStream_t stream) {
  if (stream == cudaStreamTailLaunch || stream == cudaStreamFireAndForget ||
      is_default_stream(stream))
    return "";
  const std::lock_guard lock(device_queue::instance().mutex());
  const CUstream_st* const found = find_stream(stream);
  if (found == nullptr)
    return "there is no such stream, or it was destroyed";
  return found->identity.by_kernel
             ? ""
             : "the host has made the stream, and a kernel can use only streams of kernels";
}

bool child_work_is_pending() {
  const std::lock_guard lock(mutex);
  return !of_this_kernel.now.empty() || !of_this_kernel.last.empty();
}

cudaError_t add_child_work(cudaStream_t stream, operation work) {
  const bool is_last = stream == cudaStreamTailLaunch;
  if (const std::string why = refuses_child_work(stream); !why.empty()) {
    because(why);
    return cudaErrorInvalidResourceHandle;
  }
  const std::lock_guard lock(mutex);
  (is_last ? of_this_kernel.last : of_this_kernel.now).push_back(std::move(work));
  return cudaSuccess;
}

void do_child_work(operation_number number) {
  const child_work work = take();
  for (const std::vector<operation>& some : {std::cref(work.now), std::cref(work.last)})
    for (const operation& each : some)
      perform(each, number);
}

} // namespace cudalab::emulator
