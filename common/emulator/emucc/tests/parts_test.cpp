// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#include <doctest/doctest.h>

#include <string>

#include "emulator/emucc/diagnostics.h"
#include "emulator/emucc/kernel_resources.h"
#include "emulator/emucc/leading_includes.h"
#include "emulator/emucc/linker_command.h"
#include "emulator/emucc/object_symbols.h"
#include "emulator/emucc/options.h"
#include "emulator/emucc/tests/workshop.h"

using namespace cudalab::emulator;

TEST_CASE("options: joined and separate, in order") {
  const options read = parse_options({"-I/a", "-I", "/b", "-DX=1", "-L", "/l", "-lm",
                                      "--check-rules", "-Wl,--as-needed", "-Xlinker", "-z", "-x",
                                      "cu", EMUCC_PROGRAMS "/vector_add.cu"});
  CHECK(read.action == options::action::check_rules);
  CHECK(read.preprocessor == std::vector<std::string>{"-I/a", "-I/b", "-DX=1"});
  REQUIRE(read.inputs.size() == 5);
  CHECK(read.inputs[0].text == "-L/l");
  CHECK(read.inputs[3].text == "-Wl,-z");
  CHECK(read.inputs[4].what == input::kind::cuda);
  CHECK(read.checked);
}

TEST_CASE("a launch's message names the launch, not the lambda") {
  const translation launches = {
      "", {}, {{{"a.cu", 7, 5}, 8, 9, "k", {"d", "n + 1"}}}, {{{"a.cu", 3, 3}, 5}}};
  CHECK(readable_messages("a.cu:7:131: error: cannot bind cudalab_a1 to 'float *'\n"
                          "/p/launch.h:46:34: note: in instantiation of function template "
                          "specialization 'main()::(anonymous class)::operator()<int>' requested "
                          "here\n"
                          "a.cu:7:24: note: in instantiation of function template specialization "
                          "'cudalab::emulator::launch<(lambda at a.cu:7:89), int>' requested here\n"
                          "a.cu:1:25: note: passing argument to parameter 'a' here\n",
                          launches, "/p") ==
        "a.cu:7:5: error: cannot bind n + 1 to 'float *'\n"
        "a.cu:1:25: note: passing argument to parameter 'a' here\n");
  CHECK(readable_messages("a.cu:3:21: error: x\na.cu:3:2: error: x\n", launches, "/p") ==
        "a.cu:3:16: error: x\na.cu:3:2: error: x\n");
  CHECK(readable_messages("a.cu:9:3: error: x\na.cu:8:90: error: y\na.cu:10:90: error: z\n",
                          launches, "/p") ==
        "a.cu:9:3: error: x\na.cu:7:5: error: y\na.cu:10:90: error: z\n");
}

TEST_CASE("an error inside our headers is said where they were used") {
  const translation launches = {"", {}, {{{"a.cu", 7, 5}, 7, 7, "k", {}}}, {}};
  const std::string once = "In file included from a.cu:1:\n"
                           "/p/launch.h:44:8: error: call to deleted constructor of 'nc'\n"
                           "a.cu:7:24: note: in instantiation of 'cudalab::emulator::launch' "
                           "requested here\n";
  CHECK(readable_messages(once + once, launches, "/p") ==
        "a.cu:7:5: error: call to deleted constructor of 'nc'\n");
}

TEST_CASE("a pointer in place of its address, and not one of our types, is named") {
  const std::string address = "CUDA sets a pointer here and needs that pointer's address; ";
  CHECK(
      readable_messages("a.cu:5:17: error: no matching function for call to 'cudaMalloc'\n"
                        "/p/memory_api.h:43:13: note: candidate function not viable: no known "
                        "conversion from 'float *' to 'cudalab::emulator::pointer_out' for 1st "
                        "argument\n",
                        {}, "/p") ==
      "a.cu:5:17: error: " + address +
          "this is of type float *: write & before the name of a pointer variable. If it is there, "
          "the variable is no pointer: in `float *a, b` only a is one\n");
}

TEST_CASE("of functions that do not fit a call, the one that was meant says why") {
  const auto told = [](const std::string& notes) {
    return readable_messages("a.cu:5:3: error: no matching function for call to 'f'\n" + notes, {},
                             "/p");
  };
  const std::string error = "a.cu:5:3: error: no matching function for call to 'f'";
  const std::string to_float = "/p/a.h:1:1: note: candidate function not viable: no known "
                               "conversion from 'int' to 'float *' for 1st argument\n";
  CHECK(told(to_float + "/p/a.h:2:1: note: candidate function not viable: no known conversion from "
                        "'int' to 'int *' for 1st argument; take the address of the argument with "
                        "&\n") ==
        error + ": no known conversion from 'int' to 'int *' for 1st argument\n"
                "a.cu:5:3: note: remedy: An address is wanted there: write & before that argument, "
                "as in &a[i].\n");
  // cudaMemcpy(a, d_a, ...) of a parameter `const float* a`
  CHECK(told("/p/a.h:1:1: note: candidate function not viable: no known conversion from 'const "
             "float *' to 'void *' for 1st argument; take the address of the argument with &\n") ==
        error + ": no known conversion from 'const float *' to 'void *' for 1st argument\n"
                "a.cu:5:3: note: remedy: The function stores to that argument, and `const` says "
                "that it is only read. Are two arguments exchanged? (For cudaMemcpy: first where "
                "to, then where from.)\n");
  CHECK(told("/p/a.h:1:1: note: candidate template ignored: could not match 'a' against 'b'\n" +
             to_float) ==
        error + ": no known conversion from 'int' to 'float *' for 1st argument\n");
  const std::string two = "/p/a.h:1:1: note: candidate function not viable: requires 2 arguments, "
                          "but 3 were provided\n";
  CHECK(told(two + two) == error + ": requires 2 arguments, but 3 were provided\n");
  CHECK(told(two + "/p/a.h:1:1: note: candidate function not viable: requires 4 arguments, but 3 "
                   "were provided\n") == error + "\n");
}

TEST_CASE("linkers' messages get one form") {
  CHECK(readable_linker_messages("/tmp/emucc-x/12-lab.o:lab.cu:f(): error: undefined reference to "
                                 "'g(int)'\ncollect2: error: ld returned 1 exit status\n",
                                 "/tmp/emucc-x") ==
        "lab.o:lab.cu:f(): error: undefined reference to `g(int)'\n");
  CHECK(readable_linker_messages("lab.cu:5: undefined reference to `g(int)'\n", "/tmp/emucc-x") ==
        "lab.cu:5: error: undefined reference to `g(int)'\n");
}

TEST_CASE("symbols of an object: read, and undefined ones renamed") {
  const workshop here;
  const std::string source = here.write("a.cu", "#include <string.h>\n"
                                                "__global__ void k(int* a) {\n"
                                                "  extern __shared__ int lost[];\n"
                                                "  memmove(a, lost, 4);\n}\n"
                                                "void unused() { k<<<1, 2>>>(0); }\n");
  const std::string object = here.path("a.o");
  REQUIRE(here.emucc({"--checked", "--given", "-c", "-o", object, source}).status == 0);
  const object_symbols symbols = read_symbols(object);
  CHECK(symbols.missing_thread_locals.count("lost") == 1);
  CHECK(symbols.defined.count("_Z1kPi") == 1);
  const std::string names = run_tool({"nm", object}).output;
  CHECK(names.find("U cudalab_memmove") != names.npos);
  CHECK(names.find("U memmove") == names.npos);
  CHECK(read_symbols(source).defined.empty());
  CHECK(read_symbols(here.path("none")).defined.empty());
  here.write("cut.o", std::string("\177ELF\2\1\1", 7) + std::string(60, '\1'));
  CHECK(read_symbols(here.path("cut.o")).defined.empty());
}

TEST_CASE("nvcc's report: registers and spills of each kernel") {
  const std::vector<kernel_resources> all = read_kernel_resources(
      "ptxas info    : 0 bytes gmem\n"
      "ptxas info    : Compiling entry function '_ZN2ns5scaleILi4EEEvPf' for 'sm_90'\n"
      "ptxas info    : Function properties for _ZN2ns5scaleILi4EEEvPf\n"
      "    0 bytes stack frame, 16 bytes spill stores, 20 bytes spill loads\n"
      "ptxas info    : Used 255 registers, used 1 barriers, 128 bytes smem\n"
      "ptxas info    : Compiling entry function 'plain' for 'sm_90'\n"
      "    0 bytes stack frame, 0 bytes spill stores, 0 bytes spill loads\n"
      "ptxas info    : Used 14 registers, 360 bytes cmem[0]\n");
  REQUIRE(all.size() == 2);
  CHECK(all[0].kernel == "scale");
  CHECK(all[0].registers == 255);
  CHECK(all[0].spilled_bytes == 16);
  CHECK(all[1].kernel == "plain");
  CHECK(all[1].registers == 14);
  CHECK(all[1].spilled_bytes == 0);
  CHECK(resources_as_code(all).find("\"scale 255 16\\n\"") != std::string::npos);
  CHECK(read_kernel_resources("nvcc fatal: no\n").empty());
}

TEST_CASE("registers are asked of the nvcc that CUDACXX names, of nobody when it says none") {
  const workshop here;
  const std::string nvcc = here.write(
      "nvcc", "#!/bin/sh\n"
              "echo \"ptxas info    : Compiling entry function '_Z5scalePf' for 'sm_90'\" >&2\n"
              "echo 'ptxas info    : Used 12 registers' >&2\n");
  std::filesystem::permissions(nvcc, std::filesystem::perms::owner_all);
  options wanted;
  wanted.inputs = {{input::kind::cuda, "scale.cu"}};
  const auto asked = [&](const std::string& chosen) {
    const changed_environment change({{"CUDACXX", chosen}});
    return ask_nvcc(wanted);
  };
  REQUIRE(asked(nvcc).size() == 1);
  CHECK(asked(nvcc)[0].registers == 12);
  CHECK(asked("none").empty());
  CHECK(asked(here.path("missing")).empty());
}

TEST_CASE("a profile needs checked code") {
  CHECK(parse_options({"--profile", "-x", "cu", EMUCC_PROGRAMS "/vector_add.cu"}).profile);
  CHECK_THROWS_AS(
      parse_options({"--profile", "--fast", "-x", "cu", EMUCC_PROGRAMS "/vector_add.cu"}),
      usage_error);
}

TEST_CASE("the includes that a file begins with") {
  using names = std::vector<std::string>;
  CHECK(leading_includes("// SPDX\n\n#include <vector> // a list\n  #  include\t\"lab04.h\"\r\n"
                         "/* two\n lines */\n#include<a/b.h>\nint x;\n#include <late>\n") ==
        names{"<vector>", "\"lab04.h\"", "<a/b.h>"});
  for (const char* other :
       {"#define X", "#include NAME", "#include <a> int x;", "#include <a> // on \\", "// on \\",
        "#include <a", "#include \"\"", "/* open", "/* a */ int x;", "#includes <a>",
        "#pragma once", "#include <a> /* b */"}) {
    CAPTURE(other);
    CHECK(leading_includes(std::string("#include <first>\n") + other + "\n#include <next>\n") ==
          names{"<first>"});
  }
  CHECK(leading_includes("") == names{});
  CHECK(leading_includes("#include <last>") == names{"<last>"});
}

TEST_CASE("the command in what a driver says") {
  CHECK(read_driver_command(
            "clang version 14\nTarget: x\n \"/usr/bin/ld\" \"-o\" \"a \\\"b\\\\\"\n") ==
        command_line{"/usr/bin/ld", "-o", "a \"b\\"});
  CHECK(read_driver_command("error: no input files\n").empty());
}

TEST_CASE(
    "dynamic shared memory is bound in each object, a thread-local variable of the host is not") {
  const workshop here;
  const std::string source = here.write("a.cu", "extern thread_local int hosts;\n"
                                                "namespace n { extern __shared__ float lost[]; }\n"
                                                "__global__ void k(float* a) { *a = n::lost[1]; }\n"
                                                "int get() { return hosts; }\n");
  const std::string object = here.path("a.o");
  REQUIRE(here.emucc({"-c", "-o", object, source}).status == 0);
  const object_symbols bound = read_symbols(object);
  CHECK(bound.missing_thread_locals.count("cudalab_dynamic_shared") == 1);
  CHECK(bound.missing_thread_locals.count("hosts") == 1);
  CHECK(dynamic_shared_arrays(object).empty());
  REQUIRE(here.emucc({"--given", "-c", "-o", object, source}).status == 0); // emucc links it
  CHECK(dynamic_shared_arrays(object) == std::set<std::string>{"_ZN1n4lostE"});
}
