// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// The sentence that says what was seen, where only the sighting has the numbers for it.
#pragma once

#include "emulator/observe/findings/sighting.h"
#include "emulator/observe/symbols/variables.h"
#include "emulator/runtime/memory/allocation.h"

namespace cudalab::emulator {

/// Empty for kinds whose text follows from the finding alone.
std::string detail_of(const sighting& seen, const finding& found, const launch_record& launch);

/// Of memory that is not there: not any more, or not yet. @param name what the student calls it
std::string words_of_life(const allocation& gone, const std::string& name);
/// False: a node of a graph is to allocate what is at this offset, and never has.
bool was_ever_there(std::uint64_t offset);
/// What was there was freed by work of a stream or of a graph, not by a call that frees at once.
bool was_freed_by_operation(std::uint64_t offset);

/// The dimensions in a type as the compiler writes it: 'float [16][4]' has 16 and 4.
std::vector<std::uint64_t> dimensions_in(const std::string& type);

} // namespace cudalab::emulator
