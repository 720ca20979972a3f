// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// For a lab's scenes (labNN_scenes.cu), the given code that calls a student's functions: how it
/// complains, and whether a function waited.
#pragma once

#include <cstddef>
#include <stdexcept>
#include <string>

#ifdef CUDALAB_EMULATED_DEVICE
#include "emulator/emulator.h"
#endif

namespace lab {

/// @param next what the student should look at
/// @throws std::runtime_error of two lines, which the grader tells as a message and its remedy
inline void complain_unless(bool right, const std::string& what, const std::string& next) {
  if (!right)
    throw std::runtime_error(what + '\n' + next);
}

/// Says what spoils no result: a clean check fails, and one of correctness does not. Nothing where
/// nobody watches.
inline void remark_unless(bool right, const std::string& what, const std::string& next) {
#ifdef CUDALAB_EMULATED_DEVICE
  if (!right)
    cudalab::emulator::remark(what + '\n' + next);
#else
  (void)right, (void)what, (void)next;
#endif
}

/// How often the program has waited for the device until now; 0 where nobody watches (on a GPU).
inline std::size_t waits_now() {
#ifdef CUDALAB_EMULATED_DEVICE
  if (cudalab::emulator::observed() != cudalab::emulator::observation::none)
    return cudalab::emulator::host_waits();
#endif
  return 0;
}

/// The same of its calls of cudaFree for memory of cudaMalloc.
inline std::size_t waiting_frees_now() {
#ifdef CUDALAB_EMULATED_DEVICE
  if (cudalab::emulator::observed() != cudalab::emulator::observation::none)
    return cudalab::emulator::waiting_frees();
#endif
  return 0;
}

/// Remarks on a function that has waited since this was made: host and device are to work at the
/// same time.
class no_waiting {
public:
  /// @param header where it stands that the function does not wait: "lab07.h"
  no_waiting(const std::string& function, const std::string& header)
      : function_(function), header_(header), before_(waits_now()),
        frees_before_(waiting_frees_now()) {}

  void check() const {
    remark_unless(waits_now() == before_, function_ + " waits for its kernel",
                  "A launch returns at once, and " + header_ +
                      " wants the function to do so too: take out cudaDeviceSynchronize() and "
                      "its like. Work of one stream comes in the order of its calls, and who "
                      "needs the result waits.");
  }

  /// For a lab that teaches how to free memory without waiting.
  void check_frees() const {
    remark_unless(waiting_frees_now() == frees_before_,
                  function_ + " waits for its kernel: cudaFree does so",
                  "Take the memory with cudaMallocAsync(&pointer, bytes, 0) and free it with "
                  "cudaFreeAsync(pointer, 0): it is freed when the kernels before have ended, "
                  "and the host goes on. (lab::device_buffer frees with cudaFree.)");
  }

private:
  std::string function_, header_;
  std::size_t before_, frees_before_;
};

} // namespace lab
