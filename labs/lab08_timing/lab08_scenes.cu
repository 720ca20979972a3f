// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
//
// Given: the scenes of lab08_scenes.h. They measure nothing that a timer could look up.
#include <algorithm>
#include <chrono>
#include <cmath>
#include <exception>
#include <stdexcept>
#include <string>
#include <thread>
#include <typeinfo>
#include <vector>

#include "lab/cuda_check.h"
#include "lab/device_buffer.h"
#include "lab/scene.h"
#include "lab08.h"

#ifdef CUDALAB_TRANSLATES // the emulated device
#include "emulator/emulator.h"
#include "emulator/virtual_clock.h"
#endif

namespace {

#ifdef CUDALAB_TRANSLATES
constexpr bool on_virtual_clock = true; // the same is done in the same time again
#else
constexpr bool on_virtual_clock = false;
#endif

// ---- Work of known length ---------------------------------------------------------------------

/// Occupies one thread of the device for so long.
__global__ void last_for(unsigned nanoseconds) {
#ifdef CUDALAB_TRANSLATES
  __nanosleep(nanoseconds); // exact on the virtual clock
#else
  unsigned long long begin, now;
  asm volatile("mov.u64 %0, %%globaltimer;" : "=l"(begin));
  do
    asm volatile("mov.u64 %0, %%globaltimer;" : "=l"(now));
  while (now - begin < nanoseconds);
#endif
}

void work_for(int microseconds, cudaStream_t stream = nullptr) {
  if (microseconds != 0)
    last_for<<<1, 1, 0, stream>>>(1000u * static_cast<unsigned>(microseconds));
}

__global__ void double_all(float* data, int n) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
    data[i] *= 2;
}

// ---- The stage --------------------------------------------------------------------------------

void set_calendar_back(int microseconds) {
#ifdef CUDALAB_TRANSLATES
  cudalab::emulator::set_calendar_forward(-std::chrono::microseconds(microseconds));
#else
  (void)microseconds; // nobody but an administrator may
#endif
}

#ifdef CUDALAB_TRANSLATES
/// A full second of the steady clock is a millisecond away, in virtual time: whoever looks at a
/// part of the time only sees it begin anew.
void begin_before_full_second() {
  using std::chrono::milliseconds, std::chrono::seconds;
  const auto now = std::chrono::steady_clock::now().time_since_epoch();
  const auto second = std::chrono::ceil<seconds>(now + milliseconds(2));
  std::this_thread::sleep_for(second - milliseconds(1) - now);
}
#endif

/// An idle device that knows its kernels, and the virtual clock where there is one.
class stage {
public:
  stage() {
    CUDA_CHECK(cudaStreamCreateWithFlags(&aside_, cudaStreamNonBlocking));
    work_for(1);
    work_for(1, aside_);
    CUDA_CHECK(cudaDeviceSynchronize());
#ifdef CUDALAB_TRANSLATES
    cudalab::emulator::virtual_clock_begins();
    begin_before_full_second();
#endif
  }
  ~stage() {
    CUDA_CHECK_NOEXCEPT(cudaDeviceSynchronize());
#ifdef CUDALAB_TRANSLATES
    cudalab::emulator::virtual_clock_ends();
#endif
    CUDA_CHECK_NOEXCEPT(cudaStreamDestroy(aside_));
  }
  stage(const stage&) = delete;
  stage& operator=(const stage&) = delete;

  /// A stream that waits for nothing in the default stream, and the other way round.
  cudaStream_t aside() const {
    return aside_;
  }

private:
  cudaStream_t aside_ = nullptr;
};

// ---- Copies, as the scene measures them itself -------------------------------------------------

class host_buffer {
public:
  host_buffer(std::size_t size, host_memory kind) : pageable_(size) {
    if (kind == host_memory::pinned)
      CUDA_CHECK(cudaMallocHost(&pinned_, size * sizeof(float)));
  }
  ~host_buffer() { CUDA_CHECK_NOEXCEPT(cudaFreeHost(pinned_)); }
  host_buffer(const host_buffer&) = delete;
  host_buffer& operator=(const host_buffer&) = delete;
  float* data() { return pinned_ != nullptr ? static_cast<float*>(pinned_) : pageable_.data(); }

private:
  std::vector<float> pageable_;
  void* pinned_ = nullptr;
};

/// Milliseconds of one copy, by the host's clock: a copy from or to the host ends with its call.
template <typename Copy>
float time_of_copy(const Copy& copy) {
  using clock = std::chrono::steady_clock;
  CUDA_CHECK(cudaDeviceSynchronize());
  const auto begin = clock::now();
  copy();
  CUDA_CHECK(cudaDeviceSynchronize());
  return std::chrono::duration<float, std::milli>(clock::now() - begin).count();
}

float median_of(std::vector<float> times) {
  const auto middle = times.begin() + static_cast<std::ptrdiff_t>(times.size() / 2);
  std::nth_element(times.begin(), middle, times.end());
  return *middle;
}

/// What copies of the host's `input` take here: in and out, by memory that was got and filled just
/// before, as a program has it. (Memory that has been copied already is quicker.)
stage_times times_of_copies(const std::vector<float>& input, host_memory kind) {
  const std::size_t bytes = input.size() * sizeof(float);
  host_buffer host(input.size(), kind);
  lab::device_buffer<float> device(input.size());
  std::copy(input.begin(), input.end(), host.data());
  const float in = time_of_copy(
      [&] { CUDA_CHECK(cudaMemcpy(device.data(), host.data(), bytes, cudaMemcpyHostToDevice)); });
  const float out = time_of_copy(
      [&] { CUDA_CHECK(cudaMemcpy(host.data(), device.data(), bytes, cudaMemcpyDeviceToHost)); });
  return {in, 0, out};
}

/// time_stages(). launch() is not called again.
stage_times once_in_stages(const float* input, float* output, int n, host_memory kind,
                           const std::function<void(float* d_data)>& launch) {
  int calls = 0;
  const stage_times times = time_stages(input, output, n, kind, [&](float* d_data) {
    ++calls;
    launch(d_data);
  });
  lab::complain_unless(calls <= 1,
                       "time_stages calls launch() " + std::to_string(calls) +
                           " times, and it is to be called once",
                       "A timer that repeats the work, or warms it up, does what must not be done "
                       "twice: call launch(d_data) between the two copies, however short its work "
                       "is, and nowhere else.");
  return times;
}

host_memory kind_of(int pinned) {
  return pinned != 0 ? host_memory::pinned : host_memory::pageable;
}

} // namespace

// ---- Scenes -----------------------------------------------------------------------------------

measured measure_synchronized(int earlier_us, int earlier_aside, int kernels, int kernel_us,
                              int aside_us, int pause_us, int set_back_us) {
  const stage here;
  int calls = 0;
  work_for(earlier_us, earlier_aside != 0 ? here.aside() : nullptr);
  const float ms = time_synchronized_ms([&] {
    ++calls;
    work_for(aside_us, here.aside());
    for (int i = 0; i < kernels; ++i) {
      work_for(kernel_us);
      if (i == 0 && pause_us != 0) {
        std::this_thread::sleep_for(std::chrono::microseconds(pause_us));
        set_calendar_back(set_back_us);
      }
    }
  });
  return {ms, static_cast<float>(calls)};
}

measured measure_events(int earlier_us, int kernels, int kernel_us, int aside_us, int pause_us) {
  const stage here;
  int calls = 0;
  work_for(earlier_us);
  const float ms = time_events_ms([&] {
    ++calls;
    work_for(aside_us, here.aside());
    for (int i = 0; i < kernels; ++i) {
      work_for(kernel_us);
      if (i == 0 && pause_us != 0)
        std::this_thread::sleep_for(std::chrono::microseconds(pause_us));
    }
  });
  return {ms, static_cast<float>(calls)};
}

measured measure_median(const int* run_us, int count, int warmup, int runs) {
  const stage here;
  int calls = 0;
  const float ms = time_median_ms(
      [&] {
        work_for(calls < count ? run_us[calls] : 1);
        ++calls;
      },
      warmup, runs);
  return {ms, static_cast<float>(calls)};
}

float measure_kernel_stage(const float* input, float* output, int n, int pinned, int kernel_us,
                           int aside_us) {
  const stage here;
  const stage_times times = once_in_stages(input, output, n, kind_of(pinned), [&](float* d_data) {
    work_for(aside_us, here.aside());
    work_for(kernel_us);
    double_all<<<64, 256>>>(d_data, n);
  });
  return times.kernel_ms;
}

copy_ratios measure_copy_stages(int n, int pinned) {
  const int rounds = on_virtual_clock ? 2 : 7; // by turns: what a copy takes changes with time
  const stage here;
#ifdef CUDALAB_TRANSLATES
  cudalab::emulator::copies_to_host_take(0.75); // no time can stand for both
#endif
  const std::vector<float> input(static_cast<std::size_t>(n), 1.0f);
  std::vector<float> output(input), own_in, own_out, in, out;
  for (int round = 0; round < rounds; ++round) {
    const stage_times own = times_of_copies(input, kind_of(pinned));
    const stage_times times = time_stages(input.data(), output.data(), n, kind_of(pinned),
                                          [](float*) { work_for(1000); });
    if (round == 0)
      continue; // warms up
    own_in.push_back(own.copy_in_ms);
    own_out.push_back(own.copy_out_ms);
    in.push_back(times.copy_in_ms);
    out.push_back(times.copy_out_ms);
  }
  return {median_of(in) / median_of(own_in), median_of(out) / median_of(own_out)};
}

copy_ratios measure_host_memory(int n, int pinned) {
#ifdef CUDALAB_TRANSLATES
  const stage here;
  const std::vector<float> input(static_cast<std::size_t>(n), 1.0f);
  std::vector<float> output(input);
  cudalab::emulator::take_copies();
  time_stages(input.data(), output.data(), n, kind_of(pinned), [](float*) { work_for(1); });
  const cudalab::emulator::copies_by_memory all = cudalab::emulator::take_copies();
  const cudalab::emulator::copied_bytes& asked = pinned != 0 ? all.pinned : all.pageable;
  const auto part = [&](std::size_t bytes) {
    return std::min(1.0f, static_cast<float>(bytes) / (sizeof(float) * static_cast<float>(n)));
  };
  return {part(asked.to_device), part(asked.to_host)};
#else
  (void)n, (void)pinned;
  return {1, 1};
#endif
}

namespace {

/// What the timer leaves from here on, it leaves since an exception ends it.
/// @param its_own of CUDA_CHECK in the timer; else it is launch() that throws
void timer_is_to_end_early(bool its_own, const char* when) {
#ifdef CUDALAB_TRANSLATES
  using cudalab::emulator::early_end;
  cudalab::emulator::call_is_to_end_early(its_own ? early_end::failed_call : early_end::exception,
                                          when);
#else
  (void)its_own, (void)when;
#endif
}

/// A launch() that notes how it is called.
struct noting {
  const noting* const* given; ///< the one that the timer got
  int* seen;
  std::thread::id caller = std::this_thread::get_id();

  void operator()() const {
    *seen |= (std::this_thread::get_id() == caller ? 0 : 1) | (this == *given ? 0 : 2);
    work_for(1);
  }
  void operator()(float*) const { (*this)(); }
};

float time_with(int timer, const std::function<void()>& launch) {
  if (timer == 0)
    return time_synchronized_ms(launch);
  return timer == 1 ? time_events_ms(launch) : time_median_ms(launch, 1, 3);
}

float time_with(const std::function<void(float*)>& launch, int n = 1, int pinned = 0) {
  const std::vector<float> input(static_cast<std::size_t>(n), 1.0f);
  std::vector<float> output(input);
  return time_stages(input.data(), output.data(), n, kind_of(pinned), launch).kernel_ms;
}

float time_any(int timer, const std::function<void()>& launch, int n = 1, int pinned = 0) {
  return timer < 3 ? time_with(timer, launch) : time_with([&](float*) { launch(); }, n, pinned);
}

/// It may be a copy of a lab::cuda_error, made by a catch that names a class of which that is one.
bool may_be_copied(const std::exception& thrown) {
  return typeid(thrown) == typeid(std::exception);
}

/// @return 0: it returned; 1: lab::cuda_error; 2: another exception; 5: one that may be its copy
template <typename Timing>
int what_comes_out(const Timing& timing) {
  try {
    timing();
  } catch (const lab::cuda_error&) {
    return 1;
  } catch (const std::exception& thrown) {
    return may_be_copied(thrown) ? 5 : 2;
  }
  return 0;
}

int what_it_throws(int timer, const std::function<void()>& launch) {
  return what_comes_out([&] { time_any(timer, launch); });
}

/// A call of a timer with work of known length, before something goes wrong and right after that:
/// nothing of it may be left. (A second call may hide what the first one has found.)
class known_work {
public:
  explicit known_work(int timer, int n = 1, int pinned = 0) {
    // Of a median the middle one of three lengths: with one more, or one less, it is another.
    static const int measured_us[] = {4 * length_us, length_us / 2, 3 * length_us};
    int calls = 0;
    const auto launch = [&] {
      work_for(timer == 2 && calls < 3 ? measured_us[calls] : length_us);
      ++calls;
    };
    float ms = 0;
    returns_ = what_comes_out([&] { ms = time_any(timer, launch, n, pinned); }) == 0;
    constexpr float right = length_us / 1000.0f;
    // (Without a virtual clock other programs change times.)
    right_ = returns_ && (!on_virtual_clock || std::abs(ms - right) < 0.02f * right);
  }

  /// @return as measure_refused_launch(): 1, 3 or 4
  int compared_with(const known_work& before) const {
    if (before.returns_ && !returns_)
      return 3;
    return before.right_ && !right_ ? 4 : 1;
  }

private:
  static constexpr int length_us = 2000;
  bool returns_ = false, right_ = false;
};

#ifdef CUDALAB_TRANSLATES
__global__ void fail() {
  __trap();
}
#endif

struct interrupted : std::runtime_error {
  interrupted() : std::runtime_error("launch() was interrupted") {}
};

/// launch() throws this in that call. @return as measure_throwing_launch()
template <typename Thrown>
int what_becomes_of(int timer, int call, int n, int pinned) {
  int calls = 0;
  const auto launch = [&] {
    if (calls++ == call)
      throw Thrown();
    work_for(1);
  };
  try {
    time_any(timer, launch, n, pinned);
  } catch (const Thrown&) {
    return 1;
  } catch (const std::exception&) {
    return 2;
  }
  return 0;
}

} // namespace

int measure_conduct(int timer) {
  const stage here;
  int seen = 0;
  const noting* given = nullptr;
  const noting work{&given, &seen};
  if (timer < 3) {
    const std::function<void()> launch = work;
    given = launch.target<noting>();
    time_with(timer, launch);
  } else {
    const std::function<void(float*)> launch = work;
    given = launch.target<noting>();
    time_with(launch);
  }
  return seen;
}

int measure_refused_launch(int timer, int call) {
  const stage here;
  int calls = 0;
  const auto refused = [&] {
    last_for<<<1, calls++ == call ? 4096 : 1>>>(0); // a block has at most 1,024 threads
  };
  const known_work before(timer);
  timer_is_to_end_early(true, "when the work of launch() was refused");
  int result = what_it_throws(timer, refused);
  if (result == 1)
    result = known_work(timer).compared_with(before);
  cudaGetLastError();
  return result;
}

int measure_failing_kernel(int timer) {
#ifdef CUDALAB_TRANSLATES
  const stage here;
  const int result = what_it_throws(timer, [] { fail<<<1, 1>>>(); });
  cudalab::emulator::mend_device();
  return result;
#else
  (void)timer;
  return 1;
#endif
}

int measure_throwing_launch(int timer, int call, int an_int, int n, int pinned) {
  const stage here;
  const known_work before(timer, n, pinned);
  timer_is_to_end_early(false, an_int != 0 ? "when launch() threw an int"
                                           : "when launch() threw an exception");
  const int result = an_int != 0 ? what_becomes_of<int>(timer, call, n, pinned)
                                 : what_becomes_of<interrupted>(timer, call, n, pinned);
  return result == 1 ? known_work(timer, n, pinned).compared_with(before) : result;
}
