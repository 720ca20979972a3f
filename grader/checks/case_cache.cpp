// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#include "grader/checks/case_cache.h"

#include <algorithm>
#include <chrono>
#include <functional>
#include <stdexcept>
#include <string_view>
#include <utility>

#include <fmt/format.h>

namespace cudalab::grader {

namespace {

/// For a call, once another one did not finish in the usual time.
constexpr std::chrono::milliseconds less_wall{3000};

/// Different for everything that can change what comes out.
std::string key_of(const std::filesystem::path& program, const test_case& one,
                   const run_options& options) {
  protocol::batch request;
  request.calls = {one.call()};
  request.observation = options.observation;
  request.poison_outputs = options.poison_outputs;
  request.guard_bytes = options.guard_bytes;
  request.blocks_in_order = options.blocks_in_order;
  std::string key = program.string() + '\n' + protocol::to_text(request);
  for (std::size_t i = 0; i < one.call().arguments.size(); ++i) {
    const auto* buffer = std::get_if<protocol::buffer_argument>(&one.call().arguments[i]);
    if (buffer == nullptr || buffer->direction == protocol::direction::output)
      continue;
    const auto& content = one.content(i);
    const std::string_view bytes(reinterpret_cast<const char*>(content.data()), content.size());
    key += fmt::format("\n{}:{:x}", content.size(), std::hash<std::string_view>{}(bytes));
  }
  return key;
}

} // namespace

case_cache::case_cache(case_runner_function run) : run_(std::move(run)) {}

std::vector<case_outcome> case_cache::run_again(const std::filesystem::path& program,
                                                const std::vector<const test_case*>& cases,
                                                const run_options& options) {
  return run_patiently(program, cases, options, {});
}

std::vector<case_outcome>
case_cache::run_patiently(const std::filesystem::path& program,
                          const std::vector<const test_case*>& cases, run_options options,
                          const std::function<void(std::size_t)>& progress) {
  if (out_of_patience_)
    options.allowed.wall = std::min(options.allowed.wall, less_wall);
  auto outcomes = run_(program, cases, options, progress);
  for (case_outcome& each : outcomes) {
    if (!out_of_time(each))
      continue;
    out_of_patience_ = true;
    if (each.how == ending::timed_out && each.detail.empty())
      each.detail = fmt::format("within {:g} s and was stopped",
                                static_cast<double>(options.allowed.wall.count()) / 1000);
  }
  return outcomes;
}

std::vector<std::shared_ptr<const case_outcome>>
case_cache::run(const std::filesystem::path& program, const std::vector<const test_case*>& cases,
                const run_options& options, const std::function<void(std::size_t)>& progress) {
  std::vector<std::string> keys;
  std::vector<const test_case*> missing;
  std::vector<std::size_t> position; // of each missing case in `cases`
  for (std::size_t i = 0; i < cases.size(); ++i) {
    keys.push_back(key_of(program, *cases[i], options));
    if (known_.try_emplace(keys[i]).second) {
      missing.push_back(cases[i]);
      position.push_back(i);
    }
  }
  if (!missing.empty()) {
    try {
      auto outcomes = run_patiently(program, missing, options, [&](std::size_t i) {
        if (progress)
          progress(position.at(i));
      });
      if (outcomes.size() != missing.size())
        throw std::logic_error("the case runner lost an outcome");
      for (std::size_t i = 0; i < missing.size(); ++i)
        known_[keys[position[i]]] = std::make_shared<const case_outcome>(std::move(outcomes[i]));
    } catch (...) { // leave no empty entries: they would look like outcomes
      for (const std::size_t i : position)
        known_.erase(keys[i]);
      throw;
    }
  }
  std::vector<std::shared_ptr<const case_outcome>> result;
  for (const std::string& key : keys)
    result.push_back(known_.at(key));
  return result;
}

} // namespace cudalab::grader
