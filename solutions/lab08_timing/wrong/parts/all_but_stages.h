// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// For variants that get time_stages wrong: all of the reference; its own stages go by another
/// name.
#pragma once

#include "lab08.h"

#define time_stages reference_time_stages
#include "../../lab08.cu"
#undef time_stages
