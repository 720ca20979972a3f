// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// The generators behind cuRAND's device functions: seeding, skipping, the next 32 bits.
#pragma once

#include "emulator/include/curand_kernel.h"

namespace cudalab::emulator {

/// Sets the generator's own state; what a distribution keeps is set by its caller.
/// (Subsequences are far from each other: 2^67 numbers for XORWOW, 2^66 for Philox, 2^76 for
/// MRG32k3a.)
void seed(curandStateXORWOW& state, unsigned long long seed);
void seed(curandStatePhilox4_32_10& state, unsigned long long seed);
void seed(curandStateMRG32k3a& state, unsigned long long seed);

void skip(curandStateXORWOW& state, unsigned long long count);
void skip(curandStatePhilox4_32_10& state, unsigned long long count);
void skip(curandStateMRG32k3a& state, unsigned long long count);

void skip_subsequences(curandStateXORWOW& state, unsigned long long count);
void skip_subsequences(curandStatePhilox4_32_10& state, unsigned long long count);
void skip_subsequences(curandStateMRG32k3a& state, unsigned long long count);
/// 2^127 numbers each.
void skip_sequences(curandStateMRG32k3a& state, unsigned long long count);

unsigned next(curandStateXORWOW& state);
unsigned next(curandStatePhilox4_32_10& state);
unsigned next(curandStateMRG32k3a& state);
/// 1 to 4294967087.
double next_of_modulus(curandStateMRG32k3a& state);

} // namespace cudalab::emulator
