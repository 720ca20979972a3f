// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// The products that lab 11 asks for, and what well-known mistakes make of them. The numbers are of
/// the type that is multiplied, so that products are exact and only sums are rounded; or floats,
/// whose rounding is the exercise.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "grader/cases/matmul.h"
#include "grader/cases/probes.h"
#include "grader/lab.h"
#include "lab11_formats.h"

namespace cudalab::lab11 {

using grader::case_maker;
using grader::product_ranges;
using grader::product_sizes;
using grader::random_source;
using grader::test_case;

using sizes = std::vector<product_ranges>;

/// What an exercise's function is made of.
struct exercise {
  std::string function;
  number_format of;
  int side = 16;  ///< of the part of P that a block or a warp makes
  int depth = 16; ///< of a phase
};

inline exercise exercise_of(const std::string& function) {
  if (function == "matmul_fragments<__nv_bfloat16>")
    return {function, of_bfloat16};
  if (function == "matmul_tf32" || function == "matmul_tf32x3")
    return {function, of_tf32, 16, 8};
  if (function == "matmul_tiles<half>")
    return {function, of_half, 128, 32};
  if (function == "matmul_mma<half>")
    return {function, of_half, 128, 64};
  if (function == "matmul_hopper<half>")
    return {function, of_half, 256, 64};
  return {function, of_half};
}

struct factors {
  product_sizes size;
  std::vector<float> m, n;

  std::vector<double> product(const std::vector<float>& of_m,
                              const std::vector<float>& of_n) const {
    return grader::product(of_m, of_n, static_cast<std::size_t>(size.I),
                           static_cast<std::size_t>(size.J), static_cast<std::size_t>(size.K));
  }
  /// Only the products with first <= j < last.
  std::vector<double> part(int first, int last) const {
    std::vector<float> some = m;
    for (std::size_t i = 0; i < some.size(); ++i)
      if (const int j = static_cast<int>(i) % size.J; j < first || j >= last)
        some[i] = 0;
    return product(some, n);
  }
};
using shared_factors = std::shared_ptr<const factors>;

/// Tensor cores cut sums off 23 bits behind the first, at each step; J products of numbers below 1
/// are at most J.
inline double tolerance(int J) {
  return J * 0x1p-21;
}

inline std::vector<double> sum_of(std::vector<double> a, const std::vector<double>& b) {
  for (std::size_t i = 0; i < a.size(); ++i)
    a[i] += b[i];
  return a;
}

inline void add_mistake(test_case& one, const std::string& id, const std::string& message,
                        std::function<std::vector<double>()> want, const std::string& next = "") {
  one.known_mistake("d_P", {id, message, std::move(want), {}, next});
}

/// @param pairs where the cases tell one phase from an odd number of them: a loop may do two in a
/// round
inline void add_missing_phases(test_case& one, const shared_factors& of, int depth, bool pairs) {
  const int J = of->size.J, phases = J / depth;
  add_mistake(one, "last_phase_missing",
              phases == 1
                  ? fmt::format("the last phase of {} products is missing from the sum: here "
                                "it is the only one",
                                depth)
                  : fmt::format("the last phase is missing from the sum: of {} phases of {} "
                                "products the first {} are there",
                                phases, depth, phases - 1),
              [of, J, depth] { return of->part(0, J - depth); });
  if (pairs && phases % 2 == 1)
    add_mistake(
        one, "odd_phase_missing",
        fmt::format("the last {} products of an odd number of {}s are missing from the sum: J = {} "
                    "is {} times {}",
                    depth, depth, J, phases, depth),
        [of, J, depth] { return of->part(0, J - depth); },
        fmt::format("Does each round of the loop do {} of J's columns? J is a multiple of {} only: "
                    "the last {} of an odd number are left, and must be added, too.",
                    2 * depth, depth, depth));
  if (phases < 2)
    return;
  add_mistake(
      one, "only_first_phase",
      fmt::format("only the first phase is in the sum: the first {} of the {} products that "
                  "make an element",
                  depth, J),
      [of, depth] { return of->part(0, depth); });
  add_mistake(one, "only_last_phase",
              "only the last phase is in the sum: the sums must be set to 0 once, before the first "
              "phase",
              [of, J, depth] { return of->part(J - depth, J); });
}

/// Each element of `all` could be a half: so could sums that are kept in one.
inline bool are_halves(const std::vector<double>& all) {
  return std::all_of(all.begin(), all.end(), [](double x) {
    return static_cast<double>(rounded(of_half, static_cast<float>(x))) == x;
  });
}

/// As far as the product may be off where each factor is one of its two neighbours among the
/// numbers of TensorFloat-32. One term more or less makes far larger errors.
inline std::vector<double> one_step_off(const factors& of) {
  const auto step = [](float x) { return static_cast<float>(spacing(of_tf32, x)); };
  const auto size = [](float x) { return std::abs(x) * 1.001F; };
  const std::vector<float> m = each_of(of.m, size), n = each_of(of.n, size);
  return sum_of(of.product(m, each_of(of.n, step)), of.product(each_of(of.m, step), n));
}

/// The factors became numbers of TensorFloat-32, and not the nearest ones.
inline void add_other_roundings(test_case& one, const shared_factors& of) {
  const auto from = [&](double share, const std::string& id, const std::string& where) {
    const auto up_from = [share](float x) {
      const double unit = spacing(of_tf32, x), units = std::abs(x / unit);
      const double whole = std::floor(units) + (units - std::floor(units) >= share ? 1 : 0);
      return static_cast<float>(std::copysign(whole * unit, x));
    };
    add_mistake(
        one, id,
        fmt::format("each factor was rounded up (away from 0) {}, and not from half of it on: what "
                    "came out is not always the nearest number of TensorFloat-32",
                    share > 0x1p-12 ? fmt::format("from {} of the way to the next one on", where)
                                    : "wherever a bit is left over"),
        [of, up_from] { return of->product(each_of(of->m, up_from), each_of(of->n, up_from)); },
        "wmma::__float_to_tf32 rounds to the nearest. By hand: which number is added before the 13 "
        "bits are cut off? Half of what lies between two numbers of TensorFloat-32 is 0x1000.");
  };
  from(0.25, "rounded_from_a_quarter", "a quarter");
  from(0.75, "rounded_from_three_quarters", "three quarters");
  from(0x1p-13, "rounded_away_from_0", "the first bit");
  grader::misconception other{
      "rounded_otherwise",
      "d_P is off by no more than if the factors had become other numbers of TensorFloat-32 than "
      "the nearest ones: no term is missing, none is there twice",
      {},
      [of](const std::vector<double>& got) {
        if (are_halves(got))
          return false;
        const std::vector<double> want =
                                      of->product(rounded(of_tf32, of->m), rounded(of_tf32, of->n)),
                                  off = one_step_off(*of);
        for (std::size_t i = 0; i < got.size(); ++i)
          if (!(std::abs(got[i] - want[i]) <= off[i] + tolerance(of->size.J)))
            return false;
        return true;
      },
      "Is each element of both fragments rounded to the nearest number, whichever sign and size it "
      "has? wmma::__float_to_tf32 does that. By hand: half of what lies between two numbers, "
      "0x1000, is added before the 13 bits are cut off. If all of it is so: is a sum kept in fewer "
      "bits than a float has?"};
  other.vague = true;
  one.known_mistake("d_P", other);
}

/// The factors were not rounded as they should be.
inline void add_roundings(test_case& one, const shared_factors& of) {
  add_mistake(
      one, "cut_off",
      "the factors were cut off, and not rounded: tensor cores do not look at the last 13 bits of "
      "a "
      "float",
      [of] {
        const auto cut = [](float x) { return cut_off(of_tf32, x); };
        return of->product(each_of(of->m, cut), each_of(of->n, cut));
      },
      "Round each element of both fragments: wmma::__float_to_tf32.");
  add_mistake(
      one, "one_cut_off", "one factor was rounded, and the other one cut off",
      [of] {
        const auto cut = [](float x) { return cut_off(of_tf32, x); };
        return of->product(rounded(of_tf32, of->m), each_of(of->n, cut));
      },
      "Round the elements of both fragments.");
  add_mistake(one, "not_rounded",
              "the factors were not rounded to TensorFloat-32: the product is that of floats",
              [of] { return of->product(of->m, of->n); });
  add_other_roundings(one, of);
}

/// One of the three products of parts is missing.
inline void add_missing_parts(test_case& one, const shared_factors& of) {
  const auto big = [of] { return of->product(rounded(of_tf32, of->m), rounded(of_tf32, of->n)); };
  const auto small_m = [of] {
    return of->product(small_parts(of_tf32, of->m), rounded(of_tf32, of->n));
  };
  const auto small_n = [of] {
    return of->product(rounded(of_tf32, of->m), small_parts(of_tf32, of->n));
  };
  add_mistake(one, "only_big_parts",
              "only the product of the big parts is there: 11 bits are right", big,
              "Are the two products of a big and a small part added? If they are: the small parts "
              "are 0. What rounding has taken away is the element as it was loaded, less its big "
              "part: does anything write over the element before it is subtracted from?");
  const auto three_products = [of](auto big_of, auto small_of) {
    const std::vector<float> big_m = each_of(of->m, big_of), big_n = each_of(of->n, big_of);
    return sum_of(of->product(big_m, big_n), sum_of(of->product(each_of(of->m, small_of), big_n),
                                                    of->product(big_m, each_of(of->n, small_of))));
  };
  const auto cut = [](float x) { return cut_off(of_tf32, x); };
  const auto nearest = [](float x) { return rounded(of_tf32, x); };
  // (An element of which cutting off makes the same as rounding tells nothing.)
  add_mistake(
      one, "big_cut_off",
      "the big parts were cut off, not rounded (tensor cores do not look at the last 13 bits of a "
      "float), and the small parts are what the rounded ones leave: the two do not add up to the "
      "element",
      [=] { return three_products(cut, [=](float x) { return nearest(x - nearest(x)); }); },
      "The fragment of big parts must hold the rounded elements.");
  add_mistake(
      one, "small_of_cut_off",
      "the big parts were rounded, and the small parts are what cutting off leaves: the two do not "
      "add up to the element",
      [=] { return three_products(nearest, [=](float x) { return nearest(x - cut(x)); }); },
      "The small part is the element less its big part, as that was rounded.");
  add_mistake(
      one, "small_parts_negative",
      "the products with the small parts are subtracted, where they should be added",
      [=] { return three_products(nearest, [=](float x) { return nearest(nearest(x) - x); }); },
      "The small part is the element as it was loaded, less its big part: not the big part less "
      "the element.");
  add_mistake(
      one, "small_m_missing", "the product of M's small parts and N's big parts is missing",
      [=] { return sum_of(big(), small_n()); },
      "Is it added? If it is: do M's small parts hold what rounding takes away, or 0?");
  add_mistake(
      one, "small_n_missing", "the product of M's big parts and N's small parts is missing",
      [=] { return sum_of(big(), small_m()); },
      "Is it added? If it is: do N's small parts hold what rounding takes away, or 0?");
}

/// Random numbers of the exercise's type; one row of M is 0. Whichever way ties are rounded: there
/// are none.
inline shared_factors factors_for(random_source& random, const exercise& of,
                                  const product_sizes& s) {
  const auto count = [](int a, int b) {
    return static_cast<std::size_t>(a) * static_cast<std::size_t>(b);
  };
  auto made = std::make_shared<factors>();
  made->size = s;
  made->m = random.floats(count(s.I, s.J));
  made->n = random.floats(count(s.J, s.K));
  std::fill_n(made->m.begin() + s.J, s.J, 0.0f);
  if (of.of.packed) {
    made->m = rounded(of.of, made->m);
    made->n = rounded(of.of, made->n);
  } else {
    for (std::vector<float>* const each : {&made->m, &made->n})
      for (float& x : *each)
        if (is_tie(of.of, x))
          x = std::nextafter(x, 2.0F);
  }
  return made;
}

inline void add_factors(test_case& one, const exercise& of, const factors& both) {
  if (of.of.packed)
    one.input("d_M", packed(of.of, both.m))
        .input("d_N", packed(of.of, both.n))
        .title("d_M", of.of.name + ", two in each word")
        .title("d_N", of.of.name + ", two in each word");
  else
    one.input("d_M", both.m).input("d_N", both.n);
}

inline std::vector<double> wanted(const exercise& of, const factors& both) {
  if (of.function == "matmul_tf32")
    return both.product(rounded(of_tf32, both.m), rounded(of_tf32, both.n));
  return both.product(both.m, both.n);
}

/// d_M, d_N, d_P, I, J, K, and what comes out.
inline test_case call_of(const std::string& name, const exercise& of, const shared_factors& both) {
  const product_sizes s = both->size;
  const auto rows = static_cast<std::size_t>(s.I), columns = static_cast<std::size_t>(s.K),
             side = static_cast<std::size_t>(of.side);
  test_case one(name, of.function);
  add_factors(one, of, *both);
  one.output("d_P", protocol::element_type::float32, rows * columns)
      .only_written()
      .value("I", s.I)
      .value("J", s.J)
      .value("K", s.K)
      .expect("d_P", [=] {
        return grader::expectation{
            wanted(of, *both), tolerance(s.J), 0, {rows, columns, side, side}, {}};
      });
  return one;
}

/// Numbers of lines up to it are whole in the exercise's type.
inline int largest_index(const number_format& of) {
  return 2 << of.fraction_bits;
}

/// What else than indices decides which element a product gets.
inline const char* besides_indices(const exercise& of) {
  if (of.function == "matmul_mma<half>")
    return " Or are the indices right? Then: what is stored in swizzled places must be loaded from "
           "them, and N's elements by ldmatrix_x4_trans.";
  if (of.side == 16)
    return " Or are the indices right? Then look at what a fragment is told: its layout "
           "(row_major, as M and N lie), and the distance of two rows (J in M, K in N).";
  return " Or are the indices right? Then look at what a fragment is told: its layout "
         "(row_major), and the distance of two rows (a tile's, with its padding).";
}

/// product_probes(), whose numbers are handed over as the exercise wants them, and whose answers
/// speak of fragments, too.
inline std::vector<grader::input_probe> probes_of(const exercise& of, const product_sizes& s) {
  std::vector<grader::input_probe> probes = grader::product_probes(s);
  for (std::size_t i = 1; i < probes.size(); ++i) // the first counts products
    probes[i].look = [look = probes[i].look, of](const std::vector<double>& got) {
      auto answer = look(got);
      if (answer && !answer->next.empty())
        answer->next += besides_indices(of);
      return answer;
    };
  if (!of.of.packed)
    return probes;
  for (grader::input_probe& each : probes)
    for (const char* const name : {"d_M", "d_N"}) {
      const std::vector<std::byte>& bytes = each.contents.at(name);
      std::vector<float> numbers(bytes.size() / sizeof(float));
      std::memcpy(numbers.data(), bytes.data(), bytes.size());
      each.input(name, packed(of.of, numbers));
    }
  return probes;
}

inline test_case product_case(const random_source& random, const exercise& of,
                              const product_sizes& s) {
  const std::string name = fmt::format("{}, {} x {} x {}", of.function, s.I, s.J, s.K);
  random_source own = random.of(name);
  const shared_factors both = factors_for(own, of, s);
  test_case one = call_of(name, of, both);
  if (std::max({s.I, s.J, s.K}) <= largest_index(of.of))
    one.ask([of, s] { return probes_of(of, s); });
  if (of.function == "matmul_tf32")
    add_roundings(one, both);
  if (of.function == "matmul_tf32x3")
    add_missing_parts(one, both);
  add_missing_phases(one, both, of.depth, of.side == 16);
  constexpr std::size_t lanes = 32;
  if (of.side == 16) // a warp for each part of P
    one.threads_at_least(lanes * static_cast<std::size_t>(s.I / of.side) *
                         static_cast<std::size_t>(s.K / of.side));
  return one;
}

/// All functions with all sizes.
inline case_maker products(const std::vector<std::string>& functions, const sizes& of) {
  return [functions, of](random_source& random) {
    std::vector<test_case> cases;
    for (const std::string& function : functions)
      for (const product_ranges& each : of)
        cases.push_back(product_case(random, exercise_of(function), each.drawn(random)));
    return cases;
  };
}

/// Large products whose numbers nobody compares: to be timed, or, by Freivalds' check, verified.
inline case_maker large_products(const std::string& function,
                                 const std::vector<product_sizes>& sizes) {
  return [=](random_source& random) {
    std::vector<test_case> cases;
    for (const auto [I, J, K] : sizes) {
      const std::string name =
          fmt::format("{}, {} x {} x {}, {}", function, I, J, K, cases.size() + 1);
      const exercise of = exercise_of(function);
      random_source own = random.of(name);
      const shared_factors both = factors_for(own, of, {I, J, K});
      const auto rows = static_cast<std::size_t>(I), inner = static_cast<std::size_t>(J),
                 columns = static_cast<std::size_t>(K);
      test_case one(name, function);
      add_factors(one, of, *both);
      grader::expectation wanted;
      wanted.atol = tolerance(J);
      wanted.shape = {rows, columns, static_cast<std::size_t>(of.side),
                      static_cast<std::size_t>(of.side)};
      wanted.rows.sampled_rows = {0, 1, rows / 2 + 1, rows - 1};
      wanted.rows.row = [=](std::size_t row) {
        return grader::product_row(both->m, both->n, inner, columns, row);
      };
      const std::vector<std::uint64_t> signs = {own.bits(), own.bits(), own.bits(), own.bits()};
      wanted.rows.suspicious_rows = [=](const std::vector<double>& got) {
        constexpr double cut_not_rounded = 8; // tensor cores err to one side
        return grader::suspicious_product_rows(both->m, both->n, got, rows, inner, columns, signs,
                                               cut_not_rounded);
      };
      one.output("d_P", protocol::element_type::float32, rows * columns)
          .only_written()
          .value("I", I)
          .value("J", J)
          .value("K", K)
          .gpu_only()
          .expect("d_P", [wanted] { return wanted; });
      cases.push_back(std::move(one));
    }
    return cases;
  };
}

} // namespace cudalab::lab11
