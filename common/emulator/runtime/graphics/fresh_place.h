// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// Device memory for what is mapped: at another place than lately, so that a pointer that was kept
/// from an earlier map points to nothing.
#pragma once

#include <cstddef>

namespace cudalab::emulator {

/// Device memory behind the places that were given out by the last calls. Every 16th call may begin
/// again with the first place. device_memory::free takes it.
/// @param caller code address of the student's call
/// @return null: there is no room
std::byte* allocate_fresh(std::size_t bytes, const void* caller);

} // namespace cudalab::emulator
