// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// What judge and worker say to each other. Both sides include this file and share nothing else.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <variant>
#include <vector>

namespace cudalab::protocol {

inline constexpr int version = 1;

/// Descriptors that the judge hands to `program --worker`.
inline constexpr int request_fd = 3;
inline constexpr int reply_fd = 4;
inline constexpr int input_fd = 5;
inline constexpr int output_fd = 6;

/// Every byte of an output is this before the worker writes it. As a float, four of them are a NaN.
inline constexpr unsigned char poison_byte = 0xFF;

/// The guards of inputs are made of this: a NaN, as a float and as half of a double, that is not
/// the poison. What was computed from it differs from what was never written.
inline constexpr std::uint32_t input_guard = 0x7FF1A5A5;

/// Bytes of poison before and after each output, in shared memory and (see batch::guard_bytes) on
/// the device. The alignment of outputs in shared memory.
inline constexpr std::size_t fence_bytes = 256;

/// Bytes of a text for people in a reply. An exception may hold megabytes: the worker sends the
/// first of them, and the judge reads no more.
inline constexpr std::size_t longest_words = 2000;

/// Cut to that, with a mark.
std::string short_words(const std::string& text);

/// Elements of a list in a message.
inline constexpr std::size_t longest_list = 100'000;

/// Type of a buffer's elements or of a scalar.
enum class element_type { int32, uint32, float32, float64 };

std::size_t size_of(element_type type);
/// The name as it stands in C++: "int", "float", ...
std::string name_of(element_type type);

/// Where the student's function expects a buffer.
enum class memory_space { device, host };

/// input: read from the input memory. output: starts as poison, and is copied to the output memory.
/// inout: starts from the input memory and is copied out.
enum class direction { input, output, inout };

/// Which thread of the launch stores which element, where the emulated device is to look at that:
/// thread i element i, or one thread all those that lie as many places apart as there are threads,
/// or whichever threads, which go on to further elements where they are fewer than those; or as
/// many blocks as there must be.
enum class element_maker {
  any_thread,
  thread_of_same_number,
  steps_of_all_threads,
  threads_that_go_on,
  enough_blocks
};

/// A pointer parameter. Offsets are in bytes into the input and the output memory.
struct buffer_argument {
  std::string name; ///< for messages: "d_M"
  element_type type = element_type::float32;
  memory_space space = memory_space::device;
  protocol::direction direction = direction::input;
  std::size_t elements = 0;
  std::size_t input_offset = 0;  ///< input and inout
  std::size_t output_offset = 0; ///< output and inout
  /// An output that the function must not read, not even what it wrote there: a remark tells of it.
  bool only_written = false;
  /// Where the function gets more than `elements`: so many, which are the content over and over, in
  /// the same memory, in whole pages; on the emulated device only. 0: `elements`.
  std::size_t repeated_to = 0;
  element_maker stored_by = element_maker::any_thread; ///< of an output on the device
};

/// A parameter passed by value.
struct scalar_argument {
  std::string name;
  element_type type = element_type::int32;
  double value = 0;
};

/// A parameter passed by value that has several components: dim3, float3, float4.
struct vector_argument {
  std::string name;
  element_type type = element_type::uint32; ///< of a component
  std::vector<double> values;               ///< x, y, z, ...
};

using argument = std::variant<buffer_argument, scalar_argument, vector_argument>;

/// One call of a bound function.
struct call {
  std::string function;
  /// In the function's order. What a function returns is one more output at the end, on the host,
  /// with the name result_name.
  std::vector<argument> arguments;
  /// The function is called once before, with other inputs in the same memory.
  bool rehearsed = false;
  /// The function is called once more at the end, and the emulated device refuses the last of its
  /// launches: when the function does not throw lab::cuda_error, that is a finding.
  bool refused = false;
  /// What it has then allocated and not freed is a finding, too.
  bool frees_when_refused = false;
  /// After that, once more for each call that allocates, copies or fills memory, which the emulated
  /// device then lets fail: not to throw lab::cuda_error is a finding, unless the outputs are as
  /// they were. And once more for each cudaFree() that fails: nothing need be told of it.
  bool calls_fail = false;
  /// Of each grid only so many blocks run at its begin, in its middle and at its end, on the
  /// emulated device; 0: all.
  std::size_t sampled_blocks = 0;
};

inline constexpr const char* result_name = "the returned value";

/// Calls to be made one after the other; each is answered by a call_reply.
struct batch {
  std::vector<call> calls;
  /// Somebody looks for accesses that are wrong: the emulated device, which counts outputs as never
  /// written whatever they hold, and tells findings; or a tool around a program on a GPU, where
  /// outputs stay uninitialised therefore.
  bool watched = false;
  bool counted = false; ///< the emulated device counts the kernels' traffic
  /// Guard around each buffer, at most fence_bytes; a multiple of 8. On the emulated device it lies
  /// outside of the allocation when the calls are watched: who touches it is found.
  std::size_t guard_bytes = 0;
  /// The longest that launches may run from now on, on the emulated device; 0: as long as before.
  double launch_seconds = 0;
  /// The emulated device runs one block after the other: what comes out is the same each time, also
  /// where blocks disturb each other.
  bool blocks_in_order = false;
};

/// Timed calls. The worker uploads all calls' inputs as a ring (or takes that of the last timing,
/// when the calls are the same), warms up, and times `samples` samples of `iterations` calls each,
/// walking the ring; before each sample it flushes L2 (when `flush`) and poisons the outputs.
/// Answered by one timing_reply. After the last sample the outputs of the last `calls.size()` calls
/// made are copied out.
struct timing {
  std::vector<call> calls;
  int warmup = 3;
  int iterations = 1; ///< calls in one sample
  int samples = 1;
  bool flush = true;
};

/// Ask for the device copy bandwidth; answered by a timing_reply with one sample a copy.
struct copy_timing {
  std::size_t bytes = 0;
  int samples = 1;
};

/// No more work: the worker exits.
struct finish {};

using request = std::variant<batch, timing, copy_timing, finish>;

/// The worker's first message, before any request is answered.
struct hello {
  int protocol_version = version;
  std::string backend;                ///< "cpu" or "gpu"
  std::string device;                 ///< "NVIDIA H200" or "emulated CUDA device"
  std::vector<std::string> functions; ///< bound functions
  /// Single-precision operations a second that the device can do at most, in thousand millions, a
  /// fused multiply-add counted as two. 0: not known.
  double peak_gigaflops = 0;
  std::string pci_bus_id; ///< "0000:1B:00.0": where the GPU stands; empty: not known, or none
};

/// call_reply::error when an exception left the student's function.
inline constexpr const char* error_exception = "exception";
/// call_reply::error when the request does not fit the bound function: a mistake of the lab's
/// checks, not the student's.
inline constexpr const char* error_bad_call = "bad call";

/// call_reply::error when host code was about to follow a device pointer: the program would crash.
inline constexpr const char* error_host_access = "host access";

/// Of a call's launches only the first are told.
inline constexpr std::size_t most_launches_told = 8;

/// Blocks of a grid and threads of a block, along x, y and z.
struct launch_sizes {
  std::array<unsigned, 3> grid{}, block{};
};

/// What somebody saw: what is wrong, and what to look at.
struct remark {
  std::string what, next;
};

/// How one call of a batch ended.
struct call_reply {
  std::size_t index = 0;
  std::string error;      ///< empty, CUDA's name ("cudaErrorInvalidConfiguration"), or one of above
  std::string error_text; ///< what was being done and CUDA's text, or what() of an exception
  std::string findings;   ///< JSON array of findings, written by the emulator; empty on a GPU
  std::string traffic;    ///< JSON array of kernels' traffic, written by the emulator
  /// Inputs that the call changed, or whose guard (batch::guard_bytes) it changed. Guards of
  /// outputs are copied to the output memory's fences instead, for the judge to look at.
  std::vector<std::string> damaged;
  /// Bytes that the call copied from the device to the host; 0 on a GPU, where nobody counts.
  std::size_t copied_to_host = 0;
  bool leaving = false; ///< CUDA cannot be used any more: the worker ends after this reply
  /// The first kernels that the call launched; none on a GPU, where nobody sees them.
  std::vector<launch_sizes> launches = {};
  std::vector<remark> remarks = {}; ///< on a call that did not fail
  /// CUDA calls in which the function stood still until earlier work had ended, by name: the first
  /// few; none on a GPU. The first one with its place, where that is known: "cudaFree in line 35".
  std::vector<std::string> waits = {};
  std::string next = {};            ///< of an exception of the lab's given code: what to look at
  std::string cuda_error = {};      ///< of CUDA_CHECK's exception: CUDA's name of the error
  std::string cuda_call = {};       ///< and the call, as the file writes it
  std::size_t copied_to_device = 0; ///< as copied_to_host, the other way
  /// Kernels, copies and fills that the call handed over; 0 on a GPU.
  std::size_t operations = 0;
};

/// Milliseconds per sample by CUDA events.
struct timing_reply {
  std::string error;
  std::string error_text;
  std::vector<double> milliseconds;
};

using reply = std::variant<hello, call_reply, timing_reply>;

/// @throws protocol::malformed when `text` is not such a message.
request parse_request(const std::string& text);
reply parse_reply(const std::string& text);
std::string to_text(const request& message);
std::string to_text(const reply& message);

} // namespace cudalab::protocol
