// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
//
// Accesses to neither shared nor global memory, and array indices that the compiler checks.
#include <cstdio>
#include <cstdlib>

#include <fmt/format.h>
#include <unistd.h>

#include "emulator/observe/fatal.h"
#include "emulator/observe/hot_path.h"
#include "emulator/observe/variables.h"

namespace cudalab::emulator {

namespace {

constexpr std::uintptr_t null_page = 65536; ///< nothing is ever mapped below this address

/// The part of the heap that is surely one: what brk() gave, not what mmap() gave.
bool on_heap(std::uintptr_t address) {
  static const std::uintptr_t begin = [] {
    std::uintptr_t found = ~std::uintptr_t{0};
    if (std::FILE* maps = std::fopen("/proc/self/maps", "r")) {
      char line[512];
      unsigned long low = 0;
      while (std::fgets(line, sizeof line, maps) != nullptr)
        if (std::string_view(line).find("[heap]") != std::string_view::npos &&
            std::sscanf(line, "%lx-", &low) == 1)
          found = low;
      std::fclose(maps);
    }
    return found;
  }();
  return address >= begin && address < reinterpret_cast<std::uintptr_t>(sbrk(0));
}

} // namespace

void touched_elsewhere(const void* where, access_kind kind, const void* pc) {
  const auto address = reinterpret_cast<std::uintptr_t>(where);
  const auto frame = reinterpret_cast<std::uintptr_t>(__builtin_frame_address(0));
  if (address - frame < 4096) // the thread's own stack, mostly
    return;
  sighting seen;
  if (address < null_page) {
    seen.kind = finding_kind::out_of_bounds;
  } else {
    const launch_record& launch = *current_block->launch;
    const std::uintptr_t argument = address - reinterpret_cast<std::uintptr_t>(launch.arguments);
    if (argument < launch.argument_bytes || on_thread_stack(where) || !on_heap(address))
      return;
    seen.kind = finding_kind::host_pointer;
    seen.space = object_space::host;
  }
  seen.offset = address;
  seen.later = current_party(kind == access_kind::read ? "reads" : "writes", pc);
  fatal_sighting::instance().end_launch(seen, illegal_address);
}

void device_pointer_on_host(const void* address, access_kind kind, const void* pc) {
  const source_place place = place_of(pc);
  const std::uint64_t offset =
      static_cast<std::uint64_t>(static_cast<const std::byte*>(address) - device_addresses.begin);
  const std::string message =
      fmt::format("{}:{}: host code {} {}, which is device memory: copy it with cudaMemcpy\n",
                  place.file, place.line, kind == access_kind::read ? "reads" : "writes",
                  name_object(memory_space::global, offset, 4, pc).element);
  std::fputs(message.c_str(), stderr);
  std::fflush(stderr);
  std::abort();
}

} // namespace cudalab::emulator

namespace {

/// What the compiler tells of an array index out of range. The layout is the compilers' own.
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

void index_out_of_bounds(const out_of_bounds_data* data, std::uintptr_t index, const void* pc) {
  using namespace cudalab::emulator;
  if (current_block == nullptr) {
    std::fprintf(stderr, "%s:%u: host code uses an index outside of %s\n", data->file, data->line,
                 data->array->name);
    return;
  }
  const unsigned bits = 1u << (data->index->information >> 1);
  const bool is_signed = (data->index->information & 1) != 0;
  sighting seen;
  seen.kind = finding_kind::out_of_bounds;
  seen.array_type = data->array->name;
  seen.here =
      is_signed && bits == 32 ? static_cast<std::int32_t>(index) : static_cast<std::int64_t>(index);
  seen.space = object_space::local;
  seen.later = current_party("indexes", pc);
  fatal_sighting::instance().end_launch(seen, illegal_address);
}

} // namespace

extern "C" {

void __ubsan_handle_out_of_bounds(void* data, std::uintptr_t index) {
  index_out_of_bounds(static_cast<out_of_bounds_data*>(data), index, __builtin_return_address(0));
}
void __ubsan_handle_out_of_bounds_abort(void* data, std::uintptr_t index) {
  index_out_of_bounds(static_cast<out_of_bounds_data*>(data), index, __builtin_return_address(0));
  std::abort();
}

} // extern "C"
