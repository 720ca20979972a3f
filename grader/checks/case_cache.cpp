// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#include "grader/checks/case_cache.h"

#include <algorithm>
#include <chrono>
#include <string_view>
#include <utility>

#include <fmt/format.h>

namespace cudalab::grader {

namespace {

/// For a call, once another one did not finish in the usual time.
constexpr std::chrono::milliseconds less_wall{3000};

/// Different for everything that can change what comes out.
std::string key_of(const std::filesystem::path& program, const run_options& options,
                   const test_case& one) {
  return fmt::format("{}\n{} {} {}\n{}", program.string(), options.watched, options.guard_bytes,
                     options.blocks_in_order, identity_of(one));
}

} // namespace

std::string identity_of(const test_case& one) {
  if (!one.kept_identity().empty())
    return one.kept_identity();
  protocol::batch request;
  request.calls = {one.call()};
  std::string text = protocol::to_text(request);
  for (std::size_t i = 0; i < one.call().arguments.size(); ++i) {
    const auto* buffer = std::get_if<protocol::buffer_argument>(&one.call().arguments[i]);
    if (buffer == nullptr || buffer->direction == protocol::direction::output)
      continue;
    const auto& content = one.content(i);
    const std::string_view bytes(reinterpret_cast<const char*>(content.data()), content.size());
    text += fmt::format("\n{}:{:x}", content.size(), std::hash<std::string_view>{}(bytes));
  }
  return text;
}

case_cache::case_cache(session_maker open, std::chrono::milliseconds together)
    : open_(std::move(open)), together_(together) {}

void case_cache::plan(const std::filesystem::path& program, const run_options& options,
                      std::vector<const test_case*> cases, const std::vector<bool>& counted) {
  planned_session& session = *sessions_.emplace_back(std::make_unique<planned_session>(
      planned_session{program, options, std::move(cases), nullptr}));
  for (std::size_t i = 0; i < session.cases.size(); ++i)
    planned_[key_of(program, options, *session.cases[i])] = {&session, i, counted.at(i)};
}

/// Runs a case, unless the time for all of them is over.
case_outcome case_cache::in_time(const std::function<case_outcome()>& run) {
  const auto begin = std::chrono::steady_clock::now();
  case_outcome outcome;
  if (spent_ < together_) {
    outcome = run();
    spent_ += std::chrono::steady_clock::now() - begin;
  } else {
    outcome.how = ending::timed_out;
    outcome.detail = fmt::format("in the {:g} s that a grading gives to all calls together; this "
                                 "one was not run",
                                 static_cast<double>(together_.count()) / 1000);
  }
  return outcome;
}

run_options case_cache::in_patience(run_options options) const {
  if (out_of_patience_)
    options.allowed.wall = std::min(options.allowed.wall, less_wall);
  return options;
}

void case_cache::lose_patience(std::vector<case_outcome>& outcomes, const run_options& options) {
  for (case_outcome& each : outcomes) {
    if (!out_of_time(each))
      continue;
    out_of_patience_ = true;
    if (each.how == ending::timed_out && each.detail.empty())
      each.detail = fmt::format("within {:g} s and was stopped",
                                static_cast<double>(options.allowed.wall.count()) / 1000);
  }
}

std::vector<case_outcome> case_cache::run_again(const std::filesystem::path& program,
                                                const std::vector<const test_case*>& cases,
                                                const run_options& options) {
  if (cases.empty())
    return {};
  const run_options now = in_patience(options);
  const auto worker = open_(program, cases, now);
  auto outcomes = run_in_time(cases.size(), now, [&](std::size_t i) {
    return in_time([&] { return worker->run(i, false, now.allowed.wall); });
  });
  lose_patience(outcomes, now);
  return outcomes;
}

/// @param keys of the cases
std::vector<case_outcome>
case_cache::run_missing(const std::filesystem::path& program,
                        const std::vector<const test_case*>& cases,
                        const std::vector<std::string>& keys, run_options options,
                        const std::function<void(std::size_t)>& progress) {
  options = in_patience(options);
  std::unique_ptr<case_session> own; // of those that nobody planned
  auto outcomes = run_in_time(cases.size(), options, [&](std::size_t i) {
    progress(i);
    const auto planned = planned_.find(keys[i]);
    if (planned == planned_.end()) {
      if (!own)
        own = open_(program, cases, options);
      return in_time([&] { return own->run(i, options.counted, options.allowed.wall); });
    }
    auto& [session, index, counted] = planned->second;
    if (!session->opened)
      session->opened = open_(session->program, session->cases, session->options);
    return in_time([&, to = session, at = index, with = counted || options.counted] {
      return to->opened->run(at, with, options.allowed.wall);
    });
  });
  lose_patience(outcomes, options);
  return outcomes;
}

std::vector<std::shared_ptr<const case_outcome>>
case_cache::run(const std::filesystem::path& program, const std::vector<const test_case*>& cases,
                const run_options& options, const std::function<void(std::size_t)>& progress) {
  std::vector<std::string> keys, missing_keys;
  std::vector<const test_case*> missing;
  std::vector<std::size_t> position; // of each missing case in `cases`
  for (std::size_t i = 0; i < cases.size(); ++i) {
    keys.push_back(key_of(program, options, *cases[i]));
    const auto known = known_.find(keys[i]);
    const bool is_known = known != known_.end() && (known->second.counted || !options.counted);
    if (is_known ||
        std::find(missing_keys.begin(), missing_keys.end(), keys[i]) != missing_keys.end())
      continue;
    missing.push_back(cases[i]);
    missing_keys.push_back(keys[i]);
    position.push_back(i);
  }
  auto outcomes = run_missing(program, missing, missing_keys, options, [&](std::size_t i) {
    if (progress)
      progress(position[i]);
  });
  for (std::size_t i = 0; i < missing.size(); ++i) {
    const auto planned = planned_.find(missing_keys[i]);
    const bool counted = options.counted || (planned != planned_.end() && planned->second.counted);
    known_[missing_keys[i]] = {std::make_shared<const case_outcome>(std::move(outcomes[i])),
                               counted};
  }
  std::vector<std::shared_ptr<const case_outcome>> result;
  for (const std::string& key : keys)
    result.push_back(known_.at(key).outcome);
  return result;
}

} // namespace cudalab::grader
