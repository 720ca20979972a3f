// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#include "grader/report/html/draw/traffic_lines.h"

#include <algorithm>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "grader/report/html/draw/numbers.h"
#include "grader/report/html/source_view.h"

namespace cudalab::grader::html {

namespace {

using nlohmann::json;

/// A count; 0 for anything else, and no more than can be drawn.
double count_of(const json& line, const char* name) {
  return std::clamp(number_of(line, name).value_or(0), 0.0, 1e15);
}

traffic_line line_of(const json& from) {
  traffic_line line;
  line.from = &from;
  line.file = text_of(from, "file");
  line.number = static_cast<int>(std::min(count_of(from, "line"), 1e9));
  line.place = short_place(line.file, line.number);
  line.space = text_of(from, "space");
  line.operation = text_of(from, "operation");
  line.global = line.space != "shared";
  const double requests = count_of(from, "requests");
  line.requests = static_cast<std::uint64_t>(requests);
  line.degree = static_cast<std::uint64_t>(std::max(count_of(from, "worst_conflict"), 1.0));
  if (requests == 0)
    return line;
  line.lanes = count_of(from, "lanes") / requests;
  line.each = line.global ? count_of(from, "sectors") / requests
                          : 1 + count_of(from, "conflicts") / requests;
  line.least = line.global ? count_of(from, "least_sectors") / requests : 1;
  return line;
}

/// "fft_pass, launched in line 180": one kernel may be launched in several lines.
std::string name_of_kernel(const json& kernel) {
  std::string name = text_of(kernel, "kernel");
  if (name.size() > 34)
    name = name.substr(0, 32) + "...";
  const double line = count_of(kernel, "line");
  return line > 0 ? fmt::format("{}, launched in line {:.0f}", name, line) : name;
}

} // namespace

std::size_t traffic_line::first_lane(const warp_example& of) {
  std::size_t lane = 0;
  while (lane < warp_lanes && !of.places[lane])
    ++lane;
  return lane;
}

std::vector<traffic_line> traffic_lines(const json& one_case) {
  std::vector<traffic_line> all;
  for (const json& kernel : list_of(one_case, "kernels"))
    for (const json& each : list_of(kernel, "lines"))
      if (traffic_line line = line_of(each); line.requests > 0) {
        line.kernel = name_of_kernel(kernel);
        all.push_back(std::move(line));
      }
  return all;
}

} // namespace cudalab::grader::html
