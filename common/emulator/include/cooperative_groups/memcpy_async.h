// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// Copies by all threads of a group. Here the data are there when memcpy_async() returns. The
/// checks take each thread's part for under way until that thread has waited.
#pragma once

#include "../cooperative_groups.h"

#include "../cudalab/async/async_functions.h"

namespace cooperative_groups {

/// @param bytes a number, or something that becomes one (cuda::aligned_size_t)
template <class Group, class T, class Size>
CUDALAB_GROUP void memcpy_async(const Group& group, T* to, const T* from, const Size& bytes) {
  cudalab::emulator::async::copy_part(to, from, static_cast<size_t>(bytes), group.thread_rank(),
                                      group.num_threads(), nullptr);
  cudalab::emulator::async::commit_copies();
}

/// The smaller of two numbers of elements.
template <class Group, class T, class To, class From>
CUDALAB_GROUP void memcpy_async(const Group& group, T* to, const To& to_elements, const T* from,
                                const From& from_elements) {
  const size_t room = static_cast<size_t>(to_elements), there = static_cast<size_t>(from_elements);
  cudalab::emulator::async::copy_part(to, from, (room < there ? room : there) * sizeof(T),
                                      group.thread_rank(), group.num_threads(), nullptr);
  cudalab::emulator::async::commit_copies();
}

/// Until all copies of the group's threads are done.
template <class Group>
CUDALAB_GROUP void wait(const Group& group) {
  cudalab::emulator::async::wait_for_copies(0);
  group.sync();
}
/// Until all but the last `Copies` of them are.
template <unsigned Copies, class Group>
CUDALAB_GROUP void wait_prior(const Group& group) {
  cudalab::emulator::async::wait_for_copies(Copies);
  group.sync();
}

} // namespace cooperative_groups
