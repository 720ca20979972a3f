// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#include "emulator/runtime/api/copies.h"

#include <cmath>
#include <cstring>
#include <memory>
#include <vector>

#include <fmt/format.h>

#include "emulator/runtime/counters.h"
#include "emulator/runtime/devices.h"
#include "emulator/runtime/memory/device_memory.h"
#include "emulator/runtime/program_observer.h"
#include "emulator/runtime/queue/errors.h"
#include "emulator/runtime/queue/node_parameters.h"
#include "emulator/runtime/queue/submit.h"
#include "emulator/runtime/queue/virtual_time.h"

namespace cudalab::emulator {

namespace {

/// One side of a copy.
struct side {
  const std::byte* begin = nullptr;
  memory_strides strides;
  const std::byte* slot = nullptr; ///< of begin; null: the host's own memory
  bool for_host = false;           ///< host code may use it too
  bool page_locked = false;        ///< pinned by cudaMallocHost or cudaHostRegister
  int device = -1;                 ///< that has it; -1: none, or any
  bool in_graph = false;           ///< it is used when a graph is launched

  side(const void* place, const memory_strides& apart, bool later)
      : begin(static_cast<const std::byte*>(place)), strides(apart), in_graph(later) {
    slot = device_memory::instance().slot_of(place);
    const auto found = holder();
    if (found && found->kind == memory_kind::device)
      device = found->device;
    for_host = slot == nullptr || (found && host_may_touch(found->kind));
    page_locked =
        found && (found->kind == memory_kind::pinned || found->kind == memory_kind::registered);
  }

  /// The allocation that has it, if it is the device's.
  std::optional<allocation> holder() const {
    return slot == nullptr ? std::nullopt : device_memory::instance().find_coming(slot, in_graph);
  }

  std::size_t row(std::size_t y, std::size_t z) const {
    return z * strides.slice + y * strides.pitch;
  }

  /// Whether all of it is in one allocation; what is the host's own is taken to be good.
  bool covers(const memory_block& block) const {
    if (slot == nullptr)
      return true;
    const auto found = holder();
    return found && row(block.rows - 1, block.slices - 1) + block.width <=
                        static_cast<std::size_t>(end_of(*found) - slot);
  }

  /// Of the memory from `slot` on.
  const std::byte* end_of(const allocation& found) const {
    return !is_mapped(found) ? found.end() : device_memory::instance().end_of_memory_at(slot);
  }

  void add_uses(const memory_block& block, bool writes, std::vector<memory_use>& uses) const {
    for (std::size_t z = 0; z < block.slices; ++z)
      uses.push_back({.begin = begin + row(0, z),
                      .bytes = block.width,
                      .writes = writes,
                      .rows = block.rows,
                      .pitch = strides.pitch});
  }
};

template <class Do>
void for_rows(const memory_block& block, const Do& action) {
  for (std::size_t z = 0; z < block.slices; ++z)
    for (std::size_t y = 0; y < block.rows; ++y)
      action(y, z);
}

bool nothing_in(const memory_block& block) {
  return block.width == 0 || block.rows == 0 || block.slices == 0;
}

std::size_t bytes_in(const memory_block& block) {
  return block.width * block.rows * block.slices;
}

bool pitch_fits(const memory_block& block, const memory_strides& strides) {
  return block.rows == 1 || strides.pitch >= block.width;
}

bool direction_fits(const side& to, const side& from, cudaMemcpyKind kind) {
  if (kind == cudaMemcpyDefault)
    return true;
  const bool to_device = kind == cudaMemcpyHostToDevice || kind == cudaMemcpyDeviceToDevice;
  const bool from_device = kind == cudaMemcpyDeviceToHost || kind == cudaMemcpyDeviceToDevice;
  return (to_device ? to.slot != nullptr : to.for_host) &&
         (from_device ? from.slot != nullptr : from.for_host);
}

bool between_devices(const side& to, const side& from) {
  return to.device >= 0 && from.device >= 0 && to.device != from.device;
}

work_kind kind_of(const side& to, const side& from) {
  if (between_devices(to, from))
    return work_kind::copy_peer;
  if (to.for_host)
    return from.for_host ? work_kind::mark : work_kind::copy_out;
  return from.for_host ? work_kind::copy_in : work_kind::copy_within;
}

/// Why direction_fits() or covers() says no, for a student.
std::string why_refused(const side& to, const side& from, const copy_request& request) {
  const auto name = [](bool device) { return device ? "memory of the device" : "host memory"; };
  const auto wrong_side = [&](const char* which, const side& one, bool wants_device) {
    const bool fits = wants_device ? one.slot != nullptr : one.for_host;
    return fits ? std::string()
                : fmt::format("the {} pointer is {}, and this direction wants {} there", which,
                              name(one.slot != nullptr), name(wants_device));
  };
  const auto kind = request.kind;
  if (kind != cudaMemcpyDefault) {
    const std::string to_side =
        wrong_side("first", to, kind == cudaMemcpyHostToDevice || kind == cudaMemcpyDeviceToDevice);
    if (!to_side.empty())
      return to_side;
    const std::string from_side = wrong_side(
        "second", from, kind == cudaMemcpyDeviceToHost || kind == cudaMemcpyDeviceToDevice);
    if (!from_side.empty())
      return from_side;
  }
  const bool short_target = !to.covers(request.block);
  const auto found = (short_target ? to : from).holder();
  const char* const which = short_target ? "first" : "second";
  if (!found)
    return fmt::format("the {} pointer points to no live allocation", which);
  const std::size_t asked = bytes_in(request.block);
  const side& one = short_target ? to : from;
  const auto there = static_cast<std::size_t>(one.end_of(*found) - one.slot);
  // As many bytes as elements of 4, 8 or 16 bytes.
  const auto is = [=](std::size_t size) { return there > 1 && asked == size * there; };
  return fmt::format("{} bytes are copied, and only {} are there from the {} pointer on{}", asked,
                     there, which,
                     is(4) || is(8) || is(16) ? ": was that memory asked for in elements, and not "
                                                "in bytes?"
                                              : "");
}

/// Why fill() refuses, for a student.
std::string why_not_filled(const side& to, const fill_request& request) {
  if (to.slot == nullptr)
    return "the pointer is host memory, and the call fills memory of the device";
  const auto found = to.holder();
  if (!found)
    return "the pointer points to no live allocation";
  const bool named = to.slot == found->begin && !found->name.empty();
  return fmt::format("{} bytes are to be set, and only {} are there from {} on",
                     bytes_in(request.block), found->end() - to.slot,
                     named ? found->name : "the pointer");
}

/// What a copy by the program counts for.
void note_copy(const side& to, const side& from, std::size_t bytes) {
  if (to.for_host == from.for_host)
    return;
  (to.for_host ? note_copy_to_host : note_copy_to_device)(bytes);
  const side& of_host = to.for_host ? to : from;
  if (of_host.page_locked || of_host.slot == nullptr)
    note_copy_by_memory(of_host.page_locked, to.for_host, bytes);
}

/// Whether the host's memory takes part and is not pinned. (The driver moves managed memory page by
/// page.)
bool is_slow(const side& to, const side& from) {
  return (to.for_host && !to.page_locked) || (from.for_host && !from.page_locked);
}

/// Tells who keeps books of device memory.
void tell_copied(const side& to, const side& from, const memory_block& block) {
  memory_listener* const listener = device_memory::instance().listener();
  if (listener == nullptr || to.slot == nullptr)
    return;
  for_rows(block, [&](std::size_t y, std::size_t z) {
    if (from.slot != nullptr)
      listener->copied(to.slot + to.row(y, z), from.slot + from.row(y, z), block.width);
    else
      listener->written(to.slot + to.row(y, z), block.width);
  });
}

void fill_row(std::byte* row, int value, std::size_t bytes, unsigned unit) {
  if (unit == 1)
    std::memset(row, value, bytes);
  else
    for (std::size_t at = 0; at < bytes; at += unit)
      std::memcpy(row + at, &value, unit);
}

/// What host memory holds now: the program may change it as soon as the call has returned.
std::shared_ptr<std::vector<std::byte>> staged(const side& from, const memory_block& block) {
  auto bytes = std::make_shared<std::vector<std::byte>>();
  bytes->reserve(bytes_in(block));
  for_rows(block, [&](std::size_t y, std::size_t z) {
    const std::byte* const row = from.begin + from.row(y, z);
    bytes->insert(bytes->end(), row, row + block.width);
  });
  return bytes;
}

/// One side of a copy, for a program that asks what a node of a graph does.
cudaPitchedPtr pitched(const void* begin, const memory_strides& strides,
                       const memory_block& block) {
  const std::size_t pitch = strides.pitch == 0 ? block.width : strides.pitch;
  const std::size_t rows = strides.slice == 0 ? block.rows : strides.slice / pitch;
  return {const_cast<void*>(begin), pitch, block.width, rows};
}

std::shared_ptr<const node_parameters> parameters_of(const copy_request& request) {
  auto made = std::make_shared<node_parameters>();
  cudaMemcpy3DParms all = {};
  all.srcPtr = pitched(request.from, request.from_strides, request.block);
  all.dstPtr = pitched(request.to, request.to_strides, request.block);
  all.extent = {request.block.width, request.block.rows, request.block.slices};
  all.kind = request.kind;
  made->given = request.box == nullptr ? all : *request.box;
  return made;
}

std::shared_ptr<const node_parameters> parameters_of(const fill_request& request) {
  const unsigned unit = request.element_bytes;
  auto made = std::make_shared<node_parameters>();
  made->given = cudaMemsetParams{request.to,
                                 request.strides.pitch,
                                 unit == 1 ? static_cast<unsigned char>(request.value)
                                           : static_cast<unsigned>(request.value),
                                 unit,
                                 request.block.width / unit,
                                 request.block.rows * request.block.slices};
  return made;
}

} // namespace

cudaError_t copy(const api_call& call, const copy_request& request) {
  if (!is_stream(call.stream))
    return finish(cudaErrorInvalidResourceHandle);
  if (request.kind < cudaMemcpyHostToHost || request.kind > cudaMemcpyDefault)
    return finish(cudaErrorInvalidMemcpyDirection);
  const memory_block block = request.block;
  if (sticky_error() != cudaSuccess || nothing_in(block))
    return finish(cudaSuccess);
  if (call_fails(call.name, call.caller))
    return finish(cudaErrorInvalidValue);
  if (!pitch_fits(block, request.to_strides) || !pitch_fits(block, request.from_strides))
    return finish(cudaErrorInvalidPitchValue);
  if (request.to == nullptr || request.from == nullptr)
    return finish(cudaErrorInvalidValue);
  const bool recorded = call.asynchronous && is_capturing(call.stream);
  const side to(request.to, request.to_strides, recorded),
      from(request.from, request.from_strides, recorded);
  if (current_block != nullptr && (to.slot == nullptr || from.slot == nullptr)) {
    because("a kernel copies from global memory to global memory: its local and shared memory end "
            "before the copy begins");
    return finish(cudaErrorInvalidValue);
  }
  if (!direction_fits(to, from, request.kind) || !to.covers(block) || !from.covers(block)) {
    because(why_refused(to, from, request));
    return finish(cudaErrorInvalidValue);
  }

  if (to.slot == nullptr)
    for_rows(block, [&](std::size_t y, std::size_t z) {
      the_program_observer().stores_for_host(to.begin + to.row(y, z), block.width, call.caller);
    });
  if (from.slot == nullptr)
    for_rows(block, [&](std::size_t y, std::size_t z) {
      the_program_observer().reads_of_host(from.begin + from.row(y, z), block.width, call.caller);
    });
  note_copy(to, from, bytes_in(block));
  operation work{.name = call.name, .perform = {}, .called_at = call.caller};
  if (recorded)
    work.given = parameters_of(request);
  from.add_uses(block, false, work.uses);
  to.add_uses(block, true, work.uses);
  std::byte* const target = static_cast<std::byte*>(request.to);
  const bool from_pageable = from.slot == nullptr, to_pageable = to.slot == nullptr;
  work.kind = kind_of(to, from);
  work.bytes = bytes_in(block);
  work.device = to.device >= 0 ? to.device : from.device >= 0 ? from.device : current_device();
  if (work.kind == work_kind::copy_peer) {
    work.from_device = from.device;
    work.staged = !peer_access(to.device, from.device) && !peer_access(from.device, to.device);
  }
  work.pageable = from_pageable || to_pageable;
  work.lasts =
      virtual_cost::copy(bytes_in(block), !to.for_host && !from.for_host, is_slow(to, from));
  if (work.kind == work_kind::copy_out)
    work.lasts = nanoseconds(
        std::llround(static_cast<double>(work.lasts.count()) * virtual_now.part_of_copies_out()));
  if (call.asynchronous && from_pageable && !to_pageable && !recorded) {
    work.holds_host = true;
    work.uses.erase(work.uses.begin(), work.uses.begin() + static_cast<long>(block.slices));
    work.perform = [=, bytes = staged(from, block)](operation_number) {
      const std::byte* row = bytes->data();
      for_rows(block, [&](std::size_t y, std::size_t z) {
        std::memcpy(target + to.row(y, z), row, block.width);
        row += block.width;
      });
      tell_copied(to, from, block);
    };
    return finish(submit(call.stream, std::move(work)));
  }
  work.perform = [=](operation_number) {
    for_rows(block, [&](std::size_t y, std::size_t z) {
      std::memmove(target + to.row(y, z), from.begin + from.row(y, z), block.width);
    });
    tell_copied(to, from, block);
  };
  const bool on_device = !to.for_host && !from.for_host;
  const bool returns_at_once = call.asynchronous ? recorded || !to_pageable : on_device;
  if (!returns_at_once)
    note_host_wait(call.name, call.caller);
  return finish(returns_at_once ? submit(call.stream, std::move(work))
                                : submit_and_wait(call.stream, std::move(work)));
}

cudaError_t fill(const api_call& call, const fill_request& request) {
  if (!is_stream(call.stream))
    return finish(cudaErrorInvalidResourceHandle);
  const memory_block block = request.block;
  if (sticky_error() != cudaSuccess || nothing_in(block))
    return finish(cudaSuccess);
  if (call_fails(call.name, call.caller))
    return finish(cudaErrorInvalidValue);
  if (!pitch_fits(block, request.strides))
    return finish(cudaErrorInvalidPitchValue);
  const bool recorded = call.asynchronous && is_capturing(call.stream);
  const side to(request.to, request.strides, recorded);
  if (to.slot == nullptr || !to.covers(block)) {
    because(why_not_filled(to, request));
    return finish(cudaErrorInvalidValue);
  }
  operation work{.name = call.name, .perform = {}, .called_at = call.caller};
  if (recorded)
    work.given = parameters_of(request);
  to.add_uses(block, true, work.uses);
  work.kind = work_kind::fill;
  work.device = to.device >= 0 ? to.device : current_device();
  work.bytes = bytes_in(block);
  work.lasts = virtual_cost::copy(bytes_in(block), true, false);
  std::byte* const target = static_cast<std::byte*>(request.to);
  work.perform = [=, value = request.value, unit = request.element_bytes,
                  make = request.make](operation_number) {
    memory_listener* const listener = device_memory::instance().listener();
    for_rows(block, [&](std::size_t y, std::size_t z) {
      if (make)
        make(target);
      else
        fill_row(target + to.row(y, z), value, block.width, unit);
      if (listener != nullptr)
        listener->written(to.slot + to.row(y, z), block.width);
    });
  };
  if (call.asynchronous || !to.for_host)
    return finish(submit(call.stream, std::move(work)));
  note_host_wait(call.name,
                 call.caller); // memory that the host can see is filled when the call returns
  return finish(submit_and_wait(call.stream, std::move(work)));
}

} // namespace cudalab::emulator
