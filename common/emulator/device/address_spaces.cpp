// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#include "emulator/include/cudalab/address_spaces.h"

#include "emulator/runtime/execution.h"
#include "emulator/runtime/memory/device_memory.h"
#include "emulator/runtime/memory/shared_memory.h"

using namespace cudalab::emulator;

unsigned int __isGlobal(const void* address) {
  const device_memory& memory = device_memory::instance();
  if (memory.contains(address))
    return true;
  const auto found = memory.find(address); // a variable, or the host's memory
  return found && found->kind != memory_kind::constant_variable;
}

unsigned int __isConstant(const void* address) {
  const auto found = device_memory::instance().find(address);
  return found && found->kind == memory_kind::constant_variable;
}

unsigned int __isShared(const void* address) {
  return in_shared_memory(address);
}

unsigned int __isLocal(const void* address) {
  return on_thread_stack(address);
}

unsigned int __isGridConstant(const void* address) {
  if (current_block == nullptr)
    return false;
  const std::byte* arguments = current_block->launch->arguments;
  return address >= arguments && address < arguments + current_block->launch->argument_bytes;
}

std::size_t __cvta_generic_to_shared(const void* address) {
  return static_cast<std::size_t>(static_cast<const std::byte*>(address) - shared_segment().begin);
}

void* __cvta_shared_to_generic(std::size_t offset) {
  return shared_segment().begin + offset;
}
