// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// The list of kinds, to walk through.
#pragma once

#include "findings/kind.h"

namespace cudalab::findings {

#define CUDALAB_FINDING(id, severity, title) finding_kind::id,
inline constexpr finding_kind all_kinds[] = {CUDALAB_FINDINGS};
#undef CUDALAB_FINDING

/// The emulated device can see it. The others come from compute-sanitizer only.
inline bool is_of_device(finding_kind kind) {
  return kind != finding_kind::launch_error && kind != finding_kind::crash;
}

} // namespace cudalab::findings
