// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// Lab 05: what is checked, on which sizes, for how many points.
#include <algorithm>
#include <cstdint>
#include <limits>
#include <numeric>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "grader/cases/probes.h"
#include "grader/cases/sizes.h"
#include "grader/lab.h"
#include "grader/pictures/tree_data.h"
#include "lab05_block_mistakes.h"
#include "lab05_gates.h"
#include "lab05_mistakes.h"

namespace cudalab::lab05 {

namespace {

using namespace grader;

/// At 2^28 numbers sum_grid_stride must beat the given tree kernel by this factor, or
constexpr double min_speedup = 3.8;
constexpr const char* speedup_source =
    "NVIDIA H200, CUDA 13.0, 2^28 numbers: 4.84x, 110 % of the copy bandwidth";
/// reach this part of the device's own copy bandwidth: on an NVIDIA H100 the given kernel is at 32
/// % already, so that three times as fast is all there is. The reference reaches 110 % on an H200
/// and 104 % on an H100, as reading alone is faster than reading and writing in turns.
constexpr double enough_copy_fraction = 0.85;
constexpr int speed_numbers = 1 << 28;
constexpr int speed_inputs = 2; ///< 1 GiB each

/// Numbers of 1,000 at most; every partial sum of a million of them is an int.
constexpr int largest_number = 1000;

/// Larger arrays get no known mistakes: a millisecond each is enough.
constexpr std::size_t largest_explained = 300'000;

/// How many numbers, and how large they are at most. Random ones of both signs, which mostly
/// cancel; or, where `heavy`, positive ones, whose sums need more bits than a float has.
struct sum_range {
  size_range n;
  bool heavy = false;
};
using sizes = std::vector<sum_range>;

struct block_range {
  size_range n, block_size;
  bool heavy = false;
};

// Exercise 1, as far as the classroom kernel's loop goes: powers of two, all blocks full.
const std::vector<block_range> whole_blocks = {
    {exactly(16), exactly(16)},
    {exactly(256), exactly(256)},
    {multiple_of(256, 20), exactly(256)},
    {between(100, 150), exactly(1)},
    {multiple_of(64, 5), exactly(64)},
    {multiple_of(1024, 4), exactly(1024)},
    {multiple_of(128, 100), exactly(128)},
    {exactly(256), exactly(128), true},
    {more_than_16_bits(), exactly(1)},
};
const std::vector<block_range> partial_blocks = {{exactly(1), exactly(256)},
                                                 {below(256), exactly(256)},
                                                 {above(256, 4), exactly(256)},
                                                 {twice_odd(900, 1000), exactly(512)},
                                                 {prime_size(9000, 11000), exactly(128)},
                                                 {exactly(3), exactly(2)}};
const std::vector<block_range> odd_blocks = {{exactly(24), exactly(24)},
                                             {multiple_of(24, 100), exactly(24)},
                                             {between(2900, 3100), between(900, 1020)},
                                             {exactly(7), exactly(3)},
                                             {between(9000, 11000), twice_odd(86, 110)},
                                             {prime_size(4000, 6000), above(256)},
                                             {exactly(2046), exactly(1023)},
                                             {between(250, 300), prime_size(70, 120), true}};
// Watched code is slow (about 50 ns an access): small ones.
const std::vector<block_range> clean_whole = {{exactly(16), exactly(16)},
                                              {exactly(1024), exactly(256)}};
const std::vector<block_range> clean_any = {{between(257, 380), exactly(128)},
                                            {between(193, 215), exactly(24)},
                                            {exactly(1500), between(900, 1020)}};

/// More than 1,024 blocks of 512 threads have.
const sum_range many = {{524'289, 540'000, {size_class::odd}}};
const sizes any_n = {{exactly(1)},
                     {exactly(2)},
                     {exactly(3)},
                     {exactly(5)},
                     {exactly(0)}, // after another sum, which is not to be had again
                     {below(32)},
                     {above(32)},
                     {below(256)},
                     {exactly(256)},
                     {above(256)},
                     {exactly(1024)},
                     {above(2048)},
                     {below(2048, 2)},
                     {between(270, 300), true},
                     {twice_odd(3000, 5000)},
                     {prime_size(9000, 11000)},
                     {multiple_of(4096, 16)},
                     {more_than_16_bits()},
                     many};
const sizes clean_n = {{exactly(1)}, {exactly(700)}, {prime_size(4900, 5100)}};
const sizes traffic_n = {{exactly(16384)}, {odd_size(20001, 22001)}};
/// Besides, a multiple of what nearly every block takes that is no power of two: of 2 * 96, 2 *
/// 384, 2 * 640, ... numbers. There n / size + 1 blocks are one too many.
const sizes traffic_n_two = {
    {exactly(16384)}, {exactly(64 * 3 * 5 * 7 * 8)}, {odd_size(20001, 22001)}};
/// Few numbers: a full device has too many threads for them, and for the first even a block on each
/// multiprocessor is too much. The last but one is such a multiple, of 8 * 96, 8 * 384, ...
const sizes traffic_n_wide = {{exactly(256)},
                              {exactly(4096)},
                              {exactly(65536)},
                              {exactly(1024 * 3 * 5 * 7)},
                              {odd_size(82001, 84001)}};

/// For a GPU: more than a float counts, and it is the last number that a float leaves out.
const size_range above_floats = {16'777'217, 16'900'000, {size_class::above_block}, 2048};
constexpr std::size_t many_numbers = 1'000'000;

/// Every partial sum of these is an int.
std::vector<int> numbers(random_source& random, std::size_t n, bool heavy) {
  constexpr int largest_heavy = 5'000'000; // of 300
  std::vector<int> made(n);
  for (int& one : made)
    one = heavy ? random.integer(largest_heavy - 1'000'000, largest_heavy)
                : random.integer(-largest_number, largest_number);
  if (heavy && std::accumulate(made.begin(), made.end(), std::int64_t{0}) % 2 == 0)
    ++made.front(); // an odd sum: no float is as large and as fine
  return made;
}

/// Numbers in [-8, 7], sixteen from one draw: half a billion of them are drawn for the speed check.
/// Any 2^28 of them stay inside an int, whatever the order.
std::vector<int> small_numbers(random_source& random, std::size_t n) {
  std::vector<int> made(n);
  std::uint64_t bits = 0;
  for (std::size_t i = 0; i < made.size(); ++i, bits >>= 4) {
    if (i % 16 == 0)
      bits = random.bits();
    made[i] = static_cast<int>(bits & 15) - 8;
  }
  if (made.size() > many_numbers)
    made.back() = 7; // that it is missing shows
  return made;
}

taking taking_of(const std::string& function) {
  return function == "sum_tree"          ? taking::one_a_thread
         : function == "sum_grid_stride" ? taking::vectors
                                         : taking::two_a_thread;
}

/// At 2^28 numbers a copy is 1 GiB: `in` is moved along, and only small arrays are looked at twice.
test_case sum_of(const std::string& name, const std::string& function, std::vector<int> in) {
  test_case one(name, function);
  const double sum = std::accumulate(in.begin(), in.end(), 0.0);
  if (in.size() <= largest_explained)
    add_sum_mistakes(one, in, taking_of(function));
  const int n = static_cast<int>(in.size());
  one.input("d_in", std::move(in))
      .output("d_out", protocol::element_type::int32, 1)
      .value("n", n)
      .ask([n] { return sum_probes(n); })
      .expect("d_out", [sum, n] {
        expectation wanted{{sum}, 0, 0, {1, 1, 0, 0}, {}};
        if (n == 0)
          wanted.if_unwritten = "The sum of no numbers is 0: set *d_out to 0 first, and return "
                                "after that, without a launch.";
        return wanted;
      });
  return one;
}

/// What it holds hangs on the seed and its size alone: checks that ask for one size share a case.
std::vector<int> numbers_for(const random_source& seed, const std::string& name, int n,
                             bool heavy) {
  random_source own = seed.of(name);
  const auto count = static_cast<std::size_t>(n);
  return count > many_numbers ? small_numbers(own, count) : numbers(own, count, heavy);
}

std::string heaviness(bool heavy) {
  return heavy ? ", numbers of millions" : "";
}

case_maker sums(const std::string& function, const sizes& of) {
  return [=](random_source& random) {
    std::vector<test_case> cases;
    cases.reserve(of.size());
    for (const sum_range& each : of) {
      const int n = each.n.drawn(random);
      const std::string name = fmt::format("{}, n = {}{}", function, n, heaviness(each.heavy));
      cases.push_back(sum_of(name, function, numbers_for(random, name, n, each.heavy)));
    }
    return cases;
  };
}

correctness_check sums_of_any(const std::string& function) {
  return {sums(function, any_n), {}, sums(function, {{above_floats}})};
}

std::vector<test_case> timed_sums(random_source& random) {
  std::vector<test_case> cases;
  cases.reserve(speed_inputs);
  for (int i = 0; i < speed_inputs; ++i)
    cases.push_back(sum_of(fmt::format("n = {}", speed_numbers), "sum_grid_stride",
                           small_numbers(random, speed_numbers)));
  return cases;
}

test_case sums_of_blocks(const std::string& name, const std::vector<int>& in, int block_size) {
  const std::size_t size = static_cast<std::size_t>(block_size);
  const std::size_t count = (in.size() + size - 1) / size;
  test_case one(name, "block_sums");
  one.launches_as_many(static_cast<unsigned>(count), static_cast<unsigned>(block_size));
  one.input("d_in", in)
      .output("d_sums", protocol::element_type::int32, count)
      .value("n", static_cast<int>(in.size()))
      .value("block_size", block_size)
      .expect("d_sums", [in, size, count] {
        expectation wanted{std::vector<double>(count), 0, 0, {1, count, 1, 1}, {}};
        for (std::size_t i = 0; i < in.size(); ++i)
          wanted.want[i / size] += in[i];
        return wanted;
      });
  if (in.size() <= largest_explained)
    add_block_mistakes(one, in, size);
  return one;
}

/// The example of README.md: 41.
const std::vector<int> example = {10, 1, 8, -1, 0, -2, 3, 5, -2, -3, 2, 7, 0, 11, 0, 2};

/// The first of these cases is one block with the example's 16 numbers.
case_maker with_example(const case_maker& others) {
  return [others](random_source& random) {
    std::vector<test_case> cases = others(random);
    cases.front() = sums_of_blocks(cases.front().name(), example, 16);
    return cases;
  };
}

nlohmann::json tree_of_example(const std::vector<finished_case>& cases) {
  return nlohmann::json::array({tree_data(cases.front(), "d_in", "d_sums")});
}

/// The sum of the second of several blocks is 0: it is stored, too.
std::vector<int> with_zero_sum(std::vector<int> in, std::size_t block_size) {
  if (in.size() > 2 * block_size) {
    const auto first = in.begin() + static_cast<std::ptrdiff_t>(block_size);
    const auto end = first + static_cast<std::ptrdiff_t>(block_size);
    *first -= std::accumulate(first, end, 0);
  }
  return in;
}

case_maker block_cases(const std::vector<block_range>& of) {
  return [of](random_source& random) {
    std::vector<test_case> cases;
    for (const block_range& each : of) {
      const int n = each.n.drawn(random, "n"), size = each.block_size.drawn(random, "block_size");
      const std::string name =
          fmt::format("n = {}, blocks of {}{}", n, size, heaviness(each.heavy));
      std::vector<int> in = numbers_for(random, name, n, each.heavy);
      if (!each.heavy)
        in = with_zero_sum(std::move(in), static_cast<std::size_t>(size));
      cases.push_back(sums_of_blocks(name, in, size));
    }
    return cases;
  };
}

/// Of arrays that are there over and over: no power of two, so that a block that is counted in 16
/// bits has other numbers.
constexpr int blocks_stored = 975;

/// Nearly as many numbers as lab05.h allows: a few blocks run. A block of any power of two up to
/// 2,048 has a single number at the end, which is missing where n is a float.
constexpr int most_there = (1 << 29) - 1024, most_numbers = most_there - 1023;

/// Of blocks so small that there are more of them than 24 bits count.
test_case largest_blocks(const random_source& seed) {
  constexpr int block_size = 16, n = most_numbers, there = blocks_stored * 1024;
  const std::string name = fmt::format("n = {}, some of the blocks of {}", n, block_size);
  const std::vector<int> in = numbers_for(seed, name, there, false);
  constexpr std::size_t count = n / block_size + 1;
  constexpr std::size_t stored = there; // sums, over and over: whole pages, and as many periods
  static_assert(stored % (there / block_size) == 0);
  test_case one(name, "block_sums");
  one.input("d_in", in)
      .repeated_to(most_there)
      .output("d_sums", protocol::element_type::int32, stored)
      .only_written()
      .repeated_to((count + 1023) / 1024 * 1024)
      .value("n", n)
      .value("block_size", block_size)
      .sampled(1)
      .threads_at_least(n)
      .expect("d_sums", [in] {
        std::vector<double> sums;
        for (auto first = in.begin(); first != in.end(); first += block_size)
          sums.push_back(std::accumulate(first, first + block_size, 0));
        expectation wanted{std::vector<double>(stored), 0, 0, {1, stored, 1, 1}, {}};
        for (std::size_t i = 0; i < stored; ++i)
          wanted.want[i] = sums[i % sums.size()];
        wanted.want[(count - 1) % stored] = in[(count - 1) * block_size % there]; // the only one
        wanted.in_part = true;
        return wanted;
      });
  one.known_mistake(
      "d_sums",
      {"block_in_24_bits",
       fmt::format(
           "the sum of block {0} is that of block {0} - 2^24: its number has been cut to 24 "
           "bits",
           count - 1),
       [in] { // of the others few are there
         std::vector<double> sums(stored, std::numeric_limits<double>::infinity());
         constexpr std::size_t last = count - 1, taken = last - (std::size_t{1} << 24);
         const auto first = in.begin() + taken * block_size % there;
         sums[last % stored] = std::accumulate(first, first + block_size, 0);
         return sums;
       },
       {},
       "__umul24 and a float's 24 bits are not enough for the number of a block: blockIdx.x * "
       "blockDim.x is an int (n is less than 2^29)."});
  return one;
}

/// What the blocks add is not looked at. @param numbers of a thread, unless it goes on to further
/// ones
test_case largest_sum(const random_source& seed, const std::string& function, int numbers) {
  constexpr int n = most_numbers + 14; // a float leaves out the last 15
  const std::string name = fmt::format("{}, n = {}, some of its blocks", function, n);
  test_case one(name, function);
  one.input("d_in", numbers_for(seed, name, blocks_stored * 1024, false))
      .repeated_to(most_there)
      .output("d_out", protocol::element_type::int32, 1)
      .value("n", n)
      .sampled(1)
      .threads_not_just_below(static_cast<std::size_t>((n + numbers - 1) / numbers))
      .expect("d_out", [] {
        expectation wanted{{0}, std::numeric_limits<double>::infinity(), 0, {1, 1, 0, 0}, {}};
        wanted.in_part = true;
        return wanted;
      });
  return one;
}

case_maker sums_and_largest(const std::string& function, const sizes& of) {
  return [function, of](random_source& random) {
    std::vector<test_case> cases = sums(function, of)(random);
    cases.push_back(largest_sum(random, function, function == "sum_tree" ? 1 : 2));
    return cases;
  };
}

std::vector<test_case> any_block_and_largest(random_source& random) {
  std::vector<test_case> cases = block_cases(clean_any)(random);
  cases.push_back(largest_blocks(random));
  return cases;
}

/// With blocks of 1,024 threads, each of which takes 8 numbers at least.
double rounds_of_wide_loads(const test_case& one) {
  constexpr double round = 4 * 1024; // one load of each thread of one block
  return numbers_of(one) / (2 * round);
}

std::vector<size_coverage> coverage() {
  using enum size_class;
  const size_exception own_blocks{"the student chooses how many threads a block has",
                                  {odd_block_side}};
  const std::vector<std::size_t> sides = {32, 64, 128, 256, 512, 1024, 2048};
  return {{.functions = {"block_sums"},
           .lengths = {length_named("n")},
           .sides = {32, 256},
           .block_sides = {length_named("block_size")},
           .without = {{"a block for each sum, which is made once", {further_round}}}},
          {.functions = {"sum_tree", "sum_two_per_thread", "sum_shuffle"},
           .lengths = {length_named("n")},
           .sides = sides,
           .without = {own_blocks,
                       {"a grid has room for all blocks, and each has one part", {further_round}}}},
          {.functions = {"sum_grid_stride"},
           .lengths = {length_named("n")},
           .sides = sides,
           .rounds = rounds_of_wide_loads,
           .without = {own_blocks}}};
}

/// Sums that can be checked by eye: the example of README.md in one block, in blocks of 6, and by
/// each function.
std::vector<test_case> demonstration(random_source&) {
  std::vector<test_case> cases = {sums_of_blocks("the example, one block of 16", example, 16),
                                  sums_of_blocks("the example, blocks of 6", example, 6)};
  for (const char* function : {"sum_tree", "sum_two_per_thread", "sum_shuffle", "sum_grid_stride"})
    cases.push_back(sum_of(fmt::format("the example by {}", function), function, example));
  return cases;
}

lab_description describe() {
  const traffic_check checked_loads{
      sums("sum_grid_stride", traffic_n_wide), grid_stride_gate, {}, same_grid_for_all};
  return {
      .name = "lab05",
      .title = "The sum of an array",
      .folder = "lab05_reduction",
      .you_write = "the sum of an array, in five steps",
      .you_learn = "trees, warps, wide loads",
      .builds_on = {"lab03", "lab04"},
      .guides = {"guides/warps", "guides/bank_conflicts", "guides/precision"},
      .checks = {{"correctness.whole_blocks", "right for full blocks of 1, 2, 4, 8, ... threads", 1,
                  6, correctness_check{with_example(block_cases(whole_blocks)), tree_of_example}},
                 {"clean.whole_blocks", "no race, nothing touched outside the arrays", 1, 8,
                  clean_check{block_cases(clean_whole)}},
                 {"correctness.partial_block", "right when the last block is not full", 1, 5,
                  correctness_check{block_cases(partial_blocks),
                                    {},
                                    block_cases({{above_floats, exactly(256)}})}},
                 {"correctness.any_block", "right for blocks of any size", 1, 5,
                  correctness_check{block_cases(odd_blocks)}},
                 {"clean.any_block", "nothing touched outside where blocks are not full", 1, 6,
                  clean_check{any_block_and_largest}},
                 {"correctness.tree", "one sum, for any number of numbers", 2, 7,
                  sums_of_any("sum_tree")},
                 {"clean.tree", "the tree is free of races", 2, 4,
                  clean_check{sums_and_largest("sum_tree", clean_n)}},
                 {"traffic.tree", "no bank conflicts, and warps without work rest", 2, 4,
                  traffic_check{sums_and_largest("sum_tree", traffic_n), one_a_thread_gate}},
                 {"correctness.two_per_thread", "right with two numbers a thread", 3, 6,
                  sums_of_any("sum_two_per_thread")},
                 {"clean.two_per_thread", "free of races and bad accesses", 3, 3,
                  clean_check{sums_and_largest("sum_two_per_thread", clean_n)}},
                 {"traffic.two_per_thread", "half as many blocks, each with its barriers", 3, 4,
                  traffic_check{sums_and_largest("sum_two_per_thread", traffic_n_two), two_gate}},
                 {"correctness.shuffle", "right with shuffles", 4, 6, sums_of_any("sum_shuffle")},
                 {"clean.shuffle", "all lanes shuffle, and warps wait for each other", 4, 5,
                  clean_check{sums_and_largest("sum_shuffle", clean_n)}},
                 {"traffic.shuffle", "at most two barriers a block", 4, 4,
                  traffic_check{sums_and_largest("sum_shuffle", traffic_n_two), shuffle_gate}},
                 {"correctness.grid_stride", "right with a loop over the grid", 5, 6,
                  sums_of_any("sum_grid_stride")},
                 {"clean.grid_stride", "wide loads touch nothing outside the array", 5, 5,
                  clean_check{sums("sum_grid_stride", clean_n)}},
                 {"traffic.grid_stride", "loads of 16 bytes by few threads", 5, 6, checked_loads},
                 {"speed.grid_stride", "faster than the given tree, near the memory's limit", 5, 10,
                  speed_check{timed_sums, min_speedup, speedup_source, 0,
                              sizeof(int) * double{speed_numbers}, enough_copy_fraction}}},
      .demonstration = demonstration,
      .asks_first = {1, 2, 3, 4, 5},
      .never_wait = {"block_sums", "sum_tree", "sum_two_per_thread", "sum_shuffle",
                     "sum_grid_stride"},
      .frees_when_throwing = true,
      .sizes = coverage()};
}

} // namespace

} // namespace cudalab::lab05

CUDALAB_REGISTER_LAB(cudalab::lab05::describe);
