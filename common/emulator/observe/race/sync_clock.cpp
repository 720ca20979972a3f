// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#include "emulator/observe/race/sync_clock.h"

#include <algorithm>

namespace cudalab::emulator {

namespace {

/// A chain that is longer than this is turned into a table when it is searched.
constexpr std::uint32_t long_chain = 256;
/// Further back than this nobody looks for a common past.
constexpr int far_back = 1024;

} // namespace

/// One by one: a long chain that ends in a recursion would need a large stack.
sync_clock::node::~node() {
  while (older != nullptr && older.use_count() == 1)
    older = std::move(older->older);
}

void sync_clock::flatten(node& from) {
  auto all = std::make_unique<all_entries>();
  for (const node* each = &from; each != nullptr; each = each->older.get()) {
    for (const clock_entry& entry : each->entries)
      all->try_emplace(entry.actor, entry.passed); // newer ones are larger
    if (each->all != nullptr)
      for (const auto& [actor, passed] : *each->all)
        all->try_emplace(actor, passed);
  }
  from.all = std::move(all);
  from.entries.clear();
  from.older = nullptr;
  from.size = from.all->size();
}

std::uint32_t sync_clock::passed(sync_actor actor) const {
  std::uint32_t steps = 0;
  for (const node* each = newest_.get(); each != nullptr; each = each->older.get()) {
    for (const clock_entry& entry : each->entries)
      if (entry.actor == actor)
        return entry.passed;
    if (each->all != nullptr) {
      // A table so much smaller than the way to it that a new one pays.
      if (steps > long_chain && steps > each->all->size() / 4) {
        flatten(*newest_);
        each = newest_.get(); // the old table may be gone
      }
      const auto found = each->all->find(actor);
      return found == each->all->end() ? 0 : found->second;
    }
    ++steps;
  }
  if (steps > long_chain)
    flatten(*newest_);
  return 0;
}

sync_clock sync_clock::with(std::vector<clock_entry> more) const {
  if (more.empty())
    return *this;
  auto made = std::make_shared<node>();
  made->older = newest_;
  made->entries = std::move(more);
  made->size = made->entries.size() + (newest_ == nullptr ? 0 : newest_->size);
  return sync_clock(std::move(made));
}

bool sync_clock::comes_from(const sync_clock& older) const {
  int steps = 0;
  for (const node* each = newest_.get(); each != nullptr && ++steps < far_back;
       each = each->older.get())
    if (each == older.newest_.get())
      return true;
  return false;
}

sync_clock sync_clock::join(const sync_clock& one, const sync_clock& other) {
  if (!one || other.comes_from(one))
    return other;
  if (!other || one.comes_from(other))
    return one;
  const bool one_is_larger = one.newest_->size >= other.newest_->size;
  const sync_clock &large = one_is_larger ? one : other, &small = one_is_larger ? other : one;
  std::vector<clock_entry> more; // twice the same actor: the newer one comes first
  for (const node* each = small.newest_.get(); each != nullptr; each = each->older.get()) {
    more.insert(more.end(), each->entries.begin(), each->entries.end());
    if (each->all != nullptr)
      for (const auto& [actor, passed] : *each->all)
        more.push_back({actor, passed});
  }
  // Only now: to look may flatten the larger one, whose nodes may be among those of the other.
  const auto known = [&](const clock_entry& entry) {
    return large.passed(entry.actor) >= entry.passed;
  };
  more.erase(std::remove_if(more.begin(), more.end(), known), more.end());
  return large.with(std::move(more));
}

} // namespace cudalab::emulator
