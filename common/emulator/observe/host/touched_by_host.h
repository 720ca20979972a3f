// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// Host code that touches, or frees, memory of the device.
#pragma once

#include <atomic>
#include <string>
#include <vector>

#include "emulator/runtime/memory/device_memory.h"
#include "emulator/runtime/observer.h"

namespace cudalab::emulator {

struct address_range {
  const std::byte* begin = nullptr;
  std::size_t bytes = 0;
};

/// From the first to the last variable of the device.
address_range range_of_variables(const std::vector<allocation>& all);

/// Host code touched an address of the device, or one between the program's variables there.
void touched_by_host(const void* address, std::uint32_t bytes, access_kind kind, const void* pc,
                     access_manner manner);

/// Host code gives memory of the device, or pinned memory, to a function that frees the host's own:
/// the program is about to end. Makes a finding, and prints the line where nobody would see it.
/// @param how "delete[]"
void found_foreign_free(const void* place, const char* how, const void* caller,
                        const std::string& line);

/// Host code is about to store to memory that is neither its own nor the device's: the program ends
/// with a finding.
[[noreturn]] void host_stored_elsewhere(const void* place, const void* pc, std::size_t bytes = 1);

/// Host code is about to call something that is no function which it may call; likewise.
[[noreturn]] void host_called_elsewhere(const void* place, const void* pc);

/// Whether the program will report its findings when it ends: nothing of them needs to be printed.
extern constinit std::atomic<bool> report_is_coming;

} // namespace cudalab::emulator
