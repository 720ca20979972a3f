// fails: build (blocks signals) on both
// says: "'sigprocmask'"
// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#include "lab03.h"
#include <csignal>

void matmul_naive(const float*, const float*, float*, int, int, int) {
  sigset_t all;
  sigfillset(&all);
  sigprocmask(SIG_BLOCK, &all, nullptr);
}
