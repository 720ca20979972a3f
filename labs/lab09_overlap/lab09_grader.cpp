// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// Lab 09: what is checked, on which sizes, for how many points. The functions take pinned memory,
/// so the scenes of lab09_scenes.cu call them; they also look at when the work would run.
#include <cmath>
#include <vector>

#include <fmt/format.h>

#include "grader/cases/sizes.h"
#include "grader/lab.h"
#include "lab09_cases.h"

namespace cudalab::lab09 {

namespace {

using namespace grader;

std::vector<float> numbers_for(const random_source& seed, int n) {
  return seed.of(fmt::format("n = {}", n)).floats(static_cast<std::size_t>(n));
}

/// Sizes that are worth a look, a smaller one behind a larger one.
std::vector<size_range> sizes() {
  return {odd_size(2000, 3000), exactly(1),          multiple_of(256, 8), below(256, 8),
          above(256, 8),        multiple_of(32, 20), below(32, 20),       above(32, 20),
          twice_odd(400, 600),  prime_size(600, 900)};
}

/// More blocks than a block may have threads: who exchanges the two at the launch is refused.
size_range many_blocks() {
  return between(262'200, 262'400);
}

/// More than somebody has streams, events or levels for who makes an array of them.
constexpr int many_chunks = 150;

/// Large ones: each round of develop() takes half away, and 140 rounds still show.
std::vector<float> large_numbers(const random_source& seed, int n) {
  std::vector<float> all = numbers_for(seed, n);
  for (float& each : all)
    each = std::ldexp(each, 126);
  return all;
}
size_range many_rounds() {
  return between(120, 140);
}

std::vector<int> drawn_sizes(const random_source& seed) {
  std::vector<int> all;
  for (const size_range& each : sizes())
    all.push_back(each.drawn(seed));
  all.push_back(many_blocks().drawn(seed));
  return all;
}

std::vector<test_case> jobs(random_source& seed) {
  std::vector<test_case> all;
  for (const int n : drawn_sizes(seed))
    all.push_back(job_case(numbers_for(seed, n), 1 + n % 3, false));
  all.push_back(job_case(large_numbers(seed, 100), many_rounds().drawn(seed), false));
  return all;
}

std::vector<test_case> chunk_cases(random_source& seed) {
  std::vector<test_case> all;
  int chunks = 5;
  for (const int n : drawn_sizes(seed)) {
    all.push_back(chunks_case(numbers_for(seed, n), chunks, 1 + n % 3, false));
    chunks = 1 + chunks % 7;
  }
  all.push_back(chunks_case(numbers_for(seed, 10), 7, 2, false)); // 2, 2, 2, 2, 2, 0, 0
  all.push_back(chunks_case(numbers_for(seed, 11), 7, 2, false)); // 2, 2, 2, 2, 2, 1, -1
  all.push_back(chunks_case(numbers_for(seed, 20), 5, 1, false)); // no rest
  all.push_back(chunks_case(numbers_for(seed, many_chunks * 3 - 1), many_chunks, 1, false));
  all.push_back(chunks_case(large_numbers(seed, 100), 3, many_rounds().drawn(seed), false));
  return all;
}

std::vector<test_case> filter_cases(random_source& seed) {
  std::vector<test_case> all;
  int chunks = 5;
  for (const int n : drawn_sizes(seed)) {
    all.push_back(filter_case(numbers_for(seed, n), chunks, false));
    chunks = 1 + chunks % 7;
  }
  all.push_back(filter_case(numbers_for(seed, 10), 7, false));
  all.push_back(filter_case(numbers_for(seed, 11), 7, false));
  all.push_back(filter_case(numbers_for(seed, 20), 5, false));
  all.push_back(filter_case(numbers_for(seed, many_chunks * 3 - 1), many_chunks, false));
  return all;
}

std::vector<test_case> ring_cases(random_source& seed) {
  std::vector<test_case> all;
  int slots = 3;
  for (const int n : drawn_sizes(seed)) {
    all.push_back(ring_case(numbers_for(seed, n), std::max(1, n / 7), slots, false));
    slots = 1 + slots % 4;
  }
  all.push_back(ring_case(numbers_for(seed, 10), 20, 3, false));
  all.push_back(ring_case(numbers_for(seed, many_chunks * 3 - 1), 3, 5, false));
  all.push_back(ring_case(numbers_for(seed, 60), 1, 40, false)); // no room to round slots up
  // Fewer chunks than slots, and none of them as long as an equal part.
  all.push_back(ring_case(numbers_for(seed, 100), between(51, 66).drawn(seed), 4, false));
  return all;
}

std::vector<test_case> step_cases(random_source& seed) {
  std::vector<test_case> all;
  int steps = 3;
  for (const size_range& each : sizes()) {
    const int n = each.drawn(seed);
    all.push_back(steps_case(numbers_for(seed, n), steps, 5 - steps));
    steps = 1 + steps % 4;
  }
  all.push_back(steps_case(numbers_for(seed, many_blocks().drawn(seed)), 1, 1));
  all.push_back(steps_case(large_numbers(seed, 100), many_rounds().drawn(seed) / 4, 4));
  return all;
}

/// The clean checks' own cases: some of those, and what else a student may have left behind.
template <std::vector<test_case> (*Cases)(random_source&)>
std::vector<test_case> first_of(random_source& seed) {
  std::vector<test_case> all = Cases(seed);
  all.resize(1, all.front());
  return all;
}

/// Nearly 2^28 elements, one more than 15 chunks have. As floats, n is 15 times as many as a chunk
/// has, and a 15th of it is no more than that: the last element is lost. (A chunk is at least 64
/// MiB: such copies are not done.)
struct large_cut {
  int n, chunks = 15, chunk;

  explicit large_cut(const random_source& seed) {
    constexpr int of_float = 32; ///< what is a multiple of it is a float, also 15 times as many
    chunk = of_float * between(530'000, 559'000).drawn(seed);
    n = chunks * chunk + 1;
  }
};

/// More than 65,535 blocks of BLOCK threads, which is a limit along y and z alone.
std::vector<test_case> clean_jobs(random_source& seed) {
  std::vector<test_case> all = first_of<jobs>(seed);
  all.push_back(
      large_case("enqueue_job", "run_large_job", between(17'000'000, 18'000'000).drawn(seed), {}));
  return all;
}
std::vector<test_case> clean_chunks(random_source& seed) {
  std::vector<test_case> all = first_of<chunk_cases>(seed);
  const large_cut of(seed);
  all.push_back(large_case("process_chunks", "cut_chunks", of.n, {{"chunks", of.chunks}}));
  return all;
}
std::vector<test_case> clean_filter(random_source& seed) {
  std::vector<test_case> all = first_of<filter_cases>(seed);
  const large_cut of(seed);
  all.push_back(large_case("filter_chunks", "cut_filter", of.n, {{"chunks", of.chunks}}));
  return all;
}
std::vector<test_case> clean_ring(random_source& seed) {
  std::vector<test_case> all = first_of<ring_cases>(seed);
  const large_cut of(seed);
  all.push_back(large_case("filter_ring", "cut_ring", of.n, {{"chunk", of.chunk}, {"slots", 5}}));
  return all;
}

// Chunks of some 5,000 numbers: 40 us by the model for each stage of one, and 3 us for a hand-over.
// More chunks than somebody has events or streams for who makes a handful of them.
constexpr int chunk_of_timed = 5040; ///< a multiple of 2, 3, ... 10: no accident spreads its chunks

struct timed_cut {
  int n, chunks;
};
timed_cut timed_sizes(const random_source& seed) {
  const int chunks = between(17, 20).drawn(seed);
  return {chunks * chunk_of_timed - odd_size(1, 15).drawn(seed), chunks};
}

std::vector<test_case> timed_jobs(random_source& seed) {
  return {job_case(numbers_for(seed, 2 * odd_size(14000, 16000).drawn(seed)), 2, true)};
}
std::vector<test_case> timed_chunks(random_source& seed) {
  const auto [n, chunks] = timed_sizes(seed);
  return {chunks_case(numbers_for(seed, n), chunks, 2, true)};
}
std::vector<test_case> timed_filter(random_source& seed) {
  const auto [n, chunks] = timed_sizes(seed);
  return {filter_case(numbers_for(seed, n), chunks, true)};
}
std::vector<test_case> timed_ring(random_source& seed) {
  const int n = timed_sizes(seed).n;
  return {ring_case(numbers_for(seed, n), chunk_of_timed, 4, true)};
}
std::vector<test_case> timed_steps(random_source& seed) {
  const std::vector<float> in = numbers_for(seed, between(60, 70).drawn(seed));
  return {timed_steps_case(in, between(18, 22).drawn(seed), 8),
          timed_steps_case(in, between(140, 170).drawn(seed), 2),
          timed_steps_case(in, between(18, 22).drawn(seed), 1), timed_steps_case(in, 1, 3)};
}

std::vector<size_coverage> coverage() {
  using enum size_class;
  const size_exception floats{"numbers are floats", {above_24_bits}};
  const size_exception given{"the kernels are given: a thread for each number",
                             {further_round, odd_block_side}};
  const size_exception scenes{"a scene makes new pinned memory for each call",
                              {other_content, second_call}};
  return {{.functions = {"enqueue_job", "process_chunks", "filter_chunks", "filter_ring"},
           .lengths = {length_named("n")},
           .sides = {32, 256},
           .without = {floats, given, scenes}},
          {.functions = {"step_many"},
           .lengths = {length_named("n")},
           .sides = {32, 256},
           .without = {floats, given}}};
}

/// For ./lab run: timelines, with few enough chunks to tell them apart.
std::vector<test_case> demonstration(random_source& seed) {
  constexpr int chunks = 8;
  const int n = odd_size(38000, 42000).drawn(seed);
  const std::vector<float> in = numbers_for(seed, n);
  std::vector<test_case> all = timed_jobs(seed);
  all.push_back(chunks_case(in, chunks, 2, true));
  all.push_back(filter_case(in, chunks, true));
  all.push_back(ring_case(in, (n + chunks - 1) / chunks, 4, true));
  for (test_case& each : timed_steps(seed))
    all.push_back(std::move(each));
  return all;
}

lab_description describe() {
  return {
      .name = "lab09",
      .title = "Copies and kernels at once",
      .folder = "lab09_overlap",
      .you_write = "pipelines of streams",
      .you_learn = "what may run at the same time, and what must wait",
      .builds_on = {"lab01", "lab08"},
      .guides = {"guides/copies", "guides/timing", "streams"},
      .checks = {{"correctness.job", "three operations in one stream, without waiting", 1, 6,
                  correctness_check{jobs}},
                 {"clean.job", "all in its stream, nothing too early", 1, 3,
                  clean_check{clean_jobs}},
                 {"correctness.two_jobs",
                  "two jobs overlap",
                  1,
                  6,
                  correctness_check{timed_jobs},
                  {},
                  {"correctness.job", "clean.job"}},
                 {"correctness.chunks",
                  "right for any number of chunks",
                  2,
                  8,
                  correctness_check{chunk_cases},
                  {},
                  {"correctness.job", "clean.job"}},
                 {"clean.chunks",
                  "cut as asked, no race, all destroyed",
                  2,
                  5,
                  clean_check{clean_chunks},
                  {},
                  {"correctness.job", "clean.job"}},
                 {"correctness.chunks_overlap",
                  "copies and kernels of chunks overlap",
                  2,
                  12,
                  correctness_check{timed_chunks},
                  {},
                  {"correctness.job", "correctness.chunks", "clean.chunks"}},
                 {"correctness.filter", "the level goes from chunk to chunk", 3, 7,
                  correctness_check{filter_cases}},
                 {"clean.filter", "cut as asked, no race, all destroyed", 3, 5,
                  clean_check{clean_filter}},
                 {"correctness.filter_overlap",
                  "copies go on beside the kernels",
                  3,
                  8,
                  correctness_check{timed_filter},
                  {},
                  {"correctness.filter", "clean.filter"}},
                 {"correctness.ring", "right, with little memory", 4, 6,
                  correctness_check{ring_cases}},
                 {"clean.ring", "no slot is filled too early", 4, 6, clean_check{clean_ring}},
                 {"correctness.ring_overlap",
                  "the ring overlaps, too",
                  4,
                  8,
                  correctness_check{timed_ring},
                  {},
                  {"correctness.ring", "clean.ring"}},
                 {"correctness.steps", "all steps are done", 5, 8, correctness_check{step_cases}},
                 {"clean.steps", "graph and stream are destroyed", 5, 4,
                  clean_check{first_of<step_cases>}},
                 {"correctness.steps_overlap",
                  "small kernels do not wait for the host",
                  5,
                  8,
                  correctness_check{timed_steps},
                  {},
                  {"correctness.steps", "clean.steps"}}},
      .demonstration = demonstration,
      .sizes = coverage()};
}

} // namespace

} // namespace cudalab::lab09

CUDALAB_REGISTER_LAB(cudalab::lab09::describe);
