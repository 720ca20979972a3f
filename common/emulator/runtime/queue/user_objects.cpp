// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#include "emulator/runtime/queue/user_objects.h"

#include <set>
#include <utility>

namespace cudalab::emulator {

namespace {

std::set<cudaUserObject_t>& objects() {
  static auto& all = *new std::set<cudaUserObject_t>;
  return all;
}

/// The program's function is called where host functions are.
void destroy(cudaUserObject_t object, const operation_handle& after) {
  device_queue& queue = device_queue::instance();
  operation work{.name = "cudaUserObjectRelease",
                 .perform = [function = object->destroy,
                             pointer = object->pointer](operation_number) { function(pointer); },
                 .called_at = object->made_by,
                 .kind = work_kind::host_function,
                 .on_host = true,
                 .even_after_errors = true};
  objects().erase(object);
  delete object;
  const unsigned line = queue.order().open_timeline();
  queue.add(std::move(work), line, 0, {after});
  queue.order().close_timeline(line);
}

void destroy_if_last(cudaUserObject_t object, const operation_handle& after) {
  if (object->own == 0 && object->of_graphs == 0)
    destroy(object, after);
}

} // namespace

cudaUserObject_t make_user_object(const CUuserObject_st& made) {
  return *objects().insert(new CUuserObject_st(made)).first;
}

bool is_user_object(cudaUserObject_t object) {
  return objects().count(object) != 0;
}

void drop_own(cudaUserObject_t object, std::uint64_t count) {
  object->own -= count;
  destroy_if_last(object, nullptr);
}

void drop_of_graph(cudaUserObject_t object, std::uint64_t count, const operation_handle& after) {
  object->of_graphs -= count;
  destroy_if_last(object, after);
}

void drop_all(user_references& references, const operation_handle& after) {
  for (const auto& [object, count] : std::exchange(references, {}))
    drop_of_graph(object, count, after);
}

void add_references(const user_references& from, user_references& to) {
  for (const auto& [object, count] : from) {
    object->of_graphs += count;
    to[object] += count;
  }
}

std::map<const void*, const void*> user_objects_held() {
  std::map<const void*, const void*> held;
  for (const cudaUserObject_t each : objects())
    if (each->own != 0)
      held[each] = each->made_by;
  return held;
}

} // namespace cudalab::emulator
