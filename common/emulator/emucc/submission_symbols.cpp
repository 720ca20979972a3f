// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#include "emulator/emucc/submission_symbols.h"

#include <algorithm>
#include <cctype>
#include <cstdlib>
#include <memory>
#include <set>

#include <cxxabi.h>
#include <dlfcn.h>

#include "emulator/emucc/elf_object.h"
#include "emulator/emucc/scratch_folder.h"
#include "emulator/emucc/words.h"

namespace cudalab::emulator {
namespace {

std::string readable(const std::string& name) {
  int status = 0;
  const std::unique_ptr<char, void (*)(void*)> plain(
      abi::__cxa_demangle(name.c_str(), nullptr, nullptr, &status), std::free);
  return status == 0 && plain ? plain.get() : name;
}

/// A function outside of namespaces, no template, whose name begins with cuda.
bool is_of_cuda(const std::string& name) {
  std::size_t at = 2, length = 0;
  for (; at < name.size() && std::isdigit(static_cast<unsigned char>(name[at])); ++at)
    length = 10 * length + static_cast<std::size_t>(name[at] - '0');
  if (!begins(name, "_Z") || length == 0 || length > name.size() - at)
    return false;
  const std::string plain = name.substr(at, length);
  // The header itself defines this one.
  return begins(plain, "cuda") && plain != "cudaGLSetGLDevice" &&
         name.substr(at + length, 1) != "I";
}

/// Some library of C or C++ has it: of theirs, this very program has most.
bool is_in_a_library(const std::string& name) {
  return dlsym(RTLD_DEFAULT, name.c_str()) != nullptr;
}

std::string refused_definition(const std::string& name, const Elf64_Sym& symbol) {
  const bool variable = ELF64_ST_TYPE(symbol.st_info) != STT_FUNC;
  if (name == "__clang_call_terminate") // clang's own, where an exception must not leave
    return "";
  if (name == "main")
    return "a submission has no main(): the course's own main() calls your functions";
  // Variables outside of functions have plain names, as in C.
  if (!begins(name, "_Z") && variable && !is_in_a_library(name))
    return "";
  if (!begins(name, "_Z") && variable)
    return "the variable '" + name +
           "' has the name of a library's function or variable, whose place "
           "it would take. Use another name.";
  if (!begins(name, "_Z"))
    return "'" + name +
           "' is defined with the name of a C function, which could take the place of "
           "a library's. Leave out extern \"C\".";
  for (const char* allocation : {"_Znw", "_Zna", "_Zdl", "_Zda"}) // <new> has weak ones
    if (begins(name, allocation) && ELF64_ST_BIND(symbol.st_info) == STB_GLOBAL)
      return "'" + readable(name) + "' may not be replaced in a submission";
  if (is_of_cuda(name))
    return "'" + readable(name) +
           "' is CUDA's own function and cannot be defined anew. Use another "
           "name.";
  return "";
}

/// Parts of the C++ library that reach beyond the program's memory.
bool reaches_out(const std::string& name) {
  for (const char* part : {"fstream", "filebuf", "filesystem", "St6thread", "St13__future_base",
                           "__basic_file", "condition_variable"})
    if (name.find(part) != std::string::npos)
      return true;
  return false;
}

const std::set<std::string>& functions_of_c() {
  static const std::set<std::string> names = {
      // text
      "printf", "puts", "putchar", "fprintf", "vprintf", "vfprintf", "fputs", "fputc", "putc",
      "fwrite", "fflush", "sprintf", "snprintf", "vsnprintf", "sscanf", "stdout", "stderr",
      "perror", "__printf_chk", "__fprintf_chk", "__snprintf_chk", "__sprintf_chk",
      // memory and strings
      "calloc", "realloc", "aligned_alloc", "posix_memalign", "memcpy", "memmove", "memset",
      "memcmp", "memchr", "strlen", "strcmp", "strncmp", "strcpy", "strncpy", "strcat", "strchr",
      "strrchr", "strstr", "strerror", "__memcpy_chk", "__memset_chk", "__memmove_chk", "malloc",
      "free",
      // numbers
      "abs", "labs", "llabs", "div", "rand", "srand", "rand_r", "atoi", "atol", "atoll", "atof",
      "strtol", "strtoll", "strtoul", "strtoull", "strtof", "strtod", "qsort", "bsearch", "isnan",
      "isinf", "signgam",
      // what the C++ library's headers and clang make of others
      "__libc_single_threaded", "bcmp", "stpcpy", "__isoc23_strtol", "__isoc23_strtoll",
      "__isoc23_strtoul", "__isoc23_strtoull",
      // the rest
      "abort", "exit", "__assert_fail", "__errno_location", "time", "difftime"};
  return names;
}

/// With f or l at its end, too.
bool is_mathematics(std::string name) {
  static const std::set<std::string> names = {
      "acos",      "acosh",     "asin",      "asinh",      "atan",    "atan2",   "atanh",
      "cbrt",      "ceil",      "copysign",  "cos",        "cosh",    "cospi",   "cyl_bessel_i0",
      "erf",       "erfc",      "erfcinv",   "erfcx",      "erfinv",  "exp",     "exp10",
      "exp2",      "expm1",     "fabs",      "fdim",       "fdivide", "floor",   "fma",
      "fmax",      "fmin",      "fmod",      "frexp",      "hypot",   "ilogb",   "j0",
      "j1",        "jn",        "ldexp",     "lgamma",     "llrint",  "llround", "log",
      "log10",     "log1p",     "log2",      "logb",       "lrint",   "lround",  "modf",
      "nan",       "nearbyint", "nextafter", "nexttoward", "norm",    "pow",     "powi",
      "remainder", "remquo",    "rint",      "round",      "rsqrt",   "scalbln", "scalbn",
      "sin",       "sincos",    "sincospi",  "sinh",       "sinpi",   "sqrt",    "tan",
      "tanh",      "tgamma",    "trunc",     "y0",         "y1",      "yn"};
  if (names.count(name) != 0)
    return true;
  const bool suffix = !name.empty() && (name.back() == 'f' || name.back() == 'l');
  if (suffix)
    name.pop_back();
  return suffix && names.count(name) != 0;
}

bool may_be_used(const std::string& name) {
  if (begins(name, "_Z"))
    return !reaches_out(name);
  for (const char* of_the_compiler : {"cudalab_",
                                      "__tsan_",
                                      "__ubsan_handle_",
                                      "__sanitizer_cov_trace_pc",
                                      "__cxa_",
                                      "_Unwind_",
                                      "__gxx_personality",
                                      "__gcc_personality",
                                      "_GLOBAL_OFFSET_TABLE_",
                                      "__stack_chk_fail",
                                      "__dso_handle",
                                      "__dynamic_cast",
                                      "__tls_get_addr",
                                      "__div",
                                      "__mul",
                                      "__fix",
                                      "__float",
                                      "__extend",
                                      "__trunc",
                                      "__udiv",
                                      "__umod",
                                      "__mod",
                                      "__add",
                                      "__sub",
                                      "__eq",
                                      "__ne",
                                      "__lt",
                                      "__le",
                                      "__gt",
                                      "__ge",
                                      "__unord",
                                      "__pow"})
    if (begins(name, of_the_compiler))
      return true;
  return functions_of_c().count(name) != 0 || is_mathematics(name);
}

} // namespace

std::vector<std::string> find_refused_symbols(const std::filesystem::path& object) {
  std::set<std::string> reasons; // a symbol can be there twice
  const elf_object file(read_file(object));
  file.each_symbol([&](std::size_t, const Elf64_Sym& symbol, const std::string& name) {
    const auto type = ELF64_ST_TYPE(symbol.st_info);
    if (name.empty() || ELF64_ST_BIND(symbol.st_info) == STB_LOCAL)
      return;
    if (symbol.st_shndx != SHN_UNDEF) {
      if (std::string reason = refused_definition(name, symbol); !reason.empty())
        reasons.insert(reason);
    } else if (type != STT_TLS && !may_be_used(name)) { // extern __shared__ is an undefined TLS
      reasons.insert(
          "'" + readable(name) +
          "' may not be used in a submission: it could reach beyond your program's own "
          "memory. CUDA, mathematics, printf and the containers and algorithms of C++ may.");
    }
  });
  return {reasons.begin(), reasons.end()};
}

} // namespace cudalab::emulator
