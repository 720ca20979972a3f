// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// What cooperative_groups/reduce.h and scan.h can do with two values. less gives the smaller one,
/// greater the larger.
#pragma once // IWYU pragma: private, include <cooperative_groups.h>

#include "lanes.h"

namespace cooperative_groups {

#define CUDALAB_GROUP_OPERATOR(name, result)                                                       \
  template <class T>                                                                               \
  struct name {                                                                                    \
    CUDALAB_GROUP T operator()(T a, T b) const { return result; }                                  \
  };
CUDALAB_GROUP_OPERATOR(plus, a + b)
CUDALAB_GROUP_OPERATOR(less, b < a ? b : a)
CUDALAB_GROUP_OPERATOR(greater, a < b ? b : a)
CUDALAB_GROUP_OPERATOR(bit_and, a& b)
CUDALAB_GROUP_OPERATOR(bit_or, a | b)
CUDALAB_GROUP_OPERATOR(bit_xor, a ^ b)
#undef CUDALAB_GROUP_OPERATOR

} // namespace cooperative_groups

#define CUDALAB_NEEDS_LANES(function, Group)                                                       \
  static_assert(__is_base_of(cooperative_groups::lanes_of_warp, Group),                            \
                #function "() needs a tile or a coalesced group: divide the block with "           \
                          "tiled_partition<32>() and add up the results in shared memory")

/// CUDA's forms that change a cuda::atomic.
#define CUDALAB_NO_GROUP_ATOMIC(name, advice)                                                      \
  template <class... Arguments>                                                                    \
  __device__                                                                                       \
      __attribute__((unavailable("the emulated device does not support " #name ": " advice))) int  \
      name(Arguments&&...);
