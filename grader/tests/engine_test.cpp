// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#include "grader/checks/engine.h"
#include "grader/checks/parts.h"
#include "grader/checks/spared_cases.h"

#include <algorithm>
#include <atomic>
#include <functional>
#include <optional>
#include <stdexcept>

#include <doctest/doctest.h>
#include <fmt/format.h>

#include "grader/compare/compare.h"
#include "grader/tests/bytes.h"
#include "grader/tests/fake_session.h"
#include "grader/tests/fixed_grade.h"
#include "grader/tests/has.h"

using namespace cudalab;
using namespace cudalab::grader;

namespace {

std::vector<test_case> doubling_by(const std::string& function, random_source& random) {
  const std::vector<float> in = random.floats(4);
  test_case one("four numbers", function);
  one.input("d_in", in).output("d_out", protocol::element_type::float32, 4).expect("d_out", [in] {
    expectation wanted{{}, 1e-6, 0, {1, 4, 0, 0}, {}};
    for (const float value : in)
      wanted.want.push_back(2.0 * static_cast<double>(value));
    return wanted;
  });
  return {one};
}

/// f(d_in, d_out): doubles 4 numbers.
std::vector<test_case> doubling(random_source& random) {
  return doubling_by("f", random);
}

/// g does the same.
std::vector<test_case> doubling_again(random_source& random) {
  return doubling_by("g", random);
}

lab_description doubling_lab(const case_maker& cases, const std::vector<finding_kind>& as_errors,
                             bool only_those,
                             const std::function<std::string(backend_kind)>& lacking) {
  const auto gate = [](const test_case&, const traffic_counts& mine, const traffic_counts& given) {
    return gate_verdict{mine.global_load_requests < given.global_load_requests, "loads counted",
                        "load less", nlohmann::json::object()};
  };
  return {.name = "lab99",
          .title = "Doubling",
          .folder = "lab99_doubling",
          .checks = {{"traffic.loads", "few loads", 0, 10, traffic_check{doubling, gate}},
                     {"correctness.small", "right", 1, 50, correctness_check{cases}},
                     {"correctness.same", "right again", 1, 10, correctness_check{doubling}},
                     {"clean.small", "clean", 1, 20, clean_check{doubling, as_errors, only_those},
                      lacking},
                     {"speed.small", "fast", 0, 10, speed_check{doubling, 2, "", 0, 0}}},
          .demonstration = doubling};
}

/// What the fake programs do.
struct world {
  std::function<build_outcome(build_flavour)> submission = [](build_flavour) {
    return built("mine");
  };
  build_outcome rules = built("");
  std::function<void(case_outcome&, const test_case&)> spoil = [](auto&, auto&) {};
  std::uint64_t my_loads = 1;
  std::string baseline = "baseline.cu"; ///< empty: the lab has none
  backend_kind on = backend_kind::cpu;
  struct run {
    std::string program, function;
    bool watched, counted;
  };
  std::vector<run> ran;
  bool in_order = false;               ///< the cases that run: block after block
  case_maker cases = doubling;         ///< of the first check of correctness
  std::vector<finding_kind> as_errors; ///< of the clean check
  bool only_those = false;             ///< the same
  std::function<std::string(backend_kind)> lacking;
  std::vector<check_description> more_checks;
  std::set<int> exercises;        ///< to be graded; empty: all
  std::vector<std::string> known; ///< ids of checks, in the order in which they were told
  std::vector<check_result> told; ///< the same checks
  int sanitized = 0;              ///< calls
  std::vector<finding> seen_by_sanitizer;
  std::size_t gpus = 1; ///< that the lab is for
  bool gpu_later = false;
  const grade* first_part = nullptr;        ///< what this one completes
  std::optional<std::uint64_t> seed_before; ///< of cases that are made before

  static build_outcome built(const std::string& program) {
    build_outcome outcome;
    outcome.how = build_outcome::kind::built;
    outcome.program = program;
    return outcome;
  }

  case_outcome outcome_of(const std::filesystem::path& program, const test_case& one) {
    case_outcome outcome;
    std::vector<float> doubled;
    for (const double value : values_of(one.content(0), protocol::element_type::float32))
      doubled.push_back(static_cast<float>(2 * value));
    outcome.outputs["d_out"] = bytes_of(doubled);
    const std::uint64_t loads = program == "mine" ? my_loads : 8;
    outcome.traffic = {{{"totals",
                         {{"l1tex__t_requests_pipe_lsu_mem_global_op_ld.sum", loads},
                          {"l1tex__t_requests_pipe_lsu_mem_global_op_st.sum", 1}}}}};
    if (program == "mine")
      spoil(outcome, one);
    return outcome;
  }

  grade judge() {
    lab_description one = doubling_lab(cases, as_errors, only_those, lacking);
    one.checks.insert(one.checks.end(), more_checks.begin(), more_checks.end());
    one.gpus = gpus;
    if (first_part != nullptr)
      one = second_part_of(one, *first_part);
    std::optional<case_plan> before;
    if (seed_before)
      before.emplace(one, on, *seed_before);
    grading_tools tools;
    tools.build = [this](const std::filesystem::path& file, build_flavour kind) {
      return file == "baseline.cu" ? built("given") : submission(kind);
    };
    tools.check_rules = [this](const std::filesystem::path&) { return rules; };
    tools.open = fake_sessions([this](const std::filesystem::path& program, const test_case& each,
                                      const run_options& options) {
      in_order = options.blocks_in_order;
      ran.push_back({program.string(), each.function(), options.watched, options.counted});
      return outcome_of(program, each);
    });
    tools.sanitize = [this](const auto&, const auto& of, const auto&) {
      ++sanitized;
      sanitizer_outcome seen;
      seen.available = true;
      seen.version = std::to_string(of.size()) + " cases";
      seen.findings = seen_by_sanitizer;
      return seen;
    };
    known.clear();
    told.clear();
    tools.known = [this](const check_result& check) {
      known.push_back(check.id);
      told.push_back(check);
    };
    return grade_submission({one,
                             "mine.cu",
                             baseline,
                             "lab99.h",
                             on,
                             5,
                             {},
                             exercises,
                             gpu_later,
                             before ? &*before : nullptr},
                            tools);
  }
};

const check_result& find(const grade& result, const std::string& id) {
  return *std::find_if(result.checks.begin(), result.checks.end(),
                       [&](const check_result& each) { return each.id == id; });
}

} // namespace

TEST_CASE("all right: every check passes, speed is skipped, the lab's order is kept") {
  world here;
  const grade result = here.judge();
  CHECK(result.verdict == check_status::pass);
  CHECK(result.points == 90);
  CHECK(result.max_points == 90);
  REQUIRE(result.checks.size() == 6);
  CHECK(result.checks[0].id == "build");
  CHECK(result.checks[1].id == "traffic.loads");
  CHECK(find(result, "speed.small").status == check_status::skipped);
  CHECK(has(find(result, "speed.small").message, "needs an NVIDIA GPU"));
  // One run for all of the checks, and one of the given kernel.
  REQUIRE(here.ran.size() == 2);
  CHECK(here.ran[0].program == "mine");
  CHECK(here.ran[0].watched);
  CHECK(here.ran[0].counted);
  CHECK(here.ran[1].program == "given");
  CHECK_FALSE(here.ran[1].watched);
}

TEST_CASE("cases that were made before are used where they are for the same seed") {
  world here;
  int made = 0;
  here.cases = [&made](random_source& random) {
    ++made;
    return doubling(random);
  };
  here.spoil = [](case_outcome& outcome, const test_case& one) {
    outcome.outputs["d_out"] = bytes_of(one.floats(0)); // the message has the numbers
  };
  const auto message = [&] { return find(here.judge(), "correctness.small").message; };
  const std::string alone = message();
  CHECK(made == 1);
  here.seed_before = 5;
  CHECK(message() == alone);
  CHECK(made == 2);
  here.seed_before = 6;
  CHECK(message() == alone);
  CHECK(made == 4);
}

TEST_CASE("a wrong result fails, is run twice, and blocks traffic") {
  world here;
  here.spoil = [](case_outcome& outcome, const test_case&) {
    outcome.outputs["d_out"] = bytes_of<float>({0, 0, 0, 0});
  };
  const grade result = here.judge();
  CHECK(result.verdict == check_status::fail);
  CHECK(find(result, "correctness.small").status == check_status::fail);
  CHECK(find(result, "correctness.small").data["cases"][0]["reason"] == "all_zero");
  CHECK(find(result, "clean.small").status == check_status::pass);
  CHECK(find(result, "traffic.loads").status == check_status::fail);
  CHECK(find(result, "traffic.loads").blocked_by == "correctness.small");
  CHECK(has(find(result, "traffic.loads").message, "first fix"));
}

TEST_CASE("what a compiler says of results that nothing takes is told where something is wrong") {
  world here;
  here.submission = [](build_flavour) {
    build_outcome outcome = world::built("mine");
    outcome.diagnostics = {
        {"a.cu", 12, 7, "warning", "equality comparison result unused [-Wunused-comparison]"},
        {"a.cu", 13, 7, "warning", "unused variable 'x' [-Wunused-variable]"},
        {"a.cu", 14, 7, "warning",
         "ignoring return value of function declared with 'nodiscard' attribute "
         "[-Wunused-result]"}};
    outcome.diagnostics.push_back(outcome.diagnostics.back()); // of a template, used twice
    return outcome;
  };
  const auto told = [&] {
    std::vector<std::string> words;
    for (const std::string& each : here.judge().notes)
      if (has(each, "the compiler warns"))
        words.push_back(each);
    return words;
  };
  CHECK(told().empty());
  here.spoil = [](case_outcome& outcome, const test_case&) {
    outcome.outputs["d_out"] = bytes_of<float>({0, 0, 0, 0});
  };
  const std::vector<std::string> words = told();
  REQUIRE(words.size() == 2);
  CHECK(has(words[0], "line 12: `==` only compares there"));
  CHECK(has(words[1], "line 14: nothing takes what is returned there"));
}

TEST_CASE("a function that is wrong in three small cases is not tried with a large one") {
  constexpr std::size_t large = many_elements;
  for (const int wrong : {0, 2, 3}) {
    world here;
    here.cases = [](random_source& random) {
      std::vector<test_case> cases;
      for (const std::size_t n : {large, std::size_t{1}, std::size_t{2}, std::size_t{3}}) {
        const std::vector<float> in = random.floats(n);
        test_case one(std::to_string(n), "h");
        one.input("d_in", in).output("d_out", protocol::element_type::float32, n);
        cases.push_back(one.expect("d_out", [in] {
          expectation wanted{{}, 1e-6, 0, {1, in.size(), 0, 0}, {}};
          for (const float value : in)
            wanted.want.push_back(2.0 * static_cast<double>(value));
          return wanted;
        }));
      }
      return cases;
    };
    const auto only_large = [cases = here.cases](random_source& random) {
      std::vector<test_case> all = cases(random);
      all.resize(1, all.front());
      return all;
    };
    here.more_checks = {{"clean.h", "clean", 1, 10, clean_check{here.cases}},
                        {"correctness.large", "large", 1, 10, correctness_check{only_large}},
                        {"clean.large", "clean", 1, 10, clean_check{only_large}}};
    bool tried = false;
    here.spoil = [&](case_outcome& outcome, const test_case& one) {
      tried = tried || one.name() == std::to_string(large);
      if (one.function() == "h" && std::stoul(one.name()) <= static_cast<unsigned>(wrong))
        outcome.outputs["d_out"] = bytes_of(std::vector<float>(std::stoul(one.name()), -7));
    };
    const grade result = here.judge();
    INFO(wrong, " are wrong");
    CHECK(tried == (wrong < 3));
    CHECK(find(result, "correctness.small").data.value("spared", 0) == (wrong < 3 ? 0 : 1));
    CHECK(find(result, "clean.h").data["cases"] == (wrong < 3 ? 4 : 3));
    // A check that tried nothing gets nothing.
    for (const char* const id : {"correctness.large", "clean.large"})
      CHECK((find(result, id).status == check_status::pass) == (wrong < 3));
  }
}

TEST_CASE("what a function without a clean check does besides fails where its results are right") {
  for (const bool besides : {false, true}) {
    world here;
    here.more_checks = {{"correctness.g", "right", 2, 10, correctness_check{doubling_again}}};
    here.spoil = [besides](case_outcome& outcome, const test_case& one) {
      if (besides && one.function() == "g")
        outcome.remarks = {{"a stream is left behind", "Destroy it."}};
    };
    const check_result seen = find(here.judge(), "correctness.g");
    CHECK((seen.status == check_status::fail) == besides);
    CHECK(has(seen.message, "the results are right, but: four numbers: a stream is left behind") ==
          besides);
    CHECK((seen.next == "Destroy it.") == besides);
  }
}

TEST_CASE("what a function without a clean check never frees counts where a launch was refused") {
  for (const bool refused : {false, true}) {
    world here;
    const case_maker cases = [refused](random_source& random) {
      std::vector<test_case> made = doubling_again(random);
      for (test_case& each : made)
        if (refused)
          each.provokes(finding_kind::invalid_launch);
      return made;
    };
    here.more_checks = {{"correctness.g", "right", 2, 10, correctness_check{cases}}};
    here.spoil = [](case_outcome& outcome, const test_case& one) {
      if (one.function() == "g") {
        finding left;
        left.kind = finding_kind::leak;
        left.severity = finding_severity::warning;
        outcome.findings = {left};
      }
    };
    const check_result seen = find(here.judge(), "correctness.g");
    CHECK((seen.status == check_status::fail) == refused);
    CHECK(has(seen.message, "the results are right, but: memory never freed") == refused);
  }
}

TEST_CASE("a launch that cannot be made is told, and how the error was lost where that is known") {
  const case_maker cases = [](random_source& random) {
    std::vector<test_case> made = doubling_again(random);
    for (test_case& each : made)
      each.launch_fails();
    return made;
  };
  for (const bool told : {false, true})
    for (const bool known : {false, true}) {
      world here;
      here.more_checks = {{"correctness.g", "right", 2, 10, correctness_check{cases}}};
      if (told) // else the finding would be told there
        here.more_checks.push_back({"clean.g", "clean", 2, 10, clean_check{cases}});
      here.spoil = [=](case_outcome& outcome, const test_case& one) {
        if (one.function() != "g")
          return;
        finding found;
        found.kind = known ? finding_kind::unchecked_error : finding_kind::invalid_launch;
        found.severity = finding_severity::error;
        found.remedy = "Throw it.";
        outcome.findings = {found};
        outcome.threw_cuda_error = told;
        outcome.how = told ? ending::exception : ending::done;
      };
      const grade result = here.judge();
      const check_result right = find(result, "correctness.g");
      INFO(told, known);
      CHECK((right.status == check_status::pass) == told);
      CHECK(has(right.message, "did not tell") == !told);
      if (!told)
        CHECK(has(right.next, known ? "Throw it." : "CUDA_CHECK(cudaGetLastError());"));
      if (told)
        CHECK((find(result, "clean.g").status == check_status::pass) == !known); // it is provoked
    }
}

TEST_CASE("a case that shows a known mistake is told before one that shows only a wrong value") {
  world here;
  here.cases = [](random_source&) {
    const auto one = [](const std::string& name, float factor) {
      test_case made(name, "f");
      made.input("d_in", std::vector<float>{1, 2, 3, 4})
          .output("d_out", protocol::element_type::float32, 4)
          .expect("d_out", [factor] {
            return expectation{{factor, 5, 6 * factor, 1}, 1e-6, 0, {1, 4, 0, 0}, {}};
          });
      return made;
    };
    test_case named = one("second", 4);
    named.known_mistake("d_out", {"doubled", "it doubles", [] {
                                    return std::vector<double>{2, 4, 6, 8};
                                  }});
    return std::vector<test_case>{one("first", 3), named};
  };
  const check_result told = find(here.judge(), "correctness.small");
  CHECK(has(told.message, "wrong in 2 of 2 cases. second: it doubles"));
  CHECK(told.data["cases"][0]["reason"] == "wrong_values");
  CHECK(told.data["cases"][1]["cause"] == "doubled");
  // Nothing is known of the first case, so it gets no advice of its own.
  CHECK(told.details.back() == "wrong as well, most likely by the same mistake: first");
}

TEST_CASE("a case of another function that proves nothing is told with the mistake of both") {
  world here;
  const auto zeros_told_apart = [&](bool same_mistake) {
    here.cases = [same_mistake](random_source&) {
      std::vector<test_case> cases;
      for (const char* function : {"f", "g"})
        for (const bool zero : {false, true}) {
          test_case& one =
              cases.emplace_back(fmt::format("{}{}", function, zero ? 0 : 4), function);
          one.input("d_in", zero ? std::vector<float>{0} : std::vector<float>{1, 2, 3, 4})
              .output("d_out", protocol::element_type::float32, zero ? 1 : 4)
              .expect("d_out", [zero] {
                return zero ? expectation{{7}, 1e-6, 0, {1, 1, 0, 0}, {}}
                            : expectation{{4, 5, 24, 1}, 1e-6, 0, {1, 4, 0, 0}, {}};
              });
          misconception doubled = {"doubled", "it doubles", {}};
          if (!same_mistake && one.function() == "g")
            doubled.id = "another";
          if (!zero)
            doubled.want = [] { return std::vector<double>{2, 4, 6, 8}; };
          one.known_mistake("d_out", doubled);
        }
      return cases;
    };
    const check_result told = find(here.judge(), "correctness.small");
    return told.details.back() == "wrong as well, most likely by the same mistake: f0" +
                                      std::string(same_mistake ? "; g0" : "");
  };
  CHECK(zeros_told_apart(true));
  CHECK(zeros_told_apart(false));
}

TEST_CASE("a mistake that does not explain each failed case is not named") {
  world here;
  here.cases = [](random_source&) {
    const auto one = [](const std::string& name, float factor) {
      test_case made(name, "f");
      made.input("d_in", std::vector<float>{1, 2, 3, 4})
          .output("d_out", protocol::element_type::float32, 4)
          .expect("d_out", [factor] {
            return expectation{{factor, 5, 6 * factor, 1}, 1e-6, 0, {1, 4, 0, 0}, {}};
          });
      made.known_mistake(
          "d_out",
          {"it", "it is " + name, [factor] {
             return factor == 3 ? std::vector<double>{2, 4, 6, 8} : std::vector<double>{1, 2, 3, 4};
           }});
      return made;
    };
    return std::vector<test_case>{one("first", 3), one("second", 4)};
  };
  const check_result told = find(here.judge(), "correctness.small");
  CHECK(has(told.message, "first: all 4 elements of d_out are wrong"));
  CHECK_FALSE(told.data["cases"][0].contains("cause"));
}

TEST_CASE("a mistake whose result differs from run to run is named all the same") {
  for (const bool varies : {false, true}) {
    world here;
    here.on = backend_kind::gpu;
    here.cases = [varies](random_source& random) {
      std::vector<test_case> cases = doubling(random);
      misconception mistake{
          "same_store", "two blocks store the same", {}, [](const auto&) { return true; }};
      mistake.varies = varies;
      cases.front().known_mistake("d_out", mistake);
      return cases;
    };
    float noise = 0;
    here.spoil = [&](case_outcome& outcome, const test_case&) {
      noise += 10;
      outcome.outputs["d_out"] = bytes_of<float>({noise, 0, 0, 0});
    };
    const check_result told = find(here.judge(), "correctness.small");
    CHECK(has(told.message, varies ? "two blocks store the same" : "differs from run to run"));
    CHECK(told.data.contains("known_mistake") == varies);
  }
}

TEST_CASE("on the emulated device results come from one block after the other, each case once") {
  for (const backend_kind on : {backend_kind::cpu, backend_kind::gpu}) {
    world here;
    here.on = on;
    here.spoil = [&](case_outcome& outcome, const test_case&) {
      if (here.in_order)
        outcome.outputs["d_out"] = bytes_of<float>({-7, 0, 0, 0});
    };
    const check_result told = find(here.judge(), "correctness.small");
    CHECK((told.status == check_status::fail) == (on == backend_kind::cpu));
    CHECK(has(told.message, "got -7") == (on == backend_kind::cpu));
  }
}

TEST_CASE("a result that changes from run to run on a GPU is named so") {
  world here;
  here.on = backend_kind::gpu;
  float noise = 0;
  here.spoil = [&](case_outcome& outcome, const test_case&) {
    noise += 10;
    outcome.outputs["d_out"] = bytes_of<float>({noise, 0, 0, 0});
  };
  const grade result = here.judge();
  CHECK(find(result, "correctness.small").data["cases"][0]["reason"] == "not_repeatable");
  CHECK(has(find(result, "correctness.small").message, "differs from run to run"));
}

TEST_CASE("a result that other calls before it have changed is told so") {
  world here;
  here.on = backend_kind::gpu;
  std::map<std::string, int> runs;
  here.spoil = [&](case_outcome& outcome, const test_case& one) {
    if (here.ran.back().watched) // on the emulated device
      return;
    const float made = ++runs[one.name()] == 1 ? 10 : 20;
    outcome.outputs["d_out"] = bytes_of<float>({made, 0, 0, 0});
  };
  const check_result told = find(here.judge(), "correctness.small");
  CHECK(told.data["cases"][0]["reason"] == "not_repeatable");
  CHECK(has(told.message, "depends on the calls before this one"));
  CHECK(has(told.next, "keep something from the calls before"));
}

TEST_CASE("a measurement may differ from run to run") {
  world here;
  here.cases = [](random_source& random) {
    std::vector<test_case> cases = doubling(random);
    cases.front().measured();
    return cases;
  };
  int n = 0;
  here.spoil = [&](case_outcome& outcome, const test_case&) {
    outcome.outputs["d_out"] = bytes_of<float>({1, 2, 3, static_cast<float>(++n)});
  };
  CHECK_FALSE(has(find(here.judge(), "correctness.small").message, "differs from run to run"));
}

TEST_CASE("writing beside the output fails though the result is right") {
  world here;
  here.spoil = [](case_outcome& outcome, const test_case&) { outcome.damaged_fences = {"d_out"}; };
  const grade result = here.judge();
  CHECK(find(result, "correctness.small").status == check_status::fail);
  CHECK(find(result, "correctness.small").data["cases"][0]["reason"] == "outside_output");
}

TEST_CASE("a crash is an error of the check and a failure of the submission") {
  world here;
  here.spoil = [](case_outcome& outcome, const test_case&) {
    outcome.how = ending::crashed;
    outcome.detail = "SIGSEGV (invalid memory access)";
    outcome.outputs.clear();
  };
  const grade result = here.judge();
  CHECK(result.verdict == check_status::fail);
  CHECK(find(result, "correctness.small").status == check_status::error);
  CHECK(has(find(result, "correctness.small").message, "SIGSEGV"));
  CHECK(find(result, "clean.small").status == check_status::error);
}

TEST_CASE("a CUDA error is a result, and a wrong one") {
  world here;
  here.spoil = [](case_outcome& outcome, const test_case&) {
    outcome.how = ending::cuda_error;
    outcome.detail = "/long/way/lab99.cu:7: cudaErrorInvalidConfiguration";
  };
  const grade result = here.judge();
  CHECK(find(result, "correctness.small").status == check_status::fail);
  CHECK(find(result, "clean.small").status == check_status::fail);
  CHECK(has(find(result, "clean.small").message, ": lab99.cu:7: cudaErrorInvalidConfiguration"));
}

TEST_CASE("a wrong result blocks traffic of its own function only") {
  world here;
  const auto any = [](const test_case&, const traffic_counts&, const traffic_counts&) {
    return gate_verdict{true, "counted", "", nlohmann::json::object()};
  };
  here.more_checks = {
      {"correctness.other", "g is right", 2, 0, correctness_check{doubling_again}},
      {"traffic.other", "g loads little", 2, 0, traffic_check{doubling_again, any}}};
  here.spoil = [](case_outcome& outcome, const test_case& one) {
    if (one.call().function == "g")
      outcome.outputs["d_out"] = bytes_of<float>({0, 0, 0, 0});
  };
  const grade result = here.judge();
  CHECK(find(result, "correctness.other").status == check_status::fail);
  CHECK(find(result, "traffic.other").blocked_by == "correctness.other");
  CHECK(find(result, "traffic.loads").status == check_status::pass);
}

TEST_CASE("a function that does nothing is not clean for points") {
  world here;
  here.spoil = [](case_outcome& outcome, const test_case&) {
    outcome.outputs["d_out"].assign(16, std::byte{protocol::poison_byte});
  };
  const grade result = here.judge();
  CHECK(result.points == 0);
  CHECK(find(result, "clean.small").status == check_status::fail);
  CHECK(find(result, "clean.small").blocked_by == "correctness.small");
  CHECK(find(result, "clean.small").max_points == 20);
}

TEST_CASE("a kernel that does nothing is not clean for points where the host filled the output") {
  for (const char* operation :
       {"l1tex__t_requests_pipe_lsu_mem_global_op_st.sum", "global_atomic_requests", "none"}) {
    world here;
    here.spoil = [&](case_outcome& outcome, const test_case&) {
      outcome.outputs["d_out"] = bytes_of<float>({0, 0, 0, 0});
      outcome.traffic = {{{"totals", {{operation, 3}}}}};
    };
    const check_result clean = find(here.judge(), "clean.small");
    CHECK((clean.blocked_by == "correctness.small") == (operation == std::string("none")));
  }
}

TEST_CASE("no points for the traffic of an exercise in which nothing was written") {
  world here;
  const auto any = [](const test_case&, const traffic_counts&, const traffic_counts&) {
    return gate_verdict{true, "counted", "", nlohmann::json::object()};
  };
  here.more_checks = {
      {"traffic.other", "g loads little", 1, 5, traffic_check{doubling_again, any}}};
  CHECK(find(here.judge(), "traffic.other").status == check_status::pass);
  here.spoil = [](case_outcome& outcome, const test_case& one) {
    if (one.call().function == "f")
      outcome.outputs["d_out"].assign(16, std::byte{protocol::poison_byte});
  };
  CHECK(find(here.judge(), "traffic.other").blocked_by == "correctness.small");
}

TEST_CASE("findings fail the clean check and are what to look at first") {
  world here;
  here.spoil = [](case_outcome& outcome, const test_case&) { outcome.findings = {fixed_race()}; };
  const grade result = here.judge();
  CHECK(find(result, "clean.small").status == check_status::fail);
  CHECK(find(result, "clean.small").next == fixed_race().remedy);
  CHECK(find(result, "clean.small").data["findings_in_cases"][0] == 1);
  CHECK(find(result, "clean.small").findings.front().seen_in == "four numbers");
  CHECK(find(result, "traffic.loads").status == check_status::pass); // not blocked by findings
}

TEST_CASE("a warning fails only the check that does not even allow it") {
  world here;
  here.spoil = [](case_outcome& outcome, const test_case&) {
    finding leak = fixed_race();
    leak.kind = finding_kind::leak;
    leak.severity = finding_severity::warning;
    outcome.findings = {leak};
  };
  CHECK(find(here.judge(), "clean.small").status == check_status::pass);
  CHECK(has(find(here.judge(), "clean.small").message, "no error seen"));
  here.as_errors = {finding_kind::trap};
  CHECK(find(here.judge(), "clean.small").status == check_status::pass);
  here.as_errors = {finding_kind::trap, finding_kind::leak};
  const grade result = here.judge();
  CHECK(find(result, "clean.small").status == check_status::fail);
  CHECK(find(result, "clean.small").findings.front().severity == finding_severity::error);
}

TEST_CASE("a check for which the machine lacks something is skipped, and its points with it") {
  world here;
  here.lacking = [](backend_kind) { return std::string("there is no OpenGL here"); };
  const grade result = here.judge();
  CHECK(find(result, "clean.small").status == check_status::skipped);
  CHECK(find(result, "clean.small").message == "there is no OpenGL here");
  here.lacking = [](backend_kind on) { return on == backend_kind::gpu ? "no" : ""; };
  CHECK(find(here.judge(), "clean.small").status == check_status::pass);
}

TEST_CASE("what needs a GPU is left to one, unless it means nothing by what is judged already") {
  world here;
  here.gpu_later = true;
  const auto needs_gpu = [](backend_kind on) {
    return on == backend_kind::cpu ? std::string("needs a GPU") : "";
  };
  here.more_checks = {
      {"correctness.gpu", "right on a GPU", 2, 5, correctness_check{doubling_again}, needs_gpu},
      {"speed.gpu", "fast, too", 2, 5, speed_check{doubling_again, 2, "", 0, 0}}};
  const grade first = here.judge();
  for (const char* each : {"speed.small", "correctness.gpu", "speed.gpu"})
    CHECK_MESSAGE(is_left_to_a_gpu(find(first, each)), each);
  CHECK(has_second_part(first));
  CHECK(first.max_points == 90);
  here.spoil = [](case_outcome& outcome, const test_case& one) {
    if (one.function() == "f")
      outcome.outputs["d_out"] = bytes_of(std::vector<float>{1, 2, 3, 4});
  };
  const grade wrong = here.judge();
  CHECK(find(wrong, "speed.small").status == check_status::fail);
  CHECK(find(wrong, "speed.small").blocked_by == "correctness.small");
  CHECK(is_left_to_a_gpu(find(wrong, "speed.gpu"))); // of another function
  CHECK(wrong.max_points == 100);
  here.submission = [](build_flavour) { return build_outcome(); };
  const grade broken = here.judge();
  CHECK(!has_second_part(broken));
  CHECK(broken.max_points == 110);
}

TEST_CASE("a second part builds for the GPU only, judges what was left, and joins the first") {
  world here;
  here.gpu_later = true;
  here.more_checks = {
      {"correctness.gpu", "right on a GPU", 2, 5, correctness_check{doubling_again},
       [](backend_kind on) { return on == backend_kind::cpu ? std::string("needs a GPU") : ""; }}};
  grade first = here.judge();
  for (check_result& each : first.checks) // programs that are not there cannot be timed
    if (each.id == "speed.small")
      each = fixed_check("speed.small", check_kind::speed, check_status::skipped, 10);
  here.gpu_later = false;
  here.on = backend_kind::gpu;
  here.first_part = &first;
  here.ran.clear();
  std::set<build_flavour> flavours;
  here.submission = [&](build_flavour kind) {
    flavours.insert(kind);
    return world::built("mine");
  };
  const grade second = here.judge();
  CHECK(flavours == std::set<build_flavour>{build_flavour::gpu});
  CHECK(here.ran.size() == 1); // the case of correctness.gpu
  CHECK(here.sanitized == 0);
  CHECK(second.checks.size() == 2); // with the build
  grade joined = join_parts(first, second);
  CHECK(find(joined, "correctness.small").status == check_status::pass);
  CHECK(find(joined, "correctness.gpu").status == check_status::pass);
  CHECK(joined.points == 95);
  CHECK(joined.max_points == 95);
  CHECK(joined.verdict == check_status::pass);
  here.submission = [&](build_flavour) {
    build_outcome complaint;
    complaint.how = build_outcome::kind::compile_error;
    return complaint;
  };
  joined = join_parts(first, here.judge());
  CHECK(find(joined, "build").status == check_status::error);
  CHECK(find(joined, "correctness.gpu").blocked_by == "build");
  CHECK(joined.points == 90);
}

TEST_CASE("a clean check of some kinds leaves other findings to other checks") {
  world here;
  here.as_errors = {finding_kind::leak};
  here.only_those = true;
  here.spoil = [](case_outcome& outcome, const test_case&) { outcome.findings = {fixed_race()}; };
  CHECK(find(here.judge(), "clean.small").status == check_status::pass);
  here.as_errors = {finding_kind::leak, finding_kind::race};
  CHECK(find(here.judge(), "clean.small").status == check_status::fail);
}

TEST_CASE("too much traffic fails by the gate's words") {
  world here;
  here.my_loads = 9;
  const grade result = here.judge();
  CHECK(find(result, "traffic.loads").status == check_status::fail);
  CHECK(has(find(result, "traffic.loads").message, "loads counted"));
  CHECK(find(result, "traffic.loads").next == "load less");
  CHECK(find(result, "traffic.loads").data["cases"][0]["baseline"]["global_load_requests"] == 8);
}

TEST_CASE("a lab without a given kernel: its gates see the submission alone") {
  world here;
  here.baseline = "";
  here.my_loads = 0;
  CHECK(find(here.judge(), "traffic.loads").status == check_status::fail); // 0 is not less than 0
  CHECK(here.ran.size() == 1);
  const check_result loads = find(here.judge(), "traffic.loads");
  CHECK(loads.data["cases"][0].count("baseline") == 0);
  CHECK(loads.data["cases"][0]["submission"]["global_load_requests"] == 0);
}

TEST_CASE("a compile error of any flavour: score 0, everything else waits for it") {
  world here;
  here.submission = [](build_flavour kind) {
    build_outcome outcome = world::built("mine");
    if (kind == build_flavour::checked)
      outcome.how = build_outcome::kind::compile_error;
    return outcome;
  };
  const grade result = here.judge();
  CHECK(result.verdict == check_status::fail);
  CHECK(result.points == 0);
  CHECK(result.max_points == 90); // as of a file that compiles
  CHECK(find(result, "speed.small").status == check_status::skipped);
  CHECK(here.ran.empty());
  CHECK(result.checks[0].status == check_status::error);
  CHECK(find(result, "correctness.small").blocked_by == "build");
  CHECK(exit_code(result) == 1);
}

TEST_CASE("rules that could not be checked are a note, a broken one fails the build") {
  world here;
  here.rules.how = build_outcome::kind::unavailable;
  grade result = here.judge();
  CHECK(result.verdict == check_status::pass);
  REQUIRE(result.notes.size() == 1);
  CHECK(has(result.notes[0], "were not checked"));
  here.rules.how = build_outcome::kind::rule_violation;
  result = here.judge();
  CHECK(result.checks[0].status == check_status::fail);
  CHECK(result.points == 0);
}

TEST_CASE("trouble of the machine gives no verdict, at whatever stage") {
  world here;
  here.spoil = [](case_outcome&, const test_case&) {
    throw std::runtime_error("cannot fork: resources exhausted");
  };
  grade result = here.judge();
  CHECK(result.verdict == check_status::error);
  CHECK(exit_code(result) == 3);
  CHECK(has(find(result, "correctness.small").message, "cannot fork"));
  world other;
  other.submission = [](build_flavour) -> build_outcome { throw std::runtime_error("no disk"); };
  result = other.judge();
  CHECK(exit_code(result) == 3);
  CHECK(has(result.checks[0].message, "no disk"));
}

TEST_CASE("each check is told once, as soon as it is known, and what waits for it with it") {
  world here;
  here.judge();
  using ids = std::vector<std::string>;
  CHECK(here.known == ids{"build", "correctness.small", "correctness.same", "traffic.loads",
                          "clean.small", "speed.small"});
  here.spoil = [](case_outcome& outcome, const test_case& one) {
    std::vector<float> three_times;
    for (const double want : one.expected("d_out").want)
      three_times.push_back(static_cast<float>(3 * want));
    outcome.outputs["d_out"] = bytes_of(three_times);
  };
  here.judge();
  CHECK(here.known == ids{"build", "correctness.small", "traffic.loads", "correctness.same",
                          "clean.small", "speed.small"});
  // That nothing was written, or zeros, may come to be said otherwise by what is watched.
  for (const bool zeros : {false, true}) {
    here.spoil = [zeros](case_outcome& outcome, const test_case&) {
      outcome.outputs["d_out"].assign(16, zeros ? std::byte{0} : std::byte{protocol::poison_byte});
    };
    here.judge();
    CHECK(here.known == ids{"build", "correctness.small", "correctness.same", "clean.small",
                            "traffic.loads", "speed.small"});
  }
}

TEST_CASE("what is told of a check is what the grade says of it") {
  world here;
  here.more_checks = {{"clean.all", "all is clean", 0, 5, clean_check{doubling}},
                      {"correctness.late",
                       "g is right",
                       2,
                       5,
                       correctness_check{doubling_again},
                       {},
                       {"correctness.small"}}};
  here.spoil = [](case_outcome& outcome, const test_case&) {
    outcome.outputs["d_out"].assign(16, std::byte{protocol::poison_byte});
    finding outside = fixed_race();
    outside.kind = finding_kind::uninitialised_read;
    outcome.findings = {outside};
  };
  const grade result = here.judge();
  REQUIRE(here.told.size() == result.checks.size());
  for (const check_result& each : here.told) {
    CAPTURE(each.id);
    const check_result& last = find(result, each.id);
    CHECK(each.message == last.message);
    CHECK(each.next == last.next);
    CHECK(each.points == last.points);
    CHECK(each.blocked_by == last.blocked_by);
    CHECK(each.findings.size() == last.findings.size());
  }
  CHECK(has(find(result, "correctness.late").next, "First fix \"right\""));
  CHECK(has(find(result, "correctness.small").next, "from memory that nobody had set"));
}

TEST_CASE("a part of a lab is graded as strictly as the whole") {
  world here;
  const auto any = [](const test_case&, const traffic_counts&, const traffic_counts&) {
    return gate_verdict{true, "counted", "", nlohmann::json::object()};
  };
  here.more_checks = {
      {"correctness.other", "g is right", 2, 5, correctness_check{doubling_again}},
      {"traffic.again", "f loads little", 3, 5, traffic_check{doubling, any}},
      {"traffic.other", "g loads little", 0, 5, traffic_check{doubling_again, any}}};
  here.exercises = {3};
  grade result = here.judge();
  CHECK(here.known == std::vector<std::string>{"build", "traffic.again"});
  REQUIRE(result.checks.size() == 2);
  CHECK(result.max_points == 5);
  CHECK(result.points == 5);
  // Traffic counts for nothing where the results of exercise 1 are wrong.
  here.spoil = [](case_outcome& outcome, const test_case&) {
    outcome.outputs["d_out"] = bytes_of<float>({0, 0, 0, 0});
  };
  result = here.judge();
  REQUIRE(result.checks.size() == 2);
  CHECK(find(result, "traffic.again").blocked_by == "correctness.small");
  CHECK(result.max_points == 5);
}

TEST_CASE("a case of another exercise is judged in a part as in the whole") {
  for (const std::set<int>& exercises : {std::set<int>{}, std::set{1}}) {
    world here;
    here.exercises = exercises;
    here.more_checks = {
        {"clean.more", "nothing outside", 0, 5, clean_check{[](random_source& random) {
           std::vector<test_case> cases = doubling(random);
           cases.push_back(doubling(random).front());
           return cases;
         }}}};
    int n = 0;
    here.spoil = [&](case_outcome& outcome, const test_case&) {
      if (++n > 1) // the first case is right
        outcome.outputs["d_out"] = bytes_of<float>({0, 0, 0, 0});
    };
    CHECK(find(here.judge(), "correctness.same").status == check_status::fail);
  }
}

TEST_CASE("on a GPU compute-sanitizer is asked once for each clean check") {
  world here;
  here.on = backend_kind::gpu;
  const grade result = here.judge();
  CHECK(find(result, "clean.small").status == check_status::pass);
  CHECK(find(result, "clean.small").data["compute_sanitizer"] == "1 cases");
  CHECK(here.sanitized == 1);
}

TEST_CASE("where several GPUs take part, compute-sanitizer's unwritten reads are not believed") {
  world here;
  here.on = backend_kind::gpu;
  const auto status_with = [&here](finding_kind kind, std::size_t gpus) {
    here.seen_by_sanitizer = {finding{}};
    here.seen_by_sanitizer.front().kind = kind;
    here.seen_by_sanitizer.front().severity = finding_severity::error;
    here.gpus = gpus;
    return find(here.judge(), "clean.small").status;
  };
  CHECK(status_with(finding_kind::uninitialised_read, 1) == check_status::fail);
  CHECK(status_with(finding_kind::uninitialised_read, 2) == check_status::pass);
  CHECK(status_with(finding_kind::race, 2) == check_status::fail);
}
