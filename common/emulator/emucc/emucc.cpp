// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// emucc: builds CUDA C++ for the emulated device.
#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <exception>
#include <iostream>
#include <stdexcept>

#include <unistd.h>

#include "emulator/emucc/build_error.h"
#include "emulator/emucc/compile.h"
#include "emulator/emucc/compile_options.h"
#include "emulator/emucc/kernel_resources.h"
#include "emulator/emucc/link.h"
#include "emulator/emucc/linker_command.h"
#include "emulator/emucc/options.h"
#include "emulator/emucc/preamble.h"
#include "emulator/emucc/preprocess.h"
#include "emulator/emucc/rules.h"
#include "emulator/emucc/tool.h"
#include "emulator/emucc/toolchain.h"
#include "emulator/emucc/toolkit.h"
#include "emulator/translate/translate.h"

namespace {

using namespace cudalab::emulator;
namespace fs = std::filesystem;

constexpr int done = 0, program_has_errors = 1, cannot = 2, not_checked = 3;

void must_be_writable(const std::string& path) {
  fs::path folder = fs::path(path).parent_path();
  if (folder.empty())
    folder = ".";
  std::error_code ignored;
  const bool exists = fs::exists(path, ignored);
  if (fs::is_directory(path, ignored))
    throw usage_error("cannot write " + path + ": it is a folder");
  if (!fs::is_directory(folder, ignored))
    throw usage_error("cannot write " + path + ": there is no folder " + folder.string());
  if (access((exists ? fs::path(path) : folder).c_str(), W_OK) != 0)
    throw usage_error("cannot write " + path + ": permission denied");
}

fs::path object_of(const options& wanted, const input& source) {
  return fs::path(wanted.output_folder) / (fs::path(source.text).stem().string() + ".o");
}

std::string output_of(const options& wanted, const input& source) {
  if (!wanted.output.empty())
    return wanted.output;
  using action = enum options::action;
  const char* const name = wanted.action == action::archive       ? "a.a"
                           : wanted.action == action::link_device ? "a_dlink.o"
                           : wanted.action == action::compile     ? nullptr
                                                                  : "a.out";
  return name == nullptr ? object_of(wanted, source).string()
                         : (fs::path(wanted.output_folder) / name).string();
}

/// By ar, as nvcc does.
void archive(const std::vector<std::string>& parts, const options& wanted) {
  std::vector<std::string> command = {"ar", "rcs", output_of(wanted, {})};
  append(command, parts);
  std::error_code ignored;
  fs::remove(command[2], ignored);
  const finished made = run_or_throw(command, wanted);
  std::cerr << made.errors;
  if (made.status != 0)
    throw build_error();
}

/// An object with nothing in it: device code of all objects is linked as the host's is.
void link_device(const options& wanted, const toolchain& tools) {
  std::vector<std::string> command = {tools.clang, "-c", "-x", "c", "/dev/null"};
  append(command, placement_options(wanted));
  append(command, {"-o", output_of(wanted, {})});
  if (run_or_throw(command, wanted).status != 0)
    throw build_error();
}

/// For -E and -M: on standard output, or where -o says.
void put(const std::string& text, const options& wanted) {
  if (wanted.output.empty()) {
    std::cout << text;
    return;
  }
  must_be_writable(wanted.output);
  write_file(wanted.output, text);
}

void show(const options& wanted, const toolchain& tools) {
  std::string text;
  for (const input& source : wanted.inputs) {
    if (source.what == input::kind::linker)
      continue;
    const fs::path object = object_of(wanted, source);
    if (wanted.action == options::action::list_dependencies)
      text += dependencies_of(source, object, wanted, tools);
    else if (source.what == input::kind::cuda)
      text += preprocess_and_translate(source, object, wanted, tools).text;
  }
  put(text, wanted);
}

void build(const options& wanted) {
  using action = enum options::action;
  const toolchain tools = find_toolchain(wanted);
  const bool links = wanted.action == action::link || wanted.action == action::link_shared;
  const bool joins = links || wanted.action == action::archive;
  if (wanted.action == action::link_device)
    return link_device(wanted, tools);
  if (!joins && wanted.action != action::compile)
    return show(wanted, tools);
  for (const input& source : wanted.inputs)
    must_be_writable(output_of(wanted, source));

  scratch_folder scratch;
  std::vector<std::string> parts;
  for (const input& source : wanted.inputs) {
    if (source.what == input::kind::linker) {
      parts.push_back(source.text);
      continue;
    }
    const fs::path asked = joins ? "" : output_of(wanted, source);
    std::error_code ignored;
    const bool is_device = fs::exists(asked, ignored) && !fs::is_regular_file(asked, ignored);
    const fs::path object = joins || is_device ? scratch.file(source.text, ".o") : asked;
    compile(source, object, joins ? object_of(wanted, source) : asked, wanted, tools, scratch);
    if (is_device) // what is written to /dev/null cannot be read again
      write_file(asked, read_file(object));
    parts.push_back(object);
  }
  if (links && wanted.profile) {
    const fs::path table = scratch.file("profile", ".cpp"), object = scratch.file("profile", ".o");
    write_file(table, resources_as_code(ask_nvcc(wanted)));
    options quiet = wanted;
    quiet.dependencies = {};
    compile({input::kind::cpp, table}, object, object, quiet, tools, scratch);
    parts.push_back(object);
  }
  if (links)
    link(parts, output_of(wanted, {}), wanted, tools, scratch);
  else if (joins)
    archive(parts, wanted);
}

/// Becomes the program that was built.
[[noreturn]] void start_program(const options& wanted) {
  const std::string program = fs::absolute(output_of(wanted, {}));
  std::vector<char*> words = {const_cast<char*>(program.c_str())};
  for (const std::string& word : wanted.run_arguments)
    words.push_back(const_cast<char*>(word.c_str()));
  words.push_back(nullptr);
  std::cout.flush();
  execv(program.c_str(), words.data());
  throw std::runtime_error("cannot run " + program + ": " + std::strerror(errno));
}

options understood(const std::vector<std::string>& arguments) {
  try {
    return parse_options(arguments);
  } catch (const usage_error&) { // of a build system that asks for nothing else
    if (!arguments.empty() && (arguments.front() == "-v" || arguments.front() == "--verbose"))
      std::cerr << toolkit_settings(arguments);
    throw;
  }
}

int run(const std::vector<std::string>& arguments) {
  const options wanted = understood(arguments);
  if (wanted.verbose)
    std::cerr << toolkit_settings(arguments);
  if (wanted.action == options::action::help) {
    std::cout << help_text();
    return done;
  }
  if (wanted.action == options::action::version) {
    std::cout << version_text(wanted);
    return done;
  }
  if (wanted.action == options::action::check_rules) {
    const rules_outcome outcome = check_rules(wanted, find_toolchain(wanted));
    return outcome == rules_outcome::clean      ? done
           : outcome == rules_outcome::violated ? program_has_errors
                                                : not_checked;
  }
  if (wanted.action == options::action::make_preamble) {
    scratch_folder scratch;
    const toolchain tools = find_toolchain(wanted);
    if (wanted.only_if_stale && !preamble_is_stale(wanted, tools))
      return done;
    const bool plain = wanted.inputs.empty();
    const bool made = make_preamble(wanted, tools, scratch);
    if (wanted.checked && (made || plain)) // CUDA's rules are checked of programs that are watched
      make_rules_preamble(wanted, tools);
    if (plain)
      keep_linker_command(tools, scratch);
    return done;
  }
  build(wanted);
  if (wanted.run && !interrupted())
    start_program(wanted);
  return done;
}

} // namespace

int main(int count, char** words) {
  catch_stop_signals();
  setenv("LC_ALL", "C", 1); // messages of the tools in English, with plain quotes
  int code = cannot;
  try {
    code = run({words + 1, words + count});
  } catch (const build_error&) {
    code = program_has_errors;
  } catch (const usage_error& error) {
    std::cerr << "emucc: " << error.what() << "\nemucc --help shows how to use it\n";
  } catch (const std::exception& error) {
    std::cerr << "emucc: " << error.what() << '\n';
  }
  if (interrupted()) { // die of it, now that nothing is left behind
    std::signal(interrupted(), SIG_DFL);
    std::raise(interrupted());
  }
  return code;
}
