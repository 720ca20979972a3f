// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// The reference without its swarm, whose own goes by other names.
#pragma once

#include "lab/cuda_check.h"
#include "lab07.h"

#define swarm_step reference_swarm_step
#define swarm_kernel reference_swarm_kernel
#include "../../lab07.cu"
#undef swarm_step
#undef swarm_kernel
