// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// The functions of cudalab/matrix. Each lane tells the observers of its own accesses, as the
/// instructions make them that nvcc makes of such a call; when all lanes have met, the numbers
/// move. None is inlined: the return address is in the student's function.
#include "emulator/runtime/blocks/warp_matrices.h"

#include <array>
#include <bit>
#include <cstring>

#include "emulator/include/cudalab/errors.h"
#include "emulator/runtime/blocks/device_call.h"
#include "emulator/runtime/blocks/library_access.h"
#include "emulator/runtime/blocks/tensor_sum.h"
#include "emulator/runtime/memory/shared_memory.h"

namespace cudalab::emulator {

namespace {

using matrices::element;
using matrices::factor;
using matrices::place;

constexpr unsigned fragment_side = 16; ///< of all fragments but TensorFloat-32's

struct row_and_column {
  unsigned row, column;
};

/// Which element of A (16 x 16) or of the sums (16 x 16) register `i` of a lane holds: two
/// neighbours of a row, then two of the row 8 below, then the same 8 columns further.
row_and_column place_of_pair(unsigned lane, unsigned i) {
  return {lane / 4 + i / 2 % 2 * 8, lane % 4 * 2 + i % 2 + i / 4 % 2 * 8};
}

/// Of B (16 x 16): pairs stand in columns, and the second four belong to the second 8 columns.
row_and_column place_in_b(unsigned lane, unsigned i) {
  return {lane % 4 * 2 + i % 2 + i / 2 % 2 * 8, lane / 4 + i / 4 % 2 * 8};
}

row_and_column place_of_single(factor which, unsigned lane, unsigned i) {
  if (which == factor::a)
    return {lane / 4 + i % 2 * 8, lane % 4 + i / 2 * 4};
  return {lane % 4 + i % 2 * 4, lane / 4 + i / 2 * 8};
}

row_and_column place_of(factor which, element kind, unsigned lane, unsigned i) {
  if (kind == element::tf32)
    return place_of_single(which, lane, i);
  return which == factor::a ? place_of_pair(lane, i) : place_in_b(lane, i);
}

std::size_t size_of(element kind) {
  return kind == element::tf32 ? 4 : 2;
}

const std::byte* address_of(const place& memory, row_and_column at, std::size_t bytes) {
  const std::size_t index = memory.by_columns ? std::size_t{at.column} * memory.stride + at.row
                                              : std::size_t{at.row} * memory.stride + at.column;
  return static_cast<const std::byte*>(memory.first) + index * bytes;
}

bool in_shared(const void* address) {
  const shared_segment_range segment = shared_segment();
  return static_cast<std::uint64_t>(static_cast<const std::byte*>(address) - segment.begin) <
         segment.bytes;
}

/// CUDA wants fragments to begin at multiples of 32 bytes, and their rows of 16. An access that no
/// GPU can make is told as such.
void require_alignment(const place& memory, std::size_t bytes, access_kind kind, const void* site) {
  const auto* const first = static_cast<const std::byte*>(memory.first);
  if (reinterpret_cast<std::uintptr_t>(first) % 32 != 0)
    observe_access(first, 32, kind, site);
  else if (memory.stride * bytes % 16 != 0)
    observe_access(first + memory.stride * bytes, 16, kind, site);
}

/// As nvcc loads a factor: from shared memory by ldmatrix, 16 bytes a lane; from global memory in
/// words, which MOVM turns where that is needed; numbers of 32 bits one by one.
void observe_factor(const matrix_part& part, element kind, unsigned lane, const void* site) {
  const place rows{part.memory.first, part.memory.stride, false}; // as they lie in memory
  if (kind == element::tf32) {
    for (unsigned i = 0; i < 4; ++i)
      observe_access(address_of(part.memory, place_of_single(part.which, lane, i), 4), 4,
                     access_kind::read, site);
  } else if (in_shared(part.memory.first)) {
    observe_access(address_of(rows, {lane % fragment_side, lane / fragment_side * 8}, 2), 16,
                   access_kind::read, site);
  } else {
    for (unsigned i = 0; i < 8; i += 2)
      observe_access(address_of(rows, place_of_pair(lane, i), 2), 4, access_kind::read, site);
  }
}

/// Two neighbours at once where they lie side by side.
void observe_sums(const place& memory, access_kind kind, unsigned lane, const void* site) {
  const unsigned at_once = memory.by_columns ? 1 : 2;
  for (unsigned i = 0; i < 8; i += at_once)
    observe_access(address_of(memory, place_of_pair(lane, i), 4), 4 * at_once, kind, site);
}

// ---- when all have met

void take_factor(const matrix_part& part, unsigned lane) {
  const element kind = part.shape.kind;
  const std::size_t bytes = size_of(kind);
  const unsigned count = kind == element::tf32 ? 4 : 8;
  auto* const to = static_cast<std::byte*>(part.to);
  for (unsigned i = 0; i < count; ++i)
    std::memcpy(to + i * bytes, address_of(part.memory, place_of(part.which, kind, lane, i), bytes),
                bytes);
  if (kind == element::half) // CUDA's fragments of half hold each number twice
    std::memcpy(to + count * bytes, to, count * bytes);
}

void take_sums(const matrix_part& part, unsigned lane) {
  for (unsigned i = 0; i < 8; ++i)
    std::memcpy(static_cast<float*>(part.to) + i,
                address_of(part.memory, place_of_pair(lane, i), 4), 4);
}

void give_sums(const matrix_part& part, unsigned lane) {
  for (unsigned i = 0; i < 8; ++i)
    std::memcpy(const_cast<std::byte*>(address_of(part.memory, place_of_pair(lane, i), 4)),
                part.c + i, 4);
}

/// Bits of register `i`, counted in elements.
std::uint32_t bits_at(const void* registers, element kind, unsigned i) {
  std::uint32_t bits = 0;
  const std::size_t bytes = size_of(kind);
  std::memcpy(&bits, static_cast<const std::byte*>(registers) + i * bytes, bytes);
  return bits;
}

/// Rows of A and columns of B, which lie in the registers of 32 lanes.
class gathered_factors {
public:
  gathered_factors(std::uint32_t came, const lane_part* parts, element kind, unsigned columns)
      : kind_(kind) {
    rows_.fill({});
    columns_.fill({});
    const unsigned of_a = kind == element::tf32 ? 4 : 8, of_b = of_a / 2 * columns;
    for_each_lane(came, [&](unsigned lane) {
      const matrix_part& part = *parts[lane].matrix;
      for (unsigned i = 0; i < of_a; ++i) {
        const row_and_column at = place_of(factor::a, kind, lane, i);
        rows_[at.row * fragment_side + at.column] =
            tensor_number_of(bits_at(part.a, kind, i), kind);
      }
      for (unsigned i = 0; i < of_b; ++i) {
        const row_and_column at = place_of(factor::b, kind, lane, i);
        columns_[at.column * fragment_side + at.row] =
            tensor_number_of(bits_at(part.b, kind, i), kind);
      }
    });
  }
  float sum(float c, row_and_column at, const matrices::product_shape& shape) const {
    for (unsigned k = 0; k < shape.depth; k += shape.together)
      c = tensor_sum(c, &rows_[at.row * fragment_side + k],
                     &columns_[at.column * fragment_side + k], shape.together, kind_);
    return c;
  }

private:
  element kind_;
  std::array<tensor_number, fragment_side * fragment_side> rows_, columns_;
};

void multiply_all(std::uint32_t came, lane_part* parts) {
  const matrices::product_shape shape = parts[std::countr_zero(came)].matrix->shape;
  const gathered_factors factors(came, parts, shape.kind, shape.columns);
  // (d may be c, but no lane's d is another one's c.)
  for_each_lane(came, [&](unsigned lane) {
    const matrix_part& part = *parts[lane].matrix;
    for (unsigned i = 0; i < 4 * shape.columns; ++i)
      static_cast<float*>(part.to)[i] = factors.sum(part.c[i], place_of_pair(lane, i), shape);
  });
}

/// Who has not come gave no row.
void exchange_rows(std::uint32_t came, lane_part* parts) {
  using row = std::array<std::uint16_t, 8>;
  std::array<row, warp_size> rows;
  for (unsigned lane = 0; lane < warp_size; ++lane)
    if ((came >> lane & 1) != 0)
      std::memcpy(&rows[lane], parts[lane].matrix->a, sizeof(row));
    else
      rows[lane].fill(static_cast<std::uint16_t>(absent_value));
  for_each_lane(came, [&](unsigned lane) {
    const matrix_part& part = *parts[lane].matrix;
    const unsigned g = lane / 4, t = lane % 4;
    for (unsigned i = 0; i < 4; ++i) {
      const row* const of = &rows[std::size_t{i} * 8];
      const std::uint32_t first = part.transposed ? of[2 * t][g] : of[g][2 * t];
      const std::uint32_t second = part.transposed ? of[2 * t + 1][g] : of[g][2 * t + 1];
      static_cast<std::uint32_t*>(part.to)[i] = first | second << 16;
    }
  });
}

void meet_all_lanes(collective what, matrix_part part, const char* called, const void* site) {
  scheduler_for(called).meet_lanes(site, ~0u, {.what = what, .called = called, .matrix = &part});
}

unsigned own_lane(const char* called) {
  scheduler_for(called);
  return current_block->thread->lane();
}

} // namespace

void perform_on_matrices(collective what, std::uint32_t came, lane_part* parts) {
  if (what == collective::multiply_matrices)
    return multiply_all(came, parts);
  if (what == collective::load_rows)
    return exchange_rows(came, parts);
  for_each_lane(came, [&](unsigned lane) {
    const matrix_part& part = *parts[lane].matrix;
    if (what == collective::load_factor)
      take_factor(part, lane);
    else if (what == collective::load_sums)
      take_sums(part, lane);
    else
      give_sums(part, lane);
  });
}

namespace matrices {

#define CALLER __builtin_return_address(0)
#define NOT_INLINED [[gnu::noinline]]

NOT_INLINED void load_factor(void* fragment, factor which, element kind, place from,
                             const char* called) {
  const matrix_part part{.to = fragment, .memory = from, .shape = {.kind = kind}, .which = which};
  const unsigned lane = own_lane(called);
  require_alignment(from, size_of(kind), access_kind::read, CALLER);
  {
    const working_for_thread matrices(library_work::matrix);
    observe_factor(part, kind, lane, CALLER);
  }
  meet_all_lanes(collective::load_factor, part, called, CALLER);
}

NOT_INLINED void load_sums(float* fragment, place from, const char* called) {
  const unsigned lane = own_lane(called);
  require_alignment(from, sizeof(float), access_kind::read, CALLER);
  {
    const working_for_thread matrices(library_work::matrix);
    observe_sums(from, access_kind::read, lane, CALLER);
  }
  meet_all_lanes(collective::load_sums, {.to = fragment, .memory = from}, called, CALLER);
}

NOT_INLINED void store_sums(const float* fragment, place to, const char* called) {
  const unsigned lane = own_lane(called);
  require_alignment(to, sizeof(float), access_kind::write, CALLER);
  {
    const working_for_thread matrices(library_work::matrix);
    observe_sums(to, access_kind::write, lane, CALLER);
  }
  meet_all_lanes(collective::store_sums, {.c = fragment, .memory = to}, called, CALLER);
}

NOT_INLINED void multiply(float* d, const void* a, const void* b, const float* c,
                          product_shape shape, const char* called) {
  meet_all_lanes(collective::multiply_matrices, {.a = a, .b = b, .c = c, .to = d, .shape = shape},
                 called, CALLER);
}

NOT_INLINED void load_rows(unsigned* four, const void* row, bool transposed, const char* called) {
  own_lane(called);
  {
    const working_for_thread matrices(library_work::matrix);
    observe_access(row, 16, access_kind::read, CALLER);
  }
  meet_all_lanes(collective::load_rows, {.a = row, .to = four, .transposed = transposed}, called,
                 CALLER);
}

NOT_INLINED void refuse(const char* called) {
  scheduler_for(called).stop({.why = stop_reason::trap, .site = CALLER, .text = called},
                             cudaErrorLaunchFailure);
}

} // namespace matrices

} // namespace cudalab::emulator
