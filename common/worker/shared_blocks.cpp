// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#include "worker/shared_blocks.h"

#include <cerrno>
#include <system_error>

#include <sys/mman.h>
#include <sys/stat.h>

#include "worker/binding.h"

namespace cudalab::worker {

mapped_block::mapped_block(int fd, bool writable) {
  struct stat status {};
  if (fstat(fd, &status) != 0)
    throw std::system_error(errno, std::generic_category(), "shared memory");
  bytes_ = static_cast<std::size_t>(status.st_size);
  if (bytes_ == 0)
    return;
  void* mapping =
      mmap(nullptr, bytes_, writable ? PROT_READ | PROT_WRITE : PROT_READ, MAP_SHARED, fd, 0);
  if (mapping == MAP_FAILED)
    throw std::system_error(errno, std::generic_category(), "shared memory");
  data_ = static_cast<std::byte*>(mapping);
}

mapped_block::~mapped_block() {
  if (data_)
    munmap(data_, bytes_);
}

std::byte* mapped_block::at(std::size_t offset, std::size_t bytes) const {
  if (offset > bytes_ || bytes > bytes_ - offset)
    throw bad_call("a buffer lies outside the memory that judge and worker share");
  return data_ + offset;
}

} // namespace cudalab::worker
