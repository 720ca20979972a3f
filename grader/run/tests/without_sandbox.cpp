// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
//
// Linked into a test to have it run workers without the sandbox.
#include <cstdlib>

namespace {
[[maybe_unused]] const int done = setenv("CUDALAB_SANDBOX", "none", 1);
}
