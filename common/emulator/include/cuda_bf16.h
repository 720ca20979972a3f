// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#error "the emulated device does not have cuda_bf16.h: use plain CUDA C++ with cuda_runtime.h"
