// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#include "emulator/emucc/preamble.h"

#include <iostream>

#include "emulator/emucc/compile_options.h"
#include "emulator/emucc/leading_includes.h"
#include "emulator/emucc/preprocess.h"
#include "emulator/emucc/vector_members.h"

namespace cudalab::emulator {
namespace {

namespace fs = std::filesystem;

const input no_file{input::kind::cuda, ""};

precompiled_header preamble_for(const leading_headers& first, const options& wanted,
                                const toolchain& tools) {
  command_line words = compiler_options(no_file, wanted);
  append(words, first.words());
  return {(wanted.checked ? "checked-" : "fast-") + wanted.language_standard +
              (wanted.for_shared_library ? "-pic" : "") + (wanted.kernels_launch ? "-rdc" : "") +
              first.suffix(),
          words, tools};
}

leading_headers headers_wanted(const options& wanted) {
  return wanted.inputs.empty() ? leading_headers()
                               : leading_headers::of(wanted.inputs.front(), wanted);
}

bool say_why_not(const toolchain& tools, const std::string& errors) {
  std::cerr << errors << "emucc: no preamble is made with " << tools.clang
            << "; programs are compiled without one\n";
  return false;
}

/// Headers of a few lines are read sooner than looked up.
bool takes_long_to_read(const fs::path& headers, const options& wanted, const toolchain& tools) {
  constexpr std::size_t few = 100'000; // bytes
  const finished read = preprocess({input::kind::cuda, headers}, headers, wanted, tools,
                                   {runtime_header::macros, ""});
  return read.status == 0 && read.output.size() > few;
}

} // namespace

bool make_preamble(const options& wanted, const toolchain& tools, scratch_folder& scratch) {
  const leading_headers first = headers_wanted(wanted);
  const precompiled_header preamble = preamble_for(first, wanted, tools);
  preamble.forget();
  if (!only_folders(wanted))
    return say_why_not(tools, "CPATH or CPLUS_INCLUDE_PATH is set, and could change the headers\n");

  const fs::path begin = scratch.file("preamble", ".cu");
  const fs::path text = preamble.file(".ii"); // stays: clang looks whether it is still the same
  write_file(begin, first.text());
  if (!first.empty() && !takes_long_to_read(begin, wanted, tools))
    return false;
  write_file(preamble.file(".h"), first.text());
  const translation headers =
      preprocess_and_translate({input::kind::cuda, begin}, begin, wanted, tools);
  write_file(text, headers.text);
  write_file(preamble.file(".vectors"),
             names_vector_type(text_of_own_headers(headers.text, tools)) ? "yes" : "no");

  command_line command = {tools.clang};
  append(command, compiler_options(no_file, wanted));
  append(command, {"-x", "c++-header", text, "-o", preamble.file(".new")});
  if (const finished compiler = run_or_throw(command, wanted); compiler.status != 0)
    return say_why_not(tools, compiler.errors);
  preamble.keep(headers.text, begin);
  return true;
}

bool preamble_is_stale(const options& wanted, const toolchain& tools) {
  return preamble_for(headers_wanted(wanted), wanted, tools).is_stale();
}

std::optional<preamble> find_preamble(const input& source, const options& wanted,
                                      const toolchain& tools) {
  if (wanted.dependencies.listed != dependency_options::extent::none || !only_folders(wanted))
    return std::nullopt;
  for (const leading_headers& first : leading_headers::all_of(source, wanted))
    if (const precompiled_header made = preamble_for(first, wanted, tools); made.is_up_to_date())
      return preamble{made.file(".pch"), first.empty() ? "" : made.file(".h"),
                      !first.empty() && read_file(made.file(".vectors")) == "yes"};
  return std::nullopt;
}

command_line words_for(const preamble& found) {
  // The driver drops -include-pch for what is preprocessed already.
  return {"-Xclang", "-include-pch", "-Xclang", found.compiled};
}

} // namespace cudalab::emulator
