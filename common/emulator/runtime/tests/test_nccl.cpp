// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
//
// NCCL: what each call does, and what is said of calls that do not come together.
#include <doctest/doctest.h>

#include <array>
#include <numeric>
#include <string>
#include <thread>
#include <vector>

#include <nccl.h>

#include "emulator/emulator.h"
#include "kernel_test.h"

using namespace cudalab::emulator;

namespace {

constexpr int ranks = 3;

/// Three devices, a rank on each, and memory of each.
class ranks_of_three {
public:
  ranks_of_three() {
    give_devices(ranks);
    REQUIRE(ncclCommInitAll(comms.data(), ranks, nullptr) == ncclSuccess);
    for (std::size_t rank = 0; rank < ranks; ++rank) {
      cudaSetDevice(static_cast<int>(rank));
      for (int** const each : {&in[rank], &out[rank]})
        cudaMalloc(each, 6 * sizeof(int));
      cudaStreamCreateWithFlags(&streams[rank], cudaStreamNonBlocking);
      std::array<int, 6> values{};
      std::iota(values.begin(), values.end(), 100 * static_cast<int>(rank));
      cudaMemcpy(in[rank], values.data(), sizeof values, cudaMemcpyHostToDevice);
      cudaMemset(out[rank], 0, sizeof values);
      cudaDeviceSynchronize();
    }
  }
  ~ranks_of_three() {
    for (std::size_t rank = 0; rank < ranks; ++rank) {
      cudaStreamDestroy(streams[rank]);
      cudaFree(in[rank]);
      cudaFree(out[rank]);
      ncclCommDestroy(comms[rank]);
    }
    give_devices(1);
    forget_errors_when_idle();
  }
  ranks_of_three(const ranks_of_three&) = delete;
  ranks_of_three& operator=(const ranks_of_three&) = delete;

  /// @param call is given the number of a rank
  template <class Call>
  static ncclResult_t together(const Call& call) {
    ncclGroupStart();
    for (std::size_t rank = 0; rank < ranks; ++rank)
      call(rank);
    return ncclGroupEnd();
  }

  std::vector<int> got(std::size_t rank) const {
    std::vector<int> values(6);
    cudaStreamSynchronize(streams[rank]);
    cudaMemcpy(values.data(), out[rank], 6 * sizeof(int), cudaMemcpyDefault);
    return values;
  }

  std::array<ncclComm_t, ranks> comms{};
  std::array<int*, ranks> in{}, out{};
  std::array<cudaStream_t, ranks> streams{};
};

using ints = std::vector<int>;

} // namespace

TEST_CASE("collective calls give each rank what NCCL gives it") {
  ranks_of_three all;
  const auto &in = all.in, &out = all.out;
  const auto& comms = all.comms;
  const auto& streams = all.streams;
  CHECK(all.together([&](std::size_t r) {
    ncclAllReduce(in[r], out[r], 6, ncclInt32, ncclSum, comms[r], streams[r]);
  }) == ncclSuccess);
  for (std::size_t r = 0; r < ranks; ++r)
    CHECK(all.got(r) == ints{300, 303, 306, 309, 312, 315});
  CHECK(all.together([&](std::size_t r) {
    ncclAllReduce(in[r], out[r], 6, ncclInt32, ncclMax, comms[r], streams[r]);
  }) == ncclSuccess);
  CHECK(all.got(0) == ints{200, 201, 202, 203, 204, 205});
  CHECK(all.together([&](std::size_t r) {
    ncclReduce(in[r], out[r], 2, ncclInt32, ncclMin, 1, comms[r], streams[r]);
  }) == ncclSuccess);
  CHECK(all.got(0) == ints{200, 201, 202, 203, 204, 205}); // as it was: it is not the root
  CHECK(all.got(1) == ints{0, 1, 202, 203, 204, 205});
  CHECK(all.together([&](std::size_t r) {
    ncclBroadcast(in[r], out[r], 3, ncclInt32, 2, comms[r], streams[r]);
  }) == ncclSuccess);
  CHECK(all.got(0) == ints{200, 201, 202, 203, 204, 205});
  CHECK(all.together([&](std::size_t r) {
    ncclAllGather(in[r], out[r], 2, ncclInt32, comms[r], streams[r]);
  }) == ncclSuccess);
  for (std::size_t r = 0; r < ranks; ++r)
    CHECK(all.got(r) == ints{0, 1, 100, 101, 200, 201});
  CHECK(all.together([&](std::size_t r) {
    ncclReduceScatter(in[r], out[r], 2, ncclInt32, ncclAvg, comms[r], streams[r]);
  }) == ncclSuccess);
  CHECK(all.got(0) == ints{100, 101, 100, 101, 200, 201});
  CHECK(all.got(2) == ints{104, 105, 100, 101, 200, 201});
}

TEST_CASE("a call may have its result where its input was") {
  ranks_of_three all;
  CHECK(all.together([&](std::size_t r) {
    ncclAllReduce(all.in[r], all.in[r], 6, ncclInt32, ncclSum, all.comms[r], all.streams[r]);
  }) == ncclSuccess);
  cudaStreamSynchronize(all.streams[2]);
  int seen = 0;
  cudaMemcpy(&seen, all.in[2] + 5, sizeof seen, cudaMemcpyDefault);
  CHECK(seen == 315);
}

TEST_CASE("sends find their receives, round a ring too") {
  ranks_of_three all;
  CHECK(all.together([&](std::size_t r) {
    const int next = static_cast<int>(r + 1) % ranks, before = static_cast<int>(r + 2) % ranks;
    ncclSend(all.in[r], 6, ncclInt32, next, all.comms[r], all.streams[r]);
    ncclRecv(all.out[r], 6, ncclInt32, before, all.comms[r], all.streams[r]);
  }) == ncclSuccess);
  CHECK(all.got(0) == ints{200, 201, 202, 203, 204, 205});
  CHECK(all.got(1) == ints{0, 1, 2, 3, 4, 5});
}

TEST_CASE("a rank that never comes is told of, and nobody waits for it") {
  ranks_of_three all;
  // One host thread, and no group.
  CHECK(ncclAllReduce(all.in[0], all.out[0], 6, ncclInt32, ncclSum, all.comms[0], all.streams[0]) ==
        ncclInternalError);
  CHECK(std::string(ncclGetLastError(nullptr)) ==
        "rank 0 waits in ncclAllReduce for ranks 1 and 2, which do not call it");
  ncclGroupStart();
  ncclBroadcast(all.in[0], all.out[0], 6, ncclInt32, 0, all.comms[0], all.streams[0]);
  ncclBroadcast(all.in[2], all.out[2], 6, ncclInt32, 0, all.comms[2], all.streams[2]);
  CHECK(ncclGroupEnd() == ncclInternalError);
  CHECK(std::string(ncclGetLastError(nullptr)) ==
        "ranks 0 and 2 wait in ncclBroadcast for rank 1, which does not call it");
  CHECK(ncclRecv(all.out[1], 6, ncclInt32, 0, all.comms[1], all.streams[1]) == ncclInternalError);
  CHECK(std::string(ncclGetLastError(nullptr)) ==
        "rank 1 waits in ncclRecv for rank 0, which does not call ncclSend for rank 1");
  // Nothing is left of them.
  CHECK(all.together([&](std::size_t r) {
    ncclAllReduce(all.in[r], all.out[r], 6, ncclInt32, ncclSum, all.comms[r], all.streams[r]);
  }) == ncclSuccess);
  CHECK(all.got(0)[0] == 300);
}

TEST_CASE("a group that is never ended holds up nobody else's calls") {
  ranks_of_three all;
  ncclGroupStart();
  ncclAllReduce(all.in[0], all.out[0], 6, ncclInt32, ncclSum, all.comms[0], all.streams[0]);
  call_begins();
  CHECK(all.together([&](std::size_t r) {
    ncclAllReduce(all.in[r], all.out[r], 6, ncclInt32, ncclMax, all.comms[r], all.streams[r]);
  }) == ncclSuccess);
  CHECK(all.got(0)[0] == 200);
  call_ends();
}

TEST_CASE("communicators that are destroyed, or left by an earlier call, are told as that") {
  const auto sum_of = [](const ranks_of_three& all, ncclComm_t comm) {
    return ncclAllReduce(all.in[0], all.out[0], 6, ncclInt32, ncclSum, comm, all.streams[0]);
  };
  const auto told = [](const char* what) {
    return std::string(ncclGetLastError(nullptr)).find(what) != std::string::npos;
  };
  ranks_of_three all;
  ncclComm_t own = nullptr;
  const int device = 0;
  REQUIRE(ncclCommInitAll(&own, 1, &device) == ncclSuccess);
  ncclCommDestroy(own);
  CHECK(sum_of(all, own) == ncclInvalidArgument);
  CHECK(told("this communicator has been destroyed"));
  CHECK(ncclCommDestroy(own) == ncclInvalidArgument);
  int nothing = 0;
  const auto none = reinterpret_cast<ncclComm_t>(&nothing);
  CHECK(sum_of(all, none) == ncclInvalidArgument);
  CHECK(std::string(ncclGetLastError(nullptr)) == "there is no such communicator");
  CHECK(sum_of(all, all.comms[0]) == ncclInternalError);
  CHECK_FALSE(told("by an earlier call"));
  call_begins();
  CHECK(sum_of(all, none) == ncclInvalidArgument);
  CHECK(told("3 communicators are still there, made by an earlier call"));
  CHECK(sum_of(all, all.comms[0]) == ncclInternalError);
  CHECK(told("made for 3 ranks, by an earlier call"));
  call_ends();
}

TEST_CASE("calls of the ranks must fit together, and their memory must be there") {
  ranks_of_three all;
  CHECK(all.together([&](std::size_t r) {
    ncclAllReduce(all.in[r], all.out[r], r == 1 ? 5 : 6, ncclInt32, ncclSum, all.comms[r],
                  all.streams[r]);
  }) == ncclInvalidArgument);
  CHECK(all.got(0) == ints(6, 0));
  CHECK(all.together([&](std::size_t r) {
    if (r == 2)
      ncclReduce(all.in[r], all.out[r], 6, ncclInt32, ncclSum, 0, all.comms[r], all.streams[r]);
    else
      ncclAllReduce(all.in[r], all.out[r], 6, ncclInt32, ncclSum, all.comms[r], all.streams[r]);
  }) == ncclInvalidArgument);
  CHECK(ncclAllReduce(all.in[1], all.out[0], 6, ncclInt32, ncclSum, all.comms[0], all.streams[0]) ==
        ncclInvalidArgument);
  CHECK(std::string(ncclGetLastError(nullptr)) ==
        "rank 0 is on device 0, and its send buffer is memory of device 1");
  CHECK(ncclAllReduce(all.in[0], all.out[0], 7, ncclInt32, ncclSum, all.comms[0], all.streams[0]) ==
        ncclInvalidArgument);
  CHECK(ncclAllReduce(all.in[0], all.out[0], 6, ncclInt32, ncclSum, all.comms[0], all.streams[1]) ==
        ncclUnhandledCudaError);
  CHECK(ncclAllReduce(all.in[0], all.out[0], 6, ncclInt32, ncclSum, nullptr, all.streams[0]) ==
        ncclInvalidArgument);
}

TEST_CASE("a rank for each host thread: they wait for each other") {
  give_devices(2);
  ncclUniqueId id;
  REQUIRE(ncclGetUniqueId(&id) == ncclSuccess);
  std::array<int, 2> sums{};
  std::vector<std::thread> threads;
  for (int rank = 0; rank < 2; ++rank)
    threads.emplace_back([&, rank] {
      cudaSetDevice(rank);
      ncclComm_t comm = nullptr;
      ncclCommInitRank(&comm, 2, id, rank);
      int* data = nullptr;
      cudaMalloc(&data, sizeof(int));
      cudaMemcpy(data, &rank, sizeof(int), cudaMemcpyHostToDevice);
      for (int round = 0; round < 3; ++round)
        ncclAllReduce(data, data, 1, ncclInt32, ncclSum, comm, nullptr);
      cudaMemcpy(&sums[static_cast<std::size_t>(rank)], data, sizeof(int), cudaMemcpyDeviceToHost);
      cudaFree(data);
      ncclCommDestroy(comm);
    });
  for (std::thread& each : threads)
    each.join();
  CHECK(sums == std::array<int, 2>{4, 4});
  give_devices(1);
}

TEST_CASE("who joins a clique: each rank once, each on a device of its own") {
  give_devices(2);
  ncclUniqueId id;
  REQUIRE(ncclGetUniqueId(&id) == ncclSuccess);
  std::array<ncclComm_t, 2> comms{};
  ncclGroupStart();
  CHECK(ncclCommInitRank(&comms[0], 2, id, 0) == ncclSuccess);
  CHECK(ncclCommInitRank(&comms[1], 2, id, 1) == ncclInvalidUsage); // the same device
  CHECK(ncclGroupEnd() == ncclInvalidUsage);
  cudaSetDevice(1);
  CHECK(ncclCommInitRank(&comms[1], 3, id, 1) == ncclInvalidArgument);
  CHECK(ncclCommInitRank(&comms[1], 2, id, 1) == ncclSuccess);
  int value = -1;
  CHECK(ncclCommCount(comms[1], &value) == ncclSuccess);
  CHECK(value == 2);
  CHECK(ncclCommCuDevice(comms[1], &value) == ncclSuccess);
  CHECK(value == 1);
  CHECK(ncclCommUserRank(comms[1], &value) == ncclSuccess);
  CHECK(value == 1);
  for (const ncclComm_t each : comms)
    CHECK(ncclCommDestroy(each) == ncclSuccess);
  CHECK(ncclCommDestroy(comms[0]) == ncclInvalidArgument);
  const std::array<int, 2> twice{1, 1};
  CHECK(ncclCommInitAll(comms.data(), 2, twice.data()) == ncclInvalidUsage);
  give_devices(1);
}
