// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// bfloat16: a float without its last 16 bits.
#pragma once

#include "cuda_runtime.h"

#include "cudalab/narrow_conversions.h"
#include "cudalab/narrow_exchange.h"

struct __half;
#define CUDALAB_N __nv_bfloat16
#define CUDALAB_N2 __nv_bfloat162
#define CUDALAB_N_OTHER __half
#define CUDALAB_N_RAW __nv_bfloat16_raw
#define CUDALAB_N2_RAW __nv_bfloat162_raw
#define CUDALAB_N_BITS bfloat16_bits
#define CUDALAB_N_VALUE bfloat16_value
#include "cudalab/narrow_type.inc.h"

#include "cudalab/narrow_functions.inc.h"

#ifndef CUDALAB_CHECKED
#define CUDALAB_MEMBER CUDALAB_INLINE
#define CUDALAB_READS(object)
#define CUDALAB_CHANGES(object)
#include "cudalab/narrow_members.inc.h"
#undef CUDALAB_MEMBER
#undef CUDALAB_READS
#undef CUDALAB_CHANGES
#endif

CUDALAB_NARROW_CONVERSIONS(__nv_bfloat16, __nv_bfloat162, __nv_bfloat16_raw, bfloat16,
                           bfloat16_bits, bfloat16_value)
CUDALAB_NARROW_EXCHANGE(__nv_bfloat16)
CUDALAB_NARROW_EXCHANGE(__nv_bfloat162)

#undef CUDALAB_N
#undef CUDALAB_N2
#undef CUDALAB_N_OTHER
#undef CUDALAB_N_RAW
#undef CUDALAB_N2_RAW
#undef CUDALAB_N_BITS
#undef CUDALAB_N_VALUE

typedef __nv_bfloat16 nv_bfloat16;
typedef __nv_bfloat162 nv_bfloat162;

#define CUDALAB_KNOWS__NV_BFLOAT16
#include "cudalab/narrow_pair.h"
