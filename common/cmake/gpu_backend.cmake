# SPDX-License-Identifier: MIT
# SPDX-FileCopyrightText: The CUDA Labs authors
#
# The GPU backend is built where a CUDA Toolkit is installed. The judge finds the GPU itself when it
# runs; here only the toolkit's host headers and libraries matter, so CUDA is not a CMake language
# of this project: student files are compiled by the judge.
set(CUDALAB_GPU_BACKEND OFF)
find_package(CUDAToolkit QUIET)
if(CUDAToolkit_FOUND AND CUDAToolkit_NVCC_EXECUTABLE)
  set(CUDALAB_GPU_BACKEND ON)
endif()
set(CMAKE_CUDA_ARCHITECTURES "native" CACHE STRING "What nvcc builds lab programs for")
