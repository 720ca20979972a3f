// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// A finding, on its way from an observer to the student: docs/formats.md has the last form.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "emulator/observe/findings/missed_object.h"
#include "emulator/observe/symbols/source_lines.h"
#include "emulator/runtime/execution.h"

namespace cudalab::emulator {

/// How bad it is. An error makes a checked program fail; a warning and an advice are only said.
enum class finding_severity : std::uint8_t { error, warning, advice };

/// One line a kind: CUDALAB_FINDING(id, severity, title). The id is the name in docs/formats.md and
/// of the page docs/findings/ID.md. Kinds that come first here come first in a report.
#define CUDALAB_FINDINGS                                                                           \
  CUDALAB_FINDING(out_of_bounds, error, "access outside of its bounds")                            \
  CUDALAB_FINDING(use_after_free, error, "use of freed memory")                                    \
  CUDALAB_FINDING(misaligned, error, "misaligned access")                                          \
  CUDALAB_FINDING(host_pointer, error, "host memory used in a kernel")                             \
  CUDALAB_FINDING(constant_write, error, "write to constant memory")                               \
  CUDALAB_FINDING(host_access, error, "device memory used by host code")                           \
  CUDALAB_FINDING(barrier_divergence, error, "not every thread reaches the same barrier")          \
  CUDALAB_FINDING(warp_divergence, error, "not every lane of a warp takes part")                   \
  CUDALAB_FINDING(race, error, "race")                                                             \
  CUDALAB_FINDING(uninitialised_read, error, "read of a value that was never written")             \
  CUDALAB_FINDING(unfinished_read, error, "use of what unfinished work writes or reads")           \
  CUDALAB_FINDING(absent_lanes, error, "lanes of a warp that take no part")                        \
  CUDALAB_FINDING(invalid_mask, error, "mask that does not name the calling lane")                 \
  CUDALAB_FINDING(endless_loop, error, "launch that does not end")                                 \
  CUDALAB_FINDING(stack_overflow, error, "stack overflow")                                         \
  CUDALAB_FINDING(division_by_zero, error, "integer division by zero")                             \
  CUDALAB_FINDING(failed_assertion, error, "failed assertion")                                     \
  CUDALAB_FINDING(trap, error, "trap")                                                             \
  CUDALAB_FINDING(invalid_launch, error, "launch that cannot run")                                 \
  CUDALAB_FINDING(invalid_free, error, "free of something that is no allocation")                  \
  CUDALAB_FINDING(double_free, error, "memory freed twice")                                        \
  CUDALAB_FINDING(unchecked_error, error, "error that nobody looked at")                           \
  CUDALAB_FINDING(leak, warning, "never freed")                                                    \
  CUDALAB_FINDING(double_arithmetic, advice, "double precision because of a literal")

#define CUDALAB_FINDING(id, severity, title) id,
enum class finding_kind : std::uint8_t { CUDALAB_FINDINGS };
#undef CUDALAB_FINDING

/// Which of several stories behind one kind this is: it chooses the remedy.
enum class finding_case : std::uint8_t {
  plain,
  read_before_load, ///< in the order of the program the write comes first
  overwrite_in_use, ///< in the order of the program the read comes first
  two_writers,
  between_blocks,
  between_blocks_without_fence, ///< in a kernel that uses atomics or volatile reads
  two_writers_between_blocks,
  two_writers_without_fence, ///< the same
  plain_read_among_atomics,
  plain_write_among_atomics,
  block_atomics_of_two_blocks,
  between_streams,
  returned_early,    ///< some threads returned before a barrier
  passed_by,         ///< some threads went past a barrier to their end
  two_barriers,      ///< threads wait at different barriers
  lane_elsewhere,    ///< lanes of the mask wait at another place
  lane_returned,     ///< a shuffle reads a lane that has returned
  lane_ended,        ///< ... that has ended without the call, not by a `return`
  lane_never_was,    ///< ... that the block does not have
  lane_not_named,    ///< ... that is not in the mask
  pointer_never_set, ///< an access through a pointer in shared memory that nobody set
  part_outside,      ///< an access of several elements at once that begins inside
  of_variable,       ///< host code used the name of a __device__ variable
  of_host_memory     ///< a leak of it, or a free of CUDA's memory by a function for the host's
};

struct finding_party {
  const char* action = "";
  index3 thread, block;
  source_place place;
  bool on_host = false; ///< host code did it: thread and block mean nothing
  bool thread_known = true;
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
  std::string detail;                  ///< the text, where the observer knows it best
  std::optional<missed_object> missed; ///< by a bad access
  std::uint64_t launch = 0;            ///< of the example
  std::uint64_t block = 0;             ///< of the example
  std::uint64_t sequence = 0;          ///< which comes first in that block
  bool in_several_launches = false;
  bool within_warp = false;   ///< of a race: never between two warps
  bool several_warps = false; ///< the block has
  bool is_volatile = false;   ///< one of the accesses
  bool cooperative = false;   ///< a launch whose blocks can wait for each other
  bool of_grid = false;       ///< of a barrier: grid.sync()
};

/// The kind's name in docs/formats.md.
const char* name_of(finding_kind kind);
/// A headline without a capital: "race".
const char* title_of(finding_kind kind);
finding_severity severity_of(finding_kind kind);
/// "error"
const char* name_of(finding_severity severity);
/// The page that explains it: "docs/findings/race.md".
std::string page_of(finding_kind kind);

/// The index of a block or thread, x running fastest.
index3 index_of(std::uint64_t linear, const index3& extent);

} // namespace cudalab::emulator
