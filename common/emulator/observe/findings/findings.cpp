// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#include "emulator/observe/findings/findings.h"

#include <algorithm>
#include <tuple>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "emulator/observe/finding_words.h"
#include "emulator/observe/race/grid_race_words.h"
#include "emulator/observe/race/lockstep.h"
#include "emulator/observe/race/race_words.h"

namespace cudalab::emulator {

namespace {

/// More places than these help nobody.
constexpr std::size_t most_findings = 20;

std::string place_text(const finding_party& party) {
  return fmt::format("{}:{}:{}", party.place.file, party.place.line, party.action);
}

/// What makes two findings the same one. The order of the two accesses does not.
std::string key_of(const finding& found) {
  std::string first = place_text(found.parties.front());
  std::string second = place_text(found.parties.back());
  if (second < first)
    std::swap(first, second);
  return fmt::format("{}|{}|{}|{}|{}|{}|{}", static_cast<int>(found.kind),
                     static_cast<int>(found.why), found.kernel, found.space, found.variable, first,
                     second);
}

/// The better example has the smaller value. A reader that comes later says most.
auto example_order(const finding& found) {
  const bool reads = std::string(found.parties.front().action) == "reads";
  return std::tuple(found.launch, found.block, !reads, found.sequence);
}

auto report_order(const finding& found) {
  const auto line = [&](std::size_t i) {
    return i < found.parties.size() ? found.parties[i].place.line : 0;
  };
  return std::tuple(severity_of(found.kind), found.kind, line(0) == 0, found.why, found.launch,
                    found.kernel, line(0), line(1), found.variable);
}

nlohmann::json index_json(const index3& index) {
  return nlohmann::json::array({index.x, index.y, index.z});
}

/// Which of the two accesses comes first in the program, or what they are between.
const char* story_of(finding_case why) {
  if (is_between_blocks(why))
    return "between_blocks";
  switch (why) {
  case finding_case::read_before_load:
    return "write_first";
  case finding_case::overwrite_in_use:
    return "read_first";
  case finding_case::between_streams:
    return "between_streams";
  default:
    return "no_order";
  }
}

nlohmann::json to_json(const missed_object& missed) {
  nlohmann::json result = {{"object", missed.name},
                           {"offset", missed.offset},
                           {"accessed", missed.accessed},
                           {"size", missed.size},
                           {"unit", missed.unit}};
  for (const auto& [name, place] : {std::pair("made", missed.made), {"freed", missed.freed}})
    if (place.line != 0)
      result[name] = {{"file", place.file}, {"line", place.line}};
  return result;
}

nlohmann::json to_json(const finding& found, const finding_words& words) {
  nlohmann::json parties = nlohmann::json::array();
  for (const finding_party& party : found.parties) {
    const bool known = party.thread_known && !party.on_host;
    parties.push_back({{"action", party.action},
                       {"thread", known ? index_json(party.thread) : nlohmann::json()},
                       {"block", known ? index_json(party.block) : nlohmann::json()},
                       {"file", party.place.file},
                       {"line", party.place.line}});
    if (party.on_host)
      parties.back()["host"] = true;
  }
  nlohmann::json result = {
      {"kind", name_of(found.kind)},   {"severity", name_of(severity_of(found.kind))},
      {"title", title_of(found.kind)}, {"page", page_of(found.kind)},
      {"space", found.space},          {"object", found.element},
      {"kernel", found.kernel},        {"parties", parties},
      {"count", found.count},          {"text", words.text},
      {"remedy", words.remedy},        {"source", "emulator"}};
  if (found.kind == finding_kind::race)
    result["story"] = story_of(found.why);
  if (found.missed)
    result["missed"] = to_json(*found.missed);
  return result;
}

} // namespace

findings& findings::instance() {
  static auto* const all = new findings;
  return *all;
}

void findings::add(finding found) {
  const std::string key = key_of(found);
  const std::lock_guard guard(mutex_);
  const auto [place, fresh] = found_.try_emplace(key, found);
  if (fresh)
    return;
  finding& known = place->second;
  found.count += known.count;
  found.in_several_launches =
      known.in_several_launches || found.in_several_launches || known.launch != found.launch;
  found.within_warp = known.within_warp && found.within_warp;
  if (example_order(found) < example_order(known)) {
    known = std::move(found);
  } else {
    known.count = found.count;
    known.in_several_launches = found.in_several_launches;
    known.within_warp = found.within_warp;
  }
}

namespace {

bool of_two_writers(const finding& race) {
  return race.why == finding_case::two_writers ||
         race.why == finding_case::two_writers_between_blocks ||
         race.why == finding_case::two_writers_without_fence;
}

bool in_one_line(const finding& race) {
  return race.parties.front().place == race.parties.back().place;
}

/// A read before anybody wrote: the value came too early (a race), or the read is of a pointer in
/// shared memory through which the thread then goes astray.
bool is_echo_of_read(const finding& read, const finding& cause) {
  if (cause.kernel != read.kernel)
    return false;
  if (cause.kind == finding_kind::out_of_bounds)
    return cause.why == finding_case::pointer_never_set && read.space == "shared" &&
           cause.parties.front().place == read.parties.front().place;
  if (cause.kind != finding_kind::race || cause.space != read.space ||
      cause.variable != read.variable)
    return false;
  return std::any_of(cause.parties.begin(), cause.parties.end(), [&](const finding_party& party) {
    return std::string(party.action) == "reads" && party.place == read.parties.front().place;
  });
}

/// Where several threads do `a[i] = a[i] + b` with the same i, they race as reader and writer, and
/// as two writers: one mistake.
bool is_echo_of_write(const finding& race, const finding& cause) {
  return of_two_writers(race) && in_one_line(race) && cause.kind == finding_kind::race &&
         !of_two_writers(cause) && in_one_line(cause) && cause.kernel == race.kernel &&
         cause.variable == race.variable &&
         cause.parties.front().place == race.parties.front().place;
}

} // namespace

std::vector<finding> without_echoes(std::vector<finding> all) {
  const auto is_echo = [&](const finding& each) {
    return std::any_of(all.begin(), all.end(), [&](const finding& cause) {
      return each.kind == finding_kind::uninitialised_read ? is_echo_of_read(each, cause)
             : each.kind == finding_kind::race             ? is_echo_of_write(each, cause)
                                                           : false;
    });
  };
  std::vector<finding> kept;
  std::copy_if(all.begin(), all.end(), std::back_inserter(kept),
               [&](const finding& each) { return !is_echo(each); });
  return kept;
}

namespace {

bool same_lines(const finding& a, const finding& b) {
  const auto lines = [](const finding& one) {
    return std::minmax(one.parties.front().place.line, one.parties.back().place.line);
  };
  return a.parties.front().place.file == b.parties.front().place.file && lines(a) == lines(b);
}

/// A barrier mends the race within a block and leaves the one of the same lines between blocks: the
/// first would mislead.
std::vector<finding> without_inner_races(std::vector<finding> all) {
  const auto is_inner = [&](const finding& one) {
    return one.kind == finding_kind::race &&
           (one.why == finding_case::overwrite_in_use ||
            one.why == finding_case::read_before_load) &&
           std::any_of(all.begin(), all.end(), [&](const finding& other) {
             return other.kind == finding_kind::race && other.why == finding_case::between_blocks &&
                    other.kernel == one.kernel && other.variable == one.variable &&
                    same_lines(one, other);
           });
  };
  std::vector<finding> kept;
  std::copy_if(all.begin(), all.end(), std::back_inserter(kept),
               [&](const finding& each) { return !is_inner(each); });
  return kept;
}

} // namespace

std::vector<finding> findings::take() {
  findings settled; // what was two by mistake becomes one
  {
    const std::lock_guard guard(mutex_);
    for (auto& [key, found] : found_) {
      settle_order(found);
      settled.add(std::move(found));
    }
    found_.clear();
  }
  std::vector<finding> all;
  for (auto& [key, found] : settled.found_)
    all.push_back(std::move(found));
  all = without_inner_races(fold_lockstep(without_echoes(std::move(all))));
  std::stable_sort(all.begin(), all.end(), [](const finding& a, const finding& b) {
    return report_order(a) < report_order(b);
  });
  return all;
}

std::string json_of(const std::vector<finding>& all) {
  nlohmann::json list = nlohmann::json::array();
  for (std::size_t i = 0; i < all.size() && i < most_findings; ++i)
    list.push_back(to_json(all[i], words_for(all[i], all)));
  return list.dump();
}

} // namespace cudalab::emulator
