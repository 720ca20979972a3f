// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// The options of nvcc 13.0, and emucc's own, by name.
#pragma once

#include <string_view>

namespace cudalab::emulator {

enum class option_id {
  ignored,     ///< has no meaning for an emulated device
  refused,     ///< option_entry::why says why
  relocatable, ///< -rdc
  architecture,
  // what to do
  link,
  link_shared,
  link_device,
  archive,
  compile,
  compile_relocatable, ///< -dc
  preprocess,
  list_dependencies,
  list_own_dependencies,
  check_rules,
  make_preamble,
  renew_preamble,
  run,
  run_arguments,
  help,
  version,
  verbose,
  // flavour
  checked,
  fast,
  profile,
  submission,
  given,
  // files
  output,
  output_folder,
  options_file,
  write_dependencies,
  write_own_dependencies,
  dependency_file,
  dependency_target,
  dependency_phony,
  emulator_include,
  emulator_library,
  // for the preprocessor, the compiler and the linker
  pre_include,
  define,
  undefine,
  include_path,
  system_include,
  library,
  library_path,
  language,
  standard,
  optimize,
  debug,
  device_debug,
  no_exceptions,
  passed_on, ///< g++ and clang++ know it by the same name
  no_warnings,
  warnings_are_errors,
  host_compiler,
  host_options,
  linker_options,
  forward_unknown,
  default_stream,
  machine
};

enum class option_values { none, one, list };

struct option_entry {
  std::string_view name;       ///< "--compile"
  std::string_view short_name; ///< "-c"
  option_id id = option_id::ignored;
  option_values values = option_values::none;
  std::string_view why = {}; ///< of a refused one: ends "WORD ... "
};

/// The entry of `-c`, `--compile` or `--std` (without `=value`); null when there is none.
const option_entry* find_option(std::string_view word);

} // namespace cudalab::emulator
