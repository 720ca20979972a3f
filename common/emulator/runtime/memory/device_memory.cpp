// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#include "emulator/runtime/memory/device_memory.h"

#include <algorithm>
#include <mutex>
#include <shared_mutex>

#include <sys/mman.h>

#include "emulator/runtime/devices.h"
#include "emulator/runtime/driver_call.h"
#include "emulator/runtime/memory/adopted_ranges.h"
#include "emulator/runtime/memory/device_variables.h"
#include "emulator/runtime/memory/memory_books.h"
#include "emulator/runtime/memory/physical_memory.h"
#include "emulator/runtime/memory/repeated_pages.h"
#include "emulator/runtime/program_observer.h"

namespace cudalab::emulator {

namespace {

constexpr std::size_t wished_bytes = std::size_t{64} << 30;
constexpr std::size_t least_bytes = std::size_t{64} << 20;
/// Far from where Linux puts programs and libraries, so that a run repeats address for address.
void* const wished_address = reinterpret_cast<void*>(0x1000'0000'0000);

struct state {
  mutable std::shared_mutex mutex;
  memory_books books;
  memory_region device, heap, host, adopted;
  std::size_t limit = 0;          ///< of device memory; 0: none
  std::byte* heap_next = nullptr; ///< where the next piece for a kernel is looked for

  memory_region& region_of(memory_kind kind) {
    return is_adopted(kind)                   ? adopted
           : kind == memory_kind::device      ? device
           : kind == memory_kind::device_heap ? heap
                                              : host;
  }
};

std::size_t device_bytes(const state& all, int device) {
  std::size_t sum = 0;
  for (const auto& each : all.books.live())
    if (each.second.kind == memory_kind::device && each.second.device == device)
      sum += each.second.bytes;
  return sum;
}

/// What a device can give out: they share one range of addresses.
std::size_t most_device_bytes(const state& all) {
  const std::size_t there =
      all.device.bytes() / static_cast<std::size_t>(std::max(1, device_count()));
  return all.limit == 0 ? there : std::min(there, all.limit);
}

state& the_state() {
  static state& all = *new state;
  return all;
}

std::size_t rounded(std::size_t bytes, std::size_t to) {
  return (bytes + to - 1) / to * to;
}

/// Nothing of it costs memory before it is touched.
std::byte* reserve(std::size_t bytes) {
  for (const int fixed : {MAP_FIXED_NOREPLACE, 0}) {
    void* range = mmap(wished_address, bytes, PROT_READ | PROT_WRITE,
                       MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | fixed, -1, 0);
    if (range != MAP_FAILED)
      return static_cast<std::byte*>(range);
  }
  return nullptr;
}

/// The whole pages of an allocation: no other one is in them.
struct page_range {
  std::byte* begin;
  std::size_t bytes;
};
page_range pages_of(const allocation& one) {
  const auto first = reinterpret_cast<std::uintptr_t>(one.begin) / page_bytes * page_bytes;
  const auto last = rounded(reinterpret_cast<std::uintptr_t>(one.end()), page_bytes);
  return {reinterpret_cast<std::byte*>(first), last - first};
}

/// They are empty again.
void drop_pages(const allocation& gone) {
  if (is_mapped(gone) || is_of_other_process(gone))
    return; // they lie elsewhere, too
  const page_range pages = pages_of(gone);
  if (gone.period != 0)
    give_own_pages(gone.begin, gone.bytes);
  else if (gone.pages != nullptr)
    give_own_pages(pages.begin, pages.bytes);
  else
    madvise(pages.begin, pages.bytes, MADV_DONTNEED);
}

/// Small pieces, one after the other. A place that was freed is given out again late: blocks of one
/// launch are not ordered, so that a reused place can look like a race.
/// A call, and what the program was about when it made it.
struct made_by_call {
  const void* caller;
  const call_path& behind;
};

allocation new_allocation(std::byte* place, std::size_t bytes, const made_by_call& by,
                          unsigned flags, int device) {
  allocation made;
  made.begin = made.content = place;
  made.bytes = bytes;
  made.made_by = by.caller;
  made.behind = by.behind;
  made.flags = flags;
  made.device = device;
  made.context = current_context();
  made.by_driver = driver_call::current() != nullptr;
  return made;
}

std::byte* heap_room(state& all, std::size_t bytes) {
  constexpr std::size_t begin_again_after = std::size_t{64} << 20;
  std::byte* place = nullptr;
  if (static_cast<std::size_t>(all.heap_next - all.heap.begin) < begin_again_after)
    place = all.books.find_room(all.heap, all.heap_next, bytes);
  if (place == nullptr)
    place = all.books.find_room(all.heap, all.heap.begin, bytes);
  if (place != nullptr)
    all.heap_next = place + rounded(bytes + all.heap.gap, all.heap.alignment);
  return place;
}

bool may_free(memory_kind of_caller, memory_kind found) {
  return found == of_caller || (of_caller == memory_kind::device && found == memory_kind::managed);
}

} // namespace

device_memory& device_memory::instance() {
  static device_memory& memory = *new device_memory;
  return memory;
}

device_memory::device_memory() : owners_(wished_bytes / gap + 1) {
  for (std::size_t bytes = wished_bytes; bytes >= least_bytes && begin_ == nullptr; bytes /= 2)
    if (std::byte* range = reserve(bytes); range != nullptr) {
      begin_ = range;
      end_ = range + bytes;
    }
  // 3/4 for cudaMalloc, 1/8 for memory that the host sees too, 1/16 each for the other two.
  const std::size_t part = reserved_bytes() / 16;
  state& all = the_state();
  all.device = {begin_ + gap, begin_ + 12 * part, gap, alignment};
  all.host = {begin_ + 12 * part, begin_ + 14 * part, gap, alignment};
  all.heap = {begin_ + 14 * part, begin_ + 15 * part, 64, 16};
  all.adopted = {begin_ + 15 * part, end_, gap, alignment};
  all.heap_next = all.heap.begin;
  host_begin_ = all.host.begin;
  host_end_ = all.host.end;
  for (const device_variable& each : device_variables())
    adopt(each.begin, each.bytes, each.kind, each.name, nullptr);
}

std::size_t device_memory::capacity() const {
  const std::shared_lock lock(the_state().mutex);
  return most_device_bytes(the_state());
}

void device_memory::limit(std::size_t bytes) {
  const std::lock_guard lock(the_state().mutex);
  the_state().limit = bytes;
}

std::size_t device_memory::given_out(int device) const {
  const std::shared_lock lock(the_state().mutex);
  return device_bytes(the_state(), device);
}

void* device_memory::allocate(std::size_t bytes, const void* caller, memory_kind kind,
                              unsigned flags, int device) {
  call_path behind = {};
  if (kind != memory_kind::device_heap)
    behind = the_program_observer().calls_behind(caller);
  state& all = the_state();
  std::unique_lock lock(all.mutex);
  const memory_region& region = all.region_of(kind);
  if (bytes == 0 || bytes > region.bytes())
    return nullptr;
  const int owner = device < 0 ? current_device() : device;
  if (kind == memory_kind::device && (all.limit != 0 || device_count() > 1) &&
      device_bytes(all, owner) + bytes > most_device_bytes(all))
    return nullptr;
  std::byte* place = kind == memory_kind::device_heap
                         ? heap_room(all, bytes)
                         : all.books.find_room(region, region.begin, bytes);
  if (place == nullptr)
    return nullptr;
  allocation made = new_allocation(place, bytes, {caller, behind}, flags, owner);
  made.kind = kind;
  return enter(made, lock);
}

void* device_memory::plan(std::size_t bytes, const void* caller, unsigned flags, int device) {
  const call_path behind = the_program_observer().calls_behind(caller);
  state& all = the_state();
  const std::lock_guard lock(all.mutex);
  if (bytes == 0 || bytes > all.device.bytes())
    return nullptr;
  std::byte* const place = all.books.find_room(all.device, all.device.begin, bytes);
  if (place == nullptr)
    return nullptr;
  allocation coming = new_allocation(place, bytes, {caller, behind}, flags, device);
  coming.was_there = false;
  all.books.plan(coming);
  return place;
}

void device_memory::begin_planned(const void* begin) {
  state& all = the_state();
  std::unique_lock lock(all.mutex);
  allocation made = *all.books.planned(static_cast<const std::byte*>(begin));
  made.was_there = true;
  enter(made, lock);
}

void device_memory::expect_planned(const void* begin, bool expected) {
  const std::lock_guard lock(the_state().mutex);
  the_state().books.planned(static_cast<const std::byte*>(begin))->expected = expected;
}

void device_memory::end_plan(const void* begin) {
  const std::lock_guard lock(the_state().mutex);
  the_state().books.end_plan(static_cast<const std::byte*>(begin));
}

std::optional<allocation> device_memory::find_coming(const void* address, bool in_graph) const {
  const state& all = the_state();
  {
    const std::shared_lock lock(all.mutex);
    const std::byte* const slot = slot_of(address);
    if (const allocation* const plan = slot == nullptr ? nullptr : all.books.planned(slot))
      return in_graph || plan->expected ? std::optional(*plan) : std::nullopt;
  }
  return find(address);
}

std::byte* device_memory::reserve_addresses(std::size_t bytes, std::size_t alignment) {
  state& all = the_state();
  const std::lock_guard lock(all.mutex);
  memory_region region = all.device;
  const auto first = reinterpret_cast<std::uintptr_t>(region.begin);
  region.begin += rounded(first, alignment) - first;
  region.alignment = alignment;
  if (bytes == 0 || region.begin >= region.end)
    return nullptr;
  std::byte* const place = all.books.find_room(region, region.begin, bytes);
  if (place != nullptr)
    all.books.reserve(place, bytes);
  return place;
}

bool device_memory::end_reservation(const std::byte* begin, std::size_t bytes) {
  const std::lock_guard lock(the_state().mutex);
  return the_state().books.end_reservation(begin, bytes);
}

bool device_memory::is_reserved(const std::byte* begin, std::size_t bytes) const {
  const std::shared_lock lock(the_state().mutex);
  return the_state().books.is_reserved(begin, bytes);
}

void device_memory::map(std::byte* begin, std::size_t bytes, const void* caller,
                        const map_owner& owner) {
  const call_path behind = the_program_observer().calls_behind(caller);
  std::unique_lock lock(the_state().mutex);
  enter(new_allocation(begin, bytes, {caller, behind}, owner.flags, owner.device), lock,
        owner.several_devices);
}

std::shared_ptr<const physical_memory> device_memory::share(const std::byte* begin,
                                                            const std::string& label) {
  const std::lock_guard lock(the_state().mutex);
  allocation& one = the_state().books.live().at(begin);
  if (one.pages != nullptr)
    return one.pages;
  const page_range range = pages_of(one);
  const auto made = physical_memory::make(range.bytes, label);
  if (made == nullptr || !made->take_content(range.begin) || !made->map_at(range.begin, true))
    return nullptr;
  return one.pages = made;
}

const std::byte* device_memory::end_of_memory_at(const void* address) const {
  const state& all = the_state();
  const std::shared_lock lock(all.mutex);
  const allocation* holder = all.books.holder(slot_of(address));
  for (const allocation* next = holder; next != nullptr && is_mapped(*next);
       next = all.books.live_at(holder->end()))
    holder = next;
  return holder->end();
}

void* device_memory::enter(const allocation& made, std::unique_lock<std::shared_mutex>& locked,
                           bool shared) {
  the_state().books.add(made);
  if (made.kind == memory_kind::device) {
    const std::size_t first = static_cast<std::size_t>(made.begin - begin_) / gap;
    const std::size_t last = static_cast<std::size_t>(made.end() - 1 - begin_) / gap;
    std::fill_n(owners_.data() + first, last - first + 1,
                static_cast<std::uint8_t>(shared ? 0 : made.device + 1));
  }
  locked.unlock();
  if (listener_ != nullptr)
    listener_->allocated(made);
  return made.begin;
}

void* device_memory::allocate_repeated(std::size_t bytes, std::size_t period, const void* caller) {
  state& all = the_state();
  std::unique_lock lock(all.mutex);
  memory_region region = all.device;
  region.alignment = page_bytes;
  region.gap = gap_of_repeated;
  const bool whole_pages = bytes % page_bytes == 0 && period % page_bytes == 0 && period != 0;
  std::byte* const place = whole_pages ? all.books.find_room(region, region.begin, bytes) : nullptr;
  if (place == nullptr)
    return nullptr;
  if (!repeat_pages(place, bytes, period)) {
    give_own_pages(place, bytes);
    return nullptr;
  }
  allocation made;
  made.begin = made.content = place;
  made.bytes = bytes;
  made.period = period;
  made.made_by = caller;
  made.device = current_device();
  return enter(made, lock);
}

bool device_memory::adopt(void* content, std::size_t bytes, memory_kind kind,
                          const std::string& name, const void* caller, unsigned flags) {
  // Kernels may use it as soon as it is among the adopted ranges: the listener hears of it before.
  static std::mutex one_at_a_time;
  const std::lock_guard adopting(one_at_a_time);
  state& all = the_state();
  std::unique_lock lock(all.mutex);
  if (bytes == 0 || bytes > all.adopted.bytes() ||
      adopted_ranges::instance().overlaps(static_cast<std::byte*>(content), bytes))
    return false;
  // The same place in a line of 512 bytes, so that alignment and sectors are as they were.
  const std::size_t shift = reinterpret_cast<std::uintptr_t>(content) % alignment;
  std::byte* place = all.books.find_room(all.adopted, all.adopted.begin, bytes + shift);
  if (place == nullptr)
    return false;
  allocation made;
  made.begin = place + shift;
  made.content = static_cast<std::byte*>(content);
  made.bytes = bytes;
  made.name = name;
  made.made_by = caller;
  made.kind = kind;
  made.flags = flags;
  made.by_driver = driver_call::current() != nullptr;
  enter(made, lock);
  lock.lock();
  return adopted_ranges::instance().add({made.content, bytes, made.begin, kind});
}

const std::byte* device_memory::adopted_slot(const void* address) const {
  const auto* const place = static_cast<const std::byte*>(address);
  const adopted_range* const range = adopted_ranges::instance().find(place);
  return range == nullptr ? nullptr : range->slot + (place - range->begin);
}

device_memory::free_result device_memory::free(void* pointer, const void* caller, memory_kind kind,
                                               std::uint64_t operation) {
  state& all = the_state();
  const std::lock_guard lock(all.mutex);
  const std::byte* const begin = slot_of(pointer);
  const allocation* const found = begin == nullptr ? nullptr : all.books.live_at(begin);
  if (found == nullptr || !may_free(kind, found->kind)) {
    const allocation* before =
        found != nullptr || begin == nullptr ? nullptr : all.books.freed_at(begin);
    return before != nullptr && may_free(kind, before->kind) ? free_result::already_freed
                                                             : free_result::not_an_allocation;
  }
  const allocation gone = all.books.remove(begin, caller, operation);
  if (is_adopted(kind))
    adopted_ranges::instance().remove(gone.content);
  else if (kind != memory_kind::device_heap)
    drop_pages(gone);
  if (listener_ != nullptr)
    listener_->freed(gone);
  return free_result::ok;
}

void device_memory::name(const void* pointer, const std::string& name, std::size_t element_bytes) {
  state& all = the_state();
  std::unique_lock lock(all.mutex);
  const auto found = all.books.live().find(slot_of(pointer));
  if (found == all.books.live().end())
    return;
  found->second.name = name;
  found->second.element_bytes = element_bytes;
}

std::optional<allocation> device_memory::find(const void* address) const {
  const state& all = the_state();
  std::shared_lock lock(all.mutex);
  const std::byte* const slot = slot_of(address);
  const allocation* const found = slot == nullptr ? nullptr : all.books.holder(slot);
  return found == nullptr ? std::nullopt : std::optional(*found);
}

std::optional<allocation> device_memory::nearest(const void* address) const {
  const state& all = the_state();
  std::shared_lock lock(all.mutex);
  const std::byte* const slot = slot_of(address);
  const allocation* const found =
      all.books.nearest(slot == nullptr ? static_cast<const std::byte*>(address) : slot);
  return found == nullptr ? std::nullopt : std::optional(*found);
}

std::optional<allocation> device_memory::nearest_live(const void* address) const {
  const state& all = the_state();
  std::shared_lock lock(all.mutex);
  const allocation* const found = all.books.nearest_live(static_cast<const std::byte*>(address));
  return found == nullptr ? std::nullopt : std::optional(*found);
}

void device_memory::pass_over(const void* begin) const {
  const std::lock_guard lock(the_state().mutex);
  the_state().books.pass_over(static_cast<const std::byte*>(begin));
}

std::vector<allocation> device_memory::live(bool everything) const {
  const state& all = the_state();
  std::shared_lock lock(all.mutex);
  std::vector<allocation> list;
  for (const auto& [begin, one] : all.books.live())
    if (everything || (!is_adopted(one.kind) && one.kind != memory_kind::device_heap))
      list.push_back(one);
  return list;
}

void device_memory::listen(memory_listener* listener) {
  listener_ = listener;
}

} // namespace cudalab::emulator
