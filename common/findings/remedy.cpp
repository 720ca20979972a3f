// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#include "findings/remedy.h"

#include <array>
#include <string_view>

#include "findings/named.h"

namespace cudalab::findings {

namespace {

struct remedy_entry {
  const char* name;
  std::string_view words;
};

#define CUDALAB_REMEDY(id, words) remedy_entry{#id, words},
constexpr std::array remedies = {CUDALAB_REMEDIES};
#undef CUDALAB_REMEDY
static_assert(remedies.size() <= 256, "remedy_id is one byte");

const remedy_entry& entry(remedy_id id) {
  return remedies[static_cast<std::size_t>(id)];
}

/// What stands in place of `{name}` and `{1}`, `{2}`: the lines, counted from 1.
std::string value_of(std::string_view place, const remedy_step& step) {
  if (place == "name")
    return step.name;
  const auto number = static_cast<std::size_t>(place.front() - '1');
  return number < step.lines.size() ? std::to_string(step.lines[number]) : "?";
}

std::string words_of(const remedy_step& step) {
  std::string text;
  std::string_view rest = entry(step.id).words;
  for (std::size_t open = rest.find('{'); open != rest.npos; open = rest.find('{')) {
    const std::size_t close = rest.find('}', open);
    text += rest.substr(0, open);
    text += value_of(rest.substr(open + 1, close - open - 1), step);
    rest.remove_prefix(close + 1);
  }
  return text += rest;
}

} // namespace

const char* name_of(remedy_id id) {
  return entry(id).name;
}

std::optional<remedy_id> remedy_named(const std::string& name) {
  return value_named<remedy_id>(remedies.size(), name);
}

std::string words_of(const remedy& steps) {
  std::string text;
  for (const remedy_step& step : steps)
    text += words_of(step);
  return text;
}

} // namespace cudalab::findings
