// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// The graphs that a program holds.
#pragma once

#include <memory>

#include "emulator/include/cudalab/graph_api.h"
#include "emulator/runtime/queue/graphs.h"

namespace cudalab::emulator {

/// The program holds it from now on. Under device_queue's lock.
cudaGraph_t adopt_graph(std::unique_ptr<CUgraph_st> graph);

} // namespace cudalab::emulator
