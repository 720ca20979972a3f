// line 4: initialization is not supported for __shared__ variables
__global__ void kernel(float* a) {
  const int i = threadIdx.x;
  __shared__ float tile[32] = {0};
  tile[i] = a[i];
}

void run(float* a) {
  kernel<<<1, 32>>>(a);
}
