// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#include "emulator/emucc/preprocess.h"

#include <algorithm>
#include <iostream>

#include "emulator/emucc/build_error.h"
#include "emulator/emucc/compile_options.h"
#include "emulator/emucc/diagnostics.h"
#include "emulator/emucc/scratch_folder.h"
#include "emulator/emucc/special_functions.h"
#include "emulator/emucc/toolkit.h"
#include "emulator/translate/dropped_result.h"
#include "emulator/translate/joined_sides.h"

namespace cudalab::emulator {
namespace {

command_line preprocessor_command(const input& source, const options& wanted,
                                  const toolchain& tools, const first_headers& first) {
  command_line command = {tools.clang};
  append(command, language_options(source, wanted));
  append(command, wanted.preprocessor);
  append(command, wanted.compiler);
  append(command, plain_messages());
  append(command, {"-isystem", tools.include_folder});
  if (source.what == input::kind::cuda)
    append(command, {"-D__CUDACC__", "-D__NVCC__", "-DCUDALAB_TRANSLATES",
                     first.runtime == runtime_header::whole ? "-include" : "-imacros",
                     "cuda_runtime.h", "-x", "c++"});
  if (!first.macros_of.empty())
    append(command, {"-imacros", first.macros_of});
  if (source.what == input::kind::cuda && wanted.kernels_launch)
    command.push_back("-D__CUDACC_RDC__");
  if (source.what == input::kind::cuda && wanted.checked)
    command.push_back("-DCUDALAB_CHECKED"); // the headers' functions then tell the observers
  return command;
}

/// Whether a file of the program asks whether it is compiled for a device.
bool asks_for_architecture(const std::string& preprocessed, const toolchain& tools) {
  const std::vector<std::string> files = files_of(preprocessed);
  const std::string own = tools.include_folder.string();
  return std::any_of(files.begin(), files.end(), [&](const std::string& file) {
    const bool given = file.compare(0, 5, "/usr/") == 0 || file.find('<') != file.npos ||
                       file.compare(0, own.size(), own) == 0;
    return !given && read_file(file).find("__CUDA_ARCH__") != std::string::npos;
  });
}

constexpr int own_architecture = 90; ///< the emulated device's

/// What nvcc reads twice, put together. The device's reading may have errors of its own.
finished preprocess_twice(command_line command, const options& wanted) {
  command.push_back("-DCUDALAB_KEEPS_HOST");
  finished host = run_or_throw(command, wanted);
  const int architecture = wanted.architecture == 0 ? own_architecture : wanted.architecture;
  command.push_back("-D__CUDA_ARCH__=" + std::to_string(10 * architecture));
  finished device = run_or_throw(command, wanted);
  if (host.status != 0 || device.status != 0)
    return host.status != 0 ? host : device;
  host.output = joined_passes(host.output, device.output);
  return host;
}

} // namespace

bool needs_two_passes(const options& wanted, const toolchain& tools,
                      const std::string& preprocessed) {
  return !wanted.submission && asks_for_architecture(preprocessed, tools);
}

void say(const finished& tool, const translation& translated, const toolchain& tools) {
  std::cerr << readable_messages(tool.errors, translated, tools.include_folder);
}

finished run_or_throw(const command_line& command, const options& wanted) {
  if (wanted.verbose)
    std::cerr << shown_command(command);
  finished tool = run_tool(command);
  if (!tool.started && !interrupted())
    throw missing_tool("cannot run " + command[0] + ": is it installed?");
  return tool;
}

finished preprocess(const input& source, const std::filesystem::path& object, const options& wanted,
                    const toolchain& tools, const first_headers& first) {
  command_line command = preprocessor_command(source, wanted, tools, first);
  append(command, dependency_words(wanted, object));
  append(command, {"-E", source.text});
  finished preprocessor = run_or_throw(command, wanted);
  if (first.runtime == runtime_header::whole && preprocessor.status == 0 &&
      names_special_function(preprocessor.output)) {
    command.push_back("-DCUDALAB_SPECIAL_FUNCTIONS");
    preprocessor = run_or_throw(command, wanted);
  }
  if (first.runtime == runtime_header::whole && preprocessor.status == 0 &&
      source.what == input::kind::cuda && needs_two_passes(wanted, tools, preprocessor.output))
    return preprocess_twice(command, wanted);
  return preprocessor;
}

translation translate_for(const options& wanted, const std::string& preprocessed) {
  return translate(wanted.checked ? mark_dropped_results(preprocessed) : preprocessed,
                   wanted.kernels_launch);
}

translation preprocess_and_translate(const input& source, const std::filesystem::path& object,
                                     const options& wanted, const toolchain& tools) {
  const finished preprocessor = preprocess(source, object, wanted, tools);
  say(preprocessor, {}, tools);
  if (preprocessor.status != 0)
    throw build_error();

  translation result = translate_for(wanted, preprocessor.output);
  for (const translation_error& error : result.errors)
    std::cerr << error.place.file << ':' << error.place.line << ':' << error.place.column
              << ": error: " << error.text << '\n';
  if (!result.errors.empty())
    throw build_error();
  return result;
}

std::string dependencies_of(const input& source, const std::filesystem::path& object,
                            const options& wanted, const toolchain& tools) {
  command_line command = preprocessor_command(source, wanted, tools, {});
  append(command, dependency_words(wanted, object));
  command.push_back(source.text);
  const finished preprocessor = run_or_throw(command, wanted);
  say(preprocessor, {}, tools);
  if (preprocessor.status != 0)
    throw build_error();
  return preprocessor.output;
}

} // namespace cudalab::emulator
