// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#include "emulator/runtime/blocks/memory_barrier.h"

#include "emulator/include/cudalab/async/async_functions.h"
#include "emulator/include/cudalab/errors.h"
#include "emulator/runtime/active_observers.h"
#include "emulator/runtime/blocks/atomic_update.h"
#include "emulator/runtime/blocks/device_call.h"
#include "emulator/runtime/blocks/library_access.h"

namespace cudalab::emulator::async {

namespace {

constexpr unsigned count_bits = 20, byte_bits = 21;
constexpr std::uint64_t count_mask = (1u << count_bits) - 1, byte_mask = (1u << byte_bits) - 1;

access_manner manner_of(bool whole_device) {
  return whole_device ? access_manner::atomic : access_manner::block_atomic;
}

std::uint64_t& state_of(void* barrier) {
  return *static_cast<std::uint64_t*>(barrier);
}

barrier_fields read_state(void* barrier) {
  return barrier_fields::of(__atomic_load_n(&state_of(barrier), __ATOMIC_SEQ_CST));
}

[[noreturn]] void stop_at(const void* site, const char* text) {
  current_scheduler->stop({.why = stop_reason::trap, .site = site, .text = text},
                          cudaErrorLaunchFailure);
}

template <class Tell>
void tell(const Tell& what) {
  if (current_scheduler->observed())
    for (const auto& observer : block_observers())
      what(*observer);
}

struct change_made {
  barrier_fields before;
  bool phase_ended;
};

/// Changes the fields; a phase ends that waits for nothing any more.
template <class Change>
change_made change(void* barrier, const Change& how) {
  bool ended = false;
  const std::uint64_t before = update(&state_of(barrier), [&](std::uint64_t old) {
    barrier_fields now = barrier_fields::of(old);
    how(now);
    ended = now.missing == 0 && now.bytes == 0;
    if (ended) {
      now.missing = now.expected;
      now.phase = (now.phase + 1) % barrier_fields::phases;
    }
    return now.state();
  });
  if (ended)
    tell([&](block_observer& observer) { observer.phase_ended(*current_block, barrier); });
  return {barrier_fields::of(before), ended};
}

void waited(void* barrier, bool whole_device) {
  tell([&](block_observer& observer) {
    observer.phase_awaited(*current_block, barrier, whole_device);
  });
}

/// Whether the phase of this number, or with this parity, is over.
bool is_over(void* barrier, unsigned phase) {
  return read_state(barrier).phase != phase;
}
bool parity_is_over(void* barrier, bool parity) {
  return (read_state(barrier).phase % 2 != 0) != parity;
}

/// What the checks are told of a thread that looks at the barrier.
void note_look(void* barrier, bool whole_device, const void* site) {
  observe_access(barrier, sizeof(std::uint64_t), access_kind::read, site, manner_of(whole_device));
}

template <class Over>
void wait_until(void* barrier, bool whole_device, const char* called, const void* site,
                const Over& over) {
  block_scheduler& scheduler = scheduler_for(called);
  note_look(barrier, whole_device, site);
  while (!over())
    scheduler.yield(site);
  waited(barrier, whole_device);
}

template <class Over>
bool look(void* barrier, bool whole_device, const void* site, const Over& over) {
  block_scheduler& scheduler = scheduler_for("try_wait()");
  note_look(barrier, whole_device, site);
  if (over()) {
    waited(barrier, whole_device);
    return true;
  }
  scheduler.yield_if_polling(barrier, site);
  return false;
}

} // namespace

barrier_fields barrier_fields::of(std::uint64_t state) {
  barrier_fields fields;
  fields.missing = static_cast<std::uint32_t>(state & count_mask);
  fields.expected = static_cast<std::uint32_t>(state >> count_bits & count_mask);
  const auto bytes = static_cast<std::uint32_t>(state >> 2 * count_bits & byte_mask);
  fields.bytes = static_cast<std::int32_t>(bytes << (32 - byte_bits)) >> (32 - byte_bits);
  fields.phase = static_cast<std::uint32_t>(state >> (2 * count_bits + byte_bits));
  return fields;
}

std::uint64_t barrier_fields::state() const {
  return missing | std::uint64_t{expected} << count_bits |
         (static_cast<std::uint32_t>(bytes) & byte_mask) << 2 * count_bits |
         std::uint64_t{phase} << (2 * count_bits + byte_bits);
}

void count_copied_bytes(void* barrier, std::ptrdiff_t bytes, const void* site) {
  note_look(barrier, false, site);
  change(barrier, [&](barrier_fields& now) { now.bytes -= static_cast<std::int32_t>(bytes); });
}

#define SITE __builtin_return_address(0)

[[gnu::noinline]] void make_barrier(void* barrier, std::ptrdiff_t expected) {
  scheduler_for("init()");
  if (expected < 0 || expected > barrier_fields::most_arrivals)
    stop_at(SITE, "init() of a cuda::barrier with a wrong number of arrivals");
  observe_access(barrier, sizeof(std::uint64_t), access_kind::write, SITE);
  barrier_fields fields;
  fields.missing = fields.expected = static_cast<std::uint32_t>(expected);
  __atomic_store_n(&state_of(barrier), fields.state(), __ATOMIC_SEQ_CST);
  tell([&](block_observer& observer) { observer.barrier_made(*current_block, barrier); });
}

[[gnu::noinline]] unsigned arrive_at_barrier(void* barrier, std::ptrdiff_t arrivals,
                                             std::ptrdiff_t bytes, bool drops, bool whole_device,
                                             const char* called) {
  scheduler_for(called);
  note_look(barrier, whole_device, SITE);
  const barrier_fields seen = read_state(barrier);
  if (arrivals < 1 || arrivals > static_cast<std::ptrdiff_t>(seen.missing))
    stop_at(SITE, "arriving at a cuda::barrier more often than it was initialised for");
  tell([&](block_observer& observer) { observer.arrived(*current_block, barrier, whole_device); });
  const auto count = static_cast<std::uint32_t>(arrivals);
  return change(barrier,
                [&](barrier_fields& now) {
                  now.missing -= count;
                  now.expected -= drops ? count : 0;
                  now.bytes += static_cast<std::int32_t>(bytes);
                })
      .before.phase;
}

[[gnu::noinline]] void expect_bytes(void* barrier, std::ptrdiff_t bytes) {
  scheduler_for("barrier_expect_tx()");
  note_look(barrier, false, SITE);
  change(barrier, [&](barrier_fields& now) { now.bytes += static_cast<std::int32_t>(bytes); });
}

[[gnu::noinline]] void wait_for_phase(void* barrier, unsigned phase, bool whole_device,
                                      const char* called) {
  wait_until(barrier, whole_device, called, SITE, [&] { return is_over(barrier, phase); });
}
[[gnu::noinline]] void wait_for_parity(void* barrier, bool parity, bool whole_device,
                                       const char* called) {
  wait_until(barrier, whole_device, called, SITE, [&] { return parity_is_over(barrier, parity); });
}
[[gnu::noinline]] bool phase_has_ended(void* barrier, unsigned phase, bool whole_device) {
  return look(barrier, whole_device, SITE, [&] { return is_over(barrier, phase); });
}
[[gnu::noinline]] bool parity_has_ended(void* barrier, bool parity, bool whole_device) {
  return look(barrier, whole_device, SITE, [&] { return parity_is_over(barrier, parity); });
}

} // namespace cudalab::emulator::async
