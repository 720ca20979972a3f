// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#include "traffic_figures.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <sstream>
#include <stdexcept>
#include <vector>

#include <nlohmann/json.hpp>

namespace cudalab::proof {

namespace {

struct metric {
  const char* name;
  const char* in_report;
  std::vector<std::string> in_ncu; ///< their sum
  bool of_launch = false;          ///< not added up over launches: the last one's
};

/// The theoretical one, in whole percent.
constexpr const char* occupancy = "occupancy";

const std::array<metric, 15>& metrics() {
  static const std::array<metric, 15> all = {{
      {"ld.requests",
       "l1tex__t_requests_pipe_lsu_mem_global_op_ld.sum",
       {"l1tex__t_requests_pipe_lsu_mem_global_op_ld.sum"}},
      {"ld.sectors",
       "l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum",
       {"l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum"}},
      {"st.requests",
       "l1tex__t_requests_pipe_lsu_mem_global_op_st.sum",
       {"l1tex__t_requests_pipe_lsu_mem_global_op_st.sum"}},
      {"st.sectors",
       "l1tex__t_sectors_pipe_lsu_mem_global_op_st.sum",
       {"l1tex__t_sectors_pipe_lsu_mem_global_op_st.sum"}},
      {"atomic.requests",
       "global_atomic_requests",
       {"l1tex__t_requests_pipe_lsu_mem_global_op_atom.sum",
        "l1tex__t_requests_pipe_lsu_mem_global_op_red.sum"}},
      {"ld.bytes", "global_load_bytes", {"smsp__sass_data_bytes_mem_global_op_ld.sum"}},
      {"st.bytes", "global_store_bytes", {"smsp__sass_data_bytes_mem_global_op_st.sum"}},
      {"shared_ld.bytes", "shared_load_bytes", {"smsp__sass_data_bytes_mem_shared_op_ld.sum"}},
      {"shared_st.bytes", "shared_store_bytes", {"smsp__sass_data_bytes_mem_shared_op_st.sum"}},
      {"shared_atomic.requests",
       "shared_atomic_requests",
       {"smsp__inst_executed_op_shared_atom.sum"}},
      {"shared_ld.requests", "shared_load_requests", {"smsp__inst_executed_op_shared_ld.sum"}},
      {"shared_st.requests", "shared_store_requests", {"smsp__inst_executed_op_shared_st.sum"}},
      {"shared_ld.conflicts",
       "shared_load_conflicts",
       {"l1tex__data_bank_conflicts_pipe_lsu_mem_shared_op_ld.sum"}},
      {"shared_st.conflicts",
       "shared_store_conflicts",
       {"l1tex__data_bank_conflicts_pipe_lsu_mem_shared_op_st.sum"}},
      {occupancy, "theoretical_pct", {"sm__maximum_warps_per_active_cycle_pct"}, true},
  }};
  return all;
}

/// The fields of one line of CSV; a field may stand in quotes, with commas in it.
std::vector<std::string> fields_of(const std::string& line) {
  std::vector<std::string> fields(1);
  bool quoted = false;
  for (const char c : line) {
    if (c == '"')
      quoted = !quoted;
    else if (c == ',' && !quoted)
      fields.emplace_back();
    else if (c != '\r')
      fields.back() += c;
  }
  return fields;
}

/// 1024 for "1,024".
std::uint64_t number_of(std::string text) {
  text.erase(std::remove(text.begin(), text.end(), ','), text.end());
  return static_cast<std::uint64_t>(std::lround(std::stod(text)));
}

void enter(std::uint64_t value, const metric& what, const std::string& kernel,
           traffic_figures& figures) {
  std::uint64_t& figure = figures[{kernel, what.name}];
  figure = what.of_launch ? value : figure + value;
}

/// "scale" for "void ns::scale<(int)4>(float *)".
std::string plain_kernel_name(const std::string& signature) {
  std::string name = signature.substr(0, signature.find_first_of("<("));
  return name.substr(name.find_last_of(": ") + 1); // npos + 1 is 0
}

} // namespace

traffic_figures figures_from_json(const std::string& text) {
  traffic_figures figures;
  for (const nlohmann::json& kernel : nlohmann::json::parse(text))
    for (const metric& each : metrics()) {
      const auto& part = kernel.at(each.name == std::string(occupancy) ? "occupancy" : "totals");
      enter(static_cast<std::uint64_t>(std::lround(part.at(each.in_report).get<double>())), each,
            kernel.at("kernel"), figures);
    }
  return figures;
}

traffic_figures figures_from_comments(const std::string& source) {
  traffic_figures figures;
  std::istringstream lines(source);
  for (std::string line; std::getline(lines, line);) {
    static const std::string mark = "// Counts: ";
    if (line.rfind(mark, 0) != 0)
      continue;
    std::istringstream words(line.substr(mark.size()));
    std::string kernel, name;
    std::uint64_t value = 0;
    const bool complete = static_cast<bool>(words >> kernel >> name >> value);
    const auto known = [&](const metric& each) { return name == each.name; };
    if (!complete || std::none_of(metrics().begin(), metrics().end(), known))
      throw std::runtime_error("not `KERNEL METRIC VALUE`: " + line);
    figures[{kernel, name}] = value;
  }
  return figures;
}

traffic_figures figures_from_ncu(const std::string& csv) {
  traffic_figures figures;
  std::vector<std::string> header;
  std::istringstream lines(csv);
  const auto column = [&header](const char* name) {
    return static_cast<std::size_t>(std::find(header.begin(), header.end(), name) - header.begin());
  };
  for (std::string line; std::getline(lines, line);) {
    const std::vector<std::string> fields = fields_of(line);
    if (fields[0] == "ID") {
      header = fields;
    } else if (!header.empty() && fields.size() == header.size()) {
      for (const metric& each : metrics())
        for (const std::string& name : each.in_ncu)
          if (fields[column("Metric Name")] == name)
            enter(number_of(fields[column("Metric Value")]), each,
                  plain_kernel_name(fields[column("Kernel Name")]), figures);
    }
  }
  if (figures.empty())
    throw std::runtime_error("ncu reported no metric:\n" + csv);
  return figures;
}

std::string ncu_metrics() {
  std::string all;
  for (const metric& each : metrics())
    for (const std::string& name : each.in_ncu)
      all += (all.empty() ? "" : ",") + name;
  return all;
}

} // namespace cudalab::proof
