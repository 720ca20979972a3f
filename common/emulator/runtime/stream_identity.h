// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// Which stream work belongs to, for those who tell of it when the stream may be gone.
#pragma once

#include <cstdint>

namespace cudalab::emulator {

struct stream_identity {
  enum class kind : std::uint8_t { legacy, of_thread, made };
  kind what = kind::legacy;
  unsigned order = 0;            ///< of those that the program made: 1, 2, ...
  const void* made_at = nullptr; ///< code address of the call that made it
};

} // namespace cudalab::emulator
