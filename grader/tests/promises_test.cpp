// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
//
// What a header promises besides results: no waiting, the launch that was asked for; and which
// cases of a lab are called twice.
#include <memory>
#include <set>

#include <doctest/doctest.h>

#include "grader/checks/case_fault.h"
#include "grader/checks/case_plan.h"
#include "grader/checks/conduct.h"
#include "grader/checks/judge_outputs.h"
#include "grader/tests/bytes.h"

using namespace cudalab;
using namespace cudalab::grader;
using protocol::element_type;

namespace {

case_outcome waiting_in(const std::string& call) {
  case_outcome outcome;
  outcome.waits = {call};
  return outcome;
}

lab_description promising() {
  lab_description lab;
  lab.name = "lab99";
  lab.never_wait = {"f"};
  return lab;
}

case_outcome launching(const std::vector<protocol::launch_sizes>& launches) {
  case_outcome outcome;
  outcome.launches = launches;
  return outcome;
}

constexpr protocol::launch_sizes two_of_32{{2, 1, 1}, {32, 1, 1}}, one_of_64{{1, 1, 1}, {64, 1, 1}};

test_case sized(const std::string& function, std::size_t n) {
  test_case one("n = " + std::to_string(n), function);
  one.input("d_in", std::vector<float>(n)).output("d_out", element_type::float32, n);
  return one;
}

std::vector<test_case> several(random_source&) {
  return {sized("f", 100), sized("f", 40), sized("f", 0), sized("g", 50), sized("g", 60)};
}

/// Names of the cases that have it.
template <class Has>
std::set<std::string> chosen(const std::vector<const test_case*>& cases, Has has) {
  std::set<std::string> names;
  for (const test_case* each : cases)
    if (has(*each))
      names.insert(each->function() + ", " + each->name());
  return names;
}

bool is_rehearsed(const test_case& one) {
  return one.call().rehearsed;
}
bool is_refused(const test_case& one) {
  return one.call().refused;
}

using name_set = std::set<std::string>;

} // namespace

TEST_CASE("a function that must not wait is not advised to") {
  finding race;
  findings::advise(
      {{findings::remedy_id::order_the_streams}, {findings::remedy_id::or_let_host_wait}}, race);
  const auto advice = [&](const std::string& function) {
    return without_waits(promising(), sized(function, 5), {race}).front().remedy;
  };
  CHECK(advice("g").find("or let the host wait in between") != std::string::npos);
  CHECK(advice("f").find("let the host wait") == std::string::npos);
  CHECK(advice("f").find("let the other stream wait for it") != std::string::npos);
}

TEST_CASE(
    "memory that is repeated is whole pages: else there is none, and nothing would be judged") {
  test_case one("n", "f");
  one.input("d_in", std::vector<float>(1024, 1));
  CHECK_NOTHROW(one.repeated_to(3 * 1024));
  CHECK_THROWS_AS(one.repeated_to(3 * 1024 + 1), std::logic_error);
}

TEST_CASE("a function that promises not to wait does not wait") {
  const test_case f("n = 5", "f"), g("n = 5", "g");
  const auto seen = waited(promising(), f, waiting_in("cudaDeviceSynchronize"));
  REQUIRE(seen);
  CHECK(seen->message == "f waits for kernels: cudaDeviceSynchronize does so");
  CHECK(seen->next.find("lab99.h") != std::string::npos);
  CHECK(seen->next.find("Take out cudaDeviceSynchronize()") != std::string::npos);
  CHECK_FALSE(waited(promising(), g, waiting_in("cudaDeviceSynchronize"))); // it may
  CHECK_FALSE(waited(promising(), f, case_outcome{}));
  case_outcome failed = waiting_in("cudaFree");
  failed.how = ending::exception;
  CHECK_FALSE(waited(promising(), f, failed)); // something else is wrong
}

TEST_CASE("what to do in place of waiting depends on the call") {
  const test_case f("n = 5", "f");
  const auto next = [&](const std::string& call) {
    return waited(promising(), f, waiting_in(call)).value().next;
  };
  CHECK(next("cudaFree").find("cudaFreeAsync") != std::string::npos);
  CHECK(next("cudaMemcpy").find("no copy") != std::string::npos);
  CHECK(next("cudaStreamQuery").find("Asking cudaStreamQuery() again") != std::string::npos);
}

TEST_CASE("a function whose work is a kernel's launches one") {
  const test_case must = test_case("n = 5", "f").launches(), may("n = 5", "f");
  const auto seen = other_launch(must, launching({}));
  REQUIRE(seen);
  CHECK(seen->id == "no_launch");
  CHECK_FALSE(other_launch(must, launching({one_of_64})));
  CHECK_FALSE(other_launch(may, launching({})));
  CHECK_FALSE(other_launch(test_case(must).on_gpu(), launching({}))); // nobody sees it there
}

TEST_CASE("a launch that was asked for is one of those that were made") {
  const test_case one = test_case("n = 5", "f").launches({2, 1, 1}, {32, 1, 1});
  CHECK_FALSE(other_launch(one, launching({two_of_32})));
  CHECK_FALSE(other_launch(one, launching({one_of_64, two_of_32})));
  const auto seen = other_launch(one, launching({one_of_64}));
  REQUIRE(seen);
  CHECK(seen->id == "other_launch");
  CHECK(seen->message == "the result is right, but the launch is another one: 1 block of 64 "
                         "threads, where 2 blocks of 32 threads are asked for");
}

TEST_CASE("where the shape is free, so many blocks of so many threads are the launch") {
  const test_case one = test_case("n = 5", "f").launches_as_many(2, 32);
  CHECK_FALSE(other_launch(one, launching({{{1, 2, 1}, {4, 4, 2}}})));
  CHECK(other_launch(one, launching({one_of_64})));
}

TEST_CASE("threads that share an element are more than were asked for") {
  const test_case one = test_case("n = 5", "f").threads_at_most(64);
  CHECK_FALSE(other_launch(one, launching({two_of_32})));
  const auto seen = other_launch(one, launching({two_of_32, one_of_64}));
  REQUIRE(seen);
  CHECK(seen->message == "the result is right, but 128 threads were launched, where 64 are "
                         "enough");
  CHECK(seen->next.find("the threads of 2 launches") != std::string::npos);
  CHECK_FALSE(other_launch(test_case(one).on_gpu(), launching({two_of_32, one_of_64})));
}

TEST_CASE("nothing is said of a sampled case that took too long") {
  test_case one = test_case("n = 64", "f").launches().sampled(1);
  case_outcome outcome;
  CHECK(fault_of(one, outcome, {})); // no kernel ran
  outcome.unjudged = true;
  CHECK_FALSE(fault_of(one, outcome, {}));
  outcome.launches = {one_of_64};
  one.threads_at_least(65);
  CHECK(fault_of(one, outcome, {})->id == "few_threads");
}

TEST_CASE("a launch that cannot be made is told by lab::cuda_error, and by nothing else") {
  const test_case one = test_case("1,056 threads", "f")
                            .output("d_out", protocol::element_type::float32, 1056)
                            .launch_fails();
  CHECK(one.is_provoked(finding_kind::invalid_launch));
  const auto ended = [](ending how, bool threw) {
    case_outcome outcome;
    outcome.how = how;
    outcome.threw_cuda_error = threw;
    return outcome;
  };
  CHECK_FALSE(fault_of(one, ended(ending::exception, true), {}));
  for (const ending silent : {ending::done, ending::cuda_error}) {
    const auto fault = fault_of(one, ended(silent, false), {});
    REQUIRE(fault);
    CHECK(fault->id == "not_told");
    CHECK(fault->message == "a launch with these numbers fails, and f did not tell");
  }
  CHECK(fault_of(one, ended(ending::exception, false), {})->message ==
        "a launch with these numbers fails, and f threw something else than lab::cuda_error");
  CHECK(fault_of(one, ended(ending::crashed, false), {})->id == "crashed");
  CHECK_FALSE(not_told(test_case("n = 5", "f"), ended(ending::done, false))); // nothing fails
}

TEST_CASE("what is made of memory that nobody wrote is not said to be unwritten") {
  const test_case one =
      test_case("n = 4", "f").output("d_out", element_type::float32, 4).expect("d_out", [] {
        return expectation{{1, 2, 3, 4}, 0, 0, {1, 4, 0, 0}, {}};
      });
  case_outcome outcome;
  outcome.how = ending::done;
  std::vector<std::byte>& got = outcome.outputs["d_out"] = bytes_of<float>({1, 2, 3, 4});
  poison(got, 1, 1, sizeof(float));
  const auto says = [&](const char* words) {
    return fault_of(one, outcome, {})->message.find(words) != std::string::npos;
  };
  CHECK(says("never written; "));
  finding& seen = outcome.findings.emplace_back();
  seen.kind = finding_kind::out_of_bounds;
  seen.parties.emplace_back().action = "writes";
  CHECK(says("never written; "));
  const auto shows_unwritten = [&] {
    return fault_of(one, outcome, {})->wrong.front().result.first.front().unwritten;
  };
  CHECK(shows_unwritten());
  seen.parties.front().action = "reads";
  CHECK(says("never written, or made of what nobody wrote; "));
  CHECK_FALSE(shows_unwritten());
}

TEST_CASE("where no launch failed, since the blocks have another shape, that is told") {
  const test_case one = test_case("1,056 threads", "f")
                            .output("d_out", protocol::element_type::float32, 1056)
                            .launches_blocks({33, 32, 1})
                            .launch_fails();
  case_outcome outcome;
  outcome.how = ending::done;
  CHECK(fault_of(one, outcome, {})->id == "not_told"); // nothing was launched
  outcome.launches = {one_of_64};
  const auto fault = fault_of(one, outcome, {});
  REQUIRE(fault);
  CHECK(fault->id == "other_block");
  CHECK(fault->message == "the blocks have 64 threads, where 33 x 32 are asked for: a launch with "
                          "these fails, and f is to throw lab::cuda_error");
  outcome.findings.emplace_back().kind = finding_kind::invalid_launch; // another kernel's ran
  CHECK(fault_of(one, outcome, {})->id == "not_told");
}

TEST_CASE("threads that go on to further elements are half of them at most") {
  const test_case one = test_case("n = 128", "f").threads_not_just_below(128);
  CHECK_FALSE(other_launch(one, launching({one_of_64, two_of_32})));
  CHECK_FALSE(other_launch(one, launching({one_of_64})));
  CHECK(other_launch(test_case(one).threads_not_just_below(127), launching({one_of_64})));
}

TEST_CASE("of very many threads one block may be missing") {
  const std::size_t blocks = std::size_t{1} << 16, threads = 512 * blocks;
  const auto next = [&](std::size_t work) {
    return other_launch(test_case("n", "f").threads_at_least(work),
                        launching({{{static_cast<unsigned>(blocks), 1, 1}, {512, 1, 1}}}))
        ->next;
  };
  CHECK(next(threads + 1).find("Only the last element is without a thread") == 0);
  CHECK(next(threads + 512).find("512 elements are without a thread") != std::string::npos);
  CHECK(next(threads + 513).find("Does the grid have a largest number of blocks") == 0);
  const protocol::launch_sizes many = {{static_cast<unsigned>(blocks), 1, 1}, {512, 1, 1}};
  const auto behind_another = other_launch(test_case("n", "f").threads_at_least(threads + 9),
                                           launching({{{1, 1, 1}, {1, 1, 1}}, many}));
  CHECK(behind_another->next.find("8 elements are without a thread") != std::string::npos);
  const auto few = other_launch(test_case("n", "f").threads_at_least(65), launching({one_of_64}));
  CHECK(few->next.find("Does the grid have a largest number of blocks") == 0);
}

TEST_CASE("threads that each make one element are as many") {
  const test_case one = test_case("n = 64", "f").threads_at_least(64);
  CHECK_FALSE(other_launch(one, launching({two_of_32})));
  const auto seen = other_launch(test_case(one).threads_at_least(65), launching({one_of_64}));
  REQUIRE(seen);
  CHECK(seen->message == "64 threads were launched, and there is work for 65");
  const std::vector<protocol::launch_sizes> many(protocol::most_launches_told, {{}, {}});
  CHECK_FALSE(other_launch(one, launching(many))); // there may be more of them
}

TEST_CASE("blocks of the shape that was asked for") {
  const test_case one = test_case("n = 5", "f").launches_blocks({32, 1, 1});
  CHECK_FALSE(other_launch(one, launching({one_of_64, two_of_32})));
  const auto seen = other_launch(one, launching({one_of_64}));
  REQUIRE(seen);
  CHECK(seen->id == "other_block");
  CHECK_FALSE(other_launch(test_case(one).on_gpu(), launching({one_of_64})));
}

TEST_CASE("cases for a GPU are made where there is one") {
  lab_description lab;
  bool made = false;
  lab.checks = {{"correctness.a", "", 1, 1, correctness_check{several, {}, [&made](random_source&) {
                                                                made = true;
                                                                return std::vector<test_case>{
                                                                    sized("f", 1000)};
                                                              }}}};
  CHECK(case_plan(lab, backend_kind::cpu, 1).of(0).own.size() == 5);
  CHECK_FALSE(made);
  const case_plan plan(lab, backend_kind::gpu, 1);
  REQUIRE(plan.of(0).own.size() == 6);
  CHECK(plan.of(0).own.back()->is_gpu_only());
}

TEST_CASE("what remembers its arguments is told that it was called twice") {
  const auto of = [](const char* name) {
    test_case one(name, "f");
    one.input("d_in", std::vector<float>(20)).output("d_out", element_type::float32, 20);
    one.expect("d_out", [] {
      return expectation{std::vector<double>(20, 1.0), 0, 0, {1, 20, 0, 0}, {}};
    });
    return one;
  };
  const test_case first = of("first"), again = of("again").rehearsed();
  const std::vector<const test_case*> cases = {&first, &again};
  const auto empty = std::make_shared<case_outcome>(), fine = std::make_shared<case_outcome>();
  empty->how = fine->how = ending::done;
  fine->outputs["d_out"] = bytes_of(std::vector<float>(20, 1.0f));
  const auto next = [&](const auto& one, const auto& other) {
    return faults_of(cases, {one, other}, run_limits{})[1].value().next;
  };
  CHECK(next(fine, empty).find("second call with the same arrays") != std::string::npos);
  CHECK(next(empty, empty).find("second call") == std::string::npos); // it never writes
}

TEST_CASE("an input that was changed is not told as a store outside of an output") {
  const test_case one = sized("f", 20);
  CHECK(fence_words(one, {"d_in"}).find("which may only be read") != std::string::npos);
  CHECK(fence_words(one, {"d_out"}) == "memory just before or after d_out was overwritten");
  CHECK(are_inputs(one, {"d_in"}));
  CHECK_FALSE(are_inputs(one, {"d_in", "d_out"}));
}

TEST_CASE("the smallest case of each function is called twice, and one is refused a launch") {
  lab_description lab;
  lab.checks = {{"correctness.a", "", 1, 1, correctness_check{several}},
                {"clean.a", "", 1, 1, clean_check{several}}};
  const case_plan plan(lab, backend_kind::cpu, 1);
  for (const std::size_t check : {0u, 1u}) { // equal cases stay equal, and run once
    CHECK(chosen(plan.of(check).own, is_rehearsed) == name_set{"f, n = 40", "g, n = 50"});
    CHECK(chosen(plan.of(check).own, is_refused) == name_set{"f, n = 40", "g, n = 50"});
  }
  CHECK(plan.of_checked_program().cases.size() == 5);
}

TEST_CASE("the case that is called twice has arrays that can all hold something else") {
  lab_description lab;
  const auto filters = [](random_source&) {
    std::vector<test_case> cases;
    for (const std::size_t taps : {1, 3, 5})
      cases.push_back(test_case(std::to_string(taps), "f")
                          .input("d_in", std::vector<float>(30))
                          .input("d_filter", std::vector<float>(taps))
                          .output("d_out", element_type::float32, 30));
    return cases;
  };
  lab.checks = {{"correctness.a", "", 1, 1, correctness_check{filters}}};
  const case_plan plan(lab, backend_kind::cpu, 1);
  CHECK(chosen(plan.of(0).own, is_rehearsed) == name_set{"f, 3"});
}

TEST_CASE("calls for memory fail where the lab's header says that each is checked") {
  lab_description lab;
  lab.checks = {{"correctness.a", "", 1, 1, correctness_check{several}},
                {"clean.a", "", 1, 1, clean_check{several}}};
  lab.check_each_call = {"g"};
  const case_plan plan(lab, backend_kind::cpu, 1);
  const auto fails = [](const test_case& one) { return one.call().calls_fail; };
  for (const std::size_t check : {0u, 1u}) {
    CHECK(chosen(plan.of(check).own, fails) == name_set{"g, n = 50"});
    CHECK(chosen(plan.of(check).own, is_refused) == name_set{"f, n = 40", "g, n = 50"});
  }
  CHECK(plan.of_checked_program().cases.size() == 5);
}

TEST_CASE("on a GPU a launch is refused where the emulated device runs") {
  lab_description lab;
  lab.checks = {{"correctness.a", "", 1, 1, correctness_check{several}},
                {"clean.a", "", 1, 1, clean_check{[](random_source&) {
                   return std::vector<test_case>{sized("f", 70), sized("f", 80)};
                 }}}};
  const case_plan plan(lab, backend_kind::gpu, 1);
  CHECK(chosen(plan.of(0).own, is_refused) == name_set{});
  CHECK(chosen(plan.of(1).own, is_refused) == name_set{"f, n = 70"});
}

TEST_CASE("no launch is refused where time is measured, a scene calls, or launches fail anyway") {
  lab_description lab;
  lab.checks = {{"correctness.a", "", 1, 1, correctness_check{[](random_source&) {
                   return std::vector<test_case>{
                       sized("timed", 4).measured(), sized("f", 5).called_by("scene"),
                       sized("g", 6).provokes(finding_kind::invalid_launch)};
                 }}}};
  const case_plan plan(lab, backend_kind::cpu, 1);
  CHECK(chosen(plan.of(0).own, is_refused) == name_set{});
}
