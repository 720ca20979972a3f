// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#include "emulator/emucc/submission_symbols.h"

#include <algorithm>
#include <cctype>
#include <cstdlib>
#include <memory>
#include <set>

#include <dlfcn.h>

#include "emulator/emucc/elf_object.h"
#include "emulator/emucc/object_symbols.h"
#include "emulator/emucc/scratch_folder.h"
#include "emulator/emucc/submission_imports.h"
#include "emulator/emucc/words.h"

namespace cudalab::emulator {
namespace {

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
      return "'" + readable_name(name) + "' may not be replaced in a submission";
  if (is_of_cuda(name))
    return "'" + readable_name(name) +
           "' is CUDA's own function and cannot be defined anew. Use another "
           "name.";
  return "";
}

/// What headers of C++ make of <future>: names that nobody has written.
bool is_of_future(const std::string& readable) {
  for (const char* name : {"__future_base", "future_error", "future_category", "__atomic_futex"})
    if (contains(readable, name))
      return true;
  return false;
}

/// What else they make of it, and of more.
bool may_be_of_future(const std::string& readable) {
  for (const char* name : {"__once_proxy", "pthread_once", "__cxa_init_primary_exception",
                           "std::__exception_ptr::", "std::_V2::generic_category()",
                           "std::__throw_system_error", "std::system_error", "std::thread::"})
    if (contains(readable, name))
      return true;
  return is_of_future(readable);
}

bool is_written_so(const std::string& name) {
  return std::all_of(name.begin(), name.end(), [](char c) {
    return std::isalnum(static_cast<unsigned char>(c)) || c == '_';
  });
}

/// @param names readable, not admitted
std::vector<refused_text> refused_imports(std::set<std::string> names, std::string_view text) {
  std::vector<refused_text> reasons;
  if (std::any_of(names.begin(), names.end(), is_of_future)) {
    reasons.push_back({line_with_name(text, {"async", "promise", "packaged_task", "future"}),
                       "std::async, std::promise and what else <future> has may not be used in a "
                       "submission: a function of a lab does its work in the thread that called "
                       "it. Do it there, without them."});
    std::erase_if(names, may_be_of_future);
  }
  for (const std::string& name : names)
    reasons.push_back(
        {is_written_so(name) ? line_with_name(text, {name}) : 0,
         "'" + name +
             "' may not be used in a submission: it could reach beyond your program's own "
             "memory. CUDA, mathematics, printf, std::cout and the containers and algorithms of "
             "C++ may."});
  return reasons;
}

} // namespace

std::vector<refused_text> find_refused_symbols(const std::filesystem::path& object,
                                               std::string_view text) {
  std::set<std::string> definitions, imports; // a symbol can be there twice
  const elf_object file(read_file(object));
  file.each_symbol([&](std::size_t, const Elf64_Sym& symbol, const std::string& name) {
    const auto type = ELF64_ST_TYPE(symbol.st_info);
    if (name.empty() || ELF64_ST_BIND(symbol.st_info) == STB_LOCAL)
      return;
    if (symbol.st_shndx != SHN_UNDEF) {
      if (std::string reason = refused_definition(name, symbol); !reason.empty())
        definitions.insert(reason);
    } else if (type != STT_TLS && !may_be_imported(name)) { // extern __shared__ is an undefined TLS
      imports.insert(readable_name(name));
    }
  });
  std::vector<refused_text> reasons = refused_imports(std::move(imports), text);
  for (const std::string& reason : definitions)
    reasons.push_back({0, reason});
  return reasons;
}

} // namespace cudalab::emulator
