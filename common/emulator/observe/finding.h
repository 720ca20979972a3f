// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// A finding, on its way from an observer to the student: docs/formats.md has the last form.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "emulator/observe/source_lines.h"
#include "emulator/runtime/execution.h"

namespace cudalab::emulator {

enum class finding_kind : std::uint8_t {
  out_of_bounds,
  use_after_free,
  misaligned,
  host_pointer,
  barrier_divergence,
  warp_divergence,
  race,
  uninitialised_read
};

/// Which of several stories behind one kind this is: it chooses the remedy.
enum class finding_case : std::uint8_t {
  plain,
  read_before_load, ///< in the order of the program the write comes first
  overwrite_in_use, ///< in the order of the program the read comes first
  two_writers,
  between_blocks,
  two_writers_between_blocks,
  returned_early, ///< some threads returned before a barrier
  passed_by,      ///< some threads went past a barrier to their end
  two_barriers    ///< threads wait at different barriers
};

struct finding_party {
  const char* action = "";
  index3 thread, block;
  source_place place;
};

struct finding {
  finding_kind kind = finding_kind::race;
  finding_case why = finding_case::plain;
  std::string space;    ///< "shared", "global", "local", "host" or empty
  std::string variable; ///< "Mds"
  std::string element;  ///< "Mds[3][0]"
  std::string kernel;
  std::vector<finding_party> parties; ///< one or two; the first is the later access
  std::uint64_t count = 0;
  std::string detail;         ///< the text, where the observer knows it best
  std::uint64_t launch = 0;   ///< of the example
  std::uint64_t block = 0;    ///< of the example
  std::uint64_t sequence = 0; ///< which comes first in that block
  bool in_several_launches = false;
};

/// The kind's name in docs/formats.md.
const char* name_of(finding_kind kind);

/// The index of a block or thread, x running fastest.
index3 index_of(std::uint64_t linear, const index3& extent);

} // namespace cudalab::emulator
