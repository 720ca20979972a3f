// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#include "emulator/observe/traffic/kernel_resources.h"

#include <algorithm>
#include <map>
#include <sstream>

// Lines of `kernel registers spilled_bytes`. In programs that `emucc --profile` made.
extern "C" [[gnu::weak]] const char cudalab_kernel_resources[];

namespace cudalab::emulator {

namespace {

std::map<std::string, register_use> read_table() {
  std::map<std::string, register_use> table;
  std::istringstream lines(built_for_profile() ? cudalab_kernel_resources : "");
  std::string kernel;
  for (register_use use; lines >> kernel >> use.registers >> use.spilled_bytes;) {
    register_use& known = table[kernel];
    known.registers = std::max(known.registers, use.registers);
    known.spilled_bytes = std::max(known.spilled_bytes, use.spilled_bytes);
  }
  return table;
}

} // namespace

std::optional<register_use> register_use_of(const std::string& kernel) {
  static const std::map<std::string, register_use> table = read_table();
  const auto found = table.find(kernel);
  return found == table.end() ? std::nullopt : std::optional(found->second);
}

bool built_for_profile() {
  return &cudalab_kernel_resources != nullptr;
}

} // namespace cudalab::emulator
