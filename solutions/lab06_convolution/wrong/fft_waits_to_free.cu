// FAILS clean.fft (waiting) on both
// also: speed.fft
// says: "cudaFree does so"
// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
//
// The memory for the transforms is freed with cudaFree, which waits for the kernels.
#include "parts/all_but_fft.h"

using namespace overlap_save;

void convolve_fft(const float* d_in, int in_len, const float* d_filter, int filter_len,
                  float* d_out) {
  const plan cut = plan_for(in_len, filter_len);
  const int transforms = cut.inputs + cut.parts;
  complex *spectra = nullptr, *products = nullptr;
  CUDA_CHECK(cudaMalloc(&spectra, sizeof(complex) * POINTS * transforms));
  CUDA_CHECK(cudaMalloc(&products, sizeof(complex) * POINTS * cut.lane));
  spectra_kernel<<<transforms, fft::THREADS>>>(d_in, in_len, d_filter, filter_len, cut, spectra);
  const dim3 grid(POINTS / PRODUCT_THREADS, (cut.lane + PRODUCT_SEGMENTS - 1) / PRODUCT_SEGMENTS);
  products_kernel<<<grid, PRODUCT_THREADS>>>(spectra, cut, products);
  outputs_kernel<<<cut.lane, fft::THREADS>>>(products, cut, d_out);
  CUDA_CHECK(cudaGetLastError());
  CUDA_CHECK(cudaFree(spectra));
  CUDA_CHECK(cudaFree(products));
}
