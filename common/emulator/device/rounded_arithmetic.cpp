// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
// Compiled with -frounding-math.
#include "emulator/include/cudalab/rounded_arithmetic.h"

#include <cfenv>
#include <cmath>

#include "emulator/include/cudalab/conversions.h"

namespace {

/// The processor rounds in this direction for as long as one lives.
class rounding {
public:
  explicit rounding(int direction) : before_(std::fegetround()) { std::fesetround(direction); }
  ~rounding() { std::fesetround(before_); }
  rounding(const rounding&) = delete;
  rounding& operator=(const rounding&) = delete;

private:
  int before_;
};

/// Keeps the compiler from computing a value before or after its place.
template <class Number>
Number here(Number x) {
  volatile Number kept = x;
  return kept;
}

} // namespace

#define IN_ALL_DIRECTIONS(define)                                                                  \
  define(_rz, FE_TOWARDZERO) define(_ru, FE_UPWARD) define(_rd, FE_DOWNWARD)

#define ARITHMETIC(type, add, sub, mul, div, rcp, root, fused, suffix, direction)                  \
  type add##suffix(type a, type b) {                                                               \
    const rounding in(direction);                                                                  \
    return here(here(a) + here(b));                                                                \
  }                                                                                                \
  type sub##suffix(type a, type b) {                                                               \
    const rounding in(direction);                                                                  \
    return here(here(a) - here(b));                                                                \
  }                                                                                                \
  type mul##suffix(type a, type b) {                                                               \
    const rounding in(direction);                                                                  \
    return here(here(a) * here(b));                                                                \
  }                                                                                                \
  type div##suffix(type a, type b) {                                                               \
    const rounding in(direction);                                                                  \
    return here(here(a) / here(b));                                                                \
  }                                                                                                \
  type rcp##suffix(type a) {                                                                       \
    const rounding in(direction);                                                                  \
    return here(here(type(1)) / here(a));                                                          \
  }                                                                                                \
  type root##suffix(type a) {                                                                      \
    const rounding in(direction);                                                                  \
    return here(std::sqrt(here(a)));                                                               \
  }                                                                                                \
  type fused##suffix(type a, type b, type c) {                                                     \
    const rounding in(direction);                                                                  \
    return here(std::fma(here(a), here(b), here(c)));                                              \
  }
#define CONVERSION(name, to, from, suffix, direction)                                              \
  to name##suffix(from x) {                                                                        \
    const rounding in(direction);                                                                  \
    return here(static_cast<to>(here(x)));                                                         \
  }

#define FUNCTIONS(suffix, direction)                                                               \
  ARITHMETIC(float, __fadd, __fsub, __fmul, __fdiv, __frcp, __fsqrt, __fmaf, suffix, direction)    \
  ARITHMETIC(double, __dadd, __dsub, __dmul, __ddiv, __drcp, __dsqrt, __fma, suffix, direction)    \
  float __fmaf_ieee##suffix(float a, float b, float c) {                                           \
    return __fmaf##suffix(a, b, c);                                                                \
  }                                                                                                \
  CONVERSION(__int2float, float, int, suffix, direction)                                           \
  CONVERSION(__uint2float, float, unsigned int, suffix, direction)                                 \
  CONVERSION(__ll2float, float, long long, suffix, direction)                                      \
  CONVERSION(__ull2float, float, unsigned long long, suffix, direction)                            \
  CONVERSION(__ll2double, double, long long, suffix, direction)                                    \
  CONVERSION(__ull2double, double, unsigned long long, suffix, direction)                          \
  CONVERSION(__double2float, float, double, suffix, direction)
IN_ALL_DIRECTIONS(FUNCTIONS)

float __frsqrt_rn(float x) {
  return static_cast<float>(1 / __builtin_sqrtl(x));
}
