// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// Calls of lab 01's functions on arrays, with what must come out and what comes out of mistakes.
#pragma once

#include <vector>

#include <fmt/format.h>

#include "grader/compare/words.h"
#include "grader/lab.h"
#include "lab01_index_mistakes.h"
#include "lab01_mistakes.h"

namespace cudalab::lab01 {

using grader::expectation;
using grader::random_source;
using grader::test_case;

/// d_picture, d_block, d_thread and d_out have an element for each thread, in the order of their
/// numbers.
inline constexpr auto own_thread = protocol::element_maker::thread_of_same_number;

/// One line of numbers.
inline expectation line(std::vector<double> want, double atol = 0) {
  const std::size_t elements = want.size();
  return {std::move(want), atol, 0, {1, elements, 0, 0}, {}};
}

/// Sums of two floats have one right value: no tolerance.
inline test_case vec_add_case(const std::vector<float>& a, const std::vector<float>& b) {
  std::vector<double> sums(a.size());
  for (std::size_t i = 0; i < a.size(); ++i)
    sums[i] = static_cast<double>(a[i] + b[i]);
  test_case one(fmt::format("n = {}", grader::grouped(a.size())), "vec_add");
  one.input("a", a)
      .on_host()
      .input("b", b)
      .on_host()
      .output("c", protocol::element_type::float32, a.size())
      .on_host()
      .value("n", static_cast<int>(a.size()))
      .expect("c", [sums] { return line(sums); });
  if (!a.empty())
    one.launches();
  add_vec_add_mistakes(one, a, b);
  return one;
}

inline test_case total_case(const grid_and_block& of) {
  test_case one(of.name(), "total_threads");
  const double total = static_cast<double>(of.blocks() * of.threads());
  one.value("grid", of.grid)
      .value("block", of.block)
      .result(protocol::element_type::int32, 1)
      .expect(protocol::result_name, [total] { return line({total}); });
  add_total_mistakes(one, of);
  return one;
}

/// The launch of exercise 3.
inline constexpr std::size_t call_blocks = 32, call_threads = 128;

/// "index 128 (block 1, thread 0)"
inline std::string place_of_call(std::size_t, std::size_t i) {
  return fmt::format("index {} (block {}, thread {})", i, i / call_threads, i % call_threads);
}

inline test_case block_and_thread_case() {
  constexpr std::size_t all = call_blocks * call_threads;
  const auto made = [](bool blocks) {
    return [blocks] {
      std::vector<double> want(all);
      for (std::size_t i = 0; i < all; ++i)
        want[i] = static_cast<double>(blocks ? i / call_threads : i % call_threads);
      return expectation{want, 0, 0, {1, all, 0, 0}, {}, {}, place_of_call};
    };
  };
  test_case one("32 blocks of 128 threads", "block_and_thread");
  one.output("d_block", protocol::element_type::int32, all)
      .stored_by(own_thread)
      .output("d_thread", protocol::element_type::int32, all)
      .stored_by(own_thread)
      .expect("d_block", made(true))
      .expect("d_thread", made(false));
  one.launches_as_many(call_blocks, call_threads).threads_at_most(all);
  add_block_and_thread_mistakes(one, all);
  return one;
}

/// @param first the shape of the first call of all: what a program may keep
inline test_case index_case(const grid_and_block& of, const grid_and_block& first) {
  test_case one(of.name(), "fill_global_index");
  one.output("d_out", protocol::element_type::int32, of.blocks() * of.threads())
      .stored_by(own_thread)
      .value("grid", of.grid)
      .value("block", of.block)
      .expect("d_out", [of] {
        const auto place = [of](std::size_t block, std::size_t thread) {
          return fmt::format("block {}, thread {}", place_in(block, of.grid),
                             place_in(thread, of.block));
        };
        return expectation{
            global_index(of), 0, 0, {of.blocks(), of.threads(), 0, 0}, {}, {}, place};
      });
  one.launches(of.grid, of.block);
  add_index_mistakes(one, of, first);
  return one;
}

/// A launch that cannot be made: nothing is stored, and the caller is told.
inline test_case impossible_case(const grid_and_block& of) {
  test_case one(of.name(), "fill_global_index");
  one.output("d_out", protocol::element_type::int32, of.blocks() * of.threads())
      .value("grid", of.grid)
      .value("block", of.block)
      .launch_fails();
  return one;
}

/// A product and a sum, each rounded or both together: less than 2 * 2^-24 of 8.
inline constexpr double saxpy_tolerance = 1e-6;

/// @param tolerance of numbers of another size
inline test_case saxpy_case(float alpha, const std::vector<float>& x, const std::vector<float>& y,
                            int blocks, double tolerance = saxpy_tolerance) {
  std::vector<double> want(x.size());
  for (std::size_t i = 0; i < x.size(); ++i)
    want[i] = double{alpha} * double{x[i]} + double{y[i]};
  test_case one(
      fmt::format("n = {}, {} block{}", grader::grouped(x.size()), blocks, blocks == 1 ? "" : "s"),
      "saxpy_grid_stride");
  one.value("alpha", alpha)
      .input("d_x", x)
      .inout("d_y", y)
      .stored_by(protocol::element_maker::steps_of_all_threads)
      .value("n", static_cast<int>(x.size()))
      .value("blocks", blocks)
      .expect("d_y", [want, tolerance] { return line(want, tolerance); });
  add_saxpy_mistakes(one, {double{alpha}, x, y, static_cast<std::size_t>(blocks)});
  return one;
}

} // namespace cudalab::lab01
