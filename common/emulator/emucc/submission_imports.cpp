// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#include "emulator/emucc/submission_imports.h"

#include <algorithm>
#include <cctype>
#include <cstdlib>
#include <memory>
#include <set>

#include <cxxabi.h>

#include "emulator/emucc/words.h"

namespace cudalab::emulator {
namespace {

using names = std::set<std::string>;

const names& functions_of_c() {
  static const names all = {
      // text
      "printf", "puts", "putchar", "fprintf", "vprintf", "vfprintf", "fputs", "fputc", "putc",
      "fwrite", "fflush", "sprintf", "snprintf", "vsnprintf", "stdout", "stderr", "perror",
      // memory and strings
      "calloc", "realloc", "aligned_alloc", "posix_memalign", "memcpy", "memmove", "memset",
      "memcmp", "memchr", "strlen", "strcmp", "strncmp", "strcpy", "strncpy", "strcat", "strchr",
      "strrchr", "strstr", "strerror", "malloc", "free",
      // numbers
      "abs", "labs", "llabs", "div", "rand", "srand", "rand_r", "atoi", "atol", "atoll", "atof",
      "strtol", "strtoll", "strtoul", "strtoull", "strtof", "strtod", "isnan", "isinf", "signgam",
      // what the C++ library's headers and clang make of others
      "__libc_single_threaded", "wcslen", "wmemchr", "wmemcmp", "wmemcpy", "wmemmove", "wmemset",
      "bcmp", "stpcpy", "__isoc23_strtol", "__isoc23_strtoll", "__isoc23_strtoul",
      "__isoc23_strtoull",
      // the rest
      "qsort", "bsearch", "abort", "exit", "sched_yield", "__assert_fail", "__errno_location",
      "time", "difftime"};
  return all;
}

/// With f or l at its end, too.
bool is_mathematics(std::string name) {
  static const names all = {
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
  if (all.count(name) != 0)
    return true;
  static const names complex = {"cabs",   "cacos", "cacosh", "carg",  "casin", "casinh", "catan",
                                "catanh", "ccos",  "ccosh",  "cexp",  "clog",  "conj",   "cpow",
                                "cproj",  "csin",  "csinh",  "csqrt", "ctan",  "ctanh"};
  if (complex.count(name) != 0)
    return true;
  const bool suffix = !name.empty() && (name.back() == 'f' || name.back() == 'l');
  if (suffix)
    name.pop_back();
  return suffix && (all.count(name) != 0 || complex.count(name) != 0);
}

/// What the compiler itself asks for.
const names& of_the_compiler() {
  static const names all = [] {
    names made = {
        "_Unwind_Resume", "__cxa_allocate_exception", "__cxa_atexit", "__cxa_bad_cast",
        "__cxa_bad_typeid", "__cxa_begin_catch", "__cxa_call_unexpected", "__cxa_deleted_virtual",
        "__cxa_end_catch", "__cxa_free_exception", "__cxa_get_exception_ptr", "__cxa_guard_abort",
        "__cxa_guard_acquire", "__cxa_guard_release", "__cxa_pure_virtual", "__cxa_rethrow",
        "__cxa_thread_atexit", "__cxa_throw", "__cxa_throw_bad_array_new_length", "__dso_handle",
        "__gcc_personality_v0", "__gxx_personality_v0", "__sanitizer_cov_trace_pc",
        "__stack_chk_fail", "__tls_get_addr", "__ubsan_handle_out_of_bounds_abort",
        // arithmetic that the processor does not have
        "__addtf3", "__divdc3", "__divsc3", "__divtf3", "__divti3", "__divxc3", "__eqtf2",
        "__extenddftf2", "__extendhfsf2", "__extendsftf2", "__extendxftf2", "__fixdfti",
        "__fixsfti", "__fixtfdi", "__fixtfsi", "__fixtfti", "__fixunsdfti", "__fixunssfti",
        "__fixunstfdi", "__fixunstfsi", "__fixunstfti", "__fixunsxfti", "__fixxfti", "__floatditf",
        "__floatsitf", "__floattidf", "__floattisf", "__floattitf", "__floattixf", "__floatunditf",
        "__floatunsitf", "__floatuntidf", "__floatuntisf", "__floatuntitf", "__floatuntixf",
        "__getf2", "__gtf2", "__gttf2", "__letf2", "__lttf2", "__modti3", "__muldc3", "__mulodi4",
        "__muloti4", "__mulsc3", "__multf3", "__multi3", "__mulxc3", "__netf2", "__powidf2",
        "__powisf2", "__powitf2", "__powixf2", "__subtf3", "__truncdfhf2", "__truncsfhf2",
        "__trunctfdf2", "__trunctfsf2", "__trunctfxf2", "__udivmodti4", "__udivti3", "__umodti3",
        "__unordtf2"};
    for (const char* call :
         {"init", "func_entry", "func_exit", "ignore_thread_begin", "ignore_thread_end",
          "vptr_update", "vptr_read", "read_range", "write_range", "memcpy", "memmove", "memset",
          "atomic_thread_fence", "atomic_signal_fence"})
      made.insert(std::string("__tsan_") + call);
    made.insert("cudalab_in_kernel"); // with_saturating_conversions()
    for (const char* name :
         {"cudalab_vector_copy", "cudalab_vector_fill", "cudalab_byte_copy", "cudalab_byte_fill"})
      made.insert(name);
    for (const char* size : {"1", "2", "4", "8", "16"}) {
      for (const char* way : {"read", "write"})
        made.insert(std::string("cudalab_part_") + way + size);
      for (const char* way : {"read", "write", "read_write", "volatile_read", "volatile_write",
                              "unaligned_read", "unaligned_write", "unaligned_read_write",
                              "unaligned_volatile_read", "unaligned_volatile_write"})
        made.insert(std::string("__tsan_") + way + size);
    }
    for (const char* bits : {"8", "16", "32", "64", "128"})
      for (const char* what : {"load", "store", "exchange", "fetch_add", "fetch_sub", "fetch_and",
                               "fetch_or", "fetch_xor", "fetch_nand", "compare_exchange_strong",
                               "compare_exchange_weak", "compare_exchange_val"})
        made.insert(std::string("__tsan_atomic") + bits + '_' + what);
    return made;
  }();
  return all;
}

/// What the emulated device's headers, and the names that emucc gives to functions of the library,
/// ask for.
const names& of_the_device() {
  static const names all = {"cudalab_threadIdx",
                            "cudalab_blockIdx",
                            "cudalab_blockDim",
                            "cudalab_gridDim",
                            "cudalab_reason_of",
                            "cudalab_write_range",
                            "cudalab_library_writes",
                            "cudalab_library_writes_until",
                            "cudalab_calls",
                            "cudalab_known_stream",
                            "cudalab_exception_ends",
                            "cudalab_logic_error_copy",
                            "cudalab_runtime_error_copy",
                            "cudalab_current_exception",
                            "cudalab_exception_pointer_copied",
                            "cudalab_exception_pointer_ends",
                            "cudalab_rethrow_exception",
                            "cudalab_qsort",
                            "cudalab_bsearch",
                            "cudalab_random_begins",
                            "cudalab_random_ends",
                            "cudalab_random_value",
                            "cudalab_list_hook",
                            "cudalab_list_unhook",
                            "cudalab_list_transfer",
                            "cudalab_list_reverse",
                            "cudalab_list_swap",
                            "cudalab_tree_insert",
                            "cudalab_tree_erase",
                            "cudalab_reads_unwatched",
                            "cudalab_assert_fail",
                            "cudalab_clock",
                            "cudalab_clock_gettime",
                            "cudalab_timespec_get",
                            "cudalab_gettimeofday",
                            "cudalab_time",
                            "cudalab_steady_now",
                            "cudalab_system_now",
                            "cudalab_nanosleep",
                            "cudalab_clock_nanosleep",
                            "cudalab_usleep",
                            "cudalab_sleep",
                            "cudalab_malloc",
                            "cudalab_free",
                            "cudalab_calloc",
                            "cudalab_wmemcpy",
                            "cudalab_wmemmove",
                            "cudalab_wmemset",
                            "cudalab_strcpy",
                            "cudalab_stpcpy",
                            "cudalab_strncpy",
                            "cudalab_strcat",
                            "cudalab_strtol",
                            "cudalab_strtoll",
                            "cudalab_strtoul",
                            "cudalab_strtoull",
                            "cudalab_strtof",
                            "cudalab_strtod",
                            "cudalab_rand_r",
                            "cudalab_printf",
                            "cudalab_vprintf",
                            "cudalab_fprintf",
                            "cudalab_vfprintf",
                            "cudalab_snprintf",
                            "cudalab_vsnprintf",
                            "cudalab_sprintf",
                            "cudalab_fputs",
                            "cudalab_fputc",
                            "cudalab_putc",
                            "cudalab_fwrite",
                            "cudalab_fflush",
                            "cudalab_aligned_alloc",
                            "cudalab_posix_memalign",
                            "cudalab_new_aligned",
                            "cudalab_new_array_aligned",
                            "cudalab_delete_aligned",
                            "cudalab_delete_sized_aligned",
                            "cudalab_delete_array_aligned",
                            "cudalab_allocate_exception",
                            "cudalab_realloc",
                            "cudalab_new",
                            "cudalab_new_array",
                            "cudalab_new_nothrow",
                            "cudalab_new_array_nothrow",
                            "cudalab_delete",
                            "cudalab_delete_array",
                            "cudalab_delete_sized",
                            "cudalab_delete_array_sized",
                            "cudalab_memcpy",
                            "cudalab_memmove",
                            "cudalab_memset",
                            "cudalab_sincos",
                            "cudalab_sincosf",
                            "cudalab_frexp",
                            "cudalab_frexpf",
                            "cudalab_modf",
                            "cudalab_modff",
                            "cudalab_remquo",
                            "cudalab_remquof",
                            "cudalab_timed_memcpy",
                            "cudalab_timed_memmove",
                            "cudalab_timed_memset"};
  return all;
}

const names& functions_of_the_device() {
  static const names all = {"cudalab::emulator::async::arrive_at_barrier",
                            "cudalab::emulator::async::commit_copies",
                            "cudalab::emulator::async::copy_counted",
                            "cudalab::emulator::async::copy_part",
                            "cudalab::emulator::async::copy_with_zeros",
                            "cudalab::emulator::async::expect_bytes",
                            "cudalab::emulator::async::make_barrier",
                            "cudalab::emulator::async::parity_has_ended",
                            "cudalab::emulator::async::phase_has_ended",
                            "cudalab::emulator::async::wait_for_copies",
                            "cudalab::emulator::async::wait_for_parity",
                            "cudalab::emulator::async::wait_for_phase",
                            "cudalab::emulator::bfloat16_bits",
                            "cudalab::emulator::fused_for_narrowing",
                            "cudalab::emulator::groups::all_lanes",
                            "cudalab::emulator::groups::any_lane",
                            "cudalab::emulator::groups::ballot",
                            "cudalab::emulator::groups::match_all",
                            "cudalab::emulator::groups::match_any",
                            "cudalab::emulator::groups::part_by_label",
                            "cudalab::emulator::groups::part_by_predicate",
                            "cudalab::emulator::groups::part_by_rank",
                            "cudalab::emulator::groups::shuffle_lanes",
                            "cudalab::emulator::groups::wait_for_lanes",
                            "cudalab::emulator::half_bits",
                            "cudalab::emulator::kernel_name",
                            "cudalab::emulator::matrices::load_factor",
                            "cudalab::emulator::matrices::load_rows",
                            "cudalab::emulator::matrices::load_sums",
                            "cudalab::emulator::matrices::multiply",
                            "cudalab::emulator::matrices::refuse",
                            "cudalab::emulator::matrices::store_sums",
                            "cudalab::emulator::operator,",
                            "cudalab::emulator::launch",
                            "cudalab::emulator::launch_is_cooperative",
                            "cudalab::emulator::read_configuration",
                            "cudalab::emulator::remember_kernel",
                            "cudalab::emulator::show_argument",
                            "cudalab::emulator::wait_for_grid"};
  return all;
}

/// Classes of the C++ library whose members may be called and whose descriptions may be used.
const names& classes_of_the_library() {
  static const names all = {"std::bad_alloc",
                            "std::bad_array_new_length",
                            "std::bad_cast",
                            "std::bad_exception",
                            "std::bad_function_call",
                            "std::bad_optional_access",
                            "std::bad_typeid",
                            "std::bad_variant_access",
                            "std::bad_weak_ptr",
                            "std::domain_error",
                            "std::exception",
                            "std::invalid_argument",
                            "std::length_error",
                            "std::logic_error",
                            "std::out_of_range",
                            "std::overflow_error",
                            "std::range_error",
                            "std::runtime_error",
                            "std::underflow_error",
                            "std::allocator",
                            "std::hash",
                            "std::_Hash_impl",
                            "std::__detail::_Prime_rehash_policy",
                            "std::chrono::_V2::system_clock",
                            "std::chrono::_V2::steady_clock",
                            "std::numeric_limits",
                            "std::placeholders"};
  return all;
}

const names& functions_of_the_library() {
  static const names all = {
      "std::_Hash_bytes", "std::_Fnv_hash_bytes", "std::_Rb_tree_increment",
      "std::_Rb_tree_decrement", "std::__glibcxx_assert_fail", "std::__throw_bad_alloc",
      "std::__throw_bad_array_new_length", "std::__throw_bad_cast", "std::__throw_bad_exception",
      "std::__throw_bad_function_call", "std::__throw_bad_typeid", "std::__throw_domain_error",
      "std::__throw_invalid_argument", "std::__throw_length_error", "std::__throw_logic_error",
      "std::__throw_out_of_range", "std::__throw_out_of_range_fmt", "std::__throw_overflow_error",
      "std::__throw_range_error", "std::__throw_runtime_error", "std::__throw_underflow_error",
      "std::terminate", "std::current_exception", "std::rethrow_exception",
      "std::__exception_ptr::exception_ptr::_M_addref",
      "std::__exception_ptr::exception_ptr::_M_release",
      "std::type_info::operator==", "std::type_info::before", "typeinfo for std::type_info",
      "std::uncaught_exception", "std::uncaught_exceptions", "std::nothrow", "std::to_chars",
      "std::from_chars", "std::operator+", "operator new", "operator new[]", "operator delete",
      "operator delete[]", "__gnu_cxx::__exchange_and_add", "__gnu_cxx::__atomic_add",
      // how the compiler describes types
      "vtable for __cxxabiv1::__array_type_info", "vtable for __cxxabiv1::__class_type_info",
      "vtable for __cxxabiv1::__enum_type_info", "vtable for __cxxabiv1::__function_type_info",
      "vtable for __cxxabiv1::__fundamental_type_info", "vtable for __cxxabiv1::__pbase_type_info",
      "vtable for __cxxabiv1::__pointer_to_member_type_info",
      "vtable for __cxxabiv1::__pointer_type_info", "vtable for __cxxabiv1::__si_class_type_info",
      "vtable for __cxxabiv1::__vmi_class_type_info", "typeinfo for __cxxabiv1::__forced_unwind",
      // text to std::cout, std::cerr and std::clog
      "std::cout", "std::cerr", "std::clog", "std::ios_base::Init::Init",
      "std::ios_base::Init::~Init", "std::operator<<", "std::basic_ostream::operator<<",
      "std::ostream::operator<<", "std::basic_ostream::_M_insert", "std::ostream::_M_insert",
      "std::basic_ostream::put", "std::ostream::put", "std::basic_ostream::write",
      "std::ostream::write", "std::basic_ostream::flush", "std::ostream::flush",
      "std::__ostream_insert", "std::endl", "std::ends", "std::flush", "std::ctype::_M_widen_init",
      "std::basic_ios::fill", "std::basic_ios::clear", "std::basic_ios::setstate",
      "std::basic_ios::good", "std::basic_ios::fail", "std::basic_ios::rdstate",
      "std::basic_ios::operator bool", "std::basic_ios::operator!"};
  return all;
}

std::string printed(const std::string& name) {
  int status = 0;
  const std::unique_ptr<char, void (*)(void*)> plain(
      abi::__cxa_demangle(name.c_str(), nullptr, nullptr, &status), std::free);
  return status == 0 && plain ? plain.get() : "";
}

/// A name begins in `text`: "operator()", "operator<<(int)".
std::size_t operator_at(const std::string& text, std::size_t at) {
  static const std::string word = "operator";
  const auto in_name = [&](std::size_t i) {
    return i < text.size() && (std::isalnum(static_cast<unsigned char>(text[i])) || text[i] == '_');
  };
  if (text.compare(at, word.size(), word) != 0 || (at > 0 && in_name(at - 1)) ||
      in_name(at + word.size()))
    return 0;
  std::size_t end = at + word.size();
  if (text.compare(end, 2, "()") == 0)
    return 2 + word.size();
  while (end < text.size() && std::ispunct(static_cast<unsigned char>(text[end])) &&
         text[end] != '(')
    ++end;
  return end - at;
}

bool describes_a_type(const std::string& text) {
  return begins(text, "vtable for ") || begins(text, "typeinfo for ") ||
         begins(text, "typeinfo name for ") || begins(text, "VTT for ");
}

} // namespace

std::string qualified_name(const std::string& demangled) {
  std::string name;
  int depth = 0;
  for (std::size_t i = 0; i < demangled.size(); ++i) {
    const char c = demangled[i];
    if (depth == 0)
      if (const std::size_t length = operator_at(demangled, i); length > 0) {
        // operator bool, operator new[]: the words up to the parameters
        std::size_t end = i + length;
        if (demangled.compare(i, length, "operator") == 0)
          end = std::min(demangled.find('(', end), demangled.size());
        return name + demangled.substr(i, end - i);
      }
    if (c == '<')
      ++depth;
    else if (c == '>')
      --depth;
    else if (depth == 0 && c == '(' && demangled.compare(i, 21, "(anonymous namespace)") != 0)
      break;
    else if (depth == 0 && c == ' ' && !describes_a_type(demangled))
      name.clear(); // what is returned
    else if (depth == 0)
      name += c;
  }
  return name;
}

namespace {

/// A function outside of namespaces: of the driver API (cuMemMap puts memory at two addresses, of
/// which the checks would see one), or for other processes.
bool is_beside_the_runtime(const std::string& name) {
  const std::string plain = name.substr(name.find_first_not_of("0123456789", 2));
  return (plain.size() > 2 && begins(plain, "cu") &&
          std::isupper(static_cast<unsigned char>(plain[2])) != 0) ||
         begins(plain, "cudaIpc");
}

} // namespace

bool may_be_imported(const std::string& name) {
  if (!begins(name, "_Z"))
    return functions_of_c().count(name) != 0 || is_mathematics(name) ||
           of_the_compiler().count(name) != 0 || of_the_device().count(name) != 0;
  if (name.size() > 2 && std::isdigit(static_cast<unsigned char>(name[2])) != 0)
    return !is_beside_the_runtime(name); // outside of namespaces: CUDA's
  const std::string plain = qualified_name(printed(name));
  if (functions_of_the_library().count(plain) != 0 || functions_of_the_device().count(plain) != 0)
    return true;
  if (!contains(plain, "std::"))
    // a class of the submission's own: whoever misses a member is told by the linker
    return !contains(plain, "cudalab") && !contains(plain, "__cxx") && !contains(plain, "__gnu");
  for (const char* description : {"vtable for ", "typeinfo for ", "typeinfo name for "})
    if (begins(plain, description))
      return classes_of_the_library().count(plain.substr(std::string(description).size())) != 0 ||
             !contains(plain, "std::");
  for (std::size_t scope = plain.find("::"); scope != plain.npos;
       scope = plain.find("::", scope + 2))
    if (classes_of_the_library().count(plain.substr(0, scope)) != 0)
      return true; // of the class itself, or of a class in it
  return false;
}

} // namespace cudalab::emulator
