// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#include "emulator/emucc/options.h"

#include <algorithm>
#include <array>
#include <filesystem>
#include <string_view>

namespace cudalab::emulator {
namespace {

template <std::size_t Count>
bool one_of(std::string_view word, const std::array<std::string_view, Count>& words) {
  return std::find(words.begin(), words.end(), word) != words.end();
}

/// Of nvcc, without a meaning here. `=value` may follow.
bool ignored_alone(std::string_view word) {
  static constexpr std::array<std::string_view, 26> words = {"-lineinfo",
                                                             "--generate-line-info",
                                                             "-extended-lambda",
                                                             "--extended-lambda",
                                                             "--expt-extended-lambda",
                                                             "-expt-extended-lambda",
                                                             "--expt-relaxed-constexpr",
                                                             "-expt-relaxed-constexpr",
                                                             "-use_fast_math",
                                                             "--use_fast_math",
                                                             "-G",
                                                             "--device-debug",
                                                             "-rdc",
                                                             "--relocatable-device-code",
                                                             "-arch",
                                                             "--gpu-architecture",
                                                             "-code",
                                                             "--gpu-code",
                                                             "-gencode",
                                                             "--generate-code",
                                                             "-maxrregcount",
                                                             "--maxrregcount",
                                                             "-cudart",
                                                             "--cudart",
                                                             "-g",
                                                             "-pipe"};
  return one_of(word.substr(0, word.find('=')), words);
}

/// Of those, the ones whose value may be the next word.
bool takes_ignored_value(std::string_view word) {
  static constexpr std::array<std::string_view, 17> words = {
      "-arch",           "--gpu-architecture", "-code",          "--gpu-code",        "-gencode",
      "--generate-code", "-maxrregcount",      "--maxrregcount", "-cudart",           "--cudart",
      "-Xptxas",         "--ptxas-options",    "-ccbin",         "--compiler-bindir", "-t",
      "--threads",       "-Xcompiler"};
  return one_of(word, words);
}

/// Of nvcc, and impossible here.
bool refused(std::string_view word) {
  static constexpr std::array<std::string_view, 12> words = {
      "-ptx",   "--ptx",         "-cubin", "--cubin", "-fatbin", "--fatbin",
      "-dlink", "--device-link", "-lib",   "--lib",   "-shared", "-run"};
  return one_of(word, words);
}

bool begins(std::string_view word, std::string_view prefix) {
  return word.substr(0, prefix.size()) == prefix;
}

class reader {
public:
  explicit reader(const std::vector<std::string>& arguments) : arguments_(arguments) {}

  options run() {
    while (at_ < arguments_.size())
      read(arguments_[at_++]);
    if (result_.action == options::action::help)
      return result_;
    const auto is_source = [](const input& in) { return in.what != input::kind::linker; };
    const auto sources = std::count_if(result_.inputs.begin(), result_.inputs.end(), is_source);
    const bool one_output =
        result_.action == options::action::compile || result_.action == options::action::preprocess;
    if (result_.profile && !result_.checked)
      throw usage_error("--profile counts what checked code does: leave out --fast");
    if (result_.inputs.empty() || (result_.action != options::action::link && sources == 0))
      throw usage_error("no input file");
    if (one_output && sources > 1 && !result_.output.empty())
      throw usage_error("-o with -c or -E takes one source file");
    return result_;
  }

private:
  std::string value(const std::string& option) {
    if (at_ >= arguments_.size())
      throw usage_error(option + " needs a value");
    return arguments_[at_++];
  }

  /// `-Idir`, `-I dir`: as one word.
  bool joined(const std::string& word, std::string_view option, std::vector<std::string>& to) {
    if (!begins(word, option))
      return false;
    to.push_back(word.size() > option.size() ? word : word + value(word));
    return true;
  }

  void linker(const std::string& text) { result_.inputs.push_back({input::kind::linker, text}); }

  void read(const std::string& word) {
    if (word.empty())
      throw usage_error("an empty argument");
    if (word[0] != '-')
      return file(word);
    if (mode(word) || preprocessing(word) || linking(word))
      return;
    if (begins(word, "-W") || word == "-w") {
      result_.compiler.push_back(word);
    } else if (begins(word, "-O") || begins(word, "--optimize")) {
      // The flavour decides.
    } else if (begins(word, "-std") || begins(word, "--std")) {
      const std::size_t equals = word.find('=');
      const std::string name = equals == word.npos ? value(word) : word.substr(equals + 1);
      if (!begins(name, "c++") && !begins(name, "gnu++"))
        throw usage_error("unknown language standard: " + name);
      result_.language_standard = name;
    } else if (takes_ignored_value(word)) {
      const std::string ignored = value(word);
      if (word == "-Xcompiler" && begins(ignored, "-W") && !begins(ignored, "-Wl,"))
        result_.compiler.push_back(ignored);
    } else if (!ignored_alone(word)) {
      throw usage_error(refused(word) ? word + " makes code for a GPU; there is none here"
                                      : "unknown option " + word);
    }
  }

  bool mode(const std::string& word) {
    using action = enum options::action;
    if (word == "--checked")
      result_.checked = true;
    else if (word == "--fast")
      result_.checked = false;
    else if (word == "--profile")
      result_.profile = true;
    else if (word == "-c" || word == "--compile" || word == "-dc" || word == "--device-c")
      result_.action = action::compile;
    else if (word == "-E" || word == "--preprocess")
      result_.action = action::preprocess;
    else if (word == "--check-rules")
      result_.action = action::check_rules;
    else if (word == "-h" || word == "--help")
      result_.action = action::help;
    else if (word == "-v" || word == "--verbose")
      result_.verbose = true;
    else if (word == "-o" || word == "--output-file")
      result_.output = value(word);
    else if (begins(word, "-o") && word.size() > 2)
      result_.output = word.substr(2);
    else if (word == "--emulator-include")
      result_.include_folder = value(word);
    else if (word == "--emulator-library")
      result_.library = value(word);
    else if (word == "-x")
      all_cuda_ = value(word) == "cu";
    else
      return false;
    return true;
  }

  bool preprocessing(const std::string& word) {
    std::vector<std::string>& to = result_.preprocessor;
    if (word == "-include" || word == "-isystem" || word == "-iquote" || word == "-MF" ||
        word == "-MT" || word == "-MQ") {
      to.insert(to.end(), {word, value(word)});
      return true;
    }
    if (word == "-MD" || word == "-MMD" || word == "-MP") {
      to.push_back(word);
      return true;
    }
    return joined(word, "-I", to) || joined(word, "-D", to) || joined(word, "-U", to);
  }

  bool linking(const std::string& word) {
    if (word == "-Xlinker") {
      linker("-Wl," + value(word));
      return true;
    }
    std::vector<std::string> text;
    // -lib and -lineinfo are options, not libraries.
    const bool library = !ignored_alone(word) && !refused(word) && joined(word, "-l", text);
    if (!library && !begins(word, "-Wl,") && !joined(word, "-L", text))
      return false;
    linker(text.empty() ? word : text[0]);
    return true;
  }

  void file(const std::string& path) {
    const std::string extension = std::filesystem::path(path).extension();
    static constexpr std::array<std::string_view, 5> cpp = {".cpp", ".cc", ".cxx", ".C", ".c++"};
    static constexpr std::array<std::string_view, 3> objects = {".o", ".a", ".so"};
    if (extension == ".cu" || all_cuda_)
      result_.inputs.push_back({input::kind::cuda, path});
    else if (one_of(extension, cpp))
      result_.inputs.push_back({input::kind::cpp, path});
    else if (one_of(extension, objects) || path.find(".so.") != path.npos)
      linker(path);
    else
      throw usage_error(path + ": not a .cu, .cpp, .o or .a file");
    std::error_code ignored;
    if (!std::filesystem::exists(path, ignored))
      throw usage_error(path + ": no such file");
  }

  const std::vector<std::string>& arguments_;
  std::size_t at_ = 0;
  bool all_cuda_ = false;
  options result_;
};

} // namespace

options parse_options(const std::vector<std::string>& arguments) {
  return reader(arguments).run();
}

std::string help_text() {
  return R"(emucc builds CUDA C++ for the emulated device, as nvcc does for a GPU.

  emucc [options] file.cu file.cpp file.o file.a ...

  --checked          every memory access is watched; the program says at its end what races and bad
                     accesses it has (the default)
  --fast             no checks
  --profile          the program counts its kernels' memory traffic and prints a table at its end
  -c                 compile only
  -E                 show the C++ that the compiler gets
  -o FILE            the program, or the object with -c
  -I -D -U -include -isystem -std=  as with nvcc
  -W...              warnings, as with the host compiler
  -L -l -Wl,... -Xlinker   for the linker
  --check-rules      let clang check CUDA's own rules; builds nothing
  -v                 show the commands
  --emulator-include DIR, --emulator-library FILE   instead of this project's

Options of nvcc without a meaning here (-arch, -gencode, -lineinfo, -O, ...) are accepted.
The compiler is $CXX, or the one that this project was built with.
Exit codes: 0 done; 1 errors in the program; 2 wrong usage or a missing tool; with --check-rules
also 3: not checked, there is no clang here.
)";
}

} // namespace cudalab::emulator
