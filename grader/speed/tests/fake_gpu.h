// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// Programs with made-up times on a machine that has noise, outliers and drift.
#pragma once

#include <cmath>
#include <cstdint>
#include <optional>
#include <random>

#include "grader/run/device_watch.h"
#include "grader/speed/timing_source.h"

namespace cudalab::grader {

/// Uniform and normal numbers, the same everywhere.
class fake_chance {
public:
  explicit fake_chance(std::uint32_t seed) : engine_(seed) {}
  double uniform() { return (static_cast<double>(engine_()) + 0.5) / 4294967296.0; }
  double normal() {
    return std::sqrt(-2 * std::log(uniform())) * std::cos(6.283185307179586 * uniform());
  }

private:
  std::mt19937 engine_;
};

struct fake_machine {
  explicit fake_machine(std::uint32_t seed) : chance(seed) {}
  double noise = 0.01; ///< sigma of the logarithm of a sample's time
  double outliers = 0; ///< share of samples that take `outlier_factor` as long
  double outlier_factor = 3;
  double drift = 0;      ///< the clock slows by this part with each sample
  double upload_ms = 40; ///< of a request, besides its calls
  double upload_jitter_ms = 1;
  fake_chance chance;
  double speed = 1;
  double hot_share = 0;    ///< share of requests that run on a hot device
  double hot_factor = 1.6; ///< and take so much longer
  int hot_requests = 0;
  double passed_ms = 0; ///< by the judge's clock, all requests together
};

/// One call takes `call_ms`; the program's events claim `honesty` times the truth.
class fake_program : public timing_source {
public:
  fake_program(fake_machine& machine, double call_ms, double honesty = 1)
      : machine_(machine), call_ms_(call_ms), honesty_(honesty) {}

  timing_answer time(const timing_order& order) override {
    ++requests;
    machine_.speed *= 1 - machine_.drift;
    double one = call_ms_ / machine_.speed * std::exp(machine_.noise * machine_.chance.normal());
    if (machine_.chance.uniform() < machine_.outliers)
      one *= machine_.outlier_factor;
    if (machine_.chance.uniform() < machine_.hot_share) {
      one *= machine_.hot_factor;
      ++machine_.hot_requests;
    }
    const double late = requests == late_request ? 300 : 0;
    const double judge = machine_.upload_ms + (order.warmup + order.iterations) * one +
                         machine_.upload_jitter_ms * machine_.chance.uniform() + late;
    const double claimed = only_when_flushed && !order.flush ? 1 : honesty_;
    machine_.passed_ms += judge;
    return {{one * order.iterations * claimed}, judge};
  }
  int ring_size() const override { return 3; }

  bool only_when_flushed = false; ///< lies only while it is graded
  int late_request = 0;           ///< the number of one whose upload takes 300 ms more
  int requests = 0;

private:
  fake_machine& machine_;
  double call_ms_;
  double honesty_;
};

/// Sees when the machine is hot.
class fake_watch : public device_watch {
public:
  explicit fake_watch(const fake_machine& machine) : machine_(machine) {}
  void begin_round() override { before_ = machine_.hot_requests; }
  std::optional<disturbance> end_round() override {
    if (machine_.hot_requests == before_)
      return std::nullopt;
    return disturbance{"too_hot", "the device was too hot"};
  }

private:
  const fake_machine& machine_;
  int before_ = 0;
};

} // namespace cudalab::grader
