// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
//
// Real programs, compiled by emucc, and what is said about them.
#include "program_runs.h"

using namespace observe_test;

TEST_CASE("the tiled product: each missing barrier is found and named") {
  const auto found = [&](const std::string& options) {
    const std::string path = program("tiled.cu", options);
    const json result = run(path, "32");
    CHECK(result == run(path, "32", "1")); // however many OS threads run it
    return result;
  };
  const json clean = found("");
  CHECK(clean.empty());

  const json first = found("-DNO_FIRST_BARRIER");
  REQUIRE(first.size() == 2);
  for (const json& each : first) {
    CHECK(each["kind"] == "race");
    CHECK(each["parties"][0]["line"] == 27);
    CHECK(has(each["remedy"], "before its neighbour has loaded it: put a barrier between lines "
                              "22 and 26"));
  }
  CHECK(first[0]["object"] == "Mds[0][0]");
  CHECK(first[0]["parties"][1]["line"] == 21);
  CHECK(first[1]["object"] == "Nds[0][0]");
  CHECK(first[1]["parties"][1]["line"] == 22);

  const json second = found("-DNO_SECOND_BARRIER");
  REQUIRE(second.size() == 2);
  for (const json& each : second) {
    CHECK(each["kind"] == "race");
    CHECK(has(each["remedy"], "put a second barrier at the end of the body of the loop in line "
                              "20, after line 27"));
  }

  const json both = found("-DNO_FIRST_BARRIER -DNO_SECOND_BARRIER");
  REQUIRE(both.size() == 4);
  CHECK(has(both[0]["remedy"], "between lines 22 and 26"));
  CHECK(has(both[1]["remedy"], "between lines 22 and 26"));
  CHECK(has(both[2]["remedy"], "of the loop in line 20, after line 27"));
  CHECK(has(both[3]["remedy"], "of the loop in line 20, after line 27"));
}

TEST_CASE("who makes elements is asked of what is launched from then on, and of no kernel before") {
  CHECK(run(program("makers.cu", "-std=c++20"), "") == 0);
}

TEST_CASE("an asynchronous copy is one request, however small, and its bytes are counted") {
  const json totals = run(program("copies.cu"), "")[0]["totals"];
  CHECK(totals["l1tex__t_requests_pipe_lsu_mem_global_op_ld.sum"] == 2);
  CHECK(totals["shared_store_requests"] == 2);
  CHECK(totals["asynchronously_copied_bytes"] == 32 * (4 + 16));
}

TEST_CASE("an asynchronous copy stores zeros and what it loads at once") {
  const json totals = run(program("copies.cu"), "zeros")[0]["totals"];
  CHECK(totals["shared_store_requests"] == 1);
  CHECK(totals["shared_store_conflicts"] == 0);
  CHECK(totals["asynchronously_copied_bytes"] == 32 * 16);
  CHECK(totals["l1tex__t_requests_pipe_lsu_mem_global_op_ld.sum"] == 1);
}

TEST_CASE("traffic of the tiled product is that of a GPU") {
  const json all = run(program("tiled.cu"), "128 traffic");
  REQUIRE(all.size() == 1);
  const json& totals = all[0]["totals"];
  // At W = 512 Nsight Compute counts 524,288 requests and 2,097,152 sectors; 1/64 at W = 128.
  CHECK(totals["l1tex__t_requests_pipe_lsu_mem_global_op_ld.sum"] == 524288 / 64);
  CHECK(totals["l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum"] == 2097152 / 64);
  CHECK(totals["l1tex__t_requests_pipe_lsu_mem_global_op_st.sum"] == 128 * 128 / 32);
  CHECK(totals["shared_load_requests"] == 8388608 / 64);
  CHECK(totals["shared_store_requests"] == 524288 / 64);
  CHECK(totals["shared_load_conflicts"] == 0);
  CHECK(totals["barriers_per_block_max"] == 16);
  CHECK(all[0]["blocks"] == 64);
  CHECK(all[0]["threads_per_block"] == 256);
  CHECK(all == run(program("tiled.cu"), "128 traffic", "1")); // in one OS thread
  for (const json& line : all[0]["lines"])
    if (line["line"] == 21 && line["space"] == "global") { // of M two rows of 16 numbers
      const json& example = line["example"];
      CHECK(example["object"] == "d_M");
      CHECK(example["block"] == json{0, 0, 0});
      CHECK(example["block_size"] == json{16, 16, 1});
      CHECK(example["bytes"] == 4);
      CHECK(example["start"] == 0);
      CHECK(example["offsets"][15] == 4 * 15);
      CHECK(example["offsets"][16] == 4 * 128);
    }
}

TEST_CASE("each mistake is one finding with its line") {
  struct expectation {
    const char *name, *kind, *object, *text, *remedy;
    const char* second = nullptr; ///< comment of the second party's line
    const char* first = nullptr;  ///< comment of the first party's line, if not the name
  };
  const expectation all[] = {
      {"past_the_end", "out_of_bounds", "d_out[64]", "just past the end of d_out (256 bytes",
       "compare the index"},
      {"fours_past_the_end", "out_of_bounds", "d_out[64]", "just past the end of d_out (256 bytes",
       "not the thread, but its index is beyond the end"},
      {"fours_in_helper", "out_of_bounds", "buffer, byte 256", "asked for 0 bytes", ""},
      {"before_the_start", "out_of_bounds", "d_out[-1]", "4 bytes before the start of d_out", ""},
      {"far_before_the_start", "out_of_bounds", "d_out[-2553600000]",
       "bytes before the start of d_out", ""},
      {"reads_output", "uninitialised_read", "d_out[0]", "64 such reads", "cudaMemset"},
      {"atomic_on_unset", "uninitialised_read", "d_out[0]", "such read",
       "set d_out before the launch, with cudaMemset"},
      {"exchange_on_unset", "uninitialised_read", "d_out[0]", "such read",
       "what other blocks have added before is lost"},
      {"shuffle_in_if", "absent_lanes", "", "which has ended without making the call",
       "out of the `if`"},
      {"shared_not_filled", "uninitialised_read", "tile[16]", "32 such reads", "no zeros"},
      {"dynamic_too_far", "out_of_bounds", "buffer[16]", "asked for 64 bytes", ""},
      {"member_too_far", "out_of_bounds", "some.x[4]", "the index is 4; some.x has 4 elements", ""},
      {"wraps_around", "out_of_bounds", "", "an unsigned index of 32 bits went below zero", ""},
      {"shifts_too_far", "out_of_bounds", "", "the index is about -2^31",
       "how the index is computed"},
      {"returns_early", "barrier_divergence", "", "16 threads returned at line",
       "do not return in line", "returns_early", "barrier of returns_early"},
      {"two_barriers", "barrier_divergence", "", "24 threads wait", "the same __syncthreads()",
       "first of two_barriers", "second of two_barriers"},
      {"blocks_share", "race", "d_out[0]", "in any order; 32 such elements", "no barrier",
       "writer of blocks_share", "reader of blocks_share"},
      {"blocks_add", "race", "d_out[0]", "1 such element", "no barrier can order", "blocks_add"},
      {"sum_without_barrier", "race", "part[1]", "no __syncthreads()",
       "put a barrier at the end of the body", "sum_without_barrier"},
      {"broadcast", "race", "first", "62 such pairs", "put a barrier between lines",
       "writer of broadcast", "reader of broadcast"},
      {"next_round", "race", "factor", "such pairs", "put a second barrier at the end of the body",
       "writer of next_round", "reader of next_round"},
      {"through_null", "out_of_bounds", "", "a null pointer", ""},
      {"host_memory", "host_pointer", "", "host's heap", "cudaMalloc"},
      {"not_aligned", "misaligned", "d_out[0]", "multiple of 4", ""},
  };
  for (const expectation& each : all) {
    CAPTURE(each.name);
    const json found = run(program("mistakes.cu"), each.name);
    REQUIRE(found.size() == 1);
    CHECK(found[0]["kind"] == each.kind);
    CHECK(found[0]["object"] == each.object);
    CHECK(found[0]["kernel"] == each.name);
    CHECK_MESSAGE(has(found[0]["text"], each.text), found[0]["text"]);
    CHECK_MESSAGE(has(found[0]["remedy"], each.remedy), found[0]["remedy"]);
    const json& parties = found[0]["parties"];
    CHECK(parties[0]["line"] == line_with(each.first != nullptr ? each.first : each.name));
    if (each.second != nullptr)
      CHECK(parties[1]["line"] == line_with(each.second));
  }
}

TEST_CASE("one shared variable for all threads: no barrier is advised that mends nothing") {
  const std::string path = program("mistakes.cu");
  const std::string line = std::to_string(line_with("one_for_all"));
  json found = run(path, "one_for_all");
  REQUIRE_FALSE(found.empty());
  for (const json& each : found) {
    CHECK(each["kind"] == "race");
    CHECK_MESSAGE(has(each["remedy"], "the block has one sum for all its threads, and several of "
                                      "them write it in line " +
                                          line + ": no barrier mends that"),
                  each["remedy"]);
  }
  found = run(path, "flag_of_round");
  REQUIRE_FALSE(found.empty());
  std::string said;
  for (const json& each : found)
    said += each["remedy"].get<std::string>() + '\n';
  CHECK_MESSAGE(has(said, "put a second barrier at the end of the body"), said);
  CHECK_MESSAGE(!has(said, "no barrier mends that"), said);
}

TEST_CASE("good programs are clean") {
  for (const char* name : {"warp_in_step", "fills", "filled_before", "freed_in_time"}) {
    CAPTURE(name);
    const json found = run(program("mistakes.cu"), name);
    CHECK_MESSAGE(found.empty(), found.dump());
  }
}

TEST_CASE("other ways to miss a barrier, and an index too far") {
  const std::string path = program("mistakes.cu");
  json found = run(path, "stores_and_returns");
  CHECK(found[0]["parties"][1]["line"] == line_with("stores_and_returns"));
  CHECK(has(found[0]["remedy"], "do not return in line"));
  found = run(path, "barrier_in_if");
  CHECK(has(found[0]["text"], "16 threads went past it"));
  CHECK(has(found[0]["remedy"], "out of the `if`"));
  found = run(path, "rounds_by_thread");
  CHECK(has(found[0]["remedy"], "is in the loop of line " +
                                    std::to_string(line_with("loop of rounds_by_thread")) +
                                    ", and some threads make fewer rounds of it"));
  found = run(path, "row_too_far");
  CHECK(found[0]["object"] == "tile[16]");
  CHECK(has(found[0]["text"], "tile has 16 rows"));
  found = run(path, "after_free");
  CHECK(found[0]["kind"] == "use_after_free");
  found = run(path, "freed_in_a_table");
  CHECK(found[0]["kind"] == "use_after_free");
  found = run(path, "past_the_end_into_freed"); // no pointer leads to what was freed
  CHECK(found[0]["kind"] == "out_of_bounds");
  CHECK(has(found[0]["text"], "just past the end of"));
  found = run(path, "freed_too_early");
  REQUIRE(found.size() == 1);
  CHECK(found[0]["kind"] == "use_after_free");
  CHECK(found[0]["parties"][0]["line"] == line_with("freed_too_early"));
  found = run(path, "shift_in_place");
  REQUIRE(found.size() == 2);
  CHECK(has(found[0]["remedy"], "overwrites row while its neighbour still reads it"));
  CHECK(has(found[1]["remedy"], "several threads write the same element"));
  found = run(path, "shuffle_in_if");
  CHECK(found[0]["parties"][1]["action"] == "ended");
  found = run(path, "nothing_to_do");
  CHECK(found[0]["kind"] == "invalid_launch");
  CHECK(has(found[0]["remedy"], "as with n = 0 or for an empty part? Then launch nothing"));
}

TEST_CASE("too many threads in a block are not always two sizes that are exchanged") {
  const std::string path = program("mistakes.cu");
  const auto remedy = [&](const char* name) {
    std::string all; // of launches in one line, with other sizes each
    for (const json& each : run(path, name))
      all += each["remedy"].get<std::string>() + "\n";
    return all;
  };
  CHECK(has(remedy("sizes_exchanged"),
            "at most 1,024 threads, and here the two sizes are exchanged"));
  for (const char* name :
       {"too_many_threads", "too_many_threads_in_few_blocks", "too_many_of_both"}) {
    CAPTURE(name);
    const std::string said = remedy(name);
    CHECK(has(said, "at most 1,024 threads. Let it have fewer"));
    CHECK(!has(said, "are exchanged"));
  }
  CHECK(has(remedy("negative_blocks"), "so large a number of blocks is a negative one"));
  CHECK(has(remedy("exchanged_or_too_many"), "is it so there? If it is, take smaller blocks"));
}

TEST_CASE("memory that was filled in part, or not at all") {
  const std::string path = program("mistakes.cu");
  json found = run(path, "filled_in_part");
  CHECK(found[0]["object"] == "d_out[25]");
  CHECK(has(found[0]["text"], "only the first 100 of its 256 bytes were filled"));
  CHECK(has(found[0]["remedy"], "count bytes"));
  found = run(path, "never_filled");
  CHECK(found[0]["object"] == "d_in[0]");
  CHECK(has(found[0]["remedy"], "nobody has put anything into d_in"));
}

TEST_CASE("an array with more elements than the block has threads") {
  const std::string path = program("mistakes.cu");
  json found = run(path, "one_element_a_thread");
  REQUIRE(found.size() == 1);
  CHECK(has(found[0]["text"], "the block has only 32 threads"));
  found = run(path, "shared_filled_in_rounds"); // each thread stores several: they are enough
  REQUIRE(found.size() == 1);
  CHECK(found[0]["object"] == "tile[79]");
  CHECK_FALSE(has(found[0]["text"], "threads"));
}

TEST_CASE("a device pointer on the host ends the program with a line that says so") {
  const std::string path = program("mistakes.cu");
  const std::string said = output_of("sh -c '" + path + " host_reads 2>&1; echo status $?'");
  CHECK_MESSAGE(said.find("host code reads d_out[0], which is device memory") != std::string::npos,
                said);
  CHECK(said.find("status 139") != std::string::npos);
}

TEST_CASE("when a program's operations would run, by the model of a GPU") {
  const std::string path = program("timeline.cu");
  const auto told = [&](const std::string& order) {
    return output_of("CUDALAB_OBSERVE=timeline " + path + " " + order + " 2>&1");
  };
  // 8 chunks of 20,000 bytes: 40 us for a copy, 40.5 us for a kernel.
  CHECK(told("streams3") == "host ++++++++++..............................................\n"
                            "HtoD 111111222223333331111122222233333311111222222...........\n"
                            "kern .....1111112222223333311111122222233333111111222222.....\n"
                            "DtoH ...........111111222223333331111112222233333311111222222\n"
                            "time 0--------------------------------------------------404us\n");
  const auto says = [&](const std::string& order, const std::string& time, const std::string& why) {
    const std::string text = told(order);
    CHECK_MESSAGE(text.find("-" + time + "us\n") != std::string::npos, text);
    CHECK_MESSAGE(text.find(why) != std::string::npos, text);
  };
  says("streams1", "964", "a copy in in stream 1 waits for a copy out in stream 1");
  says("pageable", "1969", "7 times the host stands still for a copy of pageable memory");
  says("waiting", "985", "7 times the host stands still in cudaStreamSynchronize");
  says("default_stream", "684", "the default stream and the others wait for each other");
}
