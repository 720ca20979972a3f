// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#include <vector>

#include <doctest/doctest.h>

#include "emulator/runtime/memory/adopted_ranges.h"
#include "emulator/runtime/memory/device_memory.h"
#include "emulator/runtime/memory/memory_books.h"

using namespace cudalab::emulator;

namespace {

std::vector<int> numbers(1000);

bool adopt(std::size_t first, std::size_t count) {
  return device_memory::instance().adopt(&numbers[first], count * sizeof(int),
                                         memory_kind::registered, "", nullptr);
}

device_memory::free_result release(std::size_t first) {
  return device_memory::instance().free(&numbers[first], nullptr, memory_kind::registered);
}

} // namespace

TEST_CASE("adopted memory has a place in the device's range, with the same alignment") {
  const device_memory& memory = device_memory::instance();
  CHECK(!memory.contains(&numbers[10]));
  REQUIRE(adopt(10, 20));
  CHECK(memory.contains(&numbers[29]));
  CHECK(!memory.contains(&numbers[9]));
  CHECK(!memory.contains(&numbers[30]));
  const std::byte* const slot = memory.slot_of(&numbers[10]);
  CHECK(memory.in_range(slot));
  CHECK(memory.slot_of(&numbers[12]) == slot + 2 * sizeof(int));
  CHECK(reinterpret_cast<std::uintptr_t>(slot) % 512 ==
        reinterpret_cast<std::uintptr_t>(&numbers[10]) % 512);
  REQUIRE(memory.find(&numbers[15]));
  CHECK(memory.find(&numbers[15])->begin == slot);
  CHECK(memory.find(slot)->content == reinterpret_cast<std::byte*>(&numbers[10]));
  CHECK(release(10) == device_memory::free_result::ok);
  CHECK(!memory.contains(&numbers[10]));
}

TEST_CASE("nothing is adopted twice, in whole or in part") {
  REQUIRE(adopt(100, 10));
  REQUIRE(adopt(200, 10));
  CHECK(!adopt(100, 10));
  CHECK(!adopt(105, 1));
  CHECK(!adopt(95, 6));
  CHECK(!adopt(50, 500));
  CHECK(adopt(110, 10));
  for (const std::size_t first : {100, 110, 200})
    CHECK(release(first) == device_memory::free_result::ok);
}

TEST_CASE("memory is freed by the call that fits its kind") {
  device_memory& memory = device_memory::instance();
  void* const pinned = memory.allocate(100, nullptr, memory_kind::pinned);
  void* const managed = memory.allocate(100, nullptr, memory_kind::managed);
  CHECK(memory.host_may_touch(pinned));
  CHECK(memory.host_may_touch(managed));
  CHECK(memory.free(pinned, nullptr) == device_memory::free_result::not_an_allocation);
  CHECK(memory.free(managed, nullptr, memory_kind::pinned) ==
        device_memory::free_result::not_an_allocation);
  CHECK(memory.free(pinned, nullptr, memory_kind::pinned) == device_memory::free_result::ok);
  CHECK(memory.free(pinned, nullptr, memory_kind::pinned) ==
        device_memory::free_result::already_freed);
  CHECK(memory.free(managed, nullptr) == device_memory::free_result::ok);
}

TEST_CASE("the heap of kernels gives out small pieces close together, freed ones late") {
  device_memory& memory = device_memory::instance();
  const auto piece = [&] {
    return static_cast<std::byte*>(memory.allocate(16, nullptr, memory_kind::device_heap));
  };
  std::byte* const a = piece();
  std::byte* const b = piece();
  CHECK(b > a);
  CHECK(b - a < 256);
  CHECK(memory.free(a, nullptr, memory_kind::device_heap) == device_memory::free_result::ok);
  std::byte* const c = piece();
  CHECK(c > b);
  CHECK(!memory.host_may_touch(c));
  const std::size_t listed = memory.live().size();
  CHECK(memory.free(b, nullptr, memory_kind::device_heap) == device_memory::free_result::ok);
  CHECK(memory.free(c, nullptr, memory_kind::device_heap) == device_memory::free_result::ok);
  CHECK(memory.live().size() == listed); // the program need not free it
}

TEST_CASE("a range near an address") {
  adopted_ranges& all = adopted_ranges::instance();
  const auto* const begin = reinterpret_cast<const std::byte*>(&numbers[500]);
  REQUIRE(all.add({begin, 40, nullptr, memory_kind::device_variable}));
  CHECK(all.find(begin + 39)->begin == begin);
  CHECK(all.find(begin + 40) == nullptr);
  CHECK(all.near(begin + 40, 16)->begin == begin);
  CHECK(all.near(begin + 56, 16)->begin == begin);
  CHECK(all.near(begin + 57, 16) == nullptr);
  CHECK(all.near(begin - 16, 16)->begin == begin);
  CHECK(all.near(begin - 17, 16) == nullptr);
  all.remove(begin);
  CHECK(all.find(begin) == nullptr);
}

TEST_CASE("room is found between, behind, and not beyond the end") {
  std::vector<std::byte> range(4096);
  memory_region region{range.data(), range.data() + range.size(), 64, 16};
  memory_books books;
  const auto put = [&](std::byte* at, std::size_t bytes) {
    allocation one;
    one.begin = at;
    one.bytes = bytes;
    books.add(one);
  };
  CHECK(books.find_room(region, region.begin, 4096 - 64) == region.begin);
  CHECK(books.find_room(region, region.begin, 4096 - 63) == nullptr);
  put(region.begin, 100);
  std::byte* const second = books.find_room(region, region.begin, 100);
  CHECK(second == region.begin + 176); // 100 and 64, in steps of 16
  put(region.begin + 1024, 1024);
  CHECK(books.find_room(region, region.begin, 700) == second);
  CHECK(books.find_room(region, region.begin, 1000) == region.begin + 2112);
  CHECK(books.find_room(region, region.begin + 1500, 8) == region.begin + 2112);
  CHECK(books.find_room(region, region.begin, 3000) == nullptr);
}
