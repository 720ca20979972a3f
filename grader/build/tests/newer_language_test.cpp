// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#include "grader/build/newer_language.h"

#include <doctest/doctest.h>

using namespace cudalab::grader;

TEST_CASE("a keyword of C++20 is known by clang's, g++'s and nvcc's words, and by the line") {
  CHECK(newer_part("unknown type name 'requires'", "") == "'requires'");
  CHECK(newer_part("C++ requires a type specifier for all declarations", "  requires(N > 1)") ==
        "'requires'");
  CHECK(newer_part("C++ requires a type specifier for all declarations", "f(int a);") == "");
  CHECK(newer_part("\u2018concept\u2019 does not name a type; did you mean \u2018const\u2019?",
                   "") == "'concept'");
  CHECK(newer_part("identifier \"concept\" is undefined", "") == "'concept'");
  CHECK(newer_part("this declaration has no storage class or type specifier",
                   "consteval int g() { return 1; }") == "'consteval'");
  CHECK(newer_part("use of undeclared identifier 'co_return'", "") == "'co_return'");
  CHECK(newer_part("expected an identifier", "  using enum color;") == "'using enum'");
}

TEST_CASE("so are other parts of the language") {
  CHECK(newer_part("'operator<=' cannot be the name of a variable or data member",
                   "  auto operator<=>(const P&) const = default;") == "'<=>'");
  CHECK(newer_part("'auto' not allowed in function prototype", "void k(auto x) {}") ==
        "A parameter of type auto");
  CHECK(newer_part("a non-type template parameter cannot have type 'Shape' before C++20", "") ==
        "What stands there");
}

TEST_CASE("and headers and names of the library") {
  CHECK(newer_part("'format' file not found", "#include <format>") == "<format>");
  CHECK(newer_part("format: No such file or directory", "#include <format>") == "<format>");
  CHECK(newer_part("cannot open source file \"format\"", "#include <format>") == "<format>");
  CHECK(newer_part("'lab44.h' file not found", "#include \"lab44.h\" // requires") == "");
  CHECK(newer_part("no template named 'span' in namespace 'std'", "") == "std::span");
  CHECK(newer_part("namespace \"std\" has no member \"bit_cast\"", "") == "std::bit_cast");
  CHECK(newer_part("\u2018popcount\u2019 is not a member of \u2018std\u2019", "") ==
        "std::popcount");
  CHECK(newer_part("\u2018std::numbers\u2019 has not been declared", "") == "std::numbers");
  CHECK(newer_part("use of undeclared identifier 'span'", "") == ""); // whose it is, nobody knows
}

TEST_CASE("other errors are not taken for it, whatever a comment or a text says") {
  CHECK(newer_part("expected ';' after expression", "f(x) // this requires a ;") == "");
  CHECK(newer_part("expected ';' after expression", "puts(\"it requires \\\" <=> \")") == "");
  CHECK(newer_part("use of undeclared identifier 'requires_grad'", "requires_grad = 1;") == "");
  CHECK(newer_part("no member named 'vectr' in namespace 'std'", "std::vectr<int> v;") == "");
  CHECK(newer_part("", "") == "");
}

TEST_CASE("errors of the submission get the remedy, and not those of a header, nor warnings") {
  std::vector<diagnostic> all = {
      {"/x/lab01.cu", 2, 1, "error", "C++ requires a type specifier for all declarations"},
      {"/x/other.h", 2, 1, "error", "C++ requires a type specifier for all declarations"},
      {"/x/lab01.cu", 2, 1, "warning", "unknown type name 'requires'"},
      {"/x/lab01.cu", 9, 1, "error", "expected ';'"}};
  tell_newer_parts(all, "template <class T>\n  requires(sizeof(T) > 1)\n", {"/x/lab01.cu"});
  CHECK(all[0].remedy == "'requires' belongs to a newer C++ (C++20), and labs are compiled as "
                         "C++17, as nvcc does by default: do without it. Other errors may follow "
                         "from this one.");
  for (std::size_t i = 1; i < all.size(); ++i)
    CHECK(all[i].remedy.empty());
}
