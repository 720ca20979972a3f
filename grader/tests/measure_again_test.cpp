// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
//
// A student's times that are wrong on a GPU: made again while somebody looks at the device.
#include "grader/checks/measure_again.h"

#include <doctest/doctest.h>

#include "grader/checks/judges.h"
#include "grader/tests/bytes.h"
#include "grader/tests/has.h"

using namespace cudalab;
using namespace cudalab::grader;

namespace {

struct measured {
  float ms;
  bool disturbed = false;
};

std::vector<test_case> one_measurement(bool is_measured) {
  test_case one("one kernel", "time_ms");
  one.result(protocol::element_type::float32, 1).expect(protocol::result_name, [] {
    return expectation{{2}, 0.1, 0, {1, 1, 0, 0, {"milliseconds"}}, {}};
  });
  if (is_measured)
    one.measured();
  return {one};
}

/// A program that measures these times, one after the other (the last one for ever).
struct bench {
  std::vector<measured> times;
  grader::backend on = backend::gpu;
  bool is_measured = true;
  std::size_t runs = 0;
  std::size_t watched = 0; ///< of them

  check_result judge() {
    const lab none;
    build_outcome built;
    built.how = build_outcome::kind::built;
    case_cache outcomes([this](const std::filesystem::path&, const std::vector<const test_case*>&,
                               const run_options& options, const auto&) {
      const measured& now = times[std::min(runs, times.size() - 1)];
      ++runs;
      case_outcome outcome;
      outcome.outputs[protocol::result_name] = bytes_of<float>({now.ms});
      if (options.watch) {
        ++watched;
        if (now.disturbed)
          outcome.disturbed = {"other_process", "another process (4711, train) used the device"};
      }
      return std::vector<case_outcome>{outcome};
    });
    const auto program = [&built](flavour) -> const build_outcome& { return built; };
    context in{
        none,  on,       1,
        {},    program,  program,
        false, outcomes, [](const std::string&) {},
        {},    {},       [](const std::string&) { return std::make_unique<unwatched_device>(); }};
    const bool timed = is_measured;
    return judge_correctness(
        in, correctness{[timed](random_source&) { return one_measurement(timed); }});
  }
};

} // namespace

TEST_CASE("a time that is right is not measured again") {
  bench one{{{2, true}}};
  CHECK(one.judge().status == status::pass);
  CHECK(one.runs == 1);
  CHECK(one.watched == 0);
}

TEST_CASE("a wrong time on a quiet device is measured once more, and fails") {
  bench one{{{9}}};
  const check_result result = one.judge();
  CHECK(result.status == status::fail);
  CHECK(has(result.message, "expected 2"));
  CHECK(one.runs == 2);
  CHECK(one.watched == 1);
}

TEST_CASE("a time that somebody spoilt is right when the device is free") {
  bench one{{{9}, {5, true}, {7, true}, {2}}};
  CHECK(one.judge().status == status::pass);
  CHECK(one.runs == 4);
}

TEST_CASE("a disturbed time that is right is right") {
  bench one{{{9}, {2, true}}};
  CHECK(one.judge().status == status::pass);
}

TEST_CASE("on a device that is never free nobody fails") {
  bench one{{{9, true}}};
  const check_result result = one.judge();
  CHECK(result.status == status::noisy);
  CHECK(result.message ==
        "the time could not be measured: another process (4711, train) used the device");
  CHECK(has(result.next, "end the other process"));
  REQUIRE_FALSE(result.details.empty());
  CHECK(has(result.details.front(), "as it was measured: one kernel:"));
  CHECK(one.runs == 1 + watched_runs);
}

TEST_CASE("the last word has a run that nobody disturbed") {
  bench one{{{9}, {9, true}, {9}}};
  CHECK(one.judge().status == status::fail);
  CHECK(one.runs == 3);
}

TEST_CASE("what is no time, or is emulated, is not measured again") {
  bench emulated{{{9}}, backend::cpu};
  CHECK(emulated.judge().status == status::fail);
  CHECK(emulated.watched == 0);
  bench computed{{{9}}, backend::gpu, false};
  CHECK(computed.judge().status == status::fail);
  CHECK(computed.watched == 0);
}
