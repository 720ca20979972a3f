// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#include "grader/tests/schema_validator.h"

#include <algorithm>
#include <fstream>
#include <regex>
#include <set>
#include <stdexcept>

namespace cudalab::grader {

namespace {

using json = nlohmann::json;

bool has_type(const json& value, const std::string& type) {
  return (type == "object" && value.is_object()) || (type == "array" && value.is_array()) ||
         (type == "string" && value.is_string()) || (type == "number" && value.is_number()) ||
         (type == "integer" && value.is_number_integer()) ||
         (type == "boolean" && value.is_boolean()) || (type == "null" && value.is_null());
}

class validator {
public:
  explicit validator(const json& root) : root_(root) {}

  void check(const json& value, const json& schema, const std::string& place) {
    for (const auto& [keyword, argument] : schema.items())
      apply(keyword, argument, value, schema, place);
  }

  std::vector<std::string> problems;

private:
  void expect(bool holds, const std::string& place, const std::string& what) {
    if (!holds)
      problems.push_back(place + ": " + what);
  }

  void apply(const std::string& keyword, const json& argument, const json& value,
             const json& schema, const std::string& place) {
    static const std::set<std::string> silent = {"$schema", "$id", "$defs", "title", "description"};
    if (silent.count(keyword) != 0)
      return;
    if (keyword == "$ref")
      check(value, root_.at(json::json_pointer(argument.get<std::string>().substr(1))), place);
    else if (keyword == "type")
      check_type(argument, value, place);
    else if (keyword == "const")
      expect(value == argument, place, "must be " + argument.dump());
    else if (keyword == "enum")
      expect(std::find(argument.begin(), argument.end(), value) != argument.end(), place,
             value.dump() + " is none of " + argument.dump());
    else if (keyword == "required")
      for (const json& name : argument)
        expect(value.contains(name.get<std::string>()), place, "lacks " + name.dump());
    else if (keyword == "properties")
      check_properties(argument, value, place);
    else if (keyword == "additionalProperties")
      for (const auto& [name, ignored] : value.items())
        expect(argument != false || schema.at("properties").contains(name), place,
               "must not have " + name);
    else if (keyword == "items")
      check_items(argument, value, place);
    else if (keyword == "minItems")
      expect(!value.is_array() || value.size() >= argument.get<std::size_t>(), place, "too short");
    else if (keyword == "maxItems")
      expect(!value.is_array() || value.size() <= argument.get<std::size_t>(), place, "too long");
    else if (keyword == "minimum")
      expect(!value.is_number() || value.get<double>() >= argument.get<double>(), place,
             "too small");
    else if (keyword == "pattern")
      expect(!value.is_string() || std::regex_search(value.get<std::string>(),
                                                     std::regex(argument.get<std::string>())),
             place, value.dump() + " does not match " + argument.dump());
    else
      throw std::logic_error("schema keyword " + keyword + " is not known here");
  }

  void check_type(const json& argument, const json& value, const std::string& place) {
    const json types = argument.is_array() ? argument : json::array({argument});
    expect(std::any_of(types.begin(), types.end(),
                       [&](const json& type) { return has_type(value, type); }),
           place, "must be of type " + argument.dump());
  }

  void check_properties(const json& argument, const json& value, const std::string& place) {
    for (const auto& [name, inner] : argument.items())
      if (value.is_object() && value.contains(name))
        check(value.at(name), inner, place + "/" + name);
  }

  void check_items(const json& argument, const json& value, const std::string& place) {
    for (std::size_t i = 0; value.is_array() && i < value.size(); ++i)
      check(value[i], argument, place + "/" + std::to_string(i));
  }

  const json& root_;
};

} // namespace

std::vector<std::string> validate(const nlohmann::json& document, const nlohmann::json& schema) {
  validator work(schema);
  work.check(document, schema, "");
  return work.problems;
}

nlohmann::json read_json(const std::filesystem::path& file) {
  std::ifstream stream(file);
  nlohmann::json result = nlohmann::json::parse(stream, nullptr, false);
  if (result.is_discarded())
    throw std::runtime_error(file.string() + " is no JSON");
  return result;
}

} // namespace cudalab::grader
