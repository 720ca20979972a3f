// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// CUDA's cooperative groups: the block, the grid, tiles of a warp, and coalesced groups. Members
/// are always inlined, so that the line of a call is the student's.
#pragma once

#include "cuda_runtime.h"

#include "cudalab/groups/thread_group.h"

#include "cudalab/groups/thread_block.h"

#include "cudalab/groups/grid_group.h"
#include "cudalab/groups/tile.h"
#include "cudalab/groups/unsupported.h"

#if defined(CUDALAB_TRANSLATES) || defined(CUDALAB_RULES_CHECK)
#include "cudalab/groups/tile_of_warps.h" // has shared memory of its own
#endif
