// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
//
// Any bytes as an output: right only when every number in it is. The first three bytes choose type
// and shape.
#include <cmath>
#include <cstring>

#include "fuzzing/property.h"
#include "grader/checks/judge_outputs.h"
#include "grader/compare/mistake_fit.h"
#include "grader/report/fuzz/clean.h"

using namespace cudalab;
using namespace cudalab::fuzzing;
using namespace cudalab::grader;
using protocol::element_type;

namespace {

constexpr double tolerance = 1e-3;

/// What element i must be: whole, so that every type can hold it.
double right(std::size_t i) {
  return static_cast<double>(i * 7 % 32);
}

template <typename Number>
double number_at(const std::vector<std::byte>& bytes, std::size_t i) {
  Number number;
  std::memcpy(&number, bytes.data() + i * sizeof number, sizeof number);
  return static_cast<double>(number);
}

double number_at(const std::vector<std::byte>& bytes, std::size_t i, element_type type) {
  switch (type) {
  case element_type::int32:
    return number_at<std::int32_t>(bytes, i);
  case element_type::uint32:
    return number_at<std::uint32_t>(bytes, i);
  case element_type::float32:
    return number_at<float>(bytes, i);
  default:
    return number_at<double>(bytes, i);
  }
}

expectation expected(grid_shape shape) {
  expectation wanted;
  wanted.shape = shape;
  wanted.atol = tolerance;
  for (std::size_t i = 0; i < shape.rows * shape.columns; ++i)
    wanted.want.push_back(right(i));
  return wanted;
}

void try_output(const std::uint8_t* data, std::size_t size) {
  if (size < 3)
    return;
  const auto type = static_cast<element_type>(data[0] % 4);
  const std::size_t rows = 1 + data[1] % 8, columns = 1 + data[2] % 8;
  std::vector<std::byte> bytes(rows * columns * protocol::size_of(type),
                               std::byte{protocol::poison_byte});
  if (size > 3)
    std::memcpy(bytes.data(), data + 3, std::min(size - 3, bytes.size()));

  test_case one("a case", "f");
  one.output("d_P", type, rows * columns).expect("d_P", [&] {
    return expected({rows, columns, 2, 2});
  });
  misconception doubled;
  doubled.id = "doubled";
  doubled.message = "everything is twice what it should be";
  doubled.want = [&] {
    std::vector<double> values = expected({rows, columns}).want;
    for (double& value : values)
      value *= 2;
    return values;
  };
  one.known_mistake("d_P", doubled);

  const auto faults = judge_outputs(one, {{"d_P", bytes}});
  bool all_right = true;
  for (std::size_t i = 0; i < rows * columns; ++i) {
    const double off = number_at(bytes, i, type) - right(i);
    all_right = all_right && -tolerance <= off && off <= tolerance; // false for a NaN
  }
  must(all_right == faults.empty(), "an output passes when each number is right, and only then");
  for (const output_fault& fault : faults) {
    must(!fault.what.message.empty(), "a fault has words");
    must_be_clean(fault.what.message + fault.what.next);
    const wrong_output seen{fault.output, fault.got, fault.result, one.expected(fault.output)};
    fit_of(doubled, seen);
  }
}

const fuzz_test outputs_fuzz("outputs_fuzz", try_output);

} // namespace
