// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// Something wrong that a program did, as it travels from the device or from compute-sanitizer to
/// whoever reads it. docs/formats.md has it as JSON.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "findings/kind.h"
#include "findings/remedy.h"

namespace cudalab::findings {

/// One side of a finding: a thread, or host code, that did something at a line.
struct party {
  std::string action;               ///< "reads", "writes", "waits", "returns", ...
  std::array<unsigned, 3> thread{}; ///< x, y, z
  std::array<unsigned, 3> block{};
  std::string file;
  int line = 0;             ///< 0: not known
  bool thread_known = true; ///< false: host code did it, or any thread (racecheck names none)
  bool on_host = false;     ///< host code did it
  /// Of a line in a function that others call: the lines of the file in which it was called, and
  /// that which called it, and so on: at most three.
  std::vector<int> called_in = {};
};

/// An access and the allocation, variable or array that it missed, or that was freed: in numbers.
struct missed_object {
  std::string object;         ///< its name; may be empty
  std::int64_t offset = 0;    ///< of the access from the object's begin; negative: before it
  std::uint64_t accessed = 0; ///< how much is accessed there
  std::uint64_t size = 0;     ///< of the object
  std::string unit = "bytes"; ///< of the three: "bytes", or what an array's index counts: "rows"
  std::string made_in = {};   ///< the file; made_line 0: it is not known where it was made
  int made_line = 0;
  std::string freed_in = {};
  int freed_line = 0;
};

/// Of a race: which access comes first in the program, or what the two are between.
enum class race_order : std::uint8_t {
  unknown, ///< nobody said
  write_first,
  read_first,
  no_order,
  between_blocks,
  between_streams
};

/// "write_first"; empty for `unknown`.
const char* name_of(race_order order);
std::optional<race_order> race_order_named(const std::string& name);

struct finding {
  finding_kind kind = finding_kind::race;
  finding_severity severity = finding_severity::error;
  std::string space;  ///< "shared", "global", "local", "host" or empty
  std::string object; ///< "Mds[3][0]"; may be empty
  std::string kernel;
  std::vector<party> parties; ///< one or two; the first is the later access
  std::uint64_t count = 0;
  std::string text;     ///< what was seen, in a sentence
  std::string remedy;   ///< what to do, in a sentence: words_of(fix)
  findings::remedy fix; ///< the same as data; may be empty in a document of an older judge
  std::string source;   ///< "emulator", or a tool of compute-sanitizer: "racecheck"
  race_order order = race_order::unknown;
  std::optional<missed_object> missed; ///< by a bad access
  std::string seen_in; ///< the first case that showed it: "17 x 33 x 20"; may be empty
};

/// Says what to do: the data, and its words.
void advise(remedy fix, finding& one);

/// Only an error fails a check or a checked program.
inline bool is_error(const finding& one) {
  return one.severity == finding_severity::error;
}

/// What is the same for two sightings of one mistake: kind, memory, kernel, and the lines with what
/// was done there, in any order. Everything that counts or merges findings goes by it.
std::string key_of(const finding& one);

} // namespace cudalab::findings
