// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// Cases of all exercises in which launch() does not go well, and how a timer calls it.
#pragma once

#include <string>
#include <vector>

#include <fmt/format.h>

#include "grader/lab.h"
#include "lab08_mistakes.h"

namespace cudalab::lab08 {

using findings::finding_kind;
using grader::expectation;
using protocol::element_type;

/// As the scenes count them.
inline const char* timer_name(int timer) {
  static const char* const names[] = {"time_synchronized_ms", "time_events_ms", "time_median_ms",
                                      "time_stages"};
  return names[timer];
}

inline void expect_answer(test_case& one, double answer, const char* what) {
  one.result(element_type::int32, 1).expect(protocol::result_name, [answer, what] {
    return expectation{{answer}, 0, 0, {1, 1, 0, 0, {what}}, {}};
  });
}

/// After an exception the timer is called again with a launch() that is right.
inline void remark_later_call(test_case& one, const advice& threw, const std::string& after) {
  remark(one, threw, [](const numbers& got) { return got[0] == 3; });
  remark(one,
         {"kept_after_exception",
          fmt::format("after {} the timer's next time was another one than before", after),
          "Is something kept from call to call (static, or global), and put in order at the end, "
          "which an exception never gets to? Variables of the function itself begin anew each "
          "time: let the times be some of them."},
         [](const numbers& got) { return got[0] == 4; });
}

/// In place of a lab::cuda_error something else came out.
inline void remark_other_exception(test_case& one) {
  remark(one,
         {"wrong_exception", "the timer threw something else than lab::cuda_error",
          "CUDA_CHECK throws the right kind of exception."},
         [](const numbers& got) { return got[0] == 2; });
  remark(one,
         {"exception_copied", "the timer threw a plain std::exception, and no lab::cuda_error",
          "Is what CUDA_CHECK throws caught, and thrown again? Write throw; without a name there: "
          "throw error; throws a copy, of the class that stands in the catch."},
         [](const numbers& got) { return got[0] == 5; });
}

inline test_case conduct_case(int timer) {
  test_case one(fmt::format("how {} calls launch()", timer_name(timer)), "measure_conduct");
  one.measured();
  one.value("timer", timer);
  expect_answer(one, 0, "ways of calling that it must not have");
  const auto called = [](int way) {
    return [way](const numbers& got) { return (static_cast<int>(got[0]) & way) != 0; };
  };
  remark(one,
         {"copy_called", "a copy of launch() was called, and not launch() itself",
          "launch may be an object that counts its calls, and a copy begins anew: let a lambda "
          "take it by reference, [&], and pass it on as const std::function<void()>&."},
         called(2));
  remark(one,
         {"other_thread", "launch() was called in another thread than the timer",
          "Call it where the timer itself was called: work may belong to its thread."},
         called(1));
  return one;
}

/// @param when "in the warm-up"; empty: launch() is called once
inline test_case refused_case(int timer, int call, const std::string& when) {
  test_case one(when.empty() ? timer_name(timer) : fmt::format("{}, {}", timer_name(timer), when),
                "measure_refused_launch");
  one.provokes(finding_kind::invalid_launch).value("timer", timer).value("call", call);
  expect_answer(one, 1, "errors thrown");
  remark(one,
         {"error_left_behind",
          "launch() left an error behind and the timer returned a time all the same",
          "CUDA_CHECK(cudaGetLastError()) right after launch() throws it. If you have it: does "
          "another cudaGetLastError() before it take the error away, or does a catch keep what was "
          "thrown?"},
         [](const numbers& got) { return got[0] == 0; });
  remark_other_exception(one);
  remark_later_call(
      one,
      {"error_kept",
       "the timer threw once more when launch() was right: the old error was still there",
       "cudaPeekAtLastError() leaves an error where it is; cudaGetLastError() takes it away."},
      "a launch() that was refused");
  return one;
}

inline test_case failing_kernel_case(int timer) {
  test_case one(fmt::format("{}, a kernel that fails while it runs", timer_name(timer)),
                "measure_failing_kernel");
  one.measured(); // its launch must not be refused
  one.provokes(finding_kind::trap).value("timer", timer);
  expect_answer(one, 1, "errors thrown");
  remark(one,
         {"failure_not_told",
          "a kernel failed while it ran, and the timer returned a time all the same",
          "What waits for the work returns the error: give it to CUDA_CHECK "
          "(cudaDeviceSynchronize, cudaEventSynchronize, cudaEventElapsedTime)."},
         [](const numbers& got) { return got[0] == 0; });
  remark_other_exception(one);
  return one;
}

inline constexpr const char* an_int = "an int"; ///< what a launch() may throw, too

/// @param thrown "an exception", or an_int
/// @param where ", pinned memory" or " in the warm-up"
/// @param n, pinned of time_stages
inline test_case throwing_case(const std::string& thrown, const std::string& where, int timer,
                               int call, int n = 1, bool pinned = false) {
  test_case one(fmt::format("a launch() that throws {}{}", thrown, where),
                "measure_throwing_launch");
  one.measured();
  one.value("timer", timer)
      .value("call", call)
      .value("an_int", thrown == an_int ? 1 : 0)
      .value("n", n)
      .value("pinned", pinned ? 1 : 0);
  expect_answer(one, 1, "exceptions that came through");
  remark(one,
         {"exception_lost", fmt::format("launch() threw {}, and the timer returned a time", thrown),
          "Let exceptions of launch() pass, from a warm-up too: what must be freed is freed by "
          "destructors, or by catch (...) { ...; throw; }."},
         [](const numbers& got) { return got[0] == 0; });
  remark(one,
         {"exception_changed",
          thrown == an_int ? "launch() threw an int, and the timer threw something else"
                           : "the timer threw another exception than launch()",
          "Whoever catches it to free something throws the same again: throw; without a name. "
          "(throw error; throws a copy, of the class that stands in the catch.)"},
         [](const numbers& got) { return got[0] == 2; });
  remark_later_call(
      one,
      {"throws_again", "after an exception of launch() the timer threw when launch() was right",
       "Is something kept from call to call (static, or global), and put in order at the end, "
       "which an exception never gets to?"},
      "an exception of launch()");
  return one;
}

/// What must be an error, and not a time.
inline grader::case_maker failing(int timer) {
  return [timer](grader::random_source&) {
    std::vector<test_case> cases;
    if (timer == 2)
      cases = {refused_case(timer, 0, "in the warm-up"),
               refused_case(timer, 1, "in the first measured run"),
               refused_case(timer, 3, "in the last measured run")};
    else
      cases = {refused_case(timer, 0, "")};
    cases.push_back(failing_kernel_case(timer));
    return cases;
  };
}

} // namespace cudalab::lab08
