// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#define CUDALAB_CHECKED // the functions that checked code calls; fast code has its own
#include "emulator/include/cudalab/cached_access.h"

#include "emulator/runtime/blocks/library_access.h"

using cudalab::emulator::access_kind;
using cudalab::emulator::observe_access;

#undef CUDALAB_LOAD
#undef CUDALAB_STORE
#define CUDALAB_LOAD(name, type)                                                                   \
  type name(const type* address) {                                                                 \
    observe_access(address, sizeof *address, access_kind::read, __builtin_return_address(0));      \
    return *address;                                                                               \
  }
#define CUDALAB_STORE(name, type)                                                                  \
  void name(type* address, type value) {                                                           \
    observe_access(address, sizeof *address, access_kind::write, __builtin_return_address(0));     \
    *address = value;                                                                              \
  }
CUDALAB_CACHED_TYPES(CUDALAB_CACHED_ACCESS)
