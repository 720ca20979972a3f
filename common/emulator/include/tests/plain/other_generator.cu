// line 6: does not have CURAND_RNG_PSEUDO_MTGP32: use CURAND_RNG_PSEUDO_MT19937
#include <curand.h>
int main() {
  curandGenerator_t generator;
  curandCreateGenerator(&generator, CURAND_RNG_PSEUDO_XORWOW);
  return curandCreateGenerator(&generator, CURAND_RNG_PSEUDO_MTGP32);
}
