// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#include <doctest/doctest.h>

#include <filesystem>
#include <string>

#include "emulator/emucc/tests/workshop.h"

using namespace cudalab::emulator;

namespace {

/// Builds programs/NAME.cu and others in both flavours, and runs it.
void builds_and_prints(const std::vector<std::string>& sources, const std::string& expected,
                       const std::vector<std::string>& options = {}) {
  for (const std::string flavour : {"--checked", "--fast"}) {
    CAPTURE(flavour);
    const workshop here;
    std::vector<std::string> arguments = {flavour, "-o", here.path("program")};
    arguments.insert(arguments.end(), options.begin(), options.end());
    for (const std::string& source : sources)
      arguments.push_back(EMUCC_PROGRAMS "/" + source);
    const finished build = here.emucc(arguments);
    CHECK(build.errors == "");
    REQUIRE(build.status == 0);
    CHECK(here.left_nothing_behind());
    const finished run = run_tool({here.path("program")});
    CHECK(run.output == expected);
    CHECK(run.status == 0);
  }
}

} // namespace

TEST_CASE("a vector addition") {
  builds_and_prints({"vector_add.cu"}, "ok 1000\n");
}

TEST_CASE("a template kernel, deduced, with literals, braces and a pack") {
  builds_and_prints({"template_kernel.cu"}, "3 4.5 12 7 9\n");
}

TEST_CASE("dynamic shared memory in a namespace and in a template, besides static") {
  builds_and_prints({"dynamic_shared.cu"}, "7 6 5 4 3 2 1 0\n7 6 5 4 3 2 1 0\n");
}

TEST_CASE("several files: .cu with .cu and .cpp") {
  builds_and_prints({"two_files_main.cu", "two_files_kernel.cu", "two_files_host.cpp"}, "42\n");
}

TEST_CASE("a .cu sees none of the sanitizer's macros") {
  builds_and_prints({"macros.cu"}, "plain\n");
}

TEST_CASE("clocks and sleeping are virtual when the program wants it") {
  builds_and_prints({"host_clocks.cu"}, "1\n2000.0 2000.0 2000.0 2000.0 20.0 20.0 2\n"
                                        "-3598000 2000\n");
}

TEST_CASE("special mathematical functions") {
  builds_and_prints({"special_functions.cu"}, "19.739\n");
}

TEST_CASE("what comes along with the toolkit's header, without an include of its own") {
  builds_and_prints({"without_includes.cu"}, "3 2 1 6\n");
}

TEST_CASE("the toolkit's version, and the names by which headers see that it is there") {
  builds_and_prints({"toolkit_macros.cu"}, "guards 1, versions 1, as the call says 1\n");
}

TEST_CASE("a float's bits through a pointer to integers") {
  builds_and_prints({"type_punning.cu"}, "40000000\n");
}

TEST_CASE("a float that an integer cannot hold becomes in a kernel what an H200 makes of it") {
  builds_and_prints(
      {"conversions.cu"},
      // of 1.9, -1.5, 300, -300, 65600, -40000, 3e9, -3e9, 5e9, 2e19, minus infinity and NaN; each
      // from float, and from double
      "i8 1 -1 44 -44 64 -64 -1 0 -1 -1 0 0\n"
      "i8 1 -1 44 -44 64 -64 -1 0 -1 -1 0 0\n"
      "u8 1 0 44 0 64 0 0 0 255 255 0 0\n"
      "u8 1 0 44 0 64 0 0 0 255 255 0 0\n"
      "i16 1 -1 300 -300 64 25536 -1 0 -1 -1 0 0\n"
      "i16 1 -1 300 -300 64 25536 -1 0 -1 -1 0 0\n"
      "u16 1 0 300 0 64 0 24064 0 65535 65535 0 0\n"
      "u16 1 0 300 0 64 0 24064 0 65535 65535 0 0\n"
      "i32 1 -1 300 -300 65600 -40000 2147483647 -2147483648 2147483647 2147483647 -2147483648 0\n"
      "i32 1 -1 300 -300 65600 -40000 2147483647 -2147483648 2147483647 2147483647 -2147483648 "
      "-2147483648\n"
      "u32 1 0 300 0 65600 0 3000000000 0 4294967295 4294967295 0 0\n"
      "u32 1 0 300 0 65600 0 3000000000 0 4294967295 4294967295 0 2147483648\n"
      "i64 1 -1 300 -300 65600 -40000 3000000000 -3000000000 5000000000 9223372036854775807 "
      "-9223372036854775808 -9223372036854775808\n"
      "i64 1 -1 300 -300 65600 -40000 3000000000 -3000000000 5000000000 9223372036854775807 "
      "-9223372036854775808 -9223372036854775808\n"
      "u64 1 0 300 0 65600 0 3000000000 0 5000000000 -1 0 -9223372036854775808\n"
      "u64 1 0 300 0 65600 0 3000000000 0 5000000000 -1 0 -9223372036854775808\n"
      "host -2147483648\n");
}

TEST_CASE("stream 0 is each thread's own, when the program wants it") {
  const std::string program = "own_default_streams.cu";
  builds_and_prints({program}, "held 2\n1\n", {"--default-stream", "per-thread"});
  builds_and_prints({program}, "held 2\n1\n", {"-DCUDA_API_PER_THREAD_DEFAULT_STREAM"});
  builds_and_prints({"default_stream_host.cpp"}, "1 0\n");
}

TEST_CASE("one program has one kind of default streams") {
  const workshop here;
  const auto compiled = [&](const std::string& name, const std::vector<std::string>& options) {
    std::vector<std::string> words = {"--fast", "-c", EMUCC_PROGRAMS "/" + name + ".cu", "-o",
                                      here.path(name + ".o")};
    words.insert(words.end(), options.begin(), options.end());
    REQUIRE(here.emucc(words).status == 0);
  };
  const auto link = [&] {
    return here.emucc({"--fast", here.path("two_files_main.o"), here.path("two_files_kernel.o"),
                       EMUCC_PROGRAMS "/two_files_host.cpp", "-o", here.path("program")});
  };
  compiled("two_files_main", {"--default-stream=per-thread"});
  compiled("two_files_kernel", {"--default-stream=legacy"});
  const finished mixed = link();
  CHECK(mixed.status == 1);
  CHECK(mixed.errors.find("emucc: error: some of these objects were compiled with "
                          "--default-stream per-thread") == 0);
  CHECK_FALSE(std::filesystem::exists(here.path("program")));
  compiled("two_files_kernel", {"--default-stream=per-thread"});
  CHECK(link().status == 0);
}
