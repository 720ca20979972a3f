// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
//
// Given: the scenes of lab12_scenes.h.
#include <algorithm>
#include <cstdio>
#include <cstring>
#include <functional>
#include <string>
#include <vector>

#include "lab/cuda_check.h"
#include "lab/device_buffer.h"
#include "lab/nccl_check.h"
#include "lab/scene.h"
#include "lab12.h"

#ifdef CUDALAB_TRANSLATES // the emulated device
#include "emulator/emulator.h"
#include "emulator/timeline.h"
#else
#include <chrono>
#endif

namespace {

#ifdef CUDALAB_TRANSLATES
using namespace cudalab::emulator;
#endif

/// As many devices as a case asks for, or as there are; fewer where they must share something
/// equally. Device 0 is the current one before and after.
class scene_devices {
public:
  /// @param shared a multiple of the number that is used
  explicit scene_devices(int wanted, int shared = 0) : count_(wanted) {
#ifdef CUDALAB_TRANSLATES
    give_devices(wanted);
#else
    CUDA_CHECK(cudaGetDeviceCount(&count_));
    count_ = std::min(count_, wanted);
    while (shared % count_ != 0)
      --count_;
#endif
    (void)shared;
    CUDA_CHECK(cudaSetDevice(0));
  }
  ~scene_devices() {
    CUDA_CHECK_NOEXCEPT(cudaSetDevice(0));
#ifdef CUDALAB_TRANSLATES
    give_devices(1);
#endif
  }
  scene_devices(const scene_devices&) = delete;
  scene_devices& operator=(const scene_devices&) = delete;
  int count() const {
    return count_;
  }

private:
  int count_;
};

void wait_for_all(int devices) {
  for (int device = 0; device < devices; ++device) {
    CUDA_CHECK(cudaSetDevice(device));
    CUDA_CHECK(cudaDeviceSynchronize());
  }
  CUDA_CHECK(cudaSetDevice(0));
}

/// Whether it was so before. Leaves no error behind.
bool open_peer(int device, int peer) {
  CUDA_CHECK(cudaSetDevice(device));
  const cudaError_t result = cudaDeviceEnablePeerAccess(peer, 0);
  if (result == cudaErrorPeerAccessAlreadyEnabled) {
    cudaGetLastError();
    return true;
  }
  CUDA_CHECK(result);
  return false;
}

void open_all_peers(int devices) {
  for (int device = 0; device < devices; ++device)
    for (int peer = 0; peer < devices; ++peer)
      if (peer != device)
        open_peer(device, peer);
  CUDA_CHECK(cudaSetDevice(0));
}

std::string text(long long number) {
  return std::to_string(number);
}

/// `each` elements on every device.
template <class T>
class on_all {
public:
  /// @param name of the function's parameter: findings say "d_data[1][5]"
  on_all(int devices, std::size_t each, const char* name = "") {
    for (int device = 0; device < devices; ++device) {
      CUDA_CHECK(cudaSetDevice(device));
      buffers_.emplace_back(each);
      pointers_.push_back(buffers_.back().data());
#ifdef CUDALAB_TRANSLATES
      if (*name != '\0')
        name_allocation(pointers_.back(), (name + ("[" + text(device) + "]")).c_str(), sizeof(T));
#endif
    }
    CUDA_CHECK(cudaSetDevice(0));
    (void)name;
  }
  T* const* data() const {
    return pointers_.data();
  }
  T* operator[](int device) const {
    return pointers_[static_cast<std::size_t>(device)];
  }
  void copy_from(int device, const void* host, std::size_t elements) const {
    CUDA_CHECK(cudaMemcpy((*this)[device], host, elements * sizeof(T), cudaMemcpyHostToDevice));
  }
  void copy_to(int device, void* host, std::size_t first, std::size_t elements) const {
    CUDA_CHECK(
        cudaMemcpy(host, (*this)[device] + first, elements * sizeof(T), cudaMemcpyDeviceToHost));
  }

private:
  std::vector<lab::device_buffer<T>> buffers_;
  std::vector<T*> pointers_;
};

class scene_streams {
public:
  explicit scene_streams(int devices) : all_(static_cast<std::size_t>(devices)) {
    for (int device = 0; device < devices; ++device) {
      CUDA_CHECK(cudaSetDevice(device));
      CUDA_CHECK(cudaStreamCreate(&all_[static_cast<std::size_t>(device)]));
    }
    CUDA_CHECK(cudaSetDevice(0));
  }
  ~scene_streams() {
    for (const cudaStream_t each : all_)
      CUDA_CHECK_NOEXCEPT(cudaStreamDestroy(each));
  }
  scene_streams(const scene_streams&) = delete;
  scene_streams& operator=(const scene_streams&) = delete;
  const cudaStream_t* data() const { return all_.data(); }

private:
  std::vector<cudaStream_t> all_;
};

void* row(float* all, int number, int length) {
  return all + static_cast<std::size_t>(number) * static_cast<std::size_t>(length);
}
const void* row(const float* all, int number, int length) {
  return all + static_cast<std::size_t>(number) * static_cast<std::size_t>(length);
}

#ifdef CUDALAB_TRANSLATES

/// An H100 that is four thousand times slower, its launches but for: 1 GB/s in its memory, a tenth
/// of that to another device, a two-hundredth from pageable memory of the host. So the host's own
/// calls are a small part of the whole.
constexpr timeline_costs slow_h100{80, 200, 1, 500, 10};
/// Times what is possible: the host needs a while until all devices have something to do.
constexpr double allowed = 1.15;

/// Microseconds.
double copy_time(double elements) {
  return 4 * elements * slow_h100.peer_ns / 1000;
}
double kernel_time(double bytes, int launches = 1) {
  return (bytes * slow_h100.device_ns + launches * slow_h100.kernel_start_ns) / 1000;
}

/// What is done while it lives is kept; for timed ones the model's times are found, too.
class recording {
public:
  explicit recording(bool timed) { timeline_begins(timed); }
  ~recording() {
    if (runs_)
      timeline_ends(slow_h100); // after an exception
  }
  recording(const recording&) = delete;
  recording& operator=(const recording&) = delete;
  timeline_summary end() {
    runs_ = false;
    return timeline_ends(slow_h100);
  }

private:
  bool runs_ = true;
};

std::string whole(double number) {
  return text(static_cast<long long>(number + 0.5));
}

/// Prints the timeline, and complains of one that is too long.
void judge(const char* function, const timeline_summary& all, double least) {
  std::puts("the timeline, by the numbers of streams:");
  const char* const engines = std::strchr(all.picture, '\n'); // behind the host's line
  std::fputs(engines == nullptr ? "" : engines + 1, stdout);
  std::fflush(stdout);
  const double taken = all.makespan - all.work_begins;
  if (taken <= allowed * least)
    return;
  double busiest = 0;
  for (const auto& device : all.device_busy)
    busiest = std::max(busiest, *std::max_element(device.begin(), device.end()));
  std::string why = all.idle_because, next = all.next;
  if (busiest > allowed * least || why.empty()) {
    why = "one part of one device works " + whole(busiest) + " us";
    next = "Has each device its share, and nothing else? Does each of them send about as much as "
           "the others, and nothing twice? A kernel that reads another device's memory waits for "
           "the bus with each read.";
  }
  throw lab::complaint(std::string(function) + " takes " + whole(taken) +
                           " us by the model, where " + whole(least) + " us are possible: " + why,
                       next);
}

std::vector<operation_seen> handed_over() {
  std::vector<operation_seen> all(operations_seen(nullptr, 0));
  operations_seen(all.data(), all.size());
  return all;
}

/// It has returned, and the host does not know of the end of all that it has handed over.
[[noreturn]] void complain_of_pending(const char* function,
                                      const std::vector<operation_seen>& all) {
  const auto in_default = [](const operation_seen& one) {
    return one.engine != timeline_engine::none && one.stream == 0;
  };
  const auto last = std::find_if(all.rbegin(), all.rend(), in_default);
  const bool beside_others = last != all.rend() && !std::all_of(all.begin(), all.end(), in_default);
  throw lab::complaint(
      std::string(function) + " returns while its work may still be under way: the host has not " +
          (beside_others ? std::string("waited for all of it, and ") + last->name +
                               " is in the default stream of device " + text(last->device)
                         : "waited for all of it"),
      beside_others ? "Does it belong there? Name the stream, as the fourth thing in <<<...>>> or "
                      "the last argument of the call. Else wait for the default stream, too: "
                      "cudaDeviceSynchronize() waits for all of one device."
                    : "Wait at the end, for each stream of each device that has work whose end "
                      "nobody has waited for. cudaDeviceSynchronize() waits for one device.");
}

/// @return what was handed over
std::vector<operation_seen> time_or_call(bool timed, const char* function, int devices,
                                         double least, const std::function<void()>& call) {
  recording kept(timed);
  call();
  const bool pending = work_is_pending();
  if (pending)
    wait_for_all(devices);
  CUDA_CHECK(cudaSetDevice(0));
  const timeline_summary all = kept.end();
  if (pending)
    complain_of_pending(function, handed_over());
  if (timed)
    judge(function, all, least);
  return handed_over();
}

/// Something that spoils no result, for the clean check.
void remark(const std::string& what, const std::string& next) {
  keep_remark(what.c_str(), next.c_str());
}

bool is_peer_copy(const operation_seen& one) {
  return one.from_device >= 0;
}
bool by_the_host(const operation_seen& one) {
  return !is_peer_copy(one) &&
         (one.engine == timeline_engine::copies_in || one.engine == timeline_engine::copies_out);
}

/// To whom the copies of a function go. one_way_round: all to the next device, or all to the one
/// before: a ring goes round either way.
enum class receivers { any_device, neighbours, one_way_round };

/// How many devices further round the ring the copy goes: 1 to devices - 1.
int further(const operation_seen& copy, int devices) {
  return (copy.device - copy.from_device + devices) % devices;
}

/// @param first copy of the function: where both ways are allowed, it says which one is meant
bool is_allowed(receivers allowed, const operation_seen& copy, const operation_seen& first,
                int devices) {
  const int goes = further(copy, devices), back = devices - 1;
  if (allowed == receivers::one_way_round)
    return goes == (further(first, devices) == back ? back : 1);
  return allowed == receivers::any_device || goes == 1 || goes == back;
}

/// A copy to a device for which it is not meant.
std::string wrong_way(receivers allowed, const operation_seen& copy, const operation_seen& first,
                      int devices) {
  const std::string what =
      "device " + text(copy.from_device) + " sends to device " + text(copy.device);
  if (allowed == receivers::neighbours)
    return what + ", which is not next to it";
  const int next = further(first, devices) == devices - 1 ? devices - 1 : 1;
  return what + ", and the next one of the ring is device " +
         text((copy.from_device + next) % devices);
}

/// What a device sends at most, in words too.
struct most_sent {
  long long bytes = 0;
  long long row = 0; ///< bytes of a row, where rows are sent; else 0
  int steps = 0;     ///< in which they are
};

/// "sends 1584 bytes, and 1188 are enough"
std::string too_much(long long bytes, const most_sent& most) {
  if (most.row == 0 || bytes % most.row != 0)
    return " sends " + text(bytes) + " bytes, and " + text(most.bytes) + " are enough";
  return " sends " + text(bytes / most.row) + " rows in " + text(most.steps) +
         (most.steps == 1 ? " step" : " steps") + ", and " + text(most.bytes / most.row) +
         (most.bytes == most.row ? " is enough" : " are enough");
}

/// What each copy moves is as many bytes as there are elements to be sent.
/// @param elements of one copy: there may be parts of several sizes
/// @param copies that are needed: who cuts what is sent into pieces has more
void must_count_bytes(const std::string& function, const std::vector<operation_seen>& all,
                      const std::vector<long long>& elements, std::size_t size, const char* type,
                      long long copies) {
  long long count = 0, most = 0;
  for (const operation_seen& each : all)
    if (is_peer_copy(each)) {
      ++count;
      most = std::max(most, static_cast<long long>(each.bytes));
      if (std::find(elements.begin(), elements.end(), static_cast<long long>(each.bytes)) ==
          elements.end())
        return;
    }
  const std::string sent = text(most) + " " + type + (most == 1 ? "" : "s");
  lab::complain_unless(most == 0 || count > copies,
                       function + ": a copy from device to device has " + text(most) +
                           (most == 1 ? " byte" : " bytes") + ", and " + sent + " have " +
                           text(most * static_cast<long long>(size)) + " bytes",
                       std::string("cudaMemcpyPeerAsync counts bytes, and not elements: elements * "
                                   "sizeof(") +
                           type + ").");
}

/// Nothing goes to the host and back, no device sends more than it must, and what goes round a ring
/// takes no short cut.
/// @param most that one device sends @param least copies in all
void look_at_copies(const std::string& function, const std::vector<operation_seen>& all,
                    int devices, receivers allowed, long long least, const most_sent& most,
                    const char* enough_for) {
  if (std::any_of(all.begin(), all.end(), by_the_host))
    return remark(function + ": data are copied to the host or from it",
                  "All of it is on the devices, and stays there: cudaMemcpyPeerAsync copies from "
                  "one to another.");
  std::vector<long long> sent(static_cast<std::size_t>(devices));
  const auto first = std::find_if(all.begin(), all.end(), is_peer_copy);
  long long copies = 0;
  for (const operation_seen& each : all)
    if (is_peer_copy(each)) {
      sent[static_cast<std::size_t>(each.from_device)] += static_cast<long long>(each.bytes);
      ++copies;
      if (!is_allowed(allowed, each, *first, devices))
        return remark(function + ": " + wrong_way(allowed, each, *first, devices),
                      "Data go round the ring, from each device to the next one, which passes them "
                      "on: then all links are used at once, and each device needs one neighbour.");
    }
  if (copies < least)
    return remark(function + ": " +
                      (copies == 0 ? "nothing is copied from one device to another"
                                   : text(copies) + " copies go from one device to another, and " +
                                         text(least) + " are needed"),
                  std::string(copies == 0 ? "Does the function leave before, or do kernels read "
                                            "another device's memory? They wait for the bus then, "
                                            "with each read. "
                                          : "A kernel that reads another device's memory waits for "
                                            "the bus with each read. ") +
                      "Copy what is needed first, beside other work.");
  for (int device = 0; device < devices; ++device)
    if (const long long bytes = sent[static_cast<std::size_t>(device)]; bytes > most.bytes)
      return remark(function + ": device " + text(device) + too_much(bytes, most),
                    std::string("Sent once each: ") + enough_for + ".");
}

/// Calls it once more, and the device refuses its launches: it must throw lab::cuda_error.
void must_tell_of_refusal(const char* function, int elements, int devices,
                          const std::function<void()>& call) {
  constexpr int few = 700; // calling once more costs next to nothing
  if (elements > few)
    return;
  failure_begins();
  refuse_launches_from(launches_asked_for());
  std::size_t refused = 0;
  const bool told = lab::throws_cuda_error(call, [&] {
    cudaGetLastError();
    wait_for_all(devices); // what an exception frees may still be in use
    refused = accept_launches();
    failure_ends();
  });
  lab::complain_unless(told || refused == 0,
                       std::string(function) + " does not tell that its launch was refused",
                       "A launch returns no error; the next call of cudaGetLastError() does: "
                       "CUDA_CHECK(cudaGetLastError()) behind each launch throws it.");
}

/// Whether the call throws lab::cuda_error when its `number`-th call of CUDA fails (from 0), of
/// those that can. @param failed its name; "": it came to none
bool tells_of_failure(std::size_t number, int devices, std::string& failed,
                      const std::function<void()>& call) {
  failure_begins();
  fail_call(fallible_calls() + number);
  const bool told = lab::throws_cuda_error(call, [&] {
    cudaGetLastError();
    wait_for_all(devices);
    failed = accept_calls();
    failure_ends();
  });
  return told || failed.empty();
}

/// Calls enable_peers() once more, and a device refuses the first access that is asked for.
void must_tell_of_no_access(int devices) {
  std::string failed;
  lab::complain_unless(tells_of_failure(0, devices, failed, [&] { enable_peers(devices); }),
                       "enable_peers does not tell that cudaDeviceEnablePeerAccess failed",
                       "Only cudaErrorPeerAccessAlreadyEnabled is no error here. CUDA_CHECK() what "
                       "else it returns: then lab::cuda_error is thrown.");
}

/// Calls rotate_parts() again for each device, and each time another one of its copies fails.
void must_tell_of_failed_copies(int devices, const std::function<void()>& rotate) {
  std::string failed;
  for (int device = 0; device < devices; ++device)
    if (!tells_of_failure(static_cast<std::size_t>(device), devices, failed, rotate))
      throw lab::complaint("rotate_parts does not tell that the copy from device " + text(device) +
                               " failed (" + failed + ")",
                           "CUDA_CHECK() what each copy returns, before the next one: then "
                           "lab::cuda_error is thrown.");
}

/// Calls it once more, and the end of its group of NCCL's calls fails.
void must_tell_of_failed_group(const char* function, int devices,
                               const std::function<void()>& call) {
  fail_next_group();
  bool by_nccl = false;
  std::string failed;
  const auto without_nccl_error = [&] {
    try {
      call();
    } catch (const lab::nccl_error&) {
      by_nccl = true;
    }
  };
  const bool by_cuda = lab::throws_cuda_error(without_nccl_error, [&] { failed = accept_calls(); });
  cudaGetLastError();
  wait_for_all(devices);
  lab::complain_unless(
      by_nccl || by_cuda || failed.empty(),
      std::string(function) + " does not tell that " + failed + " failed",
      "The calls of a group are checked and handed over when it ends: NCCL_CHECK() "
      "what ncclGroupEnd returns, too.");
}

/// While it lives, no device has more memory than this, besides what is given out already.
class little_memory {
public:
  explicit little_memory(std::size_t bytes) {
    limit_device_memory(device_memory_given_out() + bytes);
  }
  ~little_memory() { limit_device_memory(0); }
  little_memory(const little_memory&) = delete;
  little_memory& operator=(const little_memory&) = delete;
};

/// While it lives, some blocks of each grid run: those at its begin, in its middle and at its end.
class some_blocks {
public:
  explicit some_blocks(bool wanted) {
    if (wanted)
      sample_blocks(4);
  }
  ~some_blocks() { sample_blocks(0); }
  some_blocks(const some_blocks&) = delete;
  some_blocks& operator=(const some_blocks&) = delete;
};

/// One copy for each device, in its stream.
void look_at_rotation(const std::vector<operation_seen>& all, int devices,
                      const scene_streams& streams) {
  const auto works = [](const operation_seen& one) { return one.engine != timeline_engine::none; };
  if (const auto count = std::count_if(all.begin(), all.end(), works); count != devices)
    return remark("rotate_parts hands over " + text(count) + " operations, and there are " +
                      text(devices) + " devices",
                  "One copy from each device to the next one does it.");
  for (const operation_seen& each : all) {
    const int from = is_peer_copy(each) ? each.from_device : each.device; // where there is one only
    if (works(each) && each.stream != number_of_stream(streams.data()[from]))
      return remark("rotate_parts: the copy from device " + text(from) + " is not in streams[" +
                        text(from) + "]",
                    "Who calls it orders his own work by these streams, one for each device: the "
                    "last argument of cudaMemcpyPeerAsync.");
  }
}

/// divide() needs the largest value of all: NCCL's calls come before it.
void look_at_order(const std::vector<operation_seen>& all, int devices) {
  for (int device = 0; device < devices; ++device) {
    const auto first = [&](const char* name) {
      return std::find_if(all.begin(), all.end(), [&](const operation_seen& one) {
        return one.device == device && one.engine == timeline_engine::kernels &&
               std::strstr(one.name, name) != nullptr;
      });
    };
    const auto sum = first("ncclAllReduce"), use = first("divide");
    lab::complain_unless(sum == all.end() || use == all.end() || sum < use,
                         "scale_by_largest: on device " + text(device) +
                             ", divide() is handed over before ncclAllReduce",
                         "The calls between ncclGroupStart and ncclGroupEnd are handed over by "
                         "ncclGroupEnd, all at once: what is launched between the two comes before "
                         "them. Launch divide() behind ncclGroupEnd.");
  }
}

/// The streams order all of it: the host waits when it has handed over everything.
void look_at_waits(const char* function, const std::vector<operation_seen>& all) {
  const auto works = [](const operation_seen& one) { return one.engine != timeline_engine::none; };
  std::string waited;
  for (const operation_seen& each : all) {
    if (waited.empty())
      waited = each.waited_in;
    if (works(each) && !waited.empty())
      throw lab::complaint(std::string(function) + ": the host waits in " + waited +
                               " before it hands over " + each.name + " on device " +
                               text(each.device) + ": that device has nothing to do meanwhile",
                           "Operations of one stream run in the order in which they are handed "
                           "over: the device needs no host for that. Hand over everything, on all "
                           "devices, then wait.");
  }
}

/// A group of NCCL's calls that nobody ends does nothing.
void must_have_ended_group(const char* function) {
  if (const std::size_t calls = calls_in_open_group(); calls != 0)
    throw lab::complaint(
        std::string(function) + ": ncclGroupStart is called, and no ncclGroupEnd after it: the " +
            text(calls) + (calls == 1 ? " call" : " calls") + " in between are not made",
        "NCCL collects the calls that come after ncclGroupStart, and makes them "
        "all in ncclGroupEnd. Call NCCL_CHECK(ncclGroupEnd()) behind the loop, "
        "before you wait.");
}

/// One collective call for each device.
void look_at_sums(const char* function, const std::vector<operation_seen>& all, int devices,
                  std::size_t elements) {
  const auto is_sum = [](const operation_seen& one) {
    return one.engine == timeline_engine::kernels && std::strcmp(one.name, "ncclAllReduce") == 0;
  };
  if (std::any_of(all.begin(), all.end(), by_the_host))
    return remark(std::string(function) + ": data are copied to the host or from it",
                  "NCCL works on the devices' memory, and leaves the result there.");
  if (devices > 1)
    look_at_order(all, devices);
  const auto calls = std::count_if(all.begin(), all.end(), is_sum);
  if (calls != devices)
    return remark(std::string(function) + ": ncclAllReduce is called " + text(calls) +
                      " times, and there are " + text(devices) + " devices",
                  "One call for each device makes all sums, whatever their number.");
  const auto bytes = static_cast<long long>(2 * elements * sizeof(float)) * (devices - 1) / devices;
  for (const operation_seen& each : all)
    if (is_sum(each) && static_cast<long long>(each.bytes) > bytes)
      return remark(std::string(function) + ": more is sent than there are results to be made",
                    "The count is one of elements, not of bytes, and the largest value of a "
                    "device is one element.");
}

#else

using clock_of_host = std::chrono::steady_clock;

/// The least of several times: whatever else the machine does makes a call longer, never shorter.
double ms_of(int devices, const std::function<void()>& call) {
  constexpr int runs = 7;
  call(); // warms up
  double least = 0;
  for (int run = 0; run < runs; ++run) {
    wait_for_all(devices);
    const auto begin = clock_of_host::now();
    call();
    wait_for_all(devices);
    const double ms =
        std::chrono::duration<double, std::milli>(clock_of_host::now() - begin).count();
    least = run == 0 ? ms : std::min(least, ms);
  }
  CUDA_CHECK(cudaSetDevice(0));
  return least;
}

/// @param other_ms what it is compared with, which must be `ratio` times as long
void must_be_quicker(const char* function, double ms, const char* other, double other_ms,
                     double ratio) {
  std::printf("%s: %.3f ms, %s %.3f ms: %.2f times\n", function, ms, other, other_ms,
              other_ms / ms);
  std::fflush(stdout);
  lab::complain_unless(other_ms >= ratio * ms,
                       std::string(function) + " takes " + std::to_string(ms) + " ms, and " +
                           other + " " + std::to_string(other_ms) + " ms: it must be " +
                           std::to_string(ratio).substr(0, 4) + " times as fast",
                       "Draw what each device does, and when. Without a GPU (--backend cpu), the "
                       "grader shows a timeline and says what waits for what.");
}

// Measured on two H100 (NVLink): diffuse 1.98 times one of them, gravity 2.02 at 262,144 bodies;
// the ring took as long as NCCL's (1.02 to 0.97), which is 0.82 of what its copies alone take.
constexpr double part_of_diffuse = 0.85, part_of_gravity = 0.9; ///< of the number of devices
constexpr double part_of_copies = 0.57;                         ///< as 0.7 of NCCL at 256 MiB
constexpr double at_once = 0.7; ///< of all copies one after the other, for each device

/// As smooth(), on one device.
__global__ void smooth_all(const float* in, float* out, int width, int first) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x;
  if (x >= width)
    return;
  const size_t at = size_t(first + int(blockIdx.y)) * width + x;
  const float left = x > 0 ? in[at - 1] : 0.0f, right = x + 1 < width ? in[at + 1] : 0.0f;
  out[at] = 0.2f * (in[at] + left + right + in[at - width] + in[at + width]);
}

/// As pull(), on one device.
__global__ void pull_all(const float4* mine, float4* pulls, int n) {
  constexpr int bodies = 32;
  __shared__ float4 tile[bodies];
  const int i = blockIdx.x * bodies + threadIdx.x;
  const float4 me = mine[min(i, n - 1)];
  float x = 0, y = 0, z = 0;
  for (int first = 0; first < n; first += bodies) {
    tile[threadIdx.x] = mine[min(first + int(threadIdx.x), n - 1)];
    __syncthreads();
    for (int j = 0; j < min(bodies, n - first); ++j) {
      const float4 other = tile[j];
      const float dx = other.x - me.x, dy = other.y - me.y, dz = other.z - me.z;
      const float near = dx * dx + dy * dy + dz * dz + 0.01f;
      const float by = other.w / (near * sqrtf(near));
      x += dx * by, y += dy * by, z += dz * by;
    }
    __syncthreads();
  }
  if (i < n)
    pulls[i] = make_float4(x, y, z, 0);
}

#endif

} // namespace

void run_rotate(const float* input, float* output, int count, int devices, int timed) {
  const scene_devices there(devices);
  const int used = there.count();
  const std::size_t each = static_cast<std::size_t>(count);
  const on_all<float> from(used, each, "d_from"), to(used, each, "d_to");
  for (int device = 0; device < used; ++device)
    from.copy_from(device, row(input, device, count), each);
#ifdef CUDALAB_TRANSLATES
  const std::size_t calls_before = fallible_calls();
#endif
  enable_peers(used);
#ifdef CUDALAB_TRANSLATES
  const bool asked = fallible_calls() != calls_before;
  static bool ever_asked = false; // in this program
  ever_asked = ever_asked || asked;
#else
  constexpr bool asked = true, ever_asked = true;
#endif
  enable_peers(used);
  lab::complain_unless(cudaGetLastError() == cudaSuccess,
                       "enable_peers leaves an error behind when it is called again",
                       "What is allowed already is cudaErrorPeerAccessAlreadyEnabled; "
                       "cudaGetLastError() forgets it.");
  for (int device = 0; device < used; ++device)
    for (int peer = 0; peer < used; ++peer)
      lab::complain_unless(peer == device || open_peer(device, peer),
                           "enable_peers: kernels of device " + text(device) +
                               " may not use the memory of device " + text(peer),
                           !asked && ever_asked
                               ? "This call of enable_peers made no call of "
                                 "cudaDeviceEnablePeerAccess at all. Does it remember an "
                                 "earlier one (in a static variable)? That may have been for "
                                 "fewer devices, and what is allowed already may be asked for "
                                 "again."
                               : "cudaDeviceEnablePeerAccess(peer, 0) holds for the device "
                                 "that is the current one, and in one direction: call it for "
                                 "each device with each other one.");
#ifdef CUDALAB_TRANSLATES
  must_tell_of_no_access(used);
#endif
  CUDA_CHECK(cudaSetDevice(0));
  const scene_streams streams(used);
#ifdef CUDALAB_TRANSLATES
  recording kept(timed != 0);
#endif
  rotate_parts(from.data(), to.data(), count, used, streams.data());
#ifdef CUDALAB_TRANSLATES
  const bool pending = work_is_pending();
  wait_for_all(used);
  const timeline_summary all = kept.end();
  lab::complain_unless(pending,
                       handed_over().empty() ? "rotate_parts hands over nothing"
                                             : "rotate_parts waits for what it hands over",
                       "It hands over one copy for each device and returns. Who needs the result "
                       "waits. (cudaMemcpyPeerAsync does not wait.)");
  if (timed != 0)
    judge("rotate_parts", all, copy_time(count));
  else {
    must_count_bytes("rotate_parts", handed_over(), {count}, sizeof(float), "float", used);
    look_at_rotation(handed_over(), used, streams);
  }
#else
  wait_for_all(used);
  if (timed != 0) {
    constexpr int large = 1 << 26;
    const on_all<float> large_from(used, large), large_to(used, large);
    const double ms = ms_of(used, [&] {
      rotate_parts(large_from.data(), large_to.data(), large, used, streams.data());
    });
    const double one = ms_of(used, [&] {
      CUDA_CHECK(cudaMemcpyPeerAsync(large_to[1], 1, large_from[0], 0, large * sizeof(float),
                                     streams.data()[0]));
    });
    must_be_quicker("rotate_parts", ms, "all copies one after the other", used * one,
                    at_once * used);
  }
#endif
  for (int device = 0; device < used; ++device)
    to.copy_to(device, row(output, device, count), 0, each);
#ifdef CUDALAB_TRANSLATES
  if (timed == 0)
    must_tell_of_failed_copies(
        used, [&] { rotate_parts(from.data(), to.data(), count, used, streams.data()); });
#endif
  // Fewer devices: the last one's part came to device 0. The others' are as they should be.
  if (used < devices &&
      std::memcmp(output, row(input, used - 1, count), each * sizeof(float)) == 0) {
    std::memcpy(output, row(input, devices - 1, count), each * sizeof(float));
    for (int device = used; device < devices; ++device)
      std::memcpy(row(output, device, count), row(input, device - 1, count), each * sizeof(float));
  }
}

void run_diffuse(const float* input, float* output, int width, int rows, int steps, int devices,
                 int timed) {
  const scene_devices there(devices, devices * rows);
  const int used = there.count(), own = devices * rows / used;
  const std::size_t line = static_cast<std::size_t>(width);
  const std::size_t strip = line * static_cast<std::size_t>(own + 2);
  open_all_peers(used);
  const on_all<float> a(used, strip, "d_a"), b(used, strip, "d_b");
  for (int device = 0; device < used; ++device)
    for (const auto* const each : {&a, &b})
      each->copy_from(device, row(input, device * own, width), strip);
  wait_for_all(used);
  const auto call = [&] { diffuse(a.data(), b.data(), width, own, steps, used); };
#ifdef CUDALAB_TRANSLATES
  // Of so many rows only those at the ends change: high_picture_case().
  constexpr int run_whole = 4096;
  const some_blocks run(own > run_whole);
  const double cells = static_cast<double>(width) * rows;
  const auto seen =
      time_or_call(timed != 0, "diffuse", used, steps * kernel_time(24 * cells, 2), call);
  must_count_bytes("diffuse", seen, {width}, sizeof(float), "float", 2LL * used * (steps + 1));
  // What is there at first is enough for one step, and nobody reads what the last one sends.
  look_at_copies(
      "diffuse", seen, used, receivers::any_device, used > 1 && steps > 1 ? 1 : 0,
      {static_cast<long long>(std::min(2, used - 1)) * steps * width * 4, 4LL * width, steps},
      "the first own row to the device above, the last one to the device below, in each "
      "step. What the first step reads is in the halo when diffuse is called");
#else
  call();
#endif
  const on_all<float>& result = steps % 2 == 1 ? b : a;
  std::memcpy(output, input, line * sizeof(float));
  for (int device = 0; device < used; ++device)
    result.copy_to(device, row(output, 1 + device * own, width), line,
                   line * static_cast<std::size_t>(own));
  std::memcpy(row(output, devices * rows + 1, width), row(input, devices * rows + 1, width),
              line * sizeof(float));
#ifdef CUDALAB_TRANSLATES
  must_tell_of_refusal("diffuse", devices * rows * width, used, call);
#else
  if (timed != 0) {
    constexpr int large = 16384, many = 20;
    const int share = large / used;
    const std::size_t all = std::size_t{large} * (share + 2);
    double ms = 0;
    {
      const on_all<float> one(used, all), other(used, all);
      for (int device = 0; device < used; ++device)
        for (const auto* const each : {&one, &other})
          CUDA_CHECK(cudaMemset((*each)[device], 0, all * sizeof(float)));
      ms = ms_of(used, [&] { diffuse(one.data(), other.data(), large, share, many, used); });
    }
    const on_all<float> one(1, std::size_t{large} * (large + 2)),
        other(1, std::size_t{large} * (large + 2));
    const double alone = ms_of(1, [&] {
      for (int step = 0; step < many; ++step) {
        smooth_all<<<dim3(large / 256, large), 256>>>(step % 2 == 0 ? one[0] : other[0],
                                                      step % 2 == 0 ? other[0] : one[0], large, 1);
        CUDA_CHECK(cudaGetLastError());
      }
    });
    must_be_quicker("diffuse", ms, "on one GPU", alone, part_of_diffuse * used);
  }
#endif
}

void run_gravity(const float* input, float* output, int count, int devices, int timed) {
  const scene_devices there(devices, devices * count);
  const int used = there.count(), own = devices * count / used;
  const std::size_t each = static_cast<std::size_t>(own);
  open_all_peers(used);
  const on_all<float4> bodies(used, each, "d_bodies"), pulls(used, each, "d_pulls");
  for (int device = 0; device < used; ++device)
    bodies.copy_from(device, row(input, device * own, 4), each);
  wait_for_all(used);
  const std::vector<const float4*> given(bodies.data(), bodies.data() + used);
  const auto call = [&] { gravity_ring(given.data(), pulls.data(), own, used); };
#ifdef CUDALAB_TRANSLATES
  const little_memory device(2 * each * sizeof(float4) + 2048);
  const double blocks = (own + 31) / 32;
  const double bytes = 16 * blocks * 32 * (blocks + 1) + 32.0 * own;
  const auto with_room_for_two = [&] {
    try {
      call();
    } catch (const lab::cuda_error& error) {
      if (error.code() != cudaErrorMemoryAllocation)
        throw;
      throw lab::complaint(std::string("gravity_ring asks for more memory than two blocks of "
                                       "guests take: ") +
                               error.what(),
                           "Two buffers on each device, used by turns. One is free for the guests "
                           "of the next round but one when its kernel and its copy are done.");
    }
  };
  const auto seen =
      time_or_call(timed != 0, "gravity_ring", used, used * kernel_time(bytes), with_room_for_two);
  must_count_bytes("gravity_ring", seen, {own}, sizeof(float4), "float4", used * used);
  look_at_copies("gravity_ring", seen, used, receivers::one_way_round, used * (used - 1LL),
                 {16LL * own * (used - 1)},
                 "the own bodies, and those that came from the device before, but for the last");
#else
  call();
#endif
  for (int device = 0; device < used; ++device)
    pulls.copy_to(device, row(output, device * own, 4), 0, each);
#ifdef CUDALAB_TRANSLATES
  must_tell_of_refusal("gravity_ring", devices * count, used, call);
#else
  if (timed != 0) {
    constexpr int large = 262144;
    const int share = large / used;
    const on_all<float4> some(used, static_cast<std::size_t>(share)),
        sums(used, static_cast<std::size_t>(share));
    const on_all<float4> all(1, large), all_sums(1, large);
    CUDA_CHECK(cudaMemset(all[0], 0, large * sizeof(float4)));
    for (int device = 0; device < used; ++device)
      CUDA_CHECK(cudaMemset(some[device], 0, static_cast<std::size_t>(share) * sizeof(float4)));
    const std::vector<const float4*> parts(some.data(), some.data() + used);
    const double ms = ms_of(used, [&] { gravity_ring(parts.data(), sums.data(), share, used); });
    const double alone = ms_of(1, [&] {
      pull_all<<<large / 32, 32>>>(all[0], all_sums[0], large);
      CUDA_CHECK(cudaGetLastError());
    });
    must_be_quicker("gravity_ring", ms, "on one GPU", alone, part_of_gravity * used);
  }
#endif
}

namespace {

/// Rows of devices that are not there are added to those of devices that are.
std::vector<float> folded(const float* input, int n, int devices, int used) {
  std::vector<float> all(static_cast<std::size_t>(used) * static_cast<std::size_t>(n));
  for (int device = 0; device < devices; ++device)
    for (int i = 0; i < n; ++i)
      all[static_cast<std::size_t>(device % used) * static_cast<std::size_t>(n) +
          static_cast<std::size_t>(i)] += static_cast<const float*>(row(input, device, n))[i];
  return all;
}

} // namespace

void run_ring(const float* input, float* output, int n, int devices, int timed) {
  const scene_devices there(devices);
  const int used = there.count(), part = (n + used - 1) / used;
  const std::size_t each = static_cast<std::size_t>(n);
  open_all_peers(used);
  const on_all<float> data(used, each, "d_data"),
      scratch(used, static_cast<std::size_t>(part), "d_scratch");
  const std::vector<float> given = folded(input, n, devices, used);
  for (int device = 0; device < used; ++device)
    data.copy_from(device, row(given.data(), device, n), each);
  wait_for_all(used);
  const auto call = [&] { ring_all_reduce(data.data(), scratch.data(), n, used); };
#ifdef CUDALAB_TRANSLATES
  const double least = (used - 1) * (2 * copy_time(part) + kernel_time(12.0 * part));
  const auto seen = time_or_call(timed != 0, "ring_all_reduce", used, least, call);
  // Where n is small, parts may be empty.
  const long long sent = part * (used - 1) < n ? 2LL * used * (used - 1) : used > 1 ? 1 : 0;
  const long long down = n / used, parts = used;
  must_count_bytes("ring_all_reduce", seen,
                   {0, part, down, std::max(0LL, n - (parts - 1) * part), n - (parts - 1) * down},
                   sizeof(float), "float", 2LL * used * used);
  look_at_copies("ring_all_reduce", seen, used, receivers::neighbours, sent,
                 {2LL * (used - 1) * part * 4},
                 "one part in each step, in 2 * (devices - 1) steps");
#else
  call();
#endif
  for (int device = 0; device < devices; ++device)
    data.copy_to(device % used, row(output, device, n), 0, each);
#ifdef CUDALAB_TRANSLATES
  must_tell_of_refusal("ring_all_reduce", n, used, call);
#else
  if (timed != 0) {
    constexpr int large = 1 << 26;
    const int large_part = large / used;
    const on_all<float> all(used, large), room(used, static_cast<std::size_t>(large_part));
    const double ms = ms_of(used, [&] { ring_all_reduce(all.data(), room.data(), large, used); });
    const scene_streams streams(used);
    const double copies = ms_of(used, [&] {
      for (int step = 0; step < 2 * (used - 1); ++step)
        for (int device = 0; device < used; ++device) {
          const int next = (device + 1) % used;
          CUDA_CHECK(cudaMemcpyPeerAsync(room[next], next, all[device], device,
                                         static_cast<std::size_t>(large_part) * sizeof(float),
                                         streams.data()[device]));
        }
    });
    must_be_quicker("ring_all_reduce", ms, "its copies alone", copies, part_of_copies);
  }
#endif
}

#if LAB_HAS_NCCL

namespace {

/// What both functions of exercise 5 share.
/// @param length elements that travel
void run_with_nccl(const char* function, const float* input, float* output, int n, int devices,
                   int timed, int length, double kernels,
                   const std::function<void(float* const*, float* const*, int)>& call) {
  const scene_devices there(devices);
  const int used = there.count();
  const std::size_t each = static_cast<std::size_t>(n);
  const on_all<float> data(used, each, "d_data"), largest(used, 1, "d_largest");
  for (int device = 0; device < used; ++device)
    data.copy_from(device, row(input, device, n), each);
  wait_for_all(used);
#ifdef CUDALAB_TRANSLATES
  const double least =
      kernels + 2 * copy_time(length) * (used - 1) / used + slow_h100.kernel_start_ns / 1000;
  const auto seen = time_or_call(timed != 0, function, used, least, [&] {
    call(data.data(), largest.data(), used);
    must_have_ended_group(function);
  });
  if (timed != 0)
    look_at_waits(function, seen);
  look_at_sums(function, seen, used, static_cast<std::size_t>(length));
#else
  (void)function, (void)timed, (void)length, (void)kernels;
  call(data.data(), largest.data(), used);
#endif
  for (int device = 0; device < used; ++device)
    data.copy_to(device, row(output, device, n), 0, each);
#ifdef CUDALAB_TRANSLATES
  must_tell_of_refusal(function, n, used, [&] { call(data.data(), largest.data(), used); });
  if (timed == 0)
    must_tell_of_failed_group(function, used, [&] { call(data.data(), largest.data(), used); });
#endif
}

} // namespace

void run_sum(const float* input, float* output, int n, int devices, int timed) {
  run_with_nccl(
      "sum_everywhere", input, output, n, devices, timed, n, 0,
      [&](float* const* data, float* const*, int used) { sum_everywhere(data, n, used); });
}

void run_scale(const float* input, float* output, int n, int devices, int timed) {
  double kernels = 0;
#ifdef CUDALAB_TRANSLATES
  kernels = kernel_time((4.0 + 12.0) * n, 2);
#endif
  run_with_nccl("scale_by_largest", input, output, n, devices, timed, 1, kernels,
                [&](float* const* data, float* const* largest, int used) {
                  scale_by_largest(data, largest, n, used);
                });
}

#else // the grader does not ask for them

void run_sum(const float*, float*, int, int, int) {}
void run_scale(const float*, float*, int, int, int) {}

#endif
