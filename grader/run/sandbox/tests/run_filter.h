// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// What the kernel would make of a seccomp filter, without the kernel.
#pragma once

#include <array>
#include <cstdint>

#include "grader/run/sandbox/seccomp_filter.h"

namespace cudalab::grader {

/// The filter's answer (SECCOMP_RET_...) to a call of this machine's architecture, or another's.
/// @throws std::runtime_error when the filter leaves its own instructions
std::uint32_t answer_of(const seccomp_filter& filter, unsigned call,
                        const std::array<std::uint64_t, 6>& arguments = {},
                        std::uint32_t architecture = 0);

} // namespace cudalab::grader
