// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#include "emulator/runtime/memory/physical_memory.h"

#include <algorithm>
#include <cstring>
#include <utility>

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

namespace cudalab::emulator {

namespace {

constexpr const char* name_begins = "cudalab-memory-";

/// The word behind the name that make() gives its files; "": it has another name.
std::string label_of(int file) {
  char target[128] = "";
  const std::string link = "/proc/self/fd/" + std::to_string(file);
  const ssize_t length = readlink(link.c_str(), target, sizeof target - 1);
  if (length <= 0)
    return "";
  const std::string name(target, static_cast<std::size_t>(length)); // "/memfd:NAME (deleted)"
  const std::string begin = std::string("/memfd:") + name_begins;
  if (name.substr(0, begin.size()) != begin)
    return "";
  return name.substr(begin.size(), name.find(' ') - begin.size());
}

} // namespace

physical_memory::physical_memory(int file, std::size_t bytes, std::string label)
    : file_(file), bytes_(bytes), label_(std::move(label)) {}

physical_memory::~physical_memory() {
  close(file_);
}

std::shared_ptr<physical_memory> physical_memory::make(std::size_t bytes,
                                                       const std::string& label) {
  rlimit longest{};
  if (getrlimit(RLIMIT_FSIZE, &longest) != 0 || longest.rlim_cur < bytes)
    return nullptr; // a longer file would end the program
  const int file = memfd_create((name_begins + label).c_str(), MFD_CLOEXEC);
  if (file < 0)
    return nullptr;
  if (ftruncate(file, static_cast<off_t>(bytes)) != 0) {
    close(file);
    return nullptr;
  }
  return std::shared_ptr<physical_memory>(new physical_memory(file, bytes, label));
}

std::shared_ptr<physical_memory> physical_memory::of_descriptor(int file) {
  const std::string label = label_of(file);
  struct stat about {};
  if (label.empty() || fstat(file, &about) != 0)
    return nullptr;
  const int own = fcntl(file, F_DUPFD_CLOEXEC, 0);
  if (own < 0)
    return nullptr;
  return std::shared_ptr<physical_memory>(
      new physical_memory(own, static_cast<std::size_t>(about.st_size), label));
}

bool physical_memory::take_content(const std::byte* place) const {
  constexpr std::size_t page = 4096;
  static const std::byte zeros[page] = {};
  for (std::size_t at = 0; at < bytes_; at += page) {
    const std::size_t bytes = std::min(page, bytes_ - at);
    if (std::memcmp(place + at, zeros, bytes) != 0 &&
        pwrite(file_, place + at, bytes, static_cast<off_t>(at)) != static_cast<ssize_t>(bytes))
      return false;
  }
  return true;
}

bool physical_memory::map_at(void* place, bool accessible) const {
  return mmap(place, bytes_, accessible ? PROT_READ | PROT_WRITE : PROT_NONE,
              MAP_SHARED | MAP_FIXED, file_, 0) != MAP_FAILED;
}

bool set_accessible(void* place, std::size_t bytes, bool accessible) {
  return mprotect(place, bytes, accessible ? PROT_READ | PROT_WRITE : PROT_NONE) == 0;
}

} // namespace cudalab::emulator
