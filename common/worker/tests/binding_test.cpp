// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#include "worker/binding.h"

#include <doctest/doctest.h>

using namespace cudalab;
using namespace cudalab::worker;
using protocol::direction;
using protocol::element_type;
using protocol::memory_space;

namespace example {

double seen = 0;

void scale(const float* d_in, float* d_out, int n, unsigned stride, float factor, double offset) {
  for (int i = 0; i < n; ++i)
    d_out[i] = d_in[i * static_cast<int>(stride)] * factor;
  seen = offset;
}

void nothing() {}

struct corner {
  float x, y;
};

corner middle(const float4* d_points, float3 shift, dim3 at) {
  const float4 point = d_points[at.y];
  return {point.x + shift.x, point.w + shift.z};
}

} // namespace example

LAB_STRUCT(example::corner, float)

using example::scale;
LAB_FUNCTION(scale, d_in, d_out, n, stride, factor, offset)
LAB_FUNCTION(example::nothing)
using example::middle;
LAB_FUNCTION(middle, d_points, shift, at)

namespace {

protocol::call fitting_call() {
  const protocol::buffer_argument in{"d_in", element_type::float32, memory_space::device,
                                     direction::input};
  protocol::buffer_argument out = in;
  out.name = "d_out";
  out.direction = direction::output;
  return {"scale",
          {in, out, protocol::scalar_argument{"n", element_type::int32},
           protocol::scalar_argument{"stride", element_type::uint32},
           protocol::scalar_argument{"factor", element_type::float32},
           protocol::scalar_argument{"offset", element_type::float64}}};
}

std::string complaint(const protocol::call& call) {
  try {
    function_for(call);
  } catch (const bad_call& error) {
    return error.what();
  }
  return {};
}

} // namespace

TEST_CASE("LAB_FUNCTION records types, names and ways of passing") {
  REQUIRE(bound_functions().count("scale") == 1);
  const auto& parameters = bound_functions().at("scale").parameters;
  REQUIRE(parameters.size() == 6);
  CHECK(parameters[0].name == "d_in");
  CHECK(parameters[0].passing == passing::input_pointer);
  CHECK(parameters[1].passing == passing::output_pointer);
  CHECK(parameters[1].type == element_type::float32);
  CHECK(parameters[3].name == "stride");
  CHECK(parameters[3].type == element_type::uint32);
  CHECK(parameters[5].type == element_type::float64);
  CHECK(parameters[5].name == "offset");
  CHECK(bound_functions().at("example::nothing").parameters.empty());
}

TEST_CASE("a bound function is called with what it was given") {
  float in[] = {1, 2, 3, 4}, out[2] = {};
  bound_functions().at("scale").invoke({static_cast<void*>(in), static_cast<void*>(out),
                                        std::vector<double>{2}, std::vector<double>{2},
                                        std::vector<double>{0.5}, std::vector<double>{1e100}});
  CHECK(out[0] == 0.5F);
  CHECK(out[1] == 1.5F);
  CHECK(example::seen == 1e100);
}

TEST_CASE("vectors go in by pointer and by value, structures come back") {
  const auto& parameters = bound_functions().at("middle").parameters;
  REQUIRE(parameters.size() == 4);
  CHECK(parameters[0].components == 4);
  CHECK(parameters[0].passing == passing::input_pointer);
  CHECK(parameters[1].type == element_type::float32);
  CHECK(parameters[1].components == 3);
  CHECK(parameters[2].type == element_type::uint32);
  CHECK(parameters[3].passing == passing::result);
  CHECK(parameters[3].name == protocol::result_name);
  CHECK(parameters[3].components == 2);

  float points[] = {1, 2, 3, 4, 5, 6, 7, 8}, result[2] = {};
  bound_functions().at("middle").invoke({static_cast<void*>(points),
                                         std::vector<double>{0.5, 0, 0.25},
                                         std::vector<double>{0, 1, 0}, static_cast<void*>(result)});
  CHECK(result[0] == 5.5F);
  CHECK(result[1] == 8.25F);
}

TEST_CASE("vectors and results are checked as other arguments") {
  protocol::buffer_argument points{"d_points", element_type::float32, memory_space::device,
                                   direction::input, 8};
  protocol::buffer_argument result{protocol::result_name, element_type::float32, memory_space::host,
                                   direction::output, 2};
  const protocol::vector_argument shift{"shift", element_type::float32, {0, 0, 0}};
  const protocol::vector_argument at{"at", element_type::uint32, {0, 1, 0}};
  CHECK(complaint({"middle", {points, shift, at, result}}).empty());
  CHECK(complaint({"middle", {points, at, at, result}})
            .find("the value at (3 times unsigned) for parameter 2, which is 3 times float") !=
        std::string::npos);
  CHECK_FALSE(complaint({"middle", {points, shift, at}}).empty());
  result.space = memory_space::device;
  CHECK_FALSE(complaint({"middle", {points, shift, at, result}}).empty());
  result.space = memory_space::host;
  points.elements = 7;
  CHECK_FALSE(complaint({"middle", {points, shift, at, result}}).empty());
}

TEST_CASE("a call that does not fit says where") {
  CHECK(complaint(fitting_call()).empty());

  protocol::call call = fitting_call();
  call.function = "scael";
  CHECK(complaint(call).find("scael") != std::string::npos);

  call = fitting_call();
  call.arguments.pop_back();
  CHECK(complaint(call).find("5 arguments; it has 6 parameters") != std::string::npos);

  call = fitting_call();
  std::swap(call.arguments[0], call.arguments[1]);
  CHECK(complaint(call).find("the output d_out (float*) for parameter 1, which is const float* "
                             "d_in") != std::string::npos);

  call = fitting_call();
  std::get<protocol::scalar_argument>(call.arguments[2]).type = element_type::float32;
  CHECK(complaint(call).find("parameter 3, which is int n") != std::string::npos);

  call = fitting_call();
  std::get<protocol::buffer_argument>(call.arguments[0]).type = element_type::int32;
  CHECK(complaint(call).find("the input d_in (int*)") != std::string::npos);

  call = fitting_call();
  std::get<protocol::buffer_argument>(call.arguments[1]).direction = direction::inout;
  CHECK(complaint(call).empty());
}
