// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#include "grader/sanitizer/parse_log.h"

#include <fstream>
#include <iterator>

#include <doctest/doctest.h>

using namespace cudalab::grader;

namespace {

// A sample's name is tool_mistake.
sanitizer_log sample(const std::string& name) {
  std::ifstream in(std::string(CUDALAB_SAMPLES "/") + name + ".txt");
  REQUIRE(in);
  const std::string text{std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>()};
  return parse_sanitizer_log(name.substr(0, name.find('_')), text);
}

} // namespace

TEST_CASE("clean programs have no findings, and their logs are whole") {
  for (const char* name : {"memcheck_clean", "racecheck_clean"}) {
    const sanitizer_log log = sample(name);
    CHECK(log.findings.empty());
    CHECK(log.problems.empty());
    CHECK(log.finished);
  }
  CHECK_FALSE(parse_sanitizer_log("memcheck", "").finished);
}

TEST_CASE("racecheck: twenty lines about a missing second barrier are two pairs of lines") {
  const sanitizer_log log = sample("racecheck_no_second");
  REQUIRE(log.findings.size() == 2);
  for (const finding& race : log.findings) {
    CHECK(race.kind == finding_kind::race);
    CHECK(race.space == "shared");
    CHECK(race.kernel == "tiled_kernel");
    CHECK(race.source == "racecheck");
    REQUIRE(race.parties.size() == 2);
    CHECK(race.parties[0].action == "reads");
    CHECK(race.parties[0].line == 20);
    CHECK(race.parties[0].file == "planted.cu");
    CHECK_FALSE(race.parties[0].thread_known);
    CHECK(race.parties[1].action == "writes");
  }
  CHECK(log.findings[0].parties[1].line == 17);
  CHECK(log.findings[0].count == 55'680); // the sum of sixteen lines of the log
  CHECK(log.findings[0].text.find("__syncthreads") != std::string::npos);
  CHECK(log.findings[0].remedy.find("lines 17 and 20") != std::string::npos);
  // Sixteen lanes of one warp share a row of the first tile: a race inside a warp, which
  // racecheck calls a warning.
  CHECK(log.findings[1].parties[1].line == 16);
  CHECK(log.findings[1].count == 46'080);
  CHECK(log.findings[1].text.find("one warp") != std::string::npos);
}

TEST_CASE("racecheck: no barriers at all is as short") {
  CHECK(sample("racecheck_no_first").findings.size() == 2);
  const auto log = sample("racecheck_no_barriers");
  CHECK(log.findings.size() == 2);
  CHECK(sample("racecheck_same_warp").findings.size() == 1);
}

TEST_CASE("memcheck: out of bounds with the distance") {
  const sanitizer_log log = sample("memcheck_write_past");
  REQUIRE(log.findings.size() == 1); // errors that follow from it are not findings
  const finding& found = log.findings[0];
  CHECK(found.kind == finding_kind::out_of_bounds);
  CHECK(found.space == "global");
  CHECK(found.kernel == "write_past_kernel");
  REQUIRE(found.parties.size() == 1);
  CHECK(found.parties[0].action == "writes");
  CHECK(found.parties[0].line == 31);
  CHECK(found.parties[0].thread_known);
  CHECK(found.parties[0].block == std::array<unsigned, 3>{16, 0, 0});
  CHECK(found.text == "the 4 bytes lie right after the end of an allocation of 16384 bytes");
}

TEST_CASE("memcheck: the other kinds") {
  const auto shared = sample("memcheck_shared_bounds").findings;
  REQUIRE(shared.size() == 1);
  CHECK(shared[0].space == "shared");
  CHECK(shared[0].count == 8);
  CHECK(shared[0].parties[0].thread == std::array<unsigned, 3>{8, 0, 0});
  CHECK(shared[0].text == "the access is at offset 1088 (0x440), in bytes, of the block's shared "
                          "memory, which ends before it (newer GPUs keep the first 1,024 bytes for "
                          "themselves: the arrays begin after them)");
  CHECK(shared[0].remedy.find("size of the __shared__ array") != std::string::npos);
  const auto misaligned = sample("memcheck_misaligned").findings;
  REQUIRE(misaligned.size() == 1);
  CHECK(misaligned[0].kind == finding_kind::misaligned);
  CHECK(misaligned[0].text.find("multiple of 16") != std::string::npos);
  const auto null = sample("memcheck_null").findings;
  REQUIRE(null.size() == 1);
  CHECK(null[0].text.find("null") != std::string::npos);
  const auto launch = sample("memcheck_bad_launch").findings;
  REQUIRE(launch.size() == 1);
  CHECK(launch[0].kind == finding_kind::launch_error);
  CHECK(launch[0].text.find("cudaErrorInvalidValue") != std::string::npos);
}

TEST_CASE("a small address is a null pointer in global memory only") {
  const auto at = [](const std::string& space, const std::string& line) {
    const auto found =
        parse_sanitizer_log("memcheck", "========= Invalid " + space +
                                            "read of size 4 bytes\n"
                                            "=========     at k(float *)+0xc0 in lab04.cu:39\n"
                                            "=========     by thread (8,0,0) in block (0,0,0)\n"
                                            "=========     " +
                                            line + "\n========= \n")
            .findings;
    return found.size() == 1 ? found[0] : finding{};
  };
  for (const std::string line :
       {"Access to 0x40 is out of bounds", "Address 0x40 is out of bounds"}) {
    CHECK(at("__shared__ ", line).text.find("offset 64 (0x40)") != std::string::npos);
    CHECK(at("__shared__ ", line).text.find("index is negative") != std::string::npos);
    CHECK(at("__shared__ ", line).remedy.find("cudaMalloc") == std::string::npos);
    CHECK(at("__local__ ", line).text.find("offset 64 (0x40)") != std::string::npos);
    CHECK(at("__local__ ", line).remedy.find("each thread") != std::string::npos);
    CHECK(at("__global__ ", line).text.find("null") != std::string::npos);
    CHECK(at("__generic__ ", line).text.find("null") != std::string::npos);
  }
  // Not an offset: far in front of the arrays.
  const auto far = at("__shared__ ", "Access to 0xfffffffffffffff0 is out of bounds");
  CHECK(far.text.find("offset") == std::string::npos);
  CHECK(at("__global__ ", "Access to 0x7f80ec80c000 is out of bounds").text.find("null") ==
        std::string::npos);
}

TEST_CASE("initcheck and synccheck") {
  const auto uninitialised = sample("initcheck_accumulate").findings;
  REQUIRE(uninitialised.size() == 1);
  CHECK(uninitialised[0].kind == finding_kind::uninitialised_read);
  CHECK(uninitialised[0].parties[0].action == "reads");
  CHECK(uninitialised[0].parties[0].line == 49);
  CHECK(sample("initcheck_divergent").findings.empty()); // a copy of unwritten outputs
  const auto barrier = sample("synccheck_divergent_branches").findings;
  REQUIRE(barrier.size() == 1);
  CHECK(barrier[0].kind == finding_kind::barrier_divergence);
  CHECK(barrier[0].parties[0].line == 64);
  const auto shuffle = sample("synccheck_bad_shuffle").findings;
  REQUIRE(shuffle.size() == 1);
  CHECK(shuffle[0].kind == finding_kind::warp_divergence);
  CHECK(shuffle[0].kernel == "bad_shuffle_kernel"); // not the header that it called
  CHECK(shuffle[0].parties[0].file == "planted.cu");
  CHECK(shuffle[0].parties[0].line == 82);
}

TEST_CASE("a launch after a broken kernel is no refused launch, a tool's own trouble is told") {
  CHECK(parse_sanitizer_log("memcheck", "========= Program hit cudaErrorLaunchFailure (error 719) "
                                        "due to \"x\" on CUDA API call to cudaLaunchKernel.\n")
            .findings.empty());
  const auto log = parse_sanitizer_log("racecheck", "========= Error: Device not supported\n");
  REQUIRE(log.problems.size() == 1);
  CHECK_FALSE(log.finished);
}
