// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// Lab 12: what is checked, on which sizes, for how many points. The functions take memory of
/// several devices, so the scenes of lab12_scenes.cu call them; they also look at when the work
/// would run.
#include <algorithm>
#include <vector>

#include <fmt/format.h>

#include "grader/cases/sizes.h"
#include "grader/lab.h"
#include "lab12_cases.h"

namespace cudalab::lab12 {

namespace {

using namespace grader;
using case_list = std::vector<test_case>;

floats numbers_for(const random_source& seed, int devices, int each) {
  return seed.of(fmt::format("{} on {} devices", each, devices))
      .floats(static_cast<std::size_t>(devices) * static_cast<std::size_t>(each));
}

/// Up to 3: what is divided by the largest one is another number then.
floats wide_numbers_for(const random_source& seed, int devices, int each) {
  floats all = numbers_for(seed, devices, each);
  for (float& one : all)
    one *= 3;
  return all;
}

/// From -500 to 500.
floats whole_numbers_for(const random_source& seed, int devices, int each) {
  floats all = numbers_for(seed, devices, each);
  for (float& one : all)
    one = static_cast<float>(static_cast<int>(one * 500));
  return all;
}

/// Mass from 0.5 on: nobody is left out unseen.
floats bodies_for(const random_source& seed, int devices, int each) {
  floats all = numbers_for(seed, devices, 4 * each);
  for (std::size_t i = 3; i < all.size(); i += 4)
    all[i] = 1.0f + 0.5f * all[i];
  return all;
}

/// Sizes that are worth a look, a smaller one behind a larger one.
std::vector<size_range> sizes() {
  return {odd_size(500, 700), exactly(1), multiple_of(256, 2), below(256, 2),
          above(256, 2),      exactly(2), multiple_of(32, 9),  below(32, 9),
          above(32, 9),       exactly(5), twice_odd(200, 300), prime_size(300, 450)};
}

/// Of a picture, whose other length multiplies it.
std::vector<size_range> lengths() {
  return {odd_size(80, 120), exactly(1),         multiple_of(256),  below(256),
          above(256),        multiple_of(32, 3), below(32, 3),      above(32, 3),
          exactly(2),        twice_odd(40, 60),  prime_size(30, 60)};
}

/// For kernels that take the square of it.
std::vector<size_range> small_sizes() {
  return {odd_size(45, 60), exactly(1),        multiple_of(32, 2), below(32, 2),
          above(32, 2),     twice_odd(20, 30), prime_size(15, 30)};
}

/// More than 16 bits count.
size_range many() {
  return more_than_16_bits();
}

/// 2, 3, 4, 1, 2, ...
class device_numbers {
public:
  int next() {
    const int now = number_;
    number_ = number_ % 4 + 1;
    return now;
  }

private:
  int number_ = 2;
};

case_list rotations(random_source& seed) {
  case_list all;
  device_numbers devices;
  for (const size_range& each : sizes()) {
    const int now = devices.next();
    all.push_back(rotate_case(numbers_for(seed, now, each.drawn(seed)), now, false));
  }
  all.push_back(rotate_case(numbers_for(seed, 2, many().drawn(seed)), 2, false));
  return all;
}

test_case picture_case(const random_source& seed, int width, int rows, int steps, int devices,
                       bool timed) {
  const std::size_t elements =
      static_cast<std::size_t>(width) * static_cast<std::size_t>(devices * rows + 2);
  return diffuse_case(seed.of(fmt::format("{} x {} x {}", width, rows, devices)).floats(elements),
                      width, rows, steps, devices, timed);
}

/// As many rows as there can be, of which the first two and the last two are not 0: in one step the
/// others stay, so that run_diffuse() lets some blocks run.
test_case high_picture_case(const random_source& seed) {
  constexpr int rows = 65535;
  const floats ends = seed.of("ends of a high picture").floats(4);
  floats picture(rows + 2);
  std::copy_n(ends.begin(), 2, picture.begin());
  std::copy_n(ends.begin() + 2, 2, picture.end() - 2);
  return diffuse_case(picture, 1, rows, 1, 1, false);
}

case_list pictures(random_source& seed) {
  case_list all;
  device_numbers devices;
  int rows = 4, steps = 3;
  for (const size_range& each : lengths()) {
    all.push_back(picture_case(seed, each.drawn(seed), rows, steps, devices.next(), false));
    rows = rows % 6 + 1;
    steps = 1 + steps % 4;
  }
  for (const size_range& each : lengths()) // with rows in their place
    all.push_back(picture_case(seed, 3, each.drawn(seed, "rows"), 2, 2, false));
  all.push_back(picture_case(seed, many().drawn(seed), 1, 1, 1, false));
  all.push_back(picture_case(seed, many().drawn(seed), 3, 2, 2, false));
  all.push_back(high_picture_case(seed));
  return all;
}

case_list systems(random_source& seed) {
  case_list all;
  device_numbers devices;
  for (const size_range& each : small_sizes()) {
    const int now = devices.next();
    all.push_back(gravity_case(bodies_for(seed, now, each.drawn(seed)), now, false));
  }
  all.push_back(gravity_case(bodies_for(seed, 4, 9), 4, false));
  // A third block of guests is more than all else that may be allocated: see run_gravity().
  all.push_back(gravity_case(bodies_for(seed, 4, 140), 4, false));
  return all;
}

template <test_case (*Make)(const floats&, int, bool),
          floats (*Numbers)(const random_source&, int, int)>
case_list of_all_sizes(random_source& seed) {
  case_list all;
  device_numbers devices;
  for (const size_range& each : sizes()) {
    const int now = devices.next();
    all.push_back(Make(Numbers(seed, now, each.drawn(seed)), now, false));
  }
  all.push_back(Make(Numbers(seed, 4, 3), 4, false)); // fewer than there are devices
  all.push_back(Make(Numbers(seed, 4, 5), 4, false)); // three parts of 2 are more than all
  all.push_back(Make(Numbers(seed, 2, 2 * many().drawn(seed)), 2, false)); // each part has many
  return all;
}

test_case sum_case(const floats& in, int devices, bool timed) {
  return nccl_sums_case("sum_everywhere", "run_sum", in, devices, timed);
}

constexpr auto rings = of_all_sizes<ring_case, whole_numbers_for>;

/// Both functions of exercise 5.
case_list nccl_cases(random_source& seed) {
  case_list all = of_all_sizes<sum_case, whole_numbers_for>(seed);
  for (test_case& each : of_all_sizes<scale_case, wide_numbers_for>(seed))
    all.push_back(std::move(each));
  return all;
}

/// What a clean check looks at: a few of those, with 2, 3 and 4 devices.
template <case_list (*Cases)(random_source&)>
case_list first_of(random_source& seed) {
  case_list all = Cases(seed);
  all.resize(3, all.front());
  return all;
}

case_list clean_nccl(random_source& seed) {
  case_list all = first_of<of_all_sizes<sum_case, whole_numbers_for>>(seed);
  for (test_case& each : first_of<of_all_sizes<scale_case, wide_numbers_for>>(seed))
    all.push_back(std::move(each));
  return all;
}

// Large enough that the host hands over the next work while the devices are busy: a call costs it
// 1 us and a hand-over 3 us, and it has all devices to serve.
case_list timed_rotation(random_source& seed) {
  return {rotate_case(numbers_for(seed, 4, odd_size(18000, 20000).drawn(seed)), 4, true)};
}
case_list timed_picture(random_source& seed) {
  return {picture_case(seed, odd_size(4400, 4700).drawn(seed), 6, 4, 2, true)};
}
case_list timed_system(random_source& seed) {
  return {gravity_case(bodies_for(seed, 3, twice_odd(860, 900).drawn(seed)), 3, true)};
}
case_list timed_ring(random_source& seed) {
  return {ring_case(whole_numbers_for(seed, 3, 3 * odd_size(5800, 6200).drawn(seed)), 3, true)};
}
case_list timed_nccl(random_source& seed) {
  return {sum_case(whole_numbers_for(seed, 2, odd_size(9000, 10000).drawn(seed)), 2, true),
          scale_case(wide_numbers_for(seed, 2, odd_size(46000, 48000).drawn(seed)), 2, true)};
}

/// For ./lab run: timelines.
case_list demonstration(random_source& seed) {
  case_list all;
  for (const auto make : {timed_rotation, timed_picture, timed_system, timed_ring, timed_nccl})
    for (test_case& each : make(seed))
      all.push_back(std::move(each));
  return all;
}

std::string lacking_nccl(backend_kind on) {
  if (on != backend_kind::gpu)
    return "";
  return "NCCL needs sockets, which the sandbox forbids: --backend cpu grades it on emulated "
         "devices";
}

std::vector<size_coverage> coverage() {
  using enum size_class;
  const size_exception floats_only{"numbers are floats", {above_24_bits}};
  const size_exception given{"the kernels are given: a thread for each number",
                             {further_round, odd_block_side}};
  const size_exception scenes{"a scene puts new memory on the devices for each call",
                              {other_content, second_call}};
  const size_exception rows{"a grid has at most 65,535 rows of blocks", {above_16_bits}, "rows"};
  const size_exception squares{"its square is what is computed", {above_16_bits}};
  return {{.functions = {"rotate_parts"},
           .lengths = {length_named("count")},
           .sides = {32, 256},
           .without = {floats_only, given, scenes}},
          {.functions = {"ring_all_reduce", "sum_everywhere", "scale_by_largest"},
           .lengths = {length_named("n")},
           .sides = {32, 256},
           .without = {floats_only, given, scenes}},
          {.functions = {"diffuse"},
           .lengths = {length_named("width"), length_named("rows")},
           .sides = {32, 256},
           .without = {floats_only, given, scenes, rows}},
          {.functions = {"gravity_ring"},
           .lengths = {length_named("count")},
           .sides = {32},
           .without = {floats_only, given, scenes, squares}}};
}

lab_description describe() {
  return {
      .name = "lab12",
      .title = "Several GPUs",
      .folder = "lab12_several_gpus",
      .you_write = "a halo exchange, a ring, sums over all devices",
      .you_learn = "peer copies, what travels while others compute, NCCL",
      .builds_on = {"lab07", "lab09"},
      .guides = {"guides/copies", "streams"},
      .checks = {{"correctness.rotate", "each part goes to the next device", 1, 6,
                  correctness_check{rotations}},
                 {"clean.rotate", "a copy for each device, in its stream", 1, 4,
                  clean_check{first_of<rotations>}},
                 {"correctness.rotate_at_once",
                  "all copies at once",
                  1,
                  5,
                  correctness_check{timed_rotation},
                  {},
                  {"correctness.rotate", "clean.rotate"}},
                 {"correctness.diffuse", "the picture is right across the strips", 2, 8,
                  correctness_check{pictures}},
                 {"clean.diffuse", "no race, halo rows only, all destroyed", 2, 6,
                  clean_check{first_of<pictures>}},
                 {"correctness.diffuse_hidden",
                  "halo rows travel while inner rows are computed",
                  2,
                  10,
                  correctness_check{timed_picture},
                  {},
                  {"correctness.diffuse", "clean.diffuse"}},
                 {"correctness.gravity", "all bodies come round", 3, 7, correctness_check{systems}},
                 {"clean.gravity", "no race, sent once each, all destroyed", 3, 6,
                  clean_check{first_of<systems>}},
                 {"correctness.gravity_hidden",
                  "guests travel while others are computed",
                  3,
                  10,
                  correctness_check{timed_system},
                  {},
                  {"correctness.gravity", "clean.gravity"}},
                 {"correctness.ring", "right sums on each device", 4, 7, correctness_check{rings}},
                 {"clean.ring", "no race, no part sent twice, all destroyed", 4, 6,
                  clean_check{first_of<rings>}},
                 {"correctness.ring_at_once",
                  "all devices send in each step",
                  4,
                  10,
                  correctness_check{timed_ring},
                  {},
                  {"correctness.ring", "clean.ring"}},
                 {"correctness.nccl", "right sums and scales by NCCL", 5, 6,
                  correctness_check{nccl_cases}, lacking_nccl},
                 {"clean.nccl", "every rank calls, one call each, all destroyed", 5, 4,
                  clean_check{clean_nccl}, lacking_nccl},
                 {"correctness.nccl_at_once",
                  "no device waits for the host",
                  5,
                  5,
                  correctness_check{timed_nccl},
                  lacking_nccl,
                  {"correctness.nccl", "clean.nccl"}}},
      .demonstration = demonstration,
      .gpus = 2,
      .sizes = coverage()};
}

} // namespace

} // namespace cudalab::lab12

CUDALAB_REGISTER_LAB(cudalab::lab12::describe);
