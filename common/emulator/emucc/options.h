// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// emucc's command line: nvcc's, as far as it means something for the emulated device.
/// docs/emucc.md says what becomes of each option.
#pragma once

#include <stdexcept>
#include <string>
#include <vector>

namespace cudalab::emulator {

/// The command line cannot be obeyed. what() says which word of it, and what is possible.
struct usage_error : std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// A file or a linker option, in the order of the command line.
struct input {
  enum class kind { cuda, cpp, c, linker };
  input::kind what = kind::linker;
  std::string text; ///< path or option
};

/// What make has to know: which files a source includes.
struct dependency_options {
  enum class extent { none, all, own }; ///< own: without the system's
  extent listed = extent::none;         ///< beside the compilation (-MD, -MMD)
  std::string file;                     ///< -MF
  std::string target;                   ///< -MT
  bool phony = false;                   ///< -MP
};

struct options {
  enum class action {
    link,
    link_shared, ///< -shared
    link_device, ///< -dlink: nothing is to be done, but a file is expected
    archive,     ///< -lib
    compile,
    preprocess,
    list_dependencies,
    check_rules,
    make_preamble,
    help,
    version
  };
  options::action action = action::link;
  bool checked = true;     ///< with callbacks at every access; else as fast as possible
  bool profile = false;    ///< the program counts traffic and prints it when it ends
  bool given = false;      ///< to be linked with a submission: what it defines takes nobody's place
  bool submission = false; ///< to be graded: nothing in it may hide from the checks
  bool verbose = false;    ///< show the commands
  bool only_if_stale = false;      ///< of a preamble to make: when there is one that nobody uses
  bool run = false;                ///< the program, once it is linked
  bool for_shared_library = false; ///< -fPIC; what a program is made of is compiled with -fPIE
  std::vector<std::string> run_arguments; ///< of the program
  std::string output;                     ///< empty: nvcc's default
  std::string output_folder;              ///< of what has no name by -o; empty: the working folder
  std::string language_standard = "gnu++17";
  std::string optimization;    ///< "-O3"; empty: the flavour's own
  bool debug = false;          ///< -g
  bool device_debug = false;   ///< -G: kernels unoptimised
  bool kernels_launch = false; ///< -rdc=true: kernels may launch others
  int architecture = 0;        ///< the newest that -arch or -gencode names, as 75; 0: none
  std::vector<input> inputs;
  std::vector<std::string> preprocessor; ///< -I, -D, -include: as the compiler takes them
  std::vector<std::string> compiler;     ///< -W... and what -Xcompiler brought
  dependency_options dependencies;
  std::string host_compiler;  ///< -ccbin; empty: see find_clang()
  std::string include_folder; ///< drop-in headers; empty: the project's
  std::string library;        ///< libemulator.a; empty: the project's
};

/// Whether stream 0 of this program is that of the host's thread: `--default-stream per-thread`, or
/// the macro by which CUDA's headers know.
bool has_per_thread_default_stream(const options& wanted);

/// @throws usage_error
options parse_options(const std::vector<std::string>& arguments);

std::string help_text();

} // namespace cudalab::emulator
