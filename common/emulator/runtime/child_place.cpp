// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#include "emulator/runtime/child_place.h"

namespace cudalab::emulator {

namespace {

bool is_after(const child_place& one, const child_place& other) {
  if (one.after == nullptr)
    return false;
  const auto reached = one.after->find(other.timeline);
  return reached != one.after->end() && reached->second >= other.turn;
}

} // namespace

sibling_places siblings_of(const child_place& one, const child_place& other) {
  sibling_places found{&one, &other};
  while (found.one->depth > found.other->depth)
    found.one = found.one->parent.get();
  while (found.other->depth > found.one->depth)
    found.other = found.other->parent.get();
  while (found.one->parent != found.other->parent)
    found = {found.one->parent.get(), found.other->parent.get()};
  return found;
}

bool in_order(const child_place& one, const child_place& other) {
  const auto [first, second] = siblings_of(one, other);
  return first == second || first->where == child_place::queue::tail ||
         second->where == child_place::queue::tail || first->timeline == second->timeline ||
         is_after(*first, *second) || is_after(*second, *first);
}

} // namespace cudalab::emulator
