// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// From a code address to the student's source line.
#pragma once

#include <string>
#include <vector>

#include "emulator/runtime/call_path.h"

namespace cudalab::emulator {

struct source_place {
  std::string file; ///< empty: not known
  int line = 0;     ///< 0: not known

  bool operator==(const source_place&) const = default;
};

/// The line of the call that returns to `return_address`. Where that is code of the emulator's own
/// headers which the compiler put in place of a call, the line of that call.
source_place place_of(const void* return_address);

/// Of code that the compiler put in place of calls, because the functions are always inlined
/// (__forceinline__): where these were called, the innermost first. @pre place_of(return_address)
/// is the innermost place
std::vector<source_place> inlined_calls_behind(const void* return_address);

/// Where a student's own line made the call: the nearest one that is in no header of the course's
/// or of C++'s. Where there is none, place_of(call).
source_place own_line_of(const void* call, const call_path& behind);

/// Whether a student has not written the file: it is a header of the course's, of C++'s, or of the
/// emulated device's.
bool in_library(const source_place& place);

/// Whether the place is in a lab's scenes: given code that calls the student's functions.
bool in_scenes(const source_place& place);

/// "line 12"; of a file whose lines are not those that a student has before them, a header or a
/// lab's scenes, "device_buffer.h:24".
std::string line_words(const source_place& place);

/// The last line of the function around the call: that of its closing brace. 0: not known.
int last_line_of_function(const void* return_address);

struct named_function {
  std::string name; ///< "~device_array"; empty: not known
  source_place declared;
};
/// The function around the call, as the file names it.
named_function function_around(const void* return_address);

/// Whether the code belongs to the emulator's own headers, which a student has not written.
bool in_emulator(const source_place& place);

} // namespace cudalab::emulator
