// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#include "emulator/observe/findings/source_advice.h"

#include <sstream>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "emulator/observe/findings/finding_log.h"
#include "emulator/runtime/memory/program_symbols.h"

namespace cudalab::emulator {

namespace {

/// As emucc writes it (emucc/double_arithmetic.h).
struct advice {
  source_place place;
  std::string kernel; ///< empty: a function that kernels may call
  std::string literal;
};

std::vector<advice> read_all() {
  std::vector<advice> all;
  std::istringstream lines(program_section(".cudalab.double_arithmetic"));
  advice each;
  std::string line, kind;
  while (std::getline(lines, each.place.file, '\t') && std::getline(lines, line, '\t') &&
         std::getline(lines, each.kernel, '\t') && std::getline(lines, kind, '\t') &&
         std::getline(lines, each.literal)) {
    each.place.line = std::stoi(line);
    if (kind != "kernel")
      each.kernel.clear();
    all.push_back(each);
  }
  return all;
}

/// "scale" of "cases::scale<float>"
std::string last_name(const std::string& kernel) {
  const std::string plain = kernel.substr(0, kernel.find('<'));
  const std::size_t colon = plain.rfind(':');
  return colon == plain.npos ? plain : plain.substr(colon + 1);
}

class deaf final : public block_observer {
public:
  bool hears_accesses() const override { return false; }
};

} // namespace

std::unique_ptr<block_observer> source_advice::watch_blocks() {
  return std::make_unique<deaf>();
}

void source_advice::launch_ended(const launch_record& launch) {
  static const auto& all = *new const std::vector<advice>(read_all());
  for (const advice& each : all) {
    if (!each.kernel.empty() && each.kernel != last_name(launch.kernel))
      continue;
    finding found;
    found.kind = finding_kind::double_arithmetic;
    found.variable = found.element = each.literal;
    if (const std::size_t arguments = each.literal.find("(...)"); arguments != std::string::npos) {
      found.why = finding_case::function_of_doubles;
      found.variable.resize(arguments);
    }
    found.kernel = each.kernel;
    found.launch = launch.number;
    found.count = 1;
    found.parties = {{.action = "computes in double precision",
                      .thread = {},
                      .block = {},
                      .place = each.place,
                      .thread_known = false}};
    finding_log::instance().add(std::move(found));
  }
}

} // namespace cudalab::emulator
