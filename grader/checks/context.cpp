// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#include "grader/checks/context.h"

namespace cudalab::grader {

std::vector<test_case> cases_of(const context& in, const case_maker& make) {
  random_source random(in.seed);
  return make(random);
}

} // namespace cudalab::grader
