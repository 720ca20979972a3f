// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#include "grader/cli/backend_choice.h"

#include <doctest/doctest.h>

#include "grader/cli/usage_error.h"

using namespace cudalab::grader;

namespace {

/// A machine with a toolkit. (No nvcc is asked for its version: there is none of this name.)
gpu_parts machine_with(std::size_t gpus) {
  return {"/nonexistent/nvcc", std::vector<gpu_device>(gpus, {"0000:1B:00.0", "90", "a GPU"}),
          true};
}

} // namespace

TEST_CASE("a lab of several GPUs is graded on emulated devices where there are fewer") {
  const backend_choice choice = choose_backend("auto", machine_with(1), 2);
  CHECK(choice.chosen == backend_kind::cpu);
  CHECK(choice.reason == "this lab takes 2 GPUs, and the driver shows 1");
  CHECK(choose_backend("auto", machine_with(0), 2).reason == "no NVIDIA GPU was found");
}

TEST_CASE("where there are enough GPUs they are taken") {
  CHECK(choose_backend("auto", machine_with(1)).chosen == backend_kind::gpu);
  CHECK(choose_backend("auto", machine_with(2), 2).chosen == backend_kind::gpu);
  CHECK(choose_backend("gpu", machine_with(3), 2).chosen == backend_kind::gpu);
  CHECK(choose_backend("cpu", machine_with(3), 2).chosen == backend_kind::cpu);
}

TEST_CASE("who asks for more GPUs than there are is told so, and what grades the lab") {
  std::string said;
  try {
    choose_backend("gpu", machine_with(1), 2);
  } catch (const usage_error& error) {
    said = error.what();
  }
  CHECK(said.find("this lab takes 2 GPUs, and the driver shows 1") != said.npos);
  CHECK(said.find("Without --backend the lab is graded on the emulated device") != said.npos);
}
