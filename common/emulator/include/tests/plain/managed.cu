// line 4: does not support cudaMallocManaged yet
int main() {
  float* a = nullptr;
  cudaMallocManaged(&a, 4);
}
