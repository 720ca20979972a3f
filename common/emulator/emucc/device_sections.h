// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// The sections of device variables in an object, as the translator asked for them.
#pragma once

#include <cstddef>
#include <filesystem>

namespace cudalab::emulator {

/// What a GPU has for all __constant__ variables together (CUDA C++ Programming Guide, table of
/// technical specifications).
inline constexpr std::size_t most_constant_bytes = 65536;

/// Puts room after each device variable, so that an index just past its end meets no other one, and
/// gives sections without bytes the same names as those with.
/// @return the bytes of all __constant__ variables
/// @throws std::runtime_error when the file is damaged or cannot be written
std::size_t set_device_variables_apart(const std::filesystem::path& object);

/// Gives the sections of the object's other variables names of their own, so that the program knows
/// where they lie: cudalab_own_data, cudalab_own_bss. @throws the same
void set_own_variables_apart(const std::filesystem::path& object);

} // namespace cudalab::emulator
