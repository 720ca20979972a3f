// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// The virtual clock's hands: emulator/virtual_clock.h says what moves them.
#pragma once

#include <atomic>
#include <chrono>
#include <cstddef>

namespace cudalab::emulator {

using nanoseconds = std::chrono::nanoseconds;

/// What things cost on the virtual clock.
namespace virtual_cost {
inline constexpr nanoseconds call{1000}, submission{2000}, allocation{100000}, instantiation{50000},
    clock_reading{50}, device_clock_reading{10};
/// @param pageable host memory that is not pinned takes part
nanoseconds copy(std::size_t bytes, bool within_device, bool pageable);
nanoseconds pinning(std::size_t bytes);
/// Of the host's own memory, by a function of the C library.
nanoseconds host_copy(std::size_t bytes);
/// Pageable memory: its pages are made when they are touched first.
nanoseconds host_allocation(std::size_t bytes);
} // namespace virtual_cost

class virtual_time {
public:
  bool runs() const { return runs_.load(std::memory_order_acquire); }
  void set_running(bool runs) { runs_.store(runs, std::memory_order_release); }

  /// The host works for so long. Nothing while the clock does not run.
  void host_computes(nanoseconds time);
  /// The same, and a record of work has nothing of it: the device itself allocates when it sees a
  /// kernel for the first time.
  void host_works_unrecorded(nanoseconds time);
  void host_sleeps(nanoseconds time);
  /// The host waits for the device until then, busily; no time passes when it is later already.
  void host_waits_until(nanoseconds then);

  nanoseconds host() const { return nanoseconds(host_); }                ///< a steady clock
  nanoseconds processor() const { return nanoseconds(computed_); }       ///< that the host has used
  nanoseconds calendar() const { return nanoseconds(host_ + forward_); } ///< since 1970
  void set_calendar_forward(nanoseconds by) { forward_ += by.count(); }

  /// copies_to_host_take().
  void set_part_of_copies_out(double part) { part_of_copies_out_ = part; }
  double part_of_copies_out() const { return part_of_copies_out_; }

  /// The device begins an operation.
  void device_begins(nanoseconds when);
  /// A kernel takes so much longer.
  void device_computes(nanoseconds time);
  nanoseconds device_took() const { return nanoseconds(device_took_); } ///< since it began
  nanoseconds device() const { return nanoseconds(device_began_ + device_took_); }

private:
  using counter = std::atomic<long long>;
  static constexpr long long second = 1000000000, year_2026 = 1767225600 * second;
  /// A computer that has been up for days, as most are: who keeps a reading in a float loses it.
  static constexpr long long up_time = 12 * 86400 * second + 345 * second;

  std::atomic<bool> runs_ = false;
  counter host_ = up_time, computed_ = 0, forward_ = year_2026;
  counter device_began_ = 0, device_took_ = 0;
  std::atomic<double> part_of_copies_out_ = 1;
};

/// The only one.
extern constinit virtual_time virtual_now;

/// Host code copies or allocates so much. Nothing while a kernel calls it.
void host_copies(std::size_t bytes);
void host_allocates(std::size_t bytes);

} // namespace cudalab::emulator
