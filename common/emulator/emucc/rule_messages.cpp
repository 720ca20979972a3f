// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#include "emulator/emucc/rule_messages.h"

#include <algorithm>
#include <filesystem>
#include <set>
#include <sstream>
#include <vector>

#include "emulator/emucc/located_line.h"
#include "emulator/emucc/words.h"

namespace cudalab::emulator {
namespace {

/// What stands between the first pair of single quotes.
std::string quoted_name(const std::string& text) {
  const std::size_t begin = text.find('\'');
  const std::size_t end = begin == text.npos ? begin : text.find('\'', begin + 1);
  return end == text.npos ? "this" : text.substr(begin + 1, end - begin - 1);
}

constexpr const char* launch_it =
    "The launch needs <<<...>>> between the kernel's name and its arguments: kernel<<<blocks, "
    "threads>>>(arguments). nvcc would refuse this file.";
constexpr const char* call_on_device =
    "Host code calls functions of the host and launches kernels; nvcc would refuse this file.";
constexpr const char* stay_on_device =
    "A kernel may call only __device__ functions and use only device memory; nvcc would refuse "
    "this file.";

/// Whether what is called is declared in a header of the system.
bool of_library(const std::vector<located_line>& notes) {
  return std::any_of(notes.begin(), notes.end(), [](const located_line& note) {
    const std::string file = std::filesystem::path(note.place.file).lexically_normal();
    return begins(file, "/usr/") &&
           (contains(note.text, "__host__ function from") || contains(note.text, "declared here"));
  });
}

std::string instead_of(const std::string& name) {
  if (name == "min" || name == "max")
    return "CUDA has " + name +
           "() itself, without std::, and limits are INT_MAX of <climits> and "
           "FLT_MAX of <cfloat>";
  if (name == "swap")
    return "exchange the two by a third variable";
  if (name == "clamp")
    return "use min(max(x, low), high), without std::";
  return "write it out, or take a function of CUDA";
}

bool names_kernel(const std::string& text, const std::string& reasons) {
  return contains(text, "reference to __global__ function") ||
         contains(reasons, "call to __global__ function from");
}
bool names_host_function(const std::string& text, const std::string& reasons) {
  return contains(text, "reference to __host__ function") ||
         contains(reasons, "call to __host__ function from");
}

/// Of CUDA's device runtime (CUDA C++ Programming Guide, "Dynamic Parallelism", "Device-Side API"),
/// and what clang makes of a launch.
bool is_given_to_kernels(const std::string& function) {
  static const std::set<std::string> all = {
      "cudaConfigureCall",
      "cudaDeviceGetAttribute",
      "cudaDeviceGetCacheConfig",
      "cudaDeviceGetLimit",
      "cudaDeviceGetSharedMemConfig",
      "cudaEventCreateWithFlags",
      "cudaEventDestroy",
      "cudaEventRecord",
      "cudaEventRecordWithFlags",
      "cudaFree",
      "cudaFuncGetAttributes",
      "cudaGetDevice",
      "cudaGetDeviceCount",
      "cudaGetErrorName",
      "cudaGetErrorString",
      "cudaGetLastError",
      "cudaMalloc",
      "cudaMemcpy2DAsync",
      "cudaMemcpy3DAsync",
      "cudaMemcpyAsync",
      "cudaMemset2DAsync",
      "cudaMemset3DAsync",
      "cudaMemsetAsync",
      "cudaOccupancyMaxActiveBlocksPerMultiprocessor",
      "cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags",
      "cudaPeekAtLastError",
      "cudaRuntimeGetVersion",
      "cudaStreamCreateWithFlags",
      "cudaStreamDestroy",
      "cudaStreamWaitEvent",
  };
  return all.count(function) != 0;
}

std::string with_notes(const std::string& text, const std::vector<located_line>& notes) {
  std::string all = text;
  for (const located_line& note : notes)
    all += '\n' + note.text;
  return all;
}

struct broken_rule {
  std::string words; ///< "" when clang's own are the best there are
  const char* remedy = stay_on_device;
};

broken_rule in_plain_words(const std::string& text, const std::vector<located_line>& notes) {
  const std::string reasons = with_notes(text, notes);
  const std::string name = quoted_name(text);
  if (contains(text, "not configured"))
    return {"the kernel " + name + " is called without <<<blocks, threads>>>", launch_it};
  if (contains(text, "initialization is not supported for __shared__"))
    return {"a __shared__ variable cannot be initialised where it is declared: let the threads "
            "write it, then call __syncthreads()"};
  if (contains(text, "constructor") && contains(reasons, "__host__ function from"))
    return {"the constructor of " + name + " is host code: a kernel cannot make such an object"};
  if (contains(text, "reference to __host__ variable"))
    return {name + " is a variable of the host, and device code cannot read it: pass it to the "
                   "kernel as an argument, or make it __constant__ or constexpr"};
  const bool of_host = names_host_function(text, reasons);
  if (of_host && of_library(notes))
    return {name +
            "() is a function of the C++ library for the host, and device code cannot call "
            "it, constexpr or not: " +
            instead_of(name)};
  if (of_host)
    return {name + "() is a function of the host, and device code cannot call it: mark it "
                   "__device__ (or __host__ __device__) if it is yours"};
  if (contains(reasons, "call to __device__ function from") ||
      contains(text, "reference to __device__ function"))
    return {name == "__syncthreads"
                ? "__syncthreads() is for the threads of a block, in a kernel; on the host "
                  "cudaDeviceSynchronize() waits for the device"
                : name + "() is a __device__ function, and the host cannot call it: call it in a "
                         "kernel, or mark it __host__ __device__",
            call_on_device};
  if (names_kernel(text, reasons))
    return {name + "() is a kernel, and device code cannot call it"};
  return {};
}

class rule_reader {
public:
  rule_reader(const std::string& headers, bool kernels_launch)
      : headers_(headers), kernels_launch_(kernels_launch) {}

  rule_messages run(const std::string& messages) {
    std::istringstream lines(messages);
    for (std::string line; std::getline(lines, line);) {
      std::optional<located_line> parts = parse_located_line(line);
      if (!parts)
        continue;
      if (parts->text.rfind("note: ", 0) == 0) {
        notes_.push_back(*parts);
        continue;
      }
      flush();
      main_ = parts;
    }
    flush();
    return std::move(result_);
  }

private:
  bool foreign(const source_place& place) const {
    const std::string file = std::filesystem::path(place.file).lexically_normal();
    for (const std::string& folder :
         {std::string("/usr/include/"), std::string("/usr/lib/"), headers_})
      if (file.rfind(folder, 0) == 0)
        return true;
    return false;
  }

  bool is_allowed() const {
    const std::string reasons = with_notes(main_->text, notes_);
    return kernels_launch_ &&
           (names_kernel(main_->text, reasons) || (names_host_function(main_->text, reasons) &&
                                                   is_given_to_kernels(quoted_name(main_->text))));
  }

  void flush() {
    if (main_ && is_allowed()) {
      ++result_.allowed;
    } else if (main_) {
      const bool own = !foreign(main_->place);
      const bool error = contains(main_->text, "error: ");
      result_.own_errors += own && error;
      result_.foreign_errors += !own && error;
      if (own)
        say();
    }
    main_.reset();
    notes_.clear();
  }

  void say() {
    const bool error = contains(main_->text, "error: ");
    const broken_rule plain = in_plain_words(main_->text, notes_);
    if (!plain.words.empty())
      main_->text = "error: " + plain.words;
    result_.text += to_text(*main_) + '\n';
    for (const located_line& note : notes_)
      if (plain.words.empty() && !foreign(note.place))
        result_.text += to_text(note) + '\n';
    if (error)
      result_.text += to_text({main_->place, std::string("note: remedy: ") + plain.remedy}) + '\n';
  }

  std::string headers_;
  bool kernels_launch_;
  std::optional<located_line> main_;
  std::vector<located_line> notes_;
  rule_messages result_;
};

} // namespace

rule_messages read_rule_messages(const std::string& messages, const std::filesystem::path& headers,
                                 bool kernels_launch) {
  return rule_reader(headers, kernels_launch).run(messages);
}

} // namespace cudalab::emulator
