// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// Everything is in cuda_runtime.h. The toolkit's cuda.h brings <stdint.h>.
#pragma once

#include <stdint.h>

#include "cuda_runtime.h"
