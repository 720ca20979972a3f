// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
// Arithmetic, comparisons and mathematics of the 16-bit floating types; the same overloads for
// both. Included with what narrow_type.inc.h needs.

namespace cudalab {
namespace emulator {
CUDALAB_INLINE double value_of(CUDALAB_N a) {
  return CUDALAB_N_VALUE(a.__x);
}
CUDALAB_INLINE bool not_a_number(CUDALAB_N a) {
  return value_of(a) != value_of(a);
}
CUDALAB_INLINE CUDALAB_N larger(CUDALAB_N a, CUDALAB_N b) {
  if (not_a_number(a) || (value_of(a) == value_of(b) && (a.__x & 0x8000) != 0))
    return not_a_number(b) ? CUDALAB_N(CUDALAB_N_RAW{0x7fff}) : b;
  return value_of(a) < value_of(b) ? b : a;
}
} // namespace emulator
} // namespace cudalab

#define CUDALAB_PAIR_1(name, name2)                                                                \
  CUDALAB_INLINE CUDALAB_N2 name2(CUDALAB_N2 a) {                                                  \
    return CUDALAB_N2(name(a.x), name(a.y));                                                       \
  }
#define CUDALAB_PAIR_2(name, name2)                                                                \
  CUDALAB_INLINE CUDALAB_N2 name2(CUDALAB_N2 a, CUDALAB_N2 b) {                                    \
    return CUDALAB_N2(name(a.x, b.x), name(a.y, b.y));                                             \
  }
#define CUDALAB_PAIR_3(name, name2)                                                                \
  CUDALAB_INLINE CUDALAB_N2 name2(CUDALAB_N2 a, CUDALAB_N2 b, CUDALAB_N2 c) {                      \
    return CUDALAB_N2(name(a.x, b.x, c.x), name(a.y, b.y, c.y));                                   \
  }

// An exact sum, difference or product may not fit in a double, but rounding it twice does no harm:
// 53 bits are more than twice 11 and 2.
#define CUDALAB_ARITHMETIC(name, sign)                                                             \
  CUDALAB_INLINE CUDALAB_N __h##name(CUDALAB_N a, CUDALAB_N b) {                                   \
    return CUDALAB_N(cudalab::emulator::value_of(a) sign cudalab::emulator::value_of(b));          \
  }                                                                                                \
  CUDALAB_INLINE CUDALAB_N __h##name##_rn(CUDALAB_N a, CUDALAB_N b) {                              \
    return __h##name(a, b);                                                                        \
  }                                                                                                \
  CUDALAB_INLINE CUDALAB_N __h##name##_sat(CUDALAB_N a, CUDALAB_N b) {                             \
    return CUDALAB_N(                                                                              \
        cudalab::emulator::saturated_value(cudalab::emulator::value_of(__h##name(a, b))));         \
  }                                                                                                \
  CUDALAB_PAIR_2(__h##name, __h##name##2)                                                          \
  CUDALAB_PAIR_2(__h##name##_rn, __h##name##2_rn)                                                  \
  CUDALAB_PAIR_2(__h##name##_sat, __h##name##2_sat)                                                \
  CUDALAB_INLINE CUDALAB_N operator sign(CUDALAB_N a, CUDALAB_N b) {                               \
    return __h##name(a, b);                                                                        \
  }                                                                                                \
  CUDALAB_INLINE CUDALAB_N2 operator sign(CUDALAB_N2 a, CUDALAB_N2 b) {                            \
    return __h##name##2(a, b);                                                                     \
  }
CUDALAB_ARITHMETIC(add, +)
CUDALAB_ARITHMETIC(sub, -)
CUDALAB_ARITHMETIC(mul, *)
#undef CUDALAB_ARITHMETIC
CUDALAB_INLINE CUDALAB_N __hdiv(CUDALAB_N a, CUDALAB_N b) {
  return CUDALAB_N(cudalab::emulator::value_of(a) / cudalab::emulator::value_of(b));
}
CUDALAB_PAIR_2(__hdiv, __h2div)
CUDALAB_INLINE CUDALAB_N operator/(CUDALAB_N a, CUDALAB_N b) {
  return __hdiv(a, b);
}
CUDALAB_INLINE CUDALAB_N2 operator/(CUDALAB_N2 a, CUDALAB_N2 b) {
  return __h2div(a, b);
}

CUDALAB_INLINE CUDALAB_N __hneg(CUDALAB_N a) {
  return CUDALAB_N_RAW{(unsigned short)(a.__x ^ 0x8000)};
}
CUDALAB_INLINE CUDALAB_N __habs(CUDALAB_N a) {
  return CUDALAB_N_RAW{(unsigned short)(a.__x & 0x7fff)};
}
CUDALAB_PAIR_1(__hneg, __hneg2)
CUDALAB_PAIR_1(__habs, __habs2)
CUDALAB_INLINE CUDALAB_N operator-(CUDALAB_N a) {
  return __hneg(a);
}
CUDALAB_INLINE CUDALAB_N operator+(CUDALAB_N a) {
  return a;
}
CUDALAB_INLINE CUDALAB_N2 operator-(CUDALAB_N2 a) {
  return __hneg2(a);
}
CUDALAB_INLINE CUDALAB_N2 operator+(CUDALAB_N2 a) {
  return a;
}

CUDALAB_INLINE CUDALAB_N __hfma(CUDALAB_N a, CUDALAB_N b, CUDALAB_N c) {
  using namespace cudalab::emulator;
  return CUDALAB_N(fused_for_narrowing(value_of(a), value_of(b), value_of(c)));
}
CUDALAB_INLINE CUDALAB_N __hfma_sat(CUDALAB_N a, CUDALAB_N b, CUDALAB_N c) {
  return CUDALAB_N(
      cudalab::emulator::saturated_value(cudalab::emulator::value_of(__hfma(a, b, c))));
}
CUDALAB_INLINE CUDALAB_N __hfma_relu(CUDALAB_N a, CUDALAB_N b, CUDALAB_N c) {
  const CUDALAB_N result = __hfma(a, b, c);
  return cudalab::emulator::value_of(result) < 0 ? CUDALAB_N(0.0f) : result;
}
CUDALAB_PAIR_3(__hfma, __hfma2)
CUDALAB_PAIR_3(__hfma_sat, __hfma2_sat)
CUDALAB_PAIR_3(__hfma_relu, __hfma2_relu)
/// c + a * b of complex numbers.
CUDALAB_INLINE CUDALAB_N2 __hcmadd(CUDALAB_N2 a, CUDALAB_N2 b, CUDALAB_N2 c) {
  return CUDALAB_N2(__hfma(__hneg(a.y), b.y, __hfma(a.x, b.x, c.x)),
                    __hfma(a.y, b.x, __hfma(a.x, b.y, c.y)));
}

// A NaN gives way to a number; with _nan, it wins. -0 is less than 0.
CUDALAB_INLINE CUDALAB_N __hmax(CUDALAB_N a, CUDALAB_N b) {
  return cudalab::emulator::larger(a, b);
}
CUDALAB_INLINE CUDALAB_N __hmin(CUDALAB_N a, CUDALAB_N b) {
  const CUDALAB_N result = cudalab::emulator::larger(__hneg(a), __hneg(b));
  return cudalab::emulator::not_a_number(result) ? result : __hneg(result);
}
#define CUDALAB_NAN_WINS(name)                                                                     \
  CUDALAB_INLINE CUDALAB_N name##_nan(CUDALAB_N a, CUDALAB_N b) {                                  \
    using namespace cudalab::emulator;                                                             \
    return not_a_number(a) || not_a_number(b) ? CUDALAB_N(CUDALAB_N_RAW{0x7fff}) : name(a, b);     \
  }                                                                                                \
  CUDALAB_PAIR_2(name, name##2)                                                                    \
  CUDALAB_PAIR_2(name##_nan, name##2_nan)
CUDALAB_NAN_WINS(__hmax)
CUDALAB_NAN_WINS(__hmin)
#undef CUDALAB_NAN_WINS

CUDALAB_INLINE bool __hisnan(CUDALAB_N a) {
  return cudalab::emulator::not_a_number(a);
}
CUDALAB_INLINE int __hisinf(CUDALAB_N a) {
  const double x = cudalab::emulator::value_of(a);
  return x == __builtin_inf() ? 1 : x == -__builtin_inf() ? -1 : 0;
}
CUDALAB_INLINE CUDALAB_N2 __hisnan2(CUDALAB_N2 a) {
  return CUDALAB_N2(__hisnan(a.x) ? 1.0f : 0.0f, __hisnan(a.y) ? 1.0f : 0.0f);
}

// With a NaN, a comparison is false; the form with u is true.
#define CUDALAB_COMPARISON_FORMS(name)                                                             \
  CUDALAB_INLINE CUDALAB_N2 __h##name##2(CUDALAB_N2 a, CUDALAB_N2 b) {                             \
    return CUDALAB_N2(__h##name(a.x, b.x) ? 1.0f : 0.0f, __h##name(a.y, b.y) ? 1.0f : 0.0f);       \
  }                                                                                                \
  CUDALAB_INLINE bool __hb##name##2(CUDALAB_N2 a, CUDALAB_N2 b) {                                  \
    return __h##name(a.x, b.x) && __h##name(a.y, b.y);                                             \
  }                                                                                                \
  CUDALAB_INLINE unsigned int __h##name##2_mask(CUDALAB_N2 a, CUDALAB_N2 b) {                      \
    return (__h##name(a.x, b.x) ? 0xffffu : 0) | (__h##name(a.y, b.y) ? 0xffff0000u : 0);          \
  }
#define CUDALAB_COMPARISON(name, sign, operator_form)                                              \
  CUDALAB_INLINE bool __h##name(CUDALAB_N a, CUDALAB_N b) {                                        \
    return !__hisnan(a) && !__hisnan(b) &&                                                         \
           cudalab::emulator::value_of(a) sign cudalab::emulator::value_of(b);                     \
  }                                                                                                \
  CUDALAB_INLINE bool __h##name##u(CUDALAB_N a, CUDALAB_N b) {                                     \
    return __hisnan(a) || __hisnan(b) || __h##name(a, b);                                          \
  }                                                                                                \
  CUDALAB_COMPARISON_FORMS(name)                                                                   \
  CUDALAB_COMPARISON_FORMS(name##u)                                                                \
  CUDALAB_INLINE bool operator sign(CUDALAB_N a, CUDALAB_N b) {                                    \
    return __h##operator_form(a, b);                                                               \
  }                                                                                                \
  CUDALAB_INLINE bool operator sign(CUDALAB_N2 a, CUDALAB_N2 b) {                                  \
    return __hb##operator_form##2(a, b);                                                           \
  }
CUDALAB_COMPARISON(eq, ==, eq)
CUDALAB_COMPARISON(ne, !=, neu)
CUDALAB_COMPARISON(lt, <, lt)
CUDALAB_COMPARISON(le, <=, le)
CUDALAB_COMPARISON(gt, >, gt)
CUDALAB_COMPARISON(ge, >=, ge)
#undef CUDALAB_COMPARISON
#undef CUDALAB_COMPARISON_FORMS

#define CUDALAB_FUNCTION(name, value)                                                              \
  CUDALAB_INLINE CUDALAB_N h##name(CUDALAB_N a) {                                                  \
    const float x = (float)cudalab::emulator::value_of(a);                                         \
    return CUDALAB_N(value);                                                                       \
  }                                                                                                \
  CUDALAB_PAIR_1(h##name, h2##name)
CUDALAB_FUNCTION(ceil, ceilf(x))
CUDALAB_FUNCTION(floor, floorf(x))
CUDALAB_FUNCTION(trunc, truncf(x))
CUDALAB_FUNCTION(rint, rintf(x))
CUDALAB_FUNCTION(sqrt, sqrtf(x))
CUDALAB_FUNCTION(rsqrt, 1.0 / sqrt((double)x))
CUDALAB_FUNCTION(rcp, 1.0 / x)
CUDALAB_FUNCTION(exp, expf(x))
CUDALAB_FUNCTION(exp2, exp2f(x))
CUDALAB_FUNCTION(exp10, exp10f(x))
CUDALAB_FUNCTION(log, logf(x))
CUDALAB_FUNCTION(log2, log2f(x))
CUDALAB_FUNCTION(log10, log10f(x))
CUDALAB_FUNCTION(sin, sinf(x))
CUDALAB_FUNCTION(cos, cosf(x))
CUDALAB_FUNCTION(tanh, tanhf(x))
CUDALAB_FUNCTION(tanh_approx, tanhf(x))
#undef CUDALAB_FUNCTION
#undef CUDALAB_PAIR_1
#undef CUDALAB_PAIR_2
#undef CUDALAB_PAIR_3
