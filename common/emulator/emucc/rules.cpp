// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#include "emulator/emucc/rules.h"

#include <algorithm>
#include <iostream>

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

} // namespace

rules_outcome check_rules(const options& wanted) {
  const std::filesystem::path include_folder = find_include_folder(wanted);
  const std::string clang = find_clang(wanted);
  std::string resources = run_or_throw({clang, "-print-resource-dir"}, wanted).output;
  resources.erase(std::min(resources.find('\n'), resources.size()));
  // Device code only: the other half finds no host variables in kernels. Which GPU it is for does
  // not matter, nothing is made.
  std::vector<std::string> common = {
      clang, "-x", "cuda", "--cuda-device-only", "--cuda-gpu-arch=sm_70",
      // As for nvcc: what is constexpr only is the host's.
      "-Xclang", "-fno-cuda-host-device-constexpr",
      // Without clang's own <algorithm>, whose std::min is not.
      "-nobuiltininc", "-isystem", resources + "/include", "-nocudainc", "-nocudalib",
      "-fsyntax-only", "-w", "-fno-caret-diagnostics", "-fno-color-diagnostics",
      "-std=" + wanted.language_standard, "-DCUDALAB_RULES_CHECK", "-D__CUDACC__"};
  common.insert(common.end(), wanted.preprocessor.begin(), wanted.preprocessor.end());
  common.insert(common.end(), {"-isystem", include_folder, "-include", "cuda_runtime.h"});
  rules_outcome outcome = rules_outcome::clean;
  scratch_folder scratch;
  for (const input& source : wanted.inputs) {
    if (source.what != input::kind::cuda)
      continue;
    std::vector<std::string> command = common;
    const std::vector<std::string> text = source_for_clang(source.text, scratch);
    command.insert(command.end(), text.begin(), text.end());
    const finished checker = run_or_throw(command, wanted);
    const rule_messages messages = read_rule_messages(checker.errors, include_folder);
    std::cerr << messages.text;
    if (messages.own_errors > 0) {
      outcome = rules_outcome::violated;
    } else if (checker.status != 0) {
      // Its own headers do not suit this clang, or it crashed: that says nothing of the student's.
      std::cerr << "emucc: CUDA's own rules were not checked: " << clang
                << " cannot read this system's headers as CUDA (another version of clang may)\n";
      return rules_outcome::not_checked;
    }
  }
  return outcome;
}

} // namespace cudalab::emulator
