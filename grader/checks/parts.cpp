// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#include "grader/checks/parts.h"

#include <algorithm>
#include <iterator>

#include <fmt/format.h>

#include "grader/verdict.h"

namespace cudalab::grader {

namespace {

constexpr const char* mark = "left_to";

const check_result* check_named(const grade& in, const std::string& id) {
  const auto found = std::find_if(in.checks.begin(), in.checks.end(),
                                  [&id](const check_result& each) { return each.id == id; });
  return found == in.checks.end() ? nullptr : &*found;
}

/// "total" is the sum of both.
void join_times(std::vector<step_time>& times, const std::vector<step_time>& more) {
  const auto is_total = [](const step_time& each) { return each.step == "total"; };
  double total = 0;
  for (const std::vector<step_time>& part : {times, more})
    for (const step_time& each : part)
      total += is_total(each) ? each.seconds : 0;
  times.erase(std::remove_if(times.begin(), times.end(), is_total), times.end());
  std::copy_if(more.begin(), more.end(), std::back_inserter(times),
               [&](const step_time& each) { return !is_total(each); });
  times.push_back({"total", total});
}

void join_sources(std::vector<quoted_file>& sources, const std::vector<quoted_file>& more) {
  for (const quoted_file& each : more) {
    const auto known =
        std::find_if(sources.begin(), sources.end(),
                     [&each](const quoted_file& one) { return one.file == each.file; });
    if (known == sources.end())
      sources.push_back(each);
    else
      known->lines.insert(each.lines.begin(), each.lines.end());
  }
}

} // namespace

check_result left_to_a_gpu() {
  check_result one;
  one.status = check_status::skipped;
  one.message = "is judged on a GPU, after the rest";
  one.data[mark] = "gpu";
  return one;
}

bool is_left_to_a_gpu(const check_result& one) {
  return one.status == check_status::skipped && one.data.value(mark, "") == "gpu";
}

bool has_second_part(const grade& first) {
  return std::any_of(first.checks.begin(), first.checks.end(), is_left_to_a_gpu);
}

lab_description second_part_of(lab_description lab, const grade& first) {
  lab.checks.erase(std::remove_if(lab.checks.begin(), lab.checks.end(),
                                  [&first](const check_description& each) {
                                    const check_result* one = check_named(first, each.id);
                                    return one == nullptr || !is_left_to_a_gpu(*one);
                                  }),
                   lab.checks.end());
  lab.pictures = {};
  return lab;
}

grade join_parts(grade first, const grade& second) {
  for (check_result& each : first.checks) {
    const check_result* judged = check_named(second, each.id);
    const bool broken =
        each.kind == check_kind::build && judged != nullptr && judged->status != check_status::pass;
    if (judged != nullptr && (broken || is_left_to_a_gpu(each)))
      each = *judged;
  }
  first.backend = second.backend;
  first.backend_requested = second.backend_requested;
  first.backend_reason = "speed alone, and before that the rest on the emulated device";
  first.device = fmt::format("{} for speed, {}", second.device, first.device);
  first.compiler = fmt::format("{}; {}", second.compiler, first.compiler);
  if (second.sandbox != "bubblewrap") // the grade is as good as the weaker one
    first.sandbox = second.sandbox;
  for (const std::string& each : second.notes)
    if (std::find(first.notes.begin(), first.notes.end(), each) == first.notes.end())
      first.notes.push_back(each);
  join_times(first.times, second.times);
  join_sources(first.sources, second.sources);
  settle(first);
  return first;
}

} // namespace cudalab::grader
