// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#include "worker/argument_memory.h"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <cstring>
#include <new>
#include <vector>

#include "worker/backend.h"
#include "worker/binding.h"
#include "worker/cuda_failure.h"

namespace cudalab::worker {

using protocol::direction;
using protocol::memory_space;

namespace {

/// protocol::input_guard over and over.
const std::array<std::byte, protocol::fence_bytes>& guard_of_inputs() {
  static const auto bytes = [] {
    std::array<std::byte, protocol::fence_bytes> pattern{};
    for (std::size_t i = 0; i < pattern.size(); i += sizeof protocol::input_guard)
      std::memcpy(&pattern[i], &protocol::input_guard, sizeof protocol::input_guard);
    return pattern;
  }();
  return bytes;
}

} // namespace

argument_memory::argument_memory(const protocol::buffer_argument& argument,
                                 const shared_blocks& blocks, bool poison_outputs,
                                 std::size_t guard_bytes)
    : argument_(argument), blocks_(blocks), guard_(guard_bytes),
      bytes_(argument.elements * size_of(argument.type)) {
  if (guard_ > protocol::fence_bytes || guard_ % 8 != 0)
    throw bad_call("a guard of " + std::to_string(guard_) + " bytes was asked for");
  const std::byte* content = nullptr;
  if (argument.direction != direction::output)
    content = blocks.inputs.at(argument.input_offset, bytes_);
  if (is_output() && argument.output_offset < guard_)
    throw bad_call("the output " + argument.name + " has no room for its guard");
  if (is_output())
    blocks.outputs.at(argument.output_offset - guard_, bytes_ + 2 * guard_);

  allocate();
  try {
    guard();
    if (content)
      write(guard_, content, bytes_);
    else if (poison_outputs)
      poison();
    else if (argument.space == memory_space::device)
      backend::mark_uninitialised(pointer(), bytes_);
  } catch (...) {
    release(); // the destructor does not run
    throw;
  }
}

argument_memory::argument_memory(argument_memory&& other) noexcept
    : argument_(std::move(other.argument_)), blocks_(other.blocks_), guard_(other.guard_),
      bytes_(other.bytes_), begin_(std::exchange(other.begin_, nullptr)) {}

argument_memory::~argument_memory() {
  release();
}

void argument_memory::release() noexcept {
  if (!begin_)
    return;
  if (argument_.space == memory_space::device)
    cudaFree(begin_); // fails after an error that sticks; the process ends soon then
  else
    std::free(begin_);
}

void argument_memory::allocate() {
  // A buffer without elements still has an address: a null pointer would look like a mistake.
  const std::size_t bytes = std::max<std::size_t>(bytes_ + 2 * guard_, 1);
  void* memory = nullptr;
  if (argument_.space == memory_space::device) {
    require(cudaMalloc(&memory, bytes), "allocating " + argument_.name + " (" +
                                            std::to_string(bytes) + " bytes) on the device");
    backend::name_allocation(memory, argument_.name);
  } else {
    memory = std::malloc(bytes);
    if (!memory)
      throw std::bad_alloc();
  }
  begin_ = static_cast<std::byte*>(memory);
}

void argument_memory::poison() {
  if (argument_.direction == direction::output)
    fill(guard_, bytes_);
}

void argument_memory::copy_out() const {
  if (!is_output())
    return;
  const std::size_t bytes = bytes_ + 2 * guard_;
  read(0, blocks_.outputs.at(argument_.output_offset - guard_, bytes), bytes);
}

bool argument_memory::damaged() const {
  if (is_output() || guard_ == 0)
    return false;
  std::vector<std::byte> now(bytes_ + 2 * guard_);
  read(0, now.data(), now.size());
  const auto is_guard = [](const std::byte* begin, const std::byte* end) {
    return std::equal(begin, end, guard_of_inputs().data());
  };
  const std::byte* const content = now.data() + guard_;
  const std::byte* const behind = content + bytes_;
  return !is_guard(now.data(), content) || !is_guard(behind, behind + guard_) ||
         !std::equal(content, behind, blocks_.inputs.at(argument_.input_offset, bytes_));
}

void argument_memory::guard() {
  if (is_output()) {
    fill(0, guard_);
    fill(guard_ + bytes_, guard_);
  } else {
    write(0, guard_of_inputs().data(), guard_);
    write(guard_ + bytes_, guard_of_inputs().data(), guard_);
  }
}

void argument_memory::fill(std::size_t offset, std::size_t bytes) {
  if (bytes == 0)
    return;
  if (argument_.space == memory_space::device)
    require(cudaMemset(begin_ + offset, protocol::poison_byte, bytes),
            "poisoning " + argument_.name);
  else
    std::memset(begin_ + offset, protocol::poison_byte, bytes);
}

void argument_memory::write(std::size_t offset, const std::byte* from, std::size_t bytes) {
  if (bytes == 0)
    return;
  if (argument_.space == memory_space::device)
    require(cudaMemcpy(begin_ + offset, from, bytes, cudaMemcpyHostToDevice),
            "copying " + argument_.name + " to the device");
  else
    std::memcpy(begin_ + offset, from, bytes);
}

void argument_memory::read(std::size_t offset, std::byte* to, std::size_t bytes) const {
  if (bytes == 0)
    return;
  if (argument_.space == memory_space::device)
    require(cudaMemcpy(to, begin_ + offset, bytes, cudaMemcpyDeviceToHost),
            "copying " + argument_.name + " from the device");
  else
    std::memcpy(to, begin_ + offset, bytes);
}

} // namespace cudalab::worker
