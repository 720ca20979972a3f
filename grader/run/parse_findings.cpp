// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#include <stdexcept>

#include "grader/run/case_runner.h"

namespace cudalab::grader {
namespace {

using nlohmann::json;

party parse_party(const json& object) {
  party result;
  object.at("action").get_to(result.action);
  result.on_host = object.value("host", false);
  result.thread_known = !object.at("thread").is_null();
  if (result.thread_known) {
    object.at("thread").get_to(result.thread);
    object.at("block").get_to(result.block);
  }
  object.at("file").get_to(result.file);
  object.at("line").get_to(result.line);
  return result;
}

missed_object parse_missed(const json& object) {
  missed_object result;
  object.at("object").get_to(result.object);
  object.at("offset").get_to(result.offset);
  object.at("accessed").get_to(result.accessed);
  object.at("size").get_to(result.size);
  object.at("unit").get_to(result.unit);
  if (const auto made = object.find("made"); made != object.end()) {
    made->at("file").get_to(result.made_in);
    made->at("line").get_to(result.made_line);
  }
  if (const auto freed = object.find("freed"); freed != object.end()) {
    freed->at("file").get_to(result.freed_in);
    freed->at("line").get_to(result.freed_line);
  }
  return result;
}

finding parse_finding(const json& object) {
  finding result;
  object.at("kind").get_to(result.kind);
  object.at("space").get_to(result.space);
  object.at("object").get_to(result.object);
  object.at("kernel").get_to(result.kernel);
  for (const json& each : object.at("parties"))
    result.parties.push_back(parse_party(each));
  object.at("count").get_to(result.count);
  object.at("text").get_to(result.text);
  object.at("remedy").get_to(result.remedy);
  object.at("source").get_to(result.source);
  result.severity = object.value("severity", result.severity);
  result.title = object.value("title", "");
  result.page = object.value("page", "");
  result.story = object.value("story", "");
  if (const auto missed = object.find("missed"); missed != object.end())
    result.missed = parse_missed(*missed);
  return result;
}

} // namespace

std::vector<finding> parse_findings(const std::string& text) try {
  std::vector<finding> findings;
  if (!text.empty())
    for (const json& each : json::parse(text))
      findings.push_back(parse_finding(each));
  return findings;
} catch (const json::exception& error) {
  throw std::runtime_error(std::string("a report of findings cannot be read: ") + error.what());
}

} // namespace cudalab::grader
