// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#include "viewer/watchdog.h"

#include <cstdio>
#include <mutex>
#include <optional>
#include <thread>

#include <unistd.h>

namespace cudalab::viewer {

namespace {

using clock = std::chrono::steady_clock;

struct watched {
  std::mutex mutex;
  std::string what;
  std::chrono::milliseconds limit{};
  std::optional<clock::time_point> until;
};

/// Never destroyed: the watching thread outlives main().
watched& the_call() {
  static auto& one = *new watched;
  return one;
}

[[noreturn]] void watch() {
  for (;; std::this_thread::sleep_for(std::chrono::milliseconds(50))) {
    watched& call = the_call();
    const std::lock_guard held(call.mutex);
    if (!call.until || clock::now() < *call.until)
      continue;
    std::fprintf(stderr,
                 "%s did not end within %g s and was stopped.\n"
                 "Look for a loop that never ends, and for a barrier that not every thread "
                 "reaches. If your code is\nonly slow here, show fewer particles: --size 64x64\n",
                 call.what.c_str(), static_cast<double>(call.limit.count()) / 1000);
    _exit(1);
  }
}

} // namespace

watched_call::watched_call(const std::string& what, std::chrono::milliseconds limit) {
  static const bool watching = (std::thread(watch).detach(), true);
  static_cast<void>(watching);
  watched& call = the_call();
  const std::lock_guard held(call.mutex);
  call.what = what;
  call.limit = limit;
  call.until = clock::now() + limit;
}

watched_call::~watched_call() {
  const std::lock_guard held(the_call().mutex);
  the_call().until.reset();
}

} // namespace cudalab::viewer
