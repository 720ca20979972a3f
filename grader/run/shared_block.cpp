// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#include <algorithm>
#include <cerrno>
#include <chrono>
#include <system_error>
#include <thread>
#include <utility>

#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

#include "grader/run/worker_process.h"

namespace cudalab::grader {
namespace {

[[noreturn]] void fail(const char* what) {
  throw std::system_error(errno, std::generic_category(), what);
}

std::byte* map(int fd, std::size_t bytes, int protection) {
  void* memory = mmap(nullptr, bytes, protection, MAP_SHARED, fd, 0);
  if (memory == MAP_FAILED)
    fail("mapping shared memory");
  // A child that another thread forks would hold a copy of the mapping until it calls exec, and no
  // seal against writing is set meanwhile.
  madvise(memory, bytes, MADV_DONTFORK);
  return static_cast<std::byte*>(memory);
}

} // namespace

shared_block::shared_block(std::size_t bytes) : bytes_(std::max<std::size_t>(bytes, 1)) {
  fd_ = memfd_create("cudalab", MFD_CLOEXEC | MFD_ALLOW_SEALING);
  if (fd_ < 0)
    fail("memfd_create");
  try {
    if (ftruncate(fd_, static_cast<off_t>(bytes_)) != 0)
      fail("sizing shared memory");
    // A worker must not shrink it under the judge's feet: that would be a SIGBUS here.
    if (fcntl(fd_, F_ADD_SEALS, F_SEAL_SHRINK | F_SEAL_GROW) != 0)
      fail("sealing shared memory");
    data_ = map(fd_, bytes_, PROT_READ | PROT_WRITE);
  } catch (...) {
    close(fd_);
    throw;
  }
}

shared_block::~shared_block() {
  if (data_)
    munmap(data_, bytes_);
  if (fd_ >= 0)
    close(fd_);
}

shared_block::shared_block(shared_block&& other) noexcept
    : fd_(std::exchange(other.fd_, -1)), data_(std::exchange(other.data_, nullptr)),
      bytes_(std::exchange(other.bytes_, 0)) {}

shared_block& shared_block::operator=(shared_block&& other) noexcept {
  std::swap(fd_, other.fd_);
  std::swap(data_, other.data_);
  std::swap(bytes_, other.bytes_);
  return *this;
}

void shared_block::seal() {
  // A seal against writing is refused while a writable mapping exists.
  munmap(std::exchange(data_, nullptr), bytes_);
  // A child may have been forked between mmap and madvise: it lets go when it calls exec.
  for (int left = 2000; fcntl(fd_, F_ADD_SEALS, F_SEAL_WRITE | F_SEAL_SEAL) != 0; --left) {
    if (errno != EBUSY || left == 0)
      fail("sealing shared memory");
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
  data_ = map(fd_, bytes_, PROT_READ);
}

} // namespace cudalab::grader
