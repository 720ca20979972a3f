// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// Which operation happens before which: vector clocks. A stream is a timeline, on which its
/// operations are numbered; each operation remembers how far on every timeline it comes after. (C.
/// Fidge 1988, F. Mattern 1989.)
///
/// The host is one party, whichever of its threads waits: how host threads are ordered among
/// themselves is not seen here, and an honest program must not be accused.
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <vector>

#include "emulator/runtime/queue/operation.h"

namespace cudalab::emulator {

/// Not for several threads at once.
class operation_order {
public:
  unsigned open_timeline();
  /// Nothing more will be added. It may be used anew once the host knows that all of it has ended.
  void close_timeline(unsigned timeline);

  /// The next operation. It comes after what the host knows to have ended, after everything on its
  /// timeline, and after `predecessors` (0 is none).
  /// It also comes after all that reserve() has reserved on the timelines of `whole`, whenever that
  /// is added.
  operation_number add(unsigned timeline, const std::vector<operation_number>& predecessors,
                       const std::vector<unsigned>& whole = {});

  /// For operations that come before one that is there already, in numbers that nobody knows yet:
  /// add_inside() gives them a place, one after the other. @return the first place
  std::uint64_t reserve(unsigned timeline);
  /// An operation that the device itself adds, so that what the host knows by now is no matter.
  operation_number add_inside(unsigned timeline, std::uint64_t place,
                              const std::vector<operation_number>& predecessors,
                              const std::vector<unsigned>& whole = {});
  void finished(operation_number number);

  /// The host has waited for the operation.
  void host_waited_for(operation_number number);
  /// ... for all there are.
  void host_waited_for_all();
  bool host_knows(operation_number number) const;
  bool host_knows_all() const;
  /// How often the host has come to know all there was.
  std::uint64_t times_caught_up() const { return times_caught_up_; }

  /// Of two that have begun, or ended, in this order.
  bool before(operation_number earlier, operation_number later) const;

  /// Operations before this one happen before all unfinished and all future ones, and are no longer
  /// kept.
  operation_number first_remembered() const { return first_; }
  operation_number newest() const { return first_ + times_.size() - 1; }

private:
  /// For each timeline, how many of its operations.
  using extent = std::vector<std::uint64_t>;
  struct time {
    unsigned timeline = 0;
    std::uint64_t tick = 0;
    extent after; ///< what comes before this one
    bool finished = false;
    operation_number known_from = 0; ///< operations from this one on come after it; 0: not known
  };

  static bool covers(const extent& some, const time& one);
  static void join(extent& some, const extent& more);
  const time* find(operation_number number) const;
  operation_number keep(time made, const std::vector<operation_number>& predecessors,
                        const std::vector<unsigned>& whole);
  void note_known();
  void forget_old();

  extent ticks_; ///< given out on each timeline
  extent known_; ///< to the host
  std::vector<unsigned> closed_;
  std::deque<time> times_; ///< of operations first_, first_ + 1, ...
  operation_number first_ = 1;
  std::uint64_t times_caught_up_ = 0;
  std::size_t finished_ = 0; ///< how many at the front of times_ have finished
};

} // namespace cudalab::emulator
