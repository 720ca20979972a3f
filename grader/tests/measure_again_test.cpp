// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
//
// A student's times that are wrong on a GPU: made again while somebody looks at the device.
#include "grader/checks/measure_again.h"

#include <doctest/doctest.h>

#include "grader/checks/judges.h"
#include "grader/tests/bytes.h"
#include "grader/tests/fake_session.h"
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
  grader::backend_kind on = backend_kind::gpu;
  bool is_measured = true;
  std::size_t runs = 0;
  std::size_t watched = 0; ///< of them

  check_result judge() {
    const bool timed = is_measured;
    lab_description of;
    of.checks = {{"correctness.time", "the time", 1, 10,
                  correctness_check{[timed](random_source&) { return one_measurement(timed); }}}};
    const case_plan plan(of, on, 1);
    build_outcome built;
    built.how = build_outcome::kind::built;
    case_cache outcomes(fake_sessions([this](const std::filesystem::path&, const test_case&,
                                             const run_options& options) {
      const measured& now = times[std::min(runs, times.size() - 1)];
      ++runs;
      case_outcome outcome;
      outcome.outputs[protocol::result_name] = bytes_of<float>({now.ms});
      if (options.watch) {
        ++watched;
        if (now.disturbed)
          outcome.disturbed = {"other_process", "another process (4711, train) used the device"};
      }
      return outcome;
    }));
    const auto program = [&built](build_flavour) -> const build_outcome& { return built; };
    grading_context in{of,
                       on,
                       1,
                       {},
                       program,
                       program,
                       false,
                       plan,
                       outcomes,
                       [](const std::string&) {},
                       {},
                       {},
                       [](const std::string&) { return std::make_unique<unwatched_device>(); }};
    return cudalab::grader::judge(in, of.checks[0], std::get<correctness_check>(of.checks[0].what),
                                  plan.of(0));
  }
};

} // namespace

TEST_CASE("a time that is right is not measured again") {
  bench one{{{2, true}}};
  CHECK(one.judge().status == check_status::pass);
  CHECK(one.runs == 1);
  CHECK(one.watched == 0);
}

TEST_CASE("a wrong time on a quiet device is measured once more, and fails") {
  bench one{{{9}}};
  const check_result result = one.judge();
  CHECK(result.status == check_status::fail);
  CHECK(has(result.message, "expected 2"));
  CHECK(one.runs == 2);
  CHECK(one.watched == 1);
}

TEST_CASE("a time that somebody spoilt is right when the device is free") {
  bench one{{{9}, {5, true}, {7, true}, {2}}};
  CHECK(one.judge().status == check_status::pass);
  CHECK(one.runs == 4);
}

TEST_CASE("a disturbed time that is right is right") {
  bench one{{{9}, {2, true}}};
  CHECK(one.judge().status == check_status::pass);
}

TEST_CASE("on a device that is never free nobody fails") {
  bench one{{{9, true}}};
  const check_result result = one.judge();
  CHECK(result.status == check_status::noisy);
  CHECK(result.message ==
        "the time could not be measured: another process (4711, train) used the device");
  CHECK(has(result.next, "end the other process"));
  REQUIRE_FALSE(result.details.empty());
  CHECK(has(result.details.front(), "as it was measured: one kernel:"));
  CHECK(one.runs == 1 + watched_runs);
}

TEST_CASE("the last word has a run that nobody disturbed") {
  bench one{{{9}, {9, true}, {9}}};
  CHECK(one.judge().status == check_status::fail);
  CHECK(one.runs == 3);
}

TEST_CASE("what is no time, or is emulated, is not measured again") {
  bench emulated{{{9}}, backend_kind::cpu};
  CHECK(emulated.judge().status == check_status::fail);
  CHECK(emulated.watched == 0);
  bench computed{{{9}}, backend_kind::gpu, false};
  CHECK(computed.judge().status == check_status::fail);
  CHECK(computed.watched == 0);
}
