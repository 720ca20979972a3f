// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// What kinds of findings there are. Device and judge share this list and have no other.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

namespace cudalab::findings {

/// How bad it is, as compute-sanitizer has it. An error makes a check or a checked program fail; a
/// warning and an information are only said.
enum class finding_severity : std::uint8_t { error, warning, information };

/// One line a kind: CUDALAB_FINDING(id, severity, title). The id is the name in docs/formats.md and
/// of the page docs/findings/ID.md. The order is the rank: kinds that come first here come first in
/// a report, a cause before its consequences. (A race makes values wrong, and so indices.)
/// `launch_error` and `crash` are known from compute-sanitizer only.
#define CUDALAB_FINDINGS                                                                           \
  CUDALAB_FINDING(launch_error, error, "launch that cannot run")                                   \
  CUDALAB_FINDING(invalid_launch, error, "launch that cannot run")                                 \
  CUDALAB_FINDING(mismatched_call, error, "calls of several ranks that do not fit together")       \
  CUDALAB_FINDING(deadlock, error, "rank that waits for ever")                                     \
  CUDALAB_FINDING(barrier_divergence, error, "not every thread reaches the same barrier")          \
  CUDALAB_FINDING(warp_divergence, error, "not every lane of a warp takes part")                   \
  CUDALAB_FINDING(race, error, "race")                                                             \
  CUDALAB_FINDING(unfinished_copy, error, "use of what an unfinished copy writes or reads")        \
  CUDALAB_FINDING(out_of_bounds, error, "access outside of its bounds")                            \
  CUDALAB_FINDING(misaligned, error, "misaligned access")                                          \
  CUDALAB_FINDING(constant_write, error, "write to constant memory")                               \
  CUDALAB_FINDING(host_pointer, error, "host memory used in a kernel")                             \
  CUDALAB_FINDING(peer_access, error, "memory of another device used without peer access")         \
  CUDALAB_FINDING(host_access, error, "device memory used on the host")                            \
  CUDALAB_FINDING(use_after_free, error, "use of freed memory")                                    \
  CUDALAB_FINDING(double_free, error, "memory freed twice")                                        \
  CUDALAB_FINDING(uninitialised_read, error, "read of a value that was never written")             \
  CUDALAB_FINDING(crash, error, "crash")                                                           \
  CUDALAB_FINDING(unfinished_read, error, "use of what unfinished work writes or reads")           \
  CUDALAB_FINDING(absent_lanes, error, "lanes of a warp that take no part")                        \
  CUDALAB_FINDING(invalid_mask, error, "mask that does not name the calling lane")                 \
  CUDALAB_FINDING(unnamed_lane, warning, "value of a lane that the mask does not name")            \
  CUDALAB_FINDING(endless_loop, error, "launch that does not end")                                 \
  CUDALAB_FINDING(stack_overflow, error, "stack overflow")                                         \
  CUDALAB_FINDING(division_by_zero, error, "integer division by zero")                             \
  CUDALAB_FINDING(failed_assertion, error, "failed assertion")                                     \
  CUDALAB_FINDING(trap, error, "trap")                                                             \
  CUDALAB_FINDING(invalid_free, error, "free of something that is no allocation")                  \
  CUDALAB_FINDING(unchecked_error, error, "error that is lost")                                    \
  CUDALAB_FINDING(leak, warning, "never freed")                                                    \
  CUDALAB_FINDING(equal_writes, information, "one value that several threads store")               \
  CUDALAB_FINDING(hint_read, information, "plain read before an atomic operation")                 \
  CUDALAB_FINDING(double_arithmetic, information, "double precision because of a literal")

#define CUDALAB_FINDING(id, severity, title) id,
enum class finding_kind : std::uint8_t { CUDALAB_FINDINGS };
#undef CUDALAB_FINDING

/// The kind's name in docs/formats.md: "race".
const char* name_of(finding_kind kind);
/// Nothing: there is no such kind.
std::optional<finding_kind> kind_named(const std::string& name);
/// A headline without a capital: "use of freed memory".
const char* title_of(finding_kind kind);
/// As a program's finding. A check may take some kinds for worse.
finding_severity severity_of(finding_kind kind);
/// The page that explains it: "docs/findings/race.md". Empty for a crash, which may be anything.
std::string page_of(finding_kind kind);

/// "error"
const char* name_of(finding_severity severity);
std::optional<finding_severity> severity_named(const std::string& name);

} // namespace cudalab::findings
