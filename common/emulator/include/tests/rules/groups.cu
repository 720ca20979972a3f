// accepted
#include <cooperative_groups.h>
#include <cooperative_groups/memcpy_async.h>
#include <cooperative_groups/reduce.h>
#include <cooperative_groups/scan.h>

namespace cg = cooperative_groups;

struct pair_of_floats {
  float a, b;
};

__global__ void kernel(int* a) {
  __shared__ int copy[64];
  const cg::grid_group grid = cg::this_grid();
  const cg::thread_block block = cg::this_thread_block();
  cg::memcpy_async(block, copy, a, sizeof copy);
  cg::wait(block);
  cg::memcpy_async(block, copy, 64, a, 64);
  cg::wait_prior<0>(block);
  const auto tile = cg::tiled_partition<16>(block);
  const cg::thread_block_tile<4> small = cg::tiled_partition<4>(tile);
  const cg::coalesced_group here = cg::coalesced_threads();
  int all = 0;
  a[0] = tile.shfl(a[1], 0) + tile.shfl_xor(2.0, 1) + here.shfl_up(pair_of_floats{1, 2}, 1).a +
         small.any(1) + tile.all(1) + here.ballot(1) + tile.match_any(3) + here.match_all(4, all);
  a[1] = cg::reduce(tile, a[2], cg::plus<int>()) + cg::exclusive_scan(here, 1) +
         cg::reduce(tile, pair_of_floats{1, 2}, [](pair_of_floats x, pair_of_floats y) {
           return pair_of_floats{x.a + y.a, x.b + y.b};
         }).b;
  cg::invoke_one(here, [&] { a[3] = 1; });
  a[4] = cg::invoke_one_broadcast(tile, [&] { return a[3]; });
  const cg::thread_group group = cg::tiled_partition(block, 8);
  cg::sync(cg::tiled_partition(group, 4));
  cg::labeled_partition(tile, threadIdx.x / 3).sync();
  cg::binary_partition(here, threadIdx.x > 3).sync();
  a[5] = cg::thread_rank(small) + cg::group_size(block) + cg::this_thread().size();
  grid.sync();
}

void run(int* a) {
  kernel<<<1, 64>>>(a);
}
