// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
//
// Lab 12: several GPUs. Peer copies, a halo, a ring of bodies, sums over all devices.
//
//   ./lab grade lab12     is the result right, and do the devices work at once?
//   ./lab run lab12       see the timelines of your functions
//   ./lab hint lab12      a little help, then a little more
//
// README.md explains the idea with pictures; lab12.h says what each function must do.
//
// Work through the TODOs in order: lab12.1 to lab12.5. The grader shows how far
// you are.
#include "lab12.h"

#include <algorithm>
#include <utility>
#include <vector>

#include "lab/cuda_check.h"
#include "lab/nccl_check.h"

// ---- Given: what is done to the numbers --------------------------------------------------------

constexpr int BLOCK = 256;
constexpr int BODIES = 32; ///< that a block of pull() works on

int blocks_for(int n, int block = BLOCK) {
  return (n + block - 1) / block;
}

/// Rows first, first + stride, ..., one for each blockIdx.y: a fifth of each element and of its
/// four neighbours. Left and right of the picture there are zeros.
__global__ void smooth(const float* in, float* out, int width, int first, int stride) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x;
  if (x >= width)
    return;
  const size_t at = size_t(first + int(blockIdx.y) * stride) * width + x;
  const float left = x > 0 ? in[at - 1] : 0.0f, right = x + 1 < width ? in[at + 1] : 0.0f;
  out[at] = 0.2f * (in[at] + left + right + in[at - width] + in[at + width]);
}

/// Adds to pulls[i] what n others do to mine[i].
__global__ void pull(const float4* mine, float4* pulls, const float4* others, int n) {
  __shared__ float4 tile[BODIES];
  const int i = blockIdx.x * BODIES + threadIdx.x;
  const float4 me = mine[min(i, n - 1)];
  float x = 0, y = 0, z = 0;
  for (int first = 0; first < n; first += BODIES) {
    tile[threadIdx.x] = others[min(first + int(threadIdx.x), n - 1)];
    __syncthreads();
    for (int j = 0; j < min(BODIES, n - first); ++j) {
      const float4 other = tile[j];
      const float dx = other.x - me.x, dy = other.y - me.y, dz = other.z - me.z;
      const float near = dx * dx + dy * dy + dz * dz + 0.01f;
      const float by = other.w / (near * sqrtf(near));
      x += dx * by, y += dy * by, z += dz * by;
    }
    __syncthreads();
  }
  if (i < n) {
    const float4 before = pulls[i];
    pulls[i] = make_float4(before.x + x, before.y + y, before.z + z, 0);
  }
}

__global__ void add(float* sums, const float* more, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    sums[i] += more[i];
}

/// One block. The largest absolute value.
__global__ void largest_of(const float* data, int n, float* largest) {
  __shared__ float found[BLOCK];
  float mine = 0;
  for (int i = threadIdx.x; i < n; i += BLOCK)
    mine = fmaxf(mine, fabsf(data[i]));
  found[threadIdx.x] = mine;
  for (int half = BLOCK / 2; half > 0; half /= 2) {
    __syncthreads();
    if (threadIdx.x < half)
      found[threadIdx.x] = fmaxf(found[threadIdx.x], found[threadIdx.x + half]);
  }
  if (threadIdx.x == 0)
    *largest = found[0];
}

__global__ void divide(float* data, int n, const float* by) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    data[i] /= *by;
}

// ---- Given: one of each for every device -------------------------------------------------------

/// streams[i] belongs to device i.
class streams {
public:
  explicit streams(int devices) : all_(devices) {
    for (int device = 0; device < devices; ++device) {
      CUDA_CHECK(cudaSetDevice(device));
      CUDA_CHECK(cudaStreamCreate(&all_[device]));
    }
  }
  ~streams() {
    for (const cudaStream_t each : all_)
      CUDA_CHECK_NOEXCEPT(cudaStreamDestroy(each));
  }
  streams(const streams&) = delete;
  streams& operator=(const streams&) = delete;
  cudaStream_t operator[](int device) const { return all_[device]; }
  void wait() const { // the host, for all of them
    for (const cudaStream_t each : all_)
      CUDA_CHECK(cudaStreamSynchronize(each));
  }

private:
  std::vector<cudaStream_t> all_;
};

/// events[i] belongs to device i: it is recorded in streams of that device. Any stream may wait.
class events {
public:
  explicit events(int devices) : all_(devices) {
    for (int device = 0; device < devices; ++device) {
      CUDA_CHECK(cudaSetDevice(device));
      CUDA_CHECK(cudaEventCreateWithFlags(&all_[device], cudaEventDisableTiming));
    }
  }
  ~events() {
    for (const cudaEvent_t each : all_)
      CUDA_CHECK_NOEXCEPT(cudaEventDestroy(each));
  }
  events(const events&) = delete;
  events& operator=(const events&) = delete;
  cudaEvent_t operator[](int device) const { return all_[device]; }

private:
  std::vector<cudaEvent_t> all_;
};

/// buffers[i]: `count` elements of device i.
class buffers {
public:
  buffers(int devices, int count) : all_(devices) {
    for (int device = 0; device < devices; ++device) {
      CUDA_CHECK(cudaSetDevice(device));
      CUDA_CHECK(cudaMalloc(&all_[device], size_t(count) * sizeof(float4)));
    }
  }
  ~buffers() {
    for (float4* const each : all_)
      CUDA_CHECK_NOEXCEPT(cudaFree(each));
  }
  buffers(const buffers&) = delete;
  buffers& operator=(const buffers&) = delete;
  float4* operator[](int device) const { return all_[device]; }

private:
  std::vector<float4*> all_;
};

// ---- 1. Devices, and copies between them -------------------------------------------------------

void enable_peers(int devices) {
  // TODO(lab12.1): for each device, and each other one: cudaSetDevice, then
  // cudaDeviceEnablePeerAccess. cudaErrorPeerAccessAlreadyEnabled is no mistake here:
  // cudaGetLastError() forgets it (about 9 lines).
  (void)devices;
}

void rotate_parts(const float* const* d_from, float* const* d_to, int count, int devices,
                  const cudaStream_t* streams) {
  // TODO(lab12.1): a cudaMemcpyPeerAsync for each device, in its own stream. Which
  // device comes after the last one? (About 5 lines.)
  (void)d_from, (void)d_to, (void)count, (void)devices, (void)streams;
}

// ---- 2. A halo that travels while the inner rows are computed -----------------------------------

void diffuse(float* const* d_a, float* const* d_b, int width, int rows, int steps, int devices) {
  // TODO(lab12.2): two streams a device. In each step: the first and the last own row
  // in one of them, the inner rows in the other; then the new rows go to the halos of
  // the neighbours. Events say what waits for what (about 35 lines).
  (void)d_a, (void)d_b, (void)width, (void)rows, (void)steps, (void)devices;
}

// ---- 3. Bodies that go round a ring -------------------------------------------------------------

void gravity_ring(const float4* const* d_bodies, float4* const* d_pulls, int count, int devices) {
  // TODO(lab12.3): two buffers for guests on each device, and two streams: kernels in
  // one, copies to the next device in the other. First for the own bodies, then for
  // the guests that arrived last (about 35 lines).
  (void)d_bodies, (void)d_pulls, (void)count, (void)devices;
}

// ---- 4. Sums over all devices, by your own ring -------------------------------------------------

void ring_all_reduce(float* const* d_data, float* const* d_scratch, int n, int devices) {
  // TODO(lab12.4): cut n into as many parts as there are devices. devices - 1 steps in
  // which each device sends a part to the scratch of the next one, which adds it; then
  // devices - 1 steps in which finished parts go round (about 40 lines).
  (void)d_data, (void)d_scratch, (void)n, (void)devices;
}

// ---- 5. The same with NCCL ----------------------------------------------------------------------

#if LAB_HAS_NCCL // on GPUs this exercise is not graded: README.md says why

/// communicators[i] is that of device i, which is rank i.
class communicators {
public:
  explicit communicators(int devices) : all_(devices) {
    NCCL_CHECK(ncclCommInitAll(all_.data(), devices, nullptr));
  }
  ~communicators() {
    for (const ncclComm_t each : all_)
      ncclCommDestroy(each);
  }
  communicators(const communicators&) = delete;
  communicators& operator=(const communicators&) = delete;
  ncclComm_t operator[](int device) const { return all_[device]; }

private:
  std::vector<ncclComm_t> all_;
};

void sum_everywhere(float* const* d_data, int n, int devices) {
  // TODO(lab12.5): a communicator and a stream for each device, and ncclAllReduce for
  // each of them, between ncclGroupStart and ncclGroupEnd (about 8 lines).
  (void)d_data, (void)n, (void)devices;
}

void scale_by_largest(float* const* d_data, float* const* d_largest, int n, int devices) {
  // TODO(lab12.5): largest_of() on each device (one block), then the largest of all of
  // them by ncclAllReduce, then divide() (about 17 lines).
  (void)d_data, (void)d_largest, (void)n, (void)devices;
}

#endif
