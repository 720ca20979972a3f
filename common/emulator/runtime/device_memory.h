// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// Global memory of the emulated device: one reserved range of addresses, so that a pointer is
/// known to be a device pointer by a comparison.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace cudalab::emulator {

/// What cudaMalloc gave out. Kept after cudaFree, so that a use after free can be named.
struct allocation {
  std::byte* begin = nullptr;
  std::size_t bytes = 0;
  std::string name;              ///< from name_allocation; may be empty
  const void* made_by = nullptr; ///< code address of the call
  const void* freed_by = nullptr;
  bool live = true;

  std::byte* end() const { return begin + bytes; }
};

/// Told of everything that happens to global memory outside kernels.
class memory_listener {
public:
  virtual ~memory_listener() = default;
  virtual void allocated(const allocation&) {}
  virtual void freed(const allocation&) {}
  /// The host wrote [begin, begin + bytes): a copy from the host, a memset.
  virtual void written(const std::byte* begin, std::size_t bytes) { (void)begin, (void)bytes; }
  /// Bytes, initialised or not, were copied on the device.
  virtual void copied(const std::byte* to, const std::byte* from, std::size_t bytes) {
    (void)to, (void)from, (void)bytes;
  }
  virtual void forgotten(const std::byte* begin, std::size_t bytes) { (void)begin, (void)bytes; }
};

class device_memory {
public:
  static constexpr std::size_t alignment = 512;
  /// Addresses after an allocation that are never given out, so that a near miss is one.
  static constexpr std::size_t gap = 4096;

  static device_memory& instance();

  bool contains(const void* address) const {
    return static_cast<const std::byte*>(address) >= begin_ &&
           static_cast<const std::byte*>(address) < end_;
  }
  const std::byte* begin() const { return begin_; }
  std::size_t reserved_bytes() const { return static_cast<std::size_t>(end_ - begin_); }

  /// Null when there is no room. The content is arbitrary.
  void* allocate(std::size_t bytes, const void* caller);
  enum class free_result { ok, not_an_allocation, already_freed };
  free_result free(void* pointer, const void* caller);
  void name(const void* pointer, const std::string& name);

  /// The live allocation that holds the address.
  std::optional<allocation> find(const void* address) const;
  /// The allocation, live or freed, that is nearest to the address.
  std::optional<allocation> nearest(const void* address) const;
  std::vector<allocation> live() const;

  void listen(memory_listener* listener); ///< null: nobody
  memory_listener* listener() const { return listener_; }

private:
  device_memory();
  std::byte* begin_ = nullptr;
  std::byte* end_ = nullptr;
  memory_listener* listener_ = nullptr;
};

} // namespace cudalab::emulator
