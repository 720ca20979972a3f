// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#include "emulator/observe/memory/place_words.h"

#include <fmt/format.h>

namespace cudalab::emulator {

finding_words place_words(const finding& found) {
  const bool writes = std::string(found.parties.front().action) == "writes";
  switch (found.kind) {
  case finding_kind::constant_write:
    return {found.detail,
            fmt::format("fill {0} before the launch with cudaMemcpyToSymbol({0}, ...), or make it "
                        "a __device__ variable if kernels must write it",
                        found.variable)};
  case finding_kind::host_access:
    if (found.why != finding_case::of_variable)
      return {found.detail,
              "copy with cudaMemcpy between this memory and an array of the host, and "
              "use that; or allocate with cudaMallocManaged"};
    return {found.detail,
            fmt::format("copy it with {}({}, ...), or declare it __managed__",
                        writes ? "cudaMemcpyToSymbol" : "cudaMemcpyFromSymbol", found.variable)};
  default:
    break;
  }
  if (!found.variable.empty())
    return {found.detail, fmt::format("pass the value of {0} to the kernel as an argument, or "
                                      "declare {0} as __device__, __constant__ or __managed__",
                                      found.variable)};
  return {found.detail, "a kernel sees device memory only: allocate with cudaMalloc, copy with "
                        "cudaMemcpy, and pass that pointer"};
}

} // namespace cudalab::emulator
