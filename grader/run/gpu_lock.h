// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// Gradings that share a GPU: whoever measures time has it alone, all other runs share it.
#pragma once

#include <filesystem>
#include <functional>
#include <string>

namespace cudalab::grader {

enum class gpu_use {
  shared, ///< results count, time does not
  alone   ///< time is measured
};

/// Held by one process for one GPU, over all processes and users of this machine (of this
/// container, where /tmp is its own). Kept by the kernel: it ends with the process.
class gpu_lock {
public:
  /// Waits. A measurement that waits goes before runs that come later, so that it is never kept
  /// waiting by an endless row of them.
  /// @param pci_bus_id "0000:1B:00.0"; empty: there is no GPU, and nothing to wait for
  /// @param waiting called once when it must wait; may be empty
  /// Where no lock can be made (a full or read-only /tmp) it locks nothing: a measurement that is
  /// disturbed is found by other means (device_watch.h).
  gpu_lock(const std::string& pci_bus_id, gpu_use how, const std::function<void()>& waiting = {},
           const std::filesystem::path& folder = "/tmp");
  ~gpu_lock();
  gpu_lock(const gpu_lock&) = delete;
  gpu_lock& operator=(const gpu_lock&) = delete;

  bool held() const { return fd_ >= 0; }

private:
  int fd_ = -1;
};

/// How many programs are watched on one GPU at the same time, over all gradings of this machine:
/// each keeps a processor core busy and has some hundred megabytes of the GPU's memory.
unsigned most_on_a_gpu();

/// One of the places on a GPU for a program whose time does not count, such as one under a tool.
/// Where too many gradings ran at once, calls ran out of time that were not at fault. Kept by the
/// kernel, as a gpu_lock is.
class gpu_place {
public:
  /// Waits until a place is free. The parameters are those of a gpu_lock.
  /// @param count how many places there are
  explicit gpu_place(const std::string& pci_bus_id, unsigned count = most_on_a_gpu(),
                     const std::filesystem::path& folder = "/tmp");
  ~gpu_place();
  gpu_place(const gpu_place&) = delete;
  gpu_place& operator=(const gpu_place&) = delete;

  bool held() const { return fd_ >= 0; }

private:
  int fd_ = -1;
};

} // namespace cudalab::grader
