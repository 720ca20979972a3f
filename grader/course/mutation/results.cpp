// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#include "grader/course/mutation/results.h"

#include <array>
#include <fstream>
#include <stdexcept>

#include <nlohmann/json.hpp>

namespace cudalab::mutation {

namespace {

using nlohmann::json;

constexpr std::array<const char*, 4> outcome_names = {"invalid", "caught", "out_of_time",
                                                      "survived"};

outcome outcome_named(const std::string& name) {
  for (std::size_t i = 0; i < outcome_names.size(); ++i)
    if (name == outcome_names[i])
      return static_cast<outcome>(i);
  throw std::runtime_error("there is no outcome " + name);
}

} // namespace

bool result::is_of(const std::string& its_lab, const mutant& one) const {
  return lab == its_lab && nth == one.nth && !(name < one.name) && !(one.name < name);
}

std::string to_json_line(const result& one) {
  return json{{"lab", one.lab},
              {"file", one.name.file},
              {"function", one.name.function},
              {"before", one.name.before},
              {"after", one.name.after},
              {"nth", one.nth},
              {"line", one.line},
              {"operator", one.operator_name},
              {"outcome", outcome_names[static_cast<std::size_t>(one.how)]},
              {"checks", one.checks},
              {"named", one.named},
              {"seconds", one.seconds}}
      .dump();
}

result from_json_line(const std::string& line) {
  const json from = json::parse(line);
  return {from.at("lab"),
          {from.at("file"), from.at("function"), from.at("before"), from.at("after")},
          from.at("nth"),
          from.at("line"),
          from.at("operator"),
          outcome_named(from.at("outcome")),
          from.at("checks"),
          from.value("named", std::vector<std::string>()),
          from.at("seconds")};
}

std::vector<result> read_results(const std::filesystem::path& file) {
  std::vector<result> results;
  std::ifstream in(file);
  for (std::string line; std::getline(in, line) && !in.eof();)
    results.push_back(from_json_line(line));
  return results;
}

} // namespace cudalab::mutation
