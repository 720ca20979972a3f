// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#include "emulator/emucc/compile.h"

#include <algorithm>
#include <iostream>
#include <map>
#include <optional>
#include <utility>

#include "emulator/emucc/build_error.h"
#include "emulator/emucc/compile_options.h"
#include "emulator/emucc/device_sections.h"
#include "emulator/emucc/device_statements.h"
#include "emulator/emucc/diagnostics.h"
#include "emulator/emucc/double_arithmetic.h"
#include "emulator/emucc/elf_object.h"
#include "emulator/emucc/flavours.h"
#include "emulator/emucc/object_symbols.h"
#include "emulator/emucc/preamble.h"
#include "emulator/emucc/precision_messages.h"
#include "emulator/emucc/preprocess.h"
#include "emulator/emucc/saturating_conversions.h"
#include "emulator/emucc/special_functions.h"
#include "emulator/emucc/submission_code.h"
#include "emulator/emucc/submission_symbols.h"
#include "emulator/emucc/submission_text.h"
#include "emulator/emucc/vector_members.h"

namespace cudalab::emulator {
namespace {

/// Exceptions with a text, which they share and count.
void add_exceptions(std::map<std::string, std::string>& forms) {
  for (const char* name :
       {"11logic_error", "12domain_error", "12length_error", "12out_of_range", "16invalid_argument",
        "13runtime_error", "11range_error", "14overflow_error", "15underflow_error"})
    for (const char* destructor : {"D1Ev", "D2Ev"})
      forms[std::string("_ZNSt") + name + destructor] = "cudalab_exception_ends";
  for (const char* copies : {"C1ERKS_", "C2ERKS_", "aSERKS_", "C1EOS_", "C2EOS_", "aSEOS_"}) {
    forms[std::string("_ZNSt11logic_error") + copies] = "cudalab_logic_error_copy";
    forms[std::string("_ZNSt13runtime_error") + copies] = "cudalab_runtime_error_copy";
  }
}

/// Functions of the C and C++ libraries that are others in device code, or on the virtual clock,
/// and the emulator's forms of them. Those that write through pointers tell the observers.
std::map<std::string, std::string> library_forms(const options& wanted) {
  std::map<std::string, std::string> forms = {
      {"__assert_fail", "cudalab_assert_fail"},
      {"clock", "cudalab_clock"},
      {"clock_gettime", "cudalab_clock_gettime"},
      {"timespec_get", "cudalab_timespec_get"},
      {"gettimeofday", "cudalab_gettimeofday"},
      {"time", "cudalab_time"},
      {"_ZNSt6chrono3_V212steady_clock3nowEv", "cudalab_steady_now"},
      {"_ZNSt6chrono3_V212system_clock3nowEv", "cudalab_system_now"},
      {"nanosleep", "cudalab_nanosleep"},
      {"clock_nanosleep", "cudalab_clock_nanosleep"},
      {"usleep", "cudalab_usleep"},
      {"sleep", "cudalab_sleep"},
      {"malloc", "cudalab_malloc"},
      {"free", "cudalab_free"},
      {"calloc", "cudalab_calloc"},
      {"realloc", "cudalab_realloc"},
      {"_Znwm", "cudalab_new"},
      {"_Znam", "cudalab_new_array"},
      {"_ZnwmRKSt9nothrow_t", "cudalab_new_nothrow"},
      {"_ZnamRKSt9nothrow_t", "cudalab_new_array_nothrow"},
      {"aligned_alloc", "cudalab_aligned_alloc"},
      {"posix_memalign", "cudalab_posix_memalign"},
      {"_ZnwmSt11align_val_t", "cudalab_new_aligned"},
      {"_ZnamSt11align_val_t", "cudalab_new_array_aligned"},
      {"_ZdlPvSt11align_val_t", "cudalab_delete_aligned"},
      {"_ZdlPvmSt11align_val_t", "cudalab_delete_sized_aligned"},
      {"_ZdaPvSt11align_val_t", "cudalab_delete_array_aligned"},
      {"__cxa_allocate_exception", "cudalab_allocate_exception"},
      {"_ZdlPv", "cudalab_delete"},
      {"_ZdaPv", "cudalab_delete_array"},
      {"_ZdlPvm", "cudalab_delete_sized"},
      {"_ZdaPvm", "cudalab_delete_array_sized"}};
  if (wanted.checked)
    for (const char* name :
         {"memcpy",   "memmove",  "memset",    "sincos",  "sincosf", "frexp",    "frexpf",
          "modf",     "modff",    "remquo",    "remquof", "wmemcpy", "wmemmove", "wmemset",
          "strcpy",   "stpcpy",   "strncpy",   "strcat",  "strtol",  "strtoll",  "strtoul",
          "strtoull", "strtof",   "strtod",    "rand_r",  "printf",  "vprintf",  "fprintf",
          "vfprintf", "snprintf", "vsnprintf", "sprintf", "fputs",   "fputc",    "putc",
          "fwrite",   "fflush",   "qsort",     "bsearch"})
      forms[name] = std::string("cudalab_") + name;
  else // on the virtual clock the host's copies take time
    for (const char* name : {"memcpy", "memmove", "memset"})
      forms[name] = std::string("cudalab_timed_") + name;
  if (wanted.checked)
    for (const char* name : {"strtol", "strtoll", "strtoul", "strtoull"}) // of newer C libraries
      forms[std::string("__isoc23_") + name] = std::string("cudalab_") + name;
  if (!wanted.submission && !wanted.given) // whoever links it; compilers make puts of some printf
    for (const char* name : {"printf", "__printf_chk", "vprintf", "puts", "putchar"})
      forms.emplace(name, std::string("__wrap_") + name);
  if (wanted.checked && wanted.submission)
    forms.insert(
        {{"_ZSt17current_exceptionv", "cudalab_current_exception"},
         {"_ZNSt15__exception_ptr13exception_ptr9_M_addrefEv", "cudalab_exception_pointer_copied"},
         {"_ZNSt15__exception_ptr13exception_ptr10_M_releaseEv", "cudalab_exception_pointer_ends"},
         {"_ZSt17rethrow_exceptionNSt15__exception_ptr13exception_ptrE",
          "cudalab_rethrow_exception"}});
  if (wanted.checked) {
    add_exceptions(forms);
    forms.insert(
        {{"_ZNSt13random_device7_M_initERKNSt7__cxx1112basic_stringIcSt11char_traitsIcESaIcEEE",
          "cudalab_random_begins"},
         {"_ZNSt13random_device7_M_finiEv", "cudalab_random_ends"},
         {"_ZNSt13random_device9_M_getvalEv", "cudalab_random_value"}});
    forms.insert(
        {{"_ZNSt8__detail15_List_node_base7_M_hookEPS0_", "cudalab_list_hook"},
         {"_ZNSt8__detail15_List_node_base9_M_unhookEv", "cudalab_list_unhook"},
         {"_ZNSt8__detail15_List_node_base11_M_transferEPS0_S1_", "cudalab_list_transfer"},
         {"_ZNSt8__detail15_List_node_base10_M_reverseEv", "cudalab_list_reverse"},
         {"_ZNSt8__detail15_List_node_base4swapERS0_S1_", "cudalab_list_swap"},
         {"_ZSt29_Rb_tree_insert_and_rebalancebPSt18_Rb_tree_node_baseS0_RS_",
          "cudalab_tree_insert"},
         {"_ZSt28_Rb_tree_rebalance_for_erasePSt18_Rb_tree_node_baseRS_", "cudalab_tree_erase"}});
  }
  return forms;
}

/// Whether the user wants to see such warnings.
bool asked_for_precision(const options& wanted) {
  return std::any_of(wanted.compiler.begin(), wanted.compiler.end(), [](const std::string& word) {
    return word == "-Wdouble-promotion" || word == "-Wconversion" || word == "-Wfloat-conversion" ||
           word == "-Wimplicit-float-conversion";
  });
}

/// For messages.
std::string shown_name(const std::string& file, const original_text& original) {
  return original.name.empty() ? file : original.name;
}
std::string shown_name(const input& source) {
  const std::string content = read_file(source.text);
  return shown_name(source.text, original_of(content));
}

void refuse_text(const input& source) {
  std::vector<std::filesystem::path> files{std::filesystem::absolute(source.text)};
  bool refused = false;
  std::string all; // what one file's macros make of another one's words
  for (std::size_t i = 0; i < files.size(); ++i) { // grows while it runs
    const std::string content = read_file(files[i]);
    const original_text original = original_of(content);
    const std::string shown = shown_name(i == 0 ? source.text : files[i].string(), original);
    for (const refused_text& each : find_refused_text(original.text)) {
      refused = true;
      std::cerr << shown << ':' << each.line << ": error: " << each.reason << '\n';
    }
    all.append(original.text).append("\n");
    for (const std::string& name : quoted_includes(original.text)) {
      const auto file = (files[i].parent_path() / name).lexically_normal();
      std::error_code ignored;
      if (std::filesystem::is_regular_file(file, ignored) &&
          std::find(files.begin(), files.end(), file) == files.end())
        files.push_back(file);
    }
  }
  if (files.size() > 1 && !refused)
    for (const refused_text& each : find_refused_text(all)) {
      refused = true;
      std::cerr << shown_name(source) << ": error: " << each.reason << '\n';
    }
  if (refused)
    throw build_error();
}

void refuse_symbols(const input& source, const std::filesystem::path& object) {
  const std::string content = read_file(source.text);
  const original_text original = original_of(content);
  const std::vector<refused_text> refused = find_refused_symbols(object, original.text);
  for (const refused_text& each : refused)
    std::cerr << shown_name(source.text, original)
              << (each.line == 0 ? "" : ':' + std::to_string(each.line))
              << ": error: " << each.reason << '\n';
  if (!refused.empty())
    throw build_error();
}

command_line to_object(const std::filesystem::path& object) {
  return {"-c", "-o", object};
}

struct compiled {
  finished compiler;
  translation translated;
};

command_line compiler_command(const input& source, const command_line& result,
                              const options& wanted, const toolchain& tools) {
  command_line command = {tools.clang};
  append(command, result);
  append(command, compiler_options(source, wanted));
  return command;
}

/// Intermediate code becomes the object. What was asked of the compiler for code in C++ says how it
/// is optimised, too.
finished compile_code(const std::filesystem::path& code, const std::filesystem::path& object,
                      const options& wanted, const toolchain& tools) {
  command_line command = {tools.clang, "-c", "-o", object, "-x", "ir", code};
  append(command, placement_options(wanted));
  append(command, plain_messages());
  append(command, {"-Qunused-arguments", optimization(wanted)});
  if (!wanted.checked)
    append(command, wanted.compiler);
  // "loop not unrolled": without a line here, and nvcc says nothing.
  command.push_back("-Wno-pass-failed");
  return run_or_throw(command, wanted);
}

/// @throws build_error after telling the student
std::string accepted_code(const input& source, const std::string& code) {
  judged_code judged = judge_code(code);
  for (const std::string& reason : judged.reasons)
    std::cerr << shown_name(source) << ": error: " << reason << '\n';
  if (!judged.reasons.empty())
    throw build_error();
  return std::move(judged.text);
}

/// @param before what the text goes on from; none: it is whole
compiled compile_text(const input& source, const std::filesystem::path& object,
                      translation translated, const preamble& before, const options& wanted,
                      const toolchain& tools, scratch_folder& scratch) {
  const std::filesystem::path text = scratch.file(source.text, ".ii");
  std::string notes = flavour_note(wanted.checked);
  if (!wanted.submission) // in which no more assembly language may stand
    notes += default_stream_note(has_per_thread_default_stream(wanted));
  write_file(text, translated.text + notes);
  const bool judged = wanted.checked && wanted.submission, given = wanted.checked && wanted.given;
  const bool marks = judged || (wanted.checked &&
                                (before.names_vector_type || names_vector_type(translated.text)));
  if (!wanted.checked)
    translated.text.clear();
  const std::filesystem::path code = scratch.file(source.text, ".ll");
  command_line command =
      compiler_command(source, command_line{"-S", "-emit-llvm", "-o", code}, wanted, tools);
  if (!wanted.checked) // it is optimised when conversions are as on a GPU
    append(command, {"-Xclang", "-disable-llvm-passes"});
  if (!before.compiled.empty())
    append(command, words_for(before));
  append(command, {"-x", "c++-cpp-output", text});
  if (wanted.checked) // for the advice double_arithmetic
    append(command, precision_warnings());
  compiled result{run_or_throw(command, wanted), std::move(translated)};
  if (result.compiler.status == 0 && refuse_narrowed_constants(result.compiler.errors))
    result.compiler.status = 1;
  if (result.compiler.status == 0) {
    std::string all = read_file(code);
    if (judged)
      all = accepted_code(source, all);
    else if (given)
      all = with_call_targets(all);
    if (marks)
      all = with_marked_members(all);
    write_file(code, with_saturating_conversions(all));
    const finished marked = compile_code(code, object, wanted, tools);
    result.compiler.status = marked.status;
    result.compiler.errors += marked.errors;
  }
  return result;
}

/// Quickly, where there is a preamble. Empty when there is none, or when anything is wrong: the
/// usual way then says what, in words that do not depend on how it was compiled.
std::optional<compiled> compile_after_preamble(const input& source,
                                               const std::filesystem::path& object,
                                               const options& wanted, const toolchain& tools,
                                               scratch_folder& scratch) {
  const auto preamble = find_preamble(source, wanted, tools);
  if (!preamble)
    return std::nullopt;
  const finished preprocessor =
      preprocess(source, object, wanted, tools, {runtime_header::macros, preamble->headers});
  if (preprocessor.status != 0 || names_special_function(preprocessor.output) ||
      needs_two_passes(wanted, tools, preprocessor.output))
    return std::nullopt;
  translation translated = translate_for(wanted, preprocessor.output);
  if (!translated.errors.empty())
    return std::nullopt;
  compiled result =
      compile_text(source, object, std::move(translated), *preamble, wanted, tools, scratch);
  if (result.compiler.status != 0)
    return std::nullopt;
  say(preprocessor, {}, tools);
  return result;
}

compiled compile_cuda(const input& source, const std::filesystem::path& object,
                      const std::filesystem::path& dependency_target, const options& wanted,
                      const toolchain& tools, scratch_folder& scratch) {
  if (auto quickly = compile_after_preamble(source, object, wanted, tools, scratch))
    return std::move(*quickly);
  translation translated = preprocess_and_translate(source, dependency_target, wanted, tools);
  return compile_text(source, object, std::move(translated), {}, wanted, tools, scratch);
}

compiled compile_host_code(const input& source, const std::filesystem::path& object,
                           const std::filesystem::path& dependency_target, const options& wanted,
                           const toolchain& tools) {
  command_line command = compiler_command(source, to_object(object), wanted, tools);
  append(command, wanted.preprocessor);
  append(command, dependency_words(wanted, dependency_target));
  append(command, {"-isystem", tools.include_folder, source.text});
  return {run_or_throw(command, wanted), {}};
}

/// What clang prints of its own crash is for those who write clang. (A file with errors is 1.)
void name_crash(finished& compiler, const std::string& file) {
  if (compiler.status <= 1)
    return;
  compiler.errors.resize(std::min(compiler.errors.find("PLEASE submit"), compiler.errors.size()));
  compiler.errors += file +
                     ": error: clang crashed while it compiled this file; look for an "
                     "enormous expression or initial value, and for code nested very deeply\n";
}

} // namespace

void compile(const input& source, const std::filesystem::path& object,
             const std::filesystem::path& dependency_target, const options& wanted,
             const toolchain& tools, scratch_folder& scratch) {
  const bool is_cuda = source.what == input::kind::cuda;
  if (is_cuda && wanted.submission)
    refuse_text(source);
  auto [compiler, translated] =
      is_cuda ? compile_cuda(source, object, dependency_target, wanted, tools, scratch)
              : compile_host_code(source, object, dependency_target, wanted, tools);
  const std::vector<double_literal> advice = find_double_arithmetic(compiler.errors, translated);
  if (is_cuda && wanted.checked && !asked_for_precision(wanted))
    compiler.errors = without_precision(compiler.errors);
  name_crash(compiler, shown_name(source));
  say(compiler, translated, tools);
  if (compiler.status != 0)
    throw build_error();
  if (is_cuda) {
    const std::size_t constant_bytes = set_device_variables_apart(object);
    if (constant_bytes > most_constant_bytes) {
      std::cerr << shown_name(source) << ": error: the __constant__ variables of this file have "
                << constant_bytes << " bytes; a GPU has room for " << most_constant_bytes << '\n';
      throw build_error();
    }
    if (wanted.checked)
      set_own_variables_apart(object);
    rename_undefined(object, library_forms(wanted));
    if (!wanted.submission && !wanted.given)
      bind_dynamic_shared_arrays(object);
    if (wanted.submission)
      refuse_symbols(source, object);
    if (wanted.submission || wanted.given)
      keep_definitions_apart(object);
  }
  const std::string statements = statement_lines(translated, tools.include_folder);
  if (!advice.empty() || !statements.empty()) {
    elf_object file(read_file(object));
    if (!advice.empty())
      file.add_section(advice_section, advice_lines(advice));
    if (!statements.empty())
      file.add_section(statement_section, statements);
    write_file(object, file.content());
  }
}

} // namespace cudalab::emulator
