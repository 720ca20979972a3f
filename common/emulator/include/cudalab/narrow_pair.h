// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// Conversions between the two 16-bit floating types, for a file that includes both.

#if defined(CUDALAB_KNOWS__HALF) && defined(CUDALAB_KNOWS__NV_BFLOAT16) &&                         \
    !defined(CUDALAB_NARROW_PAIR)
#define CUDALAB_NARROW_PAIR
CUDALAB_INLINE __half::__half(__nv_bfloat16 x) : __half(__bfloat162float(x)) {}
CUDALAB_INLINE __nv_bfloat16::__nv_bfloat16(__half x) : __nv_bfloat16(__half2float(x)) {}
#endif
