// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#include "emulator/runtime/queue/host_waits.h"

#include <atomic>

#include "emulator/emulator.h"

namespace cudalab::emulator {

namespace {

std::atomic<std::size_t> waits{0}, frees{0};

} // namespace

void note_host_wait() {
  ++waits;
}

void note_waiting_free() {
  ++frees;
}

std::size_t host_waits() {
  return waits;
}

std::size_t waiting_frees() {
  return frees;
}

} // namespace cudalab::emulator
