// line 3: does not support atomicAdd yet
__global__ void kernel(int* sum) {
  atomicAdd(sum, 1);
}
