// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// How many devices there are, which of them a host thread uses, and which of them may use each
/// other's memory.
#pragma once

#include <cstdint>

namespace cudalab::emulator {

inline constexpr int most_devices = 8;

/// As CUDALAB_DEVICES says, 0 to 8 (1 without it), or as give_devices() did.
int device_count();
inline bool is_device_number(int number) {
  return number >= 0 && number < device_count();
}

/// The one that cudaSetDevice chose for this OS thread, 0 at first.
int current_device();
/// @param context of the device: its number, or 0 for the device's own
/// @pre is_device_number(number)
void set_current_device(int number, std::uint64_t context = 0);
/// The number of this OS thread's current context.
std::uint64_t current_context();

/// Whether kernels of `device` may use memory of `peer`.
bool peer_access(int device, int peer);
/// @return false: it was so before
bool set_peer_access(int device, int peer, bool allowed);
/// Bit d: kernels of `device` may use memory of device d. Its own bit is always set.
std::uint32_t reachable_from(int device);

/// Another number of devices from now on: 1 to 8. Nobody has peer access; device 0 is the calling
/// OS thread's current one. @pre the device is idle
void set_device_count(int count);

} // namespace cudalab::emulator
