// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// Groups that a GPU has and this device does not.
#pragma once // IWYU pragma: private, include <cooperative_groups.h>

#include "../attributes.h"

namespace cooperative_groups {

#define CUDALAB_NO_GROUP(type, function, advice)                                                   \
  class __attribute__((unavailable("the emulated device does not support " #type ": " advice)))    \
  type;                                                                                            \
  template <class... Nothing>                                                                      \
  __device__                                                                                       \
      __attribute__((unavailable("the emulated device does not support " #type ": " advice))) int  \
      function(Nothing...);
CUDALAB_NO_GROUP(cluster_group, this_cluster, "its blocks form no clusters")
CUDALAB_NO_GROUP(multi_grid_group, this_multi_grid, "it is one device; CUDA 13 has no such group")
#undef CUDALAB_NO_GROUP

} // namespace cooperative_groups
