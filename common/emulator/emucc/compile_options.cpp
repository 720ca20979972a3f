// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#include "emulator/emucc/compile_options.h"

namespace cudalab::emulator {
namespace {

/// What is generated (launches) needs C++14.
std::string standard_for_cuda(const std::string& asked) {
  if (asked == "c++03" || asked == "c++11")
    return "c++14";
  return asked == "gnu++03" || asked == "gnu++11" ? "gnu++14" : asked;
}

std::string host_optimization(const options& wanted) {
  return wanted.optimization.empty() ? "-O2" : wanted.optimization;
}

command_line code_options(const input& source, const options& wanted) {
  // Without the second, a large frame could reach past the guard page of its stack.
  command_line words = placement_options(wanted);
  words.push_back("-fstack-clash-protection");
  const bool is_cuda = source.what == input::kind::cuda;
  if (!is_cuda || !wanted.checked) {
    // As on a GPU, mathematics sets no errno.
    append(words, {"-fno-math-errno", is_cuda ? optimization(wanted) : host_optimization(wanted)});
    if (is_cuda) // nvcc lets kernels read a float's bits through an unsigned*
      words.push_back("-fno-strict-aliasing");
    if (wanted.debug || wanted.device_debug)
      words.push_back("-g");
    return words;
  }
  // -fno-builtin: small copies would be made without a call that can be watched.
  // `bounds` would also trap, without a word, at accesses that we see and explain. Without recovery
  // nothing comes back from a wrong index, and a check begins no block that would be noted: a third
  // of the time of a tiled product.
  append(words, {"-O0", "-g", "-fno-builtin", "-fsanitize=thread", "-fsanitize=array-bounds",
                 "-fno-sanitize-recover=array-bounds", "-fsanitize-coverage=trace-pc"});
  // The read of p[i] += 1 counts. A volatile read may be a thread that waits for a flag.
  append(words, {"-mllvm", "-tsan-instrument-read-before-write=1", "-mllvm",
                 "-tsan-distinguish-volatile=1"});
  return words;
}

} // namespace

std::string optimization(const options& wanted) {
  return wanted.checked || wanted.device_debug ? "-O0" : host_optimization(wanted);
}

command_line language_options(const input& source, const options& wanted) {
  if (source.what == input::kind::c)
    return {"-x", "c"};
  if (source.what == input::kind::cpp)
    return {"-x", "c++", "-std=" + wanted.language_standard};
  return {"-std=" + standard_for_cuda(wanted.language_standard)};
}

command_line plain_messages() {
  // -Wno-undefined-internal: the linker defines `extern __shared__` arrays, of any namespace.
  // int2{unsigned, unsigned} is an error of clang's, and a warning of nvcc's:
  // refuse_narrowed_constants().
  // `register` in C++17 is one of clang's, too, and a warning of the compilers behind nvcc.
  // -Wuninitialized: nvcc warns of a variable that is used before it is set without being asked.
  return {"-fno-caret-diagnostics",     "-fno-color-diagnostics", "-Wno-undefined-internal",
          "-Wno-error=c++11-narrowing", "-Wno-error=register",    "-Wuninitialized"};
}

command_line placement_options(const options& wanted) {
  if (wanted.for_shared_library) // shared memory of all files is at fixed places for an OS thread
    return {"-fPIC", "-ftls-model=initial-exec"};
  return {"-fPIE"}; // who links it may make what can be moved
}

command_line compiler_options(const input& source, const options& wanted) {
  command_line words = language_options(source, wanted);
  append(words, plain_messages());
  append(words, code_options(source, wanted));
  append(words, wanted.compiler);
  return words;
}

command_line dependency_words(const options& wanted, const std::filesystem::path& object) {
  const dependency_options& asked = wanted.dependencies;
  if (asked.listed == dependency_options::extent::none)
    return {};
  const bool all = asked.listed == dependency_options::extent::all;
  command_line words;
  if (wanted.action == options::action::list_dependencies) {
    words = {all ? "-M" : "-MM"};
  } else {
    std::filesystem::path file = object;
    words = {all ? "-MD" : "-MMD", "-MF",
             asked.file.empty() ? file.replace_extension(".d").string() : asked.file};
  }
  append(words, {"-MT", asked.target.empty() ? object.string() : asked.target});
  if (asked.phony)
    words.push_back("-MP");
  return words;
}

} // namespace cudalab::emulator
