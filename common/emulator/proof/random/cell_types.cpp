// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#include "cell_types.h"

#include <stdexcept>

namespace cudalab::proof {

const char* const cell_definitions = R"(
struct vec3 { float x, y, z; };
struct padded { char c; int i; short s; double d; };
struct rgb { unsigned char r, g, b; };
struct small { short a, b, c; };
struct nested { vec3 where; rgb colour; float w[2]; };
struct large { double v[5]; int n; };
struct empty {};
struct tagged : empty { int a; float b; };
struct bits { unsigned a : 5, b : 12, c : 15; };
struct odd_bits { unsigned a : 12, b : 12; };
struct mixed_bits { unsigned char tag; unsigned a : 3, b : 9; int : 0; int c : 20; };
struct wide_bits { unsigned long long a : 33, b : 31; };
union word { unsigned u; float f; unsigned char c[4]; };
struct variant { int kind; union { float f; int i; }; };
template <class T, int N> struct box {
  T v[N];
  __device__ T& operator[](int i) { return v[i]; }
  __device__ const T& operator[](int i) const { return v[i]; }
};
struct point {
  float x, y;
  __host__ __device__ point() : x(0), y(0) {}
  __host__ __device__ point(float x_, float y_) : x(x_), y(y_) {}
  __host__ __device__ point(const point& o) : x(o.x), y(o.y) {}
  __host__ __device__ point& operator=(const point& o) { x = o.x; y = o.y; return *this; }
  __host__ __device__ point operator+(const point& o) const { return point(x + o.x, y + o.y); }
  __host__ __device__ point& operator+=(const point& o) { x += o.x; y += o.y; return *this; }
  __device__ float operator()() const { return x; }
  __device__ operator float() const { return y; }
};
struct shape {
  int id;
  __device__ explicit shape(int i) : id(i) {}
  __device__ virtual float area() const { return 0; }
  __device__ int number() const { return id; }
};
struct circle : shape {
  float r;
  __device__ circle(int i, float r_) : shape(i), r(r_) {}
  __device__ float area() const override { return r; }
};
)";

namespace {

using kind = cell_type::kind;

cell_type scalar(const std::string& name, long bytes) {
  return {name, bytes, {{"", name, 0, bytes}}, kind::scalar};
}

cell_type row_of(const std::string& name, const std::string& type, long bytes,
                 std::vector<std::string> paths, kind what) {
  cell_type made = {name, 0, {}, what};
  for (const std::string& path : paths) {
    made.fields.push_back({path, type, made.bytes, bytes});
    made.bytes += bytes;
  }
  return made;
}

field bit_field(const std::string& path, long offset, long bytes, long unit, long unit_bytes) {
  return {path, "int", offset, bytes, true, unit, unit_bytes};
}

std::vector<cell_type> make_scalars_and_rows() {
  const std::vector<std::string> xy = {".x", ".y"}, xyzw = {".x", ".y", ".z", ".w"};
  return {
      scalar("float", 4),
      scalar("int", 4),
      scalar("double", 8),
      scalar("long long", 8),
      scalar("short", 2),
      scalar("unsigned char", 1),
      scalar("unsigned", 4),
      row_of("vec3", "float", 4, {".x", ".y", ".z"}, kind::structure),
      row_of("rgb", "unsigned char", 1, {".r", ".g", ".b"}, kind::structure),
      row_of("small", "short", 2, {".a", ".b", ".c"}, kind::structure),
      row_of("float2", "float", 4, xy, kind::vector),
      row_of("float3", "float", 4, {".x", ".y", ".z"}, kind::vector),
      row_of("float4", "float", 4, xyzw, kind::vector),
      row_of("int4", "int", 4, xyzw, kind::vector),
      row_of("uchar4", "unsigned char", 1, xyzw, kind::vector),
      row_of("double2", "double", 8, xy, kind::vector),
      row_of("std::array<float, 3>", "float", 4, {"[0]", "[1]", "[2]"}, kind::array),
      row_of("std::array<short, 5>", "short", 2, {"[0]", "[1]", "[2]", "[3]", "[4]"}, kind::array),
      row_of("box<int, 3>", "int", 4, {"[0]", ".v[1]", "[2]"}, kind::structure),
      row_of("point", "float", 4, xy, kind::with_constructor)};
}

std::vector<cell_type> make_all() {
  std::vector<cell_type> all = make_scalars_and_rows();
  all.push_back(
      {"padded",
       24,
       {{".c", "char", 0, 1}, {".i", "int", 4, 4}, {".s", "short", 8, 2}, {".d", "double", 16, 8}},
       kind::structure});
  all.push_back({"nested",
                 24,
                 {{".where.x", "float", 0, 4},
                  {".where.y", "float", 4, 4},
                  {".where.z", "float", 8, 4},
                  {".colour.r", "unsigned char", 12, 1},
                  {".colour.g", "unsigned char", 13, 1},
                  {".colour.b", "unsigned char", 14, 1},
                  {".w[0]", "float", 16, 4},
                  {".w[1]", "float", 20, 4}},
                 kind::structure});
  all.push_back({"large",
                 48,
                 {{".v[0]", "double", 0, 8},
                  {".v[1]", "double", 8, 8},
                  {".v[2]", "double", 16, 8},
                  {".v[3]", "double", 24, 8},
                  {".v[4]", "double", 32, 8},
                  {".n", "int", 40, 4}},
                 kind::structure});
  all.push_back({"tagged", 8, {{".a", "int", 0, 4}, {".b", "float", 4, 4}}, kind::structure});
  all.push_back(
      {"word",
       4,
       {{".u", "unsigned", 0, 4}, {".f", "float", 0, 4}, {".c[2]", "unsigned char", 2, 1}},
       kind::structure});
  all.push_back({"variant",
                 8,
                 {{".kind", "int", 0, 4}, {".f", "float", 4, 4}, {".i", "int", 4, 4}},
                 kind::structure});
  all.push_back(
      {"bits",
       4,
       {bit_field(".a", 0, 1, 0, 4), bit_field(".b", 0, 3, 0, 4), bit_field(".c", 2, 2, 0, 4)},
       kind::bits});
  all.push_back(
      {"odd_bits", 4, {bit_field(".a", 0, 2, 0, 4), bit_field(".b", 1, 2, 0, 4)}, kind::bits});
  all.push_back({"mixed_bits",
                 8,
                 {{".tag", "unsigned char", 0, 1},
                  bit_field(".a", 1, 1, 1, 3),
                  bit_field(".b", 1, 2, 1, 3),
                  bit_field(".c", 4, 3, 4, 4)},
                 kind::bits});
  all.push_back(
      {"wide_bits", 8, {bit_field(".a", 0, 5, 0, 8), bit_field(".b", 4, 4, 0, 8)}, kind::bits});
  all.push_back({"circle", 16, {{".id", "int", 8, 4}, {".r", "float", 12, 4}}, kind::special});
  all.push_back(row_of("half2", "half", 2, {".x", ".y"}, kind::special));
  return all;
}

} // namespace

std::vector<bool> cell_type::value_bytes() const {
  std::vector<bool> used(static_cast<std::size_t>(bytes), false);
  for (const field& each : fields)
    for (long i = each.offset; i < each.offset + each.bytes; ++i)
      used[static_cast<std::size_t>(i)] = true;
  return used;
}

const std::vector<cell_type>& cell_types() {
  static const std::vector<cell_type> all = make_all();
  return all;
}

const cell_type& cell_type_named(const std::string& name) {
  for (const cell_type& each : cell_types())
    if (each.name == name)
      return each;
  throw std::logic_error("no cell type " + name);
}

} // namespace cudalab::proof
