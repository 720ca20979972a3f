// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// What a program prints when an exception meets a function that must not throw, and ends it.
#pragma once

namespace cudalab::emulator {

/// From now on: the destructor that the exception was about to leave, with its line, and the call
/// that was made to fail, if any. The C++ library's own words follow.
void tell_what_ends_program();

} // namespace cudalab::emulator
