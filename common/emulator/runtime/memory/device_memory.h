// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// Global memory of the emulated device: one reserved range of addresses, so that a pointer is
/// known to be a device pointer by a comparison. Memory that lies elsewhere and that kernels may
/// use all the same (variables of the program, registered host memory) is adopted: it gets a place
/// in the range, where nothing but its shadow is, so that observers need not know the difference.
#pragma once

#include <cstddef>
#include <cstdint>
#include <mutex>
#include <optional>
#include <shared_mutex>
#include <string>
#include <vector>

#include "emulator/runtime/memory/allocation.h"
#include "emulator/runtime/memory/reserved_array.h"

namespace cudalab::emulator {

/// Told of everything that happens to global memory outside kernels. Addresses are in the range.
class memory_listener {
public:
  virtual ~memory_listener() = default;
  virtual void allocated(const allocation&) {}
  /// Before the place can be given out again, which other threads wait for: it must not ask
  /// device_memory anything.
  virtual void freed(const allocation&) {}
  /// The host wrote [begin, begin + bytes): a copy from the host, a memset.
  virtual void written(const std::byte* begin, std::size_t bytes) { (void)begin, (void)bytes; }
  /// Bytes, initialised or not, were copied on the device.
  virtual void copied(const std::byte* to, const std::byte* from, std::size_t bytes) {
    (void)to, (void)from, (void)bytes;
  }
  virtual void forgotten(const std::byte* begin, std::size_t bytes) { (void)begin, (void)bytes; }
  /// Kernels may write [begin, begin + bytes), and not read it.
  virtual void only_written(const std::byte* begin, std::size_t bytes) { (void)begin, (void)bytes; }
  virtual void only_read(const std::byte* begin, std::size_t bytes) { (void)begin, (void)bytes; }
};

class device_memory {
public:
  static constexpr std::size_t alignment = 512;
  /// Addresses after an allocation that are never given out, so that a near miss is one: also some
  /// rows of a matrix too many.
  static constexpr std::size_t gap = std::size_t{64} << 10;
  /// The same of memory that is there over and over, which is long, as its rows are.
  static constexpr std::size_t gap_of_repeated = std::size_t{16} << 20;

  static device_memory& instance();

  const std::byte* begin() const { return begin_; }
  std::size_t reserved_bytes() const { return static_cast<std::size_t>(end_ - begin_); }
  /// How much cudaMalloc can give out, on each device.
  std::size_t capacity() const;
  /// From now on it is no more than that, or all that there is again (0). What was given out stays.
  void limit(std::size_t bytes);
  /// How much of it is given out on a device.
  std::size_t given_out(int device) const;

  bool in_range(const void* address) const {
    return static_cast<const std::byte*>(address) >= begin_ &&
           static_cast<const std::byte*>(address) < end_;
  }
  /// Whether it is managed or pinned memory, or would be.
  bool host_may_touch(const void* address) const {
    return static_cast<const std::byte*>(address) >= host_begin_ &&
           static_cast<const std::byte*>(address) < host_end_;
  }
  /// Whether a kernel may have this pointer: it is in the range, or adopted.
  bool contains(const void* address) const {
    return in_range(address) || slot_of(address) != nullptr;
  }
  /// The place in the range of what the address holds: the address itself, if it is in the range.
  /// Null: it is no memory of the device.
  const std::byte* slot_of(const void* address) const {
    return in_range(address) ? static_cast<const std::byte*>(address) : adopted_slot(address);
  }

  /// Null when there is no room. The content is arbitrary.
  /// @param device that has it; -1: this OS thread's current one
  void* allocate(std::size_t bytes, const void* caller, memory_kind kind = memory_kind::device,
                 unsigned flags = 0, int device = -1);
  /// Device memory of which `period` bytes are there, over and over; both are multiples of a page.
  void* allocate_repeated(std::size_t bytes, std::size_t period, const void* caller);
  /// Addresses of device memory to come, for a node of a graph. The parameters are allocate()'s.
  void* plan(std::size_t bytes, const void* caller, unsigned flags, int device);
  /// Memory is there now. @pre it was planned, and is not there
  void begin_planned(const void* begin);
  /// The host has launched what allocates it; or what frees it.
  void expect_planned(const void* begin, bool expected);
  /// The addresses may be given out again. @pre no memory is there
  void end_plan(const void* begin);
  /// Addresses of device memory for map(). @param alignment a power of two @return null: no room
  std::byte* reserve_addresses(std::size_t bytes, std::size_t alignment);
  /// @pre nothing is mapped there @return false: reserve_addresses() has not given just these
  bool end_reservation(const std::byte* begin, std::size_t bytes);
  bool is_reserved(const std::byte* begin, std::size_t bytes) const;
  /// Who has what map() enters.
  struct map_owner {
    int device = 0;
    bool several_devices = false; ///< may use it
    unsigned flags = mapped;      ///< allocation::flags
  };
  /// Memory that lies at these addresses now is the device's: free() ends that.
  /// @pre they are reserved, and none of them is live
  void map(std::byte* begin, std::size_t bytes, const void* caller, const map_owner& owner);
  /// From now on other processes can have the memory, too, whose pages are replaced.
  /// @param label of what physical_memory::make() makes, if it is not shared yet
  /// @return its pages; null: the system gives none @pre it is live, and the device idle
  std::shared_ptr<const physical_memory> share(const std::byte* begin, const std::string& label);
  /// Where the memory ends that holds the address, with what cuMemMap has put behind it.
  /// @pre find(address)
  const std::byte* end_of_memory_at(const void* address) const;
  /// Memory that is there, or will be when an operation that the host submits now is done.
  /// @param in_graph the operation is of a graph
  std::optional<allocation> find_coming(const void* address, bool in_graph) const;
  /// Memory that is there already. False: part of it is adopted.
  bool adopt(void* content, std::size_t bytes, memory_kind kind, const std::string& name,
             const void* caller, unsigned flags = 0);
  enum class free_result { ok, not_an_allocation, already_freed };
  /// @param kind what the caller can free; device memory is meant to include managed memory
  /// @param operation number of the one that frees it; 0: the host does
  free_result free(void* pointer, const void* caller, memory_kind kind = memory_kind::device,
                   std::uint64_t operation = 0);
  /// @param element_bytes of what it is an array of; 0: not known
  void name(const void* pointer, const std::string& name, std::size_t element_bytes = 0);

  /// The device that has what cudaMalloc gave out at this offset from begin(); -1: any device may
  /// use it, or nobody has had it yet.
  int device_at(std::uint64_t offset) const { return int{owners_[offset / gap]} - 1; }

  /// The live allocation that holds the address.
  std::optional<allocation> find(const void* address) const;
  /// The allocation, live or freed, that is nearest to the address.
  std::optional<allocation> nearest(const void* address) const;
  /// The live one that is nearest.
  std::optional<allocation> nearest_live(const void* address) const;
  /// From now on nearest() passes over what was freed there.
  void pass_over(const void* begin) const;
  /// What the program must free; all: adopted memory and the heap of kernels too.
  std::vector<allocation> live(bool all = false) const;

  void listen(memory_listener* listener); ///< null: nobody
  memory_listener* listener() const { return listener_; }

private:
  device_memory();
  const std::byte* adopted_slot(const void* address) const;
  /// Puts it into the books; the listener hears of it without the lock. @return its begin
  /// @param shared no device alone has it
  void* enter(const allocation& made, std::unique_lock<std::shared_mutex>& locked,
              bool shared = false);

  std::byte* begin_ = nullptr;
  std::byte* end_ = nullptr;
  std::byte* host_begin_ = nullptr;
  std::byte* host_end_ = nullptr;
  /// For each `gap` bytes, which hold one allocation at most: its device and 1; 0: none.
  reserved_array<std::uint8_t> owners_;
  memory_listener* listener_ = nullptr;
};

} // namespace cudalab::emulator
