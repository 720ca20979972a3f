// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#include "emulator/runtime/queue/operation_order.h"

#include <algorithm>
#include <utility>

namespace cudalab::emulator {

bool operation_order::covers(const extent& some, const time& one) {
  return one.timeline < some.size() && some[one.timeline] >= one.tick;
}

void operation_order::join(extent& some, const extent& more) {
  some.resize(std::max(some.size(), more.size()));
  for (std::size_t i = 0; i < more.size(); ++i)
    some[i] = std::max(some[i], more[i]);
}

const operation_order::time* operation_order::find(operation_number number) const {
  return number < first_ || number > newest() ? nullptr : &times_[number - first_];
}

unsigned operation_order::open_timeline() {
  known_.resize(ticks_.size());
  const auto free = std::find_if(closed_.begin(), closed_.end(),
                                 [&](unsigned one) { return known_[one] >= ticks_[one]; });
  if (free == closed_.end()) {
    ticks_.push_back(0);
    return static_cast<unsigned>(ticks_.size() - 1);
  }
  const unsigned timeline = *free;
  closed_.erase(free);
  return timeline;
}

void operation_order::close_timeline(unsigned timeline) {
  closed_.push_back(timeline);
}

operation_number operation_order::add(unsigned timeline,
                                      const std::vector<operation_number>& predecessors,
                                      const std::vector<unsigned>& whole) {
  time made{.timeline = timeline, .tick = ticks_[timeline] + 1, .after = known_};
  made.after.resize(ticks_.size());
  ticks_[timeline] = made.tick;
  return keep(std::move(made), predecessors, whole);
}

std::uint64_t operation_order::reserve(unsigned timeline) {
  constexpr std::uint64_t places = std::uint64_t{1} << 32;
  const std::uint64_t first = ticks_[timeline] + 1;
  ticks_[timeline] += places;
  return first;
}

operation_number operation_order::add_inside(unsigned timeline, std::uint64_t place,
                                             const std::vector<operation_number>& predecessors,
                                             const std::vector<unsigned>& whole) {
  time made{.timeline = timeline, .tick = place, .after = extent(ticks_.size())};
  return keep(std::move(made), predecessors, whole);
}

operation_number operation_order::keep(time made, const std::vector<operation_number>& predecessors,
                                       const std::vector<unsigned>& whole) {
  for (const unsigned each : whole)
    made.after[each] = ticks_[each];
  for (const operation_number number : predecessors)
    if (const time* earlier = find(number)) { // else the host knows it
      join(made.after, earlier->after);
      std::uint64_t& reached = made.after[earlier->timeline];
      reached = std::max(reached, earlier->tick);
    }
  times_.push_back(std::move(made));
  return newest();
}

void operation_order::finished(operation_number number) {
  if (number < first_ || number > newest())
    return;
  times_[number - first_].finished = true;
  while (finished_ < times_.size() && times_[finished_].finished)
    ++finished_;
  forget_old();
}

void operation_order::host_waited_for(operation_number number) {
  const time* const reached = find(number);
  if (reached == nullptr || reached->known_from != 0)
    return;
  join(known_, reached->after);
  known_[reached->timeline] = std::max(known_[reached->timeline], reached->tick);
  note_known();
}

void operation_order::host_waited_for_all() {
  known_ = ticks_;
  note_known();
}

void operation_order::note_known() {
  for (time& each : times_)
    if (each.known_from == 0 && covers(known_, each))
      each.known_from = newest() + 1;
  if (host_knows_all())
    ++times_caught_up_;
  forget_old();
}

void operation_order::forget_old() {
  // What was submitted before the host knew of an operation may be compared with it until its end.
  while (!times_.empty() && finished_ > 0 && times_.front().known_from != 0 &&
         times_.front().known_from <= first_ + finished_) {
    times_.pop_front();
    ++first_;
    --finished_;
  }
}

bool operation_order::host_knows(operation_number number) const {
  const time* const one = find(number);
  return one == nullptr || one->known_from != 0;
}

bool operation_order::host_knows_all() const {
  return std::all_of(times_.begin(), times_.end(),
                     [](const time& each) { return each.known_from != 0; });
}

bool operation_order::before(operation_number earlier, operation_number later) const {
  const time *const one = find(earlier), *const other = find(later);
  if (one == nullptr || other == nullptr) // it is forgotten: all that is kept comes after it
    return earlier < later;
  return one->timeline == other->timeline ? one->tick < other->tick : covers(other->after, *one);
}

} // namespace cudalab::emulator
