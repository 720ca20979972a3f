// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// The runtime API: things of the program's that graphs keep alive.
#include <climits>

#include "emulator/runtime/api/graph_api.h"
#include "emulator/runtime/queue/errors.h"
#include "emulator/runtime/queue/user_objects.h"

using namespace cudalab::emulator;

namespace {

bool is_count(unsigned count) {
  return count != 0 && count <= INT_MAX;
}

} // namespace

cudaError_t cudaUserObjectCreate(cudaUserObject_t* object, void* pointer, cudaHostFn_t destroy,
                                 unsigned int count, unsigned int flags) {
  if (object == nullptr || destroy == nullptr || !is_count(count) ||
      flags != cudaUserObjectNoDestructorSync)
    return finish(cudaErrorInvalidValue);
  const auto lock = locked_queue();
  *object = make_user_object({.pointer = pointer,
                              .destroy = destroy,
                              .made_by = __builtin_return_address(0),
                              .own = count});
  return finish(cudaSuccess);
}

cudaError_t cudaUserObjectRetain(cudaUserObject_t object, unsigned int count) {
  const auto lock = locked_queue();
  if (!is_count(count) || !is_user_object(object))
    return finish(cudaErrorInvalidValue);
  object->own += count;
  return finish(cudaSuccess);
}

cudaError_t cudaUserObjectRelease(cudaUserObject_t object, unsigned int count) {
  const auto lock = locked_queue();
  if (!is_count(count) || !is_user_object(object))
    return finish(cudaErrorInvalidValue);
  if (count > object->own) {
    because("the program has not so many references to the object");
    return finish(cudaErrorInvalidValue);
  }
  drop_own(object, count);
  return finish(cudaSuccess);
}

cudaError_t cudaGraphRetainUserObject(cudaGraph_t graph, cudaUserObject_t object,
                                      unsigned int count, unsigned int flags) {
  const auto lock = locked_queue();
  if (!is_live_graph(graph) || !is_count(count) || !is_user_object(object) ||
      (flags & ~static_cast<unsigned>(cudaGraphUserObjectMove)) != 0)
    return finish(cudaErrorInvalidValue);
  if (flags == cudaGraphUserObjectMove && count > object->own) {
    because("the program has not so many references to the object");
    return finish(cudaErrorInvalidValue);
  }
  add_references({{object, count}}, graph->user_objects);
  if (flags == cudaGraphUserObjectMove)
    drop_own(object, count);
  return finish(cudaSuccess);
}

cudaError_t cudaGraphReleaseUserObject(cudaGraph_t graph, cudaUserObject_t object,
                                       unsigned int count) {
  const auto lock = locked_queue();
  if (!is_live_graph(graph) || !is_count(count) || !is_user_object(object))
    return finish(cudaErrorInvalidValue);
  const auto found = graph->user_objects.find(object);
  if (found == graph->user_objects.end() || found->second < count) {
    because("the graph has not so many references to the object");
    return finish(cudaErrorInvalidValue);
  }
  found->second -= count;
  if (found->second == 0)
    graph->user_objects.erase(found);
  drop_of_graph(object, count, nullptr);
  return finish(cudaSuccess);
}
