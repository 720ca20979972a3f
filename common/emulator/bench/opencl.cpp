// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// `opencl_workloads RUNS [small]`: the times of all workloads on the first OpenCL device, in ms.
/// Under the command `oclgrind` that device is Oclgrind's.
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <iterator>
#include <stdexcept>

#define CL_TARGET_OPENCL_VERSION 120
#include <CL/cl.h>

#include "samples.h"
#include "workloads.h"

namespace {

using namespace bench;

void check(cl_int status, const char* call) {
  if (status != CL_SUCCESS)
    throw std::runtime_error(std::string(call) + " failed: " + std::to_string(status));
}

struct device {
  cl_device_id id = nullptr;
  cl_context context = nullptr;
  cl_command_queue queue = nullptr;
  cl_program program = nullptr;

  device() {
    cl_platform_id platform = nullptr;
    check(clGetPlatformIDs(1, &platform, nullptr), "clGetPlatformIDs");
    check(clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 1, &id, nullptr), "clGetDeviceIDs");
    cl_int status = 0;
    context = clCreateContext(nullptr, 1, &id, nullptr, nullptr, &status);
    check(status, "clCreateContext");
    queue = clCreateCommandQueue(context, id, 0, &status);
    check(status, "clCreateCommandQueue");
    std::ifstream file(BENCH_KERNELS);
    const std::string text{std::istreambuf_iterator<char>(file), {}};
    const char* source = text.c_str();
    program = clCreateProgramWithSource(context, 1, &source, nullptr, &status);
    check(status, "clCreateProgramWithSource");
    check(clBuildProgram(program, 1, &id, "", nullptr, nullptr), "clBuildProgram");
  }

  cl_mem buffer(const std::vector<float>& of) {
    cl_int status = 0;
    cl_mem made = clCreateBuffer(context, CL_MEM_READ_WRITE | CL_MEM_COPY_HOST_PTR,
                                 of.size() * sizeof(float), const_cast<float*>(of.data()), &status);
    check(status, "clCreateBuffer");
    return made;
  }
};

void measure_workload(device& on, const workload& what, int n, int runs) {
  const std::vector<float> a = numbers(what.first_input(n), 7),
                           b = numbers(what.second_input(n), 5);
  std::vector<float> expected(what.output(n)), got(expected.size());
  run_plain(what, a.data(), b.data(), expected.data(), n);
  const cl_mem d_a = on.buffer(a), d_b = on.buffer(b), d_out = on.buffer(got);
  cl_int status = 0;
  const cl_kernel kernel = clCreateKernel(on.program, what.name, &status);
  check(status, "clCreateKernel");
  const cl_mem buffers[] = {d_a, d_b, d_out};
  for (cl_uint i = 0; i < 3; ++i)
    check(clSetKernelArg(kernel, i, sizeof(cl_mem), &buffers[i]), "clSetKernelArg");
  check(clSetKernelArg(kernel, 3, sizeof n, &n), "clSetKernelArg");
  const std::size_t width = static_cast<std::size_t>(n);
  const std::size_t global[] = {width, width};
  const std::size_t local[] = {static_cast<std::size_t>(what.two_dimensional ? tile : block), tile};
  const auto run = [&] {
    check(clEnqueueNDRangeKernel(on.queue, kernel, what.two_dimensional ? 2 : 1, nullptr, global,
                                 local, 0, nullptr, nullptr),
          "clEnqueueNDRangeKernel");
    check(clFinish(on.queue), "clFinish");
  };
  const summary time = runs == 1 ? summarise({milliseconds(run)}) : measure(runs, run);
  check(clEnqueueReadBuffer(on.queue, d_out, CL_TRUE, 0, got.size() * sizeof(float), got.data(), 0,
                            nullptr, nullptr),
        "clEnqueueReadBuffer");
  if (got != expected)
    throw std::runtime_error(std::string(what.name) + ": wrong result");
  print_line(std::string(what.name) + "/opencl/time", time);
  clReleaseKernel(kernel);
  for (const cl_mem each : buffers)
    clReleaseMemObject(each);
}

} // namespace

int main(int argc, char** argv) {
  try {
    const bool small = argc > 2 && std::strcmp(argv[2], "small") == 0;
    device on;
    for (const workload& what : workloads)
      measure_workload(on, what, small ? what.small_n : what.n, argc > 1 ? std::atoi(argv[1]) : 7);
  } catch (const std::exception& error) {
    std::fprintf(stderr, "opencl_workloads: %s\n", error.what());
    return 1;
  }
}
