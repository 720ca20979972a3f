// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// What the lanes of a warp do together with small matrices: cudalab/matrix/matrix_functions.h.
#pragma once

#include <cstdint>

#include "emulator/include/cudalab/matrix/matrix_functions.h"
#include "emulator/runtime/blocks/warp_collectives.h"

namespace cudalab::emulator {

/// What one lane brings to such a call: where its registers are, and what is asked for.
struct matrix_part {
  const void *a = nullptr, *b = nullptr; ///< registers of fragments; of load_rows: a, its row
  const float* c = nullptr;
  void* to = nullptr;
  matrices::place memory = {};
  matrices::product_shape shape = {};
  matrices::factor which = matrices::factor::a;
  bool transposed = false;
};

/// Does it for lanes `came`, who have all met. Registers of other lanes hold nothing of use.
void perform_on_matrices(collective what, std::uint32_t came, lane_part* parts);

} // namespace cudalab::emulator
