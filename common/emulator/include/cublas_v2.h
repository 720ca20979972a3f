// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#error "the emulated device does not have cublas_v2.h: use plain CUDA C++ with cuda_runtime.h"
