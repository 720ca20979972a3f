// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
//
// The real worker, on the emulated device, as the judge uses it.
#include <algorithm>
#include <cstring>

#include <doctest/doctest.h>

#include "grader/compare/compare.h"
#include "grader/run/case_runner.h"

using namespace cudalab;
using namespace cudalab::grader;
using protocol::element_type;

namespace {

const std::vector<float> numbers{1, 2, 3, 4, 5};

test_case trial(const std::string& function, const std::vector<float>& in = numbers) {
  return test_case(function, function)
      .input("d_in", in)
      .output("d_out", element_type::float32, in.size())
      .value("n", static_cast<int>(in.size()));
}

std::vector<case_outcome> run(const std::vector<test_case>& cases, std::size_t guard_bytes = 256,
                              bool watched = false, bool counted = false) {
  run_options options;
  options.allowed.wall = std::chrono::minutes(2);
  options.guard_bytes = guard_bytes;
  options.watched = watched;
  options.counted = counted;
  std::vector<const test_case*> pointers;
  for (const test_case& one : cases)
    pointers.push_back(&one);
  return run_cases(TRIAL_PROGRAM, pointers, options);
}

std::vector<float> floats(const case_outcome& outcome, const std::string& name) {
  const auto& bytes = outcome.outputs.at(name);
  std::vector<float> values(bytes.size() / sizeof(float));
  if (!values.empty())
    std::memcpy(values.data(), bytes.data(), bytes.size());
  return values;
}

} // namespace

TEST_CASE("calls come back right, with what they printed") {
  for (const std::size_t guard : {0, 256}) {
    const auto outcomes = run({trial("twice"), trial("twice", {7})}, guard);
    for (const case_outcome& outcome : outcomes) {
      CHECK(outcome.how == ending::done);
      CHECK(outcome.damaged_fences.empty());
      CHECK(outcome.printed == "twice\n");
    }
    CHECK(floats(outcomes[0], "d_out") == std::vector<float>{2, 4, 6, 8, 10});
    CHECK(floats(outcomes[1], "d_out") == std::vector<float>{14});
  }
}

TEST_CASE("who looks at the device looks during each call") {
  struct counter : device_watch {
    explicit counter(std::string& log) : log(log) {}
    void begin_round() override { log += "b"; }
    std::optional<disturbance> end_round() override {
      log += "e";
      return disturbance{"other_process", std::to_string(log.size())};
    }
    std::string& log;
  };
  std::string log;
  run_options options;
  options.allowed.wall = std::chrono::minutes(2);
  options.watch = [&log](const std::string& pci_bus_id) {
    log += "[" + pci_bus_id + "]"; // the emulated device has none
    return std::make_unique<counter>(log);
  };
  const test_case one = trial("twice"), wrong = trial("change_input");
  const auto outcomes = run_cases(TRIAL_PROGRAM, {&one, &wrong}, options);
  CHECK(log == "[]bebe");
  REQUIRE(outcomes[0].disturbed);
  CHECK(outcomes[0].disturbed->words == "4");
  REQUIRE(outcomes[1].disturbed);
  CHECK(outcomes[1].disturbed->words == "6");
  CHECK_FALSE(run({one})[0].disturbed);
}

TEST_CASE("buffers without elements are passed all the same") {
  const auto outcomes = run({trial("twice", {})});
  CHECK(outcomes[0].how == ending::done);
  CHECK(floats(outcomes[0], "d_out").empty());
}

TEST_CASE("a guard of the device that was written reaches the judge, also of a watched call") {
  for (const bool watched : {false, true}) {
    const auto outcomes =
        run({trial("write_before"), trial("change_input"), trial("twice")}, 256, watched);
    CHECK(outcomes[0].damaged_fences == std::vector<std::string>{"d_out"});
    CHECK(outcomes[1].damaged_fences == std::vector<std::string>{"d_in"});
    CHECK(outcomes[2].damaged_fences.empty());
    CHECK(floats(outcomes[2], "d_out") == std::vector<float>{2, 4, 6, 8, 10});
  }
}

TEST_CASE("errors are told, and the next call is as good as the first") {
  const auto outcomes = run({trial("bad_launch"), trial("twice"), trial("throw_error"),
                             trial("twice"), trial("far_outside"), trial("twice")});
  CHECK(outcomes[0].how == ending::cuda_error);
  CHECK(outcomes[0].detail.find("cudaErrorInvalidValue") != std::string::npos);
  CHECK(outcomes[2].how == ending::exception);
  CHECK(outcomes[2].detail == "not today");
  CHECK(outcomes[4].how == ending::cuda_error);
  CHECK(outcomes[4].detail.find("cudaErrorIllegalAddress") != std::string::npos);
  for (const std::size_t good : {1, 3, 5})
    CHECK(floats(outcomes[good], "d_out") == std::vector<float>{2, 4, 6, 8, 10});
}

TEST_CASE("a bad access is a finding of the call that made it, with the argument's name") {
  const auto outcomes = run({trial("twice"), trial("write_before"), trial("twice")}, 256, true);
  CHECK(outcomes[0].findings.empty());
  REQUIRE(outcomes[1].findings.size() == 1);
  CHECK(outcomes[1].how == ending::done); // it goes on, so that its results can be compared
  CHECK(outcomes[1].findings[0].kind == finding_kind::out_of_bounds);
  CHECK(outcomes[1].findings[0].object.find("d_out") != std::string::npos);
  CHECK(outcomes[2].findings.empty());
}

TEST_CASE("dimensions go in, structures come back, and buffers may lie on the host") {
  const auto outcomes = run({test_case("extent", "extent_of")
                                 .value("grid", std::array<unsigned, 3>{5, 4, 1})
                                 .value("block", std::array<unsigned, 3>{16, 16, 2})
                                 .result(element_type::uint32, 2),
                             test_case("sum", "on_the_host")
                                 .input("in", std::vector<int>{1, 2})
                                 .on_host()
                                 .inout("out", std::vector<int>{10, 20})
                                 .on_host()
                                 .value("n", 2)});
  REQUIRE(outcomes[0].how == ending::done);
  CHECK(values_of(outcomes[0].outputs.at(protocol::result_name), element_type::uint32) ==
        std::vector<double>{20, 512});
  REQUIRE(outcomes[1].how == ending::done);
  CHECK(values_of(outcomes[1].outputs.at("out"), element_type::int32) ==
        std::vector<double>{11, 22});
  CHECK(outcomes[1].damaged_fences.empty());
}

TEST_CASE("host code that follows a device pointer is a finding, and the next call is made anew") {
  const auto outcomes = run({trial("follow_pointer"), trial("twice")}, 256, true);
  CHECK(outcomes[0].how == ending::crashed);
  CHECK(outcomes[0].detail.find("host code used memory that is not its own") != std::string::npos);
  REQUIRE(outcomes[0].findings.size() == 1);
  CHECK(outcomes[0].findings[0].kind == finding_kind::host_access);
  CHECK(outcomes[0].findings[0].parties.at(0).on_host);
  CHECK(outcomes[1].how == ending::done);
}

TEST_CASE("memory that a call leaves behind is a finding of that call, so is a dropped error") {
  const auto outcomes = run({trial("twice"), trial("leaks"), trial("twice")}, 256, true);
  CHECK(outcomes[0].findings.empty());
  REQUIRE(outcomes[1].findings.size() == 2);
  for (const finding& each : outcomes[1].findings) {
    CAPTURE(each.kind);
    CHECK((each.kind == finding_kind::leak || each.kind == finding_kind::unchecked_error));
    CHECK(each.severity ==
          (each.kind == finding_kind::leak ? finding_severity::warning : finding_severity::error));
  }
  CHECK(outcomes[2].findings.empty());
}

TEST_CASE("a launch that never ends says in time where it is, and the cases after it are not run") {
  run_options options;
  options.allowed.wall = std::chrono::seconds(5);
  options.watched = true;
  const test_case endless = trial("waits_for_ever"), good = trial("twice");
  const auto outcomes = run_cases(TRIAL_PROGRAM, {&endless, &good}, options);
  CHECK(outcomes[0].how != ending::timed_out);
  CHECK(out_of_time(outcomes[0]));
  const auto& seen = outcomes[0].findings;
  const auto endless_loop = std::find_if(seen.begin(), seen.end(), [](const finding& each) {
    return each.kind == finding_kind::endless_loop;
  });
  REQUIRE(endless_loop != seen.end());
  const party& waiting = endless_loop->parties.at(0);
  CHECK(waiting.thread[0] == 3);
  CHECK(waiting.file.find("trial.cu") != std::string::npos);
  CHECK(waiting.line != 0);
  CHECK(endless_loop->remedy.find("CUDALAB_TIME_LIMIT") == std::string::npos);
  CHECK(outcomes[1].how == ending::timed_out); // nobody waits for all of them
  CHECK(out_of_time(outcomes[1]));
  CHECK_FALSE(out_of_time(run({good})[0]));
}

TEST_CASE("the worker runs one block after the other when it is asked to") {
  run_options options;
  options.allowed.wall = std::chrono::minutes(2);
  options.blocks_in_order = true;
  const test_case one = trial("meet");
  const auto in_order = run_cases(TRIAL_PROGRAM, {&one}, options);
  REQUIRE(in_order[0].how == ending::done);
  CHECK(floats(in_order[0], "d_out")[0] == 0);
}

TEST_CASE("after a sampled case the worker goes on where no kernel can have left anything") {
  for (const bool goes_on : {true, false})
    for (const bool sampled : {false, true}) {
      const char* const function = goes_on ? "counts_calls" : "counts_calls_and_keeps_memory";
      INFO(function, sampled ? ", sampled" : "");
      test_case one = trial(function);
      if (sampled)
        one.sampled(1);
      const auto outcomes = run({one, trial(function)});
      CHECK(floats(outcomes[0], "d_out")[0] == 1);
      CHECK(floats(outcomes[1], "d_out")[0] == (goes_on || !sampled ? 2 : 1));
    }
}

TEST_CASE("traffic is counted for each call") {
  const auto outcomes = run({trial("twice"), trial("throw_error")}, 0, false, true);
  REQUIRE(outcomes[0].traffic.size() == 1);
  CHECK(outcomes[0].traffic[0].at("kernel") == "scale");
  CHECK(outcomes[1].traffic.empty());
}

TEST_CASE("a call that does not fit is the checks' mistake and says so") {
  const auto detail_of = [](const char* function) {
    const case_outcome outcome = run({trial(function)})[0];
    CHECK(outcome.how == ending::broken_protocol);
    return outcome.detail;
  };
  CHECK(detail_of("thrice").find("thrice, which the lab's header does not bind") !=
        std::string::npos);
  CHECK(detail_of("add_to").find("add_to 3 arguments; it has 4") != std::string::npos);
}

TEST_CASE("a timing gives one time a sample and the last results") {
  protocol::call call{
      "twice",
      {protocol::buffer_argument{"d_in", element_type::float32, protocol::memory_space::device,
                                 protocol::direction::input, 2, 0, 0},
       protocol::buffer_argument{"d_out", element_type::float32, protocol::memory_space::device,
                                 protocol::direction::output, 2, 0, 256},
       protocol::scalar_argument{"n", element_type::int32, 2}}};
  shared_block inputs(8), outputs(768);
  const float content[2] = {3, 4};
  std::memcpy(inputs.data(), content, sizeof content);
  inputs.seal();
  run_limits allowed;
  worker_process worker(TRIAL_PROGRAM, inputs, outputs, allowed);
  REQUIRE(worker.ready());
  CHECK(worker.greeting().backend == "cpu");
  CHECK(worker.greeting().functions.size() == 37);

  worker.send(protocol::timing{{call}, 1, 2, 5, true});
  auto reply = worker.receive(std::chrono::minutes(2));
  REQUIRE(reply);
  auto times = std::get<protocol::timing_reply>(*reply);
  CHECK(times.error == "");
  CHECK(times.milliseconds.size() == 5);
  float result[2];
  std::memcpy(result, outputs.data() + 256, sizeof result);
  CHECK(result[0] == 6);
  CHECK(result[1] == 8);

  worker.send(protocol::copy_timing{1 << 20, 3});
  reply = worker.receive(std::chrono::minutes(2));
  REQUIRE(reply);
  CHECK(std::get<protocol::timing_reply>(*reply).milliseconds.size() == 3);
  worker.finish();
  CHECK(worker.how() == ending::exited);
  CHECK(worker.detail() == "exit status 0");
}

namespace {

std::vector<float> doubled() {
  std::vector<float> all;
  for (const float each : numbers)
    all.push_back(2 * each);
  return all;
}

case_outcome watched(const test_case& one) {
  return run({one}, 256, true).front();
}

/// Errors that were found, by their object.
std::vector<std::string> ignored(const case_outcome& outcome) {
  std::vector<std::string> objects;
  for (const finding& each : outcome.findings)
    if (each.kind == finding_kind::unchecked_error)
      objects.push_back(each.object);
  return objects;
}

using texts = std::vector<std::string>;

} // namespace

TEST_CASE("a call is rehearsed with other inputs: an answer that is kept is the other one's") {
  const std::vector<float> equal(4, 3.0f), others{3, 4, 5, 6};
  // Each element is what the first one is: the rehearsal of `others` has 3 everywhere.
  CHECK(floats(watched(trial("twice", others).rehearsed()), "d_out") ==
        std::vector<float>{6, 8, 10, 12});
  CHECK(floats(watched(trial("remembers", {1, 2}).rehearsed()), "d_out") ==
        std::vector<float>{1, 1});
  CHECK(watched(trial("twice").rehearsed()).printed == "twice\ntwice\n");
}

TEST_CASE("a rehearsed call comes at once: what the call before it still uses is in its way") {
  const auto early = [](const case_outcome& outcome) {
    return std::any_of(outcome.findings.begin(), outcome.findings.end(), [](const finding& each) {
      return each.kind == finding_kind::unfinished_read;
    });
  };
  const test_case once = trial("sends_from_kept_memory");
  CHECK_FALSE(early(watched(once)));
  CHECK(early(watched(test_case(once).rehearsed())));
}

TEST_CASE("a launch is refused once more, and who does not tell is found, with the launch's line") {
  const case_outcome told = watched(trial("checks_launch").refused());
  CHECK(told.how == ending::done);
  CHECK(floats(told, "d_out") == doubled());
  CHECK(ignored(told) == texts{});
  const case_outcome silent = watched(trial("twice").refused());
  CHECK(silent.how == ending::done);
  CHECK(floats(silent, "d_out") == doubled());
  CHECK(ignored(silent) == texts{"the launch failed, and twice did not tell"});
  REQUIRE(silent.findings.size() == 1);
  CHECK(silent.findings[0].severity == finding_severity::error);
  CHECK(silent.findings[0].parties.at(0).line > 0);
  CHECK(ignored(watched(trial("twice"))) == texts{}); // nobody asked for it
}

TEST_CASE("the last of several launches is refused, and only lab::cuda_error tells of it") {
  CHECK(ignored(watched(trial("ignores_second_launch").refused())) ==
        texts{"the launch failed, and ignores_second_launch did not tell"});
  CHECK(ignored(watched(trial("throws_a_number").refused())) ==
        texts{"the launch failed, and throws_a_number threw something else than lab::cuda_error"});
  CHECK(ignored(watched(trial("twice", {}).refused())) == texts{}); // no launch, nothing to refuse
}

TEST_CASE(
    "an error that a call throws and leaves behind is a remark where the next call meets it") {
  const auto remarks = [](const char* function) {
    const case_outcome outcome = watched(trial(function).refused());
    CHECK(outcome.how == ending::done);
    CHECK(floats(outcome, "d_out") == doubled());
    CHECK(ignored(outcome) == texts{});
    return outcome.remarks;
  };
  const auto peeked = remarks("peeks_at_launch");
  REQUIRE(peeked.size() == 1);
  CHECK(peeked[0].what.find("peeks_at_launch threw the same again") != std::string::npos);
  CHECK(peeked[0].next.find("cudaPeekAtLastError() in line 1") == 0);
  for (const char* function :
       {"checks_launch", "peeks_and_takes", "forgets_and_peeks", "launches_by_a_call"})
    CHECK(remarks(function).empty());
}

TEST_CASE("how an error was lost is told: not asked, twice, in a destructor, thrown as another") {
  const auto lost = [](const char* function) {
    const case_outcome outcome = watched(trial(function).refused());
    REQUIRE(outcome.findings.size() == 1);
    REQUIRE(outcome.findings[0].fix.size() == 1);
    return std::pair(outcome.findings[0].fix[0].id, outcome.findings[0].parties.size());
  };
  using findings::remedy_id;
  CHECK(lost("twice") == std::pair(remedy_id::check_launch, std::size_t{1}));
  CHECK(lost("asks_twice") == std::pair(remedy_id::throw_first_answer, std::size_t{2}));
  CHECK(lost("asks_in_a_destructor") ==
        std::pair(remedy_id::check_launch_before_destructor, std::size_t{2}));
  CHECK(lost("throws_a_number") == std::pair(remedy_id::pass_exception_on, std::size_t{1}));
}

TEST_CASE("results of a case that ran in part are judged where one operation made them") {
  CHECK_FALSE(watched(trial("twice").sampled(1)).unjudged);
  CHECK(watched(trial("reads_output").sampled(1)).unjudged); // two launches
  CHECK_FALSE(watched(trial("reads_output")).unjudged);
}

TEST_CASE("that a launch failed is known by the class of the exception") {
  const std::vector<float> many(2000, 1); // too many threads for a block
  CHECK(watched(trial("checks_launch", many)).threw_cuda_error);
  CHECK_FALSE(watched(trial("throws_a_number", many)).threw_cuda_error);
  CHECK_FALSE(watched(trial("asks_twice", many)).threw_cuda_error);
  CHECK_FALSE(watched(trial("checks_launch")).threw_cuda_error);
}

TEST_CASE("arrays of the host can be there over and over, too") {
  constexpr int there = 1024, all = 3 * there;
  std::vector<int> numbers(there);
  for (int i = 0; i < there; ++i)
    numbers[static_cast<std::size_t>(i)] = i;
  const case_outcome outcome = watched(test_case("sum", "on_the_host")
                                           .input("in", numbers)
                                           .repeated_to(all)
                                           .on_host()
                                           .inout("out", std::vector<int>(there, 7))
                                           .repeated_to(all)
                                           .on_host()
                                           .value("n", all));
  REQUIRE(outcome.how == ending::done);
  const std::vector<double> sums = values_of(outcome.outputs.at("out"), element_type::int32);
  CHECK(sums[5] == 7 + 3 * 5); // each time is the same memory
  CHECK(sums[there - 1] == 7 + 3 * (there - 1));
  CHECK(outcome.damaged_fences.empty());
  CHECK(outcome.findings.empty());
}

TEST_CASE("what a function leaves behind when its launch is refused is found") {
  const auto left = [](const case_outcome& outcome) {
    return std::count_if(outcome.findings.begin(), outcome.findings.end(), [](const finding& each) {
      return each.kind == finding_kind::leak &&
             each.text == "1 allocation of 4 bytes in all, when a launch failed";
    });
  };
  CHECK(left(watched(trial("sends_from_kept_memory").refused_and_freed())) == 1);
  CHECK(left(watched(trial("sends_from_kept_memory").refused())) == 0); // nobody asked for it
  CHECK(left(watched(trial("checks_launch").refused_and_freed())) == 0);
}

TEST_CASE("what is found because a launch was refused does not count") {
  CHECK(watched(trial("clears_at_the_end")).findings.empty());
  CHECK(watched(trial("clears_at_the_end").refused_and_freed()).findings.empty());
}

TEST_CASE("after a refusal the next call is as if there had been none") {
  const auto outcomes = run({trial("twice").refused(), trial("twice", {7})}, 256, true);
  CHECK(floats(outcomes[1], "d_out") == std::vector<float>{14});
  CHECK(outcomes[1].findings.empty());
}

TEST_CASE("an output that is only to be written is not read, not even what was written") {
  const auto only_written = [](const std::string& function) {
    return test_case(function, function)
        .input("d_in", numbers)
        .output("d_out", element_type::float32, numbers.size())
        .only_written()
        .value("n", static_cast<int>(numbers.size()));
  };
  const case_outcome read = watched(only_written("reads_output"));
  CHECK(floats(read, "d_out") == doubled());
  REQUIRE(read.remarks.size() == 1);
  CHECK(read.remarks[0].what.find("the kernel reads d_out[0] (trial.cu:") == 0);
  CHECK(watched(only_written("twice")).remarks.empty());
  CHECK(watched(trial("reads_output")).remarks.empty()); // elsewhere it may
}

TEST_CASE("an input is not written, not even for a moment") {
  const case_outcome borrowed = watched(trial("borrows_input"));
  CHECK(floats(borrowed, "d_out") == doubled());
  CHECK(borrowed.damaged_fences.empty());
  REQUIRE(borrowed.remarks.size() == 1);
  CHECK(borrowed.remarks[0].what.find("the kernel writes d_in[0] (trial.cu:") == 0);
}

TEST_CASE("what lies beside an array of the host is not read, by code or by a copy") {
  const auto seen = [](const std::string& function) {
    std::vector<std::string> elements;
    for (const auto& each : watched(test_case(function, function)
                                        .input("in", numbers)
                                        .on_host()
                                        .output("d_out", element_type::float32, numbers.size())
                                        .value("n", static_cast<int>(numbers.size())))
                                .findings)
      elements.push_back(each.object);
    return elements;
  };
  CHECK(seen("copies_too_much") == texts{"in[5]"});
  CHECK(seen("adds_too_much") == texts{"in[-1]"});
}

TEST_CASE("who has waited for the work is told that it has ended") {
  CHECK(watched(trial("asks_when_known")).printed == "twice\n");
}

TEST_CASE("who asks until the work has ended waits, and who asks once does not") {
  CHECK(watched(trial("polls_stream")).waits == texts{"cudaStreamQuery"});
  CHECK(watched(trial("polls_event")).waits == texts{"cudaEventQuery"});
  CHECK(watched(trial("asks_once")).waits == texts{});
  CHECK(watched(trial("asks_once")).printed == "twice\n");
}

TEST_CASE("work in a stream that the caller's does not wait for is remarked on") {
  CHECK(watched(trial("aside_joined")).remarks.empty());
  const case_outcome alone = watched(trial("aside"));
  REQUIRE(alone.remarks.size() == 1);
  CHECK(alone.remarks[0].what.find("may still run when the caller goes on") != std::string::npos);
}
