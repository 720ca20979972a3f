// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#pragma once

namespace cudalab::emulator {

/// Before kernels run: memory of the host that they may use must be the program's still. (It may
/// have freed it and forgotten cudaHostUnregister.) Without device_queue's lock.
void look_at_registered_memory();

} // namespace cudalab::emulator
