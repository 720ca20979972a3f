// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
//
// Traffic: the reference kernels of lab 06, for the comparison with Nsight Compute.
// Counts: convolve_straight_kernel ld.requests 32768
// Counts: convolve_straight_kernel ld.sectors 96256
// Counts: convolve_straight_kernel st.requests 32
// Counts: convolve_straight_kernel st.sectors 128
// Counts: convolve_shared_kernel ld.requests 192
// Counts: convolve_shared_kernel ld.sectors 768
// Counts: convolve_shared_kernel st.requests 32
// Counts: convolve_shared_kernel shared_ld.conflicts 0
// Counts: convolve_shared_kernel shared_st.conflicts 0
// Counts: convolve_large_shared_kernel ld.requests 160
// Counts: convolve_large_shared_kernel ld.sectors 640
// Counts: convolve_large_shared_kernel shared_ld.conflicts 0
// Counts: spectra_kernel ld.requests 64
// Counts: spectra_kernel ld.sectors 256
// Counts: spectra_kernel st.requests 256
// Counts: spectra_kernel st.sectors 2048
// Counts: spectra_kernel shared_ld.conflicts 0
// Counts: spectra_kernel shared_st.conflicts 0
// Counts: products_kernel ld.requests 640
// Counts: products_kernel ld.sectors 5120
// Counts: products_kernel st.sectors 1024
// Counts: outputs_kernel ld.requests 128
// Counts: outputs_kernel ld.sectors 1024
// Counts: outputs_kernel st.requests 32
// Counts: outputs_kernel st.sectors 128
#include <vector>

#include "lab/device_buffer.h"
#include "lab06.cu"

int main() {
  const int outputs = 1024, taps = 512;
  const std::vector<float> ones(outputs + taps - 1, 1.0f);
  const lab::device_buffer<float> in(ones.data(), ones.size()), filter(ones.data(), taps);
  lab::device_buffer<float> out(outputs);
  const int in_len = outputs + taps - 1;
  convolve_straight(in.data(), in_len, filter.data(), taps, out.data());
  convolve_shared(in.data(), in_len, filter.data(), taps, out.data());
  convolve_large_shared(in.data(), in_len, filter.data(), taps, out.data());
  convolve_best(in.data(), in_len, filter.data(), taps, out.data());
  convolve_fft(in.data(), in_len, filter.data(), taps, out.data());
  CUDA_CHECK(cudaDeviceSynchronize());
}
