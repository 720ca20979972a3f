// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// What to do about a finding, as data: steps that have an id, lines and a name. The words are made
/// of them in one place, remedies.h; nobody searches a text for what it advises.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "findings/remedies.h"

namespace cudalab::findings {

#define CUDALAB_REMEDY(id, words) id,
enum class remedy_id : std::uint8_t { CUDALAB_REMEDIES };
#undef CUDALAB_REMEDY

/// "barrier_between"
const char* name_of(remedy_id id);
std::optional<remedy_id> remedy_named(const std::string& name);

/// Part of a remedy: of `barrier_between` its two lines.
struct remedy_step {
  remedy_id id = remedy_id::check_index;
  std::vector<int> lines = {}; ///< as many as the words have places for
  std::string name = {};       ///< of a variable, an array, a function, as the words want one
  bool operator==(const remedy_step&) const = default;
};

/// One after the other they are a sentence. Empty: nothing is advised.
using remedy = std::vector<remedy_step>;

/// "put a barrier between lines 36 and 41"
std::string words_of(const remedy& steps);

} // namespace cudalab::findings
