// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
//
// The expected numbers are those of CUDA 13.0's own curand_kernel.h, compiled for the host:
//   nvcc -arch=sm_90 program.cu, where program.cu begins with
//   #define QUALIFIERS static inline __host__ __device__
// and calls the functions in the order of the tests below.
#include <doctest/doctest.h>

#include <cmath>

#include "emulator/include/curand_kernel.h"

namespace {

struct sequence {
  unsigned long long seed, subsequence, offset;
  unsigned numbers[4]; ///< two; one after skipping 123456789; one after skipping 5 sequences
};

const sequence xorwow_sequences[] = {
    {0ull, 0ull, 0ull, {3179217846u, 1883133293u, 3115660079u, 836253080u}},
    {0ull, 1ull, 3ull, {1599962988u, 2102826641u, 3465794969u, 4292131401u}},
    {0ull, 77ull, 1000003ull, {1108816820u, 1775804797u, 2745773649u, 2220306766u}},
    {0ull, 8589934601ull, 34359738369ull, {2695318382u, 2385056900u, 2730233542u, 1554399027u}},
    {1234ull, 0ull, 1000003ull, {1591180605u, 3846794379u, 248636993u, 341455101u}},
    {1234ull, 1ull, 34359738369ull, {37563822u, 421092492u, 1602379134u, 3175785725u}},
    {1234ull, 77ull, 0ull, {3974831866u, 3300185444u, 2167958561u, 1299580168u}},
    {1234ull, 8589934601ull, 3ull, {753393702u, 2070842399u, 849809452u, 1521870403u}},
    {1099511627781ull, 0ull, 3ull, {3657731497u, 2516830078u, 3431373881u, 2166606804u}},
    {1099511627781ull, 1ull, 1000003ull, {2503583165u, 67385497u, 1032665824u, 3740958398u}},
    {1099511627781ull, 77ull, 34359738369ull, {2024044015u, 2216765146u, 1380902318u, 1725082903u}},
    {1099511627781ull, 8589934601ull, 0ull, {461442691u, 2376855956u, 3567484934u, 2248663557u}},
};
const sequence philox_sequences[] = {
    {0ull, 0ull, 0ull, {1713891541u, 3781805453u, 2625496833u, 4143643416u}},
    {0ull, 1ull, 3ull, {2214098416u, 3397187230u, 590976843u, 546967629u}},
    {0ull, 77ull, 1000003ull, {3362947847u, 116477679u, 1310623551u, 3200024973u}},
    {0ull, 8589934601ull, 34359738369ull, {1677447163u, 2702820643u, 3435698304u, 168701188u}},
    {1234ull, 0ull, 1000003ull, {1050891457u, 2151722766u, 1079139978u, 1408112212u}},
    {1234ull, 1ull, 34359738369ull, {4156760561u, 1562947299u, 3688379922u, 1998055197u}},
    {1234ull, 77ull, 0ull, {1041545591u, 1880560577u, 784220002u, 1715757749u}},
    {1234ull, 8589934601ull, 3ull, {1381290183u, 3742275011u, 679165547u, 2442673601u}},
    {1099511627781ull, 0ull, 3ull, {183660363u, 1176386292u, 2082922757u, 4148386990u}},
    {1099511627781ull, 1ull, 1000003ull, {194514133u, 74865238u, 2568118412u, 1383346017u}},
    {1099511627781ull, 77ull, 34359738369ull, {2554279568u, 3509336889u, 3067487159u, 461722019u}},
    {1099511627781ull, 8589934601ull, 0ull, {4077729472u, 2158746166u, 1037453448u, 804504497u}},
};
const sequence mrg_sequences[] = {
    {0ull, 0ull, 0ull, {545508615u, 1368065476u, 982296299u, 1222819951u}},
    {0ull, 1ull, 3ull, {3078677252u, 728620639u, 3765097626u, 1285333567u}},
    {0ull, 77ull, 1000003ull, {4038205147u, 3635018454u, 2325316171u, 2744391856u}},
    {0ull, 8589934601ull, 34359738369ull, {406206703u, 3009636919u, 1877762226u, 3740425432u}},
    {1234ull, 0ull, 1000003ull, {1662708169u, 467887482u, 1682772916u, 320547106u}},
    {1234ull, 1ull, 34359738369ull, {1510950141u, 1077486924u, 2848538109u, 3250504361u}},
    {1234ull, 77ull, 0ull, {3770903291u, 66902879u, 1973219427u, 2329662647u}},
    {1234ull, 8589934601ull, 3ull, {2524768579u, 3124118432u, 1700626646u, 3354870865u}},
    {1099511627781ull, 0ull, 3ull, {3403484523u, 1622278291u, 3742620224u, 1151429268u}},
    {1099511627781ull, 1ull, 1000003ull, {2116812469u, 3185415825u, 1837562987u, 2825075647u}},
    {1099511627781ull, 77ull, 34359738369ull, {4214682148u, 2599974749u, 2978079471u, 3816442913u}},
    {1099511627781ull, 8589934601ull, 0ull, {3346761781u, 3802250397u, 2034327810u, 3424520532u}},
};

template <class State, int count>
void check_sequences(const sequence (&sequences)[count]) {
  for (const sequence& one : sequences) {
    CAPTURE(one.seed);
    CAPTURE(one.subsequence);
    State state;
    curand_init(one.seed, one.subsequence, one.offset, &state);
    CHECK(curand(&state) == one.numbers[0]);
    CHECK(curand(&state) == one.numbers[1]);
    skipahead(123456789ull, &state);
    CHECK(curand(&state) == one.numbers[2]);
    skipahead_sequence(5ull, &state);
    CHECK(curand(&state) == one.numbers[3]);
  }
}

/// In the order of the calls.
struct distributed {
  double uniform_double;
  float uniform, normal[2];
  double normal_double[2];
  float normal_pair[2], log_normal[2];
  double log_normal_double;
  unsigned poisson[3][3]; ///< of means 10, 300, 10000
  unsigned next;
};

const distributed xorwow_distributed = {0.026577778940675312,
                                        0.290516108f,
                                        {0.024759857f, -0.931461215f},
                                        {-0.17873396021039528, -0.013459932795395523},
                                        {0.457557887f, -0.676589549f},
                                        {5.49035501f, 2.95793605f},
                                        4.1081771877021689,
                                        {{11, 14, 7}, {295, 273, 308}, {9962, 9853, 9933}},
                                        3311284987u};
const distributed philox_distributed = {0.92430824600160122,
                                        0.167950481f,
                                        {-0.0219655633f, 1.10240149f},
                                        {-1.3239142119493534, -1.4847287469661721},
                                        {-0.179604888f, -0.478924483f},
                                        {2.42571163f, 1.84117091f},
                                        1.8757411024907993,
                                        {{10, 12, 18}, {268, 279, 299}, {10085, 9846, 10044}},
                                        773422797u};
const distributed mrg_distributed = {0.7938516067608693,
                                     0.522663414f,
                                     {0.267657727f, -0.336233497f},
                                     {-1.2643517485805147, -0.65491628467110241},
                                     {0.873889804f, 2.05600953f},
                                     {8.33185959f, 5.53737736f},
                                     4.459645260729566,
                                     {{14, 8, 7}, {274, 304, 315}, {10045, 9988, 9916}},
                                     3340895053u};

bool near(double x, double y) {
  return std::abs(x - y) <= 1e-14 * std::abs(y);
}
bool near(float x, float y) {
  return std::abs(x - y) <= 2e-6f * std::abs(y);
}

template <class State>
void check_distributions(const distributed& expected) {
  State state;
  curand_init(99, 7, 0, &state);
  CHECK(curand_uniform_double(&state) == expected.uniform_double);
  CHECK(curand_uniform(&state) == expected.uniform);
  for (const float one : expected.normal)
    CHECK(near(curand_normal(&state), one));
  for (const double one : expected.normal_double)
    CHECK(near(curand_normal_double(&state), one));
  const float2 pair = curand_normal2(&state);
  CHECK(near(pair.x, expected.normal_pair[0]));
  CHECK(near(pair.y, expected.normal_pair[1]));
  for (const float one : expected.log_normal)
    CHECK(near(curand_log_normal(&state, 1, 0.5f), one));
  CHECK(near(curand_log_normal_double(&state, 1, 0.5), expected.log_normal_double));
  for (int i = 0; i < 3; ++i) {
    CHECK(curand_poisson(&state, 10) == expected.poisson[0][i]);
    CHECK(curand_poisson(&state, 300) == expected.poisson[1][i]);
    CHECK(curand_poisson(&state, 10000) == expected.poisson[2][i]);
  }
  CHECK(curand(&state) == expected.next); // nothing was taken too much
}

} // namespace

TEST_CASE("XORWOW gives cuRAND's numbers") {
  check_sequences<curandStateXORWOW>(xorwow_sequences);
  check_distributions<curandStateXORWOW>(xorwow_distributed);
}

TEST_CASE("Philox gives cuRAND's numbers") {
  check_sequences<curandStatePhilox4_32_10>(philox_sequences);
  check_distributions<curandStatePhilox4_32_10>(philox_distributed);
  curandStatePhilox4_32_10 state;
  curand_init(1, 2, 3, &state);
  const uint4 v = curand4(&state);
  CHECK(v.x == 168492509);
  CHECK(v.y == 3082076531);
  CHECK(v.z == 3674517586);
  CHECK(v.w == 1146363793);
  const float4 uniform = curand_uniform4(&state), normal = curand_normal4(&state);
  CHECK(uniform.x == 0.0548589788f);
  CHECK(uniform.w == 0.629596949f);
  CHECK(near(normal.x, -0.878534794f));
  CHECK(near(normal.w, -1.3328501f));
}

TEST_CASE("MRG32k3a gives cuRAND's numbers") {
  check_sequences<curandStateMRG32k3a>(mrg_sequences);
  check_distributions<curandStateMRG32k3a>(mrg_distributed);
  curandStateMRG32k3a state;
  curand_init(5, 0, 0, &state);
  skipahead_subsequence(3ull, &state);
  CHECK(curand(&state) == 3982409275);
}

TEST_CASE("skipping is the same as taking numbers") {
  curandStateXORWOW one, other;
  curand_init(3, 4, 0, &one);
  curand_init(3, 4, 1000, &other);
  for (int i = 0; i < 1000; ++i)
    curand(&one);
  CHECK(curand(&one) == curand(&other));
}

static_assert(sizeof(curandStateXORWOW) == 48 && sizeof(curandStatePhilox4_32_10) == 64 &&
              sizeof(curandStateMRG32k3a) == 48);
