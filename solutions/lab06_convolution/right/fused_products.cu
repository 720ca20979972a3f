// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
//
// Right in another way: two kernels in place of three, with the products where the way back
// begins.
#include "../wrong/parts/all_but_fft.h"

using namespace overlap_save;

__global__ void fused_kernel(const complex* spectra, plan cut, float* out) {
  __shared__ fft::exchange_area area;
  const complex* filter = spectra + cut.inputs * POINTS;
  complex v[8] = {};
  for (int part = 0; part < cut.parts; ++part)
    for (int r = 0; r < 8; ++r) {
      const int bin = threadIdx.x + r * fft::THREADS;
      const complex h = filter[part * POINTS + bin];
      v[r] = v[r] + spectra[(blockIdx.x + part) * POINTS + bin] * complex{h.re, -h.im};
    }
  fft::transform<1>(v, area);
  for (int r = 0; r < 4; ++r) {
    const int real = blockIdx.x * PART + threadIdx.x + r * fft::THREADS;
    const int imaginary = real + cut.lane * PART;
    if (real < cut.outputs)
      out[real] = v[r].re / POINTS;
    if (imaginary < cut.outputs)
      out[imaginary] = v[r].im / POINTS;
  }
}

void convolve_fft(const float* d_in, int in_len, const float* d_filter, int filter_len,
                  float* d_out) {
  const plan cut = plan_for(in_len, filter_len);
  const int transforms = cut.inputs + cut.parts;
  complex* spectra = nullptr;
  CUDA_CHECK(cudaMallocAsync(&spectra, sizeof(complex) * POINTS * transforms, 0));
  spectra_kernel<<<transforms, fft::THREADS>>>(d_in, in_len, d_filter, filter_len, cut, spectra);
  fused_kernel<<<cut.lane, fft::THREADS>>>(spectra, cut, d_out);
  const cudaError_t launched = cudaGetLastError();
  CUDA_CHECK(cudaFreeAsync(spectra, 0));
  CUDA_CHECK(launched);
}
