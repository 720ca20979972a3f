// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#include "emulator/emucc/rules.h"

#include <algorithm>
#include <iostream>
#include <optional>

#include "emulator/emucc/compile_options.h"
#include "emulator/emucc/leading_includes.h"
#include "emulator/emucc/precompiled_header.h"
#include "emulator/emucc/preprocess.h"
#include "emulator/emucc/rule_messages.h"
#include "emulator/emucc/scratch_folder.h"
#include "emulator/emucc/tool.h"
#include "emulator/emucc/toolchain.h"
#include "emulator/translate/for_clang.h"

namespace cudalab::emulator {
namespace {

/// The file, or a copy of it with clang's spelling that passes for it.
std::vector<std::string> source_for_clang(const std::string& path, scratch_folder& scratch) {
  const std::string original = read_file(path);
  const std::string text = written_for_clang(original);
  if (text == original)
    return {path};
  std::filesystem::path folder = std::filesystem::path(path).parent_path();
  if (folder.empty())
    folder = ".";
  const std::filesystem::path copy = scratch.file(path, ".cu");
  write_file(copy, "#line 1 \"" + path + "\"\n" + text);
  return {"-iquote", folder, copy};
}

/// Options of every run, but for the folder of clang's own headers.
command_line rules_options(const options& wanted) {
  // Device code only: the other half finds no host variables in kernels. Which GPU it is for does
  // not matter, nothing is made.
  command_line words = {
      "-x", "cuda", "--cuda-device-only", "--cuda-gpu-arch=sm_70",
      // As for nvcc: what is constexpr only is the host's.
      "-Xclang", "-fno-cuda-host-device-constexpr", "-Xclang", "-fcuda-allow-variadic-functions",
      // Without clang's own <algorithm>, whose std::min is not.
      "-nobuiltininc", "-nocudainc", "-nocudalib", "-fsyntax-only", "-w", "-Wno-c++11-narrowing",
      "-fno-caret-diagnostics", "-fno-color-diagnostics", "-std=" + wanted.language_standard,
      "-DCUDALAB_RULES_CHECK", "-D__CUDACC__"};
  if (wanted.kernels_launch)
    words.push_back("-D__CUDACC_RDC__");
  return words;
}

precompiled_header rules_header(const leading_headers& first, const options& wanted,
                                const toolchain& tools) {
  command_line words = rules_options(wanted);
  append(words, first.words());
  return {"rules-" + wanted.language_standard + (wanted.kernels_launch ? "-rdc" : "") +
              first.suffix(),
          words, tools};
}

/// The one with the most headers that fits, where there is one.
std::optional<precompiled_header> find_rules_header(const input& source, const options& wanted,
                                                    const toolchain& tools) {
  if (only_folders(wanted))
    for (const leading_headers& first : leading_headers::all_of(source, wanted))
      if (precompiled_header made = rules_header(first, wanted, tools); made.is_up_to_date())
        return made;
  return std::nullopt;
}

/// clang's own headers: "/usr/lib/llvm-14/lib/clang/14.0.6/include".
std::string own_headers(const options& wanted, const toolchain& tools) {
  std::string resources = run_or_throw({tools.clang, "-print-resource-dir"}, wanted).output;
  resources.erase(std::min(resources.find('\n'), resources.size()));
  return resources + "/include";
}

/// @param headers clang's own
command_line rules_command(const options& wanted, const toolchain& tools,
                           const std::string& headers) {
  command_line command = {tools.clang};
  append(command, rules_options(wanted));
  append(command, {"-isystem", headers});
  append(command, wanted.preprocessor);
  append(command, {"-isystem", tools.include_folder});
  return command;
}

finished check(const input& source, const options& wanted, const toolchain& tools,
               scratch_folder& scratch) {
  const auto preamble = find_rules_header(source, wanted, tools);
  const command_line begin = rules_command(
      wanted, tools, preamble ? read_file(preamble->file(".headers")) : own_headers(wanted, tools));
  const std::vector<std::string> text = source_for_clang(source.text, scratch);
  const auto run = [&](const command_line& headers) {
    command_line command = begin;
    append(command, headers);
    append(command, text);
    return run_or_throw(command, wanted);
  };
  if (preamble) {
    const finished result = run({"-Xclang", "-include-pch", "-Xclang", preamble->file(".pch")});
    const rule_messages messages =
        read_rule_messages(result.errors, tools.include_folder, wanted.kernels_launch);
    if (result.status == 0 || messages.own_errors + messages.allowed > 0)
      return result;
  }
  // Trouble in the headers, or with the preamble: the student has no part in it.
  return run({"-include", "cuda_runtime.h"});
}

} // namespace

rules_outcome check_rules(const options& wanted, const toolchain& tools) {
  rules_outcome outcome = rules_outcome::clean;
  scratch_folder scratch;
  for (const input& source : wanted.inputs) {
    if (source.what != input::kind::cuda)
      continue;
    const finished result = check(source, wanted, tools, scratch);
    const rule_messages messages =
        read_rule_messages(result.errors, tools.include_folder, wanted.kernels_launch);
    std::cerr << messages.text;
    if (messages.own_errors > 0) {
      outcome = rules_outcome::violated;
    } else if (result.status != 0 && (messages.allowed == 0 || messages.foreign_errors > 0)) {
      // Its own headers do not suit this clang, or it crashed: that says nothing of the student's.
      std::cerr << "emucc: CUDA's own rules were not checked: " << tools.clang
                << " cannot read this system's headers as CUDA (another version of clang may)\n";
      return rules_outcome::not_checked;
    }
  }
  return outcome;
}

void make_rules_preamble(const options& wanted, const toolchain& tools) {
  const leading_headers first = wanted.inputs.empty()
                                    ? leading_headers()
                                    : leading_headers::of(wanted.inputs.front(), wanted);
  const precompiled_header preamble = rules_header(first, wanted, tools);
  preamble.forget();
  const std::string headers = own_headers(wanted, tools);
  const std::filesystem::path text = preamble.file(".cu"); // stays: clang looks for it
  write_file(text, "#include <cuda_runtime.h>\n" + first.text());
  write_file(preamble.file(".headers"), headers);
  const command_line command = rules_command(wanted, tools, headers);
  command_line preprocess = command, compile = command;
  append(preprocess, {"-E", text});
  append(compile,
         {"-Xclang", "-emit-pch", "-Xclang", "-o", "-Xclang", preamble.file(".new"), text});
  const finished read = run_or_throw(preprocess, wanted), made = run_or_throw(compile, wanted);
  if (only_folders(wanted) && read.status == 0 && made.status == 0)
    return preamble.keep(read.output, text);
  std::cerr << read.errors << made.errors << "emucc: CUDA's rules are checked without a preamble\n";
}

} // namespace cudalab::emulator
