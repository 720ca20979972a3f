// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#include "emulator/emucc/link.h"

#include <iostream>
#include <set>

#include "emulator/emucc/build_error.h"
#include "emulator/emucc/diagnostics.h"
#include "emulator/emucc/flavours.h"
#include "emulator/emucc/linker_command.h"
#include "emulator/emucc/object_symbols.h"
#include "emulator/emucc/preprocess.h"
#include "emulator/emucc/tool.h"
#include "emulator/emucc/toolkit.h"
#include "emulator/emucc/words.h"

namespace cudalab::emulator {
namespace {

/// Each is an undefined thread-local symbol of the objects.
std::set<std::string> undefined_shared_arrays(const std::vector<std::string>& parts) {
  std::set<std::string> missing, defined;
  for (const std::string& part : parts) {
    if (std::filesystem::path(part).extension() != ".o")
      continue;
    missing.merge(dynamic_shared_arrays(part));
    defined.merge(read_symbols(part).defined);
  }
  for (auto name = missing.begin(); name != missing.end();)
    name = defined.count(*name) ? missing.erase(name) : ++name;
  return missing;
}

/// Of the program, and of the shared libraries that are named with it.
template <class Notes>
std::set<std::string> notes_of(const std::vector<std::string>& parts, const std::string& program,
                               const Notes& notes_in) {
  std::set<std::string> all = notes_in(program);
  for (const std::string& part : parts)
    if (part[0] != '-' && contains(std::filesystem::path(part).filename().string(), ".so"))
      all.merge(notes_in(part));
  return all;
}

/// @throws build_error after removing the program
void refuse(const std::string& program, const char* reason) {
  std::cerr << "emucc: error: " << reason << '\n';
  std::error_code ignored;
  std::filesystem::remove(program, ignored);
  throw build_error();
}

std::filesystem::path library_for_shared(const toolchain& tools) {
  const std::filesystem::path library = tools.library.parent_path() / "libemulator_pic.a";
  std::error_code ignored;
  if (!std::filesystem::exists(library, ignored))
    throw missing_tool("shared libraries need " + library.string() +
                       ", which is not built: build the target emulator_pic");
  return library;
}

/// Without the compiler's driver, when that is possible. What is wrong is said in words that do not
/// depend on it.
finished run_linker(const command_line& parts, const std::string& program, const options& wanted,
                    const toolchain& tools) {
  const bool shared = wanted.action == options::action::link_shared;
  if (wanted.compiler.empty() && !shared)
    if (const auto command = linker_command(tools, parts, program)) {
      if (wanted.verbose)
        std::cerr << shown_linker_command(*command);
      if (finished linker = run_tool(*command); linker.status == 0)
        return linker;
    }
  command_line command = driver_for_linking(tools, shared);
  append(command, {"-o", program});
  if (wanted.verbose) // for who wants to know what is linked besides
    command.push_back("-v");
  append(command, wanted.compiler); // -fopenmp, say
  append(command, parts);
  return run_or_throw(command, wanted);
}

} // namespace

void link(const std::vector<std::string>& parts, const std::string& program, const options& wanted,
          const toolchain& tools, const scratch_folder& scratch) {
  command_line all = parts;
  const std::set<std::string> arrays = undefined_shared_arrays(parts);
  if (!arrays.empty())
    all.push_back("-Wl,-u,cudalab_dynamic_shared");
  for (const std::string& array : arrays)
    all.push_back("-Wl,--defsym," + array + "=cudalab_dynamic_shared");
  if (wanted.submission && wanted.checked) // its host code keeps to its own memory
    all.push_back("-Wl,--defsym,cudalab_submission=1");
  // Compilers make puts and putchar of some printf.
  all.push_back("-Wl,--wrap=printf,--wrap=__printf_chk,--wrap=vprintf,--wrap=puts,"
                "--wrap=putchar");
  all.push_back(wanted.action == options::action::link_shared ? library_for_shared(tools)
                                                              : tools.library);
  append(all, tools.dependencies);

  if (wanted.verbose)
    std::cerr << link_line(parts, program);
  const finished linker = run_linker(all, program, wanted, tools);
  std::cerr << readable_linker_messages(linker.errors, scratch.path());
  if (linker.status != 0)
    throw build_error();
  if (notes_of(parts, program, flavours_in).size() > 1)
    refuse(program, "some of these objects were compiled with --checked, others with --fast: "
                    "compile all of them with the same of the two");
  if (notes_of(parts, program, default_streams_in).size() > 1)
    refuse(program, "some of these objects were compiled with --default-stream per-thread, others "
                    "without it: compile all of them with it, or none");
}

} // namespace cudalab::emulator
