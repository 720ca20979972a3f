// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#include "grader/build/build_command.h"

#include <algorithm>
#include <cctype>
#include <cstdlib>
#include <sstream>

#include <fmt/format.h>

#include "grader/build/run_compiler.h"
#include "grader/files/places.h"
#include "grader/run/find_program.h"

namespace cudalab::grader {

namespace {

namespace fs = std::filesystem;

std::vector<std::string> includes(const build_plan& plan) {
  return {"-I", (source_root() / "labs" / plan.lab_folder).string(), "-I",
          (source_root() / "common").string()};
}

void append(std::vector<std::string>& to, const std::vector<std::string>& more) {
  to.insert(to.end(), more.begin(), more.end());
}

/// Given code that calls the student's functions from within the program.
std::vector<fs::path> given_code(const build_plan& plan, build_flavour kind) {
  const std::string name = plan.lab_name + (plan.viewer ? "_view" : "_scenes");
  const fs::path source = source_root() / "labs" / plan.lab_folder / (name + ".cu");
  std::error_code ignored;
  if (!fs::exists(source, ignored))
    return {};
  if (is_for_gpu(kind))
    return {source};
  const build_flavour built =
      kind == build_flavour::checked ? build_flavour::checked : build_flavour::fast;
  return {build_root() / "lib" / (name + '_' + name_of(built) + ".o")};
}

std::vector<std::string> options_of(build_flavour kind) {
  std::vector<std::string> result = {"-std=c++17"};
  if (is_for_gpu(kind)) {
    // -G: no optimisation of device code, and all of its variables.
    append(result, kind == build_flavour::gpu ? std::vector<std::string>{"-O2", "-lineinfo"}
                                              : std::vector<std::string>{"-O0", "-g", "-G"});
    append(result, architecture_options());
    return result;
  }
  append(result, {kind == build_flavour::checked ? "--checked" : "--fast", "--submission"});
  if (kind == build_flavour::debug)
    append(result, {"-O0", "-g"});
  return result;
}

} // namespace

// CMake's list is "native", "all-major", or "90" and "80;90". nvcc itself cannot find out what
// "native" is: in the sandbox there is no GPU, and it would take its oldest architecture.
std::vector<std::string> architecture_options(const std::string& wanted,
                                              const std::vector<gpu_device>& here) {
  if (wanted.empty() || wanted == "native") {
    const std::string found = here.empty() ? "" : here.front().compute_capability;
    if (found == "90") // with its own instructions, which lab 11 uses: wgmma, setmaxnreg
      return {"-gencode", "arch=compute_90a,code=sm_90a"};
    return {"-arch=" + (found.empty() ? "native" : "sm_" + found)};
  }
  if (std::isalpha(static_cast<unsigned char>(wanted.front())))
    return {"-arch=" + wanted};
  std::vector<std::string> result;
  for (std::size_t begin = 0; begin < wanted.size();) {
    const std::size_t end = std::min(wanted.find(';', begin), wanted.size());
    const std::string number = wanted.substr(begin, wanted.find_first_of(";-", begin) - begin);
    append(result, {"-gencode", "arch=compute_" + number + ",code=sm_" + number});
    begin = end + 1;
  }
  return result;
}

std::vector<std::string> architecture_options() {
  return architecture_options(CUDALAB_CUDA_ARCHITECTURES, find_gpus());
}

std::string architecture_of_emulated_device(const std::string& known) {
  constexpr int emulated = 90;
  int newest = 0;
  std::istringstream lines(known);
  for (std::string line; std::getline(lines, line);)
    if (line.rfind("sm_", 0) == 0)
      if (const int number = std::atoi(line.c_str() + 3); number <= emulated)
        newest = std::max(newest, number);
  return fmt::format("sm_{}", newest > 0 ? newest : 75);
}

fs::path compiler_for(build_flavour kind) {
  return is_for_gpu(kind) ? find_nvcc() : build_root() / "bin" / "emucc";
}

std::vector<fs::path> libraries_for(const build_plan& plan, build_flavour kind) {
  const std::string device = is_for_gpu(kind) ? "_gpu.a" : "_cpu.a";
  const fs::path folder = build_root() / "lib";
  const fs::path worker = folder / ("libworker" + device);
  std::vector<fs::path> result = given_code(plan, kind);
  if (plan.viewer) {
    result.insert(result.end(), {folder / "libviewer.a", folder / "libviewer_parts.a"});
    return result;
  }
  for (const fs::path& library : {worker, folder / ("lib" + plan.lab_name + "_bindings" + device),
                                  worker, folder / "libprotocol.a"})
    result.push_back(library);
  return result;
}

std::vector<std::string> link_command(const build_plan& plan, build_flavour kind,
                                      const fs::path& program) {
  std::vector<std::string> result = {compiler_for(kind).string()};
  append(result, options_of(kind));
  append(result, includes(plan));
  result.push_back(plan.file.string());
  for (const fs::path& library : libraries_for(plan, kind))
    result.push_back(library.string());
  if (plan.viewer && *CUDALAB_GLFW_LIBRARY != '\0')
    result.push_back(std::string("-l") + CUDALAB_GLFW_LIBRARY);
  if (is_for_gpu(kind)) // where nvcc was told to use gcc, it links with gcc as well
    result.push_back("-lstdc++");
  append(result, {"-o", program.string()});
  return result;
}

std::vector<std::string> rules_command(const build_plan& plan) {
  std::vector<std::string> result = {compiler_for(build_flavour::checked).string(), "--check-rules",
                                     "-std=c++17"};
  append(result, includes(plan));
  result.push_back(plan.file.string());
  return result;
}

std::vector<std::string> nvcc_check_command(const build_plan& plan, const fs::path& object) {
  // For a real architecture: only then are a kernel's shared memory and registers counted.
  static const std::string architecture = architecture_of_emulated_device(
      run_compiler({find_nvcc().string(), "--list-gpu-code"}, std::chrono::seconds(30)).output);
  std::vector<std::string> result = {find_nvcc().string(), "-std=c++17", "-arch=" + architecture,
                                     "-c"};
  append(result, includes(plan));
  append(result, {plan.file.string(), "-o", object.string()});
  return result;
}

std::string in_a_shell(const std::vector<std::string>& command) {
  std::string result;
  for (const std::string& word : command) {
    const bool plain = !word.empty() && std::all_of(word.begin(), word.end(), [](unsigned char c) {
      return std::isalnum(c) ||
             std::string_view("-_=+./,:@%").find(static_cast<char>(c)) != std::string_view::npos;
    });
    std::string quoted = word;
    if (!plain) {
      quoted = "'";
      for (const char c : word)
        quoted += c == '\'' ? std::string("'\\''") : std::string(1, c);
      quoted += "'";
    }
    result += (result.empty() ? "" : " ") + quoted;
  }
  return result;
}

} // namespace cudalab::grader
