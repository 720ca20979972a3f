// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// Which names the operator ## of a file's macros may put together: words that nobody has written
/// as a whole, and that find_refused_text() therefore does not see.
#pragma once

#include <string>
#include <string_view>

namespace cudalab::emulator {

/// A macro that makes `name##_kernel` is right: whatever `name` is, the result is no word that may
/// not stand in a submission. Refused is what could be one: a name that begins with two underscores
/// or with one and a capital letter, cudalab, CUDALAB, asm; and where the pieces cannot be
/// followed.
/// @param text a whole file, without backslashes at ends of lines
/// @return a sentence for the student; "": nothing is wrong
std::string refused_pasting(std::string_view text);

/// Whether a directive has a ## that makes a name. `, ##__VA_ARGS__` does not: it only leaves out
/// the comma when there are no arguments.
bool pastes(std::string_view directive);

} // namespace cudalab::emulator
