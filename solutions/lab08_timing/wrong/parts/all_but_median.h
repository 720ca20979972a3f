// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// For variants that get time_median_ms wrong: all of the reference; its own timer goes by another
/// name.
#pragma once

#include "lab08.h"

#define time_median_ms reference_time_median_ms
#include "../../lab08.cu"
#undef time_median_ms
