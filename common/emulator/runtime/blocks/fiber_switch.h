// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// Jumps from one stack to another. A block of 256 threads does so 256 times at each barrier.
///
/// On x86-64 only the registers that a called function must keep are kept: how to round is not the
/// fiber's, since device code changes it only within functions that do not wait. (Keeping it, as
/// Boost.Context does, takes four times as long as all the rest.)
#pragma once

#include <cstddef>

#if !defined(__x86_64__)
#include <boost/context/detail/fcontext.hpp>
#endif

namespace cudalab::emulator {

/// Where a fiber that does not run goes on.
using fiber_context = void*;

#if defined(__x86_64__)

extern "C" void cudalab_switch_fiber(fiber_context* left, fiber_context target);
fiber_context make_x86_fiber(void* top, void (*enter)());

/// Notes in `left` where the running fiber goes on later, and goes on at `target`.
inline void switch_fiber(fiber_context& left, fiber_context target) {
  cudalab_switch_fiber(&left, target);
}

/// A fiber that will begin with `Enter`, which must not return. `bytes` below `top` are its stack.
template <void (*Enter)()>
fiber_context make_fiber(void* top, std::size_t bytes) {
  (void)bytes;
  return make_x86_fiber(top, Enter);
}

#else

/// A jump hands over where to note the place that it left.
inline void note_origin(const boost::context::detail::transfer_t& from) {
  *static_cast<fiber_context*>(from.data) = from.fctx;
}

inline void switch_fiber(fiber_context& left, fiber_context target) {
  note_origin(boost::context::detail::jump_fcontext(target, &left));
}

template <void (*Enter)()>
fiber_context make_fiber(void* top, std::size_t bytes) {
  return boost::context::detail::make_fcontext(top, bytes,
                                               [](boost::context::detail::transfer_t from) {
                                                 note_origin(from);
                                                 Enter();
                                               });
}

#endif

} // namespace cudalab::emulator
