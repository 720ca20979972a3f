// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// cuda::barrier: a barrier that is an object in memory, with arriving and waiting apart from each
/// other. Members are always inlined, so that the line of a call is the student's.
#pragma once // IWYU pragma: private, include <cuda/barrier>

#include <stddef.h>
#include <stdint.h>

#include "../groups/thread_group.h"
#include "async_functions.h"

namespace cuda {

enum thread_scope {
  thread_scope_system,
  thread_scope_device,
  thread_scope_block,
  thread_scope_thread
};

/// A number of bytes, where the addresses are multiples of `Alignment`.
template <size_t Alignment>
struct aligned_size_t {
  static_assert(Alignment != 0 && (Alignment & (Alignment - 1)) == 0,
                "an alignment is a power of two");
  static constexpr size_t align = Alignment;
  size_t value;
  __host__ __device__ constexpr explicit aligned_size_t(size_t bytes) : value(bytes) {}
  __host__ __device__ constexpr operator size_t() const { return value; }
};

/// How a copy is made; here always as if by the barrier or the pipeline.
enum class async_contract_fulfillment { none, async };

namespace cudalab_async {
struct no_completion {};
} // namespace cudalab_async

template <thread_scope Scope, class Completion = cudalab_async::no_completion>
class alignas(8) barrier {
  static_assert(__is_same(Completion, cudalab_async::no_completion),
                "the emulated device has no barriers that call a function when a phase ends");
  static constexpr bool whole_device = Scope < thread_scope_block;

public:
  /// The phase in which a thread arrived.
  class arrival_token {
  public:
    __host__ __device__ arrival_token() : phase_(0) {}

  private:
    CUDALAB_GROUP explicit arrival_token(unsigned phase) : phase_(phase) {}
    unsigned phase_;
    friend class barrier;
  };

  barrier() = default; // shared memory has no constructors: init()
  CUDALAB_GROUP explicit barrier(ptrdiff_t expected, Completion = Completion()) {
    cudalab::emulator::async::make_barrier(this, expected);
  }
  barrier(const barrier&) = delete;
  barrier& operator=(const barrier&) = delete;

  CUDALAB_GROUP friend void init(barrier* made, ptrdiff_t expected) {
    cudalab::emulator::async::make_barrier(made, expected);
  }
  CUDALAB_GROUP friend void init(barrier* made, ptrdiff_t expected, Completion) {
    cudalab::emulator::async::make_barrier(made, expected);
  }

  [[nodiscard]] CUDALAB_GROUP arrival_token arrive(ptrdiff_t arrivals = 1) {
    return arrival_token(cudalab::emulator::async::arrive_at_barrier(this, arrivals, 0, false,
                                                                     whole_device, "arrive()"));
  }
  CUDALAB_GROUP void wait(arrival_token&& token) const {
    cudalab::emulator::async::wait_for_phase(place(), token.phase_, whole_device, "wait()");
  }
  CUDALAB_GROUP void wait_parity(bool parity) const {
    cudalab::emulator::async::wait_for_parity(place(), parity, whole_device, "wait_parity()");
  }
  CUDALAB_GROUP bool try_wait(arrival_token&& token) const {
    return cudalab::emulator::async::phase_has_ended(place(), token.phase_, whole_device);
  }
  CUDALAB_GROUP bool try_wait_parity(bool parity) const {
    return cudalab::emulator::async::parity_has_ended(place(), parity, whole_device);
  }
  CUDALAB_GROUP void arrive_and_wait() {
    cudalab::emulator::async::wait_for_phase(
        this,
        cudalab::emulator::async::arrive_at_barrier(this, 1, 0, false, whole_device,
                                                    "arrive_and_wait()"),
        whole_device, "arrive_and_wait()");
  }
  CUDALAB_GROUP void arrive_and_drop() {
    cudalab::emulator::async::arrive_at_barrier(this, 1, 0, true, whole_device,
                                                "arrive_and_drop()");
  }
  __host__ __device__ static constexpr ptrdiff_t max() { return (ptrdiff_t(1) << 20) - 1; }

  /// With `bytes` of copies that count them. Not CUDA's: cuda::device::barrier_arrive_tx is.
  CUDALAB_GROUP arrival_token cudalab_arrive(ptrdiff_t arrivals, ptrdiff_t bytes) {
    return arrival_token(cudalab::emulator::async::arrive_at_barrier(
        this, arrivals, bytes, false, whole_device, "barrier_arrive_tx()"));
  }

private:
  CUDALAB_GROUP void* place() const { return const_cast<barrier*>(this); }

  uint64_t state_;
};

/// Copies by the thread, or by a group's threads together, which the barrier's present phase waits
/// for.
template <class T, class Size, thread_scope Scope, class Completion>
CUDALAB_GROUP async_contract_fulfillment memcpy_async(T* to, const T* from, Size bytes,
                                                      barrier<Scope, Completion>& sync) {
  cudalab::emulator::async::copy_part(to, from, static_cast<size_t>(bytes), 0, 1, &sync);
  return async_contract_fulfillment::async;
}
template <class Group, class T, class Size, thread_scope Scope, class Completion>
CUDALAB_GROUP async_contract_fulfillment memcpy_async(const Group& group, T* to, const T* from,
                                                      Size bytes,
                                                      barrier<Scope, Completion>& sync) {
  cudalab::emulator::async::copy_part(to, from, static_cast<size_t>(bytes), group.thread_rank(),
                                      group.size(), &sync);
  return async_contract_fulfillment::async;
}
template <class Size, thread_scope Scope, class Completion>
CUDALAB_GROUP async_contract_fulfillment memcpy_async(void* to, const void* from, Size bytes,
                                                      barrier<Scope, Completion>& sync) {
  cudalab::emulator::async::copy_part(to, from, static_cast<size_t>(bytes), 0, 1, &sync);
  return async_contract_fulfillment::async;
}
template <class Group, class Size, thread_scope Scope, class Completion>
CUDALAB_GROUP async_contract_fulfillment memcpy_async(const Group& group, void* to,
                                                      const void* from, Size bytes,
                                                      barrier<Scope, Completion>& sync) {
  cudalab::emulator::async::copy_part(to, from, static_cast<size_t>(bytes), group.thread_rank(),
                                      group.size(), &sync);
  return async_contract_fulfillment::async;
}

namespace device {

typedef barrier<thread_scope_block> block_barrier; ///< not CUDA's

/// Arrives, and lets the phase wait for so many bytes of memcpy_async_tx().
[[nodiscard]] CUDALAB_GROUP block_barrier::arrival_token
barrier_arrive_tx(block_barrier& at, ptrdiff_t arrivals, ptrdiff_t bytes) {
  return at.cudalab_arrive(arrivals, bytes);
}
CUDALAB_GROUP void barrier_expect_tx(block_barrier& at, ptrdiff_t bytes) {
  cudalab::emulator::async::expect_bytes(&at, bytes);
}
template <class T, size_t Alignment>
CUDALAB_GROUP async_contract_fulfillment memcpy_async_tx(T* to, const T* from,
                                                         aligned_size_t<Alignment> bytes,
                                                         block_barrier& at) {
  static_assert(Alignment >= 16, "memcpy_async_tx copies between multiples of 16 bytes");
  cudalab::emulator::async::copy_counted(to, from, bytes, &at);
  return async_contract_fulfillment::async;
}

} // namespace device
} // namespace cuda
