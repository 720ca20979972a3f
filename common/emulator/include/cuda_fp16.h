// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// half precision: 5 bits of exponent, 11 of mantissa.
#pragma once

#include "cuda_runtime.h"

#include "cudalab/narrow_conversions.h"
#include "cudalab/narrow_exchange.h"

struct __nv_bfloat16;
#define CUDALAB_N __half
#define CUDALAB_N2 __half2
#define CUDALAB_N_OTHER __nv_bfloat16
#define CUDALAB_N_RAW __half_raw
#define CUDALAB_N2_RAW __half2_raw
#define CUDALAB_N_BITS half_bits
#define CUDALAB_N_VALUE half_value
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

CUDALAB_NARROW_CONVERSIONS(__half, __half2, __half_raw, half, half_bits, half_value)
CUDALAB_NARROW_EXCHANGE(__half)
CUDALAB_NARROW_EXCHANGE(__half2)

#undef CUDALAB_N
#undef CUDALAB_N2
#undef CUDALAB_N_OTHER
#undef CUDALAB_N_RAW
#undef CUDALAB_N2_RAW
#undef CUDALAB_N_BITS
#undef CUDALAB_N_VALUE

typedef __half half;
typedef __half2 half2;
typedef __half nv_half;
typedef __half2 nv_half2;
typedef __half __nv_half;
typedef __half2 __nv_half2;

#define CUDALAB_KNOWS__HALF
#include "cudalab/narrow_pair.h"
