// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#include <doctest/doctest.h>

#include "emulator/emucc/tests/workshop.h"

using namespace cudalab::emulator;
namespace fs = std::filesystem;

namespace {

constexpr const char* program = R"(#include <cstdio>
__global__ void twice(int* x) { *x *= 2; }
int main() {
  int* x;
  cudaMallocManaged(&x, sizeof *x);
  *x = 21;
  twice<<<1, 1>>>(x);
  cudaDeviceSynchronize();
  std::printf("%d\n", *x);
}
)";

/// A workshop with a preamble of its own, and headers that can be changed.
class preamble_workshop : public workshop {
public:
  preamble_workshop() {
    fs::copy(EMUCC_INCLUDE, path("include"), fs::copy_options::recursive);
    write("program.cu", program);
  }

  /// With this folder's headers and preambles, by g++.
  finished with_own(std::vector<std::string> arguments,
                    std::map<std::string, std::string> environment = {}) const {
    environment.emplace("CXX", "g++");
    arguments.insert(arguments.end(), {"--emulator-include", path("include"), "--emulator-library",
                                       path("lib/libemulator.a")});
    return emucc(arguments, environment);
  }

  finished make(const std::string& flavour) const {
    return with_own({"--make-preamble", flavour, "-std=c++17"});
  }

  /// The commands, and what the tools said.
  std::string compiled(const std::string& source, std::vector<std::string> options,
                       std::map<std::string, std::string> environment = {}) const {
    options.insert(options.end(), {"-v", "-c", path(source), "-o", path("program.o")});
    const finished result = with_own(options, std::move(environment));
    return (result.status == 0 ? "" : "FAILED ") + result.errors;
  }
};

bool has_gcc() {
  return compilers().front() == "g++";
}

/// Whether the commands compile the header once more.
bool used_preamble(const std::string& commands) {
  return commands.find("-imacros") != commands.npos && commands.find("-include ") == commands.npos;
}
bool built_without(const std::string& commands) {
  return commands.find("-include ") != commands.npos && commands.find("FAILED") == commands.npos;
}

} // namespace

TEST_CASE("a preamble is used for the options that it was made for, and for no others") {
  if (!has_gcc())
    return;
  const preamble_workshop here;
  for (const std::string flavour : {"--fast", "--checked"}) {
    CAPTURE(flavour);
    CHECK(built_without(here.compiled("program.cu", {flavour, "-std=c++17"})));
    const finished made = here.make(flavour);
    CHECK(made.status == 0);
    CHECK(made.errors.empty());
    CHECK(used_preamble(here.compiled("program.cu", {flavour, "-std=c++17"})));
    CHECK(used_preamble(here.compiled("program.cu", {flavour, "-std=c++17", "-I", "."})));
    const std::vector<std::vector<std::string>> others = {
        {"-std=c++20"},          {"-std=c++17", "-DN=1"}, {"-std=c++17", "-Wall"},
        {"-std=c++17", "-G"},    {"-std=c++17", "-MD"},   {"-std=c++17", "-isystem", "."},
        {"-std=c++17", "-noeh"},
    };
    for (std::vector<std::string> options : others) {
      if (flavour == "--checked" && options.back() == "-G")
        continue; // changes nothing: checked kernels are never optimised
      CAPTURE(options.back());
      options.push_back(flavour);
      CHECK(built_without(here.compiled("program.cu", options)));
    }
    CHECK(built_without(
        here.compiled("program.cu", {flavour, "-std=c++17"}, {{"CPLUS_INCLUDE_PATH", "/tmp"}})));
  }
  CHECK(here.left_nothing_behind());
}

TEST_CASE("the program that a preamble helped to build is the same program") {
  if (!has_gcc())
    return;
  const workshop here; // with the preambles of this build
  const std::string source = here.write("program.cu", program);
  for (const char* flavour : {"--fast", "--checked"}) {
    const finished result =
        here.emucc({flavour, "-v", source, "-o", here.path("program"), "-run"}, {{"CXX", "g++"}});
    CAPTURE(result.errors);
    CHECK(result.output == "42\n");
    CHECK(used_preamble(result.errors));
  }
}

TEST_CASE("a preamble of changed headers is not used") {
  if (!has_gcc())
    return;
  const preamble_workshop here;
  const std::vector<std::string> options = {"--fast", "-std=c++17"};
  here.make("--fast");
  const fs::path header = here.path("include/cudalab/warp.h");
  SUBCASE("one is longer") {
    here.write("include/cudalab/warp.h", read_file(header) + "// more\n");
  }
  SUBCASE("one is newer") {
    fs::last_write_time(header, fs::last_write_time(header) + std::chrono::seconds(1));
  }
  SUBCASE("the list of them is cut off") {
    here.write("lib/preambles/fast-c++17.txt", "");
  }
  CHECK(built_without(here.compiled("program.cu", options)));
  here.make("--fast");
  CHECK(used_preamble(here.compiled("program.cu", options)));
}

TEST_CASE("a damaged or missing preamble costs time only") {
  if (!has_gcc())
    return;
  const preamble_workshop here;
  here.make("--fast");
  const fs::path preamble = here.path("lib/preambles/fast-c++17.gch");
  REQUIRE(fs::exists(preamble));
  SUBCASE("missing") {
    fs::remove(preamble);
  }
  SUBCASE("empty") {
    fs::resize_file(preamble, 0);
  }
  SUBCASE("cut off") {
    fs::resize_file(preamble, 10000);
  }
  SUBCASE("something else") {
    here.write("lib/preambles/fast-c++17.gch", "hello");
  }
  const std::string said = here.compiled("program.cu", {"--fast", "-std=c++17"});
  CHECK(built_without(said));
  CHECK(said.find("error") == said.npos);
}

TEST_CASE("with a preamble, errors and warnings are said as without it, and once") {
  if (!has_gcc())
    return;
  const preamble_workshop here;
  const std::map<std::string, std::string> programs = {
      {"undeclared.cu", "#warning look here\nint main() { return y; }\n"},
      {"no_header.cu", "#include \"nothing.h\"\nint main() {}\n"},
      {"wrong_launch.cu", "__global__ void k(int) {}\nint main() { k<<<1>>>(3); }\n"},
      {"wrong_call.cu", "int main() { int* p; cudaMalloc(p, 4); atomicAdd(p); }\n"},
      {"warned.cu", "#warning look here\nint main() { return 1 / 0; }\n"},
      {"special.cu", "#include <cmath>\nint main() { return std::riemann_zeta(2.0) > 2; }\n"},
      {"again.cu",
       "#include <cuda_runtime.h>\n#include <math.h>\nint main() { return abs(-1) - 1; }\n"}};
  for (const char* flavour : {"--fast", "--checked"}) {
    std::map<std::string, std::string> before;
    const auto said = [&](const std::string& name) {
      const finished result = here.with_own(
          {flavour, "-std=c++17", "-c", here.path(name), "-o", here.path("program.o")});
      return std::to_string(result.status) + ' ' + result.errors;
    };
    for (const auto& [name, text] : programs) {
      here.write(name, text);
      before[name] = said(name);
    }
    here.make(flavour);
    for (const auto& [name, text] : programs) {
      CAPTURE(name);
      CHECK(said(name) == before[name]);
    }
  }
}

TEST_CASE("a preamble that cannot be made is said, and is no error") {
  if (compilers().back() != "clang++")
    return;
  const preamble_workshop here;
  const finished result =
      here.with_own({"--make-preamble", "--fast", "-std=c++17"}, {{"CXX", "clang++"}});
  CHECK(result.status == 0);
  CHECK(result.errors ==
        "emucc: no preamble is made with clang++; programs are compiled without one\n");
}

TEST_CASE("a preamble has its own place: files are refused") {
  const workshop here;
  const std::string source = here.write("program.cu", program);
  for (const std::string& word : {source, std::string("-oprogram")})
    CHECK(here.emucc({"--make-preamble", word})
              .errors.find(
                  "emucc: --make-preamble takes no file: what it makes has its own place") == 0);
}
