// line 3: does not support texCubemapGrad yet
__global__ void kernel(float* a, cudaTextureObject_t texture) {
  a[0] = texCubemapGrad<float>(texture, 0, 0, 1, float4{}, float4{});
}
