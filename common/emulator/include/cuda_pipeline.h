// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#pragma once

#include "cuda_pipeline_primitives.h"
