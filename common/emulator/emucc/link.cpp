// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#include "emulator/emucc/link.h"

#include <array>
#include <iostream>
#include <set>
#include <string_view>

#include "emulator/emucc/build_error.h"
#include "emulator/emucc/diagnostics.h"
#include "emulator/emucc/flavours.h"
#include "emulator/emucc/linker_command.h"
#include "emulator/emucc/object_symbols.h"
#include "emulator/emucc/preprocess.h"
#include "emulator/emucc/tool.h"

namespace cudalab::emulator {
namespace {

/// threadIdx and the like are the emulator's own, and the standard library has some too.
bool belongs_to_a_library(std::string_view name) {
  static constexpr std::array<std::string_view, 6> prefixes = {"cudalab_", "_ZSt",  "_ZNSt",
                                                               "__libc_",  "__res", "__h_errno"};
  for (std::string_view prefix : prefixes)
    if (name.substr(0, prefix.size()) == prefix)
      return true;
  return false;
}

/// Every `extern __shared__` array is an undefined thread-local symbol of the objects.
std::set<std::string> dynamic_shared_arrays(const std::vector<std::string>& parts) {
  std::set<std::string> missing, defined;
  for (const std::string& part : parts) {
    if (std::filesystem::path(part).extension() != ".o")
      continue;
    object_symbols symbols = read_symbols(part);
    missing.merge(symbols.missing_thread_locals);
    defined.merge(symbols.defined);
  }
  for (auto name = missing.begin(); name != missing.end();)
    name = defined.count(*name) || belongs_to_a_library(*name) ? missing.erase(name) : ++name;
  return missing;
}

/// Without the compiler's driver, when that is possible. What is wrong is said in words that do not
/// depend on it.
finished run_linker(const command_line& parts, const std::string& program, const options& wanted,
                    const toolchain& tools) {
  if (wanted.compiler.empty())
    if (const auto command = linker_command(tools, parts, program))
      if (const finished linker = run_or_throw(*command, wanted); linker.status == 0)
        return linker;
  command_line command = driver_for_linking(tools);
  append(command, {"-o", program});
  append(command, wanted.compiler); // -fopenmp, say
  append(command, parts);
  return run_or_throw(command, wanted);
}

} // namespace

void link(const std::vector<std::string>& parts, const std::string& program, const options& wanted,
          const toolchain& tools, const scratch_folder& scratch) {
  command_line all = parts;
  const std::set<std::string> arrays = dynamic_shared_arrays(parts);
  if (!arrays.empty())
    all.push_back("-Wl,-u,cudalab_dynamic_shared");
  for (const std::string& array : arrays)
    all.push_back("-Wl,--defsym," + array + "=cudalab_dynamic_shared");
  if (wanted.submission && wanted.checked) // its host code keeps to its own memory
    all.push_back("-Wl,--defsym,cudalab_submission=1");
  // Compilers make puts and putchar of some printf.
  all.push_back("-Wl,--wrap=printf,--wrap=__printf_chk,--wrap=vprintf,--wrap=puts,"
                "--wrap=putchar");
  all.push_back(tools.library);
  append(all, tools.dependencies);

  const finished linker = run_linker(all, program, wanted, tools);
  std::cerr << readable_linker_messages(linker.errors, scratch.path());
  if (linker.status != 0)
    throw build_error();
  if (flavours_in(program).size() > 1) {
    std::cerr << "emucc: error: some of these objects were compiled with --checked, others with "
                 "--fast: compile all of them with the same of the two\n";
    std::error_code ignored;
    std::filesystem::remove(program, ignored);
    throw build_error();
  }
}

} // namespace cudalab::emulator
