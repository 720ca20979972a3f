// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#include <doctest/doctest.h>

#include <climits>

#include "kernel_test.h"

using cudalab::emulator::launch_configuration;
using kernel_test::device_array;
using kernel_test::run;

namespace {

/// What one atomic operation leaves and returns.
template <class T, class Operation>
void check_one(T before, T after, Operation operation) {
  device_array<T> cells(2);
  T* const p = cells.data();
  run(launch_configuration(1, 1), [=] {
    p[0] = before;
    p[1] = operation(p);
  });
  CHECK(cells.copy()[0] == after);
  CHECK(cells.copy()[1] == before);
}

} // namespace

TEST_CASE("each operation returns the old value and stores CUDA's new one") {
  check_one<int>(INT_MAX, INT_MIN, [](int* p) { return atomicAdd(p, 1); });
  check_one<float>(1.5f, 2.0f, [](float* p) { return atomicAdd(p, 0.5f); });
  check_one<double>(1.5, 1.75, [](double* p) { return atomicAdd(p, 0.25); });
  check_one<unsigned>(3, 0xffffffff, [](unsigned* p) { return atomicSub(p, 4u); });
  check_one<float>(1.0f, 7.0f, [](float* p) { return atomicExch(p, 7.0f); });
  check_one<int>(-1, -1, [](int* p) { return atomicMin(p, 3); });
  check_one<unsigned>(0xffffffff, 3, [](unsigned* p) { return atomicMin(p, 3u); });
  check_one<long long>(-5, 9, [](long long* p) { return atomicMax(p, 9ll); });
  check_one<unsigned>(6, 7, [](unsigned* p) { return atomicInc(p, 7u); });
  check_one<unsigned>(7, 0, [](unsigned* p) { return atomicInc(p, 7u); });
  check_one<unsigned>(8, 0, [](unsigned* p) { return atomicInc(p, 7u); });
  check_one<unsigned>(1, 0, [](unsigned* p) { return atomicDec(p, 7u); });
  check_one<unsigned>(0, 7, [](unsigned* p) { return atomicDec(p, 7u); });
  check_one<unsigned>(8, 7, [](unsigned* p) { return atomicDec(p, 7u); });
  check_one<int>(6, 2, [](int* p) { return atomicAnd_block(p, 3); });
  check_one<int>(6, 7, [](int* p) { return atomicOr_system(p, 3); });
  check_one<int>(6, 5, [](int* p) { return atomicXor(p, 3); });
  check_one<int>(6, 9, [](int* p) { return atomicCAS(p, 6, 9); });
  check_one<int>(6, 6, [](int* p) { return atomicCAS(p, 5, 9); });
}

TEST_CASE("atomic functions with an order return and store what those without do") {
  constexpr int order = __NV_ATOMIC_ACQ_REL, scope = __NV_THREAD_SCOPE_DEVICE;
  check_one<long>(5, 3, [](long* p) { return __nv_atomic_fetch_sub(p, 2, order, scope); });
  check_one<int>(INT_MAX, INT_MIN, [](int* p) { return __nv_atomic_fetch_add(p, 1, order); });
  check_one<float>(1.5f, 1.0f, [](float* p) { return __nv_atomic_fetch_sub(p, 0.5f, order); });
  check_one<long long>(-1, -1, [](long long* p) { return __nv_atomic_fetch_min(p, 3, order); });
  check_one<unsigned long>(
      1, 3, [](unsigned long* p) { return __nv_atomic_fetch_max(p, 3, __NV_ATOMIC_RELAXED); });
  check_one<unsigned>(6, 5, [](unsigned* p) { return __nv_atomic_fetch_xor(p, 3, order, scope); });
  check_one<double>(6, 9, [](double* p) { return __nv_atomic_exchange_n(p, 9, order); });
  check_one<short>(6, 9, [](short* p) {
    const short before = __nv_atomic_load_n(p, __NV_ATOMIC_ACQUIRE);
    __nv_atomic_store_n(p, 9, __NV_ATOMIC_RELEASE, __NV_THREAD_SCOPE_BLOCK);
    return before;
  });
  check_one<int>(6, 8, [](int* p) {
    int expected = 5;
    const bool none = __nv_atomic_compare_exchange_n(p, &expected, 7, false, order, order);
    const int found = expected;
    return none || !__nv_atomic_compare_exchange_n(p, &expected, 8, false, order, order) ? 0
                                                                                         : found;
  });
}

TEST_CASE("a 16-bit exchange leaves its neighbour alone") {
  device_array<unsigned short> cells(2, 5);
  unsigned short* const p = cells.data();
  run(launch_configuration(1, 1), [=] { atomicCAS(p, (unsigned short)5, (unsigned short)6); });
  CHECK(cells.copy() == std::vector<unsigned short>{6, 5});
}

TEST_CASE("blocks on several OS threads add to one place") {
  device_array<unsigned long long> sum(1);
  device_array<float> parts(4);
  auto* const s = sum.data();
  float* const f = parts.data();
  run(launch_configuration(200, 128), [=] {
    atomicAdd(s, (unsigned long long)threadIdx.x);
    atomicAdd(f, 0.5f);
    atomicAdd(reinterpret_cast<float2*>(f + 2), make_float2(1.0f, 2.0f));
  });
  CHECK(sum.copy()[0] == 200ull * 127 * 64);
  CHECK(parts.copy() == std::vector<float>{12800.0f, 0.0f, 25600.0f, 51200.0f});
}
