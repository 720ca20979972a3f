// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// From a call to the object that it was made for: a class may make a stream in its constructor,
/// and a program has many objects of one class.
#pragma once

#include <string>

#include "emulator/observe/symbols/source_lines.h"

namespace cudalab::emulator {

struct made_object {
  source_place place; ///< the line of the call; of a call in a constructor, the object's
  std::string name;   ///< of the object, a local variable; empty: not known, or there is no object
};

/// What a call made something for. @param behind the calls around it, as program_observer has them
made_object object_of(const void* call, const call_path& behind);

} // namespace cudalab::emulator
