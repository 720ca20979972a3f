// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// Lab 06: what is checked, on which lengths, for how many points.
#include <algorithm>
#include <cmath>
#include <optional>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "grader/cases/convolution.h"
#include "grader/cases/probes.h"
#include "grader/cases/sizes.h"
#include "grader/compare/tolerance.h"
#include "grader/lab.h"
#include "lab06_gates.h"
#include "lab06_huge_input.h"
#include "lab06_ladder.h"
#include "lab06_mistakes.h"

namespace cudalab::lab06 {

namespace {

using namespace grader;

/// At the published size each rung must beat the given straight kernel by such a factor.
constexpr const char* speedup_source =
    "NVIDIA H200, CUDA 13.0, 294,912 outputs, 32,768 taps, straight kernel 3.71 ms: ";
constexpr double min_speedup_unrolled = 1.6; ///< 2.0: 1.85 ms
constexpr double min_speedup_best = 6;       ///< 11.0: 0.337 ms
constexpr double min_speedup_fft = 30;       ///< 204: 0.018 ms
constexpr int published_outputs = 294912, published_taps = 32768;
constexpr int speed_inputs = 3;

/// Larger cases get no known mistakes: each costs a thousandth of a second at most.
constexpr double largest_explained = 3e5;

struct size {
  int outputs, taps;
};
struct length_range {
  size_range outputs, taps;

  size drawn(const random_source& seed) const {
    return {outputs.drawn(seed, "outputs"), taps.drawn(seed, "taps")};
  }
};
using sizes = std::vector<length_range>;
using names = std::vector<std::string>;

// Every variant is graded in whole, and every case watched, at 20 ns an access and more: sizes are
// as small as they may be. Multiples of 256; several chunks of any size and a part; fewer outputs
// than a block, or one; a single tap; more taps than outputs.
const sizes any_length = {{exactly(512), exactly(512)},
                          {between(280, 300), between(1100, 1300)},
                          {exactly(256), exactly(1)},
                          {exactly(1), exactly(1)},
                          {exactly(1), prime_size(600, 800)},
                          {twice_odd(950, 1050), prime_size(31, 43)},
                          {below(256), above(256)},
                          {above(512), below(512)},
                          {prime_size(2900, 3100), twice_odd(66, 74)},
                          {prime_size(270, 300), above(1024)},
                          {between(60, 68), twice_odd(2450, 2550)}};
// Whatever the lengths are, each part is a transform of 4,096 points: fewer of them.
const sizes any_length_of_fft = {{exactly(512), exactly(512)},
                                 {exactly(1), exactly(1)},
                                 {exactly(1), prime_size(600, 800)},
                                 {twice_odd(950, 1050), prime_size(31, 43)},
                                 {below(256), above(256)},
                                 {above(512), below(512)},
                                 {prime_size(2900, 3100), twice_odd(66, 74)},
                                 {between(60, 68), twice_odd(2450, 2550)}};
// More than 16 bits count.
const sizes many_outputs = {{more_than_16_bits(), exactly(2)}};
// As many blocks of 256 outputs as a grid has no room for along y and z.
const sizes for_gpu = {{exactly(65536 * 256), exactly(1)}};
// Two chunks and more of any size: 48 KiB of shared memory hold 6,016 taps and their inputs, what a
// block may ask for at most (227 KiB) 28,900. Beside a tile for registers fewer fit in. Constant
// memory (64 KiB) holds 16,384 taps.
// Whatever power of two a chunk is, the last one has a single tap.
const sizes many_taps = {{between(3, 6), exactly(65'537)}};
const sizes many_taps_of_best = {{between(2, 4), exactly(65'537)}};
const sizes many_taps_of_fft = {{between(280, 320), exactly(9001)}}; // five parts of 2,048 taps
// For tiles of thousands of outputs, and parts of thousands of taps.
// (20,001 outputs: however the work is dealt out, some block begins in the middle of a tile.)
const sizes wide = {{exactly(9217), exactly(17)}};
const sizes wide_of_fft = {{exactly(9217), between(290, 310)},
                           {exactly(4500), above(2048)},
                           {odd_size(20001, 20099), exactly(5)}};
// What tells races and accesses outside best: more than one chunk and block. With
// 6,100 taps whatever fits into 48 KiB is loaded twice, with 3,000 what fits beside a large tile.
// Blocks that go on to further tiles or chunks of taps have some in the last two of clean_best.
const sizes clean_straight = {{exactly(300), between(66, 74)}, {exactly(1), exactly(1)}};
const sizes clean_chunks = {
    {exactly(300), exactly(300)}, {exactly(256), exactly(256)}, {exactly(5), exactly(3)}};
const sizes clean_large = {{exactly(5), exactly(6100)}, {exactly(300), between(36, 44)}};
const sizes clean_best = {{between(4990, 5010), exactly(90)},
                          {exactly(5), exactly(3000)},
                          {exactly(5), exactly(3)},
                          {exactly(3), exactly(65537)},
                          {exactly(65001), exactly(3)}};
// More segments of 2,048 outputs than a block may make, and more than one part of the taps for each
// of some: only then can blocks be in each other's way.
const sizes clean_fft = {wide_of_fft[2], wide_of_fft[1]};
/// 512 taps are whole chunks, whatever a block is: no further one, of nothing, is loaded. (The
/// first ones are not: a barrier too many in each round does not look like a further round there.)
const sizes traffic_chunks = {{odd_size(323, 343), exactly(520)},
                              {exactly(600), exactly(512)},
                              {exactly(2000), between(17, 31)}};
// The first have as many taps as two chunks of 1,024 hold, and three smaller ones.
const sizes traffic_large = {{exactly(256), between(2001, 2048)},
                             {odd_size(323, 343), exactly(1100)}};
const sizes traffic_best = {{exactly(4000), exactly(150)}, {exactly(2000), exactly(333)}};
// One part of 2,048 taps each: however short the filter is.
const sizes traffic_fft = {{exactly(500), exactly(few_taps)}, {exactly(500), exactly(2000)}};

/// Rounding errors of a transform of 4,096 points spread over all of its outputs: even one tap
/// leaves an error that belongs to 4,096 inputs.
double allowed_error(const std::string& function, std::size_t taps) {
  const double sum = random_sum_tolerance(taps, 1.0);
  constexpr double points = 4096;
  const double transform =
      random_sum_tolerance(1, 1.0) * std::sqrt(points * static_cast<double>(taps));
  return function == "convolve_fft" ? std::max(sum, transform) : sum;
}

test_case sized_case(const random_source& seed, const std::string& function, const size& s) {
  random_source random = seed.of(fmt::format("{} {} {}", function, s.outputs, s.taps));
  test_case one =
      convolution_case(random,
                       fmt::format("{}, {}, {}", function, grader::counted(s.outputs, "outputs"),
                                   grader::counted(s.taps, "taps")),
                       function, s.outputs + s.taps - 1, s.taps, 256,
                       allowed_error(function, static_cast<std::size_t>(s.taps)));
  // So many that blocks of any size are not much more.
  constexpr int many = 65536;
  if (function == "convolve_straight" && s.outputs > many)
    one.threads_at_most(static_cast<std::size_t>(s.outputs) * 3 / 2);
  if (double{1} * s.outputs * s.taps <= largest_explained)
    add_known_mistakes(one, allowed_error(function, static_cast<std::size_t>(s.taps)));
  else if (function == "convolve_fft")
    add_ends_going_round(one, problem_of(one),
                         allowed_error(function, static_cast<std::size_t>(s.taps)));
  if (function == "convolve_fft")
    add_odd_segment(one, problem_of(one));
  else // errors of transforms spread over all outputs
    one.ask([s] { return convolution_probes(s.outputs + s.taps - 1, s.taps); });
  return one;
}

/// All outputs of calls whose input has one huge number: see lab06_huge_input.h.
case_maker with_huge_input(const case_maker& others) {
  return [others](random_source& random) {
    std::vector<test_case> cases = others(random);
    for (const huge_input& shape : huge_inputs) {
      test_case huge = huge_input_case(random, "convolve_best", shape);
      add_known_mistakes(huge, huge_input::tolerance);
      cases.push_back(std::move(huge));
    }
    return cases;
  };
}

/// Watched, and all memory that a function takes is given back.
clean_check tidy(const case_maker& cases) {
  return {cases, {finding_kind::leak}};
}

/// All functions with all sizes.
case_maker calls(const names& functions, const std::vector<sizes>& of) {
  return [functions, of](random_source& random) {
    std::vector<test_case> cases;
    for (const std::string& function : functions)
      for (const sizes& some : of)
        for (const length_range& each : some)
          cases.push_back(sized_case(random, function, each.drawn(random)));
    return cases;
  };
}

/// Blocks of 256 outputs are one more than a grid may have along y: a few of them run. (Of
/// convolve_best a block may make thousands of outputs, and a few blocks take seconds.)
test_case sampled_case(const random_source& seed, const std::string& function) {
  constexpr std::size_t outputs = 65'536 * 256, stored = 5 * 1024; // whole pages
  const std::string name =
      fmt::format("{}, {} outputs, 1 tap, some of its blocks", function, grader::grouped(outputs));
  random_source random = seed.of(name);
  const std::vector<float> in = random.floats(stored), filter = random.floats(1);
  test_case one(name, function);
  one.input("d_in", in)
      .repeated_to(outputs)
      .value("in_len", static_cast<int>(outputs))
      .input("d_filter", filter)
      .value("filter_len", 1)
      .output("d_out", protocol::element_type::float32, stored)
      .repeated_to(outputs)
      .stored_by(protocol::element_maker::threads_that_go_on)
      .sampled(1)
      .expect("d_out", [in, filter, function] {
        expectation wanted{grader::convolution(in, filter, 0, stored),
                           allowed_error(function, 1),
                           0,
                           {1, stored, 1, 256},
                           {}};
        wanted.in_part = true;
        return wanted;
      });
  return one;
}

/// Also a sampled case of the last of them.
case_maker calls_and_sampled(const names& functions, const sizes& of) {
  return [functions, of](random_source& random) {
    std::vector<test_case> cases = calls(functions, {of})(random);
    cases.push_back(sampled_case(random, functions.back()));
    return cases;
  };
}

/// Any lengths, and on a GPU very many outputs.
correctness_check right_for(const std::string& function, const std::vector<sizes>& of) {
  return {calls({function}, of), {}, calls({function}, {for_gpu})};
}

speed_check fast(const std::string& function, double min_ratio, const std::string& measured) {
  constexpr double outputs = published_outputs, taps = published_taps;
  return {calls({function},
                {sizes(speed_inputs, {exactly(published_outputs), exactly(published_taps)})}),
          min_ratio, speedup_source + measured, 2 * outputs * taps,
          (2 * outputs + 2 * taps - 1) * sizeof(float)};
}

/// Parts of 2,048 outputs in whole blocks of eight parts.
double rounds_of_parts(const test_case& one) {
  constexpr double outputs_of_a_block = 8 * 2048;
  return lengths_of(one).outputs / outputs_of_a_block;
}

std::vector<size_coverage> coverage() {
  using enum size_class;
  const call_length outputs{"outputs", [](const test_case& one) {
                              return std::optional(
                                  static_cast<std::size_t>(lengths_of(one).outputs));
                            }};
  const std::vector<size_exception> without = {
      {"outputs are floats", {above_24_bits}},
      {"the student chooses how many threads a block has", {odd_block_side}}};
  const size_exception one_round{"a grid has room for a block for each part of the outputs",
                                 {further_round}};
  size_coverage chunks{
      .functions = {"convolve_straight", "convolve_shared", "convolve_large_shared"},
      .lengths = {outputs, length_named("filter_len")},
      .sides = {256},
      .without = without};
  size_coverage transforms = chunks, unrolled = chunks, best = chunks;
  chunks.without.push_back(one_round);
  best.functions = {"convolve_best"};
  best.without.push_back(one_round);
  unrolled.without.push_back(one_round);
  unrolled.functions = {"convolve_unrolled<4>", "convolve_unrolled<8>", "convolve_unrolled<16>"};
  unrolled.without.push_back(
      {"convolve_shared has them, and three functions more are dear", {above_16_bits}});
  transforms.functions = {"convolve_fft"};
  transforms.rounds = rounds_of_parts;
  transforms.without.push_back({"33 parts of 2,048 outputs or taps are dear", {above_16_bits}});
  return {chunks, unrolled, best, transforms};
}

test_case shown_case(const std::string& function, std::vector<float> in,
                     std::vector<float> filter) {
  test_case one(fmt::format("{} with {} taps", function, filter.size()), function);
  const std::size_t outputs = in.size() - filter.size() + 1;
  one.input("d_in", in)
      .value("in_len", static_cast<int>(in.size()))
      .input("d_filter", filter)
      .value("filter_len", static_cast<int>(filter.size()))
      .output("d_out", protocol::element_type::float32, outputs)
      .expect("d_out", [in, filter, outputs] {
        return expectation{
            convolution(in, filter, 0, outputs), 1e-3, 1e-6, {1, outputs, 1, 256}, {}};
      });
  return one;
}

/// The example of README.md for each function; but for convolve_shared a chunk of ones and a chunk
/// of twos applied to ones, where every output is 256 + 512.
std::vector<test_case> demonstration(random_source&) {
  constexpr std::size_t block = 256;
  std::vector<float> filter(2 * block, 1);
  std::fill(filter.begin() + block, filter.end(), 2.0f);
  const std::vector<float> eight = {1, 2, 0, 3, 1, 4, 2, 1}, three = {2, 1, 3};
  std::vector<test_case> shown = {
      shown_case("convolve_straight", eight, three),
      shown_case("convolve_shared", std::vector<float>(3 * block - 1, 1), filter)};
  for (const char* function :
       {"convolve_unrolled<4>", "convolve_large_shared", "convolve_best", "convolve_fft"})
    shown.push_back(shown_case(function, eight, three));
  return shown;
}

lab_description describe() {
  const names unrolled = {"convolve_unrolled<4>", "convolve_unrolled<8>", "convolve_unrolled<16>"};
  return {
      .name = "lab06",
      .title = "Convolution, a ladder",
      .folder = "lab06_convolution",
      .you_write = "a convolution, up a ladder of six kernels",
      .you_learn = "registers, unrolling, and a better algorithm",
      .builds_on = {"lab04", "lab05"},
      .guides = {"guides/occupancy", "guides/copies", "guides/precision"},
      .checks = {{"correctness.straight", "right for any lengths", 1, 6,
                  right_for("convolve_straight", {any_length, many_outputs, many_taps})},
                 {"clean.straight", "nothing is touched outside the arrays", 1, 4,
                  tidy(calls_and_sampled({"convolve_straight"}, clean_straight))},
                 {"correctness.shared", "right in chunks, for any lengths", 2, 8,
                  right_for("convolve_shared", {any_length, many_outputs, many_taps})},
                 {"clean.shared", "no thread gets ahead of another", 2, 12,
                  tidy(calls_and_sampled({"convolve_shared"}, clean_chunks))},
                 {"traffic.shared", "each value is loaded once a chunk", 2, 8,
                  traffic_check{calls({"convolve_shared"}, {traffic_chunks}), shared_gate}},
                 {"correctness.unrolled", "right with each unrolling", 3, 5,
                  correctness_check{calls(unrolled, {any_length})}},
                 {"clean.unrolled", "unrolled loops stay inside the arrays", 3, 4,
                  tidy(calls_and_sampled(unrolled, clean_chunks))},
                 {"traffic.unrolled", "it reads no more than before", 3, 2,
                  traffic_check{calls({"convolve_unrolled<16>"}, {traffic_chunks}), shared_gate}},
                 {"speed.unrolled", "unrolling pays", 3, 7,
                  fast("convolve_unrolled<16>", min_speedup_unrolled, "2.0x")},
                 {"correctness.large", "right with large chunks", 4, 4,
                  right_for("convolve_large_shared", {any_length, many_outputs, many_taps})},
                 {"clean.large", "large chunks are free of races and bad accesses", 4, 4,
                  tidy(calls_and_sampled({"convolve_large_shared"}, clean_large))},
                 {"traffic.large", "fewer copies and barriers", 4, 4,
                  traffic_check{calls({"convolve_large_shared"}, {traffic_large}), large_gate}},
                 {"correctness.best", "the fastest is right", 5, 6,
                  correctness_check{
                      with_huge_input(calls({"convolve_best"},
                                            {any_length, wide, many_outputs, many_taps_of_best})),
                      {},
                      calls({"convolve_best"}, {for_gpu})}},
                 {"clean.best", "the fastest is free of races and bad accesses", 5, 4,
                  tidy(calls({"convolve_best"}, {clean_best}))},
                 {"traffic.best", "each load serves several multiplications", 5, 6,
                  traffic_check{calls({"convolve_best"}, {traffic_best}), best_gate}},
                 {"speed.best", "registers pay", 5, 8,
                  fast("convolve_best", min_speedup_best, "11.0x")},
                 {"correctness.fft", "right by transforms", 6, 3,
                  correctness_check{
                      calls({"convolve_fft"}, {any_length_of_fft, wide_of_fft, many_taps_of_fft})}},
                 {"clean.fft", "transforms are free of races and bad accesses", 6, 2,
                  tidy(calls({"convolve_fft"}, {clean_fft}))},
                 {"traffic.fft", "its loads do not grow with the filter", 6, 1,
                  traffic_check{calls({"convolve_fft"}, {traffic_fft}), transforms_gate,
                                growth_gate}},
                 {"speed.fft", "the algorithm beats the hardware", 6, 2,
                  fast("convolve_fft", min_speedup_fft, "204x")}},
      .demonstration = demonstration,
      .never_wait = {"convolve_straight", "convolve_shared", "convolve_unrolled<4>",
                     "convolve_unrolled<8>", "convolve_unrolled<16>", "convolve_large_shared",
                     "convolve_best", "convolve_fft"},
      .sizes = coverage(),
      .pictures = ladder};
}

/// Exercise 6 is for those who know the Fourier transform.
lab_description with_bonus() {
  lab_description lab = describe();
  for (check_description& each : lab.checks)
    each.bonus = each.exercise == 6;
  return lab;
}

} // namespace

} // namespace cudalab::lab06

CUDALAB_REGISTER_LAB(cudalab::lab06::with_bonus);
