// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// For each byte of device memory: is it allocated, and was it written? Kept from the program's
/// first moment in checked builds, since memory is filled before anybody asks to observe.
#pragma once

#include <atomic>
#include <cstdint>
#include <map>

#include "emulator/runtime/memory/device_memory.h"
#include "emulator/runtime/memory/reserved_array.h"

namespace cudalab::emulator {

class shadow_memory final : public memory_listener {
public:
  /// What is known of one byte.
  enum : std::uint8_t {
    written_before = 0x01, ///< by the host, or by a launch that has ended
    written_now = 0x02,    ///< by some block of the launch that runs
    output_byte = 0x04,    ///< kernels may write it, and not read it
    input_byte = 0x08,     ///< kernels may read it, and not write it
    allocated_byte = 0x80,
    good = allocated_byte | written_before
  };

  static shadow_memory& instance(); ///< listens to device_memory from the first call on
  explicit shadow_memory(const device_memory& memory);

  std::uint8_t* bytes() { return bytes_.data(); }

  /// A kernel runs that nobody watches: what it writes is not seen. Any OS thread.
  void launch_not_watched() { blind_.store(true, std::memory_order_relaxed); }
  /// Take all that is allocated for written if a launch was not watched: better to miss a finding
  /// than to invent one.
  void settle();

  void allocated(const allocation& made) override;
  void freed(const allocation& gone) override;
  void written(const std::byte* begin, std::size_t bytes) override;
  void copied(const std::byte* to, const std::byte* from, std::size_t bytes) override;
  void forgotten(const std::byte* begin, std::size_t bytes) override;
  void only_written(const std::byte* begin, std::size_t bytes) override;
  void only_read(const std::byte* begin, std::size_t bytes) override;

private:
  using ranges = std::map<const std::byte*, std::size_t>; ///< by their begin: how many bytes
  void mark_ranges(const std::byte* begin, std::size_t bytes);

  std::uint8_t* at(const std::byte* address) { return bytes_.data() + (address - memory_.begin()); }

  const device_memory& memory_;
  reserved_array<std::uint8_t> bytes_;
  std::atomic<bool> blind_{false};
  ranges outputs_, inputs_;
};

} // namespace cudalab::emulator
