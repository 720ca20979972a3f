// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#include "grader/main/subcommands.h"

#include <algorithm>
#include <charconv>
#include <cstdint>
#include <cstdlib>
#include <limits>
#include <system_error>

#include <fmt/format.h>

#include "grader/cli/usage_error.h"

namespace cudalab::grader {

namespace {

/// How a person calls it: "./lab", when that did, or the program's name.
std::string called(const std::string& program) {
  const char* name = std::getenv("CUDALAB_CALLED");
  return name != nullptr ? name : program;
}

} // namespace

subcommands::subcommands(const std::string& what, const std::string& program,
                         const std::string& default_lab)
    : app_(what, called(program)) {
  given_.lab = default_lab;
  app_.require_subcommand(1);
  app_.failure_message(CLI::FailureMessage::simple);
  app_.footer("Exit codes: 0 all passed; 1 graded, something failed; 2 wrong usage or missing "
              "tools; 3 the grader's own failure.");
}

bool subcommands::has(const std::string& name) const {
  const auto all = app_.get_subcommands({});
  return std::any_of(all.begin(), all.end(),
                     [&](const CLI::App* each) { return each->get_name() == name; });
}

std::string subcommands::names() const {
  std::string all;
  for (const CLI::App* each : app_.get_subcommands({}))
    all += (all.empty() ? "" : ", ") + each->get_name();
  return all;
}

int subcommands::run(const std::vector<std::string>& typed) {
  std::vector<std::string> arguments = typed.empty() ? std::vector<std::string>{"--help"} : typed;
  const std::string first = arguments.front();
  if (first.empty() || (first[0] != '-' && !has(first)))
    throw usage_error(fmt::format("there is no command '{}'. Commands: {}.", first, names()));
  std::vector<std::string> reversed(arguments.rbegin(), arguments.rend());
  try {
    app_.parse(reversed);
  } catch (const CLI::ParseError& problem) {
    if (problem.get_exit_code() == 0)
      return app_.exit(problem); // --help
    const bool no_lab = std::string(problem.what()) == "lab is required";
    throw usage_error(fmt::format(
        "{}\n'{} --help' and '{} COMMAND --help' list the options.",
        no_lab ? fmt::format("Which lab? For instance: {} {} lab04", app_.get_name(), example_)
               : std::string(problem.what()),
        app_.get_name(), app_.get_name()));
  }
  return chosen_(given_);
}

CLI::App* subcommands::add(const std::string& name, const std::string& what,
                           int (*command)(const options&)) {
  CLI::App* sub = app_.add_subcommand(name, what);
  sub->callback([this, command] { chosen_ = command; });
  return sub;
}

void subcommands::lab(CLI::App* to) {
  if (example_.empty())
    example_ = to->get_name();
  CLI::Option* option = to->add_option("lab", given_.lab, "for instance lab04")->type_name("LAB");
  if (given_.lab.empty())
    option->required();
}

void subcommands::backend(CLI::App* to) {
  to->add_option("--backend", given_.backend, "auto, gpu or cpu")
      ->check(CLI::IsMember({"auto", "gpu", "cpu"}));
}

void subcommands::seed(CLI::App* to, const std::string& what) {
  const auto is_seed = [](const std::string& text) -> std::string {
    std::uint64_t seed = 0;
    const char* const end = text.data() + text.size();
    const auto read = std::from_chars(text.data(), end, seed);
    if (read.ec == std::errc() && read.ptr == end)
      return "";
    return fmt::format("'{}' is no seed, which is a whole number from 0 to {}", text,
                       std::numeric_limits<std::uint64_t>::max());
  };
  to->add_option("--seed", given_.seed, what)->check(is_seed);
}

void subcommands::time_limit(CLI::App* to, const std::string& what) {
  to->add_option("--time-limit", given_.time_limit, what)
      ->type_name("SECONDS")
      ->check(CLI::Range(1, 600));
}

} // namespace cudalab::grader
