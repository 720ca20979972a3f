// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#include "emulator/observe/host/host_reads.h"

#include "emulator/runtime/counters.h"
#include "emulator/runtime/memory/device_memory.h"

namespace cudalab::emulator {

std::size_t host_reads::fresh(std::uint64_t offset, std::uint32_t bytes) {
  std::size_t found = 0;
  for (std::uint64_t cell = offset / 4; cell * 4 < offset + bytes; ++cell) {
    const operation_number kernel = written_.last(cell * 4).number;
    if (kernel == 0 || counted_.last(cell * 4).number == kernel)
      continue;
    counted_.touched(cell * 4, 4, kernel, nullptr);
    found += 4;
  }
  return found;
}

void count_host_read(std::uint64_t offset, std::uint32_t bytes) {
  static auto* const reads =
      new host_reads(device_memory::instance().reserved_bytes(),
                     unfinished_use::instance().of_kernels(access_kind::write));
  if (const std::size_t fresh = reads->fresh(offset, bytes); fresh != 0)
    note_copy_to_host(fresh);
}

} // namespace cudalab::emulator
