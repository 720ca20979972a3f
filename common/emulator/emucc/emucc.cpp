// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// emucc: builds CUDA C++ for the emulated device.
#include <csignal>
#include <cstdlib>
#include <exception>
#include <iostream>

#include <unistd.h>

#include "emulator/emucc/compile.h"
#include "emulator/emucc/kernel_resources.h"
#include "emulator/emucc/link.h"
#include "emulator/emucc/options.h"
#include "emulator/emucc/rules.h"
#include "emulator/emucc/tool.h"
#include "emulator/emucc/toolchain.h"
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

std::string output_of(const options& wanted, const input& source) {
  if (!wanted.output.empty())
    return wanted.output;
  return wanted.action == options::action::link ? "a.out"
                                                : fs::path(source.text).stem().string() + ".o";
}

void build(const options& wanted) {
  const toolchain tools = find_toolchain(wanted);
  if (wanted.action == options::action::preprocess) {
    for (const input& source : wanted.inputs)
      if (source.what == input::kind::cuda)
        std::cout << preprocess_and_translate(source.text, wanted, tools).text;
    return;
  }
  const bool links = wanted.action == options::action::link;
  for (const input& source : wanted.inputs)
    must_be_writable(output_of(wanted, source));

  scratch_folder scratch;
  std::vector<std::string> parts;
  for (const input& source : wanted.inputs) {
    if (source.what == input::kind::linker) {
      parts.push_back(source.text);
      continue;
    }
    const fs::path object =
        links ? scratch.file(source.text, ".o") : fs::path(output_of(wanted, source));
    compile(source, object, wanted, tools, scratch);
    parts.push_back(object);
  }
  if (links && wanted.profile) {
    const fs::path table = scratch.file("profile", ".cpp"), object = scratch.file("profile", ".o");
    write_file(table, resources_as_code(ask_nvcc(wanted)));
    compile({input::kind::cpp, table}, object, wanted, tools, scratch);
    parts.push_back(object);
  }
  if (links)
    link(parts, output_of(wanted, {}), wanted, tools, scratch);
}

int run(const std::vector<std::string>& arguments) {
  const options wanted = parse_options(arguments);
  if (wanted.action == options::action::help) {
    std::cout << help_text();
    return done;
  }
  if (wanted.action == options::action::check_rules) {
    const rules_outcome outcome = check_rules(wanted);
    return outcome == rules_outcome::clean      ? done
           : outcome == rules_outcome::violated ? program_has_errors
                                                : not_checked;
  }
  build(wanted);
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
