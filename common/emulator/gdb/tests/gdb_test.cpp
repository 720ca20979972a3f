// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
//
// gdb inside a kernel on the emulated device, with cudalab.py.
#include <array>
#include <cstdio>
#include <cstdlib>
#include <string>

#include <doctest/doctest.h>

namespace {

std::string output_of(const std::string& command) {
  std::string result;
  FILE* pipe = popen(command.c_str(), "r");
  REQUIRE(pipe != nullptr);
  std::array<char, 4096> buffer;
  while (const std::size_t count = std::fread(buffer.data(), 1, buffer.size(), pipe))
    result.append(buffer.data(), count);
  pclose(pipe);
  return result;
}

/// What gdb says to these commands. Empty where gdb cannot work, which has been said then.
std::string said_to(std::initializer_list<const char*> commands) {
  if (std::system("command -v gdb >/dev/null") != 0) {
    MESSAGE("SKIPPED: gdb is not installed (sudo apt-get install gdb)");
    return "";
  }
  std::string line = "timeout 100 gdb -q -nx -batch -ex 'set pagination off' -x '" CUDALAB_GDB "'";
  for (const char* each : commands)
    line += std::string(" -ex '") + each + "'";
  const std::string said = output_of(line + " '" GDB_TEST_PROGRAM "' 2>&1");
  if (said.find("ould not trace the inferior") != std::string::npos ||
      said.find("ptrace: Operation not permitted") != std::string::npos) {
    MESSAGE("SKIPPED: gdb may not trace programs here");
    return "";
  }
  return said;
}

} // namespace

TEST_CASE("gdb stops in a kernel at a named thread, stays with it, and shows its variables") {
  const std::string said =
      said_to({"break block_sums.cu:10 if $block(1) && $thread(6)", "run", "info cuda", "print i",
               "print threadIdx", "print blockDim.x", "backtrace", "next", "next", "print tile[7]",
               "print threadIdx.x", "delete",
               "break block_sums.cu:15 if blockIdx.x == 2 && threadIdx.x == 3", "continue",
               "print sum", "delete", "continue"});
  if (said.empty())
    return;
  std::size_t at = 0;
  for (const char* expected :
       {"[block (1,0,0), thread (6,0,0) of block_sums]", // where it stopped
        "launched by ", "block_sums.cu:24 as a grid of (4,1,1) blocks, each of (64,1,1) threads",
        "$1 = 70", "$2 = {x = 6, y = 0, z = 0}", "$3 = 64", "#0  block_sums",
        "12\t  int sum = 0;", // across the barrier
        "$4 = 71", "$5 = 6",  // what a later thread loaded; the same thread
        "[block (2,0,0), thread (3,0,0) of block_sums]", "$6 = 10208",
        // It went on to its end. (What gdb says of that depends on which thread it sees end first.)
        "out[70] = 6182"}) {
    const std::size_t found = said.find(expected, at);
    CHECK_MESSAGE(found != std::string::npos, expected << "\nin\n" << said);
    if (found != std::string::npos)
      at = found;
  }
  CHECK_MESSAGE(said.find("#1 ") == std::string::npos, said); // the emulator is no caller
}
