// line 2: has no clusters: leave out __cluster_dims__
__global__ void __cluster_dims__(2, 1, 1) kernel(int* a) {
  a[0] = 1;
}
