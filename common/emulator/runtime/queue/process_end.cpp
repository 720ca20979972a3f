// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#include "emulator/runtime/queue/process_end.h"

#include <cstdlib>

#include <pthread.h>

#include "emulator/runtime/active_observers.h"
#include "emulator/runtime/queue/device_queue.h"
#include "emulator/runtime/queue/errors.h"
#include "emulator/runtime/queue/kernel_output.h"

namespace cudalab::emulator {

namespace {

device_queue* watched = nullptr;
bool forked = false;

void at_exit() {
  if (forked || on_device_thread() || current_block != nullptr)
    return; // the threads are not there; or one of them would wait for itself
  const bool somebody_watches = !active_observers().empty();
  std::unique_lock lock(watched->mutex());
  if (somebody_watches)
    watched->wait_until_idle(lock);
  watched->stop();
  lose_kernel_output();
}

void before_fork() {
  watched->mutex().lock();
}
void after_fork() {
  watched->mutex().unlock();
}
void in_child() {
  watched->lose_everything();
  watched->mutex().unlock();
  forked = true;
  make_sticky(cudaErrorInitializationError);
}

} // namespace

void watch_process_end(device_queue& queue) {
  watched = &queue;
  std::atexit(at_exit);
  pthread_atfork(before_fork, after_fork, in_child);
}

} // namespace cudalab::emulator
