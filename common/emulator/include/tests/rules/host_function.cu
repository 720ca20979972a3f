// line 9: no matching function for call to 'half'
float half(float x) {
  return x / 2;
}

__global__ void kernel(float* a) {
  const int i = threadIdx.x;
  // The mistake: no __device__.
  a[i] = half(a[i]);
}

void run(float* a) {
  kernel<<<1, 32>>>(a);
}
