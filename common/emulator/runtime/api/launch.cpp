// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#include "emulator/include/cudalab/launch.h"

#include <cstring>
#include <memory>

#include <fmt/format.h>

#include "emulator/runtime/active_observers.h"
#include "emulator/runtime/api/host_memory_api.h"
#include "emulator/runtime/api/known_kernels.h"
#include "emulator/runtime/blocks/launch_limits.h"
#include "emulator/runtime/blocks/occupancy.h"
#include "emulator/runtime/blocks/resident_blocks.h"
#include "emulator/runtime/blocks/thread_position.h"
#include "emulator/runtime/blocks/worker_pool.h"
#include "emulator/runtime/counters.h"
#include "emulator/runtime/device_limits.h"
#include "emulator/runtime/devices.h"
#include "emulator/runtime/memory/shared_memory.h"
#include "emulator/runtime/queue/child_work.h"
#include "emulator/runtime/queue/errors.h"
#include "emulator/runtime/queue/node_parameters.h"
#include "emulator/runtime/queue/recorded_work.h"
#include "emulator/runtime/queue/submit.h"

extern "C" {
__thread cudalab::emulator::index3 cudalab_threadIdx;
__thread cudalab::emulator::index3 cudalab_blockIdx;
__thread cudalab::emulator::index3 cudalab_blockDim;
__thread cudalab::emulator::index3 cudalab_gridDim;
}

namespace cudalab::emulator {

namespace {

/// A launch with its kernel's arguments, which it owns: it outlives the call.
class pending_launch {
public:
  pending_launch(const launch_record& record, const kernel_call& call)
      : record_(record), call_(call) {}
  ~pending_launch() { call_.destroy(call_.closure); }
  pending_launch(const pending_launch&) = delete;
  pending_launch& operator=(const pending_launch&) = delete;

  const kernel_call& call() const { return call_; }
  const launch_record& record() const { return record_; }

  void run(operation_number number) {
    record_.number = number;
    record_.stream = stream_in_hand();
    record_.child = child_in_hand();
    const auto& observers = active_observers();
    for (const auto& observer : observers)
      observer->launch_begins(record_);
    block_queue blocks;
    blocks.launch = &record_;
    blocks.call = &call_;
    blocks.observed = !observers.empty();
    worker_pool::instance().run(blocks);
    for (const auto& observer : observers)
      observer->launch_ended(record_);
    if (const int error = blocks.error; error != 0)
      fail_device(static_cast<cudaError_t>(error));
    do_child_work(number);
  }

private:
  launch_record record_;
  kernel_call call_;
};

/// For a program that asks what a node of a graph does.
std::shared_ptr<const node_parameters> parameters_of(const std::shared_ptr<pending_launch>& launch,
                                                     const launch_configuration& configuration) {
  auto made = std::make_shared<node_parameters>();
  made->launched = launch;
  made->cooperative = launch->record().cooperative;
  const kernel_call& call = launch->call();
  for (const kernel_argument& each : arguments_of(call))
    made->arguments.push_back(each.place);
  made->given = cudaKernelNodeParams{const_cast<void*>(call.kernel),
                                     configuration.grid,
                                     configuration.block,
                                     static_cast<unsigned>(configuration.dynamic_shared_bytes),
                                     made->arguments.data(),
                                     nullptr};
  if (call.kernel != nullptr)
    remember_launch(call);
  return made;
}

index3 to_index(const dim3& size) {
  return {size.x, size.y, size.z};
}

/// All blocks of a cooperative launch must be on the device at once.
cudaError_t check_residency(const launch_record& launch) {
  const block_needs needs{.threads = launch.threads_per_block(),
                          .shared_bytes =
                              static_shared_bytes(launch.kernel) + launch.dynamic_shared_bytes};
  return launch.blocks() <= most_resident_blocks(needs) &&
                 resident_blocks::instance().reserve(launch.blocks())
             ? cudaSuccess
             : cudaErrorCooperativeLaunchTooLarge;
}

} // namespace

namespace {

/// What is wrong with a launch by a kernel that no launch by the host has.
launch_verdict judge_child(cudaStream_t stream, int own_pointer) {
  if (const std::string why = refuses_child_work(stream); !why.empty())
    return {cudaErrorInvalidResourceHandle, launch_refusal::no_stream, why};
  if (own_pointer != 0)
    return {cudaErrorInvalidValue, launch_refusal::own_memory,
            fmt::format("argument {} points to local or shared memory of the kernel that launches, "
                        "which ends before the launched one begins",
                        own_pointer)};
  return {};
}

/// Of a launch by a kernel.
cudaError_t check_child(const launch_record& record, cudaStream_t stream, int own_pointer) {
  if (record.cooperative)
    return cudaErrorNotSupported;
  const launch_verdict verdict = judge_child(stream, own_pointer);
  return verdict.error == cudaSuccess ? check_launch(record, nullptr)
                                      : refuse_launch(record, verdict);
}

cudaError_t check(const launch_record& record, cudaStream_t stream, int own_pointer) {
  const unrecorded_host_work looking_up;
  if (current_block != nullptr)
    return check_child(record, stream, own_pointer);
  cudaError_t error = sticky_error();
  if (error == cudaSuccess)
    error = check_launch(record, stream);
  if (error == cudaSuccess && record.cooperative)
    error = check_residency(record);
  return error;
}

} // namespace

void* keep_closure(const void* closure, std::size_t bytes) {
  return std::memcpy(::operator new(bytes), closure, bytes);
}
void forget_closure(void* kept) {
  ::operator delete(kept);
}

bool ends_with_block(const volatile void* pointer) {
  const void* const where = const_cast<const void*>(pointer);
  return on_thread_stack(where) || in_shared_memory(where);
}

cudaError_t launch(const launch_configuration& configuration, kernel_call call) {
  launch_record record{
      .kernel = call.name,
      .file = configuration.file,
      .line = configuration.line,
      .grid = to_index(configuration.grid),
      .block = to_index(configuration.block),
      .dynamic_shared_bytes = configuration.dynamic_shared_bytes,
      .cooperative = configuration.cooperative,
      .number = 0,
      .stream = {},
      .device = current_device(),
      .arguments = static_cast<const std::byte*>(call.closure),
      .argument_bytes = call.closure_bytes,
  };
  // By this OS thread: the program's own code shows them, which may use its own memory only.
  if (current_block == nullptr && !active_observers().empty())
    for (const kernel_argument& each : arguments_of(call))
      record.argument_places.push_back(
          {static_cast<std::size_t>(static_cast<std::byte*>(each.place) - record.arguments),
           each.bytes});
  const auto pending = std::make_shared<pending_launch>(record, call);
  cudaError_t error = check(record, configuration.stream, call.own_pointer);
  if (is_refused(record) && error == cudaSuccess)
    error = cudaErrorLaunchOutOfResources;
  if (error == cudaSuccess && current_block == nullptr) {
    look_at_registered_memory();
    note_launch(record);
  }
  if (error == cudaSuccess) {
    const bool recorded = current_block == nullptr && is_capturing(configuration.stream);
    error = submit(configuration.stream,
                   {.name = call.name,
                    .perform = [pending](operation_number number) { pending->run(number); },
                    .file = configuration.file,
                    .line = configuration.line,
                    .kind = work_kind::kernel,
                    .bytes = 8 * record.threads_per_block() * record.blocks(),
                    .device = record.device,
                    .given = recorded ? parameters_of(pending, configuration) : nullptr});
  }
  return finish(error);
}

} // namespace cudalab::emulator
