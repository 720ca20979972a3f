// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#include "emulator/emucc/option_actions.h"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <string_view>

#include "emulator/emucc/host_options.h"
#include "emulator/emucc/response_file.h"
#include "emulator/emucc/toolkit.h"
#include "emulator/emucc/words.h"

namespace cudalab::emulator {
namespace {

constexpr std::array<std::string_view, 5> nvccs_own_warnings = {
    "cross-execution-space-call", "default-stream-launch", "missing-launch-bounds",
    "ext-lambda-captures-this", "deprecated-gpu-targets"};
constexpr std::array<std::string_view, 3> shared_warnings = {"all-warnings", "reorder",
                                                             "deprecated-declarations"};

void list_dependencies(bool all, options& result) {
  using extent = dependency_options::extent;
  result.dependencies.listed = all ? extent::all : extent::own;
}

void choose_standard(const std::string& name, options& result) {
  static constexpr std::array<std::string_view, 8> known = {"03", "11", "14", "17",
                                                            "20", "1y", "1z", "2a"};
  const bool gnu = begins(name, "gnu++");
  if ((!gnu && !begins(name, "c++")) || !one_of(name.substr(gnu ? 5 : 3), known))
    throw usage_error("unknown language standard: " + name +
                      " (nvcc and emucc take c++03, c++11, c++14, c++17 and c++20)");
  result.language_standard = name;
}

void add_host_option(const std::string& word, options& result) {
  switch (judge_host_option(word)) {
  case host_option::compiler:
    result.compiler.push_back(word);
    break;
  case host_option::linker:
    add_for_linker(word, result);
    break;
  case host_option::optimization:
    result.optimization = word;
    break;
  case host_option::debug:
    result.debug = true;
    break;
  case host_option::standard:
    choose_standard(word.substr(word.find('=') + 1), result);
    break;
  case host_option::shared_library:
    result.for_shared_library = true;
    break;
  case host_option::dropped:
    break;
  }
}

} // namespace

void add_host_options(const std::vector<std::string>& words, options& result) {
  for (const std::string& word : words)
    add_host_option(word, result);
}

std::vector<std::string> split_at_commas(const std::string& text) {
  std::vector<std::string> parts(1);
  for (std::size_t at = 0; at < text.size(); ++at) {
    if (text[at] == '\\' && at + 1 < text.size() && text[at + 1] == ',')
      parts.back() += text[++at];
    else if (text[at] == ',')
      parts.emplace_back();
    else
      parts.back() += text[at];
  }
  return parts;
}

/// The newest of `sm_75`, or of `arch=compute_80,code=sm_80`; 0: it names none by a number.
int newest_architecture(const std::string& value) {
  int newest = 0;
  for (const std::string word : {"sm_", "compute_"})
    for (std::size_t at = value.find(word); at != value.npos; at = value.find(word, at + 1))
      newest = std::max(newest, std::atoi(value.c_str() + at + word.size()));
  return newest;
}

void add_for_linker(const std::string& word, options& result) {
  result.inputs.push_back({input::kind::linker, word});
}

bool choose_action(const given_option& given, options& result) {
  using action = enum options::action;
  const auto will = [&](action what) {
    result.action = what;
    return true;
  };
  switch (given.entry.id) {
  case option_id::ignored:
    return true;
  case option_id::relocatable:
    return result.kernels_launch = given.value == "true", true;
  case option_id::architecture:
    result.architecture = std::max(result.architecture, newest_architecture(given.value));
    return true;
  case option_id::link:
    return will(action::link);
  case option_id::link_shared:
    return result.action == action::link_device || will(action::link_shared);
  case option_id::link_device:
    return will(action::link_device);
  case option_id::archive:
    return will(action::archive);
  case option_id::compile:
    return will(action::compile);
  case option_id::compile_relocatable:
    return result.kernels_launch = will(action::compile);
  case option_id::preprocess:
    return will(action::preprocess);
  case option_id::list_dependencies:
  case option_id::list_own_dependencies:
    list_dependencies(given.entry.id == option_id::list_dependencies, result);
    return will(action::list_dependencies);
  case option_id::check_rules:
    return will(action::check_rules);
  case option_id::make_preamble:
    return will(action::make_preamble);
  case option_id::renew_preamble:
    result.only_if_stale = true;
    return will(action::make_preamble);
  case option_id::help:
    return will(action::help);
  case option_id::version:
    return will(action::version);
  case option_id::run:
    return result.run = true;
  case option_id::run_arguments:
    for (const std::string& part : split_at_commas(given.value))
      for (const std::string& word : words_of_file(part))
        result.run_arguments.push_back(word);
    return true;
  default:
    return false;
  }
}

bool choose_files(const given_option& given, options& result) {
  dependency_options& dependencies = result.dependencies;
  switch (given.entry.id) {
  case option_id::checked:
    return result.checked = true;
  case option_id::fast:
    return !(result.checked = false);
  case option_id::given:
    return result.given = true;
  case option_id::submission:
    return result.submission = true;
  case option_id::profile:
    return result.profile = true;
  case option_id::verbose:
    return result.verbose = true;
  case option_id::output:
    return result.output = given.value, true;
  case option_id::output_folder:
    return result.output_folder = given.value, true;
  case option_id::write_dependencies:
  case option_id::write_own_dependencies:
    return list_dependencies(given.entry.id == option_id::write_dependencies, result), true;
  case option_id::dependency_file:
    return dependencies.file = given.value, true;
  case option_id::dependency_target:
    return dependencies.target = given.value, true;
  case option_id::dependency_phony:
    return dependencies.phony = true;
  case option_id::emulator_include:
    return result.include_folder = given.value, true;
  case option_id::emulator_library:
    return result.library = given.value, true;
  default:
    return false;
  }
}

bool choose_preprocessing(const given_option& given, options& result) {
  const auto add_each = [&](std::string_view option, bool joined) {
    for (const std::string& part : split_at_commas(given.value)) {
      if (joined)
        result.preprocessor.push_back(std::string(option) + part);
      else
        result.preprocessor.insert(result.preprocessor.end(), {std::string(option), part});
    }
    return true;
  };
  switch (given.entry.id) {
  case option_id::define: // may hold commas
    return result.preprocessor.push_back("-D" + given.value), true;
  case option_id::undefine:
  case option_id::include_path:
    return add_each(given.entry.short_name, true);
  case option_id::system_include:
  case option_id::pre_include:
    return add_each(given.entry.short_name, false);
  case option_id::library:
  case option_id::library_path:
    for (const std::string& part : split_at_commas(given.value))
      if (given.entry.id != option_id::library || !is_part_of_device(part))
        add_for_linker(std::string(given.entry.short_name) + part, result);
    return true;
  case option_id::linker_options:
    for (const std::string& part : split_at_commas(given.value))
      add_for_linker("-Wl," + part, result);
    return true;
  default:
    return false;
  }
}

bool choose_compilation(const given_option& given, options& result) {
  const std::string& value = given.value;
  switch (given.entry.id) {
  case option_id::standard:
    return choose_standard(value, result), true;
  case option_id::optimize:
    return result.optimization = "-O" + value, true;
  case option_id::debug:
    return result.debug = true;
  case option_id::device_debug:
    return result.device_debug = true;
  case option_id::no_exceptions:
    return result.compiler.push_back("-fno-exceptions"), true;
  case option_id::passed_on:
    result.compiler.push_back(std::string(given.entry.short_name) +
                              (value.empty() ? "" : "=" + value));
    return true;
  case option_id::no_warnings:
    return result.compiler.push_back("-w"), true;
  case option_id::host_compiler:
    return result.host_compiler = value, true;
  case option_id::host_options:
    if (begins(value, "-Wl,"))
      return add_host_option(value, result), true;
    for (const std::string& part : split_at_commas(value))
      for (const std::string& word : words_of_file(part))
        add_host_option(word, result);
    return true;
  case option_id::default_stream:
    if (value == "per-thread")
      result.preprocessor.push_back("-DCUDA_API_PER_THREAD_DEFAULT_STREAM=1");
    else if (value != "legacy" && value != "null")
      throw usage_error(given.word + ' ' + value + ": it is legacy, null or per-thread");
    return true;
  case option_id::machine:
    if (value != "64")
      throw usage_error("-m" + value + ": the emulated device is a 64-bit machine");
    return true;
  default:
    return false;
  }
}

void make_warnings_errors(const std::string& kinds, options& result) {
  for (const std::string& kind : split_at_commas(kinds))
    if (kind.empty() || kind == "all-warnings")
      result.compiler.push_back("-Werror");
    else if (!one_of(kind, nvccs_own_warnings))
      result.compiler.push_back("-Werror=" + kind);
}

bool is_kind_of_warning(const std::string& word) {
  return one_of(word, nvccs_own_warnings) || one_of(word, shared_warnings);
}

} // namespace cudalab::emulator
