// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#include "grader/speed/judge_speed.h"

#include <algorithm>
#include <chrono>
#include <memory>
#include <stdexcept>

#include <fmt/format.h>

#include "grader/run/gpu_lock.h"
#include "grader/run/gpus.h"
#include "grader/speed/measure_speedup.h"
#include "grader/speed/nvml/nvml_watch.h"
#include "grader/speed/ring_memory.h"
#include "grader/speed/speed_words.h"
#include "grader/speed/worker_timing_source.h"

namespace cudalab::grader {

namespace {

// Says whose program failed: a fault of the given kernel is not the student's.
class the_given_one : public timing_source {
public:
  the_given_one(const std::filesystem::path& program, const ring_memory& ring,
                const speed_settings& settings) {
    guarded([&] { worker_ = std::make_unique<worker_timing_source>(program, ring, settings); });
  }
  void begin() {
    guarded([&] { worker_->begin(); });
  }
  timing_answer time(const timing_order& order) override {
    timing_answer answer;
    guarded([&] { answer = worker_->time(order); });
    return answer;
  }
  int ring_size() const override { return worker_->ring_size(); }
  worker_timing_source& worker() { return *worker_; }

private:
  template <class Work>
  static void guarded(const Work& work) try {
    work();
  } catch (const timing_failed& failure) {
    throw std::runtime_error(fmt::format("the lab's given kernel: {}", failure.what()));
  }

  std::unique_ptr<worker_timing_source> worker_;
};

// A timing request uploads the ring and makes many calls.
speed_settings with_patience(speed_settings settings) {
  using namespace std::chrono_literals;
  settings.allowed.wall = std::max<std::chrono::milliseconds>(settings.allowed.wall, 60s);
  return settings;
}

// What a call may take at the part of the copy bandwidth that is enough; 0: none is.
double enough_call_ms(const speed_check& wanted, double copy_bytes_per_second) {
  if (wanted.enough_copy_fraction <= 0)
    return 0;
  if (copy_bytes_per_second <= 0)
    throw std::runtime_error("the device's copy bandwidth could not be measured");
  return 1e3 * wanted.bytes / (wanted.enough_copy_fraction * copy_bytes_per_second);
}

check_result result_for(const check_description& described) {
  check_result result;
  result.id = described.id;
  result.title = described.title;
  result.kind = check_kind::speed;
  result.exercise = described.exercise;
  result.max_points = described.points;
  return result;
}

} // namespace

check_result judge_speed(const check_description& described, const speed_check& wanted,
                         const std::filesystem::path& submission,
                         const std::filesystem::path& baseline, const std::vector<test_case>& ring,
                         const speed_settings& given_settings) {
  const speed_settings settings = with_patience(given_settings);
  check_result result = result_for(described);
  try {
    const auto say = [&settings](const char* what) {
      if (settings.progress)
        settings.progress(what);
    };
    const gpu_lock alone(first_gpu(), gpu_use::alone,
                         [&say] { say("waiting until no other grading uses the GPU"); });
    say("starting the programs to be timed");
    const ring_memory memory(ring);
    the_given_one first(baseline, memory, settings);
    the_given_one second(baseline, memory, settings);
    worker_timing_source theirs(submission, memory, settings);
    first.begin();
    second.begin();
    theirs.begin();
    // The given kernel's program says which device it is: no student's code can name another one.
    const auto watch = watch_by_nvml(first.worker().pci_bus_id(), settings.nvml);
    const speed_surroundings around{first.worker().device(), first.worker().copy_bandwidth(),
                                    first.worker().peak_gigaflops(), watch != nullptr};
    const speedup_method method{
        wanted.min_ratio, enough_call_ms(wanted, around.copy_bytes_per_second),
        settings.pairs,   settings.sample_ms,
        settings.seed,    settings.progress,
        watch.get()};
    describe_speed(wanted, measure_speedup(first, second, theirs, method), around, result);
  } catch (const timed_wrong_result& wrong) {
    result.status = check_status::fail;
    result.message = fmt::format("the result is wrong at the size that is timed: {}", wrong.what());
    result.next = "a kernel that is right at small sizes and wrong at large ones often misses a "
                  "barrier, or its index overflows";
  } catch (const timing_failed& failure) {
    result.status = check_status::error;
    result.message = fmt::format("your program could not be timed: {}", failure.what());
    result.next = "the correctness checks show the same mistake at a smaller size, if it is there";
  }
  if (result.status == check_status::pass)
    result.points = result.max_points;
  return result;
}

} // namespace cudalab::grader
