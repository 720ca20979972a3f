// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#include "grader/bench/story.h"

#include <stdexcept>

#include <doctest/doctest.h>

#include "grader/tests/has.h"

using namespace cudalab::grader;

namespace {

const char* const timed = R"({"schema":"cudalab/bench/v1","title":"A & B","device":"GPU",
  "tables":[{"name":"2, 3","reference":"given","rounds":9,"rows":[
    {"name":"given","ms":4,"low_ms":3.5,"high_ms":5,"bytes":8e9,"flops":0},
    {"name":"half <as> long","ms":2,"low_ms":2,"high_ms":2,"bytes":8e9,"flops":4e12}]}],
  "remarks":["a remark"]})";

const char* const counted_document =
    R"({"schema":"cudalab/bench/v1","title":"T","device":"emulated",
  "tables":[{"name":"small","reference":"","rows":[{"name":"k","traffic":[{"totals":{
    "l1tex__t_requests_pipe_lsu_mem_global_op_ld.sum":1000,
    "l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum":4500,
    "shared_load_requests":7,"shared_load_conflicts":3,"barriers_per_block_max":2}}]}]}],
  "remarks":[]})";

} // namespace

TEST_CASE("a timed story: times, rates, and how each compares with the reference") {
  const bench_story story = parse_story(timed);
  REQUIRE(story.tables.size() == 1);
  CHECK(*times_reference(story.tables[0], story.tables[0].rows[1]) == 2);
  const std::string text = to_text(story, {});
  CAPTURE(text);
  CHECK(has(text, "given           4.000  3.500..5.000  2000        -         1.00"));
  CHECK(has(text, "half <as> long  2.000  2.000..2.000  4000  2000.00         2.00"));
  CHECK(has(text, "a remark"));
  CHECK_FALSE(has(text, "Counted, not timed"));
  CHECK(has(to_csv(story), "\"2, 3\",half <as> long,2,2,2,8e+09,4e+12,2,"));
}

TEST_CASE("a counted story has no times") {
  const bench_story story = parse_story(counted_document);
  CHECK_FALSE(times_reference(story.tables[0], story.tables[0].rows[0]).has_value());
  const std::string text = to_text(story, {});
  CAPTURE(text);
  CHECK(has(text, "1,000           4.5"));
  CHECK(has(text, "Counted, not timed"));
  CHECK(has(to_csv(story), "small,k,,,,,,,1000,4500,0,0,7,3,2"));
  CHECK(has(to_svg(story), "4,500 sectors"));
}

TEST_CASE("a plot has a bar a row, its length the time, and safe text") {
  const std::string svg = to_svg(parse_story(timed));
  CHECK(has(svg, "half &lt;as&gt; long"));
  CHECK(has(svg, "A &amp; B on GPU"));
  CHECK(has(svg, "class=\"reference\" x=\"260\" y=\"84\" width=\"380.0\""));
  CHECK(has(svg, "width=\"190.0\""));
  CHECK(has(svg, "2 ms, 2.00x"));
}

TEST_CASE("what is no story is refused") {
  for (const char* const text :
       {"", "[]", "{}", R"({"schema":"cudalab/bench/v2","title":"","device":"","tables":[]})",
        R"({"schema":"cudalab/bench/v1","title":"","device":"","remarks":[],"tables":[{}]})"})
    CHECK_THROWS_AS(parse_story(text), std::runtime_error);
}
