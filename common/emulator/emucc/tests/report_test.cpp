// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
//
// How a checked program ends: what it says, and its exit code.
#include <doctest/doctest.h>

#include <string>

#include "emulator/emucc/tests/workshop.h"

using namespace cudalab::emulator;

namespace {

const std::string source = R"(#include <cstdio>
#include <cstdlib>
#include <cstring>
__global__ void fill(int* a) { a[threadIdx.x] = 1; }
int main(int, char** words) {
  int* a = nullptr;
  if (cudaMalloc(&a, 31 * sizeof(int)) != cudaSuccess) return 9;
  if (!std::strcmp(words[1], "well")) return cudaFree(a);
  if (!std::strcmp(words[1], "leak")) return 0;
  std::fputs("printed", stdout);
  fill<<<1, 32>>>(a);
  const bool failed = cudaDeviceSynchronize() != cudaSuccess;
  if (!std::strcmp(words[1], "exit")) std::exit(0);
  if (!std::strcmp(words[1], "abort")) std::abort();
  if (!std::strcmp(words[1], "crash")) *(volatile int*)nullptr = 1;
  return !std::strcmp(words[1], "seven") && failed ? 7 : 0;
}
)";

struct checked_program {
  checked_program() {
    built = here.emucc({here.write("lab.cu", source), "-o", here.path("lab")});
    REQUIRE(built.status == 0);
  }
  finished run(const std::string& how, const std::map<std::string, std::string>& environment = {}) {
    const changed_environment change(environment);
    return run_tool({here.path("lab"), how});
  }
  const workshop here;
  finished built;
};

bool reports(const finished& ended) {
  return ended.errors.find("access outside of its bounds") != std::string::npos &&
         ended.errors.find("\nemucc: 1 error\n") != std::string::npos;
}

} // namespace

TEST_CASE("a program without mistakes says nothing") {
  checked_program lab;
  const finished ended = lab.run("well");
  CHECK(ended.status == 0);
  CHECK(ended.errors == "");
}

TEST_CASE("findings are said at every end, and make it a failure") {
  checked_program lab;
  for (const std::string how : {"return", "exit"}) {
    CAPTURE(how);
    const finished ended = lab.run(how);
    CHECK(ended.status == 66);
    CHECK(ended.output == "printed");
    CHECK(reports(ended));
  }
  const finished own_code = lab.run("seven");
  CHECK(own_code.status == 7);
  CHECK(reports(own_code));
  const finished aborted = lab.run("abort");
  CHECK(aborted.status == 128 + 6);
  CHECK(reports(aborted));
  const finished crashed = lab.run("crash");
  CHECK(crashed.status == 128 + 11);
  CHECK(reports(crashed));
}

TEST_CASE("warnings change the exit code of a strict program only") {
  checked_program lab;
  const finished usual = lab.run("leak");
  CHECK(usual.status == 0);
  CHECK(usual.errors.find("emucc: 1 warning\n") != std::string::npos);
  CHECK(lab.run("leak", {{"CUDALAB_STRICT", "1"}}).status == 66);
  CHECK(lab.run("leak", {{"CUDALAB_STRICT", "0"}}).status == 0);
  CHECK(lab.run("well", {{"CUDALAB_STRICT", "1"}}).status == 0);
}

TEST_CASE("the environment chooses the code, the file and what is watched") {
  checked_program lab;
  CHECK(lab.run("return", {{"CUDALAB_ERROR_EXITCODE", "3"}}).status == 3);
  CHECK(lab.run("return", {{"CUDALAB_ERROR_EXITCODE", "0"}}).status == 0);
  const std::string json = lab.here.path("findings.json");
  CHECK(lab.run("return", {{"CUDALAB_FINDINGS_JSON", json}}).status == 66);
  CHECK(read_file(json).find("\"kind\":\"out_of_bounds\"") != std::string::npos);
  CHECK(read_file(json).find("\"severity\":\"error\"") != std::string::npos);
  const finished unwatched = lab.run("return", {{"CUDALAB_OBSERVE", "none"}});
  CHECK(unwatched.status == 0);
  CHECK(unwatched.errors == "");
  for (const char* way : {"well", "return"})
    CHECK(lab.run(way, {{"CUDALAB_OBSERVE", "what"}})
              .errors.find("CUDALAB_OBSERVE is clean, traffic, timeline or none") !=
          std::string::npos);
}
