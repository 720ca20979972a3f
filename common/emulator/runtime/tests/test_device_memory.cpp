// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#include <doctest/doctest.h>

#include "emulator/runtime/memory/device_memory.h"

using cudalab::emulator::allocation;
using cudalab::emulator::device_memory;

namespace {

std::byte* take(std::size_t bytes, const void* caller = nullptr) {
  return static_cast<std::byte*>(device_memory::instance().allocate(bytes, caller));
}

void give_back(void* pointer) {
  CHECK(device_memory::instance().free(pointer, nullptr) == device_memory::free_result::ok);
}

struct listener : cudalab::emulator::memory_listener {
  int allocations = 0, frees = 0;
  void allocated(const allocation&) override { ++allocations; }
  void freed(const allocation& gone) override { frees += gone.live ? 100 : 1; }
};

} // namespace

TEST_CASE("allocations are aligned, apart, and inside the range") {
  device_memory& memory = device_memory::instance();
  std::byte* a = take(1);
  std::byte* b = take(1000);
  CHECK(memory.contains(a));
  CHECK(!memory.contains(&memory));
  CHECK(reinterpret_cast<std::uintptr_t>(b) % device_memory::alignment == 0);
  CHECK(b >= a + 1 + device_memory::gap);
  CHECK(!memory.contains(a - memory.reserved_bytes()));
  give_back(a);
  give_back(b);
}

TEST_CASE("a long range on few pages holds them over and over, and costs no more") {
  constexpr std::size_t gigabyte = std::size_t{1} << 30, period = 3 * 65536;
  device_memory& memory = device_memory::instance();
  auto* const begin = static_cast<std::byte*>(memory.allocate_repeated(gigabyte, period, nullptr));
  REQUIRE(begin != nullptr);
  begin[5] = std::byte{7};
  CHECK(begin[period + 5] == std::byte{7});
  CHECK(begin[gigabyte / period * period + 5] == std::byte{7});
  CHECK(begin[6] == std::byte{0});
  CHECK(memory.find(begin + gigabyte - 1)->own_bytes() == period);
  CHECK(memory.allocate_repeated(gigabyte + 1, period, nullptr) == nullptr);
  give_back(begin);
  std::byte* const again = take(2 * period);
  CHECK(again <= begin); // and nothing is there twice
  begin[5] = std::byte{1};
  CHECK(begin[period + 5] == std::byte{0});
  give_back(again);
}

TEST_CASE("a few rows past a long range that is there over and over is no other one") {
  constexpr std::size_t long_range = std::size_t{64} << 20, period = 65536, rows = 4 * 245'760;
  device_memory& memory = device_memory::instance();
  auto* const a = static_cast<std::byte*>(memory.allocate_repeated(long_range, period, nullptr));
  auto* const b = static_cast<std::byte*>(memory.allocate_repeated(long_range, period, nullptr));
  REQUIRE(a != nullptr);
  REQUIRE(b != nullptr);
  CHECK(!memory.find(a + long_range + rows));
  give_back(a);
  give_back(b);
}

TEST_CASE("the first place that is large enough is taken, so that a run repeats") {
  std::byte* a = take(10000);
  std::byte* b = take(100);
  give_back(a);
  CHECK(take(20000) > b);
  std::byte* again = take(9000);
  CHECK(again == a);
  give_back(again);
  for (const allocation& one : device_memory::instance().live())
    device_memory::instance().free(one.begin, nullptr);
}

TEST_CASE("an address finds its allocation, live or freed") {
  device_memory& memory = device_memory::instance();
  int here = 0;
  std::byte* a = take(100, &here);
  std::byte* b = take(100);
  memory.name(a, "d_M");
  REQUIRE(memory.find(a + 99));
  CHECK(memory.find(a + 99)->name == "d_M");
  CHECK(memory.find(a)->made_by == &here);
  CHECK(!memory.find(a + 100));
  CHECK(!memory.find(a - 1));
  CHECK(memory.nearest(a + 100)->begin == a);
  CHECK(memory.nearest(b - 8)->begin == b);
  CHECK(memory.free(a + 1, nullptr) == device_memory::free_result::not_an_allocation);
  CHECK(memory.free(a, &here) == device_memory::free_result::ok);
  CHECK(memory.free(a, nullptr) == device_memory::free_result::already_freed);
  CHECK(!memory.find(a));
  REQUIRE(memory.nearest(a + 5));
  CHECK(memory.nearest(a + 5)->begin == a);
  CHECK(!memory.nearest(a + 5)->live);
  CHECK(memory.nearest(a + 5)->freed_by == &here);
  std::byte* c = take(50); // in a's place: a is forgotten
  CHECK(c == a);
  CHECK(memory.nearest(c + 60)->bytes == 50);
  give_back(b);
  give_back(c);
}

TEST_CASE("a listener hears of what happens") {
  device_memory& memory = device_memory::instance();
  cudalab::emulator::memory_listener* before = memory.listener();
  listener hears;
  memory.listen(&hears);
  give_back(take(10));
  memory.listen(before);
  CHECK(hears.allocations == 1);
  CHECK(hears.frees == 1);
}
