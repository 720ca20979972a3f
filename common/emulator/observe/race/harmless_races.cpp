// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#include "emulator/observe/race/harmless_races.h"

#include <algorithm>

#include <fmt/format.h>

#include "emulator/observe/race/hint_reads.h"
#include "emulator/observe/race/race_words.h"
#include "emulator/runtime/number_words.h"

namespace cudalab::emulator {

namespace {

using findings::remedy_id;

const finding_party* party_that(const finding& race, const std::string& action) {
  const auto party = std::find_if(race.parties.begin(), race.parties.end(),
                                  [&](const finding_party& each) { return each.action == action; });
  return party == race.parties.end() ? nullptr : &*party;
}

bool is_hint(const finding& race) {
  const finding_party* const reader = party_that(race, "reads");
  return race.why != finding_case::between_streams && reader != nullptr &&
         party_that(race, "updates") != nullptr && hint_reads::instance().has(reader->place);
}

/// Threads of one block and of several do it in the same lines: that is one thing to know.
bool tells_the_same(const finding& one, const finding& other) {
  const auto lines = [](const finding& each) {
    return std::minmax(each.parties.front().place.line, each.parties.back().place.line);
  };
  return one.kind == other.kind && one.kernel == other.kernel && one.variable == other.variable &&
         one.parties.front().place.file == other.parties.front().place.file &&
         lines(one) == lines(other);
}

void keep_one_each(std::vector<finding>& all) {
  std::vector<finding> kept;
  for (finding& each : all) {
    const bool harmless =
        each.kind == finding_kind::equal_writes || each.kind == finding_kind::hint_read;
    const auto known = std::find_if(kept.begin(), kept.end(), [&](const finding& other) {
      return harmless && tells_the_same(each, other);
    });
    if (known == kept.end())
      kept.push_back(std::move(each));
    else
      known->count += each.count;
  }
  all = std::move(kept);
}

} // namespace

void excuse_harmless_races(std::vector<finding>& all) {
  for (finding& each : all) {
    if (each.kind != finding_kind::race)
      continue;
    if (of_two_writers(each) && each.same_value)
      each.kind = finding_kind::equal_writes;
    else if (is_hint(each))
      each.kind = finding_kind::hint_read;
  }
  keep_one_each(all);
}

finding_words harmless_words(const finding& found) {
  const std::string launch = found.in_several_launches ? "these launches" : "this launch";
  const std::string count = fmt::format("{} in {}", counted(found.count, "such pair"), launch);
  if (found.kind == finding_kind::equal_writes)
    return {fmt::format("nothing orders the two, and both store the same value; {}", count),
            {{remedy_id::one_thread_stores}}};
  return {fmt::format("the read may be of an old value, and an atomic operation of the same thread "
                      "looks again; {}",
                      count),
          {{remedy_id::guess_only, {found.parties.front().place.line}}}};
}

} // namespace cudalab::emulator
