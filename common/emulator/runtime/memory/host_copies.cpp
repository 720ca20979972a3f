// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#include "emulator/runtime/memory/host_copies.h"

#include <atomic>

#include "emulator/emulator.h"

namespace cudalab::emulator {

namespace {

std::atomic<std::size_t> copied{0};

} // namespace

void note_copy_to_host(std::size_t bytes) {
  copied += bytes;
}

std::size_t bytes_copied_to_host() {
  return copied;
}

} // namespace cudalab::emulator
