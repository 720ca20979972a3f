// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#include "grader/cli/debugging_tools.h"

#include <doctest/doctest.h>

#include "grader/cli/usage_error.h"

using namespace cudalab::grader;

TEST_CASE("a breakpoint is proposed where a kernel first writes to an array") {
  const std::string kernel = "#include \"lab01.h\"\n"
                             "void on_host(int* a) {\n"
                             "  a[0] = 1;\n"
                             "}\n"
                             "template <int n>\n"
                             "__global__ void __launch_bounds__(64) add_kernel(int* a) {\n"
                             "  // a[9] = 9;\n"
                             "  if (a[0] == 1)\n";
  CHECK(place_to_stop("lab01.cu", kernel + "    a[threadIdx.x] += 1;\n}\n") == "lab01.cu:9");
  CHECK(place_to_stop("lab01.cu", kernel + "    return;\n}\nvoid f(int* a) {\n  a[0] = 2;\n}\n") ==
        "add_kernel");
  CHECK(place_to_stop("lab01.cu", "int no_kernel;\n").empty());
}

TEST_CASE("an unknown tool: those that there are") {
  CHECK(find_debugging_tool("gdb").program == build_flavour::debug);
  std::string said;
  try {
    find_debugging_tool("valgrind");
  } catch (const usage_error& problem) {
    said = problem.what();
  }
  for (const char* part :
       {"'valgrind'", "cuda-gdb", "compute-sanitizer", "ncu", "nsys", "on a GPU"})
    CHECK_MESSAGE(said.find(part) != std::string::npos, part);
}

TEST_CASE("what is typed names the program, and for gdb the script with CUDA's words") {
  tool_target at = {"gdb",         "x/cudalab.py", "debug/lab04 --replay c",
                    "debug/lab04", "lab04.cu",     "lab04.cu:50"};
  const debugging_tool& gdb = find_debugging_tool("gdb");
  CHECK(gdb.commands(at).front().command == "gdb -x x/cudalab.py --args debug/lab04 --replay c");
  CHECK(gdb.inside(at).front().command == "break lab04.cu:50 if $block(0,0) && $thread(1,0)");
  const tool_line in_cuda_gdb = find_debugging_tool("cuda-gdb").inside(at).front();
  CHECK(in_cuda_gdb.command == "break lab04.cu:50"); // a condition would not be understood yet
  at.place.clear();
  CHECK(gdb.inside(at).front().command == "break lab04.cu:LINE");
  for (const char* name : {"cuda-gdb", "compute-sanitizer", "ncu", "nsys"})
    for (const tool_line& each : find_debugging_tool(name).commands(at))
      CHECK(each.command.find("debug/lab04 --replay c") != std::string::npos);
  CHECK(find_debugging_tool("compute-sanitizer").commands(at).size() == 4);
}
