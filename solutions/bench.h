// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// What the programs solutions/labNN_topic/labNN_bench.cu share: rows of a table are timed side by
/// side, and the tables are printed as JSON (docs/formats.md), which `./lab bench` shows. Rows may
/// state what keeps them from being faster, of which `./lab limits` makes a page.
#pragma once

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <functional>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "bench_device.h"
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

/// How much of one limit of the device (bench_device.h: "memory", "fp32", "launch") one call needs.
struct need {
  std::string of;
  double amount = 0; ///< bytes, operations, launches; of the busiest device where there are several
};

/// What `./lab limits` says of a row.
struct statement {
  int exercise = 0;          ///< 0: of none, such as a library's function
  std::vector<need> needs;   ///< the least that one call must do, however it is written
  std::string formula;       ///< the same in words: "2 n^3 operations, 12 n^2 bytes"
  std::string kept_by;       ///< one sentence: what keeps it from the limit
  std::string measures = {}; ///< a limit that this row measures: others are compared with its rate
};

struct row {
  std::string name;
  amount does;
  std::function<void()> work;
  bench::clock clock = bench::clock::events;
  double share = 1; ///< the part of `does` that one call does: its time is scaled up to all of it
  std::function<double()> own_ms = {}; ///< set: does the work too, and says itself how long it took
  statement says = {};
  spread ms = {};
  std::string traffic = {}; ///< JSON of the emulated device
};

inline row with(row made, statement says) {
  made.says = std::move(says);
  return made;
}

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
    for (const row& each : rows) {
      for (const need& one : each.says.needs)
        if (one.amount > 0)
          needed_.insert(one.of);
      measured_.insert(each.says.measures);
    }
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

  /// An exercise that no row is of, and why: it has no kernel, or this machine cannot run it.
  void not_measured(int exercise, const std::string& why) {
    not_measured_ += (not_measured_.empty() ? "" : ",") + std::string("{\"exercise\":") +
                     std::to_string(exercise) + ",\"why\":" + quoted(why) + "}";
  }

  /// Measures what the device itself reaches, where rows have stated what they need of it, and
  /// writes the story; gives main()'s result.
  int end() {
    std::string anchors;
    for (const std::string& limit : needed_)
      if (measured_.count(limit) == 0)
        anchors += anchor(limit, !anchors.empty());
    std::FILE* const out = std::fopen(file_.c_str(), "w");
    if (out == nullptr) {
      std::fprintf(stderr, "%s cannot be written\n", file_.c_str());
      return 1;
    }
    std::fprintf(out,
                 "{\"schema\":\"cudalab/bench/v1\",\"title\":%s,\"lab\":%s,\"device\":%s,"
                 "\"machine\":%s,\"limits\":[%s],\"anchors\":[%s],\"tables\":[%s],"
                 "\"not_measured\":[%s],\"remarks\":[%s]}\n",
                 quoted(title_).c_str(), quoted(BENCH_LAB).c_str(), quoted(device_).c_str(),
                 machine_json().c_str(), limits_json().c_str(), anchors.c_str(), tables_.c_str(),
                 not_measured_.c_str(), remarks_.c_str());
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

  /// What the device itself reaches, by turns with nothing; "": that cannot be measured.
  std::string anchor(const std::string& limit, bool further) {
    const std::optional<device_task> task = task_for(limit);
    if (!task)
      return "";
    std::vector<row> rows = {{task->name, {}, task->work}};
    time(rows, 9);
    return (further ? "," : "") + std::string("{\"of\":") + quoted(limit) +
           ",\"name\":" + quoted(task->name) + ",\"amount\":" + number(task->amount) +
           times(rows[0].ms) + "}";
  }

  static std::string times(const spread& ms) {
    return ",\"ms\":" + number(ms.median, 6) + ",\"low_ms\":" + number(ms.low, 6) +
           ",\"high_ms\":" + number(ms.high, 6);
  }

  static std::string json(const statement& says) {
    if (says.needs.empty())
      return "";
    std::string text = ",\"exercise\":" + std::to_string(says.exercise) + ",\"needs\":{";
    const char* separator = "";
    for (const need& one : says.needs) {
      if (one.amount <= 0)
        continue;
      text += separator + quoted(one.of) + ":" + number(one.amount);
      separator = ",";
    }
    text += "},\"formula\":" + quoted(says.formula) + ",\"kept_by\":" + quoted(says.kept_by);
    return says.measures.empty() ? text : text + ",\"measures\":" + quoted(says.measures);
  }

  static std::string json(const row& what) {
    const std::string name = "{\"name\":" + quoted(what.name) + json(what.says);
    if (emulated)
      return name + ",\"traffic\":" + what.traffic + "}";
    return name + times(what.ms) + ",\"bytes\":" + number(what.does.bytes) +
           ",\"flops\":" + number(what.does.flops) + "}";
  }

  std::string title_, file_, device_, tables_, not_measured_, remarks_;
  std::set<std::string> needed_, measured_; ///< limits
  cudaEvent_t begin_ = nullptr, end_ = nullptr;
};

} // namespace bench
