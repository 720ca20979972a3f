// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// Where a submission's calls through pointers may lead, and which objects of the library it may
/// hand to the library.
#pragma once

namespace cudalab::emulator {

/// A function whose address the code of the submission or of its lab takes (emucc lists them), or
/// what() of an exception of the library.
bool may_be_called(const void* function);

/// std::cout, std::cerr, std::clog, or the part of one that all streams have.
bool is_stream_of_text(const void* stream);

} // namespace cudalab::emulator
