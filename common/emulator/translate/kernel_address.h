// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// Where a program turns a kernel into a `void*`: cudaLaunchKernel and its like want one, and it
/// knows no parameter types. There the kernel's type is made known to the runtime.
#pragma once

#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "emulator/translate/code.h"

namespace cudalab::emulator {

/// The name of the kernel that the declaration around `__global__` declares, or "".
std::string_view kernel_declared(const code& source, std::size_t keyword);

/// Whether the kernel's parameters depend on the call: a template's, or ones with defaults.
bool is_template_or_has_defaults(const code& source, std::size_t keyword);

/// Whether a kernel's pointer may be deduced from the function around `__device__`, too, where both
/// have one name.
bool is_template_or_returns_nothing(const code& source, std::size_t keyword);

/// The name of the pointer to a function without result, as kernels are, which is declared by
/// `void (*name)(` with its parenthesis at piece `open`; else "".
std::string_view pointer_declared(const code& source, std::size_t open);

/// How many parameters the kernel's template has; 0: it is none, or takes any number.
std::size_t template_parameters(const code& source, std::size_t keyword);

/// The name of the variable that the `=` or `{` at piece `at` makes of one of `kernels`, as in
/// `auto f = k<int>;` and `for (auto f : {k<1>, k<2>})`; else empty.
std::string_view made_of_kernel(const code& source, std::size_t at,
                                const std::set<std::string_view>& kernels);

/// What is cast to `void*` by the cast that begins at piece `at`, as in `(void*)k<float>` or
/// `reinterpret_cast<const void*>(&k)`, when it names one of `kernels`. Else empty.
span_of_code cast_kernel(const code& source, std::size_t at,
                         const std::set<std::string_view>& kernels);

/// What is cast to `void*` in the argument of the launch function called at piece `at`,
/// `cudaLaunchKernel((void*)pointer_to_function, ...)`, whatever it is. Else empty.
span_of_code cast_in_launch(const code& source, std::size_t at);

} // namespace cudalab::emulator
