// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// Members of vector objects, such as float4's: a GPU's compiler loads neighbours by one
/// instruction. What it knows when it decides so (how an address is aligned, what stands in the
/// same basic block) is gone in the finished code, so that it is written into the calls that watch
/// accesses: observe/traffic/joined_accesses.h.
#pragma once

#include <string>
#include <string_view>

namespace cudalab::emulator {

/// Whether a translated text names a type whose members may lie so, or one that is copied as a
/// whole. When in doubt: true.
bool names_vector_type(std::string_view text);

/// clang's intermediate code (-S -emit-llvm) with the calls of these basic blocks marked: in place
/// of `__tsan_read4(p)` stands `cudalab_part_read4(p, part)`. So are copies, of which a GPU's
/// compiler makes instructions as wide as it knows the address to be aligned:
///
///     memcpy(to, from, 6)            cudalab_vector_copy(to, from, 6, 2): a structure is assigned
///     memset(to, 0, 6)               cudalab_vector_fill(to, 0, 6, 2): or cleared
///     memcpy, memset of the program  cudalab_byte_copy, cudalab_byte_fill(..., 2)
///
/// Where pointers have no types (clang 15 and newer) the alignment is known of elements and
/// variables only; other copies stay as they are.
std::string with_marked_members(std::string_view code);

} // namespace cudalab::emulator
