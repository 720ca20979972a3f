// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#include "grader/speed/ring_memory.h"

#include <cstring>
#include <set>
#include <stdexcept>

#include <doctest/doctest.h>

using namespace cudalab;
using namespace cudalab::grader;

namespace {

std::vector<test_case> two_calls() {
  std::vector<test_case> ring;
  for (const float start : {1.0F, 5.0F}) {
    test_case one("case", "scale");
    one.input("d_in", std::vector<float>{start, start + 1, start + 2});
    one.output("d_out", protocol::element_type::float32, 3);
    one.value("n", 3);
    ring.push_back(std::move(one));
  }
  return ring;
}

const protocol::buffer_argument& buffer(const ring_memory& memory, std::size_t call,
                                        std::size_t argument) {
  return std::get<protocol::buffer_argument>(memory.calls()[call].arguments[argument]);
}

} // namespace

TEST_CASE("every call has its own inputs and outputs") {
  const auto ring = two_calls();
  const ring_memory memory(ring);
  for (std::size_t i = 0; i < 2; ++i) {
    float first = 0;
    std::memcpy(&first, memory.inputs().data() + buffer(memory, i, 0).input_offset, sizeof first);
    CHECK(first == (i == 0 ? 1.0F : 5.0F));
  }
  const std::size_t a = buffer(memory, 0, 1).output_offset, b = buffer(memory, 1, 1).output_offset;
  CHECK(a >= protocol::fence_bytes);
  CHECK(a % protocol::fence_bytes == 0);
  CHECK(b >= a + 12 + protocol::fence_bytes);
  CHECK(memory.output_bytes() >= b + 12 + protocol::fence_bytes);
}

TEST_CASE("outputs are found, and a write outside them is seen") {
  const auto ring = two_calls();
  const ring_memory memory(ring);
  std::vector<std::byte> outputs(memory.output_bytes(), std::byte{protocol::poison_byte});
  const std::size_t at = buffer(memory, 1, 1).output_offset;
  std::memset(outputs.data() + at, 1, 12);
  CHECK(memory.fences_whole(outputs.data()));
  CHECK(memory.outputs_of(1, outputs.data()).at("d_out") ==
        std::vector<std::byte>(12, std::byte{1}));
  for (const std::size_t outside : {at - 1, at + 12, outputs.size() - 1, std::size_t{0}}) {
    auto damaged = outputs;
    damaged[outside] = std::byte{0};
    CHECK_FALSE(memory.fences_whole(damaged.data()));
  }
}

TEST_CASE("a ring needs calls") {
  const std::vector<test_case> none;
  CHECK_THROWS_AS(ring_memory{none}, std::invalid_argument);
}
