// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#include "emulator/emucc/preamble.h"

#include <iostream>

#include "emulator/emucc/compile_options.h"
#include "emulator/emucc/precompiled_header.h"
#include "emulator/emucc/preprocess.h"

namespace cudalab::emulator {
namespace {

namespace fs = std::filesystem;

precompiled_header preamble_for(const options& wanted, const toolchain& tools) {
  return {(wanted.checked ? "checked-" : "fast-") + wanted.language_standard,
          compiler_options({input::kind::cuda, ""}, wanted), tools};
}

void say_why_not(const toolchain& tools, const std::string& errors) {
  std::cerr << errors << "emucc: no preamble is made with " << tools.clang
            << "; programs are compiled without one\n";
}

} // namespace

void make_preamble(const options& wanted, const toolchain& tools, scratch_folder& scratch) {
  const precompiled_header preamble = preamble_for(wanted, tools);
  preamble.forget();
  if (!only_folders(wanted))
    return say_why_not(tools, "CPATH or CPLUS_INCLUDE_PATH is set, and could change the headers\n");

  const fs::path empty = scratch.file("preamble", ".cu");
  const fs::path text = preamble.file(".ii"); // stays: clang looks whether it is still the same
  write_file(empty, "");
  const translation headers =
      preprocess_and_translate({input::kind::cuda, empty}, empty, wanted, tools);
  write_file(text, headers.text);

  command_line command = {tools.clang};
  append(command, compiler_options({input::kind::cuda, empty}, wanted));
  append(command, {"-x", "c++-header", text, "-o", preamble.file(".new")});
  if (const finished compiler = run_or_throw(command, wanted); compiler.status != 0)
    return say_why_not(tools, compiler.errors);
  preamble.keep(headers.text, empty);
}

std::optional<fs::path> find_preamble(const options& wanted, const toolchain& tools) {
  const precompiled_header preamble = preamble_for(wanted, tools);
  if (wanted.dependencies.listed != dependency_options::extent::none || !only_folders(wanted) ||
      !preamble.is_up_to_date())
    return std::nullopt;
  return preamble.file(".pch");
}

command_line words_for(const fs::path& preamble) {
  // The driver drops -include-pch for what is preprocessed already.
  return {"-Xclang", "-include-pch", "-Xclang", preamble};
}

} // namespace cudalab::emulator
