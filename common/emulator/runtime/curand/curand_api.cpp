// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// The functions of curand.h. The numbers for memory of the device are made when the stream comes
/// to it.
#include "emulator/include/curand.h"

#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <mutex>
#include <set>
#include <type_traits>
#include <vector>

#include "emulator/device/random/sobol.h"
#include "emulator/runtime/api/copies.h"
#include "emulator/runtime/curand/number_source.h"
#include "emulator/runtime/program_observer.h"

using namespace cudalab::emulator;
using namespace cudalab::emulator::curand;

#define CALLER __builtin_return_address(0)

struct curandGenerator_st {
  generator_settings settings;
  bool for_host = false;
  cudaStream_t stream = cudaStreamLegacy;
  /// Null: the settings have changed. What was handed over to a stream keeps its own.
  std::shared_ptr<number_source> source;
};

namespace cudalab::emulator::curand {
namespace {

class generator_list {
public:
  curandGenerator_t add(const generator_settings& settings, bool for_host) {
    const std::lock_guard lock(mutex_);
    auto* const made =
        new curandGenerator_st{.settings = settings, .for_host = for_host, .source = {}};
    all_.insert(made);
    return made;
  }
  bool has(curandGenerator_t generator) {
    const std::lock_guard lock(mutex_);
    return all_.count(generator) != 0;
  }
  bool remove(curandGenerator_t generator) {
    const std::lock_guard lock(mutex_);
    if (all_.erase(generator) == 0)
      return false;
    delete generator;
    return true;
  }

private:
  std::mutex mutex_;
  std::set<curandGenerator_t> all_;
};

generator_list& generators() {
  static generator_list& only = *new generator_list;
  return only;
}

/// False: there is no such one here.
bool choose_kind(int type, generator_kind& kind) {
  switch (type) {
  case CURAND_RNG_PSEUDO_DEFAULT:
  case CURAND_RNG_PSEUDO_XORWOW:
    return kind = generator_kind::xorwow, true;
  case CURAND_RNG_PSEUDO_MRG32K3A:
    return kind = generator_kind::mrg32k3a, true;
  case CURAND_RNG_PSEUDO_PHILOX4_32_10:
    return kind = generator_kind::philox, true;
  case CURAND_RNG_PSEUDO_MT19937:
    return kind = generator_kind::mt19937, true;
  case CURAND_RNG_QUASI_DEFAULT:
  case CURAND_RNG_QUASI_SOBOL32:
    return kind = generator_kind::sobol32, true;
  case CURAND_RNG_QUASI_SOBOL64:
    return kind = generator_kind::sobol64, true;
  default:
    return false;
  }
}

curandStatus_t create(curandGenerator_t* generator, curandRngType_t type, bool for_host) {
  generator_settings settings;
  if (generator == nullptr || !choose_kind(static_cast<int>(type), settings.kind))
    return CURAND_STATUS_TYPE_ERROR;
  *generator = generators().add(settings, for_host);
  return CURAND_STATUS_SUCCESS;
}

/// Changes the settings of a generator that exists, if `change` says that they fit it.
template <class Change>
curandStatus_t set(curandGenerator_t generator, const Change& change) {
  if (!generators().has(generator))
    return CURAND_STATUS_NOT_INITIALIZED;
  const curandStatus_t status = change(generator->settings);
  if (status == CURAND_STATUS_SUCCESS)
    generator->source = nullptr;
  return status;
}

bool is_quasi(const generator_settings& settings) {
  return settings.kind == generator_kind::sobol32 || settings.kind == generator_kind::sobol64;
}

/// Normal numbers are made in pairs by threads that make no more; dimensions get the same number.
bool length_fits(const generator_settings& settings, const distribution& what, std::size_t count) {
  if (is_quasi(settings))
    return count % settings.dimensions == 0;
  const bool pairs =
      what.kind >= distribution_kind::normal && what.kind <= distribution_kind::log_normal_double;
  return !pairs || count % 2 == 0 || settings.kind == generator_kind::philox ||
         settings.kind == generator_kind::mt19937;
}

struct generation {
  const char* name;
  const void* caller;
  curandGenerator_t generator;
  void* to;
  std::size_t count;
};

curandStatus_t generate(const generation& asked, const distribution& what) {
  if (!generators().has(asked.generator))
    return CURAND_STATUS_NOT_INITIALIZED;
  curandGenerator_st& here = *asked.generator;
  const bool wide = here.settings.kind == generator_kind::sobol64;
  if (what.kind == (wide ? distribution_kind::bits : distribution_kind::long_bits))
    return CURAND_STATUS_TYPE_ERROR;
  if (!length_fits(here.settings, what, asked.count))
    return CURAND_STATUS_LENGTH_NOT_MULTIPLE;
  if (here.source == nullptr)
    here.source = make_source(here.settings);
  const std::size_t bytes = asked.count * what.bytes();
  if (here.for_host) {
    the_program_observer().stores_for_host(asked.to, bytes, asked.caller);
    here.source->make(what, static_cast<std::byte*>(asked.to), asked.count);
    return CURAND_STATUS_SUCCESS;
  }
  fill_request request{.to = asked.to, .block = {bytes}, .strides = {}, .make = {}};
  request.make = [source = here.source, what, count = asked.count](std::byte* to) {
    source->make(what, to, count);
  };
  const cudaError_t error = fill({asked.name, asked.caller, here.stream, true}, request);
  return error == cudaSuccess ? CURAND_STATUS_SUCCESS : CURAND_STATUS_LAUNCH_FAILURE;
}

/// All direction vectors that there are, and behind them memory that nobody may read: NVIDIA's
/// table has 20,000 dimensions. @return null: there is no room
template <class Number, std::size_t Bits>
Number (*direction_table())[Bits] {
  static Number(*const only)[Bits] = []() -> Number(*)[Bits] {
    const auto page = static_cast<std::size_t>(sysconf(_SC_PAGESIZE));
    const std::size_t bytes = most_dimensions * sizeof(Number[Bits]),
                      room = (bytes + page - 1) / page * page;
    void* const place =
        mmap(nullptr, room + page, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (place == MAP_FAILED)
      return nullptr;
    std::byte* const end = static_cast<std::byte*>(place) + room;
    mprotect(end, page, PROT_NONE);
    auto* const table = reinterpret_cast<Number(*)[Bits]>(end - bytes);
    for (unsigned dimension = 0; dimension < most_dimensions; ++dimension) {
      const auto directions =
          directions_of<std::conditional_t<Bits == 32, std::uint32_t, std::uint64_t>>(dimension);
      std::copy(directions.begin(), directions.end(), table[dimension]);
    }
    return table;
  }();
  return only;
}

template <class Number, std::size_t Bits>
curandStatus_t give_directions(Number (*vectors[])[Bits], bool known) {
  if (!known || vectors == nullptr)
    return CURAND_STATUS_OUT_OF_RANGE;
  *vectors = direction_table<Number, Bits>();
  return *vectors == nullptr ? CURAND_STATUS_ALLOCATION_FAILED : CURAND_STATUS_SUCCESS;
}

} // namespace
} // namespace cudalab::emulator::curand

curandStatus_t curandGetVersion(int* version) {
  if (version == nullptr)
    return CURAND_STATUS_OUT_OF_RANGE;
  *version = CURAND_VERSION;
  return CURAND_STATUS_SUCCESS;
}

curandStatus_t curandCreateGenerator(curandGenerator_t* generator, curandRngType_t type) {
  return create(generator, type, false);
}

curandStatus_t curandCreateGeneratorHost(curandGenerator_t* generator, curandRngType_t type) {
  return create(generator, type, true);
}

curandStatus_t curandDestroyGenerator(curandGenerator_t generator) {
  return generators().remove(generator) ? CURAND_STATUS_SUCCESS : CURAND_STATUS_NOT_INITIALIZED;
}

curandStatus_t curandSetStream(curandGenerator_t generator, cudaStream_t stream) {
  if (!generators().has(generator))
    return CURAND_STATUS_NOT_INITIALIZED;
  // A library of its own: what the program takes stream 0 for does not count.
  generator->stream = stream == nullptr ? cudaStreamLegacy : stream;
  return CURAND_STATUS_SUCCESS;
}

curandStatus_t curandSetPseudoRandomGeneratorSeed(curandGenerator_t generator,
                                                  unsigned long long seed) {
  return set(generator, [&](generator_settings& settings) {
    if (is_quasi(settings))
      return CURAND_STATUS_TYPE_ERROR;
    settings.seed = seed;
    return CURAND_STATUS_SUCCESS;
  });
}

curandStatus_t curandSetGeneratorOffset(curandGenerator_t generator, unsigned long long offset) {
  return set(generator, [&](generator_settings& settings) {
    if (settings.kind == generator_kind::mt19937)
      return CURAND_STATUS_TYPE_ERROR;
    settings.offset = offset;
    return CURAND_STATUS_SUCCESS;
  });
}

curandStatus_t curandSetGeneratorOrdering(curandGenerator_t generator, curandOrdering_t order) {
  return set(generator, [&](generator_settings& settings) {
    const bool known = is_quasi(settings) ? order == CURAND_ORDERING_QUASI_DEFAULT
                                          : order >= CURAND_ORDERING_PSEUDO_BEST &&
                                                order <= CURAND_ORDERING_PSEUDO_DYNAMIC;
    if (!known ||
        (order == CURAND_ORDERING_PSEUDO_SEEDED && settings.kind != generator_kind::xorwow))
      return CURAND_STATUS_OUT_OF_RANGE;
    settings.legacy = order == CURAND_ORDERING_PSEUDO_LEGACY;
    return CURAND_STATUS_SUCCESS;
  });
}

curandStatus_t curandSetQuasiRandomGeneratorDimensions(curandGenerator_t generator,
                                                       unsigned int dimensions) {
  return set(generator, [&](generator_settings& settings) {
    if (!is_quasi(settings))
      return CURAND_STATUS_TYPE_ERROR;
    if (dimensions == 0 || dimensions > most_dimensions)
      return CURAND_STATUS_OUT_OF_RANGE;
    settings.dimensions = dimensions;
    return CURAND_STATUS_SUCCESS;
  });
}

curandStatus_t curandGenerate(curandGenerator_t generator, unsigned int* to, size_t count) {
  return generate({"curandGenerate", CALLER, generator, to, count}, {});
}

curandStatus_t curandGenerateLongLong(curandGenerator_t generator, unsigned long long* to,
                                      size_t count) {
  return generate({"curandGenerateLongLong", CALLER, generator, to, count},
                  {distribution_kind::long_bits});
}

curandStatus_t curandGenerateUniform(curandGenerator_t generator, float* to, size_t count) {
  return generate({"curandGenerateUniform", CALLER, generator, to, count},
                  {distribution_kind::uniform});
}

curandStatus_t curandGenerateUniformDouble(curandGenerator_t generator, double* to, size_t count) {
  return generate({"curandGenerateUniformDouble", CALLER, generator, to, count},
                  {distribution_kind::uniform_double});
}

curandStatus_t curandGenerateNormal(curandGenerator_t generator, float* to, size_t count,
                                    float mean, float deviation) {
  return generate({"curandGenerateNormal", CALLER, generator, to, count},
                  {distribution_kind::normal, mean, deviation});
}

curandStatus_t curandGenerateNormalDouble(curandGenerator_t generator, double* to, size_t count,
                                          double mean, double deviation) {
  return generate({"curandGenerateNormalDouble", CALLER, generator, to, count},
                  {distribution_kind::normal_double, mean, deviation});
}

curandStatus_t curandGenerateLogNormal(curandGenerator_t generator, float* to, size_t count,
                                       float mean, float deviation) {
  return generate({"curandGenerateLogNormal", CALLER, generator, to, count},
                  {distribution_kind::log_normal, mean, deviation});
}

curandStatus_t curandGenerateLogNormalDouble(curandGenerator_t generator, double* to, size_t count,
                                             double mean, double deviation) {
  return generate({"curandGenerateLogNormalDouble", CALLER, generator, to, count},
                  {distribution_kind::log_normal_double, mean, deviation});
}

curandStatus_t curandGeneratePoisson(curandGenerator_t generator, unsigned int* to, size_t count,
                                     double mean) {
  if (!(mean > 0))
    return CURAND_STATUS_OUT_OF_RANGE;
  return generate({"curandGeneratePoisson", CALLER, generator, to, count},
                  {distribution_kind::poisson, mean});
}

curandStatus_t curandGetDirectionVectors32(curandDirectionVectors32_t* vectors[],
                                           curandDirectionVectorSet_t set) {
  return give_directions(vectors, set == CURAND_DIRECTION_VECTORS_32_JOEKUO6);
}

curandStatus_t curandGetDirectionVectors64(curandDirectionVectors64_t* vectors[],
                                           curandDirectionVectorSet_t set) {
  return give_directions(vectors, set == CURAND_DIRECTION_VECTORS_64_JOEKUO6);
}

curandStatus_t curandGenerateSeeds(curandGenerator_t generator) {
  return generators().has(generator) ? CURAND_STATUS_SUCCESS : CURAND_STATUS_NOT_INITIALIZED;
}
