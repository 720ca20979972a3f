// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// cuRAND's host API as the emulated device has it: XORWOW, MRG32k3a, Philox 4x32-10, MT19937 and
/// Sobol' sequences. The behaviour is cuRAND's own; comments say only what is different
/// here. docs/device_functions.md says which sequences are NVIDIA's.
#pragma once

#include <stddef.h>

#include "cuda_runtime.h"

#define CURAND_H_ // headers of programs ask for it
#define CURAND_VER_MAJOR 10
#define CURAND_VER_MINOR 4
#define CURAND_VER_PATCH 0
#define CURAND_VERSION 10400
#define CURANDAPI

enum curandStatus {
  CURAND_STATUS_SUCCESS = 0,
  CURAND_STATUS_VERSION_MISMATCH = 100,
  CURAND_STATUS_NOT_INITIALIZED = 101,
  CURAND_STATUS_ALLOCATION_FAILED = 102,
  CURAND_STATUS_TYPE_ERROR = 103,
  CURAND_STATUS_OUT_OF_RANGE = 104,
  CURAND_STATUS_LENGTH_NOT_MULTIPLE = 105,
  CURAND_STATUS_DOUBLE_PRECISION_REQUIRED = 106,
  CURAND_STATUS_LAUNCH_FAILURE = 201,
  CURAND_STATUS_PREEXISTING_FAILURE = 202,
  CURAND_STATUS_INITIALIZATION_FAILED = 203,
  CURAND_STATUS_ARCH_MISMATCH = 204,
  CURAND_STATUS_INTERNAL_ERROR = 999
};
typedef enum curandStatus curandStatus_t;

#define CUDALAB_NO_SEQUENCE(name, instead)                                                         \
  name __attribute__((unavailable("the emulated device does not have " #name ": use " #instead)))
enum curandDirectionVectorSet {
  CURAND_DIRECTION_VECTORS_32_JOEKUO6 = 101,
  CUDALAB_NO_SEQUENCE(CURAND_SCRAMBLED_DIRECTION_VECTORS_32_JOEKUO6,
                      CURAND_DIRECTION_VECTORS_32_JOEKUO6) = 102,
  CURAND_DIRECTION_VECTORS_64_JOEKUO6 = 103,
  CUDALAB_NO_SEQUENCE(CURAND_SCRAMBLED_DIRECTION_VECTORS_64_JOEKUO6,
                      CURAND_DIRECTION_VECTORS_64_JOEKUO6) = 104
};
typedef enum curandDirectionVectorSet curandDirectionVectorSet_t;
typedef unsigned int curandDirectionVectors32_t[32];
typedef unsigned long long curandDirectionVectors64_t[64];
enum curandRngType {
  CURAND_RNG_TEST = 0,
  CURAND_RNG_PSEUDO_DEFAULT = 100, ///< XORWOW
  CURAND_RNG_PSEUDO_XORWOW = 101,
  CURAND_RNG_PSEUDO_MRG32K3A = 121,
  CUDALAB_NO_SEQUENCE(CURAND_RNG_PSEUDO_MTGP32, CURAND_RNG_PSEUDO_MT19937) = 141,
  CURAND_RNG_PSEUDO_MT19937 = 142,
  CURAND_RNG_PSEUDO_PHILOX4_32_10 = 161,
  CURAND_RNG_QUASI_DEFAULT = 200, ///< SOBOL32
  CURAND_RNG_QUASI_SOBOL32 = 201,
  CUDALAB_NO_SEQUENCE(CURAND_RNG_QUASI_SCRAMBLED_SOBOL32, CURAND_RNG_QUASI_SOBOL32) = 202,
  CURAND_RNG_QUASI_SOBOL64 = 203,
  CUDALAB_NO_SEQUENCE(CURAND_RNG_QUASI_SCRAMBLED_SOBOL64, CURAND_RNG_QUASI_SOBOL64) = 204
};
typedef enum curandRngType curandRngType_t;
#undef CUDALAB_NO_SEQUENCE

/// BEST, SEEDED and DYNAMIC give the same numbers as DEFAULT here.
enum curandOrdering {
  CURAND_ORDERING_PSEUDO_BEST = 100,
  CURAND_ORDERING_PSEUDO_DEFAULT = 101,
  CURAND_ORDERING_PSEUDO_SEEDED = 102, ///< of XORWOW only
  CURAND_ORDERING_PSEUDO_LEGACY = 103,
  CURAND_ORDERING_PSEUDO_DYNAMIC = 104,
  CURAND_ORDERING_QUASI_DEFAULT = 201
};
typedef enum curandOrdering curandOrdering_t;

typedef struct curandGenerator_st* curandGenerator_t;

curandStatus_t curandGetVersion(int* version);
curandStatus_t curandCreateGenerator(curandGenerator_t* generator, curandRngType_t type);
/// Its Generate functions store to memory of the host, and return when they have.
curandStatus_t curandCreateGeneratorHost(curandGenerator_t* generator, curandRngType_t type);
curandStatus_t curandDestroyGenerator(curandGenerator_t generator);
curandStatus_t curandSetStream(curandGenerator_t generator, cudaStream_t stream);
curandStatus_t curandSetPseudoRandomGeneratorSeed(curandGenerator_t generator,
                                                  unsigned long long seed);
curandStatus_t curandSetGeneratorOffset(curandGenerator_t generator, unsigned long long offset);
curandStatus_t curandSetGeneratorOrdering(curandGenerator_t generator, curandOrdering_t order);
/// @param dimensions at most 20 here
curandStatus_t curandSetQuasiRandomGeneratorDimensions(curandGenerator_t generator,
                                                       unsigned int dimensions);

/// The calls return at once; a stream's next operations see the numbers.
/// @param count of numbers
curandStatus_t curandGenerate(curandGenerator_t generator, unsigned int* to, size_t count);
/// Of SOBOL64; curandGenerate() is of the others.
curandStatus_t curandGenerateLongLong(curandGenerator_t generator, unsigned long long* to,
                                      size_t count);
curandStatus_t curandGenerateUniform(curandGenerator_t generator, float* to, size_t count);
curandStatus_t curandGenerateUniformDouble(curandGenerator_t generator, double* to, size_t count);
curandStatus_t curandGenerateNormal(curandGenerator_t generator, float* to, size_t count,
                                    float mean, float deviation);
curandStatus_t curandGenerateNormalDouble(curandGenerator_t generator, double* to, size_t count,
                                          double mean, double deviation);
curandStatus_t curandGenerateLogNormal(curandGenerator_t generator, float* to, size_t count,
                                       float mean, float deviation);
curandStatus_t curandGenerateLogNormalDouble(curandGenerator_t generator, double* to, size_t count,
                                             double mean, double deviation);
curandStatus_t curandGeneratePoisson(curandGenerator_t generator, unsigned int* to, size_t count,
                                     double mean);
/// Of 20 dimensions here; a program that reads on crashes.
curandStatus_t curandGetDirectionVectors32(curandDirectionVectors32_t* vectors[],
                                           curandDirectionVectorSet_t set);
curandStatus_t curandGetDirectionVectors64(curandDirectionVectors64_t* vectors[],
                                           curandDirectionVectorSet_t set);
curandStatus_t curandGenerateSeeds(curandGenerator_t generator);
