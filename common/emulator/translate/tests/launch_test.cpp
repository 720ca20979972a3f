// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#include <doctest/doctest.h>

#include <string>
#include <vector>

#include "emulator/translate/translate.h"

using namespace cudalab::emulator;

namespace {

std::string rewritten_launch(const std::string& text) {
  const translation result = translate(text);
  for (const translation_error& error : result.errors)
    FAIL_CHECK(error.text);
  return result.text;
}

/// The lambda's body of the only launch in `text`.
std::string body(const std::string& text) {
  const std::string all = rewritten_launch(text);
  const std::size_t begin = all.find("{ ", all.find("[=]")) + 2;
  return all.substr(begin, all.find("; }", begin) - begin);
}

std::string only_error(const std::string& text) {
  const translation result = translate(text);
  REQUIRE(result.errors.size() == 1);
  CHECK(result.text == text);
  return result.errors[0].text;
}

bool contains(const std::string& text, const std::string& part) {
  return text.find(part) != text.npos;
}

const std::string launch = "::cudalab::emulator::launch(::cudalab::emulator::launch_configuration";
const std::string unobserved = "__attribute__((no_sanitize(\"thread\"))) ";

/// The name that a launch by `k` gets where nothing says whether that is a kernel or a variable.
const std::string of_k = "::cudalab::emulator::name_launched(\"k\", k)";

/// What a launch of a kernel with known parameters holds before its arguments.
std::string named(const std::string& name, const std::string& kernel, bool variable = false) {
  return "::cudalab::emulator::named_kernel(" + (variable ? of_k : '"' + name + '"') + ", " +
         kernel + ", [=](auto&... cudalab_a) " + unobserved + "{ " + kernel + "(cudalab_a...); })";
}

} // namespace

TEST_CASE("a launch becomes a call with a lambda and the arguments") {
  CHECK(rewritten_launch("k<T><<<g, b, s, q>>>(a, 0, f(x));") ==
        launch + "(g, b, s, q), \"k\", [=](auto& cudalab_a0, auto& cudalab_a2) " + unobserved +
            "{ k<T>(cudalab_a0, 0, cudalab_a2); }, a, f(x));");
  CHECK(rewritten_launch("k<<<1,2>>>();") ==
        launch + "(1,2), " + of_k + ", [=]() " + unobserved + "{ k(); });");
}

TEST_CASE("a launch by a variable asks it which kernel it holds") {
  const auto asks = [](const std::string& text) {
    return contains(translate(text).text, "name_launched(");
  };
  const std::string kernels =
      "__global__ void f(int) {} template <int n> __global__ void g(int) {} ";
  for (const char* variable :
       {"template <class K> void run(K k) { k<<<1, 2>>>(0); }",
        "void run(void (*f)(int)) { f<<<1, 2>>>(0); }", "void run(void (*k)()) { k<<<1, 2>>>(); }",
        "void run(int i) { table[i]<<<1, 2>>>(0); }", "void run(S& s) { s.k<<<1, 2>>>(0); }"})
    CHECK_MESSAGE(asks(kernels + variable), variable);
  for (const char* kernel :
       {"void run() { f<<<1, 2>>>(0); }", "void run() { ::f<<<1, 2>>>(0); }",
        "void run() { g<4><<<1, 2>>>(0); }", "void run() { (f)<<<1, 2>>>(0); }",
        "void run() { (g<4>)<<<1, 2>>>(0); }"})
    CHECK_MESSAGE(!asks(kernels + kernel), kernel);
  // A variable with the name of a kernel elsewhere.
  CHECK(asks("namespace n { " + kernels +
             "} void run() { const auto f = n::g<4>; f<<<1, 2>>>(0); }"));
  CHECK(!asks(kernels + "void other() { auto f = g<4>; } void run() { f<<<1, 2>>>(0); }"));
}

TEST_CASE("braces become the kernel's parameters where the launch stands") {
  CHECK(rewritten_launch("k<<<1, 2>>>({p.get(), n},\n {}, f(x));") ==
        launch + "(1, 2), " + named("k", "k", true) + "({p.get(), n},\n {}, f(x)));");
  for (const std::string kernel :
       {"template <class T> __global__ void k(T, int) {} ", "__global__ void k(pair, int = 0) {} ",
        "__global__ void k(int) {} __global__ void k(pair) {} "})
    CHECK_FALSE(contains(rewritten_launch(kernel + "k<<<1, 2>>>({1, n});"), "named_kernel"));
}

TEST_CASE("arguments become the parameters of a known kernel where the launch stands") {
  const std::string kernel = "__global__ void k(const float*) {} ";
  CHECK(contains(rewritten_launch(kernel + "k<<<1, 2>>>(owner);"), named("k", "k") + "(owner));"));
  const std::string of_one = "template <class T> __global__ void k(T, int) {} ";
  CHECK(contains(rewritten_launch(of_one + "k<pair><<<1, 2>>>({1, n}, 2);"),
                 named("k", "k<pair>") + "({1, n}, 2));"));
  const std::vector<std::string> others = {
      of_one + "k<pair><<<1, 2>>>(a, 2);", of_one + "k<<<1, 2>>>(a, 2);",
      "template <int N, class T> __global__ void k(T, int) {} k<3><<<1, 2>>>(a, {});",
      "template <class... T> __global__ void k(T...) {} k<int><<<1, 2>>>({1});",
      of_one + "__global__ void k(pair) {} k<pair><<<1, 2>>>({1, n}, 2);"};
  for (const std::string& other : others)
    CHECK_FALSE(contains(rewritten_launch(other), "named_kernel"));
}

TEST_CASE("a kernel that is declared with other parameters is none whose name alone says them") {
  const std::string once = "__global__ void k(int* a, int n);\n";
  const std::string defined = "__global__ void k(int* b, int n) { *b = n; }\n";
  CHECK(contains(rewritten_launch(once + defined + "k<<<1, 2>>>(p, n);"), "named_kernel"));
  const std::string other = "__global__ void k(int* a, int n, int m);\n";
  CHECK_FALSE(contains(rewritten_launch(other + defined + "k<<<1, 2>>>(p, n);"), "named_kernel"));
}

TEST_CASE("a kernel with the name of a device function is not found by its name alone") {
  const auto by_name = [](const std::string& other, const std::string& launch) {
    return contains(rewritten_launch(other + launch), "named_kernel");
  };
  const std::string plain = "__global__ void k(const float*) {} ", launched = "k<<<1, 2>>>(owner);";
  CHECK(by_name("__device__ __inline__ float k(float) { return 0; } " + plain, launched));
  CHECK_FALSE(by_name("__device__ __inline__ void k(float) {} " + plain, launched));
  CHECK_FALSE(by_name(plain + "template <class T> __device__ float k(T) { return 0; } ", launched));
  const std::string of_one = "template <class T> __global__ void k(T, int) {} ";
  CHECK_FALSE(by_name("template <class T> __device__ T k(T x) { return x; } " + of_one,
                      "k<pair><<<1, 2>>>({1, n}, 2);"));
}

TEST_CASE("literals, and braces for a template, stay in the lambda") {
  CHECK(
      body("k<<<1, 2>>>(0, __null, nullptr, ((void*)0), true, 1.5e-3f, 'x', L\"s\" \"t\", (0));") ==
      "k(0, __null, nullptr, ((void*)0), true, 1.5e-3f, 'x', L\"s\" \"t\", (0))");
  CHECK(body("k<int><<<1, 2>>>({1, n}, float2{1, 2}, -1);") ==
        "k<int>({1, n}, cudalab_a1, cudalab_a2)");
}

TEST_CASE("the kernel may be any expression") {
  CHECK(body("ns::k<<<1, 2>>>(a);") == "ns::k(cudalab_a0)");
  CHECK(body("return ::k<<<1, 2>>>(a);") == "::k(cudalab_a0)");
  CHECK(body("else ::ns::k<int><<<1, 2>>>();") == "::ns::k<int>()");
  CHECK(body("x.template k<T><<<1, 2>>>();") == "x.template k<T>()");
  CHECK(body("S<T>::template k<U><<<1, 2>>>();") == "S<T>::template k<U>()");
  CHECK(body("this->k<<<1, 2>>>();") == "this->k()");
  CHECK(body("k<A<B<int>>><<<1, 2>>>();") == "k<A<B<int>>>()");
  CHECK(body("k<A<B<C<int>>>><<<1, 2>>>();") == "k<A<B<C<int>>>>()");
  CHECK(body("k<(a > b), 1 << 4, x[1 > 0]><<<1, 2>>>();") == "k<(a > b), 1 << 4, x[1 > 0]>()");
  CHECK(body("y = table[i]<<<1, 2>>>();") == "table[i]()");
  CHECK(body("kernel_for<int>(n)<<<1, 2>>>();") == "kernel_for<int>(n)()");
  CHECK(body("(*pointer)<<<1, 2>>>();") == "(*pointer)()");
  CHECK(body("if (n > 0) k<<<1, 2>>>();") == "k()");
  CHECK(body("if (n > 0) (k)<<<1, 2>>>();") == "(k)()");
  CHECK(body("return (k)<<<1, 2>>>();") == "(k)()");
  CHECK(body("if constexpr (n) (k)<<<1, 2>>>();") == "(k)()");
}

TEST_CASE("a structured binding is captured by its name") {
  const std::string before = "const auto& [at_least, width, kernel] = shape;\n";
  CHECK(contains(rewritten_launch(before + "kernel<<<1, width>>>(p, width);"),
                 "[=, kernel = kernel](auto& cudalab_a0, auto& cudalab_a1) "));
  CHECK(contains(rewritten_launch(before + "kernel<<<1, width>>>(p, {1, at_least});"),
                 "[=, kernel = kernel](auto&... cudalab_a) "));
  CHECK(contains(rewritten_launch(before + "k<int><<<1, width>>>(p, {1, at_least});"),
                 "[=, at_least = at_least](auto& cudalab_a0) "));
  CHECK(contains(rewritten_launch(before + "k<<<1, width>>>(p);"), "[=](auto& cudalab_a0) "));
  CHECK(contains(rewritten_launch(before + "all.kernel<<<1, 2>>>(p);"), "[=](auto& cudalab_a0) "));
  CHECK(contains(rewritten_launch("auto [kernel, n] = f(); kernel<int><<<1, 2>>>(p);"),
                 "[=](auto& cudalab_a0) "));
}

TEST_CASE("a kernel's plain name is left out, and nothing else's") {
  CHECK(rewritten_launch("extern \"C\" __global__ void k() {}") ==
        "                      void k() {}");
  CHECK(rewritten_launch("extern \"C\" void __global__ k() {}") ==
        "           void            k() {}");
  CHECK(contains(rewritten_launch("extern \"C\" void f(); __global__ void k() {}"),
                 "extern \"C\" void f()"));
}

TEST_CASE("the kernel is named without namespace and template arguments") {
  const auto name = [](const std::string& text) { return translate(text).launches.at(0).kernel; };
  CHECK(name("a::b<int>::k<A<B>><<<1, 2>>>();") == "k");
  CHECK(name("table[i]<<<1, 2>>>();") == "table");
  CHECK(name("(*k)<<<1, 2>>>();") == "k");
  CHECK(name("(c ? k : l)<<<1, 2>>>();") == "(c ? k : l)");
  CHECK(contains(rewritten_launch("(c[\"\\\\\"] ? k : l)<<<1, 2>>>();"),
                 "\"(c[\\\"\\\\\\\\\\\"] ? k : l)\""));
}

TEST_CASE("spaces are allowed where nvcc allows them") {
  CHECK(rewritten_launch("k << < g, b >> > (a);") == rewritten_launch("k<<<g, b>>>(a);"));
  CHECK(rewritten_launch("k <<< g, b >>> (a) ;") == rewritten_launch("k<<<g, b>>>(a) ;"));
  CHECK(rewritten_launch("k<<<g, b> >>(a);") == rewritten_launch("k<<<g, b>>>(a);"));
}

TEST_CASE("brackets and template arguments do not end a list") {
  const auto arguments = [](const std::string& text) {
    return translate(text).launches.at(0).arguments;
  };
  CHECK(arguments("k<<<1, 2>>>(f(a, b), x[i, j], S{1, 2}, c);").size() == 4);
  CHECK(arguments("k<<<1, 2>>>(f<a, b>(c), g<int, 4>, d);").size() == 3);
  CHECK(arguments("k<<<1, 2>>>(a < b, c > d);").size() == 2);
  CHECK(arguments("k<<<1, 2>>>(a < b, c);").size() == 2);
  CHECK(arguments("k<<<1, 2>>>([=](int i, int j) { return i < j; }, n);").size() == 2);
  CHECK(arguments("k<<<1, 2>>>(pair<A<int>, B<C<int>>>(x, y), n);").size() == 2);
  CHECK(arguments("k<<<1, 2>>>(\"a, b\", ',', R\"(,))\");").size() == 3);
}

TEST_CASE("the configuration may hold templates, comparisons and shifts") {
  for (const char* text : {"dim3(a<b, c>(d)), b", "f<g<h<int>>>(0), b", "n < 5 ? 1 : 2, b",
                           "g, sizeof(A<B>), f<4>", "g, b, (a > b ? 1 : 2)", "1 << 4, n >> 2",
                           "g, b, A<B<int>>::value", "p->g, n-->0 ? 1 : 2"}) {
    CAPTURE(text);
    CHECK(contains(rewritten_launch("k<<<" + std::string(text) + ">>>(x);"),
                   launch + "(" + text + "), " + of_k + ", "));
  }
}

TEST_CASE("an argument pack is expanded in the lambda") {
  CHECK(rewritten_launch("k<<<1, 2>>>(a, args...);") ==
        launch + "(1, 2), " + of_k + ", [=](auto& cudalab_a0, auto&... cudalab_a1) " + unobserved +
            "{ k(cudalab_a0, cudalab_a1...); }, a, args...);");
  CHECK(rewritten_launch("k<<<1, 2>>>(args..., a);") ==
        launch + "(1, 2), " + of_k + ", [=](auto& cudalab_a1, auto&... cudalab_a0) " + unobserved +
            "{ k(cudalab_a0..., cudalab_a1); }, a, args...);");
  CHECK(contains(only_error("k<<<1, 2>>>(a..., b...);"), "more than one argument pack"));
}

TEST_CASE("launches inside launches") {
  const std::string text =
      rewritten_launch("k<<<f([&] { l<<<1, 2>>>(0); }), b>>>([&] { m<<<3, 4>>>(x); });");
  CHECK(contains(text, "launch_configuration(f([&] { ::cudalab::emulator::launch("));
  CHECK(contains(text, "{ l(0); })"));
  CHECK(contains(text, ", [&] { ::cudalab::emulator::launch("));
  CHECK(contains(text, "{ m(cudalab_a0); }, x); });"));
  CHECK_FALSE(contains(text, "<<<"));
}

TEST_CASE("what only looks like a launch stays") {
  for (const std::string text :
       {"const char* s = \"k<<<1, 2>>>(a)\";", "// k<<<1, 2>>>(a)\n", "/* k<<<1,\n2>>>(a) */",
        "R\"x(k<<<1, 2>>>(a))\" )x\"", "std::operator<< <T>(a, b);", "friend operator<<<>(A);",
        "a << b << c;", "a<b<c<int>>>(d);", "'<' << '<';", "#define K k<<<1, 2>>>(a)\n",
        "\"a\\\"k<<<1, 2>>>(a)\""})
    CHECK(translate(text).text == text);
}

TEST_CASE("a launch with a mistake is an error and stays") {
  CHECK(contains(only_error("k<<<1>>>(a);"), "the launch of k needs <<<blocks, threads>>>"));
  CHECK(contains(only_error("k<<<>>>(a);"), "the launch of k needs <<<blocks, threads>>>"));
  CHECK(contains(only_error("k<<<g, >>>(a);"), "the launch of k needs <<<blocks, threads>>>"));
  CHECK(contains(only_error("k<<<1, 2, 3, 4, 5>>>(a);"), "has 5 values"));
  CHECK(contains(only_error("k<<<1, 2>>>;"), "needs its arguments in parentheses"));
  CHECK(contains(only_error("k<<<1, 2>>>(a"), "no closing parenthesis"));
  CHECK(contains(only_error("f() { k<<<1, 2>>>(a; }"), "no closing parenthesis"));
  CHECK(contains(only_error("k<<<1, 2>>(a);"), "has no >>>"));
  CHECK(contains(only_error("k<<<1, 2;"), "has no >>>"));
  CHECK(contains(only_error("= <<<1, 2>>>(a);"), "the name of a kernel"));
  CHECK(contains(only_error("k<<<1, 2>>>(a, , b);"), "empty argument"));
}

TEST_CASE("a kernel launches another one only where that is asked for") {
  const std::string text = "__global__ void i() {}\n__global__ void o() {\n  i<<<1, 2>>>();\n}\n";
  const translation inside = translate(text);
  REQUIRE(inside.errors.size() == 1);
  CHECK(contains(inside.errors[0].text, "-rdc=true"));
  CHECK(translate(text, true).errors.empty());
  CHECK(translate(text, true).launches.size() == 1);
  CHECK(inside.errors[0].place.line == 3);
  CHECK(translate("__global__ void o() {}\nvoid f() {\n  o<<<1, 2>>>();\n}\n").errors.empty());
}

TEST_CASE("one mistake does not hide the next launch") {
  const translation result = translate("void f() { k<<<1>>>(a); l<<<1, 2>>>(b; }\nm<<<1, 2>>>(c);");
  CHECK(result.errors.size() == 2);
  REQUIRE(result.launches.size() == 1);
  CHECK(result.launches[0].kernel == "m");
}
