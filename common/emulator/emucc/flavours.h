// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// Whether an object was compiled with --checked or --fast. The two cannot be mixed: what fast
/// kernels write would look unwritten to checked ones. And what stream 0 is in it, of which there
/// is one for a program as well.
#pragma once

#include <filesystem>
#include <set>
#include <string>

namespace cudalab::emulator {

/// To be put at the end of a translated .cu: notes the flavour in the object.
std::string flavour_note(bool checked);

/// The same for the default stream.
std::string default_stream_note(bool per_thread);

/// The flavours of all objects that were linked into the program: "checked", "fast".
std::set<std::string> flavours_in(const std::filesystem::path& program);

/// Their default streams: "legacy", "per-thread".
std::set<std::string> default_streams_in(const std::filesystem::path& program);

} // namespace cudalab::emulator
