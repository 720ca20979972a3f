// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// The worker's life: greet, answer requests, end.
#pragma once

namespace cudalab::worker {

/// Serves the judge on the protocol's descriptors until it says finish, goes away, or CUDA is lost.
/// Returns the exit status.
int serve();

} // namespace cudalab::worker
