// line 2: use plain CUDA C++
#include <cooperative_groups.h>
