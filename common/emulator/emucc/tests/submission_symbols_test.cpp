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

/// What the library counts and calls for a submission.
const char* const held_and_sorted = R"(
#include <cstdlib>
#include <exception>
#include <cstring>
#include <stdexcept>
#include <vector>
__global__ void nothing() {}
static int ended = 0;
struct trouble {
  int number;
  ~trouble() { ++ended; }
};
static std::exception_ptr caught(int number) {
  try {
    throw trouble{number};
  } catch (...) {
    return std::current_exception();
  }
}
static int by_number(const void* a, const void* b) {
  return *static_cast<const int*>(a) - *static_cast<const int*>(b);
}
int launched() {
  nothing<<<1, 1>>>();
  if (cudaDeviceSynchronize() != cudaSuccess || std::current_exception() != nullptr)
    return 0;
  {
    std::exception_ptr one = caught(1), two = caught(2), copy = one, none;
    std::vector<std::exception_ptr> all{two, copy};
    all.push_back(std::move(one));
    std::swap(copy, two);
    none = nullptr;
    try {
      std::rethrow_exception(all[1]);
    } catch (const trouble& t) {
      if (t.number != 1 || all[1] != all[2] || none || !copy || two != all[1] || ended != 0)
        return 0;
    }
    try {
      try {
        throw std::runtime_error("text");
      } catch (...) {
        all[0] = std::current_exception();
      }
      std::rethrow_exception(all[0]);
    } catch (const std::exception& e) {
      if (std::strcmp(e.what(), "text") != 0)
        return 0;
    }
  }
  int numbers[] = {5, 3, 9, 1, 7};
  std::qsort(numbers, 5, sizeof(int), by_number);
  std::qsort(numbers, 0, sizeof(int), [](const void*, const void*) { return 0; });
  for (int each : {1, 3, 5, 7, 9}) {
    const void* found = std::bsearch(&each, numbers, 5, sizeof(int), by_number);
    if (found != numbers + each / 2)
      return 0;
  }
  const int missing = 4;
  if (std::bsearch(&missing, numbers, 5, sizeof(int), by_number) != nullptr)
    return 0;
  return ended == 2 ? 3 : 0; // both are gone with their last pointers
}
)";

} // namespace

TEST_CASE("a submission holds exceptions, and sorts with its own function") {
  const workshop shop;
  const std::string one = shop.write("one.cu", held_and_sorted), two = shop.write("two.cu", course);
  for (const char* flavour : {"--checked", "--fast"}) {
    const std::string object = shop.path("one.o"), program = shop.path("program");
    const finished compiled = shop.emucc({flavour, "--submission", "-c", one, "-o", object});
    INFO(flavour, compiled.errors);
    REQUIRE(compiled.status == 0);
    const finished linked = shop.emucc({flavour, object, two, "-o", program});
    INFO(linked.errors);
    REQUIRE(linked.status == 0);
    CHECK(run_tool({program}).status == 0);
  }
}

TEST_CASE("a submission converts numbers, though what is made of that asks for a function") {
  const workshop shop;
  const std::string file = shop.write("one.cu", "__global__ void k(float* x) {\n"
                                                "  *x = int(*x) + (unsigned char)(*x);\n}\n");
  for (const char* flavour : {"--checked", "--fast"}) {
    const finished compiled =
        shop.emucc({flavour, "--submission", "-c", file, "-o", shop.path("one.o")});
    CHECK(compiled.errors == "");
    CHECK(compiled.status == 0);
  }
}

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
  CHECK(contains(compiled.errors, "one.cu:1: error: '__getpgid' may not be used"));
}

TEST_CASE("what <future> is made of is told as that, with the line where it is used") {
  const workshop shop;
  const std::string file = shop.write("one.cu", R"(#include <future>
// an async task
int f() {
  return std::async(std::launch::async, [] { return 3; }).get();
}
)");
  const finished compiled =
      shop.emucc({"--checked", "--submission", "-c", file, "-o", shop.path("one.o")});
  CHECK(compiled.status != 0);
  INFO(compiled.errors);
  CHECK(contains(compiled.errors, "one.cu:4: error: std::async, std::promise"));
  CHECK(compiled.errors.find("error:") == compiled.errors.rfind("error:"));
}

TEST_CASE("names are admitted whole") {
  for (const char* name :
       {"printf", "sinf", "__divti3", "__tsan_write4", "__tsan_unaligned_read8", "cudalab_memcpy",
        "_Z10cudaMallocPPvm", "qsort", "_ZSt17current_exceptionv", "_ZNSolsEi", "_ZSt4cout",
        "_ZTISt9exception", "_ZTVN10__cxxabiv120__si_class_type_infoE",
        "_ZSt20__throw_length_errorPKc", "_ZTIi"})
    CHECK_MESSAGE(may_be_imported(name), name);
  for (const char* name : {"__getdelim",
                           "__geteuid",
                           "_GLOBAL_OFFSET_TABLE_",
                           "__cxa_thread_atexit_impl",
                           "fopen",
                           "_Unwind_Backtrace",
                           "atexit",
                           "__dynamic_cast",
                           "__cxa_init_primary_exception",
                           "_ZNSt15__exception_ptr13exception_ptrC1EPv",
                           "qsort_r",
                           "_ZNSt7__cxx1112basic_stringIcSt11char_traitsIcESaIcEE6appendEPKc",
                           "cudalab_lab_bindings",
                           "_ZN7cudalab8emulator13take_findingsEv",
                           "_ZNSt9basic_iosIcSt11char_traitsIcEE5rdbufEPSt15basic_streambufIcS1_E",
                           "_ZTISt15basic_streambufIcSt11char_traitsIcEE",
                           "_ZSt3cin",
                           "_Z6cuInitj",
                           "_Z8cuMemMapymmyy",
                           "_Z21cudaIpcCloseMemHandlePv",
                           "_ZNSt6thread4joinEv",
                           "_ZSt13set_terminatePFvvE",
                           "_ZNSt13basic_filebufIcSt11char_traitsIcEE5closeEv"})
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
