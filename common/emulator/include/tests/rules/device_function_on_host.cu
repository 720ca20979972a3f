// line 7: no matching function for call to 'square'
__device__ float square(float x) {
  return x * x;
}

float run(float a) {
  return square(a);
}
