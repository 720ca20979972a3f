// line 4: does not support multi_grid_group: it is one device
#include <cooperative_groups.h>
__global__ void k() {
  cooperative_groups::this_multi_grid().sync();
}
