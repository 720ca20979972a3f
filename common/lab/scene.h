// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// For a lab's scenes (labNN_scenes.cu), the given code that calls a student's functions: how it
/// complains, and sees that they tell of failures.
#pragma once

#include <stdexcept>
#include <string>

#include "lab/cuda_check.h"

namespace lab {

/// What is wrong, and what the student should look at.
class complaint : public std::runtime_error {
public:
  complaint(const std::string& what, const std::string& next)
      : std::runtime_error(what), next_(next) {}
  const std::string& next() const noexcept { return next_; }

private:
  std::string next_;
};

/// @param next what the student should look at
/// @throws complaint, which the grader tells as a message and its remedy
inline void complain_unless(bool right, const std::string& what, const std::string& next) {
  if (!right)
    throw complaint(what, next);
}

/// Calls what must fail. @param then is done in any case
/// @return whether lab::cuda_error was thrown; what else is thrown goes on
template <class Call, class Then>
bool throws_cuda_error(const Call& call, const Then& then) {
  bool told = false;
  try {
    call();
  } catch (const cuda_error&) {
    told = true;
  } catch (...) {
    then();
    throw;
  }
  then();
  return told;
}

} // namespace lab
