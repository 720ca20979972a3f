// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#include "emulator/observe/traffic/profile_table.h"

#include <filesystem>
#include <fstream>
#include <map>
#include <vector>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "emulator/observe/findings/observed_finding.h"
#include "emulator/observe/traffic/profile_advice.h"
#include "emulator/runtime/number_words.h"

namespace cudalab::emulator {

namespace {

constexpr std::size_t code_columns = 36;
constexpr std::size_t most_remarks = 6;

/// Lines of source files, as far as they can be read.
class source_text {
public:
  std::string line(const std::string& file, int number) {
    std::vector<std::string>& lines = files_[file];
    if (lines.empty()) {
      std::ifstream stream(file);
      for (std::string text; std::getline(stream, text);)
        lines.push_back(text);
      lines.emplace_back(); // read, even when there was nothing
    }
    if (number < 1 || static_cast<std::size_t>(number) > lines.size())
      return "";
    const std::string& text = lines[static_cast<std::size_t>(number) - 1];
    const std::size_t begin = text.find_first_not_of(" \t");
    if (begin == text.npos)
      return "";
    return text.size() - begin <= code_columns ? text.substr(begin)
                                               : text.substr(begin, code_columns - 3) + "...";
  }

private:
  std::map<std::string, std::vector<std::string>> files_;
};

double ratio(const nlohmann::json& line, const char* what) {
  const double requests = line.at("requests");
  return requests == 0 ? 0 : line.at(what).get<double>() / requests;
}

std::string table_row(const nlohmann::json& line, source_text& source) {
  const std::string space = line.at("space"), operation = line.at("operation");
  const bool global = space == "global";
  const auto worst = line.at("worst_conflict").get<unsigned>();
  return fmt::format(
      "  {:>5}  {:<14}{:>13}  {:>8}  {:>5.1f}  {:>8}  {}\n", line.at("line").get<int>(),
      space + " " + operation, grouped(line.at("requests")),
      global ? fmt::format("{:.1f}", ratio(line, "sectors")) : "-", ratio(line, "lanes"),
      global && operation != "atomic" ? "-" : fmt::format("{}", worst),
      source.line(line.at("file"), line.at("line")));
}

std::string occupancy_line(const nlohmann::json& kernel) {
  const auto found = kernel.find("occupancy");
  if (found == kernel.end())
    return "";
  const nlohmann::json& it = *found;
  const bool known = !it.at("registers_per_thread").is_null();
  return fmt::format("  theoretical occupancy {:.0f} %: {} a multiprocessor, limited by {}; {}\n",
                     it.at("theoretical_pct").get<double>(),
                     counted(it.at("blocks_per_multiprocessor"), "block"),
                     it.at("limiter").get<std::string>(),
                     known ? counted(it.at("registers_per_thread"), "register") + " a thread"
                           : "registers are not known without nvcc");
}

} // namespace

std::string profile_table(const nlohmann::json& kernels) {
  source_text source;
  std::string text;
  for (const nlohmann::json& kernel : kernels) {
    const std::string file = std::filesystem::path(kernel.at("file").get<std::string>()).filename();
    text +=
        fmt::format("\n{} (launched at {}:{}): {}, {} of {}, {} in a block\n",
                    kernel.at("kernel").get<std::string>(), file, kernel.at("line").get<int>(),
                    counted(kernel.at("launches"), "time"), counted(kernel.at("blocks"), "block"),
                    counted(kernel.at("threads_per_block"), "thread"),
                    counted(kernel.at("totals").at("barriers_per_block_max"), "barrier"));
    text += occupancy_line(kernel);
    text += "\n   line  access             requests   sectors  lanes  conflict  code\n"
            "                                     /request   /32    degree\n";
    for (const nlohmann::json& line : kernel.at("lines"))
      text += table_row(line, source);
    if (kernel.value("estimated", false))
      text += "  (long loops were sampled: sectors and conflicts are estimates)\n";
    std::vector<std::string> remarks = traffic_advice(kernel);
    text += remarks.empty() ? "\n  Nothing stands out.\n" : "\n  What stands out:\n";
    if (remarks.size() > most_remarks)
      remarks.resize(most_remarks);
    for (const std::string& each : remarks)
      text += "  - " + each + "\n";
  }
  return text.empty() ? "\nNo kernel was launched.\n" : text;
}

} // namespace cudalab::emulator
