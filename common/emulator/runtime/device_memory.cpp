// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#include "emulator/runtime/device_memory.h"

#include <map>
#include <mutex>
#include <new>
#include <shared_mutex>

#include <sys/mman.h>

namespace cudalab::emulator {

namespace {

constexpr std::size_t page_bytes = 4096;
constexpr std::size_t wished_bytes = std::size_t{64} << 30;
constexpr std::size_t least_bytes = std::size_t{64} << 20;
/// Far from where Linux puts programs and libraries, so that a run repeats address for address.
void* const wished_address = reinterpret_cast<void*>(0x1000'0000'0000);

/// What was given out, by address. Live allocations never overlap anything; a freed one is
/// forgotten when its place is given out again.
struct books {
  mutable std::shared_mutex mutex;
  std::map<const std::byte*, allocation> live;
  std::map<const std::byte*, allocation> freed;
};

books& the_books() {
  static books& all = *new books;
  return all;
}

std::size_t rounded(std::size_t bytes, std::size_t to) {
  return (bytes + to - 1) / to * to;
}

std::byte* reserve(std::size_t bytes) {
  for (const int fixed : {MAP_FIXED_NOREPLACE, 0}) {
    void* range = mmap(wished_address, bytes, PROT_READ | PROT_WRITE,
                       MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | fixed, -1, 0);
    if (range != MAP_FAILED)
      return static_cast<std::byte*>(range);
  }
  return nullptr;
}

std::size_t distance(const allocation& from, const std::byte* to) {
  if (to < from.begin)
    return static_cast<std::size_t>(from.begin - to);
  return to < from.end() ? 0 : static_cast<std::size_t>(to - from.end()) + 1;
}

/// Of the allocations just before and after the address, the nearer one.
const allocation* nearest_in(const std::map<const std::byte*, allocation>& all,
                             const std::byte* address) {
  const auto after = all.upper_bound(address);
  const allocation* best = after == all.end() ? nullptr : &after->second;
  if (after != all.begin()) {
    const allocation& before = std::prev(after)->second;
    if (best == nullptr || distance(before, address) <= distance(*best, address))
      best = &before;
  }
  return best;
}

} // namespace

device_memory& device_memory::instance() {
  static device_memory& memory = *new device_memory;
  return memory;
}

device_memory::device_memory() {
  for (std::size_t bytes = wished_bytes; bytes >= least_bytes; bytes /= 2)
    if (std::byte* range = reserve(bytes); range != nullptr) {
      begin_ = range;
      end_ = range + bytes;
      return;
    }
}

void* device_memory::allocate(std::size_t bytes, const void* caller) {
  if (bytes == 0 || bytes > reserved_bytes())
    return nullptr;
  books& all = the_books();
  std::unique_lock lock(all.mutex);
  std::byte* place = begin_ + gap; // first fit
  for (const auto& [begin, other] : all.live) {
    if (place + bytes + gap <= begin)
      break;
    place = begin_ + rounded(static_cast<std::size_t>(other.end() - begin_) + gap, alignment);
  }
  if (place > end_ || static_cast<std::size_t>(end_ - place) < bytes + gap)
    return nullptr;
  auto old = all.freed.upper_bound(place);
  if (old != all.freed.begin() && std::prev(old)->second.end() > place)
    --old;
  while (old != all.freed.end() && old->second.begin < place + bytes)
    old = all.freed.erase(old);
  const allocation made{.begin = place, .bytes = bytes, .name = {}, .made_by = caller};
  all.live.emplace(place, made);
  lock.unlock();
  if (listener_ != nullptr)
    listener_->allocated(made);
  return place;
}

device_memory::free_result device_memory::free(void* pointer, const void* caller) {
  books& all = the_books();
  std::unique_lock lock(all.mutex);
  const auto* begin = static_cast<const std::byte*>(pointer);
  const auto found = all.live.find(begin);
  if (found == all.live.end())
    return all.freed.count(begin) != 0 ? free_result::already_freed
                                       : free_result::not_an_allocation;
  allocation gone = found->second;
  gone.live = false;
  gone.freed_by = caller;
  all.live.erase(found);
  all.freed[begin] = gone;
  // The gap is a page, so no other allocation is in the pages of this one.
  const auto first = reinterpret_cast<std::uintptr_t>(gone.begin) / page_bytes * page_bytes;
  const auto last = rounded(reinterpret_cast<std::uintptr_t>(gone.end()), page_bytes);
  madvise(reinterpret_cast<void*>(first), last - first, MADV_DONTNEED);
  lock.unlock();
  if (listener_ != nullptr)
    listener_->freed(gone);
  return free_result::ok;
}

void device_memory::name(const void* pointer, const std::string& name) {
  books& all = the_books();
  std::unique_lock lock(all.mutex);
  const auto found = all.live.find(static_cast<const std::byte*>(pointer));
  if (found != all.live.end())
    found->second.name = name;
}

std::optional<allocation> device_memory::find(const void* address) const {
  const books& all = the_books();
  std::shared_lock lock(all.mutex);
  const auto after = all.live.upper_bound(static_cast<const std::byte*>(address));
  if (after == all.live.begin() || std::prev(after)->second.end() <= address)
    return std::nullopt;
  return std::prev(after)->second;
}

std::optional<allocation> device_memory::nearest(const void* address) const {
  const books& all = the_books();
  std::shared_lock lock(all.mutex);
  const auto* place = static_cast<const std::byte*>(address);
  const allocation* live = nearest_in(all.live, place);
  const allocation* freed = nearest_in(all.freed, place);
  if (live == nullptr || (freed != nullptr && distance(*freed, place) < distance(*live, place)))
    live = freed;
  return live == nullptr ? std::nullopt : std::optional(*live);
}

std::vector<allocation> device_memory::live() const {
  const books& all = the_books();
  std::shared_lock lock(all.mutex);
  std::vector<allocation> list;
  for (const auto& [begin, one] : all.live)
    list.push_back(one);
  return list;
}

void device_memory::listen(memory_listener* listener) {
  listener_ = listener;
}

} // namespace cudalab::emulator
