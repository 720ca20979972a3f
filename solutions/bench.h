// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// What the programs solutions/labNN_topic/labNN_bench.cu share: rows of a table are timed side by
/// side, and the tables are printed as JSON (docs/formats.md), which `./lab bench` shows.
#pragma once

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "lab/cuda_check.h"

#ifdef BENCH_EMULATED
#include "emulator/emulator.h"
#endif

namespace bench {

#ifdef BENCH_EMULATED
inline constexpr bool emulated = true; ///< nothing is timed, traffic is counted
#else
inline constexpr bool emulated = false;
#endif

/// What one call of a row's work does, for GB/s and TFLOP/s. 0: not shown.
struct amount {
  double bytes = 0;
  double flops = 0;
};

/// Milliseconds of one call.
struct spread {
  double median = 0, low = 0, high = 0; ///< low, high: quartiles
};

enum class clock {
  events, ///< the work is launches on the default stream: CUDA's events time it
  host    ///< the work waits for its own end: the host's clock times it
};

struct row {
  std::string name;
  amount does;
  std::function<void()> work;
  bench::clock clock = bench::clock::events;
  double share = 1; ///< the part of `does` that one call does: its time is scaled up to all of it
  std::function<double()> own_ms = {}; ///< set: does the work too, and says itself how long it took
  spread ms = {};
  std::string traffic = {}; ///< JSON of the emulated device
};

/// A row that measures itself: each call of `own_ms` does the work and returns milliseconds.
inline row self_timed(std::string name, amount does, std::function<double()> own_ms) {
  row made{std::move(name), does, [own_ms] { own_ms(); }};
  made.own_ms = std::move(own_ms);
  return made;
}

inline spread spread_of(std::vector<double> samples) {
  std::sort(samples.begin(), samples.end());
  const auto at = [&](double part) {
    return samples[static_cast<std::size_t>(part * static_cast<double>(samples.size() - 1) + 0.5)];
  };
  return {at(0.5), at(0.25), at(0.75)};
}

class story {
public:
  /// main()'s arguments: a file for the JSON; without one it goes to standard output.
  story(int argc, char** argv, std::string title)
      : title_(std::move(title)), file_(argc > 1 ? argv[1] : "/dev/stdout") {
    cudaDeviceProp device{};
    CUDA_CHECK(cudaGetDeviceProperties(&device, 0));
    device_ = device.name;
#ifdef BENCH_EMULATED
    cudalab::emulator::observe(cudalab::emulator::observation::traffic);
#endif
    CUDA_CHECK(cudaEventCreate(&begin_));
    CUDA_CHECK(cudaEventCreate(&end_));
  }
  ~story() {
    CUDA_CHECK_NOEXCEPT(cudaEventDestroy(begin_));
    CUDA_CHECK_NOEXCEPT(cudaEventDestroy(end_));
  }
  story(const story&) = delete;
  story& operator=(const story&) = delete;

  /// Does the rows' work by turns, `rounds` times, and keeps the table. Others are compared with
  /// the row named `reference`; empty: with none. On the emulated device each row's work is done
  /// once, and its traffic is counted: take small sizes there.
  void table(const std::string& name, const std::string& reference, std::vector<row> rows,
             int rounds = 9) {
    if (emulated)
      count(rows);
    else
      time(rows, rounds);
    tables_ += (tables_.empty() ? "" : ",") + std::string("{\"name\":") + quoted(name) +
               ",\"reference\":" + quoted(reference) + ",\"rounds\":" + std::to_string(rounds) +
               ",\"rows\":[";
    for (std::size_t i = 0; i < rows.size(); ++i)
      tables_ += (i == 0 ? "" : ",") + json(rows[i]);
    tables_ += "]}";
  }

  /// A sentence to stand below the tables.
  void remark(const std::string& text) {
    remarks_ += (remarks_.empty() ? "" : ",") + quoted(text);
  }

  /// Writes the story; gives main()'s result.
  int end() const {
    std::FILE* const out = std::fopen(file_.c_str(), "w");
    if (out == nullptr) {
      std::fprintf(stderr, "%s cannot be written\n", file_.c_str());
      return 1;
    }
    std::fprintf(out,
                 "{\"schema\":\"cudalab/bench/v1\",\"title\":%s,\"device\":%s,\"tables\":[%s],"
                 "\"remarks\":[%s]}\n",
                 quoted(title_).c_str(), quoted(device_).c_str(), tables_.c_str(),
                 remarks_.c_str());
    return std::fclose(out) == 0 ? 0 : 1;
  }

private:
  static constexpr double sample_ms = 5; ///< a sample is at least so long, or most_calls calls
  static constexpr int most_calls = 200;
  static constexpr int own_calls = 5;

  double sample(const row& what, int calls) {
    CUDA_CHECK(cudaDeviceSynchronize());
    if (what.own_ms) {
      double all = 0;
      for (int i = 0; i < calls; ++i)
        all += what.own_ms();
      return all / calls;
    }
    if (what.clock == clock::host) {
      const auto start = std::chrono::steady_clock::now();
      for (int i = 0; i < calls; ++i)
        what.work();
      CUDA_CHECK(cudaDeviceSynchronize());
      const std::chrono::duration<double, std::milli> all =
          std::chrono::steady_clock::now() - start;
      return all.count() / calls;
    }
    CUDA_CHECK(cudaEventRecord(begin_));
    for (int i = 0; i < calls; ++i)
      what.work();
    CUDA_CHECK(cudaEventRecord(end_));
    CUDA_CHECK(cudaEventSynchronize(end_));
    float all = 0;
    CUDA_CHECK(cudaEventElapsedTime(&all, begin_, end_));
    return static_cast<double>(all) / calls;
  }

  static void count(std::vector<row>& rows) {
#ifdef BENCH_EMULATED
    for (row& each : rows) {
      CUDA_CHECK(cudaDeviceSynchronize());
      cudalab::emulator::take_traffic(); // of what stands between the rows
      each.work();
      CUDA_CHECK(cudaDeviceSynchronize());
      each.traffic = cudalab::emulator::take_traffic();
    }
#else
    (void)rows;
#endif
  }

  void time(std::vector<row>& rows, int rounds) {
    std::vector<int> calls;
    for (const row& each : rows) { // the first call warms up, the second says how long one is
      sample(each, 1);
      const double one = std::max(sample(each, 1), 1e-4);
      // What a row says of itself does not tell how long its call lasts.
      calls.push_back(each.own_ms
                          ? own_calls
                          : std::clamp(static_cast<int>(sample_ms / one) + 1, 1, most_calls));
    }
    std::vector<std::vector<double>> samples(rows.size());
    for (int round = 0; round < rounds; ++round)
      for (std::size_t i = 0; i < rows.size(); ++i) {
        const std::size_t turn = round % 2 == 0 ? i : rows.size() - 1 - i;
        samples[turn].push_back(sample(rows[turn], calls[turn]) / rows[turn].share);
      }
    for (std::size_t i = 0; i < rows.size(); ++i)
      rows[i].ms = spread_of(samples[i]);
  }

  static std::string quoted(const std::string& text) {
    std::string result = "\"";
    for (const char c : text) {
      if (c == '"' || c == '\\')
        result += '\\';
      result += c;
    }
    return result + "\"";
  }

  static std::string json(const row& what) {
    if (emulated)
      return "{\"name\":" + quoted(what.name) + ",\"traffic\":" + what.traffic + "}";
    char numbers[200];
    std::snprintf(numbers, sizeof numbers,
                  ",\"ms\":%.6g,\"low_ms\":%.6g,\"high_ms\":%.6g,\"bytes\":%.10g,\"flops\":%.10g}",
                  what.ms.median, what.ms.low, what.ms.high, what.does.bytes, what.does.flops);
    return "{\"name\":" + quoted(what.name) + numbers;
  }

  std::string title_, file_, device_, tables_, remarks_;
  cudaEvent_t begin_ = nullptr, end_ = nullptr;
};

} // namespace bench
