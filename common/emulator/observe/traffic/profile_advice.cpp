// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#include "emulator/observe/traffic/profile_advice.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <filesystem>
#include <optional>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "emulator/observe/findings/observed_finding.h"
#include "emulator/runtime/execution.h"
#include "emulator/runtime/number_words.h"

namespace cudalab::emulator {

namespace {

/// From here on a ratio is worth a word. Below it lie rows that begin off a sector's edge.
constexpr double wasteful = 1.6;
/// Threads of a warp that take part in a request, on average: below this most of it is idle.
constexpr double few_lanes = 16;
constexpr unsigned crowded_address = 8; ///< lanes of an atomic request at one address
constexpr double low_occupancy = 50;    ///< percent

struct traffic_remark {
  double cost = 0; ///< in transactions that a better program would not make
  std::string text;
};

struct line_counts {
  explicit line_counts(const nlohmann::json& line)
      : place(fmt::format(
            "{}:{}", std::filesystem::path(line.at("file").get<std::string>()).filename().string(),
            line.at("line").get<int>())),
        space(line.at("space")), operation(line.at("operation")),
        requests(line.at("requests").get<double>()), sectors(line.at("sectors").get<double>()),
        least(line.at("least_sectors").get<double>()), lanes(line.at("lanes").get<double>()),
        conflicts(line.at("conflicts").get<double>()),
        worst(line.at("worst_conflict").get<unsigned>()) {}

  std::string place, space, operation;
  double requests, sectors, least, lanes, conflicts;
  unsigned worst;
};

/// "4", "4.5"
std::string number(double value) {
  return std::abs(value - std::round(value)) < 0.05 ? fmt::format("{:.0f}", value)
                                                    : fmt::format("{:.1f}", value);
}

std::optional<traffic_remark> scattered(const line_counts& line) {
  if (line.space != "global" || line.least == 0 || line.sectors < wasteful * line.least)
    return std::nullopt;
  return traffic_remark{
      line.sectors - line.least,
      fmt::format("{}: each {} moves {} sectors of 32 bytes for a warp, where {} would hold the "
                  "same bytes: let neighbouring threads (threadIdx.x) use neighbouring "
                  "addresses",
                  line.place, line.operation, number(line.sectors / line.requests),
                  number(line.least / line.requests))};
}

std::optional<traffic_remark> conflicting(const line_counts& line) {
  if (line.space != "shared" || line.conflicts == 0)
    return std::nullopt;
  return traffic_remark{
      line.conflicts,
      fmt::format("{}: a {}-way bank conflict: threads of a warp {} different words of the "
                  "same bank, one after the other ({} extra passes): let "
                  "neighbouring threads use neighbouring words, or make each row of the "
                  "array one element longer",
                  line.place, line.worst, line.operation == "load" ? "read" : "write",
                  grouped(static_cast<std::uint64_t>(line.conflicts)))};
}

std::optional<traffic_remark> crowded(const line_counts& line) {
  if (line.operation != "atomic" || line.worst < crowded_address)
    return std::nullopt;
  return traffic_remark{
      line.lanes,
      fmt::format("{}: up to {} threads of a warp update the same address, one after the "
                  "other: add up in a register or in shared memory first",
                  line.place, line.worst)};
}

std::optional<traffic_remark> mostly_idle(const line_counts& line) {
  const double lanes = line.requests == 0 ? warp_size : line.lanes / line.requests;
  if (lanes > few_lanes)
    return std::nullopt;
  return traffic_remark{
      line.requests * (1 - lanes / warp_size),
      fmt::format("{}: only {} of the 32 threads of a warp take part in this {}, on average: "
                  "the others wait",
                  line.place, number(lanes), line.operation)};
}

std::optional<std::string> partial_warps(const nlohmann::json& kernel) {
  const unsigned threads = kernel.at("threads_per_block"), rest = threads % warp_size;
  if (rest == 0)
    return std::nullopt;
  return fmt::format(
      "blocks of {} threads: the last warp of each has {} threads and costs as much as one "
      "of 32: take a multiple of 32",
      threads, rest);
}

std::optional<std::string> thin(const nlohmann::json& kernel) {
  const auto occupancy = kernel.find("occupancy");
  if (occupancy == kernel.end() || occupancy->at("theoretical_pct").get<double>() >= low_occupancy)
    return std::nullopt;
  return fmt::format(
      "at most {} % of a multiprocessor's threads are there at a time, because of {}: "
      "fewer threads to hide the time that memory takes",
      number(occupancy->at("theoretical_pct")), occupancy->at("limiter").get<std::string>());
}

} // namespace

std::vector<std::string> traffic_advice(const nlohmann::json& kernel) {
  std::vector<traffic_remark> remarks;
  for (const nlohmann::json& each : kernel.at("lines")) {
    const line_counts line(each);
    for (const auto look : {scattered, conflicting, crowded, mostly_idle})
      if (std::optional<traffic_remark> found = look(line))
        remarks.push_back(std::move(*found));
  }
  std::stable_sort(
      remarks.begin(), remarks.end(),
      [](const traffic_remark& a, const traffic_remark& b) { return a.cost > b.cost; });
  std::vector<std::string> all;
  for (traffic_remark& each : remarks)
    all.push_back(std::move(each.text));
  for (const auto look : {partial_warps, thin})
    if (std::optional<std::string> found = look(kernel))
      all.push_back(std::move(*found));
  return all;
}

} // namespace cudalab::emulator
