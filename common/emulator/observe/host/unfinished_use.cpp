// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#include "emulator/observe/host/unfinished_use.h"

#include <algorithm>

#include "emulator/observe/host/stack_frames.h"
#include "emulator/runtime/memory/device_memory.h"
#include "emulator/runtime/program_code.h"
#include "emulator/runtime/queue/device_queue.h"

namespace cudalab::emulator {

host_visible_touches::page& host_visible_touches::page_at(std::size_t number) {
  std::atomic<page*>& place = pages_[number];
  if (page* const known = place.load(std::memory_order_acquire))
    return *known;
  page* none = nullptr;
  auto* const made = new page{};
  if (place.compare_exchange_strong(none, made))
    return *made;
  delete made;
  return *none;
}

void host_visible_touches::touched(std::uint64_t offset, std::uint32_t bytes,
                                   operation_number number, const void* pc) {
  const std::uint64_t now = number << 32 | short_pc(pc);
  for (std::uint64_t cell = offset / 4; cell <= (offset + bytes - 1) / 4; ++cell) {
    std::atomic<std::uint64_t>& place =
        page_at(cell * 4 / page_bytes).cells[cell % (page_bytes / 4)];
    const std::uint64_t before = place.load(std::memory_order_relaxed);
    if (before >> 32 != now >> 32 || now < before) // of one launch, the first line
      place.store(now, std::memory_order_relaxed);
  }
}

host_visible_touches::touch host_visible_touches::last(std::uint64_t offset) const {
  const page* const where = pages_[offset / page_bytes].load(std::memory_order_acquire);
  if (where == nullptr)
    return {};
  const std::uint64_t found =
      where->cells[offset / 4 % (page_bytes / 4)].load(std::memory_order_relaxed);
  return {found >> 32, static_cast<std::uint32_t>(found)};
}

unfinished_use& unfinished_use::instance() {
  static auto* const only = new unfinished_use;
  return *only;
}

unfinished_use::unfinished_use()
    : writes_(device_memory::instance().reserved_bytes()),
      reads_(device_memory::instance().reserved_bytes()) {}

namespace {

/// The host thread at hand has submitted a copy or a host function.
thread_local bool submits = false;

} // namespace

bool unfinished_use::pending(operation_number number) const {
  const operation_order& order = device_queue::instance().order();
  if (number <= excused_ || order.host_knows(number))
    return false;
  return !asked_by_helper_ ||
         std::none_of(host_functions_.begin(), host_functions_.end(),
                      [&](operation_number each) { return order.before(number, each); });
}

void unfinished_use::catch_up() {
  const std::uint64_t times = device_queue::instance().order().times_caught_up();
  if (times == times_caught_up_)
    return;
  times_caught_up_ = times;
  uses_.clear();
  ways_.clear();
  const auto known = [this](const auto& one) { return !pending(one.first); };
  std::erase_if(transfers_, known);
  std::erase_if(launches_, known);
  std::erase_if(host_functions_, [this](operation_number each) { return !pending(each); });
}

void unfinished_use::submitted(operation_number number, const operation& work) {
  submits = true;
  if (work.kind == work_kind::host_function)
    host_functions_.push_back(number);
  const device_memory& memory = device_memory::instance();
  const bool of_host = std::any_of(work.uses.begin(), work.uses.end(), [&](const memory_use& each) {
    return memory.host_may_touch(each.begin);
  });
  if (!of_host)
    return;
  catch_up();
  transfers_[number] = {work.name, work.called_at, work.uses, work.stream};
}

void unfinished_use::touched(std::uint64_t offset, std::uint32_t bytes, access_kind kind,
                             access_manner manner, const void* pc) {
  catch_up();
  if (manner != access_manner::plain) {
    // A flag: with it the program orders by itself what it did before, or does from now on.
    if (kind == access_kind::write)
      uses_.clear();
    else
      excused_ = device_queue::instance().order().newest();
    return;
  }
  asked_by_helper_ = !submits;
  const call_path behind = calls_behind(pc);
  if (const auto [way, fresh] = ways_.try_emplace(pc, behind); !fresh && way->second != behind)
    way->second = {};
  compare_with_transfers(offset, bytes, kind, pc);
  for (std::uint64_t cell = offset / 4; cell <= (offset + bytes - 1) / 4; ++cell) {
    if (uses_.size() >= most_uses)
      break;
    const auto [place, fresh] = uses_.try_emplace(use{cell, kind, pc});
    place->second.newest = device_queue::instance().order().newest();
    compare(place->first, place->second, 0);
  }
  asked_by_helper_ = false;
}

/// @param only this launch; 0: any
void unfinished_use::compare(const use& which, use_record& record, operation_number only) {
  compare_with(writes_, which, record, only);
  if (which.kind == access_kind::write)
    compare_with(reads_, which, record, only);
}

void unfinished_use::compare_with(const host_visible_touches& touches, const use& which,
                                  use_record& record, operation_number only) {
  const auto [cell, kind, pc] = which;
  const host_visible_touches::touch found = touches.last(cell * 4);
  if (found.number == 0 || found.number > record.newest || !pending(found.number) ||
      (only != 0 && found.number != only) || !record.told.insert(found.number).second)
    return;
  const auto launch = launches_.find(found.number);
  if (launch == launches_.end()) { // it is still running: ended() will tell
    record.told.erase(found.number);
    return;
  }
  note({pc, kind, &touches == &reads_, found.pc, found.number}, cell * 4).launch = launch->second;
}

void unfinished_use::compare_with_transfers(std::uint64_t offset, std::uint32_t bytes,
                                            access_kind kind, const void* pc) {
  const std::byte* const begin = device_memory::instance().begin() + offset;
  for (const auto& [number, each] : transfers_) {
    if (!pending(number))
      continue;
    for (const memory_use& part : each.uses) {
      if (kind == access_kind::read && !part.writes)
        continue;
      for (std::size_t row = 0; row < part.rows; ++row) {
        const std::byte* const from = part.begin + row * part.pitch;
        if (begin + bytes <= from || begin >= from + part.bytes)
          continue;
        note({pc, kind, !part.writes, 0, number}, offset).copy = each;
        break;
      }
    }
  }
}

unfinished_use::mistake_record& unfinished_use::note(const mistake& made, std::uint64_t offset) {
  mistake_record& record = mistakes_[made];
  if (const auto way = ways_.find(made.host_pc); record.count == 0 && way != ways_.end())
    record.behind = way->second;
  record.offset = record.count == 0 ? offset : std::min(record.offset, offset);
  ++record.count;
  return record;
}

void unfinished_use::ended(const launch_record& launch) {
  catch_up();
  if (!pending(launch.number))
    return;
  launches_[launch.number] = {launch.kernel, launch.file, launch.line, launch.stream};
  for (auto& [which, record] : uses_)
    compare(which, record, launch.number);
}

} // namespace cudalab::emulator
