// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
//
// cuRAND's host API. The expected numbers are those of cuRAND 10.4 (CUDA 13.0) on an NVIDIA H200,
// called as here; seed 1234 where none is named.
#include <doctest/doctest.h>

#include <cmath>
#include <functional>
#include <numeric>
#include <vector>

#include <curand_kernel.h>

#include "emulator/emulator.h"
#include "gate.h"

using namespace cudalab::emulator;
using kernel_test::gate;
using kernel_test::scoped_graph;
using kernel_test::scoped_stream;

namespace {

/// A generator, its results copied to the host.
class tried_generator {
public:
  explicit tried_generator(curandRngType_t type, unsigned long long seed = 1234,
                           bool for_host = false)
      : for_host_(for_host) {
    REQUIRE((for_host ? curandCreateGeneratorHost : curandCreateGenerator)(&generator, type) ==
            CURAND_STATUS_SUCCESS);
    if (type < CURAND_RNG_QUASI_DEFAULT)
      REQUIRE(curandSetPseudoRandomGeneratorSeed(generator, seed) == CURAND_STATUS_SUCCESS);
  }
  ~tried_generator() { CHECK(curandDestroyGenerator(generator) == CURAND_STATUS_SUCCESS); }
  tried_generator(const tried_generator&) = delete;
  tried_generator& operator=(const tried_generator&) = delete;

  std::vector<unsigned> bits(std::size_t count) const {
    return results<unsigned>(curandGenerate, count);
  }
  std::vector<unsigned long long> long_bits(std::size_t count) const {
    return results<unsigned long long>(curandGenerateLongLong, count);
  }
  std::vector<float> uniform(std::size_t count) const {
    return results<float>(curandGenerateUniform, count);
  }
  std::vector<double> uniform_double(std::size_t count) const {
    return results<double>(curandGenerateUniformDouble, count);
  }
  std::vector<float> normal(std::size_t count, float mean = 0, float deviation = 1) const {
    return results<float>(curandGenerateNormal, count, mean, deviation);
  }
  std::vector<double> normal_double(std::size_t count, double mean = 0,
                                    double deviation = 1) const {
    return results<double>(curandGenerateNormalDouble, count, mean, deviation);
  }
  std::vector<float> log_normal(std::size_t count, float mean = 0, float deviation = 1) const {
    return results<float>(curandGenerateLogNormal, count, mean, deviation);
  }
  std::vector<double> log_normal_double(std::size_t count, double mean, double deviation) const {
    return results<double>(curandGenerateLogNormalDouble, count, mean, deviation);
  }
  std::vector<unsigned> poisson(std::size_t count, double mean) const {
    return results<unsigned>(curandGeneratePoisson, count, mean);
  }

  curandGenerator_t generator = nullptr;

private:
  template <class Number, class Call, class... Parameters>
  std::vector<Number> results(const Call& call, std::size_t count, Parameters... parameters) const {
    std::vector<Number> made(count);
    if (for_host_) {
      CHECK(call(generator, made.data(), count, parameters...) == CURAND_STATUS_SUCCESS);
      return made;
    }
    Number* d_made = nullptr;
    cudaMalloc(&d_made, count * sizeof(Number));
    CHECK(call(generator, d_made, count, parameters...) == CURAND_STATUS_SUCCESS);
    cudaMemcpy(made.data(), d_made, count * sizeof(Number), cudaMemcpyDeviceToHost);
    cudaFree(d_made);
    return made;
  }

  bool for_host_;
};

struct placed {
  std::size_t at;
  unsigned number;
};

void check_places(const std::vector<unsigned>& numbers, const std::vector<placed>& expected) {
  for (const placed& each : expected) {
    CAPTURE(each.at);
    CHECK(numbers.at(each.at) == each.number);
  }
}

template <class Number>
double mean_of(const std::vector<Number>& numbers) {
  return std::accumulate(numbers.begin(), numbers.end(), 0.0) / static_cast<double>(numbers.size());
}

template <class Number>
double variance_of(const std::vector<Number>& numbers) {
  const double mean = mean_of(numbers);
  double sum = 0;
  for (const Number x : numbers)
    sum += (static_cast<double>(x) - mean) * (static_cast<double>(x) - mean);
  return sum / static_cast<double>(numbers.size() - 1);
}

/// Five standard deviations of the mean; a tenth for the variance.
template <class Number>
void check_moments(const std::vector<Number>& numbers, double mean, double variance) {
  const double scale = std::sqrt(variance / static_cast<double>(numbers.size()));
  CHECK(std::abs(mean_of(numbers) - mean) < 5 * scale);
  CHECK(variance_of(numbers) == doctest::Approx(variance).epsilon(0.1));
}

constexpr curandRngType_t pseudo_random[] = {CURAND_RNG_PSEUDO_XORWOW, CURAND_RNG_PSEUDO_MRG32K3A,
                                             CURAND_RNG_PSEUDO_PHILOX4_32_10,
                                             CURAND_RNG_PSEUDO_MT19937};

} // namespace

TEST_CASE("cuRAND: which thread's numbers stand where") {
  check_places(tried_generator(CURAND_RNG_PSEUDO_DEFAULT).bits(200'000), {{0, 624778773u},
                                                                          {1, 3522650202u},
                                                                          {4096, 1867875844u},
                                                                          {4097, 3978931785u},
                                                                          {81920, 3316345055u},
                                                                          {199'999, 1914604538u}});
  check_places(tried_generator(CURAND_RNG_PSEUDO_MRG32K3A).bits(200'000), {{0, 3379073520u},
                                                                           {1, 653317650u},
                                                                           {4096, 2648318237u},
                                                                           {81920, 2521876100u},
                                                                           {199'999, 2543695116u}});
  const tried_generator legacy(CURAND_RNG_PSEUDO_MRG32K3A);
  CHECK(curandSetGeneratorOrdering(legacy.generator, CURAND_ORDERING_PSEUDO_LEGACY) ==
        CURAND_STATUS_SUCCESS);
  check_places(legacy.bits(200'000), {{0, 3379073520u},
                                      {4096, 2521876100u},
                                      {4097, 2890950871u},
                                      {81920, 2069886509u},
                                      {199'999, 3358169426u}});
  check_places(tried_generator(CURAND_RNG_PSEUDO_PHILOX4_32_10).bits(600'000),
               {{0, 546353992u},
                {4, 3507855656u},
                {4096, 2053518784u},
                {262'144, 2666454581u},
                {599'999, 3940529643u}});
}

TEST_CASE("cuRAND: a generator without a seed, and one that begins later") {
  struct beginning {
    curandRngType_t type;
    unsigned without_seed, behind_777;
  };
  for (const beginning& each : {beginning{CURAND_RNG_PSEUDO_XORWOW, 3179217846u, 1853039293u},
                                {CURAND_RNG_PSEUDO_MRG32K3A, 545508615u, 3170016024u},
                                {CURAND_RNG_PSEUDO_PHILOX4_32_10, 1713891541u, 1833540594u}}) {
    CAPTURE(each.type);
    curandGenerator_t plain = nullptr;
    REQUIRE(curandCreateGeneratorHost(&plain, each.type) == CURAND_STATUS_SUCCESS);
    unsigned first = 0;
    CHECK(curandGenerate(plain, &first, 1) == CURAND_STATUS_SUCCESS);
    CHECK(first == each.without_seed);
    curandDestroyGenerator(plain);
    const tried_generator later(each.type);
    CHECK(curandSetGeneratorOffset(later.generator, 777) == CURAND_STATUS_SUCCESS);
    const std::vector<unsigned> numbers = later.bits(100);
    CHECK(numbers[0] == each.behind_777);
    // as if the first 777 had been asked for, also when each thread has had its turn
    constexpr unsigned long long far = 1'000'003;
    CHECK(curandSetGeneratorOffset(later.generator, far) == CURAND_STATUS_SUCCESS);
    const std::vector<unsigned> all = tried_generator(each.type).bits(far + 100);
    CHECK(later.bits(100) == std::vector<unsigned>(all.begin() + far, all.end()));
  }
}

TEST_CASE("cuRAND: several calls go on where the last one ended, whatever they ask for") {
  struct calls {
    curandRngType_t type;
    unsigned last_bits;
    float first_normal;
    double first_uniform, last_uniform;
    unsigned next_bits;
    double first_normal_double;
    float last_single;
  };
  for (const calls& each :
       {calls{CURAND_RNG_PSEUDO_XORWOW, 2413296003u, -0.38143134117126465f, 0.1454372115100055,
              0.7164005397838187, 1669989385u, 1.4883508966720347, 0.30855557322502136f},
        {CURAND_RNG_PSEUDO_MRG32K3A, 1594580714u, -1.4963456392288208f, 0.7849683219237206,
         0.5609033015158005, 4152245605u, 0.005632886589402776, 0.34971076250076294f},
        {CURAND_RNG_PSEUDO_PHILOX4_32_10, 1385851345u, -1.1293655633926392f, 0.7921834507122503,
         0.395984764621835, 2721845290u, -0.1894489698506529, 0.2473822981119156f}}) {
    CAPTURE(each.type);
    for (const bool for_host : {false, true}) {
      const tried_generator one(each.type, 1234, for_host);
      CHECK(one.bits(1001).back() == each.last_bits);
      CHECK(one.normal(1000).front() == doctest::Approx(each.first_normal).epsilon(1e-5));
      const std::vector<double> uniform = one.uniform_double(999);
      CHECK(uniform.front() == each.first_uniform);
      CHECK(uniform.back() == each.last_uniform);
      CHECK(one.bits(1000).front() == each.next_bits);
      CHECK(one.normal_double(1000).front() ==
            doctest::Approx(each.first_normal_double).epsilon(1e-9));
      CHECK(one.uniform(100).back() == each.last_single);
    }
  }
}

TEST_CASE("cuRAND: Sobol' sequences, dimension by dimension") {
  const tried_generator one(CURAND_RNG_QUASI_SOBOL32);
  CHECK(one.bits(4) == std::vector<unsigned>{0, 0x80000000u, 0xc0000000u, 0x40000000u});
  const tried_generator three(CURAND_RNG_QUASI_SOBOL32);
  CHECK(curandSetQuasiRandomGeneratorDimensions(three.generator, 3) == CURAND_STATUS_SUCCESS);
  CHECK(curandSetGeneratorOffset(three.generator, 5) == CURAND_STATUS_SUCCESS);
  check_places(three.bits(3000),
               {{0, 3758096384u}, {1000, 3758096384u}, {2000, 536870912u}, {2999, 616562688u}});
  const tried_generator all(CURAND_RNG_QUASI_SOBOL32), halves(CURAND_RNG_QUASI_SOBOL32);
  for (const tried_generator* each : {&all, &halves})
    REQUIRE(curandSetQuasiRandomGeneratorDimensions(each->generator, 20) == CURAND_STATUS_SUCCESS);
  const std::vector<unsigned> numbers = all.bits(20 * 64);
  constexpr unsigned last[] = {67108864,   3422552064, 1543503872, 1946157056, 3690987520,
                               603979776,  2483027968, 603979776,  3556769792, 2483027968,
                               1811939328, 2885681152, 2348810240, 3288334336, 1409286144,
                               3288334336, 335544320,  1677721600, 4093640704, 1006632960};
  for (std::size_t dimension = 0; dimension < 20; ++dimension)
    CHECK(numbers[dimension * 64 + 63] == last[dimension]);
  halves.bits(20 * 32);
  CHECK(halves.bits(20 * 32).back() == numbers.back());
  const tried_generator shaped(CURAND_RNG_QUASI_DEFAULT, 0, true);
  CHECK(shaped.uniform(3) == std::vector<float>{0x1p-33f, 0.5f, 0.75f});
  CHECK(shaped.uniform_double(2)[1] == 0.375 + 0x1p-32);
  CHECK(tried_generator(CURAND_RNG_QUASI_SOBOL32).poisson(4, 100) ==
        std::vector<unsigned>{44, 100, 107, 93});
  const std::vector<double> normal = tried_generator(CURAND_RNG_QUASI_SOBOL32).normal_double(3);
  CHECK(normal[0] == doctest::Approx(-6.33795775455379));
  CHECK(normal[1] == doctest::Approx(2.918099372916623e-10));
  CHECK(normal[2] == doctest::Approx(0.674489750562425));
}

TEST_CASE("cuRAND: Sobol' sequences of 64 bits") {
  const tried_generator one(CURAND_RNG_QUASI_SOBOL64), all(CURAND_RNG_QUASI_SOBOL64);
  CHECK(curandSetGeneratorOffset(one.generator, 777) == CURAND_STATUS_SUCCESS);
  CHECK(one.long_bits(1)[0] == 12772208543222726656ull);
  REQUIRE(curandSetQuasiRandomGeneratorDimensions(all.generator, 20) == CURAND_STATUS_SUCCESS);
  const std::vector<unsigned long long> numbers = all.long_bits(20 * 64);
  CHECK(numbers[63] == 0x400000000000000ull);
  CHECK(numbers[2 * 64 + 63] == 0x5c00000000000000ull);
  CHECK(numbers[19 * 64 + 63] == 0x3c00000000000000ull);
  CHECK(tried_generator(CURAND_RNG_QUASI_SOBOL64).uniform_double(4000)[3999] ==
        0.039306640625000056);
  CHECK(tried_generator(CURAND_RNG_QUASI_SOBOL64).normal_double(4000)[3999] ==
        doctest::Approx(-1.758789427225023));
  CHECK(tried_generator(CURAND_RNG_QUASI_SOBOL64).uniform(2) == std::vector<float>{0x1p-33f, 0.5f});
  CHECK(tried_generator(CURAND_RNG_QUASI_SOBOL64).poisson(4, 100) ==
        std::vector<unsigned>{29, 100, 107, 93});
}

namespace {

/// What kernels call, against what the host's generator gives: they are the same in cuRAND.
template <class State, class Vectors>
void check_in_kernels(curandRngType_t type, const Vectors* vectors) {
  constexpr unsigned dimensions = 20, count = 50;
  const tried_generator uniform(type), uniform_double(type), normal(type), normal_double(type);
  for (const tried_generator* each : {&uniform, &uniform_double, &normal, &normal_double}) {
    curandSetQuasiRandomGeneratorDimensions(each->generator, dimensions);
    curandSetGeneratorOffset(each->generator, 777);
  }
  const std::vector<float> uniforms = uniform.uniform(dimensions * count),
                           normals = normal.normal(dimensions * count);
  const std::vector<double> uniform_doubles = uniform_double.uniform_double(dimensions * count),
                            normal_doubles = normal_double.normal_double(dimensions * count);
  for (unsigned dimension = 0; dimension < dimensions; ++dimension) {
    State one, two, three, four;
    for (State* const each : {&one, &two, &three, &four})
      curand_init(const_cast<Vectors&>(vectors[dimension]), 700, each);
    skipahead(77, &one);
    for (int i = 0; i < 77; ++i) {
      curand(&two);
      curand_normal(&three);
      curand_uniform_double(&four);
    }
    for (unsigned i = dimension * count; i < (dimension + 1) * count; ++i) {
      REQUIRE(curand_uniform(&one) == uniforms[i]);
      REQUIRE(curand_uniform_double(&two) == uniform_doubles[i]);
      REQUIRE(curand_normal(&three) == normals[i]);
      REQUIRE(curand_normal_double(&four) == normal_doubles[i]);
    }
  }
}

} // namespace

TEST_CASE("cuRAND: Sobol' sequences in kernels are those of the host's generators") {
  curandDirectionVectors32_t* narrow = nullptr;
  curandDirectionVectors64_t* wide = nullptr;
  REQUIRE(curandGetDirectionVectors32(&narrow, CURAND_DIRECTION_VECTORS_32_JOEKUO6) ==
          CURAND_STATUS_SUCCESS);
  REQUIRE(curandGetDirectionVectors64(&wide, CURAND_DIRECTION_VECTORS_64_JOEKUO6) ==
          CURAND_STATUS_SUCCESS);
  CHECK(curandGetDirectionVectors32(&narrow, CURAND_DIRECTION_VECTORS_64_JOEKUO6) ==
        CURAND_STATUS_OUT_OF_RANGE);
  check_in_kernels<curandStateSobol32_t>(CURAND_RNG_QUASI_SOBOL32, narrow);
  check_in_kernels<curandStateSobol64_t>(CURAND_RNG_QUASI_SOBOL64, wide);
  curandStateSobol64 state;
  curand_init(wide[0], 777, &state);
  CHECK(curand(&state) == 12772208543222726656ull);
  CHECK(curand_log_normal_double(&state, 1, 0.5) > 0);
}

TEST_CASE("cuRAND: distributions have the mean and the variance that they must have") {
  constexpr std::size_t count = 40'000;
  for (const curandRngType_t type : pseudo_random) {
    CAPTURE(type);
    const tried_generator one(type, 42);
    check_moments(one.uniform(count), 0.5, 1.0 / 12);
    check_moments(one.uniform_double(count), 0.5, 1.0 / 12);
    check_moments(one.normal(count, 5, 3), 5, 9);
    check_moments(one.normal_double(count, -2, 0.5), -2, 0.25);
    const double mean = std::exp(1 + 0.25 * 0.25 / 2),
                 variance = (std::exp(0.25 * 0.25) - 1) * mean * mean;
    check_moments(one.log_normal(count, 1, 0.25f), mean, variance);
    check_moments(one.log_normal_double(count, 1, 0.25), mean, variance);
    for (const double poisson_mean : {0.5, 3.0, 100.0, 5000.0})
      check_moments(one.poisson(count, poisson_mean), poisson_mean, poisson_mean);
    for (const float x : one.uniform(count)) {
      REQUIRE(x > 0);
      REQUIRE(x <= 1);
    }
    double last = 0, products = 0; // neighbours know nothing of each other
    for (const float x : one.normal(count)) {
      products += last * static_cast<double>(x);
      last = static_cast<double>(x);
    }
    CHECK(std::abs(products) < 5 * std::sqrt(static_cast<double>(count)));
  }
}

TEST_CASE("cuRAND: numbers are made when the stream comes to it, and in its order") {
  const tried_generator one(CURAND_RNG_PSEUDO_XORWOW);
  const scoped_stream stream(cudaStreamNonBlocking);
  CHECK(curandSetStream(one.generator, stream) == CURAND_STATUS_SUCCESS);
  unsigned* d_numbers = nullptr;
  cudaMalloc(&d_numbers, 2 * sizeof(unsigned));
  cudaMemset(d_numbers, 0, 2 * sizeof(unsigned));
  cudaDeviceSynchronize();
  gate closed;
  closed.close_stream(stream);
  CHECK(curandGenerate(one.generator, d_numbers, 1) == CURAND_STATUS_SUCCESS);
  CHECK(curandGenerate(one.generator, d_numbers + 1, 1) == CURAND_STATUS_SUCCESS);
  CHECK(curandSetPseudoRandomGeneratorSeed(one.generator, 5) == CURAND_STATUS_SUCCESS);
  unsigned numbers[2] = {1, 1};
  cudaMemcpy(numbers, d_numbers, sizeof numbers, cudaMemcpyDeviceToHost);
  CHECK(numbers[0] == 0);
  closed.open();
  cudaStreamSynchronize(stream);
  cudaMemcpy(numbers, d_numbers, sizeof numbers, cudaMemcpyDeviceToHost);
  CHECK(numbers[0] == 624778773u);
  CHECK(numbers[1] == 3522650202u);
  cudaFree(d_numbers);
}

TEST_CASE("cuRAND: each launch of a graph gives new numbers") {
  const tried_generator one(CURAND_RNG_PSEUDO_XORWOW);
  const scoped_stream stream;
  unsigned* d_number = nullptr;
  cudaMalloc(&d_number, sizeof(unsigned));
  scoped_graph made;
  curandSetStream(one.generator, stream);
  REQUIRE(cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal) == cudaSuccess);
  CHECK(curandGenerate(one.generator, d_number, 1) == CURAND_STATUS_SUCCESS);
  REQUIRE(cudaStreamEndCapture(stream, &made.graph) == cudaSuccess);
  REQUIRE(cudaGraphInstantiate(&made.exec, made.graph, 0) == cudaSuccess);
  for (const unsigned expected : {624778773u, 3522650202u}) {
    cudaGraphLaunch(made.exec, stream);
    unsigned number = 0;
    cudaMemcpy(&number, d_number, sizeof number, cudaMemcpyDeviceToHost);
    CHECK(number == expected);
  }
  cudaFree(d_number);
}

TEST_CASE("cuRAND: what is refused, and how") {
  curandGenerator_t generator = nullptr;
  float numbers[3];
  CHECK(curandGenerateUniform(nullptr, numbers, 3) == CURAND_STATUS_NOT_INITIALIZED);
  CHECK(curandDestroyGenerator(nullptr) == CURAND_STATUS_NOT_INITIALIZED);
  CHECK(curandCreateGenerator(&generator, static_cast<curandRngType_t>(141)) ==
        CURAND_STATUS_TYPE_ERROR);
  const tried_generator xorwow(CURAND_RNG_PSEUDO_XORWOW, 1, true),
      philox(CURAND_RNG_PSEUDO_PHILOX4_32_10, 1, true), mt(CURAND_RNG_PSEUDO_MT19937, 1, true),
      sobol(CURAND_RNG_QUASI_SOBOL32, 1, true), of_device(CURAND_RNG_PSEUDO_XORWOW);
  CHECK(curandGenerateNormal(xorwow.generator, numbers, 3, 0, 1) ==
        CURAND_STATUS_LENGTH_NOT_MULTIPLE);
  CHECK(curandGenerateNormal(philox.generator, numbers, 3, 0, 1) == CURAND_STATUS_SUCCESS);
  CHECK(curandGenerateNormal(mt.generator, numbers, 3, 0, 1) == CURAND_STATUS_SUCCESS);
  CHECK(curandSetGeneratorOffset(mt.generator, 3) == CURAND_STATUS_TYPE_ERROR);
  CHECK(curandSetGeneratorOrdering(xorwow.generator, CURAND_ORDERING_PSEUDO_SEEDED) ==
        CURAND_STATUS_SUCCESS);
  CHECK(curandSetGeneratorOrdering(philox.generator, CURAND_ORDERING_PSEUDO_SEEDED) ==
        CURAND_STATUS_OUT_OF_RANGE);
  CHECK(curandSetGeneratorOrdering(sobol.generator, CURAND_ORDERING_PSEUDO_DEFAULT) ==
        CURAND_STATUS_OUT_OF_RANGE);
  CHECK(curandSetPseudoRandomGeneratorSeed(sobol.generator, 3) == CURAND_STATUS_TYPE_ERROR);
  CHECK(curandSetQuasiRandomGeneratorDimensions(xorwow.generator, 2) == CURAND_STATUS_TYPE_ERROR);
  CHECK(curandSetQuasiRandomGeneratorDimensions(sobol.generator, 21) == CURAND_STATUS_OUT_OF_RANGE);
  CHECK(curandSetQuasiRandomGeneratorDimensions(sobol.generator, 2) == CURAND_STATUS_SUCCESS);
  CHECK(curandGenerateUniform(sobol.generator, numbers, 3) == CURAND_STATUS_LENGTH_NOT_MULTIPLE);
  unsigned long long wide = 0;
  const tried_generator sobol64(CURAND_RNG_QUASI_SOBOL64, 1, true);
  unsigned narrow = 0;
  CHECK(curandGenerate(sobol64.generator, &narrow, 1) == CURAND_STATUS_TYPE_ERROR);
  CHECK(curandGenerateLongLong(sobol.generator, &wide, 1) == CURAND_STATUS_TYPE_ERROR);
  // memory of the host, and memory that is too small
  CHECK(curandGenerateUniform(of_device.generator, numbers, 3) == CURAND_STATUS_LAUNCH_FAILURE);
  float* d_numbers = nullptr;
  cudaMalloc(&d_numbers, 2 * sizeof(float));
  CHECK(curandGenerateUniform(of_device.generator, d_numbers, 3) == CURAND_STATUS_LAUNCH_FAILURE);
  cudaFree(d_numbers);
  cudaGetLastError();
  int version = 0;
  CHECK(curandGetVersion(&version) == CURAND_STATUS_SUCCESS);
  CHECK(version == 10400);
}
