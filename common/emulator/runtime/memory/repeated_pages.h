// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// A long range of addresses on little memory: the same pages over and over.
#pragma once

#include <cstddef>
#include <cstdint>

namespace cudalab::emulator {

inline constexpr std::size_t page_bytes = 4096;

/// From now on [begin, begin + bytes) is `period` bytes, zero at first, over and over. All three
/// are multiples of a page, and nothing else lies there. False: the system gives no such memory;
/// what lies there then is not said. (Linux keeps some 65,000 ranges apart, and this needs bytes /
/// period.)
bool repeat_pages(void* begin, std::size_t bytes, std::size_t period);

/// Sets the bytes of a long range. Its pages are the same few, of which one becomes the range's
/// own, and costs memory, when it is written. Both are multiples of a page, and nothing else lies
/// there. False: the system gives no such memory; what lies there then is not said.
bool fill_repeated(void* begin, std::size_t bytes, std::uint8_t byte);

/// Each page is a zero page of its own again, which costs memory when it is touched.
void give_own_pages(void* begin, std::size_t bytes);

} // namespace cudalab::emulator
