// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#include "grader/run/gpu_lock.h"

#include <algorithm>
#include <cctype>
#include <cerrno>
#include <chrono>
#include <thread>

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

namespace cudalab::grader {

namespace {

std::string lock_name(const std::string& pci_bus_id) {
  std::string name = "cuda-labs-gpu-";
  for (const char c : pci_bus_id)
    name += std::isxdigit(static_cast<unsigned char>(c)) ? c : '-';
  return name;
}

/// Readable is enough for flock(), and all that another user's file gives.
int open_lock(const std::filesystem::path& file) {
  constexpr int flags = O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC;
  for (int tries = 0; tries < 3; ++tries) {
    int fd = open(file.c_str(), flags);
    if (fd < 0 && errno == ENOENT) {
      fd = open(file.c_str(), flags | O_CREAT | O_EXCL, 0444);
      if (fd >= 0)
        fchmod(fd, 0444); // whatever the umask is: another user must be able to read it
    }
    if (fd >= 0 || errno != EEXIST)
      return fd;
  }
  return -1;
}

bool lock(int fd, int how) {
  int status = 0;
  do
    status = flock(fd, how);
  while (status != 0 && errno == EINTR);
  return status == 0;
}

/// Waits until it has the lock, and says so first.
bool lock_or_wait(int fd, int how, bool& told, const std::function<void()>& waiting) {
  if (lock(fd, how | LOCK_NB))
    return true;
  if (errno != EWOULDBLOCK)
    return false;
  if (!told && waiting)
    waiting();
  told = true;
  return lock(fd, how);
}

} // namespace

gpu_lock::gpu_lock(const std::string& pci_bus_id, gpu_use how, const std::function<void()>& waiting,
                   const std::filesystem::path& folder) {
  if (pci_bus_id.empty())
    return;
  const std::string name = lock_name(pci_bus_id);
  // Everyone passes the gate; who waits to be alone stands in it, and nobody passes then.
  const int gate = open_lock(folder / (name + "-gate"));
  const int fd = open_lock(folder / name);
  const int kind = how == gpu_use::alone ? LOCK_EX : LOCK_SH;
  bool told = false;
  if (gate >= 0 && fd >= 0 && lock_or_wait(gate, LOCK_EX, told, waiting) &&
      lock_or_wait(fd, kind, told, waiting))
    fd_ = fd;
  else if (fd >= 0)
    close(fd);
  if (gate >= 0)
    close(gate);
}

gpu_lock::~gpu_lock() {
  if (fd_ >= 0)
    close(fd_);
}

unsigned most_on_a_gpu() {
  constexpr unsigned most = 12; // even on a GPU with 16 GB
  return std::clamp(std::thread::hardware_concurrency(), 2U, most);
}

gpu_place::gpu_place(const std::string& pci_bus_id, unsigned count,
                     const std::filesystem::path& folder) {
  using namespace std::chrono_literals;
  if (pci_bus_id.empty())
    return;
  const std::string name = lock_name(pci_bus_id);
  // One looks for a place at a time; the others stand behind it.
  const int gate = open_lock(folder / (name + "-places"));
  for (bool possible = gate >= 0 && lock(gate, LOCK_EX); possible && fd_ < 0;) {
    possible = false;
    for (unsigned i = 0; i < count && fd_ < 0; ++i) {
      const int place = open_lock(folder / (name + "-place-" + std::to_string(i)));
      possible = possible || place >= 0;
      if (place >= 0 && lock(place, LOCK_EX | LOCK_NB))
        fd_ = place;
      else if (place >= 0)
        close(place);
    }
    if (possible && fd_ < 0)
      std::this_thread::sleep_for(5ms);
  }
  if (gate >= 0)
    close(gate);
}

gpu_place::~gpu_place() {
  if (fd_ >= 0)
    close(fd_);
}

} // namespace cudalab::grader
