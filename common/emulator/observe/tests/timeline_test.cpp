// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
//
// Times by the model of emulator/timeline.h, of orders that are written down here.
#include <doctest/doctest.h>

#include <chrono>
#include <string>
#include <vector>

#include "emulator/observe/timeline/timeline_model.h"

using namespace cudalab::emulator;

namespace {

/// A microsecond for 1,000 bytes of anything; a kernel starts at once.
constexpr timeline_costs plain{1, 3, 1, 0};

class host_program {
public:
  /// @param after numbers of operations, 1, 2, ... as they were added
  host_program& add(work_kind kind, std::size_t bytes, unsigned stream,
                    std::vector<operation_number> after = {}, const char* name = "work") {
    recorded_operation made;
    made.number = ++newest;
    made.name = name;
    made.kind = kind;
    made.bytes = bytes;
    made.stream = {stream_identity::kind::made, stream, nullptr};
    if (stream == 0)
      made.stream = {};
    made.after = std::move(after);
    if (kind == work_kind::kernel)
      record.kernel_bytes[newest].bytes = bytes;
    record.steps.emplace_back(made);
    return *this;
  }
  host_program& pageable(bool holds) {
    auto& last = std::get<recorded_operation>(record.steps.back());
    last.pageable = true;
    last.holds_host = holds;
    return *this;
  }
  /// Of the operation added last. @param from of a copy between devices
  host_program& on(int device, int from = 0, bool staged = false) {
    auto& last = std::get<recorded_operation>(record.steps.back());
    last.device = last.stream.device = device;
    last.from_device = from;
    last.staged = staged;
    return *this;
  }
  host_program& wait(operation_number on) {
    record.steps.emplace_back(recorded_wait{"cudaStreamSynchronize", {on}});
    return *this;
  }
  host_program& host(int us) {
    record.steps.emplace_back(recorded_host_work{std::chrono::microseconds(us)});
    return *this;
  }
  timeline times() const { return timeline_of(record, plain); }

  work_record record;
  operation_number newest = 0;
};

constexpr auto in = work_kind::copy_in, launch_of = work_kind::kernel, out = work_kind::copy_out;

/// `chunks` chunks of 10 us a stage, each in the stream with the next number.
host_program chunks_in(unsigned streams, unsigned chunks) {
  host_program all;
  std::vector<operation_number> last(streams + 1);
  for (unsigned i = 0; i < chunks; ++i) {
    const unsigned stream = 1 + i % streams;
    for (const work_kind stage : {in, launch_of, out}) {
      all.add(stage, 10000, stream,
              last[stream] == 0 ? std::vector<operation_number>() : std::vector{last[stream]});
      last[stream] = all.newest;
    }
  }
  return all;
}

} // namespace

TEST_CASE("one stream: one operation after the other") {
  const timeline all = chunks_in(1, 4).times();
  CHECK(all.makespan == 120);
  CHECK(all.one_stream == 120);
  CHECK(all.bound == 120); // its own order allows no better
  CHECK(all.busy == std::array<double, 3>{40, 40, 40});
  CHECK(advice_on(all).reason == timeline_reason::stream);
  CHECK(advice_on(all).lost == 60); // of copies in: 20 between two of them
}

TEST_CASE("what comes late after a wait comes late because of it") {
  const auto chunks = [](bool waits) {
    host_program all;
    for (int i = 0; i < 3; ++i) {
      all.add(in, 40000, 1);
      const operation_number copied = all.newest;
      all.add(launch_of, 30000, 2, {copied});
      const operation_number made = all.newest;
      if (waits)
        all.wait(made);
      else
        all.host(80);
      all.host(3).add(out, 30000, 3, {made}).host(3);
    }
    return advice_on(all.times());
  };
  // It is the copy out that was handed over right behind the wait; the next copy in waits, too.
  CHECK(chunks(true).reason == timeline_reason::host_wait);
  CHECK(chunks(true).what.find("2 times the host stands still in cudaStreamSynchronize") !=
        std::string::npos);
  CHECK(chunks(false).reason == timeline_reason::hand_over);
}

TEST_CASE("what is filled before the first copy or kernel is preparation") {
  host_program prepared;
  prepared.add(work_kind::fill, 1000, 1).host(200).add(in, 1000, 1).add(work_kind::fill, 1000, 1);
  CHECK(prepared.times().makespan > 200);
  CHECK(prepared.times().work_begins >= 200);
  CHECK(chunks_in(1, 4).times().work_begins == 0);
  CHECK(host_program().add(work_kind::fill, 1000, 1).times().work_begins == 0);
}

TEST_CASE("a small copy in before the others is preparation, pageable as it may be") {
  const auto begun_with = [](std::size_t bytes) {
    host_program all;
    return all.add(in, bytes, 0).pageable(true).host(200).add(in, 10000, 1).add(in, 10000, 2);
  };
  CHECK(begun_with(40).times().work_begins >= 200);
  CHECK(summary_of(begun_with(40).times()).pageable == 0);
  CHECK(begun_with(5000).times().work_begins == 0);
  CHECK(summary_of(begun_with(5000).times()).pageable == 1);
}

TEST_CASE("short kernels before the others are preparation, a chain of many is not") {
  const auto begun_with = [](std::size_t bytes) {
    host_program all;
    return all.add(launch_of, bytes, 1).host(200).add(launch_of, 100000, 1).add(in, 1000, 2);
  };
  CHECK(begun_with(1000).times().work_begins >= 200);
  CHECK(begun_with(5000).times().work_begins == 0);
  host_program many; // the first two of a hundred that are alike, and then all begins
  for (int i = 0; i < 100; ++i)
    many.add(launch_of, 1000, 1).host(10);
  CHECK(many.times().work_begins <= 20);
}

TEST_CASE("an event of what itself waits for its engine is told, where nothing costs more time") {
  host_program all;
  all.add(in, 50000, 1).add(launch_of, 60000, 2).add(launch_of, 20000, 3);
  const operation_number kernels = all.newest;
  all.add(work_kind::mark, 0, 4, {kernels}, "cudaStreamWaitEvent");
  all.add(in, 50000, 4, {all.newest}); // from 80 us on, and not from 50
  const timeline_advice event = advice_on(all.times());
  CHECK(event.reason == timeline_reason::event);
  CHECK(event.lost == 30);
  CHECK(event.what.find("a copy in in stream 4 waits for the kernel") != std::string::npos);
  all.add(launch_of, 40000, 4, {all.newest});
  all.add(in, 50000, 4, {all.newest}); // 40 us more
  CHECK(advice_on(all.times()).reason == timeline_reason::stream);
  CHECK(advice_on(all.times()).lost == 40);
}

TEST_CASE("three streams keep three engines busy, two do not") {
  const timeline three = chunks_in(3, 6).times();
  CHECK(three.makespan == 80); // 6 of the copies in, and a kernel and a copy out behind the last
  CHECK(three.bound == 80);
  CHECK(advice_on(three).what.empty());
  const timeline two = chunks_in(2, 6).times();
  CHECK(two.makespan == 100);
  const timeline_advice advice = advice_on(two);
  CHECK(advice.reason == timeline_reason::stream);
  CHECK(advice.what.find("a copy in in stream 1 waits for a copy out in stream 1") !=
        std::string::npos);
}

TEST_CASE("an engine takes what could begin first, and then what was handed over first") {
  host_program all;
  all.add(in, 30000, 1).add(in, 10000, 2).add(launch_of, 20000, 3).add(in, 5000, 3, {3});
  const timeline times = all.times();
  CHECK(times.operations[0].begin == 0);
  CHECK(times.operations[1].begin == 30);
  CHECK(times.operations[3].begin == 40); // ready at 20, behind what was ready at 0
  CHECK(times.operations[3].reason == timeline_reason::engine);
}

TEST_CASE("the host: it hands over one after the other, waits, and is held by pageable copies") {
  host_program waiting;
  waiting.add(in, 10000, 1).wait(1).host(5).add(in, 10000, 2);
  const timeline waited = waiting.times();
  CHECK(waited.operations[1].begin == 15);
  CHECK(waited.operations[1].reason == timeline_reason::host_wait);
  CHECK(waited.operations[1].waited_in == "cudaStreamSynchronize");

  host_program slow;
  slow.add(launch_of, 1000, 1).host(50).add(launch_of, 1000, 2);
  CHECK(slow.times().operations[1].begin == 50);
  CHECK(slow.times().operations[1].reason == timeline_reason::hand_over);

  host_program held;
  held.add(in, 10000, 1).pageable(true).add(launch_of, 1000, 2);
  const timeline times = held.times();
  CHECK(times.operations[0].end == 30);
  CHECK(times.operations[1].begin == 30);
  CHECK(times.operations[1].reason == timeline_reason::host_held);
}

TEST_CASE("time begins with the first hand-over to an engine, and marks take none") {
  host_program all;
  all.host(500).add(work_kind::mark, 0, 1).add(in, 10000, 1, {1}).add(out, 10000, 1, {2});
  const timeline times = all.times();
  REQUIRE(times.operations.size() == 2);
  CHECK(times.operations[0].begin == 0);
  CHECK(times.makespan == 20);
}

TEST_CASE("who waits for whom: an event, the default stream, a graph's node") {
  host_program events;
  events.add(in, 10000, 1)
      .add(work_kind::mark, 0, 1, {1}, "cudaEventRecord")
      .add(work_kind::mark, 0, 2, {2}, "cudaStreamWaitEvent")
      .add(launch_of, 1000, 2, {3});
  CHECK(events.times().operations[1].reason == timeline_reason::event);
  CHECK(events.times().operations[1].waited_for == 0);

  host_program rule;
  rule.add(in, 10000, 1).add(launch_of, 1000, 0, {1});
  CHECK(rule.times().operations[1].reason == timeline_reason::default_stream);

  host_program nodes;
  nodes.add(launch_of, 1000, 1).add(launch_of, 1000, 1, {1});
  for (auto& step : nodes.record.steps)
    std::get<recorded_operation>(step).of_graph = true;
  CHECK(nodes.times().operations[1].reason == timeline_reason::engine); // one kernel at a time
  nodes.add(in, 1000, 1, {2});
  std::get<recorded_operation>(nodes.record.steps.back()).of_graph = true;
  CHECK(nodes.times().operations[2].reason == timeline_reason::graph);
}

TEST_CASE("advice names where a wait comes from, and not what it leads to") {
  host_program all; // the kernels wait for copies in, and these for the host
  all.add(in, 10000, 1).add(launch_of, 15000, 1, {1}).wait(2);
  all.add(in, 10000, 2).add(launch_of, 15000, 2, {3});
  const timeline_advice advice = advice_on(all.times());
  CHECK(advice.reason == timeline_reason::host_wait);
  CHECK(advice.lost == 10);
  CHECK(advice.what.find("the engine for kernels stands idle for 10 us") != std::string::npos);
}

TEST_CASE("what waits because of the default stream is told with what is in it, and its way out") {
  const auto has = [](const std::string& text, const char* words) {
    return text.find(words) != std::string::npos;
  };
  const auto told_of = [](work_kind kind, const char* name) {
    host_program all; // a copy out of one stream keeps the next kernel of another waiting
    all.add(launch_of, 10000, 1).add(out, 10000, 1, {1}).add(kind, 0, 0, {2}, name);
    all.add(launch_of, 10000, 2, {3});
    return advice_on(all.times());
  };
  const timeline_advice mark = told_of(work_kind::mark, "cudaEventRecord");
  CHECK(mark.reason == timeline_reason::default_stream);
  CHECK(has(mark.what, "since cudaEventRecord is in the default stream"));
  CHECK(has(mark.next, "cudaEventRecord(event, stream)"));
  CHECK(has(told_of(work_kind::mark, "cudaLaunchHostFunc").next, "in each call that takes one"));
  host_program copy; // it is itself in the default stream
  copy.add(launch_of, 10000, 1).add(out, 10000, 0, {1}, "cudaMemcpyAsync");
  copy.add(launch_of, 10000, 2, {2});
  CHECK(has(advice_on(copy.times()).next, "in each cudaMemcpyAsync"));
  host_program kernel;
  kernel.add(launch_of, 10000, 1).add(out, 10000, 1, {1}).add(launch_of, 10000, 0, {2}, "blur");
  CHECK(has(advice_on(kernel.times()).what, "since the kernel blur is in the default stream"));
  CHECK(has(advice_on(kernel.times()).next, "at each launch"));
}

TEST_CASE("an advice says which operation waits, and for which, and copies where they are") {
  host_program all;
  int device = 0;
  all.add(in, 10000, 1).add(launch_of, 10000, 1, {1}).add(out, 10000, 1, {2});
  all.add(work_kind::mark, 0, 1, {3}, "cudaEventRecord");
  all.add(work_kind::mark, 0, 2, {4}, "cudaStreamWaitEvent");
  all.add(in, 10000, 2, {5}).add(launch_of, 10000, 2, {6});
  std::get<recorded_operation>(all.record.steps.front()).on_device = &device;
  CHECK(operations_of(all.record).front().on_device == &device);
  const timeline_summary told = summary_of(all.times());
  CHECK(told.reason == timeline_reason::event);
  CHECK(told.waiting == 4); // the second copy in: marks do not count
  CHECK(told.awaited == 3);
  CHECK(summary_of(chunks_in(3, 9).times()).waiting == 0);
}

TEST_CASE("a kernel that nobody has metered takes as long as the estimate of its launch") {
  host_program all;
  all.add(launch_of, 7000, 1);
  all.record.kernel_bytes.clear();
  CHECK(all.times().makespan == 7);
}

TEST_CASE("as text") {
  const timeline_summary told = summary_of(chunks_in(2, 6).times());
  CHECK(told.operations == 18);
  CHECK(told.makespan == 100);
  CHECK(told.reason == timeline_reason::stream);
  CHECK(std::string(told.idle_because).rfind("the engine for copies in stands idle for 20 us", 0) ==
        0);
  CHECK(picture_of(chunks_in(3, 6).times(), 32) == "host +...............................\n"
                                                   "HtoD 111122223333111122223333........\n"
                                                   "kern ....111122223333111122223333....\n"
                                                   "DtoH ........111122223333111122223333\n"
                                                   "time 0---------------------------80us\n");
  CHECK(picture_of(timeline()).empty());
}

TEST_CASE("an event that was recorded again keeps a kernel waiting for a later copy") {
  for (const operation_number waits_for : {1, 9}) { // the first kernel's own copy, or the ninth
    host_program all;
    for (unsigned i = 0; i < 9; ++i) // 1 to 9
      all.add(in, 10000, 1, i == 0 ? std::vector<operation_number>() : std::vector{all.newest});
    operation_number before = 0;
    for (operation_number i = 0; i < 9; ++i) {
      all.add(work_kind::mark, 0, 2, {i == 0 ? waits_for : i + 1, before}, "cudaStreamWaitEvent");
      all.add(launch_of, 12000, 2, {all.newest}, "follow");
      before = all.newest;
    }
    const timeline_advice advice = advice_on(all.times());
    INFO(advice.what);
    CHECK((advice.reason == timeline_reason::event) == (waits_for == 9));
    CHECK((advice.what.find("the kernel follow in stream 2 waits for a copy in in stream 1") !=
           std::string::npos) == (waits_for == 9));
  }
}

TEST_CASE("what was handed over, and what the default stream's rule put before it") {
  host_program all;
  all.add(in, 400, 3);                                        // 1
  all.add(work_kind::mark, 0, 0, {1}, "cudaEventRecord");     // 2: the default stream
  all.add(launch_of, 800, 3, {1, 2}, "develop");              // 3
  all.add(work_kind::mark, 0, 4, {2}, "cudaStreamWaitEvent"); // 4: asked for
  all.add(out, 400, 4, {4});                                  // 5
  all.add(out, 400, 0, {5});                                  // 6: behind all others
  const std::vector<operation_seen> seen = operations_of(all.record);
  REQUIRE(seen.size() == 6);
  CHECK(seen[0].engine == timeline_engine::copies_in);
  CHECK(seen[0].bytes == 400);
  CHECK(seen[0].stream == 3);
  CHECK(seen[0].behind_default == 0);
  CHECK(seen[1].stream == 0);
  CHECK_FALSE(seen[1].launch);
  CHECK(seen[2].launch);
  CHECK(std::string(seen[2].name) == "develop");
  CHECK(seen[2].behind_default == 2);
  CHECK(seen[3].behind_default == 0);
  CHECK(seen[4].behind_default == 0);
  CHECK(seen[1].behind_others);
  CHECK_FALSE(seen[4].behind_others);
  CHECK(seen[5].behind_others);
}

TEST_CASE("of an operation the call is kept in which the host waited before it") {
  host_program all;
  all.wait(9).add(launch_of, 8, 1).add(launch_of, 8, 2).host(5); // 9 was before all that is kept
  all.wait(1).host(1).add(launch_of, 8, 1).add(launch_of, 8, 2).wait(3);
  const std::vector<operation_seen> seen = operations_of(all.record);
  REQUIRE(seen.size() == 4);
  CHECK(std::string(seen[0].waited_in).empty());
  CHECK(std::string(seen[1].waited_in).empty());
  CHECK(std::string(seen[2].waited_in) == "cudaStreamSynchronize");
  CHECK(std::string(seen[3].waited_in).empty());
}

TEST_CASE("a long name of an operation is cut") {
  host_program all;
  all.add(launch_of, 8, 1, {}, std::string(100, 'k').c_str());
  CHECK(std::string(operations_of(all.record)[0].name) == std::string(47, 'k'));
}

TEST_CASE("each device has engines of its own, and a copy between two takes one of each") {
  host_program all;
  all.add(launch_of, 10000, 1).on(0).add(launch_of, 10000, 2).on(1);
  all.add(work_kind::copy_peer, 10000, 1).on(1, 0).add(work_kind::copy_peer, 10000, 2).on(0, 1);
  all.add(work_kind::copy_peer, 10000, 3).on(2, 0); // behind the first: device 0's way out
  const timeline times = all.times();
  CHECK(times.operations[1].begin == 0);
  CHECK(times.operations[2].begin == 0);
  CHECK(times.operations[2].end == 15); // peer_ns
  CHECK(times.operations[3].begin == 0);
  CHECK(times.operations[4].begin == 15);
  CHECK(times.makespan == 30);
  REQUIRE(times.device_busy.size() == 3);
  CHECK(times.device_busy[0] == std::array<double, 3>{15, 10, 30});
  CHECK(times.device_busy[1] == std::array<double, 3>{15, 10, 15});
  CHECK(times.device_busy[2] == std::array<double, 3>{15, 0, 0});
  const std::string picture = picture_of(times);
  CHECK(picture.find("out0 111111111111111111111111111133333333333333333333333333") !=
        std::string::npos);
  CHECK(picture.find("in.2 ............................33333") != std::string::npos);
}

TEST_CASE(
    "without peer access a copy goes through the host, and remote bytes of kernels take longer") {
  host_program all;
  all.add(work_kind::copy_peer, 10000, 1).on(1, 0, true).add(launch_of, 10000, 2).on(0);
  all.record.kernel_bytes[2].of_peers = 4000;
  const timeline times = all.times();
  CHECK(times.operations[0].end == 20); // twice pinned_ns
  CHECK(times.operations[1].end == 12); // 6,000 bytes of its own, 4,000 of another's
}

TEST_CASE("what stands idle is named with its device") {
  host_program all;
  all.add(launch_of, 30000, 1).on(1).add(work_kind::copy_peer, 20000, 1, {1}).on(1, 0);
  all.add(launch_of, 30000, 1, {2}).on(1);
  const timeline_advice advice = advice_on(all.times());
  CHECK(advice.what.find("the engine for kernels of device 1 stands idle for 30 us") !=
        std::string::npos);
  CHECK(advice.what.find("a copy from device 0 to device 1") != std::string::npos);
}

TEST_CASE(
    "a kernel that waits for a copy between devices is named, not what that copy waited for") {
  host_program all;
  all.add(launch_of, 30000, 1, {}, "edge").on(1);
  all.add(work_kind::copy_peer, 20000, 1, {1}).on(0, 1);
  all.add(launch_of, 30000, 1, {2}, "inner").on(1);
  const timeline_advice advice = advice_on(all.times());
  CHECK(advice.what.find("the kernel inner in stream 1 waits for a copy from device 1") !=
        std::string::npos);
  CHECK(advice.next.find("Must this one come after that one?") != std::string::npos);
}

TEST_CASE("a copy that came late as a kernel is before it in its stream is told with that kernel") {
  for (const unsigned stream_of_copy : {1U, 3U}) {
    host_program all;
    all.add(launch_of, 5000, 2, {}, "first").on(0).add(launch_of, 30000, 1, {}, "pull").on(1);
    all.add(work_kind::mark, 0, stream_of_copy, {2}, "cudaStreamWaitEvent").on(1);
    all.add(work_kind::copy_peer, 20000, stream_of_copy, {3}).on(0, 1);
    std::get<recorded_operation>(all.record.steps.back()).stream.device = 1;
    all.add(work_kind::mark, 0, 2, {1, 4}, "cudaStreamWaitEvent").on(0);
    all.add(launch_of, 60000, 2, {5}, "sum").on(0);
    const timeline_advice advice = advice_on(all.times());
    INFO(advice.what);
    CHECK(advice.reason == timeline_reason::event);
    const bool in_one = stream_of_copy == 1;
    CHECK((advice.what.find("that copy waited for the kernel pull, which is before it") !=
           std::string::npos) == in_one);
    CHECK((advice.next.find("Must that copy come after that kernel?") == 0) == in_one);
  }
}

TEST_CASE("devices that send one after the other, each when it has got what is sent at its turn") {
  for (const bool same_turn : {true, false}) {
    host_program all;
    all.add(work_kind::copy_peer, 10000, 1).on(1, 0);
    if (!same_turn) // of the turn before
      all.add(work_kind::copy_peer, 1000, 2).on(2, 1);
    all.add(launch_of, 2000, 3).on(1);
    const operation_number kernel = all.newest;
    all.add(work_kind::mark, 0, 2, {1, kernel}, "cudaStreamWaitEvent").on(1);
    all.add(work_kind::copy_peer, 50000, 2, {all.newest}).on(2, 1);
    const operation_number last = all.newest;
    all.add(work_kind::mark, 0, 4, {last}, "cudaStreamWaitEvent").on(2);
    all.add(work_kind::copy_peer, 60000, 4, {all.newest}).on(0, 2);
    const timeline_advice advice = advice_on(all.times());
    INFO(advice.what);
    CHECK((advice.next.find("So the devices send one after the other") == 0) == same_turn);
  }
}

TEST_CASE("a copy between devices that is handed over a little late is not the host's fault") {
  for (const int late : {1, 40}) {
    host_program all;
    all.add(launch_of, 4000, 1).on(0).host(4 + late);
    all.add(work_kind::copy_peer, 20000, 1).on(1, 0);
    all.add(launch_of, 60000, 1, {2}, "pull").on(0);
    const timeline_advice advice = advice_on(all.times());
    CHECK((advice.reason == timeline_reason::stream) == (late == 1));
    CHECK((advice.reason == timeline_reason::hand_over) == (late == 40));
  }
}

TEST_CASE("an engine's first operation is named where it waits for a copy between devices") {
  host_program all;
  all.add(work_kind::copy_peer, 20000, 1).on(1, 0);
  all.add(launch_of, 60000, 1, {1}, "pull").on(0);
  const timeline_advice advice = advice_on(all.times());
  CHECK(advice.what.find("the engine for kernels of device 0 stands idle for 30 us") !=
        std::string::npos);
  CHECK(advice.what.find("the kernel pull in stream 1 waits for a copy") != std::string::npos);
  host_program from_host; // data that come from there must come first
  from_host.add(in, 20000, 1).add(launch_of, 60000, 1, {1});
  CHECK(advice_on(from_host.times()).what.empty());
}
