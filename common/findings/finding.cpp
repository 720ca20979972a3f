// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#include "findings/finding.h"

#include <algorithm>

#include "findings/named.h"

namespace cudalab::findings {

namespace {

constexpr std::array orders = {"",         "write_first",    "read_first",
                               "no_order", "between_blocks", "between_streams"};

} // namespace

const char* name_of(race_order order) {
  return orders[static_cast<std::size_t>(order)];
}

std::optional<race_order> race_order_named(const std::string& name) {
  return value_named<race_order>(orders.size(), name);
}

void advise(remedy fix, finding& one) {
  one.remedy = words_of(fix);
  one.fix = std::move(fix);
}

std::string key_of(const finding& one) {
  std::vector<std::string> places;
  for (const party& each : one.parties)
    places.push_back(each.action + ' ' + each.file + ':' + std::to_string(each.line));
  std::sort(places.begin(), places.end());
  std::string key = one.source + '\n' + name_of(one.kind) + '\n' + one.space + '\n' + one.kernel;
  for (const std::string& place : places)
    key += '\n' + place;
  return places.empty() ? key + '\n' + one.text : key;
}

} // namespace cudalab::findings
