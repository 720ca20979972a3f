// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// The runtime API: memory and events of several processes. A handle tells in which process, and by
/// which descriptor, the memory can be opened.
#include <atomic>
#include <cstring>
#include <map>
#include <memory>
#include <mutex>

#include <fcntl.h>
#include <unistd.h>

#include "emulator/include/cudalab/driver_ipc_api.h"
#include "emulator/runtime/api/driver_contexts.h"
#include "emulator/runtime/devices.h"
#include "emulator/runtime/driver_call.h"
#include "emulator/runtime/memory/device_memory.h"
#include "emulator/runtime/memory/physical_memory.h"
#include "emulator/runtime/memory/repeated_pages.h"
#include "emulator/runtime/program_observer.h"
#include "emulator/runtime/queue/device_queue.h"
#include "emulator/runtime/queue/errors.h"
#include "emulator/runtime/queue/events.h"
#include "emulator/runtime/queue/shared_event.h"
#include "emulator/runtime/queue/submit.h"

using namespace cudalab::emulator;

namespace {

enum class shared_kind : std::uint32_t { memory = 1, event = 2 };

/// What a handle holds.
struct shared_handle {
  char magic[8];
  shared_kind kind;
  int process, file;
  int device;
  std::uint64_t serial; ///< of what that process has shared
  std::uint64_t bytes;  ///< of the allocation, and where it begins in its first page
  std::uint64_t shift;
};
static_assert(sizeof(shared_handle) <= CUDA_IPC_HANDLE_SIZE);
constexpr char magic_word[8] = "cudalab";

/// A word that no other shared thing of this machine has. It begins with the device's number.
std::string label_of(const shared_handle& handle) {
  return std::to_string(handle.device) + '-' + std::to_string(handle.process) + '-' +
         std::to_string(handle.serial);
}

std::uint64_t next_serial() {
  static std::atomic<std::uint64_t> last{0};
  return ++last;
}

shared_handle new_handle(shared_kind kind, int device) {
  shared_handle made = {};
  std::memcpy(made.magic, magic_word, sizeof magic_word);
  made.kind = kind;
  made.process = getpid();
  made.device = device;
  made.serial = next_serial();
  return made;
}

template <class Handle>
void write_handle(const shared_handle& from, Handle* to) {
  *to = {};
  std::memcpy(to->reserved, &from, sizeof from);
}

/// @return an error, or cudaSuccess and what another process has shared
template <class Handle>
cudaError_t open_handle(const Handle& given, shared_kind kind, shared_handle& handle,
                        std::shared_ptr<physical_memory>& pages) {
  std::memcpy(&handle, given.reserved, sizeof handle);
  if (std::memcmp(handle.magic, magic_word, sizeof magic_word) != 0 || handle.kind != kind) {
    because("this is no handle that an emulated device has given");
    return cudaErrorInvalidResourceHandle;
  }
  if (handle.process == getpid()) {
    because("the process that has given the handle cannot open it: it has what the handle is of");
    return cudaErrorDeviceUninitialized; // as CUDA does
  }
  if (!is_device_number(handle.device))
    return cudaErrorInvalidDevice;
  const std::string path =
      "/proc/" + std::to_string(handle.process) + "/fd/" + std::to_string(handle.file);
  const int file = open(path.c_str(), O_RDWR | O_CLOEXEC);
  if (file >= 0) {
    pages = physical_memory::of_descriptor(file);
    close(file);
  }
  if (pages == nullptr || pages->label() != label_of(handle)) {
    because("what the handle is of is no longer there: the process that has given it has ended, or "
            "has freed it");
    return cudaErrorInvalidResourceHandle;
  }
  return cudaSuccess;
}

/// What this process has given, by the begin of the allocation: the handle is always the same.
std::mutex shared_mutex_of_memory;
std::map<std::shared_ptr<const physical_memory>, shared_handle>& given_handles() {
  static auto& all = *new std::map<std::shared_ptr<const physical_memory>, shared_handle>;
  return all;
}

/// What it has opened, by its address.
struct opened_memory {
  std::string label;
  std::byte* begin = nullptr; ///< of its pages
  std::size_t bytes = 0;      ///< likewise
  unsigned times = 0;
};
std::map<void*, opened_memory>& opened() {
  static auto& all = *new std::map<void*, opened_memory>;
  return all;
}

bool can_be_shared(const allocation& one) {
  return one.kind == memory_kind::device && one.period == 0 &&
         (one.flags & (stream_ordered | of_graph_node | mapped | by_kernel | of_other_process)) ==
             0;
}

cudaError_t get_memory_handle(cudaIpcMemHandle_t* handle, void* memory) {
  const std::optional<allocation> found = device_memory::instance().find(memory);
  if (handle == nullptr || !found)
    return cudaErrorInvalidValue;
  if (!can_be_shared(*found)) {
    because("only memory of cudaMalloc, and of cuMemAlloc, can be given to other processes");
    return cudaErrorInvalidValue;
  }
  const std::lock_guard lock(shared_mutex_of_memory);
  std::erase_if(given_handles(), [](const auto& each) { return each.first.use_count() == 1; });
  shared_handle fresh = new_handle(shared_kind::memory, found->device);
  wait_until_idle(); // its pages are exchanged
  const auto pages = device_memory::instance().share(found->begin, label_of(fresh));
  if (pages == nullptr)
    return cudaErrorMemoryAllocation;
  const auto [place, is_new] = given_handles().try_emplace(pages, fresh);
  if (is_new) {
    place->second.file = pages->file();
    place->second.bytes = found->bytes;
    place->second.shift = reinterpret_cast<std::uintptr_t>(found->begin) % page_bytes;
  }
  write_handle(place->second, handle);
  if (memory_listener* const listener = device_memory::instance().listener())
    listener->written(found->begin, found->bytes); // by others, which nobody here sees
  return cudaSuccess;
}

cudaError_t open_memory(void** memory, const cudaIpcMemHandle_t& given, unsigned flags,
                        const void* caller) {
  if (memory == nullptr || flags != cudaIpcMemLazyEnablePeerAccess)
    return cudaErrorInvalidValue;
  shared_handle handle;
  std::shared_ptr<physical_memory> pages;
  if (const cudaError_t error = open_handle(given, shared_kind::memory, handle, pages);
      error != cudaSuccess)
    return error;
  const std::lock_guard lock(shared_mutex_of_memory);
  for (auto& [place, one] : opened())
    if (one.label == pages->label()) {
      ++one.times;
      *memory = place;
      return cudaSuccess;
    }
  device_memory& all = device_memory::instance();
  std::byte* const begin = all.reserve_addresses(pages->bytes(), page_bytes);
  if (begin == nullptr || !pages->map_at(begin, true))
    return cudaErrorMemoryAllocation;
  std::byte* const place = begin + handle.shift;
  all.map(place, handle.bytes, caller, {handle.device, true, of_other_process});
  if (all.listener() != nullptr)
    all.listener()->written(place, handle.bytes);
  opened()[place] = {pages->label(), begin, pages->bytes(), 1};
  *memory = place;
  return cudaSuccess;
}

cudaError_t close_memory(void* memory, const void* caller) {
  const std::lock_guard lock(shared_mutex_of_memory);
  const auto found = opened().find(memory);
  if (found == opened().end()) {
    because("the pointer is none that cudaIpcOpenMemHandle has given, or it was closed");
    return cudaErrorInvalidValue;
  }
  if (--found->second.times > 0)
    return cudaSuccess;
  const cudaError_t error = wait_for_device(every_device);
  const opened_memory gone = found->second;
  opened().erase(found);
  device_memory::instance().free(memory, caller);
  give_own_pages(gone.begin, gone.bytes);
  device_memory::instance().end_reservation(gone.begin, gone.bytes);
  return error;
}

cudaError_t get_event_handle(cudaIpcEventHandle_t* handle, cudaEvent_t event) {
  const auto lock = locked_queue();
  if (!is_event(event))
    return cudaErrorInvalidResourceHandle;
  if (handle == nullptr)
    return cudaErrorInvalidValue;
  if (event->shared == nullptr) {
    because("the event was not made with cudaEventInterprocess and cudaEventDisableTiming");
    return cudaErrorInvalidResourceHandle;
  }
  shared_handle of = {};
  const std::string& label = event->shared->pages().label();
  std::memcpy(of.magic, magic_word, sizeof magic_word);
  of.kind = shared_kind::event;
  of.file = event->shared->pages().file();
  if (std::sscanf(label.c_str(), "%d-%d-%lu", &of.device, &of.process, &of.serial) != 3 ||
      of.process != getpid()) {
    because("another process has made the event, and only it can give a handle of it");
    return cudaErrorInvalidResourceHandle;
  }
  write_handle(of, handle);
  return cudaSuccess;
}

cudaError_t open_event(cudaEvent_t* event, const cudaIpcEventHandle_t& given, const void* caller) {
  if (event == nullptr)
    return cudaErrorInvalidValue;
  shared_handle handle;
  std::shared_ptr<physical_memory> pages;
  if (const cudaError_t error = open_handle(given, shared_kind::event, handle, pages);
      error != cudaSuccess)
    return error;
  auto shared = shared_event::of(std::move(pages));
  if (shared == nullptr)
    return cudaErrorMemoryAllocation;
  const call_path behind = the_program_observer().calls_behind(caller);
  const auto lock = locked_queue();
  auto* const made = new CUevent_st{.timed = false,
                                    .recorded = nullptr,
                                    .recording = nullptr,
                                    .made_by = caller,
                                    .behind = behind,
                                    .empty_waits = {},
                                    .device = current_device(),
                                    .by_driver = driver_call::current() != nullptr,
                                    .shared = std::move(shared)};
  events().insert(made);
  *event = made;
  return cudaSuccess;
}

} // namespace

std::shared_ptr<shared_event> cudalab::emulator::make_shared_event(int device) {
  return shared_event::make(label_of(new_handle(shared_kind::event, device)));
}

cudaError_t cudaIpcGetMemHandle(cudaIpcMemHandle_t* handle, void* memory) {
  if (sticky_error() != cudaSuccess)
    return finish(cudaSuccess);
  return finish(get_memory_handle(handle, memory));
}

cudaError_t cudaIpcOpenMemHandle(pointer_out memory, cudaIpcMemHandle_t handle,
                                 unsigned int flags) {
  if (sticky_error() != cudaSuccess)
    return finish(cudaSuccess);
  return finish(open_memory(memory.get(), handle, flags, CALLER_IN_PROGRAM));
}

cudaError_t cudaIpcCloseMemHandle(void* memory) {
  if (sticky_error() != cudaSuccess)
    return finish(cudaSuccess);
  return finish(close_memory(memory, CALLER_IN_PROGRAM));
}

cudaError_t cudaIpcGetEventHandle(cudaIpcEventHandle_t* handle, cudaEvent_t event) {
  if (sticky_error() != cudaSuccess)
    return finish(cudaSuccess);
  return finish(get_event_handle(handle, event));
}

cudaError_t cudaIpcOpenEventHandle(cudaEvent_t* event, cudaIpcEventHandle_t handle) {
  if (sticky_error() != cudaSuccess)
    return finish(cudaSuccess);
  return finish(open_event(event, handle, CALLER_IN_PROGRAM));
}

CUresult cuIpcGetMemHandle(CUipcMemHandle* handle, CUdeviceptr memory) {
  BEGIN_DRIVER_CALL("cuIpcGetMemHandle", check_context);
  return as_result(cudaIpcGetMemHandle(handle, reinterpret_cast<void*>(memory)));
}

CUresult cuIpcOpenMemHandle(CUdeviceptr* memory, CUipcMemHandle handle, unsigned int flags) {
  BEGIN_DRIVER_CALL("cuIpcOpenMemHandle", check_context);
  void* place = nullptr;
  const CUresult result =
      as_result(cudaIpcOpenMemHandle(memory == nullptr ? nullptr : &place, handle, flags));
  if (result == CUDA_SUCCESS)
    *memory = reinterpret_cast<CUdeviceptr>(place);
  return result;
}

CUresult cuIpcCloseMemHandle(CUdeviceptr memory) {
  BEGIN_DRIVER_CALL("cuIpcCloseMemHandle", check_context);
  return as_result(cudaIpcCloseMemHandle(reinterpret_cast<void*>(memory)));
}

CUresult cuIpcGetEventHandle(CUipcEventHandle* handle, CUevent event) {
  BEGIN_DRIVER_CALL("cuIpcGetEventHandle", check_context);
  return as_result(cudaIpcGetEventHandle(handle, event));
}

CUresult cuIpcOpenEventHandle(CUevent* event, CUipcEventHandle handle) {
  BEGIN_DRIVER_CALL("cuIpcOpenEventHandle", check_context);
  return as_result(cudaIpcOpenEventHandle(event, handle));
}
