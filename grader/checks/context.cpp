// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#include "grader/checks/context.h"

namespace cudalab::grader {

std::vector<test_case> cases_of(const context& in, const case_maker& make) {
  random_source random(in.seed);
  std::vector<test_case> cases = make(random);
  if (in.backend == backend::gpu)
    for (test_case& each : cases)
      each.on_gpu();
  return cases;
}

} // namespace cudalab::grader
