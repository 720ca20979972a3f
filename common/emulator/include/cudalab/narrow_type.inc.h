// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
// The two 16-bit floating types have the same members; this file is included once for each, with
//   CUDALAB_N, CUDALAB_N2          the type and the pair of two
//   CUDALAB_N_OTHER                the other type, declared
//   CUDALAB_N_RAW, CUDALAB_N2_RAW  the same without any functions
//   CUDALAB_N_BITS         double to bits
//   CUDALAB_N_VALUE        bits to float
// Parameters are passed by value where CUDA's own headers take references, so that the read of an
// array's element is one of the caller's line.

struct CUDALAB_N_RAW {
  unsigned short x;
};
struct __align__(4) CUDALAB_N2_RAW {
  unsigned short x, y;
};

struct __align__(2) CUDALAB_N {
  CUDALAB_N() = default;
  CUDALAB_INLINE CUDALAB_N(CUDALAB_N_RAW raw) : __x(raw.x) {}
  CUDALAB_INLINE CUDALAB_N(float x)
      : __x(cudalab::emulator::CUDALAB_N_BITS(x, cudalab::emulator::narrowing::to_nearest)) {}
  CUDALAB_INLINE CUDALAB_N(double x)
      : __x(cudalab::emulator::CUDALAB_N_BITS(x, cudalab::emulator::narrowing::to_nearest)) {}
  CUDALAB_INLINE explicit CUDALAB_N(CUDALAB_N_OTHER x);
#define CUDALAB_FROM(type, wide)                                                                   \
  CUDALAB_INLINE CUDALAB_N(type x) : CUDALAB_N(cudalab::emulator::for_narrowing((wide)x)) {}
  CUDALAB_FROM(short, long long)
  CUDALAB_FROM(unsigned short, long long)
  CUDALAB_FROM(int, long long)
  CUDALAB_FROM(unsigned int, long long)
  CUDALAB_FROM(long, long long)
  CUDALAB_FROM(unsigned long, unsigned long long)
  CUDALAB_FROM(long long, long long)
  CUDALAB_FROM(unsigned long long, unsigned long long)
#undef CUDALAB_FROM

  __host__ __device__ operator CUDALAB_N_RAW() const;
  __host__ __device__ operator float() const;
  __host__ __device__ operator bool() const;
#define CUDALAB_TO(type) __host__ __device__ operator type() const;
  CUDALAB_TO(char)
  CUDALAB_TO(signed char)
  CUDALAB_TO(unsigned char)
  CUDALAB_TO(short)
  CUDALAB_TO(unsigned short)
  CUDALAB_TO(int)
  CUDALAB_TO(unsigned int)
  CUDALAB_TO(long)
  CUDALAB_TO(unsigned long)
  CUDALAB_TO(long long)
  CUDALAB_TO(unsigned long long)
#undef CUDALAB_TO

  unsigned short __x;
};

struct __align__(4) CUDALAB_N2 {
  CUDALAB_N2() = default;
  CUDALAB_INLINE CUDALAB_N2(CUDALAB_N a, CUDALAB_N b) : x(a), y(b) {}
  CUDALAB_INLINE CUDALAB_N2(CUDALAB_N2_RAW raw)
      : x(CUDALAB_N_RAW{raw.x}), y(CUDALAB_N_RAW{raw.y}) {}
  __host__ __device__ operator CUDALAB_N2_RAW() const;

  CUDALAB_N x, y;
};

__host__ __device__ CUDALAB_N& operator+=(CUDALAB_N& a, CUDALAB_N b);
__host__ __device__ CUDALAB_N& operator-=(CUDALAB_N& a, CUDALAB_N b);
__host__ __device__ CUDALAB_N& operator*=(CUDALAB_N& a, CUDALAB_N b);
__host__ __device__ CUDALAB_N& operator/=(CUDALAB_N& a, CUDALAB_N b);
__host__ __device__ CUDALAB_N& operator++(CUDALAB_N& a);
__host__ __device__ CUDALAB_N& operator--(CUDALAB_N& a);
__host__ __device__ CUDALAB_N operator++(CUDALAB_N& a, int);
__host__ __device__ CUDALAB_N operator--(CUDALAB_N& a, int);
__host__ __device__ CUDALAB_N2& operator+=(CUDALAB_N2& a, CUDALAB_N2 b);
__host__ __device__ CUDALAB_N2& operator-=(CUDALAB_N2& a, CUDALAB_N2 b);
__host__ __device__ CUDALAB_N2& operator*=(CUDALAB_N2& a, CUDALAB_N2 b);
__host__ __device__ CUDALAB_N2& operator/=(CUDALAB_N2& a, CUDALAB_N2 b);
__host__ __device__ CUDALAB_N2& operator++(CUDALAB_N2& a);
__host__ __device__ CUDALAB_N2& operator--(CUDALAB_N2& a);
__host__ __device__ CUDALAB_N2 operator++(CUDALAB_N2& a, int);
__host__ __device__ CUDALAB_N2 operator--(CUDALAB_N2& a, int);
