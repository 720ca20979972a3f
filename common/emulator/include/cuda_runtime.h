// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// The CUDA runtime as the emulated device has it. Found in place of the toolkit's header when
/// emucc builds a .cu file. With CUDALAB_RULES_CHECK, clang's own CUDA front end parses the same
/// file to check CUDA's rules; nothing is built then.
#pragma once

#ifdef CUDALAB_RULES_CHECK
#include "cudalab/rules_library.h"
#endif

#ifdef CUDALAB_CHECKED
#include <cstddef>
// Strings are compiled with the program, as with -D_GLIBCXX_ASSERTIONS: ready-made code for them in
// the library would not be watched.
#ifdef _GLIBCXX_EXTERN_TEMPLATE
#undef _GLIBCXX_EXTERN_TEMPLATE
#define _GLIBCXX_EXTERN_TEMPLATE -1
#endif
#include "cudalab/strict_order.h"
#endif

#include <limits.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#if __cplusplus >= 201103L
#include <utility> // brings std::initializer_list, with nvcc too
#endif

#include "cudalab/toolkit_macros.h"

#include "cudalab/host_math.h"

#include "cudalab/attributes.h"

#include "cudalab/vector_types.h"

#include "cudalab/api.h"
#include "cudalab/atomics.h"
#include "cudalab/device_api.h"
#include "cudalab/device_code.h"
#include "cudalab/device_math.h"
#include "cudalab/function_api.h"
#include "cudalab/graphics.h"
#include "cudalab/ipc_api.h"
#include "cudalab/launch_api.h"
#include "cudalab/ordered_atomics.h"
#include "cudalab/texture_api.h"
#include "cudalab/texture_functions.h"
#include "cudalab/unsupported.h"
#include "cudalab/warp.h"

#ifdef CUDALAB_RULES_CHECK
#include "cudalab/rules_check.h"
#endif
