// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// CUDA's atomic functions, as atomic operations of the host: blocks run on several OS threads.
#include "emulator/include/cudalab/atomics.h"

#include <cmath>
#include <cstring>

#include "emulator/runtime/blocks/atomic_update.h"
#include "emulator/runtime/memory/shared_memory.h"

namespace cudalab::emulator {

namespace {

float without_subnormal(float number) {
  return std::fpclassify(number) == FP_SUBNORMAL ? std::copysign(0.0f, number) : number;
}

/// In global memory a GPU takes subnormal numbers for zero, and makes none (PTX ISA, `atom`;
/// counted on an H200).
float float_sum(const float* address, float old, float value) {
  if (in_shared_memory(address))
    return old + value;
  return without_subnormal(without_subnormal(old) + without_subnormal(value));
}

/// One observed access, but each element is atomic by itself, as CUDA says.
template <class Vector>
inline Vector add_elements(const char* function, Vector* address, const Vector& value,
                           access_manner manner, const void* pc) {
  scheduler_for(function);
  observe_atomic(address, sizeof(Vector), manner, pc);
  constexpr std::size_t size = sizeof(Vector) / sizeof(float);
  float elements[size];
  std::memcpy(elements, &value, sizeof value);
  auto* const place = reinterpret_cast<float*>(address);
  for (std::size_t i = 0; i < size; ++i)
    elements[i] =
        update(place + i, [&](float old) { return float_sum(place + i, old, elements[i]); });
  Vector before;
  std::memcpy(&before, elements, sizeof before);
  return before;
}

} // namespace

} // namespace cudalab::emulator

using namespace cudalab::emulator;

/// Whether an earlier plain read of the place can be no more than a guess: see
/// thread_state::looks_again.
static constexpr bool looks_again(std::string_view name) {
  for (const std::string_view each :
       {"atomicCAS", "atomicExch", "atomicMin", "atomicMax", "atomicAnd", "atomicOr"})
    if (name.substr(0, each.size()) == each)
      return true;
  return false;
}

static constexpr bool exchanges(std::string_view name) {
  return name.substr(0, 10) == "atomicExch";
}

// Three functions: for the device, the block and the system. None is inlined: the return address is
// the student's line.
#define ATOMIC_OF_SCOPE(name, type, manner, result)                                                \
  [[gnu::noinline]] type name(type* address, type value) {                                         \
    return atomically(                                                                             \
        #name "()", address, access_manner::manner, __builtin_return_address(0),                   \
        [=]([[maybe_unused]] type old) -> type { return result; }, looks_again(#name),             \
        exchanges(#name));                                                                         \
  }
#define ATOMIC(name, type, result)                                                                 \
  ATOMIC_OF_SCOPE(name, type, atomic, result)                                                      \
  ATOMIC_OF_SCOPE(name##_block, type, block_atomic, result)                                        \
  ATOMIC_OF_SCOPE(name##_system, type, atomic, result)

#define ATOMIC_VECTOR_OF_SCOPE(name, type, manner)                                                 \
  [[gnu::noinline]] type name(type* address, type value) {                                         \
    return add_elements(#name "()", address, value, access_manner::manner,                         \
                        __builtin_return_address(0));                                              \
  }
#define ATOMIC_VECTOR(type)                                                                        \
  ATOMIC_VECTOR_OF_SCOPE(atomicAdd, type, atomic)                                                  \
  ATOMIC_VECTOR_OF_SCOPE(atomicAdd_block, type, block_atomic)                                      \
  ATOMIC_VECTOR_OF_SCOPE(atomicAdd_system, type, atomic)

#define ATOMIC_CAS_OF_SCOPE(name, type, manner)                                                    \
  [[gnu::noinline]] type name(type* address, type expected, type value) {                          \
    return atomically(                                                                             \
        #name "()", address, access_manner::manner, __builtin_return_address(0),                   \
        [=](type old) { return old == expected ? value : old; }, true);                            \
  }
#define ATOMIC_CAS(type)                                                                           \
  ATOMIC_CAS_OF_SCOPE(atomicCAS, type, atomic)                                                     \
  ATOMIC_CAS_OF_SCOPE(atomicCAS_block, type, block_atomic)                                         \
  ATOMIC_CAS_OF_SCOPE(atomicCAS_system, type, atomic)

// Signed sums wrap around, as on a GPU.
ATOMIC(atomicAdd, int, static_cast<int>(static_cast<unsigned>(old) + static_cast<unsigned>(value)))
ATOMIC(atomicAdd, unsigned int, old + value)
ATOMIC(atomicAdd, unsigned long long, old + value)
ATOMIC(atomicAdd, float, float_sum(address, old, value))
ATOMIC(atomicAdd, double, old + value)
ATOMIC_VECTOR(float2)
ATOMIC_VECTOR(float4)

ATOMIC(atomicSub, int, static_cast<int>(static_cast<unsigned>(old) - static_cast<unsigned>(value)))
ATOMIC(atomicSub, unsigned int, old - value)

ATOMIC(atomicExch, int, value)
ATOMIC(atomicExch, unsigned int, value)
ATOMIC(atomicExch, unsigned long long, value)
ATOMIC(atomicExch, float, value)

ATOMIC(atomicMin, int, old < value ? old : value)
ATOMIC(atomicMin, unsigned int, old < value ? old : value)
ATOMIC(atomicMin, long long, old < value ? old : value)
ATOMIC(atomicMin, unsigned long long, old < value ? old : value)
ATOMIC(atomicMax, int, old < value ? value : old)
ATOMIC(atomicMax, unsigned int, old < value ? value : old)
ATOMIC(atomicMax, long long, old < value ? value : old)
ATOMIC(atomicMax, unsigned long long, old < value ? value : old)

ATOMIC(atomicInc, unsigned int, old >= value ? 0 : old + 1)
ATOMIC(atomicDec, unsigned int, old == 0 || old > value ? value : old - 1)

ATOMIC(atomicAnd, int, (old & value))
ATOMIC(atomicAnd, unsigned int, (old & value))
ATOMIC(atomicAnd, unsigned long long, (old & value))
ATOMIC(atomicOr, int, (old | value))
ATOMIC(atomicOr, unsigned int, (old | value))
ATOMIC(atomicOr, unsigned long long, (old | value))
ATOMIC(atomicXor, int, (old ^ value))
ATOMIC(atomicXor, unsigned int, (old ^ value))
ATOMIC(atomicXor, unsigned long long, (old ^ value))

ATOMIC_CAS(unsigned short)
ATOMIC_CAS(int)
ATOMIC_CAS(unsigned int)
ATOMIC_CAS(unsigned long long)
