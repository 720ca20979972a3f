// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#include "emulator/emucc/double_arithmetic.h"

#include <doctest/doctest.h>

#include "emulator/emucc/precision_messages.h"

using namespace cudalab::emulator;

namespace {

/// The literals that are found for a warning at the piece behind `^`, in the body of a kernel.
std::string literal_at(std::string line, const std::string& before = "") {
  const std::size_t mark = line.find('^');
  REQUIRE(mark != std::string::npos);
  line.erase(mark, 1);
  const translation text = translate(before + "__global__ void k() {\n" + line + ";\n}\n");
  const std::string warning = ":2:" + std::to_string(mark + 1) +
                              ": warning: implicit conversion increases floating-point precision: "
                              "'float' to 'double' [-Wdouble-promotion]\n";
  const auto found = find_double_arithmetic(warning, text);
  return found.empty() ? "" : found[0].literal;
}

} // namespace

TEST_CASE("the literal beside an operand that is widened") {
  CHECK(literal_at("y = ^x * 2.0") == "2.0");
  CHECK(literal_at("y = 2.0 * ^x + 1.0") == "2.0");
  CHECK(literal_at("y = 0.5 * ^(a[1] + a[2])") == "0.5");
  CHECK(literal_at("y = ^a[i].x * 0.5") == "0.5");
  CHECK(literal_at("y = 0.5 * p->^x") == "0.5");
  CHECK(literal_at("y = a[1] ^* 3 * -2.0") == "2.0");
  CHECK(literal_at("y = ^x / (3.)") == "3.");
  CHECK(literal_at("if (^x > -0.5)") == "0.5");
  CHECK(literal_at("y = ^(a[1] - a[2]) * .5") == ".5");
  CHECK(literal_at("y = d * ^x") == "");
  CHECK(literal_at("y = ^x + 2.0 * d") == "");
  CHECK(literal_at("y = ^x * (2.0 + d)") == "");
  CHECK(literal_at("y = (d + 1.0) * ^x") == "");
  CHECK(literal_at("y = d * 2.0 + ^x") == "");
  CHECK(literal_at("y = ^x * 0x1p3") == "");
  CHECK(literal_at("y = sqrtf(x) ^+ b * 2.0") == "");
  CHECK(literal_at("double e = ^x") == "");
  CHECK(literal_at("y = d * ^x + 2.0") == "");
  CHECK(literal_at("f(2.0, ^x)") == "");
}

TEST_CASE("a constant without its f is what its literal is") {
  for (const char* declared :
       {"constexpr auto a = 0.5;", "const double a = 0.5;", "constexpr double a{0.5};"}) {
    CHECK(literal_at("y = a * ^x", declared) == "0.5");
    CHECK(literal_at("y = ^x / a", declared) == "0.5");
    CHECK(literal_at("y = ^x * a.b", declared) == "");
  }
  for (const char* declared : {"constexpr auto a = 0.5f;", "double a = 0.5;",
                               "const double a = 0.5 * f();", "constexpr auto b = 0.5;"})
    CHECK(literal_at("y = a * ^x", declared) == "");
}

TEST_CASE("only device code counts, and a template is told of once") {
  const translation text =
      translate("void host() { x * 2.0; }\n"
                "template <class T> __device__ T f(T x) { return x * 2.0; }\n");
  const std::string in_host = ":1:15: warning: increases precision [-Wdouble-promotion]\n",
                    in_device = ":2:49: warning: increases precision [-Wdouble-promotion]\n";
  CHECK(find_double_arithmetic(in_host, text).empty());
  const auto found = find_double_arithmetic(in_host + in_device + in_device, text);
  REQUIRE(found.size() == 1);
  CHECK(advice_lines(found) == "\t2\tf\tdevice\t2.0\n");
}

TEST_CASE("the compiler's other messages stay, with what belongs to them") {
  const std::string first = "a.cu:1:2: warning: unused variable 'x'\n"
                            "a.cu:1:3: note: see here\n",
                    promotion = "In file included from b.cu:1:\n"
                                "a.cu:3:4: warning: implicit conversion [-Wdouble-promotion]\n"
                                "a.cu:9:3: note: in instantiation of function template\n",
                    constant = "a.cu:4:4: warning: implicit conversion loses floating-point "
                               "precision [-Wimplicit-float-conversion]\n",
                    last = "In file included from b.cu:2:\n"
                           "a.cu:5:6: error: no\n";
  CHECK(without_precision(first + promotion + constant + last) == first + last);
  CHECK(without_precision(promotion) == "");
}

namespace {

/// The reason that is found where a result becomes a float, at the piece behind `^`.
std::string reason_at(std::string line) {
  const std::size_t mark = line.find('^');
  REQUIRE(mark != std::string::npos);
  line.erase(mark, 1);
  const translation text =
      translate("__global__ void k(float x, int i, double d) {\n" + line + ";\n}\n");
  const auto found =
      find_double_arithmetic(":2:" + std::to_string(mark + 1) +
                                 ": warning: loses precision [-Wimplicit-float-conversion]\n",
                             text);
  return found.empty() ? "" : found[0].literal;
}

} // namespace

TEST_CASE("a double that becomes a float is told of where a literal or a function made it one") {
  CHECK(reason_at("const float a = 2 * 3.14 * i ^/ 7") == "3.14");
  CHECK(reason_at("f(0.0f, 2.0 ^* i, x)") == "2.0");
  CHECK(reason_at("x ^+= 0.5 * i") == "0.5");
  CHECK(reason_at("x = (2.0 * i + 1) ^/ i") == "2.0");
  CHECK(reason_at("x = sqrtf(2.0 ^* i)") == "2.0");
  CHECK(reason_at("f(^pow(x, 3))") == "pow(...)");
  CHECK(reason_at("x = 2.0f ^* pow(x, 3)") == "pow(...)");
  CHECK(reason_at("x = d ^* 2.0") == "");
  CHECK(reason_at("x = ^d") == "");
  CHECK(reason_at("x = static_cast<double>(x) ^* 2.0") == "");
  CHECK(reason_at("double e = i; x = e ^* 2.0") == "");
  CHECK(reason_at("x = ^pow(d, 2.0)") == "");
  CHECK(reason_at("x = ^f(2.0)") == "");
  CHECK(reason_at("x += ^0.5") == "0.5");
  CHECK(reason_at("x = ^0.5") == "");
  CHECK(reason_at("x = 2 ^* 3.14") == "");
}
