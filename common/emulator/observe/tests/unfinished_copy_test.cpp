// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
//
// Barriers in memory and asynchronous copies, step by step: what they order, and what they do not.
#include <doctest/doctest.h>
#include <nlohmann/json.hpp>

#include "emulator/observe/findings/fatal.h"
#include "emulator/observe/findings/finding_log.h"
#include "emulator/observe/race/race_detector.h"
#include "emulator/observe/report/settled_findings.h"
#include "fake_block.h"

using namespace cudalab::emulator;

namespace {

constexpr std::uint64_t copied = 16, second_copied = 64;

struct copying_block {
  launch_record launch = record();
  race_detector detector{1024, 1 << 20};
  std::unique_ptr<block_observer> observer = detector.watch_blocks();
  fake_block block{launch, 0};
  char barrier[2] = {}; ///< the addresses of two barriers

  copying_block() {
    fatal_sighting::instance().launch_begins();
    finding_log::instance().take();
    observer->block_begins(block.state);
    block.run(0);
    observer->barrier_made(block.state, &barrier[0]);
    observer->barrier_made(block.state, &barrier[1]);
  }

  static launch_record record() {
    launch_record made;
    made.kernel = "k";
    made.grid = {1, 1, 1};
    made.block = {64, 1, 1};
    made.number = 1;
    return made;
  }

  void copy(unsigned thread, const void* waits, std::uint64_t to = copied) {
    block.run(thread);
    observer->copy_begins(block.state, waits);
    block.write(*observer, thread, to, 10);
    observer->copy_is_under_way(block.state);
    if (waits == nullptr)
      observer->copies_committed(block.state);
  }
  void await_own(unsigned thread, unsigned but_last = 0) {
    block.run(thread);
    observer->copies_awaited(block.state, but_last, fake_block::line(40));
  }
  void arrive(unsigned thread, unsigned which = 0) {
    block.run(thread);
    observer->arrived(block.state, &barrier[which], false);
  }
  void end_phase(unsigned which = 0) { observer->phase_ended(block.state, &barrier[which]); }
  void await(unsigned thread, unsigned which = 0) {
    block.run(thread);
    observer->phase_awaited(block.state, &barrier[which], false);
  }
  void read(unsigned thread, std::uint64_t at = copied) { block.read(*observer, thread, at, 20); }
  void write(unsigned thread, std::uint64_t at = copied) { block.write(*observer, thread, at, 30); }

  /// The kinds of all findings: "race unfinished_copy".
  std::string found() {
    observer->block_ended(block.state);
    detector.launch_ended(launch);
    std::string kinds;
    for (const auto& each : nlohmann::json::parse(json_of(settled(finding_log::instance().take()))))
      kinds += (kinds.empty() ? "" : " ") + each["kind"].get<std::string>();
    return kinds;
  }
};

} // namespace

TEST_CASE("a barrier in memory orders what came before arriving and after waiting") {
  copying_block run;
  run.write(0);
  run.arrive(0);
  SUBCASE("who has waited") {
    run.arrive(1);
    run.end_phase();
    run.await(1);
    run.read(1);
    CHECK(run.found().empty());
  }
  SUBCASE("who has arrived only") {
    run.arrive(1);
    run.end_phase();
    run.read(1);
    CHECK(run.found() == "race");
  }
  SUBCASE("who waits for a phase that is over without it") {
    run.end_phase();
    run.write(0);
    run.await(1);
    run.read(1);
    CHECK(run.found() == "race");
  }
  SUBCASE("another barrier") {
    run.end_phase();
    run.arrive(2, 1);
    run.end_phase(1);
    run.await(1, 1);
    run.read(1);
    CHECK(run.found() == "race");
  }
  SUBCASE("by way of a third thread") {
    run.end_phase();
    run.await(40);
    run.arrive(40, 1);
    run.end_phase(1);
    run.await(1, 1);
    run.read(1);
    CHECK(run.found().empty());
  }
  SUBCASE("by way of another lane") {
    run.end_phase();
    run.await(2);
    run.block.warp_barrier(0);
    run.read(1);
    CHECK(run.found().empty());
  }
}

TEST_CASE("a thread waits for its own copies, the oldest first") {
  copying_block run;
  run.copy(0, nullptr, copied);
  run.copy(0, nullptr, second_copied);
  SUBCASE("neither") {
    run.read(0, copied);
    CHECK(run.found() == "unfinished_copy");
  }
  SUBCASE("the first") {
    run.await_own(0, 1);
    run.read(0, copied);
    CHECK(run.found().empty());
  }
  SUBCASE("not the second") {
    run.await_own(0, 1);
    run.read(0, second_copied);
    CHECK(run.found() == "unfinished_copy");
  }
  SUBCASE("both, and another thread reads without a barrier") {
    run.await_own(0);
    run.read(1, copied);
    CHECK(run.found() == "race");
  }
  SUBCASE("a barrier before waiting is none after it") {
    run.block.barrier(*run.observer);
    run.await_own(0);
    run.read(1, copied);
    CHECK(run.found() == "race");
  }
  SUBCASE("both and a barrier") {
    run.await_own(0);
    run.block.barrier(*run.observer);
    run.read(1, copied);
    run.block.barrier(*run.observer);
    run.write(1, copied);
    CHECK(run.found().empty());
  }
}

TEST_CASE("copies that a barrier waits for") {
  copying_block run;
  run.copy(0, &run.barrier[0]);
  SUBCASE("the phase that ends with them") {
    run.arrive(0);
    run.arrive(1);
    run.end_phase();
    run.await(1);
    run.read(1);
    CHECK(run.found().empty());
  }
  SUBCASE("nobody has waited, though there is a barrier of the block") {
    run.arrive(0);
    run.arrive(1);
    run.end_phase();
    run.block.barrier(*run.observer);
    run.read(1);
    CHECK(run.found() == "unfinished_copy");
  }
  SUBCASE("some have waited, and others have not") {
    run.arrive(0);
    run.arrive(1);
    run.end_phase();
    run.block.barrier(*run.observer);
    run.await(2);
    run.read(2);
    run.read(1);
    CHECK(run.found() == "unfinished_copy");
  }
  SUBCASE("a barrier of the block between arriving and waiting") {
    run.arrive(0);
    run.block.barrier(*run.observer);
    run.arrive(1);
    run.end_phase();
    run.await(1);
    run.await(2);
    run.read(1);
    run.read(2);
    CHECK(run.found().empty());
  }
  SUBCASE("another thread arrives in place of the one that copies") {
    run.block.barrier(*run.observer);
    run.arrive(5);
    run.end_phase();
    run.await(1);
    run.read(1);
    CHECK(run.found().empty());
  }
  SUBCASE("the phase before") {
    run.end_phase();
    run.copy(0, &run.barrier[0], second_copied);
    run.await(1);
    run.read(1, copied);
    run.read(1, second_copied);
    CHECK(run.found() == "unfinished_copy");
  }
}

TEST_CASE("a copy that is in no batch is told as such, and one in a batch is to be waited for") {
  for (const bool committed : {true, false}) {
    CAPTURE(committed);
    copying_block run;
    run.block.run(0);
    run.observer->copy_begins(run.block.state, nullptr);
    run.block.write(*run.observer, 0, copied, 10);
    run.observer->copy_is_under_way(run.block.state);
    if (committed)
      run.observer->copies_committed(run.block.state);
    run.read(0);
    run.observer->block_ended(run.block.state);
    run.detector.launch_ended(run.launch);
    const std::vector<finding> found = finding_log::instance().take();
    REQUIRE(found.size() == 1);
    CHECK(found[0].not_committed == !committed);
  }
}

namespace {

/// What is known of the one use of an unfinished copy.
finding the_use(copying_block& run) {
  run.observer->block_ended(run.block.state);
  run.detector.launch_ended(run.launch);
  std::vector<finding> uses;
  for (finding& each : without_echoes(finding_log::instance().take()))
    if (each.kind == finding_kind::unfinished_copy)
      uses.push_back(std::move(each));
  REQUIRE(uses.size() == 1);
  return uses[0];
}

bool tells(const finding& found, const std::string& words) {
  CAPTURE(found.detail);
  CHECK(found.detail.find(words) != std::string::npos);
  return found.detail.find(words) != std::string::npos;
}

void check_the_use(copying_block& run, finding_case why, const std::string& words) {
  const finding use = the_use(run);
  CHECK(use.why == why);
  CHECK(tells(use, words));
}

} // namespace

TEST_CASE("a wait that was not for the copy is told with what it leaves under way") {
  copying_block run;
  SUBCASE("the last batch, and no wait has ended one before") {
    run.copy(0, nullptr);
    run.await_own(0, 1);
    run.read(0);
    check_the_use(run, finding_case::wait_for_nothing,
                  "leaves the last batch of the thread under way, and this copy's was the last "
                  "one: the value may be the old one");
  }
  SUBCASE("one of the last three") {
    for (const std::uint64_t at : {64, 80})
      run.copy(0, nullptr, at);
    run.copy(0, nullptr);
    for (const std::uint64_t at : {96, 112})
      run.copy(0, nullptr, at);
    run.await_own(0, 3);
    run.read(0);
    check_the_use(run, finding_case::left_by_wait,
                  "leaves the last 3 batches of the thread under way, and after this copy's "
                  "only 2 were committed");
  }
  SUBCASE("what another thread began, which comes to its wait later") {
    run.copy(1, nullptr);
    run.copy(0, nullptr, second_copied);
    run.await_own(0, 1);
    run.read(0);
    CHECK(the_use(run).why == finding_case::wait_for_nothing);
  }
  SUBCASE("what was committed only after the wait") {
    run.block.run(0);
    run.observer->copy_begins(run.block.state, nullptr);
    run.block.write(*run.observer, 0, copied, 10);
    run.observer->copy_is_under_way(run.block.state);
    run.await_own(0);
    run.copy(0, nullptr, second_copied); // and this commits it
    run.read(0);
    check_the_use(run, finding_case::in_no_batch,
                  "was not for it: the copy was begun before, and committed to no batch");
  }
  SUBCASE("nobody has waited for any copy so far") {
    run.copy(0, nullptr);
    run.read(0);
    check_the_use(run, finding_case::before_any_wait, "nobody has waited for it");
  }
  SUBCASE("a wait before the copy is none for it") {
    run.copy(0, nullptr, second_copied);
    run.await_own(0);
    run.copy(0, nullptr);
    run.read(0);
    check_the_use(run, finding_case::plain, "nobody has waited for it");
  }
}

TEST_CASE("who has waited for its own copies needs a barrier for those of others") {
  copying_block run;
  run.copy(0, nullptr);
  run.copy(1, nullptr, second_copied);
  SUBCASE("there was none after the wait") {
    run.block.barrier(*run.observer);
    run.await_own(1);
    run.read(1);
    check_the_use(run, finding_case::own_copies_awaited,
                  "only the thread that began it can wait for it");
  }
  SUBCASE("there was one, and the other has not waited") {
    run.await_own(1);
    run.block.barrier(*run.observer);
    run.read(1);
    CHECK(the_use(run).why == finding_case::plain);
  }
}

TEST_CASE("a copy for a later round than the use needs a barrier before it") {
  copying_block run;
  run.copy(0, nullptr);
  SUBCASE("the reader has not begun its own") {
    run.copy(1, nullptr, second_copied);
    run.await_own(0);
    run.await_own(1);
    run.block.barrier(*run.observer);
    run.copy(0, nullptr);
    run.read(1);
    check_the_use(run, finding_case::copied_too_early,
                  "still needs the old value. No barrier separates the two");
  }
  SUBCASE("so does one that stores") {
    run.copy(1, nullptr, second_copied);
    run.await_own(0);
    run.await_own(1);
    run.block.barrier(*run.observer);
    run.copy(0, nullptr);
    run.write(1);
    CHECK(tells(the_use(run), "and stores something first"));
  }
  SUBCASE("the reader has begun its own: it wants the copy") {
    run.copy(1, nullptr, second_copied);
    run.read(1);
    CHECK(the_use(run).why == finding_case::before_any_wait);
  }
  SUBCASE("the reader makes other copies, in as many batches") {
    run.block.run(1);
    run.observer->copies_committed(run.block.state);
    run.await_own(0);
    run.block.barrier(*run.observer);
    SUBCASE("and not yet in this round") {
      run.copy(0, nullptr);
      run.read(1);
      CHECK(the_use(run).why == finding_case::copied_too_early);
    }
    SUBCASE("and has come to those of this round") {
      run.block.run(1);
      run.observer->copies_committed(run.block.state);
      run.copy(0, nullptr);
      run.read(1);
      CHECK(the_use(run).why == finding_case::plain);
    }
  }
  SUBCASE("the reader makes other copies, in fewer batches: nobody knows") {
    run.copy(0, nullptr, second_copied);
    run.block.run(1);
    run.observer->copies_committed(run.block.state);
    run.await_own(0);
    run.block.barrier(*run.observer);
    run.copy(0, nullptr);
    run.read(1);
    CHECK(the_use(run).why == finding_case::plain);
  }
  SUBCASE("the reader begins none at all: nobody knows what it wants") {
    run.read(1);
    CHECK(the_use(run).why == finding_case::before_any_wait);
  }
  SUBCASE("a barrier lies between: the copy came first for both") {
    run.copy(1, nullptr, second_copied);
    run.await_own(0);
    run.copy(0, nullptr);
    run.block.barrier(*run.observer);
    run.read(1);
    CHECK(the_use(run).why == finding_case::plain);
  }
}
