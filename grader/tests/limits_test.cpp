// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
//
// Measurements that are made up, of which every fraction is known by hand.
#include "grader/bench/limits.h"

#include <fstream>
#include <iterator>
#include <stdexcept>

#include <doctest/doctest.h>

#include "grader/tests/has.h"

using namespace cudalab::grader;

namespace {

std::string replaced(std::string text, const std::string& from, const std::string& by) {
  const auto at = text.find(from);
  REQUIRE(at != text.npos);
  return text.replace(at, from.size(), by);
}

/// Memory: 4 TB/s at the peak, 2 TB/s by a copy. Arithmetic: 50 TFLOP/s, and nothing measured.
/// Launches: no peak, 2 microseconds each.
const char* const device = R"("device":"GPU <1>","limits":[
    {"id":"memory","name":"memory","unit":"B","peak":4e12,"peak_from":"2 x 8 | 9"},
    {"id":"fp32","name":"arithmetic","unit":"FLOP","peak":5e13,"peak_from":"a guide"},
    {"id":"launch","name":"launches","unit":"launch"},
    {"id":"peer","name":"link","unit":"B"}],
  "machine":{"compute_capability":"9.0","devices":1,"multiprocessors":132,"clock_khz":1980000,
    "l2_bytes":50000000,"driver":13010,"runtime":13000},
  "anchors":[{"of":"memory","name":"a copy","amount":2e9,"ms":1,"low_ms":1,"high_ms":1},
             {"of":"launch","name":"empty kernels","amount":1,"ms":0.002,"low_ms":0,"high_ms":1}])";

std::string document(const std::string& lab, const std::string& title, const std::string& tables,
                     const std::string& more = "") {
  return R"({"schema":"cudalab/bench/v1","lab":")" + lab + R"(","title":")" + title + "\"," +
         device + ",\"tables\":[" + tables + "],\"remarks\":[]" + more + "}";
}

/// By hand. copy: 4 GB in 2 ms are half of the peak, and all of the copy's 2 TB/s. product: 5e9
/// operations are 0.1 ms of arithmetic, 2e8 bytes 0.05 ms of memory; it takes 0.4 ms, a quarter.
/// tiny: a launch is 0.002 ms, its 4 kB are less; it takes 0.004 ms, half. cached: 4 MB are 0.001
/// ms, two times what the memory can. far: its link is not known.
const char* const lab03_tables = R"({"name":"2 x 2","reference":"","rows":[
    {"name":"copy* a|b","exercise":1,"ms":2,"low_ms":1.9,"high_ms":2.1,"needs":{"memory":4e9},
     "formula":"8 n bytes","kept_by":"Turning from reads to writes."},
    {"name":"product","exercise":2,"ms":0.4,"low_ms":0.4,"high_ms":0.4,
     "needs":{"memory":2e8,"fp32":5e9,"launch":1},"formula":"2 n^3 operations",
     "kept_by":"Loads & stores."},
    {"name":"tiny","exercise":3,"ms":0.004,"low_ms":0.004,"high_ms":0.004,
     "needs":{"memory":4000,"launch":1},"formula":"1 launch"},
    {"name":"cached","ms":0.0005,"low_ms":0.0005,"high_ms":0.0005,"needs":{"memory":4e6},
     "formula":"n bytes","kept_by":"Turning from reads to writes."},
    {"name":"far","ms":1,"low_ms":1,"high_ms":1,"needs":{"peer":1e9},"kept_by":"The link."},
    {"name":"silent","ms":1,"low_ms":1,"high_ms":1}]},
  {"name":"4 x 4","reference":"","rows":[{"name":"a","ms":1},{"name":"b","ms":1}]})";

const char* const not_measured = R"(,"not_measured":[{"exercise":4,"why":"it has no kernel."}])";

std::string lab03() {
  return document("lab03", "Lab 03: a & b", lab03_tables, not_measured);
}

/// Its one row measures the memory itself: 3 TB/s, more than the copy.
std::string lab11() {
  return document("lab11", "Lab 11: c", R"({"name":"t","reference":"","rows":[{"name":"sum","ms":1,
    "needs":{"memory":3e9},"measures":"memory","kept_by":"Nothing."}]})");
}

measured_lab of(const std::string& file, const std::string& text) {
  return {file, parse_story(text)};
}

limits_page the_page() {
  return page_of_limits(in_order({of("b.json", lab11()), of("a.json", lab03())}),
                        {"lab01", "lab03", "lab11"}, "2026-11-29-limits");
}

std::string refusal(std::vector<measured_lab> labs) {
  try {
    in_order(std::move(labs));
  } catch (const std::runtime_error& why) {
    return why.what();
  }
  return "";
}

} // namespace

TEST_CASE("limits: the one with the longest least time applies, and its part is known by hand") {
  const bench_story story = parse_story(lab03());
  const judged_lab lab = judge_lab(story);
  REQUIRE(lab.rows.size() == 6);
  const auto by = [&](int i) { return lab.rows[i].by ? lab.rows[i].by->limit->id : "none"; };
  CHECK(by(0) == "memory");
  CHECK(lab.rows[0].part == doctest::Approx(0.5));
  CHECK(lab.rows[0].part_of_measured == doctest::Approx(1));
  CHECK(by(1) == "fp32");
  CHECK(lab.rows[1].part == doctest::Approx(0.25));
  CHECK(lab.rows[1].part_of_measured == 0);
  CHECK(by(2) == "launch");
  CHECK(lab.rows[2].part == doctest::Approx(0.5));
  CHECK(lab.rows[3].part == doctest::Approx(2));
  CHECK(by(4) == "none");
  CHECK(by(5) == "none");
  REQUIRE(lab.not_stated.size() == 1);
  CHECK(lab.not_stated[0]->name == "4 x 4");
}

TEST_CASE("limits: a row that measures a limit counts where it is better than the simple task") {
  const bench_story story = parse_story(lab11());
  const judged_lab lab = judge_lab(story);
  REQUIRE(lab.by.size() == 1);
  CHECK(lab.by[0].measured == doctest::Approx(3e12));
  CHECK(lab.by[0].measured_by == "sum");
  CHECK(lab.rows[0].part == doctest::Approx(0.75));
}

TEST_CASE("limits: the page has a line for each row, and says what is not there") {
  const std::string page = the_page().markdown;
  CAPTURE(page);
  CHECK(page.rfind("# How far from the limit, on one GPU &lt;1&gt;, 2026-11-29 "
                   "{#results_2026_11_29_limits}\n",
                   0) == 0);
  CHECK(has(page, "| memory | 4 TB/s | 2 x 8 \\| 9 | 2 TB/s to 3 TB/s | a copy and sum |\n"));
  CHECK(has(page, "| arithmetic | 50 TFLOP/s | a guide | not stated |  |\n"));
  CHECK(has(page, "| launches | not stated |  | 2 microseconds each | empty kernels |\n"));
  CHECK(has(page, "| 1 | copy\\* a\\|b | 4 GB | 2.000 (1.900 to 2.100) | 2 TB/s | memory | 50 % | "
                  "100 % |\n"));
  CHECK(has(page, "| 2 | product | 200 MB, 5 GFLOP, 1 launch | 0.400 (0.400 to 0.400) | "
                  "12.5 TFLOP/s | arithmetic | 25 % | not stated |\n"));
  CHECK(has(page, "| 3 | tiny | 4 kB, 1 launch | 0.0040 (0.0040 to 0.0040) | 4 microseconds each | "
                  "launches | 50 % (measured) | 50 % |\n"));
  CHECK(has(page, "|  | silent | not stated | 1.000 (1.000 to 1.000) | not stated | not stated | "
                  "not stated | not stated |\n"));
  CHECK(has(page, "| far | 1 GB (link) | 1.000 (1.000 to 1.000) | not stated |"));
  CHECK(has(page, "- **copy\\* a\\|b**: Turning from reads to writes. At least: 8 n bytes.\n"));
  CHECK(has(page, "- **product**: Loads &amp; stores. At least: 2 n^3 operations.\n"));
  CHECK(has(page, "- **tiny**: What keeps it from the limit is not stated. At least: 1 launch.\n"));
  CHECK(has(page,
            "- **cached (2 x 2)**: More than the limit allows. Its 4 MB fit into the L2 cache "
            "(50 MB)"));
  CHECK(has(page, "- exercise 4: it has no kernel.\n"));
  CHECK(has(page, "with limits not stated: 4 x 4 (2 rows).\n"));
  CHECK(has(page, "No measurements were given of lab01.\n"));
  CHECK(has(page,
            "132 multiprocessors, at most 1980 MHz, 50 MB of L2 cache; CUDA 13.0, a driver for "
            "13.1."));
  CHECK(has(page, "](2026_11_29_limits_fractions.svg)"));
  CHECK(page.find("## Lab 03: a &amp; b {#results_2026_11_29_limits_lab03}") <
        page.find("## Lab 11: c"));
}

TEST_CASE("limits: a document of before limits were stated says so") {
  const std::string page =
      page_of_limits(
          in_order(
              {of("a.json", R"({"schema":"cudalab/bench/v1","title":"Lab 03: old","device":"GPU",
            "tables":[{"name":"t","reference":"","rows":[{"name":"k","ms":4}]}],"remarks":[]})")}),
          {"lab03"}, "limits")
          .markdown;
  CAPTURE(page);
  CHECK(has(page, "# How far from the limit, on one GPU {#results_limits}\n"));
  CHECK(has(page, "The device's data were not stated."));
  CHECK(has(page, "with limits not stated: t (1 rows)."));
}

TEST_CASE("limits: bars are as long as the part, and not longer than there is room for") {
  const std::string plot = the_page().fractions_svg;
  CAPTURE(plot);
  CHECK(has(plot, "copy* a|b</text>\n<rect class=\"room\" x=\"370\" y=\"98\" width=\"190\""));
  CHECK(has(plot, "<rect class=\"bar\" x=\"370\" y=\"98\" width=\"95.0\""));
  CHECK(has(plot, ">50 %, memory</text>"));
  CHECK(has(plot, "width=\"197.6\"")); // twice what the memory can
  CHECK(has(plot, ">200 %, memory</text>"));
  CHECK(has(plot, "GPU &lt;1&gt;</title>"));
  CHECK(has(plot, "Lab 03: a &amp; b: copy* a|b 50 percent"));
  CHECK(has(plot, "prefers-color-scheme: dark"));
}

TEST_CASE("limits: the roofline has a circle where both bytes and operations are stated") {
  const std::string plot = the_page().roofline_svg;
  CAPTURE(plot);
  // 25 operations a byte, 12.5 TFLOP/s: axes from 10 to 100 and from 10^13 to 10^14.
  CHECK(has(plot, "cx=\"333.0\" cy=\"475.4\""));
  CHECK(has(plot, "Lab 03, 2 x 2, product: 12.5 TFLOP/s, 25 operations a byte"));
  CHECK(has(plot, "memory, 4 TB/s"));
  CHECK(has(plot, "arithmetic, 50 TFLOP/s"));
  CHECK(plot.find("<circle") == plot.rfind("<circle"));
  const std::string none = page_of_limits(in_order({of("b.json", lab11())}), {}, "x").roofline_svg;
  CHECK(has(none, "No row states both bytes of memory and operations."));
}

TEST_CASE("limits: what cannot be put on one page is refused, with the files' names") {
  CHECK(refusal({of("a.json", lab03()), of("b.json", lab11())}).empty());
  CHECK(refusal({of("a.json", lab03()), of("b.json", lab03())}) ==
        "a.json and b.json are both of lab03: give one of them.");
  CHECK(refusal({of("a.json", lab03()), of("b.json", replaced(lab11(), "GPU <1>", "other"))}) ==
        "a.json was measured on GPU <1>, b.json on other: a page is of one device.");
  CHECK(has(refusal({of("c.json", replaced(lab11(), "\"sum\",", "\"sum\",\"traffic\":[],"))}),
            "c.json was counted on the emulated device"));
  CHECK(refusal({of("c.json", document("lab11", "t", ""))}) == "c.json has no row with a time.");
  for (const char* wrong : {"\"needs\":{\"memory\":\"3e9\"}", "\"needs\":{\"memory\":-1}",
                            "\"needs\":{\"memory\":1e999}"})
    CHECK_THROWS_AS(parse_story(replaced(lab11(), "\"needs\":{\"memory\":3e9}", wrong)),
                    std::runtime_error);
}

TEST_CASE("limits: amounts and rates, with their units") {
  const bench_limit bytes{"memory", "", "B"}, launches{"launch", "", "launch"};
  CHECK(amount_text(bytes, 999) == "999 B");
  CHECK(amount_text(bytes, 17.25e9) == "17.2 GB");
  CHECK(amount_text(launches, 1) == "1 launch");
  CHECK(amount_text(launches, 2500) == "2500 launches");
  CHECK(amount_text({"graph", "", "kernel"}, 100) == "100 kernels");
  CHECK(rate_text(bytes, 4.917e12) == "4.92 TB/s");
  CHECK(rate_text(launches, 5e5) == "2 microseconds each");
  CHECK(plot_name("2026-11-29 A.b") == "2026_11_29_a_b");
}

// The figures are those of docs/results/2026-11-28-nvidia-h200-limits.md.
TEST_CASE("limits: the guide's sample is what the page says") {
  std::ifstream file(CUDALAB_SOURCE_ROOT "/docs/guides/timing.md");
  const std::string guide{std::istreambuf_iterator<char>(file), {}};
  const std::string page = page_of_limits(in_order({of("a.json", R"({"schema":"cudalab/bench/v1",
    "lab":"lab05","title":"Lab 05: the sum of an array","device":"NVIDIA H200","remarks":[],
    "limits":[{"id":"memory","name":"memory","unit":"B","peak":4.814304e12,"peak_from":"the device"},
              {"id":"int32","name":"arithmetic in int","unit":"OP","peak":1.672704e13},
              {"id":"launch","name":"launches","unit":"launch"}],
    "anchors":[{"of":"memory","name":"a copy on the device, read and written","amount":2147483648,
                "ms":0.511485,"low_ms":0.511363,"high_ms":0.511619}],
    "tables":[{"name":"268435456 numbers","reference":"","rows":[
      {"name":"sum_tree","exercise":2,"ms":1.27046,"low_ms":1.26981,"high_ms":1.27076,
       "needs":{"memory":1073741824,"int32":268435456,"launch":1},"formula":"","kept_by":"Barriers."},
      {"name":"sum_grid_stride","exercise":5,"ms":0.23475,"low_ms":0.234644,"high_ms":0.235098,
       "needs":{"memory":1073741824,"int32":268435456,"launch":1},"formula":"","kept_by":"Nothing."}]}]})")}),
                                          {}, "limits")
                               .markdown;
  const auto begin = page.find("| exercise |"), end = page.find("\n\n", begin);
  const std::string sample = page.substr(begin, end + 1 - begin);
  CAPTURE(sample);
  CHECK(has(guide, sample));
}
