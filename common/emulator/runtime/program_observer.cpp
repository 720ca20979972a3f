// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#include "emulator/runtime/program_observer.h"

namespace cudalab::emulator {

namespace {

class nobody final : public program_observer {};

constinit nobody no_watcher;
constinit program_observer* watcher = &no_watcher;

} // namespace

void watch_program(program_observer& by) {
  watcher = &by;
}

program_observer& the_program_observer() {
  return *watcher;
}

bool program_is_watched() {
  return watcher != &no_watcher;
}

} // namespace cudalab::emulator
