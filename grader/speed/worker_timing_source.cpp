// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#include "grader/speed/worker_timing_source.h"

#include <algorithm>
#include <chrono>
#include <cstring>
#include <future>
#include <stdexcept>

#include <fmt/format.h>

#include "grader/run/gpus.h"
#include "grader/speed/statistics.h"
#include "protocol/machine_errors.h"

namespace cudalab::grader {

namespace {

std::string end_words(const worker_process& process) {
  const std::string detail = process.detail();
  return detail.empty() ? name_of(process.how())
                        : fmt::format("{}: {}", name_of(process.how()), detail);
}

double seconds_of(std::chrono::milliseconds time) {
  return std::chrono::duration<double>(time).count();
}

} // namespace

worker_timing_source::worker_timing_source(const std::filesystem::path& program,
                                           const ring_memory& ring, const speed_settings& settings)
    : ring_(ring), settings_(settings), outputs_(ring.output_bytes()), left_(settings.together),
      process_(program, ring.inputs(), outputs_, settings.allowed) {}

void worker_timing_source::begin() {
  if (!process_.ready())
    throw timing_failed(fmt::format("it did not start ({})", end_words(process_)));
  if (process_.greeting().backend != "gpu")
    throw timing_failed("it was not built for a GPU");
}

std::string worker_timing_source::device() const {
  return process_.greeting().device;
}

double worker_timing_source::peak_gigaflops() const {
  return process_.greeting().peak_gigaflops;
}

std::string worker_timing_source::pci_bus_id() const {
  return process_.greeting().pci_bus_id;
}

protocol::timing_reply worker_timing_source::ask(const protocol::request& request) {
  using std::chrono::milliseconds;
  const auto too_long = [this] {
    return timing_failed(fmt::format("its calls took too long: {} s are given to a few of them, "
                                     "{} s to all",
                                     seconds_of(settings_.allowed.wall),
                                     seconds_of(settings_.together)));
  };
  if (left_ <= left_.zero())
    throw too_long();
  const auto start = std::chrono::steady_clock::now();
  process_.send(request);
  const auto reply = process_.receive(
      std::clamp(std::chrono::duration_cast<milliseconds>(left_), milliseconds(0),
                 std::chrono::duration_cast<milliseconds>(settings_.allowed.wall)));
  left_ -= std::chrono::steady_clock::now() - start;
  if (!reply && process_.how() == ending::unkillable)
    throw std::runtime_error("a lab program was killed and is still there: the GPU or its driver "
                             "hangs");
  if (!reply && process_.how() == ending::timed_out)
    throw too_long();
  if (!reply)
    throw timing_failed(fmt::format("it ended while it was timed ({})", end_words(process_)));
  const auto* times = std::get_if<protocol::timing_reply>(&*reply);
  if (times == nullptr)
    throw timing_failed("it answered something else than times");
  if (protocol::is_machine_error(times->error) && !gpu_works())
    throw std::runtime_error(
        fmt::format("the GPU cannot be used: {} ({})", times->error_text, times->error));
  if (!times->error.empty())
    throw timing_failed(fmt::format("{} while it was timed ({})", times->error, times->error_text));
  return *times;
}

timing_answer worker_timing_source::time(const timing_order& order) {
  std::memset(outputs_.data(), protocol::poison_byte, outputs_.size());
  protocol::timing request;
  request.calls = ring_.calls();
  request.warmup = order.warmup;
  request.iterations = order.iterations;
  request.samples = order.samples;
  request.flush = order.flush;
  const auto start = std::chrono::steady_clock::now();
  protocol::timing_reply times = ask(request);
  const std::chrono::duration<double, std::milli> took = std::chrono::steady_clock::now() - start;
  check_outputs();
  return {std::move(times.milliseconds), took.count()};
}

void worker_timing_source::check_outputs() {
  // The same bytes as before need no second look.
  if (!right_.empty() && std::memcmp(right_.data(), outputs_.data(), right_.size()) == 0)
    return;
  // A copy: the worker can still write to the memory that it shares.
  std::vector<std::byte> now(outputs_.data(), outputs_.data() + outputs_.size());
  if (!ring_.fences_whole(now.data()))
    throw timed_wrong_result("something was written outside the outputs while it was timed");
  if (settings_.check_outputs) {
    std::vector<std::future<std::string>> said; // each takes tenths of a second
    for (std::size_t i = 0; i < ring_.cases().size(); ++i)
      said.push_back(std::async(std::launch::async, [this, &now, i] {
        return settings_.check_outputs(ring_.cases()[i], ring_.outputs_of(i, now.data()));
      }));
    for (std::future<std::string>& each : said)
      if (const std::string wrong = each.get(); !wrong.empty())
        throw timed_wrong_result(wrong);
  }
  right_ = std::move(now);
}

double worker_timing_source::copy_bandwidth() try {
  protocol::copy_timing request;
  request.bytes = std::size_t{512} << 20;
  request.samples = 9;
  const protocol::timing_reply times = ask(request);
  const double milliseconds = median(times.milliseconds);
  return milliseconds > 0 ? 2.0 * static_cast<double>(request.bytes) / (milliseconds / 1e3) : 0;
} catch (const std::exception&) {
  return 0; // a figure for the report: not worth a grading
}

} // namespace cudalab::grader
