// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#include "../traffic_comparison.h"

#include <doctest/doctest.h>

using namespace cudalab::proof;

namespace {

/// Of one kernel, of global loads only.
traffic_figures loads(std::uint64_t bytes, std::uint64_t requests, std::uint64_t sectors) {
  return {
      {{"k", "ld.bytes"}, bytes}, {{"k", "ld.requests"}, requests}, {{"k", "ld.sectors"}, sectors}};
}

agreement compared(const traffic_figures& emulated, const traffic_figures& gpu) {
  return compare_kind(traffic_kinds().front(), "k", emulated, gpu);
}

} // namespace

TEST_CASE("fewer requests for the same bytes are joined accesses, all else is a difference") {
  const traffic_figures ours = loads(128, 4, 16);
  CHECK(compared({}, {}) == agreement::nothing);
  CHECK(compared(ours, ours) == agreement::equal);
  CHECK(compared(ours, loads(128, 2, 16)) == agreement::joined);
  CHECK(compared(ours, loads(128, 2, 8)) == agreement::joined);
  CHECK(compared(ours, loads(128, 5, 16)) == agreement::differs);
  CHECK(compared(ours, loads(128, 4, 17)) == agreement::differs);
  CHECK(compared(ours, loads(124, 2, 16)) == agreement::differs); // some access was left out
  CHECK(compared(ours, {}) == agreement::differs);
}

TEST_CASE("of atomic operations no bytes are known: they are equal, or they differ") {
  const traffic_kind& atomics = traffic_kinds()[2];
  const auto some = [](std::uint64_t requests) {
    return traffic_figures{{{"k", "atomic.requests"}, requests}};
  };
  CHECK(compare_kind(atomics, "k", some(3), some(3)) == agreement::equal);
  CHECK(compare_kind(atomics, "k", some(3), some(2)) == agreement::differs);
}

TEST_CASE("a comparison adds kernels up, and names those that differ") {
  traffic_comparison all;
  all.add("one", loads(128, 4, 16), loads(128, 4, 16));
  all.add("two", loads(128, 4, 16), loads(128, 1, 16));
  CHECK(all.all_explained());
  all.add("three", loads(128, 4, 16), loads(64, 4, 16));
  CHECK_FALSE(all.all_explained());
  const std::string table = all.table();
  const auto has = [&](const char* part) { return table.find(part) != table.npos; };
  CHECK(has("3 kernels: 1 equal in all, 1 equal but for joined accesses, 1 with a difference"));
  CHECK(has("| global loads | 3 | 1 | 1 | 1 | 320 | 384 | 9 | 12 | 48 | 48 |"));
  CHECK(has("- three k, global loads: GPU 64 bytes, 4 requests, 16 sectors; emulated 128 bytes"));
  CHECK_FALSE(has("- two k"));
}
