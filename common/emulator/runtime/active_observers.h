// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// Which observers are switched on: for the runtime, which tells them, and for whoever decides it.
#pragma once

#include <atomic>
#include <memory>
#include <vector>

#include "emulator/runtime/observer.h"

namespace cudalab::emulator {

using observer_list = std::vector<std::shared_ptr<observer>>;
using block_observer_list = std::vector<std::unique_ptr<block_observer>>;

/// Switches these on in place of the ones before. Between launches only.
/// @param complete called on each OS thread that runs blocks, before the next one, with what these
/// observers made for it: it may add more. Null: nothing to add.
void set_observers(observer_list observers, void (*complete)(block_observer_list&) = nullptr);

/// The observers that are switched on.
const observer_list& active_observers();

/// The block observers of this OS thread, in the order of active_observers(), made at need. The
/// scheduler calls them for blocks, barriers and threads; the callbacks for accesses.
const block_observer_list& block_observers();

/// All OS threads make their block observers anew. Between launches only.
void remake_block_observers();

/// Goes up when block observers are to be made anew. Read by all OS threads.
extern constinit std::atomic<unsigned> observer_generation;

} // namespace cudalab::emulator
