// line 6: reference to __host__ variable 'factor' in __global__ function
float factor = 2.0f;

__global__ void kernel(float* a) {
  const int i = threadIdx.x;
  a[i] *= factor;
}

void run(float* a) {
  kernel<<<1, 32>>>(a);
}
