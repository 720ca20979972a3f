// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#include "emulator/runtime/blocks/library_access.h"

#include "emulator/runtime/blocks/block_scheduler.h"
#include "emulator/runtime/program_observer.h"

namespace cudalab::emulator {

void observe_access(const void* address, std::uint32_t bytes, access_kind kind, const void* pc,
                    access_manner manner) {
  // In a fast program nobody listens, and addresses are not known either.
  if (current_scheduler != nullptr && current_scheduler->observed())
    the_program_observer().library_accesses(address, bytes, kind, pc, manner);
}

void observe_atomic(const void* address, std::uint32_t bytes, access_manner manner,
                    const void* pc) {
  observe_access(address, bytes, access_kind::read, pc, manner);
  observe_access(address, bytes, access_kind::write, pc, manner);
}

} // namespace cudalab::emulator
