// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
//
// Lab 12 in numbers: the picture and the bodies on one device and on all of them; the ring beside
// its copies alone, and beside NCCL where it is installed.
//
//   ./lab bench lab12
//
// uses: nccl
#include <algorithm>
#include <memory>
#include <string>
#include <vector>

#include "bench.h"
#include "lab/device_buffer.h"
#include "lab12.h"

#include "lab12.cu"

/// `each` elements on every device, all zero.
template <class T>
class on_all {
public:
  on_all(int devices, size_t each) {
    for (int device = 0; device < devices; ++device) {
      CUDA_CHECK(cudaSetDevice(device));
      buffers_.emplace_back(each);
      CUDA_CHECK(cudaMemset(buffers_.back().data(), 0, buffers_.back().bytes()));
      CUDA_CHECK(cudaDeviceSynchronize());
      pointers_.push_back(buffers_.back().data());
    }
    CUDA_CHECK(cudaSetDevice(0));
  }
  T* const* data() const { return pointers_.data(); }
  T* operator[](int device) const { return pointers_[device]; }

private:
  std::vector<lab::device_buffer<T>> buffers_;
  std::vector<T*> pointers_;
};

/// A row whose work waits for its own end. The story measures with device 0 as the current one.
bench::row waiting(const std::string& name, bench::amount does, std::function<void()> work) {
  bench::row made{name, does, [work = std::move(work)] {
                    work();
                    CUDA_CHECK(cudaSetDevice(0));
                  }};
  made.clock = bench::clock::host;
  return made;
}

std::string on(int devices) {
  return devices == 1 ? ", one device" : ", " + std::to_string(devices) + " devices";
}

void tell_picture(bench::story& story, int devices, int size, int steps) {
  const int share = size / devices;
  const on_all<float> one(1, size_t(size) * (size + 2)), other(1, size_t(size) * (size + 2));
  const on_all<float> a(devices, size_t(size) * (share + 2)),
      b(devices, size_t(size) * (share + 2));
  const bench::amount work{2.0 * size * size * steps * sizeof(float), 0};
  const auto least = [&](double parts, const std::string& kept_by) {
    return bench::statement{
        2,
        {{"memory", work.bytes / parts},
         {"fp32", 5.0 * size * size * steps / parts},
         {"peer", parts == 1 ? 0 : 4.0 * size * steps * (parts == 2 ? 1 : 2)},
         {"launch", double(steps)}},
        "for each of its pixels a device reads and writes 4 bytes a step, 5 operations; a halo row "
        "goes to each neighbour",
        kept_by};
  };
  std::vector<bench::row> rows = {bench::with(
      waiting("diffuse" + on(1), work,
              [&] { diffuse(one.data(), other.data(), size, size, steps, 1); }),
      least(1, "Each pixel is loaded five times, mostly from caches, and stored once, 4 bytes at a "
               "time; and each step waits for the one before."))};
  rows.push_back(bench::with(
      waiting("diffuse" + on(devices), work,
              [&] { diffuse(a.data(), b.data(), size, share, steps, devices); }),
      least(devices, "The same; and each device waits for its neighbours' halo rows in each step, "
                     "which are handed over by one thread of the host.")));
  story.table("a picture of " + std::to_string(size) + " x " + std::to_string(size) + ", " +
                  std::to_string(steps) + " steps",
              "diffuse" + on(1), rows);
}

void tell_bodies(bench::story& story, int devices, int bodies) {
  const int share = bodies / devices;
  const on_all<float4> all(1, bodies), sums(1, bodies);
  const on_all<float4> parts(devices, share), part_sums(devices, share);
  const std::vector<const float4*> given(parts.data(), parts.data() + devices);
  const float4* const own = all[0];
  const bench::amount work{0, 20.0 * bodies * bodies};
  const auto least = [&](double parts, const std::string& kept_by) {
    return bench::statement{3,
                            {{"fp32", work.flops / parts},
                             {"memory", 32.0 * bodies / parts},
                             {"peer", 16.0 * bodies / parts * (parts - 1)},
                             {"launch", parts}},
                            "20 operations, by custom, for each of its bodies and each body; 16 "
                            "bytes a body go round the ring",
                            kept_by};
  };
  const std::string alone =
      "The given kernel has blocks of 32 threads, one warp, with two barriers "
      "for 32 bodies; and a pair takes a square root and a division, for which "
      "there are fewer units than for multiply-adds.";
  std::vector<bench::row> rows = {bench::with(
      waiting("gravity_ring" + on(1), work, [&] { gravity_ring(&own, sums.data(), bodies, 1); }),
      least(1, alone))};
  rows.push_back(
      bench::with(waiting("gravity_ring" + on(devices), work,
                          [&] { gravity_ring(given.data(), part_sums.data(), share, devices); }),
                  least(devices, alone)));
  story.table(std::to_string(bodies) + " bodies", "gravity_ring" + on(1), rows);
}

/// Bytes count as NCCL's bus bandwidth does: what each device must send.
void tell_sums(bench::story& story, int devices, int n, bool state) {
  const int part = (n + devices - 1) / devices;
  const on_all<float> data(devices, n), scratch(devices, part);
  const streams copies(devices);
  const bench::amount work{2.0 * (devices - 1) * part * sizeof(float), 0};
  std::vector<bench::row> rows = {
      waiting("ring_all_reduce", work,
              [&] { ring_all_reduce(data.data(), scratch.data(), n, devices); }),
      waiting("its copies alone", work, [&] {
        for (int step = 0; step < 2 * (devices - 1); ++step)
          for (int device = 0; device < devices; ++device) {
            const int next = (device + 1) % devices;
            CUDA_CHECK(cudaMemcpyPeerAsync(scratch[next], next, data[device], device,
                                           size_t(part) * sizeof(float), copies[device]));
          }
        copies.wait();
      })};
  std::string reference = "its copies alone";
#if LAB_HAS_NCCL
  const communicators ranks(devices); // made once, as programs do
  rows.push_back(waiting("NCCL", work, [&] {
    NCCL_CHECK(ncclGroupStart());
    for (int device = 0; device < devices; ++device)
      NCCL_CHECK(ncclAllReduce(data[device], data[device], n, ncclFloat, ncclSum, ranks[device],
                               copies[device]));
    NCCL_CHECK(ncclGroupEnd());
    copies.wait();
  }));
  reference = "NCCL";
#endif
  const std::vector<bench::statement> statements = {
      {4,
       {{"peer", work.bytes}, {"launch", 1}},
       "each of D devices sends 2 (D - 1) parts of n / D floats",
       "Each step waits for the one before; its additions come between its copies; and a copy has "
       "some microseconds before its first byte."},
      {0,
       {{"peer", work.bytes}},
       "the same bytes",
       "To compare with: all devices send at once, and each copy has some microseconds before its "
       "first byte."},
      {5,
       {{"peer", work.bytes}, {"launch", 1}},
       "the same bytes",
       "A library's: it cuts parts into smaller ones, so that additions run beside copies."}};
  for (std::size_t i = 0; state && i < rows.size(); ++i)
    rows[i].says = statements[i];
  story.table("sums of " + std::to_string(n) + " floats over " + std::to_string(devices) +
                  " devices",
              reference, rows);
}

int main(int argc, char** argv) {
#ifdef BENCH_EMULATED
  cudalab::emulator::give_devices(2);
#endif
  bench::story story(argc, argv, "Lab 12: several GPUs");
  int devices = 1;
  CUDA_CHECK(cudaGetDeviceCount(&devices));
  devices = devices >= 8 ? 8 : devices >= 4 ? 4 : devices; // sizes that they divide
  enable_peers(devices);
  CUDA_CHECK(cudaSetDevice(0));
  story.not_measured(1, "it hands over copies, which are measured with the ring.");
  if (bench::emulated) {
    tell_picture(story, devices, 64, 2);
    tell_bodies(story, devices, 128);
    tell_sums(story, devices, 1000, true);
    story.remark("Without a GPU nothing is timed: ./lab run lab12 shows timelines by a model.");
    return story.end();
  }
  if (devices == 1) {
    story.remark("This machine has one GPU: there is nothing to compare.");
    return story.end();
  }
  tell_picture(story, devices, 16384, 20);
  tell_bodies(story, devices, 262144);
  for (const int n : {1 << 20, 1 << 24, 1 << 26, 1 << 28})
    tell_sums(story, devices, n, n == 1 << 20 || n == 1 << 28);
  story.remark("Bytes of sums are those that each device must send: NCCL calls their rate the bus "
               "bandwidth.");
  return story.end();
}
