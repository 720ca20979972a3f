// line 4: no matching function for call to 'cudaMemcpy'
__global__ void kernel(float* a, const float* b) {
  // A kernel cannot copy as the host does.
  cudaMemcpy(a, b, 4, cudaMemcpyDeviceToDevice);
}

void run(float* a, const float* b) {
  kernel<<<1, 1>>>(a, b);
}
