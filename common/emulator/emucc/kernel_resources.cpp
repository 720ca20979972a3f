// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#include "emulator/emucc/kernel_resources.h"

#include <cstdlib>
#include <memory>
#include <sstream>

#include <cxxabi.h>

#include "emulator/emucc/tool.h"
#include "emulator/emucc/toolchain.h"

namespace cudalab::emulator {
namespace {

std::string plain_name(const std::string& mangled) {
  int status = 0;
  const std::unique_ptr<char, void (*)(void*)> demangled(
      abi::__cxa_demangle(mangled.c_str(), nullptr, nullptr, &status), std::free);
  const std::string signature = status == 0 ? demangled.get() : mangled;
  const std::string name = signature.substr(0, signature.find_first_of("<("));
  return name.substr(name.find_last_of(": ") + 1); // npos + 1 is 0
}

/// The number that stands before `unit` in the line, or 0.
unsigned number_before(const std::string& line, const std::string& unit) {
  const std::size_t end = line.find(unit);
  if (end == line.npos || end == 0)
    return 0;
  const std::size_t begin = line.find_last_not_of("0123456789", end - 1) + 1;
  return static_cast<unsigned>(std::strtoul(line.c_str() + begin, nullptr, 10));
}

} // namespace

std::vector<kernel_resources> read_kernel_resources(const std::string& messages) {
  std::vector<kernel_resources> all;
  std::istringstream lines(messages);
  for (std::string line; std::getline(lines, line);) {
    static const std::string entry = "Compiling entry function '";
    if (const std::size_t at = line.find(entry); at != line.npos) {
      const std::size_t begin = at + entry.size();
      all.push_back({.kernel = plain_name(line.substr(begin, line.find('\'', begin) - begin))});
    } else if (all.empty()) {
      continue;
    } else if (line.find(" bytes spill stores") != line.npos) {
      all.back().spilled_bytes = number_before(line, " bytes spill stores");
    } else if (line.find("Used ") != line.npos) {
      all.back().registers = number_before(line, " registers");
    }
  }
  return all;
}

std::vector<kernel_resources> ask_nvcc(const options& wanted) {
  std::vector<kernel_resources> all;
  const char* chosen = std::getenv("CUDACXX");
  const std::string nvcc = chosen && *chosen ? chosen : "nvcc";
  std::error_code ignored; // emucc may be somebody's nvcc
  if (nvcc == "none" || find_program(nvcc).empty() ||
      std::filesystem::equivalent(find_program(nvcc), own_program(), ignored))
    return all;
  for (const input& source : wanted.inputs) {
    if (source.what != input::kind::cuda)
      continue;
    std::vector<std::string> command = {nvcc, "-arch=sm_90", "-Xptxas",  "-v",
                                        "-c", "-o",          "/dev/null"};
    command.insert(command.end(), wanted.preprocessor.begin(), wanted.preprocessor.end());
    command.push_back(source.text);
    const finished compiler = run_tool(command);
    const std::vector<kernel_resources> found = read_kernel_resources(compiler.errors);
    all.insert(all.end(), found.begin(), found.end());
  }
  return all;
}

std::string resources_as_code(const std::vector<kernel_resources>& all) {
  std::string code = "extern \"C\" {\nextern const char cudalab_kernel_resources[];\n"
                     "const char cudalab_kernel_resources[] =\n";
  for (const kernel_resources& each : all)
    code += "  \"" + each.kernel + ' ' + std::to_string(each.registers) + ' ' +
            std::to_string(each.spilled_bytes) + "\\n\"\n";
  return code + "  \"\";\n}\n";
}

} // namespace cudalab::emulator
