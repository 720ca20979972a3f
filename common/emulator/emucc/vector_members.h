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

/// Whether a translated text names a type whose members may lie so. When in doubt: true.
bool names_vector_type(std::string_view text);

/// clang's intermediate code (-S -emit-llvm) with the calls of these basic blocks marked: in place
/// of `__tsan_read4(p)` stands `cudalab_part_read4(p, part)`. And where a vector is copied as a
/// whole, `cudalab_vector_copy(to, from, 16, alignment)` in place of `memcpy(to, from, 16)`; so
/// where a structure of the program's own is copied that has the size of a vector.
std::string with_marked_members(std::string_view code);

} // namespace cudalab::emulator
