// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#include "grader/run/gpus.h"

#include <algorithm>
#include <cctype>
#include <exception>
#include <sstream>

#include "grader/files/places.h"
#include "grader/run/find_program.h"
#include "grader/run/run_tool.h"

namespace cudalab::grader {

namespace {

/// Empty: it did not end well.
std::string asked_list_gpus(std::vector<std::string> options, bool& worked) {
  try {
    tool_settings settings;
    settings.command = {(build_root() / "bin" / "list_gpus").string()};
    settings.command.insert(settings.command.end(), options.begin(), options.end());
    settings.environment = clean_environment({"CUDA_VISIBLE_DEVICES", "CUDA_DEVICE_ORDER"});
    const tool_result asked = run_tool(settings);
    worked = asked.ok();
    return worked ? asked.output : "";
  } catch (const std::exception&) { // no GPU that we could use
    worked = false;
    return "";
  }
}

bool is_number(const std::string& text) {
  return !text.empty() && std::all_of(text.begin(), text.end(),
                                      [](unsigned char c) { return std::isdigit(c) != 0; });
}

} // namespace

std::vector<gpu_device> parse_gpus(const std::string& lines) {
  std::vector<gpu_device> found;
  std::istringstream text(lines);
  for (std::string line; std::getline(text, line);) {
    std::istringstream fields(line);
    gpu_device one;
    if (std::getline(fields, one.pci_bus_id, '\t') &&
        std::getline(fields, one.compute_capability, '\t') && std::getline(fields, one.name) &&
        is_number(one.compute_capability))
      found.push_back(one);
  }
  return found;
}

const std::vector<gpu_device>& find_gpus() {
  static const std::vector<gpu_device> found = [] {
    bool worked = false;
    return parse_gpus(asked_list_gpus({}, worked));
  }();
  return found;
}

std::string first_gpu() {
  return find_gpus().empty() ? "" : find_gpus().front().pci_bus_id;
}

bool gpu_works() {
  bool worked = false;
  asked_list_gpus({"--use"}, worked);
  return worked;
}

} // namespace cudalab::grader
