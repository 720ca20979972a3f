// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#include <cstdlib>
#include <filesystem>

#include <doctest/doctest.h>

#include "grader/class_tools/code_tokens.h"
#include "grader/class_tools/similarity_page.h"
#include "grader/report/html/tests/well_formed.h"
#include "grader/tests/has.h"

using namespace cudalab::grader;

namespace {

std::string words(const std::string& text) {
  std::string all;
  for (const code_token& each : code_tokens(text))
    all += (all.empty() ? "" : " ") + each.word;
  return all;
}

const std::string given = R"(
__global__ void first(const float* in, float* out, int n) {
  // TODO
}
void call_first(const float* in, float* out, int n) {
  const dim3 grid((n + 255) / 256), block(256);
  first<<<grid, block>>>(in, out, n);
  check(cudaGetLastError());
  check(cudaDeviceSynchronize());
}
)";

const std::string one = given + R"(
__device__ float weight(const float* row, int x, int radius) {
  float sum = 0.0f;
  for (int i = -radius; i <= radius; ++i)
    if (x + i >= 0)
      sum += row[x + i] * (radius + 1 - abs(i));
  return sum / (radius * radius);
}
__global__ void blur(const float* in, float* out, int width, int height) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y;
  if (x < width && y < height)
    out[y * width + x] = weight(in + y * width, x, 3);
}
)";

/// The same with other names, comments and constants, the functions the other way round.
const std::string copied = given + R"(
/* my own */
__global__ void soften(const float* from, float* to, int w, int h) {
  const int column = blockIdx.x * blockDim.x + threadIdx.x, line = blockIdx.y;
  if (column < w && line < h) // inside
    to[line * w + column] = mix(from + line * w, column, 17);
}
__device__ float mix(const float* line, int at, int r) {
  float all = 0.000f;
  for (int k = -r; k <= r; ++k)
    if (at + k >= 0)
      all += line[at + k] * (r + 8 - abs(k));
  return all / (r * r);
}
)";

const std::string another = given + R"(
template <int R> struct window {
  const float* begin;
  __device__ float at(int place) const { return place < 0 ? 0 : begin[place]; }
  __device__ float mean(int middle) const {
    float total = at(middle) * (R + 1), sign = 1;
    int step = 1;
    while (step <= R) {
      total = total + (R + 1 - step) * (at(middle - step) + at(middle + step));
      step++;
    }
    return sign * total / (R * R);
  }
};
__global__ void run(const float* in, float* out, int width, int height) {
  for (int i = threadIdx.x + blockIdx.x * 64; i < width * height; i += 64 * gridDim.x)
    out[i] = window<3>{in + i / width * width}.mean(i % width);
}
)";

bool has_engine() {
  // NOLINTNEXTLINE(cert-env33-c,concurrency-mt-unsafe)
  if (std::system("command -v sim_c++ >/dev/null") == 0)
    return true;
  MESSAGE("not tested: sim_c++ (Debian's package similarity-tester) is not installed");
  return false;
}

double share_of(const similar_files& found, std::size_t a, std::size_t b) {
  for (const similar_pair& each : found.pairs)
    if (each.a == a && each.b == b)
      return each.share;
  return 0;
}

} // namespace

TEST_CASE("a file's tokens: no comments, no layout, numbers and strings as good as others") {
  CHECK(words("int a /* b */ = 0x1F'00u; // c\n\"x\\\"y\" 'z' .5e-3f") ==
        "int a = 1 ; \"s\" 'c' 1");
  CHECK(words("#include <x>\n  # pragma once \\\n more\n#define TWICE(x) 2 * x") ==
        "TWICE ( x ) 1 * x");
  CHECK(words("k<<<a, b>>>(p->q)") == "k <<< a , b >>> ( p -> q )");
  CHECK(words("R\"x(a \" b)x\" c") == "\"s\" c");
  CHECK(code_tokens("a\n\n  b /*\n*/ c").at(2).line == 4);
  for (const char* torn : {"\"", "'", "/*", "R\"", "R\"x(", "\\", "#", "\"\\", "\x80\xff"})
    CHECK(code_tokens(torn).size() <= 2);
}

TEST_CASE("of what repeats itself only the beginning is compared") {
  std::string table = "int t[] = {";
  for (int i = 0; i < 5000; ++i)
    table += std::to_string(i) + ", ";
  CHECK(code_tokens(table + "}; int last;").size() < 60);
  CHECK(has(words(table + "}; int last;"), "} ; int last ;"));
}

TEST_CASE("a copy with other names, comments, constants and order is found, other code is not") {
  if (!has_engine())
    return;
  const similar_files found = find_similar({one, copied, another}, {given});
  CHECK(share_of(found, 0, 1) > 0.9);
  CHECK(share_of(found, 0, 2) < 0.2);
  CHECK(share_of(found, 1, 2) < 0.2);
  REQUIRE(!found.pairs.empty());
  const similar_pair& first = found.pairs.front();
  CHECK(first.runs.size() >= 2);
  CHECK(found.is_given.at(0).at(5)); // the call of the given kernel
  CHECK(!found.is_given.at(0).at(14));
}

TEST_CASE("what was given out makes nobody similar") {
  if (!has_engine())
    return;
  CHECK(share_of(find_similar({given, given}, {given}), 0, 1) == 0);
  CHECK(share_of(find_similar({given, given}, {}), 0, 1) > 0.9);
}

TEST_CASE(
    "the page shows pairs side by side, says what it is worth, and quotes nothing as markup") {
  similarity_report report{"lab04", "Tiles", {}, {}, worth_a_look};
  report.files = {{"ann", "Ann <b>", "a\nif (x < 1 && y)\n</pre><script>\nlast"},
                  {"bo", "", "one\ntwo\nthree"},
                  {"cy", "", "z"}};
  report.found.pairs = {{0, 1, 0.84, {{2, 3, 1, 2, 40}, {3, 4, 3, 3, 30}}}, {0, 2, 0.3, {}}};
  report.found.is_given = {{false, true}, {}, {}};
  report.found.left_out = {2};
  const std::string text = similarity_page(report);
  const html_page page = read_page(text);
  CHECK(page.problem == "");
  CHECK(find_all(page, "script").empty());
  CHECK(has(text, "never a verdict"));
  CHECK(has(text, "cy: the file is too long"));
  CHECK(has(find_all(page, "table").at(0).text, "ann (Ann <b>) and bo84 %"));
  CHECK(!has(text, "30 %"));
  CHECK(find_all(page, "span", "marked").size() == 4); // the second run begins inside the first
  CHECK(find_all(page, "span", "soft").size() == 1);
  for (const html_element& each : find_all(page, "a")) { // each link leads somewhere
    const std::string to = each.attributes.at("href").substr(1);
    bool there = false;
    for (const html_element& other : page.elements)
      there = there || (other.attributes.count("id") > 0 && other.attributes.at("id") == to);
    CHECK_MESSAGE(there, to);
  }
}
