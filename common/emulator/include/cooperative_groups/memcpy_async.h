// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// Copies by all threads of a group. Here the copy is done when memcpy_async() returns, by plain
/// loads and stores of the threads: a wait() that is missing shows as a race between them.
#pragma once

#include "../cooperative_groups.h"

namespace cooperative_groups {

/// @param bytes a number, or something that becomes one (cuda::aligned_size_t)
template <class Group, class T, class Size>
CUDALAB_GROUP void memcpy_async(const Group& group, T* to, const T* from, const Size& bytes) {
  cudalab::emulator::groups::copy_part(to, from, static_cast<size_t>(bytes), group.thread_rank(),
                                       group.num_threads());
}

/// The smaller of two numbers of elements.
template <class Group, class T, class To, class From>
CUDALAB_GROUP void memcpy_async(const Group& group, T* to, const To& to_elements, const T* from,
                                const From& from_elements) {
  const size_t room = static_cast<size_t>(to_elements), there = static_cast<size_t>(from_elements);
  cudalab::emulator::groups::copy_part(to, from, (room < there ? room : there) * sizeof(T),
                                       group.thread_rank(), group.num_threads());
}

/// Until all copies of the group's threads are done.
template <class Group>
CUDALAB_GROUP void wait(const Group& group) {
  group.sync();
}
/// Until all but the last `Copies` of them are.
template <unsigned Copies, class Group>
CUDALAB_GROUP void wait_prior(const Group& group) {
  group.sync();
}

} // namespace cooperative_groups
