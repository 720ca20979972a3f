// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
//
// Array indices that the compiler checks: what code compiled with -fsanitize=array-bounds calls.
#include <cstdio>
#include <cstdlib>

#include "emulator/observe/findings/fatal.h"

namespace {

/// What the compiler tells of an array index out of range. The layout is the compiler's own.
struct array_type {
  std::uint16_t kind, information;
  char name[1];
};
struct out_of_bounds_data {
  const char* file;
  std::uint32_t line, column;
  const array_type* array;
  const array_type* index;
};

[[noreturn]] void index_out_of_bounds(const out_of_bounds_data* data, std::uintptr_t index,
                                      const void* pc) {
  using namespace cudalab::emulator;
  if (current_block == nullptr) {
    std::fprintf(stderr, "%s:%u: host code uses an index outside of %s\n", data->file, data->line,
                 data->array->name);
    std::abort();
  }
  const unsigned bits = 1u << (data->index->information >> 1);
  const bool is_signed = (data->index->information & 1) != 0;
  sighting seen;
  seen.kind = finding_kind::out_of_bounds;
  seen.array_type = data->array->name;
  seen.here =
      is_signed && bits == 32 ? static_cast<std::int32_t>(index) : static_cast<std::int64_t>(index);
  seen.array_column = data->column;
  seen.later = current_party("indexes", pc);
  fatal_sighting::instance().end_launch(seen, illegal_address);
}

} // namespace

extern "C" {

[[noreturn]] void __ubsan_handle_out_of_bounds_abort(void* data, std::uintptr_t index) {
  index_out_of_bounds(static_cast<out_of_bounds_data*>(data), index, __builtin_return_address(0));
}

} // extern "C"
