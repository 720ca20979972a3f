// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#include "emulator/emucc/compile.h"

#include <algorithm>
#include <iostream>
#include <map>

#include "emulator/emucc/block_trace.h"
#include "emulator/emucc/device_sections.h"
#include "emulator/emucc/device_statements.h"
#include "emulator/emucc/diagnostics.h"
#include "emulator/emucc/double_arithmetic.h"
#include "emulator/emucc/elf_object.h"
#include "emulator/emucc/flavours.h"
#include "emulator/emucc/object_symbols.h"
#include "emulator/emucc/precision_messages.h"
#include "emulator/emucc/scratch_folder.h"
#include "emulator/emucc/special_functions.h"
#include "emulator/emucc/submission_symbols.h"
#include "emulator/emucc/submission_text.h"
#include "emulator/emucc/tool.h"
#include "emulator/translate/dropped_result.h"
#include "emulator/translate/translate.h"

namespace cudalab::emulator {
namespace {

using command_line = std::vector<std::string>;

void append(command_line& to, const command_line& words) {
  to.insert(to.end(), words.begin(), words.end());
}

command_line plain_messages(const toolchain& tools) {
  // -Wno-undefined-internal: the linker defines `extern __shared__` arrays, of any namespace.
  return tools.clang ? command_line{"-fno-caret-diagnostics", "-fno-color-diagnostics",
                                    "-Wno-undefined-internal"}
                     : command_line{"-fno-diagnostics-show-caret", "-fdiagnostics-color=never"};
}

command_line code_options(const input& source, const options& wanted, const toolchain& tools) {
  // Without the second, a large frame could reach past the guard page of its stack.
  command_line words = {"-fno-pie", "-fstack-clash-protection"};
  const bool is_cuda = source.what == input::kind::cuda;
  if (!is_cuda || !wanted.checked) {
    // As on a GPU, mathematics sets no errno.
    append(words, {"-fno-math-errno", wanted.optimization.empty() ? "-O2" : wanted.optimization});
    if (is_cuda && wanted.device_debug)
      words.push_back("-O0");
    if (wanted.debug || wanted.device_debug)
      words.push_back("-g");
    return words;
  }
  // -fno-builtin: small copies would be made without a call that can be watched.
  append(words, {"-O0", "-g", "-fno-builtin", "-fsanitize=thread", "-fsanitize=bounds",
                 "-fsanitize-coverage=trace-pc"});
  // A volatile read may be a thread that waits for a flag. For clang, too: else the read of
  // p[i] += 1 is not reported.
  if (tools.clang)
    append(words, {"-mllvm", "-tsan-instrument-read-before-write=1", "-mllvm",
                   "-tsan-distinguish-volatile=1"});
  else
    append(words, {"--param=tsan-distinguish-volatile=1"});
  return words;
}

/// Functions of the C and C++ libraries that are others in device code, or on the virtual clock,
/// and the emulator's forms of them. Those that write through pointers tell the observers.
std::map<std::string, std::string> library_forms(const options& wanted) {
  std::map<std::string, std::string> forms = {
      {"__assert_fail", "cudalab_assert_fail"},
      {"clock", "cudalab_clock"},
      {"clock_gettime", "cudalab_clock_gettime"},
      {"timespec_get", "cudalab_timespec_get"},
      {"gettimeofday", "cudalab_gettimeofday"},
      {"time", "cudalab_time"},
      {"_ZNSt6chrono3_V212steady_clock3nowEv", "cudalab_steady_now"},
      {"_ZNSt6chrono3_V212system_clock3nowEv", "cudalab_system_now"},
      {"nanosleep", "cudalab_nanosleep"},
      {"clock_nanosleep", "cudalab_clock_nanosleep"},
      {"usleep", "cudalab_usleep"},
      {"sleep", "cudalab_sleep"},
      {"malloc", "cudalab_malloc"},
      {"free", "cudalab_free"},
      {"calloc", "cudalab_calloc"},
      {"realloc", "cudalab_realloc"},
      {"_Znwm", "cudalab_new"},
      {"_Znam", "cudalab_new_array"},
      {"_ZnwmRKSt9nothrow_t", "cudalab_new_nothrow"},
      {"_ZnamRKSt9nothrow_t", "cudalab_new_array_nothrow"},
      {"_ZdlPv", "cudalab_delete"},
      {"_ZdaPv", "cudalab_delete_array"},
      {"_ZdlPvm", "cudalab_delete_sized"},
      {"_ZdaPvm", "cudalab_delete_array_sized"}};
  if (wanted.checked)
    for (const char* name : {"memcpy", "memmove", "memset", "sincos", "sincosf", "frexp", "frexpf",
                             "modf", "modff", "remquo", "remquof"})
      forms[name] = std::string("cudalab_") + name;
  else // on the virtual clock the host's copies take time
    for (const char* name : {"memcpy", "memmove", "memset"})
      forms[name] = std::string("cudalab_timed_") + name;
  return forms;
}

/// What is generated (launches) needs C++14.
std::string standard_for_cuda(const std::string& asked) {
  if (asked == "c++03" || asked == "c++11")
    return "c++14";
  return asked == "gnu++03" || asked == "gnu++11" ? "gnu++14" : asked;
}

command_line language_options(const input& source, const options& wanted) {
  if (source.what == input::kind::c)
    return {"-x", "c"};
  if (source.what == input::kind::cpp)
    return {"-x", "c++", "-std=" + wanted.language_standard};
  return {"-std=" + standard_for_cuda(wanted.language_standard)};
}

/// -MD and the like: the file and the target have the names that nvcc gives them.
command_line dependency_words(const options& wanted, const std::filesystem::path& object) {
  const dependency_options& asked = wanted.dependencies;
  if (asked.listed == dependency_options::extent::none)
    return {};
  const bool all = asked.listed == dependency_options::extent::all;
  command_line words;
  if (wanted.action == options::action::list_dependencies) {
    words = {all ? "-M" : "-MM"};
  } else {
    std::filesystem::path file = object;
    words = {all ? "-MD" : "-MMD", "-MF",
             asked.file.empty() ? file.replace_extension(".d").string() : asked.file};
  }
  append(words, {"-MT", asked.target.empty() ? object.string() : asked.target});
  if (asked.phony)
    words.push_back("-MP");
  return words;
}

void say(const finished& tool, const translation& translated, const toolchain& tools) {
  std::cerr << readable_messages(tool.errors, translated, tools.include_folder);
}

} // namespace

finished run_or_throw(const command_line& command, const options& wanted) {
  if (wanted.verbose) {
    for (const std::string& word : command)
      std::cerr << word << ' ';
    std::cerr << '\n';
  }
  finished tool = run_tool(command);
  if (!tool.started && !interrupted())
    throw missing_tool("cannot run " + command[0] + ": install it, or choose a compiler by CXX");
  return tool;
}

namespace {

command_line preprocessor_command(const input& source, const options& wanted,
                                  const toolchain& tools) {
  command_line command = tools.compiler;
  append(command, language_options(source, wanted));
  append(command, wanted.preprocessor);
  append(command, wanted.compiler);
  append(command, plain_messages(tools));
  append(command, {"-isystem", tools.include_folder});
  if (source.what == input::kind::cuda)
    append(command,
           {"-D__CUDACC__", "-DCUDALAB_TRANSLATES", "-include", "cuda_runtime.h", "-x", "c++"});
  if (source.what == input::kind::cuda && wanted.checked)
    command.push_back("-DCUDALAB_CHECKED"); // the headers' functions then tell the observers
  return command;
}

} // namespace

translation preprocess_and_translate(const input& source, const std::filesystem::path& object,
                                     const options& wanted, const toolchain& tools) {
  command_line command = preprocessor_command(source, wanted, tools);
  append(command, dependency_words(wanted, object));
  append(command, {"-E", source.text});
  finished preprocessor = run_or_throw(command, wanted);
  if (preprocessor.status == 0 && names_special_function(preprocessor.output)) {
    command.push_back("-DCUDALAB_SPECIAL_FUNCTIONS");
    preprocessor = run_or_throw(command, wanted);
  }
  say(preprocessor, {}, tools);
  if (preprocessor.status != 0)
    throw build_error();

  translation result =
      translate(wanted.checked ? mark_dropped_results(preprocessor.output) : preprocessor.output);
  for (const translation_error& error : result.errors)
    std::cerr << error.place.file << ':' << error.place.line << ':' << error.place.column
              << ": error: " << error.text << '\n';
  if (!result.errors.empty())
    throw build_error();
  return result;
}

std::string dependencies_of(const input& source, const std::filesystem::path& object,
                            const options& wanted, const toolchain& tools) {
  command_line command = preprocessor_command(source, wanted, tools);
  append(command, dependency_words(wanted, object));
  command.push_back(source.text);
  const finished preprocessor = run_or_throw(command, wanted);
  say(preprocessor, {}, tools);
  if (preprocessor.status != 0)
    throw build_error();
  return preprocessor.output;
}

namespace {

/// Whether the user wants to see such warnings.
bool asked_for_precision(const options& wanted) {
  return std::any_of(wanted.compiler.begin(), wanted.compiler.end(), [](const std::string& word) {
    return word == "-Wdouble-promotion" || word == "-Wconversion" || word == "-Wfloat-conversion" ||
           word == "-Wimplicit-float-conversion";
  });
}

/// Whether the file lies in a folder of -I: given, and no part of the submission.
bool is_given(const std::filesystem::path& file, const options& wanted) {
  const auto& words = wanted.preprocessor;
  std::error_code ignored;
  for (std::size_t i = 0; i + 1 < words.size(); ++i)
    if (words[i] == "-I" && std::filesystem::equivalent(file.parent_path(), words[i + 1], ignored))
      return true;
  return false;
}

void refuse_text(const input& source, const options& wanted) {
  std::vector<std::filesystem::path> files{std::filesystem::absolute(source.text)};
  bool refused = false;
  for (std::size_t i = 0; i < files.size(); ++i) { // grows while it runs
    const std::string text = read_file(files[i]);
    for (const refused_text& each : find_refused_text(text)) {
      refused = true;
      std::cerr << (i == 0 ? source.text : files[i].string()) << ':' << each.line
                << ": error: " << each.reason << '\n';
    }
    for (const std::string& name : quoted_includes(text)) {
      const auto file = (files[i].parent_path() / name).lexically_normal();
      std::error_code ignored;
      if (std::filesystem::is_regular_file(file, ignored) && !is_given(file, wanted) &&
          std::find(files.begin(), files.end(), file) == files.end())
        files.push_back(file);
    }
  }
  if (refused)
    throw build_error();
}

void refuse_symbols(const input& source, const std::filesystem::path& object) {
  const std::vector<std::string> refused = find_refused_symbols(object);
  for (const std::string& reason : refused)
    std::cerr << source.text << ": error: " << reason << '\n';
  if (!refused.empty())
    throw build_error();
}

} // namespace

void compile(const input& source, const std::filesystem::path& object,
             const std::filesystem::path& dependency_target, const options& wanted,
             const toolchain& tools, scratch_folder& scratch) {
  translation translated;
  command_line command = tools.compiler;
  append(command, {"-c", "-o", object});
  append(command, language_options(source, wanted));
  append(command, plain_messages(tools));
  append(command, code_options(source, wanted, tools));
  append(command, wanted.compiler);
  if (source.what == input::kind::cuda) {
    if (wanted.submission)
      refuse_text(source, wanted);
    translated = preprocess_and_translate(source, dependency_target, wanted, tools);
    const std::filesystem::path text = scratch.file(source.text, ".ii");
    write_file(text, (wanted.checked ? inlined_block_trace(tools) : "") + translated.text +
                         flavour_note(wanted.checked));
    if (!wanted.checked)
      translated.text.clear();
    append(command, {"-x", "c++-cpp-output", text});
    if (wanted.checked) // for the advice double_arithmetic
      append(command, precision_warnings(tools.clang));
  } else {
    append(command, wanted.preprocessor);
    append(command, dependency_words(wanted, dependency_target));
    append(command, {"-isystem", tools.include_folder, source.text});
  }
  finished compiler = run_or_throw(command, wanted);
  const std::vector<double_literal> advice = find_double_arithmetic(compiler.errors, translated);
  if (source.what == input::kind::cuda && wanted.checked && !asked_for_precision(wanted))
    compiler.errors = without_precision(compiler.errors);
  say(compiler, translated, tools);
  if (compiler.status != 0)
    throw build_error();
  if (source.what == input::kind::cuda) {
    const std::size_t constant_bytes = set_device_variables_apart(object);
    if (constant_bytes > most_constant_bytes) {
      std::cerr << source.text << ": error: the __constant__ variables of this file have "
                << constant_bytes << " bytes; a GPU has room for " << most_constant_bytes << '\n';
      throw build_error();
    }
  }
  if (source.what == input::kind::cuda)
    rename_undefined(object, library_forms(wanted));
  if (source.what == input::kind::cuda && wanted.submission)
    refuse_symbols(source, object);
  const std::string statements = statement_lines(translated, tools.include_folder);
  if (!advice.empty() || !statements.empty()) {
    elf_object file(read_file(object));
    if (!advice.empty())
      file.add_section(advice_section, advice_lines(advice));
    if (!statements.empty())
      file.add_section(statement_section, statements);
    write_file(object, file.content());
  }
}

} // namespace cudalab::emulator
