// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#include "emulator/observe/grid_shadow.h"

#include <algorithm>

namespace cudalab::emulator {

namespace {

void note(grid_touch& first, grid_touch& last, const grid_touch& who) {
  if (first.pc == 0 || who.block < first.block)
    first = who;
  if (last.pc == 0 || who.block > last.block)
    last = who;
}

void merge(grid_cell& all, const grid_cell& more) {
  for (const grid_touch* who : {&more.first_writer, &more.last_writer})
    if (who->pc != 0)
      note(all.first_writer, all.last_writer, *who);
  for (const grid_touch* who : {&more.first_reader, &more.last_reader})
    if (who->pc != 0)
      note(all.first_reader, all.last_reader, *who);
}

bool find_clash(const grid_cell& cell, grid_shadow::clash& found) {
  const grid_touch& writer = cell.first_writer;
  if (writer.pc == 0)
    return false;
  found.writer = writer;
  found.one_writes = cell.last_writer.block != writer.block;
  if (found.one_writes)
    found.one = cell.last_writer;
  else if (cell.first_reader.pc != 0 && cell.first_reader.block != writer.block)
    found.one = cell.first_reader;
  else if (cell.last_reader.pc != 0 && cell.last_reader.block != writer.block)
    found.one = cell.last_reader;
  else
    return false;
  return true;
}

} // namespace

grid_shadow::grid_shadow(std::size_t bytes) : pages_(bytes / page_bytes + 1) {}

grid_shadow::~grid_shadow() {
  forget();
}

grid_shadow::page& grid_shadow::page_at(std::size_t number) {
  std::atomic<page*>& place = pages_[number];
  if (page* known = place.load(std::memory_order_acquire))
    return *known;
  const std::lock_guard guard(mutex_);
  if (place.load(std::memory_order_relaxed) == nullptr) {
    place.store(new page(), std::memory_order_release);
    touched_.push_back(number);
  }
  return *place.load(std::memory_order_relaxed);
}

void grid_shadow::touched(std::uint64_t offset, bool whole, access_kind kind,
                          const grid_touch& who) {
  page& where = page_at(offset / page_bytes);
  while (where.lock.test_and_set(std::memory_order_acquire)) {
  }
  if (!whole && where.bytes == nullptr)
    where.bytes = std::make_unique<std::array<grid_cell, page_bytes>>();
  grid_cell& cell =
      whole ? where.words[offset % page_bytes / 4] : (*where.bytes)[offset % page_bytes];
  if (kind == access_kind::write)
    note(cell.first_writer, cell.last_writer, who);
  else
    note(cell.first_reader, cell.last_reader, who);
  where.lock.clear(std::memory_order_release);
}

void grid_shadow::judge_page(const page& touched, std::uint64_t begin,
                             const std::function<void(const clash&)>& use) {
  for (std::size_t i = 0; i < touched.words.size(); ++i) {
    clash found{begin + 4 * i, 4, {}, {}, false};
    if (find_clash(touched.words[i], found)) {
      use(found);
      continue;
    }
    for (std::size_t byte = 0; touched.bytes != nullptr && byte < 4; ++byte) {
      grid_cell cell = touched.words[i];
      merge(cell, (*touched.bytes)[4 * i + byte]);
      found = {begin + 4 * i + byte, 1, {}, {}, false};
      if (find_clash(cell, found)) {
        use(found);
        break;
      }
    }
  }
}

void grid_shadow::judge(const std::function<void(const clash&)>& use) {
  std::sort(touched_.begin(), touched_.end());
  for (const std::size_t number : touched_)
    judge_page(*pages_[number].load(), std::uint64_t{number} * page_bytes, use);
  forget();
}

void grid_shadow::forget() {
  for (const std::size_t number : touched_)
    delete pages_[number].exchange(nullptr);
  touched_.clear();
}

} // namespace cudalab::emulator
