// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// Everything is in cuda_runtime.h.
#pragma once

#include "cuda_runtime.h"
