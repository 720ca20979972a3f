// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
// Functions of the 16-bit floating types that read or change an object where it stands. Included
// with what narrow_type.inc.h needs and
//   CUDALAB_MEMBER           what stands before each: "inline", or nothing in the library
//   CUDALAB_READS(object)    tells the observers, in the library
//   CUDALAB_CHANGES(object)

CUDALAB_MEMBER CUDALAB_N::operator CUDALAB_N_RAW() const {
  CUDALAB_READS(*this);
  return CUDALAB_N_RAW{__x};
}
CUDALAB_MEMBER CUDALAB_N2::operator CUDALAB_N2_RAW() const {
  CUDALAB_READS(*this);
  return CUDALAB_N2_RAW{x.__x, y.__x};
}
CUDALAB_MEMBER CUDALAB_N::operator float() const {
  CUDALAB_READS(*this);
  return cudalab::emulator::CUDALAB_N_VALUE(__x);
}
CUDALAB_MEMBER CUDALAB_N::operator bool() const {
  CUDALAB_READS(*this);
  return (__x & 0x7fff) != 0;
}
// To an integer: towards zero, and to the nearest that there is.
#define CUDALAB_TO(type, not_a_number)                                                             \
  CUDALAB_MEMBER CUDALAB_N::operator type() const {                                                \
    CUDALAB_READS(*this);                                                                          \
    return cudalab::emulator::saturated<type>(                                                     \
        __builtin_truncf(cudalab::emulator::CUDALAB_N_VALUE(__x)), (type)(not_a_number));          \
  }
CUDALAB_TO(char, 0)
CUDALAB_TO(signed char, 0)
CUDALAB_TO(unsigned char, 0)
CUDALAB_TO(short, 0)
CUDALAB_TO(unsigned short, 0)
CUDALAB_TO(int, 0)
CUDALAB_TO(unsigned int, 0)
CUDALAB_TO(long, 1ull << 63)
CUDALAB_TO(unsigned long, 1ull << 63)
CUDALAB_TO(long long, 1ull << 63)
CUDALAB_TO(unsigned long long, 1ull << 63)
#undef CUDALAB_TO

#define CUDALAB_ASSIGNMENT(type, sign)                                                             \
  CUDALAB_MEMBER type& operator sign##=(type& a, type b) {                                         \
    CUDALAB_CHANGES(a);                                                                            \
    a = type(a) sign b;                                                                            \
    return a;                                                                                      \
  }
#define CUDALAB_STEP(type, sign, one)                                                              \
  CUDALAB_MEMBER type& operator sign##sign(type& a) {                                              \
    CUDALAB_CHANGES(a);                                                                            \
    a = type(a) sign one;                                                                          \
    return a;                                                                                      \
  }                                                                                                \
  CUDALAB_MEMBER type operator sign##sign(type& a, int) {                                          \
    CUDALAB_CHANGES(a);                                                                            \
    const type before = a;                                                                         \
    a = before sign one;                                                                           \
    return before;                                                                                 \
  }
#define CUDALAB_ASSIGNMENTS(type, one)                                                             \
  CUDALAB_ASSIGNMENT(type, +)                                                                      \
  CUDALAB_ASSIGNMENT(type, -)                                                                      \
  CUDALAB_ASSIGNMENT(type, *)                                                                      \
  CUDALAB_ASSIGNMENT(type, /)                                                                      \
  CUDALAB_STEP(type, +, one)                                                                       \
  CUDALAB_STEP(type, -, one)
CUDALAB_ASSIGNMENTS(CUDALAB_N, CUDALAB_N(1.0f))
CUDALAB_ASSIGNMENTS(CUDALAB_N2, CUDALAB_N2(1.0f, 1.0f))
#undef CUDALAB_ASSIGNMENTS
#undef CUDALAB_STEP
#undef CUDALAB_ASSIGNMENT
