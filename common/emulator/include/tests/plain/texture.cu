// line 3: does not support tex2DLod yet
__global__ void kernel(float* a, cudaTextureObject_t texture) {
  a[0] = tex2DLod<float>(texture, 0, 0, 1);
}
