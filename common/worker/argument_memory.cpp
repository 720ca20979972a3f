// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#include "worker/argument_memory.h"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <cstring>
#include <new>
#include <vector>

#include <sys/mman.h>

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

/// Host memory of which the first `period` bytes are there, over and over. Null: there is none.
void* map_repeated(std::size_t bytes, std::size_t period) {
  void* const all = mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  if (all == MAP_FAILED)
    return nullptr;
  for (std::size_t at = period; at < bytes; at += period)
    // An old size of 0 leaves the pages where they are, and maps them once more.
    if (mremap(all, 0, std::min(period, bytes - at), MREMAP_MAYMOVE | MREMAP_FIXED,
               static_cast<std::byte*>(all) + at) == MAP_FAILED) {
      munmap(all, bytes);
      return nullptr;
    }
  return all;
}

} // namespace

argument_memory::argument_memory(const protocol::buffer_argument& argument, std::size_t components,
                                 const shared_blocks& blocks, const call_style& style)
    : argument_(argument), components_(components), blocks_(blocks), watched_(style.watched),
      guard_(style.guard_bytes), guard_inside_(guard_),
      bytes_(argument.elements * size_of(argument.type)) {
  if (guard_ > protocol::fence_bytes || guard_ % 8 != 0)
    throw bad_call("a guard of " + std::to_string(guard_) + " bytes was asked for");
  if (argument.repeated_to != 0)
    guard_ = guard_inside_ = 0; // each access beside it is seen
  if (style.watched && argument.space == memory_space::device && backend::sees_accesses())
    guard_inside_ = 0;
  if (is_output() && argument.output_offset < guard_)
    throw bad_call("the output " + argument.name + " has no room for its guard");
  if (is_output())
    blocks.outputs.require_room(argument.output_offset - guard_, bytes_ + 2 * guard_);

  allocate();
  try {
    make_guards();
    hold_own_content();
  } catch (...) {
    release(); // the destructor does not run
    throw;
  }
}

argument_memory::argument_memory(argument_memory&& other) noexcept
    : argument_(std::move(other.argument_)), components_(other.components_), blocks_(other.blocks_),
      watched_(other.watched_), guard_(other.guard_), guard_inside_(other.guard_inside_),
      bytes_(other.bytes_), begin_(std::exchange(other.begin_, nullptr)) {}

argument_memory::~argument_memory() {
  release();
}

void argument_memory::release() noexcept {
  if (!begin_)
    return;
  if (argument_.space == memory_space::device)
    cudaFree(begin_ -
             guard_inside_); // fails after an error that sticks; the process ends soon then
  else {
    backend::take_back_array(begin_);
    backend::take_back(begin_ - guard_inside_);
    if (argument_.repeated_to != 0)
      munmap(begin_, repeated_bytes());
    else
      std::free(begin_ - guard_inside_);
  }
}

void argument_memory::allocate() {
  if (argument_.repeated_to != 0)
    return allocate_repeated();
  // A buffer without elements still has an address: a null pointer would look like a mistake.
  const std::size_t bytes = std::max<std::size_t>(bytes_ + 2 * guard_inside_, 1);
  void* memory = nullptr;
  if (argument_.space == memory_space::device) {
    require(cudaMalloc(&memory, bytes), "allocating " + argument_.name + " (" +
                                            std::to_string(bytes) + " bytes) on the device");
    backend::name_allocation(memory, argument_.name, components_ * size_of(argument_.type));
  } else {
    memory = std::malloc(bytes);
    if (!memory)
      throw std::bad_alloc();
    backend::lend(memory, bytes);
    backend::lend_array(static_cast<std::byte*>(memory) + guard_inside_, bytes_,
                        size_of(argument_.type), guard_inside_, argument_.name);
  }
  begin_ = static_cast<std::byte*>(memory) + guard_inside_;
}

std::size_t argument_memory::repeated_bytes() const {
  return argument_.repeated_to * size_of(argument_.type);
}

void argument_memory::allocate_repeated() {
  if (argument_.space == memory_space::host) {
    begin_ = static_cast<std::byte*>(map_repeated(repeated_bytes(), bytes_));
    if (begin_ == nullptr)
      throw std::bad_alloc();
    backend::lend(begin_, repeated_bytes());
    backend::lend_array(begin_, repeated_bytes(), size_of(argument_.type), 0, argument_.name);
    return;
  }
  begin_ = static_cast<std::byte*>(backend::allocate_repeated(repeated_bytes(), bytes_));
  if (begin_ == nullptr)
    throw cuda_failure(cudaErrorMemoryAllocation, "allocating " + argument_.name);
  backend::name_allocation(begin_, argument_.name, components_ * size_of(argument_.type));
}

mapped_part argument_memory::own_content() const {
  return blocks_.inputs.map(argument_.input_offset, bytes_);
}

void argument_memory::hold_own_content() {
  if (argument_.direction == direction::output)
    fill_output();
  else
    write(0, own_content().begin(), bytes_);
  if (argument_.direction == direction::input && watched_ &&
      argument_.space == memory_space::device)
    backend::mark_only_read(begin_, bytes_);
}

void argument_memory::lend_to_rehearsal() {
  if (argument_.direction == direction::output || bytes_ == 0)
    return;
  if (argument_.space == memory_space::device) {
    ready_content_ = std::make_unique<device_scratch>(bytes_);
    require(
        cudaMemcpy(ready_content_->data(), own_content().begin(), bytes_, cudaMemcpyHostToDevice),
        "copying " + argument_.name + " to the device");
  }
  const std::size_t size = size_of(argument_.type);
  std::vector<std::byte> other(bytes_);
  {
    const mapped_part own = own_content();
    for (std::size_t i = 0; i < bytes_; ++i)
      other[i] = own.begin()[i % size];
  }
  write(0, other.data(), bytes_);
}

void argument_memory::take_back_behind_rehearsal() {
  if (argument_.space == memory_space::host || bytes_ == 0)
    return hold_own_content(); // a function that takes host memory is done with it
  if (argument_.direction != direction::output) {
    require(cudaMemcpyAsync(begin_, ready_content_->data(), bytes_, cudaMemcpyDeviceToDevice),
            "copying " + argument_.name);
    return;
  }
  if (is_poisoned())
    require(cudaMemsetAsync(begin_, protocol::poison_byte, bytes_), "poisoning " + argument_.name);
  require(cudaLaunchHostFunc(
              nullptr,
              [](void* memory) { static_cast<argument_memory*>(memory)->mark_unwritten(); }, this),
          "preparing " + argument_.name);
}

/// But where a tool wants to see what was never written there is none.
bool argument_memory::is_poisoned() const {
  return !watched_ || argument_.space == memory_space::host || backend::sees_accesses();
}

void argument_memory::mark_unwritten() {
  if (!watched_ || argument_.space == memory_space::host)
    return;
  backend::mark_uninitialised(begin_, bytes_);
  if (argument_.only_written)
    backend::mark_only_written(begin_, bytes_);
}

void argument_memory::watch_makers() const {
  if (watched_ && is_output() && argument_.space == memory_space::device &&
      argument_.stored_by != protocol::element_maker::any_thread)
    backend::watch_makers(argument_, begin_);
}

void argument_memory::fill_output() {
  if (is_poisoned())
    poison();
  mark_unwritten();
}

void argument_memory::poison() {
  if (argument_.direction == direction::output)
    fill(0, bytes_);
}

void argument_memory::copy_out() const {
  if (is_output())
    read_all(blocks_.outputs.map(argument_.output_offset - guard_, bytes_ + 2 * guard_).begin());
}

bool argument_memory::holds_what_was_copied() const {
  if (!is_output())
    return true;
  std::vector<std::byte> now(bytes_ + 2 * guard_);
  read_all(now.data());
  const mapped_part copied = blocks_.outputs.map(argument_.output_offset - guard_, now.size());
  return std::equal(now.begin(), now.end(), copied.begin());
}

bool argument_memory::damaged() const {
  if (is_output() || guard_ == 0)
    return false;
  std::vector<std::byte> now(bytes_ + 2 * guard_);
  read_all(now.data());
  const auto is_guard = [](const std::byte* begin, const std::byte* end) {
    return std::equal(begin, end, guard_of_inputs().data());
  };
  const std::byte* const content = now.data() + guard_;
  const std::byte* const behind = content + bytes_;
  return !is_guard(now.data(), content) || !is_guard(behind, behind + guard_) ||
         !std::equal(content, behind, own_content().begin());
}

void argument_memory::make_guards() {
  for (const std::ptrdiff_t place :
       {-static_cast<std::ptrdiff_t>(guard_), static_cast<std::ptrdiff_t>(bytes_)})
    if (is_output())
      fill(place, guard_);
    else
      write(place, guard_of_inputs().data(), guard_);
}

bool argument_memory::is_plain(std::ptrdiff_t place) const {
  const bool in_content = place >= 0 && place < static_cast<std::ptrdiff_t>(bytes_);
  return argument_.space == memory_space::host || (guard_inside_ == 0 && !in_content);
}

void argument_memory::fill(std::ptrdiff_t place, std::size_t bytes) {
  if (bytes == 0)
    return;
  if (is_plain(place))
    std::memset(begin_ + place, protocol::poison_byte, bytes);
  else
    require(cudaMemset(begin_ + place, protocol::poison_byte, bytes),
            "poisoning " + argument_.name);
}

void argument_memory::write(std::ptrdiff_t place, const std::byte* from, std::size_t bytes) {
  if (bytes == 0)
    return;
  if (is_plain(place))
    std::memcpy(begin_ + place, from, bytes);
  else
    require(cudaMemcpy(begin_ + place, from, bytes, cudaMemcpyHostToDevice),
            "copying " + argument_.name + " to the device");
}

void argument_memory::read(std::ptrdiff_t place, std::byte* to, std::size_t bytes) const {
  if (bytes == 0)
    return;
  if (is_plain(place))
    std::memcpy(to, begin_ + place, bytes);
  else
    require(cudaMemcpy(to, begin_ + place, bytes, cudaMemcpyDeviceToHost),
            "copying " + argument_.name + " from the device");
}

/// The content between its guards.
void argument_memory::read_all(std::byte* to) const {
  read(-static_cast<std::ptrdiff_t>(guard_), to, guard_);
  read(0, to + guard_, bytes_);
  read(static_cast<std::ptrdiff_t>(bytes_), to + guard_ + bytes_, guard_);
}

} // namespace cudalab::worker
