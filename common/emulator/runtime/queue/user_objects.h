// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// Things of the program's that graphs keep alive. Under device_queue's lock.
#pragma once

#include <cstdint>
#include <map>

#include "emulator/include/cudalab/api.h"
#include "emulator/runtime/queue/device_queue.h"

struct CUuserObject_st {
  void* pointer = nullptr;
  cudaHostFn_t destroy = nullptr;
  const void* made_by = nullptr; ///< code address of the call
  std::uint64_t own = 0;         ///< references that the program has
  std::uint64_t of_graphs = 0;
};

namespace cudalab::emulator {

/// How many references to each object there are.
using user_references = std::map<cudaUserObject_t, std::uint64_t>;

cudaUserObject_t make_user_object(const CUuserObject_st& made);
bool is_user_object(cudaUserObject_t object);
/// The last one destroys the object, once `after` has ended. @pre there are so many
void drop_own(cudaUserObject_t object, std::uint64_t count);
void drop_of_graph(cudaUserObject_t object, std::uint64_t count, const operation_handle& after);
void drop_all(user_references& references, const operation_handle& after);
/// Further references. @param to those of a graph, in which there are at least as many afterwards
void add_references(const user_references& from, user_references& to);

/// Objects that the program itself has a reference to, and the code address of the call that made
/// each.
std::map<const void*, const void*> user_objects_held();

} // namespace cudalab::emulator
