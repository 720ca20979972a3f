// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// The driver API. As with emucc's other headers, all of the runtime API comes with it. The
/// toolkit's cuda.h brings <stdint.h>.
#pragma once

#include <stdint.h>

#include "cuda_runtime.h"

#define __cuda_cuda_h__
#define CUDAAPI

#include "cudalab/driver_api.h"
#include "cudalab/driver_ipc_api.h"
#include "cudalab/driver_mapping_api.h"
#include "cudalab/driver_memory_api.h"
#include "cudalab/driver_types.h"
#include "cudalab/driver_unsupported.h"
