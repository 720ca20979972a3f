// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#include "worker/shared_blocks.h"

#include <cerrno>
#include <system_error>

#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "worker/binding.h"

namespace cudalab::worker {

mapped_part::mapped_part(int fd, std::size_t offset, std::size_t bytes, bool writable) {
  if (bytes == 0)
    return;
  const std::size_t before = offset % static_cast<std::size_t>(sysconf(_SC_PAGESIZE));
  void* mapping = mmap(nullptr, before + bytes, writable ? PROT_READ | PROT_WRITE : PROT_READ,
                       MAP_SHARED, fd, static_cast<off_t>(offset - before));
  if (mapping == MAP_FAILED)
    throw std::system_error(errno, std::generic_category(), "shared memory");
  mapping_ = mapping;
  mapped_bytes_ = before + bytes;
  begin_ = static_cast<std::byte*>(mapping) + before;
}

mapped_part::~mapped_part() {
  if (mapping_)
    munmap(mapping_, mapped_bytes_);
}

shared_block::shared_block(int fd, bool writable) : fd_(fd), writable_(writable) {
  struct stat status {};
  if (fstat(fd, &status) != 0)
    throw std::system_error(errno, std::generic_category(), "shared memory");
  bytes_ = static_cast<std::size_t>(status.st_size);
}

void shared_block::require_room(std::size_t offset, std::size_t bytes) const {
  if (offset > bytes_ || bytes > bytes_ - offset)
    throw bad_call("a buffer lies outside the memory that judge and worker share");
}

mapped_part shared_block::map(std::size_t offset, std::size_t bytes) const {
  require_room(offset, bytes);
  return {fd_, offset, bytes, writable_};
}

} // namespace cudalab::worker
