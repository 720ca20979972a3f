// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// From judged checks to points, verdict and exit code.
#pragma once

#include "grader/result.h"

namespace cudalab::grader {

/// A check that could not be judged for a reason outside the submission.
check_result infrastructure_trouble(const std::string& message, const std::string& next = "");
bool is_infrastructure_trouble(const check_result& result);

/// All of them, or none.
void give_points(check_result& check);

/// Gives each check its points (all or none), adds them up, and sets the verdict:
/// error when something could not be judged for a reason outside the submission, else fail when a
/// check failed, else noisy, else pass. A skipped check takes its points out of the maximum. A
/// bonus counts in sums of its own, and not for the verdict, unless nothing else was graded.
void settle(grade& result);

/// In no case anything came out of a check of correctness, and in some nothing stopped it.
bool wrote_nothing(const check_result& result);

/// The check whose message a student should read first; nullptr when all passed. The build comes
/// first, then one exercise after the other, then what belongs to the whole lab, then a bonus. In
/// an exercise a recognised mistake comes first, then what the clean checks found (a race explains
/// a wrong result, and what is never freed does not), then the other failed checks. Where nothing
/// was written, that comes before words on how it was done.
const check_result* first_to_mend(const grade& result);

/// All errors that were found are launches that the judge refused, of which the function did not
/// tell: true, and the cause of nothing else that is wrong.
bool only_untold_refusals(const std::vector<finding>& found);

/// What a student should do about a failed check, in a sentence or two: the mistake that was
/// recognised (of a build: the compiler's message) and the next step; where there is neither, what
/// the check saw.
std::string advice_of(const check_result& check);

/// With a capital where it begins with a word, and not with code.
std::string as_sentence(std::string text);

/// Exit status of the tool: 0 passed; 1 graded, something failed; 2 a tool is missing; 3 the
/// grader's own failure.
int exit_code(const grade& result);

} // namespace cudalab::grader
