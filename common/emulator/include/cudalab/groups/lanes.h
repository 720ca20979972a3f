// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// What tiles and coalesced groups have in common: lanes of one warp, told by a mask.
#pragma once // IWYU pragma: private, include <cooperative_groups.h>

#include "group_functions.h"
#include "thread_group.h"

namespace cudalab {
namespace emulator {
namespace groups {

template <class T>
struct plain {
  typedef T type;
};
template <class T>
struct plain<T&> : plain<T> {};
template <class T>
struct plain<T&&> : plain<T> {};
template <class T>
struct plain<const T> : plain<T> {};
/// Without reference and const: what a function returns that takes T&&.
template <class T>
using plain_t = typename plain<T>::type;

template <class T>
CUDALAB_GROUP T shuffled(shuffle whose, unsigned mask, T value, unsigned operand,
                         const char* called) {
  static_assert(sizeof(T) <= 32, "the threads of a group exchange values of at most 32 bytes");
  static_assert(__is_trivially_copyable(T), "a value that is exchanged must be trivially copyable");
  shuffle_lanes(whose, mask, &value, sizeof value, operand, called);
  return value;
}

} // namespace groups
} // namespace emulator
} // namespace cudalab

namespace cooperative_groups {

/// Base of the groups within a warp; not CUDA's. Ranks go up with the lanes.
class lanes_of_warp : public thread_group {
protected:
  template <class T>
  using plain_t = cudalab::emulator::groups::plain_t<T>;
  typedef cudalab::emulator::groups::shuffle whose;

public:
  CUDALAB_GROUP void sync() const { cudalab::emulator::groups::wait_for_lanes(mask_, "sync()"); }
  CUDALAB_GROUP unsigned thread_rank() const {
    using namespace cudalab::emulator::groups;
    return count_bits(mask_ & lanes_below());
  }
  CUDALAB_GROUP unsigned num_threads() const {
    return cudalab::emulator::groups::count_bits(mask_);
  }
  CUDALAB_GROUP unsigned size() const { return num_threads(); }
  /// Which part of its parent this group is, and of how many parts.
  CUDALAB_GROUP unsigned meta_group_rank() const { return number_; }
  CUDALAB_GROUP unsigned meta_group_size() const { return count_; }

  /// The value of the thread with the rank `source`.
  template <class T>
  CUDALAB_GROUP plain_t<T> shfl(T&& value, unsigned source) const {
    return exchanged<plain_t<T>>(whose::of_rank, value, source, "shfl()");
  }
  /// That of the thread `delta` ranks below or above; one's own where there is none.
  template <class T>
  CUDALAB_GROUP plain_t<T> shfl_up(T&& value, unsigned delta) const {
    return exchanged<plain_t<T>>(whose::from_below, value, delta, "shfl_up()");
  }
  template <class T>
  CUDALAB_GROUP plain_t<T> shfl_down(T&& value, unsigned delta) const {
    return exchanged<plain_t<T>>(whose::from_above, value, delta, "shfl_down()");
  }

  CUDALAB_GROUP int any(int predicate) const {
    return cudalab::emulator::groups::any_lane(mask_, predicate != 0);
  }
  CUDALAB_GROUP int all(int predicate) const {
    return cudalab::emulator::groups::all_lanes(mask_, predicate != 0);
  }
  /// Bit r is that of the thread with rank r; so with match_any() and match_all().
  CUDALAB_GROUP unsigned ballot(int predicate) const {
    return cudalab::emulator::groups::ballot(mask_, predicate != 0);
  }
  template <class T>
  CUDALAB_GROUP unsigned match_any(T value) const {
    static_assert(sizeof(T) <= 8, "values of at most 8 bytes are compared");
    return cudalab::emulator::groups::match_any(mask_, &value, sizeof value);
  }
  template <class T>
  CUDALAB_GROUP unsigned match_all(T value, int& all_equal) const {
    static_assert(sizeof(T) <= 8, "values of at most 8 bytes are compared");
    const unsigned equal = cudalab::emulator::groups::match_all(mask_, &value, sizeof value);
    all_equal = equal != 0;
    return equal;
  }

  /// Lanes of the warp, bit l for lane l. Not CUDA's.
  CUDALAB_GROUP unsigned lane_mask() const { return mask_; }

protected:
  CUDALAB_GROUP explicit lanes_of_warp(const cudalab::emulator::groups::part& lanes)
      : thread_group(lanes.mask), number_(lanes.number), count_(lanes.count) {}

  template <class T>
  CUDALAB_GROUP T exchanged(whose which, T value, unsigned operand, const char* called) const {
    return cudalab::emulator::groups::shuffled<T>(which, mask_, value, operand, called);
  }

private:
  unsigned number_, count_;
};

} // namespace cooperative_groups
