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

/// A workshop with a preamble of its own, and headers that can be changed. They are small: when a
/// preamble is used does not depend on what is in it.
class preamble_workshop : public workshop {
public:
  preamble_workshop() {
    fs::create_directories(path("include/cudalab"));
    write("include/cuda_runtime.h", "#pragma once\n#include \"cudalab/warp.h\"\n");
    write("include/cudalab/warp.h", "#pragma once\ninline int twice(int x) { return x + x; }\n");
    write("program.cu", "int main() { return twice(21); }\n");
  }

  /// With this folder's headers and preambles.
  finished with_own(std::vector<std::string> arguments,
                    std::map<std::string, std::string> environment = {}) const {
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

/// With a copy of the emulator's headers.
class whole_preamble_workshop : public preamble_workshop {
public:
  whole_preamble_workshop() {
    fs::copy(EMUCC_INCLUDE, path("include"),
             fs::copy_options::recursive | fs::copy_options::overwrite_existing);
    write("program.cu", program);
  }
};

/// Whether the commands compile the header once more.
bool used_preamble(const std::string& commands) {
  return commands.find("-imacros") != commands.npos && commands.find("-include ") == commands.npos;
}
bool built_without(const std::string& commands) {
  return commands.find("-include ") != commands.npos && commands.find("FAILED") == commands.npos;
}

} // namespace

TEST_CASE("a preamble is used for the options that it was made for") {
  const preamble_workshop here;
  for (const std::string flavour : {"--fast", "--checked"}) {
    CAPTURE(flavour);
    const std::vector<std::string> same = {flavour, "-std=c++17"};
    CHECK(built_without(here.compiled("program.cu", same)));
    const finished made = here.make(flavour);
    CHECK(made.status == 0);
    CHECK(made.errors.empty());
    CHECK(used_preamble(here.compiled("program.cu", same)));
  }
  CHECK(here.left_nothing_behind());
}

TEST_CASE("another option, and there is no preamble") {
  const preamble_workshop here;
  here.make("--fast");
  const std::vector<std::string> same = {"--fast", "-std=c++17"};
  CHECK(used_preamble(here.compiled("program.cu", same)));
  CHECK(used_preamble(here.compiled("program.cu", {"--fast", "-std=c++17", "-I", "."})));
  CHECK(built_without(here.compiled("program.cu", same, {{"CPLUS_INCLUDE_PATH", "/tmp"}})));
  for (const std::string other :
       {"-std=c++20", "-DN=1", "-Wall", "-MD", "-isystem=.", "-noeh", "-G"}) {
    CAPTURE(other);
    CHECK(built_without(here.compiled("program.cu", {"--fast", "-std=c++17", other})));
  }
}

TEST_CASE("the program that a preamble helped to build is the same program") {
  const workshop here; // with the preambles and the compiler of this build
  const std::string source = here.write("program.cu", program);
  for (const char* flavour : {"--fast", "--checked"}) {
    const finished result = here.emucc({flavour, "-v", source, "-o", here.path("program"), "-run"});
    CAPTURE(result.errors);
    CHECK(result.output == "42\n");
    CHECK(used_preamble(result.errors));
  }
}

TEST_CASE("a preamble of changed headers is not used") {
  const std::string header = "include/cudalab/warp.h", list = "lib/preambles/fast-c++17.txt";
  const preamble_workshop here;
  const auto said_after = [&](auto change) {
    here.make("--fast");
    CHECK(used_preamble(here.compiled("program.cu", {"--fast", "-std=c++17"})));
    change();
    return here.compiled("program.cu", {"--fast", "-std=c++17"});
  };
  CHECK(built_without(
      said_after([&] { here.write(header, read_file(here.path(header)) + "// more\n"); })));
  CHECK(built_without(said_after([&] {
    const fs::path file = here.path(header);
    fs::last_write_time(file, fs::last_write_time(file) + std::chrono::seconds(1));
  })));
  CHECK(built_without(said_after([&] { here.write(list, ""); })));
}

TEST_CASE("a preamble is renewed when a header was, and only then") {
  const preamble_workshop here;
  const std::string header = "include/cudalab/warp.h";
  const fs::path made = here.path("lib/preambles/fast-c++17.pch");
  const auto renewed = [&] {
    const auto before = fs::exists(made) ? fs::last_write_time(made) : fs::file_time_type::min();
    CHECK(here.with_own({"--renew-preamble", "--fast", "-std=c++17"}).status == 0);
    return fs::exists(made) && fs::last_write_time(made) != before;
  };
  CHECK_FALSE(renewed()); // nobody made one
  here.make("--fast");
  CHECK_FALSE(renewed());
  here.write(header, read_file(here.path(header)) + "// more\n");
  // Older than the preamble, as what a package manager installs.
  fs::last_write_time(here.path(header), fs::last_write_time(made) - std::chrono::hours(1000));
  CHECK(renewed());
  CHECK(used_preamble(here.compiled("program.cu", {"--fast", "-std=c++17"})));
  CHECK_FALSE(renewed());
}

TEST_CASE("a damaged or missing preamble costs time only") {
  const std::string preamble = "lib/preambles/fast-c++17.pch";
  const preamble_workshop here;
  const fs::path file = here.path(preamble);
  const auto check_after = [&](const std::string& what, auto damage) {
    here.make("--fast");
    REQUIRE(fs::exists(file));
    damage();
    CAPTURE(what);
    const std::string said = here.compiled("program.cu", {"--fast", "-std=c++17"});
    CHECK(built_without(said));
    CHECK(said.find("error:") == said.npos);
  };
  check_after("missing", [&] { fs::remove(file); });
  check_after("empty", [&] { fs::resize_file(file, 0); });
  check_after("cut off", [&] { fs::resize_file(file, 10000); });
  check_after("something else", [&] { here.write(preamble, "hello"); });
}

TEST_CASE("with a preamble, errors and warnings are said as without it, and once") {
  const std::map<std::string, std::string> programs = {
      {"undeclared.cu", "#warning look here\nint main() { return y; }\n"},
      {"no_header.cu", "#include \"nothing.h\"\nint main() {}\n"},
      {"wrong_launch.cu", "__global__ void k(int) {}\nint main() { k<<<1>>>(3); }\n"},
      {"wrong_call.cu", "int main() { int* p; cudaMalloc(p, 4); atomicAdd(p); }\n"},
      {"warned.cu", "#warning look here\nint main() { return 1 / 0; }\n"},
      {"special.cu", "#include <cmath>\nint main() { return std::riemann_zeta(2.0) > 2; }\n"},
      {"again.cu",
       "#include <cuda_runtime.h>\n#include <math.h>\nint main() { return abs(-1); }\n"}};
  const whole_preamble_workshop here;
  for (const auto& [name, text] : programs)
    here.write(name, text);
  const auto said = [&](const std::string& name) {
    const finished result = here.with_own(
        {"--checked", "-std=c++17", "-c", here.path(name), "-o", here.path("program.o")});
    return std::to_string(result.status) + ' ' + result.errors;
  };
  std::map<std::string, std::string> before;
  for (const auto& [name, text] : programs)
    before[name] = said(name);
  here.make("--checked");
  for (const auto& each : before) {
    CAPTURE(each.first);
    CHECK(said(each.first) == each.second);
  }
}

TEST_CASE("a preamble is made of the plain headers only") {
  const preamble_workshop here;
  CHECK(here.with_own({"--make-preamble", "--fast", "-std=c++17", "-DNDEBUG"})
            .errors.find("emucc: --make-preamble takes no -D, -include or their like") == 0);
  const finished made = here.with_own({"--make-preamble", "--fast", "-std=c++17"},
                                      {{"CPLUS_INCLUDE_PATH", here.path("include")}});
  CHECK(made.status == 0);
  CHECK(made.errors.find("CPATH or CPLUS_INCLUDE_PATH is set") == 0);
  CHECK(built_without(here.compiled("program.cu", {"--fast", "-std=c++17"})));
}

TEST_CASE("a preamble has its own place, and the headers of one .cu at most") {
  const workshop here;
  const std::string source = here.write("program.cu", program);
  CHECK(here.emucc({"--make-preamble", "-oprogram"})
            .errors.find("emucc: --make-preamble takes no -o: what it makes has its own place") ==
        0);
  for (const std::string& word : {source, here.write("other.cpp", "")})
    CHECK(here.emucc({"--make-preamble", word, "-Ifolder", source})
              .errors.find("emucc: --make-preamble takes one .cu file, whose first headers it "
                           "holds, or none") == 0);
}

namespace {

/// With headers that a program may include first, long enough to be worth a preamble.
class workshop_with_lab : public preamble_workshop {
public:
  workshop_with_lab() {
    std::string functions = "#pragma once\n#define LAB 4\n";
    for (int i = 0; i < 4000; ++i)
      functions += "inline int lab_" + std::to_string(i) + "() { return 1; }\n";
    fs::create_directory(path("lab"));
    write("lab/lab.h", functions);
    write("lab/more.h", "#pragma once\ninline int more() { return LAB; }\n");
    write("lab/lab.cu", includes + "int main() {}\n");
  }

  finished make_with_lab() const {
    return with_own(
        {"--make-preamble", "--checked", "-std=c++17", "-I", path("lab"), path("lab/lab.cu")});
  }
  /// The same program that begins in another way.
  std::string compiled_as(const std::string& begin) const {
    write("mine.cu", begin + "int main() { return lab_7() + more() - LAB; }\n");
    return compiled("mine.cu", {"--checked", "-std=c++17", "-I", path("lab")});
  }

  const std::string includes = "#include \"lab.h\"\n#include <more.h>\n";
};

bool used_first_headers(const std::string& commands) {
  const std::size_t first = commands.find("-imacros cuda_runtime.h");
  return used_preamble(commands) && commands.find("-imacros ", first + 1) != commands.npos;
}

} // namespace

TEST_CASE("a preamble with a lab's headers is used where a file begins with them") {
  const workshop_with_lab here;
  CHECK(built_without(here.compiled_as(here.includes)));
  CHECK(here.make_with_lab().errors.empty());
  CHECK(used_first_headers(here.compiled_as(here.includes)));
  CHECK(used_first_headers(here.compiled_as("// Mine.\n\n/* of\n two lines */\n" + here.includes +
                                            "#include <cstdlib>\n#define LAB 4\n")));
  here.make("--checked"); // the plain one
  const auto plain = [&](const std::string& begin) {
    const std::string said = here.compiled_as(begin);
    CAPTURE(begin);
    CHECK(used_preamble(said));
    CHECK_FALSE(used_first_headers(said));
  };
  plain("#include <cstdlib>\n" + here.includes);
  plain("int before;\n" + here.includes);
  plain("#define BEFORE 1\n" + here.includes);
  // A name that the file does not include is not there, preamble or not.
  CHECK(here.compiled_as("#include \"lab.h\"\n").find("FAILED") == 0);
  // A header of this name beside the file is the one that it includes.
  here.write("lab.h", "#pragma once\n#define LAB 4\ninline int lab_7() { return 2; }\n");
  plain(here.includes);
}

TEST_CASE("a preamble with a lab's headers is not used once these have changed") {
  const workshop_with_lab here;
  CHECK(here.make_with_lab().errors.empty());
  here.write("lab/more.h", read_file(here.path("lab/more.h")) + "// more\n");
  CHECK(built_without(here.compiled_as(here.includes)));
}

TEST_CASE("headers that cannot be read, or are read in no time, get no preamble") {
  const workshop_with_lab here;
  here.write("lab/lab.cu", "#include \"nowhere.h\"\n");
  CHECK(here.make_with_lab().status == 0);
  here.write("lab/lab.h", "#pragma once\n#define LAB 4\ninline int lab_7() { return 1; }\n");
  here.write("lab/lab.cu", here.includes);
  CHECK(here.make_with_lab().status == 0);
  CHECK(built_without(here.compiled_as(here.includes)));
}

TEST_CASE("vector types of the first headers are known: their members are marked") {
  const workshop_with_lab here;
  const auto is_marked = [&] {
    CHECK(here.make_with_lab().errors.empty());
    const std::string said = here.compiled_as(here.includes);
    CHECK(used_first_headers(said));
    return read_file(here.path("program.o")).find("cudalab_part_read4") != std::string::npos;
  };
  CHECK_FALSE(is_marked());
  here.write("lab/more.h",
             "#pragma once\nstruct __attribute__((aligned(16))) float4 { float x, y, z, w; };\n"
             "inline float4 four;\ninline int more() { return LAB + int(four.x + four.y); }\n");
  CHECK(is_marked());
}

TEST_CASE("the linker is called without the driver, for the same program") {
  const workshop here;
  const std::string source = here.write("program.cu", program);
  const auto linked = [&](const std::string& name, std::map<std::string, std::string> environment) {
    const finished result =
        here.emucc({"-v", "--checked", source, "-o", here.path(name)}, std::move(environment));
    CHECK(result.status == 0);
    return result.errors.find(" -no-pie ") == result.errors.npos;
  };
  CHECK(linked("quick", {}));
  CHECK_FALSE(linked("slow", {{"LIBRARY_PATH", here.path("tmp")}})); // it may lead elsewhere
  CHECK(read_file(here.path("quick")) == read_file(here.path("slow")));
  const finished wrong = here.emucc({"--checked", source, "-lnowhere", "-o", here.path("none")});
  CHECK(wrong.status == 1);
  CHECK(wrong.errors.find("nowhere") == wrong.errors.rfind("nowhere")); // said once
}

TEST_CASE("CUDA's rules are checked with a preamble of their own, in the same words") {
  const whole_preamble_workshop here;
  here.write("breaks_a_rule.cu", "#include <algorithm>\n"
                                 "__global__ void k(int* x) { *x = std::max(*x, 1); }\n");
  const auto said = [&](const std::string& name, const char* header) {
    const finished result = here.with_own({"-v", "--check-rules", "-std=c++17", here.path(name)});
    CHECK(result.errors.find(header) != result.errors.npos);
    // What follows the commands.
    const std::size_t last = result.errors.rfind("#$ ");
    return std::to_string(result.status) + result.errors.substr(result.errors.find('\n', last));
  };
  const std::string right = said("program.cu", " -include "),
                    wrong = said("breaks_a_rule.cu", " -include ");
  CHECK(wrong.find("max() is a function of the C++ library for the host") != wrong.npos);
  CHECK(here.make("--checked").errors.empty());
  CHECK(said("program.cu", " -include-pch ") == right);
  CHECK(said("breaks_a_rule.cu", " -include-pch ") == wrong);
  const std::string header = "include/cuda_runtime.h";
  here.write(header, read_file(here.path(header)) + "// more\n");
  CHECK(said("program.cu", " -include ") == right);
}
