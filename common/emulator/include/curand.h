// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#error "the emulated device does not have curand.h (generation by the host): use curand_kernel.h"
