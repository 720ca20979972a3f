// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#include "emulator/observe/findings/finding_log.h"

#include <algorithm>
#include <tuple>
#include <utility>

#include <fmt/format.h>

namespace cudalab::emulator {

namespace {

/// What makes two findings the same one: what everybody goes by, and what their remedies differ by.
std::string key_of(const finding& found) {
  findings::finding seen;
  seen.kind = found.kind;
  seen.space = found.space;
  seen.kernel = found.kernel;
  for (const finding_party& party : found.parties) {
    seen.parties.emplace_back();
    seen.parties.back().action = party.action;
    seen.parties.back().file = party.place.file;
    seen.parties.back().line = party.place.line;
  }
  return fmt::format("{}|{}|{}", findings::key_of(seen), static_cast<int>(found.why),
                     found.variable);
}

/// The better example has the smaller value. A reader that comes later says most.
auto example_order(const finding& found) {
  const bool reads = std::string(found.parties.front().action) == "reads";
  return std::tuple(found.launch, found.block, !reads, found.sequence);
}

/// Memory that was not made, not copied to or not filled; an order that nobody has made.
bool may_follow_from_failure(finding_kind kind) {
  return kind == finding_kind::out_of_bounds || kind == finding_kind::misaligned ||
         kind == finding_kind::uninitialised_read || kind == finding_kind::race;
}

} // namespace

finding_log& finding_log::instance() {
  static auto* const all = new finding_log;
  return *all;
}

void finding_log::add(finding found) {
  const std::string key = key_of(found);
  const std::lock_guard guard(mutex_);
  if (after_failure_ && may_follow_from_failure(found.kind)) {
    has_consequence_ = true;
    return;
  }
  const auto [place, fresh] = found_.try_emplace(key, found);
  if (fresh)
    return;
  finding& known = place->second;
  found.count += known.count;
  found.turns.insert(known.turns.begin(), known.turns.end());
  found.in_several_launches =
      known.in_several_launches || found.in_several_launches || known.launch != found.launch;
  found.within_warp = known.within_warp && found.within_warp;
  found.same_value = known.same_value && found.same_value;
  found.several_store = known.several_store || found.several_store;
  found.lowest_element = std::min(known.lowest_element, found.lowest_element);
  if (example_order(found) < example_order(known)) {
    known = std::move(found);
  } else {
    known.count = found.count;
    known.turns = std::move(found.turns);
    known.in_several_launches = found.in_several_launches;
    known.within_warp = found.within_warp;
    known.same_value = found.same_value;
    known.several_store = found.several_store;
    known.lowest_element = found.lowest_element;
  }
}

void finding_log::failure_begins() {
  const std::lock_guard guard(mutex_);
  after_failure_ = true;
  has_consequence_ = false;
}

bool finding_log::failure_ends() {
  const std::lock_guard guard(mutex_);
  after_failure_ = false;
  return std::exchange(has_consequence_, false);
}

std::vector<finding> finding_log::take() {
  const std::lock_guard guard(mutex_);
  std::vector<finding> all;
  for (auto& [key, found] : found_)
    all.push_back(std::move(found));
  found_.clear();
  return all;
}

} // namespace cudalab::emulator
