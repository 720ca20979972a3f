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
// BEGIN SOLUTION
// STARTER: // Work through the TODOs in order: lab12.1 to lab12.5. The grader shows how far
// STARTER: // you are.
// The reference solution. The starter is generated from this file: run the target `starters` after
// a change.
// END SOLUTION
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
  // BEGIN SOLUTION
  // STARTER: // TODO(lab12.1): for each device, and each other one: cudaSetDevice, then
  // STARTER: // cudaDeviceEnablePeerAccess. cudaErrorPeerAccessAlreadyEnabled is no mistake here:
  // STARTER: // cudaGetLastError() forgets it (about 9 lines).
  // STARTER: (void)devices;
  for (int device = 0; device < devices; ++device) {
    CUDA_CHECK(cudaSetDevice(device));
    for (int peer = 0; peer < devices; ++peer) {
      if (peer == device)
        continue;
      const cudaError_t result = cudaDeviceEnablePeerAccess(peer, 0);
      if (result == cudaErrorPeerAccessAlreadyEnabled)
        cudaGetLastError();
      else
        CUDA_CHECK(result);
    }
  }
  // END SOLUTION
}

void rotate_parts(const float* const* d_from, float* const* d_to, int count, int devices,
                  const cudaStream_t* streams) {
  // BEGIN SOLUTION
  // STARTER: // TODO(lab12.1): a cudaMemcpyPeerAsync for each device, in its own stream. Which
  // STARTER: // device comes after the last one? (About 5 lines.)
  // STARTER: (void)d_from, (void)d_to, (void)count, (void)devices, (void)streams;
  const size_t bytes = size_t(count) * sizeof(float);
  for (int device = 0; device < devices; ++device) {
    const int next = (device + 1) % devices;
    CUDA_CHECK(
        cudaMemcpyPeerAsync(d_to[next], next, d_from[device], device, bytes, streams[device]));
  }
  // END SOLUTION
}

// ---- 2. A halo that travels while the inner rows are computed -----------------------------------

void diffuse(float* const* d_a, float* const* d_b, int width, int rows, int steps, int devices) {
  // BEGIN SOLUTION
  // STARTER: // TODO(lab12.2): two streams a device. In each step: the first and the last own row
  // STARTER: // in one of them, the inner rows in the other; then the new rows go to the halos of
  // STARTER: // the neighbours. Events say what waits for what (about 35 lines).
  // STARTER: (void)d_a, (void)d_b, (void)width, (void)rows, (void)steps, (void)devices;
  const streams edge(devices), inner(devices);
  const events edges_done(devices), inner_done(devices), sent(devices);
  const size_t bytes = size_t(width) * sizeof(float);
  float* const* from = d_a;
  float* const* to = d_b;
  for (int step = 0; step < steps; ++step) {
    for (int device = 0; device < devices; ++device) {
      CUDA_CHECK(cudaSetDevice(device));
      CUDA_CHECK(cudaStreamWaitEvent(inner[device], edges_done[device], 0));
      CUDA_CHECK(cudaStreamWaitEvent(edge[device], inner_done[device], 0));
      if (device > 0)
        CUDA_CHECK(cudaStreamWaitEvent(edge[device], sent[device - 1], 0));
      if (device + 1 < devices)
        CUDA_CHECK(cudaStreamWaitEvent(edge[device], sent[device + 1], 0));
      const dim3 edges(blocks_for(width), rows > 1 ? 2 : 1);
      smooth<<<edges, BLOCK, 0, edge[device]>>>(from[device], to[device], width, 1, rows - 1);
      CUDA_CHECK(cudaGetLastError());
      CUDA_CHECK(cudaEventRecord(edges_done[device], edge[device]));
      if (rows > 2) {
        const dim3 between(blocks_for(width), rows - 2);
        smooth<<<between, BLOCK, 0, inner[device]>>>(from[device], to[device], width, 2, 1);
        CUDA_CHECK(cudaGetLastError());
      }
      CUDA_CHECK(cudaEventRecord(inner_done[device], inner[device]));
    }
    for (int device = 0; device < devices; ++device) {
      if (device > 0)
        CUDA_CHECK(cudaMemcpyPeerAsync(to[device - 1] + size_t(rows + 1) * width, device - 1,
                                       to[device] + width, device, bytes, edge[device]));
      if (device + 1 < devices)
        CUDA_CHECK(cudaMemcpyPeerAsync(to[device + 1], device + 1,
                                       to[device] + size_t(rows) * width, device, bytes,
                                       edge[device]));
      CUDA_CHECK(cudaEventRecord(sent[device], edge[device]));
    }
    std::swap(from, to);
  }
  edge.wait();
  inner.wait();
  // END SOLUTION
}

// ---- 3. Bodies that go round a ring -------------------------------------------------------------

void gravity_ring(const float4* const* d_bodies, float4* const* d_pulls, int count, int devices) {
  // BEGIN SOLUTION
  // STARTER: // TODO(lab12.3): two buffers for guests on each device, and two streams: kernels in
  // STARTER: // one, copies to the next device in the other. First for the own bodies, then for
  // STARTER: // the guests that arrived last (about 35 lines).
  // STARTER: (void)d_bodies, (void)d_pulls, (void)count, (void)devices;
  const streams work(devices), copies(devices);
  const events sent[2] = {events(devices), events(devices)};
  const events used[2] = {events(devices), events(devices)};
  const buffers guests[2] = {buffers(devices, count), buffers(devices, count)};
  const size_t bytes = size_t(count) * sizeof(float4);
  std::vector<const float4*> at_hand(d_bodies, d_bodies + devices);
  for (int device = 0; device < devices; ++device)
    CUDA_CHECK(cudaMemsetAsync(d_pulls[device], 0, bytes, work[device]));
  for (int round = 0; round < devices; ++round) {
    const int now = round % 2, before = 1 - now;
    for (int device = 0; device < devices && round + 1 < devices; ++device) {
      const int next = (device + 1) % devices, last = (device + devices - 1) % devices;
      if (round > 0) {
        CUDA_CHECK(cudaStreamWaitEvent(copies[device], sent[before][last], 0)); // it is here
        CUDA_CHECK(cudaStreamWaitEvent(copies[device], used[before][next], 0)); // room for it
        CUDA_CHECK(cudaStreamWaitEvent(copies[device], sent[before][next], 0));
      }
      CUDA_CHECK(cudaMemcpyPeerAsync(guests[now][next], next, at_hand[device], device, bytes,
                                     copies[device]));
      CUDA_CHECK(cudaEventRecord(sent[now][device], copies[device]));
    }
    for (int device = 0; device < devices; ++device) {
      CUDA_CHECK(cudaSetDevice(device));
      if (round > 0)
        CUDA_CHECK(
            cudaStreamWaitEvent(work[device], sent[before][(device + devices - 1) % devices], 0));
      pull<<<blocks_for(count, BODIES), BODIES, 0, work[device]>>>(
          d_bodies[device], d_pulls[device], at_hand[device], count);
      CUDA_CHECK(cudaGetLastError());
      CUDA_CHECK(cudaEventRecord(used[now][device], work[device]));
    }
    for (int device = 0; device < devices; ++device)
      at_hand[device] = guests[now][device];
  }
  work.wait();
  copies.wait();
  // END SOLUTION
}

// ---- 4. Sums over all devices, by your own ring -------------------------------------------------

void ring_all_reduce(float* const* d_data, float* const* d_scratch, int n, int devices) {
  // BEGIN SOLUTION
  // STARTER: // TODO(lab12.4): cut n into as many parts as there are devices. devices - 1 steps in
  // STARTER: // which each device sends a part to the scratch of the next one, which adds it; then
  // STARTER: // devices - 1 steps in which finished parts go round (about 40 lines).
  // STARTER: (void)d_data, (void)d_scratch, (void)n, (void)devices;
  const streams out(devices), work(devices);
  const events sent[2] = {events(devices), events(devices)};
  const events added(devices);
  const int size = (n + devices - 1) / devices;
  const auto first_of = [&](int part) { return std::min(n, part * size); };
  const auto count_of = [&](int part) { return std::min(size, n - first_of(part)); };
  const auto wrapped = [&](int number) { return (number + 2 * devices) % devices; };
  for (int step = 0; step + 1 < devices; ++step) {
    for (int device = 0; device < devices; ++device) {
      const int next = wrapped(device + 1), part = wrapped(device - step);
      CUDA_CHECK(cudaStreamWaitEvent(out[device], added[device], 0)); // the part is complete so far
      CUDA_CHECK(cudaStreamWaitEvent(out[device], added[next], 0));   // there is room for it
      CUDA_CHECK(cudaMemcpyPeerAsync(d_scratch[next], next, d_data[device] + first_of(part), device,
                                     size_t(count_of(part)) * sizeof(float), out[device]));
      CUDA_CHECK(cudaEventRecord(sent[0][device], out[device]));
    }
    for (int device = 0; device < devices; ++device) {
      const int last = wrapped(device - 1), part = wrapped(last - step), count = count_of(part);
      CUDA_CHECK(cudaSetDevice(device));
      CUDA_CHECK(cudaStreamWaitEvent(work[device], sent[0][last], 0));
      if (count > 0) {
        add<<<blocks_for(count), BLOCK, 0, work[device]>>>(d_data[device] + first_of(part),
                                                           d_scratch[device], count);
        CUDA_CHECK(cudaGetLastError());
      }
      CUDA_CHECK(cudaEventRecord(added[device], work[device]));
    }
  }
  for (int step = 0; step + 1 < devices; ++step)
    for (int device = 0; device < devices; ++device) {
      const int next = wrapped(device + 1), last = wrapped(device - 1);
      const int part = wrapped(device + 1 - step);
      CUDA_CHECK(cudaStreamWaitEvent(out[device],
                                     step == 0 ? added[device] : sent[(step + 1) % 2][last], 0));
      CUDA_CHECK(cudaMemcpyPeerAsync(d_data[next] + first_of(part), next,
                                     d_data[device] + first_of(part), device,
                                     size_t(count_of(part)) * sizeof(float), out[device]));
      CUDA_CHECK(cudaEventRecord(sent[step % 2][device], out[device]));
    }
  work.wait();
  out.wait();
  // END SOLUTION
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
  // BEGIN SOLUTION
  // STARTER: // TODO(lab12.5): a communicator and a stream for each device, and ncclAllReduce for
  // STARTER: // each of them, between ncclGroupStart and ncclGroupEnd (about 8 lines).
  // STARTER: (void)d_data, (void)n, (void)devices;
  const communicators ranks(devices);
  const streams work(devices);
  NCCL_CHECK(ncclGroupStart());
  for (int device = 0; device < devices; ++device)
    NCCL_CHECK(ncclAllReduce(d_data[device], d_data[device], n, ncclFloat, ncclSum, ranks[device],
                             work[device]));
  NCCL_CHECK(ncclGroupEnd());
  work.wait();
  // END SOLUTION
}

void scale_by_largest(float* const* d_data, float* const* d_largest, int n, int devices) {
  // BEGIN SOLUTION
  // STARTER: // TODO(lab12.5): largest_of() on each device (one block), then the largest of all of
  // STARTER: // them by ncclAllReduce, then divide() (about 17 lines).
  // STARTER: (void)d_data, (void)d_largest, (void)n, (void)devices;
  const communicators ranks(devices);
  const streams work(devices);
  for (int device = 0; device < devices; ++device) {
    CUDA_CHECK(cudaSetDevice(device));
    largest_of<<<1, BLOCK, 0, work[device]>>>(d_data[device], n, d_largest[device]);
    CUDA_CHECK(cudaGetLastError());
  }
  NCCL_CHECK(ncclGroupStart());
  for (int device = 0; device < devices; ++device)
    NCCL_CHECK(ncclAllReduce(d_largest[device], d_largest[device], 1, ncclFloat, ncclMax,
                             ranks[device], work[device]));
  NCCL_CHECK(ncclGroupEnd());
  for (int device = 0; device < devices; ++device) {
    CUDA_CHECK(cudaSetDevice(device));
    divide<<<blocks_for(n), BLOCK, 0, work[device]>>>(d_data[device], n, d_largest[device]);
    CUDA_CHECK(cudaGetLastError());
  }
  work.wait();
  // END SOLUTION
}

#endif
