// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#include "emulator/runtime/blocks/warp_collectives.h"

#include <algorithm>
#include <bit>

#include "emulator/runtime/blocks/warp_matrices.h"

namespace cudalab::emulator {

namespace {

std::uint32_t lanes_with(std::uint64_t value, std::uint32_t came, const lane_part* parts) {
  std::uint32_t equal = 0;
  for_each_lane(came, [&](unsigned lane) {
    if (parts[lane].value == value)
      equal |= 1u << lane;
  });
  return equal;
}

std::uint32_t add_one(collective what, std::uint32_t sum, std::uint32_t value) {
  const auto as_signed = [](std::uint32_t x) { return static_cast<std::int32_t>(x); };
  switch (what) {
  case collective::reduce_add:
    return sum + value;
  case collective::reduce_min:
    return std::min(sum, value);
  case collective::reduce_max:
    return std::max(sum, value);
  case collective::reduce_signed_min:
    return as_signed(value) < as_signed(sum) ? value : sum;
  case collective::reduce_signed_max:
    return as_signed(value) > as_signed(sum) ? value : sum;
  case collective::reduce_and:
    return sum & value;
  case collective::reduce_or:
    return sum | value;
  default:
    return sum ^ value;
  }
}

std::uint32_t reduce(collective what, std::uint32_t came, const lane_part* parts) {
  const auto first = static_cast<unsigned>(std::countr_zero(came));
  auto sum = static_cast<std::uint32_t>(parts[first].value);
  for_each_lane(came & (came - 1), [&](unsigned lane) {
    sum = add_one(what, sum, static_cast<std::uint32_t>(parts[lane].value));
  });
  return sum;
}

void take_wide(wide_value& taker, unsigned lane, const wide_value* source) {
  if (source != nullptr)
    taker.taken = source->given;
  else
    taker.taken.fill(static_cast<std::byte>(absent_value_for(lane) & 0xff));
}

/// What all lanes get alike.
std::uint64_t common_result(collective what, std::uint32_t came, const lane_part* parts) {
  const std::uint32_t no = lanes_with(0, came, parts);
  switch (what) {
  case collective::barrier:
  case collective::active_lanes:
    return came;
  case collective::vote_all:
    return no == 0;
  case collective::vote_any:
    return no != came;
  case collective::ballot:
    return came & ~no;
  case collective::match_all: {
    const std::uint64_t first = parts[std::countr_zero(came)].value;
    return lanes_with(first, came, parts) == came ? came : 0;
  }
  default:
    return reduce(what, came, parts);
  }
}

} // namespace

unsigned source_lane(collective how, unsigned lane, unsigned operand, int width) {
  const std::uint32_t segment = (warp_size - static_cast<unsigned>(width)) % warp_size;
  const std::uint32_t first = lane & segment, last = first | (~segment & (warp_size - 1));
  operand %= warp_size;
  switch (how) {
  case collective::shuffle_up:
    return lane < first + operand ? lane : lane - operand;
  case collective::shuffle_down:
    return lane + operand > last ? lane : lane + operand;
  case collective::shuffle_xor:
    return (lane ^ operand) > last ? lane : lane ^ operand;
  default:
    return first | (operand & ~segment);
  }
}

void combine(collective what, std::uint32_t came, lane_part* parts) {
  if (is_shuffle(what)) {
    for_each_lane(came, [&](unsigned lane) {
      const unsigned source = parts[lane].source;
      const bool is_there = (came >> source & 1) != 0;
      parts[lane].result = is_there ? parts[source].value : absent_value_for(lane);
      if (parts[lane].wide != nullptr)
        take_wide(*parts[lane].wide, lane, is_there ? parts[source].wide : nullptr);
    });
  } else if (is_of_matrices(what)) {
    perform_on_matrices(what, came, parts);
  } else if (what == collective::match_any) {
    for_each_lane(came, [&](unsigned lane) {
      parts[lane].result = lanes_with(parts[lane].value, came, parts);
    });
  } else {
    const std::uint64_t result = common_result(what, came, parts);
    for_each_lane(came, [&](unsigned lane) { parts[lane].result = result; });
  }
}

const char* name_of(collective what) {
  switch (what) {
  case collective::barrier:
    return "__syncwarp()";
  case collective::active_lanes:
    return "__activemask()";
  case collective::shuffle:
    return "__shfl_sync()";
  case collective::shuffle_up:
    return "__shfl_up_sync()";
  case collective::shuffle_down:
    return "__shfl_down_sync()";
  case collective::shuffle_xor:
    return "__shfl_xor_sync()";
  case collective::vote_all:
    return "__all_sync()";
  case collective::vote_any:
    return "__any_sync()";
  case collective::ballot:
    return "__ballot_sync()";
  case collective::match_any:
    return "__match_any_sync()";
  case collective::match_all:
    return "__match_all_sync()";
  case collective::reduce_add:
    return "__reduce_add_sync()";
  case collective::reduce_min:
  case collective::reduce_signed_min:
    return "__reduce_min_sync()";
  case collective::reduce_max:
  case collective::reduce_signed_max:
    return "__reduce_max_sync()";
  case collective::reduce_and:
    return "__reduce_and_sync()";
  case collective::reduce_or:
    return "__reduce_or_sync()";
  case collective::reduce_xor:
    return "__reduce_xor_sync()";
  case collective::load_factor:
  case collective::load_sums:
    return "load_matrix_sync()";
  case collective::store_sums:
    return "store_matrix_sync()";
  case collective::multiply_matrices:
    return "mma_sync()";
  case collective::load_rows:
    return "ldmatrix";
  }
  return "";
}

} // namespace cudalab::emulator
