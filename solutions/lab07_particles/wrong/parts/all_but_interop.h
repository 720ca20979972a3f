// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// The reference without exercise 4, whose own goes by other names.
#pragma once

#include "lab/cuda_check.h"
#include "lab/gl_interop.h"
#include "lab07.h"

#define interop_begin reference_interop_begin
#define interop_frame reference_interop_frame
#define interop_end reference_interop_end
#define shared_buffer reference_shared_buffer
#include "../../lab07.cu"
#undef interop_begin
#undef interop_frame
#undef interop_end
#undef shared_buffer
