// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#include "program.h"

#include <algorithm>

#include "faults.h"

namespace cudalab::proof {
namespace {

constexpr const char* head = R"(// Made by access_proof.
#include <algorithm>
#include <array>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <initializer_list>
#include <new>
#include <numeric>
#include <tuple>
#include <utility>
#include <vector>
#include <cooperative_groups.h>
#include <cooperative_groups/memcpy_async.h>
#include <cuda_fp16.h>
#include <cuda_runtime.h>
namespace cg = cooperative_groups;
// access_log.cpp
#ifdef WITHOUT_ACCESS_LOG
void access_log_begins(const char*) {}
__device__ void access_log_region(int, const void*, unsigned long) {}
__device__ float kept;
// Nothing that was read may be left out by an optimiser.
__device__ void keep(float value) { if (value == 123456.75f) kept = value; }
#else
__device__ void keep(float) {}
extern "C" void access_log_begins(const char* file);
extern "C" __device__ void access_log_region(int region, const void* begin, unsigned long bytes);
#endif

static std::vector<void*> buffers;
#ifdef WITHOUT_ACCESS_LOG
static int kernels = 0; // that have run well
#endif
template <class T> T* buffer(long written, long all) {
  void* p = nullptr;
  cudaMalloc(&p, all * sizeof(T));
  cudaMemset(p, 0, written * sizeof(T));
  buffers.push_back(p);
  return static_cast<T*>(p);
}
static void finish() {
#ifdef WITHOUT_ACCESS_LOG
  if (const cudaError_t error = cudaDeviceSynchronize())
    std::printf("%s: kernel %d of the program\n", cudaGetErrorString(error), kernels), std::exit(1);
  ++kernels;
#else
  cudaDeviceSynchronize();
#endif
  for (void* each : buffers)
    cudaFree(each);
  buffers.clear();
}
)";

/// Of comparable kernels: each value that is read changes the bits that are kept, and no access is
/// moved past a fence.
constexpr const char* comparable_head = R"(
__device__ unsigned kept_bits;
__device__ const void* kept_place;
__device__ __forceinline__ void fence() { __threadfence_block(); }
__device__ __forceinline__ unsigned bits_of(float x) { return __float_as_uint(x); }
__device__ __forceinline__ unsigned bits_of(int x) { return x; }
__device__ __forceinline__ unsigned bits_of(unsigned x) { return x; }
__device__ __forceinline__ unsigned bits_of(long long x) {
  return (unsigned)(x >> 32) * 7 + (unsigned)x;
}
__device__ __forceinline__ unsigned bits_of(unsigned long long x) {
  return bits_of((long long)x);
}
__device__ __forceinline__ unsigned bits_of(double x) {
  return bits_of(__double_as_longlong(x));
}
struct mixed {
  unsigned bits; // of a kernel's argument first: what can come out cannot be known
  template <class T> __device__ __forceinline__ void operator+=(T x) {
    bits = bits * 31 + bits_of(x);
  }
};
__device__ __forceinline__ void keep(mixed f, mixed n) {
  if (f.bits * 31 + n.bits == 0x2b67a9d1u) kept_bits = f.bits;
}
// Others might look, and change it: nothing is known of what it holds behind a fence.
__device__ __forceinline__ void keep_place(unsigned never, const void* place) {
  if (never == 77) kept_place = place;
}
)";

class printer {
public:
  void line(const std::string& text, construct_use* of = nullptr) {
    ++lines_;
    for (const char c : text)
      lines_ += c == '\n';
    text_ += text + '\n';
    if (of != nullptr)
      of->stands_at(lines_);
  }
  void lines(const text& all, const std::string& indent) {
    for (const text_line& each : all)
      line(indent + each.text, each.of.get());
  }
  std::string take() { return std::move(text_); }

private:
  std::string text_;
  int lines_ = 0;
};

/// Sectors depend on where an array begins: comparable ones begin with a line of the cache.
std::string aligned(bool comparable) {
  return comparable ? "__align__(128) " : "";
}

/// Arrays that stand before the kernel.
void print_variables(printer& out, const region& each, bool comparable) {
  const std::string array = aligned(comparable) + each.type->name + " " + each.name + "[" +
                            std::to_string(each.elements) + "];";
  if (each.where == region::memory::device_variable)
    out.line("__device__ " + array);
  if (each.where == region::memory::constant)
    out.line("__constant__ " + array);
}

/// Arrays that stand in the kernel.
void print_local_arrays(printer& out, const region& each, bool comparable) {
  const std::string head = aligned(comparable) + each.type->name + " " + each.name + "[";
  const std::string tail = std::to_string(each.elements) + "];";
  if (each.where == region::memory::shared)
    out.line("  __shared__ " + head + tail);
  if (each.where == region::memory::dynamic_shared)
    out.line("  extern __shared__ " + head + "];");
  if (each.where == region::memory::kernel_static)
    out.line("  static " + head + tail);
}

void print_kernel(printer& out, const kernel_writer& k, const kernel_body& body,
                  const std::string& name, const text& definitions) {
  std::string parameters = k.comparable() ? "unsigned never" : "";
  for (const region& each : k.regions()) {
    print_variables(out, each, k.comparable());
    if (each.where == region::memory::buffer)
      parameters += (parameters.empty() ? "" : ", ") + each.parameter();
  }
  out.lines(definitions, "");
  out.line("__global__ void " + name + "(" + parameters + ") {");
  for (const region& each : k.regions())
    print_local_arrays(out, each, k.comparable());
  out.line("  const int t = threadIdx.x, b = blockIdx.x, i = b * " + std::to_string(k.threads()) +
           " + t;");
  for (const region& each : k.regions())
    out.line("  access_log_region(" + std::to_string(each.id) + ", " + each.name + ", " +
             std::to_string(each.bytes()) + ");");
  for (const region& each : k.regions())
    if (k.comparable() && !each.read_only())
      out.line("  keep_place(never, " + each.name + ");");
  if (k.comparable())
    out.line("  fence();");
  out.line(std::string("  ") +
           (k.comparable() ? "mixed f{never}, n{never};" : "float f = 0; int n = 0;") +
           " (void)f, (void)n, (void)b, (void)i;");
  for (std::size_t i = 0; i < body.phases.size(); ++i) {
    if (i > 0 && body.barrier_before[i] && body.waits.count(i) == 0)
      out.line("  __syncthreads();");
    out.lines(body.phases[i].lines, "  ");
  }
  out.line(k.comparable() ? "  keep(f, n);" : "  keep(f + (float)n);");
  out.line("}");
}

void print_launch(printer& out, const kernel_writer& k, const std::string& name) {
  out.line("static void run_" + name + "() {");
  std::string arguments = k.comparable() ? "0" : "", dynamic = "0";
  for (const region& each : k.regions()) {
    const std::string bytes = std::to_string(each.bytes());
    if (each.where == region::memory::dynamic_shared)
      dynamic = bytes;
    if (each.where != region::memory::buffer)
      continue;
    arguments += (arguments.empty() ? "" : ", ") + each.name;
    out.line("  auto* " + each.name + " = buffer<" + each.type->name + ">(" +
             std::to_string(each.elements) + ", " + std::to_string(each.elements + each.unwritten) +
             ");");
    if (each.how != region::use::links)
      continue;
    std::string values;
    for (long e = 0; e < each.elements; ++e)
      values += std::to_string(link_from(each, e)) + ",";
    out.line("  const int v_" + each.name + "[] = {" + values + "};");
    out.line("  cudaMemcpy(" + each.name + ", v_" + each.name + ", sizeof v_" + each.name +
             ", cudaMemcpyHostToDevice);");
  }
  out.line("  " + name + "<<<" + std::to_string(k.blocks()) + ", " + std::to_string(k.threads()) +
           ", " + dynamic + ">>>(" + arguments + ");");
  out.line("  finish();");
  out.line("}");
}

std::vector<plan> epochs_of(const kernel_body& body) {
  std::vector<plan> epochs;
  for (std::size_t i = 0; i < body.phases.size(); ++i) {
    if (i > 0 && !body.barrier_before[i])
      epochs.back() = then({epochs.back(), body.phases[i].touches});
    else
      epochs.push_back(body.phases[i].touches);
  }
  return epochs;
}

/// With a fault: the same kernel anew with another choice until the fault is one.
generated_kernel add_kernel(printer& out, const program_wish& wanted, int number, int first_region,
                            planted_fault::kind fault) {
  std::mt19937_64 random(wanted.seed * 7919 + static_cast<std::uint64_t>(number));
  for (std::uint64_t attempt = 0;; ++attempt) {
    const planted_fault planted = {fault, static_cast<int>(random() % 12)};
    kernel_writer k(wanted.seed + attempt * 100003, number, first_region, planted,
                    wanted.comparable);
    const kernel_body body = compose(k, planted, wanted.constructs);
    generated_kernel made = {"k" + std::to_string(number),
                             planted,
                             k.threads(),
                             k.blocks(),
                             epochs_of(body),
                             k.kept_regions()};
    if (fault == planted_fault::kind::none ? !faults_in(made).empty() : !has_certain_fault(made))
      continue;
    print_kernel(out, k, body, made.name, k.definitions());
    print_launch(out, k, made.name);
    return made;
  }
}

void print_main(printer& out, const std::vector<generated_kernel>& kernels) {
  out.line("int main(int count, char** words) {");
  out.line("#ifdef WITHOUT_ACCESS_LOG");
  out.line("  cudaDeviceSetLimit(cudaLimitStackSize, 1 << 14);"); // of indirect calls nvcc knows no
                                                                  // depth
  out.line("#endif");
  out.line("  const char* which = count > 1 ? words[1] : \"all\";");
  out.line("  if (count > 2 && std::strcmp(which, \"log\") == 0) access_log_begins(words[2]);");
  out.line(
      "  const bool all = std::strcmp(which, \"log\") == 0 || std::strcmp(which, \"all\") == 0;");
  for (const generated_kernel& each : kernels) {
    const bool right = each.fault.what == planted_fault::kind::none;
    out.line(std::string("  if (") + (right ? "all || " : "") + "std::strcmp(which, \"" +
             each.name + "\") == 0) run_" + each.name + "();");
  }
  out.line("}");
}

} // namespace

int first_line_of_kernels() {
  const std::string text = std::string(head) + cell_definitions;
  return static_cast<int>(std::count(text.begin(), text.end(), '\n')) + 1;
}

generated_program generate(const program_wish& wanted) {
  using kind = planted_fault::kind;
  constexpr kind faults[] = {kind::race, kind::out_of_bounds, kind::unwritten_read,
                             kind::missing_barrier};
  printer out;
  out.line(std::string(head) + cell_definitions + (wanted.comparable ? comparable_head : ""));
  generated_program program;
  int regions = 0;
  for (int i = 0; i < wanted.kernels + wanted.faults; ++i) {
    const kind fault = i < wanted.kernels ? kind::none : faults[(i - wanted.kernels) % 4];
    program.kernels.push_back(add_kernel(out, wanted, i, regions, fault));
    regions += static_cast<int>(program.kernels.back().regions->size());
  }
  print_main(out, program.kernels);
  program.text = out.take();
  return program;
}

} // namespace cudalab::proof
