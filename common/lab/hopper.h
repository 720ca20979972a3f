// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// Instructions of NVIDIA's Hopper (compute capability 9.0) that CUDA C++ has no name for: clusters
/// of blocks, barriers that count bytes, the bulk copy engine (TMA), and products of groups of 128
/// threads (wgmma). On a GPU each is a few lines of PTX; nvcc must be told -arch=sm_90a. The
/// emulated device compiles them and ends a launch that uses one; other GPUs trap.
#pragma once

#include <cuda_fp16.h>
#include <cuda_runtime.h>
#include <stdint.h>

#include "lab/cuda_check.h"

#if defined(CUDALAB_EMULATED_DEVICE) || defined(CUDALAB_RULES_CHECK)
#include <mma.h>
#define LAB_HOPPER(name, ...) cudalab::emulator::matrices::refuse("lab::" name "()")
#else
#include <cuda.h>
#if defined(__CUDA_ARCH_FEAT_SM90_ALL)
#define LAB_HOPPER(name, ...) asm volatile(__VA_ARGS__)
#else
#define LAB_HOPPER(name, ...) __trap()
#endif
#endif

namespace lab {

// ---- on the host

/// A matrix in global memory as the copy engine knows it: which part of it makes a box, and that a
/// box's rows, of 128 bytes, are swizzled in shared memory: 16 bytes at chunk c of row r lie at
/// chunk c ^ r % 8.
struct alignas(64) tensor_map {
  unsigned char bytes[128];
};

#if defined(CUDALAB_EMULATED_DEVICE) || defined(CUDALAB_RULES_CHECK)

template <class number>
tensor_map map_of(const number*, int, int, int, int) {
  return {};
}
template <class... parameters, class... arguments>
void launch_in_clusters(void (*)(parameters...), int, int, size_t, int, const arguments&...) {
  throw cuda_error(cudaErrorNotSupported, "the emulated device has no clusters of blocks", __FILE__,
                   __LINE__);
}

#else

/// `rows` x `columns` numbers in boxes of `box_rows` x `box_columns`. number: half or float.
template <class number>
tensor_map map_of(const number* matrix, int rows, int columns, int box_rows, int box_columns) {
  void* found = nullptr;
  cudaDriverEntryPointQueryResult result;
  CUDA_CHECK(cudaGetDriverEntryPointByVersion("cuTensorMapEncodeTiled", &found, 12000,
                                              cudaEnableDefault, &result));
  const auto encode = reinterpret_cast<decltype(&cuTensorMapEncodeTiled)>(found);
  const cuuint64_t size[2] = {static_cast<cuuint64_t>(columns), static_cast<cuuint64_t>(rows)};
  const cuuint64_t pitch[1] = {columns * sizeof(number)};
  const cuuint32_t box[2] = {static_cast<cuuint32_t>(box_columns),
                             static_cast<cuuint32_t>(box_rows)};
  const cuuint32_t every[2] = {1, 1};
  tensor_map map;
  static_assert(sizeof map == sizeof(CUtensorMap), "what CUDA calls a tensor map");
  if (encode == nullptr ||
      encode(reinterpret_cast<CUtensorMap*>(&map),
             sizeof(number) == 2 ? CU_TENSOR_MAP_DATA_TYPE_FLOAT16
                                 : CU_TENSOR_MAP_DATA_TYPE_FLOAT32,
             2, const_cast<number*>(matrix), size, pitch, box, every, CU_TENSOR_MAP_INTERLEAVE_NONE,
             CU_TENSOR_MAP_SWIZZLE_128B, CU_TENSOR_MAP_L2_PROMOTION_L2_256B,
             CU_TENSOR_MAP_FLOAT_OOB_FILL_NONE) != CUDA_SUCCESS)
    CUDA_CHECK(cudaErrorInvalidValue);
  return map;
}

/// Launches a kernel whose blocks belong together, `cluster` at a time.
template <class... parameters, class... arguments>
void launch_in_clusters(void (*kernel)(parameters...), int blocks, int threads, size_t bytes,
                        int cluster, const arguments&... given) {
  CUDA_CHECK(cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize,
                                  static_cast<int>(bytes)));
  cudaLaunchConfig_t shape = {};
  shape.gridDim = dim3(blocks);
  shape.blockDim = dim3(threads);
  shape.dynamicSmemBytes = bytes;
  cudaLaunchAttribute together = {};
  together.id = cudaLaunchAttributeClusterDimension;
  together.val.clusterDim.x = cluster;
  together.val.clusterDim.y = together.val.clusterDim.z = 1;
  shape.attrs = &together;
  shape.numAttrs = 1;
  CUDA_CHECK(cudaLaunchKernelEx(&shape, kernel, given...));
}

#endif

inline int multiprocessors() {
  int here = 0, count = 0;
  CUDA_CHECK(cudaGetDevice(&here));
  CUDA_CHECK(cudaDeviceGetAttribute(&count, cudaDevAttrMultiProcessorCount, here));
  return count;
}

// ---- in a kernel

#define LAB_DEVICE __device__ __forceinline__

/// The first T behind `memory` at such a multiple of bytes.
template <int alignment, class T>
LAB_DEVICE T* at_multiple_of(void* memory) {
  const auto address = reinterpret_cast<uintptr_t>(memory);
  return reinterpret_cast<T*>((address + alignment - 1) / alignment * alignment);
}

/// An address as these instructions take it.
LAB_DEVICE unsigned shared_address(const void* in_shared) {
  return static_cast<unsigned>(__cvta_generic_to_shared(in_shared));
}

/// This block's number in its cluster.
LAB_DEVICE int rank_in_cluster() {
  unsigned rank = 0;
  LAB_HOPPER("rank_in_cluster", "mov.u32 %0, %%cluster_ctarank;" : "=r"(rank));
  return static_cast<int>(rank);
}
/// Until all threads of the cluster's blocks are here.
LAB_DEVICE void sync_cluster() {
  LAB_HOPPER("sync_cluster", "barrier.cluster.arrive.aligned;\n barrier.cluster.wait.aligned;" ::
                 : "memory");
}
/// Until the 128 threads of a group are here. @param group 1 to 15
LAB_DEVICE void sync_group(int group) {
  LAB_HOPPER("sync_group", "bar.sync %0, 128;" ::"r"(group) : "memory");
}
/// All 128 threads of a group call one of these: of the registers of a block, a group that only
/// feeds needs few.
template <int count>
LAB_DEVICE void fewer_registers() {
  LAB_HOPPER("fewer_registers", "setmaxnreg.dec.sync.aligned.u32 %0;" ::"n"(count));
}
template <int count>
LAB_DEVICE void more_registers() {
  LAB_HOPPER("more_registers", "setmaxnreg.inc.sync.aligned.u32 %0;" ::"n"(count));
}

/// In shared memory. Phase after phase, it waits for so many arrivals, and for the bytes that were
/// announced.
struct barrier {
  uint64_t state;
};
LAB_DEVICE void make_barrier(barrier& made, int arrivals) {
  LAB_HOPPER("make_barrier", "mbarrier.init.shared::cta.b64 [%0], %1;" ::"r"(shared_address(&made)),
             "r"(arrivals)
             : "memory");
}
/// Barriers that were made are so for the cluster and for the copy engine, too.
LAB_DEVICE void show_barriers() {
  LAB_HOPPER("show_barriers", "fence.mbarrier_init.release.cluster;" ::: "memory");
}
/// Until the phase with this parity has ended: the first has parity 0. (So a wait for parity 1 does
/// not wait at first.)
LAB_DEVICE void wait(barrier& at, int parity) {
  LAB_HOPPER("wait",
             "{\n .reg .pred done;\n"
             "again: mbarrier.try_wait.parity.shared::cta.b64 done, [%0], %1;\n"
             " @!done bra again;\n}" ::"r"(shared_address(&at)),
             "r"(parity)
             : "memory");
}
/// Arrives, and lets the phase wait for so many bytes.
LAB_DEVICE void expect_bytes(barrier& at, int bytes) {
  LAB_HOPPER("expect_bytes",
             "mbarrier.arrive.expect_tx.shared::cta.b64 _, [%0], %1;" ::"r"(shared_address(&at)),
             "r"(bytes)
             : "memory");
}
/// Arrives at the same barrier of block `rank` of the cluster.
LAB_DEVICE void arrive(barrier& at, int rank) {
  LAB_HOPPER("arrive",
             "{\n .reg .b32 there;\n mapa.shared::cluster.u32 there, %0, %1;\n"
             " mbarrier.arrive.shared::cluster.b64 _, [there];\n}" ::"r"(shared_address(&at)),
             "r"(rank)
             : "memory");
}

/// One thread begins a copy of the box whose first element is in this row and column; `to` is at a
/// multiple of 1024 bytes, and the barrier hears of the bytes.
LAB_DEVICE void copy_box(void* to, const tensor_map& from, int row, int column, barrier& tells) {
  LAB_HOPPER("copy_box",
             "cp.async.bulk.tensor.2d.shared::cluster.global.tile.mbarrier::complete_tx::bytes "
             "[%0], [%1, {%2, %3}], [%4];" ::"r"(shared_address(to)),
             "l"(&from), "r"(column), "r"(row), "r"(shared_address(&tells))
             : "memory");
}
/// The same, to the same place in each block of the cluster whose bit is set in `blocks`, and to
/// its barrier.
LAB_DEVICE void copy_box_to_cluster(void* to, const tensor_map& from, int row, int column,
                                    barrier& tells, int blocks) {
  LAB_HOPPER("copy_box_to_cluster",
             "cp.async.bulk.tensor.2d.shared::cluster.global.tile.mbarrier::complete_tx::bytes"
             ".multicast::cluster [%0], [%1, {%2, %3}], [%4], %5;" ::"r"(shared_address(to)),
             "l"(&from), "r"(column), "r"(row), "r"(shared_address(&tells)),
             "h"(static_cast<uint16_t>(blocks))
             : "memory");
}
/// What this thread stored is seen by the copy engine.
LAB_DEVICE void show_to_copy_engine() {
  LAB_HOPPER("show_to_copy_engine", "fence.proxy.async.shared::cta;" ::: "memory");
}
/// One thread begins to store a box, as a batch of its own.
LAB_DEVICE void store_box(const tensor_map& to, int row, int column, const void* from) {
  LAB_HOPPER("store_box",
             "cp.async.bulk.tensor.2d.global.shared::cta.tile.bulk_group [%0, {%1, %2}], [%3];\n"
             "cp.async.bulk.commit_group;" ::"l"(&to),
             "r"(column), "r"(row), "r"(shared_address(from))
             : "memory");
}
/// Until all of this thread's stores but the last ones have read their boxes.
template <int but_last>
LAB_DEVICE void wait_for_stores() {
  LAB_HOPPER("wait_for_stores", "cp.async.bulk.wait_group.read %0;" ::"n"(but_last) : "memory");
}
LAB_DEVICE void wait_for_all_stores() {
  LAB_HOPPER("wait_for_all_stores", "cp.async.bulk.wait_group 0;" ::: "memory");
}

/// A factor in shared memory, for wgmma: swizzled boxes of rows of 64 halves. 64 rows of M, 16
/// columns from `first` on.
LAB_DEVICE uint64_t rows_of_64(const half* first) {
  constexpr uint64_t swizzle_128 = uint64_t{1} << 62, eight_rows = 1024 / 16;
  return swizzle_128 | eight_rows << 32 | uint64_t{1} << 16 |
         (shared_address(first) & 0x3ffff) / 16;
}
/// 16 rows of N from `first` on, in boxes of 64 columns and `rows` rows that follow each other.
LAB_DEVICE uint64_t columns_of_64(const half* first, int rows) {
  constexpr uint64_t swizzle_128 = uint64_t{1} << 62, eight_rows = 1024 / 16;
  return swizzle_128 | eight_rows << 32 | static_cast<uint64_t>(rows * 128 / 16) << 16 |
         (shared_address(first) & 0x3ffff) / 16;
}

/// Before the first product of a batch: registers and shared memory are as they shall be.
LAB_DEVICE void begin_products() {
  LAB_HOPPER("begin_products", "wgmma.fence.sync.aligned;" ::: "memory");
}
LAB_DEVICE void commit_products() {
  LAB_HOPPER("commit_products", "wgmma.commit_group.sync.aligned;" ::: "memory");
}
/// Until all batches of this group but the last ones are done.
template <int but_last>
LAB_DEVICE void wait_for_products() {
  LAB_HOPPER("wait_for_products", "wgmma.wait_group.sync.aligned %0;" ::"n"(but_last) : "memory");
}

/// 128 threads begin 64 x 256 sums of 16 products; `add`: to what `sums` holds. Warp w of the group
/// has rows 16 w to 16 w + 15; sums[4 k] to sums[4 k + 3] are, for columns 8 k to 8 k + 7, as
/// mma_m16n8k16 has them.
LAB_DEVICE void wgmma_m64n256k16(float (&sums)[128], uint64_t m, uint64_t n, bool add) {
  LAB_HOPPER("wgmma_m64n256k16",
             "{\n .reg .pred add;\n setp.ne.b32 add, %130, 0;\n"
             " wgmma.mma_async.sync.aligned.m64n256k16.f32.f16.f16 {"
             "%0, %1, %2, %3, %4, %5, %6, %7, %8, %9, %10, %11, %12, %13, %14, %15, "
             "%16, %17, %18, %19, %20, %21, %22, %23, %24, %25, %26, %27, %28, %29, "
             "%30, %31, %32, %33, %34, %35, %36, %37, %38, %39, %40, %41, %42, %43, "
             "%44, %45, %46, %47, %48, %49, %50, %51, %52, %53, %54, %55, %56, %57, "
             "%58, %59, %60, %61, %62, %63, %64, %65, %66, %67, %68, %69, %70, %71, "
             "%72, %73, %74, %75, %76, %77, %78, %79, %80, %81, %82, %83, %84, %85, "
             "%86, %87, %88, %89, %90, %91, %92, %93, %94, %95, %96, %97, %98, %99, "
             "%100, %101, %102, %103, %104, %105, %106, %107, %108, %109, %110, "
             "%111, %112, %113, %114, %115, %116, %117, %118, %119, %120, %121, "
             "%122, %123, %124, %125, %126, %127 "
             "}, %128, %129, add, 1, 1, 0, 1;\n}"
             : "+f"(sums[0]), "+f"(sums[1]), "+f"(sums[2]), "+f"(sums[3]), "+f"(sums[4]),
               "+f"(sums[5]), "+f"(sums[6]), "+f"(sums[7]), "+f"(sums[8]), "+f"(sums[9]),
               "+f"(sums[10]), "+f"(sums[11]), "+f"(sums[12]), "+f"(sums[13]), "+f"(sums[14]),
               "+f"(sums[15]), "+f"(sums[16]), "+f"(sums[17]), "+f"(sums[18]), "+f"(sums[19]),
               "+f"(sums[20]), "+f"(sums[21]), "+f"(sums[22]), "+f"(sums[23]), "+f"(sums[24]),
               "+f"(sums[25]), "+f"(sums[26]), "+f"(sums[27]), "+f"(sums[28]), "+f"(sums[29]),
               "+f"(sums[30]), "+f"(sums[31]), "+f"(sums[32]), "+f"(sums[33]), "+f"(sums[34]),
               "+f"(sums[35]), "+f"(sums[36]), "+f"(sums[37]), "+f"(sums[38]), "+f"(sums[39]),
               "+f"(sums[40]), "+f"(sums[41]), "+f"(sums[42]), "+f"(sums[43]), "+f"(sums[44]),
               "+f"(sums[45]), "+f"(sums[46]), "+f"(sums[47]), "+f"(sums[48]), "+f"(sums[49]),
               "+f"(sums[50]), "+f"(sums[51]), "+f"(sums[52]), "+f"(sums[53]), "+f"(sums[54]),
               "+f"(sums[55]), "+f"(sums[56]), "+f"(sums[57]), "+f"(sums[58]), "+f"(sums[59]),
               "+f"(sums[60]), "+f"(sums[61]), "+f"(sums[62]), "+f"(sums[63]), "+f"(sums[64]),
               "+f"(sums[65]), "+f"(sums[66]), "+f"(sums[67]), "+f"(sums[68]), "+f"(sums[69]),
               "+f"(sums[70]), "+f"(sums[71]), "+f"(sums[72]), "+f"(sums[73]), "+f"(sums[74]),
               "+f"(sums[75]), "+f"(sums[76]), "+f"(sums[77]), "+f"(sums[78]), "+f"(sums[79]),
               "+f"(sums[80]), "+f"(sums[81]), "+f"(sums[82]), "+f"(sums[83]), "+f"(sums[84]),
               "+f"(sums[85]), "+f"(sums[86]), "+f"(sums[87]), "+f"(sums[88]), "+f"(sums[89]),
               "+f"(sums[90]), "+f"(sums[91]), "+f"(sums[92]), "+f"(sums[93]), "+f"(sums[94]),
               "+f"(sums[95]), "+f"(sums[96]), "+f"(sums[97]), "+f"(sums[98]), "+f"(sums[99]),
               "+f"(sums[100]), "+f"(sums[101]), "+f"(sums[102]), "+f"(sums[103]), "+f"(sums[104]),
               "+f"(sums[105]), "+f"(sums[106]), "+f"(sums[107]), "+f"(sums[108]), "+f"(sums[109]),
               "+f"(sums[110]), "+f"(sums[111]), "+f"(sums[112]), "+f"(sums[113]), "+f"(sums[114]),
               "+f"(sums[115]), "+f"(sums[116]), "+f"(sums[117]), "+f"(sums[118]), "+f"(sums[119]),
               "+f"(sums[120]), "+f"(sums[121]), "+f"(sums[122]), "+f"(sums[123]), "+f"(sums[124]),
               "+f"(sums[125]), "+f"(sums[126]), "+f"(sums[127])
             : "l"(m), "l"(n), "r"(static_cast<int>(add)));
}

#undef LAB_DEVICE
#undef LAB_HOPPER

} // namespace lab
