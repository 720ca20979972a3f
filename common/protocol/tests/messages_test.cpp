// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#include "protocol/messages.h"

#include <doctest/doctest.h>

#include "protocol/channel.h"

using namespace cudalab::protocol;

namespace {

call example_call() {
  return {"matmul",
          {buffer_argument{"d_M", element_type::float32, memory_space::device, direction::input, 12,
                           256, 0},
           buffer_argument{"d_P", element_type::float64, memory_space::host, direction::inout, 0,
                           512, 1024, false, 4096, element_maker::steps_of_all_threads},
           scalar_argument{"I", element_type::int32, -3},
           vector_argument{"block", element_type::uint32, {16, 8, 1}}},
          false,
          true,
          true,
          true,
          3};
}

/// `text` with its first `from` replaced.
std::string with(std::string text, const std::string& from, const std::string& to) {
  const auto place = text.find(from);
  REQUIRE(place != std::string::npos);
  return text.replace(place, from.size(), to);
}

} // namespace

TEST_CASE("requests survive the way there") {
  const auto text = to_text(request(batch{{example_call()}, true, false, 256, 2.5, true}));
  const auto back = std::get<batch>(parse_request(text));
  CHECK(to_text(request(back)) == text);
  CHECK(back.watched);
  CHECK_FALSE(back.counted);
  CHECK(back.guard_bytes == 256);
  CHECK(back.launch_seconds == 2.5);
  CHECK(back.blocks_in_order);
  REQUIRE(back.calls.size() == 1);
  CHECK(back.calls[0].function == "matmul");
  REQUIRE(back.calls[0].arguments.size() == 4);
  const auto& buffer = std::get<buffer_argument>(back.calls[0].arguments[1]);
  CHECK(buffer.name == "d_P");
  CHECK(buffer.type == element_type::float64);
  CHECK(buffer.space == memory_space::host);
  CHECK(buffer.direction == direction::inout);
  CHECK(buffer.elements == 0);
  CHECK(buffer.input_offset == 512);
  CHECK(buffer.output_offset == 1024);
  CHECK(buffer.repeated_to == 4096);
  CHECK(buffer.stored_by == element_maker::steps_of_all_threads);
  CHECK(back.calls[0].sampled_blocks == 3);
  CHECK(std::get<scalar_argument>(back.calls[0].arguments[2]).value == -3);
  CHECK(std::get<vector_argument>(back.calls[0].arguments[3]).values ==
        std::vector<double>{16, 8, 1});

  const auto times =
      std::get<timing>(parse_request(to_text(request(timing{{example_call()}, 5, 6, 7, false}))));
  CHECK(times.warmup == 5);
  CHECK(times.iterations == 6);
  CHECK(times.samples == 7);
  CHECK_FALSE(times.flush);
  CHECK(std::get<copy_timing>(parse_request(to_text(request(copy_timing{99, 4})))).bytes == 99);
  CHECK(std::holds_alternative<finish>(parse_request(to_text(request(finish{})))));
}

TEST_CASE("replies survive the way back") {
  const auto greeting = std::get<hello>(parse_reply(to_text(
      reply(hello{version, "cpu", "emulated CUDA device", {"a", "b"}, 7.5, "0000:1B:00.0"}))));
  CHECK(greeting.protocol_version == version);
  CHECK(greeting.functions == std::vector<std::string>{"a", "b"});
  CHECK(greeting.peak_gigaflops == 7.5);
  CHECK(greeting.pci_bus_id == "0000:1B:00.0");
  const std::vector<launch_sizes> launches = {{{5, 4, 1}, {16, 16, 1}}};
  const auto answer = std::get<call_reply>(parse_reply(to_text(
      reply(call_reply{3, "cudaErrorX", "text", "[1]", "[2]", {"d_M"}, 4096, true, launches}))));
  CHECK(answer.index == 3);
  CHECK(answer.error == "cudaErrorX");
  CHECK(answer.findings == "[1]");
  CHECK(answer.damaged == std::vector<std::string>{"d_M"});
  CHECK(answer.copied_to_host == 4096);
  CHECK(answer.leaving);
  REQUIRE(answer.launches.size() == 1);
  CHECK(answer.launches[0].grid == std::array<unsigned, 3>{5, 4, 1});
  CHECK(answer.launches[0].block == std::array<unsigned, 3>{16, 16, 1});
  call_reply told;
  told.remarks = {{"what", "next"}};
  told.next = "look";
  told.cuda_error = "cudaErrorX";
  told.cuda_call = "f(x)";
  told.copied_to_device = 512;
  told.operations = 3;
  told = std::get<call_reply>(parse_reply(to_text(reply(told))));
  CHECK(told.copied_to_device == 512);
  CHECK(told.operations == 3);
  REQUIRE(told.remarks.size() == 1);
  CHECK(told.remarks[0].what + ' ' + told.remarks[0].next == "what next");
  CHECK(told.next + ' ' + told.cuda_error + ' ' + told.cuda_call == "look cudaErrorX f(x)");
  CHECK(std::get<timing_reply>(parse_reply(to_text(reply(timing_reply{"", "", {1.5, 2}}))))
            .milliseconds == std::vector<double>{1.5, 2});
}

TEST_CASE("sizes of a launch that cannot be are malformed") {
  call_reply one;
  one.launches = {{{5, 4, 1}, {16, 16, 1}}};
  const std::string good = to_text(reply(one));
  REQUIRE_NOTHROW(parse_reply(good));
  for (const char* other : {"[5,4]", "[5,4,-1]", "[5,4,1.5]", "[5,4,1e99]", "[5,4,null]", "7"}) {
    std::string bad = good;
    const std::size_t at = bad.find("[5,4,1]");
    REQUIRE(at != std::string::npos);
    CHECK_THROWS_AS(parse_reply(bad.replace(at, 7, other)), malformed);
  }
}

TEST_CASE("texts that are not UTF-8 do not break a reply") {
  const auto text = to_text(reply(call_reply{0, "exception", "caf\xE9", "", "", {}, 0, false}));
  CHECK(std::get<call_reply>(parse_reply(text)).error_text == "caf\xEF\xBF\xBD");
}

TEST_CASE("texts for people are short, whoever wrote the reply") {
  call_reply one;
  one.error = "exception";
  one.error_text = std::string(longest_words - 5, 'a') + "\xC3\xA9" + "four"; // two bytes in one
  one.findings = std::string(longest_words + 1, ' ');
  const std::string cut = std::string(longest_words - 5, 'a') + " ...";
  const std::string sent = to_text(reply(one));
  CHECK(sent.find(cut) != std::string::npos);
  CHECK(sent.find("\xC3") == std::string::npos);
  one = std::get<call_reply>(parse_reply(sent));
  CHECK(one.error_text == cut);
  CHECK(one.findings.size() == longest_words + 1);
  one.remarks = {{std::string(longest_words + 1, 'b'), ""}}; // not cut by who sends
  one = std::get<call_reply>(parse_reply(to_text(reply(one))));
  CHECK(one.remarks[0].what == std::string(longest_words - 4, 'b') + " ...");
  one.waits.resize(longest_list + 1);
  CHECK_THROWS_AS(parse_reply(to_text(reply(one))), malformed);
}

TEST_CASE("what is not a message is malformed") {
  const std::string good = to_text(reply(call_reply{3, "e", "t", "[]", "[]", {}, 0, false}));
  REQUIRE_NOTHROW(parse_reply(good));
  const char* bad[] = {"",
                       "{",
                       "null",
                       "[]",
                       "true",
                       "\"\"",
                       "{}",
                       R"({"message":"hello"})",
                       R"({"message":7})",
                       R"({"message":"batch"})"};
  for (const char* text : bad) {
    CAPTURE(text);
    CHECK_THROWS_AS(parse_reply(text), malformed);
  }
  for (const char* index :
       {"-1", "3.5", "\"3\"", "null", "1e99", "99999999999999999999999", "[]"}) {
    CAPTURE(index);
    CHECK_THROWS_AS(parse_reply(with(good, "\"index\":3", std::string("\"index\":") + index)),
                    malformed);
  }
  CHECK_THROWS_AS(parse_reply(with(good, "\"leaving\":false", "\"leaving\":0")), malformed);
  CHECK_THROWS_AS(parse_reply(with(good, "\"damaged\":[]", "\"damaged\":[1]")), malformed);
  CHECK_THROWS_AS(parse_reply(std::string(1'000'000, '[')), malformed);
  const std::string deep = std::string(100, '[') + std::string(100, ']');
  CHECK_THROWS_AS(parse_reply(with(good, "\"index\":3", "\"more\":" + deep + ",\"index\":3")),
                  malformed);
  CHECK_NOTHROW(parse_reply(with(good, "\"index\":3", "\"more\":[[]],\"index\":3")));
  CHECK_THROWS_AS(parse_request(good), malformed);
}

TEST_CASE("requests are read as strictly") {
  const std::string good = to_text(request(timing{{example_call()}, 1, 1, 1, true}));
  CHECK_THROWS_AS(parse_request(with(good, "\"samples\":1", "\"samples\":3000000000")), malformed);
  CHECK_THROWS_AS(parse_request(with(good, "\"samples\":1", "\"samples\":-3000000000")), malformed);
  CHECK_THROWS_AS(parse_request(with(good, "\"device\"", "\"moon\"")), malformed);
  CHECK_THROWS_AS(parse_request(with(good, "\"value\":-3.0", "\"value\":1e999")), malformed);
  CHECK_THROWS_AS(parse_request(with(good, "\"elements\":12", "\"elements\":562949953421312")),
                  malformed);
}
