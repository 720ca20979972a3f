// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// What becomes of `__shared__` in a declaration.
#pragma once

#include <optional>
#include <string>

#include "emulator/translate/code.h"

namespace cudalab::emulator {

struct shared_declaration {
  std::string storage;                ///< stands in the place of __shared__: "static __thread"
  std::optional<std::size_t> dropped; ///< piece that goes: `static` in `__shared__ static int x`
  span_of_code attributes; ///< alignas(...) right after __shared__; C++ wants it before `storage`
  std::string error;       ///< not empty: what is wrong; the rest does not count
};

/// @pre source[keyword] == "__shared__"
shared_declaration read_shared_declaration(const code& source, std::size_t keyword);

} // namespace cudalab::emulator
