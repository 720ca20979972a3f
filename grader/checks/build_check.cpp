// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#include "grader/checks/build_check.h"

#include <algorithm>
#include <cctype>
#include <fstream>
#include <iterator>
#include <regex>

#include <fmt/format.h>

#include "grader/checks/ending_words.h"
#include "grader/checks/judges.h"
#include "grader/compare/words.h"
#include "grader/verdict.h"

namespace cudalab::grader {

namespace {

std::string name_only(const std::string& file) {
  return std::filesystem::path(file).filename().string();
}

std::string one_line(const diagnostic& each) {
  const std::string file = name_only(each.file);
  if (each.line <= 0)
    return file.empty() ? each.message : fmt::format("{}: {}", file, each.message);
  return fmt::format("{}:{}: {}: {}", file, each.line, each.severity, each.message);
}

const diagnostic* first_error(const build_outcome& outcome) {
  const auto found =
      std::find_if(outcome.diagnostics.begin(), outcome.diagnostics.end(),
                   [](const diagnostic& each) { return each.severity != "warning"; });
  return found == outcome.diagnostics.end() ? nullptr : &*found;
}

void add_diagnostics(const build_outcome& outcome, check_result& result) {
  const diagnostic* headline = first_error(outcome);
  nlohmann::json all = nlohmann::json::array();
  for (const diagnostic& each : outcome.diagnostics) {
    all.push_back({{"file", each.file},
                   {"line", each.line},
                   {"column", each.column},
                   {"severity", each.severity},
                   {"message", each.message}});
    if (&each != headline && result.details.size() < 10)
      result.details.push_back(one_line(each));
  }
  result.data["diagnostics"] = std::move(all);
}

void compile_error(const build_outcome& outcome, check_result& result) {
  add_diagnostics(outcome, result);
  if (const diagnostic* first = first_error(outcome)) {
    result.message = "the file does not compile: " + one_line(*first);
  } else {
    result.message = "the file does not compile";
    result.details.push_back(tail_of(outcome.log, 10));
  }
  const diagnostic* first = first_error(outcome);
  result.next =
      first != nullptr && !first->remedy.empty() ? first->remedy
      : std::count_if(outcome.diagnostics.begin(), outcome.diagnostics.end(),
                      [](const diagnostic& each) { return each.severity == "error"; }) == 1
          ? "Compare that line with what the message says of it."
          : "Fix the first error first: the others often follow from it.";
}

void missing_function(const build_outcome& outcome, const std::filesystem::path& header,
                      check_result& result) {
  std::ifstream stream(header);
  const std::string text{std::istreambuf_iterator<char>(stream), std::istreambuf_iterator<char>()};
  const std::string header_name = header.filename().string();
  for (const std::string& wanted : outcome.missing) {
    const std::size_t bracket = wanted.find('(');
    const std::size_t space = wanted.find_last_of(" *&", bracket);
    const std::string function =
        wanted.substr(space + 1, bracket == std::string::npos ? bracket : bracket - space - 1);
    const auto declared = find_declaration(text, function);
    result.details.push_back(
        declared ? fmt::format("{}:{}: {}", header_name, declared->line, declared->text) : wanted);
    if (result.message.empty())
      result.message =
          fmt::format("the file has no function {} as {} declares it", function, header_name);
  }
  if (outcome.missing.size() > 1)
    result.message += fmt::format(" (nor {} more)", outcome.missing.size() - 1);
  result.next = "Compare name, parameters and their types with the declaration: they must be the "
                "same.";
  result.data["missing"] = outcome.missing;
}

check_result from(const build_outcome& outcome, const std::filesystem::path& header) {
  check_result result;
  result.status = check_status::error;
  switch (outcome.how) {
  case build_outcome::kind::built:
    result.status = check_status::pass;
    result.message = "the file compiles";
    break;
  case build_outcome::kind::compile_error:
    compile_error(outcome, result);
    break;
  case build_outcome::kind::missing_function:
    missing_function(outcome, header, result);
    break;
  case build_outcome::kind::rule_violation:
    result.status = check_status::fail;
    add_diagnostics(outcome, result);
    result.message = "this C++ is not allowed in CUDA";
    if (const diagnostic* first = first_error(outcome)) {
      result.message += ": " + one_line(*first);
      result.next = first->remedy;
    }
    break;
  case build_outcome::kind::timed_out:
    result.message = "the compiler did not finish in time and was stopped";
    result.next = "Look for a macro or a template that makes a very large amount of code.";
    break;
  case build_outcome::kind::too_large:
    result.message = "the compiler needed too much memory or disk for this file and was stopped";
    result.next = "Look for a macro or a template that makes an enormous amount of code, for an "
                  "enormous initial value, and for what the file includes.";
    break;
  case build_outcome::kind::unavailable:
    result = infrastructure_trouble("a compiler is missing: " + outcome.log);
    result.data["missing_tool"] = true;
    break;
  case build_outcome::kind::failed:
    result = infrastructure_trouble("the build itself failed: " + tail_of(outcome.log, 10));
    break;
  }
  if (!outcome.command.empty() && result.status != check_status::pass)
    result.data["command"] = outcome.command;
  return result;
}

} // namespace

check_result judge_build(const std::vector<const build_outcome*>& builds,
                         const build_outcome* rules, const std::filesystem::path& header) {
  check_result result;
  result.status = check_status::pass;
  result.message = "the file compiles";
  const auto broken = std::find_if(builds.begin(), builds.end(), [](const build_outcome* each) {
    return each->how != build_outcome::kind::built;
  });
  if (broken != builds.end())
    result = from(**broken, header);
  else if (rules != nullptr && rules->how == build_outcome::kind::rule_violation)
    result = from(*rules, header);
  result.id = "build";
  result.title = "The file compiles";
  result.kind = check_kind::build;
  return result;
}

std::string nvcc_note(const build_outcome& outcome) {
  switch (outcome.how) {
  case build_outcome::kind::built:
    return "nvcc compiles the file too (not graded: there is no GPU to run it).";
  case build_outcome::kind::compile_error: {
    const diagnostic* first = first_error(outcome);
    return "nvcc does not compile the file (not graded here, but it would fail on a GPU): " +
           (first != nullptr ? one_line(*first) : tail_of(outcome.log, 3));
  }
  default:
    return "nvcc was found, but the file could not be tried with it: " + tail_of(outcome.log, 3);
  }
}

std::optional<declaration> find_declaration(const std::string& header,
                                            const std::string& function) {
  // A declaration: at the start of a line a type, the name and a bracket. LAB_FUNCTION(name, ...)
  // and comments do not look like that.
  const auto is_part = [](unsigned char c) { return std::isalnum(c) != 0 || c == '_'; };
  if (function.empty() || !std::all_of(function.begin(), function.end(), is_part))
    return {}; // an operator, a lambda's: it cannot stand in a pattern as it is
  const std::regex pattern("(^|\n)([A-Za-z_][A-Za-z0-9_:<>*& ]*[ *&]" + function +
                           "\\s*\\([^;]*;)");
  std::smatch found;
  if (!std::regex_search(header, found, pattern))
    return {};
  const auto at = found.position(2);
  declaration result;
  result.line = 1 + static_cast<int>(std::count(header.begin(), header.begin() + at, '\n'));
  result.text = std::regex_replace(found[2].str(), std::regex("\\s*\n\\s*"), " ");
  return result;
}

} // namespace cudalab::grader
