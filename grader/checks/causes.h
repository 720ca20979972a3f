// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// Checks that failed for one mistake: a wrong output whose cause the clean check of its exercise
/// (or of the whole lab) has seen, and exercises that call each other.
#pragma once

#include <cstddef>
#include <vector>

#include "grader/lab.h"
#include "grader/result.h"

namespace cudalab::grader {

// Each changes one check, `check`, by what the others say.

/// A correctness check that failed in a way whose cause a clean check may have seen: until that one
/// is judged, its words may still change.
bool waits_for_what_was_watched(const check_result& result);

/// Whether the words of such a check may hang on a finding of this kind.
bool explains_results(finding_kind kind);

/// Where a correctness check tells first that memory beside an output was overwritten, and a clean
/// check saw accesses outside: says that the two are one mistake. Where values are wrong in no way
/// that is known, and a clean check saw what spoils values: says to mend that first.
void tell_one_mistake_once(std::vector<check_result>& judged, std::size_t check);

/// An output of floats that was never written holds NaN, and so does one that was added to what it
/// held, or made from memory without a value. Where a correctness check says that nothing was
/// written, and a clean check saw kernels read such memory: says that there is no number instead.
void tell_unset_from_unwritten(std::vector<check_result>& judged, std::size_t check);

/// A failed check that depends on another one that failed (check_description::depends_on) says to
/// mend that first, and names no known mistake: what looks like one may come from the other
/// check's.
/// @param judged parallel to the lab's checks; those that were not judged yet have no id
void point_to_causes(const lab_description& of, std::vector<check_result>& judged,
                     std::size_t check);

} // namespace cudalab::grader
