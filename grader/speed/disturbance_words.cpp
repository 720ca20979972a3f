// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#include "grader/speed/disturbance_words.h"

#include <algorithm>
#include <iterator>

#include <fmt/format.h>

namespace cudalab::grader {

namespace {

struct counted_disturbance {
  disturbance what;
  int rounds = 0;
};

// In the order in which they were first seen.
std::vector<counted_disturbance> by_kind(const std::vector<disturbance>& discarded) {
  std::vector<counted_disturbance> kinds;
  for (const disturbance& one : discarded) {
    const auto same = [&](const counted_disturbance& kind) { return kind.what.words == one.words; };
    auto at = std::find_if(kinds.begin(), kinds.end(), same);
    if (at == kinds.end())
      at = kinds.insert(at, {one});
    ++at->rounds;
  }
  return kinds;
}

constexpr std::size_t most_named = 3; // processes; on a shared machine there are dozens

std::string counted_rounds(int rounds) {
  return fmt::format(" ({} round{})", rounds, rounds == 1 ? "" : "s");
}

// "23 other processes (4711, python3; 4712, train; 4713, train; ...) used the device (25 rounds)"
std::string told_together(const std::vector<counted_disturbance>& processes) {
  std::string names;
  int rounds = 0;
  for (std::size_t i = 0; i < processes.size(); ++i) {
    rounds += processes[i].rounds;
    if (i < most_named)
      names += (i == 0 ? "" : "; ") + processes[i].what.process;
    else if (i == most_named)
      names += "; ...";
  }
  return fmt::format("{} other processes ({}) used the device{}", processes.size(), names,
                     counted_rounds(rounds));
}

// "the device was too hot and slowed down (12 rounds); another process (4711, python3) used ..."
std::string disturbance_list(const std::vector<disturbance>& discarded) {
  const std::vector<counted_disturbance> all = by_kind(discarded);
  std::vector<counted_disturbance> processes;
  std::copy_if(all.begin(), all.end(), std::back_inserter(processes),
               [](const counted_disturbance& one) { return !one.what.process.empty(); });
  std::string list;
  for (const counted_disturbance& one : all) {
    const bool several = processes.size() > 1 && !one.what.process.empty();
    if (several && one.what.process != processes.front().what.process)
      continue; // told with the first
    list += list.empty() ? "" : "; ";
    list += several ? told_together(processes) : one.what.words + counted_rounds(one.rounds);
  }
  return list;
}

} // namespace

std::string what_helps(const disturbance& seen) {
  return seen.reason == "other_process"
             ? "end the other processes that use the device, or wait for them, and grade again; no "
               "points are lost"
             : "let the device cool down, look at its fans and its power supply, and grade again; "
               "no points are lost";
}

void describe_disturbed(const speedup& seen, check_result& result) {
  result.status = check_status::noisy;
  result.message =
      fmt::format("the time could not be measured: {}", disturbance_list(seen.discarded));
  result.next = what_helps(seen.discarded.back());
}

void describe_discarded(const speedup& seen, const speed_surroundings& around,
                        check_result& result) {
  result.data["device_watched"] = around.watched;
  auto reasons = nlohmann::json::array();
  for (const auto& [what, rounds] : by_kind(seen.discarded))
    reasons.push_back({{"reason", what.reason}, {"text", what.words}, {"rounds", rounds}});
  result.data["discarded_rounds"] = {{"count", seen.discarded.size()}, {"reasons", reasons}};
  if (!seen.discarded.empty() && seen.how != speedup::verdict::disturbed_device)
    result.details.push_back("measured again: " + disturbance_list(seen.discarded));
}

} // namespace cudalab::grader
