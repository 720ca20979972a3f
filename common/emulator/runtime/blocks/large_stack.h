// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// A stack for what a CUDA thread's is too small for: to tell of a mistake, lines are looked up in
/// debug information.
#pragma once

#include <functional>

namespace cudalab::emulator {

/// Does the work, in host code on the stack at hand. It stays on its OS thread, and must not wait
/// for other CUDA threads, nor throw.
void on_large_stack(const std::function<void()>& work);

} // namespace cudalab::emulator
