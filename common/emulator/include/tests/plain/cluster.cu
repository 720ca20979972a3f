// line 4: does not support cluster_group: its blocks form no clusters
#include <cooperative_groups.h>
__global__ void k() {
  cooperative_groups::this_cluster().sync();
}
