// line 6: does not support reduce_update_async: call reduce(), and atomicAdd() in thread 0
#include <cooperative_groups/reduce.h>
namespace cg = cooperative_groups;
__global__ void k(int* total) {
  const auto tile = cg::tiled_partition<32>(cg::this_thread_block());
  cg::reduce_update_async(tile, *total, 1, cg::plus<int>());
}
