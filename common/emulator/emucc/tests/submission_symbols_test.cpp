// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#include <doctest/doctest.h>

#include "emulator/emucc/submission_imports.h"
#include "emulator/emucc/tests/workshop.h"
#include "emulator/emucc/words.h"

using namespace cudalab::emulator;

namespace {

/// A function of the C++ library, of which the linker would take the first that it sees.
const char* const own_library = R"(
#include <cstdlib>
#include <map>
namespace std {
void _Rb_tree_insert_and_rebalance(const bool, _Rb_tree_node_base*, _Rb_tree_node_base*,
                                   _Rb_tree_node_base&) noexcept { std::abort(); }
template <> void map<int, long>::clear() noexcept { std::abort(); }
}
__global__ void nothing() {}
int launched() {
  nothing<<<1, 1>>>();
  std::map<int, long> own;
  return cudaDeviceSynchronize() == cudaSuccess ? 3 : 0;
}
)";

const char* const course = R"(
#include <map>
int launched();
int main() {
  std::map<int, long> all;
  all[1] = launched();
  const long found = all[1];
  all.clear();
  return found == 3 ? 0 : 1;
}
)";

} // namespace

TEST_CASE("what a submission defines takes nobody's place") {
  const workshop shop;
  const std::string one = shop.write("one.cu", own_library), two = shop.write("two.cu", course);
  const std::string object = shop.path("one.o"), program = shop.path("program");
  const finished compiled = shop.emucc({"--checked", "--submission", "-c", one, "-o", object});
  INFO(compiled.errors);
  REQUIRE(compiled.status == 0);
  const finished linked = shop.emucc({"--checked", object, two, "-o", program});
  INFO(linked.errors);
  REQUIRE(linked.status == 0);
  CHECK(run_tool({program}).status == 0);
}

TEST_CASE("a submission asks for nobody outside of the list") {
  const workshop shop;
  const std::string file =
      shop.write("one.cu", "extern \"C\" int __getpgid(int);\nint f() { return __getpgid(0); }\n");
  const finished compiled =
      shop.emucc({"--checked", "--submission", "-c", file, "-o", shop.path("one.o")});
  CHECK(compiled.status != 0);
  CHECK(contains(compiled.errors, "'__getpgid' may not be used"));
}

TEST_CASE("names are admitted whole") {
  for (const char* name :
       {"printf", "sinf", "__divti3", "__tsan_write4", "__tsan_unaligned_read8", "cudalab_memcpy",
        "_Z10cudaMallocPPvm", "_ZNSolsEi", "_ZSt4cout", "_ZTISt9exception",
        "_ZTVN10__cxxabiv120__si_class_type_infoE", "_ZSt20__throw_length_errorPKc", "_ZTIi"})
    CHECK_MESSAGE(may_be_imported(name), name);
  for (const char* name :
       {"__getdelim", "__geteuid", "_GLOBAL_OFFSET_TABLE_", "__cxa_thread_atexit_impl", "fopen",
        "_Unwind_Backtrace", "qsort", "__dynamic_cast", "_ZSt17current_exceptionv",
        "_ZNSt7__cxx1112basic_stringIcSt11char_traitsIcESaIcEE6appendEPKc", "cudalab_lab_bindings",
        "_ZN7cudalab8emulator13take_findingsEv",
        "_ZNSt9basic_iosIcSt11char_traitsIcEE5rdbufEPSt15basic_streambufIcS1_E",
        "_ZTISt15basic_streambufIcSt11char_traitsIcEE", "_ZSt3cin", "_ZNSt6thread4joinEv",
        "_ZSt13set_terminatePFvvE", "_ZNSt13basic_filebufIcSt11char_traitsIcEE5closeEv"})
    CHECK_FALSE_MESSAGE(may_be_imported(name), name);
}

TEST_CASE("a function's name is told from what it returns and takes") {
  CHECK(qualified_name("std::ostream& std::ostream::_M_insert<long>(long)") ==
        "std::ostream::_M_insert");
  CHECK(qualified_name("std::basic_ostream<char, std::char_traits<char> >& std::operator<< "
                       "<std::char_traits<char> >(int)") == "std::operator<<");
  CHECK(qualified_name("n::c::operator()(int) const") == "n::c::operator()");
  CHECK(qualified_name("n::c::operator bool() const") == "n::c::operator bool");
  CHECK(qualified_name("operator new[](unsigned long)") == "operator new[]");
  CHECK(qualified_name("vtable for std::exception") == "vtable for std::exception");
}
