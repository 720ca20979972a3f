// line 3: does not support tex1Dfetch yet
__global__ void kernel(float* a, unsigned long long texture) {
  a[0] = tex1Dfetch(texture, 0);
}
